"""Bit sets of cards as 64-bit words: counting, the lowest bit, the k-th bit."""

from __future__ import annotations

from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

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
def count(_context: Any, word: Any) -> Any:
    """The number of set bits."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def lowest(_context: Any, word: Any) -> Any:
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


@jit
def select_portable(word: Word, k: Word) -> Word:
    """The k-th set bit of a word as a word of its own, 0 being the lowest; k is small, so a loop is good."""
    while k:
        word &= word - U(1)
        k -= U(1)
    return word & (~word + U(1))


@jit
def select(word: Word, k: Word, fast: bool) -> Word:
    """The k-th set bit of a word, by `pdep` when `fast`, which must be False where there is none."""
    if fast:
        return _pdep(U(1) << k, word)  # type: ignore[call-arg]  # the context is Numba's
    return select_portable(word, k)
