"""A game of the vectorised environment, played in the core beside it."""

from __future__ import annotations

import numpy as np

from rufen.core.cards import DECK
from rufen.core.state import Phase
from rufen.environments import Setup, VectorEnvironment, observation_of
from rufen.environments import episode as play
from rufen.kernel import layout as at


class Twin:
    """Follows game `game` of an environment; raises AssertionError where the two differ."""

    def __init__(self, table: VectorEnvironment, game: int) -> None:
        self.table, self.game = table, game
        self.setup: Setup = table.setups[game % len(table.setups)]
        self.rounds: list[int] = []
        self._begin()

    def _begin(self) -> None:
        small = self.table.rows(self.game).small
        self.state = play.begin(self.setup, int(small[at.ROUND]), int(small[at.DEALER]))
        self._deal()

    def _deal(self) -> None:
        deck = [DECK[card] for card in self.table._games.decks[self.game]]
        self.state = play.deal(self.state, deck)
        self.rounds.append(self.state.deal.hand_size)

    def check(self) -> None:
        seat = play.turn(self.state)
        assert seat is not None
        assert seat == self.table.turns[self.game]
        assert self.table.legal(self.game) == play.legal_indices(self.state, seat)
        assert not self.table.masks[self.game, 85:].any()
        np.testing.assert_array_equal(self.table.observations[self.game], observation_of(self.state, seat))
        other = (seat + 1) % self.setup.seats
        np.testing.assert_array_equal(
            self.table.observation(self.game, other), observation_of(self.state, other)
        )

    def follow(self, action: int) -> None:
        """Do what the environment has just done, and compare what came of it."""
        before, self.state = self.state, play.act(self.state, action)
        expected = play.rewards(self.setup, before, self.state)
        np.testing.assert_allclose(self.table.rewards[self.game], expected, atol=1e-4)
        over = play.is_over(self.setup, self.state)
        assert self.table.dones[self.game] == over
        if over:
            self._begin()
        elif self.state.phase is Phase.DEALING:
            self._deal()
