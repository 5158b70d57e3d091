"""Everything a stranger can send has a bound, and an answer that says so; see "Limits" in docs/hosting.md."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.harness import Browser, Running, new_id, new_token, running
from tests.server.test_live import Phone

from rufen.protocol.live import MAX_DOCUMENT_MESSAGE_BYTES, LiveReason
from rufen.protocol.messages import MAX_MESSAGE_BYTES, MAX_SAY, RefusalCode, Say, SayKind, Sit
from rufen.server.afterwards import MAX_FOLLOWED, MAX_MINE, MAX_STATISTICS
from rufen.server.intake import HEAD_BYTES, HEAD_S
from rufen.server.run import MOST_REQUESTS
from rufen.server.settings import Limits
from rufen.table.names import MAX_NAME

SEATS = [{"kind": "you"}, {"kind": "open"}, {"kind": "bot"}]


@pytest.fixture(scope="module")
async def server(tmp_path_factory):
    async with running(tmp_path_factory.mktemp("bounds")) as server:
        yield server


def test_the_numbers_on_the_page_are_the_ones_in_force():
    page = (Path(__file__).resolve().parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = {
        what.strip(): bound.strip()
        for what, bound, _answer in (
            line.strip("|").split("|") for line in page.splitlines() if line.count("|") == 4
        )
    }
    limits = Limits()
    expected = {
        "request line and headers": f"{HEAD_BYTES // 1024} KiB, {HEAD_S:g} s",
        "body of a request": f"{limits.body_bytes // 1024} KiB, {limits.body_s:g} s",
        "message on a socket": f"{MAX_MESSAGE_BYTES} bytes",
        "published score sheet": f"{MAX_DOCUMENT_MESSAGE_BYTES} bytes",
        "name": f"{MAX_NAME} characters",
        "line of chat": f"{MAX_SAY} characters",
        "tables in one question: one's own games or being forgotten, statistics": (
            f"{MAX_MINE}, {MAX_STATISTICS}"
        ),
        "messages of one tab, and of all tabs of one seat": (
            f"{limits.rate:g} a second, {limits.burst:g} at once"
        ),
        "messages of one address": f"{limits.address_rate:g} a second, {limits.address_burst:g} at once",
        "requests and new sockets of one address": (
            f"{limits.request_rate:g} a second, {limits.request_burst:g} at once"
        ),
        "of these: records, replays, one's own games, statistics": (
            f"{limits.read_rate:g} a second, {limits.read_burst:g} at once"
        ),
        "tables that these look up, and being forgotten": (
            f"{limits.log_rate:g} a second, {limits.log_burst:g} at once"
        ),
        "of these: new tables": f"one in {1 / limits.create_rate:g} s, {limits.create_burst:g} at once",
        "of these: looking up codes, for [programs](bots.md) too": (
            f"one in {1 / limits.code_rate:g} s, {limits.code_burst:g} at once"
        ),
        "wrong secrets and wrong tables from one address": (
            f"one in {1 / limits.wrong_rate:g} s, {limits.wrong_burst:g} at once"
        ),
        "sockets of one address": f"{limits.sockets_per_address}",
        "connections of one address, sockets included": (
            f"{limits.sockets_per_address + limits.connections_per_address}"
        ),
        "connections": f"{limits.sockets + MOST_REQUESTS} ({MOST_REQUESTS} besides `--max-sockets`)",
        "sockets": f"{limits.sockets} (`--max-sockets`)",
        "tables being played that one address created": f"{limits.tables_per_address}",
        "tables being played": f"{limits.tables} (`--max-tables`)",
        "score sheets followed at once, phones at one": f"{limits.live_sheets}, {limits.live_followers}",
        "time without a hello, silence of a browser": f"{limits.hello_s:g} s, {limits.silent_s:g} s",
        "time for the answer of a [program](bots.md)": f"{limits.bot_s:g} s",
    }
    assert {what: rows.get(what) for what in expected} == expected
    assert f"beyond {limits.frame_bytes // 1024} KiB the socket is closed" in page
    assert limits.idle_s == 120, "two minutes after"
    assert limits.flood == 100, "the hundredth closes"
    assert f"up to {MAX_FOLLOWED} at once" in page


async def open_table(server: Running, name: str = "Mia") -> tuple[int, dict[str, object]]:
    answer = await server.http.post("/api/tables", json={"token": new_token(), "name": name, "seats": SEATS})
    return answer.status_code, answer.json()


@pytest.mark.parametrize("name", ["x" * (MAX_NAME + 1), "ä" * 150, "x" * 201, "x" * 20_000])
async def test_names(server, name):
    status, body = await open_table(server, name)
    assert status == 422
    assert body["error"] in ("bad_name", "malformed")
    _status, made = await open_table(server)
    guest = await Browser.open(server.url, str(made["table"]), None)
    if len(name) < 4000:
        answer = await guest.refusal(f'{{"type":"sit","id":"{new_id()}","seat":1,"name":"{name}"}}')
        assert answer.reason in (RefusalCode.BAD_NAME, RefusalCode.MALFORMED)
    longest = await guest.ask(Sit(new_id(), 1, "x" * MAX_NAME, new_token()))
    assert not hasattr(longest, "reason"), longest
    await guest.close()


async def test_lines_of_chat(server):
    token = new_token()
    table = await server.create(["you", "open", "bot"], token)
    tab = await Browser.open(server.url, table, token)
    for text in ("x" * (MAX_SAY + 1), "x" * 1999, ""):
        assert (await tab.ask(Say(new_id(), SayKind.TEXT, text))).reason is RefusalCode.BAD_TEXT
    long = await tab.refusal(f'{{"type":"say","id":"{new_id()}","kind":"text","what":"{"x" * 2001}"}}')
    assert long.reason is RefusalCode.MALFORMED
    longer = await tab.refusal(f'{{"type":"say","id":"{new_id()}","kind":"text","what":"{"x" * 5000}"}}')
    assert longer.reason is RefusalCode.TOO_LARGE
    assert not hasattr(await tab.ask(Say(new_id(), SayKind.TEXT, "ö" * MAX_SAY)), "reason")
    await tab.close()


async def test_messages(server):
    tab = await Browser.raw_socket(server.url)
    for text in ("x" * (MAX_MESSAGE_BYTES + 1), "ä" * MAX_MESSAGE_BYTES, "x" * 65_000):
        refused = await tab.refusal(text)
        assert (refused.reason, refused.detail) == (RefusalCode.TOO_LARGE, "at most 4096 bytes a message")
    assert (await tab.refusal("x" * MAX_MESSAGE_BYTES)).reason is RefusalCode.MALFORMED
    phone = await Phone.raw_socket(server.url)
    assert (await phone.refusal("x" * (MAX_MESSAGE_BYTES + 1))).reason is LiveReason.TOO_LARGE
    await phone.send_text("x" * (Limits().frame_bytes + 1))
    await phone.until(lambda: phone.close_code)
    assert phone.close_code == 1009
    await tab.close()


@pytest.mark.parametrize("opening", ["[", '{"rules":', '{"token":"x","rules":{"a":['])
async def test_depth(server, opening):
    """However deep, it is malformed, and the server lives."""
    for path in ("/api/tables", "/api/rules/check", "/api/tables/mine"):
        answer = await server.http.post(path, content=opening * (60_000 // len(opening)))
        assert (answer.status_code, answer.json()["error"]) == (422, "malformed")
    tab = await Browser.raw_socket(server.url)
    refused = await tab.refusal(opening * (MAX_MESSAGE_BYTES // len(opening)))
    assert refused.reason is RefusalCode.MALFORMED
    deep = '{"type":"change_rules","id":"deep-rules","rules":{"a":' + "[" * 1500 + "]" * 1500 + "}}"
    assert (await tab.refusal(deep)).reason in (RefusalCode.HELLO_EXPECTED, RefusalCode.MALFORMED)
    assert (await server.http.get("/healthz")).status_code == 200
    await tab.close()


async def test_bodies_and_questions(server):
    at_most, lists = Limits().body_bytes, {"mine": MAX_MINE, "statistics": MAX_STATISTICS}
    questions = {f"/api/tables/{name}": most for name, most in lists.items()} | {"/api/forget": MAX_MINE}
    for path in ("/api/tables", "/api/rules/check", *questions):
        answer = await server.http.post(path, content=b" " * (at_most + 1))
        assert (answer.status_code, answer.json()["error"]) == (413, "too_large"), path
        assert answer.json()["limit"] == at_most
    for path, most in questions.items():
        answer = await server.http.post(
            path, json=[{"table": "sometable", "token": new_token()}] * (most + 1)
        )
        assert (answer.status_code, answer.json()["error"]) == (422, "too_many"), path
        assert answer.json()["limit"] == most
