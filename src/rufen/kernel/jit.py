"""How everything in this room is compiled: ahead of the first call, kept on disk, without the GIL."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numba import config, njit
from numba.core.caching import FunctionCache

from rufen.kernel.sources import stamp

__all__ = ["COMPILES", "Int", "Word", "jit"]

COMPILES = not cast(Any, config).DISABLE_JIT
"""False with `NUMBA_DISABLE_JIT=1`, Numba's switch for looking into functions: they are plain Python then."""

Int: TypeAlias = int | np.int64
"""A whole number, as Python and NumPy have it; compiled it is an int64."""
Word: TypeAlias = np.uint64
"""64 bits: a set of cards, or a random word."""

Function = TypeVar("Function", bound=Callable[..., Any])


class _Kept(FunctionCache):
    """Compiled code on disk. It only saves time: what cannot be read or written there stops nobody."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._cache_file._source_stamp = stamp(function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:  # a damaged file may raise anything; it is written anew
            self._write(self.flush)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        save: Any = super().save_overload
        self._write(lambda: save(sig, data))

    def _write(self, do: Callable[[], None]) -> None:
        try:
            do()
        except OSError as error:
            _tell_once(f"{self.cache_path}: {error.strerror or error}")


def jit(function: Function) -> Function:
    """Compile a top-level function with Numba when it is first called; later starts read it from its cache.

    Only flat functions: what is made in a closure misses the cache. Bounds are not checked unless
    `NUMBA_BOUNDSCHECK=1` is set, as the tests of this room do once. Where no folder for the cache can be
    written, every start compiles, and a warning says so once.
    """
    compiled: Any = njit(nogil=True, error_model="numpy")(function)
    if COMPILES:
        try:
            compiled._cache = _Kept(function)
        except RuntimeError as error:  # of all folders that Numba tries none can be written
            _tell_once(str(error))
    return cast(Function, compiled)


_told: list[str] = []


def _tell_once(trouble: str) -> None:
    if not _told:
        _told.append(trouble)
        logging.getLogger(__name__).warning(
            "compiled code cannot be kept, so every start compiles it anew, for up to a minute: "
            "set NUMBA_CACHE_DIR to a folder that can be written (%s)",
            trouble,
        )
