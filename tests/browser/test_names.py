"""Names as wide as they can be, equal ones, ones from right to left: none is cut, all can be told apart."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import expect
from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.friends import friends_at, start
from tests.browser.table_page import TablePage
from tests.browser.test_phone import OFF_SCREEN
from tests.server.harness import new_id

from rufen.protocol.messages import Pause, ProposalKind, Propose

pytestmark = pytest.mark.browser

WIDE = "W" * 24
HEBREW = "שלום עולם מרחבי ים"
RULES = {"round_mode": "schedule", "hand_sizes": [3, 1], "last_round_trump": "never"}

# What is wider than its place, or than the screen, in words.
TOO_WIDE = """() => {
  const found = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} wide`);
  for (const element of document.querySelectorAll("[data-testid=table] *")) {
    if (element.closest(".vh, .skip") || element.ownerSVGElement) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { left, right } = element.getBoundingClientRect();
    if (left < -0.5 || right > innerWidth + 0.5) found.push(`${element.localName}.${element.classList}`);
  }
  return found;
}"""

# Whether a name's first letter and the number behind it can be seen within what cuts it.
NAME_ENDS = """(name) => {
  const whole = name.querySelector(".whole");
  const inside = (box, by) => box.left >= by.left - 0.5 && box.right <= by.right + 0.5 && box.width > 0;
  const [cut, number] = [whole.querySelector(".cut"), whole.querySelector(".number")];
  const first = document.createRange();
  const text = cut.firstChild;
  const at = text.data.search(/[^\\u2068]/u);
  first.setStart(text, at);
  first.setEnd(text, at + 1);
  const place = name.getBoundingClientRect();
  return inside(first.getBoundingClientRect(), place) &&
    (number === null || inside(number.getBoundingClientRect(), place));
}"""


async def names_can_be_told_apart(table: TablePage, selector: str, count: int) -> None:
    names = table.page.locator(selector)
    await expect(names).to_have_count(count)
    for name in await names.all():
        assert await name.evaluate(NAME_ENDS), await name.inner_text()


async def test_the_widest_names_fit_a_phone(server, sit):
    """Two persons of the same 24 letters, and one who is written from right to left."""
    seated = await server.create(4, name="Mia", open_seats=3, rules=RULES, first_dealer=3)
    friends = await friends_at(server, seated, WIDE, WIDE, HEBREW)
    anna, ben, mira = friends
    await start(server, seated, *friends)
    table = await sit(seated, viewport=PHONE, locale="de-DE")

    async def fits() -> None:
        await table.settled()
        assert await table.page.evaluate(OFF_SCREEN) == []

    hand = table.part("hand")
    await table.act()
    for friend in friends:
        await fits()
        await friend.act()
    await table.play_until("play")
    await names_can_be_told_apart(table, ".plate .name", 3)
    await expect(table.plate(2).locator(".name")).to_have_text(f"{WIDE[:22]} 2")
    await table.act()
    await expect(table.question).to_contain_text(f"{WIDE} ist dran")
    await fits()
    lies = await hand.bounding_box()

    await anna.act()
    await anna.ask(Propose(new_id(), ProposalKind.UNDO))
    vote = table.part("vote")
    await expect(vote).to_contain_text(f"\u2068{HEBREW}\u2069")
    await expect(table.question).to_contain_text("Erst wird abgestimmt")
    await fits()
    await vote.get_by_role("button", name="Einverstanden").click(trial=True)
    await mira.ask(Pause(new_id(), True))
    await expect(table.part("pause-panel")).to_contain_text(f"\u2068{HEBREW}\u2069 macht eine Pause")
    await fits()
    await table.page.get_by_role("button", name="Weiter").click(trial=True)
    await ben.vote(agree=False)
    await expect(table.part("noted")).to_be_visible()
    await fits()
    await mira.ask(Pause(new_id(), False))
    await anna.ask(Pause(new_id(), True))
    await expect(table.part("pause-panel")).to_contain_text(f"{WIDE} macht eine Pause")
    await fits()
    assert await hand.bounding_box() == lies
    await anna.ask(Pause(new_id(), False))

    playing = asyncio.gather(*(friend.play() for friend in friends))
    await table.play_until("next")
    await fits()
    await names_can_be_told_apart(table, "[data-testid=round-end] tbody th", 4)
    panel = table.part("round-end")
    assert await panel.evaluate("(p) => p.scrollWidth - p.clientWidth") <= 0
    await table.part("pad-button").click()
    await names_can_be_told_apart(table, "dialog [data-testid=pad] thead th:not(:first-child)", 4)
    await table.page.keyboard.press("Escape")

    await table.play_until("over")
    await playing
    for size in (PHONE, DESKTOP):
        await table.page.set_viewport_size(size)
        assert await table.page.evaluate(TOO_WIDE) == []
        standings = table.part("standings")
        await expect(standings).to_contain_text(f"{WIDE[:22]} 2")
        for name in await standings.locator("tbody th").all():
            assert await name.evaluate("(name) => name.scrollWidth <= name.clientWidth")
        await names_can_be_told_apart(table, ".rounds b", 4)
