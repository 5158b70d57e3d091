"""A clock that stands still while the game does. All times in seconds."""

from __future__ import annotations

__all__ = ["RunningClock"]


class RunningClock:
    """How long the game has gone on, apart from pauses; `now` is on a steady clock."""

    def __init__(self) -> None:
        self._gone = 0.0
        self._since: float | None = None

    @property
    def runs(self) -> bool:
        """Whether time passes."""
        return self._since is not None

    def run(self, running: bool, now: float) -> None:
        """Let it run, or stand still."""
        if running and self._since is None:
            self._since = now
        elif not running and self._since is not None:
            self._gone += now - self._since
            self._since = None

    def read(self, now: float) -> float:
        """The time that has passed on this clock."""
        return self._gone + (now - self._since if self._since is not None else 0.0)

    def due(self, reading: float) -> float | None:
        """When this clock comes to a reading, on the steady clock; None while it stands still."""
        return None if self._since is None else self._since + reading - self._gone
