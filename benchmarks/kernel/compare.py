"""The loop of rufen.kernel.games beside the same loop in C++ (random_games.cpp), in one run on one core.

    python benchmarks/kernel/compare.py [--games 3000] [--turns 15] [--compiler g++]

Both play the same standard games from the same seed, in turns, with both ways to pick a card where the
processor has them. Numbers are decisions per CPU second, each the best of its turns; the totals must be the
same. Without a compiler this says so and ends with status 2.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rufen.bench.machine import machine, versions
from rufen.core.house_rules import STANDARD
from rufen.kernel.bits import FAST_SELECT
from rufen.kernel.games import DECISIONS, random_games
from rufen.kernel.layout import encode_rules

SOURCE = Path(__file__).with_name("random_games.cpp")
FLAGS = ("-O3", "-march=native", "-std=c++20")
WORD = 2**64 - 1


class Turn(NamedTuple):
    """What one turn came to."""

    seconds: float
    decisions: int
    checksum: int


def checksum(totals: np.ndarray) -> int:
    """As the C++ has it."""
    value = 0
    for total in totals.ravel().tolist():
        value = value + total & WORD
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & WORD
        value = (value ^ value >> 27) * 0x94D049BB133111EB & WORD
        value ^= value >> 31
    return value


def ours(seats: int, games: int, fast: bool) -> Turn:
    totals, counters = np.zeros((games, 6), np.int32), np.zeros(2, np.uint64)
    rule = encode_rules(STANDARD, seats)
    start = time.process_time()
    random_games(rule, seats, games, 1, fast, totals, counters)
    seconds = time.process_time() - start
    return Turn(seconds, int(counters[DECISIONS]), checksum(totals))


def theirs(program: subprocess.Popen[str], seats: int, games: int, fast: bool) -> Turn:
    assert program.stdin is not None
    assert program.stdout is not None
    print(seats, games, 1, int(fast), file=program.stdin, flush=True)
    seconds, decisions, value = program.stdout.readline().split()
    return Turn(float(seconds), int(decisions), int(value))


def compare(program: subprocess.Popen[str], games: int, turns: int) -> bool:
    """Print a line for each number of seats and way to pick; whether all totals were the same."""
    same = True
    print("seats  select     rufen, M/s   C++, M/s   C++ ÷ rufen   totals")
    for seats in (3, 4, 5, 6):
        for fast in (False, True) if FAST_SELECT else (False,):
            ours(seats, 1, fast)
            best_of_ours = best_of_theirs = 0.0
            equal = True
            for _ in range(turns):
                one, other = ours(seats, games, fast), theirs(program, seats, games, fast)
                equal &= one[1:] == other[1:]
                best_of_ours = max(best_of_ours, one.decisions / one.seconds / 1e6)
                best_of_theirs = max(best_of_theirs, other.decisions / other.seconds / 1e6)
            print(
                f"{seats:5}  {'pdep' if fast else 'portable':8}{best_of_ours:13.1f}{best_of_theirs:11.1f}"
                f"{best_of_theirs / best_of_ours:14.2f}   {'equal' if equal else 'DIFFERENT'}"
            )
            same &= equal
    return same


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=3000, help="games of a turn (default 3000)")
    parser.add_argument("--turns", type=int, default=15, help="turns of each (default 15)")
    parser.add_argument("--compiler", default="g++", help="the C++ compiler (default g++)")
    options = parser.parse_args()
    if options.games < 1 or options.turns < 1:
        parser.error("--games and --turns must be whole numbers from 1")
    if shutil.which(options.compiler) is None:
        parser.error(f"there is no C++ compiler {options.compiler} here")
    with tempfile.TemporaryDirectory() as folder:
        binary = Path(folder) / "random_games"
        built = subprocess.run([options.compiler, *FLAGS, SOURCE, "-o", binary], check=False)
        if built.returncode:
            parser.error(f"{options.compiler} {' '.join(FLAGS)} could not compile {SOURCE.name}")
        told = subprocess.run([options.compiler, "--version"], capture_output=True, text=True, check=False)
        here, what = machine(), versions()
        print(
            f"{here.processor}, {here.cores} cores; {told.stdout.splitlines()[0]} {' '.join(FLAGS)}; ", end=""
        )
        print(f"Python {what.python}, NumPy {what.numpy}, Numba {what.numba}\n")
        with subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
            same = compare(program, options.games, options.turns)
            assert program.stdin is not None
            program.stdin.close()
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
