"""Faults planted into the engine, one at a time: the cases and the tiny decks must notice each.

A net that catches nothing proves nothing. For each fault it is written down which nets catch it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import msgspec
import pytest

from rufen.core import deal, rules, scoring
from rufen.core.cards import SUITS, Suit
from rufen.core.house_rules import BidRestriction

from . import by_the_book
from .runner import read_cases, run_case
from .tiny_decks import DECKS, FOUR, THREE, VARIANTS, TinyDeck, Walk

CASES = [case for _, case in read_cases()]
Patch = pytest.MonkeyPatch
WIZARD_OPTION, JESTER_OPTION = VARIANTS[:2]
STEP = 7
"""One deal in seven is enough for every fault here; with `--long` it is all of them."""


def plant(patch: Patch, home: ModuleType, name: str, fault: Callable[..., Any]) -> None:
    """Replace a function of the core wherever the core has imported it."""
    sound = getattr(home, name)
    for module in [m for key, m in sys.modules.items() if key.startswith("rufen.core.")]:
        for attribute, value in list(vars(module).items()):
            if value is sound:
                patch.setattr(module, attribute, fault)


def in_tricks(change: Callable[[Any, Any, int], int]) -> Callable[[Patch], None]:
    """A fault in who wins: `change(cards, trump, sound answer)`."""

    def apply(patch: Patch) -> None:
        sound = rules.trick_winner

        def winner(cards: Any, trump: Any, house: Any) -> int:
            return change(cards, trump, sound(cards, trump, house))

        plant(patch, rules, "trick_winner", winner)

    return apply


def last_of_all_jesters(cards: Any, _trump: Any, sound: int) -> int:
    return len(cards) - 1 if all(card.is_jester for card in cards) else sound


def last_wizard(cards: Any, _trump: Any, sound: int) -> int:
    return max(place for place, card in enumerate(cards) if place == sound or card.is_wizard)


def trump_beats_wizard(cards: Any, trump: Any, sound: int) -> int:
    trumps = [place for place, card in enumerate(cards) if trump is not None and card.suit is trump]
    return max(trumps, key=lambda place: cards[place].rank) if trumps else sound


def trump_is_a_suit_like_others(cards: Any, _trump: Any, sound: int) -> int:
    if any(card.is_wizard for card in cards):
        return sound
    suits = [place for place, card in enumerate(cards) if card.suit is not None]
    same = [place for place in suits if cards[place].suit is cards[suits[0]].suit]
    return max(same, key=lambda place: cards[place].rank) if same else sound


def led_jester_wins(cards: Any, _trump: Any, sound: int) -> int:
    return 0 if cards[0].is_jester else sound


def lower_of_the_suit(cards: Any, _trump: Any, sound: int) -> int:
    same = [place for place, card in enumerate(cards) if card.suit is cards[sound].suit is not None]
    return min(same, key=lambda place: cards[place].rank) if same else sound


def no_way_out(bits: int) -> Callable[[Patch], None]:
    """Some of the Wizards and Jesters may not be played by who can follow."""

    def apply(patch: Patch) -> None:
        for suit in SUITS:
            patch.setattr(suit, "open_bits", suit.open_bits & ~bits)

    return apply


def in_following(change: Callable[[Any, Any, Suit | None], Suit | None]) -> Callable[[Patch], None]:
    """A fault in what must be followed: `change(cards, rules, sound answer)`."""

    def apply(patch: Patch) -> None:
        sound = rules.follow_suit
        plant(patch, rules, "follow_suit", lambda cards, r: change(cards, r, sound(cards, r)))

    return apply


def wizard_frees(cards: Any, _rules: Any, sound: Suit | None) -> Suit | None:
    return None if any(card.is_wizard for card in cards) else sound


def suit_after_wizard_binds(cards: Any, _rules: Any, sound: Suit | None) -> Suit | None:
    return next((card.suit for card in cards if card.suit is not None), None)


def jester_frees(cards: Any, _rules: Any, sound: Suit | None) -> Suit | None:
    return None if cards and cards[0].is_jester else sound


def dealer_is_free(patch: Patch) -> None:
    plant(patch, rules, "bid_refusal", lambda bid, **told: None)
    sound = rules.legal_bid_bits

    def free(**told: Any) -> int:
        return sound(**{**told, "seat": (told["dealer"] + 1) % 3})

    plant(patch, rules, "legal_bid_bits", free)


def everyone_is_bound(patch: Patch) -> None:
    sound = rules.legal_bid_bits

    def bound(**told: Any) -> int:
        bids = sound(**told)
        even = told["hand_size"] - sum(bid or 0 for bid in told["bids"])
        if told["rules"].bid_restriction is BidRestriction.DEALER and 0 <= even <= told["hand_size"]:
            bids &= ~(1 << even)
        return bids

    plant(patch, rules, "legal_bid_bits", bound)


def dealer_deals_to_self_first(patch: Patch) -> None:
    sound = deal.deal_cards
    plant(
        patch,
        deal,
        "deal_cards",
        lambda deck, size, dealer, seats, *, turn: sound(deck, size, (dealer - 1) % seats, seats, turn=turn),
    )


def tricks_count_when_missed(patch: Patch) -> None:
    sound = scoring.round_score

    def score(bid: int, tricks: int, size: int, r: Any) -> int:
        return sound(bid, tricks, size, r) + (0 if bid == tricks else tricks)

    plant(patch, scoring, "round_score", score)


def only_overtricks_cost(patch: Patch) -> None:
    sound = scoring.round_score

    def score(bid: int, tricks: int, size: int, r: Any) -> int:
        return 0 if tricks < bid else sound(bid, tricks, size, r)

    plant(patch, scoring, "round_score", score)


CASES_AND_TINY = ("cases", "tiny deck")
FAULTS: dict[str, tuple[Callable[[Patch], None], TinyDeck, tuple[str, ...]]] = {
    "the last of all Jesters wins": (in_tricks(last_of_all_jesters), THREE, CASES_AND_TINY),
    "the last Wizard wins": (in_tricks(last_wizard), THREE, CASES_AND_TINY),
    "trump beats a Wizard": (in_tricks(trump_beats_wizard), THREE, CASES_AND_TINY),
    "trump is a suit like any other": (in_tricks(trump_is_a_suit_like_others), THREE, CASES_AND_TINY),
    "a led Jester wins": (in_tricks(led_jester_wins), THREE, CASES_AND_TINY),
    "the lower card wins": (in_tricks(lower_of_the_suit), THREE, CASES_AND_TINY),
    "who can follow may not play a Wizard": (no_way_out(0xF << 52), THREE, CASES_AND_TINY),
    "who can follow may not play a Jester": (no_way_out(0xF << 56), THREE, CASES_AND_TINY),
    # a state keeps the suit once it is fixed, so that this one shows in the function only
    "a Wizard frees the rest of the trick": (in_following(wizard_frees), THREE, ("cases",)),
    "a suit card binds after a led Wizard": (in_following(suit_after_wizard_binds), THREE, CASES_AND_TINY),
    "a led Jester frees the trick": (in_following(jester_frees), THREE, CASES_AND_TINY),
    "nobody has to follow": (in_following(lambda cards, r, sound: None), THREE, CASES_AND_TINY),
    "the wizard option does nothing": (in_following(wizard_frees), WIZARD_OPTION, CASES_AND_TINY),
    "the jester option does nothing": (
        in_following(lambda cards, r, sound: rules.led_suit(cards, r)),
        JESTER_OPTION,
        CASES_AND_TINY,
    ),
    "a restricted dealer is free": (dealer_is_free, FOUR, CASES_AND_TINY),
    "a restriction binds everyone": (everyone_is_bound, FOUR, CASES_AND_TINY),
    "the dealer is dealt to first": (dealer_deals_to_self_first, THREE, CASES_AND_TINY),
    "tricks of a missed bid count": (tricks_count_when_missed, THREE, CASES_AND_TINY),
    "too few tricks cost nothing": (only_overtricks_cost, THREE, CASES_AND_TINY),
}


def cases_fail() -> bool:
    """Whether some case does not hold any more."""
    for case in CASES:
        try:
            run_case(case)
        except (Exception, pytest.fail.Exception):
            return True
    return False


def counts_differ(deck: TinyDeck, step: int) -> bool:
    """Whether the walk through a tiny deck comes to other counts than the text, or breaks down."""
    told = by_the_book.count(deck, step)
    try:
        return msgspec.structs.replace(Walk(deck, step).run(), signature="") != told
    except (ValueError, AssertionError, IndexError):
        return True


def check_caught(name: str, patch: Patch, step: int) -> None:
    fault, deck, nets = FAULTS[name]
    fault(patch)
    holes = {"cases": cases_fail(), "tiny deck": counts_differ(deck, step)}
    assert tuple(net for net, torn in holes.items() if torn) == nets


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_caught(name: str, monkeypatch: Patch) -> None:
    check_caught(name, monkeypatch, STEP)


@pytest.mark.long
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_caught_by_the_whole_walk(name: str, monkeypatch: Patch) -> None:
    check_caught(name, monkeypatch, 1)


def test_without_a_fault_nothing_is_caught() -> None:
    assert not cases_fail()
    assert not any(counts_differ(deck, STEP) for deck in DECKS)
