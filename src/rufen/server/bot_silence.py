"""Programs that give no action and come back again: they stay away until a bot has stood in for them."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import msgspec

from rufen.server.room import Room

__all__ = ["Silences"]

MORE_S = 5.0
"""How much longer than the grace of the table they stay away, in seconds."""


class _Silence(msgspec.Struct):
    since: float
    until: float


class Silences:
    """By seat, since when its program has left requests without an action, whatever it did instead.

    Times are on the steady clock, in seconds; `patience` is how long that may go on.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._seats: WeakKeyDictionary[Room, dict[int, _Silence]] = WeakKeyDictionary()

    def begin(self, room: Room, seat: int, now: float) -> None:
        """A session has ended with a request that was open."""
        silence = self._seats.setdefault(room, {}).setdefault(seat, _Silence(now, now))
        grace = room.table.facts.options.grace
        if grace and now - silence.since >= self._patience:
            silence.until = now + grace + MORE_S

    def end(self, room: Room, seat: int) -> None:
        """The seat has acted."""
        self._seats.get(room, {}).pop(seat, None)

    def wait(self, room: Room, seat: int, now: float) -> float:
        """How long it has to stay away."""
        silence = self._seats.get(room, {}).get(seat)
        return max(0.0, silence.until - now) if silence is not None else 0.0
