"""My games: what this browser has played, how well, and having it forgotten."""

from __future__ import annotations

import json
import sqlite3

import pytest
from playwright.async_api import Page, expect
from tests.browser.axe import no_findings
from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.server import RealServer, Seated
from tests.server.harness import Browser, new_id, new_token, over

from rufen.protocol.messages import Rematch, Sit, Start
from rufen.table.keys import key_of

pytestmark = pytest.mark.browser

RULES = {"round_mode": "schedule", "hand_sizes": [1, 2]}
SOON = {"round_mode": "schedule", "hand_sizes": [1, 1, 1]}


async def finished(server: RealServer, name: str = "Mia") -> Seated:
    seated = await server.create(3, name=name, rules=RULES)
    await server.play(seated, over)
    return seated


async def with_a_friend(server: RealServer, name: str) -> tuple[Seated, Browser, Browser]:
    """A game that is played with somebody else, and the tabs of both."""
    seated = await server.create(3, name=name, open_seats=1, rules=SOON)
    mine, friend = await server.tab(seated), await Browser.open(server.url, seated.table)
    await friend.ask(Sit(new_id(), 1, "Ben", new_token()))
    await mine.ask(Start(new_id()))
    await mine.until(lambda: mine.view.round_number == 1)
    return seated, mine, friend


def bytes_of(server: RealServer) -> bytes:
    """Every row that the server has stored."""
    with sqlite3.connect(f"file:{server.folder / 'rufen.db'}?mode=ro", uri=True) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [row for table in tables for row in db.execute(f"SELECT * FROM {table}")]
    db.close()
    cells = [cell for row in rows for cell in row]
    return b"\n".join(cell if isinstance(cell, bytes) else str(cell).encode() for cell in cells)


async def kept(page: Page) -> list[str]:
    """The tables whose secrets the browser holds."""
    stored: str = await page.evaluate("localStorage.getItem('rufen.seats')")
    return [seat["table"] for seat in json.loads(stored)]


async def test_what_was_played_and_what_is_played(server, person):
    over_, running = await finished(server), await server.create(4, rules=RULES)
    gone = {"gone123": new_token()}
    someone = await person(seats=over_.seats | running.seats | gone)
    page = await someone.page("/")
    await page.get_by_role("link", name="All my games").click()
    await expect(page.get_by_role("heading", name="My games")).to_be_focused()
    tile = page.get_by_test_id("finished")
    await expect(tile).to_have_count(1)
    await expect(tile).to_contain_text("of 3")
    await expect(tile).to_contain_text("You")
    await expect(page.get_by_test_id("running")).to_have_count(1)
    await expect(page.get_by_text("1 table is not on the server any more")).to_be_visible()

    view = await server.view(over_)
    players = page.get_by_test_id("players")
    await expect(players.locator("tbody tr")).to_have_count(3)
    await expect(page.get_by_test_id("player")).to_contain_text("of 2 bids")
    bot = players.get_by_role("button", name="bot (beginner)").first
    name = (await bot.inner_text()).split(",")[0]
    await bot.click()
    await expect(page.get_by_test_id("player").get_by_role("heading").first).to_contain_text(name)
    made = sum(result.bids[0] == result.tricks[0] for result in view.results)
    await players.get_by_role("button", name="You").click()
    await expect(page.get_by_test_id("player")).to_contain_text(f"{made} of 2 bids")

    async with page.expect_download() as download:
        await tile.get_by_role("link", name="Download the record").click()
    assert (await download.value).suggested_filename == f"rufen-{over_.table}.txt"
    await tile.get_by_role("link", name="Replay").click()
    await expect(page.get_by_test_id("replay")).to_be_visible()
    await page.get_by_role("link", name="My games").click()
    await page.get_by_test_id("running").get_by_role("link").click()
    await expect(page.get_by_test_id("table")).to_be_visible()


async def test_one_game_is_forgotten(server, person):
    first, second = await finished(server, "Quirina"), await finished(server, "Mia")
    someone = await person(seats=first.seats | second.seats)
    page = await someone.page("/games")
    await expect(page.get_by_test_id("finished")).to_have_count(2)
    tile = page.locator(f"[data-table='{first.table}']")
    await tile.get_by_role("button", name="Forget the game").click()
    dialog = page.get_by_role("dialog", name="Forget this game?")
    await dialog.get_by_role("button", name="Cancel").click()
    assert b"Quirina" in bytes_of(server)
    await tile.get_by_role("button", name="Forget the game").click()
    await dialog.get_by_role("button", name="Delete my name from this game").click()
    await expect(page.get_by_test_id("forgotten")).to_have_text("1 game is deleted.")
    await expect(page.get_by_test_id("finished")).to_have_count(1)
    assert await kept(page) == [second.table]
    assert b"Quirina" not in bytes_of(server)


async def test_a_table_that_is_open_says_why_there_is_no_hand_any_more(server, person):
    seated, mine, friend = await with_a_friend(server, "Ronja")
    await mine.close()
    someone = await person(seats=seated.seats, viewport=PHONE)
    table = await someone.page(seated.path)
    await expect(table.get_by_test_id("hand")).to_be_visible()
    page = await someone.page("/games")
    await page.get_by_role("button", name="Forget the game").click()
    await page.get_by_role("button", name="Delete my name from this game").click()
    told = table.get_by_test_id("unseated")
    await expect(told).to_contain_text("You are watching now.")
    await no_findings(table, "forgotten")
    await told.get_by_role("button").click()
    await expect(told).to_have_count(0)
    await friend.close()


async def test_name_and_data_are_deleted_in_one_action(server, person):
    alone = await finished(server, "Zenobia")
    tab = await server.tab(alone)
    await tab.ask(Rematch(new_id()))
    await tab.until(lambda: tab.news.next_table is not None)
    await tab.close()
    shared, mine, friend = await with_a_friend(server, "Zenobia")
    await mine.close()
    someone = await person(seats=alone.seats | shared.seats)
    page = await someone.page("/games")
    await expect(page.get_by_test_id("running")).to_have_count(1)
    # nobody has followed to the rematch from this browser, and it is forgotten with the others
    rematch = page.get_by_role("link", name="Go to the rematch")
    await expect(rematch).to_have_attribute("href", f"/t/{tab.news.next_table}")
    await page.get_by_role("button", name="Delete my name and data from this server").click()
    dialog = page.get_by_role("dialog", name="Delete your name and data?")
    await expect(dialog).to_contain_text("all 2 tables")
    await expect(dialog).to_contain_text("cannot be undone")
    await no_findings(page, "asked")
    await dialog.get_by_role("button", name="Delete it all").click()
    await expect(page.get_by_test_id("forgotten")).to_have_text(
        "2 games are deleted. Your name is gone from 1 game."
    )
    await expect(page.get_by_text("You have not sat at any table")).to_be_visible()
    assert await kept(page) == []
    stored = bytes_of(server)
    assert b"Zenobia" not in stored
    for seated in (alone, shared):
        assert key_of(seated.token).encode() not in stored
    await friend.until(lambda: friend.close_code is not None)


async def test_the_server_is_not_there(server, person):
    seated = await finished(server)
    someone = await person(seats=seated.seats)
    someone.allow("ERR_FAILED")
    page = await someone.page("/how-to")
    await page.route("**/api/**", lambda route: route.abort())
    await page.goto("/games")
    await expect(page.get_by_role("alert")).to_contain_text("Your games cannot be shown right now")
    await page.unroute("**/api/**")
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_test_id("finished")).to_have_count(1)
    await page.route("**/api/forget", lambda route: route.abort())
    await page.get_by_role("button", name="Delete my name and data").click()
    await page.get_by_role("button", name="Delete it all").click()
    await expect(page.get_by_role("alert")).to_contain_text("Not everything could be deleted")
    assert await kept(page) == [seated.table], "the secret is still needed to ask once more"


@pytest.mark.parametrize(
    "look",
    [{"viewport": PHONE, "theme": "dark"}, {"viewport": DESKTOP, "theme": "light", "language": "de"}],
    ids=["phone, dark", "desktop, German"],
)
async def test_axe_finds_nothing(server, person, look):
    seated, running = await finished(server, "Friedlinde von Hohenfels"), await server.create(6)
    someone = await person(seats=seated.seats | running.seats, **look)
    page = await someone.page("/games")
    await expect(page.get_by_test_id("player")).to_be_visible()
    await no_findings(page, "my games")
    assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
