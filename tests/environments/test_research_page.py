"""docs/research.md: its table is the layout, and its code runs, learns and prints what it says."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from pathlib import Path

from rufen.environments import LAYOUT, aec, single, spiel, vector

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")


def block(kind, name):
    found = re.search(rf"^```{kind} {name}\n(.*?)^```$", PAGE, re.S | re.M)
    assert found, f"no block {name}"
    return found[1]


def run(name):
    names: dict = {}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(block("python", name), f"research.md {name}", "exec"), names)
    return names, said.getvalue()


def test_the_table_is_the_layout():
    rows = re.findall(r"^\| (\d+)(?: … (\d+))? \| `(\w+)` \| (.+) \|$", PAGE, re.M)
    told = [(name, int(first), int(last or first) + 1, meaning) for first, last, name, meaning in rows]
    assert told == [(p.name, p.start, p.slice.stop, p.meaning) for p in LAYOUT.values()]


def test_the_twenty_lines_learn():
    names, said = run("learn")
    assert names["points"].mean() < 0
    assert names["learned"].mean() > names["points"].mean() + 8
    assert said == block("output", "learn")
    lines = [line for line in block("python", "learn").splitlines() if line.strip()]
    assert len(lines) <= 26


def test_the_pettingzoo_lines_run():
    names, _ = run("aec")
    assert not names["table"].agents


def test_the_gymnasium_lines_run():
    names, _ = run("single")
    assert names["over"]
    assert names["reward"] != 0
    assert "illegal" not in names["info"]


def test_the_openspiel_lines_run():
    names, said = run("spiel")
    assert names["state"].is_terminal()
    assert sum(names["state"].returns()) == 0
    assert said


def test_the_examples_in_the_modules_are_right():
    for module in (vector, aec, single, spiel):
        found = doctest.testmod(module)
        assert found.attempted
        assert not found.failed
