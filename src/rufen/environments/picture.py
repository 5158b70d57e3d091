"""The table and its actions as text."""

from __future__ import annotations

from collections.abc import Iterable

from rufen.core.actions import ACTIONS, Action, ChooseTrump, PlaceBid, PlayCard
from rufen.core.cards import format_cards
from rufen.core.view import PlayerView

__all__ = ["action_text", "actions_text", "picture"]


def picture(view: PlayerView, asked: int | None) -> str:
    """A few lines of text: round, trump, a line a seat, who is `asked`, and the hand of the observer."""
    if view.dealer is None or view.trick is None:
        totals = ", ".join(f"seat {seat}: {total}" for seat, total in enumerate(view.totals))
        return f"round {view.round_number} is over; totals: {totals}"
    trump = "none" if view.trump is None else str(view.trump)
    shown = "nothing" if view.turn_up is None else str(view.turn_up)
    lines = [
        f"round {view.round_number} of {len(view.schedule)}, {view.hand_size} cards, "
        f"{shown} turned up, trump {trump}, {view.phase.value}"
    ]
    for seat in range(view.seats):
        place = (seat - view.trick.leader) % view.seats
        card = str(view.trick.cards[place]) if place < len(view.trick.cards) else ""
        bid = view.bids[seat]
        said = "?" if bid is None and view.has_bid[seat] else "-" if bid is None else str(bid)
        dealer = " (dealer)" if seat == view.dealer else ""
        turn = " to act" if seat == asked else ""
        lines.append(
            f"seat {seat}: bid {said}, won {view.tricks_won[seat]}, total {view.totals[seat]}"
            f"{', plays ' + card if card else ''}{dealer}{turn}"
        )
    if view.seat is not None:
        lines.append(f"seat {view.seat} holds {format_cards(view.hand) or 'nothing'}")
    return "\n".join(lines)


def actions_text(indices: Iterable[int]) -> str:
    """Actions by index, each with what it is: `60 (bid 0), 61 (bid 1)`."""
    return ", ".join(f"{index} ({action_text(ACTIONS[index])})" for index in indices)


def action_text(action: Action) -> str:
    """An action in a few words: `B7`, `bid 2`, `trump G`."""
    match action:
        case PlayCard(card=card):
            return str(card)
        case PlaceBid(bid=bid):
            return f"bid {bid}"
        case ChooseTrump(suit=suit):
            return f"trump {suit}"
