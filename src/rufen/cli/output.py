"""What a command writes to standard output, and what it says when that is not possible."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, cast

__all__ = ["rendered", "write"]


def write(text: str, refuse: Callable[[str], int]) -> int:
    """Write a text; 0, or what `refuse` makes of the reason why it cannot be written."""
    # A closed standard output is None, whatever its type says.
    stream: Any = sys.stdout
    if stream is None:
        return refuse("cannot write: standard output is closed")
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        # The interpreter would complain about it once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if isinstance(error, BrokenPipeError):
            return 0  # whoever read has enough
        return refuse(f"cannot write: {error.strerror or error}")
    return 0


def rendered(parts: Callable[[int], Iterable[Any]], *, least: int) -> str:
    """What `parts` makes of a width, tables of rich, as text with colours where a terminal takes them.

    It is as wide as the terminal, but not narrower than `least`.
    """
    from rich.console import Console

    here = Console(highlight=False, markup=False, emoji=False)
    # Rendered apart and written by `write`: a console whose reader has left ends the program its own way.
    written = io.StringIO()
    console = Console(
        file=written,
        width=max(here.width, least),
        force_terminal=here.is_terminal,
        color_system=cast("Any", here.color_system),
        no_color=here.no_color,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for part in parts(console.width):
        console.print(part)
    return "".join(line.rstrip() + "\n" for line in written.getvalue().splitlines())
