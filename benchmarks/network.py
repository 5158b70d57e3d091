"""How long the network player takes for one decision, and of what that is made.

    python benchmarks/network.py [--games 4] [--seats 3 4 5 6] [--json]

Positions are every seventh of those in which a seat has a choice, in whole games of beginners under the
standard rules; by stage of the round: bids, and the first, second and last third of the tricks. For each:

- *act*: `NeuralPlayer.act(view)`, all in all;
- *rows*: `rows_of_view(view)`, the rows of the kernel from a view;
- *decide*: the network on these rows, called from Python: inputs, layers, scores;
- *layers*: both hidden layers alone, called from Python;
- *beginner*: the act of the beginner, which uses no network.

Times are CPU microseconds of this process, one thread and everything warm: for each position the best of
five, in turn, so that a busy machine is as busy for all. The table has the mean over the positions of a
stage, and how many times as long as *beginner* and *layers* an *act* takes. The games follow from a seed: the
same command finds the same positions.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator

import numpy as np

from rufen.core.deal import deck_from_seed
from rufen.core.game import Game, apply, apply_deal
from rufen.core.house_rules import STANDARD
from rufen.core.state import Phase
from rufen.core.view import PlayerView, view_of
from rufen.kernel.mirror import rows_of_view
from rufen.kernel.network.forward import hidden_layers
from rufen.kernel.network.judging import decide, new_judgement
from rufen.players.base import make_player
from rufen.players.neural import NeuralPlayer, shipped

STAGES = ("bids", "first", "second", "last")
PARTS = ("act", "rows", "decide", "layers", "beginner")


def positions(seats: int, seed: int) -> Iterator[PlayerView]:
    """The views of a game of beginners, each of a seat with a choice."""
    player = make_player("beginner", seed)
    state = Game.new([f"player {seat}" for seat in range(seats)], STANDARD, first_dealer=seed % seats).state
    number = 0
    while state.phase is not Phase.GAME_OVER:
        number += 1
        _, state = apply_deal(state, deck_from_seed(f"network {seats} {seed}", number), "salt")
        while state.asked:
            view = view_of(state, state.asked[0])
            if len(view.legal) > 1:
                yield view
            _, state = apply(state, state.asked[0], player.act(view))


def stage_of(view: PlayerView) -> str:
    """The stage of the round that a view belongs to."""
    if view.phase is not Phase.PLAYING:
        return STAGES[0]
    return STAGES[1 + 3 * len(view.tricks) // view.hand_size]


def works(view: PlayerView, neural: NeuralPlayer) -> dict[str, Callable[[], object]]:
    """What is measured at one position."""
    weights, rows = shipped(), rows_of_view(view)
    beginner, room, values = make_player("beginner", 1), new_judgement(shipped()), np.zeros(4, np.float32)
    decide(weights, *rows, room, values)
    on = int(room.counts[0])
    return {
        "act": lambda: neural.act(view),
        "rows": lambda: rows_of_view(view),
        "decide": lambda: decide(weights, *rows, room, values),
        "layers": lambda: hidden_layers(weights, room.on, on, room.first, room.second, room.places),
        "beginner": lambda: beginner.act(view),
    }


def measure(view: PlayerView, neural: NeuralPlayer) -> dict[str, float]:
    """CPU microseconds of each part at one position."""
    best = dict.fromkeys(PARTS, float("inf"))
    for _ in range(5):
        for name, work in works(view, neural).items():
            work()
            begins = time.process_time_ns()
            for _ in range(5):
                work()
            best[name] = min(best[name], (time.process_time_ns() - begins) / 5000)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description="How long the network player takes for one decision.")
    parser.add_argument("--games", type=int, default=4, help="games for each number of seats (4)")
    parser.add_argument("--seats", type=int, nargs="+", choices=range(3, 7), default=[3, 4, 5, 6])
    parser.add_argument("--json", action="store_true", help="the figures as JSON, one line")
    asked = parser.parse_args()
    neural = NeuralPlayer()
    found: dict[str, list[dict[str, float]]] = defaultdict(list)
    for seats in asked.seats:
        for seed in range(asked.games):
            for place, view in enumerate(positions(seats, seed)):
                if place % 7 == 0:
                    found[stage_of(view)].append(measure(view, neural))
    table = {}
    for stage in (*STAGES, "all"):
        rows = found[stage] if stage != "all" else [row for each in found.values() for row in each]
        if rows:
            table[stage] = {part: statistics.fmean(row[part] for row in rows) for part in PARTS}
            table[stage]["positions"] = len(rows)
    if asked.json:
        print(json.dumps(table))
        return
    first, second = shipped().w2.shape
    print(f"network of {first} and {second} units, Python {platform.python_version()}, CPU µs a decision\n")
    print("| stage | positions | act | rows | decide | layers | beginner | act ÷ beginner | act ÷ layers |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for stage, row in table.items():
        parts = " | ".join(f"{row[part]:.1f}" for part in PARTS)
        ratios = f"{row['act'] / row['beginner']:.2f} | {row['act'] / row['layers']:.1f}"
        print(f"| {stage} | {row['positions']:.0f} | {parts} | {ratios} |")


if __name__ == "__main__":
    main()
