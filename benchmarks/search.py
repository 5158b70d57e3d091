"""What looking ahead brings: `python benchmarks/search.py --seats 4 --nodes 1000 --deals 20`.

One seat searches at a table of the same network, each seat in turn, on the same decks; hand sizes come
equally often. Its edge is its score of a round less the mean of the others', and what it would be without
searching is taken off (over all seats that is 0). Times are CPU milliseconds of this process.
See `docs/search.md`.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from rufen.core.house_rules import BidDisclosure, BidRestriction, HouseRules
from rufen.kernel import layout as at
from rufen.kernel.network.file import read_network
from rufen.kernel.network.weights import Weights
from rufen.kernel.search import match
from rufen.kernel.search.room import Settings, new_room
from rufen.players.neural import shipped
from rufen.players.search import SETTINGS

RULES = {
    "open": HouseRules(),
    "hidden": HouseRules(bid_disclosure=BidDisclosure.HIDDEN),
    "delayed": HouseRules(bid_disclosure=BidDisclosure.DELAYED),
    "dealer": HouseRules(bid_restriction=BidRestriction.DEALER),
}


class Result(NamedTuple):
    """`edges` by hand size and deal, in points a round; shares of made bids; counts of `match`; seconds."""

    edges: NDArray[np.float64]
    made: float
    made_alone: float
    counts: NDArray[np.int64]
    seconds: float

    def line(self) -> str:
        """For a table."""
        sizes, deals = self.edges.shape
        error = 2 * np.sqrt((self.edges.var(axis=1, ddof=1) / deals).mean() / sizes)
        searches, changes, nodes, worlds = (int(each) for each in self.counts)
        cells = (
            sizes * deals,
            f"{self.edges.mean():+.2f} ± {error:.2f}",
            f"{self.made:.1%} ({self.made_alone:.1%})",
            f"{changes / searches:.1%}",
            f"{worlds / searches:.0f}",
            f"{nodes / searches:.0f}",
            f"{1000 * self.seconds / searches:.1f}",
        )
        return " | ".join(map(str, cells))


def measure(
    weights: Weights, seats: int, rules: HouseRules, deals: int, nodes: int, seed: int, settings: Settings
) -> Result:
    """Play `deals` deals of every hand size."""
    room, counts, none = new_room(weights), np.zeros(match.COUNTS, np.int64), np.zeros(match.COUNTS, np.int64)
    small, cards, points = (rows[0] for rows in at.new_games(1))
    rule = at.encode_rules(rules, 3)
    rule[at.ROUNDS] = 2
    edges, made, alone, seconds = [], [], [], 0.0

    def play(
        decks: NDArray[np.uint8], dealers: NDArray[np.int64], searcher: int
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        bids, tricks, scores = (np.zeros((deals, 6), np.int64) for _ in range(3))
        counted = none if searcher < 0 else counts
        match.play_deals(
            weights, settings, rule, seats, searcher, nodes, decks, dealers,
            small, cards, points, room, bids, tricks, scores, counted,
        )  # fmt: skip
        return scores[:, :seats], (bids == tricks)[:, :seats]

    for size in range(1, 60 // seats + 1):
        rule[at.SIZES] = size
        chance = np.random.default_rng([seed, seats, size])
        decks = np.stack([chance.permutation(60) for _ in range(deals)]).astype(np.uint8)
        dealers = chance.integers(0, seats, deals)
        before, made_before = play(decks, dealers, -1)
        edge = np.zeros(deals)
        for seat in range(seats):
            began = time.process_time()
            scores, made_now = play(decks, dealers, seat)
            seconds += time.process_time() - began
            gain = scores - before
            edge += (gain[:, seat] - (gain.sum(axis=1) - gain[:, seat]) / (seats - 1)) / seats
            made.append(made_now[:, seat].mean())
        edges.append(edge)
        alone.append(made_before.mean())
    return Result(np.array(edges), float(np.mean(made)), float(np.mean(alone)), counts, seconds)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each number of seats and each budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5, 6], choices=[3, 4, 5, 6])
    parser.add_argument("--nodes", type=int, nargs="+", default=[300, 1000, 5000])
    parser.add_argument("--deals", type=int, default=20, help="deals of every hand size")
    parser.add_argument("--rules", choices=RULES, default="open")
    parser.add_argument("--network", type=Path, help="a network's file; else the one that comes with Rufen")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=NUMBER", help="other settings")
    asked = parser.parse_args(arguments)
    weights = read_network(asked.network)[0] if asked.network else shipped()
    settings = SETTINGS
    for each in asked.set:
        name, _, value = each.partition("=")
        if name not in Settings._fields:
            parser.error(f"--set {each}: there are {', '.join(Settings._fields)}")
        settings = settings._replace(**{name: type(getattr(settings, name))(value)})
    # compiled before anything is timed
    measure(weights, 3, RULES[asked.rules], 1, 50, 0, settings)
    versions = f"Python {platform.python_version()}, Numba {numba.__version__}"
    print(f"{versions}, {asked.rules} bids, seed {asked.seed}")
    print("| seats | deals | edge | made (without) | changed | worlds | nodes | CPU ms |\n|" + "---|" * 8)
    for seats in asked.seats:
        for nodes in asked.nodes:
            found = measure(weights, seats, RULES[asked.rules], asked.deals, nodes, asked.seed, settings)
            print(f"| {seats} | {found.line()} |", flush=True)


if __name__ == "__main__":
    main()
