"""What each number of an observation means: named ranges of its 640 bytes.

Seats are told as seen from the observer: place 0 is the observer, 1 the seat to its left, and so on; places
of seats that the table does not have are 0. `docs/research.md` has the same table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["LAYOUT", "SEAT_WIDTH", "TRICK_WIDTH", "WIDTH", "Range"]

TRICK_WIDTH = 20
"""How many features tell one card of the trick."""
SEAT_WIDTH = 6
"""How many features tell the bid of one seat."""


@dataclass(frozen=True)
class Range:
    """A named part of an observation."""

    name: str
    start: int
    width: int
    meaning: str

    @property
    def slice(self) -> slice:
        """Where it is: `observation[..., LAYOUT["hand"].slice]`."""
        return slice(self.start, self.start + self.width)


_PARTS = (
    ("hand", 60, "by card: 1 for each card the observer holds"),
    ("seats", 4, "1 for 3, 4, 5, 6 seats"),
    ("unseen", 60, "by card: 1 while it is neither held by the observer nor turned up nor played"),
    ("round", 1, "the number of the round, from 1"),
    ("rounds", 1, "the number of rounds of the schedule"),
    ("hand_size", 1, "cards dealt to each seat"),
    ("tricks_left", 1, "tricks not yet complete"),
    ("played_in", 60, "by card: the number of the trick it was played in, from 1; 0 while it is not played"),
    ("trump", 4, "1 for B, G, R or Y; all 0 without trump, and while the dealer chooses"),
    ("played_by", 60, "by card: the place of the seat that played it plus 1; 0 while it is not played"),
    ("seat", 1, "the number of the observer's seat, from 0"),
    ("cards_down", 1, "cards in the trick on the table"),
    ("bids_placed", 1, "seats that have bid"),
    ("bids_total", 1, "the sum of the bids that are known"),
    ("legal", 85, "by action: 1 if the observer may do it now; all 0 when it is not asked"),
    ("phase", 3, "1 for choosing trump, bidding, playing; all 0 when the round is over"),
    ("turn_up", 60, "by card: 1 for the card turned up"),
    (
        "trick",
        5 * TRICK_WIDTH,
        "20 for each place 1 … 5: its card on the table, as suit (4), Wizard, Jester, rank 1 … 13, "
        "and whether it is winning the trick",
    ),
    (
        "led",
        11,
        "1 for the state of the trick: 0 … 3 this suit must be followed; 4 no card or Jesters only; "
        "5 a Wizard fixed no led suit; 6 a Jester freed the trick (R4.7), and 7 … 10 this suit decides it",
    ),
    ("dealer", 6, "by place: 1 for the dealer"),
    ("turn", 6, "by place: 1 for the seat that is asked; all 0 when nobody is"),
    (
        "bids",
        6 * SEAT_WIDTH,
        "6 for each place 0 … 5: has bid, the bid is known, the bid, tricks it still needs, tricks too many, "
        "tricks won; what depends on the bid is 0 until it is known",
    ),
    ("voids", 24, "4 for each place 0 … 5: 1 for a suit that the seat has shown not to hold"),
    (
        "totals",
        24,
        "4 for each place 0 … 5: its total in fives, above zero as 256s and ones, below zero likewise",
    ),
    ("made", 6, "by place: bids made in the scored rounds"),
    ("exact_bonus", 1, "in fives (R5.1)"),
    ("points_per_trick", 1, "in fives (R5.1)"),
    ("miss_penalty", 1, "in fives (R5.2)"),
    ("zero_bid", 3, "1 for flat, double, per card (R5.3)"),
    ("restriction", 4, "1 for none, leader, leader with zero allowed, dealer (R3.2)"),
    ("round_one_exempt", 1, "1 if round 1 is exempt from the restriction (R3.2)"),
    ("disclosure", 3, "1 for open, hidden, delayed bids (R3.3)"),
    ("perfect_bonus", 1, "in fives (R5.5)"),
    ("last_round_bonus", 1, "in fives (R5.4)"),
    ("even_penalty", 1, "in fives (R5.4)"),
    ("wizard_lead", 1, "1 if the next suit card sets the suit after a led Wizard (R4.6)"),
    ("jester_lead", 1, "1 if a led Jester frees the trick (R4.7)"),
    ("no_last_trump", 1, "1 if the last round has no trump (R2.6)"),
    ("tie_break", 3, "1 for share, most exact, highest round (R6.2)"),
)


def _ranges() -> Mapping[str, Range]:
    ranges, start = {}, 0
    for name, width, meaning in _PARTS:
        ranges[name] = Range(name, start, width, meaning)
        start += width
    return ranges


LAYOUT: Mapping[str, Range] = _ranges()
"""Every range by its name, in order and without gaps."""
WIDTH: int = sum(part.width for part in LAYOUT.values())
"""How many features an observation has: 640."""
