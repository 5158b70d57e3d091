"""Hints: asked for by mouse, key and finger, read by everybody, gone with the next event; who has them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence

import pytest
from playwright.async_api import Locator, Page, expect
from tests.browser.axe import no_findings
from tests.browser.chromium import PHONE
from tests.browser.table_page import TablePage
from tests.server.bot_harness import serving
from tests.server.harness import Browser, Running, SeededChance, first, new_token, over, running

from rufen.core.actions import ChooseTrump, PlaceBid
from rufen.core.cards import Card
from rufen.core.view import PlayerView
from rufen.protocol.messages import HintedAction, Pace

pytestmark = pytest.mark.browser

RULES = {"round_mode": "schedule", "hand_sizes": [5]}


def advise(view: PlayerView) -> Sequence[HintedAction]:
    """The more tricks are bid the worse, and the last card that may be played is the best."""
    certain = tuple(float(n == 1) for n in range(view.hand_size + 1))
    told = []
    for n, action in enumerate(view.legal):
        if isinstance(action, PlaceBid):
            told.append(HintedAction(action, 20.4 - 10 * action.bid, 0.63, (0.63, 0.37, *(0.0,) * 4)))
        elif isinstance(action, ChooseTrump):
            told.append(HintedAction(action, 31.2 - n, 0.4, (0.1, 0.2, 0.3, 0.4, 0.0, 0.0), 3 - n))
        else:
            told.append(HintedAction(action, float(n), 0.25, certain))
    return told


@pytest.fixture
async def hinting(tmp_path) -> AsyncIterator[Running]:
    async with serving(tmp_path, advise=advise) as server:
        yield server


@pytest.fixture
def at_table(hinting, person):
    """Opens the page of a table with two bots, where the person bids first."""

    async def open_page(*, hints: bool = True, **how: object) -> TablePage:
        token = new_token()
        options = {"hints": hints}
        table = await hinting.create(
            ["you", "bot", "bot"], token, "Mia", rules=RULES, first_dealer=2, options=options
        )
        someone = await person(hinting.url, seats={table: token}, **how)
        page = TablePage(await someone.page(f"/t/{table}"))
        await page.settled()
        return page

    return open_page


def worths(page: Page) -> Locator:
    return page.locator("[data-worth]")


def button(table: TablePage) -> Locator:
    return table.part("hint-button")


def details(page: Page) -> Locator:
    return page.get_by_test_id("hint-details")


async def test_a_hint_marks_what_is_open_until_something_happens(at_table):
    table = await at_table()
    page = table.page
    await expect(button(table)).to_have_text("Hint")
    await expect(worths(page)).to_have_count(0)
    await button(table).click()
    await expect(worths(page)).to_have_text(["20", "10", "0", "−10", "−20", "−30"])
    # more than colour: a star, and a word in its name
    await expect(table.bid(0).locator("svg")).to_have_count(1)
    await expect(table.bid(0)).to_have_attribute(
        "aria-label", "Bid 0, best, 20.4 points, 63 % to make the bid"
    )
    await expect(table.bid(1).locator("svg")).to_have_count(0)
    await expect(table.part("heard")).to_contain_text("Hint: best is Bid 0, 20.4 points")
    await expect(table.part("bid-panel")).to_contain_text("the points it brings on average")
    await table.bid(1).click()
    asked = await table.asked()
    assert asked.kind == "play"
    await expect(worths(page)).to_have_count(0)
    await button(table).click()
    await expect(worths(page)).to_have_count(len(asked.options))
    labels = [await table.card(card).get_attribute("aria-label") for card in asked.options]
    assert sum("best, " in str(label) for label in labels) == 1
    assert all("25 % to make the bid" in str(label) for label in labels)
    await table.do(asked, asked.options[0])
    await expect(worths(page)).to_have_count(0)


async def test_by_keyboard_the_second_press_shows_the_details(at_table):
    table = await at_table()
    page = table.page
    await table.bid(0).focus()
    await page.keyboard.press("a")
    await expect(worths(page)).to_have_count(6)
    await expect(table.bid(0), "the focus stays where it was").to_be_focused()
    await page.keyboard.press("a")
    await expect(details(page).get_by_role("heading")).to_have_text(
        ["Bid 0, best", *(f"Bid {n}" for n in range(1, 6))]
    )
    first = details(page).get_by_role("listitem").first
    await expect(first).to_contain_text("20.4 points")
    await expect(first).to_contain_text("63 % to make the bid")
    chances = first.get_by_role("list", name="Chance of each number of tricks")
    await expect(chances.get_by_role("listitem")).to_have_count(2)
    await expect(chances).to_contain_text("0 tricks: 63 %")
    await expect(chances).to_contain_text("1 trick: 37 %")
    await page.keyboard.press("Escape")
    await expect(details(page)).to_have_count(0)
    await expect(table.bid(0)).to_be_focused()
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Ask for a hint")


async def test_on_a_desktop_the_bars_have_most_of_the_width(at_table):
    table = await at_table()
    await button(table).click()
    await button(table).click()
    chances = details(table.page).get_by_role("list").first
    widths = await chances.evaluate(
        "(ul) => [ul.parentElement, ul, ...ul.children].map((element) => element.clientWidth)"
    )
    whole, room, *bars = widths
    assert room > 0.6 * whole
    assert sum(bars) == pytest.approx(min(room, 96 * len(bars)), abs=3 * len(bars))


class WizardUp(SeededChance):
    """Decks that turn up a Wizard where three get five cards each."""

    def deck(self) -> tuple[Card, ...]:
        deck = list(super().deck())
        at = next(place for place, card in enumerate(deck) if card.is_wizard)
        deck[at], deck[15] = deck[15], deck[at]
        return tuple(deck)


@pytest.mark.parametrize(
    ("language", "bid", "words"),
    [
        ("en", "bid 3", "best, 31.2 points, best bid 3, 40 % to make it"),
        ("de", "Ansage 3", "am besten, 31,2 Punkte, beste Ansage 3, zu 40 % geschafft"),
    ],
)
async def test_a_hint_for_a_trump_names_the_bid_to_make_with_it(tmp_path, person, language, bid, words):
    async with running(tmp_path, advise=advise, chance=WizardUp(1)) as server:
        token = new_token()
        options = {"hints": True}
        table_id = await server.create(
            ["you", "bot", "bot"], token, "Mia", rules=RULES, first_dealer=0, options=options
        )
        someone = await person(
            server.url, seats={table_id: token}, viewport=PHONE, touch=True, language=language
        )
        table = TablePage(await someone.page(f"/t/{table_id}"))
        await table.settled()
        await button(table).tap()
        suits = table.part("trump-panel").get_by_role("button")
        await expect(suits).to_have_count(4)
        await expect(suits.first).to_contain_text(words)
        named = suits.first.get_by_text(bid, exact=True)
        await expect(named).to_be_in_viewport(ratio=1)
        cut = await suits.evaluate_all(
            """(all) => all.flatMap((one) => [...one.querySelectorAll(".worth, .after")].filter(
              (words) => words.getBoundingClientRect().right > one.getBoundingClientRect().right - 4))"""
        )
        assert cut == []
        await button(table).tap()
        best = details(table.page).get_by_role("listitem").first
        await expect(best.locator(".aim .n")).to_have_text("3")


async def test_standings_name_the_level_of_a_bot(hinting, person):
    token = new_token()
    table = await hinting.create(["you", "bot:beginner", "bot:random"], token, "Mia", rules=RULES)
    tab = await Browser.open(hinting.url, table, token)
    await tab.play(first, over)
    someone = await person(hinting.url, seats={table: token})
    page = await someone.page(f"/t/{table}")
    standings = page.get_by_test_id("standings")
    await expect(standings.get_by_text("bot · beginner")).to_be_visible()
    await expect(standings.get_by_text("bot · random")).to_be_visible()


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "de")])
async def test_on_a_phone_all_of_it_can_be_read(at_table, theme, language):
    table = await at_table(viewport=PHONE, touch=True, theme=theme, language=language)
    page = table.page
    for _question in ("bid", "play"):
        asked = await table.asked()
        await button(table).tap()
        await expect(worths(page)).to_have_count(len(asked.options))
        wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wide
        for chip in await worths(page).all():
            await expect(chip).to_be_in_viewport(ratio=1)
        if asked.kind == "play":
            await no_findings(page, f"hint, {theme}")
        await button(table).tap()
        for heading in await details(page).get_by_role("heading").all():
            await heading.scroll_into_view_if_needed()
            await expect(heading).to_be_in_viewport(ratio=1)
        if asked.kind == "bid":
            await no_findings(page, f"details, {theme}")
        await page.keyboard.press("Escape")
        await table.answer(asked)


async def test_a_table_without_hints_offers_none(at_table):
    table = await at_table(hints=False)
    await expect(button(table)).to_have_count(0)
    await table.page.keyboard.press("a")
    await table.act()
    await table.asked()
    await expect(button(table)).to_have_count(0)
    await table.page.get_by_role("button", name="Menu").click()
    await table.page.get_by_role("switch", name="Hints").check()
    await table.page.keyboard.press("Escape")
    await expect(button(table)).to_have_text("Hint")


async def test_hints_are_there_for_who_plays_with_bots_alone_and_are_asked_for_with_friends(hinting, person):
    someone = await person(hinting.url)
    page = await someone.page("/new")
    hints = page.get_by_role("switch", name="Hints")
    await expect(hints).to_be_checked()
    await page.get_by_label("Friends, by link").check()
    await expect(hints).not_to_be_checked()
    await page.get_by_label("Bots", exact=True).check()
    await expect(hints).to_be_checked()
    levels = page.get_by_test_id("levels")
    await expect(levels).to_contain_text("Counts its sure tricks")
    named = await page.get_by_label("Who sits in seat 2").get_attribute("aria-describedby")
    await expect(page.locator(f"[id='{named}']")).to_contain_text("Counts its sure tricks")
    await expect(page.get_by_role("option", name="random")).to_have_count(0)
    await page.get_by_role("button", name="Open the table").click()
    table = TablePage(page)
    await table.asked()
    await expect(button(table)).to_have_text("Hint")
    room = await hinting.room(await table.table_id())
    assert room.table.facts.options.hints


async def test_who_plays_at_once_has_hints_and_bots_as_they_like_them(hinting, person):
    someone = await person(hinting.url, bots="natural")
    page = await someone.page("/")
    await page.get_by_role("button", name="Play", exact=True).click()
    table = TablePage(page)
    await expect(table.part("table")).to_be_visible()
    options = (await hinting.room(await table.table_id())).table.facts.options
    assert options.hints
    assert options.pace is Pace.NATURAL
    plate = page.locator("[data-seat]", has_text="bot").first
    await expect(plate).to_have_attribute("aria-label", re.compile("bot · beginner"))
    await expect(plate.get_by_text("bot · beginner")).to_be_visible()


async def test_the_host_switches_hints_and_pace_before_the_game(hinting, person):
    someone = await person(hinting.url, bots="natural")
    page = await someone.page("/new")
    await page.get_by_label("Friends, by link").check()
    await page.get_by_role("button", name="Open the table").click()
    table = TablePage(page)
    options = table.part("options")
    await expect(options).to_contain_text("Hints no")
    await expect(options).to_contain_text("Bots take a moment yes")
    await page.get_by_role("button", name="Change how the table is run").click()
    await page.get_by_role("switch", name="Hints").check()
    await page.get_by_role("switch", name="Bots take a moment").uncheck()
    await page.keyboard.press("Escape")
    await expect(options).to_contain_text("Hints yes")
    await expect(options).to_contain_text("Bots take a moment no")
    await page.get_by_label("Who sits in seat 2").select_option("beginner")
    await expect(page.get_by_test_id("levels")).to_contain_text("Counts its sure tricks")
