"""Playing a game on its rows: dealing, what is legal, a step, scores and ranks (R2 – R6).

Nothing here draws chance, and nothing checks its arguments: `rufen.kernel.batch` does.
`rule` is the row of the game's rules; `small`, `cards`, `points` are its rows (`rufen.kernel.layout`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.jit import Int, Word, jit
from rufen.kernel.tables import FOLLOW, NEXT_LED, NO_CARD, NO_TRUMP, OPEN, POWER, SPECIAL, SUIT_OF

__all__ = [
    "GAME_ENDED",
    "GOES_ON",
    "ROUND_SCORED",
    "Cards",
    "Points",
    "Rule",
    "Small",
    "begin",
    "deal",
    "legal",
    "legal_cards",
    "ranks",
    "round_score",
    "score",
    "step",
]

U = np.uint64

Small = NDArray[np.uint8]
Cards = NDArray[np.uint64]
Points = NDArray[np.int32]
Rule = NDArray[np.uint8]

GOES_ON, ROUND_SCORED, GAME_ENDED = 0, 1, 2
"""What a step has come to."""


@jit
def begin(small: Small, cards: Cards, points: Points, rules: Int, seats: Int, first_dealer: Int) -> None:
    """Begin a game: `rules` is the number of its row of rules, `first_dealer` the dealer of round 1."""
    # Loops compile in half the time of `small[:] = 0`, and run as fast.
    for column in range(at.SMALL_WIDTH):
        small[column] = 0
    for column in range(at.CARDS_WIDTH):
        cards[column] = 0
    for column in range(at.POINTS_WIDTH):
        points[column] = 0
    small[at.RULES] = rules
    small[at.SEATS] = seats
    small[at.PHASE] = at.DEALING
    small[at.DEALER] = first_dealer - 1 if first_dealer else seats - 1
    small[at.TURN_UP] = NO_CARD
    small[at.TRUMP] = NO_TRUMP


@jit
def deal(rule: Rule, small: Small, cards: Cards, deck: NDArray[np.uint8]) -> None:
    """Deal the next round from a shuffled deck, one card at a time from the dealer's left (R2.1, R2.5)."""
    seats = np.int64(small[at.SEATS])
    size = np.int64(rule[at.SIZES + np.int64(small[at.ROUND])])
    small[at.ROUND] += 1
    dealer: Int = np.int64(small[at.DEALER]) + 1
    if dealer == seats:
        dealer = 0
    first: Int = dealer + 1
    if first == seats:
        first = 0
    for seat in range(seats):
        cards[at.HAND + seat] = 0
        small[at.BID + seat] = NO_CARD
        small[at.WON + seat] = 0
        small[at.CARD + seat] = NO_CARD
        small[at.VOID + seat] = 0
    for card in range(60):
        small[at.PLAYED_IN + card] = 0
        small[at.PLAYED_BY + card] = 0
    dealt = seats * size
    to: Int = first
    for place in range(dealt):
        cards[at.HAND + to] |= U(1) << U(deck[place])
        to += 1
        if to == seats:
            to = 0
    small[at.HAND_SIZE] = size
    small[at.DEALER] = dealer
    small[at.LEADER] = first
    small[at.WINNER] = first
    small[at.TURN] = first
    small[at.LED] = OPEN
    small[at.BEST] = 0
    small[at.PLACE] = 0
    small[at.LEFT] = size
    small[at.PLACED] = 0
    small[at.TURN_UP] = NO_CARD
    small[at.TRUMP] = NO_TRUMP
    small[at.PHASE] = at.BIDDING
    cards[at.SEEN] = 0
    last = small[at.ROUND] == rule[at.ROUNDS]
    if dealt < 60 and not (last and rule[at.NO_LAST_TRUMP]):
        card = deck[dealt]
        small[at.TURN_UP] = card
        cards[at.SEEN] = U(1) << U(card)
        if card < 52:
            small[at.TRUMP] = SUIT_OF[card]
        elif card < 56:
            small[at.PHASE] = at.CHOOSING_TRUMP
            small[at.TURN] = dealer


@jit
def legal_cards(small: Small, cards: Cards) -> Word:
    """The cards that the seat to act may play, in the phase PLAYING (R4.3 – R4.7)."""
    hand = cards[at.HAND + np.int64(small[at.TURN])]
    follow = hand & FOLLOW[small[at.LED]]
    return (follow | (hand & SPECIAL)) if follow else hand


@jit
def _legal_bids(rule: Rule, small: Small, points: Points) -> Word:
    """The bids that the seat to act may place, as bits 0 … hand size (R3.1, R3.2)."""
    size = np.int64(small[at.HAND_SIZE])
    bids = (U(2) << U(size)) - U(1)
    seats = np.int64(small[at.SEATS])
    kind = rule[at.RESTRICTION]
    if kind == 0 or small[at.PLACED] != seats - 1:
        return bids
    even = size
    for seat in range(seats):
        if small[at.BID + seat] != NO_CARD:
            even -= np.int64(small[at.BID + seat])
    if even < 0:
        return bids
    if kind == 3:
        if rule[at.ROUND_ONE_EXEMPT] and small[at.ROUND] == 1:
            return bids
    else:
        if kind == 2 and even == 0:
            return bids
        dealer = np.int64(small[at.DEALER])
        for seat in range(seats):
            if seat != dealer and points[at.TOTAL + seat] >= points[at.TOTAL + dealer]:
                return bids
    return bids & ~(U(1) << U(even))


@jit
def legal(rule: Rule, small: Small, cards: Cards, points: Points) -> tuple[Word, Word]:
    """What the seat to act may do: the cards it may play, and bids and trumps as bits from FIRST_BID on.

    Both are 0 when nobody is asked.
    """
    phase = small[at.PHASE]
    if phase == at.PLAYING:
        return legal_cards(small, cards), U(0)
    if phase == at.BIDDING:
        return U(0), _legal_bids(rule, small, points)
    if phase == at.CHOOSING_TRUMP:
        return U(0), U(0xF << (at.FIRST_TRUMP - at.FIRST_BID))
    return U(0), U(0)


@jit
def step(rule: Rule, small: Small, cards: Cards, points: Points, action: Int) -> Int:
    """Carry out a legal action of the seat to act; GOES_ON, ROUND_SCORED or GAME_ENDED.

    After a round the phase is DEALING, and `deal` goes on; after the last one it is GAME_OVER.
    """
    if action < at.FIRST_BID:
        return _play(rule, small, cards, points, action)
    seats = np.int64(small[at.SEATS])
    turn: Int = np.int64(small[at.TURN])
    if action < at.FIRST_TRUMP:
        small[at.BID + turn] = action - at.FIRST_BID
        small[at.PLACED] += 1
        if small[at.PLACED] == seats:
            small[at.PHASE] = at.PLAYING
            small[at.TURN] = small[at.LEADER]
            return GOES_ON
        # Rows that come from a view may have secret bids placed out of turn (R3.3).
        for _ in range(seats):
            turn += 1
            if turn == seats:
                turn = 0
            if small[at.BID + turn] == NO_CARD:
                break
        small[at.TURN] = turn
        return GOES_ON
    small[at.TRUMP] = action - at.FIRST_TRUMP
    small[at.PHASE] = at.BIDDING
    small[at.TURN] = small[at.LEADER]
    return GOES_ON


@jit
def _play(rule: Rule, small: Small, cards: Cards, points: Points, card: Int) -> Int:
    seats = np.int64(small[at.SEATS])
    seat = np.int64(small[at.TURN])
    led = np.int64(small[at.LED])
    bit = U(1) << U(card)
    if led < 4 and card < 52 and SUIT_OF[card] != led:
        small[at.VOID + seat] |= np.uint8(1) << np.uint8(led)
    cards[at.HAND + seat] ^= bit
    cards[at.SEEN] |= bit
    small[at.CARD + seat] = card
    small[at.PLAYED_IN + card] = small[at.HAND_SIZE] - small[at.LEFT] + 1
    small[at.PLAYED_BY + card] = seat + 1
    led = np.int64(NEXT_LED[rule[at.LEADS], led, card])
    small[at.LED] = led
    power = POWER[small[at.TRUMP], led, card]
    if power > small[at.BEST]:
        small[at.BEST] = power
        small[at.WINNER] = seat
    small[at.PLACE] += 1
    if small[at.PLACE] < seats:
        seat += 1
        small[at.TURN] = seat if seat < seats else 0
        return GOES_ON
    winner = np.int64(small[at.WINNER])
    small[at.WON + winner] += 1
    small[at.LEADER] = winner
    small[at.TURN] = winner
    small[at.LED] = OPEN
    small[at.BEST] = 0
    small[at.PLACE] = 0
    small[at.LEFT] -= 1
    for other in range(seats):
        small[at.CARD + other] = NO_CARD
    if small[at.LEFT]:
        return GOES_ON
    return score(rule, small, points)


@jit
def round_score(rule: Rule, bid: Int, won: Int, size: Int) -> Int:
    """The score of one bid, without the options that belong to the round (R5.1 – R5.3)."""
    if bid != won:
        return np.int64(rule[at.MISS_PENALTY]) * -abs(np.int64(bid - won))
    bonus = np.int64(rule[at.EXACT_BONUS])
    if bid:
        return bonus + np.int64(rule[at.POINTS_PER_TRICK]) * won
    if rule[at.ZERO_BID] == 1:
        return 2 * bonus
    if rule[at.ZERO_BID] == 2:
        return bonus + 5 * size
    return bonus


@jit
def score(rule: Rule, small: Small, points: Points) -> Int:
    """Score the complete round (R5.1 – R5.5); ROUND_SCORED, or GAME_ENDED after the last one."""
    seats = np.int64(small[at.SEATS])
    size = np.int64(small[at.HAND_SIZE])
    number = np.int64(small[at.ROUND])
    last = number == rule[at.ROUNDS]
    total_bid = np.int64(0)
    for seat in range(seats):
        bid = np.int64(small[at.BID + seat])
        won = np.int64(small[at.WON + seat])
        total_bid += bid
        value = round_score(rule, bid, won, size)
        if bid == won:
            small[at.MADE + seat] += 1
            if last:
                value += np.int64(rule[at.LAST_ROUND_BONUS])
        points[at.SCORE + seat] = value
    if total_bid == size:
        points[at.SCORE + np.int64(small[at.DEALER])] -= rule[at.EVEN_PENALTY]
    for seat in range(seats):
        value = np.int64(points[at.SCORE + seat])
        points[at.TOTAL + seat] += value
        if number == 1 or value > points[at.BEST_ROUND + seat]:
            points[at.BEST_ROUND + seat] = value
            points[at.BEST_COUNT + seat] = 1
        elif value == points[at.BEST_ROUND + seat]:
            points[at.BEST_COUNT + seat] += 1
        if last and small[at.MADE + seat] == number:
            points[at.TOTAL + seat] += rule[at.PERFECT_BONUS]
    small[at.PHASE] = at.GAME_OVER if last else at.DEALING
    return GAME_ENDED if last else ROUND_SCORED


@jit
def _before(rule: Rule, small: Small, points: Points, one: Int, other: Int) -> bool:
    """Whether a seat ranks before another (R6.2)."""
    difference = points[at.TOTAL + one] - points[at.TOTAL + other]
    if difference or rule[at.TIE_BREAK] == 0:
        return difference > 0
    if rule[at.TIE_BREAK] == 1:
        return small[at.MADE + one] > small[at.MADE + other]
    difference = points[at.BEST_ROUND + one] - points[at.BEST_ROUND + other]
    if difference:
        return difference > 0
    return points[at.BEST_COUNT + one] > points[at.BEST_COUNT + other]


@jit
def ranks(rule: Rule, small: Small, points: Points, out: NDArray[np.uint8]) -> None:
    """Write the rank of each seat (R6.2), by the rounds scored so far, to `out`, uint8[6]."""
    seats = np.int64(small[at.SEATS])
    for seat in range(seats):
        rank = 1
        for other in range(seats):
            rank += _before(rule, small, points, other, seat)
        out[seat] = rank
