"""Sheets for the vectors, written down shortly: "1 0 - 2" is an entry for each player in seating order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rufen.core.house_rules import parse_house_rules
from rufen.core.sheet import Dealer, Entries, Line, Player, Seating, Sheet, new_sheet

NAMES = ("Anna", "Ben", "Cara", "Dan", "Eva", "Finn")
FOLDER = Path(__file__).parent

Rules = Mapping[str, Any]


def values(text: str, players: Iterable[str]) -> dict[str, int]:
    """Entries by player; `-` is a missing one."""
    return {player: int(word) for player, word in zip(players, text.split(), strict=True) if word != "-"}


def entries(text: str, players: Sequence[str]) -> Entries:
    """A round as `bids / tricks`; either may be left away. `!` keeps its bids, `*` has shown them."""
    bids, _, tricks = (part.strip("!* ") for part in text.partition("/"))
    nothing = " ".join("-" * len(players))
    return Entries(
        values(bids or nothing, players),
        values(tricks or nothing, players),
        kept="!" in text,
        shown="*" in text,
    )


def sheet(
    players: int,
    rules: Rules,
    *texts: str,
    dealers: Mapping[int, str] | None = None,
    seatings: Mapping[int, str] | None = None,
    lines: Sequence[tuple[int, str, int]] = (),
    joined: str = "",
) -> Sheet:
    """A sheet with these entries.

    `seatings` are letters by round, `joined` the letters of those who were not there at first, `lines`
    are round, player and points.
    """
    start = new_sheet(NAMES[:players])
    everybody = (*start.players, *(Player(letter, NAMES["abcdef".index(letter)]) for letter in joined))
    seated: dict[int, str] = {1: "abcdef"[:players], **(seatings or {})}
    written = []
    for number, text in enumerate(texts, 1):
        here = seated[max(first for first in seated if first <= number)]
        written.append(entries(text, here))
    return msgspec.structs.replace(
        start,
        rules=parse_house_rules(rules),
        players=everybody,
        seatings=tuple(Seating(number, tuple(letters)) for number, letters in sorted(seated.items())),
        dealers=tuple(Dealer(number, player) for number, player in sorted((dealers or {}).items())),
        rounds=tuple(written),
        adjustments=tuple(
            Line(f"l{at}", number, player, points, "agreed")
            for at, (number, player, points) in enumerate(lines)
        ),
    )


def custom(count: int, **settings: Any) -> dict[str, Any]:
    """House rules for so many rounds."""
    return {"round_mode": "custom", "custom_round_count": count, **settings}


def sizes(*hands: int, **settings: Any) -> dict[str, Any]:
    """House rules for these hand sizes."""
    return {"round_mode": "schedule", "hand_sizes": list(hands), **settings}


def json_text(cases: Iterable[object], *, compact: bool = False) -> str:
    """A file of vectors: a case a line."""
    separators = (",", ":") if compact else (", ", ": ")
    lines = (json.dumps(case, ensure_ascii=False, separators=separators) for case in cases)
    return "[\n" + ",\n".join(lines) + "\n]\n"
