"""The gate: the learner becomes the best network when duplicate deals say so, and only then."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np

from rufen.arena.intervals import Anytime, Estimate, Running
from rufen.kernel.network.weights import Weights
from rufen.train.config import Gate
from rufen.train.playing import SEATS, Tables, decks, sizes
from rufen.train.progress import Gated, Verdict

__all__ = ["duel", "judged"]

_PLACE = 11
_FIRST = 20
"""Turns before a verdict: each is a mean over 57 deals with everybody in every seat, so near to normal."""

Turn = dict[int, float]
"""By number of seats, points a round of the candidate above the best."""


def duel(
    candidate: Weights, best: Weights, place: tuple[int, ...], workers: int, stop: Callable[[], bool]
) -> Generator[Turn]:
    """Turns of a duel without an end: a deal of every hand size for each number of seats.

    On each deal one candidate sits among bests, and one best among candidates, in every seat; the value is
    half the difference of their edges. The deals follow from `place`. Raises Stopped.
    """

    def play(turn: int) -> Turn:
        tables = Tables([candidate, best], stop)
        found = {}
        for seats in SEATS:
            values = []
            for size in sizes(seats):
                dealt, dealers = decks(1, seats, size, _PLACE, *place, turn)
                one = tables.edge(0, 1, seats, size, dealt, dealers)[0]
                other = tables.edge(1, 0, seats, size, dealt, dealers)[0]
                values.append((one - other) / 2)
            found[seats] = float(np.mean(values))
        return found

    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[Turn]] = deque()
        try:
            turn = 0
            while True:
                while len(waiting) < workers:
                    waiting.append(pool.submit(play, turn))
                    turn += 1
                yield waiting.popleft().result()
        finally:
            for each in waiting:
                each.cancel()


def judged(gate: Gate, turns: Iterable[Turn], decisions: int, best: int) -> Gated:
    """Look at a duel turn after turn until it is decided, or `gate.turns` are over.

    The interval holds however often one looks (`rufen.arena.intervals.Anytime`), so a network that is no
    better passes with a chance of `gate.alpha` at most.
    """
    sequence = Anytime(gate.alpha, narrowest=max(_FIRST, gate.turns // 4), first=min(_FIRST, gate.turns))
    running, values = Running(), {seats: list[float]() for seats in SEATS}
    verdict, interval = Verdict.OPEN, None
    for turn in turns:
        for seats, value in turn.items():
            values[seats].append(value)
        running.add(sum(turn.values()) / len(turn))
        interval = sequence.interval(running)
        if interval is not None:
            low, high = interval
            if low > 0:
                verdict = Verdict.BETTER
            elif high < 0:
                verdict = Verdict.WORSE
            elif -gate.margin <= low and high <= gate.margin:
                verdict = Verdict.EQUAL
        if verdict is not Verdict.OPEN or running.n >= gate.turns:
            break
    low_high = interval or (None, None)
    difference = {seats: Estimate.of(each) for seats, each in values.items()}
    return Gated(
        decisions=decisions,
        best=best,
        verdict=verdict,
        turns=running.n,
        low=low_high[0],
        high=low_high[1],
        difference={seats: each for seats, each in difference.items() if each is not None},
    )
