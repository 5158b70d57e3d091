"""The cards worth trying in a position, in the canonical order, with what each does in its trick."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel.bits import lowest
from rufen.kernel.jit import Int, Word, jit
from rufen.kernel.tables import FOLLOW, NEXT_LED, POWER, SPECIAL

__all__ = ["LOSES", "OPEN_YET", "WINS", "candidates"]

U = np.uint64

OPEN_YET, LOSES, WINS = 0, 1, 2
"""The fate of a card: its trick is not decided yet, surely lost, surely won."""


@jit
def candidates(
    moves: NDArray[np.int64],
    hand: Word,
    others: Word,
    led: Int,
    best: Int,
    place: Int,
    seats: Int,
    trump: Int,
    leads: Int,
) -> Int:
    """Write the cards to try to `moves`, each as card + 64 · fate, and say how many they are.

    Of equal cards only the lowest is tried: of Wizards, of Jesters, and of the cards of a suit between which
    no card of `others` lies. `led`, `best` and `place` are the trick as in `rufen.kernel.layout`.
    """
    follow = hand & FOLLOW[led]
    cards = (follow | (hand & SPECIAL)) if follow else hand
    number = 0
    before = np.int64(-1)
    while cards:
        card = np.int64(lowest(cards))
        cards &= cards - U(1)
        equal = False
        if before >= 52:
            equal = before >> 2 == card >> 2
        elif before >= 0 and card < 52:
            between = (U(1) << U(card)) - (U(2) << U(before))
            equal = before // 13 == card // 13 and others & between == 0
        before = card
        if equal:
            continue
        power = np.int64(POWER[trump, NEXT_LED[leads, led, card], card])
        fate = OPEN_YET
        if power <= best and place:
            fate = LOSES
        elif power == 255 or place == seats - 1:
            fate = WINS
        moves[number] = card | fate << 6
        number += 1
    return number
