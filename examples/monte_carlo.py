"""A player for Rufen that tries out every action in hands that fit what it has seen, for the arena:

    rufen arena --players=counting --code examples/monte_carlo.py:MonteCarlo

docs/kernel.md explains what it uses.
"""

from random import Random

import numpy as np

from rufen.core.actions import Action, action_index
from rufen.core.view import PlayerView
from rufen.kernel import layout as at
from rufen.kernel.mirror import Rows, rows_of_view
from rufen.kernel.playouts import finish_worlds
from rufen.kernel.policies import COUNTING
from rufen.players.beliefs import Beliefs, Deals

WORLDS = 30


class MonteCarlo:
    """Takes the action that brings it the most points when all play on like `counting`."""

    def __init__(self, seed: int = 0) -> None:
        self.chance = Random(seed)
        self.rng = np.array([self.chance.getrandbits(64)], np.uint64)
        self.policies = np.full(6, COUNTING, np.uint8)
        self.scores, self.tricks = np.zeros((WORLDS, 6), np.int32), np.zeros((WORLDS, 6), np.uint8)

    def act(self, view: PlayerView) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        rows = rows_of_view(view)
        for seat, bid in enumerate(view.bids):
            if view.has_bid[seat] and bid is None:  # a secret bid: about what everybody bids
                rows.small[at.BID + seat] = view.hand_size // view.seats
        hands = Beliefs(view).sample(WORLDS, self.chance)
        return max(view.legal, key=lambda action: self.points(action, rows, hands, view.seat or 0))

    def points(self, action: Action, rows: Rows, hands: Deals, seat: int) -> float:
        finish_worlds(*rows, hands, action_index(action), self.policies, self.rng, self.scores, self.tricks)
        return float(self.scores[:, seat].mean())
