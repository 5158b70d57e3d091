"""R3: bids, restrictions and disclosure."""

from __future__ import annotations

import itertools
from typing import Any, assert_never

import pytest
from tests.conformance.script import new_state, play_script

from rufen.core.actions import IllegalReason, PlaceBid
from rufen.core.events import BidPlaced, BidPlacedFaceDown, BidsShown, Event, redact
from rufen.core.game import legal_actions
from rufen.core.house_rules import (
    BidDisclosure,
    BidRestriction,
    HouseRules,
    SettingError,
    parse_house_rules,
)
from rufen.core.rules import bid_refusal, legal_bids
from rufen.core.view import view_of

SECRET = [BidDisclosure.HIDDEN, BidDisclosure.DELAYED]


def test_r3_1_every_seat_bids_once_the_dealer_last() -> None:
    game = play_script(new_state(5, HouseRules(), 3), ["deal"])
    order = []
    while game.state.phase.value == "bidding":
        (seat,) = view_of(game.state, None).to_act
        assert legal_actions(game.state, seat) == (PlaceBid(0), PlaceBid(1))
        assert all(legal_actions(game.state, other) == () for other in range(5) if other != seat)
        game.act(seat, PlaceBid(0))
        order.append(seat)
    assert order == [4, 0, 1, 2, 3]


def by_the_book(
    bid: int, others: list[int], hand_size: int, totals: list[int], number: int, rules: HouseRules
) -> bool:
    """R3.2 once more: may the dealer, seat 0 here, bid this?"""
    even = bid + sum(others) == hand_size
    leads_alone = totals[0] > max(totals[1:])
    match rules.bid_restriction:
        case BidRestriction.NONE:
            return True
        case BidRestriction.LEADER:
            return not (even and leads_alone)
        case BidRestriction.LEADER_ZERO_ALLOWED:
            return bid == 0 or not (even and leads_alone)
        case BidRestriction.DEALER:
            return not even or (number == 1 and rules.round_one_exempt)
    assert_never(rules.bid_restriction)


@pytest.mark.parametrize("exempt", [False, True])
@pytest.mark.parametrize("restriction", BidRestriction)
def test_r3_2_every_restriction_in_every_small_round(restriction: BidRestriction, exempt: bool) -> None:
    rules = HouseRules(bid_restriction=restriction, round_one_exempt=exempt)
    for number, hand_size in itertools.product((1, 2, 3), (1, 2, 3)):
        for others in itertools.product(range(hand_size + 1), repeat=2):
            for totals in itertools.product((-10, 0, 30), repeat=3):
                told: dict[str, Any] = {
                    "hand_size": hand_size,
                    "bids": [None, *others],
                    "seat": 0,
                    "dealer": 0,
                    "totals": totals,
                    "round_number": number,
                    "rules": rules,
                }
                expected = tuple(
                    bid
                    for bid in range(hand_size + 1)
                    if by_the_book(bid, list(others), hand_size, list(totals), number, rules)
                )
                assert legal_bids(**told) == expected
                for bid in range(hand_size + 1):
                    assert (bid_refusal(bid, **told) is None) is (bid in expected)


def test_r3_2_a_dealer_always_has_a_bid_left() -> None:
    """Only one bid can make the total even, so with two to choose from one is open."""
    rules = HouseRules(bid_restriction=BidRestriction.DEALER)
    game = play_script(new_state(3, rules, 0), ["deal", "1 bid 0", "2 bid 1"])
    assert legal_actions(game.state, 0) == (PlaceBid(1),)
    play_script(
        new_state(3, rules, 0), ["deal", "1 bid 0", "2 bid 1", "0 bid 0 -> bids_even_dealer", "0 bid 1"]
    )


def test_r3_2_the_leader_of_the_totals_is_bound_whoever_bid_what() -> None:
    rules = HouseRules(bid_restriction=BidRestriction.LEADER)
    told: dict[str, Any] = {
        "hand_size": 1,
        "bids": [0, None, 0],
        "dealer": 1,
        "round_number": 4,
        "rules": rules,
    }
    assert bid_refusal(1, seat=1, totals=[0, 50, 40], **told) is IllegalReason.BIDS_EVEN_LEADER
    assert bid_refusal(1, seat=1, totals=[50, 50, 40], **told) is None


@pytest.mark.parametrize("disclosure", SECRET)
def test_r3_3_secret_bids_are_chosen_in_any_order(disclosure: BidDisclosure) -> None:
    for order in itertools.permutations(range(3)):
        game = play_script(new_state(3, HouseRules(bid_disclosure=disclosure), 0), ["deal"])
        events: tuple[Event, ...] = ()
        for seat in order:
            assert seat in view_of(game.state, None).to_act
            events = game.act(seat, PlaceBid(seat % 2))
            assert events[0] == BidPlaced(seat, seat % 2)
        assert game.state.phase.value == "playing"
        shown = [event for event in events if isinstance(event, BidsShown)]
        assert shown == ([BidsShown((0, 1, 0))] if disclosure is BidDisclosure.HIDDEN else [])


@pytest.mark.parametrize("disclosure", SECRET)
def test_r3_3_a_secret_bid_reaches_its_own_seat_only(disclosure: BidDisclosure) -> None:
    event = BidPlaced(1, 3)
    assert redact(event, 1, disclosure) == event
    for other in (0, 2, None):
        assert redact(event, other, disclosure) == BidPlacedFaceDown(1)
        assert redact(event, other, BidDisclosure.OPEN) == event


def test_r3_3_delayed_bids_turn_over_after_the_last_trick_of_the_round() -> None:
    rules = HouseRules(bid_disclosure=BidDisclosure.DELAYED)
    game = play_script(new_state(3, rules, 0), ["deal", "0 bid 1", "1 bid 0", "2 bid 1", "play on"])
    names = [type(event).__name__ for event in game.events[-4:]]
    assert names == ["CardPlayed", "TrickWon", "BidsShown", "RoundScored"]
    assert [type(event).__name__ for event in game.events].count("BidsShown") == 1


@pytest.mark.parametrize("disclosure", SECRET)
@pytest.mark.parametrize("restriction", [r for r in BidRestriction if r is not BidRestriction.NONE])
def test_r3_4_a_restriction_needs_open_bids(disclosure: BidDisclosure, restriction: BidRestriction) -> None:
    settings = {"bid_disclosure": disclosure.value, "bid_restriction": restriction.value}
    with pytest.raises(SettingError) as refused:
        parse_house_rules(settings)
    assert (refused.value.setting, refused.value.value) == ("bid_restriction", restriction.value)
    assert "nobody can know the total (R3.4)" in str(refused.value)
