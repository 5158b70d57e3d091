"""R4: led suits, following, and who wins a trick."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.script import new_state, play_script

from rufen.core.actions import IllegalAction, IllegalReason, PlayCard
from rufen.core.cards import DECK, SUITS, Card, Suit, parse_cards
from rufen.core.events import TrickWon
from rufen.core.house_rules import HouseRules, JesterLead, RoundMode, WizardLead
from rufen.core.rules import follow_suit, led_suit, legal_cards, trick_winner

STANDARD = HouseRules()
WIZARD_OPTION = HouseRules(wizard_lead=WizardLead.NEXT_SETS_SUIT)
JESTER_OPTION = HouseRules(jester_lead=JesterLead.FREE)
BOTH_OPTIONS = HouseRules(wizard_lead=WizardLead.NEXT_SETS_SUIT, jester_lead=JesterLead.FREE)
OPTIONS = [STANDARD, WIZARD_OPTION, JESTER_OPTION, BOTH_OPTIONS]
# few suits and ranks, many Wizards and Jesters: that is where tricks are hard
TRICKY = parse_cards("B1 B2 B13 G1 G12 R7 W1 W2 W3 W4 J1 J2 J3 J4")
TRICKS = st.lists(st.sampled_from(TRICKY), unique=True, max_size=6)
TRUMPS = st.sampled_from([None, *SUITS])


def suit_to_follow_by_the_book(cards: list[Card], rules: HouseRules) -> Suit | None:
    """R4.2 to R4.7 once more, in the order of the paragraphs."""
    kinds = ["J" if card.is_jester else "W" if card.is_wizard else str(card.suit) for card in cards]
    if kinds and kinds[0] == "J" and rules.jester_lead is JesterLead.FREE:
        return None
    not_jesters = [kind for kind in kinds if kind != "J"]
    if not not_jesters:
        return None
    if not_jesters[0] != "W":
        return Suit(not_jesters[0])
    if rules.wizard_lead is WizardLead.NEXT_SETS_SUIT:
        suits = [kind for kind in not_jesters if kind != "W"]
        return Suit(suits[0]) if suits else None
    return None


def winner_by_the_book(cards: list[Card], trump: Suit | None) -> int:
    """R4.8 once more; it needs no led suit while a Wizard lies there."""
    wizards = [place for place, card in enumerate(cards) if card.is_wizard]
    if wizards:
        return wizards[0]
    places = [place for place, card in enumerate(cards) if card.suit is not None]
    if not places:
        return 0
    best_suit = trump if any(cards[place].suit is trump for place in places) else cards[places[0]].suit
    return max((place for place in places if cards[place].suit is best_suit), key=lambda p: cards[p].rank)


def test_r4_1_the_winner_of_a_trick_leads_to_the_next() -> None:
    rules = HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(3,))
    game = play_script(
        new_state(3, rules, 2),
        [
            *("deal B1 B2 W1 G1 G13 G2 J1 R1 R2 J4", "0 bid 0", "1 bid 0", "2 bid 0", {"to_act": [0]}),
            *("0 play B1", "1 play B2", "2 play W1", {"to_act": [2]}),
            *("2 play G2", "0 play G1", "1 play G13", {"to_act": [1]}),
            *("1 play R1", "2 play R2", "0 play J1"),
        ],
    )
    assert [event.seat for event in game.events if isinstance(event, TrickWon)] == [2, 1, 2]


@given(TRICKS)
def test_r4_2_once_fixed_the_led_suit_does_not_change(trick: list[Card]) -> None:
    """A led suit stays, and so does a Wizard's "no led suit"."""
    first = next((place for place, card in enumerate(trick) if not card.is_jester), len(trick))
    for end in range(len(trick) + 1):
        expected = trick[first].suit if end > first else None
        assert led_suit(trick[:end], STANDARD) is expected


@pytest.mark.parametrize("rules", OPTIONS)
@given(trick=TRICKS, hand=st.sets(st.sampled_from(DECK), max_size=20))
def test_r4_3_follow_or_wizard_or_jester_and_nothing_else_is_ever_asked(
    rules: HouseRules, trick: list[Card], hand: set[Card]
) -> None:
    suit = suit_to_follow_by_the_book(trick, rules)
    assert follow_suit(trick, rules) is suit
    allowed = {card for card in hand if card.suit is suit or card.suit is None}
    expected = allowed if suit is not None and any(card.suit is suit for card in hand) else hand
    assert legal_cards(hand, trick, rules) == tuple(sorted(expected))


def test_r4_3_the_refusal_names_the_suit() -> None:
    rules = HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(2,))
    game = play_script(
        new_state(3, rules, 0), ["deal B5 B9 B6 B7 G2 B8 R1", "1 bid 0", "2 bid 0", "0 bid 0", "1 play B5"]
    )
    with pytest.raises(IllegalAction, match=r"^must_follow_suit \(B\)$") as refused:
        game.act(2, PlayCard(Card("G2")))
    assert (refused.value.reason, refused.value.suit) == (IllegalReason.MUST_FOLLOW_SUIT, Suit.BLUE)


def test_r4_4_a_led_wizard_or_nothing_but_jesters_binds_nobody() -> None:
    hand = parse_cards("B2 R9 W4 J4")
    for trick in ("", "J1", "J1 J2 J3", "W1", "W1 B4", "J1 W1 G5 B4", "W1 W2 B3"):
        assert legal_cards(hand, parse_cards(trick), STANDARD) == tuple(sorted(hand)), trick


def test_r4_5_a_wizard_after_a_suit_card_frees_nobody() -> None:
    hand = parse_cards("B2 R9")
    for trick in ("B4 W1", "J1 B4 W1", "B4 J1 W1 W2", "B4 R1 W1"):
        assert legal_cards(hand, parse_cards(trick), STANDARD) == parse_cards("B2"), trick


def test_r4_6_the_wizard_option_binds_those_who_play_later() -> None:
    hand = parse_cards("B2 R9")
    for trick, legal in (("W1", "B2 R9"), ("W1 J1", "B2 R9"), ("W1 B4", "B2"), ("J1 W1 W2 R1", "R9")):
        assert legal_cards(hand, parse_cards(trick), WIZARD_OPTION) == parse_cards(legal), trick


@given(TRICKS.filter(lambda trick: bool(trick) and trick[0].is_jester), TRUMPS)
def test_r4_7_the_jester_option_frees_everyone_and_changes_no_winner(
    trick: list[Card], trump: Suit | None
) -> None:
    assert legal_cards(DECK, trick, JESTER_OPTION) == DECK
    assert trick_winner(trick, trump, JESTER_OPTION) == trick_winner(trick, trump, STANDARD)


@pytest.mark.parametrize("rules", OPTIONS)
@given(trick=TRICKS.filter(bool), trump=TRUMPS)
def test_r4_8_who_wins(rules: HouseRules, trick: list[Card], trump: Suit | None) -> None:
    for end in range(1, len(trick) + 1):
        assert trick_winner(trick[:end], trump, rules) == winner_by_the_book(trick[:end], trump)


@given(trick=st.lists(st.sampled_from(DECK), unique=True, min_size=1, max_size=6), trump=TRUMPS)
def test_r4_8_who_wins_with_all_cards(trick: list[Card], trump: Suit | None) -> None:
    assert trick_winner(trick, trump, STANDARD) == winner_by_the_book(trick, trump)


def test_r4_8_an_empty_trick_has_no_winner() -> None:
    with pytest.raises(ValueError, match="a trick without cards has no winner"):
        trick_winner([], None, STANDARD)
