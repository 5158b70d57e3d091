"""All connections of the server: so many in all, so many of one address, and who waits makes way."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Protocol

__all__ = ["Crowd", "Guest"]


class Guest(Protocol):
    """A connection."""

    @property
    def address(self) -> str | None:
        """What it counts for; None when it does not count for anybody, as those of a trusted proxy."""

    @property
    def waiting(self) -> bool:
        """Whether nothing is being answered on it: no loss when it is closed."""

    def dismiss(self) -> None:
        """Close it."""


class Crowd:
    """Counts connections from when they are made until they are lost, whatever becomes of them."""

    def __init__(self, most: int, of_one: int) -> None:
        self._most = most
        self._of_one = of_one
        # By transport, the oldest first; those that were dismissed do not count.
        self._guests: dict[asyncio.BaseTransport, Guest] = {}
        self._by_address: Counter[str | None] = Counter()

    def __len__(self) -> int:
        return len(self._guests)

    def enter(self, transport: asyncio.BaseTransport, guest: Guest) -> bool:
        """A connection was made; False when there is no room for it, even if others make way."""
        address = guest.address
        crowded = address is not None and self._by_address[address] >= self._of_one
        room = (not crowded or self._make_way(address)) and (
            len(self._guests) < self._most or self._make_way(None)
        )
        self._guests[transport] = guest
        self._by_address[address] += 1
        return room

    def _make_way(self, address: str | None) -> bool:
        """Close the connection that waits for longest, of an address or of all; whether there was one."""
        for transport, guest in self._guests.items():
            if guest.waiting and address in (None, guest.address):
                self.leave(transport)
                guest.dismiss()
                return True
        return False

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """A connection is lost."""
        guest = self._guests.pop(transport, None)
        if guest is not None:
            self._by_address[guest.address] -= 1
            if not self._by_address[guest.address]:
                del self._by_address[guest.address]
