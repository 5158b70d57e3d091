"""Many tables at once over real sockets:  python benchmarks/server.py

Starts a server in a process of its own, opens tables of one person and bots, and plays them from this
process. Three measurements:

memory    what one open table with its socket adds to the server's resident memory
load      every person acts as soon as asked: how many actions the server stores, sends and acknowledges
latency   every person thinks for a while, as people do: the time from sending an action to its update
          and to its acknowledgement, as a browser on this machine sees it

Every action is one durable commit (`synchronous=FULL`), shared with what waits at the same moment.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import re
import sqlite3
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import httpx
import msgspec
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import rufen


class View(msgspec.Struct):
    """As much of a view as this client needs."""

    seq: int
    phase: str
    results: list[msgspec.Raw]
    legal: list[msgspec.Raw]


class Message(msgspec.Struct):
    """Any message of the server."""

    type: str
    view: View | None = None
    events: list[msgspec.Raw] = []
    id: str | None = None


_decode = msgspec.json.Decoder(Message).decode
_ACTIONS = (b'{"type":"card_played"', b'{"type":"bid_placed"', b'{"type":"trump_chosen"')


class Counts:
    """What was measured."""

    def __init__(self) -> None:
        self.own = 0
        self.all = 0
        self.received = 0
        self.to_update: list[float] = []
        self.to_ack: list[float] = []


class Person:
    """One browser that plays whatever is legal."""

    def __init__(self, socket: ClientConnection, seed: int) -> None:
        self.socket = socket
        self.chance = random.Random(seed)
        self.view: View | None = None
        self.finished = asyncio.Event()
        self._number = 0

    async def say(self, text: str) -> None:
        await self.socket.send(text)

    async def play(self, counts: Counts, stop: asyncio.Event, think: float) -> None:
        """Play until the game is over or `stop` is set; `think` is the mean pause before an action."""
        sent_at = 0.0
        updated = False
        acted_at = ready_for = 0
        while not stop.is_set():
            view = self.view
            if view is not None and view.legal and view.seq != acted_at:
                if think:
                    await asyncio.sleep(self.chance.expovariate(1 / think))
                    if stop.is_set():
                        return
                self._number += 1
                action = bytes(self.chance.choice(view.legal)).decode()
                acted_at, updated, sent_at = view.seq, False, time.perf_counter()
                await self.say(
                    f'{{"type":"act","id":"action-{self._number}","seq":{view.seq},"action":{action}}}'
                )
            elif view is not None and view.phase == "dealing" and len(view.results) > ready_for:
                ready_for = len(view.results)
                await self.say(f'{{"type":"next_round","id":"ready-{ready_for:04d}","round":{ready_for}}}')
            elif view is not None and view.phase == "game_over":
                self.finished.set()
                return
            message = _decode(await self.socket.recv(decode=False))
            counts.received += 1
            if message.view is not None:
                self.view = message.view
                counts.all += sum(bytes(event).startswith(_ACTIONS) for event in message.events)
                if sent_at and not updated:
                    counts.to_update.append(time.perf_counter() - sent_at)
                    updated = True
            elif message.type == "ack" and (message.id or "").startswith("action-"):
                counts.own += 1
                counts.to_ack.append(time.perf_counter() - sent_at)
            elif message.type == "refused":
                raise RuntimeError("an action was refused")


def resident_kib(pid: int) -> int:
    """Resident memory of a process."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    if found is None:
        raise RuntimeError(f"process {pid} says nothing of its memory")
    return int(found[1])


def cpu_seconds(pid: int) -> float:
    """Processor time a process has used; it does not grow while others have the processor."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: list[float], share: float) -> str:
    """In milliseconds."""
    return f"{sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000:.1f} ms"


async def open_tables(url: str, count: int, seats: int, level: str) -> list[Person]:
    limits = httpx.Limits(max_connections=20)
    people = []
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as http:
        for number in range(count):
            token = f"benchmark-token-{number:08d}-{random.getrandbits(64):x}"
            plan = [{"kind": "you"}, *[{"kind": "bot", "level": level}] * (seats - 1)]
            answer = await http.post("/api/tables", json={"token": token, "name": "Anna", "seats": plan})
            table = answer.raise_for_status().json()["table"]
            address = url.replace("http", "ws", 1) + "/ws"
            socket = await connect(address, compression=None, ping_interval=None, max_size=None)
            await socket.send(f'{{"type":"hello","v":2,"table":"{table}","token":"{token}"}}')
            people.append(Person(socket, number))
    return people


async def measure(people: list[Person], seconds: float, think: float) -> tuple[Counts, float]:
    counts, stop = Counts(), asyncio.Event()
    started = time.perf_counter()
    games = [asyncio.create_task(person.play(counts, stop, think)) for person in people]
    await asyncio.wait(games, timeout=seconds)
    stop.set()
    elapsed = time.perf_counter() - started
    for game in games:
        game.cancel()
    for outcome in await asyncio.gather(*games, return_exceptions=True):
        if isinstance(outcome, Exception) and not isinstance(outcome, ConnectionClosed):
            raise outcome
    return counts, elapsed


async def run(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(dir=options.data) as folder:
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "rufen", "serve", "--port", "0", "--data", folder),
            *("--max-rate", "1000000", "--per-address", "10000", "--log-level", "warning"),
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            assert server.stdout is not None
            url = (await server.stdout.readline()).decode().split()[-1]
            empty = resident_kib(server.pid)
            people = await open_tables(url, options.tables, options.players, options.level)
            idle = resident_kib(server.pid)
            paced, paced_s = await measure(people, options.seconds, options.think)
            for person in people:
                await person.socket.close()
            people = await open_tables(url, options.tables, options.players, options.level)
            before = cpu_seconds(server.pid)
            full, full_s = await measure(people, options.seconds, 0)
            cpu = (cpu_seconds(server.pid) - before) / full.all
            busy = resident_kib(server.pid)
            for person in people:
                await person.socket.close()
        finally:
            server.terminate()
            await server.wait()
    show(options, paced, paced_s, full, full_s, (empty, idle, busy))
    print(f"server's processor time for each action, bots' thinking included: {cpu * 1000:.2f} ms")


def show(
    options: argparse.Namespace,
    paced: Counts,
    paced_s: float,
    full: Counts,
    full_s: float,
    memory: tuple[int, int, int],
) -> None:
    empty, idle, busy = memory
    table = Table(
        title=f"{options.tables} tables, one person and {options.players - 1} bots ({options.level})"
    )
    for name in ("", "people's actions/s", "all actions/s", "messages out/s", "p50", "p99"):
        table.add_column(name, justify="left" if not name else "right")
    for name, counts, elapsed in (
        (f"latency (thinking {options.think:g} s)", paced, paced_s),
        ("load (no thinking)", full, full_s),
    ):
        rates = (counts.own / elapsed, counts.all / elapsed, counts.received / elapsed)
        for what, values in (("update", counts.to_update), ("ack", counts.to_ack)):
            cells = [f"{rate:,.0f}" for rate in rates] if what == "update" else [""] * 3
            label = f"{name}, to {what}" if what == "update" else f"{'':>4}to {what}"
            table.add_row(label, *cells, percentile(values, 0.5), percentile(values, 0.99))
    console = Console(width=110)
    console.print(table)
    console.print(
        f"memory: server {empty / 1024:.0f} MiB; each open table {(idle - empty) / options.tables:.0f} KiB; "
        f"after the load {busy / 1024:.0f} MiB"
    )
    packages = ", ".join(
        f"{name} {version(name)}" for name in ("uvicorn", "starlette", "msgspec", "websockets")
    )
    console.print(
        f"machine: {platform.machine()}, {os.cpu_count()} cores (clients on the same ones), "
        f"{platform.system()} {platform.release()}; load average before: {LOAD:.1f}"
    )
    console.print(
        f"Python {platform.python_version()}, rufen {rufen.__version__}, "
        f"SQLite {sqlite3.sqlite_version}, {packages}"
    )


LOAD = os.getloadavg()[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--level", default="beginner")
    parser.add_argument("--seconds", type=float, default=20, help="how long each measurement lasts")
    parser.add_argument("--think", type=float, default=3, help="mean pause of a person, in seconds")
    parser.add_argument(
        "--data", help="where to put the data folder (default: the system's temporary folder)"
    )
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
