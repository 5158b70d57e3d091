"""Views told in a line: a hand, a trump, what was bid and what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rufen.core.cards import Card, Suit, parse_cards
from rufen.core.house_rules import STANDARD, HouseRules
from rufen.core.rules import follow_suit, led_suit, trick_winner
from rufen.core.state import Phase
from rufen.core.view import PlayerView, TrickInProgress, legal_from_view


def _asked(view: PlayerView) -> PlayerView:
    legal, refusals = legal_from_view(view)
    return msgspec.structs.replace(view, legal=legal, refusals=refusals)


def choosing(hand: str, *, seats: int = 4, rules: HouseRules = STANDARD) -> PlayerView:
    """Seat 0 deals, a Wizard was turned up, and it names the trump suit."""
    cards = tuple(sorted(parse_cards(hand)))
    return _asked(_dealt(cards, seats, 0, 0, "W4", None, rules, Phase.CHOOSING_TRUMP))


def bidding(
    hand: str,
    *,
    trump: str | None,
    turn_up: str | None = None,
    seats: int = 4,
    seat: int = 1,
    bids: Sequence[int] = (),
    rules: HouseRules = STANDARD,
) -> PlayerView:
    """Seat 0 deals; `bids` are those placed so far from seat 1 on, and `seat` is the next to bid.

    The turn-up is the lowest trump unless said otherwise, and a Jester without trump.
    """
    cards = tuple(sorted(parse_cards(hand)))
    shown = turn_up or (f"{trump}1" if trump else "J4")
    view = _dealt(cards, seats, 0, seat, shown, trump, rules, Phase.BIDDING)
    placed: list[int | None] = [None] * seats
    for step, bid in enumerate(bids):
        placed[(1 + step) % seats] = bid
    has_bid = tuple(bid is not None for bid in placed)
    return _asked(msgspec.structs.replace(view, bids=tuple(placed), has_bid=has_bid))


def playing(
    hand: str,
    *,
    trick: str = "",
    trump: str | None,
    bids: Sequence[int | None],
    won: Sequence[int],
    turn_up: str | None = None,
    rules: HouseRules = STANDARD,
) -> PlayerView:
    """Seat 0 is asked for a card after those of `trick`; `bids` and `won` by seat, seat 0 first."""
    seats = len(bids)
    cards, table = tuple(sorted(parse_cards(hand))), parse_cards(trick)
    leader = -len(table) % seats
    suit = Suit(trump) if trump else None
    shown = turn_up or (f"{trump}1" if trump else "J4")
    view = _dealt(cards, seats, leader - 1, 0, shown, trump, rules, Phase.PLAYING)
    return _asked(
        msgspec.structs.replace(
            view,
            hand_size=len(cards) + sum(won),
            bids=tuple(bids),
            has_bid=(True,) * seats,
            tricks_won=tuple(won),
            hand_counts=tuple(len(cards) - ((seat - leader) % seats < len(table)) for seat in range(seats)),
            trick=TrickInProgress(
                leader=leader,
                cards=table,
                led_suit=led_suit(table, rules),
                follow=follow_suit(table, rules),
                winning=trick_winner(table, suit, rules) if table else None,
            ),
        )
    )


def _dealt(
    hand: tuple[Card, ...],
    seats: int,
    dealer: int,
    seat: int,
    turn_up: str,
    trump: str | None,
    rules: HouseRules,
    phase: Phase,
) -> PlayerView:
    size = len(hand)
    return PlayerView(
        rules=rules,
        seats=seats,
        seat=seat,
        seq=10,
        phase=phase,
        schedule=tuple(range(1, 60 // seats + 1)),
        round_number=size,
        hand_size=size,
        dealer=dealer % seats,
        to_act=(seat,),
        hand=hand,
        hand_counts=(size,) * seats,
        turn_up=Card(turn_up),
        trump=Suit(trump) if trump else None,
        bids=(None,) * seats,
        has_bid=(False,) * seats,
        tricks_won=(0,) * seats,
        trick=TrickInProgress(leader=(dealer + 1) % seats),
        totals=(0,) * seats,
    )
