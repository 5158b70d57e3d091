"""The examples of the page "How to play", worked out by the engine.

    python -m rufen.protocol.howto        writes web/src/lib/generated/howto.ts

Hands and cards are chosen here; who may play what, who wins and what it scores is computed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import Enum
from pathlib import Path

import msgspec

from rufen.core.cards import DECK, Card, Suit, parse_cards
from rufen.core.events import PlayerKind
from rufen.core.game import create, deal_round, start, take_seat
from rufen.core.house_rules import STANDARD, HouseRules, RoundMode
from rufen.core.rules import follow_suit, led_suit, legal_cards, trick_winner
from rufen.core.scoring import round_score
from rufen.core.state import GameState, Phase, evolve

__all__ = ["TARGET", "Reason", "Role", "TrumpFrom", "generate", "role_of", "win_reason"]

TARGET = Path(__file__).parents[3] / "web" / "src" / "lib" / "generated" / "howto.ts"

_HEADER = """\
// Written by `python -m rufen.protocol.howto`; a test fails when it is stale. Do not edit.

import type { Card, Suit } from "../protocol";

"""


class Role(Enum):
    """What a card does in its trick."""

    LEAD_SUIT = "lead_suit"
    """The first card sets the suit to follow."""
    LEAD_WIZARD = "lead_wizard"
    LEAD_JESTER = "lead_jester"
    SETS_SUIT = "sets_suit"
    """The first suit card, after Jesters."""
    FOLLOWS = "follows"
    TRUMPS = "trumps"
    """Cannot follow, and plays a trump."""
    DISCARDS = "discards"
    """Cannot follow, and plays another suit that is not trump."""
    FREE = "free"
    """A suit card while no suit has to be followed."""
    WIZARD = "wizard"
    LATE_WIZARD = "late_wizard"
    """Another Wizard came before."""
    JESTER = "jester"


class Reason(Enum):
    """Why a trick is won (R4.8)."""

    FIRST_WIZARD = "first_wizard"
    HIGHEST_TRUMP = "highest_trump"
    HIGHEST_OF_LED_SUIT = "highest_of_led_suit"
    ALL_JESTERS = "all_jesters"


class TrumpFrom(Enum):
    """What the card turned up means (R2.5, R2.6)."""

    SUIT = "suit"
    NO_TRUMP = "no_trump"
    DEALER_NAMES = "dealer_names"
    NONE_LEFT = "none_left"


def role_of(before: Sequence[Card], card: Card, trump: Suit | None, rules: HouseRules = STANDARD) -> Role:
    """What `card` does after the cards `before` (R4.2–R4.5)."""
    if card.is_wizard:
        if not before:
            return Role.LEAD_WIZARD
        return Role.LATE_WIZARD if any(c.is_wizard for c in before) else Role.WIZARD
    if card.is_jester:
        return Role.JESTER if before else Role.LEAD_JESTER
    if not before:
        return Role.LEAD_SUIT
    follow = follow_suit(before, rules)
    if follow is None:
        return Role.SETS_SUIT if led_suit([*before, card], rules) is card.suit else Role.FREE
    if card.suit is follow:
        return Role.FOLLOWS
    return Role.TRUMPS if card.suit is trump else Role.DISCARDS


def win_reason(cards: Sequence[Card], trump: Suit | None, rules: HouseRules = STANDARD) -> Reason:
    """Why the trick goes to the card that the engine says wins it (R4.8)."""
    best = cards[trick_winner(cards, trump, rules)]
    if best.is_wizard:
        return Reason.FIRST_WIZARD
    if best.is_jester:
        return Reason.ALL_JESTERS
    return Reason.HIGHEST_TRUMP if best.suit is trump else Reason.HIGHEST_OF_LED_SUIT


class PlayedCard(msgspec.Struct, frozen=True):
    """A card of an example; `seat` 0 is the reader, the others sit clockwise from there."""

    seat: int
    card: Card
    role: Role


class TrickExample(msgspec.Struct, frozen=True):
    """A whole trick with what every card does, who wins it and why."""

    id: str
    trump: Suit | None
    led: Suit | None
    cards: tuple[PlayedCard, ...]
    winner: int
    reason: Reason


class HandCard(msgspec.Struct, frozen=True):
    """A card of a hand and whether it may be played."""

    card: Card
    legal: bool


class HandExample(msgspec.Struct, frozen=True):
    """A hand at the moment of playing to a trick."""

    id: str
    trick: tuple[Card, ...]
    follow: Suit | None
    hand: tuple[HandCard, ...]


class TurnUpExample(msgspec.Struct, frozen=True):
    """A card turned up, None when all are dealt, and what it means."""

    card: Card | None
    trump: Suit | None
    means: TrumpFrom


class ScoreExample(msgspec.Struct, frozen=True):
    """A bid, the tricks taken and the score."""

    bid: int
    tricks: int
    score: int


# Every seat's hand before the trick: the card it plays comes first. So the engine can check that it may.
_TRICKS: tuple[tuple[str, Suit | None, int, tuple[str, ...]], ...] = (
    ("follow", Suit.RED, 1, ("Y9 B4", "Y13 R2 Y3", "G12 B1 G2", "Y4 Y10")),
    ("trump", Suit.RED, 3, ("B11 G4", "R3 R9 Y2", "B13 Y7", "R8 G1 Y11")),
    ("jester_leads", Suit.GREEN, 1, ("J1 B3", "R6 Y2", "R11 G7", "G2 B9 Y5")),
    ("wizard_later", Suit.BLUE, 2, ("Y9 G3", "W1 Y6", "Y13 B2", "B12 G8 R4")),
    ("wizard_leads", Suit.RED, 1, ("W2 G9", "G5 Y8", "W4 B6", "R13 G10")),
    ("all_jesters", Suit.YELLOW, 2, ("J3 Y1", "J1 B7", "J4 R5", "J2 G6")),
)
"""Each trick: its name, the trump, the seat that leads, and the hands in the order of play."""

_HANDS: tuple[tuple[str, str, str], ...] = (
    ("must_follow", "G6", "G3 G12 R9 B5 W2 J3"),
    ("void", "Y10 Y2", "G3 G12 R9 B5 W2 J3"),
    ("no_suit", "J4 W1", "G3 G12 R9 B5 W2 J3"),
)
"""Each hand: its name, the cards of the trick so far, the cards of the hand."""

_TURN_UPS = (Card.R7, Card.J2, Card.W3)
_SCORES = ((2, 2), (0, 0), (2, 3), (3, 1))
_SCORED_HAND = 5
_SEATS = 4


def _trick(name: str, trump: Suit | None, leader: int, hands: Sequence[str]) -> TrickExample:
    played: list[Card] = []
    cards: list[PlayedCard] = []
    for place, text in enumerate(hands):
        hand = parse_cards(text)
        if hand[0] not in legal_cards(hand, played, STANDARD):
            raise ValueError(f"example {name}: {hand[0]} may not be played from {text}")
        cards.append(PlayedCard((leader + place) % len(hands), hand[0], role_of(played, hand[0], trump)))
        played.append(hand[0])
    return TrickExample(
        name,
        trump,
        led_suit(played, STANDARD),
        tuple(cards),
        trick_winner(played, trump, STANDARD),
        win_reason(played, trump),
    )


def _hand(name: str, trick: str, hand: str) -> HandExample:
    so_far, cards = parse_cards(trick), parse_cards(hand)
    legal = legal_cards(cards, so_far, STANDARD)
    return HandExample(
        name, so_far, follow_suit(so_far, STANDARD), tuple(HandCard(card, card in legal) for card in cards)
    )


def _dealt(rules: HouseRules, turn_up: Card | None, hand_size: int) -> GameState:
    """A game just dealt, with this card next after the hands."""
    deck = list(DECK)
    if turn_up is not None:
        deck.remove(turn_up)
        deck.insert(hand_size * _SEATS, turn_up)
    events = [create(_SEATS, rules, first_dealer=0)]
    state = evolve(None, events[0])
    for seat in range(_SEATS):
        for event in take_seat(state, seat, f"Seat {seat}", kind=PlayerKind.BOT):
            state = evolve(state, event)
    for event in start(state, DECK):
        state = evolve(state, event)
    for event in deal_round(state, deck, "example"):
        state = evolve(state, event)
    return state


def _turn_up(card: Card | None) -> TurnUpExample:
    last = 60 // _SEATS
    rules = STANDARD if card else HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(last,))
    state = _dealt(rules, card, 1 if card else last)
    current = state.round
    if current is None or current.deal.turn_up is not card:
        raise ValueError(f"example: {card} was to be turned up")
    if state.phase is Phase.CHOOSING_TRUMP:
        means = TrumpFrom.DEALER_NAMES
    elif current.trump is not None:
        means = TrumpFrom.SUIT
    else:
        means = TrumpFrom.NONE_LEFT if card is None else TrumpFrom.NO_TRUMP
    return TurnUpExample(card, current.trump, means)


def _names(name: str, values: Sequence[str]) -> str:
    return f"export type {name} = {' | '.join(json.dumps(value) for value in values)};\n"


def _union(kind: type[Enum]) -> str:
    return _names(kind.__name__, [member.value for member in kind])


def _constant(name: str, kind: str, value: object) -> str:
    return f"export const {name}: {kind} = {msgspec.json.format(msgspec.json.encode(value)).decode()};\n"


def generate() -> str:
    """The whole file."""
    example = """\
/** Seat 0 is the reader; the others sit clockwise from there. */
export interface PlayedCard {
  readonly seat: number;
  readonly card: Card;
  readonly role: Role;
}

export interface TrickExample {
  readonly id: TrickId;
  readonly trump: Suit | null;
  readonly led: Suit | null;
  readonly cards: readonly PlayedCard[];
  /** The place of the card that wins. */
  readonly winner: number;
  readonly reason: Reason;
}

export interface HandExample {
  readonly id: HandId;
  readonly trick: readonly Card[];
  readonly follow: Suit | null;
  readonly hand: readonly { readonly card: Card; readonly legal: boolean }[];
}

export interface TurnUpExample {
  readonly card: Card | null;
  readonly trump: Suit | null;
  readonly means: TrumpFrom;
}

export interface ScoreExample {
  readonly bid: number;
  readonly tricks: number;
  readonly score: number;
}
"""
    tricks = [_trick(*trick) for trick in _TRICKS]
    hands = [_hand(*hand) for hand in _HANDS]
    ids = _names("TrickId", [trick.id for trick in tricks]) + _names("HandId", [hand.id for hand in hands])
    scores = [ScoreExample(b, t, round_score(b, t, _SCORED_HAND, STANDARD)) for b, t in _SCORES]
    return _HEADER + "\n".join(
        (
            _union(Role) + _union(Reason) + _union(TrumpFrom) + ids,
            example,
            _constant("TRICKS", "readonly TrickExample[]", tricks),
            _constant("HANDS", "readonly HandExample[]", hands),
            _constant("TURN_UPS", "readonly TurnUpExample[]", [_turn_up(c) for c in (*_TURN_UPS, None)]),
            _constant("SCORES", "readonly ScoreExample[]", scores),
        )
    )


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(generate(), encoding="utf-8")
