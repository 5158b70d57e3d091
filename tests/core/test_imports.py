"""The core is light: it brings nothing heavy along."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("numpy", "numba", "starlette", "uvicorn", "websockets", "rich", "asyncio")


def test_the_core_imports_nothing_heavy() -> None:
    code = (
        "import pkgutil, sys, importlib, rufen.core\n"
        "for module in pkgutil.iter_modules(rufen.core.__path__):\n"
        "    importlib.import_module(f'rufen.core.{module.name}')\n"
        f"print(*(name for name in {HEAVY!r} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, [], "")
