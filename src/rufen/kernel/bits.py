"""Bit sets of cards as 64-bit words: counting, the lowest bit, the k-th bit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from rufen.kernel.jit import Word, jit

__all__ = ["FAST_SELECT", "count", "lowest", "select", "select_portable"]

U = np.uint64

_HOST = llvmlite.binding.get_host_cpu_features()
_NAME = llvmlite.binding.get_host_cpu_name()
HAS_PDEP: bool = bool(_HOST.get("bmi2", False))
"""Whether this processor has the instruction `pdep` at all."""
FAST_SELECT: bool = HAS_PDEP and _NAME not in ("znver1", "znver2")
"""Whether `pdep` is worth using: on the first two generations of Zen it is microcode, slower than a loop."""


@intrinsic
def _count(_context: Any, word: Any) -> Any:
    """The number of set bits."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _lowest(_context: Any, word: Any) -> Any:
    """The place of the lowest set bit; undefined for 0."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def _pdep(_context: Any, source: Any, mask: Any) -> Any:
    """`pdep` of BMI2. On a processor without it this is 0: `select` never asks there."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        if not HAS_PDEP:
            return ir.Constant(word, 0)
        name = "llvm.x86.bmi.pdep.64"
        function = builder.module.globals.get(name)
        if function is None:
            function = ir.Function(builder.module, ir.FunctionType(word, [word, word]), name)
        return builder.call(function, arguments)

    return types.uint64(types.uint64, types.uint64), generate


# What they are to those that call them.
count = cast(Callable[[Word], Word], _count)
lowest = cast(Callable[[Word], Word], _lowest)
_deposit = cast(Callable[[Word, Word], Word], _pdep)


_FIVES, _THREES, _NIBBLES = U(0x5555555555555555), U(0x3333333333333333), U(0x0F0F0F0F0F0F0F0F)
_ONES, _HIGHS, _BYTE = U(0x0101010101010101), U(0x8080808080808080), U(0xFF)


def _in_byte(k: int, byte: int) -> int:
    places = [place for place in range(8) if byte >> place & 1]
    return places[k] if k < len(places) else 0


_IN_BYTE: NDArray[np.uint8] = np.array(
    [[_in_byte(k, byte) for byte in range(256)] for k in range(8)], np.uint8
)


@jit
def select_portable(word: Word, k: Word) -> Word:
    """The k-th set bit of a word as a word of its own, 0 being the lowest; k must be below their number.

    Without a branch, which a processor could only guess. Source: Vigna, "Broadword implementation of
    rank/select queries" (WEA 2008).
    """
    sums = word - ((word >> U(1)) & _FIVES)
    sums = (sums & _THREES) + ((sums >> U(2)) & _THREES)
    sums = ((sums + (sums >> U(4))) & _NIBBLES) * _ONES
    # Each byte of `sums` counts the bits up to its end; it is at most k in every byte below the one sought.
    place = count((((k * _ONES) | _HIGHS) - sums) & _HIGHS) << U(3)
    rest = k - (((sums << U(8)) >> place) & _BYTE)
    return U(1) << (place + U(_IN_BYTE[rest, (word >> place) & _BYTE]))


@jit
def select(word: Word, k: Word, fast: bool) -> Word:
    """The k-th set bit of a word, by `pdep` when `fast`, which must be False where there is none."""
    if fast:
        return _deposit(U(1) << k, word)
    return select_portable(word, k)
