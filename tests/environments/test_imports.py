"""`rufen.environments` needs nothing of the extra `research`; its other modules say how to install it."""

from __future__ import annotations

import subprocess
import sys

MISSING = """
import sys
from importlib import import_module
import rufen.environments
print(sorted({"gymnasium", "pettingzoo", "pyspiel"} & set(sys.modules)))
for module, library in (("aec", "pettingzoo"), ("single", "gymnasium"), ("spiel", "pyspiel")):
    sys.modules[library] = None
    try:
        import_module("rufen.environments." + module)
    except ImportError as error:
        print(error)
"""


def test_what_is_missing_is_named_with_the_way_to_install_it():
    done = subprocess.run([sys.executable, "-c", MISSING], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "[]",
        *(
            f"this environment needs {name}, which is not installed: in the checkout of Rufen run "
            '.venv/bin/python -m pip install -e ".[research]"'
            for name in ("PettingZoo", "Gymnasium", "OpenSpiel")
        ),
    ]
