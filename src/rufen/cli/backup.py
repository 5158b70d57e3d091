"""`rufen backup` and `rufen restore`: the data folder in one file, and back."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rufen.cli.folders import default_data_folder

__all__ = ["main"]

_BACKUP = """\
Write every table of a data folder to one file, also while the server runs.
Keep it as you would keep the folder: only its owner can read it.
"""
_RESTORE = """\
Make a data folder from a file that `rufen backup` wrote. No server may be using the folder;
what was in it is kept beside it as rufen.db.before-restore.
"""


def _parser(command: str) -> argparse.ArgumentParser:
    saves = command == "backup"
    parser = argparse.ArgumentParser(
        prog=f"rufen {command}",
        description=_BACKUP if saves else _RESTORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="the file to write" if saves else "the backup"
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="FOLDER",
        help="the folder of the tables (default: the one that `rufen` uses) [RUFEN_DATA]",
    )
    if saves:
        parser.add_argument("--force", action="store_true", help="overwrite FILE when it is there already")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Save or restore; the exit status: 0, or 2 with the reason in one line."""
    command, *rest = arguments
    options = _parser(command).parse_args(rest)
    folder = options.data or os.environ.get("RUFEN_DATA")
    data = Path(folder) if folder else default_data_folder(os.environ, sys.platform, Path.home())
    from rufen.server.backup import restore, save
    from rufen.server.store.base import StoreError

    try:
        if command == "backup":
            tables = save(data, options.file, overwrite=options.force)
            print(f"Saved {_tables(tables)} to {options.file} ({_size(options.file)}).")
        else:
            restored = restore(options.file, data)
            print(f"Restored {_tables(restored.tables)} to {data}.")
            if restored.before is not None:
                print(f"What was there is kept as {restored.before}.")
    except StoreError as error:
        print(f"rufen {command}: {error}", file=sys.stderr)
        return 2
    return 0


def _tables(count: int) -> str:
    return f"{count} table{'' if count == 1 else 's'}"


def _size(file: Path) -> str:
    size = file.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(size // 1000, 1)} kB"
