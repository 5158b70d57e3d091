"""A copy of a store in one file while its server runs, and a data folder made from such a copy."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import msgspec

from rufen.server.store.base import StoreError
from rufen.server.store.folder import FolderLock
from rufen.server.store.schema import version_of
from rufen.server.store.sqlite import FILE

__all__ = ["Restored", "restore", "save"]

_OURS = (FILE, f"{FILE}-wal", f"{FILE}-shm", "rufen.lock")


class Restored(msgspec.Struct, frozen=True):
    """How many tables were restored, and where what was there before is kept."""

    tables: int
    before: Path | None


def save(folder: Path, target: Path, *, overwrite: bool = False) -> int:
    """Write the store of a data folder to one file that only its owner can read; the number of tables.

    The server may be running, and is not held up. Raises StoreError, in one line, and then leaves
    `target` as it was.
    """
    source = folder / FILE
    if not source.is_file():
        raise StoreError(f"there is no {FILE} in {folder}")
    if target.name in _OURS and _same(target.parent, folder):
        raise StoreError(f"{target} belongs to the data folder: name another file")
    _may_write(target, overwrite=overwrite)
    with _part_of(target) as part:
        # Able to write, because a log that a killed server has left is read with its help only.
        tables = _copy(f"{_uri(source)}?mode=rw", source, part)
        _may_write(target, overwrite=overwrite)
        _put(part, target)
    return tables


def restore(file: Path, folder: Path) -> Restored:
    """Make the store of a data folder from a file that `save` wrote; what was there is kept beside it.

    Raises StoreError, in one line, when a server uses the folder or the file is no whole store that
    this version knows; the folder is then as it was.
    """
    if not file.is_file():
        raise StoreError(f"there is no file {file}")
    lock = FolderLock(folder)
    try:
        store = folder / FILE
        # A lone file is read as it is, from a folder where nothing can be written, too.
        alone = not file.with_name(f"{file.name}-wal").exists()
        with _part_of(store) as part:
            tables = _copy(f"{_uri(file)}?mode=ro{'&immutable=1' if alone else ''}", file, part)
            _like_the_folder(part, folder)
            before = _keep(store)
            _put(part, store)
    except OSError as error:
        raise StoreError(f"cannot write to the data folder {folder}: {error.strerror or error}") from None
    finally:
        lock.release()
    return Restored(tables, before)


def _copy(uri: str, source: Path, part: Path) -> int:
    """Copy a store as it is at one moment, and look through the copy; the number of tables."""
    try:
        with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=10)) as db:
            db.execute("PRAGMA query_only = ON")
            # Looked at first: what is no database at all is told from what is a damaged one.
            if version_of(db, source) == 0:
                raise StoreError(f"{source} is empty, no store of Rufen")
            with contextlib.closing(sqlite3.connect(part)) as copy:
                # In one step, so that a busy server cannot make it begin again and again.
                db.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
                version_of(copy, source)
                found = [str(row[0]) for row in copy.execute("PRAGMA integrity_check(1)")]
                if found != ["ok"]:
                    raise StoreError(f"{source} is damaged: {' '.join(found[0].split())}")
                tables: int = copy.execute("SELECT count(*) FROM game").fetchone()[0]
                return tables
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB":
            raise StoreError(f"{source} is no database of Rufen") from None
        raise StoreError(f"cannot copy {source}: {error}") from None


def _may_write(target: Path, *, overwrite: bool) -> None:
    if target.is_dir() or (target.exists() and not target.is_file()):
        raise StoreError(f"{target} is no ordinary file")
    if target.exists() and not overwrite:
        raise StoreError(f"{target} is there already: name another file, or overwrite it with --force")


@contextlib.contextmanager
def _part_of(target: Path) -> Iterator[Path]:
    """A new file beside `target` that only its owner can read; gone again unless it was put in place."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise StoreError(f"cannot write to {target.parent}: {error.strerror or error}") from None
    try:
        yield part
    finally:
        for left in (part, part.with_name(f"{part.name}-journal")):
            left.unlink(missing_ok=True)


def _put(part: Path, target: Path) -> None:
    """Give a finished file its name, on disk before this returns."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)
    with contextlib.suppress(OSError):
        # Folders cannot be opened everywhere.
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _keep(store: Path) -> Path | None:
    """Give the store that is there a second name, so that at no moment there is none; None without one."""
    if not store.exists():
        return None
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(store)) as db:
        # What a killed server has left in the write-ahead log goes into the file.
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    kept, number = store.with_name(f"{FILE}.before-restore"), 1
    while kept.exists():
        kept, number = store.with_name(f"{FILE}.before-restore-{number}"), number + 1
    log = store.with_name(f"{FILE}-wal")
    if log.exists():
        # Only of a damaged store: together they can still be looked into.
        log.replace(kept.with_name(f"{kept.name}-wal"))
    store.with_name(f"{FILE}-shm").unlink(missing_ok=True)
    try:
        kept.hardlink_to(store)
    except OSError:
        store.replace(kept)
    return kept


def _like_the_folder(part: Path, folder: Path) -> None:
    """Restored by the administrator, the files belong to whoever the folder does: the server's user."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = folder.stat()
        for path in (part, folder / "rufen.lock"):
            os.chown(path, owner.st_uid, owner.st_gid)


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def _uri(path: Path) -> str:
    return f"file:{quote(str(path.resolve()))}"
