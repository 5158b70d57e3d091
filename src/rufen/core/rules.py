"""Tricks and bids (R3, R4): pure functions over cards, bids and house rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rufen.core.actions import IllegalReason
from rufen.core.cards import JESTERS, SUIT_BITS, WIZARDS, Card, Suit, bits_of, cards_of
from rufen.core.house_rules import BidRestriction, HouseRules, JesterLead, WizardLead, schedule

__all__ = [
    "HouseRules",
    "bid_refusal",
    "follow_suit",
    "led_suit",
    "legal_bids",
    "legal_bits",
    "legal_cards",
    "schedule",
    "trick_winner",
]

_SPECIALS = WIZARDS | JESTERS
_FREE = WizardLead.FREE
_JESTER_FREES = JesterLead.FREE


def led_suit(cards: Sequence[Card], rules: HouseRules) -> Suit | None:
    """The led suit of a trick so far, or None (R4.2, R4.4, R4.6).

    With `jester_lead` = free this is still the suit that decides who wins; whether it must be
    followed is `follow_suit`'s answer (R4.7).
    """
    for place, card in enumerate(cards):
        if card.suit is not None:
            return card.suit
        if card.is_wizard:
            if rules.wizard_lead is _FREE:
                return None
            return next((c.suit for c in cards[place + 1 :] if c.suit is not None), None)
    return None


def follow_suit(cards: Sequence[Card], rules: HouseRules) -> Suit | None:
    """The suit that the next card must follow, or None when any card may be played (R4.3, R4.7)."""
    if not cards:
        return None
    first = cards[0]
    if first.suit is not None:
        return first.suit
    if first.is_jester and rules.jester_lead is _JESTER_FREES:
        return None
    return led_suit(cards, rules)


def legal_bits(hand: int, trick_cards: Sequence[Card], rules: HouseRules) -> int:
    """`legal_cards` for a hand as a bit set."""
    suit = follow_suit(trick_cards, rules)
    if suit is not None:
        followers = SUIT_BITS[suit.index]
        if hand & followers:
            return hand & (followers | _SPECIALS)
    return hand


def legal_cards(hand: Iterable[Card], trick_cards: Sequence[Card], rules: HouseRules) -> tuple[Card, ...]:
    """The cards of a hand that may be played to a trick, in the canonical order (R4.3–R4.7)."""
    return cards_of(legal_bits(bits_of(hand), trick_cards, rules))


def trick_winner(trick_cards: Sequence[Card], trump: Suit | None, rules: HouseRules) -> int:
    """The place in the trick of the card that wins it so far (R4.8).

    Raises ValueError for a trick without cards.
    """
    if not trick_cards:
        raise ValueError("a trick without cards has no winner")
    suit = led_suit(trick_cards, rules)
    best, best_value = 0, -1
    for place, card in enumerate(trick_cards):
        if card.is_wizard:
            return place
        if card.suit is None:
            value = -1
        elif card.suit is trump:
            value = 100 + card.rank
        elif card.suit is suit:
            value = card.rank
        else:
            value = -1
        if value > best_value:
            best, best_value = place, value
    return best


def bid_refusal(
    bid: int,
    *,
    hand_size: int,
    bids: Sequence[int | None],
    seat: int,
    dealer: int,
    totals: Sequence[int],
    round_number: int,
    rules: HouseRules,
) -> IllegalReason | None:
    """Why a bid may not be placed now, or None (R3.1, R3.2).

    `bids` has one place a seat, None for those still to bid; `totals` are the scores before this
    round; `round_number` counts from 1.
    """
    if not 0 <= bid <= hand_size:
        return IllegalReason.BID_OUT_OF_RANGE
    restriction = rules.bid_restriction
    if restriction is BidRestriction.NONE or seat != dealer:
        return None
    others = 0
    for other, placed in enumerate(bids):
        if other != dealer:
            if placed is None:
                return None
            others += placed
    if others + bid != hand_size:
        return None
    if restriction is BidRestriction.DEALER:
        exempt = rules.round_one_exempt and round_number == 1
        return None if exempt else IllegalReason.BIDS_EVEN_DEALER
    if restriction is BidRestriction.LEADER_ZERO_ALLOWED and bid == 0:
        return None
    leads_alone = all(totals[dealer] > total for other, total in enumerate(totals) if other != dealer)
    return IllegalReason.BIDS_EVEN_LEADER if leads_alone else None


def legal_bids(
    *,
    hand_size: int,
    bids: Sequence[int | None],
    seat: int,
    dealer: int,
    totals: Sequence[int],
    round_number: int,
    rules: HouseRules,
) -> tuple[int, ...]:
    """The bids a seat may place now, ascending (R3.1, R3.2); the arguments are `bid_refusal`'s."""
    return tuple(
        bid
        for bid in range(hand_size + 1)
        if bid_refusal(
            bid,
            hand_size=hand_size,
            bids=bids,
            seat=seat,
            dealer=dealer,
            totals=totals,
            round_number=round_number,
            rules=rules,
        )
        is None
    )
