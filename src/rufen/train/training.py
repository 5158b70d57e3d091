"""A training run: workers that play and learn, brought together at each exchange, and kept on disk."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from rufen.kernel.learning.actor import STATS
from rufen.kernel.network.file import NetworkError, rounded
from rufen.kernel.network.weights import Floats, Weights, copy_of, random_weights
from rufen.train.checkpoint import CheckpointError, State, read_checkpoint, write_checkpoint
from rufen.train.config import SHAPE, Config, ConfigError, differing
from rufen.train.crew import CrewMaker, threads
from rufen.train.networks import named, padded, widened
from rufen.train.progress import Changed
from rufen.train.worker import Advanced, Beginning, Learned, first_chance, nothing_learned

__all__ = ["Training"]


def _average(each: Sequence[Weights]) -> Weights:
    def mean(arrays: Sequence[Floats]) -> Floats:
        return np.asarray(np.mean(np.stack(arrays), axis=0, dtype=np.float32))

    return Weights(*(mean(arrays) for arrays in zip(*each, strict=True)))


class Training:
    """A run. `step` goes on from one exchange to the next; `save` and `load` lose nothing.

    The state between two steps decides everything that follows, for the same configuration: with threads or
    on a cluster, in one go or in several.
    """

    def __init__(self, config: Config, state: State | None = None, crew: CrewMaker = threads) -> None:
        """Begin with weights from chance, or go on from a state."""
        self.config = config
        self.state = state or _beginning(config, random_weights(config.first, config.second, config.seed))
        _fit_workers(self.state, config)
        self._ends = ExitStack()
        self._crew = self._ends.enter_context(crew(self._beginnings()))

    @classmethod
    def begin(cls, config: Config, base: Path, crew: CrewMaker = threads) -> Self:
        """Begin as the configuration says, files seen from the folder `base`. Raises ConfigError."""
        first, second = config.first, config.second
        weights = random_weights(first, second, config.seed)
        exploited = None
        setting = "start"
        try:
            if config.start:
                weights = copy_of(widened(named(config.start, base), first, second, config.seed))
            setting = "exploit.against"
            if config.exploit:
                exploited = padded(named(config.exploit.against, base), first, second)
        except NetworkError as error:
            raise ConfigError(f"{setting}: {error}") from None
        state = _beginning(config, weights)
        state.exploited = exploited
        if config.start and not config.exploit:
            # what one begins with is what has to be beaten
            state.best = rounded(weights)
        return cls(config, state, crew)

    @classmethod
    def load(cls, config: Config, path: Path, crew: CrewMaker = threads, *, changed: bool = False) -> Self:
        """Go on from a file; `changed` allows another configuration. Raises CheckpointError."""
        before, state = read_checkpoint(path)
        differs = differing(before, config)
        fixed = sorted(name for name in differs if name.partition(".")[0] in SHAPE)
        if fixed or (differs and not changed):
            told = "; ".join(
                f"{name} is {_shown(now)} in the configuration, but {_shown(then)} in the run"
                for name, (then, now) in differs.items()
            )
            way = "--fresh begins anew" + ("" if fixed else ", --changed goes on all the same")
            raise CheckpointError(f"{path} is of another configuration: {told} ({way})")
        if differs:
            settings = {name: (_shown(then), _shown(now)) for name, (then, now) in differs.items()}
            state.history.append(Changed(state.decisions, settings))
        return cls(config, state, crew)

    def close(self) -> None:
        """Let the workers go."""
        self._ends.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def learner(self) -> Weights:
        """The network as of the last exchange; it changes with the next step."""
        return self.state.learned.learner

    @property
    def decisions(self) -> int:
        """How many decisions were made."""
        return self.state.decisions

    def step(self) -> NDArray[np.float64]:
        """Play and learn until the next exchange; the sum of the workers' statistics."""
        state, config = self.state, self.config
        begins = time.perf_counter()
        done = self._crew.advance(config.exchange, float(state.decisions))
        stats = np.zeros(STATS)
        for each in done:
            stats += each.stats
        self._exchange(done)
        before = state.decisions // config.snapshot
        state.decisions += int(stats[0])
        if config.exploit is None and state.decisions // config.snapshot > before:
            self._remember()
        state.since += stats
        state.seconds += time.perf_counter() - begins
        return stats

    def save(self, path: Path) -> None:
        """Write everything to a file, which is whole or as it was. Raises OSError."""
        write_checkpoint(path, self.config, self.state)

    def _exchange(self, done: Sequence[Advanced]) -> None:
        state = self.state
        state.exchanges += 1
        state.chance = [each.chance for each in done]
        state.steps = [each.steps for each in done]
        state.cpu_seconds += sum(each.cpu_seconds for each in done)
        if len(done) == 1:
            state.learned = done[0].learned
            return
        state.learned = Learned(
            *(_average(parts) for parts in zip(*(each.learned for each in done), strict=True))
        )
        self._crew.take(state.learned)

    def _remember(self) -> None:
        """The learner joins its earlier selves. When they are too many, one goes: by turns each but the
        newest two, so that old ones become rarer and do not vanish."""
        state, config = self.state, self.config
        state.earlier.append(copy_of(self.learner))
        if len(state.earlier) > config.earlier:
            del state.earlier[(state.decisions // config.snapshot) % (config.earlier - 1)]
        self._crew.meet(state.earlier)

    def _beginnings(self) -> list[Beginning]:
        state = self.state
        others = state.earlier if state.exploited is None else [state.exploited]
        return [
            Beginning(self.config, state.learned, others, chance, steps)
            for chance, steps in zip(state.chance, state.steps, strict=True)
        ]


def _beginning(config: Config, weights: Weights) -> State:
    chance = [first_chance(config.seed, number) for number in range(config.workers)]
    return State(nothing_learned(weights), chance, [0] * config.workers)


def _fit_workers(state: State, config: Config) -> None:
    """Workers that join go on from the first one's steps, with chances of their own; others leave."""
    for number in range(len(state.chance), config.workers):
        state.chance.append(first_chance(config.seed, number, state.exchanges))
        state.steps.append(state.steps[0])
    del state.chance[config.workers :], state.steps[config.workers :]


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()
