"""The event store: each event once, all or nothing, durable, one server a folder."""

from __future__ import annotations

import asyncio
import errno
import io
import os
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable
from pathlib import Path

import pytest

from rufen.core.events import Envelope, Event, GameAborted, GameCreated, SeatKeySet, SeatTaken
from rufen.core.events import PlayerKind as Kind
from rufen.core.house_rules import HouseRules, preset
from rufen.server.store.base import SCHEMA_VERSION, Conflict, OtherRules, RoomRow, StoreError, StoreFailed
from rufen.server.store.folder import FolderLock
from rufen.server.store.sqlite import SqliteStore


@pytest.fixture
async def store(tmp_path):
    store = SqliteStore(tmp_path)
    yield store
    await store.close()


def envelopes(game: str, after: int, count: int = 1, origin: str = "server") -> list[Envelope]:
    first = [Envelope(game, 1, 5.0, origin, GameCreated(4, HouseRules(), None))] if after == 0 else []
    rest = range(after + 1 + len(first), after + count + 1)
    return first + [Envelope(game, seq, 5.0 + seq, origin, GameAborted(f"why {seq} ä")) for seq in rest]


async def test_what_is_appended_is_read_back(store):
    log = [
        Envelope("g", 1, 1.5, "0/create", GameCreated(3, preset("tournament", 3), 2)),
        Envelope("g", 2, 1.5, "0/create", SeatTaken(0, "Zoë", Kind.BOT, "random")),
        Envelope("g", 3, 2.5, "server", SeatKeySet(0, "ff")),
    ]
    await store.append("g", 0, log[:2])
    await store.append("g", 2, log[2:])
    assert await store.read("g") == log
    assert await store.read("g", 1) == log[1:]
    assert await store.read("g", 3) == []
    assert await store.read("other") == []


async def test_a_taken_number_is_a_conflict_and_changes_nothing(store):
    await store.append("g", 0, envelopes("g", 0, 3))
    for expected in (0, 1, 2, 4):
        with pytest.raises(Conflict):
            await store.append("g", expected, envelopes("g", expected, 2))
    assert await store.read("g") == envelopes("g", 0, 3)


async def test_of_many_at_once_one_wins(store):
    await store.append("g", 0, envelopes("g", 0))
    tries = [store.append("g", 1, envelopes("g", 1, 2, origin=f"{n}/x")) for n in range(20)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(outcome is None for outcome in outcomes) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 19
    origins = [envelope.origin for envelope in await store.read("g", 1)]
    assert len(origins) == 2
    assert len(set(origins)) == 1


async def test_games_share_a_commit_and_fail_alone(store):
    await store.append("b", 0, envelopes("b", 0))
    wishes = {"a": 0, "b": 0, "c": 0, "d": 5}
    tries = [store.append(game, at, envelopes(game, at, 2)) for game, at in wishes.items()]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None), Conflict]
    assert [(info.game, info.seq) for info in await store.games()] == [("a", 2), ("b", 1), ("c", 2)]


async def test_games_are_listed_in_pages(store):
    for number in range(5):
        await store.append(f"g{number}", 0, envelopes(f"g{number}", 0, 2))
    page = await store.games(limit=2)
    assert [info.game for info in page] == ["g0", "g1"]
    assert page[0].updated_at == 7.0
    assert [info.game for info in await store.games(after="g1", limit=10)] == ["g2", "g3", "g4"]


@pytest.mark.parametrize(
    "wrong", [[], envelopes("g", 1), envelopes("other", 0), [*envelopes("g", 0), *envelopes("g", 2)]]
)
async def test_numbers_that_do_not_follow_are_a_bug_of_the_caller(store, wrong):
    with pytest.raises(ValueError, match=r"append|is not event"):
        await store.append("g", 0, wrong)
    assert await store.read("g") == []


async def test_a_failing_disk_fails_the_append_and_keeps_the_rest(store):
    await store.append("g", 0, envelopes("g", 0))
    store._writer_db.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreFailed):
        await store.append("g", 1, envelopes("g", 1))
    assert not await store.writable()
    store._writer_db.execute("PRAGMA query_only = OFF")
    assert await store.writable()
    await store.append("g", 1, envelopes("g", 1))
    assert len(await store.read("g")) == 2


async def test_a_room_is_kept_beside_its_log_and_found_by_its_code(store, tmp_path):
    assert await store.load_room("g") is None
    assert await store.find_code("lumori47") is None
    await store.save_room("g", "lumori47", b"first")
    await store.save_room("h", "tanevo12", b"")
    await store.save_room("g", "lumori47", b'{"host": 2}')
    assert await store.load_room("g") == RoomRow("lumori47", b'{"host": 2}')
    assert [await store.find_code(code) for code in ("lumori47", "tanevo12")] == ["g", "h"]
    await store.save_room("g", "belanu99", b"again")
    assert await store.find_code("lumori47") is None
    await store.close()
    again = SqliteStore(tmp_path)
    assert await again.load_room("g") == RoomRow("belanu99", b"again")
    assert await again.find_code("belanu99") == "g"
    await again.close()


async def test_a_code_is_of_one_game_and_the_others_are_kept(store):
    await store.save_room("a", "lumori47", b"a")
    await store.save_room("b", "tanevo12", b"b")
    wishes = [("b", "lumori47"), ("c", "lumori47"), ("d", "sorame55"), ("e", "sorame55")]
    tries = [store.save_room(game, code, b"new") for game, code in wishes]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [Conflict, Conflict, type(None), Conflict]
    assert await store.load_room("b") == RoomRow("tanevo12", b"b")
    assert [await store.find_code(code) for code in ("lumori47", "tanevo12", "sorame55")] == ["a", "b", "d"]


async def test_a_game_begins_whole_with_the_link_to_it_or_not_at_all(store):
    await store.append("old", 0, envelopes("old", 0))
    await store.save_room("old", "lumori47", b"before")
    link = ("old", RoomRow("lumori47", b"after"))
    with pytest.raises(Conflict):
        await store.begin(envelopes("new", 0), RoomRow("lumori47", b"new"), link)
    assert (await store.read("new"), await store.load_room("new")) == ([], None)
    assert await store.load_room("old") == RoomRow("lumori47", b"before")
    await store.begin(envelopes("new", 0), RoomRow("tanevo12", b"new"), link)
    assert len(await store.read("new")) == 1
    assert await store.find_code("tanevo12") == "new"
    assert await store.load_room("old") == RoomRow("lumori47", b"after")
    with pytest.raises(Conflict):
        await store.begin(envelopes("new", 0), RoomRow("sorame55", b"other"))
    assert await store.load_room("new") == RoomRow("tanevo12", b"new")


async def test_the_game_of_a_key_is_found_without_reading_it(store):
    keys = ["a" * 64, "b" * 64]
    seated: list[Event] = [SeatTaken(0, "a" * 24, Kind.PERSON), SeatKeySet(0, keys[0])]
    log = [*envelopes("g", 0), *(Envelope("g", n, 1.0, "server", event) for n, event in enumerate(seated, 2))]
    await store.append("g", 0, log)
    await store.append("h", 0, envelopes("h", 0))
    assert [await store.find_key("g", key) for key in keys] == [3, 0]
    assert [await store.find_key(game, keys[0]) for game in ("h", "unknown")] == [0, 0]


async def test_events_are_rewritten_by_their_numbers_all_or_none(store):
    log = [*envelopes("g", 0), Envelope("g", 2, 6.0, "0/sit", SeatTaken(0, "Mia", Kind.PERSON, None))]
    await store.append("g", 0, log)
    gone = Envelope("g", 2, 6.0, "0/sit", SeatTaken(0, "", Kind.PERSON, None))
    with pytest.raises(Conflict, match="g has no event 3"):
        await store.rewrite("g", [gone, Envelope("g", 3, 6.0, "server", GameAborted("x"))])
    assert await store.read("g") == log
    with pytest.raises(ValueError, match="not all events are of h"):
        await store.rewrite("h", [gone])
    await store.rewrite("g", [gone])
    assert await store.read("g") == [log[0], gone]
    await store.append("g", 2, envelopes("g", 2))
    assert [(info.game, info.seq) for info in await store.games()] == [("g", 3)]


async def test_a_deleted_game_is_gone_with_its_room_and_its_code_is_free(store):
    for game in ("g", "h"):
        await store.append(game, 0, envelopes(game, 0, 3))
        await store.save_room(game, f"code-{game}", b"body")
    for _ in range(2):
        await store.delete("g")
    assert await store.read("g") == []
    assert await store.load_room("g") is None
    assert await store.find_code("code-g") is None
    assert [info.game for info in await store.games()] == ["h"]
    with pytest.raises(Conflict):
        await store.append("g", 3, envelopes("g", 3))
    await store.save_room("h", "code-g", b"body")
    await store.append("g", 0, envelopes("g", 0))


async def test_what_is_forgotten_is_in_no_file_of_the_folder_any_more(store, tmp_path):
    """Neither in free pages of the database nor in its write-ahead log."""

    def found(word: str) -> bool:
        return any(word.encode() in path.read_bytes() for path in tmp_path.iterdir())

    for game, name in (("g", "Wilhelmine"), ("h", "Kunigunde")):
        log = [*envelopes(game, 0), Envelope(game, 2, 6.0, "0/sit", SeatTaken(0, name, Kind.PERSON, None))]
        await store.append(game, 0, [*log, *envelopes(game, 2, 300)])
    await store.save_room("g", "lumori47", b"Adelgunde")
    assert all(found(word) for word in ("Wilhelmine", "Kunigunde", "Adelgunde"))
    await store.delete("g")
    await store.rewrite("h", [Envelope("h", 2, 6.0, "0/sit", SeatTaken(0, "", Kind.PERSON, None))])
    assert not any(found(word) for word in ("Wilhelmine", "Kunigunde", "Adelgunde"))
    assert len(await store.read("h")) == 302


async def test_every_commit_is_on_disk_before_it_is_answered(store):
    assert store._writer_db.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
    assert store._writer_db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_closing_finishes_what_is_queued(tmp_path):
    store = SqliteStore(tmp_path)
    appends = [asyncio.ensure_future(store.append(f"g{n}", 0, envelopes(f"g{n}", 0, 3))) for n in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await store.close()
    await asyncio.gather(*appends)
    uses: list[Awaitable[object]] = [store.append("x", 0, envelopes("x", 0)), store.read("g1"), store.games()]
    uses += [
        store.delete("g1"),
        store.save_room("x", "code", b""),
        store.load_room("x"),
        store.find_code("code"),
    ]
    for use in uses:
        with pytest.raises(StoreFailed, match="closed"):
            await use
    assert not await store.writable()
    again = SqliteStore(tmp_path)
    assert len(await again.games()) == 50
    await again.close()


_CRASHES = """
import asyncio, os, sys
from pathlib import Path
from rufen.core.events import Envelope, GameAborted, GameCreated
from rufen.core.house_rules import HouseRules
from rufen.server.store.sqlite import SqliteStore
async def main():
    store = SqliteStore(Path(sys.argv[1]))
    def on(seq, event):
        return Envelope("g", seq, 1.0, "server", event)
    await store.append("g", 0, [on(1, GameCreated(3, HouseRules(), None))])
    for seq in range(1, 10_000, 3):
        await store.append("g", seq, [on(seq + k, GameAborted("x")) for k in (1, 2, 3)])
        print(seq + 3, flush=True)
asyncio.run(main())
"""


def test_a_killed_writer_leaves_whole_appends_and_all_it_answered(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", _CRASHES, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    answered = [process.stdout.readline() for _ in range(40)]
    process.kill()
    answered += process.stdout.readlines()
    process.wait()
    process.stdout.close()
    whole = [int(line) for line in answered if line.endswith("\n")]

    async def check() -> None:
        store = SqliteStore(tmp_path)
        log = await store.read("g")
        await store.close()
        assert [envelope.seq for envelope in log] == list(range(1, len(log) + 1))
        assert len(log) % 3 == 1, "never a part of an append"
        assert len(log) >= whole[-1], "nothing answered is lost"

    asyncio.run(check())


async def test_a_folder_belongs_to_one_server(store, tmp_path):
    with pytest.raises(StoreError, match=rf"in use by another running server \(process {os.getpid()}\)"):
        SqliteStore(tmp_path)


async def test_nothing_is_promised_once_the_file_is_taken_away(store, tmp_path):
    await store.append("g", 0, envelopes("g", 0))
    (tmp_path / "rufen.db").rename(tmp_path / "elsewhere.db")
    with pytest.raises(StoreFailed, match="taken away"):
        await store.append("g", 1, envelopes("g", 1))
    assert not await store.writable()
    (tmp_path / "elsewhere.db").rename(tmp_path / "rufen.db")
    await store.append("g", 1, envelopes("g", 1))
    assert await store.writable()


async def test_a_folder_is_free_again_after_its_server(tmp_path):
    for _ in range(2):
        store = SqliteStore(tmp_path / "new" / "folder")
        await store.close()


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_a_new_folder_is_for_its_owner_only_and_an_old_one_stays_as_it_is(tmp_path):
    FolderLock(tmp_path / "new").release()
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    (tmp_path / "new").chmod(0o750)
    FolderLock(tmp_path / "new").release()
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o750


@pytest.mark.skipif(os.name == "nt", reason="files have no modes there")
async def test_the_files_are_for_their_owner_only_in_any_folder(tmp_path):
    tmp_path.chmod(0o755)
    before = os.umask(0o022)
    try:
        for _existing in (False, True):
            store = SqliteStore(tmp_path)
            await store.append(f"g{_existing}", 0, envelopes(f"g{_existing}", 0))
            files = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("rufen.db*")}
            assert files == dict.fromkeys(("rufen.db", "rufen.db-wal", "rufen.db-shm"), 0o600)
            await store.close()
            (tmp_path / "rufen.db").chmod(0o644)
    finally:
        os.umask(before)


def test_a_folder_that_cannot_be_made_says_so(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreError, match="cannot write to the data folder"):
        SqliteStore(tmp_path / "file")
    with pytest.raises(StoreError, match="cannot write to the data folder"):
        SqliteStore(tmp_path / "file" / "below")


def test_a_folder_on_a_full_disk_says_so_and_is_free_again(tmp_path, monkeypatch):
    class Full(io.TextIOWrapper):
        def flush(self) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", lambda path, *_, **__: Full(io.FileIO(path, "a+")))
        with pytest.raises(StoreError, match=r"cannot write to the data folder .*: No space left"):
            FolderLock(tmp_path)
    FolderLock(tmp_path).release()


def test_a_damaged_file_says_so(tmp_path):
    (tmp_path / "rufen.db").write_bytes(b"no database, only words, and many of them " * 50)
    with pytest.raises(StoreError, match=r"cannot use .*rufen\.db: file is not a database"):
        SqliteStore(tmp_path)


async def test_a_newer_schema_is_not_opened(tmp_path):
    store = SqliteStore(tmp_path)
    await store.close()
    with sqlite3.connect(tmp_path / "rufen.db") as db:
        db.execute("UPDATE meta SET value = ? WHERE name = 'schema'", (str(SCHEMA_VERSION + 1),))
    db.close()
    for _ in range(2):
        with pytest.raises(StoreError, match="written by a newer Rufen"):
            SqliteStore(tmp_path)


async def test_a_game_of_other_rules_is_not_continued(store, tmp_path):
    await store.append("g", 0, envelopes("g", 0))
    with sqlite3.connect(tmp_path / "rufen.db") as db:
        db.execute("UPDATE game SET rules = 99")
    db.close()
    with pytest.raises(OtherRules, match="version 99"):
        await store.read("g")


async def test_a_damaged_event_fails_with_the_game_it_is_in(store, tmp_path):
    await store.append("g", 0, envelopes("g", 0))
    with sqlite3.connect(tmp_path / "rufen.db") as db:
        db.execute('UPDATE event SET body = \'{"type": "nonsense"}\'')
    db.close()
    with pytest.raises(StoreFailed, match="log of g is damaged"):
        await store.read("g")
