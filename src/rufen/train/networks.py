"""Networks to begin from or to play against: found by name, and brought to a larger size."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rufen.kernel.network.file import NetworkError, read_network
from rufen.kernel.network.weights import Weights, random_weights, zeros_like
from rufen.players.neural import shipped
from rufen.train.checkpoint import CheckpointError, read_learner

__all__ = ["SHIPPED", "named", "padded", "widened"]

SHIPPED = "shipped"
"""The name of the network that comes with Rufen."""


def named(name: str, base: Path) -> Weights:
    """The network `shipped`, of a file, or of a run's checkpoint (.npz), seen from the folder `base`.

    Raises NetworkError.
    """
    if name == SHIPPED:
        return shipped()
    path = base / name
    if path.suffix != ".npz":
        return read_network(path)[0]
    try:
        return read_learner(path)
    except CheckpointError as error:
        raise NetworkError(str(error)) from None


def widened(weights: Weights, first: int, second: int, seed: int) -> Weights:
    """The same function with larger hidden layers, whose new units can learn.

    New units listen as in a network that has learned nothing, and nobody listens to them yet. Raises
    NetworkError when a layer would have to shrink.
    """
    return _grown(weights, random_weights(first, second, seed), first, second)


def padded(weights: Weights, first: int, second: int) -> Weights:
    """The same function with larger hidden layers, whose new units do nothing. Raises NetworkError."""
    return _grown(weights, zeros_like(random_weights(first, second, 0)), first, second)


def _grown(old: Weights, new: Weights, first: int, second: int) -> Weights:
    a, b = old.w2.shape
    if a > first or b > second:
        raise NetworkError(
            f"a network with {a} and {b} hidden units does not fit into one with {first} and {second}: "
            f"first must be {a} at least, second {b}"
        )
    if (a, b) == (first, second):
        return old
    new.w1[:, :a], new.b1[:a] = old.w1, old.b1
    new.w2[:a, :b], new.b2[:b] = old.w2, old.b2
    new.w2[a:, :b] = 0
    new.w3[:, :b], new.b3[...] = old.w3, old.b3
    new.w3[:, b:] = 0
    return Weights(*(np.ascontiguousarray(each) for each in new))
