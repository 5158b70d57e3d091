"""The figures of a match as a value: what `--json` prints and what the readable tables are made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rufen.arena.calibration import Calibrated, Calibration
from rufen.arena.intervals import Estimate
from rufen.arena.match import Match
from rufen.arena.ratings import Rating
from rufen.arena.tally import Series, Tally, Verdict

__all__ = ["Company", "Difference", "Figures", "PlayerFigures", "Summary", "summary", "summary_json"]


class BySize(msgspec.Struct, frozen=True):
    """The bids made at one hand size."""

    hand_size: int
    exact: Estimate


class BySeat(msgspec.Struct, frozen=True):
    """The bids made in one position: 1 is the dealer's left, who bids first; the last is the dealer."""

    position: int
    exact: Estimate


class Figures(msgspec.Struct, frozen=True):
    """What a player comes to: points and edge a round, shares of bids made and of episodes won."""

    points: Estimate
    edge: Estimate
    exact: Estimate
    wins: Estimate

    @classmethod
    def of(cls, series: Series) -> Figures | None:
        """From the values by deal, None before the first."""
        points, edge = Estimate.of(series.points), Estimate.of(series.edge)
        exact, wins = Estimate.of(series.exact), Estimate.of(series.wins)
        if points is None or edge is None or exact is None or wins is None:
            return None
        return cls(points, edge, exact, wins)


class PlayerFigures(msgspec.Struct, frozen=True):
    """A player over all companies in which it is measured; `faults` by kind."""

    name: str
    figures: Figures
    exact_by_hand_size: tuple[BySize, ...]
    exact_by_seat: tuple[BySeat, ...]
    rating: Rating | None
    faults: dict[str, int]
    last_fault: str | None


class Company(msgspec.Struct, frozen=True):
    """A player in one company: `seats` are the names at the places of the line-up."""

    player: str
    seats: tuple[str, ...]
    figures: Figures


class Difference(msgspec.Struct, frozen=True):
    """How many points a round `one` is above `other`, on the same deals.

    `difference` has the fixed interval, right when the number of deals was settled beforehand; `anytime` is
    the interval that may be looked at after every deal, None before it begins. The verdict fell after
    `decided_after` deals.
    """

    one: str
    other: str
    difference: Estimate
    anytime: tuple[float, float] | None
    verdict: Verdict
    decided_after: int | None


class Summary(msgspec.Struct, frozen=True):
    """All figures of a match. `stopped`: decided before its last deal; `compared`: the n of the ratings.

    `calibration` is empty where it was not asked for.
    """

    match: Match
    deals: int
    rounds: int
    stopped: bool
    players: tuple[PlayerFigures, ...]
    companies: tuple[Company, ...]
    differences: tuple[Difference, ...]
    compared: int
    calibration: tuple[Calibrated, ...] = ()


def summary(tally: Tally, calibration: Calibration | None = None) -> Summary:
    """What the deals so far come to. Raises ValueError before the first."""
    if not tally.deals:
        raise ValueError("no deal has been played")
    match = tally.match
    names = [player.name for player in match.players]
    ratings: Sequence[Rating | None] = tally.ratings.now() if tally.ratings else [None]
    players = tuple(_player(tally, number, name, ratings[number]) for number, name in enumerate(names))
    companies = tuple(
        Company(names[player], tuple(names[each] for each in tally.line_ups[line_up].places), figures)
        for (line_up, player), series in tally.series.items()
        if (figures := Figures.of(series)) is not None
    )
    differences = tuple(
        Difference(
            names[pair.one],
            names[pair.other],
            estimate,
            pair.interval,
            pair.verdict,
            pair.decided,
        )
        for pair in tally.pairs
        if (estimate := Estimate.of(pair.values)) is not None
    )
    stopped = match.stop_when_decided and tally.decided and tally.deals < match.deals
    compared = tally.ratings.n if tally.ratings else 0
    return Summary(
        match,
        tally.deals,
        tally.rounds,
        stopped,
        players,
        companies,
        differences,
        compared,
        calibration.found() if calibration is not None else (),
    )


def _player(tally: Tally, number: int, name: str, rating: Rating | None) -> PlayerFigures:
    series = tally.series_of(number)
    figures = Figures.of(series)
    if figures is None:
        raise ValueError("no deal has been played")
    last = tally.last_fault.get(number)
    return PlayerFigures(
        name,
        figures,
        tuple(
            BySize(size, exact)
            for size, values in sorted(series.exact_by_size.items())
            if (exact := Estimate.of(values)) is not None
        ),
        tuple(
            BySeat(position, exact)
            for position, values in enumerate(series.exact_by_seat, 1)
            if (exact := Estimate.of(values)) is not None
        ),
        rating,
        {kind: count for (who, kind), count in sorted(tally.faults.items()) if who == number},
        last.text if last else None,
    )


def summary_json(figures: Summary) -> dict[str, Any]:
    """The JSON form."""
    form: dict[str, Any] = msgspec.to_builtins(figures)
    return {"rufen-arena": 1, **form}
