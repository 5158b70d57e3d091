"""A power cut: the page says so, nothing can be clicked that would be lost, and it heals by itself."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import expect
from tests.browser.axe import no_findings
from tests.browser.chromium import GONE
from tests.browser.friends import friends_at, start
from tests.browser.server import RealServer
from tests.browser.table_page import TablePage
from tests.server.harness import chooser, new_id

from rufen.protocol.messages import NextRound

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


async def test_ready_for_the_next_round_when_the_server_is_started_again(own_server, person):
    """Mia has asked for the next deal; the server that comes back does not know it, and is told again."""
    server = own_server
    rules = {"round_mode": "schedule", "hand_sizes": [1, 2], "last_round_trump": "never"}
    seated = await server.create(3, name="Mia", open_seats=1, rules=rules, first_dealer=2)
    [nora] = await friends_at(server, seated, "Nora")
    await start(server, seated, nora)
    someone = await person(server.url, seats=seated.seats)
    someone.allow(GONE)
    table = TablePage(await someone.page(seated.path))
    playing = asyncio.create_task(nora.tab.play(chooser(1), lambda view: bool(view.results)))
    asked = await table.play_until("next")
    await playing
    await table.answer(asked)
    await expect(table.part("next-round")).to_contain_text("Nora")
    await server.kill()
    await expect(table.part("table")).to_have_attribute("data-state", "lost")
    await server.start()
    await nora.come()
    await table.settled()
    await expect(table.part("next-round")).to_contain_text("Nora")
    await nora.tab.ask(NextRound(new_id(), 1))
    await expect(table.part("table")).to_have_attribute("data-phase", "bidding")
