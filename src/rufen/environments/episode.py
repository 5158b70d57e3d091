"""An episode in `rufen.core`, for the environments that play one game at a time.

States are values: every function returns the next one. While bids are secret, the seats are asked one after
another from the dealer's left, and none sees another's bid before it is shown (R3.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from rufen.core.actions import ACTIONS, IllegalAction
from rufen.core.cards import Card
from rufen.core.game import Game, apply, apply_deal, legal_set
from rufen.core.scoring import RoundResult
from rufen.core.state import GameState, Phase
from rufen.environments.picture import actions_text
from rufen.environments.setup import Setup
from rufen.kernel.whole import whole

__all__ = [
    "act",
    "action_of",
    "begin",
    "deal",
    "is_over",
    "legal_indices",
    "legal_mask",
    "rewards",
    "turn",
]


@lru_cache(maxsize=512)
def begin(setup: Setup, number: int, dealer: int) -> GameState:
    """A game about to deal round `number` with this dealer.

    The rounds before it, if any, count for nothing: every bid in them is missed and no score is written.
    """
    seats = setup.seats
    first = (dealer - (number - 1)) % seats
    state = Game.new([f"seat {seat}" for seat in range(seats)], setup.rules, first_dealer=first).state
    blank = tuple(
        RoundResult(
            number=before,
            hand_size=size,
            dealer=(first + before - 1) % seats,
            bids=(0, *(1,) * (seats - 1)),
            tricks=(size, *(0,) * (seats - 1)),
            scores=(0,) * seats,
        )
        for before, size in enumerate(setup.sizes[: number - 1], 1)
    )
    return msgspec.structs.replace(state, results=blank)


def deal(state: GameState, deck: Sequence[Card]) -> GameState:
    """Deal the next round from a shuffled deck."""
    return apply_deal(state, deck, "")[1]


def turn(state: GameState) -> int | None:
    """The seat that is asked; None when a deal is due or the game is over."""
    return state.asked[0] if state.asked else None


def action_of(given: object) -> int:
    """An action index. Raises ValueError for what is none."""
    action = whole(given)
    if action is None or not 0 <= action < len(ACTIONS):
        raise ValueError(f"action = {given!r}: expected an action index 0 … {len(ACTIONS) - 1}")
    return action


def act(state: GameState, action: int) -> GameState:
    """The seat that is asked does an action, by its index.

    Raises IllegalAction, whose text names what would be legal, and ValueError when nobody is asked.
    """
    seat = turn(state)
    if seat is None:
        raise ValueError(f"nobody may do {actions_text([action])}: the episode is over")
    try:
        return apply(state, seat, ACTIONS[action])[1]
    except IllegalAction as error:
        legal = actions_text(legal_indices(state, seat))
        error.args = (f"seat {seat} may not do {actions_text([action])}: {error}; legal are {legal}",)
        raise


def is_over(setup: Setup, state: GameState) -> bool:
    """Whether the episode is over: its round is scored, or all of them."""
    if state.phase is Phase.GAME_OVER:
        return True
    return setup.is_round and state.phase is Phase.DEALING and bool(state.dealt)


def legal_indices(state: GameState, seat: int) -> list[int]:
    """What a seat may do, as action indices, ascending; empty when it is not asked."""
    bits = legal_set(state, seat) if seat == turn(state) else 0
    return [index for index in range(len(ACTIONS)) if bits >> index & 1]


def legal_mask(state: GameState, seat: int) -> NDArray[np.int8]:
    """The same as int8[85], the type that `Discrete.sample` takes."""
    mask = np.zeros(len(ACTIONS), np.int8)
    mask[legal_indices(state, seat)] = 1
    return mask


def rewards(setup: Setup, before: GameState, after: GameState) -> list[float]:
    """What has come to each seat between two states: points, or points minus the mean of the others."""
    gained = [now - then for then, now in zip(before.totals, after.totals, strict=True)]
    if not setup.is_relative:
        return [float(points) for points in gained]
    return [points - (sum(gained) - points) / (setup.seats - 1) for points in gained]
