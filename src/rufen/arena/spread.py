"""Who plays the deals of a match: this process, several, or (`rufen.arena.cluster`) other machines.

The deals come back in order whoever played them, in chunks whose numbers depend on nothing but the match.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Generator, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext

from rufen.arena.contestants import Cast
from rufen.arena.match import Match, line_ups
from rufen.arena.outside import kill_programs
from rufen.arena.playing import DealPlayed, play_deal

__all__ = ["ONE_THREAD", "WorkerLost", "chunks", "environment", "over_processes", "play_chunk"]

ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
}
"""The environment of a worker: more threads than cores make every one of them slower."""

CHUNK_ROUNDS = 128
"""About how many rounds a worker plays before it hands in: a fraction of a second."""

END_S = 2.0
"""How long a worker may take to end by itself, in seconds; then its programs are killed, and it ends."""

_ENDING = {signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}
"""The signals that end a process."""

Chunk = tuple[int, int]
"""The first deal, and the one after the last."""


class WorkerLost(Exception):
    """A process that was playing has ended, and not by itself."""


def chunks(match: Match, first: int) -> Iterator[Chunk]:
    """The deals of a match from `first` on, in chunks."""
    seatings = sum(len(line_up.rotations) for line_up in line_ups(match))
    rounds = seatings * (len(match.schedule) if match.cycle == 1 else 1)
    step = max(1, CHUNK_ROUNDS // rounds)
    for start in range(first, match.deals, step):
        yield start, min(start + step, match.deals)


class _Kept:
    """The cast of the match that this process played last: programs are started once."""

    match: Match | None = None
    cast: Cast | None = None


def play_chunk(match: Match, chunk: Chunk) -> tuple[DealPlayed, ...]:
    """Play a chunk in a worker. Raises Forfeit, ContestantError."""
    if _Kept.cast is None or _Kept.match != match:
        if _Kept.cast is not None:
            _Kept.cast.close()
        _Kept.match, _Kept.cast = match, Cast(match.players, match.deadline)
    cast = _Kept.cast
    return tuple([play_deal(match, deal, cast) for deal in range(*chunk)])


def over_processes(match: Match, first: int, processes: int) -> Generator[tuple[DealPlayed, ...]]:
    """Play the deals from `first` on; with one process it is this one. Close the iterator to stop early.

    Raises WorkerLost, and what `play_chunk` raises.
    """
    if processes == 1:
        with contextlib.closing(Cast(match.players, match.deadline)) as cast:
            for start, end in chunks(match, first):
                yield tuple([play_deal(match, deal, cast) for deal in range(start, end)])
        return
    work = deque(chunks(match, first))
    workers: list[_Worker] = []
    try:
        # spawned, because a fork takes locks and threads of others along
        context = multiprocessing.get_context("spawn")
        with environment(ONE_THREAD), _no_interrupts():
            for _ in range(min(processes, len(work))):
                workers.append(_Worker(context, match))
        yield from _in_order(work, workers)
    finally:
        for worker in workers:
            worker.let_go()
        until = time.monotonic() + END_S
        for worker in workers:
            worker.wait(until)
        for worker in workers:
            worker.end()


def _in_order(work: deque[Chunk], workers: list[_Worker]) -> Generator[tuple[DealPlayed, ...]]:
    """Hand the chunks out, two a worker so that nobody waits, and give back what is played in order."""
    given = taken = 0
    ready: dict[int, tuple[DealPlayed, ...] | Exception] = {}
    while True:
        for worker in workers:
            while work and len(worker.waiting) < 2 and given - taken < 4 * len(workers):
                worker.give(given, work.popleft())
                given += 1
        if given == taken:
            return
        busy = {worker.connection: worker for worker in workers if worker.waiting}
        for connection in wait(list(busy)):
            number, answer = busy[connection].take()  # type: ignore[index]
            ready[number] = answer
        while taken in ready:
            answer = ready.pop(taken)
            taken += 1
            if isinstance(answer, Exception):
                raise answer
            yield answer


class _Worker:
    """A process that plays chunks, one after the other."""

    def __init__(self, context: SpawnContext, match: Match) -> None:
        self.connection, theirs = context.Pipe()
        held, self._leash = context.Pipe(duplex=False)
        self.waiting: deque[int] = deque()
        """The numbers of the chunks it has."""
        self._process = context.Process(target=_work, args=(theirs, held, match), daemon=True)
        self._process.start()
        theirs.close()
        held.close()

    def give(self, number: int, chunk: Chunk) -> None:
        """Hand it a chunk. Raises WorkerLost."""
        self.waiting.append(number)
        try:
            self.connection.send(chunk)
        except OSError:
            raise self._lost() from None

    def take(self) -> tuple[int, tuple[DealPlayed, ...] | Exception]:
        """What it has played, or what was raised, with the number of the chunk. Raises WorkerLost."""
        try:
            answer: tuple[DealPlayed, ...] | Exception = self.connection.recv()
        except (EOFError, OSError):
            raise self._lost() from None
        return self.waiting.popleft(), answer

    def _lost(self) -> WorkerLost:
        self._process.join(END_S)
        status = self._process.exitcode
        return WorkerLost(
            f"a process that was playing has ended with exit status {status}: "
            "out of memory, or a player in code ended it"
        )

    def let_go(self) -> None:
        """Give it no more: it ends when it has played what it is at."""
        self.connection.close()

    def wait(self, until: float) -> None:
        """Wait until it has ended, or until a moment of `time.monotonic`; then it is to end at once."""
        self._process.join(max(0.0, until - time.monotonic()))
        self._leash.close()

    def end(self) -> None:
        """See to it that it has ended."""
        self._process.join(END_S)
        self._process.kill()
        self._process.join()


def _work(connection: Connection, leash: Connection, match: Match) -> None:
    """What a worker does: play what it is given until nothing comes any more."""
    _hear_only_the_parent()
    threading.Thread(target=_end_with, args=(leash,), daemon=True).start()
    # What players print is not what was asked for.
    sys.stdout = sys.stderr
    with contextlib.suppress(EOFError, OSError):
        while True:
            chunk = connection.recv()
            try:
                answer: object = play_chunk(match, chunk)
            except Exception as error:
                answer = error
            connection.send(answer)
    if _Kept.cast is not None:
        _Kept.cast.close()


def _hear_only_the_parent() -> None:
    """A signal to the whole group is the parent's to act on; told to end, this process does so at once."""

    def end(_number: int, _frame: object) -> None:
        threading.Thread(target=_end, daemon=True).start()

    # Handlers that do nothing: programs would inherit that a signal is ignored, or blocked.
    for number in _ENDING:
        signal.signal(number, end if number == signal.SIGTERM else lambda _number, _frame: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)


def _end_with(leash: Connection) -> None:
    """However the parent ends, and whatever a player is doing: nothing is left running."""
    wait([leash])
    _end()


def _end() -> None:
    kill_programs()
    os._exit(1)


@contextlib.contextmanager
def environment(values: dict[str, str]) -> Iterator[None]:
    """Set the environment that new processes get, for a while."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextlib.contextmanager
def _no_interrupts() -> Iterator[None]:
    """Hold Ctrl-C and its like up for a while: processes started meanwhile begin without hearing of them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # started later, it would let the signals through again, on Python 3.11 at least
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
