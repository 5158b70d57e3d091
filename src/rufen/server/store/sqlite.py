"""The embedded event store: SQLite with write-ahead log, every commit on disk before it is answered.

One thread writes (`writer`). Reads have their own thread and connection and never wait for a write.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import msgspec

from rufen.core.events import Envelope, Event
from rufen.core.version import RULES_VERSION
from rufen.server.store.base import Conflict, GameInfo, OtherRules, RoomRow, StoreError, StoreFailed
from rufen.server.store.folder import FolderLock
from rufen.server.store.schema import connect, prepare
from rufen.server.store.writer import Work, Writer

__all__ = ["FILE", "SqliteStore"]

T = TypeVar("T")

FILE = "rufen.db"
"""The name of the store in its folder."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Event).decode


class SqliteStore:
    """An `EventStore` in a folder. Open and close it on the event loop that uses it."""

    def __init__(self, folder: Path) -> None:
        """Open the store in a folder, made when it is missing; one of an older version is brought to today's.

        Raises StoreError, in one line: not writable, in use by another server, damaged, or of a
        newer version.
        """
        self.path = folder / FILE
        self._lock = FolderLock(folder)
        try:
            self._writer_db = _open(self.path)
            self._reader_db = connect(self.path)
        except (sqlite3.Error, ValueError) as error:
            self._lock.release()
            raise StoreError(f"cannot use {self.path}: {error}") from None
        except StoreError:
            self._lock.release()
            raise
        self._writer = Writer(self._writer_db, self.path)
        self._reader = ThreadPoolExecutor(1, "rufen-read")
        self._closed = False

    async def append(self, game: str, expected_seq: int, envelopes: Sequence[Envelope]) -> None:
        """See `EventStore.append`."""
        await self._write(_append(game, expected_seq, envelopes))

    async def begin(
        self, envelopes: Sequence[Envelope], room: RoomRow, before: tuple[str, RoomRow] | None = None
    ) -> None:
        """See `EventStore.begin`."""
        game = envelopes[0].game
        works = [_append(game, 0, envelopes), _save_room(game, room)]
        if before is not None:
            works.append(_save_room(*before))

        def work(db: sqlite3.Connection) -> None:
            for one in works:
                one(db)

        await self._write(work)

    async def read(self, game: str, after: int = 0) -> list[Envelope]:
        """See `EventStore.read`."""
        return await self._read(lambda: self._read_game(game, after))

    async def find_key(self, game: str, key: str) -> int:
        """See `EventStore.find_key`."""
        query = (
            "SELECT g.seq FROM game g WHERE g.id = ? "
            "AND EXISTS (SELECT 1 FROM event e WHERE e.game = g.id AND instr(e.body, ?))"
        )
        given = game, key.encode()
        row = await self._read(lambda: self._reader_db.execute(query, given).fetchone())
        return row[0] if row else 0

    async def games(self, after: str = "", limit: int = 1000) -> list[GameInfo]:
        """See `EventStore.games`."""
        query = "SELECT id, seq, updated_at FROM game WHERE id > ? ORDER BY id LIMIT ?"

        def read() -> list[GameInfo]:
            return [GameInfo(*row) for row in self._reader_db.execute(query, (after, limit))]

        return await self._read(read)

    async def save_room(self, game: str, code: str, body: bytes) -> None:
        """See `EventStore.save_room`."""
        await self._write(_save_room(game, RoomRow(code, body)))

    async def load_room(self, game: str) -> RoomRow | None:
        """See `EventStore.load_room`."""
        query = "SELECT code, body FROM room WHERE game = ?"
        row = await self._read(lambda: self._reader_db.execute(query, (game,)).fetchone())
        return RoomRow(*row) if row else None

    async def find_code(self, code: str) -> str | None:
        """See `EventStore.find_code`."""
        query = "SELECT game FROM room WHERE code = ?"
        row = await self._read(lambda: self._reader_db.execute(query, (code,)).fetchone())
        return str(row[0]) if row else None

    async def rewrite(self, game: str, envelopes: Sequence[Envelope]) -> None:
        """See `EventStore.rewrite`."""
        query = "UPDATE event SET at = ?, origin = ?, body = ? WHERE game = ? AND seq = ?"
        if any(envelope.game != game for envelope in envelopes):
            raise ValueError(f"not all events are of {game}")
        rows = [(e.at, e.origin, _encode(e.event), game, e.seq) for e in envelopes]

        def work(db: sqlite3.Connection) -> None:
            for row in rows:
                if db.execute(query, row).rowcount != 1:
                    raise Conflict(f"{game} has no event {row[-1]}")

        await self._write(work, sweep=True)

    async def delete(self, game: str) -> None:
        """See `EventStore.delete`."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM room WHERE game = ?", (game,))
            db.execute("DELETE FROM event WHERE game = ?", (game,))
            db.execute("DELETE FROM game WHERE id = ?", (game,))

        await self._write(work, sweep=True)

    async def writable(self) -> bool:
        """See `EventStore.writable`."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("UPDATE meta SET value = value WHERE name = 'schema'")

        try:
            await self._write(work)
        except StoreFailed:
            return False
        return True

    async def close(self) -> None:
        """See `EventStore.close`."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        self._reader.shutdown()
        self._reader_db.close()
        self._writer_db.close()
        self._lock.release()

    async def _write(self, work: Work, *, sweep: bool = False) -> None:
        if self._closed:
            raise StoreFailed("the store is closed")
        await self._writer.write(work, sweep=sweep)

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
            envelopes = [
                Envelope(game, seq, at, origin, _decode(body))
                for seq, at, origin, body in self._reader_db.execute(query, (game, after))
            ]
        except msgspec.MsgspecError as error:
            raise StoreFailed(f"the log of {game} is damaged: {error}") from error
        if any(envelope.seq != place for place, envelope in enumerate(envelopes, after + 1)):
            raise StoreFailed(f"the log of {game} is damaged: an event is missing")
        return envelopes


def _append(game: str, expected_seq: int, envelopes: Sequence[Envelope]) -> Work:
    """What `EventStore.append` writes."""
    if not envelopes:
        raise ValueError("nothing to append")
    for place, envelope in enumerate(envelopes, expected_seq + 1):
        if envelope.seq != place or envelope.game != game:
            raise ValueError(f"event {envelope.seq} of {envelope.game} is not event {place} of {game}")
    rows = [(e.game, e.seq, e.at, e.origin, _encode(e.event)) for e in envelopes]
    begun, last, ended = envelopes[0].at, envelopes[-1].seq, envelopes[-1].at

    def work(db: sqlite3.Connection) -> None:
        if expected_seq == 0:
            query = "INSERT INTO game VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
            added = db.execute(query, (game, last, RULES_VERSION, begun, ended))
        else:
            query = "UPDATE game SET seq = ?, updated_at = ? WHERE id = ? AND seq = ?"
            added = db.execute(query, (last, ended, game, expected_seq))
        if added.rowcount != 1:
            raise Conflict(f"{game} is not at {expected_seq}")
        db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?)", rows)

    return work


def _save_room(game: str, room: RoomRow) -> Work:
    """What `EventStore.save_room` writes."""
    query = (
        "INSERT INTO room VALUES (?, ?, ?) "
        "ON CONFLICT (game) DO UPDATE SET code = excluded.code, body = excluded.body"
    )

    def work(db: sqlite3.Connection) -> None:
        try:
            db.execute(query, (game, room.code, room.body))
        except sqlite3.IntegrityError:
            raise Conflict(f"another game has the code {room.code}") from None

    return work


def _open(path: Path) -> sqlite3.Connection:
    """A connection to a store of today's version, which only its owner can read from now on.

    Raises StoreError, sqlite3.Error.
    """
    _keep_private(path)
    db = connect(path)
    try:
        prepare(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _keep_private(path: Path) -> None:
    """It holds every hand. The logs beside it that SQLite makes later are like the file itself."""
    with contextlib.suppress(OSError):
        # What cannot be made is told about when it is opened; what belongs to another stays as it is.
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        for file in (path, *(path.with_name(f"{path.name}-{log}") for log in ("wal", "shm"))):
            if file.exists():
                file.chmod(0o600)
