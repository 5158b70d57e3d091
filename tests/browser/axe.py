"""The accessibility checker, on whatever a page shows now."""

from __future__ import annotations

from axe_playwright_python.async_playwright import Axe
from axe_playwright_python.base import AxeResults
from playwright.async_api import Page

__all__ = ["no_findings"]

_SCRIPT = f"{Axe().axe_script}\n;undefined"

# Without preload: axe would fetch the style sheets again, also from a server that is down.
# Only what it finds is worked out and sent: what passes is many times as much.
_RUN = """async () => {
  if (globalThis.axe === undefined) return null;
  const { violations } = await axe.run(document, { preload: false, resultTypes: ["violations"] });
  return { violations };
}"""


async def no_findings(page: Page, what: str) -> None:
    """Axe finds nothing."""
    response = await page.evaluate(_RUN)
    if response is None:
        await page.evaluate(_SCRIPT)
        response = await page.evaluate(_RUN)
    results = AxeResults(response)
    assert results.violations_count == 0, f"{what}: {results.generate_report()}"
