"""One sheet in two tabs: both enter, nothing is overwritten, and each sees what the other does."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect
from tests.browser.chromium import PHONE
from tests.browser.kept_sheet import KeptSheet, entry, import_sheet

from rufen.core.sheet import Enter, Rename, edit, new_sheet, score

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Ben", "Cara")
MATCH = new_sheet(NAMES, {"round_mode": "custom", "custom_round_count": 2}, id="kitchen", title="Kitchen")


# Nothing is written until RELEASE: a transaction that goes on and on. Whoever writes waits, the first first.
HOLD = """() => new Promise((held) => {
  const opening = indexedDB.open("rufen");
  opening.onsuccess = () => {
    const db = opening.result;
    const tx = db.transaction(["sheets", "steps"], "readwrite");
    const goOn = () => {
      if (globalThis.__hold) tx.objectStore("sheets").count().onsuccess = goOn;
      held();
    };
    globalThis.__hold = true;
    tx.objectStore("sheets").count().onsuccess = goOn;
    tx.oncomplete = () => db.close();
  };
})"""
RELEASE = "() => { globalThis.__hold = false; }"


@pytest.fixture
async def tabs(person) -> tuple[KeptSheet, KeptSheet]:
    """The same sheet in two tabs of one browser."""
    someone = await person(viewport=PHONE, touch=True)
    one = await import_sheet(await someone.page("/sheet"), MATCH)
    other = KeptSheet(await someone.page(one.path), MATCH)
    await other.shows()
    return one, other


async def _both_show(one: KeptSheet, other: KeptSheet) -> None:
    other.sheet = one.sheet
    for tab in (one, other):
        await tab.shows()
        await tab.saved()


async def _at_once(first: Locator, second: Locator) -> None:
    """Press both before either is written: `first` will be the faster one."""
    await first.page.evaluate(HOLD)
    await first.dispatch_event("click")
    await second.dispatch_event("click")
    await first.page.evaluate(RELEASE)


async def test_both_enter_in_turn(tabs):
    one, other = tabs
    while score(one.sheet).asked is not None:
        await one.more()
        one, other = other, one
        one.sheet = other.sheet
        await one.shows()
    await one.totals()
    for tab in tabs:
        await tab.holds()
    # and both can take it back
    await tabs[0].undo.tap()
    await tabs[1].page.get_by_role("button", name="Undo: ").tap()
    for tab in tabs:
        await tab.saved()


async def test_undo_in_one_is_seen_in_the_other(tabs):
    one, other = tabs
    await one.more(5)
    await _both_show(one, other)
    before = one.sheet
    await one.more()
    await _both_show(one, other)
    await other.undo.tap()
    one.sheet = before
    await _both_show(one, other)
    await expect(one.undo).to_have_accessible_name(await _name(other.undo))
    # the other one brings it back, and the first goes on from there
    await one.choose("Redo: ")
    one.sheet = edit(before, Enter(1, tricks={"a": 1}))
    for tab in tabs:
        await tab.saved()
        await expect(tab.page.get_by_test_id("enter")).to_have_attribute("data-step", "done")


async def _name(place: Locator) -> str:
    name = await place.get_attribute("aria-label")
    assert name is not None
    return name


async def test_both_enter_different_things_at_the_same_time(tabs):
    """While one goes on entering, the other corrects what was entered before."""
    one, other = tabs
    await one.more(6)
    await _both_show(one, other)
    await other.go("pad")
    await one.panel.locator("button").tap()
    for bid in (1, 0) * 2:
        await other.cell(1, "b").locator("button").tap()
        await other.page.get_by_role("radio", name="Bid", exact=True).check()
        asked = score(one.sheet).asked
        assert asked is not None
        await _at_once(one.key(1), other.key(bid))
        one.made(entry(asked, 1))
        one.made(Enter(1, bids={"b": bid}))
        await one.shows()
        await one.saved()
        await other.saved()
        await expect(other.cell(asked.round, asked.player)).to_contain_text("1")
        await one.holds()
    other.sheet = one.sheet
    await other.holds()
    for tab in tabs:
        await tab.page.reload()
        await tab.opened()
        await tab.holds()


async def test_both_enter_the_same_thing_at_the_same_time(tabs):
    """Both numbers are on the sheet, one after the other; both tabs show the last one, and undo the other."""
    one, other = tabs
    await one.more(3)
    await _both_show(one, other)
    before = one.sheet
    await _at_once(one.key(0), other.key(1))
    for number in (1, 0):
        one.sheet = other.sheet = edit(before, Enter(1, tricks={"b": number}))
        for tab in tabs:
            await expect(tab.row("Ben")).to_contain_text(f"took {number}")
            await tab.saved()
            await tab.holds()
        await other.undo.tap()
    one.sheet = before
    await _both_show(one, other)


async def test_what_came_too_late_is_said(tabs):
    """One enters, the other takes back what was the last entry when it was pressed."""
    one, other = tabs
    await one.more(3)
    await _both_show(one, other)
    await _at_once(one.key(0), other.undo)
    one.made(Enter(1, tricks={"b": 0}))
    await _both_show(one, other)
    for tab in tabs:
        await tab.holds()
    news = other.page.get_by_role("alert")
    await expect(news).to_have_text("Another tab was faster. This was not taken: undo")
    await expect(one.page.get_by_role("alert")).to_have_text("")
    # gone with the next thing that is entered
    await other.more()
    await expect(news).to_have_text("")


async def test_a_name_and_entries_at_the_same_time(tabs):
    """One goes on entering while the other writes a name, again and again."""
    one, other = tabs
    await other.choose("Players")
    await other.page.get_by_role("radio", name="Names").check()
    form = other.page.locator('[data-rename="a"]')
    for turn in range(4):
        await form.get_by_role("textbox").fill(f"Anna {turn}")
        asked = score(one.sheet).asked
        assert asked is not None
        assert asked.what == ("bid" if turn < 3 else "tricks")
        await _at_once(form.get_by_role("button"), one.key(0))
        one.made(Rename("a", f"Anna {turn}"))
        one.made(entry(asked, 0))
        await one.shows()
        await one.saved()
        await other.saved()
    await one.holds()
    await other.page.keyboard.press("Escape")
    other.sheet = one.sheet
    await other.holds()


async def test_deleted_in_one_the_other_can_keep_it(tabs):
    one, other = tabs
    await one.more(4)
    await _both_show(one, other)
    await one.choose("Delete this sheet")
    await one.page.get_by_role("button", name="Delete", exact=True).tap()
    await expect(one.page.locator("[data-sheet]")).to_have_count(0)

    await expect(other.page.get_by_role("alert")).to_contain_text("deleted or replaced in another tab.")
    await expect(other.root).to_have_attribute("data-saved", "false")
    # what is there can still be read, and taken along
    await other.holds()
    await other.page.get_by_role("button", name="Keep it as a copy").tap()
    await expect(other.page.get_by_role("alert").filter(has_text="deleted")).to_have_count(0)
    copy = await KeptSheet.here(other.page)
    assert copy.sheet.id != MATCH.id
    assert copy.sheet.rounds == other.sheet.rounds
    await copy.more()
    await copy.page.reload()
    await copy.shows()
    await copy.undo.tap()
    await copy.undo.tap()
    await copy.saved()
    # the first tab lists it
    await expect(one.page.locator(f'[data-sheet="{copy.sheet.id}"]')).to_contain_text("Kitchen")
    await one.page.goto(f"/sheet/{MATCH.id}")
    await expect(one.page.get_by_role("heading", level=1)).to_have_text("This sheet is not on this device")


async def test_deleted_while_something_is_entered(tabs):
    """What was entered at the same moment stays on the screen, with the news."""
    one, other = tabs
    await one.more(4)
    await _both_show(one, other)
    await one.choose("Delete this sheet")
    await _at_once(one.page.get_by_role("button", name="Delete", exact=True), other.key(1))
    other.made(Enter(1, tricks={"c": 1}))
    await expect(other.page.get_by_role("alert")).to_contain_text("deleted or replaced in another tab.")
    await other.holds()
    await other.page.get_by_role("button", name="Keep it as a copy").tap()
    await expect(other.page).not_to_have_url(f"{other.path}")
    copy = await KeptSheet.here(other.page)
    assert copy.sheet.rounds == other.sheet.rounds
    await copy.saved()
