"""Other worlds: the same game with the cards that a seat cannot see dealt differently."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from rufen.core.cards import DECK, Card
from rufen.core.deal import commitment, deal_cards, turns_card
from rufen.core.events import (
    BidPlaced,
    BidsShown,
    CardPlayed,
    DeckSealed,
    Event,
    HandDealt,
    RoundScored,
    RoundStarted,
    TricksClaimed,
    TurnUpShown,
    redact,
)
from rufen.core.house_rules import BidDisclosure
from rufen.core.state import GameState


def running_round(log: Sequence[Event]) -> int:
    """Where the last round begins in a log (its sealed deck); the end of the log if it is scored."""
    for place in range(len(log) - 1, -1, -1):
        if isinstance(log[place], RoundScored):
            break
        if isinstance(log[place], DeckSealed):
            return place
    return len(log)


def seen_cards(log: Sequence[Event], start: int, seat: int | None) -> set[Card]:
    """The cards of the round that began at `start` which a seat has seen, taken back or not."""
    seen: set[Card] = set()
    for event in log[start:]:
        match event:
            case HandDealt(seat=owner, cards=cards) if owner == seat:
                seen.update(cards)
            case TurnUpShown(card=card) if card is not None:
                seen.add(card)
            case CardPlayed(card=card):
                seen.add(card)
            case TricksClaimed(cards=cards):
                seen.update(cards)
    return seen


def another_deck(log: Sequence[Event], start: int, seat: int | None, dice: random.Random) -> tuple[Card, ...]:
    """The deck of the running round with all cards shuffled that a seat has not seen."""
    sealed = log[start]
    assert isinstance(sealed, DeckSealed)
    seen = seen_cards(log, start, seat)
    hidden = [card for card in sealed.deck if card not in seen]
    dice.shuffle(hidden)
    rest = iter(hidden)
    return tuple(card if card in seen else next(rest) for card in sealed.deck)


def another_world(
    log: Sequence[Event], state: GameState, seat: int | None, dice: random.Random
) -> list[Event]:
    """The log as it had been with another deck, and with other secret bids while they are secret.

    Everything that a seat may see happens in it as it happened; what it may not see is otherwise.
    """
    start = running_round(log)
    if start == len(log):
        return list(log)
    setup = state.setup
    begun = log[start + 1]
    assert isinstance(begun, RoundStarted)
    deck = another_deck(log, start, seat, dice)
    salt = f"another salt {dice.getrandbits(64)}"
    turn = turns_card(setup.rules, setup.seats, setup.schedule, begun.number)
    dealt = deal_cards(deck, begun.hand_size, begun.dealer, setup.seats, turn=turn)
    shown = any(isinstance(event, BidsShown) for event in log[start:])
    secret = setup.rules.bid_disclosure is not BidDisclosure.OPEN and not shown
    other: list[Event] = list(log[:start])
    for event in log[start:]:
        match event:
            case DeckSealed():
                other.append(DeckSealed(deck, salt))
            case RoundStarted():
                other.append(msgspec.structs.replace(event, commitment=commitment(deck, salt)))
            case HandDealt(seat=owner):
                other.append(HandDealt(owner, tuple(sorted(dealt.hands[owner]))))
            case BidPlaced(seat=owner) if secret and owner != seat:
                other.append(BidPlaced(owner, dice.randint(0, begun.hand_size)))
            case _:
                other.append(event)
    return other


def without_commitment(event: Event, start_seq: int, seq: int) -> Event:
    """An event whose commitment is left out if it belongs to the running round.

    The commitment is made from the deck and must differ; that it tells nothing without its salt is
    for `test_deal.py` to show.
    """
    if isinstance(event, RoundStarted) and seq > start_seq:
        return msgspec.structs.replace(event, commitment="")
    return event


def stream(log: Sequence[Event], seat: int | None, disclosure: BidDisclosure) -> list[Event]:
    """What a seat receives of a log, running round without its commitment."""
    start = running_round(log)
    return [
        without_commitment(redact(event, seat, disclosure), start, place) for place, event in enumerate(log)
    ]


def hidden_now(log: Sequence[Event], seat: int | None) -> set[Card]:
    """The cards of the running round that a seat has not seen; none between rounds."""
    start = running_round(log)
    return set() if start == len(log) else set(DECK) - seen_cards(log, start, seat)
