"""`rufen arena`: let players meet on the same deals, and say who is better and how sure that is."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from rufen.cli.output import rendered, write
from rufen.cli.terminal import ended_once, plain
from rufen.core.house_rules import MAX_SEATS, MIN_SEATS, SettingError

if TYPE_CHECKING:
    from rufen.arena.match import Match
    from rufen.arena.tally import Tally

__all__ = ["main", "parser"]

_ABOUT = """\
Let players meet on the same deals, each in every seat, and say who is better and how sure that is.
"""
_EXAMPLES = """\
examples:
  rufen arena --players=beginner,random --deals 150
  rufen arena --players=beginner,counting --deals 6000 --stop-when-decided --out duel.jsonl
  rufen arena --players=neural,mine=neural:best.rufen --deals 6000 --calibration
  rufen arena --players=search:ms=50,neural --field alone --deals 150
  rufen arena --players=beginner --code my_bot.py:Bot --seats 3 --rules screw_the_dealer
  rufen arena --players=counting --bot "node my_bot.mjs" --episode game --deals 50 --json

Every option, and how to read the tables, is in docs/arena.md.
"""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {plain(message, lines=True)} (rufen arena --help shows how)\n")


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"\d{1,10}", text, re.ASCII) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text!r}: a whole number from {low} to {high}")
        return int(text)

    return read


def _given(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("it is empty")
    return text


def _real(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text!r}: a number from {low:g} to {high:g}")
        return value

    return read


def parser() -> argparse.ArgumentParser:
    """The command line of `rufen arena`."""
    made = _Parser(
        prog="rufen arena",
        usage="rufen arena --players=NAME,NAME,… [--code FILE:CLASS] [--bot COMMAND] [OPTION …]",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = made.add_argument_group("who plays").add_argument
    add("--players", default="", metavar="NAME,…", help="players of the house; one may be named twice")
    add("--code", action="append", default=[], metavar="FILE:CLASS", help="a player in Python; repeatable")
    add(
        "--bot", action="append", default=[], metavar="COMMAND", help="a player that is a program; repeatable"
    )
    add(
        "--field",
        choices=("mirrored", "alone", "mixed"),
        default="mirrored",
        help="who sits with whom: for each pair one of each among the others (default), one of the first "
        "among each of the others, or all at one table",
    )
    add = made.add_argument_group("what is played").add_argument
    add("--deals", type=_whole(1, 10_000_000), default=300, help="how many deals (default 300)")
    add("--seats", type=_whole(MIN_SEATS, MAX_SEATS), default=4, help="3 to 6 (default 4)")
    add("--rules", default="standard", help="a preset, bid_restriction=dealer,miss_penalty=20, or JSON")
    add("--hand-sizes", metavar="SIZES", help="1-15, 10-1, or 2,4,8 (default: those of the rules)")
    add("--episode", choices=("round", "game"), default="round", help="what a deal is (default: round)")
    add("--seed", default="arena", help="where all chance comes from (default: arena)")
    add = made.add_argument_group("when it is over").add_argument
    add("--stop-when-decided", action="store_true", help="stop once there is a verdict on every pair")
    add(
        "--margin",
        type=_real(0, 1000),
        default=0.0,
        help="players closer than this, in points a round, are equal (default 0: never)",
    )
    add(
        "--alpha",
        type=_real(1e-6, 0.5),
        default=0.05,
        help="the chance of a false verdict that is allowed (default 0.05)",
    )
    add("--deadline", type=_real(0.001, 3600), default=10.0, help="seconds a program has (default 10)")
    add(
        "--max-faults",
        type=_whole(0, 1_000_000),
        default=20,
        help="faults a player may make before the match ends (default 20)",
    )
    add = made.add_argument_group("how it is run and shown").add_argument
    add("--processes", type=_whole(1, 1024), help="how many play (default: one a core)")
    add("--cluster", type=_given, metavar="ADDRESS", help="play on a Ray cluster; local starts one here")
    add("--out", type=_given, metavar="FILE", help="keep the deals in this file, and go on where it ends")
    add(
        "--calibration",
        action="store_true",
        help="also show how often bids are made by the chance that networks gave them",
    )
    add("--json", action="store_true", help="print the figures as JSON")
    return made


def _match(options: argparse.Namespace) -> Match:
    """The match that is asked for. Raises ValueError (SettingError, ContestantError, MatchError)."""
    from rufen.arena.asked import rules_asked
    from rufen.arena.contestants import contestants
    from rufen.arena.house import names
    from rufen.arena.match import Episode, FieldKind, Match, MatchError

    players = contestants(names(options.players) if options.players else [], options.code, options.bot)
    if not players:
        raise MatchError("nobody plays: name --players, --code or --bot")
    if len(players) == 1 and options.field == "mixed":
        raise MatchError("a mixed field needs as many players as seats")
    if len(players) == 1 and options.field == "alone":
        raise MatchError("--field alone needs somebody to sit among: name two players or more")
    return Match(
        players=players,
        seats=options.seats,
        rules=rules_asked(options.rules, options.hand_sizes, options.seats),
        episode=Episode(options.episode),
        field=FieldKind.OWN if len(players) == 1 else FieldKind(options.field),
        deals=options.deals,
        seed=options.seed,
        stop_when_decided=options.stop_when_decided,
        margin=options.margin,
        alpha=options.alpha,
        deadline=options.deadline,
        max_faults=options.max_faults,
    )


@contextlib.contextmanager
def _progress(match: Match) -> Iterator[Callable[[Tally], None]]:
    """A bar on standard error where that is a terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _tally: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=match.deals)
        yield lambda tally: bar.update(task, completed=tally.deals)


def _cores() -> int:
    # those that this process may use, where the system tells
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def main(arguments: Sequence[str]) -> int:
    """Play the match; the exit status.

    0, 1 when the match ended early, 2 for what cannot be played, 130 after Ctrl-C or when told to end.
    """
    options = parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with ended_once():
            return _play(_match(options), options)
    except SettingError as error:
        return _refuse(f"--rules: {error}")
    except ValueError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return _refuse("interrupted", 130)


def _play(match: Match, options: argparse.Namespace) -> int:
    from rufen.arena.calibration import Calibration
    from rufen.arena.cluster import ClusterError
    from rufen.arena.contestants import ContestantError
    from rufen.arena.faults import Forfeit
    from rufen.arena.results import ResultsError
    from rufen.arena.run import run
    from rufen.arena.spread import WorkerLost
    from rufen.arena.summary import summary, summary_json

    out = Path(options.out) if options.out else None
    calibration = Calibration(match) if options.calibration else None
    again = f"; the same command goes on with {out}" if out else ""
    try:
        # What players print is not what was asked for.
        with _progress(match) as progress, contextlib.redirect_stdout(sys.stderr):
            tally = run(
                match,
                out=out,
                processes=options.processes or _cores(),
                cluster=options.cluster,
                progress=progress,
                also=calibration.add if calibration is not None else lambda _played: None,
            )
    except (ResultsError, ContestantError, ClusterError) as error:
        return _refuse(str(error))
    except Forfeit as error:
        return _refuse(f"the match ended: {error}", 1)
    except WorkerLost as error:
        return _refuse(f"the match ended: {error}{again}", 1)
    except KeyboardInterrupt:
        return _refuse(f"interrupted{again}", 130)
    figures = summary(tally, calibration)
    if options.json:
        return write(json.dumps(summary_json(figures), ensure_ascii=False, indent=1) + "\n", _refuse)
    from rufen.arena.report import report

    # no table is cut: a terminal that is narrower breaks its lines
    return write(rendered(lambda _width: report(figures), least=_WIDEST), _refuse)


_WIDEST = 100_000


def _refuse(reason: str, status: int = 2) -> int:
    print(f"rufen arena: {plain(reason, lines=True)}", file=sys.stderr)
    return status
