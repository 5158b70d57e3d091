"""What one address may do: so much at once, and so much a second for long. Kept in memory only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable

from rufen.server.settings import Limits

__all__ = ["Buckets", "Full", "Limiter"]

MOST = 10_000
"""How many addresses are remembered of each kind: those heard of last."""


class Full(Exception):
    """There is no room for one more, of what the text says; `limit` is how many there may be."""

    def __init__(self, detail: str, limit: int) -> None:
        super().__init__(detail)
        self.limit = limit


class Buckets:
    """Allowances by key: `burst` at once, and they fill again at `rate` a second."""

    def __init__(self, rate: float, burst: float, most: int = MOST) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        # By key what is left and when that was, those not heard of for longest first.
        self._left: dict[Hashable, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._left)

    def wait(self, key: Hashable, now: float) -> float:
        """How long until the next may come, in seconds; 0.0 when it may come now."""
        return max(0.0, 1 - self._now(key, now)) / self._rate

    def take(self, key: Hashable, now: float, cost: float = 1) -> float:
        """Take `cost` from the allowance where there is one left; else, as `wait`, how long until there is.

        Who takes more than is left waits the longer for the next.
        """
        left = self._now(key, now)
        allowed = left >= 1
        self._left.pop(key, None)
        self._left[key] = (left - cost if allowed else left, now)
        self._forget(now)
        return 0.0 if allowed else (1 - left) / self._rate

    def _now(self, key: Hashable, now: float) -> float:
        left, then = self._left.get(key, (self._burst, now))
        return min(self._burst, left + (now - then) * self._rate)

    def _forget(self, now: float) -> None:
        """Let go of those that are full again, and of too many."""
        full = self._burst / self._rate
        while self._left:
            oldest = next(iter(self._left))
            if len(self._left) <= self._most and now - self._left[oldest][1] < full:
                return
            del self._left[oldest]


class Limiter:
    """The allowances of all addresses, and how many sockets and tables each has open."""

    def __init__(self, limits: Limits) -> None:
        def buckets(rate: float, burst: float) -> Buckets:
            return Buckets(rate * limits.per_address, burst * limits.per_address)

        self.requests = buckets(limits.request_rate, limits.request_burst)
        self.reads = buckets(limits.read_rate, limits.read_burst)
        self.logs = buckets(limits.log_rate, limits.log_burst)
        self.creations = buckets(limits.create_rate, limits.create_burst)
        self.codes = buckets(limits.code_rate, limits.code_burst)
        self.wrong = buckets(limits.wrong_rate, limits.wrong_burst)
        self.messages = buckets(limits.address_rate, limits.address_burst)
        self._sockets: Counter[str] = Counter()
        self._tables: dict[str, str] = {}

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return self._sockets.total()

    def sockets_of(self, address: str) -> int:
        """How many of them are an address's."""
        return self._sockets[address]

    def enter(self, address: str) -> None:
        """A socket of this address is open."""
        self._sockets[address] += 1

    def leave(self, address: str) -> None:
        """It is gone."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]

    def opened(self, table: str, address: str) -> None:
        """A table was created from this address."""
        self._tables[table] = address

    def tables_of(self, address: str, in_memory: Callable[[str], bool]) -> int:
        """How many tables created from an address are being played; the others are forgotten."""
        self._tables = {table: owner for table, owner in self._tables.items() if in_memory(table)}
        return sum(owner == address for owner in self._tables.values())
