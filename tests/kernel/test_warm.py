"""Loaded ahead of time, in a thread."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from rufen.kernel import loops, playouts
from rufen.kernel.batch import Batch
from rufen.kernel.policies import UNIFORM
from rufen.kernel.warm import warm_up

COMPILED: list[Any] = [
    *(getattr(loops, name) for name in loops.__all__ if name != "deal_all"),
    playouts.finish_worlds,
]


def test_after_warming_up_nobody_waits_for_the_compiler():
    thread = threading.Thread(target=warm_up)
    thread.start()
    thread.join()
    before = [list(function.signatures) for function in COMPILED]
    assert all(len(signatures) == 1 for signatures in before)
    games = Batch(3, seats=5, seed=4)
    games.deal()
    games.step(games.legal().argmax(axis=1))
    rows = games.rules[0], games.small[0], games.cards[0], games.points[0]
    hands, scores, tricks = (
        np.zeros((2, 6), np.uint64),
        np.zeros((2, 6), np.int32),
        np.zeros((2, 6), np.uint8),
    )
    hands[:, :5] = games.hands[0]
    table = np.full(6, UNIFORM, np.uint8)
    playouts.finish_worlds(*rows, hands, -1, table, games.rng[0], scores, tricks)
    games.ranks()
    assert [list(function.signatures) for function in COMPILED] == before
