"""A server as people start it: a process of its own, over a folder."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
from tests.server.harness import Browser, chooser, new_token

from rufen.core.actions import Action
from rufen.core.events import CardPlayed, Event
from rufen.core.state import GameState, fold
from rufen.core.view import PlayerView

__all__ = ["RealServer", "Seated"]

_decode = msgspec.json.Decoder(Event).decode


class Seated(msgspec.Struct, frozen=True):
    """A table and the secret of the seat of the person who opened it."""

    table: str
    token: str

    @property
    def path(self) -> str:
        return f"/t/{self.table}"

    @property
    def seats(self) -> dict[str, str]:
        return {self.table: self.token}


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


class RealServer:
    """`rufen serve` over a data folder; it can be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.http = httpx.AsyncClient(base_url=self.url, timeout=30)
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it and wait for the line that says where it is."""
        # a program plays faster than suits people, and all of them have one address
        options = ["--no-browser", "--max-rate", "100000", "--per-address", "10000"]
        options += ["--port", str(self.port), "--data", str(self.folder)]
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "server.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "rufen", "serve", *options, stdout=asyncio.subprocess.PIPE, stderr=log
            )
        assert self._process.stdout is not None
        line = (await asyncio.wait_for(self._process.stdout.readline(), 60)).decode()
        assert self.url in line, line + (self.folder / "server.log").read_text(encoding="utf-8")

    async def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> None:
        """End it in order; it may have complained about nothing."""
        assert self._process is not None
        await self.http.aclose()
        if self._process.returncode is None:
            self._process.terminate()
            await asyncio.wait_for(self._process.wait(), 30)
        log = (self.folder / "server.log").read_text(encoding="utf-8")
        assert "level=error" not in log, log
        assert "Traceback" not in log, log

    async def create(
        self,
        seats: int = 4,
        *,
        name: str = "Mia",
        open_seats: int = 0,
        level: str = "beginner",
        **more: Any,
    ) -> Seated:
        """A new table: the person in seat 0, then open seats, then bots."""
        token = new_token()
        bots = [{"kind": "bot", "level": level}] * (seats - 1 - open_seats)
        plan = [{"kind": "you"}, *[{"kind": "open"}] * open_seats, *bots]
        answer = await self.http.post(
            "/api/tables", json={"token": token, "name": name, "seats": plan, **more}
        )
        assert answer.status_code == 201, answer.text
        return Seated(answer.json()["table"], token)

    async def tab(self, seated: Seated) -> Browser:
        """Another tab of the seat, without a page."""
        return await Browser.open(self.url, seated.table, seated.token)

    async def play(
        self,
        seated: Seated,
        until: Callable[[PlayerView], bool],
        choose: Callable[[PlayerView], Action] | None = None,
    ) -> PlayerView:
        """Play the seat without a page, at random unless told how, until the view is as wanted."""
        tab = await self.tab(seated)
        try:
            await tab.play(choose or chooser(1), until)
            assert tab.view is not None
            return tab.view
        finally:
            await tab.close()

    async def create_where(
        self, wanted: Callable[[PlayerView], bool], seats: int = 4, *, tries: int = 400, **more: Any
    ) -> Seated:
        """A new table whose deck is as wanted when the person is first asked: decks are chance, so try."""
        for _ in range(tries):
            seated = await self.create(seats, **more)
            view = await self.play(seated, lambda view: bool(view.legal))
            if wanted(view):
                return seated
        raise AssertionError(f"not one of {tries} tables is as wanted")

    async def view(self, seated: Seated) -> PlayerView:
        """What the server says the seat may know now."""
        tab = await self.tab(seated)
        await tab.close()
        assert tab.view is not None
        return tab.view

    def log(self, table: str) -> list[Event]:
        """The events of a table, as they are stored."""
        with sqlite3.connect(f"file:{self.folder / 'rufen.db'}?mode=ro", uri=True) as db:
            rows = db.execute("SELECT body FROM event WHERE game = ? ORDER BY seq", (table,)).fetchall()
        db.close()
        return [_decode(body) for (body,) in rows]

    def cards_played(self, seated: Seated) -> list[str]:
        """The cards the person has played, as they are stored."""
        log = self.log(seated.table)
        return [str(event.card) for event in log if isinstance(event, CardPlayed) and event.seat == 0]

    def state(self, table: str) -> GameState:
        """The game folded from what is stored."""
        return fold(self.log(table))
