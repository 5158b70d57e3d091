"""`rufen bench`: how fast this machine plays, and the number that tells whether it still plays the same."""

from __future__ import annotations

import argparse
import io
import math
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

if TYPE_CHECKING:
    from rufen.bench.report import Report

__all__ = ["PARTS", "main"]

PARTS = ("games", "playouts", "environment", "starts", "peers")
MAX_SECONDS = 600.0

_ABOUT = """\
Measure on one thread how fast this machine plays, beside other packages that are installed. The signature
is a number that changes when the way the kernel plays changes, and with nothing else.
"""
_EXAMPLES = """\
examples:
  rufen bench
  rufen bench --seats 3 6 --seconds 5
  rufen bench --only games peers --json
  rufen bench --signature

docs/bench.md tells what the numbers are.
"""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (rufen bench --help shows how)\n")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0, up to {MAX_SECONDS:g}")
    return seconds


def _seats(text: str) -> int:
    if text not in ("3", "4", "5", "6"):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seats from 3 to 6")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="rufen bench",
        usage="rufen bench [--seats N …] [--seconds S] [--only PART …] [--json] | --signature",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--seats", type=_seats, nargs="+", default=[3, 4, 5, 6], help="3 4 5 6 unless set")
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=2.0,
        help="CPU time for each number, 2 unless set; more is steadier",
    )
    parser.add_argument(
        "--only",
        nargs="+",
        choices=PARTS,
        default=PARTS,
        metavar="PART",
        help=f"only these parts: {', '.join(PARTS)}",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument(
        "--signature", action="store_true", help="print only the signature, and measure nothing"
    )
    return parser


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status: 0, 1 if a measurement failed, or 2 with what is wrong."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if options.signature:
        from rufen.bench.signature import signature

        return _write(f"{signature()}\n")
    from rufen.bench.report import report
    from rufen.bench.starts import StartError

    seats = sorted(set(options.seats))
    try:
        measured = report(seats, options.seconds, options.only, _teller())
    except StartError as error:
        sys.stderr.write(f"rufen bench: {error}\n")
        return 1
    if options.json:
        return _write(msgspec.json.format(msgspec.json.encode(measured), indent=2).decode() + "\n")
    return _write(_tables(measured))


def _write(text: str) -> int:
    # A closed standard output is None, whatever its type says.
    stream: Any = sys.stdout
    trouble = "standard output is closed"
    try:
        if stream is not None:
            stream.write(text)
            stream.flush()
            return 0
    except OSError as error:
        # The interpreter would complain about it once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if isinstance(error, BrokenPipeError):
            return 0  # whoever read has enough
        trouble = error.strerror or str(error)
    print(f"rufen bench: cannot write: {trouble}", file=sys.stderr)
    return 2


def _teller() -> Callable[[str], object]:
    """Where somebody watches, say what is being measured."""
    if not sys.stderr.isatty():
        return lambda _what: None
    return lambda what: sys.stderr.write(f"\x1b[2K\rmeasuring {what} …\r" if what else "\x1b[2K")


def _tables(measured: Report) -> str:
    """The page, with colours where standard output is a terminal that takes them."""
    from rich.console import Console

    from rufen.cli.bench_tables import page

    here = Console(highlight=False, emoji=False)
    written = io.StringIO()
    console = Console(
        file=written,
        width=max(here.width, 100) if not here.is_terminal else here.width,
        force_terminal=here.is_terminal,
        no_color=here.no_color,
        highlight=False,
        emoji=False,
    )
    for part in page(measured):
        console.print(part)
    return written.getvalue()
