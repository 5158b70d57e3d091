"""Sums of rows: each number is the sum of its column, in the order of the rows, to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rufen.kernel.network.lanes import add_columns, add_rows, sum_rows

WIDTHS = (1, 7, 8, 16, 20, 24, 31, 64, 90, 256)
"""Below, at and above what is summed at once, with and without numbers left over."""


def given(width: int, places: type[Any]) -> tuple[Any, ...]:
    dice = np.random.default_rng(width)
    return (
        dice.normal(size=(200, width)).astype(np.float32),
        dice.integers(0, 200, 50).astype(places),
        dice.normal(size=60).astype(np.float32),
        dice.integers(0, 60, 50),
        dice.normal(size=width).astype(np.float32),
    )


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("n", [0, 1, 50])
def test_rows_are_multiplied_and_added_in_their_order(width, n):
    rows, places, scale, values, out = given(width, np.int64)
    expected = out.copy()
    for place, value in zip(places[:n], values[:n], strict=True):
        # rounded after the product and after the sum
        product = (scale[value] * rows[place]).astype(np.float32)
        expected = (expected + product).astype(np.float32)
    add_rows(scale, values, np.int64(n), rows, places, out)
    assert out.tobytes() == expected.tobytes()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("places", [np.int16, np.int64])
def test_rows_are_added_in_their_order(width, places):
    rows, which, _, _, out = given(width, places)
    expected = out.copy()
    for place in which:
        expected = (expected + rows[place]).astype(np.float32)
    sum_rows(rows, which, np.int64(50), out)
    assert out.tobytes() == expected.tobytes()


@pytest.mark.parametrize("width", [8, 16, 24])
def test_columns_behind_the_width_stay_as_they_are(width):
    rows, places, scale, values, out = given(31, np.int64)
    before = out.copy()
    add_columns(scale, values, np.int64(50), rows, places, np.int64(width), out)
    assert not (out[:width] == before[:width]).any()
    assert out[width:].tobytes() == before[width:].tobytes()
