"""The table of tricks already solved, by the position at their first card.

A key says everything that the rest of the round depends on: for each suit who holds its unplayed cards,
from low to high, how many Wizards and Jesters each seat has, who leads, and what each seat wishes for. Keys
are compared whole, so an entry is never taken for another.

    word 0   suit 0 (13 × 3 bits) | Wizards (6 × 3) | leader (3)
    word 1   suit 1               | Jesters (6 × 3)
    word 2   suit 2               | wishes of seats 0 … 4 (5 × 5)
    word 3   suit 3               | wish of seat 5 (5)

A paranoid search has instead of the wishes what its hero needs, and the hero.

An entry is a key, and a word of the value (30 bits), the tricks left (5) and the stamp of its position (29).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel.bits import count
from rufen.kernel.jit import Int, Word, jit

__all__ = ["ENTRY", "KEY", "drop", "find", "keep", "whole_key"]

U = np.uint64

KEY = 5
"""Four words, and the unplayed cards."""
ENTRY = 5
_SUITS = U((1 << 39) - 1)
_VALUE = U((1 << 30) - 1)
_SUIT = U(0x1FFF)


@jit
def whole_key(key: NDArray[np.uint64], hands: NDArray[np.uint64], seats: Int) -> None:
    """Write the part of a key that tells who holds what, and the unplayed cards."""
    unplayed = U(0)
    for seat in range(seats):
        unplayed |= hands[seat]
    for suit in range(4):
        word = U(0)
        left = unplayed >> U(13 * suit) & _SUIT
        place = U(0)
        while left:
            bit = (left & (~left + U(1))) << U(13 * suit)
            for seat in range(seats):
                if hands[seat] & bit:
                    word |= U(seat + 1) << place
            place += U(3)
            left &= left - U(1)
        key[suit] = word
    for seat in range(seats):
        key[0] |= count(hands[seat] >> U(52) & U(15)) << U(39 + 3 * seat)
        key[1] |= count(hands[seat] >> U(56)) << U(39 + 3 * seat)
    key[4] = unplayed


@jit
def drop(key: NDArray[np.uint64], card: Int, seat: Int) -> None:
    """Take a card out of the part of a key that tells who holds what."""
    bit = U(1) << U(card)
    key[4] ^= bit
    if card >= 52:
        key[0 if card < 56 else 1] -= U(1) << U(39 + 3 * seat)
        return
    suit = card // 13
    below = key[4] & (bit - U(1)) & (_SUIT << U(13 * suit))
    low = (U(1) << (U(3) * count(below))) - U(1)
    word = key[suit]
    key[suit] = (word & ~_SUITS) | (word & low) | ((word & _SUITS) >> U(3) & ~low)


@jit
def _slot(table: NDArray[np.uint64], a: Word, b: Word, c: Word, d: Word) -> Int:
    word = (a ^ (a >> U(32))) * U(0x9E3779B97F4A7C15)
    word = (word ^ b ^ (word >> U(29))) * U(0xBF58476D1CE4E5B9)
    word = (word ^ c ^ (word >> U(32))) * U(0x94D049BB133111EB)
    word = (word ^ d ^ (word >> U(29))) * U(0xD6E8FEB86659FD93)
    word ^= word >> U(32)
    return np.int64(word & U(table.shape[0] - 1))


@jit
def find(table: NDArray[np.uint64], stamp: Word, a: Word, b: Word, c: Word, d: Word) -> Int:
    """The value kept for a key, or -1."""
    slot = _slot(table, a, b, c, d)
    for place in (slot, slot ^ 1):
        if (
            table[place, 0] == a
            and table[place, 1] == b
            and table[place, 2] == c
            and table[place, 3] == d
            and table[place, 4] >> U(35) == stamp
        ):
            return np.int64(table[place, 4] & _VALUE)
    return -1


@jit
def keep(
    table: NDArray[np.uint64], stamp: Word, a: Word, b: Word, c: Word, d: Word, left: Int, value: Int
) -> None:
    """Keep a value: in the first of two places unless a longer rest of the round lies there."""
    slot = _slot(table, a, b, c, d)
    if table[slot, 4] >> U(35) == stamp and np.int64(table[slot, 4] >> U(30) & U(31)) > left:
        slot ^= 1
    table[slot, 0] = a
    table[slot, 1] = b
    table[slot, 2] = c
    table[slot, 3] = d
    table[slot, 4] = stamp << U(35) | U(left) << U(30) | U(value)
