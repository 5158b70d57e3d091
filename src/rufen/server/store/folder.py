"""The data folder: made when it is missing, and held by one running server at a time."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO

from rufen.server.store.base import StoreError

__all__ = ["FolderLock"]


class FolderLock:
    """Holds a data folder until `release`, or until the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        """Make the folder and lock it. Raises StoreError when that cannot be done."""
        try:
            # It holds every hand: a new one is for its owner only.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Not emptied here: whoever holds the lock has its process number in it.
            self._file: IO[str] = (folder / "rufen.lock").open("a+", encoding="ascii")
        except OSError as error:
            raise StoreError(f"cannot write to the data folder {folder}: {error.strerror or error}") from None
        try:
            _lock(self._file)
        except OSError:
            self._file.seek(0)
            holder = self._file.read(20).strip()
            self._file.close()
            which = f" (process {holder})" if holder.isdigit() else ""
            raise StoreError(f"the data folder {folder} is in use by another running server{which}") from None
        try:
            self._file.truncate(0)
            self._file.write(f"{os.getpid()}\n")
            self._file.flush()
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.close()
            raise StoreError(f"cannot write to the data folder {folder}: {error.strerror or error}") from None

    def release(self) -> None:
        """Let go of the folder."""
        self._file.close()


if os.name == "nt":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        # Far behind the text, so that the process number stays readable.
        file.seek(1 << 20)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        file.seek(0)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
