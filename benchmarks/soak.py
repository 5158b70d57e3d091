"""An evening with many tables:  python benchmarks/soak.py

Starts a server in a process of its own, seats scripted people at every table and lets them play whole games
while their lines break at random; once in between the server is killed (SIGKILL) and started again. A person
whose line broke stays away for a moment, comes back with the last `seq` seen, and sends again what was not
acknowledged.

At the end every log must be complete, and every event that any client saw must be, byte for byte, what the
log says that seat may see of it; the last view of every client must follow from the log. Anything else ends
the run with an error.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

import rufen
from rufen.core.events import CardPlayed, Event, redact
from rufen.core.state import Phase, fold
from rufen.core.view import view_of


class View(msgspec.Struct):
    """As much of a view as a client needs."""

    seq: int
    phase: str
    results: list[msgspec.Raw]
    legal: list[msgspec.Raw]


class Seat(msgspec.Struct):
    """As much of a seat's news as a client needs."""

    ready: bool


class News(msgspec.Struct):
    """As much of a table's news as a client needs."""

    seats: list[Seat]


class Message(msgspec.Struct):
    """Any message of the server."""

    type: str
    view: msgspec.Raw = msgspec.Raw(b"")
    events: list[msgspec.Raw] = []
    missed: list[msgspec.Raw] = []
    news: News | None = None
    id: str | None = None
    reason: str = ""


_decode = msgspec.json.Decoder(Message).decode
_decode_view = msgspec.json.Decoder(View).decode
_decode_event = msgspec.json.Decoder(Event).decode
_encode = msgspec.json.Encoder().encode

_GONE = (ConnectionClosed, OSError, InvalidHandshake, InvalidMessage, TimeoutError)


class Server:
    """`rufen serve` over a folder; it can be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.url = ""
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with (self.folder / "server.log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "rufen", "serve", "--port", str(self.port)),
                *("--data", str(self.folder / "data"), "--max-rate", "1000000"),
                *("--per-address", "1000000", "--log-level", "warning"),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self._process.stdout is not None
        self.url = (await self._process.stdout.readline()).decode().split()[-1]
        self.port = int(self.url.rsplit(":", 1)[1])

    async def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        await self._process.wait()


class Counts:
    """What happened."""

    def __init__(self, kill_after: int) -> None:
        self.kill_after = kill_after
        self.middle = asyncio.Event()
        """Set when so many messages have come that the server is to be killed."""
        self.broken = 0
        self.hellos = 0
        self.received = 0
        self.resent = 0
        self.late = 0
        self.finished = 0
        self.at: list[float] = []
        """How long each person took to come back in, in seconds."""

    def hear(self) -> None:
        """A message came."""
        self.received += 1
        if self.received == self.kill_after:
            self.middle.set()


class Person:
    """One seat: its line, what it has seen, and what it has not been told to be done."""

    def __init__(self, server: Server, table: str, seat: int, token: str, chance: random.Random) -> None:
        self.seat = seat
        self.seen: dict[int, bytes] = {}
        """Every event this client was sent, by `seq`."""
        self.view = b""
        self._server = server
        self._table = table
        self._token = token
        self._chance = chance
        self._seq: int | None = None
        self._pending: dict[str, str] = {}
        self._acted_at = 0
        self._ready_for = 0
        self._number = 0
        self._known: View | None = None

    async def play(self, counts: Counts, breaks: float) -> None:
        """Play to the end of the game, however often the line breaks (with that chance before an action)."""
        while True:
            began = time.perf_counter()
            try:
                async with connect(
                    self._server.url.replace("http", "ws", 1) + "/ws",
                    compression=None,
                    ping_interval=None,
                    max_size=None,
                    open_timeout=30,
                ) as line:
                    counts.hellos += 1
                    if await self._converse(line, counts, breaks, began):
                        return
                await asyncio.sleep(self._chance.expovariate(1 / 0.5))
            except _GONE:
                await asyncio.sleep(self._chance.uniform(0.1, 0.5))

    async def _converse(self, line: ClientConnection, counts: Counts, breaks: float, began: float) -> bool:
        """Until the game is over (True), or this person's line is to break."""
        hello = {"type": "hello", "v": 2, "table": self._table, "token": self._token}
        await line.send(_encode(hello if self._seq is None else hello | {"seq": self._seq}).decode())
        waiting = True
        while True:
            message = _decode(await line.recv(decode=False))
            counts.hear()
            if message.type == "snapshot":
                self._take(message.missed, message)
                if message.news is not None and not message.news.seats[self.seat].ready:
                    # a server that was started again does not know who was ready
                    self._ready_for = 0
                for text in self._pending.values():
                    counts.resent += 1
                    await line.send(text)
                counts.at.append(time.perf_counter() - began)
                waiting = False
            elif message.type == "update" and not waiting:
                self._take(message.events, message)
            elif message.type == "ack" and message.id is not None:
                self._pending.pop(message.id, None)
            elif message.type == "refused" and message.reason == "hello_expected":
                # everybody comes back at once: the hello was not read in time
                counts.late += 1
                return False
            elif message.type == "refused":
                if message.id is None or message.reason not in ("stale", "illegal", "shutting_down"):
                    raise RuntimeError(f"refused: {message}")
                # another bot or a stand-in was faster, or the server ends
                self._pending.pop(message.id, None)
            view = self._known
            if view is None or waiting:
                continue
            if view.phase == "game_over":
                counts.finished += 1
                return True
            if view.legal and view.seq != self._acted_at:
                if self._chance.random() < breaks:
                    counts.broken += 1
                    return False
                self._acted_at = view.seq
                action = bytes(self._chance.choice(view.legal)).decode()
                await self._say(line, f'"type":"act","seq":{view.seq},"action":{action}')
            elif view.phase == "dealing" and len(view.results) > self._ready_for:
                self._ready_for = len(view.results)
                await self._say(line, f'"type":"next_round","round":{self._ready_for}')

    def _take(self, events: list[msgspec.Raw], message: Message) -> None:
        self.view = bytes(message.view)
        self._known = view = _decode_view(self.view)
        self._seq = view.seq
        first = view.seq - len(events) + 1
        for seq, event in enumerate(events, first):
            text = bytes(event)
            if self.seen.setdefault(seq, text) != text:
                raise RuntimeError(f"event {seq} was not the same when it came again")

    async def _say(self, line: ClientConnection, rest: str) -> None:
        self._number += 1
        name = f"soak-{self.seat}-{self._number:06d}"
        text = self._pending[name] = f'{{"id":"{name}",{rest}}}'
        await line.send(text)


async def seat_people(
    server: Server, tables: int, seats: int, chance: random.Random
) -> dict[str, list[Person]]:
    """Tables of people who have all sat down; the games have started."""
    found: dict[str, list[Person]] = {}
    address = server.url.replace("http", "ws", 1) + "/ws"
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        for _ in range(tables):
            tokens = [f"soak-token-{chance.getrandbits(128):032x}" for _ in range(seats)]
            plan = [{"kind": "you"}, *[{"kind": "open"}] * (seats - 1)]
            wish = {"token": tokens[0], "name": "Anna", "seats": plan, "options": {"grace": 15}}
            table = (await http.post("/api/tables", json=wish)).raise_for_status().json()["table"]
            async with connect(address, compression=None, ping_interval=None) as line:
                hello = {"type": "hello", "v": 2, "table": table}
                await line.send(_encode(hello | {"token": tokens[0]}).decode())
                for seat in range(1, seats):
                    async with connect(address, compression=None, ping_interval=None) as guest:
                        await guest.send(_encode(hello).decode())
                        sit = {"type": "sit", "id": f"sit-{seat:06d}", "seat": seat, "name": "Anna"}
                        await guest.send(_encode(sit | {"token": tokens[seat]}).decode())
                        await until(guest, "ack")
                await line.send('{"type":"start","id":"start-0001"}')
                await until(line, "ack")
            found[table] = [
                Person(server, table, seat, token, random.Random(chance.getrandbits(64)))
                for seat, token in enumerate(tokens)
            ]
    return found


async def until(line: ClientConnection, kind: str) -> None:
    while (message := _decode(await line.recv(decode=False))).type != kind:
        if message.type == "refused":
            raise RuntimeError(f"refused: {message}")


async def kill_once(server: Server, counts: Counts) -> float:
    """Kill the server in the middle; how long it was gone, in seconds."""
    await counts.middle.wait()
    began = time.perf_counter()
    await server.kill()
    await server.start()
    return time.perf_counter() - began


def check(folder: Path, people: dict[str, list[Person]]) -> dict[str, int]:
    """Hold what every client saw against the logs. Raises RuntimeError for any difference."""
    found = {"events": 0, "seen": 0, "cards": 0, "by stand-ins": 0}
    with sqlite3.connect(f"file:{folder / 'data' / 'rufen.db'}?mode=ro", uri=True) as db:
        for table, seats in people.items():
            rows = db.execute(
                "SELECT seq, origin, body FROM event WHERE game = ? ORDER BY seq", (table,)
            ).fetchall()
            if [seq for seq, _, _ in rows] != list(range(1, len(rows) + 1)):
                raise RuntimeError(f"{table}: the log has gaps")
            log: list[Event] = [_decode_event(body) for _, _, body in rows]
            state = fold(log)
            if state.phase is not Phase.GAME_OVER:
                raise RuntimeError(f"{table}: the game is not over")
            rules = state.setup.rules
            for person in seats:
                if person.view != _encode(view_of(state, person.seat)):
                    raise RuntimeError(f"{table}: seat {person.seat} ended with another view")
                for seq, text in person.seen.items():
                    if text != _encode(redact(log[seq - 1], person.seat, rules.bid_disclosure)):
                        raise RuntimeError(f"{table}: seat {person.seat} saw event {seq} otherwise")
                found["seen"] += len(person.seen)
            found["events"] += len(log)
            found["cards"] += sum(isinstance(event, CardPlayed) for event in log)
            found["by stand-ins"] += sum(origin == "stand_in" for _, origin, _ in rows)
    return found


async def run(options: argparse.Namespace) -> None:
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(dir=options.data) as name:
        folder = Path(name)
        server = Server(folder)
        await server.start()
        people = await seat_people(server, options.tables, options.players, chance)
        counts = Counts(options.tables * options.players * options.kill_after)
        began = time.perf_counter()
        killing = asyncio.create_task(kill_once(server, counts))
        games = [
            asyncio.create_task(person.play(counts, options.breaks))
            for seats in people.values()
            for person in seats
        ]
        try:
            await asyncio.gather(*games)
            if not killing.done():
                raise RuntimeError("the games were over before the server was killed: lower --kill-after")
            gone = await killing
        finally:
            for task in (*games, killing):
                task.cancel()
            elapsed = time.perf_counter() - began
            await server.stop()
        found = check(folder, people)
        log = (folder / "server.log").read_text(encoding="utf-8")
    show(options, counts, found, elapsed, gone, log)


def show(
    options: argparse.Namespace,
    counts: Counts,
    found: dict[str, int],
    elapsed: float,
    gone: float,
    log: str,
) -> None:
    back = sorted(counts.at)
    p50, p99 = (back[int(len(back) * share)] * 1000 for share in (0.5, 0.99))
    for line in (
        f"{options.tables} tables of {options.players} people, every game played to its end: {elapsed:.0f} s",
        f"  events in the logs {found['events']:,}, cards played {found['cards']:,}",
        f"  events that clients saw {found['seen']:,}: each as the log says, and so are all last views",
        f"  lines broken {counts.broken:,}, hellos {counts.hellos:,}, sent again {counts.resent:,}",
        f"  hellos that the busy server read too late {counts.late:,}",
        f"  actions by stand-ins {found['by stand-ins']:,}",
        f"  server killed once, answering again after {gone:.1f} s",
        f"  from connecting to being at the table: p50 {p50:.0f} ms, p99 {p99:.0f} ms",
    ):
        print(line)
    errors = [line for line in log.splitlines() if "level=error" in line or "Traceback" in line]
    print(f"  errors in the server's log: {len(errors)}")
    print(
        f"machine: {platform.machine()}, {os.cpu_count()} cores (clients on the same ones), Python "
        f"{platform.python_version()}, rufen {rufen.__version__}, SQLite {sqlite3.sqlite_version}"
    )
    if errors:
        raise SystemExit("\n".join(errors[:20]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--breaks", type=float, default=0.01, help="chance that a line breaks at an action")
    parser.add_argument(
        "--kill-after", type=int, default=300, help="messages each person has had, on average, at the kill"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", help="where to put the data folder (default: the temporary folder)")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
