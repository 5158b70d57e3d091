"""What of an observation does not come back as text, worked out from the view once more, and slowly."""

from __future__ import annotations

from rufen.core.actions import action_index
from rufen.core.cards import DECK, SUITS
from rufen.core.rules import follow_suit
from rufen.core.view import PlayerView


def derived(view: PlayerView, turn: int | None) -> dict[str, list[int]]:
    """Features by name; `turn` is the seat that is asked, the first of those while bids are secret."""
    seats, seat = view.seats, view.seat
    assert seat is not None
    table = [(t.leader, t.cards) for t in view.tricks]
    if view.trick is not None:
        table.append((view.trick.leader, view.trick.cards))
    seen = {*view.hand, view.turn_up, *(card for _, cards in table for card in cards)}
    voids = [[0] * 4 for _ in range(6)]
    for leader, cards in table:
        for place, card in enumerate(cards):
            suit = follow_suit(cards[:place], view.rules)
            if suit is not None and card.suit not in (suit, None):
                voids[(leader + place - seat) % seats][suit.index] = 1
    trick = [[0] * 20 for _ in range(5)]
    for place, card in enumerate(view.trick.cards if view.trick is not None else ()):
        assert view.trick is not None
        other = (view.trick.leader + place - seat) % seats
        if other:
            row = trick[other - 1]
            if card.suit is not None:
                row[card.suit.index] = row[5 + card.rank] = 1
            else:
                row[4 if card.is_wizard else 5] = 1
            row[19] = place == view.trick.winning
    bids = [[0] * 6 for _ in range(6)]
    for other in range(seats):
        bid, won = view.bids[other], view.tricks_won[other]
        told = (0, 0, 0, 0) if bid is None else (1, bid, max(bid - won, 0), max(won - bid, 0))
        bids[(other - seat) % seats] = [int(view.has_bid[other]), *told, won]
    legal = [0] * 85
    for action in view.legal if turn == seat else ():
        legal[action_index(action)] = 1
    follow = view.trick.follow if view.trick is not None else None
    return {
        "unseen": [int(card not in seen) for card in DECK],
        "legal": legal,
        "trick": [n for row in trick for n in row],
        "bids": [n for row in bids for n in row],
        "voids": [n for row in voids for n in row],
        "turn": [int(turn is not None and place == (turn - seat) % seats) for place in range(6)],
        "cards_down": [0 if view.trick is None else len(view.trick.cards)],
        "bids_placed": [sum(view.has_bid)],
        "bids_total": [sum(bid or 0 for bid in view.bids)],
        "tricks_left": [view.hand_size - len(view.tricks)],
        "follow": [int(follow is suit) for suit in SUITS],
    }
