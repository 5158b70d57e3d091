"""Ratings of the players of a match: Plackett-Luce, by openskill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

__all__ = ["Rating", "Ratings"]


class Rating(msgspec.Struct, frozen=True):
    """A rating; everybody begins at 25. `low` … `high` is `mu` ± 1.96 `sigma`, the model's own doubt."""

    mu: float
    sigma: float
    low: float
    high: float


class Ratings:
    """Ratings that follow a match, one comparison a line-up and deal, in the order of the deals.

    A comparison ranks the players of a line-up by their mean points over its rotations, so that luck of
    the deal has no part in it. The model is that of Weng and Lin, "A Bayesian approximation method for
    online ranking", JMLR 12 (2011).
    """

    def __init__(self, players: int) -> None:
        # heavy, and only the process that reports needs it
        from openskill.models import PlackettLuce

        self._model: Any = PlackettLuce()
        self._ratings: list[Any] = [self._model.rating() for _ in range(players)]
        self.n = 0

    def add(self, points: Mapping[int, float]) -> None:
        """One comparison of two or more players by their points."""
        players = list(points)
        ranks = [1.0 + sum(points[other] > points[own] for other in players) for own in players]
        rated = self._model.rate([[self._ratings[player]] for player in players], ranks=ranks)
        for player, (rating,) in zip(players, rated, strict=True):
            self._ratings[player] = rating
        self.n += 1

    def now(self) -> tuple[Rating, ...]:
        """The rating of every player."""
        return tuple(
            Rating(each.mu, each.sigma, each.mu - 1.96 * each.sigma, each.mu + 1.96 * each.sigma)
            for each in self._ratings
        )
