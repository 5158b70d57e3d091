"""In front of everything: what comes too fast, or is too much, is answered here and goes no further."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Mapping

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rufen.protocol.bodies import ErrorBody, TableCreated
from rufen.protocol.bot import BotHello
from rufen.protocol.live import LiveReason, LiveRefused
from rufen.protocol.messages import MAX_MESSAGE_BYTES, CloseCode, Hello, RefusalCode, Refused
from rufen.server.addresses import Addresses
from rufen.server.answers import send_error
from rufen.server.clock import Clock
from rufen.server.limiter import Buckets, Full, Limiter
from rufen.server.rooms import Rooms
from rufen.server.settings import Limits
from rufen.server.store.base import EventStore, StoreFailed
from rufen.table.codes import clean_code
from rufen.table.keys import key_of

__all__ = ["Guard", "is_owner"]

CREATE = "/api/tables"
_WRONG = {RefusalCode.UNKNOWN_TOKEN.value, RefusalCode.UNKNOWN_TABLE.value}
_PAUSE_S = 1.0
"""The longest pause for a socket whose address sends too much."""
_created = msgspec.json.Decoder(TableCreated)
_hellos: Mapping[str, msgspec.json.Decoder[Hello] | msgspec.json.Decoder[BotHello]] = {
    "/ws": msgspec.json.Decoder(Hello),
    "/bot": msgspec.json.Decoder(BotHello),
}


class Guard:
    """Lets requests and sockets through to `app` as `limits` allow their address, told as `rufen.address`."""

    def __init__(
        self, app: ASGIApp, rooms: Rooms, clock: Clock, limits: Limits, limiter: Limiter, addresses: Addresses
    ) -> None:
        self._app = app
        self._rooms = rooms
        self._clock = clock
        self._limits = limits
        self._addresses = addresses
        self.limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        address, now = self._address_of(scope), self._clock.steady()
        creating = scope["path"] == CREATE and scope["method"] == "POST"
        for buckets in (self.limiter.requests, self._buckets_of(scope["path"], creating=creating)):
            wait = buckets.take(address, now) if buckets is not None else 0.0
            if wait:
                seconds = math.ceil(wait)
                detail = f"too many requests from one address: again in {seconds} s"
                await send_error(send, 429, ErrorBody("too_fast", detail), retry_after=seconds)
                return
        receive = self._in_time(receive)
        if not creating:
            await self._app(scope, receive, send)
            return
        try:
            self._rooms.check_new(address)
        except Full as full:
            await send_error(send, 503, ErrorBody("server_full", str(full), limit=full.limit))
            return
        await self._app(scope, receive, self._noting_tables(send, address))

    def _address_of(self, scope: Scope) -> str:
        address = scope["rufen.address"] = self._addresses.of(scope)
        return address

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
        address = self._address_of(scope)
        try:
            self._may_connect(address)
        except Full as full:
            await _refuse(scope["path"], receive, send, RefusalCode.SERVER_FULL, str(full))
            return
        wait = self.limiter.requests.take(address, self._clock.steady())
        if wait:
            detail = f"too many connections from one address: again in {math.ceil(wait)} s"
            await _refuse(scope["path"], receive, send, RefusalCode.TOO_FAST, detail)
            return

        greeted = scope["path"] not in _hellos

        async def unhurried() -> Message:
            nonlocal greeted
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            pause = self.limiter.messages.take(address, self._clock.steady())
            if pause:
                await asyncio.sleep(min(pause, _PAUSE_S))
            hello = None if greeted else _hello_of(scope["path"], message)
            if hello is not None:
                greeted = True
                wait = self.limiter.wrong.wait(address, self._clock.steady())
                if wait and not await self._is_right(hello):
                    detail = "too many wrong tables and secrets from one address"
                    detail = f"{detail}: again in {math.ceil(wait)} s"
                    await _say(scope["path"], send, RefusalCode.TOO_FAST, detail)
                    return {"type": "websocket.disconnect", "code": CloseCode.REFUSED}
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

    async def _is_right(self, hello: Hello | BotHello) -> bool:
        """Whether this secret has a seat at this table: who has one always comes in."""
        if hello.token is None or hello.table is None:
            return False
        try:
            return await is_owner(self._rooms.store, hello.table, hello.token)
        except StoreFailed:
            return True

    def _may_connect(self, address: str) -> None:
        if self.limiter.sockets >= self._limits.sockets:
            most = self._limits.sockets
            raise Full(f"this server takes {most} connections at once", most)
        most = math.ceil(self._limits.sockets_per_address * self._limits.per_address)
        if self.limiter.sockets_of(address) >= most:
            raise Full(f"at most {most} connections from one address at once", most)


async def is_owner(store: EventStore, table: str, token: str) -> bool:
    """Whether a secret has a seat at a table, given by its id or its code. Raises StoreFailed."""
    code = clean_code(table)
    found = await store.find_code(code) if code is not None else table
    return found is not None and await store.find_key(found, key_of(token)) > 0


def _hello_of(path: str, message: Message) -> Hello | BotHello | None:
    text: str | None = message.get("text")
    if text is None or len(text) > MAX_MESSAGE_BYTES:
        return None
    try:
        return _hellos[path].decode(text)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None


async def _refuse(path: str, receive: Receive, send: Send, reason: RefusalCode, detail: str) -> None:
    """Let nobody in, and say why not."""
    await receive()
    await send({"type": "websocket.accept"})
    await _say(path, send, reason, detail)


async def _say(path: str, send: Send, reason: RefusalCode, detail: str) -> None:
    """Say why not in the protocol spoken at this address, and close."""
    refused: msgspec.Struct = Refused(None, reason, detail=detail)
    if path == "/live":
        live = LiveReason.FULL if reason is RefusalCode.SERVER_FULL else LiveReason.TOO_FAST
        refused = LiveRefused(live, detail)
    await send({"type": "websocket.send", "text": msgspec.json.encode(refused).decode()})
    await send({"type": "websocket.close", "code": CloseCode.REFUSED, "reason": reason.value})
