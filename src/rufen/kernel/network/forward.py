"""From inputs to the chances of tricks. No sum is reordered, so every machine finds the same numbers."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rufen.kernel.jit import Int, jit
from rufen.kernel.network.shape import BLOCK
from rufen.kernel.network.weights import Floats, Weights

__all__ = ["add_rows", "add_scaled", "chances", "find_busy", "hidden_layers"]

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
    # four rows at a time: the sums are read and written a quarter as often
    i: Int = np.int64(0)
    while i + 4 <= n:
        row_0, row_1 = w1[np.int64(on[i])], w1[np.int64(on[i + 1])]
        row_2, row_3 = w1[np.int64(on[i + 2])], w1[np.int64(on[i + 3])]
        for j in range(a):
            first[j] += (row_0[j] + row_1[j]) + (row_2[j] + row_3[j])
        i += 4
    while i < n:
        row_0 = w1[np.int64(on[i])]
        for j in range(a):
            first[j] += row_0[j]
        i += 1
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
def add_rows(
    scale: Floats,
    values: NDArray[np.int64],
    n: Int,
    rows: Floats,
    places: NDArray[np.int64],
    out: Floats,
) -> None:
    """Add to `out` the sum of `scale[values[p]] * rows[places[p]]` over the first `n` of them."""
    b = len(out)
    p: Int = np.int64(0)
    while p + 4 <= n:
        x_0, x_1 = scale[values[p]], scale[values[p + 1]]
        x_2, x_3 = scale[values[p + 2]], scale[values[p + 3]]
        row_0, row_1 = rows[places[p]], rows[places[p + 1]]
        row_2, row_3 = rows[places[p + 2]], rows[places[p + 3]]
        for j in range(b):
            out[j] = (out[j] + (x_0 * row_0[j] + x_1 * row_1[j])) + (x_2 * row_2[j] + x_3 * row_3[j])
        p += 4
    if p + 2 <= n:
        x_0, x_1 = scale[values[p]], scale[values[p + 1]]
        row_0, row_1 = rows[places[p]], rows[places[p + 1]]
        for j in range(b):
            out[j] += x_0 * row_0[j] + x_1 * row_1[j]
        p += 2
    if p < n:
        x_0, row_0 = scale[values[p]], rows[places[p]]
        for j in range(b):
            out[j] += x_0 * row_0[j]


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
    p: Int = np.int64(0)
    while p + 4 <= n:
        x_0, x_1 = second[places[p]], second[places[p + 1]]
        x_2, x_3 = second[places[p + 2]], second[places[p + 3]]
        row_0, row_1 = w3[places[p]], w3[places[p + 1]]
        row_2, row_3 = w3[places[p + 2]], w3[places[p + 3]]
        for k in range(wide):
            out[k] = (((out[k] + x_0 * row_0[k]) + x_1 * row_1[k]) + x_2 * row_2[k]) + x_3 * row_3[k]
        p += 4
    while p < n:
        x_0, row_0 = second[places[p]], w3[places[p]]
        for k in range(wide):
            out[k] += x_0 * row_0[k]
        p += 1
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
