"""The tables that `rufen bench` prints."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from rufen.bench.report import Report

__all__ = ["page"]


def page(measured: Report) -> Iterator[RenderableType]:
    """The parts that were measured, one after the other."""
    here, what = measured.machine, measured.versions
    cores = "1 core" if here.cores == 1 else f"{here.cores} cores"
    yield Text(f"{here.processor}, {cores}, {here.system}; one thread, best of the turns")
    yield Text(
        f"rufen {what.rufen}, rules version {what.rules}, Python {what.python}, NumPy {what.numpy}, "
        f"Numba {what.numba}"
    )
    yield Text(f"signature {measured.signature}\n", style="bold")
    if measured.random_games:
        yield Text("Random games", style="bold")
        table = _table("seats", "select", "games/s", "card plays/s", "decisions/s")
        for one in measured.random_games:
            table.add_row(
                str(one.seats), one.select, _number(one.games), _number(one.cards), _number(one.decisions)
            )
        yield table
    if measured.playouts:
        yield Text("Play-outs from mid-round, hidden hands drawn for each", style="bold")
        table = _table("seats", "policy", "play-outs/s")
        for playout in measured.playouts:
            table.add_row(str(playout.seats), playout.policy, _number(playout.playouts))
        yield table
    if measured.environment:
        yield Text("Vectorised environment", style="bold")
        table = _table("seats", "steps/s")
        for environment in measured.environment:
            table.add_row(str(environment.seats), _number(environment.steps))
        yield table
    if measured.starts:
        yield Text("From the start to the end of the first game", style="bold")
        table = _table("cache", "seconds", "CPU seconds")
        for name, start in (("empty", measured.starts.cold), ("filled", measured.starts.cached)):
            table.add_row(name, f"{start.seconds:.2f}", f"{start.cpu_seconds:.2f}")
        yield table
    if measured.peers:
        yield Text("Nearest games of others, and how many times as many decisions ours makes", style="bold")
        against = list(dict.fromkeys(name for peer in measured.peers for name in peer.ratios))
        table = _table("package", "game", "seats", "decisions/s", *(f"× {name}" for name in against))
        for peer in measured.peers:
            ratios = (f"{peer.ratios[name]:,.1f}" if name in peer.ratios else "" for name in against)
            seats = "" if peer.seats is None else str(peer.seats)
            table.add_row(
                f"{peer.package} {peer.version}", peer.game, seats, _number(peer.decisions), *ratios
            )
        yield table
    for package, reason in measured.missing_peers.items():
        yield Text(f"{package}: no number, {reason}")


def _table(*columns: str) -> Table:
    table = Table()
    for name in columns:
        number = name.endswith(("/s", "seconds", "seats")) or name.startswith("×")
        table.add_column(name, justify="right" if number else "left")
    return table


def _number(value: float) -> str:
    """A rate with three digits that mean something."""
    if value >= 1e6:
        return f"{value / 1e6:,.3g} M" if value < 1e9 else f"{value / 1e6:,.0f} M"
    return f"{value:,.0f}"
