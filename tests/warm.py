"""Compile what many tests use, once, before they run side by side:  python -m tests.warm

`tools/test.py` does it while the web sources are checked. Without it every test process compiles for itself.
"""

from __future__ import annotations

from rufen.bench.signature import signature
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.house_rules import HouseRules, RoundMode
from rufen.core.state import Phase
from rufen.core.view import view_of
from rufen.environments import VectorEnvironment
from rufen.kernel.solver import can_make, solve
from rufen.kernel.warm import warm_up
from rufen.players.base import make_player
from rufen.players.beliefs import Beliefs


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


if __name__ == "__main__":
    main()
