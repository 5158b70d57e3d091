"""Whole games of random players, as fast as the machine allows: what `rufen bench` measures.

Every setting that changes play or scores is heeded. Scores and forbidden bids come from `rufen.kernel.play`;
the deal and the tricks are written again here, with local variables in place of rows, because they are nearly
all of the time. `benchmarks/kernel/random_games.cpp` is the same in C++.

The chance of a game is one SplitMix64 stream, which starts at a word made from the seed and the number of the
game. A draw 0 … n − 1 scales the upper half of a word, as `rufen.kernel.chance.below` does. They come in this
order: in every round one draw for each card dealt, the place in the rest of the deck it comes from
(Fisher–Yates; the deck begins the game in the order of the cards and stays as it lies between rounds), two of
them from the halves of one word, the upper first; one for the turn-up likewise; one for the trump if a Wizard
was turned up; one for each bid; and one for each card played, among the legal ones from the lowest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.bits import count, lowest, select
from rufen.kernel.chance import GAMMA, mix
from rufen.kernel.jit import Int, Word, jit
from rufen.kernel.play import Cards, Points, Rule, Small, begin, legal, score
from rufen.kernel.tables import FOLLOW, NEXT_LED, NO_CARD, NO_TRUMP, OPEN, POWER, SPECIAL, SUIT_OF

__all__ = ["DECISIONS", "PLAYS", "random_games"]

U = np.uint64

DECISIONS, PLAYS = 0, 1
"""The places of the counters: everything that players decided, and the cards among it."""

_FIXED = U(3)
"""The highest led state in which the card does not change it."""


@jit
def _scaled(word: Word, n: Word) -> Word:
    """The random number 0 … n − 1 that the upper half of a word makes."""
    return ((word >> U(32)) * n) >> U(32)


@jit
def _draw(state: Word, n: Word) -> Word:
    """The random number 0 … n − 1 that belongs to a state of chance."""
    return _scaled(mix(state), n)


@jit
def random_games(
    rule: Rule,
    seats: Int,
    games: Int,
    seed: Int,
    fast: bool,
    totals: NDArray[np.int32],
    counters: NDArray[np.uint64],
) -> None:
    """Play whole games of `seats` random players under a row of rules, seat 0 dealing first.

    `fast` is for `rufen.kernel.bits.select` and changes nothing but the speed. `totals`, int32[games, 6],
    receives the totals by seat; `counters`, uint64[2], is added to. Nothing is checked.
    """
    small = np.zeros(at.SMALL_WIDTH, np.uint8)
    cards = np.zeros(at.CARDS_WIDTH, np.uint64)
    points = np.zeros(at.POINTS_WIDTH, np.int32)
    deck = np.empty(60, np.uint8)
    won = np.empty(6, np.uint8)
    players = U(seats)
    rounds = np.int64(rule[at.ROUNDS])
    for game in range(games):
        state = mix(U(seed) + U(game) * GAMMA)
        for card in range(60):
            deck[card] = card
        begin(small, cards, points, 0, seats, 0)
        for number in range(rounds):
            size = np.int64(rule[at.SIZES + number])
            dealer = number % seats
            first = U(dealer + 1 if dealer + 1 < seats else 0)
            small[at.ROUND] = number + 1
            small[at.HAND_SIZE] = size
            small[at.DEALER] = dealer
            state = _deal(deck, cards, players, U(size), first, state)
            trump = U(NO_TRUMP)
            dealt = U(seats * size)
            if dealt < U(60) and not (number + 1 == rounds and rule[at.NO_LAST_TRUMP]):
                state += GAMMA
                other = dealt + _draw(state, U(60) - dealt)
                turned_up = deck[other]
                deck[other] = deck[dealt]
                deck[dealt] = turned_up
                if turned_up < 52:
                    trump = U(SUIT_OF[turned_up])
                elif turned_up < 56:
                    state += GAMMA
                    trump = _draw(state, U(4))
                    counters[DECISIONS] += U(1)
            state = _bids(rule, small, cards, points, players, U(size), first, state, fast)
            for seat in range(seats):
                won[seat] = 0
            leads = U(rule[at.LEADS])
            state = _tricks(leads, trump, cards, won, players, U(size), first, state, fast)
            for seat in range(seats):
                small[at.WON + seat] = won[seat]
            score(rule, small, points)
            counters[PLAYS] += dealt
            counters[DECISIONS] += dealt + players
        for seat in range(seats):
            totals[game, seat] = points[at.TOTAL + seat]


@jit
def _deal(deck: NDArray[np.uint8], hands: Cards, players: Word, size: Word, first: Word, state: Word) -> Word:
    """Deal a round from the left of the dealer (R2.1). This and all below return the state of chance."""
    for holder in range(players):
        hands[holder] = U(0)
    seat = first
    dealt = players * size
    place = U(0)
    while place < dealt:
        state += GAMMA
        word = mix(state)
        for _half in range(2):
            other = place + _scaled(word, U(60) - place)
            card = deck[other]
            deck[other] = deck[place]
            deck[place] = card
            hands[seat] |= U(1) << U(card)
            seat += U(1)
            if seat == players:
                seat = U(0)
            place += U(1)
            if place == dealt:
                break
            word <<= U(32)
    return state


@jit
def _bids(
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    players: Word,
    size: Word,
    first: Word,
    state: Word,
    fast: bool,
) -> Word:
    """Every legal bid is as likely as the others (R3)."""
    seats = np.int64(players)
    seat: Int = np.int64(first)
    for placed in range(seats):
        state += GAMMA
        if placed == seats - 1 and rule[at.RESTRICTION]:
            small[at.PHASE] = at.BIDDING
            small[at.PLACED] = placed
            small[at.BID + seat] = NO_CARD
            _plays, bids = legal(rule, small, cards, points)
            small[at.BID + seat] = lowest(select(bids, _draw(state, count(bids)), fast))
        else:
            small[at.BID + seat] = _draw(state, size + U(1))
        seat += 1
        if seat == seats:
            seat = 0
    return state


@jit
def _tricks(
    leads: Word,
    trump: Word,
    hands: Cards,
    won: NDArray[np.uint8],
    players: Word,
    size: Word,
    first: Word,
    state: Word,
    fast: bool,
) -> Word:
    """Play a round out and count the tricks won by each seat (R4), as `rufen.kernel.play` does."""
    next_led = NEXT_LED[leads]
    power_of = POWER[trump]
    seat = first
    for _trick in range(size):
        led = U(OPEN)
        best = U(0)
        winner = seat
        for _place in range(players):
            hand = hands[seat]
            follow = hand & FOLLOW[led]
            legal_now = (follow | (hand & SPECIAL)) if follow else hand
            state += GAMMA
            bit = select(legal_now, _draw(state, count(legal_now)), fast)
            card = lowest(bit)
            hands[seat] = hand ^ bit
            # The table says the same for every state, but then each card would wait for the one before it.
            if led > _FIXED:
                led = U(next_led[led, card])
            power = U(power_of[led, card])
            if power > best:
                best = power
                winner = seat
            seat += U(1)
            if seat == players:
                seat = U(0)
        won[winner] += np.uint8(1)
        seat = winner
    return state
