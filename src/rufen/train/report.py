"""A run as text: where it stands, its curve as a table and as bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

from rufen.arena.intervals import Estimate
from rufen.train.checkpoint import State
from rufen.train.config import Config
from rufen.train.progress import Changed, Entry, Gated, Measured, Verdict

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["bars", "in_a_line", "report", "standing"]

Kept = TypeVar("Kept")

_BARS = "▁▂▃▄▅▆▇█"
_ROWS = 16
"""The most measurements that are shown."""


def report(config: Config, state: State) -> Iterator[Table | str]:
    """Everything about a run, for a console."""
    from rich import box
    from rich.table import Table

    yield standing(config, state)
    measured = [entry for entry in state.history if isinstance(entry, Measured)]
    if not measured:
        yield "Nothing was measured yet."
        return
    shown = _thinned(measured, _ROWS)
    losses = [f"{entry.loss:.4f}" for entry in shown]
    times = [_clock(entry.seconds) for entry in shown]
    exact = [[_with_half(each, 100, "") for each in entry.exact.values()] for entry in shown]
    edges = [[_with_half(each, 1, "+") for each in entry.edge.values()] for entry in shown]
    titles = _titles(state)
    for title, rows, name, last in ((titles[0], exact, "loss", losses), (titles[1], edges, "time", times)):
        table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="")
        for column in ("decisions", *(f"{seats} seats" for seats in measured[0].exact), name):
            table.add_column(column, justify="right", no_wrap=True)
        for entry, row, end in zip(shown, rows, last, strict=True):
            table.add_row(_million(entry.decisions), *row, end)
        yield table
    for seats in measured[0].exact:
        made = bars([entry.exact[seats].mean for entry in measured])
        edge = bars([entry.edge[seats].mean for entry in measured])
        yield f" {seats} seats   made % {made}   edge {edge}"
    yield f"           loss   {bars([entry.loss for entry in measured])}"
    others = [entry for entry in state.history if not isinstance(entry, Measured)]
    if others:
        yield ""
        yield from (in_a_line(entry) for entry in others)


def standing(config: Config, state: State) -> str:
    """Where a run stands, in a few lines."""
    share = min(1, state.decisions / config.decisions)
    text = f"{_million(state.decisions)} of {_million(config.decisions)} decisions ({share:.0%})"
    if state.cpu_seconds:
        after = f" after the first {_million(state.timed_from)}" if state.timed_from else ""
        workers = f"{config.workers} workers" if config.workers > 1 else "one worker"
        text += (
            f", {_clock(state.seconds)} hours{after} with {workers}, "
            f"{(state.decisions - state.timed_from) / state.cpu_seconds:,.0f} decisions a second of one core"
        )
    a, b = state.learned.learner.w2.shape
    text += f"\nhidden layers of {a} and {b} units, {len(state.earlier)} earlier selves"
    if state.best is not None:
        text += f"; the best network is that after {_million(state.best_decisions)}"
    return text


def in_a_line(entry: Entry) -> str:
    """An entry of the history in a line."""
    at = f"{_million(entry.decisions):>8}"
    if isinstance(entry, Measured):
        made = " ".join(f"{100 * each.mean:.1f}" for each in entry.exact.values())
        edge = " ".join(f"{each.mean:+.1f}" for each in entry.edge.values()).replace("-", "−")
        return f"{at}  made % {made}   edge {edge}   loss {entry.loss:.4f}"
    if isinstance(entry, Changed):
        changes = "; ".join(f"{name} {then} → {now}" for name, (then, now) in entry.settings.items())
        return f"{at}  changed: {changes}"
    return f"{at}  gate: {_outcome(entry)}"


def _outcome(entry: Gated) -> str:
    if entry.verdict is Verdict.FIRST:
        return "the first network is the best one"
    best = f"the best one (after {_million(entry.best)})"
    said = {
        Verdict.BETTER: f"better than {best} and takes its place",
        Verdict.WORSE: f"worse than {best}, which stays",
        Verdict.EQUAL: f"level with {best}, which stays",
        Verdict.OPEN: f"not certainly better than {best}, which stays",
    }[entry.verdict]
    each = ", ".join(f"{seats}: {_with_half(one, 1, '+')}" for seats, one in entry.difference.items())
    between = (
        ""
        if entry.low is None
        else f", {entry.low:+.2f} … {entry.high:+.2f} points a round".replace("-", "−")
    )
    return f"{said}{between} after {entry.turns} turns ({each})"


def bars(values: Sequence[float], width: int = 40) -> str:
    """A curve as a line of bars, from its lowest value to its highest."""
    shown = _thinned(values, width)
    low, high = min(shown), max(shown)
    span = (high - low) or 1.0
    return "".join(_BARS[min(7, int((value - low) / span * 8))] for value in shown)


def _thinned(values: Sequence[Kept], most: int) -> list[Kept]:
    """So many of the values, evenly, the last among them."""
    n = len(values)
    if n <= most:
        return list(values)
    return [values[(number + 1) * n // most - 1] for number in range(most)]


def _titles(state: State) -> tuple[str, str]:
    where = "a network that stays as it is" if state.exploited is not None else "counting"
    return "Bids made in its own company, in %", f"Points a round above the others, one among {where}"


def _clock(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))


def _with_half(each: Estimate, scale: float, sign: str) -> str:
    half = "" if each.low is None else f" ± {scale * (each.mean - each.low):.2f}"
    return f"{scale * each.mean:{sign}.2f}{half}".replace("-", "−")


def _million(decisions: int) -> str:
    return f"{decisions / 1e6:.2f} M" if decisions < 10_000_000 else f"{decisions / 1e6:.1f} M"
