"""The HTTP protocol, with bounds for the head of a request in bytes and in time, as proxies have them."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

__all__ = ["HEAD_BYTES", "Intake"]

HEAD_BYTES = 65536
"""How long the request line and the headers may be."""
HEAD_S = 20.0
"""How long they may take to arrive."""


class Intake(HttpToolsProtocol):
    """Ends connections whose request does not begin within `HEAD_S` and `HEAD_BYTES`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head: int | None = 0
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._have_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head is not None and not self.transport.is_closing():
            self._head += len(data)
            if self._head > HEAD_BYTES:
                self._end(431, f"At most {HEAD_BYTES} bytes of request line and headers.")

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
            self._end(408, "The request did not arrive in time.")
        else:
            # Browsers open connections in advance, and would take words for the answer to what they ask next.
            self.transport.close()

    def _end(self, status: int, reason: str) -> None:
        if self.transport.is_closing():
            return
        text = reason.encode()
        head = f"content-type: text/plain\r\ncontent-length: {len(text)}\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + head.encode() + text)
        self.transport.close()
