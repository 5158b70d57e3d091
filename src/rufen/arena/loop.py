"""One round at a table whose players are all compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.bits import count, lowest
from rufen.kernel.jit import Int, jit
from rufen.kernel.learning.records import single
from rufen.kernel.network.judging import Judgement, decide
from rufen.kernel.network.weights import Floats, Weights
from rufen.kernel.play import GOES_ON, Cards, Points, Rule, Small, legal, step
from rufen.kernel.policies import counting

__all__ = ["COUNTING", "play_round"]

COUNTING = -1
"""Who sits in a seat besides networks, which are numbered from 0."""


@jit
def play_round(
    networks: Weights,
    who: NDArray[np.int64],
    seen: NDArray[np.uint8],
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    out: Judgement,
    values: Floats,
) -> None:
    """Play a round that has been dealt to its end.

    By seat, `who`, int64[6], has the number of one of the stacked networks, or COUNTING; `seen`,
    uint8[6, RULES_WIDTH], the rules as its network is told them. `values` is room for float32[4].
    """
    while True:
        seat = np.int64(small[at.TURN])
        plays, others = legal(rule, small, cards, points)
        if count(plays | others) == 1:
            action: Int = np.int64(lowest(plays)) if plays else at.FIRST_BID + np.int64(lowest(others))
        elif who[seat] == COUNTING:
            action = counting(rule, small, cards, plays, others)
        else:
            network = single(networks, who[seat])
            action = decide(network, seen[seat], small, cards, points, out, values)
        if step(rule, small, cards, points, action) != GOES_ON:
            return
