"""What a seat sees, as the places of the network's inputs that are 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.bits import count, lowest
from rufen.kernel.jit import Int, Word, jit
from rufen.kernel.network.shape import RANGES
from rufen.kernel.play import Cards, Points, Rule, Small
from rufen.kernel.tables import FOLLOW, NEXT_LED, NO_CARD, NO_TRUMP, POWER

__all__ = ["Order", "extra_bonus", "find_inputs", "suit_order"]

U = np.uint64

Order = NDArray[np.int64]
"""int64[5]: by suit, its place in the order; 4 stays 4."""
On = NDArray[np.int16]

PHASE = RANGES["phase"].start
SEATS = RANGES["seats"].start
HAND_SIZE = RANGES["hand_size"].start
LEFT = RANGES["left"].start
POSITION = RANGES["position"].start
PLACE = RANGES["place"].start
NO_TRUMP_INPUT = RANGES["no_trump"].start
OWN = RANGES["own"].start
OWN_WIZARDS = RANGES["own_wizards"].start
OWN_JESTERS = RANGES["own_jesters"].start
SEEN = RANGES["seen"].start
SEEN_WIZARDS = RANGES["seen_wizards"].start
SEEN_JESTERS = RANGES["seen_jesters"].start
TRICK = RANGES["trick"].start
WINNING = RANGES["winning"].start
LED = RANGES["led"].start
BID = RANGES["bid"].start
NEED = RANGES["need"].start
WON = RANGES["won"].start
OWN_BID = RANGES["own_bid"].start
OWN_NEED = RANGES["own_need"].start
VOID = RANGES["void"].start
SURPLUS = RANGES["surplus"].start
UNSEEN = RANGES["unseen"].start
LENGTH = RANGES["length"].start
WINS = RANGES["wins"].start
DEMAND = RANGES["demand"].start
EXACT_BONUS = RANGES["exact_bonus"].start
POINTS_PER_TRICK = RANGES["points_per_trick"].start
MISS_PENALTY = RANGES["miss_penalty"].start
ZERO_BID = RANGES["zero_bid"].start
DISCLOSURE = RANGES["disclosure"].start
RESTRICTED = RANGES["restricted"].start
LEADS = RANGES["leads"].start

SUIT = U(0x1FFF)
WIZARDS, JESTERS = U(0xF << 52), U(0xF << 56)
SUITS = U((1 << 52) - 1)

_LATER_ROUND = 0.7
"""How likely a seat makes its bid in a round to come, for the bonus of a game without a miss (R5.5)."""

_CROSSED: NDArray[np.int64] = np.array([0, 0, 0, 0, 3, 7, 12], np.int64)
"""By seats, where their places begin among those of 3, 4, 5 and 6 seats."""


@jit
def _clipped(value: Int, low: Int, high: Int) -> Int:
    """The place of a value in a range, the ends standing for everything beyond them."""
    return (low if value < low else high if value > high else value) - low


@jit
def _at_most(value: Int, most: Int) -> Int:
    return value if value < most else most


@jit
def _at_least_none(value: Int) -> Int:
    return value if value > 0 else np.int64(0)


@jit
def suit_order(small: Small, cards: Cards, seat: Int, order: Order) -> None:
    """The order of suits for a seat: trump, then by cards held (most, then highest), then by cards seen.

    Positions that differ only in the names of suits are told to the network as one.
    """
    hand = cards[at.HAND + seat]
    seen = cards[at.SEEN]
    trump = np.int64(small[at.TRUMP])
    # one number a suit, greater first
    weight_0, weight_1, weight_2, weight_3 = U(0), U(0), U(0), U(0)
    for suit in range(4):
        held = (hand >> U(13 * suit)) & SUIT
        weight = (
            (U(1) << U(40) if suit == trump else U(0))
            | (count(held) << U(32))
            | (held << U(16))
            | ((seen >> U(13 * suit)) & SUIT)
        )
        if suit == 0:
            weight_0 = weight
        elif suit == 1:
            weight_1 = weight
        elif suit == 2:
            weight_2 = weight
        else:
            weight_3 = weight
    # the place of each is the number of those before it; of equals the first comes first
    order[0] = np.int64(weight_1 > weight_0) + np.int64(weight_2 > weight_0) + np.int64(weight_3 > weight_0)
    order[1] = np.int64(weight_0 >= weight_1) + np.int64(weight_2 > weight_1) + np.int64(weight_3 > weight_1)
    order[2] = np.int64(weight_0 >= weight_2) + np.int64(weight_1 >= weight_2) + np.int64(weight_3 > weight_2)
    order[3] = (
        np.int64(weight_0 >= weight_3) + np.int64(weight_1 >= weight_3) + np.int64(weight_2 >= weight_3)
    )
    order[4] = 4


@jit
def extra_bonus(rule: Rule, small: Small, seat: Int) -> float:
    """What a made bid brings besides R5.1 – R5.3: the bonus of the last round, and its part in R5.5."""
    number = np.int64(small[at.ROUND])
    rounds = np.int64(rule[at.ROUNDS])
    bonus = 0.0
    if number == rounds:
        bonus += rule[at.LAST_ROUND_BONUS]
    if rule[at.PERFECT_BONUS] and small[at.MADE + seat] == number - 1:
        bonus += rule[at.PERFECT_BONUS] * _LATER_ROUND ** (rounds - number)
    return bonus


@jit
def find_inputs(
    rule: Rule, small: Small, cards: Cards, points: Points, seat: Int, order: Order, on: On
) -> Int:
    """Write the inputs that are 1 for a seat into `on`, int16[MOST_ON]; returns how many they are.

    It reads nothing that the seat may not know: no other hand, no secret bid of others (R3.3). The round must
    be in the phase BIDDING or PLAYING.
    """
    seats = np.int64(small[at.SEATS])
    playing = small[at.PHASE] == at.PLAYING
    size = np.int64(small[at.HAND_SIZE])
    left = np.int64(small[at.LEFT])
    dealer = np.int64(small[at.DEALER])
    crossed = _CROSSED[seats]
    n: Int = np.int64(0)
    on[n] = PHASE + np.int64(playing)
    on[n + 1] = SEATS + seats - 3
    on[n + 2] = HAND_SIZE + size - 1
    on[n + 3] = POSITION + crossed + (seat - dealer - 1 + seats) % seats
    n += 4
    if small[at.TRUMP] == NO_TRUMP:
        on[n] = NO_TRUMP_INPUT
        n += 1
    n = _find_cards(cards, seat, order, on, n)
    n = _find_rules(rule, small, points, seat, order, playing, on, n)
    if playing:
        on[n] = LEFT + left - 1
        on[n + 1] = PLACE + crossed + np.int64(small[at.PLACE])
        n += 2
        n = _find_trick(rule, small, cards, seat, order, on, n)
    secret = rule[at.DISCLOSURE]
    return _find_seats(small, seat, order, playing, secret == 0 or (secret == 1 and playing), on, n)


@jit
def _find_cards(cards: Cards, seat: Int, order: Order, on: On, n: Int) -> Int:
    hand = cards[at.HAND + seat]
    seen = cards[at.SEEN]
    unseen = SUITS & ~(hand | seen)
    for suit in range(4):
        base = 13 * order[suit]
        shift = U(13 * suit)
        held = (hand >> shift) & SUIT
        hidden = (unseen >> shift) & SUIT
        on[n] = UNSEEN + 14 * order[suit] + np.int64(count(hidden))
        on[n + 1] = LENGTH + 14 * order[suit] + np.int64(count(held))
        n += 2
        while held:
            rank = np.int64(lowest(held))
            held &= held - U(1)
            beaten = _at_most(np.int64(count(hidden >> U(rank))), 3)
            on[n] = OWN + 4 * (base + rank) + beaten
            n += 1
        shown = (seen >> shift) & SUIT
        while shown:
            on[n] = SEEN + base + np.int64(lowest(shown))
            n += 1
            shown &= shown - U(1)
    on[n] = OWN_WIZARDS + np.int64(count(hand & WIZARDS))
    on[n + 1] = OWN_JESTERS + np.int64(count(hand & JESTERS))
    on[n + 2] = SEEN_WIZARDS + np.int64(count(seen & WIZARDS))
    on[n + 3] = SEEN_JESTERS + np.int64(count(seen & JESTERS))
    return n + 4


@jit
def _find_rules(
    rule: Rule, small: Small, points: Points, seat: Int, order: Order, playing: bool, on: On, n: Int
) -> Int:
    bonus = np.int64(rule[at.EXACT_BONUS]) + np.int64(extra_bonus(rule, small, seat))
    on[n] = EXACT_BONUS + _at_most(bonus // 5, 10)
    on[n + 1] = POINTS_PER_TRICK + np.int64(rule[at.POINTS_PER_TRICK]) // 5
    on[n + 2] = MISS_PENALTY + np.int64(rule[at.MISS_PENALTY]) // 5
    on[n + 3] = ZERO_BID + np.int64(rule[at.ZERO_BID])
    on[n + 4] = DISCLOSURE + np.int64(rule[at.DISCLOSURE])
    n += 5
    leads = rule[at.LEADS]
    if leads & 1:
        on[n] = LEADS
        n += 1
    if leads & 2:
        on[n] = LEADS + 1
        n += 1
    if not playing and _restricted(rule, small, points):
        on[n] = RESTRICTED
        n += 1
        if rule[at.RESTRICTION] == 2:
            on[n] = RESTRICTED + 1
            n += 1
    return n


@jit
def _restricted(rule: Rule, small: Small, points: Points) -> bool:
    """Whether the restriction (R3.2) binds the dealer of this round, whoever is asked."""
    kind = rule[at.RESTRICTION]
    if kind == 0:
        return False
    if kind == 3:
        return not (rule[at.ROUND_ONE_EXEMPT] and small[at.ROUND] == 1)
    dealer = np.int64(small[at.DEALER])
    for other in range(np.int64(small[at.SEATS])):
        if other != dealer and points[at.TOTAL + other] >= points[at.TOTAL + dealer]:
            return False
    return True


@jit
def _find_trick(rule: Rule, small: Small, cards: Cards, seat: Int, order: Order, on: On, n: Int) -> Int:
    seats = np.int64(small[at.SEATS])
    led = np.int64(small[at.LED])
    if led < 4:
        on[n] = LED + order[led]
    elif led < 7:
        on[n] = LED + led
    else:
        on[n] = LED + 7 + order[led - 7]
    n += 1
    if small[at.PLACE] == 0:
        on[n] = WINNING
        return n + 1
    on[n] = WINNING + (np.int64(small[at.WINNER]) - seat + seats) % seats
    n += 1
    for distance in range(1, seats):
        card = np.int64(small[at.CARD + (seat + distance) % seats])
        if card != NO_CARD:
            on[n] = TRICK + 54 * (distance - 1) + _told(card, order)
            n += 1
    hand = cards[at.HAND + seat]
    follow = hand & FOLLOW[led]
    plays: Word = (follow | (hand & (WIZARDS | JESTERS))) if follow else hand
    trump = np.int64(small[at.TRUMP])
    best = small[at.BEST]
    last: Int = np.int64(-1)
    while plays:
        card = np.int64(lowest(plays))
        plays &= plays - U(1)
        if POWER[trump, np.int64(NEXT_LED[rule[at.LEADS], led, card]), card] > best:
            told = _told(card, order)
            if told != last:
                on[n] = WINS + told
                n += 1
            last = told
    return n


@jit
def _told(card: Int, order: Order) -> Int:
    """A card in the order of suits: 0 … 51, 52 for a Wizard, 53 for a Jester."""
    if card >= 52:
        return np.int64(52) if card < 56 else np.int64(53)
    suit = card // 13
    return 13 * order[suit] + card - 13 * suit


@jit
def _find_seats(small: Small, seat: Int, order: Order, playing: bool, shown: bool, on: On, n: Int) -> Int:
    seats = np.int64(small[at.SEATS])
    left = np.int64(small[at.LEFT])
    bids, demand = np.int64(0), np.int64(0)
    for distance in range(1, seats):
        other = (seat + distance) % seats
        bid = np.int64(small[at.BID + other])
        won = np.int64(small[at.WON + other])
        if bid == NO_CARD or not shown:
            on[n] = BID + 22 * (distance - 1) + 21
            n += 1
            if playing:
                on[n] = WON + 10 * (distance - 1) + _at_most(won, 9)
                n += 1
        else:
            bids += bid
            demand += _at_least_none(bid - won)
            on[n] = BID + 22 * (distance - 1) + bid
            n += 1
            if playing:
                on[n] = NEED + 14 * (distance - 1) + _clipped(bid - won, -4, 9)
                n += 1
        void = np.int64(small[at.VOID + other])
        for suit in range(4):
            if void >> suit & 1:
                on[n] = VOID + 4 * (distance - 1) + order[suit]
                n += 1
    own = np.int64(small[at.BID + seat])
    if own != NO_CARD:
        need = own - np.int64(small[at.WON + seat])
        bids += own
        demand += _at_least_none(need)
        on[n] = OWN_BID + own
        n += 1
        if playing:
            on[n] = OWN_NEED + _clipped(need, -4, 16)
            n += 1
    if shown:
        on[n] = SURPLUS + _clipped(bids - np.int64(small[at.HAND_SIZE]), -8, 8)
        n += 1
        if playing:
            on[n] = DEMAND + _clipped(demand - left, -8, 8)
            n += 1
    return n
