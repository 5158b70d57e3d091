"""Who is here: the sockets of every seat, and since when a person is away."""

from __future__ import annotations

from collections.abc import Sequence

from rufen.protocol.messages import Presence

__all__ = ["RECONNECT_S", "Presences"]

RECONNECT_S = 5.0
"""How long a lost person counts as reconnecting, in seconds."""


class Presences:
    """The sockets of a table. All times on one steady clock, in seconds.

    The grace period of a person runs only while the game does (`running`): it begins anew for all who are
    away when a table where nobody was, or that was paused, comes back to life.
    """

    def __init__(self, now: float) -> None:
        self._sockets: dict[int | None, int] = {}
        self._lost: dict[int, float] = {}
        self._began = now
        self._running_since: float | None = None

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

    def run(self, running: bool, now: float) -> None:
        """The game goes on, or stands still."""
        if not running:
            self._running_since = None
        elif self._running_since is None:
            self._running_since = now

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
        if grace <= 0 or self._running_since is None:
            return presence, None
        due = self.due(seat, grace)
        if now >= due:
            return Presence.STAND_IN, None
        return presence, due

    def due(self, seat: int, grace: float) -> float:
        """When a bot stands in for a seat that is away, while the game runs."""
        lost = self._lost.get(seat, self._began)
        return max(lost, self._running_since if self._running_since is not None else lost) + grace
