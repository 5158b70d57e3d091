"""OpenSpiel's own tests, the same game as in the core, and small games walked and solved whole."""

from __future__ import annotations

import copy
import random

import numpy as np
import pyspiel
import pytest

from rufen.core.state import to_act
from rufen.environments import describe, spiel
from rufen.environments import episode as play

ONE_CARD = "round_mode:custom;custom_round_count:1;last_round_trump:never"


@pytest.mark.parametrize(
    "text",
    [
        "rufen_wizard",
        "rufen_wizard(players=3,hand_size=2,rules=hidden,reward=relative)",
        "rufen_wizard(players=3,episode=game,rules=round_mode:custom;custom_round_count:3;bid_disclosure:delayed)",
        "rufen_wizard(players=6,hand_size=10,rules=exact_bonus:25;bid_restriction:dealer;round_one_exempt:true)",
    ],
)
def test_openspiel_finds_nothing_wrong(text):
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert str(pyspiel.load_game(str(game))) == str(game)


def choose(state, dice):
    if state.is_chance_node():
        return dice.choice([outcome for outcome, _ in state.chance_outcomes()])
    return dice.choice(state.legal_actions())


@pytest.mark.parametrize("rules", ["quick", "round_mode:custom;custom_round_count:4;bid_disclosure:delayed"])
def test_a_game_is_that_of_the_core(rules):
    game = pyspiel.load_game("rufen_wizard", {"players": 3, "episode": "game", "rules": rules})
    state, dice = game.new_initial_state(), random.Random(3)
    earned = np.zeros(3)
    while not state.is_terminal():
        decision = not state.is_chance_node()
        if decision:
            core, seat = state.rounds()[-1], state.current_player()
            assert seat == to_act(core)[0]
            assert state.legal_actions() == play.legal_indices(core, seat)
            for other in range(3):
                seen = np.array(state.observation_tensor(other), np.uint8)
                line = describe(seen)
                assert state.observation_string(other) == f"seat {other}\n{line}"
                assert state.information_state_string(other).endswith(line)
                rows = np.reshape(state.information_state_tensor(other), (-1, 640))
                np.testing.assert_array_equal(rows[len(state.rounds()) - 1], seen)
        state.apply_action(choose(state, dice))
        if decision:
            earned += state.rewards()
    assert state.returns() == earned.tolist() == [float(total) for total in state.rounds()[-1].totals]
    assert len(state.rounds()) == game.get_parameters().get("rounds", len(game.setup.sizes))


def walk(state, visit):
    visit(state)
    if not state.is_terminal():
        for action in state.legal_actions():
            walk(state.child(action), visit)


@pytest.mark.parametrize("disclosure", ["open", "hidden", "delayed"])
def test_seats_remember_everything_they_saw_and_see_nothing_hidden(disclosure):
    """Perfect recall: an information state is reached by one sequence of own information states and actions.
    Nothing hidden: other cards in hands not shown, and other secret bids, give the same one."""
    game = pyspiel.load_game(
        "rufen_wizard",
        {
            "players": 3,
            "hand_size": 1,
            "rules": f"{ONE_CARD};bid_disclosure:{disclosure}",
            "deck": "B1.B2.W1",
        },
    )
    past: dict[str, tuple] = {}
    reached: dict[str, int] = {}

    def visit(state, memory=((), (), ())):
        if state.is_terminal():
            return
        if state.is_chance_node():
            for action in state.legal_actions():
                visit(state.child(action), memory)
            return
        seat = state.current_player()
        known = state.information_state_string(seat)
        assert past.setdefault(known, memory[seat]) == memory[seat]
        reached[known] = reached.get(known, 0) + 1
        for action in state.legal_actions():
            after = list(memory)
            after[seat] = (*memory[seat], (known, action))
            visit(state.child(action), tuple(after))

    visit(game.new_initial_state())
    bidding = {known: n for known, n in reached.items() if "phase=bidding" in known}
    if disclosure == "open":
        # seat 0: its card; seat 1: its card and one bid of two; seat 2: two bids. Two ways to deal the rest.
        assert sorted(bidding.values()) == [2] * (3 + 6 + 12)
    else:
        # nobody learns a bid: three cards for each seat, reached with each choice of those before
        assert sorted(bidding.values()) == [2] * 3 + [4] * 3 + [8] * 3


def test_a_tiny_game_is_solved():
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr, exploitability, get_all_states

    game = pyspiel.load_game(
        "rufen_wizard", {"players": 3, "hand_size": 1, "rules": ONE_CARD, "deck": "B1.B2.W1"}
    )
    states = get_all_states.get_all_states(game)
    assert len([s for s in states.values() if s.is_terminal()]) == 6 * 8
    solver = cfr.CFRSolver(game)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    uniform = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    assert exploitability.nash_conv(game, solver.average_policy()) < uniform / 3


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": 7}, "seats = 7: expected a whole number 3 … 6"),
        ({"rules": "chess"}, "or a preset: standard"),
        ({"rules": "round_mode:schedule;hand_sizes:1.2.1"}, "slashes in lists \\(hand_sizes:1/2/1\\)"),
        ({"hand_size": 16}, r"hand_sizes = \[16\]"),
        ({"deck": "B1.B2"}, "deck: 61 cards|deck: .* cards are dealt, but there are only 2"),
        ({"deck": "B1.B1"}, "deck: B1 is there twice"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        spiel.WizardGame(parameters)


def test_wrong_outcomes_and_actions_name_what_is_possible():
    state = pyspiel.load_game("rufen_wizard(players=3,hand_size=1,deck=B1.B2.W1.J1)").new_initial_state()
    for wrong in (2, 60, 84):
        with pytest.raises(ValueError, match=rf"{wrong} cannot come .* \[0, 1, 52, 56\]"):
            state.apply_action(wrong)
    state.apply_action(1)
    with pytest.raises(ValueError, match=r"1 cannot come .* \[0, 52, 56\]"):
        state.apply_action(1)
    with pytest.raises(ValueError, match="outcome = 999: expected 0 … 59"):
        state.action_to_string(-1, 999)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match=r"may not do 0 \(B1\): .*; legal are 60 \(bid 0\), 61 \(bid 1\)"):
        state.apply_action(0)
    for wrong in (85, 999):
        with pytest.raises(ValueError, match="expected an action index 0 … 84"):
            state.apply_action(wrong)
        with pytest.raises(ValueError, match="expected an action index 0 … 84"):
            state.action_to_string(0, wrong)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="the episode is over"):
        state.apply_action(60)


def test_a_copied_observer_tells_what_it_is_set_from():
    game = pyspiel.load_game("rufen_wizard(players=3,hand_size=1)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    observer = spiel.WizardObserver(game.setup, None, None)
    other = copy.deepcopy(observer)
    other.set_from(state, 0)
    assert other.tensor.any()
    np.testing.assert_array_equal(other.tensor, other.dict["round"])
    assert not observer.tensor.any()
