"""The player "counting": a plain rule of thumb that never changes, to measure other players by.

It adds up fixed card values for its bid and looks at the trick on the table for its cards, no further. All
arithmetic is in whole numbers, so that any other implementation can play exactly the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from rufen.core.actions import BIDS, Action, ChooseTrump, PlaceBid, PlayCard
from rufen.core.cards import Card, Suit
from rufen.core.rules import trick_winner
from rufen.core.view import PlayerView

__all__ = ["CountingPlayer", "hand_value"]

TRUMP_VALUES = {13: 95, 12: 85, 11: 70, 10: 55, 9: 45}
"""What a trump of a rank is worth, in hundredths of a trick; `LOW_TRUMP` for the ranks below."""
LOW_TRUMP = 30
SIDE_VALUES = {13: 60, 12: 30}
"""The other suits while there is a trump; 0 for the ranks below."""
NO_TRUMP_VALUES = {13: 75, 12: 45, 11: 20}
"""Any suit in a round without trump; 0 for the ranks below."""
WHOLE = 10_000
"""One trick in the unit of `hand_value`."""


def hand_value(hand: Sequence[Card], trump: Suit | None, seats: int) -> int:
    """The sum of the card values of a hand, in ten-thousandths of a trick.

    A Wizard is a trick, a Jester none. Suit cards count times 1 − 0.06 (seats − 4), each at most a trick.
    """
    scale = 100 - 6 * (seats - 4)
    total = 0
    for card in hand:
        if card.suit is None:
            total += WHOLE if card.is_wizard else 0
            continue
        if trump is None:
            value = NO_TRUMP_VALUES.get(card.rank, 0)
        elif card.suit is trump:
            value = TRUMP_VALUES.get(card.rank, LOW_TRUMP)
        else:
            value = SIDE_VALUES.get(card.rank, 0)
        total += min(value * scale, WHOLE)
    return total


class CountingPlayer:
    """The yardstick; see `docs/arena.md`. It uses no chance and keeps no memory."""

    def act(self, view: PlayerView) -> Action:
        """One of `view.legal`. Raises ValueError when the seat is not asked."""
        if view.seat is None or not view.legal:
            raise ValueError("this view asks for no action")
        first = view.legal[0]
        if isinstance(first, PlayCard):
            return _play(view, view.seat)
        if isinstance(first, PlaceBid):
            return _bid(view)
        return _choose_trump(view)


def _choose_trump(view: PlayerView) -> Action:
    """The suit under which the hand is worth most, the first of equals (R2.5)."""
    suits = [action for action in view.legal if isinstance(action, ChooseTrump)]
    return max(suits, key=lambda action: hand_value(view.hand, action.suit, view.seats))


def _bid(view: PlayerView) -> Action:
    """The value of the hand rounded half up; one less where that bid is refused, one more for 0 (R3)."""
    bid = (hand_value(view.hand, view.trump, view.seats) + WHOLE // 2) // WHOLE
    if BIDS[bid] in view.legal:
        return BIDS[bid]
    return BIDS[bid - 1] if bid else BIDS[1]


def _play(view: PlayerView, seat: int) -> Action:
    """A card by whether tricks are needed and whether it would win the trick now (R4)."""
    trick, bid = view.trick, view.bids[seat]
    if trick is None or bid is None:
        raise ValueError("a card can be chosen only during play, after the own bid")
    trump = view.trump
    plays = [action for action in view.legal if isinstance(action, PlayCard)]
    needs = bid > view.tricks_won[seat]

    def height(action: PlayCard) -> int:
        """Jesters < suit cards by rank < trumps by rank < Wizards."""
        card = action.card
        if card.suit is None:
            return 200 if card.is_wizard else 0
        return card.rank + 100 * (card.suit is trump)

    # `min` and `max` take the first of equals, and the legal cards come by index: the lowest index it is
    if not trick.cards:
        return max(plays, key=height) if needs else min(plays, key=height)
    place = len(trick.cards)
    winning: list[PlayCard] = []
    losing: list[PlayCard] = []
    for action in plays:
        wins = trick_winner((*trick.cards, action.card), trump, view.rules) == place
        (winning if wins else losing).append(action)
    if needs:
        return min(winning or plays, key=height)
    return max(losing, key=height) if losing else min(plays, key=height)
