"""A program and its three pipes: lines go in and come out, each within a time, and nothing hangs."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import time
import weakref
from collections import deque
from queue import SimpleQueue
from threading import TIMEOUT_MAX, Condition, Lock, Thread
from typing import IO

from rufen.protocol.bot import MAX_ANSWER_BYTES

__all__ = ["CannotStart", "Ended", "Program", "Silent", "kill_programs"]

LAST_LINES = 12
"""How many of the last lines of its standard error are remembered."""
SHOWN = 3
"""How many of them are told with what went wrong."""
LONGEST_ERROR = 400
"""How much of each line, in bytes."""
MOST_WAITING = 16
"""How many lines may wait to be read; a program that writes more waits itself."""
END_S = 1.0
"""How long a program may take to end once its input is closed, in seconds; then it is killed."""


class CannotStart(ValueError):
    """There is no such program, or it is not one that speaks `rufen-bot/1`; the text says why."""


class Silent(Exception):
    """The program said nothing in time."""


class Ended(Exception):
    """The program has ended, or closed its standard output; the text says how."""


class Program:
    """A program that is running; `command` is a command line as a shell takes it, without a shell.

    Raises CannotStart. Close it with `end`.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            words = shlex.split(command, posix=os.name != "nt")
            if not words:
                raise ValueError("there is nothing to start")
            with _starting:
                self._process = subprocess.Popen(
                    words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    # A group of its own: what it starts ends with it, and Ctrl-C is ours to handle.
                    start_new_session=True,
                )
                self._last_resort = weakref.finalize(self, _kill, self._process)
                _running.add(self)
        except OSError as error:
            raise CannotStart(f"{command}: cannot be started: {error.strerror or error}") from None
        except ValueError as error:
            raise CannotStart(f"{command or 'the command'}: cannot be started: {error}") from None
        self._changed = Condition()
        self._lines: deque[bytes] = deque()
        self._closed = False
        """Whether its standard output has ended."""
        self._over = False
        """Whether nobody reads any more."""
        self._errors: deque[str] = deque(maxlen=LAST_LINES)
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        work = zip((self._write, self._read, self._listen), streams, strict=True)
        self._threads = [Thread(target=do, args=(pipe,), daemon=True) for do, pipe in work]
        for thread in self._threads:
            thread.start()

    def say(self, line: bytes) -> None:
        """Send a line, given without its end. Never waits."""
        self._outbox.put(line + b"\n")

    def hear(self, deadline: float) -> bytes:
        """The next line, without its end, by a moment of `time.monotonic`.

        Of a line that is too long there are `MAX_ANSWER_BYTES` + 1 bytes. Raises Silent, Ended.
        """
        with self._changed:
            left = min(max(0.0, deadline - time.monotonic()), TIMEOUT_MAX)
            self._changed.wait_for(lambda: self._lines or self._closed, left)
            if self._lines:
                line = self._lines.popleft()
                self._changed.notify_all()
                return line
            if not self._closed:
                raise Silent
        raise Ended(self._how_it_ended())

    @property
    def last_lines(self) -> tuple[str, ...]:
        """The last lines of its standard error; all of them when it has ended."""
        if self._closed:
            self._threads[2].join(END_S)
        return tuple(self._errors)

    def told(self, why: str) -> str:
        """What is wrong with it, for people: the command, why, and what it wrote last."""
        last = " / ".join(self.last_lines[-SHOWN:])
        return f"{self.command}: {why}" + (f"; last on its standard error: {last}" if last else "")

    def _how_it_ended(self) -> str:
        try:
            status = self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            return "closed its standard output"
        if status < 0:
            return f"was ended by {_signal_name(-status)}"
        return f"ended with exit status {status}"

    def kill(self) -> None:
        """End it and what it has started, at once."""
        self._last_resort()

    def end(self, farewell: bytes | None = None) -> None:
        """Say goodbye, close its input, and kill it when it does not end by itself. May be repeated."""
        if self._over:
            return
        if farewell is not None:
            self.say(farewell)
        self._outbox.put(None)
        with self._changed:
            # Nobody reads on: what it still writes must not keep it from ending.
            self._over = True
            self._lines.clear()
            self._changed.notify_all()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(END_S)
        self.kill()
        for thread in self._threads:
            thread.join(END_S)

    # each in a thread of its own, which closes its pipe

    def _write(self, pipe: IO[bytes]) -> None:
        # A program that has ended is noticed by whoever listens for its answer.
        with contextlib.suppress(OSError), pipe:
            while (line := self._outbox.get()) is not None:
                pipe.write(line)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        with pipe:
            while line := pipe.readline(MAX_ANSWER_BYTES + 1):
                self._take(line.rstrip(b"\r\n"))
                while line and not line.endswith(b"\n"):
                    line = pipe.readline(MAX_ANSWER_BYTES)
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _take(self, line: bytes) -> None:
        with self._changed:
            self._changed.wait_for(lambda: len(self._lines) < MOST_WAITING or self._over)
            if not self._over:
                self._lines.append(line)
                self._changed.notify_all()

    def _listen(self, pipe: IO[bytes]) -> None:
        with pipe:
            while line := pipe.readline(LONGEST_ERROR):
                text = line.decode(errors="replace").rstrip()
                self._errors.append("".join(char if char.isprintable() else "\ufffd" for char in text))


_starting = Lock()
_running: weakref.WeakSet[Program] = weakref.WeakSet()


def kill_programs() -> None:
    """End every program of this process, which ends itself now: no other can be started any more."""
    _starting.acquire()
    for program in list(_running):
        program.kill()


def _signal_name(number: int) -> str:
    # Those for real time have no names.
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and what it has started, at once, and take note of its end."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
