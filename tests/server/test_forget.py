"""Being forgotten: name and secret are gone from the store, what was played stays for the others."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec
import pytest
from tests.server.harness import Browser, FakeClock, chooser, new_id, new_token, running
from tests.server.stored import at_random, play, rules_of, seated, stored, token_of

from rufen.core.events import (
    Envelope,
    GameCreated,
    GameStarted,
    PlayerKind,
    SeatKeySet,
    SeatLeft,
    SeatsReordered,
    SeatTaken,
)
from rufen.core.house_rules import HouseRules
from rufen.core.state import fold
from rufen.protocol.messages import (
    CloseCode,
    Pause,
    Presence,
    Ready,
    RefusalCode,
    Say,
    SayKind,
    Sit,
    Snapshot,
    Start,
)
from rufen.server import afterwards
from rufen.server.forgetting import NotTheirs, facts_without, without
from rufen.server.store.sqlite import SqliteStore
from rufen.table.facts import Facts
from rufen.table.keys import key_of

RULES = rules_of(3, 1, 2)


def as_log(*events: object) -> list[Envelope]:
    first = GameCreated(3, HouseRules())
    return [Envelope("game1", n, 1.0, "server", event) for n, event in enumerate((first, *events), 1)]  # type: ignore[arg-type]


def taken(seat: int, name: str, key: str | None = None) -> tuple[object, ...]:
    if key is None:
        return (SeatTaken(seat, name, PlayerKind.BOT, "beginner"),)
    return SeatTaken(seat, name, PlayerKind.PERSON), SeatKeySet(seat, key)


def after(log: list[Envelope], key: str) -> list[Envelope]:
    new = without(log, key)
    assert new is not None
    return new


def text_of(log: list[Envelope]) -> str:
    return msgspec.json.encode(log).decode()


def test_a_game_with_nobody_else_goes_as_a_whole():
    assert without(as_log(*taken(0, "Mia", "mia"), *taken(1, "Ida"), *taken(2, "Leo")), "mia") is None
    assert without(as_log(*taken(0, "Mia", "mia")), "mia") is None


def test_where_others_sit_only_name_and_key_are_taken_out():
    log = as_log(*taken(0, "Mia", "mia"), *taken(1, "Ben", "ben"), *taken(2, "Ida"), GameStarted(0))
    new = after(log, "mia")
    assert [player and (player.name, player.key) for player in fold(e.event for e in new).setup.players] == [
        ("—", ""),
        ("Ben", "ben"),
        ("Ida", None),
    ]
    assert "Mia" not in text_of(new)
    assert [(e.seq, e.at, e.origin) for e in new] == [(e.seq, e.at, e.origin) for e in log]


def test_the_second_who_is_forgotten_can_be_told_from_the_first():
    log = as_log(*taken(0, "Mia", "mia"), *taken(1, "Ben", "ben"), *taken(2, "Eva", "eva"), GameStarted(0))
    both = after(after(log, "mia"), "ben")
    names = [player.name for player in fold(e.event for e in both).setup.players if player]
    assert names == ["—", "— 2", "Eva"]
    assert without(both, "eva") is None, "nobody is left whom it belongs to"


def test_earlier_seats_of_the_same_person_are_forgotten_too():
    log = as_log(
        *taken(0, "Mia", "mia"),
        *taken(1, "Ben", "ben"),
        SeatLeft(0),
        *taken(2, "Mia the 2nd", "mia"),
        SeatsReordered((1, 2, 0)),
        SeatLeft(1),
        *taken(1, "Mimi", "mia"),
    )
    new = after(log, "mia")
    assert "Mi" not in text_of(new)
    assert '"mia"' not in text_of(new)
    assert "Ben" in text_of(new)


def test_keys_follow_people_who_change_places():
    log = as_log(
        *taken(0, "Mia", "mia"), *taken(1, "Ben", "ben"), SeatsReordered((1, 0, 2)), SeatKeySet(1, "mia")
    )
    new = after(log, "mia")
    players = fold(e.event for e in new).setup.players
    assert [player and (player.name, player.key) for player in players] == [("Ben", "ben"), None, None]
    assert '"mia"' not in text_of(new)


def test_before_the_game_a_seat_is_free_again():
    log = as_log(*taken(0, "Mia", "mia"), *taken(1, "Ben", "ben"), SeatsReordered((1, 0, 2)))
    new = after(log, "mia")
    assert new[: len(log)] != log
    assert "Mia" not in text_of(new)
    assert new[len(log) :] == [Envelope("game1", len(log) + 1, 1.0, "server", SeatLeft(1))]
    assert without(new, "ben") is None, "nobody sits there any more"


def test_who_has_got_up_before_does_so_once():
    log = as_log(*taken(0, "Mia", "mia"), *taken(1, "Ben", "ben"), SeatLeft(0), *taken(0, "Ida"))
    assert len(after(log, "mia")) == len(log)


def test_somebody_who_got_up_again_is_forgotten_where_others_sit():
    log = as_log(*taken(0, "Mia", "mia"), SeatLeft(0), *taken(0, "Ben", "ben"))
    assert "Mia" not in text_of(after(log, "mia"))


@pytest.mark.parametrize("key", ["nobody", ""])
def test_only_ones_own(key):
    log = as_log(*taken(0, "Mia", "mia"), *taken(1, "Ben", "ben"), *taken(2, "Eva", "eva"))
    gone = after(log, "mia")
    with pytest.raises(NotTheirs):
        without(gone, key)
    with pytest.raises(NotTheirs):
        without(gone, "mia")


def test_the_facts_of_the_table_name_nobody_who_is_gone():
    log = as_log(*taken(0, "Mia", "mia"), *taken(1, "Ben", "ben"))
    facts = Facts(code="lumori47", host="mia", paused_by="Mia", next_table="game2")
    assert facts_without(facts, log) == facts
    assert facts_without(facts, after(log, "ben")) == facts
    gone = facts_without(facts, after(log, "mia"))
    assert gone == Facts(code="lumori47", host=None, paused_by="—", next_table="game2")


def bytes_of(folder: Path) -> bytes:
    """Everything the database holds, row by row."""
    with sqlite3.connect(f"file:{folder / 'rufen.db'}?mode=ro", uri=True) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [row for table in tables for row in db.execute(f"SELECT * FROM {table}")]
    db.close()
    cells = [cell for row in rows for cell in row]
    return b"\n".join(cell if isinstance(cell, bytes) else str(cell).encode() for cell in cells)


async def test_over_http(tmp_path):
    token = new_token("zora")
    async with running(tmp_path) as server:
        store = server.service.store
        alone = play(seated(("Zora", "Ida:beginner", "Leo:beginner"), RULES), at_random(1))
        shared = play(seated(("Zora", "Ben", "Leo:beginner"), RULES), at_random(1))
        await store.append("alone1", 0, stored(alone, "alone1"))
        await store.append("shared1", 0, stored(shared, "shared1"))
        asked = [{"table": table, "token": token_of("Zora")} for table in ("alone1", "shared1", "unknown1")]
        before = (await server.http.get("/api/tables/shared1/record")).text
        assert [row["table"] for row in await mine(server, asked)] == ["alone1", "shared1"]

        wrong = [{"table": "shared1", "token": token}, {"table": "alone1", "token": token}]
        assert (await forget(server, wrong)) == {"deleted": [], "renamed": []}
        assert len(await mine(server, asked)) == 2

        assert (await forget(server, asked)) == {"deleted": ["alone1"], "renamed": ["shared1"]}
        held = bytes_of(tmp_path)
        assert b"Zora" not in held
        assert key_of(token_of("Zora")).encode() not in held
        assert b"alone1" not in held
        assert await mine(server, asked) == []
        assert (await server.http.get("/api/tables/alone1/record")).status_code == 404
        now = (await server.http.get("/api/tables/shared1/record")).text
        assert without_check(now) == without_check(before.replace('"Zora"', '"—"'))
        [row] = await mine(server, [{"table": "shared1", "token": token_of("Ben")}])
        assert row["names"] == ["—", "Ben", "Leo"]
        assert row["totals"] == list(shared.state.totals)
        assert (await server.http.get("/api/tables/shared1/replay/1")).json()["names"][0] == "—"
        told = await server.http.post(
            "/api/tables/statistics", json=[{"table": "shared1", "token": token_of("Ben")}]
        )
        assert [player["name"] for player in told.json()["players"]] == ["Ben", "Leo"]
        assert (await forget(server, asked)) == {"deleted": [], "renamed": []}, "once more is no harm"


def without_check(record: str) -> list[str]:
    return record.splitlines()[:-1]


async def forget(server, asked):
    answer = await server.http.post("/api/forget", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def mine(server, asked):
    return (await server.http.post("/api/tables/mine", json=asked)).json()


async def test_nothing_is_lost_when_the_store_cannot_be_written(tmp_path):
    store = SqliteStore(tmp_path)
    async with running(tmp_path, store=store) as server:
        game = play(seated(("Zora", "Ben", "Leo:beginner"), RULES), at_random(1))
        await store.append("shared1", 0, stored(game, "shared1"))
        asked = [{"table": "shared1", "token": token_of("Zora")}]
        store._writer_db.execute("PRAGMA query_only = ON")
        failed = await server.http.post("/api/forget", json=asked)
        assert (failed.status_code, failed.json()["error"]) == (503, "store_failed")
        assert (await mine(server, asked))[0]["names"][0] == "Zora", "the secret still asks for it"
        store._writer_db.execute("PRAGMA query_only = OFF")
        assert (await forget(server, asked))["renamed"] == ["shared1"]


async def test_a_game_that_is_played_goes_on_without_the_person(tmp_path):
    mia, ben = new_token("mia"), new_token("ben")
    clock = FakeClock()
    async with running(tmp_path, clock=clock) as server:
        table = await server.create(
            ["you", "open", "bot"], mia, name="Zora", preset="quick", options={"grace": 15}
        )
        tab = await Browser.open(server.url, table, mia)
        friend = await Browser.open(server.url, table)
        await friend.ask(Sit(new_id(), 1, "Ben", ben))
        await tab.ask(Start(new_id()))
        await tab.until(lambda: tab.view.round_number == 1)
        await tab.ask(Pause(new_id(), True))
        assert (await forget(server, [{"table": table, "token": mia}]))["renamed"] == [table]
        assert b"Zora" not in bytes_of(tmp_path)
        assert key_of(mia).encode() not in bytes_of(tmp_path)
        await friend.until(lambda: friend.close_code == CloseCode.RESYNC)
        again = await Browser.open(server.url, table, mia)
        assert [refused.reason for refused in again.refused] == [RefusalCode.UNKNOWN_TOKEN]
        back = await Browser.open(server.url, table, ben)
        assert [seat.name for seat in back.news.seats][:2] == ["—", "Ben"]
        assert back.news.paused_by == "—"
        await back.ask(Pause(new_id(), False))
        clock.time += 16
        server.service.tick()
        await back.until(lambda: back.news.seats[0].presence is Presence.STAND_IN)
        await back.play(chooser(1), lambda view: len(view.results) == 1)


async def test_bad_questions(tmp_path):
    async with running(tmp_path) as server:
        assert await forget(server, []) == {"deleted": [], "renamed": []}
        nobody = [{"table": "unknown1", "token": token_of("Mia")}]
        assert await forget(server, nobody) == {"deleted": [], "renamed": []}
        too_many = await server.http.post("/api/forget", json=nobody * 101)
        assert (too_many.status_code, too_many.json()["limit"]) == (422, 100)
        assert (await server.http.post("/api/forget", json={"table": "x"})).json()["error"] == "malformed"
        assert (await server.http.get("/api/forget")).status_code == 405


async def test_before_the_game_the_seat_is_free_and_the_others_stay(tmp_path):
    mia, ben = new_token("mia"), new_token("ben")
    async with running(tmp_path) as server:
        table = await server.create(["you", "open", "bot"], mia, name="Zora")
        tab, friend = await Browser.open(server.url, table, mia), await Browser.open(server.url, table)
        await friend.ask(Sit(new_id(), 1, "Ben", ben))
        await friend.ask(Ready(new_id(), True))
        for speaker in (tab, friend):
            await speaker.ask(Say(new_id(), SayKind.TEXT, "Hello"))
        assert (await forget(server, [{"table": table, "token": mia}]))["renamed"] == [table]
        assert b"Zora" not in bytes_of(tmp_path)
        assert key_of(mia).encode() not in bytes_of(tmp_path)
        await tab.until(lambda: tab.close_code == CloseCode.RESYNC)
        await friend.until(lambda: friend.news.host == 1)
        assert friend.close_code is None
        assert [seat.name for seat in friend.news.seats][:2] == ["", "Ben"]
        assert friend.news.seats[1].ready
        again = await Browser.open(server.url, table, mia)
        assert [refused.reason for refused in again.refused] == [RefusalCode.UNKNOWN_TOKEN]
        eva = await Browser.open(server.url, table, seq=1)
        [greeting] = [message for message in eva.messages if isinstance(message, Snapshot)]
        assert greeting.missed
        assert [said.name for said in greeting.talk] == ["Ben"]
        assert "Zora" not in eva.raw[0][1]
        assert not hasattr(await eva.ask(Sit(new_id(), 0, "Eva", new_token())), "reason")
        await friend.ask(Start(new_id()))
        await friend.until(lambda: friend.view.round_number == 1)
        once_more = await forget(server, [{"table": table, "token": mia}])
        assert once_more == {"deleted": [], "renamed": []}


async def chain(server, *links):
    """Games of Zora and Ben, each the rematch of the one before it: pairs of name and next name."""
    store = server.service.store
    for number, (table, follows) in enumerate(links):
        game = play(seated(("Zora", "Ben", "Leo:beginner"), RULES), at_random(1))
        await store.append(table, 0, stored(game, table))
        facts = Facts(code=f"code{number}", next_table=follows)
        await store.save_room(table, facts.code, facts.encode())


async def test_rematches_of_rematches_are_followed(tmp_path):
    """A circle of links, one that leads to nothing, and what a browser wants to keep."""
    async with running(tmp_path) as server:
        await chain(server, ("one1", "two2"), ("two2", "three3"), ("three3", "one1"), ("four4", "gone5"))
        asked = [{"table": "one1", "token": token_of("Zora")}, {"table": "four4", "token": token_of("Zora")}]
        assert (await forget(server, asked))["renamed"] == ["one1", "four4", "two2", "three3"]
        assert b"Zora" not in bytes_of(tmp_path)
        ben = [{"table": "one1", "token": token_of("Ben")}]
        kept = {"tables": ben, "keep": ["three3"]}
        assert (await forget(server, kept))["deleted"] == ["one1", "two2"]
        assert b"Ben" in bytes_of(tmp_path)
        assert (await forget(server, [{"table": "four4", "token": token_of("Eve")}]))["renamed"] == []


async def test_what_failed_in_the_middle_is_done_by_the_next_request(tmp_path):
    async with running(tmp_path) as server:
        await chain(server, ("one1", "two2"), ("two2", "three3"), ("three3", None))
        asked = {"tables": [{"table": "one1", "token": token_of("Zora")}], "keep": ["two2"]}
        assert (await forget(server, asked))["renamed"] == ["one1"]
        assert (await forget(server, asked["tables"]))["renamed"] == ["two2", "three3"]


async def test_so_many_rematches_are_followed_and_no_more(tmp_path, monkeypatch):
    monkeypatch.setattr(afterwards, "MAX_FOLLOWED", 2)
    async with running(tmp_path) as server:
        await chain(server, *((f"game{n}", f"game{n + 1}") for n in range(5)))
        asked = [{"table": "game0", "token": token_of("Zora")}]
        assert (await forget(server, asked))["renamed"] == ["game0", "game1", "game2"]
