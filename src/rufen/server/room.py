"""A table that is being played: its commands one after another, its sockets, its bots.

The command path is load → decide → append → commit → publish. Nothing is shown or acknowledged
before it is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from rufen.core.actions import IllegalAction
from rufen.core.events import Envelope
from rufen.core.view import PlayerView
from rufen.players.base import Player
from rufen.protocol.messages import (
    PROTOCOL_VERSION,
    Act,
    Beat,
    NextRound,
    RefusalCode,
    Sit,
    Snapshot,
    StandUp,
    Start,
    TableNews,
    Update,
)
from rufen.server.bots import Bots
from rufen.server.chance import Chance
from rufen.server.clock import Clock
from rufen.server.connection import Connection
from rufen.server.store.base import Conflict, EventStore, OtherRules, StoreFailed
from rufen.server.wire import encode
from rufen.table.commands import Done, Plan, Refusal
from rufen.table.table import BotTurn, Table

__all__ = ["Room"]

log = logging.getLogger("rufen.room")

Decide = Callable[[Table], Plan | Done]


class Room:
    """Runs one table."""

    def __init__(
        self,
        table: Table,
        *,
        store: EventStore,
        bots: Bots,
        chance: Chance,
        clock: Clock,
        levels: Sequence[str],
    ) -> None:
        self.table = table
        self.closing = False
        self.last_used = clock.steady()
        self._store = store
        self._bots = bots
        self._chance = chance
        self._clock = clock
        self._levels = levels
        self._lock = asyncio.Lock()
        self._connections: set[Connection] = set()
        self._players: dict[int, Player] = {}
        self._driver: asyncio.Task[None] | None = None
        self._news: TableNews = table.news()

    # sockets

    def join(self, connection: Connection, seat: int | None, seen: int | None) -> None:
        """A socket said hello: it gets the whole table, the others hear that somebody is here."""
        connection.seat = seat
        self._connections.add(connection)
        self.table.connect(seat)
        self.snapshot(connection, seen)
        self._tell_news(besides=connection)
        self.wake()

    def leave(self, connection: Connection) -> None:
        """A socket is gone."""
        if connection in self._connections:
            self._connections.remove(connection)
            self.table.disconnect(connection.seat)
            self.last_used = self._clock.steady()
            self._tell_news()
            self.wake()

    def snapshot(self, connection: Connection, seen: int | None = None) -> None:
        """Send the whole table as this socket's seat may see it."""
        table, seat = self.table, connection.seat
        missed = table.missed(seat, seen)
        message = Snapshot(PROTOCOL_VERSION, table.id, table.view(seat), table.news(), missed)
        connection.send(encode(message))

    @property
    def beat(self) -> str:
        """The heartbeat, encoded."""
        return encode(Beat(self.table.seq))

    # commands of sockets: each returns the table's seq to acknowledge, or raises Refusal

    async def act(self, connection: Connection, message: Act) -> int:
        """A seat acts."""
        seat = connection.seat
        return await self._command(lambda table: table.act(seat, message.id, message.seq, message.action))

    async def next_round(self, connection: Connection, message: NextRound) -> int:
        """A seat has seen the result."""
        seat, now = connection.seat, self._clock.steady()
        return await self._command(lambda table: table.next_round(seat, message.round, now))

    async def sit(self, connection: Connection, message: Sit) -> int:
        """Somebody takes a seat; the socket of a person who does is that seat's from now on."""

        def decide(table: Table) -> Plan | Done:
            return table.sit(
                connection.seat,
                message.id,
                message.seat,
                message.name,
                token=message.token,
                level=message.level,
                levels=self._levels,
            )

        def seated(table: Table) -> None:
            if message.level is None and connection.seat is None:
                self._move(connection, message.seat)

        before = connection.seat
        seq = await self._command(decide, seated)
        if before != connection.seat and connection in self._connections:
            self.snapshot(connection)
        return seq

    async def stand_up(self, connection: Connection, message: StandUp) -> int:
        """A seat becomes free; sockets that were its own watch from now on."""
        by = connection.seat

        def freed(table: Table) -> None:
            players = table.state.setup.players
            if message.seat < len(players) and players[message.seat] is None:
                for other in self._connections:
                    if other.seat == message.seat:
                        self._move(other, None)

        return await self._command(lambda table: table.stand_up(by, message.id, message.seat), freed)

    async def start(self, connection: Connection, message: Start) -> int:
        """The host starts the game."""
        seat, deck = connection.seat, self._chance.deck()
        return await self._command(lambda table: table.start(seat, message.id, deck))

    def _move(self, connection: Connection, seat: int | None) -> None:
        if connection in self._connections:
            self.table.disconnect(connection.seat)
            self.table.connect(seat)
        connection.seat = seat

    # the command path

    async def _command(self, decide: Decide, committed: Callable[[Table], None] | None = None) -> int:
        """Decide, store, take in, publish. Raises Refusal; then nothing has changed.

        `committed` runs when the command has done its work, before anybody is told.
        """
        # A caller that is cancelled must not leave an event stored and not taken in.
        return await asyncio.shield(self._run(decide, committed))

    async def _run(self, decide: Decide, committed: Callable[[Table], None] | None) -> int:
        async with self._lock:
            self.last_used = self._clock.steady()
            for _attempt in range(3):
                if self.closing:
                    raise Refusal(RefusalCode.SHUTTING_DOWN, "the server is shutting down")
                outcome = decide(self.table)
                if isinstance(outcome, Done):
                    if committed is not None:
                        committed(self.table)
                    self._tell_news()
                    self.wake()
                    return outcome.seq
                envelopes = self._envelopes(outcome)
                try:
                    await self._store.append(self.table.id, self.table.seq, envelopes)
                except Conflict:
                    await self._catch_up()
                    continue
                except StoreFailed as error:
                    log.error("append failed", extra={"table": self.table.id, "why": str(error)})
                    raise Refusal(RefusalCode.STORE_FAILED, "the server cannot write to its store") from None
                self._take_in(envelopes, committed)
                return self.table.seq
            raise Refusal(RefusalCode.STORE_FAILED, "the table is busy elsewhere")

    def _envelopes(self, plan: Plan) -> list[Envelope]:
        table, now = self.table, self._clock.now()
        numbered = enumerate(plan.events, table.seq + 1)
        return [Envelope(table.id, seq, now, plan.origin, event) for seq, event in numbered]

    async def _catch_up(self) -> None:
        """Take in what another process, or a write believed failed, has stored."""
        try:
            envelopes = await self._store.read(self.table.id, self.table.seq)
        except (StoreFailed, OtherRules) as error:
            log.error("read failed", extra={"table": self.table.id, "why": str(error)})
            raise Refusal(RefusalCode.STORE_FAILED, "the server cannot read its store") from None
        if envelopes:
            self._take_in(envelopes, None)

    def _take_in(self, envelopes: Sequence[Envelope], committed: Callable[[Table], None] | None) -> None:
        after = self.table.seq
        self.table.commit(envelopes)
        if committed is not None:
            committed(self.table)
        self._publish(after, envelopes)
        self._tell_news()
        self.wake()

    # telling

    def _publish(self, after: int, envelopes: Sequence[Envelope]) -> None:
        """Send events to every socket as its seat may see them, encoded once for each audience."""
        encoded: dict[int | None, str] = {}
        for connection in self._connections:
            seat = connection.seat
            text = encoded.get(seat)
            if text is None:
                events = self.table.redacted(envelopes, seat)
                view: PlayerView = self.table.view(seat)
                text = encoded[seat] = encode(Update(after, events, view))
            connection.send(text)

    def _tell_news(self, besides: Connection | None = None) -> None:
        news = self.table.news()
        if news == self._news:
            return
        self._news = news
        text = encode(news)
        for connection in self._connections:
            if connection is not besides:
                connection.send(text)

    # what happens by itself

    def wake(self) -> None:
        """See to what is due: bots, the next deal."""
        if self.closing or (self._driver is not None and not self._driver.done()):
            return
        if self.table.bot_turn() is None and not self.table.deal_is_due(self._clock.steady()):
            return
        self._driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        try:
            while not self.closing:
                turn = self.table.bot_turn()
                if turn is not None:
                    await self._bot_acts(turn)
                elif self.table.deal_is_due(self._clock.steady()):
                    await self._deal()
                else:
                    return
        except Refusal as refusal:
            # Tried again at the next tick.
            if not self.closing:
                log.warning("not done", extra={"table": self.table.id, "why": str(refusal)})
        except Exception:
            log.exception("table failed", extra={"table": self.table.id})

    async def _bot_acts(self, turn: BotTurn) -> None:
        if turn.seat not in self._players:
            self._players[turn.seat] = self._bots.player(turn.level)
        action = await self._bots.think(self._players[turn.seat], turn)
        await self._command(lambda table: table.bot_acts(turn.seat, action))

    async def _deal(self) -> None:
        deck, salt = self._chance.deck(), self._chance.salt()

        def decide(table: Table) -> Plan | Done:
            if not table.deal_is_due(self._clock.steady()):
                return Done(table.seq)
            try:
                return table.deal(deck, salt)
            except IllegalAction:
                return Done(table.seq)

        await self._command(decide)

    # the end

    @property
    def idle(self) -> bool:
        """Nobody is here and nothing goes on."""
        running = self._driver is not None and not self._driver.done()
        return not self._connections and not running and not self._lock.locked()

    async def close(self) -> None:
        """Refuse what comes, let what is being stored finish, and stop the bots."""
        self.closing = True
        async with self._lock:
            pass
        if self._driver is not None:
            await asyncio.gather(self._driver, return_exceptions=True)
