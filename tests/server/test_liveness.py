"""Heartbeats, silence, floods and slow readers, on a clock that the test moves."""

from __future__ import annotations

import asyncio
import contextlib
import socket

import msgspec
import pytest
from tests.server.harness import FAST, Browser, FakeClock, chooser, first, new_id, new_token, over, running

from rufen.core.state import Phase
from rufen.protocol.messages import Beat, CloseCode, NextRound, RefusalCode, Sit, Start
from rufen.server.settings import Limits
from rufen.server.store.base import Conflict, StoreFailed
from rufen.server.store.sqlite import SqliteStore
from rufen.table.commands import Plan
from rufen.table.table import READY_WAIT_S

PING = '{"type":"ping"}'


def beats(tab: Browser) -> int:
    return sum(isinstance(message, Beat) for message in tab.messages)


async def test_the_server_beats_and_answers_pings(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, first_dealer=2)
        tab = await Browser.open(server.url, table, token)
        await tab.until(lambda: tab.view.legal)
        await tab.send_text(PING)
        await tab.until(lambda: beats(tab) == 1)
        clock.time += 14
        server.service.tick()
        clock.time += 1
        server.service.tick()
        await tab.until(lambda: beats(tab) == 2)
        assert tab.messages[-1] == Beat(tab.view.seq)


async def test_a_silent_browser_is_closed_and_one_that_pings_is_not(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token)
        silent = await Browser.open(server.url, table, token)
        alive = await Browser.open(server.url, table, token)
        for _ in range(4):
            clock.time += 14
            server.service.tick()
            count = beats(alive)
            await alive.send_text(PING)
            await alive.until(lambda n=count: beats(alive) > n)
        await silent.until(lambda: silent.close_code)
        assert silent.close_code == CloseCode.SILENT
        assert alive.close_code is None


async def test_a_socket_without_hello_is_closed(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock) as server:
        tab = await Browser.raw_socket(server.url)
        refused = await tab.refusal(PING)
        assert refused.reason is RefusalCode.HELLO_EXPECTED
        clock.time += 10
        server.service.tick()
        await tab.until(lambda: tab.close_code)
        assert tab.close_code == CloseCode.REFUSED
        assert tab.refused[-1].reason is RefusalCode.HELLO_EXPECTED


async def test_a_flood_is_refused_and_then_closed(tmp_path):
    limits = Limits(rate=10, burst=20, flood=30)
    clock = FakeClock()
    async with running(tmp_path, limits=limits, clock=clock) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token)
        tab = await Browser.open(server.url, table, token)
        for _ in range(19):
            await tab.send_text(PING)
        await tab.until(lambda: beats(tab) == 19)
        refused = await tab.refusal('{"type":"next_round","id":"too-fast-1","round":1}')
        assert (refused.reason, refused.id) == (RefusalCode.TOO_FAST, "too-fast-1")
        clock.time += 0.1
        await tab.send_text(PING)
        await tab.until(lambda: beats(tab) == 20)
        for _ in range(29):
            await tab.send_text(PING)
        await tab.until(lambda: tab.close_code)
        assert tab.close_code == CloseCode.REFUSED
        again = await Browser.open(server.url, table, token)
        assert again.close_code is None


class Mute:
    """A browser that says hello, asks for one snapshot after another, and reads none of them."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def overflown(cls, server, table: str) -> Mute:
        """One that has asked so often that the server has had enough."""
        mute = cls()
        before = set(server.service.sockets._open)
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.connect(("127.0.0.1", server.port))
        # reading stops by itself after twice the limit
        mute.reader, mute.writer = await asyncio.open_connection(sock=sock, limit=512)
        mute.writer.write(
            b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        await mute.reader.readuntil(b"\r\n\r\n")
        while not (opened := set(server.service.sockets._open) - before):
            await server.http.get("/api/rules")
        connection = opened.pop()
        mute.say(f'{{"type":"hello","v":2,"table":"{table}"}}')
        for _ in range(3000):
            if connection.closing:
                return mute
            # few at a time: so many at once would overflow the queue of a quick reader, too
            for _ in range(3):
                mute.say('{"type":"resync"}')
            await server.http.get("/api/rules")
        raise AssertionError("the queue never overflowed")

    def say(self, text: str) -> None:
        """One text frame, masked with zeros."""
        self.writer.write(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode())

    async def rest(self, ending: bytes | None = None) -> bytes:
        """Read on, until something comes or to the end."""
        read = b""
        with contextlib.suppress(ConnectionResetError):
            while chunk := await self.reader.read(1 << 16):
                read += chunk
                if ending is not None and read.endswith(ending):
                    break
        self.writer.close()
        return read


async def test_a_slow_reader_is_dropped_and_the_others_play_on(tmp_path):
    limits = msgspec.structs.replace(FAST, queue=20, linger_s=5.0)
    clock = FakeClock()
    async with running(tmp_path, limits=limits, clock=clock, send_buffer=4096) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, preset="quick")
        tab = await Browser.open(server.url, table, token)
        slow = await Mute.overflown(server, table)
        await tab.until(lambda: tab.news.spectators == 0)
        await tab.play(first, over)
        clock.time += 5
        server.service.tick()
        while len(server.service.sockets) == 2:
            await server.http.get("/healthz")
        # the library waits ten seconds for an end that never answers; ours is over
        slow.writer.close()


async def test_a_slow_reader_that_catches_up_is_told_to_resync(tmp_path):
    limits = msgspec.structs.replace(FAST, queue=20)
    async with running(tmp_path, limits=limits, send_buffer=4096) as server:
        table = await server.create(["you", "bot", "bot"], new_token())
        slow = await Mute.overflown(server, table)
        close = b"\x88\x0a" + CloseCode.RESYNC.to_bytes(2, "big") + b"too slow"
        assert (await slow.rest(close)).endswith(close)


async def test_the_next_round_is_dealt_at_the_deadline(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock) as server:
        tokens = [new_token() for _ in range(2)]
        table = await server.create(["you", "open", "bot"], tokens[0], preset="quick")
        tabs = [await Browser.open(server.url, table, tokens[0]), await Browser.open(server.url, table)]
        await tabs[1].ask(Sit(new_id(), 1, "Ben", tokens[1]))
        await tabs[0].ask(Start(new_id()))
        await asyncio.gather(*(tab.play(first, lambda view: view.results) for tab in tabs))
        await tabs[0].ask(NextRound(new_id(), 1))
        clock.time += READY_WAIT_S - 1
        server.service.tick()
        await tabs[1].send_text(PING)
        await tabs[1].until(lambda: beats(tabs[1]))
        assert tabs[1].view.phase is Phase.DEALING
        clock.time += 1
        server.service.tick()
        await tabs[1].until(lambda: tabs[1].view.round_number == 2)


async def test_a_table_nobody_is_at_leaves_the_memory_and_comes_back(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token)
        tab = await Browser.open(server.url, table, token)
        await tab.until(lambda: tab.view.legal)
        rooms = server.service.rooms
        clock.time += 44
        await tab.send_text(PING)
        await tab.until(lambda: beats(tab))
        clock.time += 44
        await tab.send_text(PING)
        await tab.until(lambda: beats(tab) >= 2)
        clock.time += 40
        server.service.tick()
        assert len(rooms) == 1, "somebody is there"
        await tab.close()
        while len(server.service.sockets):
            await server.http.get("/healthz")
        clock.time += 200
        server.service.tick()
        assert len(rooms) == 0
        again = await Browser.open(server.url, table, token)
        assert again.view == tab.view


class FlakyStore(SqliteStore):
    """A store whose appends fail: before they are written, or after, when nobody can know."""

    def __init__(self, folder, failures: list[str]) -> None:
        super().__init__(folder)
        self.failures = failures

    async def append(self, game, expected_seq, envelopes):
        failure = self.failures.pop(0) if self.failures and expected_seq > 0 else ""
        if failure == "before":
            raise StoreFailed("disk full")
        await super().append(game, expected_seq, envelopes)
        if failure == "after":
            raise StoreFailed("lost the answer")


@pytest.mark.parametrize("failure", ["before", "after"])
async def test_a_failed_write_is_refused_and_the_same_action_works_later(tmp_path, failure):
    store = FlakyStore(tmp_path, [])
    async with running(tmp_path, store=store) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, first_dealer=2)
        tab = await Browser.open(server.url, table, token)
        await tab.until(lambda: tab.view.legal)
        action, seq, the_id = tab.view.legal[0], tab.view.seq, new_id()
        store.failures.append(failure)
        refused = await tab.act(action, seq=seq, action_id=the_id)
        assert refused.reason is RefusalCode.STORE_FAILED
        assert tab.view.seq == seq
        del tab.answers[the_id]
        assert (await tab.act(action, seq=seq, action_id=the_id)).id == the_id
        log = await store.read(table)
        assert sum(envelope.origin == f"0/{the_id}" for envelope in log) == 1


async def test_a_table_that_cannot_be_read_is_refused_with_the_reason(tmp_path):
    store = SqliteStore(tmp_path)
    async with running(tmp_path, store=store) as server:
        token = new_token()
        tables = [await server.create(["you", "bot", "bot"], token, name=name) for name in "ABC"]
        server.service.rooms._rooms.clear()
        damage = [
            "UPDATE event SET body = '{}' WHERE game = ? AND seq = 3",
            "UPDATE event SET seq = 99 WHERE game = ? AND seq = 3",
            "UPDATE game SET rules = 99 WHERE id = ?",
        ]
        for statement, table in zip(damage, tables, strict=True):
            store._writer_db.execute(statement, (table,))
        expected = [
            (RefusalCode.STORE_FAILED, CloseCode.RESYNC),
            (RefusalCode.STORE_FAILED, CloseCode.RESYNC),
            (RefusalCode.UNSUPPORTED_VERSION, CloseCode.REFUSED),
        ]
        for table, outcome in zip(tables, expected, strict=True):
            tab = await Browser.open(server.url, table, token)
            await tab.until(lambda t=tab: t.close_code)
            assert (tab.refused[-1].reason, tab.close_code) == outcome
            record = await server.http.get(f"/api/tables/{table}/record")
            assert record.json()["error"] == "store_failed"
        mine = await server.http.post(
            "/api/tables/mine", json=[{"table": table, "token": token} for table in tables]
        )
        assert mine.json() == []


async def test_bots_and_deals_go_on_after_failed_writes(tmp_path):
    store = FlakyStore(tmp_path, [])
    async with running(tmp_path, store=store) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, preset="quick")
        store.failures += ["before", "after", "after"]
        tab = await Browser.open(server.url, table, token)
        while store.failures:
            server.service.tick()
            await asyncio.sleep(0)
        server.service.tick()
        await tab.play(chooser(3), over)
        log = await store.read(table)
        assert [envelope.seq for envelope in log] == list(range(1, len(log) + 1))


async def test_another_process_that_was_first_is_caught_up_with(tmp_path):
    async with running(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, first_dealer=2)
        tab = await Browser.open(server.url, table, token)
        await tab.until(lambda: tab.view.legal)
        room = await server.room(table)
        action, seq, the_id = tab.view.legal[0], tab.view.seq, new_id()
        plan = room.table.act(0, the_id, seq, action)
        assert isinstance(plan, Plan)
        await server.service.store.append(table, seq, room._envelopes(plan))
        with pytest.raises(Conflict):
            await server.service.store.append(table, seq, room._envelopes(plan))
        answer = await tab.act(action, seq=seq)
        assert answer.seq == seq + len(plan.events)
        assert tab.view.seq >= answer.seq
