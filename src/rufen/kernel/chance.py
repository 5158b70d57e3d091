"""Chance in the kernel: SplitMix64, whose whole state is one word that the caller keeps.

Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel.jit import Int, Word, jit

__all__ = ["GAMMA", "below", "mix", "shuffle", "word"]

U = np.uint64
GAMMA = U(0x9E3779B97F4A7C15)
_M1 = U(0xBF58476D1CE4E5B9)
_M2 = U(0x94D049BB133111EB)


@jit
def mix(state: Word) -> Word:
    """The random word that belongs to a state."""
    z = state
    z = (z ^ (z >> U(30))) * _M1
    z = (z ^ (z >> U(27))) * _M2
    return z ^ (z >> U(31))


@jit
def word(rng: NDArray[np.uint64]) -> Word:
    """The next random word; `rng` is one word of state, uint64[1], and moves on."""
    rng[0] += GAMMA
    return mix(rng[0])


@jit
def below(rng: NDArray[np.uint64], n: Word) -> Word:
    """A random number 0 … n − 1, n up to 2³². Its bias is below n ÷ 2³²."""
    return ((word(rng) >> U(32)) * n) >> U(32)


@jit
def shuffle(deck: NDArray[np.uint8], first: Int, rng: NDArray[np.uint64]) -> None:
    """Put the first `first` places of a deck in random order, drawn from all of it (Fisher–Yates)."""
    size = len(deck)
    for place in range(min(first, size - 1)):
        other = U(place) + below(rng, U(size - place))
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card
