"""The WebSocket end point: hello first, then messages, each answered by `ack`, `refused` or a message."""

from __future__ import annotations

import logging
from typing import assert_never

from rufen.protocol.messages import (
    PROTOCOL_VERSION,
    Ack,
    Act,
    ChangeRules,
    Claim,
    CloseCode,
    HandOver,
    Hello,
    Hint,
    NextRound,
    Pause,
    Ping,
    Propose,
    Ready,
    RefusalCode,
    Rematch,
    Reorder,
    Resync,
    Say,
    SetOptions,
    Sit,
    StandUp,
    Start,
    Vote,
)
from rufen.server.clock import Clock
from rufen.server.connection import Connection
from rufen.server.endpoint import EndPoint
from rufen.server.room import Room
from rufen.server.rooms import Rooms
from rufen.server.settings import Limits
from rufen.server.store.base import OtherRules, StoreFailed
from rufen.server.wire import decode, encode, id_of, refused
from rufen.table.commands import Refusal

__all__ = ["CLOSE_OF", "Sockets", "room_of"]

log = logging.getLogger("rufen.sockets")

# A refused hello that may succeed in a moment closes as the client's "connect again".
CLOSE_OF = {
    RefusalCode.SHUTTING_DOWN: CloseCode.GOING_AWAY,
    RefusalCode.STORE_FAILED: CloseCode.RESYNC,
}


class Sockets(EndPoint[Room]):
    """All open sockets of the tables."""

    def __init__(self, rooms: Rooms, clock: Clock, limits: Limits) -> None:
        super().__init__(clock, limits)
        self._rooms = rooms

    @property
    def closing(self) -> bool:
        return self._rooms.closing

    def _leave(self, connection: Connection, place: Room) -> None:
        place.leave(connection)

    def _beat(self, place: Room) -> str:
        return place.beat

    def _refused(self, message_id: str | None, refusal: Refusal) -> str:
        return refused(message_id, refusal)

    def _id_of(self, text: str) -> str | None:
        return id_of(text)

    async def _take(self, connection: Connection, text: str) -> None:
        message = decode(text)
        room = self._open[connection]
        if isinstance(message, Hello):
            if room is not None:
                raise Refusal(RefusalCode.MALFORMED, "hello is said once")
            await self._hello(connection, message)
            return
        if room is None:
            raise Refusal(RefusalCode.HELLO_EXPECTED, "the first message is hello")
        match message:
            case Act():
                seq = await room.act(connection, message)
            case NextRound():
                seq = await room.next_round(connection, message)
            case Sit():
                seq = await room.sit(connection, message)
            case StandUp():
                seq = await room.stand_up(connection, message)
            case Start():
                seq = await room.start(connection, message)
            case Say():
                seq = room.say(connection, message)
            case Rematch():
                seq = await self._rooms.rematch(room, connection)
            case (
                Reorder()
                | ChangeRules()
                | SetOptions()
                | Ready()
                | HandOver()
                | Pause()
                | Propose()
                | Vote()
                | Claim()
            ):
                seq = await room.manage(connection, message)
            case Hint():
                room.hint(connection, message)
                return
            case Resync():
                room.snapshot(connection)
                return
            case Ping():
                connection.beat(self._clock.steady(), room.beat)
                return
            case _:
                assert_never(message)
        connection.send(encode(Ack(message.id, seq)))

    async def _hello(self, connection: Connection, hello: Hello) -> None:
        """Let a socket in, or tell it why not and close."""
        try:
            if hello.v != PROTOCOL_VERSION:
                raise Refusal(RefusalCode.UNSUPPORTED_VERSION, f"version {PROTOCOL_VERSION} is spoken here")
            room = await room_of(self._rooms, hello.table)
            seat = room.table.seat_of(hello.token) if hello.token is not None else None
            if hello.token is not None and seat is None:
                raise Refusal(RefusalCode.UNKNOWN_TOKEN, "this secret owns no seat at this table")
            room.join(connection, seat, hello.seq)
        except Refusal as refusal:
            connection.refuse(None, refusal)
            connection.close(CLOSE_OF.get(refusal.reason, CloseCode.REFUSED), refusal.reason.value)
            return
        self._open[connection] = room
        log.debug("joined", extra={"table": hello.table, "seat": seat})


async def room_of(rooms: Rooms, table_id: str) -> Room:
    """The room of a table. Raises Refusal."""
    if rooms.closing:
        raise Refusal(RefusalCode.SHUTTING_DOWN, "the server is shutting down")
    if rooms.full and table_id not in rooms:
        raise Refusal(RefusalCode.SERVER_FULL, "as many tables are being played as this server takes")
    try:
        room = await rooms.get(table_id)
    except OtherRules as error:
        raise Refusal(RefusalCode.UNSUPPORTED_VERSION, str(error)) from None
    except StoreFailed as error:
        log.error("table not readable", extra={"table": table_id, "why": str(error)})
        raise Refusal(RefusalCode.STORE_FAILED, "the server cannot read this table") from None
    if room is None:
        raise Refusal(RefusalCode.UNKNOWN_TABLE, "there is no such table")
    return room
