"""The one thread that writes: what arrives while it waits for the disk shares the next commit.

Each job has a savepoint of its own, so that one that fails takes nothing of the others back.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec

from rufen.server.store.base import Conflict, StoreFailed

__all__ = ["Work", "Writer"]

_BATCH = 256

Work = Callable[[sqlite3.Connection], None]
"""Statements of one job, inside a transaction. Raises Conflict to have only this job undone."""


class _Job(msgspec.Struct):
    work: Work
    sweep: bool
    done: asyncio.Future[None]


class Writer:
    """Writes to an open database until `close`; used from one event loop."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        self._path = path
        self._file = _file_of(path)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="rufen-write", daemon=True)
        self._thread.start()

    async def write(self, work: Work, *, sweep: bool = False) -> None:
        """Do a job and wait until it is on disk. Raises Conflict, StoreFailed.

        With `sweep` nothing of what it takes out stays in the write-ahead log either, unless somebody
        reads at that moment.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(work, sweep, done))
        await done

    async def close(self) -> None:
        """Finish what is queued."""
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    def _write_all(self) -> None:
        stop = False
        while not stop:
            job = self._jobs.get()
            batch: list[_Job] = []
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
                _answer(batch, self._write(batch))

    def _write(self, batch: list[_Job]) -> list[Exception | None]:
        db = self._db
        outcomes: list[Exception | None] = []
        if _file_of(self._path) != self._file:
            # What is written to a deleted file is gone with the process.
            return [StoreFailed(f"{self._path} was taken away while in use") for _ in batch]
        try:
            db.execute("BEGIN IMMEDIATE")
            for job in batch:
                db.execute("SAVEPOINT one")
                try:
                    job.work(db)
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
        if any(job.sweep for job in batch):
            self._sweep()
        return outcomes

    def _sweep(self) -> None:
        # Everything is committed; a log that somebody reads right now is emptied another time.
        with contextlib.suppress(sqlite3.Error):
            self._db.execute("PRAGMA busy_timeout = 0")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._db.execute("PRAGMA busy_timeout = 10000")


def _answer(batch: list[_Job], outcomes: list[Exception | None]) -> None:
    def deliver() -> None:
        for job, error in zip(batch, outcomes, strict=True):
            if job.done.done():
                continue
            if error is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(error)

    loop = batch[0].done.get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(deliver)


def _file_of(path: Path) -> tuple[int, int] | None:
    """Which file a path names now; None when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
