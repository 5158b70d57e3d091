"""Compiled code: with bounds checked, from its cache at the second start, and never from an old source."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba.core import config
from numba.core.caching import CacheImpl

from rufen.kernel import jit as kernel_jit

ROOT = Path(__file__).parents[2]


def start(folder: Path, *arguments: str, **environment: str) -> Any:
    """What a fresh process prints, with a cache of its own in the folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**kept, "NUMBA_CACHE_DIR": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def test_the_gate_holds_with_bounds_checked_and_the_second_start_uses_the_cache(tmp_path: Path) -> None:
    """No index leaves its array; what is compiled once is loaded afterwards, and is the same."""
    gate = ("-m", "tests.kernel.gate")
    first = start(tmp_path, *gate, NUMBA_BOUNDSCHECK="1")
    made = files(tmp_path)
    second = start(tmp_path, *gate, NUMBA_BOUNDSCHECK="1")
    assert first["positions"] > 1_000
    assert "out of bounds" in first["bounds"]
    assert (first.pop("hits"), first.pop("misses") >= 6) == (0, True)
    assert (second.pop("hits") >= 6, second.pop("misses")) == (True, 0)
    assert second == first
    assert files(tmp_path) == made


def test_a_change_in_another_file_is_compiled_in(tmp_path: Path) -> None:
    """Numba's own cache looks at the file of a function only, and would go on with the old table."""
    package = tmp_path / "toy"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "table.py").write_text("import numpy as np\nTABLE = np.array([1, 2, 3])\n")
    (package / "helper.py").write_text(
        "from rufen.kernel.jit import jit\nfrom toy.table import TABLE\n"
        "@jit\ndef helper(place):\n    return TABLE[place]\n"
    )
    (package / "top.py").write_text(
        "from rufen.kernel.jit import jit\nfrom toy import helper as other\n"
        "@jit\ndef top(place):\n    return 10 * other.helper(place)\n"
    )
    code = "import json; from toy.top import top; print(json.dumps(int(top(1))))"

    def run() -> Any:
        return start(tmp_path / "cache", "-c", code, PYTHONPATH=str(tmp_path))

    assert run() == 20
    (package / "table.py").write_text("import numpy as np\nTABLE = np.array([1, 7, 3])\n")
    assert run() == 70


def _double(number):
    return 2 * number


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache of what is compiled in this test."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernel_jit, "_told", [])
    return tmp_path


def test_without_a_folder_for_the_cache_everything_works_and_one_warning_says_what_to_set(
    kept: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(CacheImpl, "_locator_classes", [])
    assert [kernel_jit.jit(_double)(21), kernel_jit.jit(_double)(4)] == [42, 8]
    assert files(kept) == set()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "set NUMBA_CACHE_DIR to a folder that can be written" in caplog.text


def test_a_folder_that_is_lost_before_something_is_written_stops_nobody(
    kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    double: Any = kernel_jit.jit(_double)
    folder = Path(double._cache.cache_path)
    folder.rmdir()
    folder.write_text("a file in its place")
    assert double(21) == 42
    assert caplog.text.count("set NUMBA_CACHE_DIR") == 1


@pytest.mark.parametrize("harm", [b"", b"junk", bytes(400)])
@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_a_damaged_cache_is_compiled_and_written_anew(
    kept: Path, caplog: pytest.LogCaptureFixture, suffix: str, harm: bytes
) -> None:
    assert kernel_jit.jit(_double)(21) == 42
    damaged = [path for path in files(kept) if path.suffix == suffix]
    assert damaged
    for path in damaged:
        path.write_bytes(harm)
    for hits in (0, 1):
        double: Any = kernel_jit.jit(_double)
        assert double(21) == 42
        assert sum(double.stats.cache_hits.values()) == hits
    assert caplog.text == ""


def test_with_the_compiler_switched_off_what_needs_it_says_so(tmp_path: Path) -> None:
    code = """\
import contextlib, io, json
from rufen.cli.main import main
from rufen.environments import VectorEnvironment
said = io.StringIO()
try:
    VectorEnvironment(1, 3)
except ValueError as error:
    print(error, file=said)
try:
    with contextlib.redirect_stderr(said):
        main(["bench", "--signature"])
except SystemExit as end:
    print(end.code, file=said)
print(json.dumps(said.getvalue().splitlines()))
"""
    environment, bench, status = start(tmp_path, "-c", code, NUMBA_DISABLE_JIT="1")
    assert environment.startswith("NUMBA_DISABLE_JIT is set: ")
    assert bench.startswith("rufen bench: NUMBA_DISABLE_JIT is set: ")
    assert status == "2"
