"""One step of descent on what was recorded: the gradient of the cross-entropy, and Adam.

Gradients are summed over *tiles* of rows, so that each number of a layer is read and written once for a tile.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rufen.kernel.jit import Int, jit
from rufen.kernel.learning.records import Records
from rufen.kernel.network.forward import add_scaled, find_busy
from rufen.kernel.network.lanes import add_columns, add_rows, sum_rows
from rufen.kernel.network.shape import BLOCK, INPUTS, MOST_ON, OUTPUTS, PADDED
from rufen.kernel.network.weights import Floats, Weights, zeros_like

__all__ = ["Descent", "learn", "new_descent"]

F = np.float32
TILE = 64
NOTHING = -1


class Descent(NamedTuple):
    """What Adam remembers, and room for gradients."""

    steps: NDArray[np.int64]
    """[1]: how many steps were made."""
    mean: Weights
    square: Weights
    gradient: Weights
    inputs: NDArray[np.uint8]
    """[INPUTS]: whether an input was on in this step; rows that were not are left as they are."""
    outputs: NDArray[np.uint8]
    """[OUTPUTS]: likewise."""
    turned: Floats
    """[b, a]: the second layer, turned around."""
    back_first: Floats
    """[TILE, a]"""
    back_second: Floats
    """[TILE, b]"""
    error: Floats
    """[1, PADDED]"""
    heads: NDArray[np.int64]
    """[INPUTS]: the first place of a tile in which an input is on; `links` leads to the next."""
    links: NDArray[np.int64]
    """[TILE · MOST_ON]"""
    number: NDArray[np.int64]
    """[a]: in how many rows of a tile a unit of the first layer is not 0."""
    units: NDArray[np.int64]
    """[a, TILE + 1]: in which."""
    values: Floats
    """[a, TILE + 1]: and what it is there."""
    numbers: NDArray[np.int64]
    """[TILE + 1]: 0, 1, 2 …"""
    places: NDArray[np.int64]
    """[the larger of b and TILE, + 1]"""


def new_descent(weights: Weights) -> Descent:
    """The beginning."""
    a, b = weights.w2.shape
    return Descent(
        np.zeros(1, np.int64),
        zeros_like(weights),
        zeros_like(weights),
        zeros_like(weights),
        np.zeros(INPUTS, np.uint8),
        np.zeros(OUTPUTS, np.uint8),
        np.zeros((b, a), np.float32),
        np.zeros((TILE, a), np.float32),
        np.zeros((TILE, b), np.float32),
        np.zeros((1, PADDED), np.float32),
        np.full(INPUTS, NOTHING, np.int64),
        np.zeros(TILE * MOST_ON, np.int64),
        np.zeros(a, np.int64),
        np.zeros((a, TILE + 1), np.int64),
        np.zeros((a, TILE + 1), np.float32),
        np.arange(TILE + 1),
        np.zeros(max(b, TILE) + 1, np.int64),
    )


@jit
def learn(weights: Weights, descent: Descent, records: Records, rate: float) -> float:
    """Make one step on all rows; returns the sum of their cross-entropies less those of the targets.

    `rate` is Adam's step size. Source: Kingma and Ba, "Adam" (2015); rows that nothing was said about are
    neither moved nor forgotten.
    """
    rows = records.length[0]
    a, b = weights.w2.shape
    for i in range(a):
        for j in range(b):
            descent.turned[j, i] = weights.w2[i, j]
    loss = 0.0
    for begin in range(0, rows, TILE):
        size = min(TILE, rows - begin)
        for r in range(size):
            loss += _go_back(weights, descent, records, begin + r, r)
        _add_second(descent, records, begin, size)
        _add_first(descent, records, begin, size)
    scale = F(1 / rows)
    descent.steps[0] += 1
    steps = np.float64(descent.steps[0])
    pace = F(rate * np.sqrt(1 - 0.999**steps) / (1 - 0.9**steps))
    gradient, mean, square = descent.gradient, descent.mean, descent.square
    for i in range(INPUTS):
        if descent.inputs[i]:
            descent.inputs[i] = 0
            _move(weights.w1[i], gradient.w1[i], mean.w1[i], square.w1[i], scale, pace)
    _move(_flat(weights.w2), _flat(gradient.w2), _flat(mean.w2), _flat(square.w2), scale, pace)
    for i in range(OUTPUTS):
        if descent.outputs[i]:
            descent.outputs[i] = 0
            w3, g3, m3, s3 = weights.w3[i], gradient.w3[i], mean.w3[i], square.w3[i]
            _move(_flat(w3), _flat(g3), _flat(m3), _flat(s3), scale, pace)
            _move(weights.b3[i], gradient.b3[i], mean.b3[i], square.b3[i], scale, pace)
    _move(weights.b1, gradient.b1, mean.b1, square.b1, scale, pace)
    _move(weights.b2, gradient.b2, mean.b2, square.b2, scale, pace)
    return loss


@jit
def _go_back(weights: Weights, descent: Descent, records: Records, row: Int, r: Int) -> float:
    """The errors of both hidden layers for a row, into place `r` of the tile; the last layer's gradient."""
    a, b = weights.w2.shape
    output, classes = records.output[row], records.classes[row]
    first, second = records.first[row], records.second[row]
    error, gradient, places = descent.error[0], descent.gradient, descent.places
    loss = 0.0
    for k in range(classes):
        said, target = records.chances[row, k], records.target[row, k]
        error[k] = said - target
        if target > 0:
            loss += target * np.log(target / max(said, F(1e-12)))
        gradient.b3[output, k] += error[k]
    wide = ((classes - 1) // BLOCK + 1) * BLOCK
    for k in range(classes, wide):
        error[k] = F(0)
    descent.outputs[output] = 1
    back_second, back_first = descent.back_second[r], descent.back_first[r]
    w3, g3 = weights.w3[output], gradient.w3[output]
    for j in range(b):
        back_second[j] = F(0)
    n = find_busy(second, places)
    for p in range(n):
        j = places[p]
        add_columns(second, places[p:], np.int64(1), descent.error, descent.numbers, wide, g3[j])
        back = F(0)
        for o in range(0, wide, BLOCK):
            # eight products at once, in an order that every machine keeps
            back += (
                (error[o] * w3[j, o] + error[o + 1] * w3[j, o + 1])
                + (error[o + 2] * w3[j, o + 2] + error[o + 3] * w3[j, o + 3])
            ) + (
                (error[o + 4] * w3[j, o + 4] + error[o + 5] * w3[j, o + 5])
                + (error[o + 6] * w3[j, o + 6] + error[o + 7] * w3[j, o + 7])
            )
        back_second[j] = back
        gradient.b2[j] += back
    for i in range(a):
        back_first[i] = F(0)
    add_scaled(back_second, descent.turned, back_first, descent.places)
    for i in range(a):
        if first[i] == 0:
            back_first[i] = F(0)
        gradient.b1[i] += back_first[i]
    return loss


@jit
def _add_second(descent: Descent, records: Records, begin: Int, size: Int) -> None:
    """The gradient of the second layer from a tile: each unit of the first gets the rows it is not 0 in."""
    g2, back, first = descent.gradient.w2, descent.back_second, records.first
    units, values, number = descent.units, descent.values, descent.number
    a = len(g2)
    for i in range(a):
        number[i] = 0
    for r in range(size):
        for i in range(a):
            x, n = first[begin + r, i], number[i]
            values[i, n], units[i, n] = x, r
            number[i] = n + np.int64(x != 0)
    for i in range(a):
        add_rows(values[i], descent.numbers, number[i], back, units[i], g2[i])


@jit
def _add_first(descent: Descent, records: Records, begin: Int, size: Int) -> None:
    """The gradient of the first layer from a tile: each input gets the errors of the rows it was on in."""
    heads, links, places = descent.heads, descent.links, descent.places
    g1, back = descent.gradient.w1, descent.back_first
    for r in range(size):
        for i in range(records.number[begin + r]):
            on = np.int64(records.on[begin + r, i])
            links[r * MOST_ON + i] = heads[on]
            heads[on] = r * MOST_ON + i
    for place in range(INPUTS):
        at = heads[place]
        if at == NOTHING:
            continue
        heads[place] = NOTHING
        descent.inputs[place] = 1
        n = np.int64(0)
        while at != NOTHING:
            places[n] = at // MOST_ON
            n += 1
            at = links[at]
        sum_rows(back, places, n, g1[place])


@jit
def _flat(rows: Floats) -> Floats:
    """All numbers in one row, which are moved faster than many short ones."""
    return rows.reshape(-1)


@jit
def _move(
    weights: Floats, gradient: Floats, mean: Floats, square: Floats, scale: np.float32, pace: np.float32
) -> None:
    # what has become tiny is lost in the sum: numbers below 1e-38 would slow the processor down
    for i in range(len(weights)):
        g = gradient[i] * scale
        gradient[i] = F(0)
        mean[i] = (mean[i] + F(0.1) * (g - mean[i]) + F(1e-22)) - F(1e-22)
        square[i] = (square[i] + F(0.001) * (g * g - square[i]) + F(1e-26)) - F(1e-26)
        weights[i] -= pace * mean[i] / (np.sqrt(square[i]) + F(1e-8))
