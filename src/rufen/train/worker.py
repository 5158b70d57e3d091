"""One worker of a training run: its own networks, its own chance, one thread."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rufen.kernel.learning.actor import (
    COUNTING_TABLE,
    FROZEN_SEAT,
    FROZEN_TABLE,
    HABIT_TABLE,
    MIX_WIDTH,
    RULE_TABLE,
    SEARCH_TABLE,
    SEATS,
    STATS,
    Pace,
    advance,
    new_room,
)
from rufen.kernel.learning.descent import new_descent
from rufen.kernel.network.weights import Weights, stacked, zeros_like
from rufen.players.search import SETTINGS
from rufen.train.config import Config, at_progress
from rufen.train.house_rules import rule_table

__all__ = ["Advanced", "Beginning", "Learned", "Worker", "first_chance", "mix_row", "nothing_learned"]


class Learned(NamedTuple):
    """What is exchanged: a network, and what Adam remembers of it."""

    learner: Weights
    mean: Weights
    square: Weights


class Beginning(NamedTuple):
    """What a worker begins with. `others` are the earlier selves, or the network that is exploited."""

    config: Config
    learned: Learned
    others: Sequence[Weights]
    chance: int
    """The state of its random numbers, 64 bits."""
    steps: int
    """How many steps of descent it has made."""


class Advanced(NamedTuple):
    """What a worker has done since the last exchange. In one process `learned` is the worker's own."""

    stats: NDArray[np.float64]
    learned: Learned
    chance: int
    steps: int
    cpu_seconds: float


def nothing_learned(weights: Weights) -> Learned:
    """A network before its first step."""
    return Learned(weights, zeros_like(weights), zeros_like(weights))


def first_chance(seed: int, *place: int) -> int:
    """The random numbers of a worker: each number, and each exchange it joins at, has its own."""
    return int(np.random.SeedSequence([seed, *place]).generate_state(1, np.uint64)[0])


def mix_row(config: Config) -> NDArray[np.float64]:
    """The mix as the kernel takes it."""
    row = np.zeros(MIX_WIDTH)
    mix = config.mix
    row[SEATS : SEATS + 4] = mix.seats
    if config.exploit:
        row[FROZEN_TABLE] = 1
        return row
    row[COUNTING_TABLE] = mix.counting_tables
    row[HABIT_TABLE] = mix.habit_tables
    row[RULE_TABLE] = mix.mixed_tables
    row[FROZEN_TABLE] = mix.frozen_tables
    row[SEARCH_TABLE] = mix.search_tables
    row[FROZEN_SEAT] = mix.earlier_selves
    return row


class Worker:
    """Plays and learns on its own between two exchanges. All its state is `networks`, `descent`, `rng`."""

    def __init__(self, beginning: Beginning) -> None:
        config, weights = beginning.config, beginning.learned.learner
        self._config = config
        self._rules = rule_table(config.rules, config.seed)
        self._mix = mix_row(config)
        self._room = new_room(weights, config.batch, SETTINGS, config.mix.search_nodes)
        self.networks = stacked([weights, *beginning.others])
        self.descent = new_descent(weights)
        self.descent.steps[0] = beginning.steps
        self.rng = np.array([beginning.chance], np.uint64)
        self.take(beginning.learned)
        self.advance(0, 0.0)  # compiles what is not compiled yet, before any clock runs

    @property
    def learned(self) -> Learned:
        """What it has learned; the arrays are the worker's own."""
        learner = Weights(*(each[0] for each in self.networks))
        return Learned(learner, self.descent.mean, self.descent.square)

    def take(self, learned: Learned) -> None:
        """Go on from what all have learned."""
        for mine, given in zip(self.learned, learned, strict=True):
            for to, of in zip(mine, given, strict=True):
                to[...] = of

    def meet(self, others: Sequence[Weights]) -> None:
        """Bring other earlier selves to the table."""
        self.networks = stacked([self.learned.learner, *others])

    def advance(self, decisions: int, done: float) -> Advanced:
        """Play and learn for so many decisions, `done` of the whole run lying behind."""
        begins = time.thread_time()
        stats = np.zeros(STATS)
        # nothing but the state that is kept decides what comes
        self._room.deck[:] = np.arange(60)
        config = self._config
        pace = Pace(
            config.batch,
            float(at_progress(config.explore, done)),
            float(config.trace),
            float(at_progress(config.rate, done)),
        )
        advance(
            self.networks,
            self.descent,
            self._room,
            self._mix,
            self._rules,
            self.rng,
            pace,
            decisions,
            stats,
        )
        seconds = time.thread_time() - begins
        return Advanced(stats, self.learned, int(self.rng[0]), int(self.descent.steps[0]), seconds)
