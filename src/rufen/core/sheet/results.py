"""What follows from a sheet (R5, R6, R8), as values; `scored` works them out."""

from __future__ import annotations

from enum import Enum

import msgspec

__all__ = [
    "Asked",
    "Cell",
    "Problem",
    "ProblemCode",
    "RoundState",
    "ScoredRound",
    "ScoredSheet",
    "Standing",
]


class RoundState(Enum):
    """How far a round is."""

    EMPTY = "empty"
    BIDDING = "bidding"
    """Bids are missing, no tricks yet."""
    PLAYING = "playing"
    """Every bid is in, no tricks yet."""
    COUNTING = "counting"
    """Some entries are missing, and tricks have begun."""
    WRONG = "wrong"
    """Everything is entered, but it cannot be: not scored until it is right (R8.2)."""
    SCORED = "scored"
    OUTSIDE = "outside"
    """Beyond the schedule in force now: kept, and not scored (R6.1)."""


class ProblemCode(Enum):
    """What is wrong with a cell or a round (R8.2)."""

    BID_MISSING = "bid_missing"
    TRICKS_MISSING = "tricks_missing"
    BID_RANGE = "bid_range"
    """Above the hand size (R3.1)."""
    TRICKS_RANGE = "tricks_range"
    TRICKS_SUM = "tricks_sum"
    """The tricks do not add up to the hand size; a problem of the round, without a player."""
    BIDS_EVEN = "bids_even"
    """The dealer's bid is forbidden and not kept (R3.2): marked, and scored."""
    TOO_MANY_CARDS = "too_many_cards"
    """More cards than sixty for the players of this round (R2.1)."""


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong. `found` and `expected`: the numbers its message names, if any."""

    round: int
    player: str | None
    code: ProblemCode
    found: int | None = None
    expected: int | None = None


class Cell(msgspec.Struct, frozen=True):
    """One player in one round. `score` and the running `total` are None until the round is scored."""

    player: str
    bid: int | None
    tricks: int | None
    score: int | None
    total: int | None


class ScoredRound(msgspec.Struct, frozen=True):
    """One round. `hand_size` is None where the schedule no longer says it; `cells` in seating order.

    `concealed`: the bids are still secret (R3.3). `bids` and `tricks` are the sums of what is entered.
    """

    number: int
    hand_size: int | None
    dealer: str
    cells: tuple[Cell, ...]
    bids: int
    tricks: int
    state: RoundState
    concealed: bool
    kept: bool


class Standing(msgspec.Struct, frozen=True):
    """How a player stands.

    `rank` is None for somebody who has left, else 1, 1, 3 (R6.2). `made` of `rounds` scored rounds;
    `perfect`: every bid of a game that is over. `behind` the best total. `catch_up` is the smallest
    bid that, made in the round being played, reaches the best total as it is now; None when none does
    or nothing is to be caught up.
    """

    player: str
    rank: int | None
    total: int
    made: int
    rounds: int
    perfect: bool
    behind: int
    catch_up: int | None


class Asked(msgspec.Struct, frozen=True):
    """The entry to be made next: `what` is `bid` or `tricks`.

    `forbidden` is the bid that the restriction forbids (R3.2), `offered` the tricks that remain for
    the last player (None when they cannot be right).
    """

    round: int
    player: str
    what: str
    forbidden: int | None = None
    offered: int | None = None


class ScoredSheet(msgspec.Struct, frozen=True):
    """Everything that follows from a sheet. `standings` from first to last, players who left at the end."""

    schedule: tuple[int, ...]
    rounds: tuple[ScoredRound, ...]
    """Every round of the schedule, and those beyond it that hold entries."""
    standings: tuple[Standing, ...]
    problems: tuple[Problem, ...]
    over: bool
    """Every round of the schedule in force now is scored (R6.1)."""
    asked: Asked | None
