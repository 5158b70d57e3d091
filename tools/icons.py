"""The icons of the installed application, drawn from the project's mark (web/public/mark.svg).

    python tools/icons.py          writes web/public/icons/*.png

Run it with the Python of `.venv`, after tools/test.py; needed again only when the mark or the page's colour
changes.
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Browser, async_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import launch  # noqa: E402

PUBLIC = ROOT / "web" / "public"
TOKENS = ROOT / "web" / "src" / "styles" / "tokens.css"


class Icon(NamedTuple):
    """One picture: `mark` is the share of its edge that the mark takes."""

    name: str
    edge: int
    mark: float
    ground: bool
    """Filled with the page's colour; else the mark stands alone."""


ICONS = (
    Icon("192", 192, 0.94, ground=False),
    Icon("512", 512, 0.94, ground=False),
    # launchers cut it to any shape that holds the inner circle of 80 %
    Icon("512-maskable", 512, 0.6, ground=True),
    # Apple's cuts the corners, and paints what is transparent black
    Icon("180", 180, 0.7, ground=True),
)


def _page_colour() -> str:
    found = re.search(r"--page: (#[0-9a-f]{6});", TOKENS.read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


async def _draw(browser: Browser, icon: Icon) -> Path:
    mark = (PUBLIC / "mark.svg").read_text(encoding="utf-8")
    size = round(icon.edge * icon.mark)
    ground = _page_colour() if icon.ground else "transparent"
    page = await browser.new_page(viewport={"width": icon.edge, "height": icon.edge})
    await page.set_content(
        "<style>body { margin: 0; height: 100vh; display: grid; place-items: center;"
        f" background: {ground} }} svg {{ width: {size}px; height: {size}px }}</style>{mark}"
    )
    path = PUBLIC / "icons" / f"{icon.name}.png"
    await page.screenshot(path=path, omit_background=not icon.ground)
    await page.close()
    return path


async def _main() -> None:
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        for icon in ICONS:
            path = await _draw(browser, icon)
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(_main())
