"""The figures of a match as tables to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec
from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from rufen.arena.calibration import Calibrated
from rufen.arena.faults import FAULTS, in_a_line
from rufen.arena.intervals import Estimate
from rufen.arena.match import Episode, FieldKind, Match
from rufen.arena.summary import Difference, Figures, PlayerFigures, Summary
from rufen.arena.tally import Verdict
from rufen.core.fields import format_rules
from rufen.core.house_rules import RoundMode

__all__ = ["report"]


def report(figures: Summary) -> Iterator[RenderableType]:
    """The parts from top to bottom."""
    for part in _parts(figures):
        # a title of its own line: in a table it would be broken where the table is narrow
        if isinstance(part, Table) and part.title:
            yield Text(str(part.title), style="bold")
            part.title = None
        yield part


def _parts(figures: Summary) -> Iterator[RenderableType]:
    match = figures.match
    yield Text(_heading(figures), style="bold")
    yield Text(_about(match), style="dim")
    yield _players(figures)
    if len(figures.companies) > len(figures.players):
        yield _companies(figures)
    if figures.differences:
        yield _differences(figures)
        yield Text(_reading(match), style="dim")
    yield _by_hand_size(figures.players)
    yield _by_seat(figures.players, match.seats)
    for player in figures.calibration:
        yield _calibration(player)
    yield from _faults(figures)


def _heading(figures: Summary) -> str:
    match = figures.match
    deals = (
        f"{figures.deals} of {match.deals} deals" if figures.deals < match.deals else f"{match.deals} deals"
    )
    why = ", stopped because everything is decided" if figures.stopped else ""
    return f"{deals}, {figures.rounds} rounds played{why}"


def _about(match: Match) -> str:
    sizes = match.schedule
    # the hands are said anyway
    rules = msgspec.structs.replace(match.rules, round_mode=RoundMode.FULL, hand_sizes=None)
    plain = sizes == tuple(range(sizes[0], sizes[-1] + 1))
    hands = f"{sizes[0]}–{sizes[-1]}" if plain and len(sizes) > 1 else ",".join(map(str, sizes))
    episode = "rounds" if match.episode is Episode.ROUND else "whole games"
    return (
        f"{match.seats} seats, {episode} with hands of {hands}, rules {format_rules(rules)}, "
        f"{match.field.value} field, seed {in_a_line(match.seed)}; "
        "± is a 95 % interval over the deals"
    )


def points(value: float) -> str:
    """Points with a sign: +3.1, −0.4; what rounds to nothing has none."""
    text = f"{value:+.2f}".replace("-", "−")
    return text[1:] if float(f"{value:.2f}") == 0 else text


def _with_margin(estimate: Estimate, write: Callable[[float], str], scale: float = 1) -> str:
    mean = write(scale * estimate.mean)
    if estimate.high is None:
        return mean
    digits = 2 if scale == 1 else 1
    return f"{mean} ± {scale * (estimate.high - estimate.mean):.{digits}f}"


def _points(estimate: Estimate) -> str:
    return _with_margin(estimate, points)


def _share(estimate: Estimate) -> str:
    return _with_margin(estimate, lambda value: f"{value:.1f}", 100)


def _table(title: str, *columns: str, left: int = 1) -> Table:
    table = Table(title=title, box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number < left else "right", no_wrap=True)
    return table


_TITLES = {
    FieldKind.OWN: "The player in its own company",
    FieldKind.MIXED: "The players, all at one table",
    FieldKind.MIRRORED: "The players, each alone among others",
    FieldKind.ALONE: "One of the first, and the others around it",
}
_FIGURES = ("points a round", "edge", "bids made %", "won %")


def _cells(figures: Figures) -> tuple[str, str, str, str]:
    return (
        _points(figures.points),
        _points(figures.edge),
        _share(figures.exact),
        _share(figures.wins),
    )


def _players(figures: Summary) -> Table:
    title = _TITLES[figures.match.field]
    rated = figures.compared > 0
    table = _table(title, "player", *_FIGURES, *(("rating",) if rated else ()))
    for player in figures.players:
        rating = player.rating
        shown = f"{rating.mu:.1f} ± {1.96 * rating.sigma:.1f}" if rating is not None else ""
        table.add_row(player.name, *_cells(player.figures), *((shown,) if rated else ()))
    if rated:
        table.caption = (
            f"ratings from {figures.compared} comparisons (Plackett-Luce from 25; ± is the model's own)"
        )
        table.caption_justify = "left"
    return table


def _companies(figures: Summary) -> Table:
    table = _table("Alone among", "player", "among", *_FIGURES, left=2)
    only = figures.match.players[0].name if figures.match.field is FieldKind.ALONE else None
    for company in figures.companies:
        if only is not None and company.player != only:
            continue
        table.add_row(
            company.player,
            company.seats[1 if company.seats[0] == company.player else 0],
            *_cells(company.figures),
        )
    return table


def _differences(figures: Summary) -> Table:
    table = _table("Differences in points a round, on the same deals", "players", "difference", "at any time",
                   "verdict")  # fmt: skip
    for each in figures.differences:
        table.add_row(
            f"{each.one} − {each.other}",
            _points(each.difference),
            "–" if each.anytime is None else f"{points(each.anytime[0])} … {points(each.anytime[1])}",
            _verdict(each),
        )
    return table


def _verdict(difference: Difference) -> str:
    words = {
        Verdict.OPEN: "open",
        Verdict.EQUAL: "equal",
        Verdict.ONE: f"{difference.one} is better",
        Verdict.OTHER: f"{difference.other} is better",
    }[difference.verdict]
    return words if difference.decided_after is None else f"{words} (after {difference.decided_after} deals)"


def _reading(match: Match) -> str:
    margin = f"; equal: closer than {match.margin:g}" if match.margin else ""
    return (
        f"± is right for a number of deals settled beforehand, “at any time” however often one looks\n"
        f"(chance of a false verdict at most {match.alpha:g}{margin})"
    )


def _by_hand_size(players: Sequence[PlayerFigures]) -> Table:
    table = _table("Bids made % by hand size", "cards", *(player.name for player in players), left=0)
    for rows in zip(*(player.exact_by_hand_size for player in players), strict=True):
        table.add_row(str(rows[0].hand_size), *(_share(row.exact) for row in rows))
    return table


def _by_seat(players: Sequence[PlayerFigures], seats: int) -> Table:
    table = _table("Bids made % by seat", "seat", *(player.name for player in players))
    for rows in zip(*(player.exact_by_seat for player in players), strict=True):
        position = rows[0].position
        name = f"{position}" + (" leads" if position == 1 else " dealer" if position == seats else "")
        table.add_row(name, *(_share(row.exact) for row in rows))
    return table


def _calibration(player: Calibrated) -> Table:
    table = _table(f"Chances that {player.name} gave its bids", "said %", "bids", "mean said %", "made %",
                   "made − said")  # fmt: skip
    for row in (*player.bins, player.all):
        edges = f"{100 * row.low:.0f} – {100 * row.high:.0f}"
        made, off = _between(row.made, ""), _between(row.difference, "+")
        table.add_row(edges, str(row.bids), f"{100 * row.said:.1f}", made, off)
    table.caption = (
        f"made and said are {100 * player.error:.1f} apart, the mean over the bids; in brackets: 95 %"
    )
    table.caption_justify = "left"
    return table


def _between(share: Estimate, sign: str) -> str:
    """A share in %, and its interval, which is not as wide on both sides."""
    values = (share.mean, share.low, share.high)
    mean, *ends = (f"{100 * each:{sign}.1f}".replace("-", "−") for each in values if each is not None)
    return f"{mean} ({' … '.join(ends)})" if ends else mean


def _faults(figures: Summary) -> Iterator[RenderableType]:
    for player in figures.players:
        for kind, count in player.faults.items():
            times = "once" if count == 1 else f"{count} times"
            yield Text(
                f"{player.name} {FAULTS[kind]} {times}; the first legal action was played", style="bold"
            )
        if player.last_fault is not None:
            yield Text(f"  the last time: {player.last_fault}")
