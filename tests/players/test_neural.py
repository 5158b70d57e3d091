"""The player with a network: it plays whole games under any house rules, and never does what is not legal."""

from __future__ import annotations

from importlib import resources
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.core.tables import play_at_random

from rufen.core.actions import ChooseTrump, PlaceBid, PlayCard
from rufen.core.cards import SUITS, parse_cards
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.house_rules import PRESETS, HouseRules, parse_house_rules, preset
from rufen.core.state import Phase, to_act
from rufen.core.version import RULES_VERSION
from rufen.core.view import view_of
from rufen.kernel import mirror
from rufen.kernel.network.file import NetworkError, read_network, write_network
from rufen.kernel.network.judging import best_of, decide, judge, judge_trump
from rufen.kernel.network.weights import random_weights
from rufen.kernel.play import legal
from rufen.kernel.warm import warm_up
from rufen.players.advice import Adviser
from rufen.players.neural import NeuralPlayer, shipped

NOTHING_FOR_A_BID = {"exact_bonus": 0, "points_per_trick": 0, "miss_penalty": 0}
UNUSUAL = [
    (3, NOTHING_FOR_A_BID),
    (4, {**NOTHING_FOR_A_BID, "miss_penalty": 30, "zero_bid_scoring": "per_card"}),
    (5, {"exact_bonus": 50, "points_per_trick": 20, "zero_bid_scoring": "double_bonus"}),
    (6, {"bid_restriction": "dealer", "round_one_exempt": True, "even_bids_dealer_penalty": 50}),
    (3, {"bid_restriction": "leader", "last_round_bonus": 50, "perfect_game_bonus": 100}),
    (4, {"bid_restriction": "leader_zero_allowed", "last_round_trump": "never"}),
    (5, {"bid_disclosure": "hidden", "wizard_lead": "next_sets_suit", "jester_lead": "free"}),
    (6, {"bid_disclosure": "delayed", "jester_lead": "free"}),
    (3, {"bid_disclosure": "delayed", "round_mode": "schedule", "hand_sizes": [20, 1, 20]}),
    (6, {"wizard_lead": "next_sets_suit", "round_mode": "schedule", "hand_sizes": [10, 1, 1]}),
]


def played(seats: int, rules: HouseRules, seed: int) -> Game:
    """A game of the network against itself. `Game.act` refuses what is not legal."""
    player = NeuralPlayer()
    game = Game.new([f"seat {seat}" for seat in range(seats)], rules, first_dealer=seed % seats)
    dice = Random(seed)
    while game.state.phase is not Phase.GAME_OVER:
        if game.state.phase is Phase.DEALING:
            game.deal(deck_from_seed(seed, len(game.state.results) + 1), "salt")
            continue
        # with secret bids anybody may be the next
        seat = dice.choice(to_act(game.state))
        view = view_of(game.state, seat)
        action = player.act(view)
        assert action in view.legal
        game.act(seat, action)
    return game


@pytest.mark.parametrize("name", list(PRESETS))
def test_whole_games_under_every_preset(name):
    seats = 3 + list(PRESETS).index(name) % 4
    rules = preset(name, seats)
    assert len(played(seats, rules, seed=5).state.results) == len(played_rounds(rules, seats))


def played_rounds(rules: HouseRules, seats: int) -> tuple[int, ...]:
    return Game.new(["a"] * seats, rules, first_dealer=0).state.setup.schedule


@pytest.mark.parametrize(("seats", "settings"), UNUSUAL)
def test_whole_games_under_unusual_rules(seats, settings):
    few = {} if "hand_sizes" in settings else {"round_mode": "schedule", "hand_sizes": [1, 7, 60 // seats]}
    game = played(seats, parse_house_rules({**few, **settings}, seats), seed=7)
    assert len(game.state.results) == 3


FIVE_CARDS = parse_house_rules({"round_mode": "schedule", "hand_sizes": [5]}, 4)


def dealt(turn_up: str, seed: int = 1) -> Game:
    """Four seats, seat 0 deals; five cards each, and this card is turned up."""
    game = Game.new(
        ["a"] * 4, parse_house_rules({"round_mode": "schedule", "hand_sizes": [5]}, 4), first_dealer=0
    )
    (card,) = parse_cards(turn_up)
    rest = [other for other in deck_from_seed(seed, 1) if other is not card]
    game.deal([*rest[:20], card, *rest[20:]], "salt")
    return game


def test_r2_5_the_dealer_names_any_of_the_four_suits():
    player, named = NeuralPlayer(), set()
    for seed in range(30):
        action = player.act(view_of(dealt("W1", seed).state, 0))
        assert isinstance(action, ChooseTrump)
        named.add(action.suit)
    assert named == set(SUITS)


def test_it_is_the_same_answer_from_any_copy_and_changes_nothing():
    one, other = NeuralPlayer(), NeuralPlayer()
    game = Game.new(["a", "b", "c"], preset("standard", 3), first_dealer=0)
    asked = 0
    for _ in play_at_random(game, 3, 120, take_back=0):
        for seat in game.state.asked:
            view = view_of(game.state, seat)
            asked += 1
            assert one.act(view) == one.act(view) == other.act(view)
    assert asked > 80


def test_who_is_not_asked_gets_a_message():
    game = dealt("B1")
    for seat in (0, 2, None):
        with pytest.raises(ValueError, match="this view asks for no action"):
            NeuralPlayer().act(view_of(game.state, seat))
    assert isinstance(NeuralPlayer().act(view_of(game.state, 1)), PlaceBid)


def test_a_single_legal_action_needs_no_thought():
    """It is played even by a network that cannot be asked."""
    game = dealt("B1")
    while game.state.phase is not Phase.DEALING:
        seat = to_act(game.state)[0]
        view = view_of(game.state, seat)
        if len(view.legal) == 1:
            player = NeuralPlayer(shipped()._replace(w1=np.zeros((0, 0), np.float32)))
            assert player.act(view) == view.legal[0]
            assert isinstance(view.legal[0], PlayCard)
            game.act(seat, view.legal[0])
            return
        game.act(seat, view.legal[0])
    pytest.fail("the last trick leaves no choice")


def test_another_network_can_be_played_from_its_file(tmp_path):
    path = tmp_path / "mine.rufen"
    write_network(path, random_weights(8, 4, 1), name="mine")
    view = view_of(dealt("B1").state, 1)
    assert NeuralPlayer.of_file(path).act(view) in view.legal
    with pytest.raises(NetworkError, match=r"other\.rufen: cannot be read"):
        NeuralPlayer.of_file(tmp_path / "other.rufen")


def test_after_warming_up_neither_player_nor_advice_waits_for_the_compiler():
    warm_up()
    compiled: list[Any] = [decide, judge, judge_trump, best_of, legal, mirror._replay]
    before = [list(function.signatures) for function in compiled]
    assert all(before)
    for turn_up, seat in (("W1", 0), ("B1", 1)):
        view = view_of(dealt(turn_up).state, seat)
        assert NeuralPlayer().act(view) in view.legal
        assert len(Adviser().judge(view)) == len(view.legal)
    assert [list(function.signatures) for function in compiled] == before


def test_the_shipped_network_is_whole_and_small():
    with resources.as_file(resources.files("rufen.players") / "network.rufen") as path:
        assert path.stat().st_size <= 4 * 1024 * 1024
        weights, about = read_network(path)
    assert about.rules_version == RULES_VERSION
    assert (about.first, about.second) == weights.w2.shape
    assert about.decisions > 0
    assert shipped() is shipped()
