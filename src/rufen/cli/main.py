"""The `rufen` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    # Each command brings only what it needs: a sheet is printed without loading the server.
    if given[:1] == ["sheet"]:
        from rufen.cli import sheet

        return sheet.main(given[1:])
    if given[:1] in (["backup"], ["restore"]):
        from rufen.cli import backup

        return backup.main(given)
    from rufen.cli import serve

    return serve.main(given)


if __name__ == "__main__":
    sys.exit(main())
