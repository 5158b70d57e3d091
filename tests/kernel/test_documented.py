"""`docs/kernel.md` says what is so: its sample session runs, its table names every module."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import rufen.kernel

from .test_planted_faults import FAULTS

PAGE = Path(__file__).parents[2] / "docs" / "kernel.md"


def test_the_sample_session_runs():
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert (result.failed, result.attempted > 25) == (0, True)


def test_every_module_has_its_place_in_the_table():
    folder = Path(rufen.kernel.__path__[0])
    modules = {
        path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    rows = re.findall(r"^\| (`.*?`) \|", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == modules - {"__init__"}


def test_the_number_of_planted_faults_is_right():
    assert f"Each of {len(FAULTS)} faults" in PAGE.read_text("utf-8")
