"""What compiled code was made from, so that no cache outlives it.

Numba's cache looks at the file of a function only. But compiled code holds the code of the functions it calls
and the tables it reads as well: a changed `tables.py` would leave yesterday's rules in everybody's cache.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["stamp"]

_APART = "rufen.core"
"""Nothing of it is compiled."""


def stamp(function: Callable[..., Any]) -> str:
    """A hash over the file of a function and everything it imports from its package and from `rufen`."""
    module = function.__module__
    packages = frozenset({module.partition(".")[0], "rufen"})
    names: set[str] = set()
    paths = {function.__code__.co_filename}
    fresh = [*paths]
    while fresh:
        for name in _imports(fresh.pop()):
            known = name in names or name.partition(".")[0] not in packages or name.startswith(_APART)
            path = None if known else getattr(sys.modules.get(name), "__file__", None)
            names.add(name)
            if path is not None and path not in paths:
                paths.add(path)
                fresh.append(path)
    return hashlib.sha256("".join(sorted(map(_digest, paths))).encode()).hexdigest()


@cache
def _digest(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


@cache
def _imports(path: str) -> tuple[str, ...]:
    return tuple(_imported(ast.parse(Path(path).read_bytes())))


def _imported(tree: ast.Module) -> Iterator[str]:
    """The modules that a file may import: of `from a import b`, both a and a.b."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
