"""Speed of the environments: decisions a second, with observation, mask, rewards and deals.

    python benchmarks/environments.py            # --games 1024 --seconds 2 --json

Every action is drawn at random, which is part of the time. Times are CPU seconds, the best of short turns.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable

import numba
import numpy as np

from rufen.environments import VectorEnvironment

TURN = 3
"""Steps in a turn."""


def best(step: Callable[[], object], decisions: int, seconds: float) -> float:
    """Decisions a second in the fastest of the turns that fit into some seconds of CPU time."""
    step()
    fastest, end = float("inf"), time.process_time() + seconds
    while time.process_time() < end:
        start = time.process_time_ns()
        for _ in range(TURN):
            step()
        fastest = min(fastest, (time.process_time_ns() - start) / TURN)
    return decisions / fastest * 1e9


def vector(games: int, seats: int, seconds: float, *, episode: str, checked: bool) -> float:
    """Random games of the vectorised environment."""
    table = VectorEnvironment(games, seats, episode=episode, seed=1, checked=checked)
    actions = table.random_actions()

    def step() -> None:
        table.random_actions(actions)
        table.step(actions)

    for _ in range(200):
        step()
    return best(step, games, seconds)


def single(seconds: float) -> float:
    """Random actions of a Gymnasium learner among random players."""
    from rufen.environments.single import SingleEnvironment

    table = SingleEnvironment(4, "random", hand_sizes=[8])
    chance = np.random.default_rng(1)
    _, info = table.reset(seed=1)
    over = False

    def step() -> None:
        nonlocal info, over
        if over:
            _, info = table.reset()
        _, _, over, _, info = table.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))

    return best(step, 1, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each number")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    told = {
        f"vector, {seats} seats, {episode} episodes{'' if checked else ', unchecked'}": vector(
            chosen.games, seats, chosen.seconds, episode=episode, checked=checked
        )
        for seats, episode, checked in (
            (3, "round", True),
            (4, "round", True),
            (4, "round", False),
            (4, "game", True),
            (6, "round", True),
        )
    }
    told["Gymnasium, 4 seats, random players (steps)"] = single(chosen.seconds)
    machine = {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "games": chosen.games,
    }
    if chosen.json:
        print(json.dumps({"machine": machine, "decisions_per_second": told}, indent=2))
        return
    print(", ".join(f"{name} {value}" for name, value in machine.items()))
    for name, value in told.items():
        print(f"{name:45} {value:12,.0f}")


if __name__ == "__main__":
    main()
