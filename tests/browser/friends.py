"""Other persons at a table, most of them without a page, and a line to the server that can be cut."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Self

from tests.browser.chromium import Watched
from tests.browser.server import RealServer, Seated
from tests.browser.table_page import TablePage
from tests.server.harness import Browser, Running, chooser, new_id, new_token

from rufen.core.state import Phase
from rufen.protocol.messages import Ack, Claim, Pause, Propose, Rematch, Sit, Start, Vote

__all__ = ["Friend", "Line", "friends_at", "start", "watching"]


Person = Callable[..., Awaitable[Watched]]


class Friend:
    """A person in a seat: a secret, and a tab without a page while they are here."""

    def __init__(self, server: RealServer, seated: Seated, seat: int, name: str) -> None:
        self.seated = seated
        self.seat = seat
        self.name = name
        self._server = server
        self._tab: Browser | None = None

    @property
    def tab(self) -> Browser:
        assert self._tab is not None, f"{self.name} is not here"
        return self._tab

    async def come(self) -> None:
        """Be here."""
        self._tab = await self._server.tab(self.seated)

    async def go(self) -> None:
        """Be gone."""
        await self.tab.close()
        self._tab = None

    async def ask(self, message: Claim | Pause | Propose | Rematch) -> None:
        """Send something that is granted."""
        answer = await self.tab.ask(message)
        assert isinstance(answer, Ack), answer

    async def vote(self, agree: bool) -> None:
        """Vote on what is proposed."""
        await self.tab.until(lambda: self.tab.news.proposal is not None)
        proposal = self.tab.news.proposal
        assert proposal is not None
        answer = await self.tab.ask(Vote(new_id(), proposal.number, agree))
        assert isinstance(answer, Ack), answer

    async def act(self) -> None:
        """Wait until asked, and do anything."""
        tab = self.tab
        await tab.until(lambda: tab.view.legal)
        answer = await tab.act(chooser(1)(tab.view))
        assert isinstance(answer, Ack), answer

    async def play(self) -> None:
        """Play until the game is over."""
        await self.tab.play(chooser(1), lambda view: view.phase in (Phase.GAME_OVER, Phase.ABORTED))


async def friends_at(server: RealServer, seated: Seated, *names: str) -> list[Friend]:
    """Friends sit down in the seats from 1 on."""
    friends = []
    for seat, name in enumerate(names, 1):
        token = new_token()
        tab = await Browser.open(server.url, seated.table)
        answer = await tab.ask(Sit(new_id(), seat, name, token))
        assert isinstance(answer, Ack), answer
        await tab.close()
        friend = Friend(server, Seated(seated.table, token), seat, name)
        await friend.come()
        friends.append(friend)
    return friends


async def start(server: RealServer, seated: Seated, *friends: Friend) -> None:
    """The host starts the game; a friend who has turned up a Wizard names the trump."""
    host = await server.tab(seated)
    answer = await host.ask(Start(new_id()))
    assert isinstance(answer, Ack), answer
    await host.until(lambda: host.view.to_act)
    for friend in friends:
        if host.view.phase is Phase.CHOOSING_TRUMP and host.view.to_act == (friend.seat,):
            await friend.act()
    await host.close()


async def watching(person: Person, seated: Seated, **how: Any) -> TablePage:
    """The page of somebody who comes to watch a game that is being played."""
    page = await (await person(**how)).page(seated.path)
    await page.get_by_role("button", name="Watch").click()
    return TablePage(page)


class Line:
    """A line to the server as a phone has one: it can be cut and mended."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._cut = False
        self._awake = asyncio.Event()
        self._awake.set()
        self.url = ""

    @classmethod
    async def to(cls, server: RealServer | Running) -> Self:
        line = cls(server.port)
        line._server = await asyncio.start_server(line._serve, "127.0.0.1", 0)
        line.url = f"http://127.0.0.1:{line._server.sockets[0].getsockname()[1]}"
        return line

    def cut(self) -> None:
        """Nothing goes through any more, and nothing new."""
        self._cut = True
        self._awake.set()
        for writer in self._open:
            writer.transport.abort()

    def mend(self) -> None:
        self._cut = False

    def freeze(self) -> None:
        """Nothing goes through any more, but neither end is told: a phone that sleeps."""
        self._awake.clear()

    def thaw(self) -> None:
        """What was sent meanwhile goes through now."""
        self._awake.set()

    async def close(self) -> None:
        self.cut()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._cut:
            writer.transport.abort()
            return
        there, onward = await asyncio.open_connection("127.0.0.1", self._to)
        self._open |= {writer, onward}
        await asyncio.gather(self._copy(reader, onward), self._copy(there, writer))
        self._open -= {writer, onward}

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                await self._awake.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
