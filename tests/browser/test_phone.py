"""A phone of 360 × 640 with the fullest hands there are: everything on the screen, everything in reach."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect
from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.table_page import SPEAK, Asked, TablePage
from tests.server.harness import chooser

from rufen.core.state import Phase

pytestmark = pytest.mark.browser

WEB = Path(__file__).parents[2] / "web"
FULLEST = {3: 20, 4: 15, 5: 12, 6: 10}

# What lies outside of the screen or makes the page scroll, in words.
OFF_SCREEN = """() => {
  const { innerWidth: width, innerHeight: height } = window;
  const off = [];
  const page = document.documentElement;
  if (page.scrollWidth > width) off.push(`the page is ${page.scrollWidth} wide`);
  if (page.scrollHeight > height) off.push(`the page is ${page.scrollHeight} high`);
  for (const element of document.querySelectorAll("[data-testid=table] *")) {
    if (element.closest(".vh, .skip") || element.ownerSVGElement) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (left < -0.5 || top < -0.5 || right > width + 0.5 || bottom > height + 0.5) {
      off.push(`${element.localName}.${element.classList} ${[left, top, right, bottom].map(Math.round)}`);
    }
  }
  return off;
}"""

# For each element: what a finger meets in the middle of it, its size, and how much of its height can be met.
REACH = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
  const box = element.getBoundingClientRect();
  const x = box.left + box.width / 2;
  let reach = 0;
  for (let y = box.top + 0.5; y < box.bottom; y += 1) {
    reach += element.contains(document.elementFromPoint(x, y));
  }
  return { name: element.getAttribute("aria-label"), width: box.width, height: box.height, reach };
})"""

# The sentences below a result at their longest: names of 24 characters, every seat missed by ten.
LONGEST_NOTE = """() => {
  const [a, b] = ["Maximiliane von und zu B", "Wilhelmine von und zu Bo"];
  const said = [
    `${a} und ${b} führen gemeinsam.`,
    "Die Ansagen lagen 10 darüber, also konnten es nicht alle schaffen.",
    `${a} gibt als Nächstes, 15 Karten für jeden.`,
  ];
  const parts = document.querySelectorAll("[data-testid=note] > span > span");
  if (parts.length !== said.length) throw new Error(`${parts.length} sentences`);
  parts.forEach((part, at) => (part.textContent = said[at]));
  for (const name of document.querySelectorAll("[data-testid=round-end] tbody th")) name.textContent = a;
  for (const verdict of document.querySelectorAll("[data-testid=round-end] .verdict")) {
    verdict.lastChild.textContent = "10 zu wenig";
  }
}"""


async def in_reach(table: TablePage, selector: str, *, width: float, height: float, count: int) -> None:
    """Every element shows at least so much of itself, and a finger on it meets it."""
    elements = await table.page.evaluate(REACH, selector)
    assert len(elements) == count
    for element in elements:
        assert element["width"] >= width, element
        assert element["reach"] >= height, element


async def shows_everything(table: TablePage, what: str) -> None:
    """Nothing in the open panel has to be scrolled for."""
    sizes = await table.page.locator(".choice").evaluate("(c) => [c.scrollHeight, c.clientHeight]")
    assert sizes[0] <= sizes[1], what


async def drawn(table: TablePage) -> None:
    """Another size is in force: what follows it has been laid out."""
    await table.page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
    )


async def fits(table: TablePage, asked: Asked, cards: int) -> None:
    assert await table.page.evaluate(OFF_SCREEN) == []
    await in_reach(table, "[data-card]", width=24, height=44, count=cards)
    if asked.kind == "bid":
        await in_reach(table, "[data-bid]", width=36, height=44, count=cards + 1)
        await shows_everything(table, "bids")


async def full_table(server, sit, seats: int) -> TablePage:
    seated = await server.create(
        seats,
        name="Maximiliane von und zu B",
        rules={"round_mode": "schedule", "hand_sizes": [FULLEST[seats]]},
        first_dealer=seats - 1,
    )
    return await sit(seated, viewport=PHONE, touch=True)


@pytest.mark.parametrize("seats", FULLEST)
async def test_the_fullest_hand_fits(server, sit, seats):
    cards = FULLEST[seats]
    table = await full_table(server, sit, seats)
    asked = await table.play_until("bid")
    await fits(table, asked, cards)
    await table.answer(asked)
    asked = await table.play_until("play")
    await fits(table, asked, cards)


PANELS = ((360, 640), (800, 1000), (1024, 768))


@pytest.mark.parametrize("seats", FULLEST)
async def test_panels_show_everything(server, sit, seats):
    """Bids of the fullest hand with a reason, and the result of a round, in the longer language."""
    rules = {"round_mode": "schedule", "hand_sizes": [FULLEST[seats], 1], "bid_restriction": "dealer"}
    seated = await server.create_where(lambda view: bool(view.refusals), seats, rules=rules, first_dealer=0)
    table = await sit(seated, viewport=PHONE, locale="de-DE")

    async def shows_everything_at_any_size(what: str) -> None:
        for width, height in PANELS:
            await table.page.set_viewport_size({"width": width, "height": height})
            await drawn(table)
            await shows_everything(table, f"{what}, {width} × {height}")

    await table.play_until("bid")
    await shows_everything_at_any_size("bids")
    tab = await server.tab(seated)
    await tab.play(chooser(1), lambda view: bool(view.results))
    await tab.close()
    await table.part("round-end").wait_for()
    await shows_everything_at_any_size("a result")
    await table.page.evaluate(LONGEST_NOTE)
    await shows_everything_at_any_size("the longest result")


# Every word there may be beside a total, on every plate: those that are cut.
CUT_WORDS = """(words) => [...document.querySelectorAll(".plate .words")].flatMap((box) => {
  if (!box.checkVisibility()) return [];
  box.closest(".plate").querySelector(".total .short").textContent = "−120";
  return words.filter((word) => {
    box.querySelector(".short").textContent = word;
    return box.scrollWidth > box.clientWidth;
  });
})"""


def words_of(language: str) -> list[str]:
    """Everything that may stand beside a total."""
    texts = (WEB / f"src/lib/i18n/{language}/table.ts").read_text(encoding="utf-8")
    words = re.findall(r'"(?:short\.\w+|made|need\.secret|bid\.(?:now|said))": "([^"]*)"', texts)
    assert len(words) == 13
    return [word.replace("{n}", "10") for word in words]


@pytest.mark.parametrize("seats", FULLEST)
async def test_plates_cut_no_word(server, sit, seats):
    """Not even beside a total with a minus."""
    table = await sit(await server.create(seats), viewport=PHONE)
    await table.play_until("bid")
    assert await table.page.evaluate(CUT_WORDS, words_of("en")) == []
    await table.page.evaluate(SPEAK, "de")
    await expect(table.page.locator("html")).to_have_attribute("lang", "de")
    await table.settled()
    assert await table.page.evaluate(CUT_WORDS, words_of("de")) == []


# Plates whose boxes, with the tabs on their edges, lie over one another or over the turned card.
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".felt .plate:not(.me)")].map((plate) => {
    const box = plate.getBoundingClientRect();
    const tab = plate.querySelector(".level").getBoundingClientRect();
    return [plate.dataset.seat, box.left, Math.min(box.top, tab.top), box.right, box.bottom];
  });
  const card = document.querySelector("[data-turned]")?.getBoundingClientRect();
  if (card) boxes.push(["trump", card.left, card.top, card.right, card.bottom]);
  return boxes.flatMap(([one, left, top, right, bottom], at) =>
    boxes.slice(at + 1).flatMap(([other, l, t, r, b]) =>
      left < r - 0.5 && l < right - 0.5 && top < b - 0.5 && t < bottom - 0.5 ? [`${one} and ${other}`] : [],
    ),
  );
}"""
LOW = ((760, 600), (760, 560), (959, 640), (1024, 600), (1280, 720), (1366, 768), (1440, 900))


@pytest.mark.parametrize("seats", [5, 6])
async def test_plates_of_a_low_window_lie_side_by_side(server, sit, seats):
    table = await sit(await server.create(seats, level="random"), viewport=DESKTOP)
    await table.play_until("play")
    for width, height in LOW:
        await table.page.set_viewport_size({"width": width, "height": height})
        await drawn(table)
        assert await table.page.evaluate(OVERLAPS) == [], f"{width} × {height}"


async def test_a_low_window_shows_all_bids_of_six(server, sit):
    rules = {"round_mode": "schedule", "hand_sizes": [10]}
    table = await sit(await server.create(6, rules=rules), viewport={"width": 760, "height": 600})
    await table.play_until("bid")
    await in_reach(table, "[data-bid]", width=36, height=44, count=11)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_phone_shows_the_level_of_a_bot_whole(server, sit, language):
    for level in ("beginner", "casual", "strong", "expert"):
        table = await sit(await server.create(6, level=level), viewport=PHONE, language=language)
        cut = await table.page.evaluate(
            """() => [...document.querySelectorAll(".plate .level")].map(
              (tab) => tab.checkVisibility() && tab.scrollWidth <= tab.clientWidth && tab.textContent)"""
        )
        assert len(cut) == 5
        assert all(cut), f"{level}: {cut}"


async def test_twenty_cards_played_by_taps(server, sit):
    table = await full_table(server, sit, 3)

    async def tap(asked: Asked, option: str) -> None:
        if asked.kind == "play":
            hand = await table.hand()
            assert await table.page.evaluate(OFF_SCREEN) == []
            await in_reach(table, "[data-card]", width=24, height=44, count=len(hand))
        # a tap elsewhere between, or two quick taps on neighbours would be a double tap
        await table.page.touchscreen.tap(100, 24)
        await table.target(asked, option).tap()

    await table.play_until("over", do=tap)
    state = server.state(await table.table_id())
    assert state.phase is Phase.GAME_OVER
    assert state.results[0].hand_size == 20
    page = await table.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert page[0] <= page[1], "the standings scroll sideways"


async def test_pad_and_menu_fit(server, sit):
    seated = await server.create(6)
    await server.play(seated, lambda view: view.round_number == 6 and view.phase is Phase.PLAYING)
    table = await sit(seated, viewport=PHONE, touch=True)
    for button in ("pad-button", "menu-button"):
        await table.part(button).tap()
        dialog = table.page.locator("dialog[open]")
        await dialog.wait_for()
        box = await dialog.evaluate("(d) => [d.scrollWidth - d.clientWidth, d.getBoundingClientRect().top]")
        assert box[0] <= 0, "the sheet scrolls sideways"
        assert box[1] >= 640 * 0.08 - 1, "the sheet is higher than 92 %"
        await table.page.keyboard.press("Escape")
        await dialog.wait_for(state="detached")


async def test_a_single_card_lies_in_the_middle(server, sit):
    table = await sit(await server.create(4), viewport=PHONE)
    await table.play_until("play")
    for size in (PHONE, DESKTOP):
        await table.page.set_viewport_size(size)
        await drawn(table)
        middles = await table.page.evaluate(
            """() => [".hand", "[data-card] .paper"].map((selector) => {
              const box = document.querySelector(selector).getBoundingClientRect();
              return box.left + box.width / 2;
            })"""
        )
        assert middles[1] == pytest.approx(middles[0], abs=1), size
