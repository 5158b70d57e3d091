"""Claims: all remaining tricks, proven from the claimant's view alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.core.refuter import Refuter, legal_orders, position, sharp_position

from rufen.core import claim
from rufen.core.cards import JESTERS, Card, Suit, parse_cards
from rufen.core.claim import claim_holds, proven_order
from rufen.core.house_rules import HouseRules, JesterLead, RoundMode
from rufen.core.rules import follow_suit
from rufen.core.state import Trick
from rufen.core.view import PlayerView

Patch = pytest.MonkeyPatch


def refuted(count: int, first: int = 0) -> int:
    """How many claims of some sharp positions hold by the check, and fail in some world."""
    failed = 0
    for seed in range(first, first + count):
        view = sharp_position(random.Random(seed))
        order = proven_order(view)
        failed += order is not None and Refuter(view, order).refute()
    return failed


def test_a_claim_that_holds_fails_in_no_world() -> None:
    assert refuted(600) == 0


@pytest.mark.long
def test_a_claim_that_holds_fails_in_no_world_of_many() -> None:
    assert refuted(60_000, first=600) == 0


def test_a_claim_that_does_not_hold_fails_in_some_world_whatever_is_led() -> None:
    """In these positions the check is exact: where it says no, no order of the cards is sure."""
    said_no = 0
    for seed in range(300):
        view = sharp_position(random.Random(seed))
        if proven_order(view) is None and Refuter(view, ()).possible():
            said_no += 1
            assert all(Refuter(view, order).refute() for order in legal_orders(view)), f"seed {seed}"
    assert said_no > 100


# --- told by hand ----------------------------------------------------------------------------------------

STORIES = {
    "a Wizard led wins": ("W1", "", "W2 W3 B1 B2", None, "W1"),
    "a Wizard after a Wizard does not": ("W1", "W2", "B1", None, None),
    "a Wizard wins over all but a Wizard": ("W1", "R13 J1", "", "R", "W1"),
    "the highest card out is no claim while a Wizard is": ("B13", "", "B1 W1", None, None),
    "nor while a trump is": ("B13", "", "B1 R1", "R", None),
    "without trump it is one": ("B12", "", "B11 R13 G13", None, "B12"),
    "not while a higher one is out": ("B12", "", "B13 R1", None, None),
    "trumps are drawn first": ("R13 B13", "", "B1 B2 G1 R1", "R", "R13 B13"),
    "but a Jester can be played instead": ("R13 B13", "", "B1 B2 J1 R1", "R", None),
    "two trumps in one hand need two leads": ("R13 B13", "", "B1 B2 R2 R1", "R", None),
    "and two leads draw two": ("R13 R12 B13", "", "B1 B2 G1 G2 R2 R1", "R", "R13 R12 B13"),
    "a lead of Blue draws the King for the Twelve": ("B13 B11", "", "B12 G1 G2 G3", None, "B13 B11"),
    "not if it can hide behind a lower one": ("B13 B11", "", "B12 B1 G2 G3", None, None),
    "who must still hold Blue cannot trump yet": (
        "B13 B12 W1",
        "",
        "B1 B2 B3 B4 B5 R1",
        "R",
        "B13 B12 W1",
    ),
    "who holds Blue only follows": ("B13 W1", "", "B1 B2 B3 R1", "R", "B13 W1"),
    "a Jester led wins from Jesters": ("J1", "", "J2 J3", None, "J1"),
    "but not from anything else": ("J1", "", "J2 B1", None, None),
    "a Jester played wins nothing": ("J1", "J2", "J3", None, None),
    "to a trick the lowest that wins is enough": ("B9 B5 W1", "B4 B3", "G1 G2 G3 G4", None, "B5 B9 W1"),
    "it must be the claimant that wins the trick": ("B5", "B9 B3", "", None, None),
    "a trump on another suit may be overtrumped": ("R5", "B4", "R6", "R", None),
    "not by who follows": ("R5 W1", "B4", "R6 B1 B2", "R", "R5 W1"),
}


@pytest.mark.parametrize("name", STORIES)
def test_stories(name: str) -> None:
    hand, table, unseen, trump, order = STORIES[name]
    cards = [parse_cards(text) for text in (hand, table, unseen)]
    view = position(*cards, trump=None if trump is None else Suit(trump))
    assert Refuter(view, ()).possible()
    assert proven_order(view) == (None if order is None else parse_cards(order))
    assert claim_holds(view) is (order is not None)


def test_who_showed_a_void_in_trumps_cannot_trump() -> None:
    hand, unseen = parse_cards("B13"), parse_cards("B1 R1")
    assert not claim_holds(position(hand, (), unseen, trump=Suit.RED))
    # seat 1 threw Green on Red, and seat 2 had Red then: it may still
    one = Trick(0, parse_cards("R9 G9"), 0)
    assert not claim_holds(position(hand, (), unseen, trump=Suit.RED, voids=[one]))
    both = Trick(0, parse_cards("R9 G9 G8"), 0)
    unseen = parse_cards("B1 G1 R1")
    assert claim_holds(position(hand, (), unseen, trump=Suit.RED, voids=[both]))
    instead = Trick(0, parse_cards("R9 J1 W1"), 0)
    assert not claim_holds(position(hand, (), unseen, trump=Suit.RED, voids=[instead]))


def test_after_a_jester_that_frees_nobody_has_to_follow() -> None:
    """R4.7: what is otherwise sure is not while anybody may trump."""
    free = HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(5,), jester_lead=JesterLead.FREE)
    hand, table, unseen = parse_cards("B13 W1"), parse_cards("J1"), parse_cards("B1 B2 R1")
    assert proven_order(position(hand, table, unseen, trump=Suit.RED)) == parse_cards("B13 W1")
    assert proven_order(position(hand, table, unseen, trump=Suit.RED, rules=free)) is None


# --- faults planted into the check -----------------------------------------------------------------------


def a_jester_cannot_be_played_instead(patch: Patch) -> None:
    def may_keep(self: Any, card: Card) -> bool:
        return _enough(self, card, instead=0, spared=0)

    patch.setattr(claim._Other, "may_keep", may_keep)


def _enough(other: Any, card: Card, *, instead: int = JESTERS, spared: int) -> bool:
    """`may_keep`, with other cards to be played instead and some leads more."""
    if not other.possible & card.bit or card.suit is None:
        return bool(other.possible & card.bit)
    held = other.possible & (card.suit.bits | instead) & ~card.bit
    return held.bit_count() >= other.followed.count(card.suit) + spared


def wizards_are_forgotten(patch: Patch) -> None:
    patch.setattr(claim, "WIZARDS", 0)


def everybody_follows(patch: Patch) -> None:
    patch.setattr(claim._Other, "may_lack", lambda self, suit: False)


def nobody_throws_a_suit_away(patch: Patch) -> None:
    def may_lack(self: Any, suit: Any) -> bool:
        return (self.possible & ~suit.bits).bit_count() >= self.count

    patch.setattr(claim._Other, "may_lack", may_lack)


def one_lead_draws_everything(patch: Patch) -> None:
    sound = claim._Other.may_keep

    def may_keep(self: Any, card: Card) -> bool:
        return card.suit not in self.followed and sound(self, card)

    patch.setattr(claim._Other, "may_keep", may_keep)


def a_lead_draws_one_card_more(patch: Patch) -> None:
    def may_keep(self: Any, card: Card) -> bool:
        return _enough(self, card, spared=1)

    patch.setattr(claim._Other, "may_keep", may_keep)


def nobody_has_trumps_left(patch: Patch) -> None:
    sound = claim._others

    def others(view: PlayerView) -> Any:
        trumps = view.trump.bits if view.trump is not None else 0
        return [claim._Other(other.possible & ~trumps, other.count) for other in sound(view)]

    patch.setattr(claim, "_others", others)


def the_table_does_not_count(patch: Patch) -> None:
    """Who has played to the trick is taken to have followed once more."""
    sound = claim._wins_all

    def wins_all(order: Any, others: Any, trump: Any) -> bool:
        more = [other.plays(order[0].suit) if order else other for other in others]
        return sound(order, more, trump)

    patch.setattr(claim, "_wins_all", wins_all)


def a_free_first_jester_is_forgotten(patch: Patch) -> None:
    def follow(cards: Any, rules: HouseRules) -> Any:
        return follow_suit(cards, HouseRules(wizard_lead=rules.wizard_lead))

    patch.setattr(claim, "follow_suit", follow)


def the_winner_is_not_looked_at(patch: Patch) -> None:
    patch.setattr(claim, "trick_winner", lambda cards, *_: len(cards) - 1)


FAULTS: list[Callable[[Patch], None]] = [
    a_jester_cannot_be_played_instead,
    wizards_are_forgotten,
    everybody_follows,
    nobody_throws_a_suit_away,
    one_lead_draws_everything,
    a_lead_draws_one_card_more,
    nobody_has_trumps_left,
    the_table_does_not_count,
    the_winner_is_not_looked_at,
]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault: Callable[[Patch], None], monkeypatch: Patch) -> None:
    fault(monkeypatch)
    assert any(refuted(100, first) for first in range(0, 4000, 100))


def test_a_fault_too_rare_for_the_positions_is_caught_by_a_story(monkeypatch: Patch) -> None:
    a_free_first_jester_is_forgotten(monkeypatch)
    with pytest.raises(AssertionError):
        test_after_a_jester_that_frees_nobody_has_to_follow()
