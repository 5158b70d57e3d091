"""A phone that is locked in the middle of a game: nothing goes through, and nobody is told."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import expect
from tests.browser.chromium import GONE, PHONE
from tests.browser.friends import Line
from tests.browser.table_page import TablePage
from tests.server.harness import Browser, FakeClock, Running, SeededChance, first, new_id, new_token, running

from rufen.core.state import Phase
from rufen.protocol.messages import Ack, Beat, Ping, Presence, Sit, Start
from rufen.table.commands import STAND_IN

pytestmark = pytest.mark.browser

RULES = {"round_mode": "schedule", "hand_sizes": [2], "last_round_trump": "never"}


class Scene:
    """Mia's phone behind a line of its own; Nora and Omar have none of these troubles."""

    def __init__(self, server: Running, clock: FakeClock, line: Line, table: str, page: TablePage) -> None:
        self.server = server
        self.clock = clock
        self.line = line
        self.table = table
        self.page = page
        self.nora: Browser
        self.omar: Browser

    async def sleep(self, seconds: int) -> None:
        """The server's clock goes on; Nora and Omar say now and then that they are there."""
        for _ in range(seconds // 10):
            self.clock.time += 10
            self.server.service.tick()
            for tab in (self.nora, self.omar):
                before = len(tab.messages)
                await tab.send(Ping())
                await tab.until(lambda tab=tab, before=before: _beats(tab.messages[before:]))

    async def wake(self, seconds: int) -> None:
        """The phone is unlocked: its own clock has gone on too, and the line is there again."""
        self.line.thaw()
        await self.page.page.clock.fast_forward(seconds * 1000)


def _beats(messages: list[object]) -> bool:
    return any(isinstance(message, Beat) for message in messages)


@pytest.fixture
async def scene(tmp_path, person):
    clock = FakeClock()
    async with running(tmp_path, clock=clock, chance=SeededChance(3)) as server:
        line = await Line.to(server)
        tokens = [new_token(name) for name in "mno"]
        options = {"grace": 60}
        table = await server.create(
            ["you", "open", "open"], tokens[0], "Mia", rules=RULES, first_dealer=2, options=options
        )
        mia = await person(line.url, seats={table: tokens[0]}, viewport=PHONE)
        mia.allow(GONE)
        page = await mia.context.new_page()
        await page.clock.install()
        await page.goto(f"/t/{table}")
        scene = Scene(server, clock, line, table, TablePage(page))
        await scene.page.part("lobby").wait_for()
        tabs = []
        for seat, name in ((1, "Nora"), (2, "Omar")):
            tab = await Browser.open(server.url, table)
            assert isinstance(await tab.ask(Sit(new_id(), seat, name, tokens[seat])), Ack)
            tabs.append(tab)
        scene.nora, scene.omar = tabs
        host = await Browser.open(server.url, table, tokens[0])
        assert isinstance(await host.ask(Start(new_id())), Ack)
        await host.close()
        await scene.page.play_until("bid")
        yield scene
        await line.close()


async def test_thirty_seconds_are_nothing(scene):
    """The line was only asleep: Mia is here all the time, and bids as if nothing had been."""
    scene.line.freeze()
    await scene.sleep(30)
    assert scene.nora.news.seats[0].presence is Presence.HERE
    await scene.wake(30)
    await scene.page.settled()
    await scene.page.answer(await scene.page.asked())
    await scene.nora.until(lambda: scene.nora.view.has_bid[0])
    log = await scene.server.service.store.read(scene.table)
    assert all(envelope.origin != STAND_IN for envelope in log)


async def test_after_five_minutes_a_bot_has_played_and_the_seat_is_hers_again(scene):
    scene.line.freeze()
    await scene.sleep(300)
    nora = scene.nora
    await nora.until(lambda: nora.news.seats[0].presence is Presence.STAND_IN)
    await nora.until(lambda: nora.view.has_bid[0])
    everybody = (scene.nora, scene.omar)
    await asyncio.gather(*(tab.play(first, lambda view: 0 in view.to_act) for tab in everybody))
    await scene.wake(300)
    await nora.until(lambda: nora.news.seats[0].presence is Presence.HERE)
    page = scene.page
    await page.settled()
    assert (await page.shown())["phase"] == nora.view.phase.value
    await asyncio.gather(
        page.play_until("over"),
        *(tab.play(first, lambda view: view.phase is Phase.GAME_OVER) for tab in everybody),
    )
    await expect(page.part("standings")).to_be_visible()
