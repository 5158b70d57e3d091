"""Whatever is done to a sheet, it can be worked out, written and read, and nothing entered is lost."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.vectors.sheets import SMALL, WORKED
from tests.vectors.writing import custom, sheet, sizes

from rufen.core.house_rules import SETTINGS, SettingError
from rufen.core.sheet import (
    Adjust,
    ChangeRules,
    Deal,
    Edit,
    Enter,
    Player,
    Rename,
    Seat,
    Sheet,
    SheetError,
    Show,
    Title,
    Unadjust,
    edit,
    format_sheet,
    new_sheet,
    parse_sheet,
    score,
)

LETTERS = "abcdefgh"
NUMBERS = st.integers(0, 22)
PLAYER = st.sampled_from(LETTERS[:6])
ROUND = st.integers(0, 12)
TEXT = st.sampled_from(("", "Anna", "  Eva \n", "x" * 130)) | st.text(max_size=30)


def one_setting(name: str) -> st.SearchStrategy[Any]:
    setting = SETTINGS[name]
    match setting.kind:
        case "choice":
            return st.sampled_from(setting.choices)
        case "flag":
            return st.booleans()
        case "number":
            return st.integers(setting.minimum // setting.step, setting.maximum // setting.step).map(
                lambda steps: steps * setting.step
            )
    return st.lists(st.integers(1, 20), min_size=1, max_size=60)


RULES = st.one_of(
    st.fixed_dictionaries(
        {}, optional={name: one_setting(name) for name in SETTINGS if name != "hand_sizes"}
    ),
    one_setting("hand_sizes").map(lambda hands: sizes(*hands)),
    st.integers(1, 20).map(custom),
)
VALUES = st.dictionaries(PLAYER, st.none() | NUMBERS, max_size=4)
EDITS: st.SearchStrategy[Edit] = st.one_of(
    st.builds(Enter, ROUND, VALUES, VALUES, st.booleans()),
    st.builds(Enter, st.integers(1, 3), VALUES, VALUES),
    st.builds(Show, ROUND),
    st.builds(ChangeRules, RULES),
    st.builds(
        Seat,
        st.integers(0, 6),
        st.lists(st.sampled_from(LETTERS), unique=True, min_size=2, max_size=7).map(
            lambda letters: tuple(Player(letter, f"Player {letter}") for letter in letters)
        ),
        st.none() | RULES,
    ),
    st.builds(Rename, PLAYER, TEXT),
    st.builds(Deal, ROUND, st.none() | PLAYER),
    st.builds(
        Adjust,
        st.sampled_from(("l1", "l2", "L")),
        ROUND,
        PLAYER,
        st.integers(-1001, 1001),
        TEXT.map(lambda t: t[:125]),
    ),
    st.builds(Unadjust, st.sampled_from(("l1", "l2"))),
    st.builds(Title, TEXT),
)


def entered(one: Sheet) -> int:
    return sum(len(entries.bids) + len(entries.tricks) for entries in one.rounds)


@settings(max_examples=200)
@given(st.lists(EDITS, max_size=25))
def test_any_changes_leave_a_sheet_that_is_read_and_worked_out(changes: list[Edit]) -> None:
    now = new_sheet(["Anna", "Ben", "Cara", "Dan"], custom(6))
    for change in changes:
        before = now
        try:
            now = edit(before, change)
        except (SheetError, SettingError):
            continue
        assert parse_sheet(format_sheet(now)) == now
        scored = score(now)
        assert [this.number for this in scored.rounds] == sorted({this.number for this in scored.rounds})
        assert {standing.player for standing in scored.standings} <= {player.id for player in now.players}
        if not isinstance(change, Enter):
            assert entered(now) == entered(before)
        if isinstance(change, ChangeRules):
            assert edit(now, ChangeRules(msgspec.to_builtins(before.rules))) == before


@given(RULES)
def test_r7_other_rules_and_the_old_ones_again_give_the_same_sheet(rules: dict[str, Any]) -> None:
    before = sheet(4, custom(5), *WORKED, lines=[(5, "a", 10)], dealers={3: "a"})
    try:
        after = edit(before, ChangeRules(rules))
    except SettingError:
        return
    assert after.rounds == before.rounds
    assert edit(after, ChangeRules(custom(5))) == before


@given(st.integers(1, 3), PLAYER, st.integers(0, 1), st.sampled_from(("bids", "tricks")))
def test_r8_3_a_correction_and_the_old_entry_again_give_the_same_sheet(
    number: int, player: str, value: int, kind: str
) -> None:
    before = sheet(3, custom(3), *SMALL)
    if player not in "abc":
        return
    old = getattr(before.rounds[number - 1], kind)[player]
    after = edit(
        before, msgspec.convert({"kind": "enter", "round": number, kind: {player: value}}, type=Edit)
    )
    assert (
        edit(after, msgspec.convert({"kind": "enter", "round": number, kind: {player: old}}, type=Edit))
        == before
    )


def test_what_is_no_change_changes_nothing() -> None:
    before = sheet(3, custom(3), *SMALL, lines=[(0, "a", 10)])
    line = before.adjustments[0]
    for change in (
        Enter(2),
        ChangeRules(custom(3)),
        Seat(1, before.players),
        Rename("a", "Anna"),
        Deal(2, None),
        Title(""),
        Adjust(line.id, line.round, line.player, line.points, line.reason),
    ):
        assert edit(before, change) == before
