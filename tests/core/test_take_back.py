"""Taking back: undo by replay, never across what has been seen."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.script import new_state, play_script
from tests.core.tables import can_take_back, new_games, play_at_random

from rufen.core.actions import IllegalAction, IllegalReason
from rufen.core.events import ActionsTakenBack
from rufen.core.game import take_back
from rufen.core.house_rules import BidDisclosure, HouseRules, RoundMode
from rufen.core.state import Phase, fold

TWO_CARDS = HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(2, 1))
START = new_state(3, TWO_CARDS, 0)
BIDS = ["1 bid 1", "2 bid 0", "0 bid 0"]


def test_a_card_goes_back_to_its_hand() -> None:
    game = play_script(START, ["deal B1 B2 B3 G1 G2 G3 R1", *BIDS, "1 play B1"])
    assert game.take_back() == ActionsTakenBack(len(game.events) - 2)
    play_script(
        START,
        [
            *("deal B1 B2 B3 G1 G2 G3 R1", *BIDS, "1 play B1", "take back"),
            *({"to_act": [1], "hands": ["B3 G3", "B1 G1", "B2 G2"]}, "1 play G1", {"to_act": [2]}),
        ],
    )


def test_the_last_card_of_a_trick_takes_the_trick_back_with_it() -> None:
    play_script(
        START,
        [
            *("deal B1 B2 B3 G1 G2 G3 R1", *BIDS, "1 play B1", "2 play B2", "0 play B3"),
            *({"tricks_won": [1, 0, 0], "to_act": [0]}, "take back"),
            *({"tricks_won": [0, 0, 0], "to_act": [0]}, "take back", {"to_act": [2]}),
            *("take back", {"to_act": [1]}, "take back"),
            *({"phase": "bidding", "bids": [None, 1, 0], "to_act": [0]}, "0 bid 2", {"to_act": [1]}),
        ],
    )


def test_bids_and_a_named_trump_can_be_taken_back_and_then_the_deal_stands() -> None:
    play_script(
        START,
        [
            *("deal B1 B2 B3 G1 G2 G3 W1", "0 trump R", "1 bid 2", "take back", "take back"),
            *({"phase": "choosing_trump", "trump": None}, "take back -> beyond_deal"),
            *("0 trump Y", {"trump": "Y"}),
        ],
    )


def test_nothing_to_take_back_before_the_first_deal() -> None:
    play_script(START, ["take back -> nothing_to_take_back"])


def test_a_scored_round_stands() -> None:
    script = ["deal B1 B2 B3 G1 G2 G3 R1", "play on", "take back -> beyond_deal", "deal B1 B2 B3 R1"]
    play_script(START, [*script, "take back -> beyond_deal", "play on", "take back -> beyond_deal"])


def test_hidden_bids_that_were_shown_stand_and_those_still_secret_do_not() -> None:
    rules = HouseRules(bid_disclosure=BidDisclosure.HIDDEN)
    play_script(
        new_state(3, rules, 0),
        [
            *("deal", "2 bid 1", "0 bid 0", "take back", {"to_act": [1, 0]}, "0 bid 1", "1 bid 1"),
            *("take back -> beyond_reveal", "play on"),
        ],
    )


def test_delayed_bids_may_be_taken_back_through_the_play() -> None:
    rules = HouseRules(bid_disclosure=BidDisclosure.DELAYED)
    play_script(
        new_state(3, rules, 0),
        [
            *("deal B1 B2 B3 J1", "2 bid 1", "0 bid 0", "1 bid 1", "1 play B1", "take back", "take back"),
            *({"phase": "bidding", "to_act": [1], "seen_bids": {"2": [None, None, 1]}}, "1 bid 0", "play on"),
        ],
    )


def test_an_aborted_game_stays_aborted() -> None:
    script: list[Any] = ["deal", "1 bid 1", "abort", {"phase": "aborted", "to_act": []}]
    script += ["take back -> game_over", "abort -> game_over"]
    game = play_script(START, [*script, "2 bid 0 -> game_over", "deal -> game_over"])
    with pytest.raises(IllegalAction) as refused:
        take_back(game.events)
    assert refused.value.reason is IllegalReason.GAME_OVER


@given(new_games(max_hand=3), st.integers(0, 9999), st.integers(1, 40))
def test_taking_back_gives_the_very_state_of_before(game, seed: int, steps: int) -> None:
    """All but `seq`, which counts on: nobody misses that something was taken back."""
    before = [game.state]
    for _ in play_at_random(game, seed, steps, take_back=0):
        before.append(game.state)
    while game.state.phase not in (Phase.DEALING, Phase.GAME_OVER) and len(before) > 1:
        if not can_take_back(game):
            with pytest.raises(IllegalAction, match=r"^beyond_(deal|reveal)$"):
                game.take_back()
            break
        game.take_back()
        before.pop()
        assert game.state == fold(game.events)
        assert game.state == msgspec.structs.replace(before[-1], seq=game.state.seq)
        assert game.state.seq == len(game.events)
