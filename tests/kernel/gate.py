"""The equality gate as a program of its own, small enough to be compiled anew for one test."""

from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
from tests.conformance.runner import read_cases
from tests.conformance.tiny_decks import DECKS

from rufen.kernel import chance, play

from .cases import run_case, runs
from .lockstep import check_game, full_game, house_rules, short_game
from .tiny_walk import KernelWalk


def bounds() -> str:
    """What comes of reading past the end of an array: a message where bounds are checked, else nothing."""
    try:
        chance.word(np.zeros(0, np.uint64))
    except IndexError as error:
        return str(error)
    return ""


def main() -> None:
    """Run the gate. Raises AssertionError where the kernel is not the core's twin."""
    positions = 0
    for seats in (3, 4, 5, 6):
        for seed, settings in enumerate(itertools.islice(house_rules(seats), 4)):
            make = full_game if seed == seats else short_game
            positions += check_game(make(settings, seats), seats, seed)
    cases = [case for _, case in read_cases() if runs(case)]
    for case in cases:
        run_case(case)
    steps: list[Any] = [
        play.begin,
        play.deal,
        play.legal,
        play.step,
        play.ranks,
        play.score,
        play.round_score,
    ]
    told = {
        "positions": positions,
        "cases": len(cases),
        "signatures": [KernelWalk(deck, 200).run().signature for deck in DECKS],
        "bounds": bounds(),
        "hits": sum(sum(step.stats.cache_hits.values()) for step in steps),
        "misses": sum(sum(step.stats.cache_misses.values()) for step in steps),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
