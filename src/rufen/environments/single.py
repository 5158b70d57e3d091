"""Gymnasium: one seat learns, players of Rufen sit in the others.

>>> import gymnasium
>>> from rufen.environments import single
>>> table = gymnasium.make("rufen/Wizard-v0", seats=4, players="beginner")
>>> observation, info = table.reset(seed=1)
>>> observation.shape, info["action_mask"].shape
((640,), (85,))
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rufen.core.actions import ACTIONS, action_index
from rufen.core.cards import DECK
from rufen.core.state import GameState, Phase
from rufen.core.view import view_of
from rufen.environments import episode as play
from rufen.environments.extra import not_installed
from rufen.environments.layout import WIDTH
from rufen.environments.observation import observation_of
from rufen.environments.picture import picture
from rufen.environments.setup import ILLEGAL_REWARD, RulesLike, Setup, SetupError
from rufen.kernel.whole import whole
from rufen.players.base import Player, UnknownLevel, make_player

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete
except ImportError as error:  # pragma: no cover
    not_installed("Gymnasium", error)

__all__ = ["ID", "SingleEnvironment", "register"]

ID = "rufen/Wizard-v0"


class SingleEnvironment(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One seat against given players; see `rufen.environments.setup.Setup` for the settings.

    `players` is one player for all other seats or one for each, from the learner's left on: names of
    levels (`rufen.players.base.LEVELS`) or objects with `act(view)`. `seat` is the learner's; None draws it
    for every episode. A step is one action of the learner and whatever the others do until the learner is
    asked again, and its reward is all that came to the learner meanwhile.

    An illegal action ends the episode with `ILLEGAL_REWARD`, and `info["illegal"]` says why: use the mask in
    `info["action_mask"]`, or `action_masks()`. All chance comes from the seed of `reset`.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012 (Gymnasium's own)

    def __init__(
        self,
        seats: int = 4,
        players: str | Player | Sequence[str | Player] = "beginner",
        seat: int | None = None,
        rules: RulesLike = "standard",
        episode: str = "round",
        reward: str = "score",
        hand_sizes: Sequence[int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Raises SetupError for what cannot be."""
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise SetupError(f"render_mode = {render_mode!r}: expected human or ansi, or None")
        self.setup = Setup.of(seats, rules, episode, reward, hand_sizes)
        seats = self.setup.seats
        chosen = None if seat is None else whole(seat)
        if seat is not None and (chosen is None or not 0 <= chosen < seats):
            raise SetupError(f"seat = {seat!r}: expected 0 … {seats - 1}, or None to draw it")
        self._named: list[str | Player]
        if isinstance(players, Sequence) and not isinstance(players, str):
            self._named = list(players)
        else:
            self._named = [players] * (seats - 1)
        if len(self._named) != seats - 1:
            raise SetupError(f"players: expected 1 or {seats - 1}, but there are {len(self._named)}")
        self._players = [self._player(player, 0) for player in self._named]
        self._chosen_seat = chosen
        self.render_mode = render_mode
        self.observation_space = Box(0, 255, (WIDTH,), np.uint8)
        self.action_space = Discrete(len(ACTIONS))
        self.seat = chosen or 0
        self._state: GameState | None = None
        self._ended = True

    def _player(self, player: str | Player, seed: int) -> Player:
        if not isinstance(player, str):
            if not callable(getattr(player, "act", None)):
                raise SetupError(f"players: {player!r} is neither a name nor an object with act(view)")
            return player
        try:
            return make_player(player, Random(seed))
        except UnknownLevel as error:
            raise SetupError(f"players: {error}") from error

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin an episode and play to the learner's first action; there are no options."""
        super().reset(seed=seed)
        chance, setup = self.np_random, self.setup
        self.seat = int(chance.integers(setup.seats)) if self._chosen_seat is None else self._chosen_seat
        self._players = [self._player(player, int(chance.integers(2**63))) for player in self._named]
        number = setup.starts[int(chance.integers(len(setup.starts)))]
        self._ended = False
        self._go_on(play.begin(setup, number, int(chance.integers(setup.seats))))
        self._show()
        return self._seen(), self._info()

    def _go_on(self, state: GameState) -> float:
        """Deal, and let the others act until the learner is asked; what came to the learner meanwhile."""
        gained = 0.0
        while not play.is_over(self.setup, state):
            if state.phase is Phase.DEALING:
                state = play.deal(state, [DECK[place] for place in self.np_random.permutation(len(DECK))])
            asked = play.turn(state)
            if asked is None or asked == self.seat:
                break
            player = self._players[(asked - self.seat - 1) % self.setup.seats]
            before, state = state, play.act(state, action_index(player.act(view_of(state, asked))))
            gained += play.rewards(self.setup, before, state)[self.seat]
        self._state = state
        return gained

    def _now(self) -> GameState:
        if self._state is None:
            raise gymnasium.error.ResetNeeded("reset() comes first")
        return self._state

    def _seen(self) -> NDArray[np.uint8]:
        return observation_of(self._now(), self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": play.legal_mask(self._now(), self.seat), "seat": self.seat}

    def step(
        self, action: int | np.integer[Any]
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """The learner acts, then the others do.

        Raises ResetNeeded when the episode is over, and ValueError for what is no whole number.
        """
        before = self._now()
        if self._ended:
            raise gymnasium.error.ResetNeeded("the episode is over: reset() begins the next")
        legal = play.legal_indices(before, self.seat)
        number = whole(action)
        if number is None:
            raise ValueError(f"action = {action!r}: expected an action index 0 … {len(ACTIONS) - 1}")
        if number not in legal:
            self._ended = True
            why = f"{number} is not legal; legal are {', '.join(map(str, legal))}"
            return self._seen(), ILLEGAL_REWARD, True, False, {**self._info(), "illegal": why}
        after = play.act(before, number)
        gained = play.rewards(self.setup, before, after)[self.seat] + self._go_on(after)
        self._ended = play.is_over(self.setup, self._now())
        self._show()
        return self._seen(), gained, self._ended, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may do now, bool[85], as maskable learners ask for it."""
        return play.legal_mask(self._now(), self.seat).astype(np.bool_)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as the learner sees it: printed (`human`) or returned (`ansi`)."""
        if self.render_mode is None:
            return None
        text = picture(view_of(self._now(), self.seat), play.turn(self._now()))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def register() -> None:
    """Make `gymnasium.make("rufen/Wizard-v0")` known. Importing this module does it."""
    if ID not in gymnasium.registry:
        gymnasium.register(ID, entry_point="rufen.environments.single:SingleEnvironment")


register()
