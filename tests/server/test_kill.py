"""kill -9 at random moments of many games: nothing twice, nothing lost, every game finishes.

The server is a process of its own. Browsers play; after some number of acknowledged actions the
process is killed in the middle of everything and started again on the same folder. Browsers reconnect
and send again what was not acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.harness import Browser, chooser, new_id, new_token
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from rufen.core.events import Envelope, RoundStarted, redact
from rufen.core.house_rules import BidDisclosure
from rufen.core.state import Phase, fold
from rufen.protocol.messages import PROTOCOL_VERSION, Ack, Act, Hello, NextRound, Snapshot, Update
from rufen.server.store.sqlite import SqliteStore

GAMES: list[tuple[list[str], dict[str, object]]] = [
    (["you", "bot", "bot"], {"round_mode": "custom", "custom_round_count": 7}),
    (
        ["you", "bot", "bot", "bot"],
        {"bid_disclosure": "hidden", "round_mode": "custom", "custom_round_count": 7},
    ),
    (["bot", "you", "bot"], {"bid_disclosure": "delayed", "round_mode": "custom", "custom_round_count": 7}),
    (["bot", "bot", "you", "bot", "bot"], {"round_mode": "schedule", "hand_sizes": [3, 1, 5, 2, 4]}),
]


class Process:
    """A server in a process of its own, on one folder, that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = ""
        self.up = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "rufen.cli.main", "serve", "--port", "0", "--data", str(self.folder)),
            *("--max-rate", "100000", "--per-address", "10000", "--log-level", "warning"),
            stdout=asyncio.subprocess.PIPE,
            env={name: value for name, value in os.environ.items() if not name.startswith("RUFEN_")},
        )
        assert self._process.stdout is not None
        line = (await self._process.stdout.readline()).decode()
        found = re.match(r"Rufen is at (http://\S+)$", line)
        assert found, line
        self.url = found[1]
        self.up.set()

    async def kill(self) -> None:
        """kill -9."""
        self.up.clear()
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def end(self) -> int:
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return await self._process.wait()


class Player:
    """A person whose browser never gives up: it sends again what was not acknowledged."""

    def __init__(self, process: Process, table: str, token: str, seed: int) -> None:
        self.process = process
        self.table = table
        self.token = token
        self.choose = chooser(seed)
        self.acked: dict[str, int] = {}
        self.seen: dict[int, object] = {}
        """Every event that was shown here, by its number."""
        self.pending: Act | None = None
        self.seat: int | None = None
        self.resent = 0

    async def play(self, acted: asyncio.Queue[None]) -> None:
        """Play until the game is over, through as many servers as it takes."""
        over = False
        while not over:
            await self.process.up.wait()
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, EOFError):
                over = await self._play_here(acted)

    async def _play_here(self, acted: asyncio.Queue[None]) -> bool:
        tab = await Browser.raw_socket(self.process.url)
        try:
            last = max(self.seen, default=0)
            await tab.send(Hello(PROTOCOL_VERSION, self.table, self.token, last or None))
            await tab.until(lambda: tab.greeted or tab.close_code)
            while tab.close_code is None:
                view = tab.view
                if view.phase is Phase.GAME_OVER:
                    return True
                self.seat = view.seat
                if self.pending is not None or view.legal:
                    self.resent += self.pending is not None
                    self.pending = self.pending or Act(new_id(), view.seq, self.choose(view))
                    self.acked[self.pending.id] = await self._ask(tab, self.pending)
                    self.pending = None
                    acted.put_nowait(None)
                elif view.phase is Phase.DEALING and view.results and not tab.ready:
                    await self._ask(tab, NextRound(new_id(), len(view.results)))
                else:
                    await tab.until(lambda v=view: tab.view is not v or tab.close_code)
            return False
        finally:
            self._remember(tab)
            await tab.close()

    @staticmethod
    async def _ask(tab: Browser, message: Act | NextRound) -> int:
        """The seq of the acknowledgement. Raises EOFError when there is none."""
        await tab.send(message)
        await tab.until(lambda: message.id in tab.answers or tab.close_code)
        if message.id not in tab.answers:
            raise EOFError
        answer = tab.answers[message.id]
        assert isinstance(answer, Ack), answer
        return answer.seq

    def _remember(self, tab: Browser) -> None:
        for message in tab.messages:
            if isinstance(message, Snapshot):
                first = message.view.seq - len(message.missed) + 1
                events = message.missed
            elif isinstance(message, Update):
                first, events = message.after + 1, message.events
            else:
                continue
            for seq, event in enumerate(events, first):
                assert self.seen.setdefault(seq, event) == event, f"event {seq} has changed"


def check(log: list[Envelope], player: Player, disclosure: BidDisclosure) -> None:
    """The log of a finished game against everything its player saw and was told."""
    assert [envelope.seq for envelope in log] == list(range(1, len(log) + 1))
    state = fold([envelope.event for envelope in log])
    assert state.phase is Phase.GAME_OVER
    rounds = [e.event.number for e in log if isinstance(e.event, RoundStarted)]
    assert rounds == list(range(1, len(state.setup.schedule) + 1)), "each round is dealt once"
    # the events of one action stand together, and each action was done once
    runs: Counter[str] = Counter()
    before = ""
    for envelope in log:
        if envelope.origin != before:
            runs[envelope.origin] += 1
        before = envelope.origin
    own = {origin: count for origin, count in runs.items() if origin not in ("server", "bot")}
    assert set(own.values()) == {1}
    done = {f"{player.seat}/{the_id}" for the_id in player.acked}
    assert done | {f"{player.seat}/create"} == set(own), "what was acknowledged is there, and nothing else"
    for the_id, seq in player.acked.items():
        assert log[seq - 1].origin == f"{player.seat}/{the_id}", "acknowledged at its own last event"
    for seq, event in player.seen.items():
        assert redact(log[seq - 1].event, player.seat, disclosure) == event, "shown, and then lost"


async def many_kills(folder: Path, seed: int, kills: int) -> int:
    """Play games while the server is killed; returns how often an action had to be sent again."""
    chance = random.Random(seed)
    process = Process(folder)
    await process.start()
    acted: asyncio.Queue[None] = asyncio.Queue()
    resent = killed = wave = 0
    while killed < kills:
        players = []
        async with httpx.AsyncClient(base_url=process.url) as http:
            for number, (kinds, rules) in enumerate(GAMES):
                wish = {
                    "token": new_token(),
                    "name": "Anna",
                    "seats": [{"kind": kind} for kind in kinds],
                    "rules": rules,
                }
                created = (await http.post("/api/tables", json=wish)).json()
                players.append(
                    Player(process, created["table"], str(wish["token"]), seed + 10 * wave + number)
                )
        games = asyncio.gather(*(player.play(acted) for player in players))
        while killed < kills and not games.done():
            for _ in range(chance.randrange(1, 16)):
                turn: asyncio.Future[None] = asyncio.ensure_future(acted.get())
                waiting: list[asyncio.Future[Any]] = [turn, games]
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                turn.cancel()
            # somewhere between two packets, not always right after an answer
            for _ in range(chance.randrange(40)):
                await asyncio.sleep(0)
            await process.kill()
            killed += 1
            await process.start()
        await games
        assert await process.end() == 0
        store = SqliteStore(folder)
        for player, (_kinds, rules) in zip(players, GAMES, strict=True):
            disclosure = BidDisclosure(rules.get("bid_disclosure", "open"))
            check(await store.read(player.table), player, disclosure)
        await store.close()
        resent += sum(player.resent for player in players)
        wave += 1
        await process.start()
    await process.kill()
    return resent


async def test_a_server_killed_at_random_moments_loses_and_repeats_nothing(tmp_path):
    assert await many_kills(tmp_path, seed=1, kills=12) > 0


@pytest.mark.long
async def test_a_server_killed_very_often(tmp_path):
    assert await many_kills(tmp_path, seed=2, kills=200) > 0
