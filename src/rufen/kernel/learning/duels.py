"""Rounds on given decks, by networks and rules of thumb: what measuring is made of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.jit import Int, jit
from rufen.kernel.learning.records import Company, Lookahead, Records, play_round
from rufen.kernel.network.judging import Judgement
from rufen.kernel.network.weights import Floats, Weights
from rufen.kernel.play import Cards, Points, Rule, Small, begin, deal

__all__ = ["play_deals"]


@jit
def play_deals(
    networks: Weights,
    company: Company,
    rule: Rule,
    seats: Int,
    decks: NDArray[np.uint8],
    dealers: NDArray[np.int64],
    small: Small,
    cards: Cards,
    points: Points,
    rng: NDArray[np.uint64],
    out: Judgement,
    values: Floats,
    records: Records,
    ahead: Lookahead,
    bids: NDArray[np.int64],
    tricks: NDArray[np.int64],
    scores: NDArray[np.int64],
) -> None:
    """Play the first round of `rule` from each deck, uint8[n, 60], with nobody learning.

    `bids`, `tricks` and `scores`, int64[n, 6], are filled by seat.
    """
    for number in range(len(decks)):
        begin(small, cards, points, 0, seats, dealers[number])
        deal(rule, small, cards, decks[number])
        play_round(networks, company, rule, small, cards, points, 0.0, rng, out, values, records, ahead)
        for seat in range(seats):
            bids[number, seat] = small[at.BID + seat]
            tricks[number, seat] = small[at.WON + seat]
            scores[number, seat] = points[at.SCORE + seat]
