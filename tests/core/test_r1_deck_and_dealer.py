"""R1: the deck, the seats and the draw for the first dealer."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rufen.core.cards import DECK, SUITS, Card, Suit, bits_of, cards_of, format_cards, parse_cards
from rufen.core.deal import draw_dealer
from rufen.core.game import create
from rufen.core.house_rules import HouseRules, SettingError
from rufen.core.rules import legal_cards, trick_winner

CARDS = st.sampled_from(DECK)


def test_r1_1_four_suits_of_thirteen_four_wizards_four_jesters() -> None:
    assert len(DECK) == len(set(DECK)) == 60
    counts = Counter(card.suit for card in DECK)
    assert counts.pop(None) == 8
    assert counts == dict.fromkeys(SUITS, 13)
    for suit in SUITS:
        assert [card.rank for card in DECK if card.suit is suit] == list(range(1, 14))
    assert sum(card.is_wizard for card in DECK) == sum(card.is_jester for card in DECK) == 4


def test_r1_2_blue_green_red_yellow_is_the_order_of_everything() -> None:
    assert [suit.name for suit in SUITS] == ["BLUE", "GREEN", "RED", "YELLOW"]
    assert sorted(set(SUITS)) == list(SUITS)
    assert sorted(set(DECK)) == list(DECK)
    assert [card.index for card in DECK] == list(range(60))


@given(st.lists(CARDS, unique=True))
def test_r1_3_card_text_reads_back(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)
    assert cards_of(bits_of(cards)) == tuple(sorted(cards))


def test_r1_3_a_word_that_is_no_card_is_named() -> None:
    with pytest.raises(ValueError, match="'B14' is not a card: expected B1 … Y13, W1 … W4 or J1 … J4"):
        parse_cards("B1 B14 W1")


@given(st.lists(CARDS, unique=True, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_r1_3_numbers_of_wizards_and_jesters_mean_nothing(trick: list[Card], dice) -> None:
    """Renumbering all Wizards and Jesters changes no winner and frees or binds no other card."""
    wizards, jesters = list(DECK[52:56]), list(DECK[56:])
    dice.shuffle(wizards)
    dice.shuffle(jesters)
    renumbered = dict(zip(DECK, [*DECK[:52], *wizards, *jesters], strict=True))
    others = [renumbered[card] for card in trick]
    for trump in (None, *SUITS):
        assert trick_winner(trick, trump, HouseRules()) == trick_winner(others, trump, HouseRules())
    hand = [card for card in DECK if card not in trick]
    legal = legal_cards(hand, trick, HouseRules())
    assert {renumbered[card] for card in legal} == set(
        legal_cards([renumbered[card] for card in hand], others, HouseRules())
    )


@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 7, 60])
def test_r1_4_three_to_six_play(seats: int) -> None:
    with pytest.raises(SettingError) as refused:
        create(seats, HouseRules())
    assert (refused.value.setting, refused.value.value, refused.value.code) == ("players", seats, "players")
    assert str(refused.value) == f"players = {seats}: allowed: a whole number 3 … 6 (R1.4)"


def test_r1_4_a_first_dealer_sits_at_the_table() -> None:
    with pytest.raises(SettingError, match="first_dealer = 4: allowed: a seat 0 … 3, or none to draw"):
        create(4, HouseRules(), first_dealer=4)


@given(st.permutations(DECK), st.integers(3, 6))
def test_r1_5_the_highest_card_deals_and_ties_draw_again(deck: list[Card], seats: int) -> None:
    dealer, draws = draw_dealer(deck, seats)
    order = {card: 0 if card.is_jester else 14 if card.is_wizard else card.rank for card in DECK}
    drawing = set(range(seats))
    for draw in draws:
        assert {seat for seat, card in enumerate(draw) if card is not None} == drawing
        best = max(order[card] for card in draw if card is not None)
        drawing = {seat for seat, card in enumerate(draw) if card is not None and order[card] == best}
    assert drawing == {dealer}
    drawn = [card for draw in draws for card in draw if card is not None]
    assert drawn == deck[: len(drawn)], "one card each, from the top of the deck"


def test_r1_5_no_suit_and_no_number_makes_a_card_higher() -> None:
    for one, other in (("B13", "Y13"), ("W1", "W4"), ("J1", "J4")):
        low = "J2"
        _, draws = draw_dealer(parse_cards(f"{one} {other} {low} B2 B3 B4"), 3)
        assert len(draws) == 2
        assert draws[0] == parse_cards(f"{one} {other} {low}")


def test_r1_5_a_deck_arranged_to_tie_for_ever_is_refused() -> None:
    """W W J, and then nothing but pairs for the two that are left."""
    pairs = " ".join(f"B{rank} G{rank} R{rank} Y{rank}" for rank in range(1, 14))
    deck = parse_cards(f"W1 W2 J1 W3 W4 {pairs} J2 J3 J4")
    assert set(deck) == set(DECK)
    with pytest.raises(ValueError, match="the deck ran out before one seat drew the highest card"):
        draw_dealer(deck, 3)


def test_r1_5_suits_compare_by_their_order_only_in_lists() -> None:
    assert Suit.BLUE < Suit.GREEN < Suit.RED < Suit.YELLOW
    with pytest.raises(TypeError):
        assert Suit.BLUE < "G"
