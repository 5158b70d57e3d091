"""In front of everything: what comes too fast, or is too much, is answered here and goes no further."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Sequence

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rufen.protocol.bodies import ErrorBody, TableCreated
from rufen.protocol.live import LiveReason, LiveRefused
from rufen.protocol.messages import CloseCode, RefusalCode, Refused
from rufen.server.addresses import Addresses, Network
from rufen.server.clock import Clock
from rufen.server.limiter import Buckets, Limiter
from rufen.server.rooms import Rooms
from rufen.server.settings import Limits

__all__ = ["Guard"]

CREATE = "/api/tables"
_WRONG = {RefusalCode.UNKNOWN_TOKEN.value, RefusalCode.UNKNOWN_TABLE.value}
_PAUSE_S = 1.0
"""The longest pause for a socket whose address sends too much."""
_created = msgspec.json.Decoder(TableCreated)


class _Full(Exception):
    """There is no room for one more, of what the text says."""

    def __init__(self, detail: str, limit: int) -> None:
        super().__init__(detail)
        self.limit = limit


class Guard:
    """Lets requests and sockets through to `app` as `limits` allow their address."""

    def __init__(
        self, app: ASGIApp, rooms: Rooms, clock: Clock, limits: Limits, trusted: Sequence[Network] = ()
    ) -> None:
        self._app = app
        self._rooms = rooms
        self._clock = clock
        self._limits = limits
        self._addresses = Addresses(trusted)
        self.limiter = Limiter(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, now = self._addresses.of(scope), self._clock.steady()
        creating = scope["path"] == CREATE and scope["method"] == "POST"
        for buckets in (self.limiter.requests, self._buckets_of(scope["path"], creating=creating)):
            wait = buckets.take(address, now) if buckets is not None else 0.0
            if wait:
                seconds = math.ceil(wait)
                detail = f"too many requests from one address: again in {seconds} s"
                await _answer(send, 429, ErrorBody("too_fast", detail), retry_after=seconds)
                return
        receive = self._in_time(receive)
        if not creating:
            await self._app(scope, receive, send)
            return
        try:
            self._may_create(address)
        except _Full as full:
            await _answer(send, 503, ErrorBody("server_full", str(full), limit=full.limit))
            return
        await self._app(scope, receive, self._noting_tables(send, address))

    def _in_time(self, receive: Receive) -> Receive:
        """A request whose body takes too long ends as if whoever sends it had gone."""
        deadline, complete = asyncio.get_running_loop().time() + self._limits.body_s, False

        async def in_time() -> Message:
            nonlocal complete
            if complete:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                return {"type": "http.disconnect"}
            complete = not message.get("more_body", False)
            return message

        return in_time

    def _buckets_of(self, path: str, *, creating: bool) -> Buckets | None:
        """The allowance for requests that cost more than others, or that somebody could guess with."""
        if creating:
            return self.limiter.creations
        if path.startswith("/api/code/"):
            return self.limiter.codes
        if path.startswith(("/api/tables/", "/api/forget")):
            return self.limiter.reads
        return None

    def _may_create(self, address: str) -> None:
        if self._rooms.full:
            raise _Full("as many tables are being played as this server takes", self._limits.tables)
        most = math.ceil(self._limits.tables_per_address * self._limits.per_address)
        if self.limiter.tables_of(address, self._rooms.__contains__) >= most:
            raise _Full(f"at most {most} tables from one address are played at once", most)

    def _noting_tables(self, send: Send, address: str) -> Send:
        created = False

        async def noting(message: Message) -> None:
            nonlocal created
            if message["type"] == "http.response.start":
                created = message["status"] == 201
            elif created and message.get("body"):
                with contextlib.suppress(msgspec.MsgspecError):
                    self.limiter.opened(_created.decode(message["body"]).table, address)
            await send(message)

        return noting

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = self._addresses.of(scope)
        try:
            self._may_connect(address)
        except _Full as full:
            await _refuse(scope["path"], receive, send, RefusalCode.SERVER_FULL, str(full))
            return
        wait = max(
            self.limiter.wrong.wait(address, self._clock.steady()),
            self.limiter.requests.take(address, self._clock.steady()),
        )
        if wait:
            detail = f"too many connections from one address: again in {math.ceil(wait)} s"
            await _refuse(scope["path"], receive, send, RefusalCode.TOO_FAST, detail)
            return

        async def unhurried() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                pause = self.limiter.messages.take(address, self._clock.steady())
                if pause:
                    await asyncio.sleep(min(pause, _PAUSE_S))
            return message

        async def watched(message: Message) -> None:
            if message["type"] == "websocket.close" and message.get("reason") in _WRONG:
                self.limiter.wrong.take(address, self._clock.steady())
            await send(message)

        self.limiter.enter(address)
        try:
            await self._app(scope, unhurried, watched)
        finally:
            self.limiter.leave(address)

    def _may_connect(self, address: str) -> None:
        if self.limiter.sockets >= self._limits.sockets:
            most = self._limits.sockets
            raise _Full(f"this server takes {most} connections at once", most)
        most = math.ceil(self._limits.sockets_per_address * self._limits.per_address)
        if self.limiter.sockets_of(address) >= most:
            raise _Full(f"at most {most} connections from one address at once", most)


async def _answer(send: Send, status: int, body: ErrorBody, *, retry_after: int | None = None) -> None:
    content = msgspec.json.encode(body)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(content)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if retry_after is not None:
        headers.append((b"retry-after", str(retry_after).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


async def _refuse(path: str, receive: Receive, send: Send, reason: RefusalCode, detail: str) -> None:
    """Say why not in the protocol spoken at this address, and close."""
    refused: msgspec.Struct = Refused(None, reason, detail=detail)
    if path == "/live":
        live = LiveReason.FULL if reason is RefusalCode.SERVER_FULL else LiveReason.TOO_FAST
        refused = LiveRefused(live, detail)
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": msgspec.json.encode(refused).decode()})
    await send({"type": "websocket.close", "code": CloseCode.REFUSED, "reason": reason.value})
