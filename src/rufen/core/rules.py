"""Tricks and bids (R3, R4): pure functions over cards, bids and house rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rufen.core.actions import IllegalReason
from rufen.core.cards import DECK, SUITS, Card, Suit, bits_of, cards_of
from rufen.core.house_rules import BidRestriction, HouseRules, JesterLead, WizardLead, schedule

__all__ = [
    "HouseRules",
    "bid_refusal",
    "follow_suit",
    "led_suit",
    "legal_bid_bits",
    "legal_bids",
    "legal_bits",
    "legal_cards",
    "schedule",
    "trick_winner",
]

_FREE = WizardLead.FREE
_JESTER_FREES = JesterLead.FREE
_NO_RESTRICTION = BidRestriction.NONE


def _power(card: Card, trump: Suit | None, led: Suit | None) -> int:
    """What a card is worth in a trick: the first of the highest wins it (R4.8)."""
    if card.suit is None:
        return 200 if card.is_wizard else 0
    if card.suit is trump:
        return 100 + card.rank
    return card.rank if card.suit is led else 0


# Looked up by trump and led suit, and not compared card by card: every trick asks.
_POWERS = {
    trump: {led: {card: _power(card, trump, led) for card in DECK} for led in (None, *SUITS)}
    for trump in (None, *SUITS)
}


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


def legal_bits(hand: int, follow: Suit | None) -> int:
    """The cards of a hand, as bit sets, that may be played when `follow` must be followed (R4.3)."""
    if follow is None or not hand & follow.bits:
        return hand
    return hand & follow.open_bits


def legal_cards(hand: Iterable[Card], trick_cards: Sequence[Card], rules: HouseRules) -> tuple[Card, ...]:
    """The cards of a hand that may be played to a trick, in the canonical order (R4.3–R4.7)."""
    return cards_of(legal_bits(bits_of(hand), follow_suit(trick_cards, rules)))


def trick_winner(trick_cards: Sequence[Card], trump: Suit | None, rules: HouseRules) -> int:
    """The place in the trick of the card that wins it so far (R4.8).

    Raises ValueError for a trick without cards.
    """
    if not trick_cards:
        raise ValueError("a trick without cards has no winner")
    winner = trick_cards[0]
    powers = _POWERS[trump][winner.suit or led_suit(trick_cards, rules)]
    best = 0
    for card in trick_cards:
        power = powers[card]
        if power > best:
            winner, best = card, power
    return trick_cards.index(winner)


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
    bits = legal_bid_bits(
        hand_size=hand_size,
        bids=bids,
        seat=seat,
        dealer=dealer,
        totals=totals,
        round_number=round_number,
        rules=rules,
    )
    return tuple(bid for bid in range(hand_size + 1) if bits >> bid & 1)


def legal_bid_bits(
    *,
    hand_size: int,
    bids: Sequence[int | None],
    seat: int,
    dealer: int,
    totals: Sequence[int],
    round_number: int,
    rules: HouseRules,
) -> int:
    """`legal_bids` as a bit set."""
    bits = (2 << hand_size) - 1
    if seat != dealer or rules.bid_restriction is _NO_RESTRICTION:
        return bits
    # Only the bid that makes the total even can be refused.
    even = hand_size - sum(bid or 0 for other, bid in enumerate(bids) if other != dealer)
    if even >= 0 and bid_refusal(
        even,
        hand_size=hand_size,
        bids=bids,
        seat=seat,
        dealer=dealer,
        totals=totals,
        round_number=round_number,
        rules=rules,
    ):
        bits ^= 1 << even
    return bits
