"""Scores (R5), totals and ranks (R6): always derived from bids and tricks, never stored."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

import msgspec

from rufen.core.house_rules import HouseRules, TieBreak, ZeroBidScoring

__all__ = [
    "Adjustment",
    "RoundResult",
    "Standing",
    "bids_even",
    "ranks",
    "round_score",
    "score_round",
    "standings",
    "tie_break_key",
    "totals",
]


class RoundResult(msgspec.Struct, frozen=True):
    """A scored round: one place a seat in `bids`, `tricks` and `scores`."""

    number: int
    hand_size: int
    dealer: int
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    scores: tuple[int, ...]


class Adjustment(msgspec.Struct, frozen=True):
    """Points agreed at the table, a line of their own with a reason (R5.6)."""

    seat: int
    points: int
    reason: str


class Standing(msgspec.Struct, frozen=True):
    """A seat's place: ranks count 1, 1, 3 (R6.2). `made` counts bids made; `perfect`: all of them."""

    seat: int
    rank: int
    total: int
    made: int
    perfect: bool


def round_score(bid: int, tricks: int, hand_size: int, rules: HouseRules) -> int:
    """The score of one bid, without the options that belong to the round (R5.1–R5.3)."""
    if bid != tricks:
        return -rules.miss_penalty * abs(bid - tricks)
    if bid:
        return rules.exact_bonus + rules.points_per_trick * tricks
    match rules.zero_bid_scoring:
        case ZeroBidScoring.FLAT_BONUS:
            return rules.exact_bonus
        case ZeroBidScoring.DOUBLE_BONUS:
            return 2 * rules.exact_bonus
        case ZeroBidScoring.PER_CARD:
            return rules.exact_bonus + 5 * hand_size


def bids_even(bids: Sequence[int], hand_size: int) -> bool:
    """Whether the bids add up to the hand size (R3.2)."""
    return sum(bids) == hand_size


def score_round(
    bids: Sequence[int],
    tricks: Sequence[int],
    *,
    hand_size: int,
    dealer: int,
    last_round: bool,
    rules: HouseRules,
) -> tuple[int, ...]:
    """The scores of a complete round by seat, with the options of R5.4.

    Raises ValueError when the tricks do not add up to the hand size (R8.2).
    """
    if sum(tricks) != hand_size:
        raise ValueError(f"the tricks add up to {sum(tricks)}, but {hand_size} were played")
    scores = [round_score(bid, won, hand_size, rules) for bid, won in zip(bids, tricks, strict=True)]
    if last_round and rules.last_round_bonus:
        for seat, (bid, won) in enumerate(zip(bids, tricks, strict=True)):
            if bid == won:
                scores[seat] += rules.last_round_bonus
    if rules.even_bids_dealer_penalty and bids_even(bids, hand_size):
        scores[dealer] -= rules.even_bids_dealer_penalty
    return tuple(scores)


def _made(results: Sequence[RoundResult], seat: int) -> int:
    return sum(r.bids[seat] == r.tricks[seat] for r in results)


def totals(
    results: Sequence[RoundResult],
    *,
    seats: int,
    complete: bool,
    rules: HouseRules,
    adjustments: Sequence[Adjustment] = (),
) -> tuple[int, ...]:
    """Each seat's total (R5.5, R5.6).

    `complete` says that the last round of the schedule is scored: only then does a seat that made
    every bid get the bonus of R5.5.
    """
    sums = [sum(column) for column in zip(*[r.scores for r in results], strict=True)] or [0] * seats
    if complete and results and rules.perfect_game_bonus:
        for seat in range(seats):
            if _made(results, seat) == len(results):
                sums[seat] += rules.perfect_game_bonus
    for line in adjustments:
        sums[line.seat] += line.points
    return tuple(sums)


def tie_break_key(total: int, made: int, scores: Sequence[int], rules: HouseRules) -> tuple[int, ...]:
    """What ranks are compared by: the greater is better, equal ones share the rank (R6.2).

    `made` counts bids made, `scores` are those of the player's rounds.
    """
    match rules.tie_break:
        case TieBreak.SHARE:
            return (total,)
        case TieBreak.MOST_EXACT:
            return (total, made)
        case TieBreak.HIGHEST_ROUND:
            best = max(scores, default=0)
            return (total, best, scores.count(best))


def standings(
    results: Sequence[RoundResult],
    *,
    seats: int,
    complete: bool,
    rules: HouseRules,
    adjustments: Sequence[Adjustment] = (),
) -> tuple[Standing, ...]:
    """The seats from first to last, with ranks as `tie_break` says (R6.2); equal ranks in seat order."""
    sums = totals(results, seats=seats, complete=complete, rules=rules, adjustments=adjustments)

    keys = [
        tie_break_key(sums[seat], _made(results, seat), [r.scores[seat] for r in results], rules)
        for seat in range(seats)
    ]
    order = sorted(range(seats), key=lambda seat: (tuple(-part for part in keys[seat]), seat))
    return tuple(
        Standing(
            seat=seat,
            rank=1 + sum(other > keys[seat] for other in keys),
            total=sums[seat],
            made=(made := _made(results, seat)),
            perfect=bool(results) and made == len(results),
        )
        for seat in order
    )


def ranks(
    results: Sequence[RoundResult], *, seats: int, complete: bool, rules: HouseRules
) -> tuple[int, ...]:
    """Each seat's rank (R6.2); the arguments are those of `standings`."""
    places = standings(results, seats=seats, complete=complete, rules=rules)
    return tuple([place.rank for place in sorted(places, key=attrgetter("seat"))])
