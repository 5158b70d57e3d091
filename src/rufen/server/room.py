"""A table that is being played: its commands one after another, its sockets, its bots.

The command path is load → decide → append → commit → publish. Nothing is shown or acknowledged
before it is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from msgspec.structs import replace

from rufen.core.actions import IllegalAction, IllegalReason
from rufen.core.events import Envelope, SeatLeft, SeatsReordered
from rufen.core.state import Phase
from rufen.core.view import PlayerView
from rufen.protocol.messages import (
    PROTOCOL_VERSION,
    Act,
    Beat,
    CloseCode,
    Hint,
    Hinted,
    NextRound,
    RefusalCode,
    Say,
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
from rufen.server.forgetting import facts_without
from rufen.server.hints import Hints
from rufen.server.store.base import Conflict, EventStore, OtherRules, StoreFailed
from rufen.server.thinking import Thinking
from rufen.server.wire import encode
from rufen.table import lobby, together
from rufen.table.commands import Done, Plan, Refusal, illegal, origin_of
from rufen.table.facts import Facts
from rufen.table.hinting import hint_view
from rufen.table.managing import Managing, manage
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
        hints: Hints,
        chance: Chance,
        clock: Clock,
        levels: Sequence[str],
        stand_in: str,
    ) -> None:
        """`stand_in` is the level that plays for persons who are away."""
        self.table = table
        self.closing = False
        self.last_used = clock.steady()
        self._store = store
        self._hints = hints
        self._hinting: set[asyncio.Task[None]] = set()
        self._chance = chance
        self._clock = clock
        self._levels = levels
        self._thinking = Thinking(bots, chance, stand_in, self.wake)
        self._alarm: asyncio.TimerHandle | None = None
        self._lock = asyncio.Lock()
        self._connections: set[Connection] = set()
        self._driver: asyncio.Task[None] | None = None
        self._bots = bots
        self._news: TableNews = table.news(clock.steady(), since=0.0)
        self._prepare()

    @property
    def _now(self) -> float:
        return self._clock.steady()

    # sockets

    def join(self, connection: Connection, seat: int | None, seen: int | None) -> None:
        """A socket said hello: it gets the whole table, the others hear that somebody is here.

        Raises Refusal when nobody without a seat may come in.
        """
        if seat is None and not self.table.may_watch:
            raise Refusal(RefusalCode.SPECTATORS_OFF, "the host lets nobody watch")
        connection.seat = seat
        self._connections.add(connection)
        self.table.connect(seat, self._now)
        self.snapshot(connection, seen)
        self._tell_news(besides=connection)
        self.wake()

    def leave(self, connection: Connection) -> None:
        """A socket is gone."""
        if connection in self._connections:
            self._connections.remove(connection)
            self.table.disconnect(connection.seat, self._now)
            self.last_used = self._now
            self._tell_news()
            self.wake()

    def snapshot(self, connection: Connection, seen: int | None = None) -> None:
        """Send the whole table as this socket's seat may see it."""
        table, seat = self.table, connection.seat
        missed = table.missed(seat, seen)
        talk = table.talk.said
        message = Snapshot(PROTOCOL_VERSION, table.id, table.view(seat), table.news(self._now), missed, talk)
        connection.tell(encode(message))

    @property
    def beat(self) -> str:
        """The heartbeat, encoded."""
        return encode(Beat(self.table.seq))

    # commands of sockets: each returns the table's seq to acknowledge, or raises Refusal

    async def act(self, connection: Connection, message: Act) -> int:
        """A seat acts."""
        return await self._command(
            lambda table: table.act(connection.seat, message.id, message.seq, message.action)
        )

    async def next_round(self, connection: Connection, message: NextRound) -> int:
        """A seat has seen the result."""
        return await self._command(lambda table: table.next_round(connection.seat, message.round, self._now))

    async def sit(self, connection: Connection, message: Sit) -> int:
        """Somebody takes a seat; the socket of a person who does is that seat's from now on."""

        def decide(table: Table) -> Plan | Done:
            if message.level is not None:
                args = (message.seat, message.level, self._levels)
                return lobby.sit_bot(table, connection.seat, message.id, *args)
            return lobby.sit(table, connection.seat, message.id, message.seat, message.name, message.token)

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

        def freed(table: Table) -> None:
            players = table.state.setup.players
            if message.seat < len(players) and players[message.seat] is None:
                for other in self._connections:
                    if other.seat == message.seat:
                        self._move(other, None)

        return await self._command(
            lambda table: lobby.stand_up(table, connection.seat, message.id, message.seat), freed
        )

    async def start(self, connection: Connection, message: Start) -> int:
        """The host starts the game."""
        deck = self._chance.deck()
        return await self._command(lambda table: lobby.start(table, connection.seat, message.id, deck))

    async def manage(self, connection: Connection, message: Managing) -> int:
        """What a seat does for the whole table, besides playing."""
        return await self._command(lambda table: manage(table, connection.seat, message, self._now))

    def say(self, connection: Connection, message: Say) -> int:
        """A seat says something; everybody at the table hears it."""
        table, seat = self.table, connection.seat
        player = table.state.setup.players[seat] if seat is not None else None
        if seat is None or player is None:
            raise illegal(IllegalReason.NOT_SEATED)
        said = table.talk.say(
            seat,
            player.name,
            origin_of(seat, message.id),
            message.kind,
            message.what,
            chat=table.facts.options.chat,
            at=self._clock.now(),
            now=self._now,
        )
        if said is not None:
            text = encode(said)
            for other in self._connections:
                other.tell(text)
        return table.seq

    def hint(self, connection: Connection, message: Hint) -> None:
        """A seat would like a hint; it is answered when it is worked out. Raises Refusal."""
        view = hint_view(self.table, connection.seat)
        task = asyncio.create_task(self._hint(connection, message.id, view))
        self._hinting.add(task)
        task.add_done_callback(self._hinting.discard)

    async def _hint(self, connection: Connection, message_id: str, view: PlayerView) -> None:
        try:
            actions = await self._hints.of(view)
        except Refusal as refusal:
            connection.refuse(message_id, refusal)
            return
        if connection.seat == view.seat:
            connection.send(encode(Hinted(message_id, view.seq, actions)))

    async def rematch(self, connection: Connection, create: Callable[[Table], Awaitable[str]]) -> int:
        """The next game of the same people; `create` makes its table, once, and gives its name."""
        if connection.seat is None:
            raise illegal(IllegalReason.NOT_SEATED)
        return await asyncio.shield(self._rematch(create))

    async def _rematch(self, create: Callable[[Table], Awaitable[str]]) -> int:
        async with self._lock:
            if self.closing:
                raise Refusal(RefusalCode.SHUTTING_DOWN, "the server is shutting down")
            if self.table.facts.next_table is None:
                # Stored together with the new table.
                self.table.facts = replace(self.table.facts, next_table=await create(self.table))
                self._tell_news()
            return self.table.seq

    def _move(self, connection: Connection, seat: int | None) -> None:
        if connection in self._connections:
            self.table.disconnect(connection.seat, self._now)
            self.table.connect(seat, self._now)
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
            self.last_used = self._now
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
                if outcome.facts is not None:
                    await self._keep(outcome.facts)
                if not outcome.events:
                    self.table.keep(outcome.origin)
                    self._voted(outcome)
                    self._tell_news()
                    self.wake()
                    return self.table.seq
                envelopes = self._envelopes(outcome)
                try:
                    await self._store.append(self.table.id, self.table.seq, envelopes)
                except Conflict:
                    await self._catch_up()
                    continue
                except StoreFailed as error:
                    log.error("append failed", extra={"table": self.table.id, "why": str(error)})
                    raise Refusal(RefusalCode.STORE_FAILED, "the server cannot write to its store") from None
                self._voted(outcome)
                self._take_in(envelopes, committed)
                return self.table.seq
            raise Refusal(RefusalCode.STORE_FAILED, "the table is busy elsewhere")

    def _voted(self, plan: Plan) -> None:
        ballot = self.table.ballot
        if ballot is not None and ballot.number == plan.vote:
            self.table.ballot = None

    async def _keep(self, facts: Facts) -> None:
        """Store facts and take them in. Raises Refusal; then nothing has changed."""
        table = self.table
        try:
            await self._store.save_room(table.id, facts.code, facts.encode())
        except (StoreFailed, Conflict) as error:
            log.error("room not saved", extra={"table": table.id, "why": str(error)})
            raise Refusal(RefusalCode.STORE_FAILED, "the server cannot write to its store") from None
        before = table.facts.options
        table.facts = facts
        if before.chat and not facts.options.chat:
            table.talk.drop_texts()
        self._send_watchers_away()

    def _send_watchers_away(self) -> None:
        """Where the host lets nobody watch, whoever has no seat goes: now, or once all seats are taken."""
        if self.table.may_watch:
            return
        for connection in self._connections:
            if connection.seat is None:
                why = "the host lets nobody watch"
                connection.refuse(None, Refusal(RefusalCode.SPECTATORS_OFF, why))
                connection.close(CloseCode.REFUSED, RefusalCode.SPECTATORS_OFF.value)

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
        self._thinking.move_on(self.table.seq)
        for envelope in envelopes:
            if isinstance(envelope.event, SeatsReordered):
                self._change_places(envelope.event.order)
        if committed is not None:
            committed(self.table)
        self._send_watchers_away()
        self._publish(after, envelopes)
        self._tell_news()
        self.wake()

    def _change_places(self, order: Sequence[int]) -> None:
        for connection in self._connections:
            if connection.seat is not None:
                connection.seat = order.index(connection.seat)

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
            connection.tell(text)

    def _tell_news(self, besides: Connection | None = None) -> None:
        now = self._now
        self.table.look(now)
        news = self.table.news(now, since=0.0)
        if news == self._news:
            return
        self._news = news
        self._prepare()
        text = encode(self.table.news(now))
        for connection in self._connections:
            if connection is not besides:
                connection.tell(text)

    def _prepare(self) -> None:
        """Have ready what the bots and hints of this table need."""
        if self.table.over:
            return
        if self._news.options.hints:
            self._hints.prepare()
        self._bots.prepare(seat.level for seat in self._news.seats)

    # what happens by itself

    def tick(self) -> None:
        """Look at the clock: who is away by now, whose time is over."""
        self._tell_news()
        self.wake()

    def wake(self) -> None:
        """See to what is due: votes, bots, the next deal."""
        if self.closing or (self._driver is not None and not self._driver.done()):
            return
        if self._due():
            self._driver = asyncio.create_task(self._drive())

    def _due(self) -> bool:
        table, now = self.table, self._now
        return table.vote_is_due(now) or table.bot_turn(now) is not None or table.deal_is_due(now)

    async def _drive(self) -> None:
        try:
            while not self.closing:
                turn = self.table.bot_turn(self._now)
                if self.table.vote_is_due(self._now):
                    await self._command(lambda table: together.settle(table, self._now))
                elif turn is not None:
                    if not await self._bot_acts(turn):
                        return
                elif self.table.deal_is_due(self._now):
                    await self._deal()
                else:
                    return
        except Refusal as refusal:
            # Tried again at the next tick.
            if not self.closing:
                log.warning("not done", extra={"table": self.table.id, "why": str(refusal)})
        except Exception:
            log.exception("table failed", extra={"table": self.table.id})

    async def _bot_acts(self, turn: BotTurn) -> bool:
        """A bot acts, unless it still thinks or takes its time: then the table is woken when it is ready."""
        thought = self._thinking.about(turn)
        if thought is None:
            return False
        due, now = self.table.bot_due(thought.wait, thought.least), self._now
        if due is not None and due > now:
            self._still()
            self._alarm = asyncio.get_running_loop().call_later(due - now, self.wake)
            return False
        await self._command(lambda table: table.bot_acts(turn, thought.action, self._now))
        return True

    def _still(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()

    async def _deal(self) -> None:
        deck, salt = self._chance.deck(), self._chance.salt()

        def decide(table: Table) -> Plan | Done:
            if not table.deal_is_due(self._now):
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

    async def change_log(self, change: Callable[[list[Envelope]], list[Envelope] | None]) -> None:
        """Put what `change` gives in the place of the stored events, None to delete the game.

        Events that it adds at the end are stored first. Before the game everybody else stays; later the table
        closes, and sockets are told to come back. Raises StoreFailed, OtherRules.
        """
        async with self._lock:
            before = await self._store.read(self.table.id)
            after = change(before)
            if after is None:
                await self._store.delete(self.table.id)
            else:
                added = after[len(before) :]
                if added:
                    await self._store.append(self.table.id, len(before), added)
                facts = facts_without(self.table.facts, after)
                if facts != self.table.facts:
                    await self._store.save_room(self.table.id, facts.code, facts.encode())
                changed = [new for old, new in zip(before, after, strict=False) if old != new]
                if changed:
                    await self._store.rewrite(self.table.id, changed)
                if self.table.state.phase is Phase.SEATING and self.table.seq == len(before):
                    self._take_out(facts, changed, added)
                    return
            self.closing = True
        for connection in self._connections:
            connection.close(CloseCode.RESYNC, "changed")

    def _take_out(self, facts: Facts, changed: Sequence[Envelope], added: Sequence[Envelope]) -> None:
        """Somebody was taken out of the log before the game: only their own sockets go."""
        left = {envelope.event.seat for envelope in added if isinstance(envelope.event, SeatLeft)}
        theirs = [connection for connection in self._connections if connection.seat in left]

        def freed(_table: Table) -> None:
            for connection in theirs:
                self._move(connection, None)
                connection.close(CloseCode.RESYNC, "changed")

        self.table.facts = facts
        self._take_in(added, freed)
        self.table.rewrite(changed)
        for connection in self._connections:
            self.snapshot(connection)

    async def close(self) -> None:
        """Refuse what comes, let what is being stored finish, and leave the bots to themselves."""
        self.closing = True
        self._still()
        self._thinking.drop()
        async with self._lock:
            pass
        if self._driver is not None:
            await asyncio.gather(self._driver, return_exceptions=True)
