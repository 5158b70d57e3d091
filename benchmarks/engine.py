"""How fast the pure engine is, next to another engine in the same run, on one core.

    python benchmarks/engine.py [--seconds 2] [--seats 3 4 5 6] [--json]

Random games: every seat picks one of its legal actions, each as likely as any other, through the public
functions, and every action brings forth its events and the state after it. The other engine is `oh_hell`
of open_spiel (C++, driven from Python; `pip install open_spiel`), the nearest relative of the game there:
random rounds of the hand sizes it draws itself, for as many players.

Both are timed twice: with the dealing, and without it. Without it, our decks are shuffled before the clock
starts and oh_hell's rounds are dealt before it starts. Times are CPU seconds of this process. Each number is
the best of several turns that the two engines take one after the other, because a shared machine can only
make them slower.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rufen.core.actions import ACTIONS
from rufen.core.cards import DECK, Card, nth_bit
from rufen.core.game import Game, apply, apply_deal, legal_actions
from rufen.core.house_rules import HouseRules
from rufen.core.state import GameState, Phase, fold, to_act
from rufen.core.version import RULES_VERSION
from rufen.core.view import view_of

TURNS = 40
RULES = HouseRules()

Deck = tuple[Card, ...] | list[Card]


def shuffled(rng: random.Random) -> list[Card]:
    """A fresh deck in random order (R2.4)."""
    deck = list(DECK)
    rng.shuffle(deck)
    return deck


def random_game(seats: int, rng: random.Random, next_deck: Callable[[], Deck]) -> int:
    """Play one whole game at random and count its actions."""
    state = Game.new([f"player {seat}" for seat in range(seats)], RULES, first_dealer=0).state
    chance = rng.getrandbits
    actions = 0
    while state.phase is not Phase.GAME_OVER:
        _events, state = apply_deal(state, next_deck(), "salt")
        while state.asked:
            seat, legal = state.asked[0], state.legal  # what `to_act` and `legal_set` tell
            count = legal.bit_count()
            pick = chance(32) * count >> 32 if count > 1 else 0
            _events, state = apply(state, seat, ACTIONS[nth_bit(legal, pick)])
            actions += 1
    return actions


def random_round_of_oh_hell(state: Any, rng: random.Random) -> int:
    """Play one dealt round at random and count its actions; the chance moves of the deal are no actions."""
    chance = rng.getrandbits
    actions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[chance(32) * len(outcomes) >> 32][0])
        else:
            legal = state.legal_actions()
            count = len(legal)
            state.apply_action(legal[chance(32) * count >> 32 if count > 1 else 0])
            actions += 1
    return actions


def deal_oh_hell(game: Any, rng: random.Random) -> Any:
    """A round of oh_hell after its chance moves."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


def rate(work: Callable[[], int], seconds: float) -> float:
    """Things per CPU second; `work` does some and says how many."""
    done, start = 0, time.process_time()
    while True:
        done += work()
        spent = time.process_time() - start
        if spent >= seconds:
            return done / spent


def rounds_before_the_clock(game: Any, rng: random.Random, seconds: float) -> float:
    """Actions per CPU second of oh_hell when dealing is not counted."""
    actions, spent = 0, 0.0
    while spent < seconds:
        dealt = [deal_oh_hell(game, rng) for _ in range(50)]
        start = time.process_time()
        actions += sum(random_round_of_oh_hell(state, rng) for state in dealt)
        spent += time.process_time() - start
    return actions / spent


def actions_a_second(seats: int, seconds: float, peer: Any) -> dict[str, float]:
    """Our rates and the other engine's, turn by turn, the best of each."""
    rng = random.Random(seats)
    decks = [shuffled(rng) for _ in range(500)]
    turn = seconds / TURNS
    kinds: dict[str, Callable[[], float]] = {
        "rufen": lambda: rate(lambda: random_game(seats, rng, lambda: rng.choice(decks)), turn),
        "rufen, with dealing": lambda: rate(lambda: random_game(seats, rng, lambda: shuffled(rng)), turn),
    }
    if peer is not None:
        game = peer.load_game(f"oh_hell(players={seats})")
        kinds["oh_hell"] = lambda: rounds_before_the_clock(game, rng, turn)
        kinds["oh_hell, with dealing"] = lambda: rate(
            lambda: random_round_of_oh_hell(game.new_initial_state(), rng), turn
        )
    best = dict.fromkeys(kinds, 0.0)
    for _ in range(TURNS):
        for kind, measure in kinds.items():
            best[kind] = max(best[kind], measure())
    return best


def recorded_game(seats: int) -> tuple[Game, list[GameState]]:
    """A random game and its states in the middle of play."""
    rng = random.Random(1)
    game = Game.new([f"player {seat}" for seat in range(seats)], RULES, first_dealer=0)
    states = []
    while game.state.phase is not Phase.GAME_OVER:
        game.deal(shuffled(rng), "salt")
        while asked := to_act(game.state):
            if game.state.phase is Phase.PLAYING and len(game.state.results) > 2:
                states.append(game.state)
            game.act(asked[0], rng.choice(legal_actions(game.state, asked[0])))
    return game, states


def other_rates(seconds: float) -> dict[str, float]:
    """Events folded and views made per CPU second, four seats."""
    game, states = recorded_game(4)
    events = game.events

    def views() -> int:
        for state in states:
            view_of(state, to_act(state)[0])
        return len(states)

    def folds() -> int:
        fold(events)
        return len(events)

    turn = seconds / TURNS
    return {
        "events folded": max(rate(folds, turn) for _ in range(TURNS)),
        "views in mid-game": max(rate(views, turn) for _ in range(TURNS)),
    }


def processor() -> str:
    """The name of the machine's processor, as far as it says."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each number (default 2)")
    parser.add_argument("--seats", type=int, nargs="+", default=[3, 4, 5, 6], choices=[3, 4, 5, 6])
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        pyspiel = None
    try:
        peer_version = version("open_spiel")
    except PackageNotFoundError:
        peer_version = "not installed"
    about = {
        "machine": f"{processor()}, {platform.system()}",
        "python": platform.python_version(),
        "msgspec": version("msgspec"),
        "open_spiel": peer_version,
        "rules": str(RULES_VERSION),
    }
    actions = {seats: actions_a_second(seats, options.seconds, pyspiel) for seats in options.seats}
    others = other_rates(options.seconds)
    if options.json:
        json.dump({"about": about, "actions a second": actions, "a second": others}, sys.stdout, indent=2)
        print()
        return
    print(", ".join(f"{name} {text}" for name, text in about.items()))
    print("\nactions a second, one core, best of the turns")
    for seats, rates in actions.items():
        print(f"  {seats} seats")
        for kind, number in rates.items():
            print(f"    {kind:24s}{number:12,.0f}")
        for suffix in ("", ", with dealing"):
            if f"oh_hell{suffix}" in rates:
                ratio = rates[f"rufen{suffix}"] / rates[f"oh_hell{suffix}"]
                print(f"    {'ratio' + suffix:24s}{ratio:12.2f}")
    print("\na second, 4 seats")
    for kind, number in others.items():
        print(f"    {kind:24s}{number:12,.0f}   ({1e6 / number:.1f} µs each)")


if __name__ == "__main__":
    main()
