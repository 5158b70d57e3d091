"""A sheet while the match goes on: other rules, other players, adjustments; standings and statistics."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.async_api import Locator, Page, expect
from tests.browser.axe import no_findings
from tests.browser.chromium import PHONE

from rufen.core.sheet import Enter, Sheet, edit, format_sheet, new_sheet

pytestmark = pytest.mark.browser

Row = Sequence[tuple[int, int]]

# the worked example of the rules, bid and tricks: Anna 90, Ben 140, Cara 40, Dan −60
EXAMPLE: tuple[Row, ...] = (
    ((1, 1), (0, 0), (0, 0), (1, 0)),
    ((1, 0), (1, 1), (0, 1), (2, 0)),
    ((2, 2), (0, 0), (1, 1), (1, 0)),
    ((1, 2), (2, 2), (0, 0), (1, 0)),
    ((2, 2), (1, 1), (3, 1), (0, 1)),
)
NAMES = ("Anna", "Ben", "Cara", "Dan")
MINUS = "\N{MINUS SIGN}"


def played(
    rows: Sequence[Row] = EXAMPLE,
    id: str = "kitchen",
    names: Sequence[str] = NAMES,
    created: str = "2026-11-24T19:05:00Z",
    **rules,
) -> Sheet:
    """A sheet with these rounds; five rounds unless told otherwise."""
    settings = {"round_mode": "custom", "custom_round_count": 5, **rules}
    sheet = new_sheet(names, settings, id=id, title=f"At {id}", created=created)
    for number, row in enumerate(rows, 1):
        cells = dict(zip("abcdef", row, strict=False))
        bids = {player: bid for player, (bid, _) in cells.items()}
        sheet = edit(sheet, Enter(number, bids=bids, tricks={p: won for p, (_, won) in cells.items()}))
    return sheet


async def bring(page: Page, sheet: Sheet) -> None:
    """Put a sheet on this device, as somebody does who got it as a file."""
    await page.goto("/sheet")
    chooser = page.get_by_test_id("import-file")
    await chooser.set_input_files(
        {"name": "sheet.json", "mimeType": "application/json", "buffer": format_sheet(sheet).encode()}
    )
    await page.locator(
        f'[data-sheet="{sheet.id}"], [data-testid="sheet"][data-saved="true"]'
    ).first.wait_for()


async def look(page: Page, sheet: Sheet, tab: str) -> None:
    await page.goto(f"/sheet/{sheet.id}/{tab}")
    await page.get_by_test_id("sheet").wait_for()


@pytest.fixture
async def phone(person):
    """A phone with a touch screen."""
    someone = await person(viewport=PHONE, touch=True)
    return await someone.page("/sheet")


async def choose(page: Page, group: str, option: str) -> None:
    await page.get_by_role("radiogroup", name=group, exact=True).get_by_label(option, exact=True).check()


def changes(page: Page) -> Locator:
    return page.get_by_test_id("changes")


async def previews(page: Page, totals: dict[str, str]) -> None:
    """The card says what the totals would be."""
    for player, total in totals.items():
        await expect(changes(page).locator(f'[data-now="{player}"]')).to_have_text(total)


async def has_totals(page: Page, totals: dict[str, str]) -> None:
    for player, total in totals.items():
        await expect(page.locator(f'[data-total="{player}"]')).to_have_text(total)


async def to_tab(page: Page, tab: str) -> None:
    await page.locator(f'[data-tab="{tab}"]').click()


async def open_dialog(page: Page, entry: str) -> Locator:
    await page.get_by_role("button", name="More", exact=True).click()
    await page.get_by_role("dialog").get_by_role("button", name=entry).click()
    dialog = page.locator("dialog[open]").filter(has=page.get_by_role("heading", name=entry))
    await dialog.wait_for()
    return dialog


async def test_double_zero_shows_at_once_and_counts_when_kept(phone):
    """R7: Ben 180, Cara 80 stand there before anybody keeps it; undo and keep do what they say."""
    sheet = played()
    await bring(phone, sheet)
    await look(phone, sheet, "rules")
    await choose(phone, "Made bid of zero", "Twice the bonus")
    await previews(phone, {"a": "90", "b": "180", "c": "80", "d": f"{MINUS}60"})
    await expect(changes(phone).locator('[data-player="b"] s')).to_have_text("140")
    await expect(changes(phone)).to_contain_text(
        "Four made zeros score again: two of Ben’s, two of Cara’s. Nothing you entered is changed."
    )
    await no_findings(phone, "what a rule changes")

    await changes(phone).get_by_role("button", name="Undo").click()
    await expect(changes(phone)).to_have_count(0)
    await expect(phone.get_by_label("The bonus", exact=True)).to_be_checked()
    await to_tab(phone, "standings")
    await has_totals(phone, {"b": "140", "c": "40"})

    await to_tab(phone, "rules")
    await choose(phone, "Made bid of zero", "Twice the bonus")
    await to_tab(phone, "standings")
    await has_totals(phone, {"b": "140", "c": "40"})
    await expect(phone.get_by_role("link", name="Rules (changed and not kept)")).to_be_visible()
    await no_findings(phone, "rules that are not kept")
    await phone.get_by_role("link", name="All sheets").click()
    await phone.locator("[data-sheet]").get_by_role("link").click()
    await phone.get_by_test_id("unkept").get_by_role("link").click()
    await previews(phone, {"b": "180", "c": "80"})
    await changes(phone).get_by_role("button", name="Keep").click()
    await expect(changes(phone)).to_have_count(0)
    await expect(phone.get_by_test_id("sheet")).to_have_attribute("data-saved", "true")
    await phone.reload()
    await expect(phone.get_by_label("Twice the bonus", exact=True)).to_be_checked()
    await to_tab(phone, "standings")
    await has_totals(phone, {"a": "90", "b": "180", "c": "80", "d": f"{MINUS}60"})
    await no_findings(phone, "standings of a match that is over")


async def test_the_setting_being_changed_stays_in_sight(phone):
    sheet = played()
    await bring(phone, sheet)
    await look(phone, sheet, "rules")
    option = phone.get_by_label("The bonus and 5 a card", exact=True)
    await option.check()
    await previews(phone, {"b": "160"})
    card = await changes(phone).bounding_box()
    field = await option.bounding_box()
    assert card
    assert field
    assert field["y"] + field["height"] <= card["y"]


async def test_what_a_setting_brings_up_stays_in_sight(phone):
    """Where no total changes the card is a line, and the stepper that comes up lies above it."""
    sheet = played(names=(*NAMES, "Eva"), rows=(), round_mode="full")
    await bring(phone, sheet)
    await look(phone, sheet, "rules")
    await choose(phone, "Number of rounds", "Fewer")
    await expect(changes(phone)).to_contain_text("No total changes.")
    await expect(changes(phone).get_by_role("table")).to_have_count(0)
    less = phone.get_by_role("button", name="Rounds to play: less")
    await expect(less).to_be_in_viewport()
    card = await changes(phone).bounding_box()
    stepper = await less.bounding_box()
    assert card
    assert stepper
    assert card["height"] < 120
    assert stepper["y"] + stepper["height"] <= card["y"]
    await less.click()
    await expect(changes(phone)).to_contain_text("The game has 9 rounds now.")
    await no_findings(phone, "a change of no total")


async def test_bids_already_played_stay_when_the_dealer_is_bound(phone):
    """R8.2: one switch keeps them all; undo takes it back a round at a time."""
    even: Row = ((1, 1), (0, 0), (0, 0), (0, 0))
    second: Row = ((1, 1), (1, 1), (0, 0), (0, 0))
    sheet = played((even, second))
    await bring(phone, sheet)
    await look(phone, sheet, "rules")
    await choose(phone, "May the dealer make the bids even?", "Never")
    keep = changes(phone).get_by_role("switch", name="Already played: keep these 2 bids")
    await expect(keep).to_be_checked()
    await no_findings(phone, "bids already played")
    await changes(phone).get_by_role("button", name="Keep", exact=True).click()
    await to_tab(phone, "enter")
    await expect(phone.locator("[data-problem]")).to_have_count(0)
    undo = phone.get_by_role("button", name="Undo", exact=False)
    await undo.first.click()
    await expect(phone.locator('[data-problem="2"]')).to_be_visible()
    await undo.first.click()
    await expect(phone.locator('[data-problem="1"]')).to_be_visible()
    await undo.first.click()
    await expect(phone.locator("[data-problem]")).to_have_count(0)


async def test_rounds_go_outside_the_game_and_come_back(phone):
    """R6.1: over is what the schedule in force now says; nothing entered is lost on the way."""
    sheet = played()
    await bring(phone, sheet)
    await look(phone, sheet, "rules")
    less = phone.get_by_role("button", name="Rounds to play: less")
    await less.click()
    await less.click()
    await expect(changes(phone)).to_contain_text(
        "Rounds 4 and 5 are outside the game now. They stay on the pad"
    )
    await previews(phone, {"a": "60", "b": "70", "c": "40"})
    await changes(phone).get_by_role("button", name="Keep").click()
    await to_tab(phone, "standings")
    await has_totals(phone, {"a": "60", "b": "70"})
    await to_tab(phone, "rules")
    for rounds in ("4", "5", "6"):
        await phone.get_by_role("button", name="Rounds to play: more").click()
        await expect(changes(phone)).to_contain_text(f"The game has {rounds} rounds now.")
    await expect(changes(phone)).to_contain_text("Rounds 4 and 5 are part of the game again.")
    await expect(changes(phone)).to_contain_text(
        "The match is not over any more: 1 round is still to be scored."
    )
    await previews(phone, {"a": "90", "b": "140"})
    await changes(phone).get_by_role("button", name="Keep").click()
    await to_tab(phone, "standings")
    await has_totals(phone, {"a": "90", "b": "140"})
    await expect(phone.get_by_test_id("catch-up")).to_contain_text("bids 3 and makes it")


async def test_a_contradiction_is_shown_where_it_is_and_cannot_be_kept(phone):
    """R3.4: the reason and the ways out stand at the setting."""
    sheet = played()
    await bring(phone, sheet)
    await look(phone, sheet, "rules")
    await choose(phone, "May the dealer make the bids even?", "Never")
    await expect(changes(phone)).to_contain_text("The dealer’s bid of round 4 is against the rule now.")
    await choose(phone, "How bids are made", "In secret, shown before play")
    keep = changes(phone).get_by_role("button", name="Keep")
    await expect(keep).to_have_attribute("aria-disabled", "true")
    await expect(phone.locator("[data-problem]")).to_contain_text(
        "With secret bids nobody can know the total"
    )
    await no_findings(phone, "a contradiction")
    await keep.click(force=True)
    fix = phone.get_by_role("button", name="Bid openly")
    await expect(fix).to_be_focused()
    await fix.click()
    await expect(phone.locator("[data-problem]")).to_have_count(0)
    await keep.click()
    await expect(changes(phone)).to_have_count(0)
    await expect(phone.get_by_label("Never", exact=True)).to_be_checked()


async def test_the_bonus_for_every_bid_comes_at_the_end_only(phone):
    """R5.5: Ben has made every bid; that counts with the last round."""
    sheet = played(EXAMPLE[:4], perfect_game_bonus=50)
    await bring(phone, sheet)
    await look(phone, sheet, "standings")
    await has_totals(phone, {"b": "110"})
    await look(phone, sheet, "rules")
    await phone.get_by_role("button", name="Rounds to play: less").click()
    await expect(changes(phone)).to_contain_text("With this the match is over. Ben made every bid: 50 more.")
    await previews(phone, {"a": "50", "b": "160"})


async def test_settings_for_the_table_change_no_score(phone):
    sheet = played()
    await bring(phone, sheet)
    await look(phone, sheet, "rules")
    await choose(phone, "After a led Wizard", "The next suit card sets the suit")
    await expect(changes(phone)).to_contain_text("No total changes. This is for the table")
    await choose(phone, "Set of rules", "Standard")
    await expect(changes(phone)).to_contain_text("The game has 15 rounds now.")


async def test_somebody_is_renamed(phone):
    sheet = played()
    await bring(phone, sheet)
    await look(phone, sheet, "standings")
    dialog = await open_dialog(phone, "Players")
    await dialog.get_by_label("Names", exact=True).check()
    ben = dialog.locator('[data-rename="b"]')
    await ben.get_by_role("textbox").fill("anna")
    await ben.get_by_role("button", name="Save").click()
    await expect(ben.get_by_role("alert")).to_contain_text("same name")
    await no_findings(phone, "a name that is taken")
    await ben.get_by_role("textbox").fill("Benedikt")
    await ben.get_by_role("button", name="Save").click()
    await expect(ben.get_by_role("alert")).to_have_count(0)
    await phone.keyboard.press("Escape")
    await expect(phone.get_by_test_id("standings").locator('[data-player="b"]')).to_contain_text("Benedikt")


async def test_players_join_leave_and_come_back(phone):
    """What it means is said before it counts; scores stay, a rank comes back with the player."""
    sheet = played(EXAMPLE[:3], round_mode="full")
    await bring(phone, sheet)
    await look(phone, sheet, "standings")
    dialog = await open_dialog(phone, "Players")
    await dialog.get_by_role("button", name="Somebody joins").click()
    await dialog.get_by_role("textbox", name="Name").fill("Ben")
    await dialog.get_by_role("button", name="Sits down").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("same name")
    await dialog.get_by_role("textbox", name="Name").fill("Eva")
    await dialog.get_by_label("Sits", exact=True).select_option(label="to the left of Ben")
    await dialog.get_by_role("button", name="Sits down").click()
    await expect(dialog.get_by_test_id("seats")).to_have_text(
        re.compile("Anna.*Ben.*Eva.*Cara.*Dan", re.DOTALL)
    )
    notes = dialog.get_by_test_id("seat-notes")
    await expect(notes).to_contain_text("Eva joins in round 4 and begins with nothing")
    await expect(notes).to_contain_text("The full game now has 12 rounds instead of 15.")
    await no_findings(phone, "somebody joins")
    await dialog.get_by_role("button", name="From round 4 on").click()
    await expect(dialog).to_have_count(0)
    await expect(phone.get_by_test_id("standings")).to_contain_text("Eva")

    dialog = await open_dialog(phone, "Players")
    await dialog.get_by_role("button", name="Dan leaves").click()
    await expect(notes).to_contain_text("Dan leaves before round 4. The scores stay on the pad")
    await dialog.get_by_role("button", name="From round 4 on").click()
    dan = phone.get_by_test_id("standings").locator('[data-player="d"]')
    await expect(dan).to_contain_text("left")
    await has_totals(phone, {"d": f"{MINUS}40"})
    await no_findings(phone, "standings with somebody who left")

    dialog = await open_dialog(phone, "Players")
    await dialog.get_by_role("button", name="Dan comes back").click()
    await expect(notes).to_contain_text("Dan comes back in round 4, with the total from before")
    await dialog.get_by_role("button", name="From round 4 on").click()
    await expect(dan).not_to_contain_text("left")


async def test_somebody_written_and_not_seated_is_not_lost(phone):
    """The step takes the open form along, or says what is wrong with it."""
    await bring(phone, played(names=("Eva", "Finn", "Gil", "Hanna"), id="garden"))
    sheet = played(EXAMPLE[:3], round_mode="full")
    await bring(phone, sheet)
    await look(phone, sheet, "standings")
    dialog = await open_dialog(phone, "Players")
    await dialog.get_by_role("button", name="Dan leaves").click()
    await dialog.get_by_role("button", name="Somebody joins").click()
    name = dialog.get_by_role("textbox", name="Name")
    await name.fill("Ben")
    apply = dialog.get_by_role("button", name="From round 4 on")
    await apply.click()
    await expect(dialog.get_by_role("alert")).to_contain_text("same name")
    await expect(name).to_be_focused()
    await dialog.get_by_label("Names", exact=True).check()
    await dialog.get_by_label("Who plays", exact=True).check()
    await expect(name).to_have_value("Ben")
    await dialog.get_by_role("group", name="Played before").get_by_role("button", name="Eva").click()
    await no_findings(phone, "somebody who has played before joins")
    await expect(dialog.get_by_role("button", name="Close")).to_be_in_viewport()
    await apply.click()
    await expect(dialog).to_have_count(0)
    await expect(phone.get_by_test_id("standings")).to_contain_text("Eva")
    await phone.goto("/sheet")
    await expect(phone.locator('[data-sheet="kitchen"]')).to_contain_text("Anna, Ben, Cara, Dan and Eva")


async def test_too_many_rounds_for_one_more_offers_fewer(phone):
    """R2.2: with a fifth player there are cards for 12 rounds; one press makes it so."""
    sheet = played(EXAMPLE[:2], custom_round_count=15)
    await bring(phone, sheet)
    await look(phone, sheet, "standings")
    dialog = await open_dialog(phone, "Players")
    await dialog.get_by_role("button", name="Somebody joins").click()
    await dialog.get_by_role("textbox", name="Name").fill("Eva")
    await dialog.get_by_role("button", name="Sits down").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("there are cards for 12 rounds at most")
    apply = dialog.get_by_role("button", name="From round 3 on")
    await expect(apply).to_have_attribute("aria-disabled", "true")
    await dialog.get_by_role("button", name="Play 12 rounds").click()
    await apply.click()
    await expect(dialog).to_have_count(0)
    await expect(phone.get_by_test_id("standings")).to_contain_text("Eva")


async def test_places_change_from_a_round_on(phone):
    sheet = played(EXAMPLE[:3])
    await bring(phone, sheet)
    await look(phone, sheet, "standings")
    dialog = await open_dialog(phone, "Players")
    down = dialog.get_by_role("button", name="Anna: one place down")
    await down.click()
    await expect(down).to_be_focused()
    await expect(dialog.get_by_test_id("seat-notes")).to_contain_text(
        "From round 4 on you sit, bid and deal in this order. Before it nothing changes."
    )
    await dialog.get_by_label("From round").select_option(label="2")
    await dialog.get_by_role("button", name="From round 2 on").click()
    await has_totals(phone, {"a": "60", "b": "70", "c": "40", "d": f"{MINUS}40"})


async def test_an_adjustment_counts_with_its_reason(phone):
    """R5.6: a line of its own; it can be corrected and taken away."""
    sheet = played()
    await bring(phone, sheet)
    await look(phone, sheet, "standings")
    await phone.get_by_role("button", name="Add an adjustment").click()
    dialog = phone.locator("dialog[open]")
    await dialog.get_by_role("button", name="Add an adjustment").click()
    await dialog.get_by_role("button", name="Add", exact=True).click()
    await expect(dialog.locator("[data-problem]")).to_have_count(3)
    await no_findings(phone, "an adjustment without anything")
    await dialog.get_by_label("Ben", exact=True).check()
    await dialog.get_by_role("button", name="Five points less").click(click_count=2)
    await dialog.get_by_role("textbox", name="Reason").fill("Spilled tea")
    await dialog.get_by_role("button", name="Add", exact=True).click()
    await has_totals(phone, {"b": "130"})
    await dialog.get_by_role("button", name="Correct").click()
    await dialog.get_by_role("textbox", name="Points").fill("-60")
    await dialog.get_by_role("button", name="Save").click()
    await phone.keyboard.press("Escape")
    await has_totals(phone, {"a": "90", "b": "80"})
    await expect(phone.get_by_test_id("adjustments")).to_contain_text("Spilled tea · round 5")
    await no_findings(phone, "standings with an adjustment")
    await phone.get_by_role("button", name="Change adjustments").click()
    await dialog.get_by_role("button", name="Delete").click()
    await has_totals(phone, {"b": "140"})


async def test_the_chart_names_its_end_values(phone):
    sheet = played()
    await bring(phone, sheet)
    await look(phone, sheet, "standings")
    chart = phone.get_by_role("img", name="Totals by round.")
    await expect(chart).to_have_attribute(
        "aria-label", f"Totals by round. Now: Ben 140, Anna 90, Cara 40, Dan {MINUS}60."
    )
    marks = phone.locator('[data-marks="c"]').get_by_role("img")
    await expect(marks).to_have_count(5)
    await expect(marks.nth(1)).to_have_attribute("aria-label", "round 2, 1 too many")
    await expect(marks.nth(4)).to_have_text(f"{MINUS}2")


async def test_statistics_over_three_sheets(phone):
    """Two finished games and one in progress; Ben won both, Anna leads the third."""
    await phone.goto("/sheet/statistics")
    await expect(phone.get_by_role("main")).to_contain_text("Nothing is scored yet")
    await no_findings(phone, "statistics without a sheet")
    sheets = (
        played(),
        played(id="garden", created="2026-11-25T19:05:00Z"),
        played(EXAMPLE[:1], id="train", created="2026-11-26T19:05:00Z"),
        played(id="copy"),
    )
    for sheet in sheets:
        await bring(phone, sheet)
    await phone.goto("/sheet/statistics")
    people = phone.get_by_test_id("people")
    await expect(people.get_by_role("row").nth(1)).to_have_text(re.compile(r"Ben\s*2\s*2\s*100 %"))
    await expect(phone.get_by_test_id("person")).to_contain_text("Ben")
    await expect(phone.get_by_role("main")).to_contain_text("1 sheet is a copy of another")
    await people.get_by_role("button", name="Anna").click()
    person = phone.get_by_test_id("person")
    await expect(person.get_by_role("heading", name="Anna")).to_be_visible()
    await expect(person.get_by_role("img")).to_have_attribute(
        "aria-label",
        "Bids made by hand size: 1 card 3 of 3, 2 cards 0 of 2, 3 cards 2 of 2, 4 cards 0 of 2, "
        "5 cards 2 of 2.",
    )
    versus = phone.get_by_test_id("versus")
    await versus.get_by_label("Second person").select_option(label="Anna")
    await expect(versus.get_by_role("row").nth(1)).to_have_text(re.compile(r"2\s*0\s*0"))
    await no_findings(phone, "statistics")
    await phone.get_by_test_id("history").get_by_role("link", name="At garden").click()
    await has_totals(phone, {"b": "140"})


async def test_in_german(person):
    someone = await person(viewport=PHONE, locale="de-DE")
    page = await someone.page("/sheet")
    sheet = played()
    await bring(page, sheet)
    await look(page, sheet, "rules")
    await choose(page, "Null angesagt und geschafft", "Der doppelte Bonus")
    await expect(changes(page)).to_contain_text(
        "Vier geschaffte Nullen zählen neu: zwei von Ben, zwei von Cara. Was du eingetragen hast, bleibt."
    )
    await changes(page).get_by_role("button", name="Behalten").click()
    await to_tab(page, "standings")
    await expect(page.get_by_role("heading", name="Summen nach Runden")).to_be_visible()
    await no_findings(page, "standings in German")
    await page.goto("/sheet/statistics")
    await expect(page.get_by_role("heading", name="Statistik")).to_be_visible()
    await expect(page.get_by_role("heading", name="Direkter Vergleich")).to_be_visible()
