"""`rufen bench`: how fast this machine plays, and the number that tells whether it still plays the same."""

from __future__ import annotations

import argparse
import io
import math
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import msgspec

from rufen.cli.output import rendered, write

__all__ = ["PARTS", "main"]

PARTS = ("games", "playouts", "environment", "starts", "peers")
MAX_SECONDS = 600.0
_NARROWEST = 100
"""Below this width the tables would be cut."""

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
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.signature and {*arguments} != {"--signature"}:
        parser.error("--signature goes with no other option")
    from rufen.kernel.jit import COMPILES

    if not COMPILES:
        parser.error("NUMBA_DISABLE_JIT is set: what is measured is compiled code, so unset it")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if options.signature:
        from rufen.bench.signature import signature

        return write(f"{signature()}\n", _refuse)
    from rufen.bench.report import report
    from rufen.bench.starts import StartError

    seats = sorted(set(options.seats))
    try:
        measured = report(seats, options.seconds, options.only, _teller())
    except StartError as error:
        sys.stderr.write(f"rufen bench: {error}\n")
        return 1
    if options.json:
        return write(msgspec.json.format(msgspec.json.encode(measured), indent=2).decode() + "\n", _refuse)
    from rufen.cli.bench_tables import page

    return write(rendered(lambda _width: page(measured), least=_NARROWEST), _refuse)


def _refuse(reason: str) -> int:
    print(f"rufen bench: {reason}", file=sys.stderr)
    return 2


def _teller() -> Callable[[str], object]:
    """Where somebody watches, say what is being measured."""
    if not sys.stderr.isatty():
        return lambda _what: None
    return lambda what: sys.stderr.write(f"\x1b[2K\rmeasuring {what} …\r" if what else "\x1b[2K")
