"""The embedded event store: SQLite with write-ahead log, every commit on disk before it is answered.

One thread writes. What arrives while it waits for the disk shares the next commit, each append in a
savepoint of its own. Reads have their own thread and connection and never wait for a write.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import msgspec

from rufen.core.events import Envelope, Event
from rufen.core.version import RULES_VERSION
from rufen.server.store.base import (
    SCHEMA_VERSION,
    Conflict,
    GameInfo,
    OtherRules,
    StoreError,
    StoreFailed,
)
from rufen.server.store.folder import FolderLock

__all__ = ["SqliteStore"]

T = TypeVar("T")

_FILE = "rufen.db"
_BATCH = 256
_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE game (
  id TEXT PRIMARY KEY, seq INTEGER NOT NULL, rules INTEGER NOT NULL,
  created_at REAL NOT NULL, updated_at REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE event (
  game TEXT NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL, origin TEXT NOT NULL, body BLOB NOT NULL,
  PRIMARY KEY (game, seq)
) WITHOUT ROWID;
"""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Event).decode


class _Append(msgspec.Struct):
    game: str
    expected: int
    rows: list[tuple[str, int, float, str, bytes]]
    done: asyncio.Future[None]


def _connect(path: Path) -> sqlite3.Connection:
    # Used by one thread each, but opened and closed by others.
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    db.execute("PRAGMA synchronous = FULL")
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new store, or check the version of one that is there. Raises StoreError."""
    if db.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise StoreError(f"{path} cannot have a write-ahead log here (a network drive?)")
    db.execute("BEGIN IMMEDIATE")
    try:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone():
            for statement in _SCHEMA.split(";"):
                db.execute(statement)
            db.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA_VERSION),))
        found = db.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
        version = int(found[0]) if found else 0
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{path} was written by a newer Rufen (schema {version}, this one knows {SCHEMA_VERSION}): "
            "use that one, or another data folder"
        )


def _file_of(path: Path) -> tuple[int, int] | None:
    """Which file a path names now; None when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class SqliteStore:
    """An `EventStore` in a folder. Open and close it on the event loop that uses it."""

    def __init__(self, folder: Path) -> None:
        """Open the store in a folder, made when it is missing.

        Raises StoreError, in one line: not writable, in use by another server, damaged, or of a
        newer version.
        """
        self.path = folder / _FILE
        self._lock = FolderLock(folder)
        try:
            self._writer_db = _connect(self.path)
            _prepare(self._writer_db, self.path)
            self._file = _file_of(self.path)
            self._reader_db = _connect(self.path)
        except (sqlite3.Error, ValueError) as error:
            self._lock.release()
            raise StoreError(f"cannot use {self.path}: {error}") from None
        except StoreError:
            self._lock.release()
            raise
        self._jobs: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "rufen-read")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._writer = threading.Thread(target=self._write_all, name="rufen-write", daemon=True)
        self._writer.start()
        self._closed = False

    async def append(self, game: str, expected_seq: int, envelopes: Sequence[Envelope]) -> None:
        """See `EventStore.append`."""
        if self._closed:
            raise StoreFailed("the store is closed")
        if not envelopes:
            raise ValueError("nothing to append")
        for place, envelope in enumerate(envelopes, expected_seq + 1):
            if envelope.seq != place or envelope.game != game:
                raise ValueError(f"event {envelope.seq} of {envelope.game} is not event {place} of {game}")
        rows = [(e.game, e.seq, e.at, e.origin, _encode(e.event)) for e in envelopes]
        self._loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put(_Append(game, expected_seq, rows, done))
        await done

    async def read(self, game: str, after: int = 0) -> list[Envelope]:
        """See `EventStore.read`."""
        return await self._read(lambda: self._read_game(game, after))

    async def games(self, after: str = "", limit: int = 1000) -> list[GameInfo]:
        """See `EventStore.games`."""
        query = "SELECT id, seq, updated_at FROM game WHERE id > ? ORDER BY id LIMIT ?"

        def read() -> list[GameInfo]:
            return [GameInfo(*row) for row in self._reader_db.execute(query, (after, limit))]

        return await self._read(read)

    async def writable(self) -> bool:
        """See `EventStore.writable`."""
        if self._closed:
            return False
        loop = asyncio.get_running_loop()
        self._loop = loop
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_Append("", 0, [], done))
        try:
            await done
        except StoreFailed:
            return False
        return True

    async def close(self) -> None:
        """See `EventStore.close`."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._writer.join)
        self._reader.shutdown()
        self._reader_db.close()
        self._writer_db.close()
        self._lock.release()

    async def _read(self, what: Callable[[], T]) -> T:
        if self._closed:
            raise StoreFailed("the store is closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, what)
        except sqlite3.Error as error:
            raise StoreFailed(str(error)) from error

    def _read_game(self, game: str, after: int) -> list[Envelope]:
        known = self._reader_db.execute("SELECT rules FROM game WHERE id = ?", (game,)).fetchone()
        if known is None:
            return []
        if known[0] != RULES_VERSION:
            raise OtherRules(f"played under version {known[0]} of the rules, this is version {RULES_VERSION}")
        query = "SELECT seq, at, origin, body FROM event WHERE game = ? AND seq > ? ORDER BY seq"
        try:
            return [
                Envelope(game, seq, at, origin, _decode(body))
                for seq, at, origin, body in self._reader_db.execute(query, (game, after))
            ]
        except msgspec.MsgspecError as error:
            raise StoreFailed(f"the log of {game} is damaged: {error}") from error

    # the writer thread

    def _write_all(self) -> None:
        stop = False
        while not stop:
            job = self._jobs.get()
            batch: list[_Append] = []
            while True:
                if job is None:
                    stop = True
                    break
                batch.append(job)
                if len(batch) == _BATCH:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if batch:
                outcomes = self._write(batch)
                self._answer(list(zip(batch, outcomes, strict=True)))

    def _answer(self, answers: list[tuple[_Append, Exception | None]]) -> None:
        def deliver() -> None:
            for job, error in answers:
                if job.done.done():
                    continue
                if error is None:
                    job.done.set_result(None)
                else:
                    job.done.set_exception(error)

        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(deliver)

    def _write(self, batch: list[_Append]) -> list[Exception | None]:
        db = self._writer_db
        outcomes: list[Exception | None] = []
        if _file_of(self.path) != self._file:
            # What is written to a deleted file is gone with the process.
            return [StoreFailed(f"{self.path} was taken away while in use") for _ in batch]
        try:
            db.execute("BEGIN IMMEDIATE")
            for job in batch:
                db.execute("SAVEPOINT one")
                try:
                    if job.rows:
                        self._write_one(job)
                    else:
                        db.execute("UPDATE meta SET value = value WHERE name = 'schema'")
                except Conflict as conflict:
                    db.execute("ROLLBACK TO one")
                    outcomes.append(conflict)
                else:
                    outcomes.append(None)
                db.execute("RELEASE one")
            db.execute("COMMIT")
        except sqlite3.Error as error:
            # A rollback that fails too leaves nothing committed; the next BEGIN then says so.
            with contextlib.suppress(sqlite3.Error):
                if db.in_transaction:
                    db.execute("ROLLBACK")
            return [StoreFailed(str(error)) for _ in batch]
        return outcomes

    def _write_one(self, job: _Append) -> None:
        db = self._writer_db
        _game, last, at, _origin, _body = job.rows[-1]
        if job.expected == 0:
            query = "INSERT INTO game VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
            added = db.execute(query, (job.game, last, RULES_VERSION, job.rows[0][2], at))
        else:
            query = "UPDATE game SET seq = ?, updated_at = ? WHERE id = ? AND seq = ?"
            added = db.execute(query, (last, at, job.game, job.expected))
        if added.rowcount != 1:
            raise Conflict(f"{job.game} is not at {job.expected}")
        db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?)", job.rows)
