"""The beginner at told hands: what it bids, what it plays, and which suit it makes trump."""

from __future__ import annotations

import msgspec
import pytest
from tests.players.told import bidding, choosing, playing

from rufen.core.actions import ChooseTrump, PlaceBid, PlayCard
from rufen.core.cards import Suit
from rufen.core.house_rules import parse_house_rules
from rufen.players.beginner import BeginnerPlayer


def bid(hand, **told):
    action = BeginnerPlayer().act(bidding(hand, **told))
    assert isinstance(action, PlaceBid)
    return action.bid


def card(hand, **told):
    action = BeginnerPlayer().act(playing(hand, **told))
    assert isinstance(action, PlayCard)
    return str(action.card)


# --- bids ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "expected"),
    [("W1", 1), ("J1", 0), ("B13", 1), ("R5", 0), ("W1 W2 W3 W4 R2 G3", 4), ("J1 J2 J3 J4", 0)],
)
def test_wizards_are_tricks_jesters_are_none(hand, expected):
    assert bid(hand, trump="B") == expected


def test_long_high_trumps_are_worth_more_than_the_same_cards_beside_trump():
    hand = "B10 B11 B12 B13 R2 R3 G4"
    assert bid(hand, trump="B") >= 3 > bid(hand, trump="Y")


def test_high_cards_are_worth_more_when_nobody_can_trump_them():
    hand = "B13 B12 G13 R13 G4 R3 Y13"
    assert bid(hand, trump=None) > bid(hand, trump="Y")


def test_more_players_leave_fewer_tricks_to_a_hand():
    hand = "B12 B7 R13 R4 G12 G3 Y11 Y2"
    bids = [bid(hand, trump="B", seats=seats) for seats in (3, 4, 5, 6)]
    assert bids == sorted(bids, reverse=True)
    assert bids[0] > bids[-1]


def test_low_bids_of_the_others_encourage_and_high_ones_warn():
    hand = "B12 B7 R13 R4 G12 G3"
    assert bid(hand, trump="B", seat=0, bids=(0, 0, 0)) > bid(hand, trump="B", seat=0, bids=(3, 3, 3))


def test_a_zero_that_scores_well_tempts():
    hand = "B5 R10 R4 G12 G3 Y2 Y3 G2"
    per_card = parse_house_rules({"zero_bid_scoring": "per_card"})
    assert bid(hand, trump="B") == 1
    assert bid(hand, trump="B", rules=per_card) == 0


def test_a_dealer_takes_the_next_best_bid_when_even_is_forbidden_or_costs_too_much():
    told = {"trump": "B", "seat": 0, "bids": (0, 1, 0)}
    assert bid("W1 W2 R2", **told) == 2
    for settings in ({"bid_restriction": "dealer"}, {"even_bids_dealer_penalty": 50}):
        assert bid("W1 W2 R2", **told, rules=parse_house_rules(settings)) == 1


def test_where_no_bid_scores_anything_it_still_bids_what_it_will_take():
    nothing = parse_house_rules({"exact_bonus": 0, "points_per_trick": 0, "miss_penalty": 0})
    assert bid("W1 W2 W3 R2 G3 Y2", trump="B", rules=nothing) == 3


# --- trump -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("R2 R5 R9 B13 G1", "R"),  # length
        ("R2 R3 B13 B12 G1 W1", "B"),  # height, of two suits as long
        ("Y11 Y12 Y13 G1 G2 G3", "Y"),
    ],
)
def test_it_makes_the_suit_trump_in_which_it_is_strong(hand, suit):
    assert BeginnerPlayer().act(choosing(hand)) == ChooseTrump(Suit(suit))


# --- cards -----------------------------------------------------------------------------------------------


def test_it_wins_as_cheaply_as_it_can():
    told = {"trick": "B2 B5 B4", "trump": "G", "bids": (3, 1, 1, 0), "won": (0, 0, 0, 0)}
    assert card("B3 B9 B12 R2", **told) == "B9"


def test_with_enough_tricks_it_sheds_the_highest_card_that_loses():
    told = {"trick": "B2 B12 B4", "trump": "G", "bids": (1, 1, 1, 0), "won": (1, 0, 0, 0)}
    assert card("B3 B9 R2 Y4", **told) == "B9"


def test_with_enough_tricks_it_throws_a_high_card_where_it_is_void():
    told = {"trick": "B2 B12 B4", "trump": "G", "bids": (1, 1, 1, 0), "won": (1, 0, 0, 0)}
    assert card("Y13 R2 G5", **told) == "Y13"


def test_with_enough_tricks_it_throws_its_wizard_under_another():
    told = {"trick": "B2 W2 B4", "trump": "G", "bids": (1, 1, 1, 0), "won": (1, 0, 0, 0)}
    assert card("W1 R2 Y4", **told) == "W1"


def test_it_keeps_a_wizard_that_is_sure_later():
    # the Wizard now and the trump later would be one trick too many
    told = {"trick": "B9 B3 R4", "trump": "B", "bids": (1, 1, 0, 0), "won": (0, 0, 0, 0)}
    assert card("W1 B2", **told) == "B2"


def test_it_keeps_a_jester_while_a_low_card_does():
    told = {"trick": "R5 R8 R3", "trump": "G", "bids": (0, 1, 1, 1), "won": (0, 0, 0, 0)}
    assert card("J1 R2 R12", **told) == "R2"


def test_it_plays_the_jester_when_nothing_else_loses():
    told = {"trick": "R5 R8 R3", "trump": "G", "bids": (0, 1, 1, 1), "won": (0, 0, 0, 0)}
    assert card("J1 R13", **told) == "J1"


def test_it_leads_low_when_it_wants_nothing():
    assert card("W1 R13 Y1", trump="B", bids=(0, 2, 1, 1), won=(0, 0, 0, 0)) == "Y1"


def test_it_leads_strength_when_it_wants_everything():
    assert card("W1 B13 R2", trump="B", bids=(3, 1, 1, 1), won=(0, 0, 0, 0)) in {"W1", "B13"}


def test_it_plays_on_while_the_bids_of_the_others_are_secret():
    delayed = parse_house_rules({"bid_disclosure": "delayed"})
    told = {"trick": "B2 B5", "trump": "G", "bids": (1, None, None, None), "won": (0, 0, 0, 0)}
    assert card("W1 B3 R2", **told, rules=delayed) in {"W1", "B3"}


def test_a_view_that_asks_nothing_is_refused():
    view = msgspec.structs.replace(bidding("B1", trump="G"), legal=())
    with pytest.raises(ValueError, match="asks for no action"):
        BeginnerPlayer().act(view)
