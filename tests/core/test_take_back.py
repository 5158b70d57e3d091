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
from rufen.core.cards import Card
from rufen.core.events import ActionsTakenBack, BidPlaced, CardPlayed, RoundScored, TrumpChosen
from rufen.core.game import Game, play_out, take_back
from rufen.core.house_rules import BidDisclosure, HouseRules, RoundMode
from rufen.core.state import Phase, effective, fold

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


def test_a_seat_takes_back_its_last_action_with_all_that_came_after() -> None:
    play_script(
        START,
        [
            *("deal B1 B2 B3 G1 G2 G3 R1", *BIDS, "1 play B1", "2 play B2", "0 play B3", "0 play G3"),
            *("2 takes back", {"to_act": [2], "tricks_won": [0, 0, 0], "hands": ["B3 G3", "G1", "B2 G2"]}),
            *("0 takes back", {"phase": "bidding", "to_act": [0], "bids": [None, 1, 0]}),
            *("0 takes back -> nothing_to_take_back", "1 takes back", {"to_act": [1], "bids": [None] * 3}),
            *("1 takes back -> nothing_to_take_back", "2 takes back -> nothing_to_take_back"),
        ],
    )


def test_a_seat_that_has_done_nothing_yet_takes_nothing_of_others_back() -> None:
    script = ["1 takes back -> nothing_to_take_back", "deal", "1 takes back -> nothing_to_take_back"]
    play_script(
        START, [*script, "1 bid 0", "2 bid 0", "0 takes back -> nothing_to_take_back", "1 takes back"]
    )


def test_a_named_trump_is_an_action_of_the_dealer() -> None:
    script = ["deal B1 B2 B3 G1 G2 G3 W1", "0 trump R", "1 bid 2", "0 takes back"]
    play_script(START, [*script, {"phase": "choosing_trump", "trump": None, "to_act": [0]}])


def test_no_seat_takes_back_across_a_deal() -> None:
    script = ["deal B1 B2 B3 G1 G2 G3 R1", "play on", "1 takes back -> beyond_deal", "deal B1 B2 B3 R1"]
    played = [
        "2 bid 0",
        "0 takes back -> beyond_deal",
        "2 takes back",
        "play on",
        "0 takes back -> beyond_deal",
    ]
    play_script(START, [*script, "1 takes back -> beyond_deal", *played])


def test_no_seat_takes_back_across_bids_that_were_shown() -> None:
    rules = HouseRules(bid_disclosure=BidDisclosure.HIDDEN)
    play_script(
        new_state(3, rules, 0),
        [
            *("deal B1 B2 B3 J1", "2 bid 1", "0 bid 0", "2 takes back", {"to_act": [1, 2, 0]}),
            *("2 bid 1", "0 bid 0", "1 bid 1", "1 play B1", "2 takes back -> beyond_reveal", "1 takes back"),
            *({"to_act": [1]}, "1 takes back -> beyond_reveal"),
        ],
    )


def test_nobody_takes_back_across_a_claim() -> None:
    game = play_script(START, ["deal W1 B2 B3 W2 G2 G3 R1", *BIDS, "1 play W1", "2 play B2", "0 play B3"])
    claim = play_out(game.state, 1, (Card("W2"),))
    for count in range(1, len(claim) + 1):
        log = (*game.events, *claim[:count])
        for seat in (None, 0, 1, 2):
            acted = any(
                isinstance(event, CardPlayed) and seat in (None, event.seat) for event in claim[:count]
            )
            scored = any(isinstance(event, RoundScored) for event in claim[:count])
            if acted and not scored:
                continue
            with pytest.raises(IllegalAction, match="^beyond_deal$" if scored else "^beyond_reveal$"):
                take_back(log, seat)


def test_what_was_taken_back_before_is_passed_over() -> None:
    """The log is read from its end, and only as far as is needed: also over earlier takings back."""
    script = ["1 play B1", "2 play B2", "take back", "2 play B2", "1 takes back", "1 play G1", "1 takes back"]
    game = play_script(START, ["deal B1 B2 B3 G1 G2 G3 R1", *BIDS, *script])
    assert game.take_back() == ActionsTakenBack(bid_of(game, 0) - 1)
    assert game.take_back() == ActionsTakenBack(bid_of(game, 2) - 1)


def bid_of(game: Game, seat: int) -> int:
    """The `seq` of a seat's bid."""
    return next(
        seq for seq, event in enumerate(game.events, 1) if isinstance(event, BidPlaced) and event.seat == seat
    )


@given(new_games(max_hand=3), st.integers(0, 9999), st.integers(1, 40))
def test_a_seat_takes_back_to_the_very_state_before_its_action(game: Game, seed: int, steps: int) -> None:
    """With any takings back before it; the state is that before the last action of the seat that counts."""
    for _ in play_at_random(game, seed, steps, take_back=0.2):
        pass
    for seat in range(game.state.setup.seats):
        acted = [
            seq
            for seq, event in effective(game.events)
            if isinstance(event, TrumpChosen | BidPlaced | CardPlayed) and event.seat == seat
        ]
        try:
            event = take_back(game.events, seat)
        except IllegalAction:
            continue
        assert event == ActionsTakenBack(acted[-1] - 1)
        after = fold([*game.events, event])
        before = fold(game.events[: acted[-1] - 1])
        assert after == msgspec.structs.replace(before, seq=len(game.events) + 1)


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
