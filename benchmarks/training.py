"""How fast a network plays and learns on one core, next to PyTorch in the same run.

    python benchmarks/training.py [--first 256] [--second 64] [--batch 512] [--seconds 2] [--turns 6] [--json]

Ours is what `rufen train` does: rounds in the learner's own company, the rules, the inputs, every legal
action judged, the targets, the gradient and Adam. PyTorch (`pip install torch==2.13.0`; without it only ours
is measured) is given the same network and the inputs and targets of decisions that were played, and only has
to multiply: forward for as many tables in lockstep as a batch has rows, as acting needs it, and forward,
backward and Adam on a batch. Rules, inputs and the choice of an action are free for it. Its first layer is
given the inputs that are on (`EmbeddingBag`) and, in another turn, a dense matrix; its last layer is reckoned
for all actions and, in another turn, for the one that is learned from. The fastest counts.

A decision is one with a choice: where there is only one legal action, nothing is asked and nothing learned. A
second number counts every action, those with a choice and those without.

Times are CPU seconds of this process with one thread, each number the best of several turns that all take one
after the other: a shared machine can only make them slower.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np

from rufen.kernel.learning.actor import DECISIONS, ROUNDS, STATS, Pace, advance, new_room
from rufen.kernel.learning.descent import new_descent
from rufen.kernel.learning.records import Records
from rufen.kernel.network.shape import CLASSES, INPUTS, OUTPUTS
from rufen.kernel.network.weights import random_weights, stacked
from rufen.players.search import SETTINGS
from rufen.train.config import Config, Mix
from rufen.train.house_rules import rule_table
from rufen.train.worker import mix_row

ALONE = Mix(counting_tables=0, habit_tables=0, mixed_tables=0, earlier_selves=0)


class Ours:
    """A worker in its own company, so that every decision is the network's and is learned from."""

    def __init__(self, first: int, second: int, batch: int) -> None:
        weights = random_weights(first, second, 1)
        self.networks, self.descent = stacked([weights]), new_descent(weights)
        self.room = new_room(weights, batch, SETTINGS, 0)
        self.mix = mix_row(Config(decisions=1, mix=ALONE))
        self.rules, self.rng = rule_table("standard", 1), np.array([1], np.uint64)
        self.pace = Pace(batch, 0.05, 0.4, 1e-3)
        self.stats = np.zeros(STATS)

    def learn(self) -> int:
        """Play and learn; how many decisions."""
        before = self.stats[DECISIONS]
        advance(
            self.networks,
            self.descent,
            self.room,
            self.mix,
            self.rules,
            self.rng,
            self.pace,
            20_000,
            self.stats,
        )
        return int(self.stats[DECISIONS] - before)

    def actions(self) -> float:
        """How many actions there were for a decision: the bids and cards of rounds of any hand size."""
        in_a_round = sum(
            share * seats * (1 + (1 + 60 // seats) / 2)
            for seats, share in zip((3, 4, 5, 6), ALONE.seats, strict=True)
        )
        return in_a_round * float(self.stats[ROUNDS] / self.stats[DECISIONS])


def torch_tasks(torch: Any, ours: Ours, batch: int) -> dict[str, Callable[[], int]]:
    """By name, what PyTorch has to do; each returns for how many decisions."""
    torch.set_num_threads(1)
    records: Records = ours.room.records
    number = torch.from_numpy(records.number[:batch].copy())
    flat = np.concatenate([records.on[row, : records.number[row]] for row in range(batch)]).astype(np.int64)
    on, offsets = torch.from_numpy(flat), torch.cumsum(number, 0) - number
    dense = np.zeros((batch, INPUTS), np.float32)
    dense[np.repeat(np.arange(batch), records.number[:batch]), flat] = 1
    output = torch.from_numpy(records.output[:batch].copy())
    target = torch.from_numpy(records.target[:batch, :CLASSES].copy())
    none = torch.arange(CLASSES)[None] >= torch.from_numpy(records.classes[:batch, None].copy())
    target = target.masked_fill(none, 0)
    a, b = ours.networks.w2.shape[1:]
    tasks: dict[str, Callable[[], int]] = {}
    for kind in ("sparse", "dense"):
        sparse = kind == "sparse"
        first = torch.nn.EmbeddingBag(INPUTS, a, mode="sum") if sparse else torch.nn.Linear(INPUTS, a)
        given = (on, offsets) if sparse else (torch.from_numpy(dense),)
        rest = torch.nn.Sequential(
            torch.nn.ReLU(), torch.nn.Linear(a, b), torch.nn.ReLU(), torch.nn.Linear(b, OUTPUTS * CLASSES)
        )
        bias = torch.nn.Parameter(torch.zeros(a))
        parameters = [*first.parameters(), *rest.parameters(), *([bias] if sparse else [])]
        adam = torch.optim.Adam(parameters, 1e-3)

        def logits(first: Any = first, rest: Any = rest, given: Any = given, bias: Any = bias) -> Any:
            return rest(first(*given) + bias).view(batch, OUTPUTS, CLASSES)

        def act(logits: Callable[[], Any] = logits) -> int:
            with torch.inference_mode():
                logits().softmax(2)
            return batch

        def learn(logits: Callable[[], Any] = logits, adam: Any = adam) -> int:
            adam.zero_grad()
            said = logits()[torch.arange(batch), output].masked_fill(none, -1e9)
            (-(target * said.log_softmax(1)).sum(1).mean()).backward()
            adam.step()
            return batch

        tasks[f"act, {kind}"], tasks[f"learn, {kind}"] = act, learn
    first, bias = torch.nn.EmbeddingBag(INPUTS, a, mode="sum"), torch.nn.Parameter(torch.zeros(a))
    second, last = torch.nn.Linear(a, b), torch.nn.Parameter(torch.randn(OUTPUTS, b + 1, CLASSES) * 0.1)
    adam_of_all = torch.optim.Adam([*first.parameters(), bias, *second.parameters(), last], 1e-3)

    def learn_from_one() -> int:
        adam_of_all.zero_grad()
        hidden = torch.relu(second(torch.relu(first(on, offsets) + bias)))
        each = last[output]
        said = (torch.bmm(hidden[:, None], each[:, :-1])[:, 0] + each[:, -1]).masked_fill(none, -1e9)
        (-(target * said.log_softmax(1)).sum(1).mean()).backward()
        adam_of_all.step()
        return batch

    tasks["learn, sparse, one output"] = learn_from_one
    return tasks


def speeds(tasks: dict[str, Callable[[], int]], seconds: float, turns: int) -> dict[str, float]:
    """Decisions a CPU second of each, the best of `turns` that they take by turns."""
    best = dict.fromkeys(tasks, 0.0)
    for task in tasks.values():
        task()  # compiled, and in the caches
    for _ in range(turns):
        for name, task in tasks.items():
            begins, done = time.process_time(), 0
            while (spent := time.process_time() - begins) < seconds / turns:
                done += task()
            best[name] = max(best[name], done / spent)
    return best


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--first", type=int, default=256)
    parser.add_argument("--second", type=int, default=64)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each number")
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    ours = Ours(given.first, given.second, given.batch)
    for _ in range(20):
        ours.learn()  # a network that has learned a little: some of its units are silent
    tasks: dict[str, Callable[[], int]] = {"rufen, played and learned": ours.learn}
    versions = {name: version(name) for name in ("numpy", "numba")}
    try:
        torch = import_module("torch")
    except ImportError:
        torch = None
    if torch is not None:
        versions["torch"] = version("torch")
        tasks |= torch_tasks(torch, ours, given.batch)
    found = speeds(tasks, given.seconds, given.turns)
    found["rufen, every action counted"] = found["rufen, played and learned"] * ours.actions()
    if torch is not None:
        act = max(speed for name, speed in found.items() if name.startswith("act"))
        learn = max(speed for name, speed in found.items() if name.startswith("learn"))
        found["PyTorch, acting and learning"] = 1 / (1 / act + 1 / learn)
        found["times as many"] = found["rufen, played and learned"] / found["PyTorch, acting and learning"]
    about = f"{platform.machine()}, Python {platform.python_version()}, "
    about += ", ".join(f"{name} {which}" for name, which in versions.items())
    if given.json:
        json.dump({"about": about, "network": [INPUTS, given.first, given.second], **found}, sys.stdout)
        print()
        return
    print(about)
    print(f"network {INPUTS} → {given.first} → {given.second}, batch {given.batch}; decisions a CPU second")
    for name, speed in found.items():
        print(f"  {name:<30} {speed:>12,.0f}" if speed > 100 else f"  {name:<30} {speed:>12.2f}")
    if torch is None:
        print("PyTorch is not installed: pip install torch==2.13.0")


if __name__ == "__main__":
    main()
