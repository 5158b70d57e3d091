"""What every WebSocket end point does: origin, hello first, flood control, heartbeats, the end."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from starlette.websockets import WebSocket, WebSocketDisconnect

from rufen.protocol.messages import MAX_MESSAGE_BYTES, CloseCode, RefusalCode
from rufen.server.clock import Clock
from rufen.server.connection import Connection
from rufen.server.limiter import Buckets
from rufen.server.settings import Limits
from rufen.table.commands import Refusal

__all__ = ["EndPoint"]

log = logging.getLogger("rufen.sockets")

CLOSE_WAIT_S = 2.0
"""How long the end of the server waits for sockets to take their close."""

Place = TypeVar("Place")


class EndPoint(ABC, Generic[Place]):
    """All open sockets of one address; each has a place once its first message has been accepted."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._clock = clock
        self._limits = limits
        self._open: dict[Connection, Place | None] = {}
        self._seats: WeakKeyDictionary[Any, Buckets] = WeakKeyDictionary()
        """By place, what its seats may still send: all tabs of a seat share what one tab may."""

    def __len__(self) -> int:
        return len(self._open)

    @property
    @abstractmethod
    def closing(self) -> bool:
        """Whether the server is shutting down."""

    @abstractmethod
    async def _take(self, connection: Connection, text: str) -> None:
        """Do what a message says. Raises Refusal."""

    @abstractmethod
    def _leave(self, connection: Connection, place: Place) -> None:
        """The socket is gone."""

    @abstractmethod
    def _beat(self, place: Place) -> str:
        """The message that says that the server is there."""

    @abstractmethod
    def _refused(self, message_id: str | None, refusal: Refusal) -> str:
        """The message that says that another has changed nothing."""

    def _connect(self, socket: WebSocket) -> Connection:
        """A socket that was accepted."""
        return Connection(socket, self._clock, self._limits, self._refused)

    def _id_of(self, text: str) -> str | None:
        """The id of a message that is refused, where messages have one."""
        return None

    def _longest(self, place: Place | None) -> int:
        """How many bytes a message may have."""
        return MAX_MESSAGE_BYTES

    async def serve(self, socket: WebSocket) -> None:
        """Serve one socket until it closes."""
        if not self._origin_allowed(socket):
            await socket.close(CloseCode.REFUSED)
            return
        await socket.accept()
        connection = self._connect(socket)
        self._open[connection] = None
        if self.closing:
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
            place = self._open[connection]
            if place is not None:
                self._leave(connection, place)
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
            longest = self._longest(self._open[connection])
            too_large = text is not None and len(text.encode()) > longest
            if not self._heard(connection):
                connection.refuse_too_fast(None if text is None or too_large else self._id_of(text))
                # What is queued would otherwise be read without a pause for the others.
                await asyncio.sleep(0)
            elif text is None:
                detail = "text frames with JSON, no binary ones"
                connection.refuse(None, Refusal(RefusalCode.MALFORMED, detail))
            elif too_large:
                detail = f"at most {longest} bytes a message"
                connection.refuse(None, Refusal(RefusalCode.TOO_LARGE, detail))
            else:
                try:
                    await self._take(connection, text)
                except Refusal as refusal:
                    connection.refuse(self._id_of(text), refusal)

    def _heard(self, connection: Connection) -> bool:
        """A message came in; whether it may be looked at, or came too fast."""
        in_time = connection.heard()
        place = self._open[connection]
        if place is None or connection.seat is None:
            return in_time
        if (buckets := self._seats.get(place)) is None:
            buckets = self._seats[place] = Buckets(self._limits.rate, self._limits.burst)
        return not buckets.take(connection.seat, self._clock.steady()) and in_time

    def tick(self, now: float) -> None:
        """Beat, and close the silent; `now` on the steady clock."""
        for connection, place in list(self._open.items()):
            connection.tick(now, self._beat(place) if place is not None else None)

    async def close(self) -> None:
        """Close every socket with "going away", and give them a moment to read it."""
        waiting = [asyncio.ensure_future(connection.finish()) for connection in self._shut()]
        if waiting:
            await asyncio.wait(waiting, timeout=CLOSE_WAIT_S)

    def _shut(self) -> list[Connection]:
        for connection in self._open:
            connection.close(CloseCode.GOING_AWAY, "shutting down")
        return list(self._open)
