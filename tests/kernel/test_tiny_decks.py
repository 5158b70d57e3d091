"""The whole state space of the tiny decks, by the kernel: counts and signature are those on record."""

from __future__ import annotations

import pytest
from tests.conformance.tiny_decks import DECKS, TinyDeck, known_counts

from .tiny_walk import KernelWalk


@pytest.mark.parametrize("deck", DECKS, ids=[deck.name for deck in DECKS])
def test_the_kernel_counts_what_is_on_record(deck: TinyDeck) -> None:
    assert KernelWalk(deck).run() == known_counts()[deck.name]
