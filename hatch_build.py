"""Build hook: puts the built web pages into the package (see tools/webbuild.py, which does the work).

Wheels, sdists and editable installs all carry the pages.  Nothing is built when nothing changed, or when an
sdist brings them already built.  RUFEN_SKIP_WEB=1 leaves them out, RUFEN_FORCE_WEB=1 builds them anyway.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

from webbuild import NODE_REQUIREMENT, Web, WebBuildError


class WebHook(BuildHookInterface[Any]):
    """Hatchling asks it before each build."""

    PLUGIN_NAME = "custom"

    @property
    def web(self) -> Web:
        return Web(Path(self.root))

    def dependencies(self) -> list[str]:
        """Node.js (61 MB), only when there is something to build."""
        return [NODE_REQUIREMENT] if self.web.stale() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages before hatchling collects the files."""
        try:
            built = self.web.build()
        except WebBuildError as error:
            raise SystemExit(f"\nerror: {error}") from None
        self.app.display_info("web: built" if built else "web: nothing to build")
