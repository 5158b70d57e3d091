"""A power cut: the page says so, nothing can be clicked that would be lost, and it heals by itself."""

from __future__ import annotations

import pytest
from playwright.async_api import expect
from tests.browser.axe import no_findings
from tests.browser.chromium import GONE
from tests.browser.server import RealServer
from tests.browser.table_page import TablePage

pytestmark = pytest.mark.browser


@pytest.fixture
async def own_server(tmp_path):
    server = RealServer(tmp_path / "data")
    await server.start()
    yield server
    await server.stop()


async def test_killed_and_started_again(own_server, person):
    server = own_server
    seated = await server.create(4, rules={"round_mode": "schedule", "hand_sizes": [5, 3]})
    someone = await person(server.url, seats=seated.seats)
    someone.allow(GONE)
    table = TablePage(await someone.page(seated.path))
    page = table.page

    for kind in ("bid", "play"):
        asked = await table.play_until(kind)
        before = await table.shown()
        await server.kill()
        await expect(table.question).to_contain_text("No connection. Trying again")
        await expect(table.question).to_contain_text("Nothing is lost. Your turn waits.")
        await expect(table.part("table")).to_have_attribute("data-state", "lost")

        await no_findings(page, f"no connection, asked to {kind}")
        # everything that acts is closed, and pressing it all the same does nothing
        for card in await page.locator("[data-card]").all():
            await expect(card).to_have_attribute("aria-disabled", "true")
        for key in await page.locator("[data-bid]").all():
            await expect(key).to_have_attribute("aria-disabled", "true")
        await table.target(asked, asked.options[0]).click(force=True)
        await page.keyboard.press("1")
        lost = await table.shown()
        assert lost["seq"] == before["seq"]
        assert lost["hand"] == before["hand"]

        await server.start()
        await table.settled()
        assert await table.shown() == before, "the same table, and what was pressed meanwhile is not done"
        await table.answer(asked)

    await table.play_until("over")
    state = server.state(seated.table)
    assert [result.hand_size for result in state.results] == [5, 3]


async def test_lost_between_rounds(own_server, person):
    """The result of a round stays readable, and the next deal waits for the connection."""
    server = own_server
    seated = await server.create(3, rules={"round_mode": "schedule", "hand_sizes": [1, 2]})
    someone = await person(server.url, seats=seated.seats)
    someone.allow(GONE)
    table = TablePage(await someone.page(seated.path))
    await table.play_until("next")
    before = await table.round_end()
    await server.kill()
    await expect(table.part("next-round")).to_have_attribute("aria-disabled", "true")
    assert await table.round_end() == before
    await server.start()
    await table.settled()
    await table.play_until("over")
