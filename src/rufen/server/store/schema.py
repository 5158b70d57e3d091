"""The tables of a store and how an older one becomes one of today, in one transaction."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from rufen.server.store.base import SCHEMA_VERSION, StoreError

__all__ = ["connect", "prepare", "version_of"]

STEPS = (
    """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE game (
  id TEXT PRIMARY KEY, seq INTEGER NOT NULL, rules INTEGER NOT NULL,
  created_at REAL NOT NULL, updated_at REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE event (
  game TEXT NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL, origin TEXT NOT NULL, body BLOB NOT NULL,
  PRIMARY KEY (game, seq)
) WITHOUT ROWID;
INSERT INTO meta VALUES ('schema', '1')
""",
    """
CREATE TABLE room (game TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, body BLOB NOT NULL) WITHOUT ROWID;
UPDATE meta SET value = '2' WHERE name = 'schema'
""",
)
"""Each leads from the version of its place to the next; a step that was released is never changed."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection without transactions of its own, for one thread at a time."""
    # Opened and closed by others than the thread that uses it.
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")
    return db


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """The version of a store; 0 for an empty one.

    Raises StoreError where it is of a newer version or no store, sqlite3.Error where it is damaged.
    """
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return 0
    found = "meta" in tables and db.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
    if not found or not str(found[0]).isdecimal() or int(found[0]) == 0:
        raise StoreError(f"{path} is a database, but none of Rufen")
    version = int(found[0])
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{path} was written by a newer Rufen (schema {version}, this one knows {SCHEMA_VERSION}): "
            "use that one, or another data folder"
        )
    return version


def prepare(db: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new store, or bring those of an older one to the version of today.

    Raises StoreError as `version_of` does, before anything is changed, and sqlite3.Error.
    """
    version_of(db, path)
    if db.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise StoreError(f"{path} cannot have a write-ahead log here (a network drive?)")
    db.execute("BEGIN IMMEDIATE")
    try:
        for step in STEPS[version_of(db, path) :]:
            for statement in step.split(";"):
                db.execute(statement)
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")
