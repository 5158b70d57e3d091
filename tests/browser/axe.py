"""The accessibility checker, on whatever a page shows now."""

from __future__ import annotations

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

__all__ = ["no_findings"]

_axe = Axe()


async def no_findings(page: Page, what: str) -> None:
    """Axe finds nothing."""
    results = await _axe.run(page)
    assert results.violations_count == 0, f"{what}: {results.generate_report()}"
