"""PettingZoo's own tests, and the same game as in the core."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

from rufen.core.actions import IllegalAction
from rufen.core.view import view_of
from rufen.environments import ILLEGAL_REWARD, SetupError, aec, describe, describe_view

OF_MASKS = {
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros (no legal actions).",
}
"""What PettingZoo says of every observation with a mask, its own environments apart: they are on a list."""


@pytest.mark.parametrize(
    "settings",
    [
        {"hand_sizes": [3]},
        {"seats": 3, "rules": {"round_mode": "custom", "custom_round_count": 2, "bid_disclosure": "delayed"},
         "episode": "game", "reward": "relative"},
    ],
)  # fmt: skip
def test_pettingzoo_finds_nothing_wrong(settings):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(aec.env(**settings), num_cycles=30)
        api_test(aec.raw_env(**settings), num_cycles=30)
    assert {str(each.message) for each in said} <= OF_MASKS
    seed_test(lambda: aec.env(**settings), num_cycles=30)


def test_every_render_mode_works(capsys):
    render_test(lambda **mode: aec.env(hand_sizes=[2], **mode))
    assert "round 2 of 15, 2 cards" in capsys.readouterr().out
    with pytest.raises(SetupError, match="render_mode = 'rgb_array': expected human or ansi"):
        aec.env(render_mode="rgb_array")


@pytest.mark.parametrize("reward", ["score", "relative"])
def test_a_game_is_that_of_the_core(reward):
    table = aec.raw_env(seats=3, rules="quick", episode="game", reward=reward)
    table.reset(seed=4)
    got, dice = np.zeros(3), np.random.default_rng(1)
    while not any(table.terminations.values()):
        state = table.state_of_play
        assert state is not None
        seat = table.possible_agents.index(table.agent_selection)
        view = view_of(state, seat)
        seen = table.observe(table.agent_selection)
        assert seat in view.to_act
        assert seen["action_mask"].sum() == len(view.legal)
        assert describe(seen["observation"]) == describe_view(view)
        table.step(dice.choice(np.flatnonzero(seen["action_mask"])))
        got += list(table.rewards.values())
    state = table.state_of_play
    assert state is not None
    assert len(state.results) == 5
    totals = np.array(state.totals)
    expected = totals if reward == "score" else totals - (totals.sum() - totals) / 2
    np.testing.assert_allclose(got, expected)


def test_an_illegal_action_ends_the_episode_or_raises_in_the_raw_environment(capfd):
    table = aec.env(hand_sizes=[3])
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(84)
    assert table.rewards == {f"seat_{seat}": ILLEGAL_REWARD * (f"seat_{seat}" == agent) for seat in range(4)}
    assert all(table.terminations.values())
    raw = aec.raw_env(hand_sizes=[3])
    with pytest.raises(SetupError, match="reset"):
        raw.observe("seat_0")
    raw.reset(seed=1)
    before = raw.state_of_play
    with pytest.raises(IllegalAction):
        raw.step(84)
    with pytest.raises(ValueError, match="expected an action index 0 … 84"):
        raw.step(85)
    assert raw.state_of_play is before


def test_before_a_reset_and_after_the_end_nobody_is_there(capsys):
    table = aec.raw_env(seats=3, hand_sizes=[1])
    assert "name" in aec.RawEnvironment.metadata
    assert (table.agents, table.num_agents) == ([], 0)
    for ask in (table.last, table.render, lambda: table.step(60)):
        with pytest.raises(SetupError, match=r"reset\(\) comes first"):
            ask()
    table.reset(seed=1)
    assert table.render() is None
    assert capsys.readouterr().out == ""
    for _ in table.agent_iter():
        seen, _, over, _, _ = table.last()
        table.step(None if over else np.flatnonzero(seen["action_mask"])[0])
    with pytest.raises(SetupError, match="the episode is over"):
        table.step(None)


def test_an_action_that_is_none_or_illegal_names_what_is_allowed():
    table = aec.raw_env(hand_sizes=[2])
    table.reset(seed=1)
    wrong: Any
    for wrong in (60.9, "60", None, True, np.array([60])):
        with pytest.raises(ValueError, match="expected an action index 0 … 84"):
            table.step(wrong)
    allowed = r"seat \d may not do 84 \(trump Y\): .*; legal are 60 \(bid 0\), 61 \(bid 1\), 62 \(bid 2\)$"
    with pytest.raises(IllegalAction, match=allowed):
        table.step(84)
