"""Having the kernel ready before it is asked."""

from __future__ import annotations

import numpy as np

from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.house_rules import HouseRules, RoundMode
from rufen.core.view import view_of
from rufen.kernel import playouts
from rufen.kernel.batch import Batch
from rufen.kernel.jit import Word
from rufen.kernel.mirror import rows_of_view
from rufen.kernel.network.judging import best_of, decide, judge, judge_trump, new_judgement
from rufen.kernel.network.weights import random_weights
from rufen.kernel.play import legal
from rufen.kernel.policies import COUNTING

__all__ = ["warm_up"]


def warm_up() -> None:
    """Load what a server's players use from the cache, or compile it: a second, or half a minute.

    It may run in a thread beside everything else; whoever needs the kernel meanwhile waits for it.
    """
    rules = HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=1)
    games = Batch(1, seats=3, rules=rules)
    games.deal()
    rule, small, cards, points = games.rules[0], games.small[0], games.cards[0], games.points[0]
    policies = np.full(6, COUNTING, np.uint8)
    hands = np.zeros((1, 6), np.uint64)
    hands[0, :3] = games.hands[0]
    scores, tricks = np.zeros((1, 6), np.int32), np.zeros((1, 6), np.uint8)
    playouts.finish_worlds(rule, small, cards, points, hands, -1, policies, games.rng[0], scores, tricks)
    action = int(np.flatnonzero(games.legal()[0])[0])
    games.step([action])
    games.ranks()
    _ask_a_network(rules)


def _ask_a_network(rules: HouseRules) -> None:
    """All that a player with a network, or its advice, calls; a small network runs the same code."""
    game = Game.new(["", "", ""], rules, first_dealer=0)
    game.deal(deck_from_seed(1, 1), "")
    seat = game.state.asked[0]
    rows = rows_of_view(view_of(game.state, seat))
    weights = random_weights(1, 1, 1)
    out = new_judgement(weights)
    decide(weights, *rows, out, np.zeros(4, np.float32))
    plays, bids = map(Word, legal(*rows))
    best_of(out, judge(weights, *rows, seat, plays, bids, out))
    judge_trump(weights, *rows, seat, 0, out)
