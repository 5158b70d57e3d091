"""Sums of rows of numbers, eight numbers side by side, as all processors of today add them at once.

Numba leaves loops over eight numbers as they are, and looks at longer ones anew for every row. Here the
machine is told: what is summed stays in its registers until all rows are there. Each number is the sum of its
column in the order of the rows, products and sums rounded apart, so every machine finds the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj
from numpy.typing import NDArray

from rufen.kernel.jit import COMPILES, Int, jit
from rufen.kernel.network.shape import BLOCK
from rufen.kernel.network.weights import Floats

__all__ = ["add_columns", "add_rows", "sum_rows"]

Places = NDArray[np.int64] | NDArray[np.int16]
_LANES = ir.VectorType(ir.FloatType(), BLOCK)
_WHOLE, _SHORT = ir.IntType(64), ir.IntType(32)
_array, _variable = cast(Any, arrayobj.make_array), cast(Any, cgutils.alloca_once)
_WIDE = 8
"""Blocks that are summed at once at most: half of the registers of a processor hold them."""


def _summing(blocks: int, scaled: bool) -> Any:
    """A summation for `blocks` blocks; with `scaled` each row is multiplied before it is added."""

    def generate(_context: Any, builder: Any, signature: Any, given: Any) -> Any:
        n, base = given[2], given[6]

        def array(number: int) -> Any:
            return _array(signature.args[number])(_context, builder, given[number])

        def entry(number: int, at: Any) -> Any:
            found = builder.load(builder.gep(array(number).data, [at]))
            return builder.sext(found, _WHOLE) if signature.args[number].dtype.bitwidth < 64 else found

        def lanes(pointer: Any) -> Any:
            return builder.bitcast(pointer, _LANES.as_pointer())

        def at(pointer: Any, block: int) -> Any:
            return lanes(builder.gep(pointer, [ir.Constant(_WHOLE, BLOCK * block)]))

        into = builder.gep(array(5).data, [base])
        sums = [_variable(builder, _LANES) for _ in range(blocks)]
        for block, total in enumerate(sums):
            builder.store(builder.load(at(into, block), align=4), total)
        table = array(0)
        width = builder.extract_value(table.shape, 1)
        with cgutils.for_range(builder, n) as loop:
            start = builder.add(builder.mul(entry(1, loop.index), width), base)
            row = builder.gep(table.data, [start])
            factors = None
            if scaled:
                factor = builder.load(builder.gep(array(3).data, [entry(4, loop.index)]))
                nothing = ir.Constant(_LANES, ir.Undefined)
                first = builder.insert_element(nothing, factor, ir.Constant(_SHORT, 0))
                everywhere = ir.Constant(ir.VectorType(_SHORT, BLOCK), [0] * BLOCK)
                factors = builder.shuffle_vector(first, nothing, everywhere)
            for block, total in enumerate(sums):
                number = builder.load(at(row, block), align=4)
                if scaled:
                    number = builder.fmul(factors, number)
                builder.store(builder.fadd(builder.load(total), number), total)
        for block, total in enumerate(sums):
            builder.store(builder.load(total), at(into, block), align=4)
        return _context.get_dummy_value()

    def typed(
        _context: Any, rows: Any, places: Any, n: Any, scale: Any, values: Any, out: Any, base: Any
    ) -> Any:
        whole = types.int64
        return types.void(rows, places, whole, scale, values, out, whole), generate

    return intrinsic(typed)


def _plainly(blocks: int, scaled: bool) -> Any:
    """The same without a compiler."""

    def add(
        rows: Floats, places: Places, n: int, scale: Floats, values: Places, out: Floats, base: int
    ) -> None:
        span = slice(base, base + BLOCK * blocks)
        for place, value in zip(places[:n], values[:n], strict=True):
            out[span] += rows[place, span] * scale[value] if scaled else rows[place, span]

    return add


_make = cast(Callable[[int, bool], Any], _summing if COMPILES else _plainly)
_scaled_1, _scaled_2, _scaled_3, _scaled_8 = (_make(blocks, True) for blocks in (1, 2, 3, _WIDE))
_plain_1, _plain_8 = (_make(blocks, False) for blocks in (1, _WIDE))


@jit
def add_rows(scale: Floats, values: Places, n: Int, rows: Floats, places: Places, out: Floats) -> None:
    """Add to `out`, float32[b], the first `n` of `scale[values[p]] * rows[places[p]]`."""
    add_columns(scale, values, n, rows, places, len(out), out)


@jit
def add_columns(
    scale: Floats, values: Places, n: Int, rows: Floats, places: Places, width: Int, out: Floats
) -> None:
    """The same for the first `width` columns alone."""
    base = np.int64(0)
    while base + _WIDE * BLOCK <= width:
        _scaled_8(rows, places, n, scale, values, out, base)
        base += _WIDE * BLOCK
    while base + 3 * BLOCK <= width:
        _scaled_3(rows, places, n, scale, values, out, base)
        base += 3 * BLOCK
    if base + 2 * BLOCK <= width:
        _scaled_2(rows, places, n, scale, values, out, base)
        base += 2 * BLOCK
    if base + BLOCK <= width:
        _scaled_1(rows, places, n, scale, values, out, base)
        base += BLOCK
    for j in range(base, width):
        total = out[j]
        for p in range(n):
            total += scale[values[p]] * rows[np.int64(places[p]), j]
        out[j] = total


@jit
def sum_rows(rows: Floats, places: Places, n: Int, out: Floats) -> None:
    """Add to `out`, float32[b], the first `n` of `rows[places[p]]`."""
    b = len(out)
    base = np.int64(0)
    while base + _WIDE * BLOCK <= b:
        _plain_8(rows, places, n, out, places, out, base)
        base += _WIDE * BLOCK
    while base + BLOCK <= b:
        _plain_1(rows, places, n, out, places, out, base)
        base += BLOCK
    for j in range(base, b):
        total = out[j]
        for p in range(n):
            total += rows[np.int64(places[p]), j]
        out[j] = total
