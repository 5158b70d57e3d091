"""A data folder of an older Rufen: brought to today's schema when it is opened, or left as it was."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.harness import Browser, chooser, over, running

from rufen.core.events import RoundScored, SeatTaken
from rufen.core.state import Phase, fold
from rufen.server.backup import restore, save
from rufen.server.store.base import SCHEMA_VERSION, RoomRow, StoreError
from rufen.server.store.schema import STEPS
from rufen.server.store.sqlite import SqliteStore

FINISHED, RUNNING = "finished01", "running001"
ANNA, BEN = "anna-secret-of-version-one-0001", "ben-secret-of-version-one-00002"


@pytest.fixture
def old(tmp_path) -> Path:
    """A folder of schema 1, as `schema-1.sql` tells it, in the mode that a server left it in."""
    make(tmp_path / "rufen.db")
    return tmp_path


def make(file: Path, change: str = "") -> None:
    script = (Path(__file__).parent / "schema-1.sql").read_text(encoding="utf-8")
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(f"BEGIN; {script} {change}; COMMIT")
    db.close()


def contents(folder: Path) -> list[str]:
    """Everything in a store, as SQL."""
    db = sqlite3.connect(folder / "rufen.db")
    lines = list(db.iterdump())
    db.close()
    return lines


def test_there_is_a_step_to_every_version():
    assert len(STEPS) == SCHEMA_VERSION


async def test_an_old_folder_is_opened_and_its_games_go_on(old):
    events = [line for line in contents(old) if line.startswith('INSERT INTO "event"')]
    assert len(events) == 92
    async with running(old) as server:
        assert len(await server.service.store.games()) == 2
        record = await server.http.get(f"/api/tables/{FINISHED}/record")
        assert record.status_code == 200
        assert "Anna" in record.text
        looking = await Browser.open(server.url, FINISHED, ANNA)
        assert looking.view.phase is Phase.GAME_OVER
        anna = await Browser.open(server.url, RUNNING, ANNA)
        ben = await Browser.open(server.url, RUNNING, BEN)
        assert (anna.view.round_number, anna.view.hand_counts, anna.view.to_act) == (2, (2, 2, 2), (1,))
        await asyncio.gather(anna.play(chooser(1), over), ben.play(chooser(2), over))
        log = await server.service.store.read(RUNNING)
        state = fold([envelope.event for envelope in log])
        assert state.phase is Phase.GAME_OVER
        assert sum(isinstance(envelope.event, RoundScored) for envelope in log) == 4
    after = contents(old)
    assert "INSERT INTO \"meta\" VALUES('schema','2');" in after
    assert set(events) <= set(after), "nothing that was there has changed"


async def test_an_old_folder_has_rooms_and_codes_afterwards(old):
    for _ in range(2):
        store = SqliteStore(old)
        await store.save_room(RUNNING, "lumori47", b"{}")
        assert await store.load_room(RUNNING) == RoomRow("lumori47", b"{}")
        assert await store.load_room(FINISHED) is None
        names = [e.event.name for e in await store.read(FINISHED) if isinstance(e.event, SeatTaken)]
        assert names == ["Anna", "Ben", "Cara"]
        await store.close()


async def test_a_backup_of_an_old_folder_is_brought_on_when_it_is_used(old, tmp_path_factory):
    folder = tmp_path_factory.mktemp("new")
    assert save(old, folder / "copy.db") == 2
    assert "INSERT INTO \"meta\" VALUES('schema','1');" in contents(old)
    assert restore(folder / "copy.db", folder / "data").tables == 2
    store = SqliteStore(folder / "data")
    assert len(await store.read(RUNNING)) == 30
    await store.save_room(RUNNING, "lumori47", b"{}")
    await store.close()


_KILLED = """
import os, signal, sqlite3, sys
from pathlib import Path
from rufen.server.store import schema
class Dies(sqlite3.Connection):
    def execute(self, statement, *more):
        if statement.startswith(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().execute(statement, *more)
real = sqlite3.connect
schema.sqlite3.connect = lambda *given, **named: real(*given, **named, factory=Dies)
from rufen.server.store.sqlite import SqliteStore
SqliteStore(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("moment", ["\nUPDATE meta", "COMMIT"])
def test_killed_in_the_middle_the_old_folder_is_whole_and_is_brought_on_later(old, moment):
    before = contents(old)
    killed = subprocess.run([sys.executable, "-c", _KILLED, str(old), moment], check=False)
    assert killed.returncode == -9
    assert contents(old) == before

    async def later() -> None:
        store = SqliteStore(old)
        assert len(await store.games()) == 2
        await store.save_room(RUNNING, "lumori47", b"{}")
        await store.close()

    asyncio.run(later())


def test_a_newer_folder_and_a_strange_one_are_refused_and_left_as_they_are(tmp_path):
    file = tmp_path / "rufen.db"
    strange = {
        "UPDATE meta SET value = '99' WHERE name = 'schema'": "written by a newer Rufen \\(schema 99",
        "DELETE FROM meta": "is a database, but none of Rufen",
        "DROP TABLE meta": "is a database, but none of Rufen",
    }
    for change, reason in strange.items():
        make(file, change)
        before = file.read_bytes()
        for _ in range(2):
            with pytest.raises(StoreError, match=reason):
                SqliteStore(tmp_path)
        assert file.read_bytes() == before
        assert {path.name for path in tmp_path.iterdir()} == {"rufen.db", "rufen.lock"}
        file.unlink()
