"""Games read from the store without a room: what is kept in memory, and what is not."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.harness import running
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
    half = play(seated(("Mia", "Ben", "Ida:beginner"), RULES), at_random(1), lambda s: bool(s.results))
    await store.append("half1", 0, stored(half, "half1"))
    library = Library(store, keep=2)
    for _ in range(3):
        game = await library.find("game0")
        assert game is not None
        assert game.phase is Phase.GAME_OVER
    assert store.reads == 1
    await library.find("half1")
    await library.find("half1")
    assert store.reads == 3, "a game that is played is read anew"
    await library.find("game1")
    await library.find("game0")
    await library.find("game2")
    assert store.reads == 5
    await library.find("game0")
    assert store.reads == 5
    await library.find("game1")
    assert store.reads == 6, "the one that was asked for least lately was let go"
    assert await library.find("unknown1") is None
    await store.close()


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
