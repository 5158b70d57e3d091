"""The workers of a run, wherever they are: threads of this process, or actors of a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, Protocol

from rufen.arena.cluster import cluster_error, started
from rufen.kernel.network.weights import Weights
from rufen.train.worker import Advanced, Beginning, Learned, Worker

__all__ = ["Crew", "CrewMaker", "cluster", "threads"]


class Crew(Protocol):
    """All workers at once; what they give back is in their order."""

    def advance(self, decisions: int, done: float) -> list[Advanced]:
        """Each plays and learns for so many decisions, `done` of the whole run lying behind."""

    def take(self, learned: Learned) -> None:
        """All go on from this."""

    def meet(self, others: Sequence[Weights]) -> None:
        """All have these at their tables."""


CrewMaker = Callable[[Sequence[Beginning]], AbstractContextManager[Crew]]


class _Threads:
    """Compiled code runs without the interpreter's lock, so threads share the cores as processes would."""

    def __init__(self, workers: Sequence[Worker], pool: ThreadPoolExecutor) -> None:
        self._workers, self._pool = workers, pool

    def advance(self, decisions: int, done: float) -> list[Advanced]:
        return list(self._pool.map(lambda worker: worker.advance(decisions, done), self._workers))

    def take(self, learned: Learned) -> None:
        for worker in self._workers:
            worker.take(learned)

    def meet(self, others: Sequence[Weights]) -> None:
        for worker in self._workers:
            worker.meet(others)


@contextmanager
def threads(beginnings: Sequence[Beginning]) -> Iterator[Crew]:
    """A thread of this process for each worker."""
    with ThreadPoolExecutor(len(beginnings), "rufen-train") as pool:
        yield _Threads([Worker(each) for each in beginnings], pool)


class _Actors:
    def __init__(self, ray: Any, address: str, actors: Sequence[Any]) -> None:
        self._ray, self._address, self._actors = ray, address, actors

    def _all(self, method: str, *arguments: object) -> list[Any]:
        try:
            return list(self._ray.get([getattr(actor, method).remote(*arguments) for actor in self._actors]))
        except self._ray.exceptions.RayError as error:
            raise cluster_error(f"the Ray cluster at {self._address} was lost", error) from error

    def advance(self, decisions: int, done: float) -> list[Advanced]:
        return self._all("advance", decisions, done)

    def take(self, learned: Learned) -> None:
        self._all("take", self._ray.put(learned))

    def meet(self, others: Sequence[Weights]) -> None:
        self._all("meet", self._ray.put(others))


def cluster(address: str) -> CrewMaker:
    """The workers as actors on a Ray cluster, one core each; `local` starts one of this machine.

    The same numbers come out as with threads. Raises `rufen.arena.cluster.ClusterError`, then and later.
    """
    return partial(_actors, address)


@contextmanager
def _actors(address: str, beginnings: Sequence[Beginning]) -> Iterator[Crew]:
    # a machine with fewer cores than workers lets them take turns
    with started(address, max(len(beginnings), os.cpu_count() or 1)) as ray:
        actor = ray.remote(num_cpus=1)(Worker)
        yield _Actors(ray, address, [actor.remote(each) for each in beginnings])
