"""A training run on disk: one file that holds everything, written so that it is whole or as it was."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from rufen.kernel.learning.actor import STATS
from rufen.kernel.network.shape import INPUTS, OUTPUTS, PADDED
from rufen.kernel.network.weights import Weights
from rufen.train.config import Config
from rufen.train.progress import Entry, read_lines, written_lines
from rufen.train.worker import Learned

__all__ = ["CheckpointError", "State", "read_checkpoint", "read_learner", "write_checkpoint"]


class CheckpointError(ValueError):
    """A file is no checkpoint that can be gone on with; the message says why."""


@dataclass
class State:
    """Everything that a run goes on from."""

    learned: Learned
    chance: list[int]
    """By worker, the state of its random numbers."""
    steps: list[int]
    """By worker, its steps of descent."""
    earlier: list[Weights] = field(default_factory=list)
    decisions: int = 0
    exchanges: int = 0
    exploited: Weights | None = None
    best: Weights | None = None
    best_decisions: int = 0
    since: NDArray[np.float64] = field(default_factory=lambda: np.zeros(STATS))
    """The statistics since the last measurement."""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    timed_from: int = 0
    """The decisions after which the clocks began: more than 0 for runs from before there were any."""
    history: list[Entry] = field(default_factory=list)


def write_checkpoint(path: Path, config: Config, state: State) -> None:
    """Write everything to a file. Raises OSError."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, weights in zip(Learned._fields, state.learned, strict=True):
        _put(arrays, name, weights)
    for number, each in enumerate(state.earlier):
        _put(arrays, f"earlier{number}", each)
    for name, one in (("exploited", state.exploited), ("best", state.best)):
        if one is not None:
            _put(arrays, name, one)
    arrays["rng"] = np.array(state.chance, np.uint64)
    arrays["steps"] = np.array(state.steps, np.int64)
    arrays["counts"] = np.array([state.decisions, state.exchanges, len(state.earlier), state.best_decisions])
    arrays["since"] = state.since
    arrays["spent"] = np.array([state.seconds, state.cpu_seconds, state.timed_from])
    arrays["config"] = np.frombuffer(msgspec.json.encode(config), np.uint8)
    arrays["history"] = np.frombuffer(written_lines(state.history), np.uint8)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        # on a disk that is full, what was begun takes room that is needed
        part.unlink(missing_ok=True)
        raise


def read_checkpoint(path: Path) -> tuple[Config, State]:
    """What a run is made of, and where it stands. Raises CheckpointError."""
    try:
        with path.open("rb") as content, np.load(content) as file:
            state = State(
                Learned(*(_taken(file, name) for name in Learned._fields)),
                [int(each) for each in file["rng"]],
                [int(each) for each in file["steps"]],
            )
            state.decisions, state.exchanges, earlier = (int(each) for each in file["counts"][:3])
            state.earlier = [_taken(file, f"earlier{number}") for number in range(earlier)]
            if "exploited.w1" in file:
                state.exploited = _taken(file, "exploited")
            if "best.w1" in file:
                state.best, state.best_decisions = _taken(file, "best"), int(file["counts"][3])
            state.timed_from = state.decisions
            if "history" in file:
                state.since = file["since"]
                state.seconds, state.cpu_seconds = (float(each) for each in file["spent"][:2])
                state.timed_from = int(file["spent"][2])
                state.history = read_lines(file["history"].tobytes())
            config = msgspec.json.decode(file["config"].tobytes(), type=Config)
            _check(state)
    except FileNotFoundError:
        raise CheckpointError(f"{path}: there is no such file") from None
    except OSError as error:
        raise CheckpointError(f"{path}: cannot be read: {error.strerror or error}") from None
    except msgspec.MsgspecError as error:
        raise CheckpointError(f"{path}: this checkpoint was written by another Rufen: {error}") from None
    except Exception:  # a damaged file may raise anything
        raise CheckpointError(f"{path}: this is no checkpoint of a training run, or it is damaged") from None
    return config, state


def _check(state: State) -> None:
    """Raises ValueError unless its parts belong together."""
    networks = [*state.learned, *state.earlier, *(each for each in (state.exploited, state.best) if each)]
    if len({each.w2.shape for each in networks}) > 1:
        raise ValueError("networks of several sizes")
    if len(state.steps) != len(state.chance) or not state.chance or state.since.shape != (STATS,):
        raise ValueError("not all workers are there")
    if min(state.decisions, state.exchanges, *state.steps) < 0 or min(state.chance) < 0:
        raise ValueError("numbers below 0")


def read_learner(path: Path) -> Weights:
    """The network that learns in a run. Raises CheckpointError."""
    return read_checkpoint(path)[1].learned.learner


def _put(arrays: dict[str, NDArray[np.generic]], name: str, weights: Weights) -> None:
    for part, array in zip(Weights._fields, weights, strict=True):
        arrays[f"{name}.{part}"] = array


def _taken(file: np.lib.npyio.NpzFile, name: str) -> Weights:
    """A network; ValueError for one that is made otherwise than this Rufen's."""
    weights = Weights(*(np.ascontiguousarray(file[f"{name}.{part}"]) for part in Weights._fields))
    a, b = weights.w2.shape
    shapes = ((INPUTS, a), (a,), (a, b), (b,), (OUTPUTS, b, PADDED), (OUTPUTS, PADDED))
    for array, shape in zip(weights, shapes, strict=True):
        if array.shape != shape or array.dtype != np.float32:
            raise ValueError(f"{name} has the wrong shape")
    return weights
