"""A reload in every phase: the same person in the same seat with the same hand, and nothing else changed."""

from __future__ import annotations

import pytest
from tests.browser.server import RealServer, Seated
from tests.browser.table_page import TablePage

from rufen.core.state import Phase

pytestmark = pytest.mark.browser

SHORT = {"round_mode": "schedule", "hand_sizes": [4, 2]}


async def _trump(server: RealServer) -> Seated:
    return await server.create_where(
        lambda view: view.phase is Phase.CHOOSING_TRUMP, seats=3, rules=SHORT, first_dealer=0
    )


async def _played_to(server: RealServer, until) -> Seated:
    seated = await server.create(3, rules=SHORT)
    await server.play(seated, until)
    return seated


WAYS = {
    "choosing_trump": _trump,
    "bidding": lambda server: _played_to(
        server, lambda view: view.phase is Phase.BIDDING and bool(view.legal)
    ),
    "playing": lambda server: _played_to(
        server, lambda view: len(view.tricks) == 2 and view.phase is Phase.PLAYING and bool(view.legal)
    ),
    "dealing": lambda server: _played_to(server, lambda view: len(view.results) == 1),
    "game_over": lambda server: _played_to(server, lambda view: view.phase is Phase.GAME_OVER),
}


@pytest.mark.parametrize("phase", WAYS)
async def test_reload_in_every_phase(server, sit, phase):
    seated = await WAYS[phase](server)
    table = await sit(seated)
    before = await table.shown()
    assert before["phase"] == phase
    view = await server.view(seated)
    assert sorted(before["hand"]) == sorted(str(card) for card in view.hand)

    await table.page.reload()
    await table.settled()
    assert await table.shown() == before
    assert (await server.view(seated)).seq == view.seq, "looking changes nothing"

    # from Home, too: the table is offered under Continue while it is not over
    await table.page.goto("/")
    if phase == "game_over":
        await table.page.get_by_role("heading", name="Also here").wait_for()
        assert await table.page.locator(f'a[href="{seated.path}"]').count() == 0
        return
    await table.page.locator(f'a[href="{seated.path}"]').click()
    await table.settled()
    assert await table.shown() == before
    tab = await server.tab(seated)
    await TablePage(table.page).act()
    await tab.until(lambda: tab.view.seq > view.seq)
    await tab.close()
