"""What the solver works on: a round in play and all the room its search needs, allocated once.

The search walks down and up again by explicit frames, one a card played, and writes to nothing but these
arrays. One `Work` serves any number of positions, one after another; threads need one each.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.jit import Int, Word, jit
from rufen.kernel.play import round_score
from rufen.kernel.solver import table
from rufen.kernel.tables import NO_CARD

__all__ = ["Work", "held_by_others", "load", "make_key", "new_work", "place_in", "tricks", "unwind"]

U = np.uint64

MOST = 20
"""The largest hand (R2.1)."""

# --- now: where the position stands ------------------------------------------------------------------------
SEATS, TURN, LED, BEST, BEST_CARD, WINNER, PLACE, LEFT, TRUMP, LEADS = range(10)

# --- a frame: a node of the search and the card that is being tried in it ----------------------------------
F_TURN, F_LED, F_BEST, F_BEST_CARD, F_WINNER, F_PLACE = range(6)
"""The trick before the card, as in `now`."""
F_CARD = 6
F_TOOK = 7
"""The seat whose trick this card made complete, or -1."""
F_MOVES = 8
F_NEXT = 9
"""How many cards there are to try, and the place of the next."""
F_VALUE, F_WORTH, F_CHOICE = 10, 11, 12
"""The best so far: tricks to come (packed), what they are worth to the seat that acts, and the card."""
F_RIVAL, F_FLOOR = 13, 14
"""The seat that chooses above this node, -1 for none, and what it has already."""
F_KEY = 15
"""The place of the key of this node in `keys`."""
FRAME = 16


class Work(NamedTuple):
    """The arrays of a search."""

    now: NDArray[np.int64]
    """[16]: the position, by the names above."""
    hands: NDArray[np.uint64]
    """[6]"""
    won: NDArray[np.int64]
    """[6]: tricks won."""
    bids: NDArray[np.int64]
    """[6]"""
    worth: NDArray[np.int64]
    """[6, 21]: the score of the round, by seat and the tricks it ends with."""
    top: NDArray[np.int64]
    """[6, 21, 21]: the best score between two numbers of tricks."""
    kind: NDArray[np.int64]
    """[6, 21, 21]: by seat, tricks left and tricks won, the fewest tricks won with the same wishes."""
    frames: NDArray[np.int64]
    """[64, FRAME]"""
    moves: NDArray[np.int64]
    """[64, 64]: the cards to try, in their order; see `rufen.kernel.solver.order`."""
    keys: NDArray[np.uint64]
    """[128, KEY]: for the first node of each trick its key in the table."""
    table: NDArray[np.uint64]
    """[entries, ENTRY]: tricks already solved."""
    stamp: NDArray[np.uint64]
    """[1]: the number of the position being solved: entries of other positions count as free."""


def new_work(entries: int) -> Work:
    """Room for a search that remembers `entries` tricks, a power of two; one takes 40 bytes."""
    return Work(
        np.zeros(16, np.int64),
        np.zeros(at.CARDS_WIDTH, np.uint64),
        np.zeros(6, np.int64),
        np.zeros(6, np.int64),
        np.zeros((6, MOST + 1), np.int64),
        np.zeros((6, MOST + 1, MOST + 1), np.int64),
        np.zeros((6, MOST + 1, MOST + 1), np.int64),
        np.zeros((64, FRAME), np.int64),
        np.zeros((64, 64), np.int64),
        np.zeros((128, table.KEY), np.uint64),
        np.zeros((entries, table.ENTRY), np.uint64),
        np.zeros(1, np.uint64),
    )


@jit
def load(work: Work, rule: NDArray[np.uint8], small: NDArray[np.uint8], cards: NDArray[np.uint64]) -> None:
    """Take over a new position in the phase PLAYING from its rows; all hands and bids must be known."""
    work.now[LEADS] = rule[at.LEADS]
    place_in(work, small, cards)
    for seat in range(work.now[SEATS]):
        work.bids[seat] = small[at.BID + seat]
    _weigh(work, rule, small)
    work.stamp[0] += U(1)
    if work.stamp[0] >> U(29):
        work.stamp[0] = 1
        work.table[:] = 0


@jit
def place_in(work: Work, small: NDArray[np.uint8], cards: NDArray[np.uint64]) -> None:
    """Take over a position that follows from the one loaded; what was remembered stays of use."""
    now = work.now
    seats = np.int64(small[at.SEATS])
    now[SEATS] = seats
    now[TURN] = small[at.TURN]
    now[LED] = small[at.LED]
    now[BEST] = small[at.BEST]
    now[WINNER] = small[at.WINNER]
    now[PLACE] = small[at.PLACE]
    now[LEFT] = small[at.LEFT]
    now[TRUMP] = small[at.TRUMP]
    now[BEST_CARD] = NO_CARD
    if small[at.PLACE]:
        now[BEST_CARD] = small[at.CARD + np.int64(small[at.WINNER])]
    for seat in range(seats):
        work.hands[seat] = cards[at.HAND + seat]
        work.won[seat] = small[at.WON + seat]


@jit
def _weigh(work: Work, rule: NDArray[np.uint8], small: NDArray[np.uint8]) -> None:
    """What each end is worth to each seat (R5.1 – R5.4)."""
    seats, left = work.now[SEATS], work.now[LEFT]
    size = np.int64(small[at.HAND_SIZE])
    last = small[at.ROUND] == rule[at.ROUNDS]
    even: Int = size
    for seat in range(seats):
        even -= work.bids[seat]
    for seat in range(seats):
        bid, first = work.bids[seat], work.won[seat]
        for won in range(first, first + left + 1):
            value = round_score(rule, bid, won, size)
            if won == bid and last:
                value += np.int64(rule[at.LAST_ROUND_BONUS])
            if even == 0 and seat == np.int64(small[at.DEALER]):
                value -= np.int64(rule[at.EVEN_PENALTY])
            work.worth[seat, won] = value
        for low in range(first, first + left + 1):
            best = work.worth[seat, low]
            for high in range(low, first + left + 1):
                best = max(best, work.worth[seat, high])
                work.top[seat, low, high] = best
        for to_come in range(1, left + 1):
            for won in range(first, first + left - to_come + 1):
                work.kind[seat, to_come, won] = won
                for fewer in range(first, won):
                    if work.kind[seat, to_come, fewer] == fewer and _alike(work, seat, to_come, fewer, won):
                        work.kind[seat, to_come, won] = fewer
                        break


@jit
def _alike(work: Work, seat: Int, left: Int, one: Int, other: Int) -> bool:
    """Whether a seat has the same wishes with two numbers of tricks won and `left` tricks to come."""
    bid = work.bids[seat]
    if (one < bid) != (other < bid):
        return False
    worth = work.worth[seat]
    for high in range(left + 1):
        for low in range(high):
            a = worth[one + high] - worth[one + low]
            b = worth[other + high] - worth[other + low]
            if (a > 0) != (b > 0) or (a < 0) != (b < 0):
                return False
    return True


@jit
def make_key(work: Work, ply: Int, leader: Int) -> None:
    """Write who leads and who holds what to `keys[ply]`, for the first node of a trick.

    It is made from the key of the trick before, where the search has passed one.
    """
    seats = work.now[SEATS]
    key = work.keys[ply]
    if ply < seats:
        table.whole_key(key, work.hands, seats)
    else:
        for word in range(table.KEY):
            key[word] = work.keys[ply - seats, word]
        key[0] &= U((1 << 57) - 1)
        key[2] &= U((1 << 39) - 1)
        key[3] &= U((1 << 39) - 1)
        for before in range(ply - seats, ply):
            table.drop(key, work.frames[before, F_CARD], work.frames[before, F_TURN])
    key[0] |= U(leader) << U(57)


@jit
def held_by_others(work: Work, turn: Int, best_card: Int) -> Word:
    """The cards that tell those of a seat apart: those of the other seats, and the one winning the trick."""
    others = U(0)
    for seat in range(work.now[SEATS]):
        if seat != turn:
            others |= work.hands[seat]
    if best_card < 52:
        others |= U(1) << U(best_card)
    return others


@jit
def unwind(work: Work, ply: Int) -> None:
    """Put the cards above a node back: the position is what it was before the search."""
    for before in range(ply):
        work.hands[work.frames[before, F_TURN]] |= U(1) << U(work.frames[before, F_CARD])
        if work.frames[before, F_TOOK] >= 0:
            work.won[work.frames[before, F_TOOK]] -= 1


@jit
def tricks(work: Work, value: Int, seat: Int) -> Int:
    """The tricks a seat ends the round with, from the packed tricks to come; `worth` scores them."""
    return work.won[seat] + (np.int64(value) >> 5 * seat & 31)
