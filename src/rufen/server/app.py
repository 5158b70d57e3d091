"""The application: the rooms, their sockets, the HTTP interface and the web pages, put together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rufen.players.base import LEVELS
from rufen.protocol.bodies import ErrorBody
from rufen.server.addresses import Addresses, Network
from rufen.server.ahead import Ahead, load
from rufen.server.answers import error_response
from rufen.server.api import Api
from rufen.server.bot_socket import BotSockets
from rufen.server.bots import BEGINNER, STAND_IN, Bots
from rufen.server.chance import Chance, SystemChance
from rufen.server.clock import Clock, SystemClock
from rufen.server.files import STATIC, Pages, security_headers
from rufen.server.guard import Guard
from rufen.server.hints import Advise, Hints
from rufen.server.limiter import Limiter
from rufen.server.live import LiveSheets
from rufen.server.rooms import Rooms
from rufen.server.settings import Limits
from rufen.server.sockets import Sockets
from rufen.server.store.base import EventStore

__all__ = ["Service"]

log = logging.getLogger("rufen.app")

_CODES = {404: "not_found", 405: "method_not_allowed"}
TICK_S = 1.0
"""How often deadlines and heartbeats are looked at."""


class _SecureHeaders:
    """Adds the security headers to every HTTP answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(security_headers(host))
            await send(message)

        await self._app(scope, receive, send_with_headers)


async def _http_error(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = error.detail if isinstance(error, HTTPException) else "something went wrong here"
    response = error_response(status, ErrorBody(_CODES.get(status, "failed"), detail))
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


class Service:
    """A server's insides, from its store to its ASGI `app`.

    `network_address` says where other devices find it, None when they cannot; with `public_list` tables
    that their hosts have listed are shown to everybody. `trusted_proxies` name the addresses of clients.
    `advise` makes the hints (None: the package's own network). `ready` loads what network bots and hints
    need: it runs once, in a thread, when a table has some.
    """

    def __init__(
        self,
        store: EventStore,
        *,
        limits: Limits | None = None,
        clock: Clock | None = None,
        chance: Chance | None = None,
        static: Path = STATIC,
        network_address: Callable[[], str | None] = lambda: None,
        public_list: bool = False,
        trusted_proxies: Sequence[Network] = (),
        advise: Advise | None = None,
        ready: Callable[[], None] = load,
    ) -> None:
        self.store = store
        self.clock = clock or SystemClock()
        limits = limits or Limits()
        chance = chance or SystemChance()
        limiter = Limiter(limits)
        self.addresses = Addresses(trusted_proxies)
        ahead = Ahead(ready)
        self._bots = Bots(chance, prepare=ahead.begin)
        self._hints = Hints(advise, ahead.begin)
        self.rooms = Rooms(
            store,
            bots=self._bots,
            hints=self._hints,
            chance=chance,
            clock=self.clock,
            limits=limits,
            limiter=limiter,
            levels=LEVELS,
            default_level=BEGINNER,
            stand_in=STAND_IN,
        )
        self.sockets = Sockets(self.rooms, self.clock, limits)
        self.live = LiveSheets(self.clock, limits)

        def code(address: str) -> float:
            return limiter.codes.take(address, self.clock.steady())

        self.programs = BotSockets(self.rooms, self.clock, limits, chance, code)

        def spend(address: str, logs: int) -> float:
            return limiter.logs.take(address, self.clock.steady(), logs)

        api = Api(self.rooms, limits.body_bytes, network_address, spend, public_list=public_list)
        self._ticking: asyncio.Task[None] | None = None
        inner = Starlette(
            routes=[
                WebSocketRoute("/ws", self.sockets.serve),
                WebSocketRoute("/bot", self.programs.serve),
                WebSocketRoute("/live", self.live.serve),
                *api.routes,
                Mount("/", Pages(static)),
            ],
            exception_handlers={HTTPException: _http_error, Exception: _http_error},
            lifespan=self._lifespan,
        )
        self.guard = Guard(inner, self.rooms, self.clock, limits, limiter, self.addresses)
        self.app: ASGIApp = _SecureHeaders(self.guard)

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._ticking = asyncio.create_task(self._tick())
        try:
            yield
        finally:
            self._ticking.cancel()
            await self.close()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            try:
                self.tick()
            except Exception:
                log.exception("tick failed")

    def tick(self) -> None:
        """Look at deadlines and heartbeats, now."""
        now = self.clock.steady()
        self.sockets.tick(now)
        self.programs.tick(now)
        self.live.tick(now)
        self.rooms.tick(now)

    async def stop(self) -> None:
        """Refuse what comes, finish what is being stored, close every socket with "going away"."""
        await self.rooms.close()
        await asyncio.gather(self.sockets.close(), self.programs.close(), self.live.close())

    async def close(self) -> None:
        """Stop, and let go of the store, the bots and the hints."""
        await self.stop()
        self._bots.close()
        self._hints.close()
        await self.store.close()
