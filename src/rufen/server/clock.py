"""The time, from outside, so that tests can bring their own."""

from __future__ import annotations

import time
from typing import Protocol

__all__ = ["Clock", "SystemClock"]


class Clock(Protocol):
    """Two clocks: the time of day for records, and a steady one for waiting."""

    def now(self) -> float:
        """UTC in seconds since 1970."""

    def steady(self) -> float:
        """Seconds on a clock that never jumps."""


class SystemClock:
    """The machine's clocks."""

    def now(self) -> float:
        """UTC in seconds since 1970."""
        return time.time()

    def steady(self) -> float:
        """Seconds on a clock that never jumps."""
        return time.monotonic()
