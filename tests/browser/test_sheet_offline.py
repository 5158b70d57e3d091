"""A score sheet where there is no server any more: begun, kept, opened again, played to its end."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect
from tests.browser.chromium import GONE, PHONE
from tests.browser.kept_sheet import KeptSheet, import_sheet
from tests.browser.server import RealServer
from tests.browser.sheet_page import NewSheetPage
from tests.browser.worker import KEPT

from rufen.core.sheet import new_sheet

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Ben", "Cara")
CAMP = new_sheet(NAMES, {"round_mode": "custom", "custom_round_count": 1}, id="camp", title="At the camp")


@pytest.fixture
async def own_server(tmp_path):
    server = RealServer(tmp_path / "data")
    await server.start()
    yield server
    await server.stop()


async def test_the_match_goes_on_without_the_server(own_server, person):
    """Home was opened once; the rest needs nothing but the phone."""
    someone = await person(own_server.url, viewport=PHONE, touch=True, offline=True)
    page = await someone.page("/")
    await page.evaluate(KEPT)
    await page.get_by_role("link", name="Score sheet", exact=True).tap()
    await page.get_by_role("link", name="New sheet").tap()
    form = NewSheetPage(page)
    await form.write(*NAMES)
    await page.get_by_label("Quick", exact=True).check()
    await form.begin()
    kept = await KeptSheet.here(page)
    await kept.more(8)

    await own_server.kill()
    someone.allow(GONE)
    await page.reload()
    await kept.shows()
    await kept.more(2)
    await kept.holds()

    # its address, in tabs that were never open
    pad = await someone.page(f"{kept.path}/pad")
    await expect(pad.locator("[data-cell]")).to_have_count(2 * len(NAMES))
    await expect(pad.locator('[data-cell="1:a"] button')).to_have_accessible_name(
        re.compile("Anna, round 1: took . of ., [+−].*, total")
    )
    await pad.close()
    deep = KeptSheet(await someone.page(kept.path), kept.sheet)
    await deep.shows()
    await deep.finish()
    await deep.totals()
    await deep.holds()
    assert len(deep.sheet.rounds) == 5
    # the first tab has seen all of it
    kept.sheet = deep.sheet
    await kept.shows()

    await own_server.start()
    await page.reload()
    await kept.shows()
    await kept.holds()


async def test_everything_about_sheets_works_without_the_server(own_server, person):
    someone = await person(own_server.url, viewport=PHONE, touch=True, offline=True)
    page = await someone.page("/")
    await page.evaluate(KEPT)
    await own_server.kill()
    someone.allow(GONE)

    # a first sheet, though nothing of sheets was ever looked at
    await page.get_by_role("link", name="Score sheet", exact=True).tap()
    await expect(page.get_by_role("heading", level=1, name="Score sheets")).to_be_visible()
    await page.get_by_role("link", name="New sheet").tap()
    form = NewSheetPage(page)
    await form.write(*NAMES)
    await form.begin()
    first = await KeptSheet.here(page)
    await first.more(3)

    # the next one: who played before is known
    await page.goto("/sheet/new")
    for name in reversed(NAMES):
        await form.known(name).tap()
    await form.begin()
    second = await KeptSheet.here(page)
    assert [player.name for player in second.sheet.players] == ["Cara", "Ben", "Anna"]

    # a file comes in
    await page.goto("/sheet")
    await expect(page.locator("[data-sheet]")).to_have_count(2)
    match = new_sheet(
        NAMES, {"round_mode": "custom", "custom_round_count": 1}, id="camp", title="At the camp"
    )
    third = await import_sheet(page, match)
    await third.finish()

    # the list, and what it adds up to
    await page.goto("/sheet")
    await expect(page.locator("[data-sheet]")).to_have_count(3)
    await expect(page.locator('[data-sheet="camp"]')).to_contain_text("At the camp")
    await page.get_by_role("link", name="Statistics").tap()
    await expect(page.get_by_test_id("history").get_by_role("listitem")).to_have_count(3)
    await expect(page.get_by_role("main")).to_contain_text("Anna")

    # a link that carries the whole sheet, opened where it was never seen
    await page.goto(third.path)
    await third.choose("Share and export")
    link = await page.get_by_test_id("link").input_value()
    await page.goto("/sheet")
    await page.get_by_role("button", name="Delete At the camp").tap()
    await page.get_by_role("button", name="Delete", exact=True).tap()
    await expect(page.locator("[data-sheet]")).to_have_count(2)
    other = await someone.page(link)
    await expect(other.get_by_test_id("sheet-title")).to_have_text("At the camp")
    await other.get_by_role("button", name="Keep it on this device").tap()
    back = KeptSheet(other, third.sheet)
    await back.opened()
    await back.holds()
    await expect(page.locator("[data-sheet]")).to_have_count(3)
