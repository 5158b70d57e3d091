"""Words: the k-th set bit both ways, SplitMix64 by its published numbers, shuffles."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from rufen.core.cards import nth_bit
from rufen.kernel.bits import FAST_SELECT, select
from rufen.kernel.chance import below, shuffle, word

U = np.uint64


def test_the_kth_bit_is_found_both_ways():
    dice = random.Random(1)
    words = [0x1, 1 << 59, (1 << 60) - 1, (1 << 64) - 1, 0x8000000000000001]
    words += [dice.getrandbits(60) & dice.getrandbits(60) or 1 for _ in range(200)]
    for bits in words:
        for k in range(bits.bit_count()):
            assert int(select(U(bits), U(k), False)) == 1 << nth_bit(bits, k)
            assert int(select(U(bits), U(k), FAST_SELECT)) == 1 << nth_bit(bits, k)


def test_the_words_of_chance_are_those_of_the_paper():
    """Steele, Lea, Flood 2014: the first three words from the state 0."""
    rng = np.zeros(1, U)
    words = [int(word(rng)) for _ in range(3)]
    assert words == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_a_number_below_a_bound_is_any_of_them():
    rng = np.array([5], U)
    found = Counter(int(below(rng, U(7))) for _ in range(7_000))
    assert set(found) == set(range(7))
    assert sum((n - 1_000) ** 2 / 1_000 for n in found.values()) < 35  # 6 degrees of freedom, p = 4 · 10⁻⁶


def test_a_shuffle_keeps_every_card_and_goes_no_further_than_told():
    rng = np.array([9], U)
    deck = np.arange(60, dtype=np.uint8)
    shuffle(deck, 60, rng)
    assert sorted(deck.tolist()) == list(range(60))
    assert deck.tolist() != list(range(60))
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6_000):
        few = np.arange(3, dtype=np.uint8)
        shuffle(few, 3, rng)
        orders[tuple(few.tolist())] += 1
    assert len(orders) == 6
    assert sum((n - 1_000) ** 2 / 1_000 for n in orders.values()) < 32  # 5 degrees of freedom
    before = int(rng[0])
    shuffle(deck, 0, rng)
    assert int(rng[0]) == before
