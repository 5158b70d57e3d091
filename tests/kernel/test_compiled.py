"""Compiled code: with bounds checked, from its cache at the second start, and never from an old source."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

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
