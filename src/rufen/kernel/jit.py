"""How everything in this room is compiled: ahead of the first call, kept on disk, without the GIL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numba import njit

from rufen.kernel.sources import stamp

__all__ = ["Int", "Word", "jit"]

Int: TypeAlias = int | np.int64
"""A whole number, as Python and NumPy have it; compiled it is an int64."""
Word: TypeAlias = np.uint64
"""64 bits: a set of cards, or a random word."""

Function = TypeVar("Function", bound=Callable[..., Any])


def jit(function: Function) -> Function:
    """Compile a top-level function with Numba when it is first called; later starts read it from its cache.

    Only flat functions: what is made in a closure misses the cache. Bounds are not checked unless
    `NUMBA_BOUNDSCHECK=1` is set, as the tests of this room do once.
    """
    compiled = njit(cache=True, nogil=True, error_model="numpy")(function)
    kept = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if kept is not None:
        kept._source_stamp = stamp(function)
    return cast(Function, compiled)
