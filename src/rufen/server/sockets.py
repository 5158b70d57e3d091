"""The WebSocket end point: hello first, then messages, each answered by `ack`, `refused` or a message."""

from __future__ import annotations

import asyncio
import logging
from typing import assert_never
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect

from rufen.protocol.messages import (
    MAX_MESSAGE_BYTES,
    PROTOCOL_VERSION,
    Ack,
    Act,
    ClientMessage,
    CloseCode,
    Hello,
    NextRound,
    Ping,
    RefusalCode,
    Resync,
    Sit,
    StandUp,
    Start,
)
from rufen.server.clock import Clock
from rufen.server.connection import Connection
from rufen.server.room import Room
from rufen.server.rooms import Rooms
from rufen.server.settings import Limits
from rufen.server.store.base import OtherRules, StoreFailed
from rufen.server.wire import decode, encode, id_of
from rufen.table.commands import Refusal

__all__ = ["Sockets"]

log = logging.getLogger("rufen.sockets")

CLOSE_WAIT_S = 2.0
"""How long the end of the server waits for sockets to take their close."""

# A refused hello that may succeed in a moment closes as the client's "connect again".
_CLOSE = {
    RefusalCode.SHUTTING_DOWN: CloseCode.GOING_AWAY,
    RefusalCode.STORE_FAILED: CloseCode.RESYNC,
}


class Sockets:
    """All open sockets of a server."""

    def __init__(self, rooms: Rooms, clock: Clock, limits: Limits) -> None:
        self._rooms = rooms
        self._clock = clock
        self._limits = limits
        self._open: dict[Connection, Room | None] = {}

    def __len__(self) -> int:
        return len(self._open)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one socket until it closes."""
        if not self._origin_allowed(socket):
            await socket.close(CloseCode.REFUSED)
            return
        await socket.accept()
        connection = Connection(socket, self._clock, self._limits)
        self._open[connection] = None
        if self._rooms.closing:
            connection.close(CloseCode.GOING_AWAY, "shutting down")
        try:
            await self._read(socket, connection)
        except WebSocketDisconnect:
            pass
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if not connection.aborted or task is None:
                raise
            task.uncancel()
        except Exception:
            log.exception("socket failed")
            connection.close(1011, "internal error")
        finally:
            connection.reading = False
            room = self._open[connection]
            if room is not None:
                room.leave(connection)
            await connection.finish()
            del self._open[connection]

    def _origin_allowed(self, socket: WebSocket) -> bool:
        """Browsers name the page a socket comes from; other pages may not use a person's browser here."""
        origin = socket.headers.get("origin")
        if origin is None or origin in self._limits.origins:
            return True
        host: str = socket.headers.get("host", "")
        try:
            page = urlsplit(origin).netloc
        except ValueError:
            return False
        return page.casefold() == host.casefold() != ""

    async def _read(self, socket: WebSocket, connection: Connection) -> None:
        while not connection.closing:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text: str | None = message.get("text")
            too_large = text is not None and len(text.encode()) > MAX_MESSAGE_BYTES
            if not connection.heard():
                connection.refuse_too_fast(None if text is None or too_large else id_of(text))
                # What is queued would otherwise be read without a pause for the others.
                await asyncio.sleep(0)
            elif text is None:
                detail = "text frames with JSON, no binary ones"
                connection.refuse(None, Refusal(RefusalCode.MALFORMED, detail))
            elif too_large:
                detail = f"at most {MAX_MESSAGE_BYTES} bytes a message"
                connection.refuse(None, Refusal(RefusalCode.TOO_LARGE, detail))
            else:
                try:
                    await self._take(connection, decode(text))
                except Refusal as refusal:
                    connection.refuse(id_of(text), refusal)

    async def _take(self, connection: Connection, message: ClientMessage) -> None:
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
            room = await self._room(hello.table)
            seat = room.table.seat_of(hello.token) if hello.token is not None else None
            if hello.token is not None and seat is None:
                raise Refusal(RefusalCode.UNKNOWN_TOKEN, "this secret owns no seat at this table")
        except Refusal as refusal:
            connection.refuse(None, refusal)
            connection.close(_CLOSE.get(refusal.reason, CloseCode.REFUSED), refusal.reason.value)
            return
        self._open[connection] = room
        room.join(connection, seat, hello.seq)
        log.debug("joined", extra={"table": hello.table, "seat": seat})

    async def _room(self, table_id: str) -> Room:
        if self._rooms.closing:
            raise Refusal(RefusalCode.SHUTTING_DOWN, "the server is shutting down")
        try:
            room = await self._rooms.get(table_id)
        except OtherRules as error:
            raise Refusal(RefusalCode.UNSUPPORTED_VERSION, str(error)) from None
        except StoreFailed as error:
            log.error("table not readable", extra={"table": table_id, "why": str(error)})
            raise Refusal(RefusalCode.STORE_FAILED, "the server cannot read this table") from None
        if room is None:
            raise Refusal(RefusalCode.UNKNOWN_TABLE, "there is no such table")
        return room

    def tick(self, now: float) -> None:
        """Beat, and close the silent; `now` on the steady clock."""
        for connection, room in list(self._open.items()):
            connection.tick(now, room.beat if room is not None else None)

    async def close(self) -> None:
        """Close every socket with "going away", and give them a moment to read it."""
        waiting = [asyncio.ensure_future(connection.finish()) for connection in self._shut()]
        if waiting:
            await asyncio.wait(waiting, timeout=CLOSE_WAIT_S)

    def _shut(self) -> list[Connection]:
        for connection in self._open:
            connection.close(CloseCode.GOING_AWAY, "shutting down")
        return list(self._open)
