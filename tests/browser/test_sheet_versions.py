"""A new version of the application takes over while a sheet is open."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.async_api import expect
from tests.browser.chromium import PHONE
from tests.browser.kept_sheet import KeptSheet, import_sheet
from tests.browser.worker import KEPT, UPDATE, publish_next, version_of
from tests.server.harness import running

from rufen.core.sheet import new_sheet
from rufen.server.files import STATIC

pytestmark = pytest.mark.browser

MATCH = new_sheet(
    ["Anna", "Ben", "Cara"], {"round_mode": "custom", "custom_round_count": 2}, id="terrace", title="Terrace"
)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A copy of the built pages, to be changed."""
    return Path(shutil.copytree(STATIC, tmp_path / "pages"))


async def test_a_new_version_takes_over_in_the_middle_of_a_match(person, tmp_path, pages):
    async with running(tmp_path / "data", static=pages) as server:
        someone = await person(server.url, viewport=PHONE, touch=True, offline=True)
        page = await someone.page("/sheet")
        await page.evaluate(KEPT)
        kept = await import_sheet(page, MATCH)
        await kept.more(4)
        before = kept.sheet
        await kept.more()
        other = KeptSheet(await someone.page(kept.path), kept.sheet)
        await other.shows()

        publish_next(pages, "second")
        await page.evaluate(UPDATE)
        bar = page.get_by_test_id("update")
        await expect(bar).to_contain_text("A new version is ready")
        # entering goes on below it, for as long as somebody likes
        for place in (kept.title, kept.key(1), kept.tab("pad")):
            await expect(place).to_be_in_viewport(ratio=1)
        await kept.touch()
        async with page.expect_event("load"):
            await bar.get_by_role("button", name="Load it").tap()
        assert await version_of(page) == "second"
        await expect(page).to_have_url(f"{server.url}{kept.path}")
        await kept.shows()
        await kept.saved()
        await kept.holds()
        # what was entered by the old version can be taken back by the new one
        await kept.undo.tap()
        await kept.undo.tap()
        kept.sheet = before
        await kept.shows()
        await kept.more(2)
        await kept.holds()

        # the other tab still is the old version: they keep the same sheet
        assert await version_of(other.page) is None
        other.sheet = kept.sheet
        await other.shows()
        await other.more(3)
        kept.sheet = other.sheet
        await kept.shows()
        async with other.page.expect_event("load"):
            await other.page.get_by_test_id("update").get_by_role("button", name="Load it").tap()
        await other.shows()
        await other.finish()
        await other.totals()
        kept.sheet = other.sheet
        await kept.shows()
        await kept.holds()
