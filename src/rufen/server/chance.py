"""All chance of the server: decks, salts and names of tables, from the system's randomness."""

from __future__ import annotations

import secrets
from typing import Protocol

from rufen.core.cards import DECK, Card
from rufen.table.codes import make_code

__all__ = ["Chance", "SystemChance"]

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"


class Chance(Protocol):
    """Where decks come from."""

    def deck(self) -> tuple[Card, ...]:
        """All sixty cards, shuffled."""

    def salt(self) -> str:
        """A secret for the commitment to a deck, 128 bits or more."""

    def token(self) -> str:
        """A secret for a seat, 128 bits or more: see `messages.Token`."""

    def table_id(self) -> str:
        """A name for a table that nobody can guess."""

    def code(self) -> str:
        """A code for a table, perhaps one that another has."""

    def seed(self) -> int:
        """A seed for a bot."""

    def part(self) -> float:
        """Any number from 0 up to 1: how long a bot seems to think."""


class SystemChance:
    """The operating system's randomness."""

    def deck(self) -> tuple[Card, ...]:
        """All sixty cards, shuffled."""
        deck = list(DECK)
        secrets.SystemRandom().shuffle(deck)
        return tuple(deck)

    def salt(self) -> str:
        """192 bits as text."""
        return secrets.token_urlsafe(24)

    def token(self) -> str:
        """192 bits as text."""
        return secrets.token_urlsafe(24)

    def table_id(self) -> str:
        """Fourteen letters and digits, 70 bits, none that are easily confused."""
        return "".join(secrets.choice(_ALPHABET) for _ in range(14))

    def code(self) -> str:
        """See `rufen.table.codes`."""
        return make_code(secrets.randbelow)

    def seed(self) -> int:
        """64 bits."""
        return secrets.randbits(64)

    def part(self) -> float:
        """A number of 32 bits."""
        return secrets.randbits(32) / 2**32
