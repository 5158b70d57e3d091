"""Leaks planted into the core, one at a time: the checks of the laws must notice each."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from tests.conformance.script import new_log
from tests.core import test_laws as laws
from tests.core.tables import play_at_random

from rufen.core import events, rules, view
from rufen.core.actions import PLAYS
from rufen.core.events import AUDIENCE, Audience
from rufen.core.game import Game
from rufen.core.house_rules import BidDisclosure, BidRestriction, HouseRules, RoundMode
from rufen.core.state import Phase

Patch = pytest.MonkeyPatch
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"bid_disclosure": BidDisclosure.HIDDEN},
    {"bid_restriction": BidRestriction.DEALER},
)


def games() -> Iterator[Game]:
    """A handful of games in every stage of a round of three cards."""
    for steps in range(1, 18):
        for place, settings in enumerate(SETTINGS):
            chosen = HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(3,), **settings)
            game = Game(new_log(4, chosen, 0))
            for _ in play_at_random(game, 100 * place + steps, steps, take_back=0):
                pass
            yield game


def plant(patch: Patch, sound: object, fault: object) -> None:
    """Replace a function wherever it has been imported."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("rufen.core.", "tests.core.")):
            for attribute, value in list(vars(module).items()):
                if value is sound:
                    patch.setattr(module, attribute, fault)


def hands_for_all(patch: Patch) -> None:
    patch.setitem(AUDIENCE, events.HandDealt, Audience.ALL)


def deck_for_all(patch: Patch) -> None:
    patch.setitem(AUDIENCE, events.DeckSealed, Audience.ALL)


def bids_for_all(patch: Patch) -> None:
    patch.setitem(AUDIENCE, events.BidPlaced, Audience.ALL)


def view_with(**change: Callable[[Any, Any], Any]) -> Callable[[Patch], None]:
    """A view in which some fields come from the whole state."""

    def apply(patch: Patch) -> None:
        sound = view.view_of

        def leaking(state: Any, seat: Any) -> Any:
            seen = sound(state, seat)
            if state.round is None or state.phase is Phase.GAME_OVER:
                return seen
            return msgspec.structs.replace(seen, **{name: how(state, seen) for name, how in change.items()})

        plant(patch, sound, leaking)

    return apply


def neighbours_hand_size(state: Any, seen: Any) -> tuple[int, ...]:
    """Counts that come from the hands, which are empty where they are not known."""
    return tuple(hand.bit_count() for hand in state.round.hands)


def no_following_in_the_view(patch: Patch) -> None:
    plant(patch, rules.legal_bits, lambda hand, *_: hand)


def any_card_in_the_view(patch: Patch) -> None:
    sound = view.legal_from_view

    def generous(seen: Any) -> Any:
        legal, refusals = sound(seen)
        if seen.phase is Phase.PLAYING and legal:
            return (*legal, *(card for card in PLAYS[:3] if card not in legal)), refusals
        return legal, refusals

    plant(patch, sound, generous)


FAULTS = {
    "hands are for all": hands_for_all,
    "the sealed deck is for all": deck_for_all,
    "secret bids are for all": bids_for_all,
    "the view shows secret bids": view_with(bids=lambda state, seen: state.round.bids),
    "the view counts cards it cannot know": view_with(hand_counts=neighbours_hand_size),
    "the view forgets who is asked": view_with(to_act=lambda state, seen: ()),
    "the view lets everyone throw off": no_following_in_the_view,
    "the view allows cards of others": any_card_in_the_view,
}


def broken_laws(game: Game) -> bool:
    try:
        laws.check_all_laws(game, 1)
    except (AssertionError, pytest.fail.Exception):
        return True
    return False


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_leak_is_caught(name: str, monkeypatch: Patch) -> None:
    FAULTS[name](monkeypatch)
    assert any(broken_laws(game) for game in games())


def test_without_a_leak_no_law_is_broken() -> None:
    assert not any(broken_laws(game) for game in games())


def test_somebody_must_follow_in_these_games() -> None:
    assert any(view.view_of(game.state, seat).refusals for game in games() for seat in range(4))
