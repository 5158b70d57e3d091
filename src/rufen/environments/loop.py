"""Many games in one compiled loop: a decision of each, deals and new episodes between them.

The tables have one row a game; `rules` has one row for each kind of house rules, `starts` the numbers of the
rounds that its episodes may begin with (and `counts` how many those are).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from rufen.environments.observation import observe_cards, observe_rest, spread_actions
from rufen.kernel import layout as at
from rufen.kernel.bits import FAST_SELECT, count, lowest, select
from rufen.kernel.chance import below, shuffle
from rufen.kernel.jit import Int, jit
from rufen.kernel.play import GAME_ENDED, GOES_ON, begin, deal, legal, step

__all__ = ["MASK_WIDTH", "Games", "Shown", "find_illegal", "random_actions", "step_all"]

U = np.uint64
MASK_WIDTH = 88
"""The 85 actions of `rufen.core.actions`, and three that are never legal: eleven whole words."""


class Games(NamedTuple):
    """What the games are."""

    rules: NDArray[np.uint8]
    starts: NDArray[np.uint8]
    counts: NDArray[np.int64]
    small: NDArray[np.uint8]
    small_words: NDArray[np.uint64]
    """The same memory as whole words."""
    cards: NDArray[np.uint64]
    points: NDArray[np.int32]
    decks: NDArray[np.uint8]
    """By game, its sixty cards in some order."""
    chance: NDArray[np.uint64]
    """By game, the one word that all its deals come from."""
    legal: NDArray[np.uint64]
    """By game, what the seat to act may do, as `rufen.kernel.play.legal` tells it."""


class Shown(NamedTuple):
    """What is told of them after each step."""

    observations: NDArray[np.uint8]
    observation_words: NDArray[np.uint64]
    """The same memory as whole words."""
    masks: NDArray[np.uint64]
    """The masks, eight actions a word."""
    rewards: NDArray[np.float32]
    turns: NDArray[np.uint8]
    dones: NDArray[np.uint8]


@intrinsic
def _lend(context: Any, array: Any) -> Any:
    """The same array without a count of its owners: counting each row would take longer than a step.

    The caller keeps the array alive; the result must not outlive the function.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(signature.return_type)(context, builder, value=arguments[0])
        made.meminfo = context.get_constant_null(types.MemInfoPointer(types.voidptr))  # type: ignore[no-untyped-call]
        made.parent = context.get_constant_null(types.pyobject)
        return made._getvalue()

    return array(array), generate


_lent: Callable[[Any], Any] = cast(Any, _lend)


@jit
def _new_episode(games: Games, game: Int, kind: Int, seats: Int) -> None:
    """Begin at a round drawn from `starts` with any dealer, nothing scored so far."""
    small, rng = games.small[game], games.chance[game]
    begin(small, games.cards[game], games.points[game], kind, seats, np.int64(below(rng, U(seats))))
    first = games.starts[kind, np.int64(below(rng, U(games.counts[kind])))]
    small[at.ROUND] = first - 1
    _deal(games, game, kind, seats)


@jit
def _deal(games: Games, game: Int, kind: Int, seats: Int) -> None:
    small = games.small[game]
    size = np.int64(games.rules[kind, at.SIZES + np.int64(small[at.ROUND])])
    shuffle(games.decks[game], seats * size + 1, games.chance[game])
    deal(games.rules[kind], small, games.cards[game], games.decks[game])


@jit
def step_all(
    games: Games,
    shown: Shown,
    seats: Int,
    actions: NDArray[np.int64],
    fresh: bool,
    by_round: bool,
    relative: bool,
) -> None:
    """One legal action in every game, or a `fresh` episode in each. Rounds are dealt as they are due."""
    rules, smalls, card_rows = _lent(games.rules), _lent(games.small), _lent(games.cards)
    point_rows, words, rewards = _lent(games.points), _lent(games.legal), _lent(shown.rewards)
    observations, masks = _lent(shown.observations), _lent(shown.masks)
    turns, dones = _lent(shown.turns), _lent(shown.dones)
    small_words, out_words = _lent(games.small_words), _lent(shown.observation_words)
    for game in range(len(smalls)):
        small, cards, points, reward = smalls[game], card_rows[game], point_rows[game], rewards[game]
        kind = np.int64(small[at.RULES])
        rule = rules[kind]
        dones[game] = 0
        for seat in range(seats):
            reward[seat] = 0
        if fresh:
            _new_episode(games, game, kind, seats)
        else:
            if small[at.LEFT] == 1 and small[at.PLACE] == seats - 1:
                for seat in range(seats):
                    reward[seat] = -points[at.TOTAL + seat]
            came = step(rule, small, cards, points, actions[game])
            if came != GOES_ON:
                _reward(points, reward, seats, relative)
                if by_round or came == GAME_ENDED:
                    dones[game] = 1
                    _new_episode(games, game, kind, seats)
                else:
                    _deal(games, game, kind, seats)
        turn = np.int64(small[at.TURN])
        turns[game] = turn
        plays, others = legal(rule, small, cards, points)
        words[game, 0] = plays
        words[game, 1] = others
        spread_actions(plays, others, masks[game], 0)
        observe_cards(small_words[game], cards, seats, turn, plays, others, out_words[game])
        observe_rest(rule, small, points, turn, observations[game])


@jit
def _reward(points: NDArray[np.int32], reward: NDArray[np.float32], seats: Int, relative: bool) -> None:
    """What a round has added to the totals; before, `reward` has the totals as they were, below zero."""
    gained = np.int64(0)
    for seat in range(seats):
        reward[seat] += points[at.TOTAL + seat]
        gained += np.int64(reward[seat])
    if relative:
        for seat in range(seats):
            own = np.int64(reward[seat])
            reward[seat] = own - (gained - own) / (seats - 1)


@jit
def find_illegal(games: Games, actions: NDArray[np.int64]) -> Int:
    """The first game whose action is not legal; -1 when all are."""
    words = _lent(games.legal)
    for game in range(len(words)):
        action = actions[game]
        if action < at.FIRST_BID:
            good = action >= 0 and (words[game, 0] >> U(action)) & U(1)
        else:
            good = action < at.ACTIONS and (words[game, 1] >> U(action - at.FIRST_BID)) & U(1)
        if not good:
            return game
    return -1


@jit
def random_actions(games: Games, dice: NDArray[np.uint64], actions: NDArray[np.int64]) -> None:
    """A legal action for every game, all equally likely; `dice` has one word of chance a game."""
    words, rngs = _lent(games.legal), _lent(dice)
    for game in range(len(words)):
        plays, others = words[game, 0], words[game, 1]
        bits = plays if plays else others
        chosen = np.int64(lowest(select(bits, below(rngs[game], count(bits)), FAST_SELECT)))
        actions[game] = chosen if plays else at.FIRST_BID + chosen
