"""A server in this process and browsers that are a few lines of Python."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from rufen.core.actions import Action, PlaceBid
from rufen.core.cards import Card
from rufen.core.deal import deck_from_seed
from rufen.core.state import Phase
from rufen.core.view import PlayerView
from rufen.protocol.live import LiveRefused
from rufen.protocol.messages import (
    PROTOCOL_VERSION,
    Ack,
    Act,
    Hello,
    Hinted,
    NextRound,
    Refused,
    ServerMessage,
    Snapshot,
    TableNews,
    Update,
)
from rufen.server.app import Service
from rufen.server.chance import SystemChance
from rufen.server.room import Room
from rufen.server.run import Server, config_of, listen
from rufen.server.settings import Limits
from rufen.server.store.base import EventStore
from rufen.server.store.sqlite import SqliteStore
from rufen.table.codes import make_code

FAST = Limits(rate=100_000, burst=100_000, per_address=100_000)
"""Limits under which a program may play as fast as it can."""

ENDED: set[str] = set()
"""Addresses of servers of this process that have been ended."""

Chooser = Callable[[PlayerView], Action]

_decoder = msgspec.json.Decoder(ServerMessage)
_ids = itertools.count(1)


def new_id() -> str:
    return f"test-{next(_ids):08d}"


def new_token(who: str = "x") -> str:
    return f"token-{who}-{next(_ids):08d}-secretsecretsecret"


class FakeClock:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return 1_800_000_000.0 + self.time

    def steady(self) -> float:
        return self.time


class SeededChance:
    """Decks from a seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._decks = itertools.count()
        self._random = random.Random(seed)

    def deck(self) -> tuple[Card, ...]:
        return deck_from_seed(self._seed, next(self._decks))

    def salt(self) -> str:
        return f"salt{self._random.getrandbits(128):032x}"

    def token(self) -> str:
        return f"token{self._random.getrandbits(128):032x}"

    def table_id(self) -> str:
        return f"table{self._random.getrandbits(40)}"

    def code(self) -> str:
        return make_code(self._random.randrange)

    def seed(self) -> int:
        return self._random.getrandbits(64)

    def part(self) -> float:
        return 0.5


class KnownDecks(SystemChance):
    """The same decks every time, so that who is asked first never hangs on a Wizard turned up by chance."""

    def __init__(self) -> None:
        self._decks = itertools.count()

    def deck(self) -> tuple[Card, ...]:
        return deck_from_seed("known decks", next(self._decks))


class Running:
    """A server that answers at `url`."""

    def __init__(self, service: Service, port: int) -> None:
        self.service = service
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=self.url)

    async def room(self, table: str) -> Room:
        """The room of a table."""
        room = await self.service.rooms.get(table)
        assert room is not None
        return room

    async def create(self, seats: list[str], token: str, name: str = "Me", **more: object) -> str:
        """A new table; seats are `you`, `open`, `bot` or `bot:level`."""
        plan = []
        for seat in seats:
            kind, _, level = seat.partition(":")
            plan.append({"kind": kind, "level": level} if level else {"kind": kind})
        answer = await self.http.post(
            "/api/tables", json={"token": token, "name": name, "seats": plan, **more}
        )
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])


@contextlib.asynccontextmanager
async def running(
    folder: Path, *, limits: Limits = FAST, store: EventStore | None = None, send_buffer: int = 0, **more: Any
) -> AsyncIterator[Running]:
    """A server over a data folder, in this process, until the block ends.

    `send_buffer` bounds what the system keeps for a slow reader, in bytes.
    """
    service = Service(store or SqliteStore(folder), limits=limits, **{"chance": KnownDecks(), **more})
    sock = listen("127.0.0.1", 0)
    if send_buffer:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    up = asyncio.Event()
    server = _Quiet(config_of(service, limits), service, up.set)
    task = asyncio.create_task(server.serve([sock]))
    await up.wait()
    run = Running(service, sock.getsockname()[1])
    try:
        yield run
    finally:
        ENDED.add(run.url)
        await run.http.aclose()
        server.should_exit = True
        await task


class _Quiet(Server):
    """A server that leaves the signals of the tests alone."""

    @contextlib.contextmanager
    def capture_signals(self):
        yield


class Tab:
    """One socket: remembers every message and every byte it received."""

    path = "/ws"
    decoder: msgspec.json.Decoder[Any] = _decoder

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.messages: list[Any] = []
        self.raw: list[tuple[int, str]] = []
        """Everything received, with the table's seq before it."""
        self.close_code: int | None = None
        self._changed = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def raw_socket(cls, url: str, **more: Any) -> Self:
        """Connect and say nothing."""
        address = url.replace("http", "ws", 1) + cls.path
        return cls(await connect(address, compression=None, ping_interval=None, max_size=None, **more))

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                message = self.decoder.decode(text)
                self.raw.append((self._seq(), text))
                self.messages.append(message)
                self._take(message)
                async with self._changed:
                    self._changed.notify_all()
        except ConnectionClosed:
            pass
        finally:
            self.close_code = self.socket.close_code or 1006
            async with self._changed:
                self._changed.notify_all()

    def _seq(self) -> int:
        return 0

    def _take(self, message: Any) -> None:
        """Look at a message that came."""

    async def until(self, condition: Callable[..., object]) -> None:
        """Wait for something; fail after a long time rather than hang."""
        async with asyncio.timeout(60), self._changed:
            await self._changed.wait_for(condition)

    async def send(self, message: msgspec.Struct) -> None:
        await self.send_text(msgspec.json.encode(message).decode())

    async def send_text(self, text: str | bytes) -> None:
        await self.socket.send(text)

    async def refusal(self, text: str | bytes) -> Any:
        """Send anything and wait for the refusal that comes next."""
        before = len(self.refused)
        await self.send_text(text)
        await self.until(lambda: len(self.refused) > before or self.close_code is not None)
        return self.refused[-1]

    @property
    def refused(self) -> list[Any]:
        return [message for message in self.messages if isinstance(message, Refused | LiveRefused)]

    async def close(self) -> None:
        await self.socket.close()
        await self._reader


class Browser(Tab):
    """A tab at a table: keeps the newest view, checks that nothing is missed."""

    def __init__(self, socket: ClientConnection) -> None:
        self.greeted = False
        """Whether a snapshot came."""
        self._view: PlayerView | None = None
        self._news: TableNews | None = None
        self.answers: dict[str, Ack | Refused | Hinted] = {}
        super().__init__(socket)

    @classmethod
    async def open(
        cls, url: str, table: str, token: str | None = None, *, seq: int | None = None, **more: Any
    ) -> Browser:
        """Connect, say hello and wait for the snapshot (or for the refusal)."""
        browser = await cls.raw_socket(url, **more)
        await browser.send(Hello(PROTOCOL_VERSION, table, token, seq))
        await browser.until(lambda: browser.greeted or browser.close_code)
        return browser

    def _seq(self) -> int:
        return self._view.seq if self._view else 0

    def _take(self, message: ServerMessage) -> None:
        if isinstance(message, Snapshot):
            self._view, self._news = message.view, message.news
            self.greeted = True
        elif isinstance(message, Update):
            assert message.after == self.view.seq, "an update was missed"
            assert message.view.seq == message.after + len(message.events)
            self._view = message.view
        elif isinstance(message, TableNews):
            self._news = message
        elif isinstance(message, Ack | Refused | Hinted) and message.id is not None:
            self.answers[message.id] = message

    @property
    def view(self) -> PlayerView:
        """The newest view."""
        assert self._view is not None
        return self._view

    @property
    def news(self) -> TableNews:
        """The newest news of the table."""
        assert self._news is not None
        return self._news

    async def ask(self, message: msgspec.Struct) -> Any:
        """Send a message with an id and wait for its answer: `Ack`, `Refused` or `Hinted`."""
        await self.send(message)
        wanted = getattr(message, "id", "")
        await self.until(lambda: wanted in self.answers or self.close_code is not None)
        return self.answers[wanted]

    async def act(self, action: Action, *, seq: int | None = None, action_id: str | None = None) -> Any:
        return await self.ask(Act(action_id or new_id(), self.view.seq if seq is None else seq, action))

    async def play(
        self, choose: Callable[[PlayerView], Action], until: Callable[[PlayerView], object]
    ) -> None:
        """Act whenever asked and be ready after each round, until the view is as wanted."""
        while True:
            view = self.view
            if until(view):
                return
            if self.close_code is not None:
                raise ConnectionError(f"closed with {self.close_code}")
            if view.legal:
                answer = await self.act(choose(view))
                assert isinstance(answer, Ack), answer
            elif view.phase is Phase.DEALING and view.results and not self.ready:
                answer = await self.ask(NextRound(new_id(), len(view.results)))
                assert isinstance(answer, Ack), answer
                await self.until(lambda v=view: self.view is not v or self.ready or self.close_code)
            else:
                await self.until(lambda v=view: self.view is not v or self.close_code is not None)

    @property
    def ready(self) -> bool:
        return self.view.seat is not None and self.news.seats[self.view.seat].ready


def over(view: PlayerView) -> bool:
    return view.phase is Phase.GAME_OVER


def chooser(seed: int) -> Chooser:
    """A player that picks any legal action."""
    chance = random.Random(seed)
    return lambda view: chance.choice(view.legal)


def first(view: PlayerView) -> Action:
    """A player that bids zero where it may, and plays its first legal card."""
    return next((a for a in view.legal if isinstance(a, PlaceBid)), view.legal[0])
