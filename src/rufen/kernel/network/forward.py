"""From inputs to the chances of tricks. No sum is reordered, so every machine finds the same numbers."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rufen.kernel.jit import Int, jit
from rufen.kernel.network.lanes import add_columns, add_rows, sum_rows
from rufen.kernel.network.shape import BLOCK
from rufen.kernel.network.weights import Floats, Weights

__all__ = ["add_scaled", "chances", "find_busy", "hidden_layers"]

F = np.float32


@jit
def hidden_layers(
    weights: Weights,
    on: NDArray[np.int16],
    n: Int,
    first: Floats,
    second: Floats,
    places: NDArray[np.int64],
) -> None:
    """Fill both hidden layers, `first` float32[a] and `second` float32[b], for the inputs `on[:n]`.

    `places` is room for int64[a + 1].
    """
    w1, w2 = weights.w1, weights.w2
    a, b = len(first), len(second)
    for j in range(a):
        first[j] = weights.b1[j]
    sum_rows(w1, on, n, first)
    for j in range(a):
        first[j] = max(first[j], F(0))
    for j in range(b):
        second[j] = weights.b2[j]
    add_scaled(first, w2, second, places)
    for j in range(b):
        second[j] = max(second[j], F(0))


@jit
def add_scaled(scale: Floats, rows: Floats, out: Floats, places: NDArray[np.int64]) -> None:
    """`out += scale @ rows`, skipping what is 0: `scale` float32[a], `rows` float32[a, b], `out` float32[b].

    `places` is room for int64[a + 1].
    """
    add_rows(scale, places, find_busy(scale, places), rows, places, out)


@jit
def find_busy(units: Floats, places: NDArray[np.int64]) -> Int:
    """Write the places of the units that are not 0 into `places`, room for one more than units; their number.

    Without a branch, which a processor could only guess: half of the units are 0.
    """
    n = np.int64(0)
    for i in range(len(units)):
        places[n] = i
        n += np.int64(units[i] != 0)
    return n


@jit
def chances(
    weights: Weights,
    output: Int,
    classes: Int,
    second: Floats,
    places: NDArray[np.int64],
    n: Int,
    out: Floats,
) -> None:
    """The chance of each of the first `classes` counts of tricks for one output, into `out`; softmax.

    `places[:n]` are the units of the second layer that are not 0 (`find_busy`). `out` is float32[PADDED];
    what stands behind the classes is overwritten.
    """
    w3 = weights.w3[output]
    # whole blocks, which are reckoned at once
    wide = ((classes - 1) // BLOCK + 1) * BLOCK
    for k in range(wide):
        out[k] = weights.b3[output, k]
    add_columns(second, places, n, w3, places, wide, out)
    top = out[0]
    for k in range(1, classes):
        top = max(top, out[k])
    total = F(0)
    for k in range(classes):
        out[k] = F(math.exp(out[k] - top))
        total += out[k]
    scale = F(1) / total
    for k in range(classes):
        out[k] *= scale
