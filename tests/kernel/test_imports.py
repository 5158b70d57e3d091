"""Numba takes a second to load: nobody who does not need the kernel waits for it."""

from __future__ import annotations

import subprocess
import sys

LIGHT = (
    "import rufen.core.game, rufen.core.sheet",
    "import rufen.players.base",
    "import rufen.table.table",
    "import rufen.kernel",
    "from rufen.cli.main import main; main(['--help'])",
    "import rufen.cli.serve",
    "import rufen.server.app",
)
"""One after the other, so that the first that loads too much is named."""


def test_nobody_loads_numba_who_does_not_need_it():
    code = (
        "import contextlib, io, sys\n"
        f"for line in {LIGHT!r}:\n"
        "    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        "        exec(line)\n"
        "    heavy = [name for name in ('numba', 'numpy') if name in sys.modules]\n"
        "    if heavy: sys.exit(f'{line} loads {heavy}')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
