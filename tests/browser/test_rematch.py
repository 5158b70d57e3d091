"""The next game: with the same people in one tap, or with others in the same tab."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import expect
from tests.browser.axe import no_findings
from tests.browser.chromium import PHONE
from tests.browser.friends import friends_at, start, watching
from tests.browser.server import RealServer, Seated
from tests.browser.table_page import TablePage

pytestmark = pytest.mark.browser

ONE = {"round_mode": "schedule", "hand_sizes": [1], "last_round_trump": "never"}


async def test_everybody_goes_along(server, person, sit):
    """One tap; Nora has reloaded at the end, somebody watches: all are at the new table, and it is dealt."""
    seated = await server.create(3, name="Mia", open_seats=1, rules=ONE, first_dealer=0)
    [nora] = await friends_at(server, seated, "Nora")
    await start(server, seated, nora)
    mine = await sit(seated, viewport=PHONE)
    her_browser = await person(seats=nora.seated.seats)
    hers = TablePage(await her_browser.page(seated.path))
    watch = await watching(person, seated)
    await nora.go()
    await asyncio.gather(mine.play_until("over"), hers.play_until("over"))
    await hers.page.reload()
    await hers.settled()
    await watch.part("final").click()
    await expect(watch.page.get_by_text("When they play on, you come along.")).to_be_visible()
    await no_findings(mine.page, "the end of the game")

    await mine.part("play-again").dblclick()
    for table in (mine, hers, watch):
        await expect(table.part("table")).to_have_attribute("data-phase", "bidding")
    new = await mine.table_id()
    assert new != seated.table
    assert await hers.table_id() == await watch.table_id() == new
    state = server.state(new)
    assert [player.name for player in state.setup.players if player] == ["Mia", "Nora", "Anna"]
    assert state.setup.first_dealer == 1
    await expect(watch.part("hand")).to_have_count(0)
    await asyncio.gather(TablePage(mine.page).act(), TablePage(hers.page).act())

    # whoever comes to the old table later is asked, not dragged along
    late = TablePage(await her_browser.page(seated.path))
    await late.settled()
    await expect(late.part("play-again")).to_have_count(0)
    await late.page.get_by_role("button", name="They play on: join").click()
    await late.page.wait_for_url(f"**/t/{new}")
    await late.settled()
    await expect(late.part("hand")).to_have_count(1)


async def test_whoever_holds_out_is_waited_for(server, person, sit):
    """I am ready for the next deal, Nora still looks at the result: it says so, and goes on once."""
    rules = {"round_mode": "schedule", "hand_sizes": [1, 1]}
    seated = await server.create(3, name="Mia", open_seats=1, rules=rules)
    [nora] = await friends_at(server, seated, "Nora")
    await start(server, seated, nora)
    mine = await sit(seated)
    hers = TablePage(await (await person(seats=nora.seated.seats)).page(seated.path))
    await nora.go()
    await asyncio.gather(mine.play_until("next"), hers.play_until("next"))
    await mine.part("next-round").click()
    await expect(mine.part("next-round")).to_have_text("Waiting for Nora")
    await expect(hers.part("round-end")).to_be_visible()
    await hers.part("next-round").dblclick()
    for table in (mine, hers):
        await expect(table.part("round-end")).to_have_count(0)
    assert len(server.state(seated.table).results) == 1
    await asyncio.gather(mine.play_until("over"), hers.play_until("over"))


async def go_to(table: TablePage, seated: Seated) -> TablePage:
    """To another table in the same tab, without loading the page anew."""
    await table.page.evaluate(
        """([table, token]) => {
          const seats = JSON.parse(localStorage.getItem("rufen.seats") ?? "[]");
          localStorage.setItem("rufen.seats", JSON.stringify([{ table, token }, ...seats]));
          history.pushState(null, "", `/t/${table}`);
          dispatchEvent(new PopStateEvent("popstate"));
        }""",
        [seated.table, seated.token],
    )
    return TablePage(table.page)


async def finished(server: RealServer, table: TablePage) -> None:
    await table.play_until("over")
    await expect(table.page.locator("[data-testid=standings] tbody tr")).to_have_count(5)


async def test_a_second_game_keeps_nothing_of_the_first(server, sit):
    """Five players, then three in the same tab: no seat, total, word or vote of the first is left."""
    first = await server.create(5, name="Mia", rules=ONE)
    table = await sit(first, viewport=PHONE)
    await finished(server, table)
    second = await server.create(3, name="Lou", rules={"round_mode": "schedule", "hand_sizes": [2, 1]})
    table = await go_to(table, second)
    await expect(table.part("table")).to_have_attribute("data-phase", "bidding")
    await table.settled()
    await expect(table.page.locator("[data-seat]")).to_have_count(3)
    await expect(table.part("notices")).to_have_count(0)
    await expect(table.part("round-end")).to_have_count(0)
    shown = await table.shown()
    assert len(shown["hand"]) == 2
    assert all("total 0" in plate for plate in shown["plates"]), shown["plates"]
    await table.part("pad-button").click()
    assert await table.pad() == []
    await table.page.keyboard.press("Escape")
    await table.play_until("over")
    await expect(table.page.locator("[data-testid=standings] tbody tr")).to_have_count(3)


async def test_no_spectators_are_let_in(server, person, sit):
    """The host switches them off in the menu: who watches is told, and who comes later too."""
    seated = await server.create(3, name="Mia", rules=ONE)
    table = await sit(seated)
    watch = await watching(person, seated)
    await watch.settled()
    await table.part("menu-button").click()
    await expect(table.page.get_by_text("1 person is watching.")).to_be_visible()
    await table.page.get_by_role("switch", name="Others may watch").click()
    sorry = "This table plays without spectators"
    await expect(watch.page.get_by_role("heading", name=sorry)).to_be_visible()
    late = await (await person(viewport=PHONE)).page(seated.path)
    await expect(late.get_by_role("heading", name=sorry)).to_be_visible()
    await no_findings(late, "no spectators")
    await table.page.keyboard.press("Escape")
    await table.play_until("over")
    # when it is over the end is open to all
    await late.reload()
    await expect(TablePage(late).part("game-end")).to_be_visible()
