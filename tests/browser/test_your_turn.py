"""Somebody who looks elsewhere is told that it is their turn; cards may be played ahead."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import pytest
from playwright.async_api import Page, expect
from tests.browser.axe import no_findings
from tests.browser.chromium import PHONE
from tests.browser.server import RealServer, Seated
from tests.browser.table_page import TablePage
from tests.server.harness import Browser, first, new_id, new_token

from rufen.core.events import CardPlayed
from rufen.core.state import Phase
from rufen.core.view import PlayerView
from rufen.protocol.messages import Ack, Pause, Ready, Sit, Start

pytestmark = pytest.mark.browser

_MARKED = re.compile("marked: it is played when it is your turn")

# a browser that shows notifications, and a page that can be hidden, as the test wants it
_STUBS = """
  globalThis.__notes = [];
  globalThis.__closed = 0;
  globalThis.__hidden = false;
  globalThis.__shaken = 0;
  Navigator.prototype.vibrate = () => {
    __shaken += 1;
    return true;
  };
  globalThis.Notification = class {
    static permission = "default";
    static requestPermission() {
      this.permission = "granted";
      return Promise.resolve("granted");
    }
    constructor(title, options) {
      __notes.push({ title, ...options });
    }
    close() {
      __closed += 1;
    }
  };
  Object.defineProperty(document, "visibilityState", { get: () => (__hidden ? "hidden" : "visible") });
  globalThis.__hide = (hidden) => {
    __hidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
  };
"""


class Evening:
    """Mia (0), a bot (2), and the seat of Ben (1) for a page; the bot leads first, so that Ben comes last."""

    def __init__(self, mia: Browser, ben: Browser, seated: Seated) -> None:
        self.mia, self.ben, self.seated = mia, ben, seated

    @classmethod
    async def begin(cls, server: RealServer, *hand_sizes: int) -> Evening:
        rules = {"round_mode": "schedule", "hand_sizes": list(hand_sizes)}
        table = await server.create(3, open_seats=1, rules=rules, first_dealer=1)
        seated = Seated(table.table, new_token("ben"))
        ben = await Browser.open(server.url, table.table)
        mia = await server.tab(table)
        for tab, message in (
            (ben, Sit(new_id(), 1, "Ben", seated.token)),
            (ben, Ready(new_id(), True)),
            (mia, Start(new_id())),
        ):
            assert isinstance(await tab.ask(message), Ack)
        return cls(mia, ben, seated)

    @classmethod
    async def where_a_suit_is_led(cls, server: RealServer) -> Evening:
        """The bot has led a suit, and Mia is to play; decks are chance, so try."""
        for _ in range(30):
            evening = await cls.begin(server, 3)
            await evening.until_mia_plays()
            trick = evening.ben.view.trick
            if trick is not None and trick.follow is not None:
                return evening
            await evening.end()
        raise AssertionError("a suit is never led")

    async def until(self, wanted: Callable[[PlayerView], bool]) -> None:
        """Play both seats until the view is as wanted."""
        await asyncio.gather(self.mia.play(first, wanted), self.ben.play(first, wanted))

    async def until_mia_plays(self) -> None:
        """Mia is to play to the trick that the bot has begun."""
        await self.until(lambda view: view.phase is Phase.PLAYING and view.to_act == (0,))

    async def mia_plays(self) -> None:
        await self.mia.act(self.mia.view.legal[0])
        await self.ben.until(lambda: self.ben.view.to_act == (1,))

    async def end(self) -> None:
        await self.mia.close()
        await self.ben.close()


def cards_of(server: RealServer, table: str, seat: int) -> list[str]:
    """What a seat has played, as it is stored."""
    log = server.log(table)
    return [str(event.card) for event in log if isinstance(event, CardPlayed) and event.seat == seat]


async def choose(table: TablePage, *switches: str) -> None:
    """Switch something on in the settings of the table's menu."""
    await table.part("menu-button").click()
    for name in switches:
        await table.page.get_by_role("switch", name=name).check()
    await table.page.keyboard.press("Escape")


async def test_the_title_and_a_notification_say_that_it_is_ones_turn(server, person):
    evening = await Evening.begin(server, 3)
    await evening.until_mia_plays()
    someone = await person(seats=evening.seated.seats)
    await someone.context.add_init_script(_STUBS)
    page: Page = await someone.page(evening.seated.path)
    table = TablePage(page)
    await table.settled()
    await expect(page).to_have_title("Round 1 · Rufen")
    await choose(table, "Notification", "Sound", "Vibration")
    await page.evaluate("__hide(true)")
    await evening.mia_plays()
    await expect(page).to_have_title("● Your turn · Round 1 · Rufen")
    notes = await page.evaluate("__notes")
    assert [(note["title"], note["body"]) for note in notes] == [("Your turn", "The table waits for you.")]
    assert await page.evaluate("__closed") == 0
    assert await page.evaluate("__shaken") == 1
    # played on another device: the notification goes with the turn
    await evening.ben.act(evening.ben.view.legal[0])
    await page.wait_for_function("__closed === 1")
    # a turn in front of one's eyes needs none: the device shakes, and that is all
    await page.evaluate("__hide(false)")
    before = await page.evaluate("__notes.length")
    await evening.until(lambda view: view.tricks != () and view.hand_counts[1] == 1 and view.to_act == (1,))
    await expect(page.locator("[data-card]")).to_have_count(1)
    await expect(page).to_have_title("● Your turn · Round 1 · Rufen")
    assert await page.evaluate("__notes.length") == before
    assert await page.evaluate("__shaken") == 3
    await evening.end()


async def test_everything_but_the_title_is_off_at_first(person):
    someone = await person(viewport=PHONE, theme="dark")
    await someone.context.add_init_script(_STUBS)
    page = await someone.page("/")
    await page.get_by_role("button", name="Settings").click()
    switches = page.get_by_role("dialog").get_by_role("switch")
    await expect(switches).to_have_count(5)
    for switch in await switches.all():
        await expect(switch).not_to_be_checked()
    await no_findings(page, "settings, your turn")
    # a browser that says no keeps the switch off, and says so
    await page.evaluate(
        "Notification.requestPermission = () => Promise.resolve((Notification.permission = 'denied'))"
    )
    await page.get_by_role("switch", name="Notification").click()
    await expect(page.get_by_text("This browser blocks notifications of this site.")).to_be_visible()
    assert "on" not in (await page.evaluate("localStorage.getItem('rufen.prefs')")).split('"notify":')[1][:5]


async def test_a_marked_card_is_played_in_its_turn(server, person):
    evening = await Evening.where_a_suit_is_led(server)
    someone = await person(seats=evening.seated.seats, preselect="on")
    table = TablePage(await someone.page(evening.seated.path))
    await table.settled()
    trick, hand = evening.ben.view.trick, evening.ben.view.hand
    assert trick is not None
    card = str(next((one for one in hand if one.suit is trick.follow), hand[0]))
    await table.card(card).press("Enter")
    await expect(table.card(card)).to_have_accessible_name(_MARKED)
    await no_findings(table.page, "a marked card")
    await evening.mia.act(evening.mia.view.legal[0])
    await evening.ben.until(lambda: len(evening.ben.view.hand) == 2)
    assert cards_of(server, evening.seated.table, 1) == [card]
    await evening.end()


async def test_a_mark_goes_with_a_pause_and_says_why(server, person):
    evening = await Evening.where_a_suit_is_led(server)
    someone = await person(seats=evening.seated.seats, preselect="on", viewport=PHONE, touch=True)
    table = TablePage(await someone.page(evening.seated.path))
    await table.settled()
    card = table.page.locator("[data-card]").first
    await card.tap()
    await expect(card).to_have_attribute("data-ahead", "marked")
    await evening.mia.ask(Pause(new_id(), True))
    await expect(table.page.locator(".toasts")).to_contain_text("no longer marked: the game is paused.")
    await expect(card).not_to_have_attribute("data-ahead", "marked")
    await evening.mia.ask(Pause(new_id(), False))
    await evening.mia_plays()
    # asked, and nothing is played for him
    await expect(table.question).to_have_attribute("data-mine", "true")
    assert cards_of(server, evening.seated.table, 1) == []
    await evening.end()


async def test_a_forced_card_is_played_by_itself_unless_it_is_stopped(server, person):
    evening = await Evening.begin(server, 1, 1)
    await evening.until_mia_plays()
    someone = await person(seats=evening.seated.seats)
    # time stands still, so that a busy machine changes nothing
    page = await someone.context.new_page()
    await page.clock.install()
    await page.goto(evening.seated.path)
    table = TablePage(page)
    await table.settled()
    await choose(table, "Play a forced card by itself")
    await page.clock.pause_at((await page.evaluate("Date.now()") + 1_000) / 1000)
    await evening.mia_plays()
    forced = table.part("forced")
    await forced.get_by_role("button", name="Stop").click()
    await expect(forced).to_have_count(0)
    await page.clock.run_for(10_000)
    assert cards_of(server, evening.seated.table, 1) == []
    await page.locator("[data-card]").click()
    await evening.ben.until(lambda: len(evening.ben.view.hand) == 0)

    await evening.until(
        lambda view: view.round_number == 2 and view.phase is Phase.PLAYING and view.to_act == (1,)
    )
    await expect(forced).to_be_visible()
    await page.clock.run_for(1_900)
    assert len(cards_of(server, evening.seated.table, 1)) == 1
    await page.clock.resume()
    await no_findings(page, "a forced card")
    await evening.ben.until(lambda: len(evening.ben.view.hand) == 0)
    assert len(cards_of(server, evening.seated.table, 1)) == 2
    await evening.end()
