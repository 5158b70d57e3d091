"""Having the search compiled before somebody waits for it."""

from __future__ import annotations

import numpy as np

from rufen.core.house_rules import STANDARD
from rufen.kernel import layout as at
from rufen.kernel.network.weights import random_weights
from rufen.kernel.play import begin as begin_game
from rufen.kernel.play import deal, step
from rufen.kernel.search.cards import begin, best, go_on
from rufen.kernel.search.room import Settings, new_room

__all__ = ["warm_up"]


def warm_up() -> None:
    """Load the search from the cache, or compile it: a network of two units looks ahead once."""
    weights = random_weights(2, 2, 1)
    settings = Settings(1, 2, 1e9, 1.0, 3.0, 0.01, 1, 1)
    small, cards, points = (rows[0] for rows in at.new_games(1))
    rule = at.encode_rules(STANDARD, 3)
    rule[at.SIZES] = 3
    begin_game(small, cards, points, 0, 3, 0)
    deal(rule, small, cards, (np.arange(60) * 7 % 60).astype(np.uint8))
    for _ in range(3):
        step(rule, small, cards, points, at.FIRST_BID)
    room = new_room(weights)
    begin(weights, settings, rule, small, cards, points, np.uint64(1), room)
    go_on(weights, settings, rule, small, cards, points, 100, room)
    best(settings, room)
