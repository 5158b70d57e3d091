"""Compile what many tests use, once, before they run side by side:  python -m tests.warm

`tools/test.py` does it while the web sources are checked. Without it every test process compiles for itself.
"""

from __future__ import annotations

import numpy as np

from rufen.arena.contestants import contestants
from rufen.arena.match import Episode, FieldKind, Match
from rufen.arena.run import run
from rufen.bench.signature import signature
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.house_rules import HouseRules, RoundMode
from rufen.core.state import Phase
from rufen.core.view import view_of
from rufen.environments import VectorEnvironment
from rufen.kernel import layout as at
from rufen.kernel.learning.actor import MIX_WIDTH, SEATS, STATS, Pace, advance, new_room
from rufen.kernel.learning.descent import learn, new_descent
from rufen.kernel.learning.duels import play_deals
from rufen.kernel.network.weights import random_weights, stacked
from rufen.kernel.search.warm import warm_up as warm_up_search
from rufen.kernel.solver import can_make, solve
from rufen.kernel.warm import warm_up
from rufen.players.base import make_player
from rufen.players.beliefs import Beliefs
from rufen.players.search import SETTINGS
from rufen.train.config import Config
from rufen.train.training import Training


def main() -> None:
    """Use each part a little."""
    warm_up()
    signature()
    table = VectorEnvironment(games=2, seats=3, seed=1)
    table.step(table.random_actions())
    table.observation(0, 0)
    rules = HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=2)
    game = Game.new(["Anna", "Ben", "Cara"], rules, first_dealer=0)
    player = make_player("beginner", 1)
    game.deal(deck_from_seed("warm", 1), "")
    while game.state.phase is not Phase.PLAYING:
        seat = game.state.asked[0]
        game.act(seat, player.act(view_of(game.state, seat)))
    Beliefs(view_of(game.state, 0)).sample(1, 1)
    solve(game.state)
    can_make(game.state, 0)
    view = view_of(game.state, game.state.asked[0])
    for level in ("casual", "strong"):
        make_player(level, 1).act(view)
    warm_up_search()
    _measure()
    _learn()


def _measure() -> None:
    """A deal of the arena in the kernel."""
    players = contestants(["neural", "counting"])
    run(
        Match(
            players=players,
            seats=3,
            rules=HouseRules(),
            episode=Episode.ROUND,
            field=FieldKind.MIRRORED,
            deals=1,
            seed="warm",
        )
    )


def _learn() -> None:
    """Train a network of one unit, let it play, and train another as `rufen train` does."""
    network = random_weights(1, 1, 1)
    networks, descent, room = stacked([network]), new_descent(network), new_room(network, 100, SETTINGS, 0)
    rules = at.encode_rules(HouseRules(), 3)
    rng, mix = np.ones(1, np.uint64), np.zeros(MIX_WIDTH)
    mix[SEATS] = 1
    advance(networks, descent, room, mix, rules[None], rng, Pace(100, 0.1, 0.4, 0.001), 50, np.zeros(STATS))
    learn(network, descent, room.records, 0.001)
    deck, dealer = np.arange(60, dtype=np.uint8)[None], np.zeros(1, np.int64)
    figures = [np.zeros((1, 6), np.int64) for _ in range(3)]
    position = room.small, room.cards, room.points, rng, room.judgement, room.values, room.records, room.ahead
    play_deals(networks, room.company, rules, 3, deck, dealer, *position, *figures)
    with Training(Config(decisions=1, first=1, second=1, workers=1, exchange=1)) as training:
        training.step()


if __name__ == "__main__":
    main()
