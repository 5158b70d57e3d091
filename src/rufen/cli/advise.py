"""`rufen advise`: what each action is likely to bring, in a position that is written down."""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from rufen.cli.output import rendered, write
from rufen.cli.terminal import plain
from rufen.core.notation import format_position, parse_position
from rufen.core.view import PlayerView

if TYPE_CHECKING:
    from rufen.players.advice import Judged

__all__ = ["advice_json", "best_first", "main"]

_ABOUT = """\
Tell what each action is likely to bring in a position: the expected score of the round, the chance that
the bid is made, and the chance of each number of tricks. The best action comes first.
"""
_EXAMPLES = """\
examples:
  rufen advise 'rufen-position/1 rules-version=1 seats=4 rules=round_mode:schedule,hand_sizes:3 seat=2
    phase=bidding round=1 dealer=3 turn-up=G11 trump=G hand=G4.R13.W2 bids=1.0.-.-'
  rufen advise - --json < position.txt

docs/notation.md tells how a position is written, and what --json prints.
"""
LONGEST = 20_000
"""The most characters a position may have; a true one has a few hundred."""
MOST_MS = 600_000
MOST_NODES = 1_000_000_000
_NARROWEST = 40
"""In columns; a terminal still narrower breaks the lines itself."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {plain(message)} (rufen advise --help shows how)\n")


def _milliseconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= MOST_MS:
        raise argparse.ArgumentTypeError(f"{text!r}: a number of milliseconds from 0 to {MOST_MS}")
    return value


def _nodes(text: str) -> int:
    if not re.fullmatch(r"\d{1,10}", text, re.ASCII) or int(text) > MOST_NODES:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 0 to {MOST_NODES}")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="rufen advise",
        usage="rufen advise POSITION [--search MS] [--nodes N] [--network FILE] [--json]",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "position", metavar="POSITION", nargs="+", help="the position line; - reads standard input"
    )
    parser.add_argument(
        "--search", type=_milliseconds, metavar="MS", help="look ahead for so many milliseconds before a card"
    )
    parser.add_argument("--nodes", type=_nodes, metavar="N", help="look ahead, asking the network N times")
    parser.add_argument(
        "--network", metavar="FILE", help="another network than the one that comes with Rufen"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser


def _position(words: Sequence[str]) -> PlayerView:
    """The view that is asked about. Raises ValueError (PositionError), OSError."""
    text = " ".join(words)
    if text == "-":
        # A closed standard input is None, whatever its type says.
        stream: Any = sys.stdin
        if stream is None:
            raise OSError("it is closed")
        try:
            text = bytes(stream.buffer.read(4 * LONGEST)).decode()
        except UnicodeDecodeError:
            raise ValueError("standard input is not text in UTF-8") from None
    if len(text) > LONGEST:
        raise ValueError(f"a position has at most {LONGEST} characters")
    # an argument in quotes may go over several lines, as typed
    return parse_position(" ".join(text.split()))


def best_first(judged: Sequence[Judged]) -> list[Judged]:
    """By the expected score, the highest first; equal ones keep their order."""
    return sorted(judged, key=lambda each: -each.score)


def advice_json(view: PlayerView, judged: Sequence[Judged]) -> dict[str, Any]:
    """What `--json` prints; the actions are best first, numbers have six digits."""
    return {
        "position": format_position(view),
        "seat": view.seat,
        "phase": view.phase.value,
        "actions": [
            {
                "action": msgspec.to_builtins(each.action),
                "score": round(each.score, 6),
                "made": round(each.made, 6),
                "tricks": [round(chance, 6) for chance in each.tricks],
            }
            for each in best_first(judged)
        ],
    }


def _judged(view: PlayerView, options: argparse.Namespace) -> Sequence[Judged]:
    """Raises ValueError (NetworkError) when there is nothing to judge, or nothing to judge with."""
    from rufen.players.asked import check_asked

    check_asked(view)
    watched = sys.stderr is not None and sys.stderr.isatty()
    if watched:
        # what judges is compiled at its first start
        sys.stderr.write("thinking …\r")
    try:
        from rufen.kernel.network.file import read_network
        from rufen.players.advice import Adviser

        weights = read_network(Path(options.network))[0] if options.network is not None else None
        if options.search is None and options.nodes is None:
            return Adviser(weights).judge(view)
        from rufen.players.search import SearchPlayer

        return SearchPlayer(weights, ms=options.search, nodes=options.nodes).judge(view)
    finally:
        if watched:
            sys.stderr.write("\x1b[2K\r")


def main(arguments: Sequence[str]) -> int:
    """Judge the position and print; the exit status: 0, 2 with what is wrong, or 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        view = _position(options.position)
        judged = _judged(view, options)
    except OSError as error:
        return _refuse(f"cannot read standard input: {error.strerror or error}")
    except ValueError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return _refuse("interrupted", 130)
    if options.json:
        return write(json.dumps(advice_json(view, judged), ensure_ascii=False, indent=1) + "\n", _refuse)
    from rufen.cli.advise_page import page

    return write(
        rendered(lambda width: page(view, best_first(judged), width=width), least=_NARROWEST), _refuse
    )


def _refuse(reason: str, status: int = 2) -> int:
    print(f"rufen advise: {plain(reason)}", file=sys.stderr)
    return status
