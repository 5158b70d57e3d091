"""The action index: 85 actions, first 60 cards, then bids 0 … 20, then four trumps."""

from __future__ import annotations

import pickle

import pytest

from rufen.core.actions import (
    ACTIONS,
    ChooseTrump,
    IllegalAction,
    IllegalReason,
    PlaceBid,
    PlayCard,
    action_at,
    action_index,
)
from rufen.core.cards import Card, Suit


def test_every_action_is_found_at_its_index():
    assert len(ACTIONS) == 85
    assert [action_index(action_at(index)) for index in range(85)] == list(range(85))


def test_the_index_counts_cards_then_bids_then_trumps():
    assert action_at(0) == PlayCard(Card.B1)
    assert action_at(59) == PlayCard(Card.J4)
    assert action_at(60) == PlaceBid(0)
    assert action_at(80) == PlaceBid(20)
    assert action_at(81) == ChooseTrump(Suit.BLUE)
    assert action_at(84) == ChooseTrump(Suit.YELLOW)


@pytest.mark.parametrize("bid", [-1, 21])
def test_a_bid_that_no_round_allows_has_no_index(bid):
    with pytest.raises(ValueError, match="bids are 0 … 20"):
        action_index(PlaceBid(bid))


@pytest.mark.parametrize("suit", [None, Suit.RED])
def test_a_refusal_is_the_same_in_another_process(suit):
    refused = IllegalAction(IllegalReason.MUST_FOLLOW_SUIT, suit)
    again = pickle.loads(pickle.dumps(refused))
    assert (type(again), str(again)) == (IllegalAction, str(refused))
    assert (again.reason, again.suit) == (IllegalReason.MUST_FOLLOW_SUIT, suit)
