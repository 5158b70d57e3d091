"""How long it takes to draw hidden hands that fit a view, and how often others, drawn blindly, do not fit.

    python benchmarks/beliefs.py [--games 40] [--seats 3 4 5 6] [--json]

Positions are those in which a seat is asked, in whole games of beginners under the standard rules; with 3, 4,
5 and 6 seats, by stage of the round: before the first card, and in the first, second and last third of the
tricks. For each position:

- *prepare*: `observe` and `prepare` on the rows of the view, called from Python;
- *a draw*: `sample_many`, per draw, 500 at once;
- *from a view*: making `Beliefs(view)`, all in all; *count*: the exact number of deals, in Python integers;
- *do not fit*: how many of 500 hands that are dealt from the unseen cards with the right sizes, but without a
  look at shown voids, have a card in a shown void. The interval (95 %) is over games.

Times are CPU microseconds of this process, the best of three for each position; the table has the median and
the longest of all positions. The games follow from a seed: the same command finds the same positions.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from rufen.core.deal import deck_from_seed
from rufen.core.game import Game, apply, apply_deal
from rufen.core.house_rules import STANDARD
from rufen.core.state import Phase
from rufen.core.view import PlayerView, view_of
from rufen.kernel import beliefs as kernel
from rufen.kernel.bits import FAST_SELECT
from rufen.kernel.mirror import rows_of_view
from rufen.kernel.tables import FOLLOW
from rufen.players.base import make_player
from rufen.players.beliefs import Beliefs
from rufen.players.seen import count_deals

STAGES = ("before", "first", "second", "last")
DRAWS = 500


def positions(seats: int, seed: int) -> Iterator[PlayerView]:
    """The views of a game of beginners, each of the seat that is asked."""
    player = make_player("beginner", seed)
    state = Game.new([f"player {seat}" for seat in range(seats)], STANDARD, first_dealer=seed % seats).state
    number = 0
    while state.phase is not Phase.GAME_OVER:
        number += 1
        _, state = apply_deal(state, deck_from_seed(f"beliefs {seats} {seed}", number), "salt")
        while state.asked:
            view = view_of(state, state.asked[0])
            yield view
            _, state = apply(state, state.asked[0], player.act(view))


def stage_of(view: PlayerView) -> str:
    """The stage of the round that a view belongs to."""
    if view.phase is not Phase.PLAYING:
        return STAGES[0]
    return STAGES[1 + 3 * len(view.tricks) // view.hand_size]


def best_of_three(work: Callable[[], object]) -> float:
    """CPU microseconds of some work."""
    times = []
    for _ in range(3):
        start = time.process_time_ns()
        work()
        times.append((time.process_time_ns() - start) / 1000)
    return min(times)


def rejected(plan: Any, table: Any, seats: int, rng: Any) -> float:
    """The share of hands dealt without a look at voids that have a card in one. The plan is used up."""
    voids = plan[kernel.VOID : kernel.VOID + seats].copy()
    if not voids.any():
        return 0.0
    plan[kernel.VOID : kernel.VOID + seats] = 0
    kernel.prepare(plan, table)
    hands = np.zeros((DRAWS, seats), np.uint64)
    kernel.sample_many(plan, table, rng, hands)
    wrong = np.zeros(DRAWS, np.bool_)
    for seat, void in enumerate(voids):
        barred = np.uint64(sum(int(FOLLOW[suit]) for suit in range(4) if void >> suit & 1))
        wrong |= (hands[:, seat] & barred) != 0
    return float(wrong.mean())


def measure(view: PlayerView, plan: Any, table: Any, rng: Any) -> dict[str, float]:
    """All numbers of one position."""
    rows = rows_of_view(view)
    seats, seat = view.seats, view.seat
    hands = np.zeros((DRAWS, seats), np.uint64)
    assert seat is not None

    def prepare() -> None:
        kernel.observe(rows.small, rows.cards, seat, plan)
        kernel.prepare(plan, table)

    numbers = {
        "prepare": best_of_three(prepare),
        "a draw": best_of_three(lambda: kernel.sample_many(plan, table, rng, hands)) / DRAWS,
        "from a view": best_of_three(lambda: Beliefs(view)),
    }
    seen = Beliefs(view).seen
    numbers["count"] = best_of_three(lambda: count_deals(seen))
    numbers["do not fit"] = rejected(plan, table, seats, rng)
    return numbers


def report(seats: int, games: int) -> dict[str, dict[str, float]]:
    """The table of a number of seats: by stage, the numbers by name."""
    plan, table = kernel.new_plan()
    rng = np.array([seats], np.uint64)
    found: dict[str, list[dict[str, float]]] = defaultdict(list)
    shares: dict[str, list[float]] = defaultdict(list)
    dice = random.Random(seats)
    for seed in range(games):
        here: dict[str, list[float]] = defaultdict(list)
        for view in positions(seats, seed):
            if dice.random() < 0.25:  # a quarter of the positions says as much as all of them
                numbers = measure(view, plan, table, rng)
                found[stage_of(view)].append(numbers)
                here[stage_of(view)].append(numbers["do not fit"])
        for stage, values in here.items():
            shares[stage].append(statistics.fmean(values))
    result = {}
    for stage in STAGES:
        row: dict[str, float] = {"positions": len(found[stage])}
        for name in ("prepare", "a draw", "from a view", "count"):
            values = [numbers[name] for numbers in found[stage]]
            row[name], row[f"{name}, longest"] = statistics.median(values), max(values)
        row["do not fit"] = statistics.fmean(shares[stage])
        row["do not fit, ±"] = 1.96 * statistics.stdev(shares[stage]) / len(shares[stage]) ** 0.5
        result[stage] = row
    return result


def processor() -> str:
    """The name of the machine's processor, as far as it says."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40, help="games for each number of seats (default 40)")
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5, 6], choices=[3, 4, 5, 6])
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    if options.games < 2:
        parser.error("--games: expected 2 or more, for there is no interval over one game")
    about = {
        "machine": f"{processor()}, {platform.system()}",
        "python": platform.python_version(),
        "numba": version("numba"),
        "select": "pdep" if FAST_SELECT else "portable",
    }
    reports = {seats: report(seats, options.games) for seats in options.seats}
    if options.json:
        json.dump({"about": about, "seats": reports}, sys.stdout, indent=2)
        print()
        return
    print(", ".join(f"{name} {text}" for name, text in about.items()))
    print("CPU microseconds, median and (longest)\n")
    names = ("prepare", "a draw", "from a view", "count")
    print(f"{'seats':6}{'tricks':8}{'n':>6}  " + "".join(f"{name:>18}" for name in names) + "     do not fit")
    for seats, stages in reports.items():
        for stage, row in stages.items():
            longest = [f"({row[name + ', longest']:.1f})" for name in names]
            times = "".join(f"{row[name]:>9.2f} {most:>8}" for name, most in zip(names, longest, strict=True))
            share = f"{100 * row['do not fit']:>9.1f} % ± {100 * row['do not fit, ±']:.1f}"
            print(f"{seats:<6}{stage:8}{row['positions']:>6.0f}  {times}{share}")


if __name__ == "__main__":
    main()
