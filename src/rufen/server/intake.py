"""The HTTP protocol, with bounds for the head of a request in bytes and in time, as proxies have them.

And for how many connections there are, see `crowd`.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rufen.protocol.bodies import ErrorBody
from rufen.server.addresses import Addresses
from rufen.server.answers import send_error
from rufen.server.crowd import Crowd

__all__ = ["HEAD_BYTES", "Config", "Intake"]

HEAD_BYTES = 65536
"""How long the request line and the headers may be."""
HEAD_S = 20.0
"""How long they may take to arrive."""


_NO_ROOM = ErrorBody("server_full", "too many connections at once: try again in a moment")


async def _no_room(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send_error(send, 503, _NO_ROOM, close=True)


class Config(uvicorn.Config):
    """uvicorn with this protocol; `crowd` counts its connections by `addresses`."""

    def __init__(self, app: ASGIApp, crowd: Crowd, addresses: Addresses, **named: Any) -> None:
        self.crowd = crowd
        self.addresses = addresses
        super().__init__(app, http=Intake, ws=_Upgraded, **named)


class _Upgraded(WebSocketsSansIOProtocol):
    """A connection that has become a socket: it still counts."""

    config: Config

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.crowd.leave(self.transport)
        super().connection_lost(exc)


class Intake(HttpToolsProtocol):
    """Ends connections whose request does not begin within `HEAD_S` and `HEAD_BYTES`."""

    config: Config

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.address: str | None = None
        self._upgraded = False
        self._room = True
        self._head: int | None = 0
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.config.addresses.of_peer(self.client[0] if self.client else "")
        self._room = self.config.crowd.enter(transport, self)
        if not self._room:
            self.app = _no_room
        self._await_head()

    @property
    def waiting(self) -> bool:
        """Whether nothing is being answered."""
        # Before the first request there is no cycle.
        return not self._upgraded and bool(getattr(self.cycle, "response_complete", True))

    def dismiss(self) -> None:
        """Somebody else needs the room."""
        self._have_head()
        self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        if self._room:
            self._upgraded = True
            super().handle_websocket_upgrade()
        else:
            self._end(503, msgspec.json.encode(_NO_ROOM), "application/json")

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.crowd.leave(self.transport)
        self._have_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head is not None and not self.transport.is_closing():
            self._head += len(data)
            if self._head > HEAD_BYTES:
                self._end(431, f"At most {HEAD_BYTES} bytes of request line and headers.".encode())

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._have_head()
        super().on_headers_complete()

    def _await_head(self) -> None:
        self._have_head()
        self._head = 0
        self._patience = self.loop.call_later(HEAD_S, self._too_late)

    def _have_head(self) -> None:
        self._head = None
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _too_late(self) -> None:
        if self._head:
            self._end(408, b"The request did not arrive in time.")
        else:
            # Browsers open connections in advance, and would take words for the answer to what they ask next.
            self.transport.close()

    def _end(self, status: int, text: bytes, kind: str = "text/plain") -> None:
        if self.transport.is_closing():
            return
        head = f"content-type: {kind}\r\ncontent-length: {len(text)}\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + head.encode() + text)
        self.transport.close()
