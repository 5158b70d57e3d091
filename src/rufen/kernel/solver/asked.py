"""What the solver is asked, checked: whatever a caller brings, the search itself trusts its rows."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from rufen.core.house_rules import MAX_SEATS, MIN_SEATS
from rufen.core.state import GameState
from rufen.kernel import layout as at
from rufen.kernel.mirror import Rows, rows_of
from rufen.kernel.tables import NEXT_LED, NO_CARD, NO_TRUMP, OPEN, POWER
from rufen.kernel.whole import checked_whole

__all__ = ["rows_in_play"]

_TYPES = {
    "rule": (np.uint8, at.RULES_WIDTH),
    "small": (np.uint8, at.SMALL_WIDTH),
    "cards": (np.uint64, at.CARDS_WIDTH),
    "points": (np.int32, at.POINTS_WIDTH),
}


def rows_in_play(position: object) -> Rows:
    """The rows of a position that can be solved, a copy. Raises ValueError with what is wrong."""
    if isinstance(position, GameState):
        rows = rows_of(position)
    elif isinstance(position, Rows):
        rows = _copied(position)
    else:
        raise ValueError(
            f"a position is a GameState (of a Game, its `state`) or Rows, not a {type(position).__name__}"
        )
    small = rows.small
    if small[at.PHASE] != at.PLAYING:
        raise ValueError("only a position in which a card is to be played can be solved")
    seats = _number(rows, "SEATS", MIN_SEATS, MAX_SEATS)
    size = _number(rows, "HAND_SIZE", 1, 60 // seats)
    left = _number(rows, "LEFT", 1, size)
    for name, most in (("TURN", seats - 1), ("DEALER", seats - 1), ("PLACE", seats - 1), ("TRUMP", NO_TRUMP)):
        _number(rows, name, 0, most)
    if rows.rule[at.LEADS] >= len(NEXT_LED):
        raise ValueError(f"rule[LEADS] is {rows.rule[at.LEADS]}: expected 0 … {len(NEXT_LED) - 1}")
    _check_trick(rows, seats)
    _check_seats(rows, seats, size, left)
    return rows


def _copied(given: Rows) -> Rows:
    """Writable and in one piece, as the compiled search takes them."""
    parts = []
    for name, part in zip(_TYPES, given, strict=True):
        dtype, width = _TYPES[name]
        if not isinstance(part, np.ndarray) or part.dtype != dtype or part.shape != (width,):
            raise ValueError(f"the row {name} is no {np.dtype(dtype)}[{width}]")
        parts.append(np.array(part, dtype))
    return Rows(*cast(Any, parts))


def _number(rows: Rows, name: str, low: int, high: int) -> int:
    return checked_whole(f"small[{name}]", int(rows.small[getattr(at, name)]), low, high)


def _check_trick(rows: Rows, seats: int) -> None:
    """The cards on the table are those of the seats before the turn, and the rest of the trick fits them."""
    small, trump = rows.small, int(rows.small[at.TRUMP])
    turn, place = int(small[at.TURN]), int(small[at.PLACE])
    led, best, winner = OPEN, 0, (turn - place) % seats
    for before in range(seats):
        seat = (turn - place + before) % seats
        card = int(small[at.CARD + seat])
        if (card >= 60) if before < place else (card != NO_CARD):
            raise ValueError(f"seat {seat} has the card {card} in a trick of {place} cards, turn {turn}")
        if before < place:
            led = int(NEXT_LED[rows.rule[at.LEADS], led, card])
            if POWER[trump, led, card] > best:
                best, winner = int(POWER[trump, led, card]), seat
    told = tuple(int(small[column]) for column in (at.LED, at.BEST, at.WINNER))
    if told[:2] != (led, best) or (place and told[2] != winner):
        raise ValueError(f"LED, BEST and WINNER are {told}: by the cards on the table {(led, best, winner)}")


def _check_seats(rows: Rows, seats: int, size: int, left: int) -> None:
    small, taken = rows.small, 0
    for seat in range(seats):
        bid = int(small[at.BID + seat])
        if bid == NO_CARD:
            raise ValueError(f"the bid of seat {seat} is not known: the solver needs all of them")
        checked_whole(f"the bid of seat {seat}", bid, 0, size)
        hand, card = int(rows.cards[at.HAND + seat]), int(small[at.CARD + seat])
        held, due = hand.bit_count(), left - (card != NO_CARD)
        if held != due:
            raise ValueError(f"of seat {seat} {held} cards are known instead of {due}: the solver needs all")
        if hand >> 60:
            raise ValueError(f"seat {seat} holds a card beyond 59")
        lying = 0 if card == NO_CARD else 1 << card
        if hand & lying or (hand | lying) & taken:
            raise ValueError(f"a card of seat {seat} is there twice, in hands or on the table")
        taken |= hand | lying
    won = int(small[at.WON : at.WON + seats].sum())
    if won + left != size:
        raise ValueError(f"{won} tricks are won and {left} are left in a round of {size}")
