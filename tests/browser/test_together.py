"""More than one page at a table: friends, a second tab, somebody who watches."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import expect
from tests.browser.table_page import TablePage

from rufen.core.actions import PlayCard
from rufen.core.state import Phase

pytestmark = pytest.mark.browser


async def test_a_friend_joins_by_the_link(person, server):
    """The table is opened on one device and joined on another; both have the same name, and play."""
    host = await person(name="Mia")
    page = await host.page("/new")
    await page.get_by_role("radiogroup", name="Players").get_by_label("3").check()
    await page.get_by_label("Who sits in seat 2").select_option("open")
    await page.get_by_label("Quick").check()
    await page.get_by_role("button", name="Open the table").click()
    await expect(page.get_by_role("heading", name="Who plays?")).to_be_visible()
    start = page.get_by_role("button", name="Start the game")
    await expect(start).to_have_attribute("aria-disabled", "true")
    await expect(page.get_by_text("1 seat is still open.")).to_be_visible()
    link = await page.get_by_test_id("invite-link").input_value()

    friend = await person(viewport={"width": 800, "height": 1000})
    other = await friend.page(link)
    await expect(other).to_have_url(page.url)
    await other.get_by_role("button", name="Take the last seat").click()
    await expect(other.get_by_text("Say who you are first.")).to_be_visible()
    await other.get_by_label("Your name").fill("Mia")
    await other.get_by_role("button", name="Take the last seat").click()
    await expect(page.locator("[data-room-seat='1']")).to_contain_text("Mia 2")
    await expect(page.get_by_text("Not ready yet: Mia 2.")).to_be_visible()
    await other.get_by_role("button", name="I am ready").click()
    await expect(other.get_by_text("Mia starts the game.")).to_be_visible()
    await expect(start).not_to_have_attribute("aria-disabled", "true")
    await start.click()

    mine, theirs = TablePage(page), TablePage(other)
    for table, name in ((mine, "Mia 2"), (theirs, "Mia")):
        await table.settled()
        await expect(table.page.get_by_role("img", name=f"{name}:")).to_be_visible()
    await asyncio.gather(mine.play_until("over"), theirs.play_until("over"))
    state = server.state(await mine.table_id())
    assert state.phase is Phase.GAME_OVER
    assert [player.name for player in state.setup.players][:2] == ["Mia", "Mia 2"]
    assert (await mine.standings())["Mia 2"] == (await theirs.standings())["You"]
    assert (await theirs.standings())["Mia"] == (await mine.standings())["You"]


async def test_two_tabs_are_one_seat(person, server):
    """Both tabs are live; what one does the other shows, and both acting at once is one action."""
    seated = await server.create(3, rules={"round_mode": "schedule", "hand_sizes": [6]}, first_dealer=2)
    someone = await person(seats=seated.seats)
    one, two = [TablePage(await someone.page(seated.path)) for _ in range(2)]
    asked = await one.play_until("bid")
    await two.asked()
    await one.answer(asked)
    await expect(two.part("mine")).to_contain_text("needs" if asked.options[0] != "0" else "wants none")

    first_turn = await one.play_until("play")
    await two.asked()
    card = first_turn.options[0]
    both = [await table.card(card).element_handle() for table in (one, two)]
    await asyncio.gather(*(handle.evaluate("(card) => card.click()") for handle in both))
    for table in (one, two):
        await expect(table.card(card)).to_have_count(0)
        assert await table.part("table").get_attribute("data-state") == "live"
        await expect(table.page.get_by_role("alert").locator("p")).to_have_count(0)
    assert server.cards_played(seated) == [card]

    # the second tab goes on, and the first one shows it
    two._acted_at = first_turn.seq
    asked = await two.act()
    await expect(one.card(asked.options[0])).to_have_count(0)


async def test_a_double_click_is_one_action(server, sit):
    seated = await server.create(3, rules={"round_mode": "schedule", "hand_sizes": [8]}, first_dealer=2)
    table = await sit(seated)
    asked = await table.play_until("play")
    played: list[str] = []
    for _ in range(3):
        option = asked.options[0]
        await table.card(option).dblclick()
        table._acted_at = asked.seq
        asked = await table.asked()
        played.append(option)
        assert server.cards_played(seated) == played


async def test_who_watches_sees_no_hand(person, server, sit):
    """A spectator follows everything but holds nothing and can do nothing."""
    seated = await server.create(3, rules={"round_mode": "schedule", "hand_sizes": [3]})
    table = await sit(seated)
    await table.play_until("play")
    stranger = await person()
    watch = TablePage(await stranger.page(seated.path))
    await watch.page.get_by_role("button", name="Watch").click()
    await watch.settled()
    shown, own = await watch.shown(), await table.shown()
    assert shown["hand"] == []
    assert shown["bids"] == []
    assert shown["seq"] == own["seq"]
    await expect(watch.page.get_by_test_id("hand")).to_have_count(0)
    await expect(watch.page.locator("[data-seat]")).to_have_count(3)
    await expect(watch.question).to_contain_text("Mia is to")
    html = await watch.page.content()
    for card in own["hand"]:
        assert f'data-card="{card}"' not in html
    await table.act()
    await expect(watch.part("heard")).to_contain_text("Mia plays")


async def test_a_stranger_is_told_there_is_no_such_table(person):
    someone = await person()
    page = await someone.page("/t/abcdefghjkmnpq")
    await expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    await page.get_by_role("link", name="Home").click()
    await expect(page.get_by_role("button", name="Play")).to_be_visible()


async def test_what_the_rules_refuse_says_why(server, sit):
    """A card that may not be played stays there, says why, and nothing is sent."""
    seated = await server.create_where(
        lambda view: view.phase is Phase.BIDDING,
        seats=4,
        rules={"round_mode": "schedule", "hand_sizes": [12]},
        first_dealer=0,
    )
    table = await sit(seated)
    for _ in range(12):
        await table.play_until("play")
        view = await server.view(seated)
        if view.refusals:
            break
        await table.act()
    else:
        raise AssertionError("a hand of twelve that is never bound to follow")
    barred = view.refusals[0].action
    assert isinstance(barred, PlayCard)
    suit = {"B": "blue", "G": "green", "R": "red", "Y": "yellow"}[view.refusals[0].suit.value]
    card = table.card(str(barred.card))
    await expect(card).to_have_attribute("aria-disabled", "true")
    assert f"must follow {suit}" in ((await card.get_attribute("aria-label")) or "").lower()
    await card.click(force=True)
    await expect(table.page.locator(".tip.told")).to_have_text(f"Must follow {suit}")
    assert (await server.view(seated)).seq == view.seq
