"""How well the players play, on duplicate deals: `python benchmarks/players.py`.

Every game of a comparison is played once with the measured player in each seat, over the same decks
and dealers, so luck of the deal and of the seat cancels. The unit of every interval is one set of
such games. See `benchmarks/players.md`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rufen.core.actions import Action
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game, apply, deal_round
from rufen.core.house_rules import STANDARD, HouseRules
from rufen.core.scoring import RoundResult
from rufen.core.state import Phase, evolve, to_act
from rufen.core.view import PlayerView, view_of
from rufen.players.base import LEVELS, Player, make_player


def play_game(players: Sequence[Player], deal_seed: str, rules: HouseRules) -> tuple[RoundResult, ...]:
    """One whole game; the decks of its rounds and its first dealer follow from the seed alone."""
    seats = len(players)
    dealer = deck_from_seed(deal_seed, 0)[0].index % seats
    state = Game.new([f"seat {seat}" for seat in range(seats)], rules, first_dealer=dealer).state
    while state.phase is not Phase.GAME_OVER:
        if state.phase is Phase.DEALING:
            deck = deck_from_seed(deal_seed, len(state.results) + 1)
            for event in deal_round(state, deck, "duplicate"):
                state = evolve(state, event)
        else:
            seat = to_act(state)[0]
            state = apply(state, seat, players[seat].act(view_of(state, seat)))[1]
    return state.results


@dataclass(frozen=True)
class Estimate:
    """A mean over `n` independent sets of games, with its 95 % interval ± `margin`."""

    mean: float
    margin: float
    n: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        margin = 1.96 * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")
        return cls(statistics.fmean(values), margin, len(values))


def exact_rate(level: str, seats: int, games: int, seed: str, rules: HouseRules) -> Estimate:
    """The share of bids made, over all rounds of whole games, with one level in every seat."""
    shares = []
    for number in range(games):
        players = [make_player(level, f"{seed} {number} {seat}") for seat in range(seats)]
        results = play_game(players, f"{seed} {number}", rules)
        made = sum(bid == won for r in results for bid, won in zip(r.bids, r.tricks, strict=True))
        shares.append(made / (len(results) * seats))
    return Estimate.of(shares)


def edge(
    level: str, others: str, seats: int, games: int, seed: str, rules: HouseRules
) -> tuple[Estimate, Estimate]:
    """One seat of `level` among `others`: its points a round above their mean, and its bids made.

    Each of `games` sets is played with `level` in every seat over the same deals.
    """
    edges, shares = [], []
    for number in range(games):
        points = made = rounds = 0.0
        for measured in range(seats):
            players = [
                make_player(level if seat == measured else others, f"{seed} {number} {seat}")
                for seat in range(seats)
            ]
            for r in play_game(players, f"{seed} {number}", rules):
                own = r.scores[measured]
                points += own - (sum(r.scores) - own) / (seats - 1)
                made += r.bids[measured] == r.tricks[measured]
                rounds += 1
        edges.append(points / rounds)
        shares.append(made / rounds)
    return Estimate.of(edges), Estimate.of(shares)


class Clocked:
    """A player with a stop-watch around every action."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.actions = 0
        self.seconds = 0.0

    def act(self, view: PlayerView) -> Action:
        began = time.process_time()
        action = self._player.act(view)
        self.seconds += time.process_time() - began
        self.actions += 1
        return action


def microseconds(level: str, seats: int, games: int, rules: HouseRules) -> float:
    """The mean processor time of an action, the making of its view not counted."""
    clocked = Clocked(make_player(level, 0))
    for number in range(games):
        play_game([clocked] * seats, f"clock {number}", rules)
    return clocked.seconds / clocked.actions * 1e6


def _print_row(name: str, write: Callable[[Estimate], str], estimate: Estimate) -> None:
    print(f"  {name:<50}{write(estimate)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--games", type=int, default=200, help="games, or sets of games, a figure (default 200)"
    )
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5, 6], help="numbers of seats")
    parser.add_argument("--level", choices=LEVELS, default="beginner", help="the level measured")
    parser.add_argument("--against", choices=LEVELS, default="random", help="the level it meets")
    parser.add_argument("--seed", default="players", help="seed of the deals")
    given = parser.parse_args()
    level, against = given.level, given.against
    for seats in given.seats:
        print(f"{seats} seats, standard rules, whole games, n = {given.games}")
        exact = exact_rate(level, seats, given.games, given.seed, STANDARD)
        _print_row(f"{level} in every seat: bids made", _percent, exact)
        points, made = edge(level, against, seats, given.games, given.seed, STANDARD)
        _print_row(f"one {level} among {against}: points a round ahead", _points, points)
        _print_row(f"one {level} among {against}: bids made", _percent, made)
        points, _ = edge(against, level, seats, given.games, given.seed, STANDARD)
        _print_row(f"one {against} among {level}: points a round ahead", _points, points)
        spent = microseconds(level, seats, 5, STANDARD)
        print(f"  {f'{level}: processor time of an action':<50}{spent:.0f} µs", flush=True)


def _percent(estimate: Estimate) -> str:
    return f"{100 * estimate.mean:.1f} % ± {100 * estimate.margin:.1f}"


def _points(estimate: Estimate) -> str:
    return f"{estimate.mean:+.1f} ± {estimate.margin:.1f}"


if __name__ == "__main__":
    main()
