"""Whether a deal that was read from a file is one that its match can have come to."""

from __future__ import annotations

from rufen.arena.faults import FAULTS, Fault, in_a_line
from rufen.arena.match import Episode, LineUp, Match, line_ups
from rufen.arena.playing import DealPlayed, Setting, TablePlayed, places, setting
from rufen.core.scoring import RoundResult, ranks, score_round, totals

__all__ = ["fits"]


def fits(match: Match, played: DealPlayed) -> bool:
    """Whether everything in it agrees with the match and with itself: who sat where, sums, scores, ranks.

    It is not played again: whether these bids and tricks are what the players would do is not looked at.
    """
    if not 0 <= played.deal < match.deals:
        return False
    expected = setting(match, played.deal)
    if (played.hand_sizes, played.dealers) != (expected.hand_sizes, expected.dealers):
        return False
    seatings = [
        (number, rotation, line_up)
        for number, line_up in enumerate(line_ups(match))
        for rotation in line_up.rotations
    ]
    return (
        len(played.tables) == len(seatings)
        and all(_seated(table, *seating) for table, seating in zip(played.tables, seatings, strict=True))
        and all(_scored(match, expected, table) for table in played.tables)
        and all(_told(match, fault) for fault in played.faults)
    )


def _seated(table: TablePlayed, number: int, rotation: int, line_up: LineUp) -> bool:
    return (table.line_up, table.rotation) == (number, rotation) and table.seats == line_up.seating(rotation)


def _scored(match: Match, expected: Setting, table: TablePlayed) -> bool:
    seats, rounds = match.seats, len(expected.hand_sizes)
    rows = (table.bids, table.tricks, table.scores)
    if any(len(each) != rounds or any(len(row) != seats for row in each) for each in rows):
        return False
    # a round played by itself is the last one only where its rules have no other
    last = len(match.schedule) if match.episode is Episode.GAME else len(expected.rules.hand_sizes or ())
    results = []
    for number in range(rounds):
        size, dealer = expected.hand_sizes[number], expected.dealers[number]
        bids, tricks, scores = table.bids[number], table.tricks[number], table.scores[number]
        if not all(0 <= each <= size for each in (*bids, *tricks)) or sum(tricks) != size:
            return False
        if scores != score_round(
            bids,
            tricks,
            hand_size=size,
            dealer=dealer,
            last_round=number + 1 == last,
            rules=expected.rules,
        ):
            return False
        results.append(RoundResult(number + 1, size, dealer, bids, tricks, scores))
    if match.episode is Episode.ROUND:
        return table.totals == table.scores[0] and table.ranks == places(table.totals)
    sums = totals(results, seats=seats, complete=True, rules=match.rules)
    return table.totals == sums and table.ranks == ranks(
        results, seats=seats, complete=True, rules=match.rules
    )


def _told(match: Match, fault: Fault) -> bool:
    known = 0 <= fault.contestant < len(match.players) and fault.kind in FAULTS
    return known and fault.text == in_a_line(fault.text)
