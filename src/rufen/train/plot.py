"""The curve of a run as a picture: bids made, edge and loss by decisions, drawn as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10

from rufen.train.playing import SEATS
from rufen.train.progress import Entry, Gated, Measured, Verdict

__all__ = ["plot"]

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP = 760, 190, 58, 92, 34
_COLOURS = {3: "#b3402a", 4: "#8a6d00", 5: "#1d7a55", 6: "#2f5fb3", 0: "#666666"}
_STYLE = "text{font:12px system-ui,sans-serif;fill:#444}.h{font-weight:600;fill:#222}.g{stroke:#ddd}"

Points = Sequence[tuple[float, float]]


def plot(history: Sequence[Entry]) -> str:
    """An SVG with a panel for each figure; upright lines are where the best network was replaced."""
    measured = [entry for entry in history if isinstance(entry, Measured)]
    passed = [
        entry.decisions for entry in history if isinstance(entry, Gated) and entry.verdict is Verdict.BETTER
    ]
    most = max((entry.decisions for entry in history), default=1)

    def lines(value: Callable[[Measured, int], float]) -> dict[int, Points]:
        return {seats: [(entry.decisions, value(entry, seats)) for entry in measured] for seats in SEATS}

    panels: tuple[tuple[str, dict[int, Points]], ...] = (
        ("Bids made in its own company, %", lines(lambda entry, seats: 100 * entry.exact[seats].mean)),
        ("Edge among the others, points a round", lines(lambda entry, seats: entry.edge[seats].mean)),
        ("Loss a decision", {0: [(entry.decisions, entry.loss) for entry in measured]}),
    )
    high = len(panels) * _HEIGHT + 30
    body = "".join(
        f'<g transform="translate(0 {number * _HEIGHT})">{_panel(title, each, most, passed)}</g>'
        for number, (title, each) in enumerate(panels)
    )
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {high}" width="{_WIDTH}">'
        f'<style>{_STYLE}</style><rect width="100%" height="100%" fill="#fff"/>{body}'
        f'<text x="{middle:.0f}" y="{high - 8}" text-anchor="middle">million decisions</text></svg>\n'
    )


def _panel(title: str, lines: dict[int, Points], most: float, passed: Sequence[int]) -> str:
    values = [value for points in lines.values() for _, value in points] or [0.0, 1.0]
    ticks = _ticks(min(values), max(values))
    bottom, right = _HEIGHT - 24, _WIDTH - _RIGHT

    def x(decisions: float) -> float:
        return round(_LEFT + (right - _LEFT) * decisions / most, 1)

    def y(value: float) -> float:
        return round(bottom - (bottom - _TOP) * (value - ticks[0]) / (ticks[-1] - ticks[0]), 1)

    parts = [f'<text class="h" x="{_LEFT}" y="20">{title}</text>']
    for tick in ticks:
        parts.append(f'<line class="g" x1="{_LEFT}" x2="{right}" y1="{y(tick)}" y2="{y(tick)}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y(tick) + 4}" text-anchor="end">{tick:.10g}</text>')
    for tick in _ticks(0, most / 1e6):
        if tick * 1e6 <= most:
            parts.append(
                f'<text x="{x(tick * 1e6)}" y="{bottom + 17}" text-anchor="middle">{tick:.10g}</text>'
            )
    parts += [f'<line x1="{x(at)}" x2="{x(at)}" y1="{_TOP}" y2="{bottom}" stroke="#bbb"/>' for at in passed]
    labels: list[float] = []
    for seats, points in sorted(lines.items(), key=lambda line: -line[1][-1][1] if line[1] else 0):
        if not points:
            continue
        drawn = " ".join(f"{x(at)},{y(value)}" for at, value in points)
        colour = _COLOURS[seats]
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        labels.append(max(y(points[-1][1]) + 4, labels[-1] + 13 if labels else 0))
        name = f"{seats} seats " if seats else ""
        place = f'x="{x(points[-1][0]) + 6}" y="{labels[-1]:.1f}"'
        parts.append(f'<text {place} style="fill:{colour}">{name}{points[-1][1]:.3g}</text>')
    return "".join(parts)


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers, from one below `low` to one above `high`."""
    span = max(high - low, abs(high) * 1e-3, 1e-9)
    step = 10.0 ** floor(log10(span / 4))
    step *= next((factor for factor in (1, 2, 5) if span / (step * factor) <= 5), 10)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [number * step for number in range(first, last + 1)]
