"""How often and how fast open hands are solved: `python benchmarks/solver.py`.

Deals are fixed by their number, bids are those of the level "beginner", and the position is the one in which
the first card is to be led. Times are CPU seconds of this process. See `docs/solver.md`.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numba
import numpy as np

from rufen.core.deal import deck_from_seed
from rufen.core.game import Game, apply, deal_round
from rufen.core.house_rules import parse_house_rules
from rufen.core.state import Phase, evolve, to_act
from rufen.core.view import view_of
from rufen.kernel.mirror import Rows, rows_of
from rufen.kernel.solver import NODES, Solver
from rufen.players.base import make_player

RELIABLE = {3: 9, 4: 8, 5: 6, 6: 5}
"""By seats, the hand size that a solver of the plan solved reliably within a second."""


def bid_deal(seats: int, size: int, number: int) -> Rows:
    """A round of a game of one round, after the bids of beginners."""
    rules = parse_house_rules({"round_mode": "schedule", "hand_sizes": [size]}, seats)
    state = Game.new([f"seat {seat}" for seat in range(seats)], rules, first_dealer=number % seats).state
    for event in deal_round(state, deck_from_seed(f"solver {seats} {size} {number}", 1), "benchmark"):
        state = evolve(state, event)
    player = make_player("beginner", 0)
    while state.phase is not Phase.PLAYING:
        seat = to_act(state)[0]
        state = apply(state, seat, player.act(view_of(state, seat)))[1]
    return rows_of(state)


@dataclass(frozen=True)
class Rates:
    """Of `n` positions: solved within the budget, within a second too; times in ms, nodes."""

    n: int
    solved: int
    in_a_second: int
    median: float
    p95: float
    median_nodes: int
    yes: int


def measure(deals: Sequence[Rows], ask: Callable[[Rows, int], tuple[bool, bool, int]]) -> Rates:
    """Ask about every deal: `ask` says whether it was solved, whether the answer is yes, and the nodes."""
    times, nodes, solved, quick, yes = [], [], 0, 0, 0
    for number, rows in enumerate(deals):
        start = time.process_time()
        is_solved, is_yes, used = ask(rows, number)
        times.append(time.process_time() - start)
        nodes.append(used)
        solved += is_solved
        quick += is_solved and times[-1] <= 1
        yes += is_yes
    n = len(deals)
    order, by_nodes = sorted(times), sorted(nodes)
    return Rates(n, solved, quick, 1e3 * order[n // 2], 1e3 * order[n * 95 // 100], by_nodes[n // 2], yes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=100, help="deals of each kind (default 100)")
    parser.add_argument("--nodes", type=int, default=NODES, help=f"the node budget (default {NODES:,})")
    parser.add_argument("--seats", type=int, nargs="*", default=[3, 4, 5, 6], help="seats (default all)")
    parser.add_argument("--more", type=int, nargs="*", default=[0, 2], help="cards beyond 9, 8, 6, 5")
    options = parser.parse_args()
    solver = Solver(1 << 20)
    solver.solve(bid_deal(3, 3, 0))
    solver.can_make(bid_deal(3, 3, 0), 0)

    def best(rows: Rows, _number: int) -> tuple[bool, bool, int]:
        solution = solver.solve(rows, nodes=options.nodes, every_card=False)
        return solution.solved, False, solution.nodes

    def every(rows: Rows, _number: int) -> tuple[bool, bool, int]:
        solution = solver.solve(rows, nodes=options.nodes)
        return None not in solution.cards.values(), False, solution.nodes

    def paranoid(rows: Rows, number: int) -> tuple[bool, bool, int]:
        answer = solver.can_make(rows, number % int(rows.small[1]), nodes=options.nodes)
        return answer.solved, bool(answer.makes), answer.nodes

    print(f"{platform.machine()}, Python {platform.python_version()}, numba {numba.__version__}, ", end="")
    print(f"numpy {np.__version__}; {options.deals} deals each, budget {options.nodes:,} nodes")
    print("| seats | cards | question | solved | in 1 s | median ms | p95 ms | median nodes | yes |")
    print("|---|---|---|---|---|---|---|---|---|")
    for seats in options.seats:
        for size in [RELIABLE[seats] + more for more in options.more]:
            deals = [bid_deal(seats, size, number) for number in range(options.deals)]
            for name, ask in (("best card", best), ("every card", every), ("paranoid", paranoid)):
                r = measure(deals, ask)
                yes = f"{r.yes / r.n:.0%}" if name == "paranoid" else ""
                print(
                    f"| {seats} | {size} | {name} | {r.solved / r.n:.0%} | {r.in_a_second / r.n:.0%} "
                    f"| {r.median:.2f} | {r.p95:.1f} | {r.median_nodes:,} | {yes} |"
                )
                sys.stdout.flush()


if __name__ == "__main__":
    main()
