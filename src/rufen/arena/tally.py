"""What a match comes to so far: one value a deal for every figure, taken in deal by deal."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import combinations

import msgspec

from rufen.arena.faults import Fault, Forfeit
from rufen.arena.intervals import Anytime, Running
from rufen.arena.match import FieldKind, LineUp, Match, line_ups
from rufen.arena.playing import DealPlayed, TablePlayed
from rufen.arena.ratings import Ratings

__all__ = ["Pair", "Series", "Tally", "Verdict"]


class Verdict(Enum):
    """What is known of a pair of players."""

    OPEN = "open"
    ONE = "one"
    """The first is better."""
    OTHER = "other"
    """The second is better."""
    EQUAL = "equal"
    """They are closer than the margin of the match."""


class Series:
    """The values of one measured player in one company, or in several, by deal.

    All the seatings of a deal are one value: they hold the same cards and are not independent.
    """

    def __init__(self, seats: int) -> None:
        self.points: list[float] = []
        """A round."""
        self.edge: list[float] = []
        """Points a round above the mean of the other seats."""
        self.exact: list[float] = []
        """The share of bids made."""
        self.wins: list[float] = []
        """The share of episodes won; a shared first place counts as its part."""
        self.exact_by_size: dict[int, list[float]] = defaultdict(list)
        self.exact_by_seat: list[list[float]] = [[] for _ in range(seats)]
        """By position: 0 is the dealer's left, who bids first, and the last is the dealer."""

    @classmethod
    def mean(cls, several: Sequence[Series]) -> Series:
        """The mean of several companies over the same deals."""
        if len(several) == 1:
            return several[0]
        mean = cls(len(several[0].exact_by_seat))
        for name in ("points", "edge", "exact", "wins"):
            setattr(mean, name, _means(getattr(one, name) for one in several))
        for size in several[0].exact_by_size:
            mean.exact_by_size[size] = _means(one.exact_by_size[size] for one in several)
        mean.exact_by_seat = [
            _means(one.exact_by_seat[place] for one in several) for place in range(len(mean.exact_by_seat))
        ]
        return mean


def _means(columns: Iterable[Sequence[float]]) -> list[float]:
    return [sum(row) / len(row) for row in zip(*columns, strict=True)]


class Pair(msgspec.Struct):
    """Two players compared: the points a round of `one` above `other`, a value a deal.

    `interval` is that of the confidence sequence at the last look; the verdict falls after `decided` deals
    and never changes again.
    """

    one: int
    other: int
    values: list[float]
    running: Running
    interval: tuple[float, float] | None = None
    verdict: Verdict = Verdict.OPEN
    decided: int | None = None


class Tally:
    """All figures of a match, from its deals in order."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.line_ups = line_ups(match)
        self.deals = 0
        self.rounds = 0
        """Rounds played, over all tables."""
        self.series: dict[tuple[int, int], Series] = {}
        """By line-up and measured player."""
        for number, line_up in enumerate(self.line_ups):
            for place in line_up.measured:
                self.series[number, line_up.places[place]] = Series(match.seats)
        pairs = tuple(combinations(range(len(match.players)), 2))
        if match.field is FieldKind.ALONE:
            pairs = pairs[: len(match.players) - 1]
        self.pairs = tuple(Pair(one, other, [], Running()) for one, other in pairs)
        self.sequence = Anytime(match.alpha / max(1, len(pairs)))
        """What decides each pair. They share the chance of a false decision (Bonferroni)."""
        self.ratings = Ratings(len(match.players)) if pairs else None
        self.faults: Counter[tuple[int, str]] = Counter()
        """By player and kind."""
        self.last_fault: dict[int, Fault] = {}

    @property
    def decided(self) -> bool:
        """Whether every pair is decided."""
        return all(pair.verdict is not Verdict.OPEN for pair in self.pairs)

    def series_of(self, player: int) -> Series:
        """A player's values over all the companies it is measured in, each counting the same."""
        return Series.mean([one for (_, measured), one in self.series.items() if measured == player])

    def add(self, played: DealPlayed) -> None:
        """Take in the next deal. Raises Forfeit, ValueError for a deal that is not the next."""
        if played.deal != self.deals:
            raise ValueError(f"deal {played.deal} where deal {self.deals} is next")
        self.deals += 1
        by_line_up: dict[int, list[TablePlayed]] = defaultdict(list)
        for table in played.tables:
            by_line_up[table.line_up].append(table)
        rounds = len(played.hand_sizes)
        self.rounds += rounds * len(played.tables)
        for number, line_up in enumerate(self.line_ups):
            tables = by_line_up[number]
            for player in dict.fromkeys(line_up.places[place] for place in line_up.measured):
                _measure(self.series[number, player], player, line_up, tables, played)
            if self.ratings is not None:
                self.ratings.add(_mean_points(tables))
        self._compare()
        self._count(played)

    def _compare(self) -> None:
        looks = self.deals % self.match.cycle == 0
        for number, pair in enumerate(self.pairs):
            if self.match.field is FieldKind.MIXED:
                one, other = self.series[0, pair.one].points, self.series[0, pair.other].points
                value = one[-1] - other[-1]
            elif self.match.field is FieldKind.ALONE:
                value = self.series[number, pair.one].edge[-1]
            else:
                one = self.series[2 * number, pair.one].edge
                other = self.series[2 * number + 1, pair.other].edge
                value = (one[-1] - other[-1]) / 2
            pair.values.append(value)
            pair.running.add(value)
            if looks:
                self._look(pair)

    def _look(self, pair: Pair) -> None:
        """Decide a pair if it can be, after whole turns of the hand sizes: in between some weigh more."""
        pair.interval = self.sequence.interval(pair.running)
        if pair.interval is None or pair.verdict is not Verdict.OPEN:
            return
        low, high = pair.interval
        margin = self.match.margin
        if low > 0:
            pair.verdict = Verdict.ONE
        elif high < 0:
            pair.verdict = Verdict.OTHER
        elif -margin < low and high < margin:
            pair.verdict = Verdict.EQUAL
        else:
            return
        pair.decided = self.deals

    def _count(self, played: DealPlayed) -> None:
        allowed = self.match.max_faults
        for fault in played.faults:
            self.faults[fault.contestant, fault.kind] += 1
            self.last_fault[fault.contestant] = fault
            made = sum(count for (who, _), count in self.faults.items() if who == fault.contestant)
            if made > allowed:
                raise Forfeit(self.match.players[fault.contestant].name, allowed, fault, played.deal)


def _measure(
    series: Series, player: int, line_up: LineUp, tables: Sequence[TablePlayed], played: DealPlayed
) -> None:
    """Add the values of one deal."""
    seats, rounds = len(line_up.places), len(played.hand_sizes)
    points = edge = wins = 0.0
    made_by_size: Counter[int] = Counter()
    made_by_seat = [0] * seats
    asked_by_seat = [0] * seats
    seatings = 0
    for table in tables:
        for place in line_up.measured:
            if line_up.places[place] != player:
                continue
            seat = (place + table.rotation) % seats
            seatings += 1
            own = table.totals[seat]
            points += own
            edge += own - (sum(table.totals) - own) / (seats - 1)
            if table.ranks[seat] == 1:
                wins += 1 / table.ranks.count(1)
            for number, size in enumerate(played.hand_sizes):
                made = table.bids[number][seat] == table.tricks[number][seat]
                position = (seat - played.dealers[number] - 1) % seats
                made_by_size[size] += made
                made_by_seat[position] += made
                asked_by_seat[position] += 1
    series.points.append(points / (seatings * rounds))
    series.edge.append(edge / (seatings * rounds))
    series.wins.append(wins / seatings)
    series.exact.append(sum(made_by_seat) / (seatings * rounds))
    for size, times in Counter(played.hand_sizes).items():
        series.exact_by_size[size].append(made_by_size[size] / (seatings * times))
    for position, asked in enumerate(asked_by_seat):
        if asked:
            series.exact_by_seat[position].append(made_by_seat[position] / asked)


def _mean_points(tables: Sequence[TablePlayed]) -> dict[int, float]:
    """The mean points of each player of a line-up over its tables of one deal."""
    points: dict[int, list[int]] = defaultdict(list)
    for table in tables:
        for player, total in zip(table.seats, table.totals, strict=True):
            points[player].append(total)
    return {player: sum(all_of_it) / len(all_of_it) for player, all_of_it in points.items()}
