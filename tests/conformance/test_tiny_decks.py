"""The whole state space of the tiny decks: by the engine, by the text of the rules, and as on record."""

from __future__ import annotations

import msgspec
import pytest

from rufen.core.cards import Card

from . import by_the_book
from .tiny_decks import DECKS, FOUR, THREE, TinyDeck, Walk, deals, known_counts

EVERY = pytest.mark.parametrize("deck", DECKS, ids=[deck.name for deck in DECKS])


@EVERY
def test_the_engine_counts_what_is_on_record(deck: TinyDeck) -> None:
    assert Walk(deck).run() == known_counts()[deck.name]


@EVERY
def test_the_text_of_the_rules_counts_the_same(deck: TinyDeck) -> None:
    counts = by_the_book.count(deck)
    assert counts == msgspec.structs.replace(known_counts()[deck.name], signature="")


def test_every_deck_is_on_record_and_differs_from_the_others() -> None:
    counts = known_counts()
    assert list(counts) == [deck.name for deck in DECKS]
    assert len({entry.signature for entry in counts.values()}) == len(DECKS)


@pytest.mark.parametrize("deck", [THREE, FOUR], ids=["three", "four"])
def test_a_tiny_deck_has_everything_that_makes_tricks_hard(deck: TinyDeck) -> None:
    """Some deal has a trick of Jesters only, a led Wizard, a suit to follow, a trump beside another suit."""
    seats = deck.seats
    found = set()
    for *dealt, turn_up in deals(deck):
        hands = [dealt[place::seats] for place in range(seats)]
        kind = "a Wizard" if turn_up.is_wizard else "a Jester" if turn_up.is_jester else "a suit"
        found.add(f"{kind} turned")
        if all(any(card.is_jester for card in hand) for hand in hands):
            found.add("only Jesters")
        if any(card.is_wizard for card in hands[0]) and any(card.is_wizard for card in hands[1]):
            found.add("two Wizards, one led")
        suits = [{card.suit for card in hand if card.suit} for hand in hands]
        if any(suits[0] & other and len(other) == 2 for other in suits[1:]):
            found.add("a suit to follow, or not")
        if turn_up.suit and any(turn_up.suit in other for other in suits[1:]) and suits[0] - {turn_up.suit}:
            found.add("a suit led, a trump behind it")
    assert found == {
        "a Wizard turned",
        "a Jester turned",
        "a suit turned",
        "only Jesters",
        "two Wizards, one led",
        "a suit to follow, or not",
        "a suit led, a trump behind it",
    }


def test_no_deal_is_counted_twice() -> None:
    def kind(card: Card) -> str:
        return str(card) if card.suit else str(card)[0]

    def deal(cards: tuple[Card, ...]) -> tuple[object, ...]:
        *dealt, turn_up = map(kind, cards)
        return (turn_up, *(tuple(sorted(dealt[place::3])) for place in range(3)))

    distinct = [deal(cards) for cards in deals(THREE)]
    assert len(distinct) == len(set(distinct)) == 618
