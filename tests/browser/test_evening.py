"""An evening: five friends on five devices and one who watches, from the invitation to the second game."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, expect
from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.lobby_page import LobbyPage, open_way_in
from tests.browser.table_page import TablePage

from rufen.core.events import GameEnded
from rufen.core.state import Phase

pytestmark = pytest.mark.browser

FRIENDS = ("Ben", "Cara", "Dan", "Eva")


async def play(page: Page) -> TablePage:
    """Play to the standings by the mouse or a finger, whatever is asked."""
    table = TablePage(page)
    await table.play_until("over")
    return table


async def test_five_friends_and_a_watcher(server, person):
    rules = {"round_mode": "schedule", "hand_sizes": [1, 1]}
    seated = await server.create(5, name="Mia", open_seats=4, rules=rules)
    mia = await (await person(seats=seated.seats, viewport=DESKTOP)).page(seated.path)
    lobby = LobbyPage(mia)
    await lobby.here()
    code = await mia.get_by_test_id("code").get_attribute("data-code")
    assert code is not None

    # they come by the code: one types it on the first page, in capitals, the others open the link
    pages = []
    for seat, name in enumerate(FRIENDS, 1):
        someone = await person(viewport=PHONE, touch=True, locale="de-DE" if name == "Ben" else "en-GB")
        page = await someone.page("/" if name == "Cara" else f"/j/{code}")
        if name == "Cara":
            field = page.get_by_test_id("join").get_by_role("textbox")
            await field.fill(f"{code[:6].upper()} {code[6:]}")
            await field.press("Enter")
        if name == "Ben":
            await page.get_by_label("Dein Name").fill(name)
            await page.locator(f"[data-sit='{seat}']").click()
        else:
            await (await open_way_in(page)).sit(name, None if name == "Eva" else seat)
        await expect(lobby.seat(seat)).to_contain_text(name)
        pages.append(page)
    for page in pages:
        await page.get_by_test_id("ready-button").click()
    await expect(lobby.part("start")).not_to_have_attribute("aria-disabled", "true")
    watcher = await (await person()).page(f"/j/{code}")
    await lobby.part("start").click()
    await watcher.get_by_role("button", name="Watch").click()

    # Dan's page is loaded again in the middle, Eva opens a second tab and closes the first
    everybody = [mia, *pages]
    dan, eva = pages[2], pages[3]
    await TablePage(dan).settled()
    await dan.reload()
    second = await eva.context.new_page()
    await second.goto(eva.url)
    await TablePage(second).settled()
    await eva.close()
    everybody[4] = second
    tables = await asyncio.gather(*(play(page) for page in everybody))
    standings = [await table.standings() for table in tables]
    totals = sorted(total for _rank, total in standings[0].values())
    for shown in standings:
        assert sorted(total for _rank, total in shown.values()) == totals
    first = await tables[0].table_id()
    assert sum(isinstance(event, GameEnded) for event in server.log(first)) == 1

    # once more, with everybody
    await pages[0].get_by_test_id("play-again").click()
    for page in (*everybody, watcher):
        await page.wait_for_function("(old) => !location.pathname.endsWith(old)", arg=first)
    tables = await asyncio.gather(*(play(page) for page in everybody))
    again = await tables[0].table_id()
    state = server.state(again)
    assert state.phase is Phase.GAME_OVER
    names = [player.name for player in state.setup.players if player]
    assert names == ["Mia", *FRIENDS]
    await expect(TablePage(watcher).part("table")).to_have_attribute("data-phase", "game_over")
