"""Which card to play: the best few by the network, played on in the same worlds until the seat decides again.

A search is begun, goes on for as long as it is given, and can be asked for the best card at any time.
"""

from __future__ import annotations

import numpy as np

from rufen.kernel import layout as at
from rufen.kernel.beliefs import observe, prepare
from rufen.kernel.bits import count, lowest
from rufen.kernel.chance import GAMMA, mix
from rufen.kernel.jit import Int, Word, jit
from rufen.kernel.network.judging import best_of, judge
from rufen.kernel.network.weights import Weights
from rufen.kernel.play import Cards, Points, Rule, Small, legal_cards, step
from rufen.kernel.search import room as of
from rufen.kernel.search.room import POOL, Room, Settings
from rufen.kernel.search.worlds import choose, draw, gather_played

__all__ = ["begin", "best", "go_on", "search"]

U = np.uint64


@jit
def begin(
    weights: Weights,
    settings: Settings,
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    seed: Word,
    room: Room,
) -> Int:
    """Begin a search for the seat to act in the phase PLAYING; how many cards it compares.

    With one there is nothing to search for: a single choice, a network that is sure, or no deal that fits.
    Reads only what the seat may know; chance comes from `seed` and from that.
    """
    state = room.state
    for i in range(of.STATE):
        state[i] = 0
    seat = np.int64(small[at.TURN])
    state[of.SEAT] = seat
    judged = room.judged
    n = judge(weights, rule, small, cards, points, seat, legal_cards(small, cards), U(0), judged)
    state[of.EVALUATIONS] = 1
    size = np.int64(small[at.HAND_SIZE])
    for k in range(size + 1):
        room.worth[k] = judged.scores[k]
    # the best ones first
    number = np.int64(0)
    top = judged.value[best_of(judged, n)]
    while number < min(n, settings.most):
        place = best_of(judged, n)
        if judged.value[place] < top - settings.within:
            break
        room.action[number] = judged.action[place]
        room.first[number] = judged.value[place]
        room.total[number] = 0
        for k in range(size + 1):
            room.chance[number, k] = 0
            room.before[number, k] = judged.tricks[place, k]
        judged.value[place] = -np.inf
        number += 1
    state[of.CANDIDATES] = number
    if number == 1:
        return number
    observe(small, cards, seat, room.plan)
    held = np.int64(count(cards[at.HAND + seat]))
    if held != small[at.LEFT] or prepare(room.plan, room.table) == 0:
        state[of.CANDIDATES] = 1
        return np.int64(1)
    gather_played(small, room)
    room.rng[0] = mix(seed + GAMMA)
    room.rng[0] = mix(room.rng[0] ^ cards[at.HAND + seat])
    room.rng[0] = mix(room.rng[0] ^ cards[at.SEEN])
    state[of.SIZE] = min(settings.first, POOL)
    return number


@jit
def go_on(
    weights: Weights,
    settings: Settings,
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    until: Int,
    room: Room,
) -> bool:
    """Search on until the network was asked `until` times in all, or `room.stop` is set; whether it is over.

    Going on in several steps comes to the same as in one. The last step of all may exceed `until` by the
    evaluations that one world takes.
    """
    state = room.state
    while state[of.CANDIDATES] > 1 and state[of.WORLDS] < settings.worlds:
        if state[of.EVALUATIONS] >= until or room.stop[0]:
            return False
        if state[of.NEXT] < state[of.CHOSEN]:
            _play_world(weights, settings, rule, small, cards, points, room)
            if state[of.NEXT] == state[of.CHOSEN]:
                state[of.DRAWN] = 0
                state[of.SIZE] = min(2 * state[of.SIZE], POOL)
        elif state[of.DRAWN] < state[of.SIZE]:
            draw(weights, settings, rule, small, cards, points, room)
        else:
            choose(room, max(state[of.SIZE] // settings.keep, 1))
    return True


@jit
def _play_world(
    weights: Weights, settings: Settings, rule: Rule, small: Small, cards: Cards, points: Points, room: Room
) -> None:
    """Play every card that is compared on in the next world."""
    state = room.state
    place = state[of.NEXT]
    state[of.NEXT] += 1
    # so that a budget ends where the network is asked nothing
    state[of.EVALUATIONS] += 1
    number = state[of.CANDIDATES]
    size = np.int64(small[at.HAND_SIZE])
    times = np.float64(room.times[place])
    for i in range(number):
        room.total[i] += times * _play_on(weights, rule, small, cards, points, room, place, i, times, size)
    state[of.WORLDS] += room.times[place]


@jit
def _play_on(
    weights: Weights,
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    room: Room,
    place: Int,
    i: Int,
    times: float,
    size: Int,
) -> float:
    """The score expected of one card in one world, by the network at the searcher's next real decision."""
    row, held = room.small, room.cards
    me = room.state[of.SEAT]
    for column in range(at.SMALL_WIDTH):
        row[column] = small[column]
    for seat in range(6):
        held[at.HAND + seat] = room.hands[place, seat]
        row[at.BID + seat] = room.bids[place, seat]
    held[at.SEEN] = cards[at.SEEN]
    for column in range(at.POINTS_WIDTH):
        room.points[column] = points[column]
    action: Int = room.action[i]
    while True:
        step(rule, row, held, room.points, action)
        if row[at.PHASE] != at.PLAYING:
            won = np.int64(row[at.WON + me])
            room.chance[i, won] += times
            return room.worth[won]
        turn = np.int64(row[at.TURN])
        plays = legal_cards(row, held)
        action = np.int64(lowest(plays))
        if count(plays) > U(1):
            n = judge(weights, rule, row, held, room.points, turn, plays, U(0), room.judged)
            room.state[of.EVALUATIONS] += 1
            taken = best_of(room.judged, n)
            action = room.judged.action[taken]
            if turn == me and n > 1:
                for k in range(size + 1):
                    room.chance[i, k] += times * room.judged.tricks[taken, k]
                return np.float64(room.judged.value[taken])


@jit
def best(settings: Settings, room: Room) -> Int:
    """The place of the best card so far, of equals the one that the network put first."""
    leader = np.int64(0)
    top = -np.inf
    for i in range(room.state[of.CANDIDATES]):
        value = (room.total[i] + settings.prior * room.first[i]) / (room.state[of.WORLDS] + settings.prior)
        if value > top:
            top = value
            leader = np.int64(i)
    return leader


@jit
def search(
    weights: Weights,
    settings: Settings,
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    seed: Word,
    until: Int,
    room: Room,
) -> Int:
    """The card to play, after asking the network about `until` times."""
    if begin(weights, settings, rule, small, cards, points, seed, room) > 1:
        go_on(weights, settings, rule, small, cards, points, until, room)
    return room.action[best(settings, room)]
