"""English and German, complete: everything changes with the switch, and no name of a text leaks."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect
from tests.browser.table_page import SPEAK

pytestmark = pytest.mark.browser

# Every text a person may read or hear, piece by piece.
TEXTS = """() => {
  const texts = new Set([document.title]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent.closest("script, style, svg, noscript, [lang]:not(html)")) continue;
    texts.add(walker.currentNode.data.replace(/\\s+/g, " ").trim());
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      if (element.hasAttribute(name)) texts.add(element.getAttribute(name));
    }
  }
  return [...texts];
}"""

LEAK = re.compile(r"\b(common|games|home|howto|lobby|newtable|settings|table|talk|together)\.[a-z][\w.]*")
# The same in both languages: names, numbers, letters on cards, and words both share.
NAMES = {"Rufen", "lumori", "Anna", "Ben", "Cara", "Mia", "Deutsch", "English"}
SHARED = NAMES | {"Bot", "bot", "Bots", "Standard", "Trick"} | set("BGRYWJD")


async def texts(page: Page) -> set[str]:
    found: list[str] = await page.evaluate(TEXTS)
    leaks = [text for text in found if LEAK.search(text)]
    assert leaks == []
    return {text for text in found if re.search(r"[^\W\d_]", text)}


def untranslated(english: set[str], german: set[str]) -> list[str]:
    """What reads the same in both, beyond names and shared words."""
    same = sorted(english & german)
    return [text for text in same if not set(re.findall(r"[^\W\d_]+", text)) <= SHARED]


async def compare(page: Page, switch) -> list[str]:
    english = await texts(page)
    await switch("de")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    german = await texts(page)
    await switch("en")
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    assert await texts(page) == english
    assert len(german) == pytest.approx(len(english), rel=0.1, abs=3)
    return untranslated(english, german)


async def test_the_switch_changes_every_page(person):
    someone = await person()
    page = await someone.page("/")

    async def by_button(language: str) -> None:
        await page.get_by_role("button", name="Deutsch" if language == "de" else "English").click()

    assert await compare(page, by_button) == []

    async def stored(language: str) -> None:
        await page.evaluate(SPEAK, language)

    titles = {"/how-to": "How to play", "/new": "New table", "/nowhere": "There is no such page"}
    for path, title in titles.items():
        await page.goto(path)
        await page.get_by_role("heading", name=title).wait_for()
        if path == "/new":
            await page.get_by_role("radiogroup", name="Set of rules").wait_for()
        assert await compare(page, stored) == [], path


async def test_the_switch_changes_the_table_at_once(server, sit):
    seated = await server.create(4, rules={"round_mode": "schedule", "hand_sizes": [8, 1]})
    table = await sit(seated)
    page = table.page

    async def by_menu(language: str) -> None:
        await page.get_by_role("button", name=re.compile("^Men[uü]$")).click()
        dialog = page.locator("dialog[open]")
        await dialog.get_by_label("Deutsch" if language == "de" else "English", exact=True).check()
        await page.keyboard.press("Escape")
        # its texts leave the page a moment after it has closed
        await expect(page.locator("dialog .panel")).to_have_count(0)

    for kind in ("bid", "play", "next", "over"):
        await table.play_until(kind)
        # what was said stays said
        await page.get_by_test_id("heard").evaluate("(log) => log.setAttribute('lang', 'und')")
        shown = await table.shown()
        assert await compare(page, by_menu) == [], kind
        assert await table.shown() == shown


@pytest.mark.parametrize(("locale", "word"), [("de-AT", "Spielen"), ("en-US", "Play"), ("fr-FR", "Play")])
async def test_the_browser_chooses_the_language(person, locale, word):
    someone = await person(locale=locale)
    page = await someone.page("/")
    await expect(page.get_by_role("button", name=word, exact=True)).to_be_visible()


async def test_words_follow_the_faces(server, sit):
    """With ♠♥♦♣ the words say spades, hearts, diamonds and clubs; records keep their letters."""
    seated = await server.create(3, rules={"round_mode": "schedule", "hand_sizes": [12]})
    table = await sit(seated, faces="french")
    await table.play_until("play")
    names = {"B": "spades", "G": "clubs", "R": "hearts", "Y": "diamonds"}
    for card in await table.hand():
        if card[0] in names:
            rank = {"1": "ace", "11": "jack", "12": "queen", "13": "king"}.get(card[1:], card[1:])
            label = re.compile(f"^{rank} of {names[card[0]]}")
            await expect(table.card(card)).to_have_accessible_name(label)
    said = " ".join(await table.records("heard"))
    assert not re.search(r"\b(blue|green|red|yellow)\b", said)


async def test_german_at_the_table(server, sit):
    seated = await server.create(3, rules={"round_mode": "schedule", "hand_sizes": [2]})
    table = await sit(seated, locale="de-DE")
    await table.play_until("bid")
    await expect(table.page.get_by_role("heading", name="Wie viele Stiche")).to_be_visible()
