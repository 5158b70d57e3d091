"""PettingZoo: every seat is an agent, `seat_0` … `seat_5`, and one acts at a time (AEC).

>>> from rufen.environments import aec
>>> table = aec.env(seats=4, rules="standard", episode="round", reward="score")
>>> table.reset(seed=1)
>>> observation, reward, terminated, truncated, info = table.last()
>>> observation["observation"].shape, observation["action_mask"].shape
((640,), (85,))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from rufen.core.actions import ACTIONS
from rufen.core.cards import DECK
from rufen.core.state import GameState, Phase
from rufen.core.view import view_of
from rufen.environments import episode as play
from rufen.environments.extra import not_installed
from rufen.environments.layout import WIDTH
from rufen.environments.observation import observation_of
from rufen.environments.picture import picture
from rufen.environments.setup import ILLEGAL_REWARD, RulesLike, Setup, SetupError

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import (
        AssertOutOfBoundsWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )
except ImportError as error:  # pragma: no cover
    not_installed("PettingZoo", error)

__all__ = ["RawEnvironment", "env", "raw_env"]

RENDER_MODES = ["human", "ansi"]


def env(**settings: Any) -> AECEnv:
    """The environment as PettingZoo expects it; the settings are those of `RawEnvironment`.

    An illegal action ends the episode with `ILLEGAL_REWARD` for the seat that tried it and 0 for the others.
    """
    table: AECEnv = TerminateIllegalWrapper(raw_env(**settings), ILLEGAL_REWARD)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(table))


def raw_env(**settings: Any) -> RawEnvironment:
    """The environment without wrappers, where an illegal action raises IllegalAction and changes nothing."""
    return RawEnvironment(**settings)


class RawEnvironment(AECEnv):  # type: ignore[misc]
    """One episode at a time; see `rufen.environments.setup.Setup` for the settings.

    Rewards come at the end of a round. Deals, the round to begin with and its dealer come from the seed of
    `reset`; a reset without one goes on with the chance of the last. Before the first reset nobody is there.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "rufen_wizard_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        seats: int = 4,
        rules: RulesLike = "standard",
        episode: str = "round",
        reward: str = "score",
        hand_sizes: Sequence[int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Raises SetupError for what cannot be."""
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise SetupError(f"render_mode = {render_mode!r}: expected {' or '.join(RENDER_MODES)}, or None")
        self.setup = Setup.of(seats, rules, episode, reward, hand_sizes)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.setup.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 255, (WIDTH,), np.uint8),
                    "action_mask": Box(0, 1, (len(ACTIONS),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(len(ACTIONS)) for agent in self.possible_agents}
        self._chance, _ = np_random()
        self.state_of_play: GameState | None = None

    def observation_space(self, agent: str) -> Any:
        """640 bytes (`rufen.environments.LAYOUT`) and the mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The action index 0 … 84 of `rufen.core.actions`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode; there are no options."""
        if seed is not None:
            self._chance, _ = np_random(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        number = self.setup.starts[int(self._chance.integers(len(self.setup.starts)))]
        self._go_on(play.begin(self.setup, number, int(self._chance.integers(self.setup.seats))))
        self._show()

    def _go_on(self, state: GameState) -> None:
        """The state, with the next round dealt where one is due."""
        if state.phase is Phase.DEALING and not play.is_over(self.setup, state):
            state = play.deal(state, [DECK[place] for place in self._chance.permutation(len(DECK))])
        self.state_of_play = state
        asked = play.turn(state)
        if asked is not None:
            self.agent_selection = self.possible_agents[asked]

    def _state(self) -> GameState:
        if self.state_of_play is None:
            raise SetupError("reset() comes first")
        return self.state_of_play

    def _running(self) -> GameState:
        state = self._state()
        if not self.agents:
            raise SetupError("the episode is over: reset() begins the next")
        return state

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees; its mask is all 0 while it is not asked."""
        state, seat = self._state(), self._seat_of[agent]
        return {"observation": observation_of(state, seat), "action_mask": play.legal_mask(state, seat)}

    def last(self, observe: bool = True) -> Any:
        """What the selected agent sees, and what came to it since it acted. SetupError without one."""
        self._running()
        return super().last(observe)

    def step(self, action: int | np.integer[Any] | None) -> None:
        """The selected agent acts. Raises IllegalAction or ValueError, and then nothing has changed."""
        before = self._running()
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        after = play.act(before, play.action_of(action))
        gained = play.rewards(self.setup, before, after)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = {agent: gained[self._seat_of[agent]] for agent in self.agents}
        self._go_on(after)
        if play.is_over(self.setup, after):
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as the selected agent sees it: printed (`human`), returned (`ansi`), or nothing."""
        state = self._state()
        if self.render_mode is None:
            return None
        text = picture(view_of(state, self._seat_of[self.agent_selection]), play.turn(state))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is open."""
