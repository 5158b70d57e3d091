"""The vectorised environment plays the rules of the core, from its own seeds, and refuses what is illegal."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from tests.environments.twin import Twin

from rufen.environments import LAYOUT, WIDTH, NotLegal, SetupError, VectorEnvironment

RULES = (
    "standard",
    {"bid_disclosure": "delayed", "perfect_game_bonus": 50, "round_mode": "custom", "custom_round_count": 2},
    {
        "bid_restriction": "leader",
        "wizard_lead": "next_sets_suit",
        "jester_lead": "free",
        "zero_bid_scoring": "per_card",
    },
    {
        "round_mode": "schedule",
        "hand_sizes": [1, 2, 1],
        "bid_restriction": "dealer",
        "last_round_bonus": 15,
        "even_bids_dealer_penalty": 20,
        "last_round_trump": "never",
    },
    "hidden",
)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize(("episode", "reward"), [("round", "relative"), ("game", "score")])
def test_every_step_is_that_of_the_core(seats, episode, reward):
    table = VectorEnvironment(10, seats, RULES, episode=episode, reward=reward, seed=seats)
    twins = [Twin(table, game) for game in range(len(table))]
    rewarded = False
    for step in range(110):
        for twin in twins[step % 2 :: 2]:
            twin.check()
        actions = table.random_actions().copy()
        table.step(actions)
        rewarded |= bool(table.rewards.any())
        for twin, action in zip(twins, actions, strict=True):
            twin.follow(int(action))
    assert rewarded


def test_round_episodes_begin_with_every_round_of_the_schedule_and_with_any_dealer():
    table = VectorEnvironment(600, 4, seed=5)
    numbers = table.observations[:, table_slice("round")][:, 0]
    sizes = np.bincount(numbers, minlength=16)[1:]
    assert sizes.shape == (15,)
    assert sizes.min() > 15
    places = table.observations[:, table_slice("dealer")].argmax(1)
    dealers = (places + table.turns) % 4
    assert np.bincount(dealers, minlength=4).min() > 100


def table_slice(name):
    return LAYOUT[name].slice


def test_hand_sizes_are_chosen():
    table = VectorEnvironment(50, 3, hand_sizes=[2, 5], seed=5)
    seen = set()
    for _ in range(60):
        seen |= set(table.observations[:, table_slice("hand_size")][:, 0].tolist())
        table.step(table.random_actions())
    assert seen == {2, 5}


def play(table, steps):
    told = []
    for _ in range(steps):
        table.step(table.random_actions())
        told.append((table.observations.copy(), table.rewards.copy(), table.dones.copy()))
    return told


def test_the_same_seed_gives_the_same_games_whatever_their_number():
    few, many = VectorEnvironment(3, 4, seed=9), VectorEnvironment(8, 4, seed=9)
    for one, other in zip(play(few, 80), play(many, 80), strict=True):
        for mine, theirs in zip(one, other, strict=True):
            np.testing.assert_array_equal(mine, theirs[:3])
    again = play(many, 5)
    many.reset(9)
    fresh = VectorEnvironment(8, 4, seed=9)
    np.testing.assert_array_equal(many.observations, fresh.observations)
    assert (again[0][0] != fresh.observations).any()
    assert (VectorEnvironment(8, 4, seed=10).observations != fresh.observations).any()


def test_deals_do_not_depend_on_what_is_played():
    one, other = (
        VectorEnvironment(4, 3, hand_sizes=[3], seed=2),
        VectorEnvironment(4, 3, hand_sizes=[3], seed=2),
    )
    one.random_actions()
    for table, pick in ((one, 0), (other, -1)):
        while not table.dones.all():
            table.step([table.legal(game)[pick] for game in range(4)])
            if table.dones.any():
                break
    done = np.flatnonzero(one.dones & other.dones)
    assert len(done)
    for game in map(int, done):
        for seat in range(3):
            np.testing.assert_array_equal(
                one.observation(game, seat)[:60], other.observation(game, seat)[:60]
            )


def test_random_actions_are_even_over_what_is_legal():
    table = VectorEnvironment(2000, 3, hand_sizes=[3], seed=4)
    bids = [table.random_actions() - 60 for _ in range(3)]
    asked = table.observations[:, table_slice("phase")][:, 1] == 1
    counts = np.bincount(np.concatenate([bid[asked] for bid in bids]), minlength=4)
    share = counts / counts.sum()
    assert np.abs(share - 0.25).max() < 0.03


def test_an_illegal_action_names_the_game_and_what_is_legal_and_changes_nothing():
    table = VectorEnvironment(3, 4, hand_sizes=[2], seed=1)
    before = [array.copy() for array in (table.observations, table.masks, table.turns)]
    good = [table.legal(game)[0] for game in range(3)]
    for wrong in (-1, 84, 85, 10**9, 63):
        with pytest.raises(NotLegal, match=r"^game 2: seat \d may not do -?\d+; legal are ") as refused:
            table.step([good[0], good[1], wrong if wrong not in table.legal(2) else 0])
        assert refused.value.game == 2
    with pytest.raises(NotLegal, match=r"60 \(bid 0\), 61 \(bid 1\), 62 \(bid 2\)"):
        table.step([0, good[1], good[2]])
    for array, was in zip((table.observations, table.masks, table.turns), before, strict=True):
        np.testing.assert_array_equal(array, was)
    table.step(good)
    with pytest.raises(ValueError, match="expected 3, one a game"):
        table.step([60, 60])
    with pytest.raises(TypeError, match="whole numbers"):
        table.step([60.0, 60.0, 60.0])


def test_arrays_may_be_brought():
    observations, rewards = np.zeros((2, WIDTH), np.uint8), np.ones((2, 3), np.float32)
    table = VectorEnvironment(2, 3, observations=observations, rewards=rewards)
    assert table.observations is observations
    assert observations.any()
    assert not rewards.any()
    with pytest.raises(SetupError, match=r"masks: expected a writable uint8\[2, 88\]"):
        VectorEnvironment(2, 3, masks=np.zeros((2, 85), np.uint8))
    with pytest.raises(SetupError, match="row by row"):
        VectorEnvironment(2, 3, observations=np.zeros((WIDTH, 2), np.uint8).T)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seats": 2}, "seats = 2: expected a whole number 3 … 6"),
        ({"seats": 4.0}, "seats = 4.0: expected a whole number 3 … 6"),
        ({"games": 0}, "games = 0"),
        ({"games": True}, "games = True: expected a whole number from 1"),
        ({"games": 2.0}, "games = 2.0"),
        ({"episode": "match"}, "episode = 'match': expected round or game"),
        ({"reward": "win"}, "reward = 'win': expected score or relative"),
        ({"rules": "chess"}, "rules: preset = 'chess'"),
        ({"rules": {"exact_bonus": 7}}, "rules: exact_bonus = 7"),
        ({"rules": 3}, "rules = 3: expected HouseRules"),
        ({"rules": []}, "rules: expected 1 to 256 kinds"),
        (
            {"hand_sizes": [16]},
            r"hand_sizes = \[16\]: expected some of the hand sizes of the schedule: 1, 2, 3",
        ),
        ({"hand_sizes": []}, r"hand_sizes = \[\]"),
        ({"hand_sizes": [True]}, r"hand_sizes = \[True\]"),
        ({"hand_sizes": [1.0]}, r"hand_sizes = \[1.0\]"),
        ({"hand_sizes": [1], "episode": "game"}, "hand_sizes: a game plays its whole schedule"),
        ({"seed": "x"}, "seed = 'x'"),
        ({"seed": True}, "seed = True"),
    ],
)
def test_what_cannot_be_is_refused(settings, message):
    with pytest.raises(SetupError, match=message):
        VectorEnvironment(**{"games": 2, "seats": 4, **settings})


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))]
)
def test_a_copy_goes_on_as_the_original_and_shares_nothing(copied):
    table = VectorEnvironment(5, 3, RULES, episode="game", seed=6)
    play(table, 20)
    before = table.observations.copy()
    other = copied(table)
    told = play(other, 40)
    np.testing.assert_array_equal(table.observations, before)
    for one, again in zip(play(table, 40), told, strict=True):
        for mine, theirs in zip(one, again, strict=True):
            np.testing.assert_array_equal(mine, theirs)
    np.testing.assert_array_equal(table.masks, other.masks)
    np.testing.assert_array_equal(table.turns, other.turns)


def test_numbers_of_other_libraries_are_numbers():
    two: Any = np.int64(2)
    others: dict[str, Any] = {"seats": np.uint8(4), "hand_sizes": np.array([3]), "seed": np.int32(1)}
    one, other = VectorEnvironment(2, 4, hand_sizes=[3], seed=1), VectorEnvironment(two, **others)
    np.testing.assert_array_equal(one.observations, other.observations)
    np.testing.assert_array_equal(one.observation(1, 2), other.observation(two - 1, two))


def test_what_is_no_array_seat_or_game_is_refused():
    table = VectorEnvironment(2, 4)
    same = np.zeros(2, np.uint8)
    lists: Any = [[0] * WIDTH] * 2
    with pytest.raises(SetupError, match="turns and dones lie in the same memory"):
        VectorEnvironment(2, 4, turns=same, dones=same)
    with pytest.raises(SetupError, match=r"observations: expected a writable uint8\[2, 640\].*, not a list"):
        VectorEnvironment(2, 4, observations=lists)
    with pytest.raises(SetupError, match=r"out: expected a writable int64\[2\].*, not a list"):
        table.random_actions(lists)
    with pytest.raises(NotLegal, match="may not do 18446744073709551615; legal"):
        table.step(np.array([2**64 - 1] * 2, np.uint64))
    seat: Any
    for seat in (4, -1, 1.0, True, None):
        with pytest.raises(ValueError, match=r"seat .*: expected 0 … 3"):
            table.observation(0, seat)
    game: Any
    for game in (2, -1, 1.0, "a"):
        for ask in (table.legal, table.rows, lambda game: table.observation(game, 0)):
            with pytest.raises(ValueError, match=r"game .*: expected 0 … 1"):
                ask(game)
