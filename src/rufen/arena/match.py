"""A match as a value: everything that decides its numbers, and who sits with whom."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import Any

import msgspec

from rufen.arena.contestants import Contestant
from rufen.core.house_rules import HouseRules, RoundMode, schedule

__all__ = ["Episode", "FieldKind", "LineUp", "Match", "MatchError", "differences", "line_ups", "round_rules"]


class Episode(Enum):
    """What one deal is."""

    ROUND = "round"
    """One round: the hand sizes of the schedule in turn."""
    GAME = "game"
    """A whole game."""


class FieldKind(Enum):
    """Who sits with whom."""

    MIRRORED = "mirrored"
    """For every two players one of each among the others: a b b b and b a a a."""
    ALONE = "alone"
    """One of the first player among each of the others: a b b b, a c c c."""
    MIXED = "mixed"
    """All of them at one table."""
    OWN = "own"
    """One player in every seat."""


class MatchError(ValueError):
    """These settings are no match; the message says why and what is allowed."""


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is played. The same value gives the same numbers on every machine, however it is spread.

    `margin` is the difference in points a round below which two players count as equal, 0 for never;
    `alpha` the chance of a false decision that is allowed over all pairs together. `deadline` is in
    seconds an action, for players that are programs; `max_faults` how many a player may make.
    """

    players: tuple[Contestant, ...]
    seats: int
    rules: HouseRules
    episode: Episode
    field: FieldKind
    deals: int
    seed: str
    stop_when_decided: bool = False
    margin: float = 0.0
    alpha: float = 0.05
    deadline: float = 10.0
    max_faults: int = 20

    def __post_init__(self) -> None:
        count = len(self.players)
        if not count:
            raise MatchError("a match needs at least one player")
        if self.field is FieldKind.MIXED and count != self.seats:
            raise MatchError(
                f"a mixed field seats every player once: {count} named, but there are {self.seats} seats"
            )
        if (self.field is FieldKind.OWN) != (count == 1):
            raise MatchError("a player alone plays in its own company, and only alone")
        for text in (self.seed, *(part for each in self.players for part in (each.name, each.text))):
            try:
                text.encode()
            except UnicodeEncodeError:
                raise MatchError(f"{text!r}: expected text in UTF-8") from None
        if self.deals < 1:
            raise MatchError("a match has at least one deal")
        if self.stop_when_decided and count == 1:
            raise MatchError("there is nothing to decide with one player")

    @property
    def schedule(self) -> tuple[int, ...]:
        """The hand sizes of a whole game."""
        return schedule(self.rules, self.seats)

    @property
    def cycle(self) -> int:
        """After how many deals every hand size has had its turn."""
        return len(self.schedule) if self.episode is Episode.ROUND else 1


def differences(before: Mapping[str, Any], now: Mapping[str, Any], where: str = "") -> list[str]:
    """What differs between two matches as their JSON forms, a line each: `deals: 100, now 200`."""
    lines = []
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name), now.get(name)
        if old == new:
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            lines += differences(old, new, f"{where}{name} ")
        elif name == "players" and isinstance(old, list) and isinstance(new, list):
            lines.append(f"players: {_names(old)}, now {_names(new)}")
        else:
            lines.append(f"{where}{name}: {_value(old)}, now {_value(new)}")
    return lines


def _value(value: object) -> str:
    return "the default" if value is None else msgspec.json.encode(value).decode()[:300]


def _names(players: list[Any]) -> str:
    try:
        known = msgspec.convert(players, tuple[Contestant, ...])
    except msgspec.ValidationError:
        return _value(players)
    return " ".join(
        f"{each.name} ({each.text}{' ' + each.digest[:8] if each.digest else ''})" for each in known
    )


class LineUp(msgspec.Struct, frozen=True):
    """One company: the contestant at each place, and the places that are measured.

    In rotation r the player of place p sits in seat (p + r) modulo the seats.
    """

    places: tuple[int, ...]
    measured: tuple[int, ...]

    def seating(self, rotation: int) -> tuple[int, ...]:
        """The contestant in each seat."""
        seats = len(self.places)
        return tuple(self.places[(seat - rotation) % seats] for seat in range(seats))

    @property
    def rotations(self) -> tuple[int, ...]:
        """The rotations that are played: those that seat anybody anew."""
        seatings = {self.seating(rotation): rotation for rotation in reversed(range(len(self.places)))}
        return tuple(sorted(seatings.values()))


def line_ups(match: Match) -> tuple[LineUp, ...]:
    """Every company of a match. In a mirrored field only the one that sits alone is measured."""
    count, seats = len(match.players), match.seats
    everybody = tuple(range(seats))
    match match.field:
        case FieldKind.OWN:
            return (LineUp((0,) * seats, everybody),)
        case FieldKind.MIXED:
            return (LineUp(everybody, everybody),)
        case FieldKind.ALONE:
            others = range(1, count)
            return tuple(LineUp((0, *(other,) * (seats - 1)), everybody) for other in others)
    found = []
    for one, other in combinations(range(count), 2):
        found.append(LineUp((one, *(other,) * (seats - 1)), (0,)))
        found.append(LineUp((other, *(one,) * (seats - 1)), (0,)))
    return tuple(found)


@lru_cache(maxsize=64)
def round_rules(rules: HouseRules, seats: int, number: int) -> HouseRules:
    """The rules under which round `number` of the schedule, from 0, is a game by itself.

    What belongs to the first and the last round (R2.6, R3.2, R5.4) holds in these rounds and in no other:
    any but the last is followed by one more that is never played.
    """
    sizes = schedule(rules, seats)
    last = number == len(sizes) - 1
    return msgspec.structs.replace(
        rules,
        round_mode=RoundMode.SCHEDULE,
        hand_sizes=(sizes[number],) * (1 if last else 2),
        round_one_exempt=rules.round_one_exempt and number == 0,
    )
