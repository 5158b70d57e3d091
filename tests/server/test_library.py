"""Games read from the store without a room: what is kept in memory, and what is not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
from tests.server.harness import FAST, FakeClock, running
from tests.server.stored import at_random, play, rules_of, seated, stored, token_of

from rufen.core.events import Envelope
from rufen.core.game import Game
from rufen.core.state import Phase
from rufen.protocol.bodies import TableInfo
from rufen.server.forgetting import without
from rufen.server.library import Library
from rufen.server.store.sqlite import SqliteStore
from rufen.table.keys import key_of

RULES = rules_of(3, 1, 1)


def finished() -> Game:
    return play(seated(("Mia", "Ben", "Ida:beginner"), RULES), at_random(1))


class CountingStore(SqliteStore):
    """Counts the logs that are read, and lets a test come in between."""

    reads = 0
    gate: asyncio.Event | None = None
    """Nobody gets what was read before this is set."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.came = asyncio.Event()

    async def read(self, game: str, after: int = 0) -> list[Envelope]:
        self.reads += 1
        log = await super().read(game, after)
        if self.gate is not None:
            self.came.set()
            await self.gate.wait()
        return log


async def test_games_that_are_over_are_read_once_and_only_so_many_are_kept(tmp_path):
    store = CountingStore(tmp_path)
    for number in range(3):
        await store.append(f"game{number}", 0, stored(finished(), f"game{number}"))
    library, mia = Library(store, keep=2), token_of("Mia")
    for _ in range(3):
        found = await library.find("game0", mia)
        assert found is not None
        assert (found[0].phase, found[1]) == (Phase.GAME_OVER, 0)
    assert store.reads == 1
    await library.find("game1", mia)
    await library.find("game0", mia)
    await library.find("game2", mia)
    assert store.reads == 3
    await library.find("game0", mia)
    assert store.reads == 3
    await library.find("game1", mia)
    assert store.reads == 4, "the one that was asked for least lately was let go"
    await store.close()


async def test_a_game_that_is_played_is_read_again_when_it_has_gone_on(tmp_path):
    store = CountingStore(tmp_path)
    game = play(seated(("Mia", "Ben", "Ida:beginner"), RULES), at_random(1), lambda s: bool(s.results))
    await store.append("half1", 0, stored(game, "half1"))
    library, mia = Library(store), TableInfo("half1", token_of("Mia"))
    before = await library.summary(mia)
    assert before == await library.summary(mia)
    assert store.reads == 1
    assert before is not None
    so_far = len(game.events)
    play(game, at_random(1))
    await store.append("half1", so_far, stored(game, "half1")[so_far:])
    after = await library.summary(mia)
    assert after is not None
    assert (before.phase, after.phase) == ("dealing", "game_over")
    assert after.totals == game.state.totals
    assert store.reads == 2
    await store.close()


async def test_a_wrong_secret_reads_no_game(tmp_path):
    store = CountingStore(tmp_path)
    await store.append("game0", 0, stored(finished(), "game0"))
    library = Library(store)
    for table, who in (("game0", "Eve"), ("unknown1", "Mia")):
        assert await library.find(table, token_of(who)) is None
    assert store.reads == 0
    assert await library.find("game0", token_of("Ben")) is not None
    assert await library.find("game0", token_of("Eve")) is None, "not either of what is known"
    assert store.reads == 1
    await store.close()


async def test_the_same_table_is_looked_at_once(tmp_path):
    async with running(tmp_path) as server:
        await server.service.store.append("game0", 0, stored(finished(), "game0"))
        mine = [{"table": "game0", "token": token_of("Mia")}] * 100
        assert len((await server.http.post("/api/tables/mine", json=mine)).json()) == 1


async def test_looking_up_many_tables_uses_up_what_an_address_may(tmp_path):
    """Games that are over and known cost nothing."""
    clock, few = FakeClock(), msgspec.structs.replace(FAST, per_address=1.0, log_burst=30.0, log_rate=2.0)
    async with running(tmp_path, clock=clock, limits=few) as server:
        await server.service.store.append("game0", 0, stored(finished(), "game0"))
        known = [{"table": "game0", "token": token_of("Mia")}]
        many = [{"table": f"none{n}", "token": token_of("Eve")} for n in range(29)]
        for path in ("/api/tables/mine", "/api/tables/statistics"):
            assert (await server.http.post(path, json=known)).status_code == 200
        assert (await server.http.post("/api/tables/mine", json=many)).status_code == 200
        for path in ("/api/tables/mine", "/api/tables/statistics", "/api/forget"):
            refused = await server.http.post(path, json=many)
            assert (refused.status_code, refused.json()["error"]) == (429, "too_fast"), path
            assert refused.headers["retry-after"] == "1"
        assert (await server.http.post("/api/tables/mine", json=known)).status_code == 200
        clock.time += 1
        assert (await server.http.post("/api/tables/mine", json=many)).status_code == 200
        refused = await server.http.post("/api/tables/mine", json=many)
        assert refused.headers["retry-after"] == "14", "what was taken beyond the allowance comes first"


async def test_nobody_who_was_taken_out_comes_back_from_memory(tmp_path):
    store = CountingStore(tmp_path)
    log = stored(finished(), "game0")
    await store.append("game0", 0, log)
    library = Library(store)
    mia, ben = (TableInfo("game0", token_of(name)) for name in ("Mia", "Ben"))
    # somebody reads while Mia is being forgotten
    store.gate = asyncio.Event()
    reading = asyncio.create_task(library.summary(ben))
    await store.came.wait()
    changed = without(log, key_of(token_of("Mia")))
    assert changed is not None
    await store.rewrite("game0", changed)
    library.drop("game0")
    store.gate.set()
    await reading
    after = await library.summary(ben)
    assert after is not None
    assert after.names == ("—", "Ben", "Ida")
    assert await library.summary(mia) is None
    assert await library.finished(mia) is None
    await store.close()


async def test_looking_back_takes_no_table_into_memory(tmp_path):
    async with running(tmp_path) as server:
        await server.service.store.append("game0", 0, stored(finished(), "game0"))
        mine = [{"table": "game0", "token": token_of("Mia")}]
        for path in ("/api/tables/mine", "/api/tables/statistics"):
            assert (await server.http.post(path, json=mine)).status_code == 200
        for path in ("/api/tables/game0/record", "/api/tables/game0/replay/1"):
            assert (await server.http.get(path)).status_code == 200
        stranger = [{"table": "game0", "token": token_of("Eve")}]
        assert (await server.http.post("/api/forget", json=stranger)).json()["renamed"] == []
        assert len(server.service.rooms) == 0
