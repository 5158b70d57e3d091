"""How likely a card is to take a trick, and what a number of likely tricks is worth.

The rules of thumb behind the beginner. A card's chance is a logistic curve over a handful of plain
counts (how many higher cards are out, how long its suit is, …); the weights were fitted once to games
of the beginner against itself with 3–6 seats, and rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, sqrt
from typing import NamedTuple

from rufen.core.cards import DECK, SUIT_BITS, WIZARDS, Card, Suit

__all__ = ["BIDDING", "PLAYING", "Outlook", "Unseen", "Weights", "card_chances", "holds_chance", "worth"]

ALL_CARDS = (1 << len(DECK)) - 1

HIGHER: tuple[int, ...] = tuple(
    sum(other.bit for other in DECK if other.suit is card.suit and other.rank > card.rank) if card.suit else 0
    for card in DECK
)
"""For each suit card the higher cards of its suit, as a bit set."""


class Unseen(NamedTuple):
    """What a seat has not seen, and how the other hands draw from it."""

    bits: int
    """The cards neither in the own hand, nor turned up, nor played."""
    size: int
    held: float
    """The share of them that is in the other hands, 0 … 1: the rest was never dealt."""
    others: int
    """The number of other seats."""


class Weights(NamedTuple):
    """The logistic weights of one kind of suit card."""

    base: float
    higher: float
    """Per higher card of its suit expected in the other hands."""
    wizards: float
    """Per Wizard expected there."""
    length: float
    """Per own card of its suit."""
    share: float
    """Times the share of its suit in the own hand, 0 … 1."""
    out: float
    """Per card of its suit expected in each other hand."""
    height: float
    """Times its rank over 13."""
    late: float
    """Over the number of tricks left."""
    wanted: float
    """Per trick that the seats want beyond those left, over the number of tricks left."""
    trumps_out: float
    """Per trump expected in each other hand."""
    trumps_held: float
    """Times the share of trumps in the own hand, 0 … 1."""


class Odds(NamedTuple):
    """The weights of a phase of the round: fixed chances of Wizards and Jesters, curves of the rest."""

    wizard: float
    jester: float
    trump: Weights
    side: Weights
    no_trump: Weights


BIDDING = Odds(
    wizard=0.945,
    jester=0.004,
    trump=Weights(-0.83, -0.46, -0.08, 0, 1.54, 0.44, 1.38, -1.32, 0, 0, 0),
    side=Weights(-1.72, -0.59, -0.31, 0.21, -1.09, 0.59, 0.76, -0.65, 0, -0.10, 0.96),
    no_trump=Weights(-1.52, -0.50, -0.19, 0.22, -0.60, 0.34, 1.04, -0.37, 0, 0, 0),
)
PLAYING = Odds(
    wizard=0.95,
    jester=0.001,
    trump=Weights(-0.22, -0.51, -0.26, 0, 1.36, 0.34, 1.75, -1.32, -0.74, 0, 0),
    side=Weights(-2.25, -0.66, -0.38, 0.19, -0.38, 0.66, 1.40, 0.86, -1.15, -0.20, 1.40),
    no_trump=Weights(-2.37, -0.53, -0.30, 0.27, -0.45, 0.25, 2.51, 0.89, -0.93, 0, 0),
)


def card_chances(
    hand: Sequence[Card], unseen: Unseen, trump: Suit | None, odds: Odds, wanted: float = 0.0
) -> list[float]:
    """For each card of a hand the chance that it takes a trick before the round is over.

    `wanted` is how many tricks more the seats want than are left, over those left; 0 when not known.
    """
    left = len(hand)
    each = unseen.held / unseen.others
    lengths = [0, 0, 0, 0]
    for card in hand:
        if card.suit is not None:
            lengths[card.suit.index] += 1
    wizards = (unseen.bits & WIZARDS).bit_count() * unseen.held
    trumps_out = trumps_held = 0.0
    if trump is not None:
        trumps_out = (unseen.bits & SUIT_BITS[trump.index]).bit_count() * each
        trumps_held = lengths[trump.index] / left
    # what all cards of one suit have in common, by suit, when first met
    common: list[float | None] = [None, None, None, None]
    chances = []
    for card in hand:
        suit = card.suit
        if suit is None:
            chances.append(odds.wizard if card.is_wizard else odds.jester)
            continue
        w = odds.no_trump if trump is None else odds.trump if suit is trump else odds.side
        score = common[suit.index]
        if score is None:
            length = lengths[suit.index]
            score = common[suit.index] = (
                w.base
                + w.wizards * wizards
                + w.length * length
                + w.share * length / left
                + w.out * (unseen.bits & SUIT_BITS[suit.index]).bit_count() * each
                + w.late / left
                + w.wanted * wanted
                + w.trumps_out * trumps_out
                + w.trumps_held * trumps_held
            )
        higher = (unseen.bits & HIGHER[card.index]).bit_count() * unseen.held
        chances.append(1 / (1 + exp(-(score + w.higher * higher + w.height * card.rank / 13))))
    return chances


def holds_chance(
    card: Card, led: Suit | None, trump: Suit | None, unseen: Unseen, later: Sequence[tuple[int, float]]
) -> float:
    """The chance that a card which is winning the trick now still wins it when the trick is over (R4.8).

    `led` is the suit to follow, None when the card itself decides; `later` has, for each seat still to
    play, the number of cards in its hand and how likely it is to take the trick if it can.
    """
    if card.is_wizard or not later:
        return 1.0
    if card.suit is None:
        return 0.0
    bits, count = unseen.bits, unseen.size
    suit = led or card.suit
    higher = (bits & HIGHER[card.index]).bit_count()
    not_wizard = 1 - (bits & WIZARDS).bit_count() / count
    not_suit = 1 - (bits & SUIT_BITS[suit.index]).bit_count() / count
    if card.suit is trump and suit is not trump:
        # a trump on another suit: only a void seat may put a higher one on it
        follows, ruffs = 0.0, higher / count
    else:
        follows = higher / count
        ruffs = 0.0
        if trump is not None and suit is not trump:
            ruffs = (bits & SUIT_BITS[trump.index]).bit_count() / count
    chance = 1.0
    for cards, takes in later:
        safe = (not_wizard - follows) ** cards
        if ruffs:
            safe *= 1 - not_suit**cards * (1 - (1 - ruffs) ** cards)
        chance *= 1 - takes * (1 - safe)
    return chance


class Outlook(NamedTuple):
    """The number of tricks that some cards will take, as a bell curve."""

    mean: float
    spread: float
    """The standard deviation, above 0."""


_ROOT_2 = sqrt(2)
_DENSITY = sqrt(2 / 3.141592653589793)


def worth(need: int, outlook: Outlook, gain: float, penalty: float) -> float:
    """The expected score when `need` tricks more make the bid: `gain` if so, else minus `penalty` per
    trick missed by (R5.1, R5.2)."""
    off, spread = need - outlook.mean, outlook.spread
    made = 0.5 * (erf((off + 0.5) / spread / _ROOT_2) - erf((off - 0.5) / spread / _ROOT_2))
    z = off / spread
    distance = spread * _DENSITY * exp(-z * z / 2) + off * erf(z / _ROOT_2)
    return made * gain - penalty * distance
