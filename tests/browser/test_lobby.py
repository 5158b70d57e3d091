"""Before the game: who sits where, bots, rules and options, who is ready, who is host."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect
from tests.browser.axe import no_findings
from tests.browser.chromium import PHONE
from tests.browser.lobby_page import LobbyPage, open_way_in

from rufen.core.events import PlayerKind
from rufen.core.house_rules import parse_house_rules

pytestmark = pytest.mark.browser


@pytest.fixture
def lobby(person):
    """Opens the lobby of a table in the seat of the person who opened it."""

    async def come(seated, **how):
        one = await person(seats=seated.seats, **how)
        lobby = LobbyPage(await one.page(seated.path))
        await lobby.here()
        return lobby

    return come


@pytest.fixture
def guest(person):
    """Opens a table as somebody new, and takes a seat."""

    async def come(seated, name, seat=None, **how):
        one = await person(**how)
        lobby = await open_way_in(await one.page(seated.path))
        await lobby.sit(name, seat)
        return lobby

    return come


async def test_the_host_moves_seats_step_by_step(server, lobby, guest):
    """The keyboard's place goes along with who is moved, and it is said where they are."""
    seated = await server.create(4, open_seats=2)
    host = await lobby(seated)
    ben = await guest(seated, "Ben", 1)
    await host.names("Mia", "Ben", "Open", "Anna")
    await host.button("Change the order of the seats").click()
    await host.button("Move down: Ben").focus()
    await host.page.keyboard.press("Enter")
    await host.names("Mia", "open", "Ben", "Anna")
    await expect(host.button("Move down: Ben")).to_be_focused()
    await host.heard("Seat 3: Ben.")
    await host.page.keyboard.press("Enter")
    await expect(host.button("Done with the order of the seats")).to_have_text("Done")
    await host.names("Mia", "open", "Anna", "Ben")
    # at the end nothing goes further, and nothing loses the focus
    await host.page.keyboard.press("Enter")
    await expect(host.button("Move down: Ben")).to_be_focused()
    await expect(host.button("Move down: Ben")).to_have_attribute("aria-disabled", "true")
    await ben.names("Mia", "open", "Anna", "Ben")
    await expect(ben.seat(3)).to_contain_text("you")
    await expect(ben.button("Change the order of the seats")).to_have_count(0)
    await no_findings(host.page, "the order of seats")


async def test_the_host_drags_seats(server, lobby):
    """Dropped elsewhere, a seat lies there; given up half-way, everything is as it was."""
    seated = await server.create(4, open_seats=1)
    host = await lobby(seated, viewport=PHONE)
    await host.names("Mia", "Open", "Anna", "Ben")
    await host.button("Change the order of the seats").click()
    mouse = host.page.mouse

    async def grasp(seat: int, over: int) -> None:
        # scrolled to where it can be reached, and lying still
        await host.page.locator(f"[data-grip='{seat}']").hover()
        target = await host.seat(over).bounding_box()
        start = await host.page.locator(f"[data-grip='{seat}']").bounding_box()
        assert target is not None
        assert start is not None
        await mouse.down()
        await expect(host.seat(seat)).to_have_class(re.compile("held"))
        await mouse.move(start["x"] + start["width"] / 2, target["y"] + target["height"] / 2, steps=4)

    await grasp(0, 2)
    await mouse.up()
    await host.names("open", "Anna", "Mia", "Ben")
    await host.heard("Seat 3: Mia.")
    await grasp(3, 0)
    await host.page.keyboard.press("Escape")
    await mouse.up()
    await grasp(3, 2)
    await mouse.up()
    await host.names("open", "Anna", "Ben", "Mia")
    state = server.state(seated.table)
    assert [player.name if player else None for player in state.setup.players] == [None, "Anna", "Ben", "Mia"]


async def test_bots_of_any_level_in_any_seat(server, lobby):
    """A bot sits down, becomes another, and goes again; a level not offered is shown where it sits."""
    seated = await server.create(3, open_seats=1, level="random")
    host = await lobby(seated)
    seat = [host.page.get_by_label(f"Who sits in seat {n}") for n in (2, 3)]
    await expect(seat[0].get_by_role("option", name="random")).to_have_count(0)
    await expect(seat[1]).to_have_value("random")
    await seat[0].select_option("beginner")
    await expect(host.part("ready")).to_contain_text("Everybody is ready.")
    seq = int(await host.part("table").get_attribute("data-seq") or 0)
    await seat[1].select_option("beginner")
    # one bot has gone and another has come
    await expect(host.part("table")).to_have_attribute("data-seq", str(seq + 2))
    await expect(host.seat(2)).to_contain_text("bot")
    await expect(seat[1]).to_have_value("beginner")
    players = server.state(seated.table).setup.players
    assert [(player.kind, player.level) for player in players[1:]] == [(PlayerKind.BOT, "beginner")] * 2
    await seat[1].select_option("")
    await expect(host.part("ready")).to_contain_text("1 seat is still open.")
    await expect(host.part("start")).to_have_attribute("aria-disabled", "true")


async def test_everybody_sees_what_changed_in_the_rules(server, lobby, guest):
    """Old and new stay there until they are looked at, also for who was away; who was ready is asked anew."""
    seated = await server.create(3, open_seats=2)
    host = await lobby(seated)
    ben = await guest(seated, "Ben", 1, viewport=PHONE)
    await ben.button("I am ready").click()
    await expect(host.seat(1).locator(".ready")).to_be_visible()

    await host.button("Change the rules").click()
    dialog = host.page.get_by_role("dialog", name="Rules of this table")
    await dialog.get_by_label("In secret, shown before play").check()
    await dialog.get_by_label("Never").check()
    # what happens at the table meanwhile takes nothing away
    await guest(seated, "Cara")
    await expect(host.seat(2)).to_contain_text("Cara")
    keep = dialog.get_by_role("button", name="Play by these rules")
    await expect(keep).to_have_attribute("aria-disabled", "true")
    await dialog.get_by_role("button", name="Let the dealer bid freely").click()
    await dialog.get_by_role("button", name="Bonus for an exact bid: more").click()
    await no_findings(host.page, "the rules of the table")
    await keep.click()

    changed = ben.part("rule-changes")
    bonus = changed.locator("[data-change=exact_bonus]")
    await expect(bonus.locator("s")).to_contain_text("20")
    await expect(bonus.locator("b")).to_contain_text("25")
    await ben.heard("Bonus for an exact bid: 20, now 25.")
    await ben.heard("How bids are made: Openly, in turn, now In secret, shown before play.")
    await expect(ben.button("I am ready")).to_have_attribute("aria-pressed", "false")
    await expect(host.part("ready")).to_contain_text("Not ready yet: Ben and Cara.")
    await expect(host.part("rule-changes")).to_have_count(0)
    await ben.page.reload()
    await expect(bonus.locator("s")).to_contain_text("20")
    await no_findings(ben.page, "changed rules")
    await ben.button("All right").click()
    await expect(changed).to_have_count(0)
    expected = parse_house_rules({"bid_disclosure": "hidden", "exact_bonus": 25}, 3)
    assert server.state(seated.table).setup.rules == expected


async def test_the_host_sets_how_the_table_is_run(server, lobby, guest):
    seated = await server.create(3, open_seats=1)
    host = await lobby(seated)
    ben = await guest(seated, "Ben")
    await expect(ben.part("options")).to_contain_text("1 minute")
    await expect(ben.button("Change how the table is run")).to_have_count(0)
    await host.button("Change how the table is run").click()
    await host.page.get_by_role("switch", name="Written chat").uncheck()
    await host.page.get_by_label("A bot stands in after").select_option("0")
    await host.page.get_by_label("Turn timer").select_option("45")
    await no_findings(host.page, "how the table is run")
    lines = ben.part("options").locator("dl > div")
    await expect(lines.filter(has_text="Written chat")).to_contain_text("no")
    await expect(lines.filter(has_text="A bot stands in after")).to_contain_text("Never, we wait")
    await expect(lines.filter(has_text="Turn timer")).to_contain_text("45 seconds")


async def test_ready_and_start(server, lobby, guest):
    """Open seats are in the way of the start; people who are not ready are named, and it goes anyway."""
    seated = await server.create(3, open_seats=2)
    host = await lobby(seated)
    await host.part("start").click(force=True)
    await expect(host.part("ready")).to_contain_text("2 seats are still open.")
    ben = await guest(seated, "Ben", 1)
    cara = await guest(seated, "Cara")
    await expect(host.part("ready")).to_contain_text("Not ready yet: Ben and Cara.")
    await ben.button("I am ready").click()
    await expect(ben.button("I am ready")).to_have_attribute("aria-pressed", "true")
    await expect(cara.seat(1)).to_contain_text("ready")
    await expect(cara.part("ready")).to_contain_text("Say when you are ready.")
    await expect(ben.part("ready")).to_contain_text("Not ready yet: Cara.")
    await expect(host.part("start")).to_have_text("Start anyway")
    await cara.button("I am ready").click()
    await expect(host.part("ready")).to_contain_text("Everybody is ready.")
    await ben.button("I am ready").click()
    await expect(host.part("ready")).to_contain_text("Not ready yet: Ben.")
    await host.part("start").click()
    for one in (host, ben, cara):
        await expect(one.part("lobby")).to_have_count(0)
        await expect(one.part("mine")).to_be_visible()


async def test_the_host_hands_over_and_empties_a_seat(server, lobby, guest):
    """Who was host keeps the seat; whose seat is emptied is told, and can take one again."""
    seated = await server.create(3, open_seats=1)
    host = await lobby(seated)
    ben = await guest(seated, "Ben", viewport=PHONE)
    await host.button("Make somebody else host").click()
    await host.button("Ben is to be host").click()
    await expect(ben.part("start")).to_be_visible()
    await expect(host.part("start")).to_have_count(0)
    await expect(host.seat(1)).to_contain_text("host")
    await ben.button("Empty the seat of Mia").click()
    await expect(host.part("unseated")).to_contain_text("You have no seat at this table any more.")
    await host.page.reload()
    again = await open_way_in(host.page)
    await again.sit("Mia")
    await ben.names("Mia", "Ben", "Anna")
    await no_findings(ben.page, "lobby of a host on a phone")


async def test_the_host_is_gone_and_another_starts(server, lobby, guest):
    """Nobody is stuck with a host who has left: another takes over and starts."""
    seated = await server.create(3, open_seats=1)
    host = await lobby(seated)
    ben = await guest(seated, "Ben")
    await expect(host.part("ready")).to_contain_text("Not ready yet: Ben.")
    await host.page.context.close()
    away = ben.part("host-away")
    await expect(away).to_contain_text("Mia, the host, is away.")
    await expect(ben.seat(0)).to_contain_text("away")
    await away.get_by_role("button", name="Take over as host").click()
    await expect(away).to_have_count(0)
    await ben.part("start").click()
    await expect(ben.part("mine")).to_be_visible()
