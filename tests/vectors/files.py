"""Files that are no sheet, with the place and the code; and odd ones that are, with the sheet read.

python -m tests.vectors.files        writes tests/vectors/files.json

A case has `document`, a JSON value, or `text`; and either `error` with `code` and `place` or `sheet`, the
document as it is read. The place in a text that is no JSON is the reader's own: it is null here.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from rufen.core.sheet import SheetError, parse_sheet, sheet_to_builtins

from .writing import FOLDER, custom, json_text, sheet

TARGET = FOLDER / "files.json"

GOOD: dict[str, Any] = sheet_to_builtins(
    sheet(
        3,
        custom(4),
        "0 1 0 / 0 1 0",
        "0 1 1 0 ! / 0 1 1 0",
        "1 0 - -",
        seatings={2: "dabc"},
        joined="d",
        dealers={2: "a"},
        lines=[(0, "a", -10), (2, "d", 10)],
    )
) | {"title": "Friday"}
"""A sheet in which every field says something."""

GONE = object()


class Told(NamedTuple):
    """The good sheet with a value put at a place (`GONE` removes it), and the error, `code place`.

    Without an error it is read.
    """

    about: str
    place: tuple[str | int, ...]
    value: object
    error: str = ""


NO_NUMBERS: tuple[object, ...] = (-1, 21, 1.5, "1", None, True, [], {})
NO_TEXTS: tuple[object, ...] = (7, None, True, [], {})


def fields() -> Iterator[Told]:
    """Every field: absent, of another kind, beyond its limits."""
    for whole in ("x", 7, None, True, [], [1]):
        yield Told(f"a file of {json.dumps(whole)}", (), whole, "type ")
    for name in ("rufen-game", 1, None, GONE):
        yield Told(f"the format {name!r:.12}", ("format",), name, "format format")
    yield Told("an empty object", (), {}, "format format")
    for name in ("version", "rules_version"):
        for value in (0, -1, "1", None, 1.5, True, GONE, 10**7):
            yield Told(f"{name} {value!r:.9}", (name,), value, f"range {name}")
        yield Told(f"{name} 2", (name,), 2, f"newer {name}")
        yield Told(f"{name} 1.0", (name,), 1.0)
    newer = {**GOOD, "version": 2, "colour": "blue"}
    yield Told("a newer version with a field of its own", (), newer, "newer version")
    yield Told("a field that is unknown", ("colour",), "blue", "unknown_field colour")
    for value in ("", "A", "a-b", "a" * 17, "é", 7, None, GONE):
        yield Told(f"id {value!r:.20}", ("id",), value, "id id")
        yield Told(f"the id of a player {value!r:.20}", ("players", 0, "id"), value, "id players[0].id")
        yield Told(f"the id of a line {value!r:.20}", ("adjustments", 0, "id"), value, "id adjustments[0].id")
    for value in NO_TEXTS:
        for place in (("title",), ("players", 1, "name"), ("adjustments", 1, "reason"), ("created",)):
            yield Told(f"{path(place)} {value!r}", place, value, f"type {path(place)}")
    yield Told("a title of 61", ("title",), "x" * 61, "long_text title")
    yield Told("no title", ("title",), GONE)
    yield Told("a title with blanks", ("title",), " Friday\n night ")
    moments = (
        "yesterday",
        "2026-11-24",
        "2026-11-24T19:05:00",
        "2026-13-24T19:05:00Z",
        "2026-11-32T19:05:00Z",
        "2026-11-24T24:05:00Z",
        "2026-02-31T19:05:00Z",
        "0000-01-01T00:00:00Z",
        "2026-11-24T19:60:00Z",
        "٢٠٢٦-11-24T19:05:00Z",
    )
    for when in moments:
        yield Told(f"created {when}", ("created",), when, "time created")
    yield Told("created with fractions", ("created",), "2026-11-24T19:05:00.000Z", "long_text created")
    yield Told("created never", ("created",), "", "empty_text created")


def people() -> Iterator[Told]:
    """Players, seatings and dealers."""
    value: object
    for name in ("players", "seatings", "dealers", "rounds", "adjustments"):
        for value in ({}, "x", None, 7):
            yield Told(f"{name} {value!r}", (name,), value, f"type {name}")
        item: object
        for item in (7, None, []):
            filled: list[object] = [item] * (3 if name == "players" else 1)
            yield Told(f"{name} {filled!r}", (name,), filled, f"type {name}[0]")
        if name != "players":
            yield Told(f"unknown in {name}", (name, 0, "colour"), 1, f"unknown_field {name}[0].colour")
    yield Told("unknown in players", ("players", 2, "colour"), 1, "unknown_field players[2].colour")
    yield Told("no players", ("players",), [], "length players")
    many = [{"id": f"p{n}", "name": f"P {n}"} for n in range(31)]
    yield Told("31 players", ("players",), many, "length players")
    yield Told("a name missing", ("players", 3, "name"), GONE, "type players[3].name")
    yield Told("a name of nothing", ("players", 3, "name"), " ", "empty_text players[3].name")
    yield Told("a name of 25", ("players", 3, "name"), "x" * 25, "long_text players[3].name")
    yield Told("a name taken", ("players", 3, "name"), "anna", "name_taken players[3].name")
    yield Told("an id taken", ("players", 3, "id"), "a", "duplicate players[3].id")
    yield Told("no seatings", ("seatings",), [], "length seatings")
    yield Told("61 seatings", ("seatings",), [GOOD["seatings"][0]] * 61, "length seatings")
    yield Told("the first seating in round 2", ("seatings", 0, "round"), 2, "range seatings[0].round")
    yield Told("the second seating in round 1", ("seatings", 1, "round"), 1, "range seatings[1].round")
    yield Told("a seating of round 61", ("seatings", 1, "round"), 61, "range seatings[1].round")
    yield Told("a seating of two", ("seatings", 0, "players"), ["a", "b"], "length seatings[0].players")
    yield Told(
        "a seating of seven", ("seatings", 0, "players"), list("abcdabc"), "length seatings[0].players"
    )
    yield Told(
        "a seating of the same", ("seatings", 0, "players"), list("aba"), "duplicate seatings[0].players[2]"
    )
    yield Told(
        "a seating of strangers", ("seatings", 0, "players", 1), "x", "unknown_player seatings[0].players[1]"
    )
    yield Told(
        "a seating of numbers", ("seatings", 0, "players", 1), 1, "unknown_player seatings[0].players[1]"
    )
    yield Told(
        "dealers out of order", ("dealers",), [{"round": 3, "player": "a"}] * 2, "range dealers[1].round"
    )
    yield Told("a dealer of round 0", ("dealers", 0, "round"), 0, "range dealers[0].round")
    yield Told("a dealer of round 61", ("dealers", 0, "round"), 61, "range dealers[0].round")
    yield Told("a dealer who is unknown", ("dealers", 0, "player"), "x", "unknown_player dealers[0].player")
    yield Told("a dealer missing", ("dealers", 0, "player"), GONE, "unknown_player dealers[0].player")
    yield Told("a dealer who is not seated", ("dealers", 0), {"round": 1, "player": "d"})


def entries() -> Iterator[Told]:
    """Rounds, adjustments and rules."""
    for kind in ("bids", "tricks"):
        for value in NO_NUMBERS:
            place = ("rounds", 0, kind, "b")
            yield Told(f"{kind} of {value!r}", place, value, f"range {path(place)}")
        for value in ([], "x", None, 3):
            yield Told(f"{kind} {value!r}", ("rounds", 1, kind), value, f"type rounds[1].{kind}")
        yield Told(f"{kind} of a stranger", ("rounds", 1, kind, "x"), 1, f"unknown_player rounds[1].{kind}.x")
        yield Told(f"{kind} of nobody", ("rounds", 1, kind, ""), 1, f"unknown_player rounds[1].{kind}.")
        yield Told(f"no {kind}", ("rounds", 1, kind), GONE)
        yield Told(f"{kind} of 2.0", ("rounds", 1, kind, "a"), 2.0)
        yield Told(f"{kind} above the hand", ("rounds", 0, kind, "a"), 20)
    for flag in ("kept", "shown"):
        for value in (1, "true", None):
            yield Told(f"{flag} {value!r}", ("rounds", 1, flag), value, f"type rounds[1].{flag}")
        yield Told(f"not {flag}", ("rounds", 1, flag), False)
    yield Told("61 rounds", ("rounds",), [{}] * 61, "length rounds")
    yield Told("empty rounds at the end", ("rounds",), [*GOOD["rounds"], {}, {"kept": True}, {"bids": {}}])
    yield Told("an empty round in the middle", ("rounds", 1), {})
    for name in ("title", "rules", "dealers", "rounds", "adjustments"):
        yield Told(f"without {name}", (name,), GONE)
    for name in ("players", "seatings"):
        yield Told(f"without {name}", (name,), GONE, f"type {name}")
    yield Told("101 adjustments", ("adjustments",), [GOOD["adjustments"][0]] * 101, "length adjustments")
    yield Told("an adjustment twice", ("adjustments", 1, "id"), "l0", "duplicate adjustments[1].id")
    for value in (0, 1001, -1001, 2.5, "5", None):
        yield Told(f"points {value!r}", ("adjustments", 0, "points"), value, "range adjustments[0].points")
    for value in (-1, 61, None):
        yield Told(
            f"an adjustment of round {value}",
            ("adjustments", 0, "round"),
            value,
            "range adjustments[0].round",
        )
    yield Told(
        "an adjustment of a stranger",
        ("adjustments", 0, "player"),
        "x",
        "unknown_player adjustments[0].player",
    )
    yield Told(
        "an adjustment without reason", ("adjustments", 0, "reason"), "", "empty_text adjustments[0].reason"
    )
    for value in ([], "x", None):
        yield Told(f"rules {value!r}", ("rules",), value, "type rules")
    settings: tuple[tuple[str, object], ...] = (
        ("exact_bonus", 7),
        ("exact_bonus", "20"),
        ("tie_break", "coin"),
        ("bonus", 1),
        ("custom_round_count", 21),
        ("custom_round_count", 16),
    )
    for name, value in settings:
        yield Told(f"{name} {value!r}", ("rules", name), value, f"setting rules.{name}")
    yield Told("rules that contradict", ("rules", "round_one_exempt"), True, "setting rules.round_one_exempt")
    yield Told("a setting with a fraction of zero", ("rules", "exact_bonus"), 30.0)
    yield Told("a setting that says the standard", ("rules", "exact_bonus"), 20)


TEXTS = ("", " ", "{", "null null", '{"format": "rufen-sheet"', "[1, 2", "'x'", "\ufeff", "[" * 1000)
"""What is no JSON."""


def path(place: tuple[str | int, ...]) -> str:
    """A place as errors name it."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).lstrip(".")


def document(one: Told) -> object:
    """The good sheet with the value at its place."""
    changed = copy.deepcopy(GOOD)
    if not one.place:
        return one.value
    inner: Any = changed
    for part in one.place[:-1]:
        inner = inner[part]
    if one.value is GONE:
        del inner[one.place[-1]]
    else:
        inner[one.place[-1]] = one.value
    return changed


def told() -> Iterator[Told]:
    """Every document."""
    yield Told("a sheet", (), GOOD)
    for part in (fields, people, entries):
        yield from part()


def outcome(text: str) -> dict[str, Any]:
    """The sheet that is read, or the error."""
    try:
        return {"sheet": sheet_to_builtins(parse_sheet(text))}
    except SheetError as error:
        place = None if error.code == "json" else error.place
        return {"error": {"code": error.code, "place": place}}


def case(one: Told) -> dict[str, Any]:
    """A case as it is written. Raises ValueError when the engine does not say what is told."""
    whole = document(one)
    found = outcome(json.dumps(whole))
    error = " ".join(found["error"].values()) if "error" in found else ""
    if error != one.error:
        raise ValueError(f"{one.about}: {error or 'no error'} where {one.error or 'none'} is told")
    return {"about": one.about, "document": whole, **found}


def generate() -> str:
    """The whole file, a case a line."""
    texts = ({"about": f"no JSON: {text[:30]}", "text": text, **outcome(text)} for text in TEXTS)
    return json_text([*map(case, told()), *texts])


if __name__ == "__main__":
    TARGET.write_text(generate(), encoding="utf-8")
