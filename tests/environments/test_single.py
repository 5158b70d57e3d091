"""Gymnasium's own check, and what the learner gets for its actions."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from rufen.core.view import view_of
from rufen.environments import ILLEGAL_REWARD, SetupError, describe, describe_view, single


def test_gymnasium_finds_nothing_wrong():
    table = gymnasium.make("rufen/Wizard-v0", hand_sizes=[2])
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(table.unwrapped)
    assert [str(each.message) for each in said] == []
    single.register()
    assert gymnasium.spec(single.ID).entry_point == "rufen.environments.single:SingleEnvironment"


class Watcher:
    """Plays the first legal action and keeps what it was shown."""

    def __init__(self):
        self.views = []

    def act(self, view):
        self.views.append(view)
        return view.legal[0]


def play(table, seed):
    told, dice = [], np.random.default_rng(seed)
    observation, info = table.reset(seed=seed)
    over = False
    while not over:
        told.append(describe(observation))
        np.testing.assert_array_equal(table.action_masks(), info["action_mask"])
        observation, reward, over, truncated, info = table.step(
            dice.choice(np.flatnonzero(info["action_mask"]))
        )
        told.append(reward)
        assert not truncated
    return told, info


@pytest.mark.parametrize(("reward", "episode"), [("score", "round"), ("relative", "game")])
def test_the_learner_sits_among_the_players_and_gets_what_the_core_says(reward, episode):
    others = [Watcher(), Watcher()]
    table = single.SingleEnvironment(3, others, 1, "quick", episode, reward)
    told, info = play(table, 3)
    state = table._state
    assert state is not None
    assert info["seat"] == table.seat == 1
    assert [{view.seat for view in each.views} for each in others] == [{2}, {0}]
    assert all(view.seat in view.to_act for each in others for view in each.views)
    got = sum(told[1::2])
    own, all_points = state.totals[1], sum(state.totals)
    assert got == (own if reward == "score" else own - (all_points - own) / 2)
    assert len([r for r in told[1::2] if r]) <= (1 if episode == "round" else 5)
    assert describe(table._seen()) == describe_view(view_of(state, 1))


def test_the_same_seed_gives_the_same_episode_with_any_players():
    mixed: list = ["random", "beginner", Watcher()]
    for players in ("random", "beginner", mixed):
        table = single.SingleEnvironment(4, players, hand_sizes=[3])
        assert play(table, 5)[0] == play(table, 5)[0]
        assert play(table, 5)[0] != play(table, 6)[0]
    seats = {single.SingleEnvironment(4).reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1, 2, 3}


def test_an_illegal_action_ends_the_episode():
    table = single.SingleEnvironment(4, hand_sizes=[3])
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        table.step(60)
    _, info = table.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = table.step(wrong)
    assert (reward, terminated, truncated) == (ILLEGAL_REWARD, True, False)
    assert info["illegal"].startswith(f"{wrong} is not legal; legal are ")
    with pytest.raises(gymnasium.error.ResetNeeded, match="the episode is over"):
        table.step(wrong)


def test_the_table_is_shown(capsys):
    table = single.SingleEnvironment(3, hand_sizes=[2], render_mode="ansi")
    table.reset(seed=2)
    assert str(table.render()).startswith("round 2 of 20, 2 cards, ")
    assert f"seat {table.seat} holds " in str(table.render())
    single.SingleEnvironment(3, hand_sizes=[2], render_mode="human").reset(seed=2)
    assert capsys.readouterr().out.startswith("round 2 of 20, 2 cards, ")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": "expert of experts"}, "players: unknown player level"),
        ({"players": ["random"]}, "players: expected 1 or 3, but there are 1"),
        ({"players": 3}, r"players: 3 is neither a name nor an object with act\(view\)"),
        ({"seat": 4}, "seat = 4: expected 0 … 3"),
        ({"seat": True}, "seat = True: expected 0 … 3"),
        ({"seat": 1.0}, "seat = 1.0: expected 0 … 3"),
        ({"render_mode": "rgb_array"}, "render_mode = 'rgb_array'"),
    ],
)
def test_what_cannot_be_is_refused(settings, message):
    with pytest.raises(SetupError, match=message):
        single.SingleEnvironment(4, **settings)


def test_what_is_no_action_index_is_refused_and_changes_nothing():
    table = single.SingleEnvironment(4, hand_sizes=[3])
    _, info = table.reset(seed=1)
    before = table._state
    wrong: Any
    for wrong in (60.9, "60", None, float("nan"), True, np.array([60])):
        with pytest.raises(ValueError, match="expected an action index 0 … 84"):
            table.step(wrong)
    assert table._state is before
    right: Any = np.array(np.flatnonzero(info["action_mask"])[0])
    table.step(right)
    assert table._state is not before


def test_with_secret_bids_the_picture_shows_who_is_asked():
    """R3.3: all seats may bid, but an environment asks one after another."""
    table = single.SingleEnvironment(4, seat=0, rules="hidden", hand_sizes=[3], render_mode="ansi")
    table.reset(seed=1)
    asked = [line for line in str(table.render()).splitlines() if line.endswith(" to act")]
    assert [line[:7] for line in asked] == ["seat 0:"]
