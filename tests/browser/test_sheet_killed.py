"""The browser is killed, all its processes at once, and nothing that was entered is lost."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import async_playwright, expect
from tests.browser.chromium import Installed
from tests.browser.kept_sheet import KeptSheet, import_sheet

from rufen.core.sheet import Sheet, new_sheet, score

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Ben", "Cara")


def _match(rounds: int) -> Sheet:
    """A short match, not begun yet."""
    return new_sheet(NAMES, {"round_mode": "custom", "custom_round_count": rounds}, id=f"match{rounds}")


@pytest.fixture
async def installed(server, tmp_path) -> AsyncIterator[Installed]:
    async with async_playwright() as playwright:
        installed = Installed(playwright, tmp_path / "profile", server.url)
        yield installed
        await installed.stop()


async def _begin(installed: Installed, match: Sheet) -> KeptSheet:
    page = await (await installed.start()).page("/sheet")
    return await import_sheet(page, match)


async def _killed(installed: Installed, kept: KeptSheet) -> KeptSheet:
    """Kill it, start it again, and open the sheet by its address."""
    await installed.kill()
    again = KeptSheet(await (await installed.start()).page(kept.path), kept.sheet)
    await again.shows()
    return again


@pytest.mark.parametrize("rounds", [1, pytest.param(3, marks=pytest.mark.long)])
async def test_killed_after_each_entry(installed, rounds):
    kept = await _begin(installed, _match(rounds))
    while score(kept.sheet).asked is not None:
        await kept.more()
        kept = await _killed(installed, kept)
    await kept.holds()
    await kept.totals()
    # nothing is left to do but to take back, all of it
    for _ in range(rounds * 2 * len(NAMES)):
        await kept.undo.tap()
    await expect(kept.undo).to_have_accessible_name("Nothing to undo")
    await kept.saved()
    kept.sheet = _match(rounds)
    kept = await _killed(installed, kept)
    await kept.holds()


@pytest.mark.long
async def test_killed_in_the_middle_of_entering(installed):
    """Killed without waiting: what was not saved yet may be missing, what was saved is there."""
    kept = await _begin(installed, _match(10))
    while score(kept.sheet).asked is not None:
        await kept.more()
        saved = kept.sheet
        if score(saved).asked is not None:
            await kept.touch()
        touched = kept.sheet
        await installed.kill()
        page = await (await installed.start()).page(kept.path)
        kept = await KeptSheet.here(page)
        assert kept.sheet in (saved, touched)
    await kept.totals()
