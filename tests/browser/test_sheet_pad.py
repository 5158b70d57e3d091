"""The pad: corrections, what is wrong, paper, pictures, links and files."""

from __future__ import annotations

import asyncio
import json
import random
import re
import struct
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.async_api import FilePayload, Page, expect
from tests.browser.axe import no_findings
from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.sheet_page import WORKED_EXAMPLE, SheetPage

from rufen.core.sheet import (
    Adjust,
    ChangeRules,
    Enter,
    Player,
    Seat,
    Sheet,
    edit,
    format_sheet,
    new_sheet,
    parse_sheet,
    score,
)

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Ben", "Cara", "Dan")
IDS = dict(zip(NAMES, "abcd", strict=True))


def by_id(values: Mapping[str, int]) -> dict[str, int]:
    return {IDS[name]: n for name, n in values.items()}


def worked(**rules: object) -> Sheet:
    """The worked example of RULES."""
    settings = {"round_mode": "custom", "custom_round_count": 5, **rules}
    sheet = new_sheet(NAMES, settings, id="worked", title="Kitchen", created="2026-11-24T19:05:00Z")
    for number, (bids, tricks) in enumerate(WORKED_EXAMPLE, 1):
        sheet = edit(sheet, Enter(number, by_id(bids), by_id(tricks)))
    return sheet


def played(names: tuple[str, ...], seed: int) -> Sheet:
    """A full game by chance."""
    chance = random.Random(seed)
    sheet = new_sheet(names, id="played", title="A whole evening", created="2026-11-24T19:05:00Z")
    for number in score(sheet).schedule:
        won = dict.fromkeys((player.id for player in sheet.players), 0)
        for _ in range(number):
            won[chance.choice(sheet.players).id] += 1
        bids = {player: max(0, n - chance.choice((0, 0, 1))) for player, n in won.items()}
        sheet = edit(sheet, Enter(number, bids, won))
    return sheet


def as_file(sheet: Sheet | str, name: str = "sheet.json") -> FilePayload:
    text = sheet if isinstance(sheet, str) else format_sheet(sheet)
    return {"name": name, "mimeType": "application/json", "buffer": text.encode()}


async def give(page: Page, *files: FilePayload) -> None:
    """Choose these files for import, on the page of all sheets."""
    await page.goto("/sheet")
    await page.get_by_role("button", name="Import sheets").wait_for()
    await page.get_by_test_id("import-file").set_input_files(list(files))


async def bring(page: Page, sheet: Sheet) -> SheetPage:
    """Import a sheet, and look at its pad."""
    await give(page, as_file(sheet))
    opened = await SheetPage(page).opened()
    await opened.go("pad")
    return await opened.saved()


async def downloaded(page: Page, button: str) -> tuple[str, bytes]:
    """The name and content of the file that a button gives."""
    async with page.expect_download() as downloading:
        await page.get_by_role("button", name=button).click()
    download = await downloading.value
    path = await download.path()
    return download.suggested_filename, await asyncio.to_thread(Path(path).read_bytes)


async def totals(sheet: SheetPage, number: int) -> list[str]:
    """The totals of a round, as they stand on the pad."""
    return await sheet.page.locator(f"[data-round='{number}'] [data-cell] b > :last-child").all_inner_texts()


async def one_line_each(page: Page) -> None:
    """The heads of the columns and the numbers below them are not broken on A4."""
    await page.set_viewport_size({"width": 688, "height": 900})
    broken = """cells => cells.filter((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const texts = [...range.getClientRects()].filter((rect) => rect.width > 0);
        const lines = new Set(texts.map((rect) => Math.round(rect.top)));
        return lines.size > 1 || cell.scrollWidth > cell.clientWidth + 1;
    }).map((cell) => cell.textContent)"""
    cells = "th.bid, th.score, th.total, td.score, td.total"
    assert await page.get_by_test_id("paper").locator(cells).evaluate_all(broken) == []


async def test_r8_3_a_past_round_is_corrected_and_everything_after_it_follows(person):
    someone = await person(viewport=PHONE)
    page = await someone.page()
    sheet = await bring(page, worked())
    assert await totals(sheet, 5) == ["90", "140", "40", "−60"]
    cell = sheet.cell(3, "d").get_by_role("button", name="Correct Dan, round 3: took 0 of 1")
    await cell.click()
    await expect(page.get_by_role("heading", name="Dan took, round 3")).to_be_visible()
    await page.get_by_role("radio", name="Bid").check()
    await expect(sheet.key(1)).to_have_attribute("aria-current", "true")
    await sheet.key(0).click()
    assert await totals(sheet, 3) == ["60", "70", "40", "−10"]
    assert await totals(sheet, 5) == ["90", "140", "40", "−30"]
    # what changed is marked and said
    await expect(sheet.cell(5, "d").locator("s")).to_have_text("was −60−60")
    await expect(page.get_by_test_id("pad-tab").get_by_role("status").last).to_have_text(
        "Round 3: Dan bid 0. Totals now: Dan −30, was −60."
    )
    await expect(sheet.cell(3, "d").get_by_role("button")).to_be_focused()
    await sheet.undo.click()
    await expect(sheet.cell(5, "d")).to_contain_text("−60")


async def test_r8_2_tricks_that_do_not_add_up_are_marked_and_scored_once_right(person):
    page = await (await person(viewport=PHONE)).page()
    sheet = await bring(page, edit(worked(), Enter(4, tricks={"c": 1})))
    note = page.get_by_text("The tricks add up to 5, but only 4 were dealt. Not scored until it is right.")
    await expect(note).to_be_visible()
    assert await totals(sheet, 4) == []
    assert await totals(sheet, 5) == ["100", "100", "20", "−50"]
    await no_findings(page, "a round that does not add up")
    await sheet.cell(4, "c").get_by_role("button").click()
    offer = sheet.key(0)
    await expect(offer).to_have_text(re.compile("adds up"))
    await no_findings(page, "a correction")
    await offer.click()
    await expect(note).to_have_count(0)
    assert await totals(sheet, 5) == ["90", "140", "40", "−60"]
    # an entry can be taken back, and blocks nothing
    await sheet.cell(2, "b").get_by_role("button").click()
    await page.get_by_role("button", name="Take back").click()
    await expect(page.get_by_text("Ben’s tricks are missing.")).to_be_visible()
    assert await totals(sheet, 5) == ["100", "110", "50", "−40"]


async def test_cells_are_reached_and_changed_by_keyboard(person):
    page = await (await person(viewport=DESKTOP)).page()
    sheet = await bring(page, worked())
    first = sheet.cell(1, "a").get_by_role("button")
    await first.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        await page.keyboard.press(key)
    await expect(sheet.cell(3, "b").get_by_role("button")).to_be_focused()
    await page.keyboard.press("1")
    await expect(sheet.cell(3, "b").get_by_role("button")).to_have_accessible_name(re.compile("took 1 of 0"))
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("correction")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("correction")).to_have_count(0)
    await expect(sheet.cell(3, "b").get_by_role("button")).to_be_focused()


async def test_r3_2_an_even_bid_is_marked_until_the_table_keeps_it(person):
    page = await (await person(viewport=PHONE)).page()
    sheet = await bring(page, worked(bid_restriction="dealer"))
    note = page.get_by_text("Dan dealt and made the bids even with 1.")
    await expect(note).to_be_visible()
    await no_findings(page, "an even bid")
    await page.get_by_role("button", name="Keep Dan’s bid in round 4").click()
    await expect(note).to_have_count(0)
    # another bid of the round asks for it again, and the number itself says why it is not simply taken
    await sheet.cell(4, "d").get_by_role("button").click()
    await page.get_by_role("radio", name="Bid").check()
    await sheet.key(2).click()
    await sheet.cell(4, "d").get_by_role("button").click()
    await page.get_by_role("radio", name="Bid").check()
    await expect(sheet.key(1)).to_have_attribute("aria-disabled", "true")
    await page.get_by_role("button", name="It was played with it: keep 1").click()
    await expect(note).to_have_count(0)
    assert await totals(sheet, 5) == ["90", "140", "40", "−60"]


async def test_r6_1_rounds_outside_the_game_stay_and_count_nothing(person):
    page = await (await person(viewport=PHONE, theme="dark")).page()
    sheet = await bring(page, edit(worked(), ChangeRules({"round_mode": "custom", "custom_round_count": 3})))
    outside = page.get_by_test_id("outside")
    await expect(outside).to_contain_text("Outside the game: 3 rounds are played now")
    await expect(outside.locator("[data-cell]")).to_have_count(8)
    await expect(page.locator("[data-pad-total='b']")).to_have_text("70")
    await no_findings(page, "rounds outside the game")
    await sheet.cell(5, "a").get_by_role("button", name="Correct Anna, round 5: took 2 of 2").click()
    await sheet.key(1).click()
    await expect(page.locator("[data-pad-total='b']")).to_have_text("70")


async def test_those_who_came_and_went_and_what_was_agreed(person):
    sheet = edit(worked(), Adjust("x", 2, "b", -20, "looked"))
    sheet = edit(
        sheet, Seat(5, tuple(Player(*one) for one in [("a", ""), ("b", ""), ("c", ""), ("e", "Eva")]))
    )
    page = await (await person(viewport=PHONE)).page()
    await bring(page, sheet)
    await expect(page.get_by_role("columnheader", name="Eva from round 5")).to_be_visible()
    await expect(page.get_by_role("columnheader", name="Dan left after round 4")).to_be_visible()
    await expect(page.get_by_role("button", name="Ben −20: looked")).to_be_visible()
    await no_findings(page, "who came and went")


async def test_r3_3_bids_that_lie_face_down_are_told_nowhere(person):
    sheet = new_sheet(NAMES, {"bid_disclosure": "hidden"}, id="secret", created="2026-11-24T19:05:00Z")
    page = await (await person(viewport=PHONE)).page()
    opened = await bring(page, edit(sheet, Enter(1, bids={"b": 1})))
    cell = opened.cell(1, "b").get_by_role("button")
    await expect(cell).to_have_accessible_name("Correct Ben, round 1: a bid, face down")
    await cell.click()
    await expect(opened.key(1)).not_to_have_attribute("aria-current", "true")
    await opened.key(0).click()
    spoken = page.get_by_test_id("pad-tab").get_by_role("status").last
    await expect(spoken).to_have_text("A bid, face down.")
    await page.emulate_media(media="print")
    await expect(page.get_by_test_id("paper").get_by_role("row", name="1 Anna •")).to_be_visible()


@pytest.mark.parametrize("names", [NAMES, NAMES[:3], (*NAMES, "Eva-Maria", "Konstantin von Hohenberg")])
async def test_a_whole_game_goes_on_one_page_of_paper(person, names):
    sheet = played(tuple(names), seed=3)
    page = await (await person(viewport=PHONE, theme="dark")).page()
    opened = await bring(page, sheet)
    await opened.go("rules")
    pdf = await page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    await page.emulate_media(media="print")
    paper = page.get_by_test_id("paper")
    await expect(paper).to_be_visible()
    await expect(page.get_by_test_id("sheet")).to_be_hidden()
    text = await paper.inner_text()
    for standing in score(sheet).standings:
        assert sheet.name_of(standing.player) in text
    finals = await paper.locator(".foot .sum").all_inner_texts()
    by_player = {standing.player: standing.total for standing in score(sheet).standings}
    await one_line_each(page)
    assert finals == [str(by_player[player.id]).replace("-", "−") for player in sheet.players]
    await page.emulate_media(media="screen")
    await expect(paper).to_have_count(0)
    await expect(page.get_by_test_id("sheet")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de"])
async def test_columns_of_those_who_came_and_went_fit_on_paper(person, language):
    sheet = played((*NAMES, "Eva"), seed=3)
    seats = [Player(*one) for one in [("a", ""), ("b", ""), ("c", ""), ("d", ""), ("f", "Franziska")]]
    page = await (await person(viewport=PHONE, language=language)).page("/sheet")
    await page.get_by_test_id("import-file").set_input_files([as_file(edit(sheet, Seat(5, tuple(seats))))])
    await SheetPage(page).opened()
    await page.emulate_media(media="print")
    await expect(page.get_by_test_id("paper").locator("th.player")).to_have_count(6)
    await one_line_each(page)


@pytest.mark.parametrize("names", [NAMES, (*NAMES, "Eva-Maria", "Franziska")])
async def test_nothing_on_the_pad_lies_over_its_neighbour_in_large_text(person, names):
    sheet = edit(played(tuple(names), seed=3), Enter(10, {"b": 10}, {"b": 10}))
    page = await (await person(viewport=PHONE, language="de")).page("/sheet")
    await page.get_by_test_id("import-file").set_input_files([as_file(sheet)])
    await (await SheetPage(page).opened()).go("pad")
    outside = """cells => cells.filter((cell) => {
        const { left, right } = cell.getBoundingClientRect();
        const seen = [...cell.querySelectorAll("b, .pair, .score, .both")];
        return seen.flatMap((one) => [...one.getClientRects()]).some(
            (rect) => rect.left < left - 0.5 || rect.right > right + 0.5
        );
    }).map((cell) => cell.textContent)"""
    for size in ("100%", "200%"):
        await page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        assert await page.locator("[data-cell]").evaluate_all(outside) == []


async def test_paper_says_what_is_wrong(person):
    page = await (await person(viewport=PHONE)).page()
    await bring(page, edit(worked(), Enter(4, tricks={"c": 1})))
    await page.emulate_media(media="print")
    await expect(page.get_by_test_id("paper")).to_contain_text("Round 4: The tricks add up to 5")


async def test_an_export_deleted_and_imported_is_the_same(person):
    page = await (await person(viewport=PHONE)).page()
    sheet = edit(worked(), Adjust("x", 0, "b", -20, "looked"))
    opened = await bring(page, sheet)
    await page.get_by_role("button", name="Share").click()
    await no_findings(page, "sharing")
    name, content = await downloaded(page, "Export JSON")
    assert name == "Kitchen-2026-11-24.json"
    assert parse_sheet(content) == sheet
    await page.get_by_role("button", name="Close").click()
    await opened.choose("Delete")
    await page.get_by_role("dialog").get_by_role("button", name=re.compile("Delete")).last.click()
    await page.wait_for_url("**/sheet")
    again = await bring(page, parse_sheet(content))
    assert await totals(again, 5) == ["90", "120", "40", "−60"]


async def test_csv_comes_back_as_the_same_match(person):
    page = await (await person(viewport=PHONE)).page()
    await bring(page, worked())
    await page.get_by_role("button", name="Share").click()
    _, content = await downloaded(page, "Export CSV")
    await give(page, {"name": "evening.csv", "mimeType": "text/csv", "buffer": content})
    copy = await SheetPage(page).opened()
    await copy.go("pad")
    assert await totals(copy, 5) == ["90", "140", "40", "−60"]


async def test_a_damaged_file_says_where_and_changes_nothing(person):
    page = await (await person(viewport=PHONE)).page()
    document = json.loads(format_sheet(worked()))
    document["rounds"][3]["bids"]["b"] = 21
    await give(page, as_file(json.dumps(document), "bad.json"), as_file('{"format":', "cut.json"))
    said = page.get_by_test_id("damaged")
    await expect(said.first).to_have_text(
        "bad.json was not imported; nothing was changed. "
        "Round 4, bid of Ben (rounds[3].bids.b): Allowed: a whole number from 0 to 20."
    )
    await expect(said.last).to_contain_text("Line 1, column 11: The file is damaged")
    await no_findings(page, "damaged files")
    assert page.url.endswith("/sheet")


async def test_a_sheet_that_is_here_already_is_asked_about(person):
    page = await (await person(viewport=PHONE)).page()
    await bring(page, worked())
    changed = edit(worked(), Enter(5, tricks={"a": 1, "b": 2}))
    await give(page, as_file(worked()))
    await expect(page.get_by_text("1 sheet was here already, with the same content.")).to_be_visible()
    await give(page, as_file(changed))
    dialog = page.get_by_role("dialog", name="This sheet is already here")
    await no_findings(page, "a sheet that is here already")
    await dialog.get_by_role("button", name="Cancel").click()
    await give(page, as_file(changed))
    await dialog.get_by_role("button", name="Keep both").click()
    both = await SheetPage(page).opened()
    assert not page.url.endswith("/sheet/worked")
    await both.saved()
    await give(page, as_file(changed))
    await dialog.get_by_role("button", name="Replace it with the file").click()
    replaced = await SheetPage(page).opened()
    assert page.url.endswith("/sheet/worked")
    await replaced.go("pad")
    assert await totals(replaced, 5) == ["40", "100", "40", "−60"]


async def test_a_link_carries_the_whole_sheet_to_another_device(person):
    page = await (await person(viewport=PHONE)).page()
    await bring(page, edit(worked(), Adjust("x", 0, "b", -20, "looked")))
    await page.get_by_role("button", name="Share").click()
    field = page.get_by_test_id("link")
    await expect(field).to_have_value(re.compile("/sheet/link#.+"))
    link = await field.input_value()
    await page.get_by_role("button", name="Show as a code").click()
    code = page.get_by_role("img", name="QR code with the link to this sheet")
    await expect(code).to_be_in_viewport(ratio=0.99)
    await page.get_by_role("button", name="Copy the link").click()
    await expect(page.get_by_role("dialog").get_by_role("status").filter(has_text="link")).to_be_in_viewport()
    await expect(code).to_be_in_viewport(ratio=0.9)
    # nobody else reaches this server
    await expect(page.get_by_test_id("link-local")).to_contain_text("No other device can open this link")
    await no_findings(page, "a code")
    there = await (await person(viewport=PHONE, theme="dark")).page(link)
    await expect(there.get_by_test_id("sheet-title")).to_have_text("Kitchen")
    await expect(there.locator("[data-total='b']")).to_have_text("120")
    await no_findings(there, "a sheet that came with a link")
    await there.get_by_role("button", name="Keep it on this device").click()
    kept = await SheetPage(there).opened()
    assert await totals(kept, 5) == ["90", "120", "40", "−60"]
    await there.goto(link[:-4])
    await there.reload()
    await expect(there.get_by_role("heading", name="This link is damaged")).to_be_visible()
    await no_findings(there, "a damaged link")


async def test_the_picture_is_sharp_and_whole(person):
    page = await (await person(viewport=PHONE)).page()
    await bring(page, worked())
    await page.get_by_role("button", name="Share").click()
    name, content = await downloaded(page, "Save the picture")
    assert name == "Kitchen-2026-11-24.png"
    assert content.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", content[16:24])
    assert 800 <= width <= 1400
    assert 900 <= height <= 2400
    assert len(content) > 20_000


async def test_all_sheets_go_into_one_file_and_come_back(person):
    page = await (await person(viewport=PHONE)).page()
    await bring(page, worked())
    await bring(page, played(NAMES[:3], seed=1))
    await page.goto("/sheet")
    _, content = await downloaded(page, "Export all sheets")
    there = await (await person(viewport=PHONE)).page()
    await give(there, {"name": "all.json", "mimeType": "application/json", "buffer": content})
    await expect(there.get_by_text("2 sheets are here now.")).to_be_visible()


async def test_the_pad_speaks_german(person):
    page = await (await person(viewport=PHONE, language="de")).page("/sheet")
    await page.get_by_test_id("import-file").set_input_files(
        [as_file(edit(worked(), Enter(4, tricks={"c": 1})))]
    )
    sheet = await SheetPage(page).opened()
    await sheet.go("pad")
    await expect(page.get_by_text("Die Stiche sind zusammen 5, aber es gab nur 4.")).to_be_visible()
    await sheet.cell(4, "c").get_by_role("button", name="Cara, Runde 4 berichtigen: 1 von 0 gemacht").click()
    await expect(page.get_by_role("heading", name="Stiche von Cara, Runde 4")).to_be_visible()
    await no_findings(page, "a correction in German")
