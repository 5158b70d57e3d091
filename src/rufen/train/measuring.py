"""What a network is worth: bids made in its own company, and its edge among others."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from rufen.arena.intervals import Estimate
from rufen.kernel.network.file import rounded
from rufen.train.checkpoint import State
from rufen.train.config import Config
from rufen.train.playing import COUNTING, SEATS, Tables, by_sizes, decks, sizes
from rufen.train.progress import Measured

__all__ = ["measure"]

_PLACE = 7
"""Always the same deals: of two measurements the difference is not that of their cards."""


def measure(config: Config, state: State, stop: Callable[[], bool]) -> Measured:
    """Measure the learner as its file will have it, in standard rules. Raises Stopped."""
    learner = rounded(state.learned.learner)
    networks = [learner] if state.exploited is None else [learner, state.exploited]

    def of(seats: int) -> tuple[Estimate, Estimate]:
        tables = Tables(networks, stop)
        host = COUNTING if state.exploited is None else 1
        exact, edge = [], []
        for size in sizes(seats):
            # an edge takes a table for each seat: half the deals will do
            n = max(2, config.measure_deals // len(sizes(seats)))
            exact.append(tables.exact(0, seats, size, *decks(n, seats, size, _PLACE)))
            edge.append(tables.edge(0, host, seats, size, *decks(max(2, n // 2), seats, size, _PLACE + 1)))
        return by_sizes(exact), by_sizes(edge)

    with ThreadPoolExecutor(config.workers) as pool:
        found = dict(zip(SEATS, pool.map(of, SEATS), strict=True))
    recorded = state.since[1]
    return Measured(
        decisions=state.decisions,
        seconds=state.seconds,
        cpu_seconds=state.cpu_seconds,
        loss=float(state.since[3] / recorded) if recorded else 0.0,
        exact={seats: exact for seats, (exact, _) in found.items()},
        edge={seats: edge for seats, (_, edge) in found.items()},
    )
