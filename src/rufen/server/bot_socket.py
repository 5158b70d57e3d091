"""The WebSocket for programs, `/bot`: they take a seat with their hello, and answer when they are asked."""

from __future__ import annotations

import logging
import math
import re
import unicodedata
from collections.abc import Callable, Collection

from starlette.websockets import WebSocket

from rufen.core.state import Phase
from rufen.protocol.bot import BOT_PROTOCOL, BotHello, Welcome, WrongAnswer, action_of, hello_of, read_answer
from rufen.protocol.messages import CloseCode, RefusalCode, Refused, Sit
from rufen.server.bot_seat import BotSeat
from rufen.server.bot_silence import Silences
from rufen.server.chance import Chance
from rufen.server.clock import Clock
from rufen.server.connection import Connection
from rufen.server.endpoint import EndPoint
from rufen.server.guard import is_owner
from rufen.server.room import Room
from rufen.server.rooms import Rooms
from rufen.server.settings import Limits
from rufen.server.sockets import CLOSE_OF, room_of
from rufen.server.store.base import StoreFailed
from rufen.server.wire import refused
from rufen.table.codes import clean_code
from rufen.table.commands import Refusal
from rufen.table.names import MAX_NAME, BadName, clean_name, distinct_name
from rufen.table.table import Table

__all__ = ["BotSockets"]

log = logging.getLogger("rufen.bots")

_ID = re.compile(r"[a-z0-9]{6,32}", re.ASCII)
_BOT = re.compile(r"(?<![^\W\d_])bot(?![^\W\d_])")
MARK = " (bot)"
"""What is put after the name of a program that does not say in it that it is one."""


class BotSockets(EndPoint[Room]):
    """All open sockets of programs. `codes` charges an address for looking up a code: seconds to wait."""

    def __init__(
        self, rooms: Rooms, clock: Clock, limits: Limits, chance: Chance, codes: Callable[[str], float]
    ) -> None:
        super().__init__(clock, limits)
        self._rooms = rooms
        self._chance = chance
        self._codes = codes
        self._silences = Silences(limits.bot_s)

    @property
    def closing(self) -> bool:
        return self._rooms.closing

    def _connect(self, socket: WebSocket) -> BotSeat:
        return BotSeat(socket, self._clock, self._limits, self._seats_of)

    def _seats_of(self, room: Room) -> Collection[int | None]:
        return {connection.seat for connection, place in self._open.items() if place is room}

    def _leave(self, connection: Connection, place: Room) -> None:
        if isinstance(connection, BotSeat) and connection.seat is not None and connection.owes_action:
            self._silences.begin(place, connection.seat, self._clock.steady())
        place.leave(connection)

    def _beat(self, place: Room) -> str:
        return place.beat

    def _refused(self, message_id: str | None, refusal: Refusal) -> str:
        return refused(message_id, refusal)

    def _heard(self, connection: Connection) -> bool:
        """What was asked for may come as fast as it likes."""
        if isinstance(connection, BotSeat) and connection.owed:
            connection.owed -= 1
            return True
        return super()._heard(connection)

    async def _take(self, connection: Connection, text: str) -> None:
        if not isinstance(connection, BotSeat):
            raise TypeError("a socket of another kind")
        try:
            if self._open[connection] is None:
                await self._hello(connection, hello_of(read_answer(text)))
                return
            await self._answer(connection, text)
        except WrongAnswer as wrong:
            told = wrong.refused
            if connection.is_late(told.id):
                return
            refusal = Refusal(told.reason, told.detail, illegal=told.illegal, suit=told.suit)
            connection.refuse(told.id, refusal)
            if self._open[connection] is None:
                connection.close(CloseCode.REFUSED, told.reason.value)

    async def _answer(self, connection: BotSeat, text: str) -> None:
        answer = read_answer(text)
        request = connection.request
        if isinstance(answer, BotHello):
            raise WrongAnswer(Refused(None, RefusalCode.MALFORMED, detail="hello is said once"))
        if connection.is_late(answer.id):
            return
        if request is None or request.answered:
            raise WrongAnswer(Refused(answer.id, RefusalCode.STALE, detail="nothing is asked now"))
        await connection.act(action_of(answer, request.id, request.view))
        room, seat = self._open[connection], connection.seat
        if request.answered and room is not None and seat is not None:
            self._silences.end(room, seat)

    async def _hello(self, connection: BotSeat, hello: BotHello) -> None:
        """Let a program in, or tell it why not and close."""
        try:
            room = await self._room(connection, hello)
            token = hello.token or self._chance.token()
            await self._sit(connection, room, hello, token)
        except Refusal as refusal:
            connection.refuse(None, refusal)
            connection.close(CLOSE_OF.get(refusal.reason, CloseCode.REFUSED), refusal.reason.value)
            return
        seat, table = connection.seat, room.table
        player = table.state.setup.players[seat] if seat is not None else None
        name = player.name if player is not None else None
        connection.say(Welcome(BOT_PROTOCOL, table.id, name, token))
        log.info("program seated", extra={"table": table.id, "seat": seat})
        connection.begin(room)

    async def _room(self, connection: BotSeat, hello: BotHello) -> Room:
        """The table that is meant, by its code or its id. Raises Refusal."""
        if hello.table is None:
            raise Refusal(RefusalCode.MALFORMED, "the hello names a table: its code, or its id")
        table: str | None = hello.table
        code = clean_code(hello.table)
        if code is not None:
            store = self._rooms.store
            wait = self._codes(connection.address)
            try:
                if wait and not (hello.token and await is_owner(store, code, hello.token)):
                    detail = f"too many codes from one address: again in {math.ceil(wait)} s"
                    raise Refusal(RefusalCode.TOO_FAST, detail)
                table = await store.find_code(code)
            except StoreFailed:
                detail = "the server cannot read its store"
                raise Refusal(RefusalCode.STORE_FAILED, detail) from None
        if table is None or not _ID.fullmatch(table):
            raise Refusal(RefusalCode.UNKNOWN_TABLE, "there is no table with this code or id")
        return await room_of(self._rooms, table)

    async def _sit(self, connection: BotSeat, room: Room, hello: BotHello, token: str) -> None:
        """Take the seat that the secret owns, the one that is wished for, or the first free one."""
        seat = room.table.seat_of(token)
        free = _free(room.table)
        if seat is None:
            why = "no seat of this table is free" if not free else f"seat {hello.seat} is not free"
            if not free or (hello.seat is not None and hello.seat not in free):
                if hello.token is not None:
                    raise Refusal(RefusalCode.UNKNOWN_TOKEN, f"this secret owns no seat here, and {why}")
                raise Refusal(RefusalCode.SEAT_TAKEN, why)
        elif wait := self._silences.wait(room, seat, self._clock.steady()):
            detail = f"a bot stands in for who does not answer: again in {math.ceil(wait)} s"
            raise Refusal(RefusalCode.TOO_FAST, detail)
        room.join(connection, seat, None)
        self._open[connection] = room
        if seat is not None:
            return
        wanted = [hello.seat] if hello.seat is not None else free
        for place in wanted:
            try:
                await room.sit(connection, Sit("bot-sit-1", place, _marked(hello.name, room.table), token))
                return
            except Refusal as refusal:
                if refusal.reason is not RefusalCode.SEAT_TAKEN or place == wanted[-1]:
                    raise


def _free(table: Table) -> list[int]:
    """The seats that can be taken."""
    if table.state.phase is not Phase.SEATING:
        return []
    return [seat for seat, player in enumerate(table.state.setup.players) if player is None]


def _marked(given: str, table: Table) -> str:
    """The name by which the others know that a program sits there, and which one."""
    try:
        name = clean_name(given)
    except BadName:
        return given
    taken = [player.name for player in table.state.setup.players if player is not None]
    number, chosen = 1, _fitted(name, "")
    while distinct_name(chosen, taken) != chosen:
        number += 1
        chosen = _fitted(name, f" {number}")
    return chosen


def _fitted(name: str, tail: str) -> str:
    """As much of a name as there is room for, with the word bot in it, and the tail."""
    cut = name[: MAX_NAME - len(tail)].rstrip()
    if not _BOT.search(unicodedata.normalize("NFKC", cut).casefold()):
        cut = name[: MAX_NAME - len(MARK + tail)].rstrip() + MARK
    return cut + tail
