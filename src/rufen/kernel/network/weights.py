"""The numbers of a network: three layers, the first over inputs that are 0 or 1."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rufen.kernel.network.shape import INPUTS, OUTPUTS, PADDED

__all__ = ["Floats", "Weights", "copy_of", "random_weights", "stacked", "zeros_like"]

Floats = NDArray[np.float32]


class Weights(NamedTuple):
    """A network of the shape inputs → a → b → outputs × classes (padded); float32, C order.

    Or several of them in one: then every array has one dimension more, first.
    """

    w1: Floats
    """[INPUTS, a]"""
    b1: Floats
    """[a]"""
    w2: Floats
    """[a, b]"""
    b2: Floats
    """[b]"""
    w3: Floats
    """[OUTPUTS, b, PADDED]"""
    b3: Floats
    """[OUTPUTS, PADDED]"""


def random_weights(first: int, second: int, seed: int) -> Weights:
    """A network that has learned nothing, with hidden layers of `first` and `second` units.

    Source: He et al., "Delving deep into rectifiers" (2015), with the number of inputs that are on at a time.
    """
    chance = np.random.default_rng(seed)

    def normal(*shape: int, scale: float) -> Floats:
        return (chance.standard_normal(shape) * scale).astype(np.float32)

    return Weights(
        normal(INPUTS, first, scale=(1 / 45) ** 0.5),
        np.zeros(first, np.float32),
        normal(first, second, scale=(2 / first) ** 0.5),
        np.zeros(second, np.float32),
        normal(OUTPUTS, second, PADDED, scale=(1 / second) ** 0.5 * 0.1),
        np.zeros((OUTPUTS, PADDED), np.float32),
    )


def zeros_like(weights: Weights) -> Weights:
    """Zeros of the same shape."""
    return Weights(*(np.zeros_like(each) for each in weights))


def copy_of(weights: Weights) -> Weights:
    """A copy that shares nothing."""
    return Weights(*(each.copy() for each in weights))


def stacked(networks: list[Weights]) -> Weights:
    """Several networks of one shape in one."""
    return Weights(*(np.ascontiguousarray(np.stack(each)) for each in zip(*networks, strict=True)))
