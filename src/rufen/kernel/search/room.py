"""What a search is told and what it works on; all its arrays are allocated once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.beliefs import new_plan
from rufen.kernel.network.judging import MOST, Judgement, new_judgement
from rufen.kernel.network.shape import PADDED
from rufen.kernel.network.weights import Floats, Weights

__all__ = ["POOL", "Room", "Settings", "new_room"]

POOL = 256
"""The most worlds that are drawn and weighed before the best of them are played on."""

# --- state: int64[STATE] ------------------------------------------------------------------------------------
CANDIDATES, EVALUATIONS, WORLDS, SIZE, DRAWN, CHOSEN, NEXT, SEAT = range(8)
"""How many cards are compared; how often the network was asked, and once more for each world; how many worlds
were played on, each as often as it was chosen; the size of the pool, how many worlds are drawn, how many are
chosen, and the next of those; the seat that searches."""
STATE = 8


class Settings(NamedTuple):
    """How a search goes about it. Points are points of the round."""

    worlds: int
    """No more worlds than this are played on."""
    most: int
    """How many cards are compared at most."""
    within: float
    """Only cards that the network puts at most so many points below its best."""
    prior: float
    """The network's own judgement counts as much as so many worlds."""
    bid_warmth: float
    """Bids and trumps of others count as drawn with weights exp(points / warmth). 0: they say nothing."""
    human: float
    """The share of bids and trumps of others that count as drawn blindly."""
    first: int
    """The size of the first pool; each one after it is twice as large, up to POOL."""
    keep: int
    """One world in so many of a pool is played on."""


class Room(NamedTuple):
    """The arrays of a search, for one thread at a time."""

    judged: Judgement
    values: Floats
    plan: NDArray[np.int64]
    table: NDArray[np.float64]
    rng: NDArray[np.uint64]
    stop: NDArray[np.uint8]
    """[1]: another thread writes 1 to end the search; what it has found so far stands."""
    state: NDArray[np.int64]
    """[STATE], by the names above."""
    small: NDArray[np.uint8]
    cards: NDArray[np.uint64]
    points: NDArray[np.int32]
    """The rows of a world."""
    gone: NDArray[np.uint64]
    """[6]: the cards that a seat has played."""
    hands: NDArray[np.uint64]
    """[POOL, 6]: the worlds of the pool."""
    bids: NDArray[np.uint8]
    """[POOL, 6]: the bids in them: unknown ones are guessed."""
    weight: NDArray[np.float64]
    """[POOL]: the logarithms of their weights."""
    times: NDArray[np.int64]
    """[POOL]: how often each was chosen; those chosen are moved to the front."""
    action: NDArray[np.int64]
    """[MOST]: the cards that are compared."""
    first: NDArray[np.float64]
    """[MOST]: the score that the network expects of each."""
    total: NDArray[np.float64]
    """[MOST]: the sum over the worlds of the scores expected in them."""
    chance: NDArray[np.float64]
    """[MOST, PADDED]: the sum over the worlds of the chances of tricks in the round."""
    before: NDArray[np.float64]
    """[MOST, PADDED]: the chances by the network alone."""
    worth: NDArray[np.float64]
    """[PADDED]: the score of the searcher's round by its tricks."""


def new_room(weights: Weights) -> Room:
    """Room for searches with networks of this size."""
    plan, table = new_plan()
    small, cards, points = (rows[0] for rows in at.new_games(1))
    return Room(
        new_judgement(weights),
        np.zeros(4, np.float32),
        plan,
        table,
        np.zeros(1, np.uint64),
        np.zeros(1, np.uint8),
        np.zeros(STATE, np.int64),
        small,
        cards,
        points,
        np.zeros(6, np.uint64),
        np.zeros((POOL, 6), np.uint64),
        np.zeros((POOL, 6), np.uint8),
        np.zeros(POOL),
        np.zeros(POOL, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST),
        np.zeros(MOST),
        np.zeros((MOST, PADDED)),
        np.zeros((MOST, PADDED)),
        np.zeros(PADDED),
    )
