"""The player "neural": the action that its network expects most of."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np

from rufen.core.actions import ACTIONS, Action
from rufen.core.view import PlayerView
from rufen.kernel.mirror import rows_of_view
from rufen.kernel.network.file import read_network
from rufen.kernel.network.judging import decide, new_judgement
from rufen.kernel.network.weights import Weights

__all__ = ["NeuralPlayer", "shipped"]


@cache
def shipped() -> Weights:
    """The network that comes with Rufen. Raises NetworkError when its file is damaged."""
    with resources.as_file(resources.files("rufen.players") / "network.rufen") as path:
        return read_network(path)[0]


class NeuralPlayer:
    """Plays the best action by the expected score of the round. It uses no chance and keeps no memory.

    A player serves one thread at a time, and any number of seats and tables.
    """

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or shipped()
        self._room = new_judgement(self.weights)
        self._values = np.zeros(4, np.float32)

    @classmethod
    def of_file(cls, path: Path) -> NeuralPlayer:
        """A player with the network of a file. Raises NetworkError."""
        return cls(read_network(path)[0])

    def act(self, view: PlayerView) -> Action:
        """One of `view.legal`. Raises ValueError when the seat is not asked."""
        if view.seat is None or not view.legal:
            raise ValueError("this view asks for no action")
        if len(view.legal) == 1:
            return view.legal[0]
        rule, small, cards, points = rows_of_view(view)
        return ACTIONS[decide(self.weights, rule, small, cards, points, self._room, self._values)]
