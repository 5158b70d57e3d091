"""For everyone: axe on every page and state, a keyboard that never loses its place, words for who listens."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import expect
from tests.browser.axe import no_findings
from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.table_page import Asked, TablePage

from rufen.core.events import BidPlaced, CardPlayed, TrickWon
from rufen.core.state import Phase

pytestmark = pytest.mark.browser

LOOKS = {
    "desktop, light": {"viewport": DESKTOP, "theme": "light"},
    "phone, dark": {"viewport": PHONE, "theme": "dark"},
}
PRESETS = (
    "Canadian",
    "Leaflet",
    "Screw the dealer",
    "Secret bids",
    "Secret to the end",
    "Tournament",
    "Quick",
)


async def test_axe_finds_what_is_wrong(person):
    page = await (await person()).page("/how-to")
    await page.get_by_role("heading", name="How to play").wait_for()
    await page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    for _ in range(2):
        with pytest.raises(AssertionError, match="button-name"):
            await no_findings(page, "planted")


@pytest.mark.parametrize("look", LOOKS)
async def test_axe_finds_nothing_on_the_pages(person, look):
    someone = await person(**LOOKS[look])
    page = await someone.page("/")
    await no_findings(page, "home")
    await page.get_by_role("button", name="Settings").click()
    await expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    await no_findings(page, "settings")
    await page.goto("/how-to")
    await page.get_by_role("heading", name="How to play").wait_for()
    await no_findings(page, "how to play")
    await page.goto("/new")
    await page.get_by_role("radiogroup", name="Set of rules").wait_for()
    await no_findings(page, "new table")
    await page.goto("/no/such/page")
    await page.get_by_role("heading", name="There is no such page").wait_for()
    await no_findings(page, "no such page")


async def test_axe_finds_nothing_with_any_preset(person):
    someone = await person(viewport={"width": 800, "height": 1000})
    someone.allow("422")
    page = await someone.page("/new")
    for preset in PRESETS:
        await page.get_by_label(preset, exact=True).check()
        await no_findings(page, preset)
    # and with everything wrong that can be
    await page.get_by_label("In secret, shown before play").check()
    await page.get_by_label("Never", exact=True).check()
    await page.get_by_text("These two do not go together.").wait_for()
    await no_findings(page, "settings that clash")


@pytest.mark.parametrize("look", LOOKS)
async def test_axe_finds_nothing_at_the_table(server, sit, look):
    how = LOOKS[look]
    waiting = await sit(await server.create(4, open_seats=2), **how)
    await waiting.page.get_by_role("heading", name="Who plays?").wait_for()
    await no_findings(waiting.page, "waiting room")

    rules = {"round_mode": "schedule", "hand_sizes": [9, 1]}
    seated = await server.create_where(
        lambda view: view.phase is Phase.CHOOSING_TRUMP, rules=rules, first_dealer=0
    )
    table = await sit(seated, **how)
    await table.play_until("trump")
    await no_findings(table.page, "naming the trump")
    await table.play_until("bid")
    await no_findings(table.page, "bidding")
    await table.play_until("play", count=3)
    await no_findings(table.page, "playing")
    await table.part("last-trick-button").click()
    await no_findings(table.page, "last trick")
    await table.page.keyboard.press("Escape")
    for button, title in (("pad-button", "Score pad"), ("menu-button", "Menu")):
        if await table.part(button).is_visible():
            await table.part(button).click()
            await expect(table.page.get_by_role("dialog", name=title)).to_be_visible()
            await no_findings(table.page, title)
            await table.page.keyboard.press("Escape")
    await table.page.keyboard.press("?")
    await expect(table.page.get_by_role("dialog", name="Keys")).to_be_visible()
    await no_findings(table.page, "keys")
    await table.page.keyboard.press("Escape")
    await table.play_until("next")
    await no_findings(table.page, "end of a round")
    await table.play_until("over")
    await no_findings(table.page, "end of the game")


async def test_axe_finds_nothing_for_who_watches(server, sit, person):
    seated = await server.create(6, preset="delayed")
    await sit(seated)
    stranger = await person(theme="dark", palette="cvd", faces="french")
    watch = TablePage(await stranger.page(seated.path))
    await watch.page.get_by_role("button", name="Watch").click()
    await watch.settled()
    await no_findings(watch.page, "watching")


async def test_the_focus_is_never_lost(server, sit):
    """Whatever is done with Tab, arrows and Enter, the focus is on something afterwards."""
    rules = {"round_mode": "schedule", "hand_sizes": [4, 3]}
    seated = await server.create_where(
        lambda view: view.phase is Phase.CHOOSING_TRUMP, seats=3, rules=rules, first_dealer=0
    )
    table = await sit(seated)
    page = table.page
    somewhere = "document.activeElement !== null && document.activeElement !== document.body"

    async def by_enter(asked: Asked, option: str) -> None:
        target = table.target(asked, option)
        group = {"trump": "[data-trump]", "bid": "[data-bid]", "play": "[data-card]"}.get(asked.kind)
        for _ in range(30):
            if group is None or await page.evaluate("(g) => document.activeElement.matches(g)", group):
                break
            await page.keyboard.press("Tab")
        for _ in range(30):
            if await target.evaluate("(element) => element === document.activeElement"):
                break
            await page.keyboard.press("ArrowRight" if group else "Tab")
        await expect(target).to_be_focused()
        await page.keyboard.press("Enter")
        if group is not None:
            moved_on = "(seq) => Number(document.querySelector('[data-testid=table]').dataset.seq) > seq"
            await page.wait_for_function(moved_on, arg=asked.seq)
        assert await page.evaluate(somewhere), f"lost after {asked.kind}"

    await table.play_until("next", do=by_enter)
    for key, name in (("?", "Keys"), ("p", "Score pad")):
        await page.keyboard.press(key)
        await expect(page.get_by_role("dialog", name=name)).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog", name=name)).to_be_hidden()
        assert await page.evaluate(somewhere), f"lost after {name}"
    await table.play_until("over", choose=lambda asked: asked.options[-1], do=by_enter)
    assert await page.evaluate(somewhere)


SAYS: dict[str, Any] = {
    "en-GB": {
        "plays": "{name} plays {card}.",
        "bids": "{name} bids {n}.",
        "wins": "{name} wins the trick.",
        "turn": re.compile(r"Your turn; (you need \d+ more|you have enough|you want none|\d+ too many)"),
        "suits": {"B": "blue", "G": "green", "R": "red", "Y": "yellow"},
        "W": "Wizard",
        "J": "Jester",
    },
    "de-DE": {
        "plays": "{name} spielt {card}.",
        "bids": "{name} sagt {n} an.",
        "wins": "Der Stich geht an {name}.",
        "turn": re.compile(r"Du bist dran; "),
        "suits": {"B": "Blau", "G": "Grün", "R": "Rot", "Y": "Gelb"},
        "W": "Zauberer",
        "J": "Narr",
    },
}


@pytest.mark.parametrize("locale", SAYS)
async def test_a_screen_reader_hears_everything(server, sit, locale):
    """ "Anna plays green 12. Your turn; you need 1 more": each event of the others, in order."""
    says = SAYS[locale]
    seated = await server.create(3, rules={"round_mode": "schedule", "hand_sizes": [5]}, first_dealer=0)
    table = await sit(seated, locale=locale)
    await table.play_until("over")
    heard = " ".join(await table.records("heard"))
    names = [player.name for player in server.state(seated.table).setup.players]

    def named(card: str) -> str:
        suit = says["suits"].get(card[0])
        return f"{suit} {card[1:]}" if suit else says[card[0]]

    wanted = []
    for event in server.log(seated.table):
        match event:
            case CardPlayed(seat=seat, card=card) if seat != 0:
                wanted.append(says["plays"].format(name=names[seat], card=named(str(card))))
            case BidPlaced(seat=seat, bid=bid) if seat != 0:
                wanted.append(says["bids"].format(name=names[seat], n=bid))
            case TrickWon(seat=seat) if seat != 0:
                wanted.append(says["wins"].format(name=names[seat]))
    at = 0
    for sentence in wanted:
        assert sentence in heard[at:], f"{sentence} is not heard, or out of order"
        at = heard.index(sentence, at) + len(sentence)
    assert says["turn"].search(heard)
    question = table.part("question")
    if await question.count():
        await expect(question).to_have_attribute("role", "status")


@pytest.mark.parametrize("look", LOOKS)
async def test_nothing_shifts_while_others_bid_and_play(server, sit, person, look):
    """Layout shift 0 with no input at all: the seat is played from elsewhere, and somebody watches."""
    rules = {"round_mode": "schedule", "hand_sizes": [4]}
    seated = await server.create(4, rules=rules, first_dealer=3)
    table = await sit(seated, **LOOKS[look], speed="fast")
    await table.play_until("bid")
    stranger = await person(**LOOKS[look], speed="fast")
    watch = TablePage(await stranger.page(seated.path))
    await watch.settled()
    for page in (table, watch):
        await page.page.evaluate("__records.shifts.length = 0")
    await server.play(seated, lambda view: view.phase is Phase.GAME_OVER)
    for page in (table, watch):
        await expect(page.part("round-end")).to_be_visible(timeout=60_000)
        shifts = [
            source
            for shift in await page.records("shifts")
            if shift["phase"] in ("bidding", "playing")
            for source in shift["sources"]
            # a hand that becomes smaller is the one thing that closes up, and only by a card one plays
            if " hand " not in source
        ]
        assert shifts == []
