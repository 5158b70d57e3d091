"""The `rufen` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rufen.cli import serve

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    return serve.main(sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    sys.exit(main())
