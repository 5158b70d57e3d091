"""What is measured of the kernel and its environment, as works for `rates`."""

from __future__ import annotations

from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from rufen.bench.timing import Work
from rufen.core.house_rules import MAX_SEATS, STANDARD
from rufen.kernel import layout as at
from rufen.kernel.games import DECISIONS, PLAYS, random_games

__all__ = ["environment_work", "per_game", "playouts_work", "random_games_work"]

_WORLDS = 20
"""Deals sampled for each position."""
_POSITIONS = 40


def random_games_work(seats: int, fast: bool, games: int = 50) -> Work:
    """Whole random standard games, a batch at a time, other ones each time; it counts decisions."""
    rule = at.encode_rules(STANDARD, seats)
    totals = np.zeros((games, MAX_SEATS), np.int32)
    seed = 0

    def work() -> int:
        nonlocal seed
        seed += 1
        counters = np.zeros(2, np.uint64)
        random_games(rule, seats, games, seed, fast, totals, counters)
        return int(counters[DECISIONS])

    return work


def per_game(seats: int) -> tuple[float, float]:
    """The decisions of a standard game, on average over many, and the cards among them."""
    games = 1000
    counters = np.zeros(2, np.uint64)
    rule = at.encode_rules(STANDARD, seats)
    random_games(rule, seats, games, 0, False, np.zeros((games, MAX_SEATS), np.int32), counters)
    return int(counters[DECISIONS]) / games, int(counters[PLAYS]) / games


def playouts_work(seats: int, policy: int) -> Work:
    """Rounds played on by one policy from the middle, the hidden hands drawn anew for each; it counts rounds.

    The positions are random ones of all hand sizes, seen by the seat to act: the deals that fit what it has
    seen are counted once a position and drawn 20 times.
    """
    from rufen.kernel.beliefs import new_plan, observe, prepare, sample_many
    from rufen.kernel.playouts import finish_worlds

    rule = at.encode_rules(STANDARD, seats)
    positions = cycle(_middles(rule, seats))
    rng = np.array([seats], np.uint64)
    plan, table = new_plan()
    hands = np.zeros((_WORLDS, MAX_SEATS), np.uint64)
    scores = np.zeros((_WORLDS, MAX_SEATS), np.int32)
    tricks = np.zeros((_WORLDS, MAX_SEATS), np.uint8)
    policies = np.full(MAX_SEATS, policy, np.uint8)

    def work() -> int:
        small, cards, points = next(positions)
        observe(small, cards, int(small[at.TURN]), plan)
        prepare(plan, table)
        sample_many(plan, table, rng, hands)
        finish_worlds(rule, small, cards, points, hands, -1, policies, rng, scores, tricks)
        return _WORLDS

    return work


def _middles(
    rule: NDArray[np.uint8], seats: int
) -> list[tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.int32]]]:
    """Positions in the middle of rounds, with half of the cards played, at random."""
    from rufen.kernel.play import begin, step
    from rufen.kernel.playouts import deal_by_chance
    from rufen.kernel.policies import UNIFORM, decide

    rng = np.array([1], np.uint64)
    deck = np.arange(60, dtype=np.uint8)
    rounds = int(rule[at.ROUNDS])
    small, cards, points = at.new_games(_POSITIONS)
    found = []
    for place in range(_POSITIONS):
        rows = small[place], cards[place], points[place]
        begin(*rows, 0, seats, place % seats)
        rows[0][at.ROUND] = 1 + place % (rounds - 1)
        deal_by_chance(rule, rows[0], rows[1], deck, rng)
        half = int(rows[0][at.HAND_SIZE]) * seats // 2
        played = 0
        while played < half:
            played += bool(rows[0][at.PHASE] == at.PLAYING)
            step(rule, *rows, decide(UNIFORM, rule, *rows, rng))
        found.append(rows)
    return found


def environment_work(seats: int, games: int = 1024) -> Work:
    """Random actions in the vectorised environment: chosen, checked, carried out and the next observed."""
    from rufen.environments import VectorEnvironment

    table = VectorEnvironment(games, seats, seed=1)
    actions = np.zeros(games, np.int64)

    def work() -> int:
        table.step(table.random_actions(actions))
        return games

    return work
