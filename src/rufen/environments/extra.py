"""What is missing when a library of the extra `research` is not installed."""

from __future__ import annotations

from typing import NoReturn

__all__ = ["not_installed"]

_INSTALL = '.venv/bin/python -m pip install -e ".[research]"'


def not_installed(library: str, error: ImportError) -> NoReturn:
    """Raise ImportError with the way to install it."""
    raise ImportError(
        f"this environment needs {library}, which is not installed: in the checkout of Rufen run {_INSTALL}"
    ) from error
