"""A worker: it plays rounds in mixed company and learns from them, for as many decisions as it is told."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.chance import below, shuffle, word
from rufen.kernel.jit import Int, jit
from rufen.kernel.learning.descent import Descent, learn
from rufen.kernel.learning.records import (
    COUNTING,
    LONGEST,
    SEARCHING,
    Company,
    Lookahead,
    Records,
    new_company,
    new_lookahead,
    new_records,
    play_round,
    set_targets,
    single,
)
from rufen.kernel.network.judging import Judgement, new_judgement
from rufen.kernel.network.weights import Floats, Weights
from rufen.kernel.play import Cards, Points, Rule, Small, begin, deal
from rufen.kernel.search.room import Settings

__all__ = [
    "COUNTING_TABLE",
    "FROZEN_SEAT",
    "FROZEN_TABLE",
    "HABIT_TABLE",
    "MIX_WIDTH",
    "RULE_TABLE",
    "SEARCH_TABLE",
    "STATS",
    "Pace",
    "Room",
    "advance",
    "new_room",
    "seat_company",
    "set_table",
]

U = np.uint64

# --- mix: float64[MIX_WIDTH], the chances of companies ------------------------------------------------------
COUNTING_TABLE = 0
"""A table where one seat learns and all others are COUNTING."""
HABIT_TABLE = 1
"""A table where every seat but one has habits: warmth and bids too high or too low."""
RULE_TABLE = 2
"""A table where each seat but one is a learner, COUNTING or has habits, by chance."""
FROZEN_SEAT = 3
"""At every other table, for each seat but one: an earlier self."""
SEATS = 4
"""For 3, 4, 5, 6 seats."""
FROZEN_TABLE = 8
"""A table where one seat learns and one earlier self, or the network to be exploited, has all others."""
SEARCH_TABLE = 9
"""A table where one seat looks ahead with the learner's network and all others learn."""
MIX_WIDTH = 10

# --- statistics: float64[STATS] -----------------------------------------------------------------------------
DECISIONS, RECORDED, ROUNDS, LOSS = range(4)
OWN_ROUNDS, OWN_MADE = 4, 8
"""By 3 … 6 seats, rounds of seats in the learner's own company, and how many of them were made."""
STATS = 12


class Room(NamedTuple):
    """Room for one game and what is thought and recorded of it, reused from round to round."""

    rule: Rule
    small: Small
    cards: Cards
    points: Points
    deck: NDArray[np.uint8]
    company: Company
    records: Records
    judgement: Judgement
    values: Floats
    """[4]: by trump."""
    ahead: Lookahead


def new_room(weights: Weights, batch: int, settings: Settings, nodes: int) -> Room:
    """Room for networks of this size that learn `batch` decisions at a time, for one thread.

    Whoever is SEARCHING does so by `settings`, asking its network `nodes` times about a card.
    """
    small, cards, points = (table[0] for table in at.new_games(1))
    return Room(
        np.zeros(at.RULES_WIDTH, np.uint8),
        small,
        cards,
        points,
        np.arange(60, dtype=np.uint8),
        new_company(),
        new_records(batch + LONGEST, *weights.w2.shape[-2:]),
        new_judgement(weights),
        np.zeros(4, np.float32),
        new_lookahead(weights, settings, nodes),
    )


class Pace(NamedTuple):
    """How is learned; whole numbers and floats just as told here, for others are compiled anew."""

    batch: int
    """Decisions of one step of descent."""
    explore: float
    """The chance that the learner tries another action than its best one."""
    trace: float
    """λ of TD(λ)."""
    rate: float
    """Adam's step size."""


@jit
def _chance(rng: NDArray[np.uint64]) -> float:
    return np.float64(word(rng) >> U(11)) * 2.0**-53


@jit
def seat_company(
    mix: NDArray[np.float64], seats: Int, networks: Int, company: Company, rng: NDArray[np.uint64]
) -> bool:
    """Draw who sits where; returns whether all are the learner."""
    kind = _chance(rng)
    learner = np.int64(below(rng, U(seats)))
    own = True
    frozen = mix[COUNTING_TABLE] + mix[HABIT_TABLE] + mix[RULE_TABLE]
    searched = frozen + mix[FROZEN_TABLE]
    host = np.int64(0)
    if networks > 1 and frozen <= kind < frozen + mix[FROZEN_TABLE]:
        host = 1 + np.int64(below(rng, U(networks - 1)))
    ahead = np.int64(-1)
    if searched <= kind < searched + mix[SEARCH_TABLE]:
        ahead = (learner + 1 + np.int64(below(rng, U(seats - 1)))) % seats
    for seat in range(seats):
        company.who[seat] = 0
        company.learns[seat] = 1
        company.warmth[seat] = 0
        company.shift[seat] = 0
        if seat == learner:
            continue
        if kind < mix[COUNTING_TABLE]:
            company.who[seat] = COUNTING
        elif kind < mix[COUNTING_TABLE] + mix[HABIT_TABLE]:
            _take_habits(seat, networks, company, rng)
        elif kind < mix[COUNTING_TABLE] + mix[HABIT_TABLE] + mix[RULE_TABLE]:
            which = _chance(rng)
            if which < 0.35:
                company.who[seat] = COUNTING
            elif which < 0.6:
                _take_habits(seat, networks, company, rng)
            else:
                continue
        elif host:
            company.who[seat] = host
        elif ahead >= 0:
            if seat != ahead:
                continue
            company.who[seat] = SEARCHING
        elif networks > 1 and _chance(rng) < mix[FROZEN_SEAT]:
            company.who[seat] = 1 + np.int64(below(rng, U(networks - 1)))
        else:
            continue
        company.learns[seat] = 0
        own = False
    return own


@jit
def _take_habits(seat: Int, networks: Int, company: Company, rng: NDArray[np.uint64]) -> None:
    company.who[seat] = np.int64(below(rng, U(networks)))
    company.warmth[seat] = np.float32(1.5 + 4.5 * _chance(rng))
    company.shift[seat] = np.int64(below(rng, U(3))) - 1


@jit
def set_table(mix: NDArray[np.float64], rules: NDArray[np.uint8], room: Room, rng: NDArray[np.uint64]) -> Int:
    """Deal a round of any hand size, by any of the `rules`; returns the number of seats."""
    rule, small, points = room.rule, room.small, room.points
    seats = np.int64(3)
    which = _chance(rng)
    while seats < 6 and which >= mix[SEATS + seats - 3]:
        which -= mix[SEATS + seats - 3]
        seats += 1
    row = np.int64(below(rng, U(len(rules))))
    for column in range(at.RULES_WIDTH):
        rule[column] = rules[row, column]
    rule[at.SIZES] = 1 + np.int64(below(rng, U(60 // seats)))
    # now and then it is the last round of a game, with what belongs to it (R2.6, R5.4, R5.5)
    rule[at.ROUNDS] = 1 if below(rng, U(8)) == 0 else 2
    begin(small, room.cards, points, 0, seats, np.int64(below(rng, U(seats))))
    dealt = seats * np.int64(rule[at.SIZES])
    shuffle(room.deck, dealt + 1 if dealt < 60 else dealt, rng)
    deal(rule, small, room.cards, room.deck)
    if rule[at.RESTRICTION] in (1, 2):
        for seat in range(seats):
            points[at.TOTAL + seat] = np.int64(below(rng, U(20)))
        points[at.TOTAL + np.int64(small[at.DEALER])] += np.int64(below(rng, U(20)))
    return seats


@jit
def advance(
    networks: Weights,
    descent: Descent,
    room: Room,
    mix: NDArray[np.float64],
    rules: NDArray[np.uint8],
    rng: NDArray[np.uint64],
    pace: Pace,
    decisions: Int,
    stats: NDArray[np.float64],
) -> None:
    """Play and learn until `decisions` decisions with a choice were made, the last batch left unlearned.

    `networks` are stacked: the learner first, then earlier selves. `rules`, uint8[n, RULES_WIDTH], are drawn
    with equal chances; `mix` says who sits with the learner; what happened is added to `stats`. A step is
    made once `pace.batch` decisions of the learner are recorded, on networks that have not moved meanwhile.
    """
    rule, small, records, company = room.rule, room.small, room.records, room.company
    learner = single(networks, 0)
    made = np.int64(0)
    records.length[0] = 0
    while made < decisions:
        seats = set_table(mix, rules, room, rng)
        own = seat_company(mix, seats, len(networks.w1), company, rng)
        begins = records.length[0]
        made += play_round(
            networks,
            company,
            rule,
            small,
            room.cards,
            room.points,
            pace.explore,
            rng,
            room.judgement,
            room.values,
            records,
            room.ahead,
        )
        set_targets(small, begins, pace.trace, records)
        stats[ROUNDS] += 1
        if own:
            for seat in range(seats):
                stats[OWN_ROUNDS + seats - 3] += 1
                stats[OWN_MADE + seats - 3] += small[at.BID + seat] == small[at.WON + seat]
        if records.length[0] >= pace.batch:
            stats[RECORDED] += records.length[0]
            stats[LOSS] += learn(learner, descent, records, pace.rate)
            records.length[0] = 0
    stats[DECISIONS] += made
