"""A sheet on one phone, followed on others that choose secret bids; with the server there and gone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect
from tests.browser.axe import no_findings
from tests.browser.chromium import GONE, PHONE, Watched
from tests.browser.server import RealServer
from tests.browser.sheet_page import SheetPage

from rufen.core.sheet import format_sheet, new_sheet

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Ben", "Cara")


class Followed:
    """The page of a phone that follows."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def stands(self, status: str, *, owner: bool | None = None) -> None:
        """Wait for how it stands with the server, and whether the phone with the sheet is there."""
        root = self.page.get_by_test_id("live")
        # the pauses between two attempts to connect are up to three seconds
        await expect(root).to_have_attribute("data-status", status, timeout=30_000)
        if owner is not None:
            await expect(root).to_have_attribute("data-owner", str(owner).lower(), timeout=30_000)

    def row(self, name: str) -> Locator:
        return self.page.get_by_test_id("followed-round").locator("[data-player]").filter(has_text=name)

    async def coins(self, **coins: str) -> None:
        """The coins by name: a number, `down` or `none`."""
        for name, coin in coins.items():
            await expect(self.row(name)).to_have_attribute("data-coin", coin)

    async def be(self, name: str) -> None:
        """Say who this is."""
        await self.page.get_by_test_id("who").get_by_role("button", name=name).tap()
        await expect(self.row(name)).to_contain_text("you")

    async def choose(self, bid: int) -> None:
        await self.page.locator(f'[data-key="{bid}"]').tap()
        await expect(self.page.get_by_test_id("own-bid")).to_be_visible()

    @property
    def trouble(self) -> Locator:
        return self.page.get_by_test_id("live-trouble")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[RealServer]:
    """A server that a test may kill."""
    server = RealServer(tmp_path / "data")
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
def phone(person, house):
    """Makes phones; that the server goes away is what these tests are about."""

    async def come(**how: object) -> Watched:
        one = await person(house.url, viewport=PHONE, touch=True, **how)
        one.allow(GONE)
        return one

    return come


async def switched_on(sheet: SheetPage) -> str:
    """Let others follow; the link for them."""
    await sheet.choose("Follow live")
    await sheet.page.get_by_role("switch", name="Others can follow this sheet").click()
    await expect(sheet.page.get_by_test_id("live-status")).to_have_attribute("data-status", "live")
    link = await sheet.page.get_by_test_id("live-link").input_value()
    await sheet.page.get_by_role("button", name="Close").click()
    return link


async def test_secret_bids_come_from_phones_and_are_shown_together(phone, house):
    keeper = await phone()
    sheet = await SheetPage.new(await keeper.page(), NAMES, rules="Secret bids")
    link = await switched_on(sheet)
    anna, ben = [Followed(await (await phone(offline=True)).page(link)) for _ in range(2)]
    # her browser keeps the application, so that a reload works while the server is away
    await anna.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    for tab in (anna, ben):
        await tab.stands("live", owner=True)
        await expect(tab.page.get_by_test_id("live-round")).to_contain_text(
            "Round 1 of 20 · 1 card · Anna deals"
        )
        await tab.coins(Anna="none", Ben="none", Cara="none")
    await anna.be("Anna")
    await ben.be("Ben")
    await expect(anna.page.get_by_test_id("who")).to_have_count(0)

    # only Cara has no phone: she is asked at the sheet
    await expect(sheet.question).to_have_text("Cara, choose in secret")
    await sheet.tap(0)
    await expect(sheet.panel).to_contain_text("The phones choose")
    await expect(sheet.panel).to_contain_text("Waiting for Anna and Ben")
    await ben.coins(Cara="down")
    await anna.choose(1)
    await ben.coins(Anna="down", Ben="none", Cara="down")
    await expect(sheet.page.get_by_test_id("phones")).to_contain_text("Anna has chosen on the phone. Ben is")

    # the server is killed: everybody goes on, and afterwards everything is as before
    await house.kill()
    for tab in (anna, ben):
        await tab.stands("lost")
        await expect(tab.trouble).to_contain_text("No connection. This is how it stood last")
    await anna.page.get_by_role("button", name="Change it").tap()
    await anna.choose(0)
    await anna.page.reload()
    await expect(anna.row("Cara")).to_be_visible()
    await expect(sheet.question).to_have_text("Ben, choose in secret")
    await house.start()
    await ben.stands("live", owner=True)
    await anna.stands("live", owner=True)
    await ben.coins(Anna="down", Ben="none", Cara="down")
    await expect(sheet.panel).to_contain_text("Waiting for Ben")
    await ben.choose(1)
    await ben.page.get_by_role("button", name="Your bid, face down").focus()
    await ben.page.keyboard.down("Space")
    await expect(ben.page.get_by_role("button", name="Your bid: 1")).to_be_visible()
    await ben.page.keyboard.up("Space")
    await expect(ben.page.get_by_role("button", name="Your bid, face down")).to_be_visible()
    await no_findings(ben.page, "a secret bid chosen")

    await expect(sheet.panel).to_contain_text("All have chosen")
    for tab in (anna, ben):
        await tab.coins(Anna="down", Ben="down", Cara="down")
    await sheet.panel.get_by_role("button", name="Show the bids").tap()
    for tab in (anna, ben):
        await tab.coins(Anna="0", Ben="1", Cara="0")
    assert await sheet.asked() == "Ben"
    await sheet.tap(1, 0, 0)
    for tab in (anna, ben):
        await expect(tab.page.locator("[data-total=b]")).to_have_text("Total 30")

    # without the server the sheet goes on as if nothing had ever followed it
    await expect(anna.page.get_by_test_id("live-round")).to_contain_text("Round 2")
    await anna.choose(2)
    await house.kill()
    await anna.stands("lost")
    await sheet.enter({"Cara": 1, "Anna": 0, "Ben": 1})
    await sheet.enter({"Cara": 1, "Anna": 0, "Ben": 1})
    await sheet.saved()
    await house.start()
    await anna.stands("live", owner=True)
    await expect(anna.page.locator("[data-total=b]")).to_have_text("Total 60")
    await expect(anna.page.get_by_test_id("keys")).to_be_visible()
    log = (house.folder / "server.log").read_text(encoding="utf-8")
    assert link.rsplit("/", 1)[-1] not in log


async def test_every_key_can_be_touched_over_the_pad(phone):
    """Two rows of keys on a small phone, wherever the page is scrolled to."""
    rules = {"bid_disclosure": "hidden", "round_mode": "schedule", "hand_sizes": [7, 8]}
    # six rows above the pad: its head can be brought below any key
    names = (*NAMES, "Dan", "Eva", "Finn")
    document = format_sheet(new_sheet(names, rules, id="seven", created="2026-11-24T19:05:00Z"))
    keeper = await (await phone()).page("/sheet")
    await keeper.get_by_test_id("import-file").set_input_files(
        [{"name": "seven.json", "mimeType": "application/json", "buffer": document.encode()}]
    )
    link = await switched_on(await SheetPage(keeper).opened())
    anna = Followed(await (await phone()).page(link))
    await anna.be("Anna")
    for key in (0, 3, 7):
        # a tap alone would scroll on until the key is free
        touched = await anna.page.evaluate(
            """key => {
                const box = (what) => document.querySelector(what).getBoundingClientRect();
                const at = `[data-key="${key}"]`;
                scrollBy(0, box("[data-testid=pad] thead").top - box(at).top);
                const { x, y, width, height } = box(at);
                const found = document.elementFromPoint(x + width / 2, y + height / 2);
                return found.closest("[data-key]")?.dataset.key;
            }""",
            key,
        )
        assert touched == str(key)
        await anna.choose(key)
        await anna.page.get_by_role("button", name="Change it").tap()
    await no_findings(anna.page, "keys over the pad")


async def test_delayed_bids_are_shown_after_the_last_trick(phone):
    keeper = await phone()
    sheet = await SheetPage.new(await keeper.page(), NAMES, rules="Secret to the end")
    link = await switched_on(sheet)
    tabs = [Followed(await (await phone()).page(link)) for _ in NAMES]
    for tab, name in zip(tabs, NAMES, strict=True):
        await tab.be(name)
    # two of one name: the second cannot, until the first is released at the sheet
    stranger = Followed(await (await phone()).page(link))
    taken = stranger.page.get_by_test_id("who").get_by_role("button", name="Ben")
    await expect(taken).to_have_attribute("aria-disabled", "true")
    await sheet.choose("Follow live")
    await expect(sheet.page.get_by_test_id("live-status")).to_contain_text("4 phones follow")
    await sheet.page.get_by_role("button", name="Release Ben").tap()
    await sheet.page.get_by_role("button", name="Close").tap()
    await expect(tabs[1].page.get_by_role("alert")).to_contain_text("it was released at the sheet")
    await stranger.be("Ben")
    tabs[1] = stranger

    for tab in tabs:
        await tab.choose(0)
    await expect(sheet.panel).to_contain_text("Show the bids after the last trick")
    await sheet.panel.get_by_role("button", name="Show the bids").tap()
    for tab in tabs:
        await tab.coins(Anna="0", Ben="0", Cara="0")
    await sheet.enter({"Ben": 1, "Cara": 0, "Anna": 0})
    await expect(tabs[0].page.locator("[data-total=b]")).to_have_text("Total −10")
    # undone at the sheet: the tricks go, then the shown bids
    await sheet.undo.tap()
    await expect(tabs[0].page.locator("[data-total=b]")).to_have_text("Total 0")


async def test_anybody_can_look_and_nothing_more(phone, house):
    """An open table, in German: no keys, no names to take; a reload of the sheet changes nothing."""
    keeper = await phone()
    sheet = await SheetPage.new(await keeper.page(), NAMES)
    link = await switched_on(sheet)
    someone = await phone(locale="de-DE", theme="dark")
    tab = Followed(await someone.page(link))
    await tab.stands("live", owner=True)
    await expect(tab.page.get_by_test_id("who")).to_have_count(0)
    await sheet.enter({"Anna": 0, "Ben": 1, "Cara": 0})
    await tab.coins(Anna="0", Ben="1", Cara="0")
    await sheet.page.reload()
    await sheet.opened()
    await tab.stands("live", owner=True)
    await sheet.enter({"Anna": 0, "Ben": 1, "Cara": 0})
    await expect(tab.page.locator('[data-cell="1:b"]')).to_contain_text("30")
    await expect(tab.page.get_by_test_id("keys")).to_have_count(0)
    await no_findings(tab.page, "following")

    # the phone with the sheet leaves its page, and switches it off
    await sheet.page.goto("/sheet")
    await tab.stands("live", owner=False)
    await expect(tab.trouble).to_contain_text("Das Handy mit dem Blatt ist gerade nicht verbunden")
    await sheet.page.go_back()
    await sheet.opened()
    await tab.stands("live", owner=True)
    await sheet.choose("Follow live")
    await no_findings(sheet.page, "follow live")
    await sheet.page.get_by_role("switch", name="Others can follow this sheet").click()
    await tab.stands("unknown")
    await expect(tab.row("Ben")).to_be_visible()
    await sheet.page.get_by_role("switch", name="Others can follow this sheet").click()
    await tab.stands("live", owner=True)
    lost = await someone.page("/live/abcdefghijklmnop")
    await expect(Followed(lost).trouble).to_contain_text("Unter diesem Link wird gerade kein Blatt gezeigt")


async def test_a_deleted_sheet_is_seen_no_more(house, person):
    """Deleted from the list while it is not open; and not live again when it comes from its file."""
    keeper = await person(house.url, viewport=PHONE, touch=True)
    document = format_sheet(new_sheet(NAMES, {}, id="kept", title="Kept", created="2026-11-24T19:05:00Z"))
    file = {"name": "kept.json", "mimeType": "application/json", "buffer": document.encode()}
    page = await keeper.page("/sheet")
    await page.get_by_test_id("import-file").set_input_files([file])
    sheet = await SheetPage(page).opened()
    await sheet.choose("Follow live")
    switch = page.get_by_role("switch", name="Others can follow this sheet")
    for _ in range(4):
        # at once, while the socket is still connecting: no browser complains
        await switch.evaluate("one => one.click()")
    await page.get_by_role("button", name="Close").click()
    link = await switched_on(sheet)
    tab = Followed(await (await person(house.url, viewport=PHONE, touch=True)).page(link))
    await tab.stands("live", owner=True)
    await page.goto("/sheet")
    await tab.stands("live", owner=False)
    await page.get_by_role("button", name="Delete Kept").tap()
    await page.get_by_role("button", name="Delete", exact=True).tap()
    await tab.stands("unknown")
    await page.get_by_test_id("import-file").set_input_files([file])
    await sheet.opened()
    await sheet.choose("Follow live")
    await expect(page.get_by_test_id("live-status")).to_have_attribute("data-status", "off")
    await expect(switch).not_to_be_checked()
    await page.get_by_role("button", name="Close").click()
    assert await switched_on(sheet) != link


async def test_the_link_is_one_that_others_can_reach(phone, house):
    keeper = await phone()
    sheet = await SheetPage.new(await keeper.page(), NAMES)
    await switched_on(sheet)
    await sheet.choose("Follow live")
    advice = sheet.page.get_by_text("python3 tools/run.py --host 0.0.0.0")
    await expect(advice).to_be_visible()
    await house.kill()
    status = sheet.page.get_by_test_id("live-status")
    await expect(status).to_have_attribute("data-status", "lost", timeout=30_000)
    await expect(advice).to_have_count(0)
    await house.start()
    await expect(status).to_have_attribute("data-status", "live", timeout=30_000)
    await expect(advice).to_be_visible()
    await sheet.page.get_by_role("button", name="Close").tap()
    answer = {"address": "http://192.168.1.20:8000"}
    await sheet.page.route("**/api/address", lambda route: route.fulfill(json=answer))
    await sheet.choose("Follow live")
    field = sheet.page.get_by_test_id("live-link")
    await expect(field).to_have_value("http://192.168.1.20:8000/live/" + (await field.input_value())[-16:])
    await expect(
        sheet.page.get_by_role("img", name="QR code with the link to follow this sheet")
    ).to_be_visible()
