"""The score sheet by thumb, on a phone: begun, entered, corrected, ended."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect
from tests.browser.axe import no_findings
from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.kept_sheet import import_sheet
from tests.browser.sheet_page import WORKED_EXAMPLE, NewSheetPage, SheetPage

from rufen.core.sheet import Enter, edit, new_sheet

pytestmark = pytest.mark.browser

FOUR = ("Anna", "Ben", "Cara", "Dan")


@pytest.fixture
async def phone(person) -> Page:
    """A page on a phone with touch."""
    someone = await person(viewport=PHONE, touch=True)
    return await someone.page("/sheet")


async def test_the_worked_example_by_thumb(phone):
    """Ben 140, Anna 90, Cara 40, Dan −60, and the match is over."""
    sheet = await SheetPage.new(phone, rules="Quick")
    await expect(sheet.title).to_have_text("Round 1 of 5")
    await sheet.play(WORKED_EXAMPLE[:3])
    await sheet.go_on()
    await expect(sheet.title).to_have_text("Round 4 of 5")
    await expect(sheet.status).to_contain_text("4 cards · Dan deals")
    await expect(sheet.row("Ben")).to_contain_text("70 so far, leads by 10")
    await sheet.play(WORKED_EXAMPLE[3:4])
    await sheet.enter(WORKED_EXAMPLE[4][0])
    await sheet.tap(1, 1, 1)
    await expect(sheet.question).to_have_text("Anna took")
    await expect(sheet.key(2)).to_have_text(re.compile("2\\s*left"))
    await expect(sheet.row("Cara")).to_contain_text("2 short")
    await sheet.tap(2)
    assert await sheet.step() == "over"
    assert await sheet.final() == {"Ben": "140", "Anna": "90", "Cara": "40", "Dan": "−60"}
    await expect(sheet.panel).to_contain_text("Ben wins by 50")
    await expect(sheet.panel).to_contain_text("Match over")
    await sheet.saved()
    await phone.reload()
    assert await (await sheet.opened()).final() == {"Ben": "140", "Anna": "90", "Cara": "40", "Dan": "−60"}


async def test_a_rematch_has_the_same_players_and_the_next_dealer(phone):
    sheet = await SheetPage.new(phone, rules="Quick")
    await sheet.play(WORKED_EXAMPLE)
    first = phone.url
    await phone.get_by_role("button", name="New sheet, same players").click()
    await expect(sheet.title).to_have_text("Round 1 of 5")
    await expect(sheet.status).to_contain_text("Ben deals")
    assert phone.url != first


async def test_four_known_names_start_in_six_taps(phone):
    """From the list of sheets: the new sheet, four names, start."""
    await (await SheetPage.new(phone)).saved()
    await phone.goto("/sheet")
    form = NewSheetPage(phone)
    taps = [phone.get_by_role("link", name="New sheet"), *map(form.known, FOUR), form.start]
    for place in taps:
        await place.tap()
    await expect(SheetPage(phone).title).to_have_text("Round 1 of 15")
    assert len(taps) <= 6


async def test_same_as_last_time_is_one_tap(phone):
    await (await SheetPage.new(phone, rules="Screw the dealer")).saved()
    await phone.goto("/sheet/new")
    again = phone.get_by_test_id("again")
    await expect(again).to_contain_text("Anna, Ben, Cara and Dan. Ben deals first.")
    await again.tap()
    sheet = await SheetPage(phone).opened()
    await expect(sheet.status).to_contain_text("Ben deals")
    await sheet.tap(0, 0, 0)
    await expect(sheet.key(1)).to_have_attribute("aria-disabled", "true")


async def test_a_new_sheet_says_what_is_missing_and_loses_nothing(phone):
    await phone.goto("/sheet/new")
    form = NewSheetPage(phone)
    await form.write("Anna", "Ben")
    await expect(phone.get_by_text("1 more player is needed.")).to_be_visible()
    await form.start.click(force=True)
    await expect(form.written).to_be_focused()
    await form.written.fill("anna")
    await form.written.press("Enter")
    await expect(phone.get_by_role("alert").get_by_text("Anna is there already")).to_be_visible()
    await form.written.fill("A name of five and twenty")
    await form.written.press("Enter")
    await expect(phone.get_by_role("alert").get_by_text("at most 24 characters")).to_be_visible()
    await form.write("Cara")
    await phone.get_by_role("button", name="Move Cara up").click()
    await phone.get_by_role("radiogroup", name="Who deals first?").get_by_label("Ben").check()
    await phone.get_by_role("link", name="Score sheets").click()
    await phone.get_by_role("link", name="New sheet").click()
    await expect(form.seats).to_have_text(["Anna", "Cara", "Ben"])
    sheet = await form.begin()
    await expect(sheet.status).to_contain_text("Ben deals")


async def test_a_name_that_is_written_comes_along(phone):
    """Start takes what Add was not pressed for, or says what is wrong with it."""
    await phone.goto("/sheet/new")
    form = NewSheetPage(phone)
    await form.write("Anna", "Ben", "Cara")
    await form.written.fill("ben")
    await form.start.tap()
    await expect(phone.get_by_role("alert").get_by_text("Ben is there already")).to_be_visible()
    await expect(form.written).to_be_focused()
    await form.written.fill("Dan")
    await expect(phone.get_by_text("Dan is written and comes along.")).to_be_visible()
    sheet = await form.begin()
    await expect(sheet.row("Dan")).to_be_visible()
    await sheet.saved()
    await phone.goto("/sheet/new")
    await form.written.fill("Eva")
    await phone.get_by_test_id("again").tap()
    await expect(form.seats).to_have_text(["Anna", "Ben", "Cara", "Dan"])
    await expect(form.written).to_have_value("Eva")


async def test_rows_are_of_one_height_and_continue_comes_first(person):
    """On a small phone, in German, with names of twelve characters."""
    someone = await person(viewport=PHONE, touch=True, locale="de-DE")
    page = await someone.page("/sheet")
    sheet = await SheetPage.new(page, ["Maximiliane1", "Konstantin12", "Bernadette12"], rules="Schnell")
    await sheet.tap(0, 1, 0, 0, 1, 0)
    rows = page.get_by_test_id("enter").locator("[data-player]")
    heights = [await row.evaluate("row => row.offsetHeight") for row in await rows.all()]
    assert len(set(heights)) == 1, heights
    await sheet.saved()
    await page.goto("/")
    tile = await page.get_by_role("link", name="Wertungsblatt.").bounding_box()
    picture = await page.locator(".fan").bounding_box()
    assert tile
    assert picture
    assert tile["y"] < picture["y"]


async def test_an_even_bid_of_the_dealer_is_kept_after_a_confirmation(phone):
    """R3.2 and R8.2: the number keeps its place, says why, and can stay when it was played."""
    sheet = await SheetPage.new(phone, rules="Screw the dealer")
    await sheet.tap(0, 0, 0)
    await expect(sheet.question).to_have_text("Anna bids")
    await expect(sheet.key(0)).to_contain_text("1 under")
    await expect(sheet.key(1)).to_have_attribute("aria-disabled", "true")
    await sheet.key(1).click(force=True)
    await expect(sheet.question).to_have_text("Anna bids")
    await expect(phone.get_by_text("1 would make the bids even.")).to_be_visible()
    await phone.get_by_role("button", name="Already played with it?").click()
    dialog = phone.get_by_role("dialog", name="Keep a bid of 1?")
    await expect(dialog).to_contain_text("Anna’s bid makes the bids even")
    await expect(dialog).to_contain_text("It is scored in any case.")
    await no_findings(phone, "the confirmation")
    await dialog.get_by_role("button", name="We played with 1").click()
    await expect(sheet.question).to_have_text("Ben took")
    await expect(sheet.problem(1)).to_have_count(0)
    await sheet.tap(0, 0, 0, 1)
    await expect(sheet.row("Anna")).to_contain_text("+30")


async def test_an_even_bid_that_came_about_by_a_correction_is_marked(phone):
    sheet = await SheetPage.new(phone, rules="Screw the dealer")
    await sheet.tap(0, 1, 0, 1)
    await sheet.row("Cara").get_by_role("button", name="Cara bid 1. Correct it").click()
    await expect(sheet.question).to_have_text("Cara bids")
    await sheet.tap(0)
    await expect(sheet.problem(1)).to_be_visible()
    await sheet.problem(1).get_by_role("button", name="Keep it").click()
    await phone.get_by_role("button", name="We played with 1").click()
    await expect(sheet.problem(1)).to_have_count(0)


async def test_undo_and_redo_across_a_reload(phone):
    sheet = await SheetPage.new(phone)
    await expect(sheet.undo).to_have_attribute("aria-disabled", "true")
    await sheet.tap(0, 1)
    await expect(sheet.undo).to_have_accessible_name("Undo: Cara bid 1")
    await sheet.saved()
    await phone.reload()
    await sheet.opened()
    await sheet.undo.click()
    await expect(sheet.question).to_have_text("Cara bids")
    await expect(phone.get_by_test_id("said")).to_have_text("Undone: Cara bid 1")
    await expect(sheet.undo).to_have_accessible_name("Undo: Ben bid 0")
    await sheet.saved()
    await phone.reload()
    await sheet.opened()
    await sheet.choose("Redo: Cara bid 1")
    await expect(sheet.question).to_have_text("Dan bids")
    await expect(phone.get_by_test_id("said")).to_have_text("Done again: Cara bid 1")


async def test_the_keyboard_enters_takes_the_offer_and_takes_back(person):
    someone = await person(viewport=DESKTOP)
    page = await someone.page("/sheet")
    sheet = await SheetPage.new(page, ["Anna", "Ben", "Cara"])
    await page.keyboard.type("010")
    await page.keyboard.type("00")
    await expect(sheet.question).to_have_text("Anna took")
    await page.keyboard.press("Backspace")
    await expect(sheet.question).to_have_text("Cara took")
    await page.keyboard.press("Control+Shift+Z")
    await expect(sheet.question).to_have_text("Anna took")
    await sheet.title.click()
    await page.keyboard.press("Enter")
    await expect(sheet.panel).to_be_visible()
    await expect(sheet.row("Anna")).to_contain_text("1 too many")
    await page.keyboard.press("Enter")
    await expect(sheet.title).to_have_text("Round 2 of 20")
    await page.keyboard.press("Control+Z")
    await expect(sheet.question).to_have_text("Anna took")


async def test_tricks_that_do_not_add_up_stay_in_sight_and_block_nothing(phone):
    sheet = await SheetPage.new(phone)
    await sheet.tap(0, 1, 0, 0, 0, 1, 1, 0)
    await expect(sheet.problem(1)).to_contain_text("add up to 2")
    await expect(sheet.panel).to_contain_text("not scored yet")
    await sheet.tap(1)
    await expect(sheet.title).to_have_text("Round 2 of 15")
    await expect(sheet.question).to_have_text("Dan bids")
    await expect(sheet.problem(1)).to_be_visible()
    await sheet.go("pad")
    await expect(sheet.status).to_have_text("Round 1 needs a look")
    await sheet.go("enter")
    await sheet.problem(1).get_by_role("button", name="Correct").click()
    await expect(sheet.title).to_have_text("Round 1 of 15")
    await sheet.row("Dan").get_by_role("button", name="Correct the tricks").click()
    await expect(sheet.key(0)).to_have_text(re.compile("0\\s*adds up"))
    await sheet.key(0).click()
    await expect(sheet.problem(1)).to_have_count(0)
    await phone.get_by_role("button", name="Back to round 2").click()
    await expect(sheet.question).to_have_text("Dan bids")


async def test_the_dealer_of_a_round_can_be_another(phone):
    sheet = await SheetPage.new(phone)
    await phone.get_by_role("button", name="Anna deals. Change the dealer").click()
    await phone.get_by_role("dialog").get_by_role("button", name="Cara").click()
    await expect(sheet.status).to_contain_text("Cara deals")
    await expect(sheet.question).to_have_text("Dan bids")
    await sheet.tap(0, 0, 0, 0, 0, 0, 0, 1, 1)
    await expect(sheet.status).to_contain_text("Dan deals")


async def test_hidden_bids_turn_over_together(phone):
    """R3.3: the phone goes round; nobody sees a bid before all are in, not even in the name of undo."""
    sheet = await SheetPage.new(phone, FOUR[:3], rules="Secret bids")
    await expect(sheet.question).to_have_text("Ben, choose in secret")
    await sheet.tap(1)
    await expect(sheet.question).to_have_text("Cara, choose in secret")
    await expect(sheet.row("Ben")).to_contain_text("has chosen")
    await expect(sheet.row("Ben")).not_to_contain_text("1")
    await expect(sheet.undo).to_have_accessible_name("Undo: Ben’s secret bid")
    await sheet.row("Ben").get_by_role("button").click()
    dialog = phone.get_by_role("dialog", name="Only Ben looks")
    await dialog.get_by_role("button", name="I am Ben").click()
    await expect(sheet.key(1)).to_contain_text("now")
    await sheet.tap(0)
    await expect(sheet.question).to_have_text("Cara, choose in secret")
    await sheet.tap(1, 0)
    await expect(sheet.question).to_have_text("Ben took")
    await expect(sheet.row("Ben")).to_contain_text("bid 0")
    await expect(sheet.row("Cara")).to_contain_text("bid 1")


async def test_delayed_bids_stay_down_until_the_table_shows_them(phone):
    sheet = await SheetPage.new(phone, FOUR[:3], rules="Secret to the end")
    await sheet.tap(0, 1, 1)
    await expect(sheet.panel).to_contain_text("All bids are in")
    await expect(sheet.row("Cara")).to_contain_text("has chosen")
    await sheet.saved()
    await phone.reload()
    await phone.get_by_role("button", name="Show the bids").click()
    await expect(sheet.row("Cara")).to_contain_text("bid 1")
    await sheet.tap(0, 1, 0)
    await expect(sheet.panel).to_contain_text("Cara leads by 10")


async def test_the_keys_stay_where_they_are(phone):
    """Whoever is asked, whatever is said below; and 21 of them fit above the tabs, with the rows above."""
    match = new_sheet(FOUR[:3], id="long")
    for cards in range(1, 20):
        match = edit(match, Enter(cards, dict.fromkeys("abc", 0), {"a": 0, "b": cards, "c": 0}))
    sheet = await import_sheet(phone, match)
    places = []
    for _ in range(6):
        await sheet.go_on()
        places.append((await sheet.key(0).bounding_box(), await sheet.key(20).bounding_box()))
        await sheet.tap(0)
    assert all(place == places[0] for place in places)
    low = places[0][1]
    tabs = await sheet.tab("enter").bounding_box()
    assert low is not None
    assert tabs is not None
    assert low["y"] + low["height"] < tabs["y"]
    assert low["height"] >= 44
    assert low["width"] >= 40


async def test_the_list_and_home_lead_back_to_a_sheet(phone):
    sheet = await SheetPage.new(phone)
    await sheet.tap(0, 1, 0, 0, 0, 1, 0, 0)
    await sheet.choose("Title")
    await phone.get_by_label("Title of this sheet").fill("Kitchen")
    await phone.get_by_role("button", name="Save").click()
    await sheet.saved()
    await phone.goto("/")
    await phone.get_by_role("link", name="Kitchen").click()
    await expect(sheet.title).to_have_text("Round 1 of 15")
    await phone.get_by_role("link", name="All sheets").click()
    entry = phone.locator("[data-sheet]")
    await expect(entry).to_contain_text("Round 2 of 15 · Cara leads")
    await phone.get_by_role("button", name="Delete Kitchen").click()
    dialog = phone.get_by_role("dialog", name="Delete this sheet?")
    await expect(dialog).to_contain_text("Kitchen and everything entered on it")
    await dialog.get_by_role("button", name="Keep it").click()
    await expect(entry).to_have_count(1)
    await phone.get_by_role("button", name="Delete Kitchen").click()
    await dialog.get_by_role("button", name="Delete", exact=True).click()
    await expect(phone.get_by_text("No sheets yet.")).to_be_visible()


async def test_a_sheet_that_is_not_here(phone):
    await phone.goto("/sheet/nowhere")
    await expect(phone.get_by_role("heading", name="This sheet is not on this device")).to_be_visible()
    await phone.get_by_role("link", name="My sheets").click()
    await expect(phone.get_by_role("heading", name="Score sheets")).to_be_visible()


async def test_in_german(person):
    someone = await person(viewport=PHONE, touch=True, locale="de-DE")
    page = await someone.page("/sheet")
    sheet = await SheetPage.new(page, FOUR[:3], rules="Schnell")
    await expect(sheet.title).to_have_text("Runde 1 von 5")
    await expect(sheet.status).to_contain_text("1 Karte · Anna gibt")
    await expect(sheet.question).to_have_text("Ben sagt an")
    await sheet.tap(0, 1, 0, 0, 1)
    await expect(sheet.key(0)).to_have_text(re.compile("0\\s*übrig"))
    await sheet.tap(0)
    await expect(sheet.panel).to_contain_text("Cara führt mit 10")
    await no_findings(page, "a sheet in German")


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing(person, theme):
    """On each state of the sheet, on a phone and on a wide screen."""
    someone = await person(viewport=PHONE, touch=True, theme=theme)
    page = await someone.page("/sheet")
    await page.get_by_text("No sheets yet.").wait_for()
    await no_findings(page, "no sheets")
    sheet = await SheetPage.new(page, rules="Screw the dealer")
    await sheet.tap(0, 0, 0)
    await no_findings(page, "a bid that is forbidden")
    await sheet.tap(0, 0)
    await no_findings(page, "tricks")
    await sheet.tap(1, 1)
    await no_findings(page, "the last tricks")
    await sheet.tap(0)
    await no_findings(page, "a round that does not add up")
    await sheet.tap(1)
    await no_findings(page, "the next round")
    await sheet.undo.click()
    await no_findings(page, "undone")
    await page.get_by_role("button", name="More", exact=True).click()
    await no_findings(page, "the menu")
    await page.keyboard.press("Escape")
    await page.set_viewport_size(DESKTOP)
    await no_findings(page, "with the pad beside it")
    await page.goto("/sheet/new")
    await page.get_by_role("button", name="All rules").click()
    await NewSheetPage(page).known("Anna").click()
    await no_findings(page, "a new sheet")
    await page.goto("/sheet")
    await page.locator("[data-sheet]").wait_for()
    await no_findings(page, "the list")
    quick = await SheetPage.new(page, rules="Quick")
    await quick.play(WORKED_EXAMPLE)
    await no_findings(page, "the end")
    await SheetPage.new(page, FOUR[:3], rules="Secret bids")
    await sheet.tap(0)
    await no_findings(page, "secret bids")
