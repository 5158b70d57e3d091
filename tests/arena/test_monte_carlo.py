"""`examples/monte_carlo.py`: a player that uses beliefs and the kernel, open bids or secret ones."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rufen.arena.contestants import contestants

from .helper import figures, told

EXAMPLE = Path(__file__).parents[2] / "examples" / "monte_carlo.py"


@pytest.mark.parametrize("disclosure", ["open", "hidden", "delayed"])
def test_it_plays_without_a_fault_and_beats_chance(disclosure):
    match = told("counting", "random", deals=6, sizes="3,6", rules=f"bid_disclosure={disclosure}")
    players = contestants(["random"], [f"{EXAMPLE}:MonteCarlo"])
    chance, tries = figures(msgspec.structs.replace(match, players=players)).players
    assert (chance.faults, tries.faults) == ({}, {})
    assert tries.figures.edge.mean > chance.figures.edge.mean + 10


def test_it_is_as_short_as_the_page_says():
    code = EXAMPLE.read_text("utf-8").partition("class ")[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 25
