"""What is shown of a run."""

from __future__ import annotations

from xml.etree import ElementTree

from rufen.arena.intervals import Estimate
from rufen.train.plot import plot
from rufen.train.progress import Changed, Entry, Gated, Measured, Verdict, last_of, read_lines, written_lines
from rufen.train.report import bars, in_a_line

SVG = "{http://www.w3.org/2000/svg}"


def near(mean: float) -> Estimate:
    return Estimate(mean, mean - 0.01, mean + 0.01, 100)


def measured(number: int) -> Measured:
    exact = {seats: near(0.5 + number / 100 + seats / 100) for seats in (3, 4, 5, 6)}
    edge = {seats: near(-3.0 + number * seats) for seats in (3, 4, 5, 6)}
    return Measured(number * 10_000_000, number * 60.0, number * 110.0, 0.2 / number, exact, edge)


BETTER = Gated(40_000_000, 10_000_000, Verdict.BETTER, 57, 0.25, 1.5, {3: near(1.0), 6: near(-0.5)})
CHANGED = Changed(50_000_000, {"rate": ("[[0.0,0.001]]", "[[0.0,0.0005]]")})
HISTORY: list[Entry] = [*map(measured, range(1, 5)), BETTER, CHANGED, measured(6)]


def test_the_log_can_be_read_back():
    lines = written_lines(HISTORY)
    assert lines.count(b"\n") == len(HISTORY)
    assert read_lines(lines) == HISTORY
    assert last_of(HISTORY, Measured) == 60_000_000
    assert last_of(HISTORY, Gated) == 40_000_000
    assert last_of([], Gated) == 0


def test_entries_in_a_line():
    assert in_a_line(HISTORY[0]) == (
        "  10.0 M  made % 54.0 55.0 56.0 57.0   edge +0.0 +1.0 +2.0 +3.0   loss 0.2000"
    )
    assert in_a_line(BETTER) == (
        "  40.0 M  gate: better than the best one (after 10.0 M) and takes its place, "
        "+0.25 … +1.50 points a round after 57 turns (3: +1.00 ± 0.01, 6: −0.50 ± 0.01)"
    )
    assert in_a_line(CHANGED) == "  50.0 M  changed: rate [[0.0,0.001]] → [[0.0,0.0005]]"


def test_bars_go_from_the_lowest_to_the_highest():
    assert bars([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█"
    assert bars([5, 5]) == "▁▁"
    assert bars(list(range(1000)), 8) == "▁▂▃▄▅▆▇█"


def test_the_plot_has_a_line_for_each_number_of_seats():
    drawing = ElementTree.fromstring(plot(HISTORY))
    lines = drawing.findall(f".//{SVG}polyline")
    assert [len(line.attrib["points"].split()) for line in lines] == [5] * 9
    texts = ["".join(text.itertext()) for text in drawing.iter(f"{SVG}text")]
    assert {"6 seats 0.62", "6 seats 62"} & set(texts)
    assert "3 seats 15" in texts
    # the gate is an upright line in each panel
    assert len([line for line in drawing.iter(f"{SVG}line") if line.attrib.get("stroke") == "#bbb"]) == 3


def test_a_run_without_measurements_has_a_plot_too():
    assert ElementTree.fromstring(plot([])).findall(f".//{SVG}polyline") == []
    assert len(ElementTree.fromstring(plot(HISTORY[:1])).findall(f".//{SVG}polyline")) == 9
