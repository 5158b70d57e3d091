"""Who is here: the sockets of every seat, and since when a person is away."""

from __future__ import annotations

from collections.abc import Sequence

from rufen.protocol.messages import Presence
from rufen.table.running import RunningClock

__all__ = ["RECONNECT_S", "Presences"]

RECONNECT_S = 5.0
"""How long a lost person counts as reconnecting, in seconds."""


class Presences:
    """The sockets of a table; `now` is on a steady clock, in seconds.

    The grace of a person who is away runs on the clock of the game: a pause holds it up. When somebody
    comes to a table where nobody was, it begins anew for all who are still away.
    """

    def __init__(self, clock: RunningClock, now: float) -> None:
        self._clock = clock
        self._sockets: dict[int | None, int] = {}
        self._lost: dict[int, float] = {}
        self._grace_from: dict[int, float] = {}
        """By seat: the reading of the game's clock from which the grace counts."""
        self._began = now

    @property
    def spectators(self) -> int:
        """How many sockets have no seat."""
        return self._sockets.get(None, 0)

    def connect(self, seat: int | None) -> None:
        """A browser of this seat (None: a spectator's) is here."""
        self._sockets[seat] = self._sockets.get(seat, 0) + 1

    def disconnect(self, seat: int | None, now: float) -> None:
        """A browser of this seat is gone."""
        left = self._sockets.get(seat, 0) - 1
        if left > 0:
            self._sockets[seat] = left
            return
        self._sockets.pop(seat, None)
        if seat is not None:
            self._lost[seat] = now
            self._grace_from[seat] = self._clock.read(now)

    def here(self, seat: int) -> bool:
        """Whether a browser of this seat is connected."""
        return seat in self._sockets

    def reorder(self, order: Sequence[int]) -> None:
        """At place i sits who sat at `order[i]`."""
        places = {old: new for new, old in enumerate(order)}
        self._sockets = {
            seat if seat is None else places[seat]: count for seat, count in self._sockets.items()
        }
        self._lost = {places[seat]: at for seat, at in self._lost.items()}
        self._grace_from = {places[seat]: at for seat, at in self._grace_from.items()}

    def begin_anew(self, people: Sequence[int], now: float) -> None:
        """A table where nobody was comes back to life."""
        self._grace_from = {seat: self._clock.read(now) for seat in people}

    def gone_for(self, seat: int, now: float) -> float:
        """For how long nobody of this seat has been here, in seconds; 0 while somebody is."""
        return 0.0 if self.here(seat) else now - self._lost.get(seat, self._began)

    def of(self, seat: int, now: float, grace: float) -> tuple[Presence, float | None]:
        """Whether the person of a seat is here, and when a bot stands in, where that time runs.

        `grace` 0: no bot ever does.
        """
        if self.here(seat):
            return Presence.HERE, None
        presence = Presence.RECONNECTING if self.gone_for(seat, now) < RECONNECT_S else Presence.AWAY
        if grace <= 0:
            return presence, None
        over = self._grace_from.get(seat, 0.0) + grace
        if self._clock.read(now) >= over:
            return Presence.STAND_IN, None
        return presence, self._clock.due(over)
