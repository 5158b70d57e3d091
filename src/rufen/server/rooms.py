"""All tables of a server: loaded from their logs when somebody comes, let go when nobody is there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import msgspec

from rufen.core.events import Envelope
from rufen.protocol.messages import CreateTable, TableCreated
from rufen.server.bots import Bots
from rufen.server.chance import Chance
from rufen.server.clock import Clock
from rufen.server.room import Room
from rufen.server.settings import Limits
from rufen.server.store.base import EventStore, StoreFailed
from rufen.table.commands import origin_of
from rufen.table.creation import open_table
from rufen.table.keys import key_of
from rufen.table.table import Table

__all__ = ["Rooms"]

log = logging.getLogger("rufen.rooms")


class Rooms:
    """The tables in memory, each once."""

    def __init__(
        self,
        store: EventStore,
        *,
        bots: Bots,
        chance: Chance,
        clock: Clock,
        limits: Limits,
        levels: Sequence[str],
        default_level: str,
    ) -> None:
        self.store = store
        self.levels = levels
        self.closing = False
        self._bots = bots
        self._chance = chance
        self._clock = clock
        self._limits = limits
        self._default_level = default_level
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._wishes: dict[str, tuple[float, asyncio.Task[TableCreated]]] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    async def get(self, table_id: str) -> Room | None:
        """The room of a table, None when there is no such table. Raises StoreFailed, OtherRules."""
        room = self._rooms.get(table_id)
        if room is not None:
            room.last_used = self._clock.steady()
            return room
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _task: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> Room | None:
        envelopes = await self.store.read(table_id)
        if not envelopes:
            return None
        try:
            table = Table(table_id, envelopes)
        except (ValueError, LookupError, TypeError) as error:
            raise StoreFailed(f"the log of {table_id} does not fit together: {error}") from error
        return self._add(table)

    def _add(self, table: Table) -> Room:
        room = Room(
            table,
            store=self.store,
            bots=self._bots,
            chance=self._chance,
            clock=self._clock,
            levels=self.levels,
        )
        room.closing = self.closing
        self._rooms[table.id] = room
        room.wake()
        return room

    async def create(self, wish: CreateTable) -> TableCreated:
        """A new table; the same wish sent twice in a moment is one table.

        Raises SettingError, BadName, StoreFailed.
        """
        now = self._clock.steady()
        for old in [key for key, (at, _) in self._wishes.items() if now - at >= self._limits.repeat_s]:
            del self._wishes[old]
        key = key_of(msgspec.json.encode(wish).decode())
        if key not in self._wishes:
            self._wishes[key] = now, asyncio.create_task(self._create(wish))
        task = self._wishes[key][1]
        try:
            return await asyncio.shield(task)
        except Exception:
            self._wishes.pop(key, None)
            raise

    async def _create(self, wish: CreateTable) -> TableCreated:
        new = open_table(
            wish, levels=self.levels, default_level=self._default_level, draw_deck=self._chance.deck()
        )
        table_id, now, origin = self._chance.table_id(), self._clock.now(), origin_of(new.seat, "create")
        envelopes = [Envelope(table_id, seq, now, origin, event) for seq, event in enumerate(new.events, 1)]
        await self.store.append(table_id, 0, envelopes)
        self._add(Table(table_id, envelopes))
        log.info("table created", extra={"table": table_id, "seats": len(wish.seats)})
        return TableCreated(table_id, new.seat)

    def tick(self, now: float) -> None:
        """See to deadlines, and let go of tables where nobody is; `now` on the steady clock."""
        for room in list(self._rooms.values()):
            room.wake()
            if room.idle and now - room.last_used >= self._limits.idle_s:
                del self._rooms[room.table.id]

    async def close(self) -> None:
        """Refuse what comes and finish what is being stored."""
        self.closing = True
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
