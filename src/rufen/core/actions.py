"""What a seat may do, and the closed list of reasons why not."""

from __future__ import annotations

from enum import Enum

import msgspec

from rufen.core.cards import DECK, SUITS, Card, Suit

__all__ = [
    "ACTIONS",
    "ALL_TRUMPS",
    "BIDS",
    "FIRST_BID",
    "PLAYS",
    "TRUMPS",
    "Action",
    "ChooseTrump",
    "IllegalAction",
    "IllegalReason",
    "PlaceBid",
    "PlayCard",
    "Refusal",
    "action_at",
    "action_index",
]


class ChooseTrump(
    msgspec.Struct, frozen=True, tag_field="type", tag="choose_trump", forbid_unknown_fields=True
):
    """The dealer names the trump suit after a Wizard was turned up (R2.5)."""

    suit: Suit


class PlaceBid(msgspec.Struct, frozen=True, tag_field="type", tag="place_bid", forbid_unknown_fields=True):
    """A seat says how many tricks it will take (R3.1)."""

    bid: int


class PlayCard(msgspec.Struct, frozen=True, tag_field="type", tag="play_card", forbid_unknown_fields=True):
    """A seat plays a card to the trick (R4)."""

    card: Card


Action = ChooseTrump | PlaceBid | PlayCard

TRUMPS: tuple[ChooseTrump, ...] = tuple(ChooseTrump(suit) for suit in SUITS)
BIDS: tuple[PlaceBid, ...] = tuple(PlaceBid(n) for n in range(21))
PLAYS: tuple[PlayCard, ...] = tuple(PlayCard(card) for card in DECK)
ACTIONS: tuple[Action, ...] = (*PLAYS, *BIDS, *TRUMPS)
"""Every action there is: 60 cards, bids 0 … 20, 4 suits. The place in this list is the action index."""
FIRST_BID: int = len(PLAYS)
"""The action index of a bid of zero."""
ALL_TRUMPS: int = (1 << len(TRUMPS)) - 1 << FIRST_BID + len(BIDS)
"""All choices of trump, as a set of bits over the action index; a set of cards is one of plays as it is."""


def action_index(action: Action) -> int:
    """The index of an action in `ACTIONS`, 0 … 84."""
    match action:
        case PlayCard(card=card):
            return card.index
        case PlaceBid(bid=bid) if 0 <= bid <= 20:
            return 60 + bid
        case ChooseTrump(suit=suit):
            return 81 + suit.index
    raise ValueError(f"{action!r} is no action of this game: bids are 0 … 20")


def action_at(index: int) -> Action:
    """The action with an index (0 … 84)."""
    return ACTIONS[index]


class IllegalReason(Enum):
    """Why an action is refused. The same words reach bots, records and browsers."""

    NOT_STARTED = "not_started"
    """The game has not started."""
    NO_ROUND = "no_round"
    """Between rounds: nothing to do until the next deal."""
    GAME_OVER = "game_over"
    """The game has ended (R6.1) or was aborted."""
    NOT_SEATED = "not_seated"
    """Only a seat may act; spectators watch."""
    NOT_YOUR_TURN = "not_your_turn"
    NOT_BIDDING = "not_bidding"
    """A bid, but the round is not in its bidding."""
    NOT_PLAYING = "not_playing"
    """A card, but the round is not in its play."""
    NOT_CHOOSING_TRUMP = "not_choosing_trump"
    """A trump suit, but nobody is asked for one."""
    ALREADY_BID = "already_bid"
    """Each seat bids once (R3.1)."""
    BID_OUT_OF_RANGE = "bid_out_of_range"
    """A bid is a whole number from 0 to the hand size (R3.1)."""
    BIDS_EVEN_DEALER = "bids_even_dealer"
    """The dealer may not make the bids even (R3.2, *dealer*)."""
    BIDS_EVEN_LEADER = "bids_even_leader"
    """A dealer who alone leads may not make the bids even (R3.2, *leader*)."""
    CARD_NOT_IN_HAND = "card_not_in_hand"
    MUST_FOLLOW_SUIT = "must_follow_suit"
    """A seat that holds the led suit plays it, or a Wizard, or a Jester (R4.3)."""
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    BEYOND_DEAL = "beyond_deal"
    """Taking back may not reach across a deal: hands have been seen."""
    BEYOND_REVEAL = "beyond_reveal"
    """Taking back may not reach across bids that were shown, or a hand that was shown by a claim."""
    SEAT_TAKEN = "seat_taken"
    SEAT_EMPTY = "seat_empty"
    """The game starts when every seat is taken."""
    NO_SUCH_SEAT = "no_such_seat"
    ALREADY_STARTED = "already_started"
    """Seats are taken and left before the game starts."""


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action that is not open now, and why; `suit` is the suit to follow, where one is."""

    action: Action
    reason: IllegalReason
    suit: Suit | None = None


class IllegalAction(ValueError):
    """An action was refused. `reason` says why; `suit` is the suit to follow, where one is."""

    def __init__(self, reason: IllegalReason, suit: Suit | None = None) -> None:
        self.reason = reason
        self.suit = suit
        super().__init__(reason.value if suit is None else f"{reason.value} ({suit})")

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[IllegalReason, Suit | None]]:
        # else it would be made anew from its text when it comes from another process
        return type(self), (self.reason, self.suit)
