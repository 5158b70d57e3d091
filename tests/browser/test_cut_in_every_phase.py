"""The network is cut, and mended, wherever a game may be: the page says so, and goes on where it was."""

from __future__ import annotations

import pytest
from playwright.async_api import expect
from tests.browser.chromium import GONE
from tests.browser.friends import Line, friends_at
from tests.browser.table_page import TablePage

from rufen.core.state import Phase

pytestmark = pytest.mark.browser


@pytest.fixture
async def line(server):
    line = await Line.to(server)
    yield line
    await line.close()


async def cut(line: Line, table: TablePage) -> None:
    """Cut, see that it is seen, mend; afterwards the page shows what it has shown before."""
    before = await table.shown()
    line.cut()
    await expect(table.part("table")).to_have_attribute("data-state", "lost")
    line.mend()
    await table.settled()
    assert await table.shown() == before


async def test_through_a_whole_game(server, person, line):
    seated = await server.create_where(
        lambda view: view.phase is Phase.CHOOSING_TRUMP,
        3,
        rules={"round_mode": "schedule", "hand_sizes": [3, 1]},
        first_dealer=0,
    )
    mia = await person(line.url, seats=seated.seats)
    mia.allow(GONE)
    table = TablePage(await mia.page(seated.path))
    for kind in ("trump", "bid", "play", "next"):
        asked = await table.play_until(kind)
        await cut(line, table)
        await table.answer(asked)
    await table.play_until("final")
    await cut(line, table)
    await table.play_until("over")
    await cut(line, table)
    assert [result.hand_size for result in server.state(seated.table).results] == [3, 1]


async def test_before_the_game(server, person, line):
    """Ben sits down while Mia's line is cut; she sees it when it is mended, and starts."""
    seated = await server.create(3, name="Mia", open_seats=1, first_dealer=2)
    mia = await person(line.url, seats=seated.seats)
    mia.allow(GONE)
    table = TablePage(await mia.page(seated.path))
    await expect(table.part("table")).to_have_attribute("data-state", "live")
    line.cut()
    await expect(table.part("table")).to_have_attribute("data-state", "lost")
    await friends_at(server, seated, "Ben")
    line.mend()
    await expect(table.part("lobby").get_by_text("Ben").first).to_be_visible()
    await table.part("start").click()
    await table.play_until("bid")
