"""What happened: the events of a game, who may see each, and what the others see instead.

Every event class names its audience in `AUDIENCE`; `redact` has no default branch, so an event
without a declared audience is an error and never a leak.
"""

from __future__ import annotations

from enum import Enum
from typing import assert_never

import msgspec

from rufen.core.cards import Card, Suit
from rufen.core.house_rules import BidDisclosure, HouseRules

__all__ = [
    "AUDIENCE",
    "ActionsTakenBack",
    "Audience",
    "BidPlaced",
    "BidPlacedFaceDown",
    "BidsShown",
    "CardPlayed",
    "DeckSealed",
    "Envelope",
    "Event",
    "GameAborted",
    "GameCreated",
    "GameEnded",
    "GameStarted",
    "HandDealt",
    "HandDealtFaceDown",
    "Hidden",
    "PlayerKind",
    "RoundScored",
    "RoundStarted",
    "RulesChanged",
    "SeatKeySet",
    "SeatLeft",
    "SeatTaken",
    "SeatsReordered",
    "TrickWon",
    "TricksClaimed",
    "TrumpChosen",
    "TurnUpShown",
    "redact",
]


class Audience(Enum):
    """Who may see an event as it is."""

    ALL = "all"
    SEAT = "seat"
    """Only the seat the event names."""
    SEAT_IF_SECRET = "seat_if_secret"
    """All, or only the seat the event names while bids are secret (R3.3)."""
    SERVER = "server"
    """Nobody at the table."""


class PlayerKind(Enum):
    """Who sits in a seat."""

    PERSON = "person"
    BOT = "bot"


class _Event(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """Base of every event; as JSON an object whose `type` is the class's tag."""


class GameCreated(_Event, tag="game_created", frozen=True):
    """A game with `seats` places under `rules`. `first_dealer` None: drawn by cards (R1.5)."""

    seats: int
    rules: HouseRules
    first_dealer: int | None = None


class SeatTaken(_Event, tag="seat_taken", frozen=True):
    """A player sits down. `level` is a bot's level, None for a person."""

    seat: int
    name: str
    kind: PlayerKind
    level: str | None = None


class SeatKeySet(_Event, tag="seat_key_set", frozen=True):
    """The hash of the secret that owns a seat; never leaves the server."""

    seat: int
    key: str


class SeatLeft(_Event, tag="seat_left", frozen=True):
    """A player leaves before the game starts; the seat's key goes with them."""

    seat: int


class RulesChanged(_Event, tag="rules_changed", frozen=True):
    """The table plays by other house rules from the start of the game on (R7); only before it starts."""

    rules: HouseRules


class SeatsReordered(_Event, tag="seats_reordered", frozen=True):
    """The players change places before the game starts: at place i sits who sat at `order[i]`."""

    order: tuple[int, ...]


class GameStarted(_Event, tag="game_started", frozen=True):
    """Seats are closed. `draws` are the cards dealt for the first dealer, tie after tie (R1.5).

    Each draw has one place a seat, None for seats no longer in it; no draws when the first dealer
    was named.
    """

    first_dealer: int
    draws: tuple[tuple[Card | None, ...], ...] = ()


class DeckSealed(_Event, tag="deck_sealed", frozen=True):
    """The shuffled deck, first card first, and the salt of its commitment."""

    deck: tuple[Card, ...]
    salt: str


class RoundStarted(_Event, tag="round_started", frozen=True):
    """A round begins (R2). `commitment` binds the deck before anyone acts (`rufen.core.deal`)."""

    number: int
    hand_size: int
    dealer: int
    commitment: str


class HandDealt(_Event, tag="hand_dealt", frozen=True):
    """A seat's hand."""

    seat: int
    cards: tuple[Card, ...]


class TurnUpShown(_Event, tag="turn_up_shown", frozen=True):
    """The card turned up, or None when no card is turned (R2.5, R2.6). `trump` as far as it decides."""

    card: Card | None
    trump: Suit | None = None


class TrumpChosen(_Event, tag="trump_chosen", frozen=True):
    """The dealer named the trump suit (R2.5)."""

    seat: int
    suit: Suit


class BidPlaced(_Event, tag="bid_placed", frozen=True):
    """A seat's bid."""

    seat: int
    bid: int


class BidsShown(_Event, tag="bids_shown", frozen=True):
    """Secret bids turn over together, one place a seat (R3.3)."""

    bids: tuple[int, ...]


class CardPlayed(_Event, tag="card_played", frozen=True):
    """A card on the trick."""

    seat: int
    card: Card


class TrickWon(_Event, tag="trick_won", frozen=True):
    """A complete trick goes to a seat, with the card that won it (R4.8)."""

    seat: int
    card: Card


class TricksClaimed(_Event, tag="tricks_claimed", frozen=True):
    """A seat shows its hand: all remaining tricks are certainly its own. The cards are played after this."""

    seat: int
    cards: tuple[Card, ...]


class RoundScored(_Event, tag="round_scored", frozen=True):
    """A round's scores and the totals after it; opens the deck's commitment."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    deck: tuple[Card, ...]
    salt: str


class GameEnded(_Event, tag="game_ended", frozen=True):
    """The last round of the schedule is scored (R6.1): final totals and ranks by seat."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]


class ActionsTakenBack(_Event, tag="actions_taken_back", frozen=True):
    """Everything after event `to_seq` is undone; the state is the one after that event."""

    to_seq: int


class GameAborted(_Event, tag="game_aborted", frozen=True):
    """The game ends before its last round: totals and ranks by seat over the rounds that are scored."""

    reason: str
    totals: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()


class Hidden(_Event, tag="hidden", frozen=True):
    """Stands for an event its receiver may know nothing of; it only advances `seq`."""


class HandDealtFaceDown(_Event, tag="hand_dealt_face_down", frozen=True):
    """Another seat's hand: how many cards, not which."""

    seat: int
    count: int


class BidPlacedFaceDown(_Event, tag="bid_placed_face_down", frozen=True):
    """Another seat chose a secret bid."""

    seat: int


Event = (
    GameCreated
    | SeatTaken
    | SeatKeySet
    | SeatLeft
    | RulesChanged
    | SeatsReordered
    | GameStarted
    | DeckSealed
    | RoundStarted
    | HandDealt
    | TurnUpShown
    | TrumpChosen
    | BidPlaced
    | BidsShown
    | CardPlayed
    | TrickWon
    | TricksClaimed
    | RoundScored
    | GameEnded
    | ActionsTakenBack
    | GameAborted
    | Hidden
    | HandDealtFaceDown
    | BidPlacedFaceDown
)

AUDIENCE: dict[type[Event], Audience] = {
    GameCreated: Audience.ALL,
    SeatTaken: Audience.ALL,
    SeatKeySet: Audience.SERVER,
    SeatLeft: Audience.ALL,
    RulesChanged: Audience.ALL,
    SeatsReordered: Audience.ALL,
    GameStarted: Audience.ALL,
    DeckSealed: Audience.SERVER,
    RoundStarted: Audience.ALL,
    HandDealt: Audience.SEAT,
    TurnUpShown: Audience.ALL,
    TrumpChosen: Audience.ALL,
    BidPlaced: Audience.SEAT_IF_SECRET,
    BidsShown: Audience.ALL,
    CardPlayed: Audience.ALL,
    TrickWon: Audience.ALL,
    TricksClaimed: Audience.ALL,
    RoundScored: Audience.ALL,
    GameEnded: Audience.ALL,
    ActionsTakenBack: Audience.ALL,
    GameAborted: Audience.ALL,
    Hidden: Audience.ALL,
    HandDealtFaceDown: Audience.ALL,
    BidPlacedFaceDown: Audience.ALL,
}


class Envelope(msgspec.Struct, frozen=True):
    """An event in the log of a game: `seq` counts from 1, `at` is UTC in seconds since 1970.

    `origin` names what brought it about: `server`, or a seat and the id of its action.
    """

    game: str
    seq: int
    at: float
    origin: str
    event: Event


def redact(event: Event, seat: int | None, disclosure: BidDisclosure) -> Event:
    """The event as a seat (None: a spectator) may see it.

    `disclosure` is the game's `bid_disclosure`. Raises KeyError for an event class that declares
    no audience.
    """
    audience = AUDIENCE[type(event)]
    if audience is Audience.ALL:
        return event
    if audience is Audience.SERVER:
        return Hidden()
    if audience is Audience.SEAT:
        if isinstance(event, HandDealt):
            return event if event.seat == seat else HandDealtFaceDown(event.seat, len(event.cards))
        raise TypeError(f"no face-down form for {type(event).__name__}")
    if audience is Audience.SEAT_IF_SECRET:
        if isinstance(event, BidPlaced):
            shown = disclosure is BidDisclosure.OPEN or event.seat == seat
            return event if shown else BidPlacedFaceDown(event.seat)
        raise TypeError(f"no face-down form for {type(event).__name__}")
    assert_never(audience)
