"""The HTTP interface and the web pages: every failure a clear answer."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from tests.server.harness import Browser, FakeClock, chooser, first, new_id, new_token, over, running
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from rufen.core.house_rules import PRESETS, SETTINGS
from rufen.core.notation import parse_record
from rufen.players.base import LEVELS
from rufen.protocol.messages import Rematch
from rufen.server.store.sqlite import SqliteStore


@pytest.fixture(scope="module")
async def server(tmp_path_factory):
    tmp_path = tmp_path_factory.mktemp("http")
    pages = tmp_path / "pages"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<!doctype html><title>Rufen</title>")
    (pages / "assets" / "index-BQ2kx_Z1.js").write_text("export {}")
    (pages / "assets" / "font-Zz09xx-A.woff2").write_bytes(b"font")
    (pages / "icon.svg").write_text("<svg/>")
    (pages / "sw.js").write_text("'worker'")
    (pages / "manifest.webmanifest").write_text("{}")
    (pages / ".stamp").write_text("secret")
    (tmp_path / "outside.txt").write_text("outside")
    async with running(tmp_path / "data", static=pages) as server:
        yield server


def wish(token: str | None = None, **more: object) -> dict[str, Any]:
    seats = [{"kind": "you"}, {"kind": "bot"}, {"kind": "bot"}]
    return {"token": token or new_token(), "name": "Anna", "seats": seats} | more


async def test_health(server):
    answer = await server.http.get("/healthz")
    assert answer.status_code == 200
    body = answer.json()
    assert body["ok"] is True
    assert body["store_writable"] is True
    assert set(body) == {"ok", "version", "rules_version", "store_writable", "tables"}


async def test_health_says_when_the_store_cannot_be_written(tmp_path):
    store = SqliteStore(tmp_path)
    async with running(tmp_path, store=store) as server:
        store._writer_db.execute("PRAGMA query_only = ON")
        answer = await server.http.get("/healthz")
        assert answer.status_code == 503
        assert answer.json()["ok"] is False
        refused = await server.http.post("/api/tables", json=wish())
        assert refused.status_code == 503
        assert refused.json()["error"] == "store_failed"


async def test_the_rules_are_all_there(server):
    body = (await server.http.get("/api/rules")).json()
    assert [setting["name"] for setting in body["settings"]] == list(SETTINGS)
    assert [preset["name"] for preset in body["presets"]] == list(PRESETS)
    assert body["presets"][0]["rules"] == {"3": {}, "4": {}, "5": {}, "6": {}}
    tournament = next(preset for preset in body["presets"] if preset["name"] == "tournament")
    assert tournament["rules"]["4"]["hand_sizes"] == [1, 3, 5, 7, 9, 11, 12, 13, 14, 15]
    assert body["levels"] == [level for level in LEVELS if level != "random"], "chance is no opponent"
    assert body["full_game_rounds"] == {"3": 20, "4": 15, "5": 12, "6": 10}


async def test_rules_are_checked_before_a_table_is_opened(server):
    good = await server.http.post("/api/rules/check", json={"players": 5, "preset": "tournament"})
    assert good.status_code == 200
    assert good.json()["schedule"] == [2, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    bad = await server.http.post(
        "/api/rules/check",
        json={"players": 4, "rules": {"round_mode": "custom", "custom_round_count": 16}},
    )
    assert bad.status_code == 422
    assert bad.json() == {
        "error": "rounds_limit",
        "detail": "custom_round_count = 16: allowed: at most 15 rounds with 4 players (R2.2)",
        "setting": "custom_round_count",
        "value": 16,
        "allowed": "at most 15 rounds with 4 players (R2.2)",
        "limit": 15,
    }


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"name": "   "}, "bad_name"),
        ({"name": "n" * 25}, "bad_name"),
        ({"name": "n" * 201}, "malformed"),
        ({"token": "short"}, "malformed"),
        ({"token": 5}, "malformed"),
        ({"seats": []}, "players"),
        ({"seats": [{"kind": "you"}] * 7}, "players"),
        ({"seats": [{"kind": "you"}] * 3}, "choice"),
        ({"seats": [{"kind": "you"}, {"kind": "bot", "level": "genius"}, {"kind": "bot"}]}, "choice"),
        ({"seats": "you"}, "malformed"),
        ({"rules": {"exact_bonus": 7}}, "step"),
        ({"rules": {"exact_bonus": 10**30}}, "range"),
        ({"rules": {"exact_bonus": {"a": [None, 1.5]}}}, "type"),
        ({"rules": {"exakt_bonus": 10}}, "unknown"),
        ({"rules": {"bid_restriction": "dealer", "bid_disclosure": "hidden"}}, "restriction_needs_open_bids"),
        ({"preset": "quik"}, "choice"),
        ({"preset": "quick", "rules": {"exact_bonus": 10}}, "choice"),
        ({"first_dealer": 3}, "range"),
        ({"first_dealer": "me"}, "malformed"),
        ({"surprise": True}, "malformed"),
    ],
)
async def test_a_wish_that_cannot_be_is_refused_with_a_reason(server, change, error):
    before = (await server.http.get("/healthz")).json()["tables"]
    answer = await server.http.post("/api/tables", json=wish() | change)
    assert answer.status_code == 422
    body = answer.json()
    assert body["error"] == error
    assert body["detail"]
    assert (await server.http.get("/healthz")).json()["tables"] == before


@pytest.mark.parametrize(
    "body", [b"", b"{", b"null", b"[]", b"\xff\xfe", b'"' + b"x" * 1000, b"[" * 5000, b'{"rules":' * 3000]
)
@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/mine", "/api/rules/check"])
async def test_bodies_that_are_no_message_are_malformed(server, path, body):
    answer = await server.http.post(path, content=body)
    if (path, body) == ("/api/tables/mine", b"[]"):
        assert answer.json() == []
        return
    assert answer.status_code == 422
    assert answer.json()["error"] == "malformed"


async def test_a_body_that_is_too_large_is_refused(server):
    async def endless():
        for _ in range(100):
            yield b" " * 10_000

    for content in (b" " * 70_000, endless()):
        try:
            answer = await server.http.post("/api/tables", content=content)
        except httpx.WriteError:
            continue  # it was still sending when it was refused
        assert answer.status_code == 413
        assert answer.json()["error"] == "too_large"
        assert answer.json()["limit"] == 65536


@pytest.mark.parametrize(
    ("method", "path", "status", "error"),
    [
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/api", 404, "not_found"),
        ("POST", "/api/nothing", 404, "not_found"),
        ("GET", "/api/tables", 405, "method_not_allowed"),
        ("DELETE", "/api/rules", 405, "method_not_allowed"),
        ("POST", "/", 405, "method_not_allowed"),
        ("GET", "/assets/missing-12345678.js", 404, "not_found"),
        ("GET", "/missing.png", 404, "not_found"),
        ("GET", "/.stamp", 404, "not_found"),
        ("GET", "/..%2foutside.txt", 404, "not_found"),
        ("GET", "/%2e%2e/outside.txt", 404, "not_found"),
        ("GET", "/assets/..%2f..%2foutside.txt", 404, "not_found"),
        ("PUT", "/healthz", 405, "method_not_allowed"),
        ("GET", "/api/tables/unknown123/record", 404, "unknown_table"),
        ("GET", "/ws", 404, "not_found"),
    ],
)
async def test_every_failure_is_a_json_error(server, method, path, status, error):
    answer = await server.http.request(method, path)
    assert (answer.status_code, answer.json()["error"]) == (status, error)


async def test_a_double_click_opens_one_table(server):
    the_wish = wish()
    answers = await asyncio.gather(*(server.http.post("/api/tables", json=the_wish) for _ in range(5)))
    assert [answer.status_code for answer in answers] == [201] * 5
    assert len({answer.json()["table"] for answer in answers}) == 1
    other = await server.http.post("/api/tables", json=wish(token=the_wish["token"], name="Ben"))
    assert other.json()["table"] != answers[0].json()["table"]


async def test_the_same_wish_later_is_another_table(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock) as server:
        the_wish = wish()
        before = await server.http.post("/api/tables", json=the_wish)
        clock.time += 6
        after = await server.http.post("/api/tables", json=the_wish)
        assert before.json()["table"] != after.json()["table"]


async def test_a_wish_refused_once_may_be_made_again(tmp_path):
    store = SqliteStore(tmp_path)
    async with running(tmp_path, store=store) as server:
        the_wish = wish()
        store._writer_db.execute("PRAGMA query_only = ON")
        assert (await server.http.post("/api/tables", json=the_wish)).status_code == 503
        store._writer_db.execute("PRAGMA query_only = OFF")
        assert (await server.http.post("/api/tables", json=the_wish)).status_code == 201


async def test_my_tables(server):
    token = new_token()
    table = await server.create(["bot", "you", "bot"], token, name="Zoë", preset="quick")
    open_table = await server.create(["you", "open", "open"], token)
    asked = [
        {"table": table, "token": token},
        {"table": table, "token": new_token()},
        {"table": "unknown12345", "token": token},
        {"table": open_table, "token": token},
    ]
    mine = (await server.http.post("/api/tables/mine", json=asked)).json()
    assert [summary["table"] for summary in mine] == [table, open_table]
    assert mine[0]["seat"] == 1
    assert mine[0]["names"][1] == "Zoë"
    assert mine[0]["round_count"] == 5
    assert mine[0]["totals"] == [0, 0, 0]
    assert mine[0]["your_turn"] is False
    assert mine[1]["phase"] == "seating"
    assert mine[1]["names"][1:] == ["", ""]
    tab = await Browser.open(server.url, table, token)
    await tab.play(first, lambda view: view.round_number == 2 and view.legal)
    [summary] = (await server.http.post("/api/tables/mine", json=asked[:1])).json()
    assert (summary["round_number"], summary["your_turn"]) == (2, True)
    assert summary["totals"] == list(tab.view.totals)
    too_many = await server.http.post("/api/tables/mine", json=asked[:1] * 101)
    assert too_many.json()["error"] == "too_many"


async def test_a_code_leads_to_its_table_however_it_is_typed(server):
    answer = await server.http.post("/api/tables", json=wish())
    table, code = answer.json()["table"], answer.json()["code"]
    for typed in (code, code.upper(), f" {code[:2]}-{code[2:6]}%20{code[6:]} "):
        found = await server.http.get(f"/api/code/{typed}")
        assert (found.status_code, found.json()) == (200, {"table": table})


@pytest.mark.parametrize("code", ["lumori4", "xxxxxx22", "%00", "a" * 5000, "lumori47"])
async def test_a_code_that_is_none_or_nobodys(server, code):
    answer = await server.http.get(f"/api/code/{code}")
    assert (answer.status_code, answer.json()["error"]) == (404, "unknown_code")


async def test_open_tables_are_shown_where_the_server_shows_them(server, tmp_path):
    hidden = await server.http.get("/api/tables/open")
    assert (hidden.status_code, hidden.json()["error"]) == (404, "not_found")
    assert (await server.http.get("/api/address")).json()["public_list"] is False
    async with running(tmp_path, public_list=True) as public:
        assert (await public.http.get("/api/address")).json()["public_list"] is True
        token, seats = new_token(), ["you", "open", "bot"]
        listed = await public.create(seats, token, name="Mia", options={"listed": True})
        await public.create(seats, new_token())
        assert (await public.http.get("/api/tables/open")).json() == [], "nobody waits there"
        tab = await Browser.open(public.url, listed, token)
        [found] = (await public.http.get("/api/tables/open")).json()
        assert found == {
            "table": listed,
            "names": ["Mia", tab.news.seats[2].name],
            "seats": 3,
            "open": 1,
            "standard": True,
        }


async def test_my_finished_tables(server):
    token = new_token()
    table = await server.create(["you", "bot", "bot"], token, preset="quick")
    [running_one] = (
        await server.http.post("/api/tables/mine", json=[{"table": table, "token": token}])
    ).json()
    assert running_one["ranks"] is None
    tab = await Browser.open(server.url, table, token)
    await tab.play(chooser(1), over)
    [summary] = (await server.http.post("/api/tables/mine", json=[{"table": table, "token": token}])).json()
    assert summary["phase"] == "game_over"
    assert tab.view.ranks is not None
    assert summary["ranks"] == list(tab.view.ranks)
    assert summary["totals"] == list(tab.view.totals)
    assert summary["created_at"] < summary["updated_at"]
    assert summary["next_table"] is None
    await tab.ask(Rematch(new_id()))
    await tab.until(lambda: tab.news.next_table is not None)
    [summary] = (await server.http.post("/api/tables/mine", json=[{"table": table, "token": token}])).json()
    assert summary["next_table"] == tab.news.next_table


async def test_a_record_is_given_out_when_the_game_is_over(server):
    token = new_token()
    table = await server.create(["you", "bot", "bot"], token, preset="quick")
    tab = await Browser.open(server.url, table, token)
    await tab.play(chooser(1), lambda view: view.round_number == 2)
    early = await server.http.get(f"/api/tables/{table}/record")
    assert (early.status_code, early.json()["error"]) == (409, "not_over")
    await tab.play(chooser(1), over)
    record = await server.http.get(f"/api/tables/{table}/record")
    assert record.status_code == 200
    assert record.headers["content-type"] == "text/plain; charset=utf-8"
    assert token not in record.text
    played = parse_record(record.text)
    assert played.game == table
    assert played.state.totals == tab.view.totals
    assert played.state.ranks == tab.view.ranks


@pytest.mark.parametrize(
    "path", ["/", "/new", "/how-to", "/t/abcdef123", "/t/abc/def", "/index.html", "/a%00b"]
)
async def test_every_address_of_the_app_is_its_page(server, path):
    answer = await server.http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "<title>Rufen</title>" in answer.text


async def test_files_are_cached_by_what_they_are(server):
    script = await server.http.get("/assets/index-BQ2kx_Z1.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"].startswith("text/javascript")
    font = await server.http.get("/assets/font-Zz09xx-A.woff2")
    assert font.headers["content-type"] == "font/woff2"
    icon = await server.http.get("/icon.svg")
    assert icon.headers["cache-control"] == "no-cache"
    again = await server.http.get("/icon.svg", headers={"if-none-match": icon.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/sw.js", "text/javascript; charset=utf-8"), ("/manifest.webmanifest", "application/manifest+json")],
)
async def test_what_makes_it_an_app_is_never_served_from_an_old_copy(server, path, kind):
    answer = await server.http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "no-cache"
    for directive in ("worker-src", "manifest-src", "child-src"):
        assert directive not in answer.headers["content-security-policy"], "from here only, as everything"
    again = await server.http.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


async def test_every_answer_has_the_security_headers(server):
    for path in ("/", "/assets/index-BQ2kx_Z1.js", "/api/rules", "/api/nothing", "/healthz"):
        headers = (await server.http.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self'; ")
        assert f"ws://127.0.0.1:{server.port}" in policy
        assert "script-src" not in policy, "scripts come from here only, as everything does"
    odd = await server.http.get("/", headers={"host": "evil; script-src *"})
    assert "evil" not in odd.headers["content-security-policy"]


async def test_without_the_web_pages_it_says_how_to_build_them(tmp_path):
    async with running(tmp_path, static=tmp_path / "missing") as server:
        answer = await server.http.get("/")
        assert answer.status_code == 503
        assert "python tools/webbuild.py build" in answer.text


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://127.0.0.1:{port}", 101),
        (None, 101),
        ("https://play.example", 101),
        ("http://evil.example", 403),
        ("http://127.0.0.1:1", 403),
        ("null", 403),
        ("", 403),
        ("http://[", 403),
    ],
)
async def test_only_pages_from_here_open_sockets(tmp_path, origin, status):
    from rufen.server.settings import Limits

    async with running(tmp_path, limits=Limits(origins=("https://play.example",))) as server:
        text = origin.format(port=server.port) if origin is not None else None
        headers = {} if text is None else {"Origin": text}
        try:
            async with connect(f"ws://127.0.0.1:{server.port}/ws", additional_headers=headers):
                got = 101
        except InvalidStatus as error:
            got = error.response.status_code
        assert got == status


async def test_an_error_that_nobody_expected_is_a_json_error_too(server, monkeypatch, caplog):
    def fail(*_args: object) -> None:
        raise RuntimeError("surprise")

    monkeypatch.setattr(server.service.rooms, "create", fail)
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post("/api/tables", json=wish())
    assert answer.status_code == 500
    assert json.loads(answer.text) == {"error": "failed", "detail": "something went wrong here"}
    assert "surprise" in caplog.text


async def test_a_line_break_at_the_end_is_part_of_a_secret_and_refused(server):
    body = {"token": "a" * 30 + "\n", "name": "Anna", "seats": [{"kind": "you"}, *[{"kind": "bot"}] * 2]}
    answer = await server.http.post("/api/tables", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"] == "malformed"
    assert "token" in answer.json()["detail"]
