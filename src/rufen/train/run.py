"""A training run in its folder: it goes on where it stands, is measured, judged and kept.

The checkpoint is the only truth; all other files are made from it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rufen.arena.results import lock
from rufen.kernel.network.file import rounded, write_network
from rufen.train.checkpoint import CheckpointError
from rufen.train.config import Config
from rufen.train.crew import CrewMaker, threads
from rufen.train.gate import duel, judged
from rufen.train.measuring import measure
from rufen.train.playing import Stopped
from rufen.train.plot import plot
from rufen.train.progress import Entry, Gated, Measured, Verdict, last_of, written_lines
from rufen.train.training import Training

__all__ = ["BEST", "CHECKPOINT", "CURVE", "LATEST", "LOG", "Watcher", "go_on"]

CHECKPOINT = "checkpoint.npz"
LOG = "log.jsonl"
"""A line for each entry of the run's history."""
CURVE = "curve.svg"
LATEST = "latest.rufen"
"""The network of the last measurement."""
BEST = "best.rufen"
"""The network that no later one has beaten."""
_LOCK = "run.lock"


class Watcher(Protocol):
    """Is told how a run goes on."""

    def stepped(self, training: Training, stats: NDArray[np.float64], seconds: float) -> None:
        """There was an exchange, `seconds` after the one before."""

    def doing(self, what: str) -> None:
        """Something begins that takes a while."""

    def noted(self, entry: Entry) -> None:
        """Something came into the history."""


def go_on(
    config: Config,
    folder: Path,
    watcher: Watcher,
    stop: Callable[[], bool],
    *,
    base: Path = Path(),
    crew: CrewMaker = threads,
    changed: bool = False,
    fresh: bool = False,
) -> bool:
    """Begin a run or go on with it until it has made its decisions, or until `stop`; whether it has.

    `fresh` begins whatever is there; `changed` goes on with another configuration.

    It is saved in either case, and in between as often as the configuration says. Files that the
    configuration names are seen from `base`. Raises ConfigError, CheckpointError, OSError,
    `rufen.arena.cluster.ClusterError`.
    """
    path = folder / CHECKPOINT
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / _LOCK).open("a+b") as held:
        try:
            lock(held)
        except OSError:
            raise CheckpointError(f"{folder}: another process is going on with this run") from None
        if path.exists() and not fresh:
            training = Training.load(config, path, crew, changed=changed)
        else:
            training = Training.begin(config, base, crew)
            # of a run that is begun anew nothing is left over
            for old in (CHECKPOINT, LATEST, BEST):
                (folder / old).unlink(missing_ok=True)
        return _train(training, folder, watcher, stop)


def _train(training: Training, folder: Path, watcher: Watcher, stop: Callable[[], bool]) -> bool:
    with training:
        run = _Run(training, folder, watcher, stop)
        run.show()
        try:
            run.watch()
            while training.decisions < training.config.decisions and not stop():
                run.step()
                run.watch()
        except Stopped:
            pass  # what was being measured is due when the run goes on
        run.save()
        return training.decisions >= training.config.decisions and not run.due()


class _Run:
    def __init__(self, training: Training, folder: Path, watcher: Watcher, stop: Callable[[], bool]) -> None:
        self._training, self._folder, self._watcher, self._stop = training, folder, watcher, stop
        self._saved = self._stepped = time.monotonic()

    def step(self) -> None:
        training = self._training
        stats = training.step()
        now = time.monotonic()
        self._watcher.stepped(training, stats, now - self._stepped)
        self._stepped = now
        if now - self._saved >= training.config.save_seconds:
            self.save()

    def save(self) -> None:
        self._training.save(self._folder / CHECKPOINT)
        self._saved = time.monotonic()

    def due(self) -> list[type[Entry]]:
        """What has to be found out before the run goes on."""
        config, state = self._training.config, self._training.state
        kinds: list[tuple[type[Entry], int]] = [(Measured, config.measure)]
        if config.gate.every and config.exploit is None:
            kinds.append((Gated, config.gate.every))
        found: list[type[Entry]] = []
        for kind, every in kinds:
            last = last_of(state.history, kind)
            over = state.decisions >= config.decisions and last < state.decisions
            if over or state.decisions // every > last // every:
                found.append(kind)
        return found

    def watch(self) -> None:
        """Measure and judge the learner when it is time. Raises Stopped."""
        state = self._training.state
        due = self.due()
        if Measured in due:
            self._watcher.doing("measuring")
            self._note(measure(self._training.config, state, self._stop))
            state.since[:] = 0
        if Gated in due:
            self._watcher.doing("the learner against the best network")
            self._note(self._judge())
        if due:
            self.save()
            self.show()
            self._stepped = time.monotonic()

    def _judge(self) -> Gated:
        training, state = self._training, self._training.state
        gate, candidate = training.config.gate, rounded(training.learner)
        if state.best is None:
            gated = Gated(state.decisions, 0, Verdict.FIRST, 0, None, None, {})
        else:
            place = (training.config.seed, state.decisions)
            with closing(duel(candidate, state.best, place, training.config.workers, self._stop)) as turns:
                gated = judged(gate, turns, state.decisions, state.best_decisions)
        if gated.verdict in (Verdict.FIRST, Verdict.BETTER):
            state.best, state.best_decisions = candidate, state.decisions
        return gated

    def _note(self, entry: Entry) -> None:
        self._training.state.history.append(entry)
        self._watcher.noted(entry)

    def show(self) -> None:
        """Write what others read: the log, the curve, the networks."""
        state = self._training.state
        for name, content in ((LOG, written_lines(state.history)), (CURVE, plot(state.history).encode())):
            part = self._folder / f"{name}.part"
            part.write_bytes(content)
            part.replace(self._folder / name)
        if last_of(state.history, Measured) == state.decisions > 0:
            write_network(self._folder / LATEST, self._training.learner, decisions=state.decisions)
        if state.best is not None:
            write_network(self._folder / BEST, state.best, decisions=state.best_decisions)
        else:
            (self._folder / BEST).unlink(missing_ok=True)  # that of a run which was begun anew
