"""What one address, and the whole server, may do: never in a family's way, and a clear answer beyond."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import msgspec
import pytest
from starlette.datastructures import Headers
from tests.server.harness import FAST, Browser, FakeClock, Running, chooser, new_id, new_token, over, running
from tests.server.test_live import Phone

from rufen.core.state import Phase
from rufen.protocol.bodies import ErrorBody
from rufen.protocol.live import LiveReason
from rufen.protocol.messages import (
    PROTOCOL_VERSION,
    CloseCode,
    Hello,
    Ping,
    ProposalKind,
    Propose,
    Ready,
    RefusalCode,
    Rematch,
    Resync,
    Snapshot,
)
from rufen.server import intake, run
from rufen.server.addresses import Addresses, parse_networks
from rufen.server.files import STATIC
from rufen.server.limiter import Buckets, Limiter
from rufen.server.settings import Limits
from rufen.server.store.sqlite import SqliteStore

SEATS = ["you", "bot", "bot"]


def limits(**more: object) -> Limits:
    """Those of a server for people, except for the messages of a tab, and for what is given."""
    return msgspec.structs.replace(FAST, per_address=1.0, **more)


async def passes(server: Running, clock: FakeClock, seconds: float) -> None:
    """Let time pass."""
    clock.time += seconds
    server.service.tick()


def snapshots(tab: Browser) -> int:
    return sum(isinstance(message, Snapshot) for message in tab.messages)


def test_an_allowance_is_used_up_and_fills_again():
    buckets = Buckets(rate=0.5, burst=3)
    assert [buckets.take("a", 10.0) for _ in range(5)] == [0, 0, 0, 2.0, 2.0]
    assert buckets.wait("a", 11.0) == 1.0
    assert buckets.take("b", 10.0) == 0
    assert buckets.take("a", 12.0) == 0
    assert buckets.take("a", 12.5) == 1.5
    assert [buckets.take("a", 1000.0) for _ in range(4)] == [0, 0, 0, 2.0], "never more than at once"


def test_addresses_are_forgotten_when_idle_and_when_there_are_too_many():
    buckets = Buckets(rate=1, burst=5, most=100)
    for number in range(1000):
        buckets.take(number, 0.0)
    assert len(buckets) == 100
    buckets.take("late", 5.0)
    assert len(buckets) == 1, "the others are as if they had never been heard of"
    assert buckets.wait(999, 5.0) == 0


@pytest.mark.parametrize(
    ("peer", "forwarded", "counts_as"),
    [
        ("192.0.2.7", [], "192.0.2.7"),
        ("::ffff:192.0.2.7", [], "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", [], "2001:db8:1:2::/64"),
        ("fe80::1%eth0", [], "fe80::/64"),
        # whoever is not trusted speaks for itself only
        ("192.0.2.7", ["198.51.100.1"], "192.0.2.7"),
        ("10.1.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.1.0.1", ["2001:db8:1:2::9"], "2001:db8:1:2::/64"),
        ("10.1.0.1", ["203.0.113.9, 198.51.100.1"], "198.51.100.1"),
        ("10.1.0.1", ["203.0.113.9", "198.51.100.1"], "198.51.100.1"),
        ("10.1.0.1", ["203.0.113.9, 198.51.100.1, 10.1.0.7"], "198.51.100.1"),
        ("10.1.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("10.1.0.1", ["[2001:db8:1:2::9]:4711"], "2001:db8:1:2::/64"),
        ("10.1.0.1", ["10.1.0.8"], "10.1.0.8"),
        # what a client wrote before it is not looked at, and nonsense is nobody
        ("10.1.0.1", ["nonsense, 198.51.100.1"], "198.51.100.1"),
        ("10.1.0.1", ["198.51.100.1, nonsense"], "10.1.0.1"),
        ("10.1.0.1", ["198.51.100.1, "], "10.1.0.1"),
        ("10.1.0.1", ["1," * 5000 + "198.51.100.1"], "198.51.100.1"),
        ("2001:db8:ffff::1", ["198.51.100.1"], "198.51.100.1"),
        ("nonsense", ["198.51.100.1"], "unknown"),
    ],
)
def test_whose_request_it_is(peer, forwarded, counts_as):
    addresses = Addresses(parse_networks("10.1.0.0/16, 2001:db8:ffff::1"))
    raw = Headers(raw=[(b"x-forwarded-for", value.encode()) for value in forwarded]).raw
    assert addresses.of({"client": (peer, 1), "headers": raw}) == counts_as


def test_without_a_trusted_proxy_its_word_counts_for_nothing_and_the_host_is_told_once(caplog):
    addresses = Addresses()
    scope = {"client": ("127.0.0.1", 1), "headers": [(b"x-forwarded-for", b"198.51.100.1")]}
    assert [addresses.of(scope) for _ in range(3)] == ["127.0.0.1"] * 3
    assert len([record for record in caplog.records if "--trust-proxy" in record.getMessage()]) == 1


def test_six_phones_that_load_everything_again_and_again_are_never_refused():
    limiter, files = Limiter(Limits()), sum(path.is_file() for path in STATIC.rglob("*"))
    for _reload in range(4):
        for _phone in range(6):
            assert not any(limiter.requests.take("home", 0.0) for _ in range(files + 10))
            assert not any(limiter.reads.take("home", 0.0) for _ in range(5))
    assert not any(limiter.creations.take("home", 0.0) for _ in range(20))
    assert not any(limiter.codes.take("home", 0.0) for _ in range(12))
    assert not any(limiter.messages.take("home", 0.0) for _ in range(6 * 60))


@pytest.mark.parametrize(
    ("limit", "path"),
    [
        ("request_burst", "/healthz"),
        ("request_burst", "/"),
        ("code_burst", "/api/code/lumori47"),
        ("read_burst", "/api/tables/unknown123/record"),
    ],
)
async def test_too_many_requests_are_told_when_to_come_again(tmp_path, limit, path):
    clock = FakeClock()
    rate = limit.replace("burst", "rate")
    async with running(tmp_path, clock=clock, limits=limits(**{limit: 3.0, rate: 0.1})) as server:
        usual = (await server.http.get(path)).status_code
        assert [(await server.http.get(path)).status_code for _ in range(2)] == [usual] * 2
        refused = await server.http.get(path)
        assert refused.status_code == 429
        assert refused.headers["retry-after"] == "10"
        assert refused.headers["cache-control"] == "no-store"
        assert "content-security-policy" in refused.headers
        assert refused.json() == {
            "error": "too_fast",
            "detail": "too many requests from one address: again in 10 s",
        }
        clock.time += 10
        assert (await server.http.get(path)).status_code == usual


async def test_tables_are_created_at_a_measured_pace(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock, limits=limits(create_burst=2.0)) as server:
        for name in "AB":
            await server.create(SEATS, new_token(), name)
        wish = {"token": new_token(), "name": "C", "seats": [{"kind": kind} for kind in SEATS]}
        refused = await server.http.post("/api/tables", json=wish)
        assert (refused.status_code, refused.json()["error"]) == (429, "too_fast")
        assert refused.headers["retry-after"] == "30"
        assert len(server.service.rooms) == 2
        assert (await server.http.get("/api/rules")).status_code == 200, "all else goes on"
        clock.time += 30
        assert (await server.http.post("/api/tables", json=wish)).status_code == 201


async def test_one_address_has_so_many_tables_and_more_when_they_are_left(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock, limits=limits(tables_per_address=2)) as server:
        for name in "AB":
            await server.create(SEATS, new_token(), name)
        wish = {"token": new_token(), "name": "C", "seats": [{"kind": kind} for kind in SEATS]}
        refused = await server.http.post("/api/tables", json=wish)
        assert refused.status_code == 503
        assert refused.json() == {
            "error": "server_full",
            "detail": "at most 2 tables from one address are played at once",
            "limit": 2,
        }
        await passes(server, clock, 200)
        assert len(server.service.rooms) == 0
        assert (await server.http.post("/api/tables", json=wish)).status_code == 201


async def test_a_full_server_lets_go_of_idle_tables_and_refuses_when_there_are_none(tmp_path):
    clock, tokens = FakeClock(), [new_token(name) for name in "abc"]
    async with running(tmp_path, clock=clock, limits=limits(tables=2)) as server:
        first = await server.create(SEATS, tokens[0])
        second = await server.create(SEATS, tokens[1])
        tab = await Browser.open(server.url, second, tokens[1])
        await passes(server, clock, 20)
        while server.service.rooms.full:
            await server.http.get("/healthz")
        third = await server.create(SEATS, tokens[2])
        assert len(server.service.rooms) == 2
        assert first not in server.service.rooms, "nobody was there: it made way"
        other = await Browser.open(server.url, third, tokens[2])
        wish = {"token": new_token(), "name": "D", "seats": [{"kind": kind} for kind in SEATS]}
        refused = await server.http.post("/api/tables", json=wish)
        assert (refused.status_code, refused.json()["error"]) == (503, "server_full")
        assert refused.json()["limit"] == 2
        outside = await Browser.open(server.url, first, tokens[0])
        assert outside.refused[-1].reason is RefusalCode.SERVER_FULL
        await outside.until(lambda: outside.close_code)
        assert outside.close_code == CloseCode.REFUSED
        again = await Browser.open(server.url, second, tokens[1])
        assert again.greeted, "who plays already comes back"
        await other.close()
        while len(server.service.sockets) > 2:
            await server.http.get("/healthz")
        await passes(server, clock, 20)
        while server.service.rooms.full:
            await server.http.get("/healthz")
        inside = await Browser.open(server.url, first, tokens[0])
        assert inside.greeted
        await tab.close()


@pytest.mark.parametrize("limit", ["sockets", "sockets_per_address"])
async def test_so_many_sockets_and_no_more_until_one_closes(tmp_path, limit):
    token = new_token()
    async with running(tmp_path, limits=limits(**{limit: 3})) as server:
        table = await server.create(SEATS, token)
        tabs = [await Browser.open(server.url, table, token) for _ in range(3)]
        refused = await Browser.raw_socket(server.url)
        await refused.until(lambda: refused.close_code)
        assert refused.refused[-1].reason is RefusalCode.SERVER_FULL
        assert "3 connections" in refused.refused[-1].detail
        assert refused.close_code == CloseCode.REFUSED
        phone = await Phone.raw_socket(server.url)
        await phone.until(lambda: phone.close_code)
        assert phone.refused[-1].reason is LiveReason.FULL
        await tabs[0].close()
        while len(server.service.sockets) > 2:
            await server.http.get("/healthz")
        again = await Browser.open(server.url, table, token)
        assert again.greeted
        assert server.service.guard.limiter.sockets == 3
    assert server.service.guard.limiter.sockets == 0


async def test_who_tries_secrets_is_stopped_and_a_mistake_is_not(tmp_path):
    clock, token = FakeClock(), new_token()
    async with running(tmp_path, clock=clock, limits=limits(wrong_burst=3.0, wrong_rate=0.1)) as server:
        table = await server.create(SEATS, token)
        wrong = [(table, new_token()), ("unknowntable", token), (table, new_token())]
        expected = [RefusalCode.UNKNOWN_TOKEN, RefusalCode.UNKNOWN_TABLE, RefusalCode.UNKNOWN_TOKEN]
        for (where, secret), reason in zip(wrong, expected, strict=True):
            guess = await Browser.open(server.url, where, secret)
            assert guess.refused[-1].reason is reason
            await guess.close()
        further: list[tuple[str, str | None]] = [*wrong, (table, None)]
        for place, other in further:
            stopped = await Browser.open(server.url, place, other)
            await stopped.until(lambda one=stopped: one.close_code)
            assert [one.reason for one in stopped.refused] == [RefusalCode.TOO_FAST]
            detail = "too many wrong tables and secrets from one address: again in 10 s"
            assert stopped.refused[-1].detail == detail
            assert stopped.close_code == CloseCode.REFUSED
        assert (await Browser.open(server.url, table, token)).greeted, "whose secret is right comes in"
        clock.time += 10
        assert (await Browser.open(server.url, table)).greeted


async def test_a_wrong_secret_after_something_else_is_stopped_too(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock, limits=limits(wrong_burst=1.0, wrong_rate=0.1)) as server:
        table = await server.create(SEATS, new_token())
        assert (await Browser.open(server.url, table, new_token())).refused[-1].reason is (
            RefusalCode.UNKNOWN_TOKEN
        )
        tab = await Browser.raw_socket(server.url)
        assert (await tab.refusal("hello?")).reason is RefusalCode.MALFORMED
        await tab.send(Hello(PROTOCOL_VERSION, table, new_token(), None))
        await tab.until(lambda: tab.close_code)
        assert tab.refused[-1].reason is RefusalCode.TOO_FAST


async def test_too_many_new_sockets_count_as_requests(tmp_path):
    async with running(tmp_path, clock=FakeClock(), limits=limits(request_burst=2.0)) as server:
        for _ in range(2):
            await (await Phone.raw_socket(server.url)).close()
        refused = await Phone.raw_socket(server.url)
        await refused.until(lambda: refused.close_code)
        assert refused.refused[-1].reason is LiveReason.TOO_FAST
        assert (await server.http.get("/healthz")).status_code == 429


async def test_all_tabs_of_a_seat_share_what_one_tab_may_send(tmp_path):
    token = new_token()
    small = Limits(rate=10, burst=20, per_address=FAST.per_address)
    async with running(tmp_path, clock=FakeClock(), limits=small) as server:
        table = await server.create(["you", "open", "bot"], token)
        tabs = [await Browser.open(server.url, table, token) for _ in range(3)]
        watching = await Browser.open(server.url, table, None)
        for _ in range(10):
            for tab in tabs:
                await tab.send(Resync())
        await watching.send(Resync())
        # whichever is read first: twenty of all, and each message has its answer
        for tab in tabs:
            await tab.until(lambda t=tab: len(t.refused) + snapshots(t) == 11)
        assert sum(snapshots(tab) - 1 for tab in tabs) == 20
        assert {one.reason for tab in tabs for one in tab.refused} == {RefusalCode.TOO_FAST}
        await watching.until(lambda: snapshots(watching) == 2)
        assert watching.refused == [], "who has no seat is not in it"


async def test_the_hundredth_that_came_too_fast_closes_also_where_the_seat_has_used_it_up(tmp_path):
    token = new_token()
    small = Limits(rate=10, burst=20, flood=30, per_address=FAST.per_address)
    async with running(tmp_path, clock=FakeClock(), limits=small) as server:
        table = await server.create(["you", "open", "bot"], token)
        one, other = [await Browser.open(server.url, table, token) for _ in range(2)]
        for _ in range(19):
            await one.send(Resync())
        await one.until(lambda: snapshots(one) == 20)
        for _ in range(31):
            await other.send(Ping())
        await other.until(lambda: other.close_code)
        assert other.close_code == CloseCode.REFUSED
        assert len(other.refused) == 30


async def test_an_address_that_sends_too_much_is_read_more_slowly(tmp_path):
    token = new_token()
    slow = limits(address_burst=20.0, address_rate=50.0)
    async with running(tmp_path, clock=FakeClock(), limits=slow) as server:
        table = await server.create(SEATS, token)
        tab = await Browser.open(server.url, table, token)
        begun = time.monotonic()
        for _ in range(30):
            await tab.send(Ping())
        await tab.until(lambda: sum(type(one).__name__ == "Beat" for one in tab.messages) >= 30)
        assert time.monotonic() - begun >= 10 * 0.02, "ten of them waited"
        assert tab.refused == []


async def test_a_proxy_that_is_trusted_tells_its_clients_apart(tmp_path):
    few = limits(request_burst=2.0, request_rate=0.1)
    anna, ben = ({"x-forwarded-for": f"spoofed, 198.51.100.{number}"} for number in (1, 2))
    trusted = parse_networks("127.0.0.1")
    async with running(tmp_path, clock=FakeClock(), limits=few, trusted_proxies=trusted) as server:
        answers = [(await server.http.get("/healthz", headers=anna)).status_code for _ in range(3)]
        assert answers == [200, 200, 429]
        assert (await server.http.get("/healthz", headers=ben)).status_code == 200
        await Browser.raw_socket(server.url, additional_headers=ben)
        refused = await Browser.raw_socket(server.url, additional_headers=ben)
        await refused.until(lambda: refused.close_code)
        assert refused.refused[-1].reason is RefusalCode.TOO_FAST


async def test_a_rematch_needs_room_too(tmp_path):
    clock, token = FakeClock(), new_token()
    async with running(tmp_path, clock=clock, limits=limits(tables=1)) as server:
        table = await server.create(SEATS, token, preset="quick")
        tab = await Browser.open(server.url, table, token)
        await tab.play(chooser(1), over)
        answer = await tab.ask(Rematch(new_id()))
        assert answer.reason is RefusalCode.SERVER_FULL


async def _end(tab: Browser) -> None:
    """End the game at once; whoever plays alone need not ask anybody."""
    await tab.ask(Propose(new_id(), ProposalKind.END))
    await tab.until(lambda: tab.view.phase is Phase.ABORTED)


async def _again(server: Running, tab: Browser, token: str) -> Browser:
    """Ended at once, and the next game of the same people."""
    await _end(tab)
    assert not hasattr(await tab.ask(Rematch(new_id())), "reason")
    await tab.until(lambda: tab.news.next_table)
    following = await Browser.open(server.url, tab.news.next_table or "", token)
    await tab.close()
    return following


async def test_rematches_are_new_tables_of_whoever_asks(tmp_path):
    clock, token = FakeClock(), new_token()
    async with running(tmp_path, clock=clock, limits=limits(create_burst=3.0)) as server:
        tab = await Browser.open(server.url, await server.create(SEATS, token), token)
        for _ in range(2):
            tab = await _again(server, tab, token)
        await _end(tab)
        refused = await tab.ask(Rematch(new_id()))
        assert refused.reason is RefusalCode.TOO_FAST
        assert refused.detail == "too many new tables from one address: again in 30 s"
        assert len(server.service.rooms) == 3
        wish = {"token": new_token(), "name": "C", "seats": [{"kind": kind} for kind in SEATS]}
        assert (await server.http.post("/api/tables", json=wish)).status_code == 429
        clock.time += 30
        assert not hasattr(await tab.ask(Rematch(new_id())), "reason")
        assert not hasattr(await tab.ask(Rematch(new_id())), "reason"), "made already, and no other table"
        assert len(server.service.rooms) == 4


async def test_rematches_count_among_the_tables_of_an_address(tmp_path):
    clock, token = FakeClock(), new_token()
    async with running(tmp_path, clock=clock, limits=limits(tables_per_address=2)) as server:
        tab = await Browser.open(server.url, await server.create(SEATS, token), token)
        tab = await _again(server, tab, token)
        await _end(tab)
        refused = await tab.ask(Rematch(new_id()))
        assert (refused.reason, refused.detail) == (
            RefusalCode.SERVER_FULL,
            "at most 2 tables from one address are played at once",
        )
        for _ in range(4):
            await passes(server, clock, 40)
            await tab.ask(Ready(new_id(), True))
        assert len(server.service.rooms) == 1, "the first one was left"
        assert not hasattr(await tab.ask(Rematch(new_id())), "reason")


def test_an_evening_of_short_games_is_never_refused():
    limiter, limits = Limiter(Limits()), Limits()
    assert not any(limiter.creations.take("home", 90.0 * game) for game in range(200)), "one in 90 s"
    assert not any(limiter.creations.take("office", 0.0) for game in range(30))
    assert limits.tables_per_address > 2 * limits.idle_s / 90


Opened = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@contextlib.asynccontextmanager
async def _opened(server: Running, count: int, first: bytes) -> AsyncIterator[list[Opened]]:
    """Connections on which only `first` is said."""
    opened = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(count)]
    for _reader, writer in opened:
        writer.write(first)
    try:
        yield opened
    finally:
        for _reader, writer in opened:
            writer.close()


@pytest.mark.parametrize(
    "first", [b"", b"GET / HTTP/1.1\r\nhost: x\r\n", b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"]
)
@pytest.mark.parametrize("whose", ["one address", "all"])
async def test_connections_that_wait_make_way(tmp_path, monkeypatch, whose, first):
    few = limits(sockets_per_address=2, connections_per_address=3, sockets=10)
    if whose == "all":
        few = msgspec.structs.replace(few, per_address=1000.0, sockets=2)
        monkeypatch.setattr(run, "MOST_REQUESTS", 3)
    token = new_token()
    async with running(tmp_path, limits=few) as server:
        table = await server.create(SEATS, token)
        tab = await Browser.open(server.url, table, token)
        async with _opened(server, 20, first) as waiting, asyncio.timeout(20):
            get = b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
            while not (await _raw(server.port, get)).startswith(b"HTTP/1.1 200 "):
                assert first.endswith(b"\r\n\r\n"), "only while others are being answered"
            for reader, _writer in waiting[:16]:
                await reader.read()
            await tab.send(Resync())
            await tab.until(lambda: snapshots(tab) == 2)
            assert (await Browser.open(server.url, table, token)).greeted


async def test_where_nobody_can_make_way_the_answer_says_so(tmp_path):
    few = limits(sockets_per_address=1, connections_per_address=2, body_s=5.0)
    async with running(tmp_path, limits=few) as server:
        head = b"POST /api/rules/check HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"
        get = b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: %b\r\n\r\n"
        async with _opened(server, 3, head) as busy, asyncio.timeout(20):
            while b" 503 " not in (answer := await _raw(server.port, get % b"close")):
                pass
            assert (
                msgspec.json.decode(answer.partition(b"\r\n\r\n")[2], type=ErrorBody).error == "server_full"
            )
            assert b" 503 " in await _raw(server.port, get % b"keep-alive"), "and the connection is closed"
            upgrade = (
                b"GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
                b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            assert (await _raw(server.port, upgrade)).startswith(b"HTTP/1.1 503 ")
            busy[0][1].close()
            while b" 200 " not in await _raw(server.port, get % b"close"):
                pass


async def _raw(port: int, *parts: bytes) -> bytes:
    """Send bytes, and everything that comes back until the server closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for part in parts:
        writer.write(part)
        await writer.drain()
    answer = await reader.read()
    writer.close()
    return answer


async def test_a_head_without_end_and_one_that_never_comes_are_ended(tmp_path, monkeypatch):
    async with running(tmp_path) as server:
        head = b"GET / HTTP/1.1\r\nhost: x\r\n"
        answer = await _raw(server.port, head, *[b"x-filler: " + b"x" * 1000 + b"\r\n"] * 70)
        assert answer.startswith(b"HTTP/1.1 431 ")
        assert b"65536 bytes" in answer
        monkeypatch.setattr(intake, "HEAD_S", 0.05)
        assert (await _raw(server.port, head)).startswith(b"HTTP/1.1 408 ")
        assert await _raw(server.port) == b"", "opened in advance, and not used"
        assert (await server.http.get("/healthz")).status_code == 200


async def test_a_body_that_takes_too_long_is_ended(tmp_path):
    async with running(tmp_path, limits=limits(body_s=0.05)) as server:
        head = b"POST /api/tables HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 100\r\n\r\n"
        answer = await _raw(server.port, head, b'{"token":')
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"the request ended early" in answer


async def test_the_limits_of_a_store_hold_over_a_restart_too(tmp_path):
    """Tables on disk do not count: a server that was full and is started again takes everybody back."""
    store = SqliteStore(tmp_path)
    async with running(tmp_path, store=store, limits=limits(tables=2, tables_per_address=2)) as server:
        tokens = [new_token(name) for name in "ab"]
        tables = [await server.create(SEATS, token) for token in tokens]
    async with running(tmp_path, limits=limits(tables=2, tables_per_address=2)) as server:
        for table, token in zip(tables, tokens, strict=True):
            assert (await Browser.open(server.url, table, token)).greeted
