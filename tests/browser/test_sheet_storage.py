"""No room, no storage, storage taken away: the sheet says so, loses nothing on the screen, and recovers.

The quota is the browser's own, through its developer tools. Chromium remembers for a while how much room
there was: a quota bites when it is there before the first write, or when what it leaves is used up.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect
from tests.browser.axe import no_findings
from tests.browser.chromium import PHONE, Watched
from tests.browser.kept_sheet import KeptSheet, as_file, import_sheet
from tests.browser.sheet_page import NewSheetPage

from rufen.core.sheet import new_sheet

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Ben", "Cara")
MATCH = new_sheet(NAMES, {"round_mode": "custom", "custom_round_count": 2}, id="garden", title="Garden")

# Writes until there is no room for 64 bytes more.
FILL = """async () => {
  const opening = indexedDB.open("filler");
  opening.onupgradeneeded = () => opening.result.createObjectStore("all", { autoIncrement: true });
  const db = await new Promise((resolve) => (opening.onsuccess = () => resolve(opening.result)));
  const fits = (size) =>
    new Promise((resolve) => {
      const tx = db.transaction("all", "readwrite");
      tx.objectStore("all").add(crypto.getRandomValues(new Uint8Array(size)));
      tx.oncomplete = () => resolve(true);
      tx.onabort = () => resolve(false);
    });
  for (let size = 65536; size >= 64; ) if (!(await fits(size))) size /= 2;
  db.close();
}"""

NONE = "Object.defineProperty(globalThis, 'indexedDB', { value: undefined })"
DENIED = """indexedDB.constructor.prototype.open = () => {
  throw new DOMException("denied", "SecurityError");
}"""


async def _set_quota(page: Page, someone: Watched, bytes_: int | None) -> None:
    """What this origin may store; None: as much as ever."""
    devtools = await page.context.new_cdp_session(page)
    how = {"origin": someone.origin} if bytes_ is None else {"origin": someone.origin, "quotaSize": bytes_}
    await devtools.send("Storage.overrideQuotaForOrigin", how)


async def test_full_before_it_begins(person):
    """A sheet is begun and played in memory, and saved when there is room again."""
    someone = await person(viewport=PHONE, touch=True)
    page = await someone.page("/sheet/new")
    await _set_quota(page, someone, 1000)
    form = NewSheetPage(page)
    await form.write(*NAMES)
    await form.begin()
    notice = page.get_by_role("alert").filter(has_text="no room left")
    await expect(notice).to_contain_text("This device has no room left. What you entered last is not saved.")
    await expect(notice).to_contain_text("Nothing you see here is lost while this page stays open.")
    kept = KeptSheet(page, MATCH)
    await expect(kept.root).to_have_attribute("data-saved", "false")
    await no_findings(page, "no room left")
    await expect(kept.key(1)).to_be_in_viewport(ratio=1)
    await kept.tap(0, 1, 0)
    await expect(kept.question).to_have_text("Ben took")

    # other pages know of it
    await page.get_by_role("link", name="All sheets").tap()
    tile = page.locator("[data-sheet]")
    await expect(tile).to_contain_text("not saved")
    # so that a file that comes in is not thought to be safe
    await page.get_by_test_id("import-file").set_input_files([as_file(MATCH)])
    await expect(page.get_by_role("status").filter(has_text="could not be kept")).to_be_visible()
    await expect(page.locator('[data-sheet="garden"]')).to_contain_text("not saved")
    await tile.filter(has_not_text="Garden").get_by_role("link").tap()
    await expect(kept.question).to_have_text("Ben took")

    await _set_quota(page, someone, None)
    await page.get_by_role("button", name="Try again").tap()
    await kept.saved()
    await expect(notice).to_have_count(0)
    await page.reload()
    await expect(kept.question).to_have_text("Ben took")
    # the imported one, too, was written when somebody looked
    await page.goto("/sheet")
    await expect(page.locator("[data-sheet]")).to_have_count(1)


async def test_full_in_the_middle_of_a_match(person):
    someone = await person(viewport=PHONE, touch=True)
    page = await someone.page("/sheet")
    await _set_quota(page, someone, 1_000_000)
    kept = await import_sheet(page, MATCH)
    await kept.more(4)
    await page.evaluate(FILL)
    trouble = page.locator('[data-trouble="full"]')
    while await trouble.count() == 0:
        # the last of the room
        await kept.touch()
        await kept.shows()
        await expect(trouble.or_(page.locator('[data-saved="true"]'))).not_to_have_count(0)
    await expect(trouble).to_contain_text("This device has no room left. What you entered last is not saved.")

    # it goes on all the same
    await kept.touch()
    await kept.shows()
    await kept.undo.tap()
    await page.get_by_role("button", name="Redo", exact=True).tap()
    await kept.shows()
    await kept.totals()
    await page.get_by_role("button", name="Try again").tap()
    await expect(trouble).to_be_visible()
    await page.get_by_role("button", name="Export now").tap()
    async with page.expect_download():
        await page.get_by_role("button", name="Export JSON").tap()
    await page.keyboard.press("Escape")
    await kept.holds()
    await expect(kept.root).to_have_attribute("data-saved", "false")

    await _set_quota(page, someone, 100_000_000)
    await page.get_by_role("button", name="Try again").tap()
    await kept.saved()
    await expect(trouble).to_have_count(0)
    await page.reload()
    await kept.shows()
    await kept.holds()
    await kept.undo.tap()
    await kept.saved()


@pytest.mark.parametrize("storage", [NONE, DENIED], ids=["none", "denied"])
async def test_without_any_storage_it_lives_in_memory(person, storage):
    someone = await person(viewport=PHONE, touch=True)
    await someone.context.add_init_script(storage)
    page = await someone.page("/sheet")
    await expect(page.get_by_role("alert")).to_contain_text("This browser does not let Rufen save")
    await no_findings(page, "the list without a storage")
    await page.get_by_test_id("import-file").set_input_files([as_file(MATCH)])
    await page.locator('[data-sheet="garden"] a').tap()
    kept = KeptSheet(page, MATCH)
    await kept.shows()
    notice = page.locator('[data-trouble="blocked"]')
    await expect(notice).to_contain_text("This browser does not let Rufen save")
    await expect(notice).to_contain_text("Nothing you see here is lost while this page stays open.")
    await kept.touch()
    await kept.shows()
    await page.get_by_role("link", name="All sheets").tap()
    await expect(page.locator('[data-sheet="garden"]')).to_contain_text("not saved")
    await page.locator('[data-sheet="garden"] a').tap()
    await kept.shows()
    for _ in range(11):
        await kept.touch()
        await kept.shows()
    await kept.totals()
    await kept.holds()
    await expect(notice).to_be_visible()
    # and it can be thrown away
    await kept.choose("Delete this sheet")
    await page.get_by_role("button", name="Delete", exact=True).tap()
    await expect(page.get_by_role("main")).to_contain_text("No sheets yet.")


async def test_the_storage_is_cleared_while_it_is_open(person):
    """Somebody deletes the data of all pages: what is on the screen can still be kept."""
    someone = await person(viewport=PHONE, touch=True)
    page = await someone.page("/sheet")
    kept = await import_sheet(page, MATCH)
    await kept.more(4)
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Storage.clearDataForOrigin", {"origin": someone.origin, "storageTypes": "indexeddb"})
    await kept.touch()
    await kept.shows()
    await expect(kept.root).to_have_attribute("data-saved", "false")
    await expect(page.get_by_role("alert")).to_contain_text("Only this page still has it.")
    await kept.holds()
    await page.get_by_role("button", name="Keep it as a copy").tap()
    await expect(page).not_to_have_url(f"{someone.origin}{kept.path}")
    copy = await KeptSheet.here(page)
    assert copy.sheet.rounds == kept.sheet.rounds
    await page.reload()
    await copy.more()
    await copy.holds()
