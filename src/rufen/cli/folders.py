"""Where the tables are kept when nobody says so."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

__all__ = ["default_data_folder"]


def default_data_folder(environment: Mapping[str, str], platform: str, home: Path) -> Path:
    """Where the platform keeps an application's data."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Rufen"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Rufen"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "rufen"
