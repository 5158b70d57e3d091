"""Runs that take a second."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from msgspec.structs import replace

from rufen.train.checkpoint import State, read_checkpoint
from rufen.train.config import Config, Gate
from rufen.train.run import CHECKPOINT, go_on
from rufen.train.training import Training

SMALL = Config(
    decisions=24_000,
    first=16,
    second=8,
    batch=64,
    exchange=2_000,
    snapshot=5_000,
    earlier=3,
    measure=12_000,
    measure_deals=60,
    save_seconds=0,
    rules="standard",
    gate=Gate(every=24_000, turns=2),
)
TOML = """
decisions = 24_000
first = 16
second = 8
batch = 64
exchange = 2_000
snapshot = 5_000
earlier = 3
measure = 12_000
measure_deals = 60
save_seconds = 0
rules = "standard"
[gate]
every = 24_000
turns = 2
"""
"""The same as a file."""


class Notes:
    """Keeps what it is told; the run is to end when `last` exchanges were made, 0 for never."""

    def __init__(self, last: int = 0) -> None:
        self.last = last
        self.said: list[str] = []
        self.entries: list = []
        self.over = False

    def stepped(self, training, stats, seconds) -> None:
        assert stats[0] > 0
        assert seconds > 0
        self.over = training.state.exchanges == self.last

    def doing(self, what) -> None:
        self.said.append(what)

    def noted(self, entry) -> None:
        self.entries.append(entry)

    def stop(self) -> bool:
        return self.over


def run(folder: Path, config: Config = SMALL, *, last: int = 0, **options) -> State:
    """Go on with a run until it is over, or until it has made so many exchanges; how it stands then."""
    notes = Notes(last)
    assert go_on(config, folder, notes, notes.stop, **options) is not notes.over
    return read_checkpoint(folder / CHECKPOINT)[1]


def steps(config: Config, n: int, **options) -> State:
    """A new run after so many exchanges."""
    with Training.begin(config, Path(), **options) as training:
        for _ in range(n):
            training.step()
        return training.state


def same(one: State, other: State) -> bool:
    """Whether two runs are the same in everything that decides what comes."""
    numbers = [(s.decisions, s.exchanges, s.chance, s.steps, s.best_decisions) for s in (one, other)]
    networks = [
        [*s.learned, *s.earlier, *(each for each in (s.best, s.exploited) if each is not None)]
        for s in (one, other)
    ]
    return (
        numbers[0] == numbers[1]
        and len(networks[0]) == len(networks[1])
        and np.array_equal(one.since, other.since)
        and all(
            np.array_equal(a, b) for x, y in zip(*networks, strict=True) for a, b in zip(x, y, strict=True)
        )
    )


def other(**settings) -> Config:
    """The small configuration with some settings changed."""
    return replace(SMALL, **settings)
