"""Whether the chances that networks give their bids come true: a reliability table.

The chances are no part of the results. They are found anew from the cards and bids of a deal, so that a
file of results can be asked for them afterwards.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import msgspec

from rufen.arena.house import HouseError, house
from rufen.arena.intervals import Estimate, t_95
from rufen.arena.match import Match, MatchError, line_ups
from rufen.arena.playing import DealPlayed, TablePlayed, setting
from rufen.core.deal import deck_from_seed

if TYPE_CHECKING:
    from rufen.arena.compiled import Compiled

__all__ = ["Calibrated", "Calibration", "Chances"]

BINS = 10


class Chances(msgspec.Struct, frozen=True):
    """Bids that were given a chance from `low` to `high`: their mean chance, and how many were made.

    `said` is the mean chance, `made` the share of bids made, `difference` made less said.
    """

    low: float
    high: float
    bids: int
    said: float
    made: Estimate
    difference: Estimate


class Calibrated(msgspec.Struct, frozen=True):
    """The bids of a player by their chances; `error` is how far made and said are apart, by bids."""

    name: str
    bins: tuple[Chances, ...]
    all: Chances
    error: float


class _Sums:
    """Bids by deal: sums of their numbers (n), chances (said), those made, and of products of the three."""

    def __init__(self) -> None:
        self.deals = self.bids = self.made = 0
        self.said = self.nn = self.mm = self.mn = self.off_off = self.off_n = 0.0

    def add(self, bids: int, said: float, made: int) -> None:
        """One deal with at least one bid."""
        self.deals += 1
        self.bids += bids
        self.said += said
        self.made += made
        self.nn += bids * bids
        self.mm += made * made
        self.mn += made * bids
        self.off_off += (made - said) ** 2
        self.off_n += (made - said) * bids

    def chances(self, low: float, high: float) -> Chances:
        """What they come to."""
        made, said = self.made / self.bids, self.said / self.bids
        off = made - said
        return Chances(
            low,
            high,
            self.bids,
            said,
            self._share(made, self.mm - 2 * made * self.mn + made * made * self.nn),
            self._difference(off, said, self.off_off - 2 * off * self.off_n + off * off * self.nn),
        )

    def _error(self, squares: float) -> float:
        """The standard error of a ratio of sums over deals.

        Source: W. G. Cochran, "Sampling techniques" (1977), 2.11: the ratio estimator.
        """
        return sqrt(max(squares, 0.0) * self.deals / (self.deals - 1)) / self.bids

    def _share(self, share: float, squares: float) -> Estimate:
        """The share of bids made, with an interval that stays within 0 and 1 and is never a point.

        Wilson's interval for as many bids as tell as much, were they all of different deals. Source: E. L.
        Korn, B. I. Graubard, "Confidence intervals for proportions with small expected number of positive
        counts estimated from survey data" (1998).
        """
        if self.deals < 2:
            return Estimate(share, None, None, self.deals)
        error = self._error(squares)
        n = min(share * (1 - share) / error**2, self.bids) if error else float(self.bids)
        t = t_95(self.deals - 1)
        whole = 1 + t * t / n
        middle = (share + t * t / (2 * n)) / whole
        half = t * sqrt(share * (1 - share) / n + t * t / (4 * n * n)) / whole
        return Estimate(share, max(middle - half, 0.0), min(middle + half, 1.0), self.deals)

    def _difference(self, difference: float, said: float, squares: float) -> Estimate:
        """Made less said, with an interval in which made stays within 0 and 1."""
        if self.deals < 2:
            return Estimate(difference, None, None, self.deals)
        half = t_95(self.deals - 1) * self._error(squares)
        low, high = max(difference - half, -said), min(difference + half, 1 - said)
        return Estimate(difference, low, high, self.deals)


class Calibration:
    """Takes in deals and compares the chances of measured networks with what came of their bids."""

    def __init__(self, match: Match) -> None:
        """Raises MatchError where the chances cannot be found, NetworkError."""
        from rufen.arena.compiled import Compiled

        self._match = match
        try:
            twins = [house(each.text).twin if each.kind.value == "house" else None for each in match.players]
        except HouseError as error:
            raise MatchError(str(error)) from None
        for player, twin in zip(match.players, twins, strict=True):
            if twin is None:
                raise MatchError(
                    f"--calibration: the chances that {player.name} reckons with are not known, nor the "
                    "trump it would name; allowed are neural, neural-standard, strong and counting"
                )
        self._networks = [number for number, twin in enumerate(twins) if twin is not None and twin.network]
        if not self._networks:
            raise MatchError("--calibration: no network plays; name neural, neural:FILE or strong")
        self._compiled: Compiled = Compiled(twins)
        self._line_ups = line_ups(match)
        self._bins = {number: [_Sums() for _ in range(BINS)] for number in self._networks}
        self._all = {number: _Sums() for number in self._networks}

    def add(self, played: DealPlayed) -> None:
        """Take in a deal."""
        at = setting(self._match, played.deal)
        decks = [deck_from_seed(at.decks, step) for step in range(1, len(at.hand_sizes) + 1)]
        found: dict[int, list[tuple[float, bool]]] = {number: [] for number in self._networks}
        for table in played.tables:
            said = self._compiled.chances_of_bids(
                at.rules, table.seats, at.dealers[0], decks, table.bids, table.tricks
            )
            self._sort(table, said, found)
        for number, bids in found.items():
            by_bin: dict[int, list[tuple[float, bool]]] = {}
            for chance, made in bids:
                by_bin.setdefault(min(int(chance * BINS), BINS - 1), []).append((chance, made))
            for place, some in by_bin.items():
                _add(self._bins[number][place], some)
            if bids:
                _add(self._all[number], bids)

    def _sort(
        self, table: TablePlayed, said: list[list[float]], found: dict[int, list[tuple[float, bool]]]
    ) -> None:
        seats = self._match.seats
        for place in self._line_ups[table.line_up].measured:
            seat = (place + table.rotation) % seats
            if table.seats[seat] not in found:
                continue
            for bids, tricks, chances in zip(table.bids, table.tricks, said, strict=True):
                found[table.seats[seat]].append((chances[seat], bids[seat] == tricks[seat]))

    def found(self) -> tuple[Calibrated, ...]:
        """What the deals so far come to, for each network that has bid."""
        calibrated = []
        for number in self._networks:
            bins = [
                sums.chances(place / BINS, (place + 1) / BINS)
                for place, sums in enumerate(self._bins[number])
                if sums.bids
            ]
            if not bins:
                continue
            total = self._all[number].chances(0.0, 1.0)
            error = sum(each.bids * abs(each.difference.mean) for each in bins) / total.bids
            calibrated.append(Calibrated(self._match.players[number].name, tuple(bins), total, error))
        return tuple(calibrated)


def _add(sums: _Sums, bids: list[tuple[float, bool]]) -> None:
    sums.add(len(bids), sum(chance for chance, _ in bids), sum(made for _, made in bids))
