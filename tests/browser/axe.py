"""The accessibility checker, on whatever a page shows now."""

from __future__ import annotations

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

__all__ = ["no_findings"]

_axe = Axe()


async def no_findings(page: Page, what: str) -> None:
    """Axe finds nothing."""
    # Without preload: axe would fetch the style sheets again, also from a server that is down.
    results = await _axe.run(page, options={"preload": False})
    assert results.violations_count == 0, f"{what}: {results.generate_report()}"
