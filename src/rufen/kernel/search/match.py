"""Rounds on given decks in which one seat searches and all others play by the network: for measuring."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.bits import count
from rufen.kernel.jit import Int, jit
from rufen.kernel.network.judging import decide
from rufen.kernel.network.weights import Weights
from rufen.kernel.play import GOES_ON, Cards, Points, Rule, Small, begin, deal, legal, step
from rufen.kernel.search import room as of
from rufen.kernel.search.cards import search
from rufen.kernel.search.room import Room, Settings

__all__ = ["COUNTS", "play_deals"]

SEARCHES, CHANGES, EVALUATIONS, WORLDS = range(4)
COUNTS = 4
"""What is counted: decisions that were searched, and changed by it; networks asked and worlds played on."""


@jit
def play_deals(
    weights: Weights,
    settings: Settings,
    rule: Rule,
    seats: Int,
    searcher: Int,
    until: Int,
    decks: NDArray[np.uint8],
    dealers: NDArray[np.int64],
    small: Small,
    cards: Cards,
    points: Points,
    room: Room,
    bids: NDArray[np.int64],
    tricks: NDArray[np.int64],
    scores: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Play the first round of `rule` from each deck, uint8[n, 60]; `searcher` −1: nobody searches.

    `until` networks are asked about each card of the searcher. `bids`, `tricks`, `scores`, int64[n, 6], are
    filled by seat; `counts`, int64[COUNTS], is added to.
    """
    for number in range(len(decks)):
        begin(small, cards, points, 0, seats, dealers[number])
        deal(rule, small, cards, decks[number])
        outcome: Int = GOES_ON
        while outcome == GOES_ON:
            action = decide(weights, rule, small, cards, points, room.judged, room.values)
            if small[at.TURN] == searcher and small[at.PHASE] == at.PLAYING:
                plays, _none = legal(rule, small, cards, points)
                if count(plays) > np.uint64(1):
                    seed = np.uint64(number)
                    better = search(weights, settings, rule, small, cards, points, seed, until, room)
                    if room.state[of.WORLDS]:
                        counts[SEARCHES] += 1
                        counts[CHANGES] += better != action
                        counts[WORLDS] += room.state[of.WORLDS]
                    counts[EVALUATIONS] += room.state[of.EVALUATIONS]
                    action = better
            outcome = step(rule, small, cards, points, action)
        for seat in range(seats):
            bids[number, seat] = small[at.BID + seat]
            tricks[number, seat] = small[at.WON + seat]
            scores[number, seat] = points[at.SCORE + seat]
