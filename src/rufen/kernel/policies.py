"""Players of the kernel: one number each, asked with the rows of a game.

UNIFORM takes any legal action. COUNTING is the rule-of-thumb player that strength is measured against; its
twin for whole views is `rufen.players.counting`, and a test keeps the two equal. It bids the values of its
cards (VALUE) added up and rounded half up, one less where that bid is not open (R3.2), one more where that is
0; it names the trump under which its hand is worth most. With cards ordered as in ORDER it leads its highest
card while it needs tricks, else its lowest; it follows with the lowest card that wins the trick as it lies
while it needs tricks, with the highest that does not when it needs none, and where there is no such card
with its lowest. Of cards or suits that are equal it takes the first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.bits import FAST_SELECT, count, lowest, select
from rufen.kernel.chance import below
from rufen.kernel.jit import Int, Word, jit
from rufen.kernel.play import Cards, Points, Rule, Small, legal
from rufen.kernel.tables import NEXT_LED, POWER

__all__ = [
    "COUNTING",
    "ORDER",
    "OUTSIDE",
    "POLICIES",
    "UNIFORM",
    "VALUE",
    "WHOLE",
    "counting",
    "decide",
    "uniform",
]

U = np.uint64

UNIFORM, COUNTING = 0, 1
POLICIES: dict[str, int] = {"uniform": UNIFORM, "counting": COUNTING}
"""The policies by name. Seats of a play-out hold one of these numbers."""
OUTSIDE = 255
"""In the place of a policy: a seat whose actions come from outside, see `rufen.kernel.playouts.advance`."""

WHOLE = 10_000
"""What VALUE counts a sure trick."""


def _value(seats: int, trump: int, card: int) -> int:
    if card >= 52:
        return WHOLE if card < 56 else 0
    suit, rank = card // 13, card % 13 + 1
    if trump == 4:
        hundredths = {13: 75, 12: 45, 11: 20}.get(rank, 0)
    elif suit == trump:
        hundredths = {13: 95, 12: 85, 11: 70, 10: 55, 9: 45}.get(rank, 30)
    else:
        hundredths = {13: 60, 12: 30}.get(rank, 0)
    return min(hundredths * (100 - 6 * (seats - 4)), WHOLE)


VALUE: NDArray[np.int32] = np.array(
    [
        [[_value(seats, trump, card) if card < 60 else 0 for card in range(64)] for trump in range(5)]
        for seats in range(7)
    ],
    np.int32,
)
"""The tricks that COUNTING expects of a card, in parts of WHOLE: [seats, trump, card]."""


def _order(trump: int, card: int) -> int:
    if card >= 52:
        return 27 if card < 56 else 0
    return card % 13 + 1 + 13 * (card // 13 == trump)


ORDER: NDArray[np.uint8] = np.array(
    [[_order(trump, card) if card < 60 else 0 for card in range(64)] for trump in range(5)], np.uint8
)
"""How high a card is to COUNTING: [trump, card]. Jesters, suit cards by rank, trumps by rank, Wizards."""


@jit
def decide(
    policy: Int, rule: Rule, small: Small, cards: Cards, points: Points, rng: NDArray[np.uint64]
) -> Int:
    """The action of a policy for the seat to act; `rng` is one word, uint64[1].

    Raises ValueError where nobody can act, and for what is no policy.
    """
    plays, others = legal(rule, small, cards, points)
    if not plays and not others:
        raise ValueError(
            "nobody can act: no round is being played, or a hand is empty; "
            "in rows of a view the other hands are, draw them first (rufen.players.beliefs)"
        )
    if policy == COUNTING:
        return counting(rule, small, cards, plays, others)
    if policy != UNIFORM:
        raise ValueError("no such policy: there are UNIFORM and COUNTING, and OUTSIDE in advance")
    return uniform(plays, others, rng)


@jit
def uniform(plays: Word, others: Word, rng: NDArray[np.uint64]) -> Int:
    """Any legal action, each as likely as the others; the arguments are what `legal` answers."""
    if plays:
        return np.int64(lowest(select(plays, below(rng, count(plays)), FAST_SELECT)))
    return at.FIRST_BID + np.int64(lowest(select(others, below(rng, count(others)), FAST_SELECT)))


@jit
def counting(rule: Rule, small: Small, cards: Cards, plays: Word, others: Word) -> Int:
    """What COUNTING does; the last arguments are what `legal` answers."""
    turn = np.int64(small[at.TURN])
    if plays:
        return _counting_card(rule, small, plays, small[at.BID + turn] > small[at.WON + turn])
    seats = np.int64(small[at.SEATS])
    hand = cards[at.HAND + turn]
    if small[at.PHASE] == at.BIDDING:
        bid: Int = (_worth(seats, np.int64(small[at.TRUMP]), hand) + WHOLE // 2) // WHOLE
        if not others >> U(bid) & U(1):
            bid = bid - 1 if bid else np.int64(1)
        return at.FIRST_BID + bid
    best: Int = np.int64(-1)
    suit: Int = np.int64(0)
    for trump in range(4):
        worth = _worth(seats, trump, hand)
        if worth > best:
            best = worth
            suit = trump
    return at.FIRST_TRUMP + suit


@jit
def _worth(seats: Int, trump: Int, hand: Word) -> Int:
    of_card = VALUE[seats]
    total = np.int64(0)
    while hand:
        total += np.int64(of_card[trump, np.int64(lowest(hand))])
        hand &= hand - U(1)
    return total


@jit
def _counting_card(rule: Rule, small: Small, plays: Word, needs: bool) -> Int:
    trump = np.int64(small[at.TRUMP])
    led = np.int64(small[at.LED])
    best = small[at.BEST]
    leads = small[at.PLACE] == 0
    lowest_card = np.int64(0)
    lowest_order = np.int64(99)
    wanted_card = np.int64(-1)
    wanted_order = np.int64(99) if needs and not leads else np.int64(-1)
    while plays:
        card = np.int64(lowest(plays))
        plays &= plays - U(1)
        order = np.int64(ORDER[trump, card])
        if order < lowest_order:
            lowest_order = order
            lowest_card = card
        if leads:
            if needs and order > wanted_order:
                wanted_order = order
                wanted_card = card
            continue
        wins = POWER[trump, np.int64(NEXT_LED[rule[at.LEADS], led, card]), card] > best
        if wins == needs and (order < wanted_order if needs else order > wanted_order):
            wanted_order = order
            wanted_card = card
    return lowest_card if wanted_card < 0 else wanted_card
