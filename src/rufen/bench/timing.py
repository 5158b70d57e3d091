"""Rates on a machine that others use, too."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

__all__ = ["TURNS", "Work", "rates"]

Work = Callable[[], int]
"""Does some of something and says how many."""

TURNS = 100
"""At most; a turn takes a hundredth of a second or more."""


def rates(works: Mapping[str, Work], seconds: float) -> dict[str, float]:
    """How often a CPU second each work does its thing, in about `seconds` of CPU time each.

    They take turns, so that whatever else the machine does slows all of them alike, and each number is that
    of the best turn, because the rest of the machine can only make a turn slower. Each is done once before,
    unmeasured.
    """
    for work in works.values():
        work()
    best = dict.fromkeys(works, 0.0)
    turns = max(1, min(TURNS, int(seconds * 100)))
    for _ in range(turns):
        for name, work in works.items():
            best[name] = max(best[name], _turn(work, seconds / turns))
    return best


def _turn(work: Work, seconds: float) -> float:
    done, spent, start = 0, 0.0, time.process_time()
    while spent < seconds or not spent:
        done += work()
        spent = time.process_time() - start
    return done / spent
