"""One number for how the kernel plays: it changes when its behaviour does, and with nothing else.

It is a hash over the totals of random games and of games between the players of the kernel, with 3 to 6 seats
and under house rules that between them touch every setting of play and scores. It is the same on every
machine and for both ways to pick a card, and it needs no reference.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from rufen.core.house_rules import (
    MAX_SEATS,
    MIN_SEATS,
    STANDARD,
    BidRestriction,
    HouseRules,
    JesterLead,
    LastRoundTrump,
    RoundMode,
    WizardLead,
    ZeroBidScoring,
)
from rufen.kernel import layout as at
from rufen.kernel.bits import FAST_SELECT
from rufen.kernel.games import random_games
from rufen.kernel.play import begin
from rufen.kernel.playouts import finish_games
from rufen.kernel.policies import COUNTING, UNIFORM

__all__ = ["RULES", "signature"]

RULES: Mapping[str, HouseRules] = {
    "standard": STANDARD,
    "scores": HouseRules(
        round_mode=RoundMode.SCHEDULE,
        hand_sizes=(3, 1, 10, 2, 1),
        exact_bonus=25,
        points_per_trick=5,
        miss_penalty=15,
        zero_bid_scoring=ZeroBidScoring.PER_CARD,
        perfect_game_bonus=50,
        last_round_bonus=30,
        even_bids_dealer_penalty=10,
    ),
    "dealer": HouseRules(
        bid_restriction=BidRestriction.DEALER,
        round_one_exempt=True,
        zero_bid_scoring=ZeroBidScoring.DOUBLE_BONUS,
        wizard_lead=WizardLead.NEXT_SETS_SUIT,
    ),
    "leader": HouseRules(bid_restriction=BidRestriction.LEADER, jester_lead=JesterLead.FREE),
    "leader, zero allowed": HouseRules(
        round_mode=RoundMode.CUSTOM,
        custom_round_count=4,
        bid_restriction=BidRestriction.LEADER_ZERO_ALLOWED,
        wizard_lead=WizardLead.NEXT_SETS_SUIT,
        jester_lead=JesterLead.FREE,
        last_round_trump=LastRoundTrump.NEVER,
    ),
}
"""House rules that between them have every setting that changes play or scores away from its default."""

_RANDOM_GAMES, _GAMES_OF_PLAYERS = 300, 20


def signature(rules: Mapping[str, HouseRules] = RULES) -> int:
    """The number, below 2⁴⁸."""
    told = hashlib.sha256()
    for one in rules.values():
        for seats in range(MIN_SEATS, MAX_SEATS + 1):
            rule = at.encode_rules(one, seats)
            told.update(_of_random_games(rule, seats))
            told.update(_of_players(rule, seats))
    return int.from_bytes(told.digest()[:6], "big")


def _of_random_games(rule: NDArray[np.uint8], seats: int) -> bytes:
    totals = np.zeros((_RANDOM_GAMES, MAX_SEATS), np.int32)
    counters = np.zeros(2, np.uint64)
    random_games(rule, seats, _RANDOM_GAMES, seats, FAST_SELECT, totals, counters)
    return totals.astype("<i4").tobytes() + counters.astype("<u8").tobytes()


def _of_players(rule: NDArray[np.uint8], seats: int) -> bytes:
    """Games between those who count and those who do not, in turns."""
    small, cards, points = at.new_games(_GAMES_OF_PLAYERS)
    for game in range(_GAMES_OF_PLAYERS):
        begin(small[game], cards[game], points[game], 0, seats, game % seats)
    policies = np.zeros((_GAMES_OF_PLAYERS, MAX_SEATS), np.uint8)
    policies[:] = UNIFORM
    policies[:, ::2] = COUNTING
    rng = np.arange(1, _GAMES_OF_PLAYERS + 1, dtype=np.uint64)[:, None].copy()
    deck = np.arange(60, dtype=np.uint8)
    finish_games(rule[None].copy(), small, cards, points, policies, deck, rng)
    return points.astype("<i4").tobytes()
