"""The event store as the server sees it; one interface for every engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from rufen.core.events import Envelope

__all__ = [
    "SCHEMA_VERSION",
    "Conflict",
    "EventStore",
    "GameInfo",
    "OtherRules",
    "RoomRow",
    "StoreError",
    "StoreFailed",
]

SCHEMA_VERSION = 2
"""The version of the tables and columns; a store of a newer one is not opened."""


class StoreError(Exception):
    """The store cannot be opened; the text is one line for the person who starts the server."""


class StoreFailed(Exception):
    """Reading or writing failed; nothing is known to have been written."""


class Conflict(Exception):
    """The number of an event is taken, or the one before it is missing: somebody else was first."""


class OtherRules(Exception):
    """A game was played under another version of the rules and cannot be continued."""


class GameInfo(msgspec.Struct, frozen=True):
    """A game in the store: its last event's number and time, UTC in seconds since 1970."""

    game: str
    seq: int
    updated_at: float


class RoomRow(msgspec.Struct, frozen=True):
    """What a table is besides its log: its code, and the facts that `rufen.table.facts` reads and writes."""

    code: str
    body: bytes


class EventStore(Protocol):
    """Logs of games, each event stored once under its number."""

    async def append(self, game: str, expected_seq: int, envelopes: Sequence[Envelope]) -> None:
        """Store events `expected_seq` + 1 … of a game: all of them durably, or none.

        `expected_seq` 0 begins a game. Raises Conflict when the game is not at `expected_seq`,
        StoreFailed when the store cannot be written.
        """

    async def begin(
        self, envelopes: Sequence[Envelope], room: RoomRow, before: tuple[str, RoomRow] | None = None
    ) -> None:
        """Store the first events of a game with its room, and with what the room of another becomes by it.

        All of it durably, or nothing. Raises Conflict when the game is there or its code is taken,
        StoreFailed.
        """

    async def read(self, game: str, after: int = 0) -> list[Envelope]:
        """The events of a game after `after`, in order; empty for a game that is not known.

        Raises StoreFailed, and OtherRules for a game of another version of the rules.
        """

    async def find_key(self, game: str, key: str) -> int:
        """The number of the last event of a game in whose log a seat's key is; 0 for any other game.

        Costs little beside reading the game. Raises StoreFailed.
        """

    async def games(self, after: str = "", limit: int = 1000) -> list[GameInfo]:
        """The games in the order of their names, those after `after`, `limit` at most."""

    async def save_room(self, game: str, code: str, body: bytes) -> None:
        """Keep what a table is besides its log (`RoomRow`) durably, in place of what was kept before.

        Raises Conflict when another game has the code, StoreFailed.
        """

    async def load_room(self, game: str) -> RoomRow | None:
        """What was kept last; None for a game of which nothing was. Raises StoreFailed."""

    async def find_code(self, code: str) -> str | None:
        """The game that has a code. Raises StoreFailed."""

    async def rewrite(self, game: str, envelopes: Sequence[Envelope]) -> None:
        """Put other events in the place of stored ones, by their `seq`; all of them or none.

        Only to take out what a person wants forgotten. Raises Conflict when one is not there, StoreFailed.
        """

    async def delete(self, game: str) -> None:
        """Take a game out, with its log and its room; nothing when it is not there. Raises StoreFailed."""

    async def writable(self) -> bool:
        """Whether the store can be written now."""

    async def close(self) -> None:
        """Finish what is queued, and let go of the store."""
