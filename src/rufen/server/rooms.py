"""All tables of a server: loaded from their logs when somebody comes, let go when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Sequence

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
from rufen.server.hints import Hints
from rufen.server.limiter import Full, Limiter
from rufen.server.room import Room
from rufen.server.settings import Limits
from rufen.server.store.base import Conflict, EventStore, RoomRow, StoreFailed
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
        hints: Hints,
        chance: Chance,
        clock: Clock,
        limits: Limits,
        limiter: Limiter,
        levels: Sequence[str],
        default_level: str,
        stand_in: str,
    ) -> None:
        self.store = store
        self.levels = levels
        self.closing = False
        self._bots = bots
        self._hints = hints
        self._chance = chance
        self._clock = clock
        self._limits = limits
        self._limiter = limiter
        self._default_level = default_level
        self._stand_in = stand_in
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

    def check_new(self, address: str) -> None:
        """Raises Full when there is no room for one more table, or for one more of this address."""
        if self.full:
            raise Full("as many tables are being played as this server takes", self._limits.tables)
        most = math.ceil(self._limits.tables_per_address * self._limits.per_address)
        if self._limiter.tables_of(address, self.__contains__) >= most:
            raise Full(f"at most {most} tables from one address are played at once", most)

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
        if row is not None:
            return Facts.decode(row.code, row.body)
        return await self._coded(Facts(), lambda row: self.store.save_room(table_id, row.code, row.body))

    async def _coded(self, facts: Facts, store: Callable[[RoomRow], Awaitable[None]]) -> Facts:
        """Have facts stored under a code that is free. Raises StoreFailed."""
        for _attempt in range(CODE_TRIES):
            coded = replace(facts, code=self._chance.code())
            try:
                await store(_row(coded))
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
            hints=self._hints,
            chance=self._chance,
            clock=self._clock,
            levels=self.levels,
            stand_in=self._stand_in,
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

    async def _begin(
        self, events: Sequence[Event], origin: str, facts: Facts, before: Table | None = None
    ) -> Table:
        """A new table with these events and facts, the next one of `before`: whole, or not at all.

        Raises StoreFailed.
        """
        table_id, now = self._chance.table_id(), self._clock.now()
        envelopes = [Envelope(table_id, seq, now, origin, event) for seq, event in enumerate(events, 1)]
        link = (before.id, _row(replace(before.facts, next_table=table_id))) if before is not None else None
        facts = await self._coded(facts, lambda row: self.store.begin(envelopes, row, link))
        table = Table(table_id, envelopes, facts, self._clock.steady())
        self._add(table)
        return table

    async def rematch(self, room: Room, connection: Connection) -> int:
        """The next game of the same people at a new table, made once. Raises Refusal.

        For the address of whoever asks it is a new table like any other.
        """
        address = connection.address

        async def create(before: Table) -> str:
            events = next_game(before, self._chance.deck())
            self._take_one(address)
            try:
                table = await self._begin(events, SERVER, next_facts(before), before)
            except StoreFailed as error:
                log.error("rematch failed", extra={"table": before.id, "why": str(error)})
                detail = "the server cannot write to its store"
                raise Refusal(RefusalCode.STORE_FAILED, detail) from None
            self._limiter.opened(table.id, address)
            log.info("rematch", extra={"table": table.id, "before": before.id})
            return table.id

        return await room.rematch(connection, create)

    def _take_one(self, address: str) -> None:
        """A table is made for an address. Raises Refusal when it may have no more now."""
        try:
            self.check_new(address)
        except Full as full:
            raise Refusal(RefusalCode.SERVER_FULL, str(full)) from None
        wait = self._limiter.creations.take(address, self._clock.steady())
        if wait:
            detail = f"too many new tables from one address: again in {math.ceil(wait)} s"
            raise Refusal(RefusalCode.TOO_FAST, detail)

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
        """Change what is stored of a table, None to delete it; see `Room.change_log`.

        Whether there is such a table. Raises StoreFailed, OtherRules.
        """
        room = await self.get(table_id)
        if room is None:
            return False
        await room.change_log(change)
        if room.closing and self._rooms.get(table_id) is room:
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


def _row(facts: Facts) -> RoomRow:
    return RoomRow(facts.code, facts.encode())
