"""Undo and redo of everything, also after the page was loaded again."""

from __future__ import annotations

import pytest
from playwright.async_api import expect
from tests.browser.chromium import PHONE
from tests.browser.kept_sheet import KeptSheet, import_sheet

from rufen.core.sheet import ChangeRules, Enter, Rename, Title, new_sheet, score

pytestmark = pytest.mark.browser

MATCH = new_sheet(["Anna", "Ben", "Cara"], {"round_mode": "custom", "custom_round_count": 2}, id="balcony")


@pytest.fixture
async def kept(person) -> KeptSheet:
    someone = await person(viewport=PHONE, touch=True)
    return await import_sheet(await someone.page("/sheet"), MATCH)


async def _entry(kept: KeptSheet) -> None:
    await kept.more()


async def _correction(kept: KeptSheet) -> None:
    await kept.go("pad")
    await kept.cell(1, "b").locator("button").tap()
    await kept.page.get_by_role("radio", name="Bid", exact=True).check()
    await kept.key(0).tap()
    kept.made(Enter(1, bids={"b": 0}))
    await kept.go("enter")


async def _rules(kept: KeptSheet) -> None:
    await kept.go("rules")
    await kept.page.get_by_label("Twice the bonus").check()
    await kept.page.get_by_test_id("changes").get_by_role("button", name="Keep").tap()
    kept.made(ChangeRules({**_settings(kept), "zero_bid_scoring": "double_bonus"}))
    await kept.go("enter")


def _settings(kept: KeptSheet) -> dict[str, object]:
    return {"round_mode": "custom", "custom_round_count": len(score(kept.sheet).schedule)}


async def _rename(kept: KeptSheet) -> None:
    await kept.choose("Players")
    await kept.page.get_by_role("radio", name="Names").check()
    form = kept.page.locator('[data-rename="c"]')
    await form.get_by_role("textbox").fill("Carola")
    await form.get_by_role("button").tap()
    await kept.page.keyboard.press("Escape")
    kept.made(Rename("c", "Carola"))


async def _title(kept: KeptSheet) -> None:
    await kept.choose("Title")
    await kept.page.get_by_role("dialog").get_by_role("textbox").fill("On the balcony")
    await kept.page.keyboard.press("Enter")
    kept.made(Title("On the balcony"))


async def test_undo_and_redo_of_everything_across_reload(kept):
    page = kept.page
    await kept.more(5)
    steps = [_entry, _correction, _rules, _rename, _title, _entry]
    states = [kept.sheet]
    for make in steps:
        await make(kept)
        await kept.saved()
        await kept.holds()
        states.append(kept.sheet)
    assert len({repr(state) for state in states}) == len(states), "each of them changed something"

    # back, loaded again after every step
    for state in reversed(states[:-1]):
        await kept.undo.tap()
        await kept.saved()
        await page.reload()
        kept.sheet = state
        await kept.opened()
        await kept.holds()
        await kept.shows()
    # and forth again
    for state in states[1:]:
        await kept.choose("Redo: ")
        await kept.saved()
        await page.reload()
        kept.sheet = state
        await kept.opened()
        await kept.holds()
        await kept.shows()
    await kept.totals()

    # back to the beginning; then something new, and there is nothing to bring back any more
    for _ in range(5 + len(steps)):
        await kept.undo.tap()
    await expect(kept.undo).to_have_accessible_name("Nothing to undo")
    await kept.saved()
    kept.sheet = MATCH
    await kept.shows()
    await kept.more()
    await page.reload()
    await kept.shows()
    await page.get_by_role("button", name="More", exact=True).tap()
    await expect(page.get_by_role("button", name="Title")).to_be_visible()
    await expect(page.get_by_role("button", name="Redo: ")).to_have_count(0)
