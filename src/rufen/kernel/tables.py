"""The rules of a trick as look-up tables (R4), indexed by cards 0 … 59 of `rufen.core.cards`.

A trick in progress is in one of eleven *led states*, which say what must be followed and which suit wins:

| state | meaning |
|---|---|
| 0 … 3 | this suit was led and must be followed |
| 4 | no card yet, or Jesters only: anything may be played, the next suit card leads its suit |
| 5 | a Wizard fixed "no led suit" (R4.4) |
| 6 | a Jester freed the trick (R4.7); the next suit card decides what wins |
| 7 … 10 | a freed trick in which suit 0 … 3 decides |
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["FOLLOW", "NEXT_LED", "NO_CARD", "NO_LED", "NO_TRUMP", "OPEN", "POWER", "SPECIAL", "SUIT_OF"]

NO_TRUMP = 4
"""The trump of a round without trump."""
OPEN = 4
"""The led state of a trick without cards."""
NO_LED = 5
NO_CARD = 255
"""A byte that stands for no card, no bid."""
_FREED = 6
SPECIAL = np.uint64(0xFF << 52)
"""Wizards and Jesters, which may always be played (R4.3)."""

SUIT_OF: NDArray[np.uint8] = np.array([card // 13 for card in range(52)] + [4] * 12, np.uint8)
"""The suit of a card, 0 … 3; 4 for Wizards and Jesters."""

FOLLOW: NDArray[np.uint64] = np.array([0x1FFF << 13 * suit for suit in range(4)] + [0] * 12, np.uint64)
"""By led state, the cards of the suit that must be followed; no bits when nothing must be."""


def _next_led(wizard_sets: bool, jester_frees: bool) -> list[list[int]]:
    table = [[state] * 64 for state in range(11)]
    for card in range(60):
        suit = card // 13 if card < 52 else None
        wizard = 52 <= card < 56
        if suit is not None:
            table[OPEN][card] = suit
            table[_FREED][card] = 7 + suit
            if wizard_sets:
                table[NO_LED][card] = suit
        elif wizard:
            table[OPEN][card] = NO_LED
            # in a freed trick nobody has to follow, whatever the Wizard does
            table[_FREED][card] = _FREED if wizard_sets else NO_LED
        elif jester_frees:
            table[OPEN][card] = _FREED
    return table


NEXT_LED: NDArray[np.uint8] = np.array(
    [_next_led(wizard_sets, jester_frees) for jester_frees in (False, True) for wizard_sets in (False, True)],
    np.uint8,
)
"""The led state after a card: [wizard_lead + 2 · jester_lead, state before, card] (R4.2, R4.6, R4.7)."""


def _power(trump: int, led: int, card: int) -> int:
    if card >= 52:
        return 255 if card < 56 else 0
    suit, rank = divmod(card, 13)
    if suit == trump:
        return 101 + rank
    decides = led if led < 4 else led - 7
    return 51 + rank if suit == decides else 0


POWER: NDArray[np.uint8] = np.array(
    [
        [[_power(trump, led, card) if card < 60 else 0 for card in range(64)] for led in range(11)]
        for trump in range(5)
    ],
    np.uint8,
)
"""What a card is worth in a trick (R4.8): [trump, led state after the card, card]; the first highest wins.

0 is a card that cannot win unless it is the first and all others are worth nothing, too."""
