"""All tables of a server: loaded from their logs when somebody comes, let go when nobody is there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from rufen.core.events import Envelope, Event
from rufen.core.house_rules import preset
from rufen.core.state import Phase
from rufen.protocol.bodies import CreateTable, OpenTable, TableCreated
from rufen.protocol.messages import RefusalCode
from rufen.server.bots import Bots
from rufen.server.chance import Chance
from rufen.server.clock import Clock
from rufen.server.connection import Connection
from rufen.server.room import Room
from rufen.server.settings import Limits
from rufen.server.store.base import Conflict, EventStore, StoreFailed
from rufen.table.commands import SERVER, Refusal, origin_of
from rufen.table.creation import open_table
from rufen.table.facts import Facts
from rufen.table.keys import key_of
from rufen.table.rematch import next_facts, next_game
from rufen.table.table import Table

__all__ = ["Rooms"]

log = logging.getLogger("rufen.rooms")

SETTLED_S = 10.0
"""How long a table has not been used before it may make way for another."""
CODE_TRIES = 50
"""How many codes are tried for a table before it is given up: most are free."""


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

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._rooms

    @property
    def full(self) -> bool:
        """Whether there are as many tables as there may be, and none of them can make way."""
        return len(self._rooms) >= self._limits.tables and self._leaving() is None

    def _leaving(self) -> Room | None:
        """The table where nobody has been for longest; none of those that were used a moment ago."""
        before = self._clock.steady() - SETTLED_S
        rooms = (room for room in self._rooms.values() if room.idle and room.last_used <= before)
        return min(rooms, key=lambda room: room.last_used, default=None)

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
            facts = await self._facts(table_id)
            table = Table(table_id, envelopes, facts, self._clock.steady())
        except (ValueError, LookupError, TypeError) as error:
            raise StoreFailed(f"the log of {table_id} does not fit together: {error}") from error
        return self._add(table)

    async def _facts(self, table_id: str) -> Facts:
        """What the store keeps of a table besides its log; a table of an older version gets its code now."""
        row = await self.store.load_room(table_id)
        return Facts.decode(row.code, row.body) if row is not None else await self._keep(table_id, Facts())

    async def _keep(self, table_id: str, facts: Facts) -> Facts:
        """Store the facts of a table under a code that is free. Raises StoreFailed."""
        for _attempt in range(CODE_TRIES):
            coded = replace(facts, code=self._chance.code())
            try:
                await self.store.save_room(table_id, coded.code, coded.encode())
            except Conflict:
                continue
            return coded
        raise StoreFailed("no code for a table is free")

    def _add(self, table: Table) -> Room:
        if len(self._rooms) >= self._limits.tables and (leaving := self._leaving()) is not None:
            del self._rooms[leaving.table.id]
        room = Room(
            table,
            store=self.store,
            bots=self._bots,
            chance=self._chance,
            clock=self._clock,
            levels=self.levels,
            stand_in=self._default_level,
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
        table = await self._begin(new.events, origin_of(new.seat, "create"), Facts(options=wish.options))
        log.info("table created", extra={"table": table.id, "seats": len(wish.seats)})
        return TableCreated(table.id, new.seat, table.facts.code)

    async def _begin(self, events: Sequence[Event], origin: str, facts: Facts) -> Table:
        """A new table with these events and facts. Raises StoreFailed."""
        table_id, now = self._chance.table_id(), self._clock.now()
        envelopes = [Envelope(table_id, seq, now, origin, event) for seq, event in enumerate(events, 1)]
        await self.store.append(table_id, 0, envelopes)
        facts = await self._keep(table_id, facts)
        table = Table(table_id, envelopes, facts, self._clock.steady())
        self._add(table)
        return table

    async def rematch(self, room: Room, connection: Connection) -> int:
        """The next game of the same people at a new table, made once. Raises Refusal."""

        async def create(before: Table) -> str:
            if self.full:
                raise Refusal(RefusalCode.SERVER_FULL, "as many tables are being played as this server takes")
            try:
                events = next_game(before, self._chance.deck())
                table = await self._begin(events, SERVER, next_facts(before))
            except StoreFailed as error:
                log.error("rematch failed", extra={"table": before.id, "why": str(error)})
                detail = "the server cannot write to its store"
                raise Refusal(RefusalCode.STORE_FAILED, detail) from None
            log.info("rematch", extra={"table": table.id, "before": before.id})
            return table.id

        return await room.rematch(connection, create)

    def open_tables(self) -> tuple[OpenTable, ...]:
        """Tables that their hosts have listed, where somebody waits and seats are free."""
        found = []
        for room in self._rooms.values():
            table = room.table
            setup = table.state.setup
            free = setup.players.count(None)
            listed = table.facts.options.listed and table.state.phase is Phase.SEATING
            if listed and free and table.people_here:
                names = tuple(player.name for player in setup.players if player is not None)
                standard = setup.rules == preset("standard", setup.seats)
                found.append(OpenTable(table.id, names, setup.seats, free, standard))
        return tuple(found)

    async def forget(self, table_id: str, change: Callable[[list[Envelope]], list[Envelope] | None]) -> bool:
        """Change what is stored of a table, None to delete it; its sockets are told to come back.

        Whether there is such a table. Raises StoreFailed, OtherRules.
        """
        room = await self.get(table_id)
        if room is None:
            return False
        await room.change_log(change)
        if self._rooms.get(table_id) is room:
            del self._rooms[table_id]
        return True

    def tick(self, now: float) -> None:
        """See to deadlines, and let go of tables where nobody is; `now` on the steady clock."""
        for room in list(self._rooms.values()):
            room.tick()
            if room.idle and now - room.last_used >= self._limits.idle_s:
                del self._rooms[room.table.id]

    async def close(self) -> None:
        """Refuse what comes and finish what is being stored."""
        self.closing = True
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
