"""The signature stays as it is while the kernel plays as it does, and changes with every rule."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from rufen.bench.signature import signature
from rufen.kernel import layout as at

SIGNATURE = 84017365371540
"""Change it only together with the way the kernel plays, and say so in the change log."""


def test_the_number():
    assert signature() == SIGNATURE


@pytest.mark.parametrize(
    ("column", "value"),
    [
        (at.EXACT_BONUS, 30),
        (at.POINTS_PER_TRICK, 20),
        (at.MISS_PENALTY, 5),
        (at.ZERO_BID, 0),
        (at.RESTRICTION, 0),
        (at.ROUND_ONE_EXEMPT, 0),
        (at.PERFECT_BONUS, 0),
        (at.LAST_ROUND_BONUS, 0),
        (at.EVEN_PENALTY, 0),
        (at.LEADS, 0),
        (at.LEADS, 1),
        (at.LEADS, 2),
        (at.NO_LAST_TRUMP, 0),
        (at.ROUNDS, 3),
    ],
)
def test_every_setting_of_play_and_scores_is_in_it(monkeypatch, column, value):
    encode = at.encode_rules

    def planted(rules, seats):
        row = encode(rules, seats)
        row[column] = value
        return row

    monkeypatch.setattr(at, "encode_rules", planted)
    assert signature() != SIGNATURE


def test_the_two_ways_of_restricting_the_leader_differ_in_it(monkeypatch):
    encode = at.encode_rules

    def planted(rules, seats):
        row = encode(rules, seats)
        row[at.RESTRICTION] = np.uint8([0, 1, 1, 3][row[at.RESTRICTION]])
        return row

    monkeypatch.setattr(at, "encode_rules", planted)
    assert signature() != SIGNATURE


@pytest.mark.long
def test_a_changed_table_of_the_rules_changes_it(tmp_path):
    """The queen of blue trumps beats the king (R4.8), in a program and a cache of its own."""
    code = """\
from rufen.kernel import tables
king, queen = tables.POWER[0, :, 11].copy(), tables.POWER[0, :, 10].copy()
tables.POWER[0, :, 11], tables.POWER[0, :, 10] = queen, king
from rufen.bench.signature import signature
print(signature())
"""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert int(ended.stdout) != SIGNATURE
