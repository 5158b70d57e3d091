"""Worlds that fit what a seat sees, weighed by what the others bid: how likely that is with these hands."""

from __future__ import annotations

import math

import numpy as np

from rufen.kernel import layout as at
from rufen.kernel.beliefs import sample
from rufen.kernel.chance import word
from rufen.kernel.jit import Int, jit
from rufen.kernel.network.judging import Judgement, best_of, choose_trump, judge
from rufen.kernel.network.weights import Floats, Weights
from rufen.kernel.play import Cards, Points, Rule, Small, legal, step
from rufen.kernel.search import room as of
from rufen.kernel.search.room import Room, Settings
from rufen.kernel.tables import NO_CARD, NO_TRUMP, OPEN

__all__ = ["choose", "draw", "gather_played"]

U = np.uint64


@jit
def gather_played(small: Small, room: Room) -> None:
    """Gather the cards that each seat has played, from the rows of the game."""
    for seat in range(6):
        room.gone[seat] = 0
    for card in range(60):
        if small[at.PLAYED_BY + card]:
            room.gone[np.int64(small[at.PLAYED_BY + card]) - 1] |= U(1) << U(card)


@jit
def draw(
    weights: Weights, settings: Settings, rule: Rule, small: Small, cards: Cards, points: Points, room: Room
) -> None:
    """Draw one world more into the pool, and weigh it. The plan of beliefs must be prepared."""
    place = room.state[of.DRAWN]
    sample(room.plan, room.table, room.rng, room.hands[place])
    room.weight[place] = _replay(weights, settings, rule, small, cards, points, room, place)
    room.state[of.DRAWN] += 1


@jit
def _replay(
    weights: Weights,
    settings: Settings,
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    room: Room,
    place: Int,
) -> float:
    """The logarithm of how likely the bids of others are in a world of the pool; unknown ones are guessed."""
    me = room.state[of.SEAT]
    bids = room.bids[place]
    secret = rule[at.DISCLOSURE] == 2
    for other in range(6):
        bids[other] = NO_CARD if secret and other != me else small[at.BID + other]
    if settings.bid_warmth <= 0 and not secret:
        return 0.0
    seats = np.int64(small[at.SEATS])
    _back_to_bidding(small, cards, room, place)
    row, held = room.small, room.cards
    chance = 0.0
    if room.small[at.PHASE] == at.CHOOSING_TRUMP:
        dealer = np.int64(small[at.DEALER])
        trump = np.int64(small[at.TRUMP])
        if dealer != me and settings.bid_warmth > 0:
            choose_trump(weights, rule, row, held, points, dealer, room.judged, room.values)
            room.state[of.EVALUATIONS] += 4
            chance += _share(room.values, 4, trump, settings.bid_warmth, settings.human)
        step(rule, row, held, points, at.FIRST_TRUMP + trump)
    for _ in range(seats):
        seat = np.int64(row[at.TURN])
        bid = np.int64(bids[seat])
        if seat != me and (bid == NO_CARD or settings.bid_warmth > 0):
            none, allowed = legal(rule, row, held, points)
            n = judge(weights, rule, row, held, points, seat, none, allowed, room.judged)
            room.state[of.EVALUATIONS] += 1
            if bid == NO_CARD:
                bid = room.judged.action[best_of(room.judged, n)] - at.FIRST_BID
                bids[seat] = bid
            else:
                taken = _place_of(room.judged, n, at.FIRST_BID + bid)
                chance += _share(room.judged.value, n, taken, settings.bid_warmth, settings.human)
        step(rule, row, held, points, at.FIRST_BID + bid)
    return chance


@jit
def _back_to_bidding(small: Small, cards: Cards, room: Room, place: Int) -> None:
    """The rows of a world as they were after the deal."""
    row, held = room.small, room.cards
    seats = np.int64(small[at.SEATS])
    for column in range(at.SMALL_WIDTH):
        row[column] = small[column]
    for column in range(at.PLAYED_IN, at.SMALL_WIDTH):
        row[column] = 0
    dealer = np.int64(small[at.DEALER])
    first = (dealer + 1) % seats
    turn_up = np.int64(small[at.TURN_UP])
    row[at.PHASE] = at.BIDDING
    row[at.TURN] = first
    if 52 <= turn_up < 56 and small[at.TRUMP] != NO_TRUMP:
        row[at.PHASE] = at.CHOOSING_TRUMP
        row[at.TRUMP] = NO_TRUMP
        row[at.TURN] = dealer
    row[at.LEADER] = first
    row[at.WINNER] = first
    row[at.LED] = OPEN
    row[at.BEST] = 0
    row[at.PLACE] = 0
    row[at.LEFT] = small[at.HAND_SIZE]
    row[at.PLACED] = 0
    for seat in range(6):
        row[at.BID + seat] = NO_CARD
        row[at.WON + seat] = 0
        row[at.CARD + seat] = NO_CARD
        row[at.VOID + seat] = 0
        held[at.HAND + seat] = room.hands[place, seat] | room.gone[seat]
    held[at.SEEN] = U(1) << U(turn_up) if turn_up != NO_CARD else U(0)


@jit
def _place_of(judged: Judgement, n: Int, action: Int) -> Int:
    """The place of an action among those judged; −1 where it is not legal."""
    for i in range(n):
        if judged.action[i] == action:
            return np.int64(i)
    return np.int64(-1)


@jit
def _share(values: Floats, n: Int, taken: Int, warmth: float, human: float) -> float:
    """The logarithm of the chance that somebody takes an action, by what each of `n` is worth to it."""
    if taken < 0:
        return -50.0
    top = values[0]
    for i in range(1, n):
        top = max(top, values[i])
    total = 0.0
    for i in range(n):
        total += math.exp((values[i] - top) / warmth)
    share = math.exp((values[taken] - top) / warmth) / total
    return math.log((1 - human) * share + human / n + 1e-20)


@jit
def choose(room: Room, number: Int) -> None:
    """Choose `number` worlds of the pool, each as often as its weight says, and move them to the front.

    Source: systematic resampling; Carpenter, Clifford, Fearnhead, "Improved particle filter for nonlinear
    problems" (1999).
    """
    drawn = room.state[of.DRAWN]
    top = room.weight[0]
    for place in range(1, drawn):
        top = max(top, room.weight[place])
    total = 0.0
    for place in range(drawn):
        room.weight[place] = math.exp(room.weight[place] - top)
        total += room.weight[place]
    each = total / number
    edge = np.float64(word(room.rng) >> U(11)) * 2.0**-53 * each
    reached = 0.0
    chosen = np.int64(0)
    for place in range(drawn):
        reached += room.weight[place]
        times = np.int64(0)
        while edge < reached:
            times += 1
            edge += each
        if times:
            for seat in range(6):
                room.hands[chosen, seat] = room.hands[place, seat]
                room.bids[chosen, seat] = room.bids[place, seat]
            room.times[chosen] = times
            chosen += 1
    room.state[of.CHOSEN] = chosen
    room.state[of.NEXT] = 0
