"""The `rufen` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

__all__ = ["main"]

# Each command brings only what it needs: a sheet is printed without loading the server.
COMMANDS = ("advise", "arena", "bench", "bot", "sheet", "train")
"""Commands that live in the module of their name and are given what follows it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status, 130 after Ctrl-C."""
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        # while a command was being loaded; later on each has its own last words
        return 130


def _run(given: Sequence[str]) -> int:
    command = given[0] if given else ""
    if command in COMMANDS:
        status: int = import_module(f"rufen.cli.{command}").main(given[1:])
        return status
    if command in ("backup", "restore"):
        from rufen.cli import backup

        return backup.main(given)
    from rufen.cli import serve

    return serve.main(given)


if __name__ == "__main__":
    sys.exit(main())
