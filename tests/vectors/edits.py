"""Changes of a sheet, one after another, and the sheet after them or the error of the last.

python -m tests.vectors.edits        writes tests/vectors/edits.json

`expected` is the document, or `{"error": code, "place": place}`, or, for house rules that cannot be,
`{"error": "setting", "code": code, "setting": name}`. The errors are told here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from rufen.core.house_rules import SettingError
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
    sheet_to_builtins,
)

from .writing import FOLDER, NAMES, custom, json_text, sheet, sizes

TARGET = FOLDER / "edits.json"


class Told(NamedTuple):
    """Changes of a sheet; `error` is what the last of them is refused with: `code place`, or nothing.

    For house rules it is `setting code name`.
    """

    about: str
    sheet: Sheet
    edits: tuple[Edit, ...]
    error: str = ""


ROUND = "0 1 0 / 0 1 0"
THREE = sheet(3, custom(3), ROUND)


def seated(letters: str) -> tuple[Player, ...]:
    """Players by their letters, with their usual names."""
    return tuple(Player(letter, NAMES["abcdef".index(letter)]) for letter in letters)


def entering() -> Iterator[Told]:
    """R8.1–R8.3."""
    empty = sheet(3, custom(3))
    yield Told("a bid", empty, (Enter(1, {"b": 1}),))
    yield Told(
        "bids and tricks at once", empty, (Enter(1, {"a": 0, "b": 1, "c": 0}, {"a": 0, "b": 1, "c": 0}),)
    )
    yield Told(
        "entries one after another", empty, (Enter(1, {"b": 1}), Enter(1, {"c": 0}), Enter(1, {"a": 1}))
    )
    yield Told("a correction", THREE, (Enter(1, {"b": 0}),))
    yield Told("an entry taken back", THREE, (Enter(1, tricks={"c": None}),))
    yield Told("nothing taken back", empty, (Enter(1, tricks={"c": None}),))
    whole = Enter(1, dict.fromkeys("abc"), dict.fromkeys("abc"))
    yield Told("a whole round taken back", THREE, (whole,))
    yield Told("a later round first", empty, (Enter(3, {"a": 2}),))
    yield Told(
        "a later round taken back takes the empty ones along",
        empty,
        (Enter(3, {"a": 2}), Enter(3, {"a": None})),
    )
    yield Told("the largest bid and the smallest", empty, (Enter(3, {"a": 3, "b": 0}),))
    yield Told("a bid above the hand", empty, (Enter(2, {"a": 3}),), "range bids.a")
    yield Told("a bid below zero", empty, (Enter(2, {"a": -1}),), "range bids.a")
    yield Told("tricks above the hand", THREE, (Enter(1, tricks={"c": 2}),), "range tricks.c")
    yield Told("somebody who does not play", THREE, (Enter(1, {"d": 0}),), "not_seated bids.d")
    yield Told(
        "tricks of somebody who does not play", THREE, (Enter(1, tricks={"d": 0}),), "not_seated tricks.d"
    )
    yield Told("round 0", THREE, (Enter(0, {"a": 0}),), "round round")
    yield Told("a round too many", THREE, (Enter(4, {"a": 0}),), "round round")
    beyond = sheet(3, custom(1), ROUND, "0 1 1 / 0 1 1")
    yield Told("a round outside the game", beyond, (Enter(2, {"a": 20}),))
    yield Told("more than any hand outside the game", beyond, (Enter(2, {"a": 21}),), "range bids.a")
    yield Told("a round outside the game that was not played", beyond, (Enter(3, {"a": 0}),), "round round")
    listed = sheet(3, sizes(5, 2))
    yield Told("a list of hand sizes", listed, (Enter(1, {"a": 5}), Enter(2, {"a": 2})))
    yield Told("above the listed hand size", listed, (Enter(2, {"a": 3}),), "range bids.a")
    kept = (Enter(1, {"a": 0, "b": 1, "c": 0}), Enter(1, kept=True))
    yield Told("a kept bid", empty, kept)
    yield Told("tricks leave a kept bid alone", empty, (*kept, Enter(1, tricks={"a": 1})))
    yield Told("the same bid again leaves it kept", empty, (*kept, Enter(1, {"a": 0})))
    yield Told("another bid asks again", empty, (*kept, Enter(1, {"a": 1})))
    yield Told("another bid, kept at once", empty, (*kept, Enter(1, {"a": 1}, kept=True)))
    delayed = sheet(3, custom(3, bid_disclosure="delayed"), "0 1 0")
    yield Told("bids shown", delayed, (Show(1),))
    yield Told("shown bids stay shown", delayed, (Show(1), Enter(1, {"a": 1})))
    yield Told("nothing to show in a round that has not begun", delayed, (Show(2),))
    yield Told("bids of no round shown", delayed, (Show(4),), "round round")


def rules() -> Iterator[Told]:
    """R7: other house rules; nothing entered is lost."""
    long = sheet(3, custom(3), ROUND, "0 1 1 / 0 1 1", "0 2 1 / 0 2 1")
    yield Told("zero counts double", long, (ChangeRules(custom(3, zero_bid_scoring="double_bonus")),))
    yield Told("fewer rounds than were played", long, (ChangeRules(custom(1)),))
    yield Told("fewer rounds and back", long, (ChangeRules(custom(1)), ChangeRules(custom(3))))
    yield Told("the standard game", long, (ChangeRules({}),))
    yield Told(
        "what is standard is not written", long, (ChangeRules({"exact_bonus": 20, "round_mode": "full"}),)
    )
    yield Told("hand sizes", long, (ChangeRules(sizes(2, 4)),))
    yield Told("off the step", long, (ChangeRules({"exact_bonus": 7}),), "setting step exact_bonus")
    yield Told("out of range", long, (ChangeRules({"miss_penalty": 35}),), "setting range miss_penalty")
    yield Told("an unknown setting", long, (ChangeRules({"bonus": 5}),), "setting unknown bonus")
    yield Told("an unknown choice", long, (ChangeRules({"tie_break": "coin"}),), "setting choice tie_break")
    secret = {"bid_disclosure": "hidden", "bid_restriction": "dealer"}
    yield Told(
        "a contradiction", long, (ChangeRules(secret),), "setting restriction_needs_open_bids bid_restriction"
    )
    four = sheet(4, custom(3))
    yield Told(
        "too many rounds for four",
        four,
        (ChangeRules(custom(16)),),
        "setting rounds_limit custom_round_count",
    )
    yield Told(
        "hands too large for four", four, (ChangeRules(sizes(16)),), "setting hand_sizes_limit hand_sizes"
    )
    later = sheet(
        3, custom(10), ROUND, "0 1 1 / 0 1 1", "0 1 1 0 / 0 2 1 0", seatings={3: "abcd"}, joined="d"
    )
    sixteen = ChangeRules(custom(16))
    yield Told(
        "too many rounds for those who play now", later, (sixteen,), "setting rounds_limit custom_round_count"
    )
    yield Told("before somebody joins: a list for three", later, (ChangeRules(sizes(1, 20)),))


def people() -> Iterator[Told]:
    """R1.4, R2.2, R2.4: joining, leaving, changing places, names, dealers."""
    yield Told("somebody joins", THREE, (Seat(2, seated("abcd")),))
    yield Told("somebody joins between others", THREE, (Seat(2, seated("adbc")),))
    yield Told("somebody joins from the beginning", THREE, (Seat(1, seated("abcd")),))
    yield Told("places changed", THREE, (Seat(2, seated("bac")),))
    yield Told("nothing changed", THREE, (Seat(2, seated("abc")),))
    yield Told("places changed and changed back", THREE, (Seat(2, seated("bac")), Seat(2, seated("abc"))))
    join_and_leave = (Seat(2, seated("abcd")), Enter(2, dict.fromkeys("abcd", 0)), Seat(3, seated("abd")))
    yield Told("somebody joins, somebody else leaves", THREE, join_and_leave)
    yield Told("an earlier seating replaces later ones", THREE, (*join_and_leave, Seat(2, seated("cba"))))
    yield Told("a known player keeps the name", THREE, (Seat(2, (*seated("bc"), Player("a", "Someone"))),))
    newcomer = (*seated("abc"), Player("x1", "  Eva \n Maria "))
    yield Told("a new name is cleaned", THREE, (Seat(2, newcomer),))
    yield Told("with other rules", sheet(3, custom(12)), (Seat(1, seated("abcdef"), custom(10)),))
    yield Told("two players", THREE, (Seat(2, seated("ab")),), "players players")
    seven = (*seated("abcdef"), Player("g", "Gil"))
    yield Told("seven players", THREE, (Seat(2, seven),), "players players")
    yield Told("the same twice", THREE, (Seat(2, seated("aba")),), "duplicate players")
    yield Told("a seating of round 0", THREE, (Seat(0, seated("abcd")),), "round round")
    yield Told("a seating later than the next round", THREE, (Seat(3, seated("abcd")),), "round round")
    done = sheet(3, custom(1), ROUND)
    yield Told("a seating after the end", done, (Seat(2, seated("abcd")),), "round round")
    played = [" ".join("0" * 3) + f" / {size} 0 0" for size in range(1, 16)]
    yield Told(
        "a fourth player for the last of fifteen rounds",
        sheet(3, {}, *played[:14]),
        (Seat(15, seated("abcd")),),
    )
    late = sheet(3, {}, *played)
    yield Told("a fourth player after fifteen rounds", late, (Seat(16, seated("abcd")),), "round round")
    yield Told(
        "too many rounds for six",
        sheet(3, custom(12)),
        (Seat(1, seated("abcdef")),),
        "setting rounds_limit custom_round_count",
    )
    taken = (*seated("abc"), Player("d", "ANNA"))
    yield Told("a new name that is taken", THREE, (Seat(2, taken),), "name_taken players")
    nameless = (*seated("abc"), Player("d", " "))
    yield Told("a new player without a name", THREE, (Seat(2, nameless),), "empty_text players[3].name")
    odd = (Player("Ä", "Eva"), *seated("abc"))
    yield Told("an id that cannot be", THREE, (Seat(2, odd),), "id players[0].id")
    yield Told("a name", THREE, (Rename("a", "Zoë"),))
    yield Told("the same name in large letters", THREE, (Rename("a", "ANNA"),))
    yield Told("a name in pieces", THREE, (Rename("a", "  Zoe\u0308\t\u202e von\u00a0 X\u0000 "),))
    yield Told(
        "a letter and its accent, parted by what is left out", THREE, (Rename("a", "Zoe\u200b\u0308"),)
    )
    yield Told("24 characters outside the basic plane", THREE, (Rename("a", "😀" * 24),))
    yield Told("25 characters", THREE, (Rename("a", "x" * 25),), "long_text name")
    yield Told("no name", THREE, (Rename("a", " \u200b "),), "empty_text name")
    yield Told("somebody else's name", THREE, (Rename("a", "ben"),), "name_taken name")
    yield Told("nobody's name", THREE, (Rename("x", "Eva"),), "unknown_player player")
    yield Told("another dealer", THREE, (Deal(2, "c"),))
    yield Told("two dealers, in order", THREE, (Deal(3, "c"), Deal(1, "b")))
    yield Told("a dealer changed and taken back", THREE, (Deal(2, "c"), Deal(2, "a"), Deal(2, None)))
    yield Told("no dealer to take back", THREE, (Deal(2, None),))
    yield Told("a dealer who does not play", THREE, (Deal(2, "d"),), "not_seated player")
    yield Told("the dealer of no round", THREE, (Deal(4, "a"),), "round round")


def lines() -> Iterator[Told]:
    """R5.6: adjustments; and the title."""
    line = Adjust("l1", 1, "a", -10, "Talked")
    yield Told("an adjustment", THREE, (line,))
    yield Told("an adjustment for the whole game", THREE, (Adjust("l1", 0, "c", 1000, " a   start "),))
    yield Told(
        "an adjustment corrected",
        THREE,
        (line, Adjust("l2", 1, "b", 5, "x"), Adjust("l1", 2, "b", 20, "Other")),
    )
    yield Told("an adjustment taken away", THREE, (line, Unadjust("l1")))
    yield Told("no adjustment to take away", THREE, (Unadjust("l1"),), "unknown_line id")
    yield Told("no points", THREE, (Adjust("l1", 1, "a", 0, "x"),), "range points")
    yield Told("too many points", THREE, (Adjust("l1", 1, "a", -1001, "x"),), "range points")
    yield Told("no reason", THREE, (Adjust("l1", 1, "a", 5, ""),), "empty_text reason")
    yield Told("a long reason", THREE, (Adjust("l1", 1, "a", 5, "x" * 121),), "long_text reason")
    yield Told("points for nobody", THREE, (Adjust("l1", 1, "x", 5, "x"),), "unknown_player player")
    yield Told("points in no round", THREE, (Adjust("l1", 4, "a", 5, "x"),), "round round")
    yield Told("points before the beginning", THREE, (Adjust("l1", -1, "a", 5, "x"),), "round round")
    yield Told("an id with a blank", THREE, (Adjust("l 1", 1, "a", 5, "x"),), "id id")
    yield Told("an id too long", THREE, (Adjust("l" * 17, 1, "a", 5, "x"),), "id id")
    hundred = tuple(Adjust(f"l{at}", 0, "a", 5, "x") for at in range(100))
    yield Told(
        "a hundred adjustments and one",
        THREE,
        (*hundred, line, Adjust("more", 0, "a", 5, "x")),
        "too_many id",
    )
    yield Told("a title", THREE, (Title("  Friday\n night "),))
    yield Told("no title", THREE, (Title("Friday"), Title("")))
    yield Told("a long title", THREE, (Title("x" * 61),), "long_text title")


def told() -> Iterator[Told]:
    """Every case."""
    for part in (entering, rules, people, lines):
        yield from part()


def outcome(start: Sheet, changes: tuple[Edit, ...]) -> dict[str, Any]:
    """The document after the changes, or the error."""
    after = start
    try:
        for change in changes:
            after = edit(after, change)
    except SheetError as error:
        return {"error": error.code, "place": error.place}
    except SettingError as error:
        return {"error": "setting", "code": error.code, "setting": error.setting}
    return sheet_to_builtins(after)


def case(one: Told) -> dict[str, Any]:
    """A case as it is written. Raises ValueError when the engine does not say what is told."""
    found = outcome(one.sheet, one.edits)
    error = " ".join(found.values()) if "error" in found else ""
    if error != one.error:
        raise ValueError(f"{one.about}: {error or 'no error'} where {one.error or 'none'} is told")
    return {
        "about": one.about,
        "sheet": sheet_to_builtins(one.sheet),
        "edits": [msgspec.to_builtins(change) for change in one.edits],
        "expected": found,
    }


def generate() -> str:
    """The whole file, a case a line."""
    return json_text(map(case, told()))


if __name__ == "__main__":
    TARGET.write_text(generate(), encoding="utf-8")
