"""Rounds played by networks and rules of thumb, with what the learner is to learn from them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.bits import count, lowest
from rufen.kernel.chance import below, word
from rufen.kernel.jit import Int, Word, jit
from rufen.kernel.network.judging import Judgement, best_of, choose_trump, decide, judge
from rufen.kernel.network.shape import MOST_ON, PADDED
from rufen.kernel.network.weights import Floats, Weights
from rufen.kernel.play import GOES_ON, Cards, Points, Rule, Small, legal, step
from rufen.kernel.policies import counting, uniform
from rufen.kernel.search.cards import search
from rufen.kernel.search.room import Room as SearchRoom
from rufen.kernel.search.room import Settings
from rufen.kernel.search.room import new_room as new_search_room

__all__ = [
    "COUNTING",
    "LONGEST",
    "SEARCHING",
    "UNIFORM",
    "Company",
    "Lookahead",
    "Records",
    "new_company",
    "new_lookahead",
    "new_records",
    "play_round",
    "set_targets",
    "single",
]

U = np.uint64
F = np.float32

COUNTING, UNIFORM, SEARCHING = -1, -2, -3
"""Who sits in a seat besides networks, which are numbered from 0. SEARCHING looks ahead with network 0."""
LONGEST = 72
"""The most decisions of a round that are recorded: a bid and every card of six seats."""


class Company(NamedTuple):
    """Who sits at a table, by seat."""

    who: NDArray[np.int64]
    """[6]: the number of a network, COUNTING, UNIFORM or SEARCHING."""
    learns: NDArray[np.uint8]
    """[6]: whether its decisions are recorded, and it explores."""
    warmth: Floats
    """[6]: 0 plays the best action; else actions are drawn with weights exp(points / warmth)."""
    shift: NDArray[np.int64]
    """[6]: added to every bid that it leaves legal: who bids too much or too little."""


def new_company() -> Company:
    """Six seats of the learner, to be filled anew for each table."""
    return Company(
        np.zeros(6, np.int64), np.zeros(6, np.uint8), np.zeros(6, np.float32), np.zeros(6, np.int64)
    )


class Lookahead(NamedTuple):
    """How whoever is SEARCHING looks ahead."""

    settings: Settings
    until: np.int64
    """How often it may ask its network about a card."""
    room: SearchRoom


def new_lookahead(weights: Weights, settings: Settings, nodes: int) -> Lookahead:
    """Room to look ahead with networks of this size, asking them `nodes` times about a card."""
    return Lookahead(settings, np.int64(nodes), new_search_room(weights))


class Records(NamedTuple):
    """Decisions of the learner, a row each."""

    length: NDArray[np.int64]
    """[1]: how many rows are filled."""
    seat: NDArray[np.int64]
    on: NDArray[np.int16]
    """[rows, MOST_ON]: the inputs that were 1, and how many in `number`."""
    number: NDArray[np.int64]
    output: NDArray[np.int64]
    classes: NDArray[np.int64]
    before: NDArray[np.int64]
    """The tricks that its first class stands for: those already won for a card, 0 for a bid."""
    first: Floats
    second: Floats
    chances: Floats
    """[rows, PADDED]: what the network said of the action that was taken."""
    best: Floats
    """[rows, PADDED]: what it said of the best action, by tricks in all."""
    target: Floats
    """[rows, PADDED]: what it should have said of the action that was taken."""


def new_records(rows: int, first: int, second: int) -> Records:
    """Room for decisions of networks with these hidden layers."""
    whole, real = np.int64, np.float32
    return Records(
        np.zeros(1, whole),
        np.zeros(rows, whole),
        np.zeros((rows, MOST_ON), np.int16),
        np.zeros(rows, whole),
        np.zeros(rows, whole),
        np.zeros(rows, whole),
        np.zeros(rows, whole),
        np.zeros((rows, first), real),
        np.zeros((rows, second), real),
        np.zeros((rows, PADDED), real),
        np.zeros((rows, PADDED), real),
        np.zeros((rows, PADDED), real),
    )


@jit
def single(networks: Weights, number: Int) -> Weights:
    """One of several stacked networks, sharing its numbers."""
    return Weights(
        networks.w1[number],
        networks.b1[number],
        networks.w2[number],
        networks.b2[number],
        networks.w3[number],
        networks.b3[number],
    )


@jit
def play_round(
    networks: Weights,
    company: Company,
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    explore: float,
    rng: NDArray[np.uint64],
    out: Judgement,
    values: Floats,
    records: Records,
    ahead: Lookahead,
) -> Int:
    """Play a dealt round to its end; returns the number of decisions with a choice.

    `explore` is the chance that a learner takes another action than its best one.
    """
    decisions = np.int64(0)
    while True:
        seat = np.int64(small[at.TURN])
        plays, others = legal(rule, small, cards, points)
        who = company.who[seat]
        if count(plays | others) == 1:
            action: Int = np.int64(lowest(plays)) if plays else at.FIRST_BID + np.int64(lowest(others))
        elif who == UNIFORM:
            action = uniform(plays, others, rng)
            decisions += 1
        elif who == COUNTING:
            action = counting(rule, small, cards, plays, others)
            decisions += 1
        elif who == SEARCHING:
            network = single(networks, 0)
            if plays:
                seed = word(rng)
                action = search(
                    network, ahead.settings, rule, small, cards, points, seed, ahead.until, ahead.room
                )
            else:
                action = decide(network, rule, small, cards, points, out, values)
            decisions += 1
        else:
            decisions += 1
            network = single(networks, who)
            learns = company.learns[seat] != 0
            if small[at.PHASE] == at.CHOOSING_TRUMP:
                suit = choose_trump(network, rule, small, cards, points, seat, out, values)
                if learns and _happens(explore, rng):
                    suit = np.int64(below(rng, U(4)))
                action = at.FIRST_TRUMP + suit
            else:
                n = judge(network, rule, small, cards, points, seat, plays, others, out)
                best = best_of(out, n)
                taken = best
                if learns:
                    if n > 1:
                        if _happens(explore, rng):
                            taken = _another(best, n, others != 0, rng)
                        _record(small, seat, best, taken, others != 0, out, records)
                elif company.warmth[seat] > 0:
                    taken = _warm(out, n, company.warmth[seat], rng)
                action = out.action[taken]
                if company.shift[seat] and others:
                    action = _shifted(action, company.shift[seat], others, rng)
        if step(rule, small, cards, points, action) != GOES_ON:
            return decisions


@jit
def _happens(chance: float, rng: NDArray[np.uint64]) -> bool:
    return bool(np.float64(word(rng) >> U(11)) * 2.0**-53 < chance)


@jit
def _shifted(bid: Int, shift: Int, legal_bids: Word, rng: NDArray[np.uint64]) -> Int:
    """A bid as somebody places it who often bids too much or too little."""
    other = bid + shift
    if other < at.FIRST_BID or not _happens(0.6, rng):
        return bid
    return other if legal_bids >> U(other - at.FIRST_BID) & U(1) else bid


@jit
def _another(best: Int, n: Int, bids: bool, rng: NDArray[np.uint64]) -> Int:
    """Any action; of bids mostly one that lies near the best, for others teach little."""
    if bids and below(rng, U(4)):
        near = best + np.int64(below(rng, U(5))) - 2
        return np.int64(0) if near < 0 else near if near < n else n - 1
    return np.int64(below(rng, U(n)))


@jit
def _warm(out: Judgement, n: Int, warmth: float, rng: NDArray[np.uint64]) -> Int:
    top = out.value[best_of(out, n)]
    total = 0.0
    for i in range(n):
        total += math.exp((out.value[i] - top) / warmth)
    left = np.float64(word(rng) >> U(11)) * 2.0**-53 * total
    for i in range(n):
        left -= math.exp((out.value[i] - top) / warmth)
        if left < 0:
            return np.int64(i)
    return np.int64(n - 1)


@jit
def _record(
    small: Small, seat: Int, best: Int, taken: Int, bids: bool, out: Judgement, records: Records
) -> None:
    row = records.length[0]
    records.length[0] += 1
    records.seat[row] = seat
    number, classes = out.counts[0], out.counts[1]
    before = np.int64(0) if bids else np.int64(small[at.WON + seat])
    records.number[row] = number
    for i in range(number):
        records.on[row, i] = out.on[i]
    records.output[row] = out.output[taken]
    records.classes[row] = classes
    records.before[row] = before
    for j in range(len(out.first)):
        records.first[row, j] = out.first[j]
    for j in range(len(out.second)):
        records.second[row, j] = out.second[j]
    for k in range(classes):
        records.chances[row, k] = out.tricks[taken, before + k]
    for k in range(PADDED):
        records.best[row, k] = F(0)
    for k in range(before, before + classes):
        records.best[row, k] = out.tricks[best, k]


@jit
def set_targets(small: Small, begin: Int, trace: float, records: Records) -> None:
    """Set the targets of the decisions of a round that is over, the rows from `begin` on.

    The last decision of a seat is told what came of it; each earlier one the mixture 1 − `trace` of what the
    next one expected of its best action, and `trace` of the next one's own target: TD(λ). Source: Sutton,
    "Learning to predict by the methods of temporal differences" (1988), on distributions.
    """
    later = np.full(6, -1)
    mix, rest = F(trace), F(1 - trace)
    for row in range(records.length[0] - 1, begin - 1, -1):
        seat = records.seat[row]
        before = records.before[row]
        after = later[seat]
        for k in range(records.classes[row]):
            if after < 0:
                records.target[row, k] = F(before + k == np.int64(small[at.WON + seat]))
            else:
                shifted = before + k - records.before[after]
                next_one = F(0)
                if 0 <= shifted < records.classes[after]:
                    next_one = records.target[after, shifted]
                records.target[row, k] = rest * records.best[after, before + k] + mix * next_one
        later[seat] = row
