"""What those at a table decide together: pauses, taking back, claims, the end before the end."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import expect
from tests.browser.axe import no_findings
from tests.browser.chromium import PHONE
from tests.browser.friends import Friend, friends_at, start, watching
from tests.browser.server import RealServer, Seated
from tests.browser.table_page import TablePage
from tests.server.harness import new_id

from rufen.core.events import ActionsTakenBack, CardPlayed, TricksClaimed
from rufen.core.state import Phase
from rufen.core.view import PlayerView
from rufen.protocol.messages import Pause, ProposalKind, Propose

pytestmark = pytest.mark.browser


async def evening(server: RealServer, *sizes: int, **more: object) -> tuple[Seated, Friend, Friend]:
    """Mia, Anna and Ben at a table of three; Mia leads."""
    rules = {"round_mode": "schedule", "hand_sizes": list(sizes), **more}
    seated = await server.create(3, name="Mia", open_seats=2, rules=rules, first_dealer=2)
    anna, ben = await friends_at(server, seated, "Anna", "Ben")
    await start(server, seated, anna, ben)
    return seated, anna, ben


async def choose_in_menu(table: TablePage, name: str) -> None:
    await table.part("menu-button").click()
    await table.page.get_by_role("button", name=name).click()


async def test_a_pause_stops_everybody_and_anybody_goes_on(server, person, sit):
    seated, anna, ben = await evening(server, 4)
    table = await sit(seated, viewport=PHONE)
    watch = await watching(person, seated, viewport=PHONE)
    await table.act()
    await anna.act()
    await ben.act()
    asked = await table.play_until("play")

    await anna.ask(Pause(new_id(), True))
    panel = table.part("pause-panel")
    await expect(panel).to_contain_text("Anna has paused the game")
    await expect(watch.part("pause-panel")).to_contain_text("Anna has paused the game")
    await expect(watch.page.get_by_role("button", name="Go on")).to_have_count(0)
    await no_findings(table.page, "paused")
    card = table.card(asked.options[0])
    await expect(card).to_have_attribute("aria-label", re.compile("cannot be played: The game is paused"))
    await card.click(force=True)
    await expect(table.page.locator(".tip.told")).to_have_text("The game is paused")
    assert server.cards_played(seated) == []

    await panel.get_by_role("button", name="Go on").dblclick()
    await expect(panel).to_have_count(0)
    await expect(watch.part("pause-panel")).to_have_count(0)
    await table.answer(asked)
    await expect(card).to_have_count(0)
    # and by a key, both ways
    await table.page.keyboard.press("w")
    await expect(panel).to_contain_text("You have paused the game")
    await anna.ask(Pause(new_id(), False))
    await expect(panel).to_have_count(0)


async def test_taking_back_needs_everybody(server, person, sit):
    """Declined, everything stays; agreed, the card is in the hand again; those who watch are told too."""
    seated, anna, ben = await evening(server, 4)
    table = await sit(seated, viewport=PHONE)
    watch = await watching(person, seated)
    await table.act()
    await anna.act()
    await ben.act()
    asked = await table.play_until("play")
    card = table.card(asked.options[0])
    await table.answer(asked)
    await expect(card).to_have_count(0)

    await choose_in_menu(table, "Take back my last action")
    vote = table.part("vote")
    await expect(vote).to_contain_text("You would like to take back")
    await expect(vote).to_contain_text("No answer yet: Anna and Ben")
    await expect(watch.part("vote")).to_contain_text("Mia would like to take back")
    await expect(watch.part("vote").get_by_role("button")).to_have_count(0)
    await no_findings(table.page, "a vote")
    await anna.vote(agree=True)
    await expect(vote).to_contain_text("No answer yet: Ben")
    await ben.vote(agree=False)
    await expect(vote).to_have_count(0)
    await expect(table.part("noted")).to_have_text("Not agreed. Everything stays as it is.")
    assert len(server.cards_played(seated)) == 1

    await choose_in_menu(table, "Take back my last action")
    await table.page.get_by_role("button", name="Withdraw").click()
    await expect(table.part("noted")).to_have_text("Withdrawn. Everything stays as it is.")

    await choose_in_menu(table, "Take back my last action")
    await asyncio.gather(anna.vote(agree=True), ben.vote(agree=True))
    await expect(card).to_be_visible()
    await expect(table.part("noted")).to_contain_text("You took back")
    await expect(watch.part("noted")).to_contain_text("Mia took back")
    await expect(watch.part("heard")).to_contain_text("Mia took back")
    assert [event for event in server.log(seated.table) if isinstance(event, ActionsTakenBack)]
    # and it is played once, although it was played before
    table._acted_at = -1
    await table.act(lambda again: asked.options[0] if asked.options[0] in again.options else again.options[0])
    await anna.tab.until(lambda: anna.tab.view.legal)


async def test_asked_by_another(server, sit):
    """The question comes with two answers; nobody can act until it is decided."""
    seated, anna, ben = await evening(server, 4)
    table = await sit(seated)
    await table.act()
    await anna.act()
    await ben.act()
    await table.play_until("play")
    await table.act()
    await anna.act()
    await anna.ask(Propose(new_id(), ProposalKind.UNDO))
    vote = table.part("vote")
    await expect(vote).to_contain_text("Anna would like to take back")
    await expect(table.question).to_contain_text("First the vote")
    heard = await table.records("heard")
    assert any(re.search("Anna would like to take back .* Do you agree", line) for line in heard), heard
    await ben.vote(agree=True)
    await table.page.keyboard.press("v")
    agree = vote.get_by_role("button", name="Agree")
    await expect(agree).to_be_focused()
    await agree.dblclick()
    await expect(vote).to_have_count(0)
    await expect(table.part("noted")).to_contain_text("Anna took back")
    await expect(table.page.get_by_role("alert").locator("p")).to_have_count(0)
    await anna.tab.until(lambda: anna.tab.view.legal)


async def test_two_tabs_answer_once(server, person):
    """Both tabs of a seat agree at once: one vote, and neither complains."""
    seated, anna, ben = await evening(server, 2)
    mine = await person(seats=seated.seats)
    tabs = [TablePage(await mine.page(seated.path)) for _ in range(2)]
    await tabs[0].act()
    await anna.act()
    await anna.ask(Propose(new_id(), ProposalKind.UNDO))
    await ben.vote(agree=True)
    agree = [tab.part("vote").get_by_role("button", name="Agree") for tab in tabs]
    pressed = [await button.element_handle() for button in agree]
    await asyncio.gather(*(button.evaluate("(button) => button.click()") for button in pressed))
    for tab in tabs:
        await expect(tab.part("vote")).to_have_count(0)
        await expect(tab.part("noted")).to_have_text("Anna took back the bid.")
        await expect(tab.page.get_by_role("alert").locator("p")).to_have_count(0)
    assert len([event for event in server.log(seated.table) if isinstance(event, ActionsTakenBack)]) == 1


async def test_what_was_dealt_since_cannot_be_taken_back(server, sit):
    """The menu says why before anybody is asked."""
    seated, anna, ben = await evening(server, 1, 2)
    table = await sit(seated)
    for friend in (anna, ben):
        asyncio.get_running_loop().create_task(friend.play())
    await table.play_until("next")
    await table.act()
    await expect(table.part("table")).to_have_attribute("data-phase", "bidding")
    await table.part("menu-button").click()
    back = table.page.get_by_role("button", name="Take back my last action")
    await expect(back).to_have_attribute("aria-disabled", "true")
    why = "You have done nothing in this round that could be taken back."
    await expect(back).to_have_accessible_description(why)
    await no_findings(table.page, "the menu of the table")


async def test_how_it_is_played_is_agreed_on(server, sit):
    """A turn timer by vote, and the end of the game, by more than half."""
    seated, anna, ben = await evening(server, 1, 2)
    table = await sit(seated, viewport=PHONE, theme="dark")
    await table.asked()
    await table.part("menu-button").click()
    timer = table.page.get_by_role("group", name="Turn timer")
    await timer.get_by_label("Turn timer").select_option("Generous (5 minutes)")
    await timer.get_by_role("button", name="Propose").click()
    await expect(table.part("vote")).to_contain_text("You propose: plenty of time for each turn")
    await anna.vote(agree=True)
    await ben.vote(agree=True)
    await expect(table.part("noted")).to_contain_text("Agreed: plenty of time")
    await expect(table.part("bid-panel").get_by_test_id("turn-time")).to_have_text("no hurry")

    tasks = [asyncio.create_task(friend.play()) for friend in (anna, ben)]
    await table.play_until("next")
    await table.act()
    await table.asked()
    await choose_in_menu(table, "End the game early")
    await table.page.get_by_role("button", name="Ask the others").click()
    await expect(table.part("vote")).to_contain_text("You would like to end the game now.")
    await anna.vote(agree=True)
    await expect(table.part("ended-early")).to_have_text("Ended early after 1 round")
    await no_findings(table.page, "ended early")
    assert set(await table.standings()) == {"You", "Anna", "Ben"}
    assert server.state(seated.table).phase is Phase.ABORTED
    await asyncio.gather(*tasks)


def _holds(kind: str):
    def wanted(view: PlayerView) -> bool:
        return view.phase is Phase.BIDDING and str(view.hand[0]).startswith(kind)

    return wanted


async def test_a_claim_is_shown_and_played_out(server, sit):
    """A Wizard that leads wins for certain: it lies open, and the round is scored."""
    rules = {"round_mode": "schedule", "hand_sizes": [1, 1]}
    seated = await server.create_where(_holds("W"), seats=3, rules=rules, first_dealer=2)
    table = await sit(seated, speed="slow", viewport=PHONE)
    asked = await table.play_until("play")
    await choose_in_menu(table, "Claim all remaining tricks")
    panel = table.part("claim-panel")
    await expect(panel).to_contain_text("You show the rest")
    await expect(panel.locator("[data-shown]")).to_have_attribute("data-shown", asked.options[0])
    await no_findings(table.page, "a claim")
    await expect(table.part("round-end")).to_contain_text("Round 1")
    log = server.log(seated.table)
    at = next(n for n, event in enumerate(log) if isinstance(event, TricksClaimed))
    assert [type(event) for event in log[at + 1 : at + 4]] == [CardPlayed] * 3
    assert any("You show Wizard: all remaining tricks." in line for line in await table.records("heard"))


async def test_a_claim_that_is_not_certain_shows_nothing(server, sit):
    rules = {"round_mode": "schedule", "hand_sizes": [1, 1]}
    seated = await server.create_where(_holds("J"), seats=3, rules=rules, first_dealer=2)
    table = await sit(seated)
    asked = await table.play_until("play")
    await choose_in_menu(table, "Claim all remaining tricks")
    await expect(table.page.get_by_role("alert")).to_contain_text("That is not certain yet")
    await expect(table.part("claim-panel")).to_have_count(0)
    assert not [event for event in server.log(seated.table) if isinstance(event, TricksClaimed)]
    await table.answer(asked)
    await table.play_until("next")


async def test_alone_nobody_has_to_be_asked(server, sit):
    """With bots only, taking back and ending need no vote; ending asks first."""
    rules = {"round_mode": "schedule", "hand_sizes": [2, 2]}
    seated = await server.create(3, rules=rules, first_dealer=1)
    table = await sit(seated)
    asked = await table.play_until("bid")
    await table.answer(asked)
    await choose_in_menu(table, "Take back my last action")
    await expect(table.part("noted")).to_contain_text("You took back your bid.")
    table._acted_at = -1
    await table.play_until("bid")
    await choose_in_menu(table, "End the game early")
    await table.page.get_by_role("button", name="Play on").click()
    await table.page.get_by_role("button", name="End the game early").click()
    await table.page.get_by_role("button", name="End it now").click()
    await expect(table.part("ended-early")).to_have_text("Ended before a round was scored")
