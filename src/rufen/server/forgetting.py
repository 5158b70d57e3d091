"""Taking a person out of a game's log: the name and the secret, and nothing that was played."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rufen.core.events import (
    Envelope,
    Event,
    GameStarted,
    PlayerKind,
    SeatKeySet,
    SeatLeft,
    SeatsReordered,
    SeatTaken,
)
from rufen.table.commands import SERVER
from rufen.table.facts import Facts
from rufen.table.names import distinct_name

__all__ = ["NO_KEY", "NO_NAME", "NotTheirs", "facts_without", "without"]

NO_NAME = "—"
"""What stands in the place of a name."""
NO_KEY = ""
"""What stands in the place of a seat's key: the hash of no secret."""


class NotTheirs(Exception):
    """Nobody with this key has ever sat in the game."""


class _Sitting:
    """Somebody on a seat from one moment on: where in the log that is, and under which keys."""

    def __init__(self, taken: Envelope, event: SeatTaken) -> None:
        self.taken = taken
        self.event = event
        self.keys: list[tuple[Envelope, SeatKeySet]] = []

    @property
    def key(self) -> str:
        return self.keys[-1][1].key if self.keys else NO_KEY

    def is_of(self, key: str) -> bool:
        return any(event.key == key for _envelope, event in self.keys)


def _sittings(log: Sequence[Envelope]) -> tuple[list[_Sitting], dict[int, _Sitting]]:
    """Everybody who has ever sat down, and by seat those who sit there at the end."""
    everybody: list[_Sitting] = []
    seats: dict[int, _Sitting] = {}
    for envelope in log:
        match envelope.event:
            case SeatTaken(seat=seat) as event:
                seats[seat] = _Sitting(envelope, event)
                everybody.append(seats[seat])
            case SeatKeySet(seat=seat) as event:
                seats[seat].keys.append((envelope, event))
            case SeatLeft(seat=seat):
                seats.pop(seat, None)
            case SeatsReordered(order=order):
                seats = {place: seats[old] for place, old in enumerate(order) if old in seats}
    return everybody, seats


def without(log: Sequence[Envelope], key: str) -> list[Envelope] | None:
    """The log with another name and no key where the person of `key` was named.

    Before the game they get up, too: the events of that are added at the end.
    None when no other person sits in the game: then it belongs to nobody and goes as a whole. A person
    whose own name and secret were taken out before is nobody any more. Raises NotTheirs.
    """
    everybody, seated = _sittings(log)
    theirs = [sitting for sitting in everybody if sitting.is_of(key)]
    if not theirs or key == NO_KEY:
        raise NotTheirs
    others = (
        sitting
        for sitting in seated.values()
        if sitting.event.kind is PlayerKind.PERSON and sitting not in theirs
    )
    if all(sitting.key == NO_KEY for sitting in others):
        return None
    name = distinct_name(NO_NAME, {sitting.event.name for sitting in everybody if sitting not in theirs})
    changed: dict[int, Event] = {}
    for sitting in theirs:
        changed[sitting.taken.seq] = replace(sitting.event, name=name)
        for envelope, event in sitting.keys:
            changed[envelope.seq] = replace(event, key=NO_KEY)
    new = [replace(envelope, event=changed.get(envelope.seq, envelope.event)) for envelope in log]
    if not any(isinstance(envelope.event, GameStarted) for envelope in log):
        left = (SeatLeft(seat) for seat, sitting in seated.items() if sitting in theirs)
        last = log[-1]
        new += [
            Envelope(last.game, seq, last.at, SERVER, event) for seq, event in enumerate(left, last.seq + 1)
        ]
    return new


def facts_without(facts: Facts, log: Sequence[Envelope]) -> Facts:
    """The facts of a table with this log, without keys and names that are in it no more."""
    keys = {envelope.event.key for envelope in log if isinstance(envelope.event, SeatKeySet)}
    names = {envelope.event.name for envelope in log if isinstance(envelope.event, SeatTaken)}
    host = facts.host if facts.host in keys else None
    paused_by = facts.paused_by if facts.paused_by is None or facts.paused_by in names else NO_NAME
    return replace(facts, host=host, paused_by=paused_by)
