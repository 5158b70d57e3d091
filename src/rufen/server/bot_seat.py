"""A program's socket at a table: what it is asked, what it is told, and what is done for it.

A program only ever answers `act`. What a person does besides playing is done in its place: it is ready at
once, votes as the persons decide, and hands over the host's part to a person.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from typing import Any
from uuid import uuid4

import msgspec
from starlette.websockets import WebSocket

from rufen.core.actions import Action
from rufen.core.state import Phase
from rufen.core.view import PlayerView
from rufen.protocol.bot import Bye, GameOver, RoundScored, ask
from rufen.protocol.messages import (
    Act,
    CloseCode,
    HandOver,
    NextRound,
    Presence,
    Ready,
    RefusalCode,
    Start,
    Vote,
)
from rufen.server.clock import Clock
from rufen.server.connection import Connection
from rufen.server.room import Room
from rufen.server.settings import Limits
from rufen.server.wire import refused
from rufen.table.commands import Refusal
from rufen.table.table import Table

__all__ = ["BotSeat", "Request"]

log = logging.getLogger("rufen.bots")

NORMAL = 1000
"""The close code of a session that has come to its end."""
TRIES = 2
"""How many answers one request gets."""


class Request(msgspec.Struct):
    """A question that is open: its id, the view it was asked with, and when its time is over."""

    id: str
    view: PlayerView
    until: float
    tries: int = 1
    answered: bool = False

    def asks_the_same(self, view: PlayerView) -> bool:
        """Whether nothing has changed that matters: others may have bid face down meanwhile."""
        return _question(self.view) == _question(view)


def _question(view: PlayerView) -> object:
    return view.round_number, view.phase, view.legal, view.trick, view.tricks


class BotSeat(Connection):
    """The socket of a program; `programs` tells the seats of a table where programs sit."""

    def __init__(
        self,
        socket: WebSocket,
        clock: Clock,
        limits: Limits,
        programs: Callable[[Room], Collection[int | None]],
    ) -> None:
        super().__init__(socket, clock, limits, refused)
        self.owed = 0
        """How many answers it was asked for: these do not count as messages that come too fast."""
        self.request: Request | None = None
        self._programs = programs
        self._patience = limits.bot_s
        self._room: Room | None = None
        self._late: set[str] = set()
        """Earlier requests: their answers may still come, and are not looked at."""
        self._scored = 0
        self._over_told = False
        self._chores: dict[str, asyncio.Task[None]] = {}

    def begin(self, room: Room) -> None:
        """It sits at a table."""
        self._room = room
        self._scored = len(room.table.state.results)
        self.look()

    def tell(self, _text: str) -> None:
        """Something has happened: a program hears of what concerns it."""
        self.look()

    def look(self) -> None:
        """See what there is to say, to ask and to do."""
        room, seat = self._room, self.seat
        if room is None or self.closing:
            return
        if seat is None:
            self.bye("the seat was taken away", NORMAL)
            return
        table = room.table
        self._tell_results(table.view(seat))
        if table.over:
            self._play_on(room)
            return
        self._help(room, seat)
        self._ask(table, table.view(seat))

    # asking

    def _ask(self, table: Table, view: PlayerView) -> None:
        request = self.request
        asked = bool(view.legal) and not table.held
        if request is not None and asked and request.asks_the_same(view):
            return
        self._overtaken()
        if asked:
            self.request = Request(f"{view.seq}-1", view, self._clock.steady() + self._patience)
            self._put(self.request)

    def _put(self, request: Request) -> None:
        left = request.until - self._clock.steady()
        turn = self._room.table.turn_deadline if self._room is not None else None
        if turn is not None:
            left = min(left, turn - self._clock.steady())
        # After a pause the same is asked again.
        self._late.discard(request.id)
        self.owed += 1
        self.say(ask(request.id, request.view, left))

    def _overtaken(self) -> None:
        if self.request is not None:
            self._late.add(self.request.id)
        self.request = None

    @property
    def owes_action(self) -> bool:
        """Whether a request is open that has brought no action."""
        return self.request is not None and not self.request.answered

    def is_late(self, request_id: str | None) -> bool:
        """Whether this is the answer to an earlier request."""
        return request_id in self._late

    async def act(self, action: Action) -> None:
        """Do what answers the open request."""
        room, request, seat = self._room, self.request, self.seat
        if room is None or request is None or seat is None:
            return
        request.answered = True
        try:
            seq = room.table.seq
            # Of one question one answer counts, whichever socket of this seat it comes from.
            await room.act(self, Act(f"bot-act-{request.view.seq}", seq, action))
        except Refusal as refusal:
            request.answered = False
            if refusal.reason is RefusalCode.ILLEGAL and self.request is request:
                self.refuse(request.id, refusal)
                return
            super().refuse(request.id, refusal)
            if self.request is request:
                self._overtaken()
            if refusal.reason in (RefusalCode.STORE_FAILED, RefusalCode.SHUTTING_DOWN):
                # Asked at once it would answer at once, and so on.
                self.bye(refusal.reason.value, CloseCode.RESYNC)
            else:
                self.look()

    def refuse(self, action_id: str | None, refusal: Refusal) -> None:
        """Answer that a message changed nothing; where it should have been an action, ask once more."""
        super().refuse(action_id, refusal)
        request = self.request
        if request is None or request.answered:
            return
        if request.tries >= TRIES:
            self.bye("two wrong answers to one request", CloseCode.REFUSED)
            return
        self._late.add(request.id)
        request.tries += 1
        request.id = f"{request.view.seq}-{request.tries}"
        self._put(request)

    def tick(self, now: float, beat: str | None) -> None:
        """Beat, and let go of a program that does not answer; one that is not asked may be silent."""
        request = self.request
        if beat is not None:
            self._heard = now
            if request is not None and not request.answered and now >= request.until:
                self.bye(f"no answer within {self._patience:g} s", CloseCode.SILENT)
        super().tick(now, beat)

    # telling

    def say(self, message: msgspec.Struct) -> None:
        """Send a message of the bot protocol."""
        self.send(msgspec.json.encode(message).decode())

    def _tell_results(self, view: PlayerView) -> None:
        for result in view.results[self._scored :]:
            self.say(RoundScored(result, view.totals))
        self._scored = len(view.results)
        if view.phase in (Phase.GAME_OVER, Phase.ABORTED) and not self._over_told:
            self._over_told = True
            self.say(GameOver(view.totals, view.ranks))

    def bye(self, reason: str, code: int, table: str | None = None) -> None:
        """End the session."""
        self.say(Bye(reason, table))
        self.close(code, reason[:100])

    def _play_on(self, room: Room) -> None:
        """After the game: go with the others to the next one, stay while a person may want one, or leave."""
        table = room.table
        if table.facts.next_table is not None:
            self.bye("the same people play on", NORMAL, table.facts.next_table)
        elif not self._persons(room, (Presence.HERE, Presence.RECONNECTING)):
            self.bye("the game is over", NORMAL)

    def _persons(self, room: Room, presences: Collection[Presence]) -> list[int]:
        """The seats of persons of flesh and blood who are here, or not long gone."""
        table, now, programs = room.table, self._clock.steady(), self._programs(room)
        return [
            seat
            for seat in table.people
            if seat not in programs and table.presence(seat, now)[0] in presences
        ]

    # what is done for it

    def _help(self, room: Room, seat: int) -> None:
        table = room.table
        before = table.state.phase is Phase.SEATING
        if before and seat not in table.ready:
            self._do("ready", lambda id_: room.manage(self, Ready(id_, True)))
        if table.state.phase is Phase.DEALING and table.state.results and seat not in table.ready:
            number = len(table.state.results)
            self._do("next", lambda id_: room.next_round(self, NextRound(id_, number)))
        self._vote(room, seat)
        if table.host == seat:
            persons = self._persons(room, (Presence.HERE,))
            everybody = None not in table.state.setup.players and len(table.people_here) == len(table.people)
            if persons:
                self._do("host", lambda id_: room.manage(self, HandOver(id_, persons[0])))
            elif before and everybody:
                self._do("start", lambda id_: room.start(self, Start(id_)))

    def _vote(self, room: Room, seat: int) -> None:
        """Vote for what the persons alone have accepted, against what they have rejected; till then, wait."""
        now, table = self._clock.steady(), room.table
        voters, ballot = table.voters(now), table.ballot
        if ballot is None or seat not in ballot.told(voters, now).waiting:
            return
        programs = self._programs(room)
        persons = [voter for voter in voters if voter not in programs]
        agree = not persons or ballot.accepted(persons)
        if agree or ballot.fallen(persons, now):
            number = ballot.number
            self._do(f"vote-{number}", lambda id_: room.manage(self, Vote(id_, number, agree)))

    def _do(self, name: str, chore: Callable[[str], Coroutine[Any, Any, int]]) -> None:
        """Do something, one of a name at a time, once the table is free: while `look` runs it is busy."""
        if name not in self._chores:
            # What was done once with an id counts as done for ever.
            self._chores[name] = asyncio.create_task(self._done(name, chore(f"bot-{uuid4().hex}")))

    async def _done(self, name: str, chore: Coroutine[Any, Any, int]) -> None:
        again = False
        try:
            await chore
        except Refusal as refusal:
            log.debug("not done for a program", extra={"what": name, "why": str(refusal)})
        except Exception:
            log.exception("failed for a program", extra={"what": name})
        else:
            again = True
        finally:
            del self._chores[name]
        if again and self.reading:
            # Whatever came meanwhile was not seen to.
            self.look()
