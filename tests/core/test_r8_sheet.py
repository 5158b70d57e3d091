"""R8, and R5 and R6 on the sheet: stories of tables with real cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from rufen.core.sheet import (
    Adjust,
    Asked,
    ChangeRules,
    Deal,
    Enter,
    Player,
    Problem,
    ProblemCode,
    RoundState,
    Seat,
    Sheet,
    SheetError,
    Show,
    edit,
    new_sheet,
    score,
)

NAMES = ["Anna", "Ben", "Cara", "Dan"]


def numbers(text: str) -> dict[str, int | None]:
    """Entries of Anna, Ben, …: "1 0 -"."""
    return {p: int(word) for p, word in zip("abcd", text.split(), strict=False) if word != "-"}


def played(sheet: Sheet, *rounds: tuple[str, str], first: int = 1) -> Sheet:
    """The sheet after rounds of bids and tricks."""
    for number, (bids, tricks) in enumerate(rounds, first):
        sheet = edit(sheet, Enter(number, numbers(bids), numbers(tricks)))
    return sheet


def table(count: int, *rounds: tuple[str, str], seats: int = 3, **rules: Any) -> Sheet:
    """A match of so many rounds."""
    house = {"round_mode": "custom", "custom_round_count": count, **rules}
    return played(new_sheet(NAMES[:seats], house), *rounds)


def totals(sheet: Sheet) -> Mapping[str, int]:
    return {sheet.name_of(standing.player): standing.total for standing in score(sheet).standings}


def ranks(sheet: Sheet) -> Mapping[str, int | None]:
    return {sheet.name_of(standing.player): standing.rank for standing in score(sheet).standings}


def states(sheet: Sheet) -> list[str]:
    return [this.state.value for this in score(sheet).rounds]


def codes(sheet: Sheet) -> list[tuple[int, str | None, str]]:
    return [(problem.round, problem.player, problem.code.value) for problem in score(sheet).problems]


ONE, TWO, THREE = ("0 1 1", "0 1 0"), ("0 1 1", "0 1 1"), ("0 2 1", "0 2 1")


# --- R8.1: two inputs -----------------------------------------------------------------------------------


def test_r8_1_everything_follows_from_bids_and_tricks() -> None:
    sheet = table(3, ONE, TWO)
    first, second, third = score(sheet).rounds
    assert [(cell.score, cell.total) for cell in first.cells] == [(20, 20), (30, 30), (-10, -10)]
    assert [(cell.score, cell.total) for cell in second.cells] == [(20, 40), (30, 60), (30, 20)]
    assert [(cell.score, cell.total) for cell in third.cells] == [(None, None)] * 3
    assert [this.dealer for this in (first, second, third)] == ["a", "b", "c"]
    assert [this.hand_size for this in (first, second, third)] == [1, 2, 3]


@pytest.mark.parametrize("value", [-1, 4])
@pytest.mark.parametrize("kind", ["bids", "tricks"])
def test_r8_1_from_zero_to_the_hand_size(kind: str, value: int) -> None:
    sheet = table(3)
    entry: dict[str, Any] = {kind: {"b": value}}
    with pytest.raises(SheetError) as refused:
        edit(sheet, Enter(3, **entry))
    assert (refused.value.code, refused.value.place) == ("range", f"{kind}.b")
    assert str(refused.value) == f"{kind}.b: a whole number 0 … 3 (R8.1)"


def test_r8_1_bids_are_asked_for_from_the_dealers_left_then_tricks() -> None:
    sheet = table(2)
    asked = []
    while (one := score(sheet).asked) is not None:
        asked.append((one.round, one.player, one.what, one.offered))
        value = one.offered if one.offered is not None else 0
        entry = {one.player: value}
        sheet = edit(sheet, Enter(one.round, entry) if one.what == "bid" else Enter(one.round, tricks=entry))
    assert asked == [
        *((1, player, "bid", None) for player in "bca"),
        *((1, player, "tricks", None) for player in "bc"),
        (1, "a", "tricks", 1),
        *((2, player, "bid", None) for player in "cab"),
        *((2, player, "tricks", None) for player in "ca"),
        (2, "b", "tricks", 2),
    ]
    assert score(sheet).over


def test_r8_1_a_round_goes_from_empty_to_scored() -> None:
    sheet = table(1)
    seen = [*states(sheet)]
    for change in (
        Enter(1, {"b": 1}),
        Enter(1, {"a": 0, "c": 0}),
        Enter(1, tricks={"b": 1}),
        Enter(1, tricks={"a": 0, "c": 0}),
    ):
        sheet = edit(sheet, change)
        seen += states(sheet)
    assert seen == ["empty", "bidding", "playing", "counting", "scored"]


def test_r8_1_what_remains_is_offered_unless_it_cannot_be() -> None:
    def offered(tricks: str) -> int | None:
        asked = score(table(3, ONE, TWO, ("0 0 0", tricks))).asked
        assert asked is not None
        return asked.offered

    assert [offered(tricks) for tricks in ("- - -", "1 - -", "1 1 -", "2 1 -", "2 2 -")] == [
        None, None, 1, 0, None,
    ]  # fmt: skip


# --- R8.2: what is wrong is marked ----------------------------------------------------------------------


@pytest.mark.parametrize("tricks", ["0 0 1", "1 1 1"])
def test_r8_2_tricks_that_do_not_add_up_are_marked_and_not_scored(tricks: str) -> None:
    sheet = table(3, ONE, ("0 1 1", tricks), THREE)
    total = sum(map(int, tricks.split()))
    assert score(sheet).problems == (Problem(2, None, ProblemCode.TRICKS_SUM, total, 2),)
    assert states(sheet) == ["scored", "wrong", "scored"]
    assert totals(sheet) == {"Ben": 70, "Anna": 40, "Cara": 20}
    assert not score(sheet).over


def test_r8_2_a_wrong_round_blocks_nothing() -> None:
    sheet = table(3, ("0 0 0", "0 0 0"))
    assert states(sheet) == ["wrong", "empty", "empty"]
    assert score(sheet).asked == Asked(2, "c", "bid")


def test_r8_2_missing_entries_are_marked_when_a_later_round_has_begun() -> None:
    sheet = table(3, ("0 - 0", "- - -"))
    assert codes(sheet) == []
    sheet = edit(sheet, Enter(2, {"c": 0}))
    assert codes(sheet) == [
        (1, "a", "tricks_missing"),
        (1, "b", "bid_missing"),
        (1, "b", "tricks_missing"),
        (1, "c", "tricks_missing"),
    ]
    assert states(sheet)[0] == "bidding"


def test_r8_2_a_missing_bid_is_marked_as_soon_as_tricks_are_entered() -> None:
    sheet = table(3, ("0 - 0", "1 - -"))
    assert codes(sheet) == [(1, "b", "bid_missing")]
    asked = score(sheet).asked
    assert asked is not None
    assert (asked.player, asked.what) == ("b", "bid")


def test_r8_2_a_hand_that_shrank_marks_the_bids_above_it() -> None:
    sheet = edit(table(3, ONE, TWO), ChangeRules({"round_mode": "schedule", "hand_sizes": [1, 1]}))
    assert codes(sheet) == [(2, None, "tricks_sum")]
    sheet = edit(table(3, ONE, ("0 2 0", "0 2 0")), ChangeRules(rules_of(1, 1)))
    assert codes(sheet) == [(2, "b", "bid_range"), (2, "b", "tricks_range"), (2, None, "tricks_sum")]


def rules_of(*hands: int) -> dict[str, Any]:
    return {"round_mode": "schedule", "hand_sizes": list(hands)}


def test_r8_2_more_than_sixty_cards_are_marked() -> None:
    six = new_sheet([*NAMES, "Eva", "Finn"], {"round_mode": "custom", "custom_round_count": 2})
    six = edit(six, Enter(1, dict.fromkeys("abcdef", 0), {"a": 1, **dict.fromkeys("bcdef", 0)}))
    three = edit(six, Seat(2, tuple(Player(p, p) for p in "abc")))
    three = edit(three, ChangeRules(rules_of(11, 2)))
    assert score(three).problems[0] == Problem(1, None, ProblemCode.TOO_MANY_CARDS, 11, 10)


def test_r8_2_the_forbidden_bid_is_named_before_it_is_made() -> None:
    sheet = table(3, bid_restriction="dealer")
    assert score(edit(sheet, Enter(1, {"b": 1}))).asked == Asked(1, "c", "bid")
    assert score(edit(sheet, Enter(1, numbers("- 1 0")))).asked == Asked(1, "a", "bid", forbidden=0)
    assert score(edit(sheet, Enter(1, numbers("- 1 1")))).asked == Asked(1, "a", "bid")


def test_r8_2_a_bid_against_the_restriction_is_marked_and_scored() -> None:
    sheet = table(3, ("0 1 0", "0 1 0"), bid_restriction="dealer")
    assert score(sheet).problems == (Problem(1, "a", ProblemCode.BIDS_EVEN, 0, 1),)
    assert states(sheet)[0] == "scored"
    assert totals(sheet) == {"Ben": 30, "Anna": 20, "Cara": 20}


def test_r8_2_the_table_may_keep_it_and_is_asked_again_after_another_bid() -> None:
    sheet = table(3, ("0 1 0", "0 1 0"), bid_restriction="dealer")
    kept = edit(sheet, Enter(1, kept=True))
    assert codes(kept) == []
    assert score(kept).rounds[0].kept
    assert codes(edit(kept, Enter(1, tricks={"a": 1, "b": 0}))) == []
    changed = edit(kept, Enter(1, {"b": 0, "c": 1}))
    assert codes(changed) == [(1, "a", "bids_even")]
    assert codes(edit(changed, Enter(1, kept=True))) == []


def test_r8_2_who_leads_is_judged_by_the_totals_before_the_round() -> None:
    sheet = table(3, ("0 1 1", "0 1 0"), ("0 1 1", "0 1 1"), bid_restriction="leader")
    assert codes(sheet) == [(2, "b", "bids_even")]
    assert codes(edit(sheet, Enter(1, tricks={"a": 1, "b": 0}))) == []
    assert codes(edit(sheet, Adjust("l1", 0, "a", 10, "agreed"))) == []


# --- R8.3: corrections ----------------------------------------------------------------------------------


def test_r8_3_any_round_can_be_corrected_and_all_after_it_follows() -> None:
    sheet = table(3, ONE, TWO, THREE)
    assert totals(sheet) == {"Ben": 100, "Anna": 60, "Cara": 50}
    sheet = edit(sheet, Enter(1, bids={"c": 0}))
    assert totals(sheet) == {"Ben": 100, "Cara": 80, "Anna": 60}
    assert [[cell.total for cell in this.cells] for this in score(sheet).rounds] == [
        [20, 30, 20], [40, 60, 50], [60, 100, 80],
    ]  # fmt: skip


def test_r8_3_a_wrong_round_is_scored_once_it_is_right() -> None:
    sheet = table(2, ONE, ("0 1 1", "0 1 0"))
    assert not score(sheet).over
    sheet = edit(sheet, Enter(2, tricks={"c": 1}))
    assert score(sheet).over
    assert totals(sheet) == {"Ben": 60, "Anna": 40, "Cara": 20}


def test_r8_3_an_entry_can_be_taken_back() -> None:
    sheet = table(2, ONE)
    emptied = edit(sheet, Enter(1, dict.fromkeys("abc"), dict.fromkeys("abc")))
    assert emptied == table(2)
    assert played(emptied, ONE) == sheet


# --- R6.1, R6.2 on the sheet ----------------------------------------------------------------------------


def test_r6_1_over_by_the_schedule_in_force_now() -> None:
    sheet = table(3, ONE, TWO)
    assert not score(sheet).over
    shorter = edit(sheet, ChangeRules({"round_mode": "custom", "custom_round_count": 2}))
    assert score(shorter).over
    assert score(shorter).asked is None
    longer = edit(shorter, ChangeRules({}))
    assert not score(longer).over
    assert len(score(longer).schedule) == 20


def test_r6_1_surplus_rounds_stay_count_nothing_and_come_back() -> None:
    sheet = table(3, ONE, TWO, THREE)
    shrunk = edit(sheet, ChangeRules({"round_mode": "custom", "custom_round_count": 1}))
    assert score(shrunk).over
    assert states(shrunk) == ["scored", "outside", "outside"]
    assert totals(shrunk) == {"Ben": 30, "Anna": 20, "Cara": -10}
    assert [cell.bid for cell in score(shrunk).rounds[2].cells] == [0, 2, 1]
    assert [this.hand_size for this in score(shrunk).rounds] == [1, 2, 3]
    assert shrunk.rounds == sheet.rounds
    back = edit(shrunk, ChangeRules({"round_mode": "custom", "custom_round_count": 3}))
    assert back == sheet


def test_r6_1_a_round_beyond_a_list_has_no_hand_size() -> None:
    sheet = edit(table(3, ONE, TWO), ChangeRules(rules_of(1)))
    assert [this.hand_size for this in score(sheet).rounds] == [1, None]


def test_r6_1_an_adjustment_beyond_the_game_counts_nothing() -> None:
    sheet = edit(table(2, ONE, TWO), Adjust("l1", 2, "a", 100, "agreed"))
    assert totals(sheet)["Anna"] == 140
    assert totals(edit(sheet, ChangeRules(rules_of(1))))["Anna"] == 20


def test_r6_2_ranks_on_the_sheet() -> None:
    sheet = table(1, ("0 0 1", "0 0 1"))
    assert ranks(sheet) == {"Cara": 1, "Anna": 2, "Ben": 2}
    assert [standing.behind for standing in score(sheet).standings] == [0, 10, 10]


# --- R5.3 – R5.6 on the sheet ---------------------------------------------------------------------------


def test_r5_4_the_last_round_bonus_belongs_to_the_round_with_the_last_number() -> None:
    sheet = table(2, ONE, last_round_bonus=50)
    assert totals(sheet) == {"Ben": 30, "Anna": 20, "Cara": -10}
    sheet = played(sheet, TWO, first=2)
    assert totals(sheet) == {"Ben": 110, "Anna": 90, "Cara": 70}
    longer = {"round_mode": "custom", "custom_round_count": 3, "last_round_bonus": 50}
    assert totals(edit(sheet, ChangeRules(longer))) == {"Ben": 60, "Anna": 40, "Cara": 20}


def test_r5_4_the_last_round_played_first_has_its_bonus() -> None:
    sheet = played(table(2, last_round_bonus=50), TWO, first=2)
    assert totals(sheet) == {"Ben": 80, "Cara": 80, "Anna": 70}


def test_r5_4_the_dealer_of_even_bids_pays() -> None:
    sheet = table(3, ONE, TWO, even_bids_dealer_penalty=50)
    assert totals(sheet) == {"Anna": 40, "Cara": 20, "Ben": 10}
    assert totals(edit(sheet, Deal(2, "c"))) == {"Ben": 60, "Anna": 40, "Cara": -30}


def test_r5_5_the_perfect_game_counts_at_the_end_and_not_before() -> None:
    sheet = table(3, ONE, TWO, ("0 2 1", "0 2 -"), perfect_game_bonus=100)
    assert totals(sheet) == {"Ben": 60, "Anna": 40, "Cara": 20}
    assert not any(standing.perfect for standing in score(sheet).standings)
    sheet = edit(sheet, Enter(3, tricks={"c": 1}))
    assert totals(sheet) == {"Ben": 200, "Anna": 160, "Cara": 50}
    assert [standing.perfect for standing in score(sheet).standings] == [True, True, False]


def test_r5_5_who_joined_later_has_no_perfect_game() -> None:
    sheet = table(2, ("0 1 0", "0 1 0"), perfect_game_bonus=100)
    sheet = edit(sheet, Seat(2, tuple(Player(p, p.upper()) for p in "abcd")))
    sheet = played(sheet, ("0 1 0 1", "0 1 0 1"), first=2)
    assert totals(sheet) == {"Ben": 160, "Anna": 140, "Cara": 140, "D": 30}


def test_r5_6_an_adjustment_is_a_line_of_its_own() -> None:
    sheet = edit(table(2, ONE), Adjust("l1", 1, "a", -70, "Looked at the turned-up card"))
    assert totals(sheet)["Anna"] == -50
    first = score(sheet).rounds[0].cells[0]
    assert (first.score, first.total) == (20, -50)
    sheet = played(sheet, TWO, first=2)
    assert score(sheet).rounds[1].cells[0].total == -30


# --- who plays ------------------------------------------------------------------------------------------


def seat(sheet: Sheet, number: int, letters: Iterable[str]) -> Sheet:
    return edit(sheet, Seat(number, tuple(Player(p, NAMES["abcd".index(p)]) for p in letters)))


def test_joining_begins_with_nothing() -> None:
    sheet = seat(table(3, ONE), 2, "abcd")
    assert totals(sheet)["Dan"] == 0
    assert score(sheet).standings[-2].rank == 3
    assert [cell.player for cell in score(sheet).rounds[1].cells] == ["a", "b", "c", "d"]
    assert [cell.player for cell in score(sheet).rounds[0].cells] == ["a", "b", "c"]


def test_leaving_keeps_the_scores_and_takes_the_rank() -> None:
    sheet = table(3, ("0 1 1 0", "0 1 0 0"), seats=4)
    left = seat(sheet, 2, "acd")
    assert totals(left)["Ben"] == 30
    assert ranks(left) == {"Anna": 1, "Dan": 1, "Cara": 3, "Ben": None}
    assert score(left).rounds[1].dealer == "c"
    assert ranks(seat(left, 2, "abcd"))["Ben"] == 1


def test_a_full_game_has_as_many_rounds_as_the_last_players_allow() -> None:
    sheet = played(new_sheet(NAMES[:3]), ONE)
    assert len(score(sheet).schedule) == 20
    joined = seat(sheet, 2, "abcd")
    assert len(score(joined).schedule) == 15
    assert len(score(seat(joined, 1, "abc")).schedule) == 20


def test_nobody_joins_after_the_last_round_of_so_many_players() -> None:
    rounds = [("0 0 0", f"0 0 {size}") for size in range(1, 16)]
    sheet = played(new_sheet(NAMES[:3]), *rounds)
    with pytest.raises(SheetError, match=r"^round: a round 1 … 15$"):
        seat(sheet, 16, "abcd")
    assert score(seat(sheet, 15, "abcd")).schedule == tuple(range(1, 16))


def test_a_named_dealer_deals_and_the_deal_passes_on_from_there() -> None:
    sheet = new_sheet(NAMES[:3], first_dealer=2)
    assert [this.dealer for this in score(sheet).rounds[:4]] == ["c", "a", "b", "c"]
    assert [this.dealer for this in score(edit(sheet, Deal(2, "b"))).rounds[:4]] == ["c", "b", "c", "a"]


@pytest.mark.parametrize(
    ("disclosure", "bids", "shown", "concealed"),
    [
        ("open", "- - -", False, False),
        ("hidden", "0 1 -", False, True),
        ("hidden", "0 1 1", False, False),
        ("delayed", "0 1 1", False, True),
        ("delayed", "0 1 1", True, False),
    ],
)
def test_r3_3_secret_bids_lie_face_down(disclosure: str, bids: str, shown: bool, concealed: bool) -> None:
    sheet = table(3, (bids, "- - -"), bid_disclosure=disclosure)
    sheet = edit(sheet, Show(1)) if shown else sheet
    assert score(sheet).rounds[0].concealed is concealed


def test_r3_3_the_first_trick_shows_delayed_bids() -> None:
    sheet = table(3, ("0 1 1", "- 1 -"), bid_disclosure="delayed")
    assert not score(sheet).rounds[0].concealed
    assert score(sheet).rounds[1].concealed


@pytest.mark.parametrize(("behind", "bid"), [(20, 0), (29, 1), (31, 2), (45, 3), (50, 3), (51, None)])
def test_what_is_needed_to_catch_up(behind: int, bid: int | None) -> None:
    sheet = edit(
        table(3, ("0 0 1", "0 0 1"), ("0 0 2", "0 0 2")), Adjust("l1", 0, "c", behind - 30, "agreed")
    )
    by_player = {standing.player: standing for standing in score(sheet).standings}
    assert by_player["a"].behind == behind
    assert by_player["a"].catch_up == bid
    assert by_player["c"].catch_up is None


def test_nothing_on_the_sheet_is_above_nobody() -> None:
    empty = score(new_sheet(NAMES))
    assert [(standing.rank, standing.total, standing.catch_up) for standing in empty.standings] == [
        (1, 0, None)
    ] * 4
    assert {this.state for this in empty.rounds} == {RoundState.EMPTY}
