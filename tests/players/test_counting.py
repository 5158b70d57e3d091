"""The yardstick plays by its words exactly."""

from __future__ import annotations

import pytest

from rufen.core.actions import ChooseTrump, PlaceBid, PlayCard
from rufen.core.cards import Card, Suit, parse_cards
from rufen.core.house_rules import parse_house_rules
from rufen.players.counting import CountingPlayer, hand_value

from .told import bidding, choosing, playing


def bid(*told, **more) -> int:
    action = CountingPlayer().act(bidding(*told, **more))
    assert isinstance(action, PlaceBid)
    return action.bid


def card(*told, **more) -> Card:
    action = CountingPlayer().act(playing(*told, **more))
    assert isinstance(action, PlayCard)
    return action.card


@pytest.mark.parametrize(
    ("hand", "trump", "seats", "value"),
    [
        ("W1 J1", "R", 4, 10_000),
        ("R13 R12 R11 R10 R9 R8 R1", "R", 4, 9500 + 8500 + 7000 + 5500 + 4500 + 3000 + 3000),
        ("B13 B12 B11 G1", "R", 4, 6000 + 3000),
        ("B13 B12 B11 B10", None, 4, 7500 + 4500 + 2000),
        # with three seats a suit card is worth 1.06 times as much, and never more than a trick
        ("R13 B13", "R", 3, 10_000 + 6360),
        ("R13 B13", "R", 5, 8930 + 5640),
        ("R13 B13", "R", 6, 8360 + 5280),
        ("W1", "R", 6, 10_000),
    ],
)
def test_the_value_of_a_hand(hand, trump, seats, value):
    assert hand_value(parse_cards(hand), Suit(trump) if trump else None, seats) == value


def test_the_bid_is_the_value_rounded_half_up():
    assert bid("R12 B1", trump="R") == 1  # 0.85
    assert bid("R9 B1", trump="R") == 0  # 0.45
    assert bid("R10 R13 B1", trump="R") == 2  # 1.5 exactly
    assert bid("R8 R7 B12 B1", trump="R") == 1  # 0.9


def test_a_bid_that_is_refused_gives_way_to_one_less_and_zero_to_one():
    """R3.2: with `dealer` the dealer may not make the bids even."""
    rules = parse_house_rules({"bid_restriction": "dealer"})
    asked = {"trump": "R", "seats": 3, "seat": 0, "rules": rules}
    assert bid("W1 W2 B1", bids=[1, 1], **asked) == 2
    assert bid("W1 W2 B1", bids=[1, 0], **asked) == 1
    assert bid("B2 B3 B1", bids=[2, 1], **asked) == 1


def test_it_names_the_trump_under_which_its_hand_is_worth_most_the_first_of_equals():
    """R2.5."""
    assert CountingPlayer().act(choosing("B13 R9 R8 Y1")) == ChooseTrump(Suit.RED)
    assert CountingPlayer().act(choosing("J1 W1")) == ChooseTrump(Suit.BLUE)


@pytest.mark.parametrize(
    ("hand", "trick", "needs", "played"),
    [
        # leading: the highest while tricks are needed, else the lowest
        ("W1 R1 B13", "", True, "W1"),
        ("R1 B13 G13", "", True, "R1"),
        ("B13 G13", "", True, "B13"),
        ("R1 B13 J2", "", False, "J2"),
        ("R1 B2 G2", "", False, "B2"),
        # following and needing tricks: the lowest that would win now, else the lowest
        ("B3 B8 B12 W1", "B5", True, "B8"),
        ("B3 B4 W1 J1", "B5", True, "W1"),
        ("B3 B4 J1", "B5", True, "J1"),
        ("R2 R5 G13", "B5", True, "R2"),
        ("R2 R5 G13", "B5 R3", True, "R5"),
        # not needing tricks: the highest that would not win now, else the lowest
        ("B3 B4 B12", "B5", False, "B4"),
        ("B12 B9 J1", "B5", False, "J1"),
        ("B12 B9", "B5", False, "B9"),
        ("G13 Y13 R2", "B5", False, "G13"),
        ("W2 R2", "W1", False, "W2"),
        # all Jesters: the first one wins (R4.8), so another never does
        ("J2 B1", "J1", False, "J2"),
    ],
)
def test_cards(hand, trick, needs, played):
    """With red as trump; the first of equal cards is played."""
    assert card(hand, trick=trick, trump="R", bids=[1, 1, 1], won=[0 if needs else 1, 0, 0]) is Card(played)


def test_whoever_has_too_many_tricks_needs_none():
    assert card("W1 B1", trump="R", bids=[0, 1, 1], won=[1, 0, 0]) is Card("B1")


def test_a_view_that_asks_for_nothing_is_an_error():
    view = bidding("B1", trump="R", seat=2)
    with pytest.raises(ValueError, match="asks for no action"):
        CountingPlayer().act(
            type(view)(**{**{f: getattr(view, f) for f in view.__struct_fields__}, "legal": ()})
        )
