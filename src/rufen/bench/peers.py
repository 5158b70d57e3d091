"""The nearest games of other packages, as works for `rates`, where the packages are installed.

None of them has this game. OpenSpiel's `oh_hell` is the next of kin: hidden hands, a trump, bids, tricks. The
others come with environments of some card game, and are set beside our vectorised environment.
"""

from __future__ import annotations

import io
import os
import random
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from itertools import cycle
from typing import Any

from rufen.bench.timing import Work

__all__ = ["ENVIRONMENTS", "OH_HELL", "quiet", "whole_rounds"]

_ROLLOUTS = 20
"""Roll-outs of one search."""
_DEALS = 4
"""Dealt rounds of each size, which the roll-outs take in turn."""

OH_HELL = (
    "oh_hell, roll-outs in C++",
    "oh_hell, bots in C++",
    "oh_hell, bots in C++, dealt",
    "oh_hell, from Python",
)
"""What `oh_hell_works` brings."""


@contextmanager
def quiet() -> Iterator[None]:
    """What other packages print and warn of is none of our output."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def oh_hell_works(seats: int) -> dict[str, Work]:
    """Random rounds of `oh_hell` in four ways, each round size as often as the others; all count decisions.

    OpenSpiel has two loops in C++ that Python can call: the random roll-outs of its tree search, which must
    start from a decision, so after the deal, and a game between its random bots. The last way is the usual
    one, a loop in Python. Raises ImportError where there is no OpenSpiel.
    """
    spiel: Any = import_module("pyspiel")
    sizes = range(1, (52 - 1) // seats + 1)
    games = [spiel.load_game(f"oh_hell(players={seats},num_tricks_fixed={size})") for size in sizes]
    rng = random.Random(seats)
    dealt = [[_dealt(game, rng) for _ in range(_DEALS)] for game in games]
    evaluator = spiel.RandomRolloutEvaluator(_ROLLOUTS, seats)
    search = spiel.MCTSBot(games[0], evaluator, 1.0, 1, 1, False, seats, False)
    bots = [spiel.make_uniform_random_bot(seat, seats + seat) for seat in range(seats)]
    decisions = sum(seats * (1 + size) for size in sizes)
    turns = cycle(range(_DEALS))
    seeds = iter(range(2**31))

    def rollouts() -> int:
        # One simulation from the root is one call of the evaluator there.
        turn = next(turns)
        for states in dealt:
            search.mcts_search(states[turn])
        return decisions * _ROLLOUTS

    def with_bots() -> int:
        for game in games:
            spiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return decisions

    def with_bots_dealt() -> int:
        turn = next(turns)
        for states in dealt:
            spiel.evaluate_bots(states[turn].clone(), bots, next(seeds))
        return decisions

    def from_python() -> int:
        for game in games:
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
        return decisions

    return dict(zip(OH_HELL, (rollouts, with_bots, with_bots_dealt, from_python), strict=True))


def _dealt(game: Any, rng: random.Random) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def whole_rounds(rates: Mapping[str, float]) -> float:
    """The decisions a second of a plain C++ loop over whole rounds of `oh_hell`.

    It plays a round as the roll-outs do and deals it as the bots do, whom a dealt round saves just that.
    """
    rollouts, bots, dealt, _python = (rates[name] for name in OH_HELL)
    return 1 / (1 / rollouts + max(1 / bots - 1 / dealt, 0.0))


def _rlcard() -> Work:
    rlcard: Any = import_module("rlcard")
    agents: Any = import_module("rlcard.agents")
    table = rlcard.make("bridge", config={"seed": 1})
    table.set_agents([agents.RandomAgent(num_actions=table.num_actions) for _ in range(table.num_players)])

    def work() -> int:
        trajectories, _payoffs = table.run(is_training=False)
        # of each player: state, action, state, …
        return sum((len(one) - 1) // 2 for one in trajectories)

    return work


def _pettingzoo() -> Work:
    holdem: Any = import_module("pettingzoo.classic.texas_holdem_v4")
    table = holdem.env()
    seeds = iter(range(2**31))

    def work() -> int:
        decisions = 0
        table.reset(seed=next(seeds))
        for agent in table.agent_iter():
            observation, _reward, terminated, truncated, _info = table.last()
            over = terminated or truncated
            decisions += not over
            table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
        return decisions

    return work


def _pgx() -> Work:
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    wrappers: Any = import_module("pgx.experimental.wrappers")
    games, steps = 1024, 20
    table = pgx.make("leduc_holdem")
    step = jax.vmap(wrappers.auto_reset(table.step, table.init))

    def one(state: Any, key: Any) -> Any:
        wanted, then = jax.random.split(key)
        weights = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(wanted, weights, axis=-1)
        return step(state, actions, jax.random.split(then, games)), None

    many = jax.jit(lambda state, keys: jax.lax.scan(one, state, keys)[0])
    key = jax.random.PRNGKey(1)
    state = jax.vmap(table.init)(jax.random.split(key, games))

    def work() -> int:
        nonlocal state, key
        key, new = jax.random.split(key)
        state = jax.block_until_ready(many(state, jax.random.split(new, steps)))
        return games * steps

    return work


ENVIRONMENTS: Mapping[str, tuple[str, Callable[[], Work]]] = {
    "rlcard": ("bridge", _rlcard),
    "pettingzoo": ("texas_holdem_v4", _pettingzoo),
    "pgx": ("leduc_holdem, 1024 at a time", _pgx),
}
"""By package, its game and what makes the work, which counts decisions. Raises what it will."""
