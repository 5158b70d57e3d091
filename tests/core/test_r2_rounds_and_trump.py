"""R2: how many rounds, the deal and trump."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.script import deck_with_top, new_state, play_script

from rufen.core.actions import ChooseTrump
from rufen.core.cards import DECK, SUITS, Card, format_cards, parse_cards
from rufen.core.deal import deal_cards, turns_card
from rufen.core.events import HandDealt, RoundStarted, TurnUpShown
from rufen.core.game import deal_round, legal_actions
from rufen.core.house_rules import HouseRules, LastRoundTrump, RoundMode, full_game_rounds, schedule


def one_round(hand_size: int = 1, **settings) -> HouseRules:
    return HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(hand_size,), **settings)


@pytest.mark.parametrize(("seats", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_r2_1_a_full_game_uses_up_the_deck(seats: int, rounds: int) -> None:
    assert full_game_rounds(seats) == rounds
    assert schedule(HouseRules(), seats) == tuple(range(1, rounds + 1))
    assert rounds * seats == 60


@given(st.permutations(DECK), st.integers(3, 6), st.data())
def test_r2_1_hands_are_dealt_card_by_card_from_the_dealers_left(
    deck: list[Card], seats: int, data: st.DataObject
) -> None:
    hand_size = data.draw(st.integers(1, 60 // seats))
    dealer = data.draw(st.integers(0, seats - 1))
    dealt = deal_cards(deck, hand_size, dealer, seats, turn=True)
    for place, card in enumerate(deck[: hand_size * seats]):
        assert card in dealt.hands[(dealer + 1 + place) % seats]
    assert all(len(hand) == hand_size for hand in dealt.hands)
    assert dealt.turn_up == (deck[hand_size * seats] if hand_size * seats < 60 else None)


def test_r2_2_a_shorter_game_starts_like_the_full_one() -> None:
    rules = HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=4)
    assert schedule(rules, 5) == (1, 2, 3, 4)


def test_r2_3_a_list_of_hand_sizes_is_the_schedule() -> None:
    rules = HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(7, 2, 7))
    assert schedule(rules, 4) == (7, 2, 7)


def test_r2_4_every_round_is_dealt_from_all_sixty_by_the_next_dealer() -> None:
    state = new_state(4, HouseRules(), 2)
    game = play_script(state, ["deal Y1 Y2 Y3 Y4 G1", "play on", "deal Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 G1"])
    starts = [event for event in game.events if isinstance(event, RoundStarted)]
    assert [(start.number, start.dealer, start.hand_size) for start in starts] == [(1, 2, 1), (2, 3, 2)]
    with pytest.raises(ValueError, match="a round is dealt from all sixty cards, each once"):
        deal_round(state, DECK[1:], "salt")
    with pytest.raises(ValueError, match="a round is dealt from all sixty cards, each once"):
        deal_round(state, (*DECK[1:], DECK[1]), "salt")


@pytest.mark.parametrize("suit", SUITS)
def test_r2_5_any_of_the_four_suits_may_be_named_and_only_they(suit) -> None:
    game = play_script(new_state(3, one_round(), 1), ["deal B1 B2 B3 W2"])
    assert legal_actions(game.state, 1) == tuple(ChooseTrump(each) for each in SUITS)
    assert legal_actions(game.state, 0) == legal_actions(game.state, 2) == ()
    game.act(1, ChooseTrump(suit))
    assert game.state.round is not None
    assert game.state.round.trump is suit
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"type":"choose_trump","suit":null}', type=ChooseTrump)


@pytest.mark.parametrize("card", DECK)
def test_r2_5_what_every_card_means_when_it_is_turned_up(card: Card) -> None:
    below = [other for other in parse_cards("B1 B2 B3 B4") if other is not card][:3]
    events = deal_round(new_state(3, one_round(), 0), deck_with_top([*below, card]), "salt")
    shown = events[-1]
    assert shown == TurnUpShown(card, card.suit)
    game = play_script(new_state(3, one_round(), 0), [f"deal {format_cards([*below, card])}"])
    assert game.state.phase.value == ("choosing_trump" if card.is_wizard else "bidding")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_r2_6_a_card_is_turned_unless_none_is_left_or_the_option_says_so(seats: int) -> None:
    rounds = 60 // seats
    every = tuple(range(1, rounds + 1))
    full = [turns_card(HouseRules(), seats, every, number) for number in every]
    assert full == [True] * (rounds - 1) + [False]
    shorter = HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=3)
    assert [turns_card(shorter, seats, (1, 2, 3), number) for number in (1, 2, 3)] == [True, True, True]
    never = msgspec.structs.replace(shorter, last_round_trump=LastRoundTrump.NEVER)
    assert [turns_card(never, seats, (1, 2, 3), number) for number in (1, 2, 3)] == [True, True, False]


def test_r2_6_without_a_turn_up_nobody_is_asked_for_trump() -> None:
    rules = one_round(1, last_round_trump=LastRoundTrump.NEVER)
    events = deal_round(new_state(3, rules, 0), deck_with_top("B1 B2 B3 W1"), "salt")
    assert events[-1] == TurnUpShown(None, None)
    assert sum(isinstance(event, HandDealt) for event in events) == 3
