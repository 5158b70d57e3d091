"""The level "random": any legal action, all equally likely."""

from __future__ import annotations

from random import Random

from rufen.core.actions import Action
from rufen.core.view import PlayerView

__all__ = ["RandomPlayer"]


class RandomPlayer:
    """Draws uniformly from the legal actions, with a source of chance of its own."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def act(self, view: PlayerView) -> Action:
        """One of `view.legal`. Raises IndexError when the seat is not asked."""
        return self._chance.choice(view.legal)
