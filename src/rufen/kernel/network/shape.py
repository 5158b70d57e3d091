"""What the network is told and what it answers: ranges of its binary inputs, its actions and classes.

Suits are told in the *order* of the seat (`rufen.kernel.network.inputs.suit_order`), seats by their distance
to the left, 1 … 5. Every input is 0 or 1; some 45 of them are 1 at a time.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "BLOCK",
    "CLASSES",
    "FIRST_PLAY",
    "INPUTS",
    "JESTER",
    "MOST_ON",
    "OUTPUTS",
    "PADDED",
    "RANGES",
    "WIZARD",
]

_PARTS: tuple[tuple[str, int, str], ...] = (
    ("phase", 2, "bidding, playing"),
    ("seats", 4, "3 … 6"),
    ("hand_size", 20, "1 … 20"),
    ("left", 20, "tricks left, 1 … 20, while playing"),
    ("position", 18, "own place in the order of bidding, for 3, 4, 5, 6 seats"),
    ("place", 18, "cards in the trick, for 3, 4, 5, 6 seats, while playing"),
    ("no_trump", 1, "the round has no trump"),
    ("own", 208, "by own suit card, whether 0, 1, 2, 3 or more higher ones of its suit are unseen"),
    ("own_wizards", 5, "0 … 4"),
    ("own_jesters", 5, "0 … 4"),
    ("seen", 52, "suit cards that were turned up or played"),
    ("seen_wizards", 5, "0 … 4"),
    ("seen_jesters", 5, "0 … 4"),
    ("trick", 270, "by seat, its card in the trick: 52 suit cards, Wizard, Jester"),
    ("winning", 6, "nobody, or the seat that is winning the trick"),
    ("led", 11, "the led state of the trick (rufen.kernel.tables)"),
    ("bid", 110, "by seat, its bid 0 … 20, or that it is not known"),
    ("need", 70, "by seat with a known bid, bid less tricks won, −4 … 9, while playing"),
    ("won", 50, "by seat without a known bid, tricks won 0 … 9, while playing"),
    ("own_bid", 21, "0 … 20"),
    ("own_need", 21, "own bid less tricks won, −4 … 16, while playing"),
    ("void", 20, "by seat, the suits it has shown not to hold"),
    ("surplus", 17, "the known bids less the hand size, −8 … 8, when every bid placed is known"),
    ("unseen", 56, "by suit, how many cards are unseen, 0 … 13"),
    ("length", 56, "by suit, how many cards are held, 0 … 13"),
    ("wins", 54, "own cards that would win the trick as it lies, while following"),
    ("demand", 17, "tricks that all seats still need less tricks left, −8 … 8, when every bid is known"),
    ("exact_bonus", 11, "0, 5 … 50, with everything that a made bid brings in this round"),
    ("points_per_trick", 5, "0, 5 … 20"),
    ("miss_penalty", 7, "0, 5 … 30"),
    ("zero_bid", 3, "flat, double, per card (R5.3)"),
    ("disclosure", 3, "open, hidden, delayed (R3.3)"),
    (
        "restricted",
        2,
        "the dealer may not make the bids even now (R3.2); a bid of zero is allowed all the same",
    ),
    ("leads", 2, "a led Wizard lets the next card set the suit (R4.6); a led Jester frees the trick (R4.7)"),
)


def _ranges() -> Mapping[str, range]:
    ranges, start = {}, 0
    for name, width, _meaning in _PARTS:
        ranges[name] = range(start, start + width)
        start += width
    return ranges


RANGES: Mapping[str, range] = _ranges()
"""The inputs of each part, by its name, in order and without gaps."""
INPUTS: int = sum(width for _name, width, _meaning in _PARTS)
MOST_ON = 160
"""More inputs than can be 1 at a time."""

FIRST_PLAY = 21
"""The outputs: bids 0 … 20, then suit cards in the order of suits, a Wizard, a Jester."""
WIZARD, JESTER, OUTPUTS = FIRST_PLAY + 52, FIRST_PLAY + 53, FIRST_PLAY + 54
CLASSES = 21
"""By output, a number for each count of tricks: in all for a bid, from now on for a card."""
BLOCK = 8
"""Classes are reckoned eight at a time."""
PADDED = 24
"""The classes with room for whole blocks; what stands behind them counts for nothing."""
