"""Duplicate deals between networks in the kernel: what measurements and the gate are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from rufen.arena.intervals import Estimate, t_95
from rufen.core.house_rules import HouseRules
from rufen.kernel import layout as at
from rufen.kernel.learning.duels import play_deals
from rufen.kernel.learning.records import COUNTING, Company, new_lookahead, new_records
from rufen.kernel.network.judging import new_judgement
from rufen.kernel.network.weights import Weights, stacked
from rufen.players.search import SETTINGS

__all__ = ["COUNTING", "SEATS", "Stopped", "Tables", "by_sizes", "decks", "sizes"]

SEATS = (3, 4, 5, 6)
Numbers = NDArray[np.int64]


class Stopped(Exception):
    """The run is to end; what was being measured is measured again when it goes on."""


def sizes(seats: int) -> range:
    """All hand sizes."""
    return range(1, 60 // seats + 1)


def decks(n: int, seats: int, size: int, *place: int) -> tuple[NDArray[np.uint8], Numbers]:
    """`n` decks, uint8[n, 60], and who deals; the same for the same numbers."""
    chance = np.random.default_rng([*place, seats, size])
    return chance.permuted(np.tile(np.arange(60, dtype=np.uint8), (n, 1)), axis=1), chance.integers(
        0, seats, n
    )


def by_sizes(values: Sequence[NDArray[np.float64]]) -> Estimate:
    """The mean over hand sizes that count the same, from one value a deal for each of them.

    The interval, 95 %, is that of strata: how much sizes differ does not widen it.
    """
    each = [np.asarray(row, np.float64) for row in values]
    mean = float(np.mean([row.mean() for row in each]))
    n = sum(len(row) for row in each)
    if min(len(row) for row in each) < 2:
        return Estimate(mean, None, None, n)
    error = float(np.sqrt(sum(row.var(ddof=1) / len(row) for row in each))) / len(each)
    half = t_95(n - len(each)) * error
    return Estimate(mean, mean - half, mean + half, n)


class Tables:
    """Tables where nobody learns; for one thread at a time. Networks are numbered as given."""

    def __init__(self, networks: Sequence[Weights], stop: Callable[[], bool]) -> None:
        self._networks = stacked(list(networks))
        self._stop = stop
        self._small, self._cards, self._points = (table[0] for table in at.new_games(1))
        self._chance = np.ones(1, np.uint64)  # nobody here asks it
        self._judgement = new_judgement(networks[0])
        self._values = np.zeros(4, np.float32)
        self._records = new_records(1, *networks[0].w2.shape)
        self._ahead = new_lookahead(networks[0], SETTINGS, 0)  # nobody here looks ahead
        self._rule = at.encode_rules(HouseRules(), 3)
        self._rule[at.ROUNDS] = 2  # no round is the last one of a game

    def play(
        self, who: Sequence[int], size: int, dealt: NDArray[np.uint8], dealers: Numbers
    ) -> tuple[Numbers, Numbers, Numbers]:
        """Bids, tricks and scores, int64[deals, seats], of the players `who` by seat. Raises Stopped."""
        if self._stop():
            raise Stopped
        seats = len(who)
        company = Company(
            np.array([*who, *[0] * (6 - seats)], np.int64),
            np.zeros(6, np.uint8),
            np.zeros(6, np.float32),
            np.zeros(6, np.int64),
        )
        self._rule[at.SIZES] = size
        found = tuple(np.zeros((len(dealt), 6), np.int64) for _ in range(3))
        play_deals(
            self._networks,
            company,
            self._rule,
            seats,
            dealt,
            dealers,
            self._small,
            self._cards,
            self._points,
            self._chance,
            self._judgement,
            self._values,
            self._records,
            self._ahead,
            *found,
        )
        bids, tricks, scores = (each[:, :seats] for each in found)
        return bids, tricks, scores

    def exact(
        self, who: int, seats: int, size: int, dealt: NDArray[np.uint8], dealers: Numbers
    ) -> NDArray[np.float64]:
        """By deal, the share of bids that are made with this player in all seats."""
        bids, tricks, _ = self.play([who] * seats, size, dealt, dealers)
        made: NDArray[np.float64] = (bids == tricks).mean(axis=1)
        return made

    def edge(
        self, one: int, other: int, seats: int, size: int, dealt: NDArray[np.uint8], dealers: Numbers
    ) -> NDArray[np.float64]:
        """By deal, the points of `one` above the mean of the `other`s, over all its seats."""
        edge = np.zeros(len(dealt), np.int64)
        for seat in range(seats):
            who = [other] * seats
            who[seat] = one
            scores = self.play(who, size, dealt, dealers)[2]
            edge += seats * scores[:, seat] - scores.sum(axis=1)
        return edge / (seats * (seats - 1))
