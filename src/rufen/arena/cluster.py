"""A match over several machines: the same chunks, played by the workers of a Ray cluster."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

from rufen.arena.match import Match
from rufen.arena.playing import DealPlayed
from rufen.arena.spread import ONE_THREAD, chunks, environment, play_chunk

__all__ = ["LOCAL", "ClusterError", "cluster_error", "over_cluster", "started"]

LOCAL = "local"
"""The address that starts a cluster of this machine alone."""


class ClusterError(Exception):
    """The cluster cannot be used; the message says why."""


def over_cluster(match: Match, first: int, address: str, processes: int) -> Generator[tuple[DealPlayed, ...]]:
    """Play the deals from `first` on; `processes` is how many workers a local cluster has.

    Raises ClusterError, and what `play_chunk` raises.
    """
    with started(address, processes) as ray:
        # a chunk whose worker was lost is played again by another
        remote = ray.remote(num_cpus=1, max_retries=3)(play_chunk)
        shared = ray.put(match)
        workers = int(ray.cluster_resources().get("CPU", 1))

        def result(reference: object) -> tuple[DealPlayed, ...]:
            try:
                played: tuple[DealPlayed, ...] = ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from error
            except ray.exceptions.RayError as error:
                raise cluster_error(f"the Ray cluster at {address} was lost", error) from error
            return played

        waiting: deque[object] = deque()
        for chunk in chunks(match, first):
            waiting.append(remote.remote(shared, chunk))
            # one more each, so that nobody waits for work
            if len(waiting) >= 2 * workers:
                yield result(waiting.popleft())
        while waiting:
            yield result(waiting.popleft())


@contextmanager
def started(address: str, processes: int) -> Iterator[Any]:
    """Ray, connected to a cluster until the end; `processes` is how many workers a local one has.

    Raises ClusterError.
    """
    ray = _ray()
    settings: dict[str, Any] = {"address": address}
    if address == LOCAL:
        settings |= {"num_cpus": processes, "include_dashboard": False}
    try:
        with environment(ONE_THREAD):  # what a local cluster's workers are started with
            ray.init(**settings, configure_logging=False, log_to_driver=False)
    except Exception as error:
        raise cluster_error(f"no Ray cluster at {address}", error) from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _ray() -> Any:
    # nothing of a match is anybody else's business
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # what it will be one day anyway, and says so with a warning at every start
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise ClusterError(
            "--cluster needs Ray, which is not installed: in the checkout of Rufen run "
            '.venv/bin/python -m pip install -e ".[cluster]"'
        ) from None
    return ray


def cluster_error(what: str, error: Exception) -> ClusterError:
    """What happened, with the reason that Ray gives, in a line."""
    return ClusterError(f"{what}: {' '.join(str(error).split())[:300]}")
