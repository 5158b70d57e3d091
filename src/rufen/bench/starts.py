"""How long a program takes to its first game: compiled for the first time, and read from the cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import msgspec

__all__ = ["Start", "StartError", "Starts", "starts"]

_FIRST_GAME = """\
import time
from rufen.bench.works import random_games_work
random_games_work(4, False, games=1)()
print(time.process_time())
"""


class StartError(RuntimeError):
    """A fresh program did not get to its first game."""


class Start(msgspec.Struct, frozen=True):
    """From nothing to the end of the first random game, in seconds by the clock and of CPU time."""

    seconds: float
    cpu_seconds: float


class Starts(msgspec.Struct, frozen=True):
    """With an empty cache of compiled code, and again with what that start has left in it."""

    cold: Start
    cached: Start


def starts() -> Starts:
    """Start twice with a cache of their own. Raises StartError."""
    with tempfile.TemporaryDirectory(prefix="rufen-bench-") as folder:
        return Starts(cold=_start(folder), cached=_start(folder))


def _start(cache: str) -> Start:
    start = time.perf_counter()
    told = subprocess.run(
        [sys.executable, "-c", _FIRST_GAME],
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - start
    if told.returncode:
        last = told.stderr.strip().splitlines()[-1:] or [f"it ended with status {told.returncode}"]
        raise StartError(f"a fresh start of the kernel failed: {last[0]}")
    return Start(seconds, float(told.stdout))
