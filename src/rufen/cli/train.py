"""`rufen train`: train a network, go on with a run, or look at one."""

from __future__ import annotations

import argparse
import contextlib
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from rufen.cli.output import rendered, write
from rufen.cli.terminal import plain

if TYPE_CHECKING:
    from rufen.train.config import Config
    from rufen.train.progress import Entry
    from rufen.train.training import Training

__all__ = ["main", "parser"]

_ABOUT = """\
Train a network by playing against itself and others, as a configuration says. The run lives in a folder:
stopped, killed or begun anew, the same command goes on with it.
"""
_EXAMPLES = """\
examples:
  rufen train training/rufen.toml --folder runs/mine
  rufen train training/rufen.toml --folder runs/mine --minutes 30 --workers 4
  rufen train --show runs/mine

Every setting, and what comes of it, is in docs/strength.md.
"""
_LINE_S = 30.0
"""How often a line says how it goes, in seconds, where there is no terminal."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {plain(message, lines=True)} (rufen train --help shows how)\n")


def _whole(text: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text, re.ASCII) or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number from 1 to 1024")
    return int(text)


def _minutes(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1e6:
        raise argparse.ArgumentTypeError(f"{text!r}: a number from 0 to 1000000")
    return value


def _given(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("it is empty")
    return text


def parser() -> argparse.ArgumentParser:
    """The command line of `rufen train`."""
    made = _Parser(
        prog="rufen train",
        usage="rufen train CONFIG.toml --folder RUN [OPTION …]\n       rufen train --show RUN",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = made.add_argument
    add("config", nargs="?", type=_given, metavar="CONFIG.toml", help="what is trained, and how")
    add("--folder", type=_given, metavar="RUN", help="where the run lives; it is made if need be")
    add("--minutes", type=_minutes, help="stop after so many minutes; the same command goes on")
    add("--workers", type=_whole, help="how many play and learn (default: as configured)")
    add("--fresh", action="store_true", help="begin anew: the run in the folder is overwritten")
    add("--changed", action="store_true", help="go on although the configuration is another one")
    add("--cluster", type=_given, metavar="ADDRESS", help="work on a Ray cluster; local starts one here")
    add("--show", type=_given, metavar="RUN", help="print where a run stands and its curve")
    return made


def main(arguments: Sequence[str]) -> int:
    """Train, or show a run; the exit status.

    0, also when the minutes are over; 1 when workers were lost, 2 for what cannot be trained, 130 after
    Ctrl-C.
    """
    made = parser()
    options = made.parse_args(arguments)
    if options.show is not None:
        if options.config or options.folder:
            made.error("--show takes the folder of a run and nothing else")
        return _show(Path(options.show))
    if not options.config or not options.folder:
        made.error("a configuration and --folder are needed")
    return _train(options, Path(options.config), Path(options.folder))


def _show(folder: Path) -> int:
    from rufen.train.checkpoint import CheckpointError, read_checkpoint
    from rufen.train.report import report
    from rufen.train.run import CHECKPOINT

    try:
        config, state = read_checkpoint(folder / CHECKPOINT)
    except CheckpointError as error:
        return _refuse(str(error))
    return write(rendered(lambda _width: report(config, state), least=_WIDEST), _refuse)


_WIDEST = 100_000


def _train(options: argparse.Namespace, path: Path, folder: Path) -> int:
    from msgspec.structs import replace

    from rufen.arena.cluster import ClusterError
    from rufen.kernel.network.file import NetworkError
    from rufen.train.checkpoint import CheckpointError
    from rufen.train.config import ConfigError, read_config
    from rufen.train.crew import cluster, threads
    from rufen.train.report import standing
    from rufen.train.run import CHECKPOINT, go_on

    try:
        config = read_config(path)
        if options.workers:
            config = replace(config, workers=options.workers)
        with _Ending(options.minutes) as ending, _watching(config, ending) as watcher:
            whole = go_on(
                config,
                folder,
                watcher,
                ending.reached,
                base=path.parent,
                crew=cluster(options.cluster) if options.cluster else threads,
                changed=options.changed,
                fresh=options.fresh,
            )
    except (ConfigError, CheckpointError, NetworkError) as error:
        return _refuse(str(error))
    except ClusterError as error:
        kept = (folder / CHECKPOINT).exists()
        again = f"; the same command goes on with {folder / CHECKPOINT}" if kept else ""
        return _refuse(f"{error}{again}", 1 if kept else 2)
    except OSError as error:
        return _refuse(f"{error.filename or folder}: {error.strerror or error}")
    except KeyboardInterrupt:
        kept = (folder / CHECKPOINT).exists()
        again = f"the same command goes on with {folder / CHECKPOINT}" if kept else "nothing was saved yet"
        return _refuse(f"interrupted twice; {again}", 130)
    said = standing(*_kept(folder))
    if whole:
        return write(f"{said}\ntrained; {folder} holds everything\n", _refuse)
    why = "interrupted" if ending.asked else "the minutes are over"
    again = f"{why}; saved in {folder / CHECKPOINT}, and the same command goes on from there"
    if ending.asked:
        return _refuse(again, 130)
    return write(f"{said}\n{again}\n", _refuse)


def _kept(folder: Path) -> tuple[Any, Any]:
    from rufen.train.checkpoint import read_checkpoint
    from rufen.train.run import CHECKPOINT

    return read_checkpoint(folder / CHECKPOINT)


class _Ending:
    """When a run is to end: after some minutes, or when it is told to. Told twice, it ends at once."""

    def __init__(self, minutes: float | None) -> None:
        self.asked = False
        self.tell: Callable[[str], None] = lambda _text: None
        self._until = None if minutes is None else time.monotonic() + 60 * minutes
        self._before: dict[int, Any] = {}

    def reached(self) -> bool:
        return self.asked or (self._until is not None and time.monotonic() >= self._until)

    def _end(self, _number: int, _frame: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        self.tell("ending: the run is saved after this exchange; once more ends it at once")

    def __enter__(self) -> _Ending:
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                self._before[number] = signal.signal(number, self._end)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)


class _Lines:
    """Says how a run goes in lines on standard error."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._seconds = 0.0
        self._made = self._loss = self._recorded = 0.0
        self._next = 0.0

    def stepped(self, training: Training, stats: Any, seconds: float) -> None:
        self._seconds += seconds
        self._made += stats[0]
        self._recorded += stats[1]
        self._loss += stats[3]
        self.show(training)

    def show(self, training: Training) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _LINE_S
            done = f"{training.decisions / 1e6:.2f} of {training.config.decisions / 1e6:g} M decisions"
            self._say(f"{done}, {self.pace()}")

    def pace(self) -> str:
        """What came out since the last time it was asked."""
        speed, loss = self._made / max(self._seconds, 1e-9), self._loss / max(self._recorded, 1.0)
        self._seconds = self._made = self._loss = self._recorded = 0.0
        return f"{speed:,.0f} a second, loss {loss:.4f}"

    def doing(self, what: str) -> None:
        self._say(f"{what} …")

    def noted(self, entry: Entry) -> None:
        from rufen.train.report import in_a_line

        self._say(in_a_line(entry))


@contextlib.contextmanager
def _watching(config: Config, ending: _Ending) -> Iterator[_Lines]:
    """Who is told how the run goes: a bar on a terminal, else lines."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:

        def say(text: str) -> None:
            print(text, file=sys.stderr, flush=True)

        ending.tell = say
        yield _Lines(say)
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.1f} %")
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("training", total=config.decisions)

        class Bar(_Lines):
            def show(self, training: Training) -> None:
                bar.update(task, completed=training.decisions)
                if time.monotonic() >= self._next:
                    self._next = time.monotonic() + 2
                    said = f"{training.decisions / 1e6:.2f} M decisions, {self.pace()}"
                    bar.update(task, description=said)

            def doing(self, what: str) -> None:
                bar.update(task, description=what)
                self._next = 0.0  # and then at once how it goes on

        ending.tell = bar.console.print
        yield Bar(bar.console.print)


def _refuse(reason: str, status: int = 2) -> int:
    print(f"rufen train: {plain(reason, lines=True)}", file=sys.stderr)
    return status
