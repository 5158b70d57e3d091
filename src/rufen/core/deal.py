"""Decks: from a seed, committed to before the round, and dealt (R2).

The engine draws no chance of its own. Whoever deals brings a deck and a salt: the server from the
system's randomness, tests and duplicate matches from a seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec

from rufen.core.cards import DECK, Card, format_cards
from rufen.core.house_rules import HouseRules, LastRoundTrump

__all__ = [
    "DealtCards",
    "commitment",
    "deal_cards",
    "deck_from_seed",
    "draw_dealer",
    "is_deck",
    "rotate_seats",
    "turns_card",
    "verify_commitment",
]


class DealtCards(msgspec.Struct, frozen=True):
    """Hands by seat and the card turned up, None when no card is turned."""

    hands: tuple[tuple[Card, ...], ...]
    turn_up: Card | None


def is_deck(cards: Sequence[Card]) -> bool:
    """Whether these are all sixty cards, each once (R1.1)."""
    return len(cards) == len(DECK) and len(set(cards)) == len(DECK)


def commitment(deck: Sequence[Card], salt: str) -> str:
    """What is published before a round: SHA-256 over `<salt>:<cards separated by blanks>`, in hex."""
    return hashlib.sha256(f"{salt}:{format_cards(deck)}".encode()).hexdigest()


def verify_commitment(published: str, deck: Sequence[Card], salt: str) -> bool:
    """Whether the deck and salt opened after a round are the ones committed to before it."""
    return is_deck(deck) and published == commitment(deck, salt)


def _random_words(label: str) -> Iterator[int]:
    """Endless 64-bit words from SHA-256 in counter mode: the same on every machine and version."""
    counter = 0
    while True:
        block = hashlib.sha256(f"{label}:{counter}".encode()).digest()
        for start in range(0, len(block), 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def deck_from_seed(seed: str | int, round_number: int) -> tuple[Card, ...]:
    """The shuffled deck of a round (R2.4) from a seed, for duplicate deals and tests.

    Round 0 is the draw for the first dealer (R1.5). Uniform over all orders: an unbiased
    Fisher–Yates shuffle.
    """
    words = _random_words(f"rufen deal {seed} {round_number}")
    deck = list(DECK)
    for last in range(len(deck) - 1, 0, -1):
        span = last + 1
        limit = (1 << 64) - (1 << 64) % span
        word = next(w for w in words if w < limit)
        pick = word % span
        deck[last], deck[pick] = deck[pick], deck[last]
    return tuple(deck)


def rotate_seats(deck: Sequence[Card], hand_size: int, seats: int, by: int) -> tuple[Card, ...]:
    """The same deal with every hand moved `by` seats on, for duplicate matches.

    The turn-up and the rest of the deck stay where they are.
    """
    dealt = hand_size * seats
    moved = list(deck)
    for place in range(dealt):
        moved[place - place % seats + (place % seats + by) % seats] = deck[place]
    return tuple(moved)


def deal_cards(deck: Sequence[Card], hand_size: int, dealer: int, seats: int, *, turn: bool) -> DealtCards:
    """Deal one card at a time from the top, starting at the dealer's left (R2.1), then turn one (R2.5).

    `turn` False, or a deck that is used up, turns no card (R2.6).
    """
    dealt = hand_size * seats
    hands = tuple([tuple(deck[(seat - dealer - 1) % seats : dealt : seats]) for seat in range(seats)])
    return DealtCards(hands, deck[dealt] if turn and dealt < len(deck) else None)


def turns_card(rules: HouseRules, seats: int, sizes: Sequence[int], round_number: int) -> bool:
    """Whether a card is turned up in a round, 1 being the first, of a schedule of hand sizes (R2.6)."""
    if rules.last_round_trump is LastRoundTrump.NEVER and round_number == len(sizes):
        return False
    return sizes[round_number - 1] * seats < len(DECK)


def _height(card: Card) -> int:
    """Wizard > 13 > … > 1 > Jester (R1.5)."""
    return 14 if card.is_wizard else 0 if card.is_jester else card.rank


def draw_dealer(deck: Sequence[Card], seats: int) -> tuple[int, tuple[tuple[Card | None, ...], ...]]:
    """Draw the first dealer from a shuffled deck (R1.5): the seat, and the cards of every draw.

    Each draw has one place a seat, None for seats no longer in it. Raises ValueError in the case,
    possible only with a deck arranged for it, that the deck runs out before one seat is highest.
    """
    cards = iter(deck)
    draws: list[tuple[Card | None, ...]] = []
    tied = list(range(seats))
    while len(tied) > 1:
        drawn = dict(zip(tied, cards, strict=False))
        if len(drawn) < len(tied):
            raise ValueError("the deck ran out before one seat drew the highest card")
        draws.append(tuple(drawn.get(seat) for seat in range(seats)))
        highest = max(_height(card) for card in drawn.values())
        tied = [seat for seat in tied if _height(drawn[seat]) == highest]
    return tied[0], tuple(draws)
