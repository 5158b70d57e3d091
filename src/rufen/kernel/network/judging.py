"""What a network thinks of everything that a seat may do: chances of tricks, expected scores, the best."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.bits import lowest
from rufen.kernel.jit import Int, Word, jit
from rufen.kernel.network.forward import chances, find_busy, hidden_layers
from rufen.kernel.network.inputs import extra_bonus, find_inputs, suit_order
from rufen.kernel.network.shape import FIRST_PLAY, JESTER, MOST_ON, PADDED, WIZARD
from rufen.kernel.network.weights import Floats, Weights
from rufen.kernel.play import Cards, Points, Rule, Small, legal, round_score
from rufen.kernel.tables import NO_CARD

__all__ = [
    "MOST",
    "PRIDE",
    "Judgement",
    "best_of",
    "choose_trump",
    "decide",
    "judge",
    "judge_trump",
    "new_judgement",
]

U = np.uint64
F = np.float32

MOST = 24
"""The most actions that are told apart: 21 bids, or 20 cards."""
PRIDE = 0.01
"""What a made bid is worth by itself, in points: it decides where the house rules give nothing for it."""


class Judgement(NamedTuple):
    """Room for one judgement, reused from call to call. `judge` returns how many actions there are."""

    action: NDArray[np.int64]
    """[MOST]: the action index; equal Wizards are one action, and so are Jesters."""
    output: NDArray[np.int64]
    """[MOST]: the network's output."""
    value: Floats
    """[MOST]: the expected score of the round, in points, with PRIDE for a made bid.

    The penalty for even bids (R5.4) is in the dealer's bids, but not in its plays, which cannot change it."""
    tricks: Floats
    """[MOST, PADDED]: the chance of each number of tricks in the whole round, 0 … hand size."""
    on: NDArray[np.int16]
    """[MOST_ON]: the inputs that are 1."""
    counts: NDArray[np.int64]
    """[2]: how many inputs are on; how many classes the outputs have."""
    order: NDArray[np.int64]
    """[5]: the order of suits."""
    first: Floats
    """[a]: the hidden layers."""
    second: Floats
    """[b]"""
    scores: Floats
    """[PADDED]: what the bid in hand scores with each number of tricks."""
    places: NDArray[np.int64]
    """[the larger of a and b, + 1]: which units of a layer are not 0."""
    part: Floats
    """[PADDED]: the chances of one output, before the tricks already won are added."""


def new_judgement(weights: Weights) -> Judgement:
    """Room for the judgements of networks of this size, by one thread at a time."""
    a, b = weights.w2.shape[-2:]
    return Judgement(
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.float32),
        np.zeros((MOST, PADDED), np.float32),
        np.zeros(MOST_ON, np.int16),
        np.zeros(2, np.int64),
        np.zeros(5, np.int64),
        np.zeros(a, np.float32),
        np.zeros(b, np.float32),
        np.zeros(PADDED, np.float32),
        np.zeros(max(a, b) + 1, np.int64),
        np.zeros(PADDED, np.float32),
    )


@jit
def judge(
    weights: Weights,
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    seat: Int,
    plays: Word,
    bids: Word,
    out: Judgement,
) -> Int:
    """Judge the plays or bids of a seat (as `rufen.kernel.play.legal` tells them); returns how many.

    Reads only what the seat may know. The phase must be BIDDING or PLAYING.
    """
    size = np.int64(small[at.HAND_SIZE])
    suit_order(small, cards, seat, out.order)
    on = find_inputs(rule, small, cards, points, seat, out.order, out.on)
    out.counts[0] = on
    hidden_layers(weights, out.on, on, out.first, out.second, out.places)
    busy = find_busy(out.second, out.places)
    extra = extra_bonus(rule, small, seat)
    n = 0
    if not plays:
        even = _even_bid(rule, small, seat)
        out.counts[1] = size + 1
        while bids:
            bid = np.int64(lowest(bids))
            bids &= bids - U(1)
            out.action[n] = at.FIRST_BID + bid
            out.output[n] = bid
            chances(weights, bid, size + 1, out.second, out.places, busy, out.tricks[n])
            _score_bid(rule, bid, size, extra, out.scores)
            value = F(0)
            for k in range(size + 1):
                value += out.tricks[n, k] * out.scores[k]
            if bid == even:
                value -= F(rule[at.EVEN_PENALTY])
            out.value[n] = value
            n += 1
        return n
    left = np.int64(small[at.LEFT])
    won = np.int64(small[at.WON + seat])
    out.counts[1] = left + 1
    _score_bid(rule, np.int64(small[at.BID + seat]), size, extra, out.scores)
    last = np.int64(-1)
    while plays:
        card = np.int64(lowest(plays))
        plays &= plays - U(1)
        if card < 52:
            suit = card // 13
            output = FIRST_PLAY + 13 * out.order[suit] + card - 13 * suit
        else:
            output = np.int64(WIZARD) if card < 56 else np.int64(JESTER)
            if output == last:
                continue
        last = output
        out.action[n] = card
        out.output[n] = output
        chances(weights, output, left + 1, out.second, out.places, busy, out.part)
        value = F(0)
        for k in range(size + 1):
            out.tricks[n, k] = F(0)
        for k in range(left + 1):
            out.tricks[n, won + k] = out.part[k]
            value += out.part[k] * out.scores[won + k]
        out.value[n] = value
        n += 1
    return n


@jit
def _score_bid(rule: Rule, bid: Int, size: Int, extra: float, scores: Floats) -> None:
    for k in range(size + 1):
        scores[k] = F(round_score(rule, bid, k, size))
    scores[bid] += F(extra + PRIDE)


@jit
def _even_bid(rule: Rule, small: Small, seat: Int) -> Int:
    """The bid with which the dealer makes the bids even and is punished for it (R5.4); −1 if not known."""
    if rule[at.EVEN_PENALTY] == 0 or rule[at.DISCLOSURE] or seat != small[at.DEALER]:
        return np.int64(-1)
    even = np.int64(small[at.HAND_SIZE])
    for other in range(np.int64(small[at.SEATS])):
        if other != seat:
            bid = np.int64(small[at.BID + other])
            if bid == NO_CARD:
                return np.int64(-1)
            even -= bid
    return even


@jit
def best_of(out: Judgement, n: Int) -> Int:
    """The place of the best of `n` judged actions, the first of equals."""
    best = np.int64(0)
    for i in range(1, n):
        if out.value[i] > out.value[best]:
            best = np.int64(i)
    return best


@jit
def judge_trump(
    weights: Weights,
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    seat: Int,
    suit: Int,
    out: Judgement,
) -> Int:
    """Judge the bids of the dealer under a trump 0 … 3 that is still to be named (R2.5); returns how many.

    A suit is worth the best bid under it, as if bids were secret: nobody has bid yet.
    """
    secret = rule.copy()
    secret[at.DISCLOSURE] = max(rule[at.DISCLOSURE], np.uint8(1))
    secret[at.RESTRICTION] = 0
    ahead = small.copy()
    ahead[at.PHASE] = at.BIDDING
    ahead[at.TRUMP] = suit
    bids = (U(2) << U(small[at.HAND_SIZE])) - U(1)
    return judge(weights, secret, ahead, cards, points, seat, U(0), bids, out)


@jit
def choose_trump(
    weights: Weights,
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    seat: Int,
    out: Judgement,
    values: Floats,
) -> Int:
    """The best trump 0 … 3 for the dealer (R2.5); `values`, float32[4], gets the best score under each."""
    best = np.int64(0)
    for suit in range(4):
        n = judge_trump(weights, rule, small, cards, points, seat, suit, out)
        values[suit] = out.value[best_of(out, n)]
        if values[suit] > values[best]:
            best = np.int64(suit)
    return best


@jit
def decide(
    weights: Weights, rule: Rule, small: Small, cards: Cards, points: Points, out: Judgement, values: Floats
) -> Int:
    """The best action for the seat to act; `values` is room for float32[4]."""
    seat = np.int64(small[at.TURN])
    if small[at.PHASE] == at.CHOOSING_TRUMP:
        return at.FIRST_TRUMP + choose_trump(weights, rule, small, cards, points, seat, out, values)
    plays, bids = legal(rule, small, cards, points)
    n = judge(weights, rule, small, cards, points, seat, plays, bids, out)
    return out.action[best_of(out, n)]
