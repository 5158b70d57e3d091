"""The results file: what was played, a line a deal, safe against being killed at any point.

The first line says which match it is, every other one holds a deal, in order. A line that was cut off at the
end is dropped; a file of another match is refused, with what differs.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

import rufen
from rufen.arena.checked import fits
from rufen.arena.match import Match, differences
from rufen.arena.playing import DealPlayed
from rufen.core.version import RULES_VERSION

__all__ = ["ResultsError", "ResultsFile", "lock"]

FORMAT = 1

_LONGEST_HEAD, _LONGEST_DEAL = 1 << 20, 1 << 26
"""No line of ours is longer, in bytes; else a file that is something else might not fit into memory."""


class ResultsError(ValueError):
    """The file cannot be used; the message says why and what to do."""


def _head(match: Match) -> dict[str, Any]:
    form: dict[str, Any] = msgspec.to_builtins(match)
    return {
        "rufen-arena": FORMAT,
        "version": rufen.__version__,
        "rules_version": RULES_VERSION,
        "match": form,
    }


class ResultsFile:
    """A results file open for one match: read what is there once, then append. Use it with `with`."""

    def __init__(self, path: Path, match: Match) -> None:
        """Open or begin the file. Raises ResultsError."""
        self.path = path
        self._first_line = msgspec.json.encode(_head(match)) + b"\n"
        self._match = match
        try:
            # a device never ends, and a pipe waits for somebody
            if path.exists() and not stat.S_ISREG(path.stat().st_mode):
                raise ResultsError(f"cannot write {path}: it is no ordinary file")
            self._file: IO[bytes] = path.open("a+b")
        except OSError as error:
            raise ResultsError(f"cannot write {path}: {error.strerror or error}") from None
        try:
            lock(self._file)
        except OSError:
            self._file.close()
            raise ResultsError(f"{path} is being written by another run") from None

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def played(self) -> Iterator[DealPlayed]:
        """The deals that are in the file, in order; afterwards it is ready for the next.

        Raises ResultsError for a file of another match, or one that is damaged before its last line.
        """
        self._file.seek(0)
        good = 0
        for number in itertools.count():
            longest = _LONGEST_DEAL if number else max(_LONGEST_HEAD, len(self._first_line))
            line = self._file.readline(longest)
            if not line.endswith(b"\n"):
                if number == 0 and not self._first_line.startswith(line):
                    raise self._not_ours()
                if len(line) == longest:
                    raise self._damaged(number)
                break
            if number == 0:
                self._check_head(line)
            else:
                yield self._deal(line, number)
            good += len(line)
        try:
            # what follows the last whole line was cut off
            self._file.truncate(good)
        except OSError as error:
            raise self._cannot_write(error) from None
        if good == 0:
            self._write(self._first_line)

    def _check_head(self, line: bytes) -> None:
        try:
            head = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            head = None
        if not isinstance(head, dict) or "rufen-arena" not in head:
            raise self._not_ours()
        different = differences(head, msgspec.json.decode(self._first_line))
        if different:
            listed = "".join(f"\n  {line}" for line in different)
            raise ResultsError(
                f"{self.path} holds another match; name another file, or the arguments it began with:{listed}"
            )

    def _not_ours(self) -> ResultsError:
        return ResultsError(f"{self.path} is no results file of an arena; it was left as it is")

    def _deal(self, line: bytes, number: int) -> DealPlayed:
        try:
            played = msgspec.json.decode(line, type=DealPlayed)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            played = None
        if played is None or played.deal != number - 1 or not fits(self._match, played):
            raise self._damaged(number)
        return played

    def _damaged(self, number: int) -> ResultsError:
        return ResultsError(
            f"line {number + 1} of {self.path} is damaged: keep the {number} lines before it, "
            "and the match goes on from there"
        )

    def append(self, played: Iterable[DealPlayed]) -> None:
        """Write deals, and return when they are on the disk. Raises ResultsError."""
        lines = b"".join(msgspec.json.encode(each) + b"\n" for each in played)
        if lines:
            self._write(lines)

    def _write(self, lines: bytes) -> None:
        try:
            self._file.write(lines)
            self._file.flush()
            os.fsync(self._file.fileno())
            if not os.fstat(self._file.fileno()).st_nlink:
                raise ResultsError(f"{self.path} was deleted while the match was being played")
        except OSError as error:
            raise self._cannot_write(error) from None

    def _cannot_write(self, error: OSError) -> ResultsError:
        # what is still waiting to be written would only raise again
        with contextlib.suppress(OSError):
            self._file.close()
        return ResultsError(f"cannot write {self.path}: {error.strerror or error}")


if os.name == "nt":
    import msvcrt

    def lock(file: IO[bytes]) -> None:
        """Keep a file to this process until it is closed. Raises OSError when another has it."""
        # far behind the results
        file.seek(1 << 40)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:
    import fcntl

    def lock(file: IO[bytes]) -> None:
        """Keep a file to this process until it is closed. Raises OSError when another has it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
