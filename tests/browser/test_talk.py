"""Talk at the table: everybody in their own language, nobody has to listen, nothing is kept."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect
from tests.browser.axe import no_findings
from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.server import RealServer, Seated
from tests.browser.table_page import TablePage
from tests.server.harness import Browser, new_id, new_token

from rufen.protocol.messages import Ack, Ready, Refused, Say, SayKind, Sit, Start

pytestmark = pytest.mark.browser


async def friends(server: RealServer) -> tuple[Seated, Seated]:
    """A game that has begun: Mia, the host, in seat 0, Ben in seat 1, a bot in seat 2."""
    mia = await server.create(3, open_seats=1)
    ben = Seated(mia.table, new_token("ben"))
    guest = await Browser.open(server.url, mia.table)
    host = await server.tab(mia)
    assert isinstance(await guest.ask(Sit(new_id(), 1, "Ben", ben.token)), Ack)
    assert isinstance(await guest.ask(Ready(new_id(), True)), Ack)
    assert isinstance(await host.ask(Start(new_id())), Ack)
    await guest.close()
    await host.close()
    return mia, ben


async def open_talk(table: TablePage) -> Page:
    await table.part("talk-button").click()
    await table.part("talk").wait_for()
    return table.page


async def test_two_people_talk_each_in_their_own_language(server, sit):
    mia, ben = await friends(server)
    hers = await sit(mia, viewport=DESKTOP)
    his = await sit(ben, viewport=PHONE, touch=True, theme="dark", locale="de-DE")

    # a phrase and a reaction are shown in the reader's words, at the seat and once to who listens
    await open_talk(hers)
    await hers.page.locator('[data-phrase="nice"]').click()
    await expect(his.part("bubble")).to_have_text("Gut gespielt!")
    await expect(hers.part("talk-list")).to_contain_text("Well played!")
    await hers.page.locator('[data-reaction="clap"]').click()
    await expect(his.part("talk-button")).to_have_attribute("data-unread", "2")
    await expect(his.part("talk-button")).to_have_accessible_name("Gespräch, 2 ungelesen")
    heard = await his.records("heard")
    assert heard.count("Mia: Gut gespielt!") == 1
    assert heard.count("Mia reagiert: Bravo!") == 1

    await open_talk(his)
    await expect(his.part("talk-list")).to_contain_text("Bravo!")
    await no_findings(his.page, "talk on a phone, dark")
    # his own words by key; markup is text
    await his.part("talk-field").fill("<b>Danke</b> & bis {name}")
    await his.page.keyboard.press("Enter")
    await expect(his.part("talk-field")).to_have_value("")
    await expect(hers.part("talk-list")).to_contain_text("<b>Danke</b> & bis {name}")
    await expect(hers.part("talk-button")).to_have_attribute("data-unread", "0")
    await no_findings(hers.page, "talk beside the felt")

    # the panel beside the felt hides nothing of it, and keys reach the table again after Escape
    felt = await hers.page.locator("main.felt").bounding_box()
    panel = await hers.page.locator("dialog.beside").bounding_box()
    assert felt is not None
    assert panel is not None
    assert felt["x"] + felt["width"] <= panel["x"]
    await hers.part("talk-field").press("Escape")
    await expect(hers.part("talk")).to_have_count(0)
    await hers.page.keyboard.press("t")
    await expect(hers.part("talk-field")).to_be_focused()
    assert not [shift for shift in await his.records("shifts") if not shift["input"]]

    # what was said before is there after a reload, but nothing speaks up again
    await his.page.reload()
    await his.settled()
    await expect(his.part("talk-button")).to_have_attribute("data-unread", "0")
    await expect(his.part("bubble")).to_have_count(0)
    await open_talk(his)
    await expect(his.part("talk-list")).to_contain_text("bis {name}")

    # nothing of it is on disk: not in the game's log, from which records are written, and nowhere else
    assert server.log(mia.table)
    for file in server.folder.iterdir():
        assert b"bis {name}" not in file.read_bytes(), file


async def test_somebody_is_muted_by_one_person_alone(server, sit):
    mia, ben = await friends(server)
    table = await sit(mia)
    his = await server.tab(ben)
    await his.ask(Say(new_id(), SayKind.TEXT, "First"))
    page = await open_talk(table)
    await expect(table.part("talk-list")).to_contain_text("First")
    before = len(his.messages)
    # by keys: his lines go, and the focus goes on where they can be shown again
    await page.get_by_role("button", name="Mute Ben").focus()
    await page.keyboard.press("Enter")
    await expect(table.part("talk-list")).not_to_contain_text("First")
    await expect(page.get_by_role("button", name="Show")).to_be_focused()
    await his.ask(Say(new_id(), SayKind.TEXT, "Second"))
    await his.ask(Say(new_id(), SayKind.PHRASE, "hello"))
    await expect(page.get_by_text("3 hidden")).to_be_visible()
    await expect(table.part("bubble")).to_have_count(0)
    # he is told nothing: only his own words and their acknowledgements come
    kinds = {type(message).__name__ for message in his.messages[before:]}
    assert kinds <= {"Said", "Ack", "Beat"}

    # Escape closes the talk, also when the focus has got lost
    await page.evaluate("document.activeElement.blur()")
    await page.keyboard.press("Escape")
    await expect(table.part("talk")).to_have_count(0)

    # kept in this browser, for this table
    await page.reload()
    await table.settled()
    await his.ask(Say(new_id(), SayKind.TEXT, "Third"))
    await open_talk(table)
    await expect(page.get_by_text("4 hidden")).to_be_visible()
    await expect(table.part("bubble")).to_have_count(0)
    assert "Ben: Third" not in await table.records("heard")
    await page.get_by_role("button", name="Show").click()
    await expect(table.part("talk-list")).to_contain_text("Third")
    await page.get_by_role("button", name="Mute Ben").first.click()
    await his.ask(Say(new_id(), SayKind.REACTION, "wow"))
    await expect(table.part("bubble")).to_be_visible()
    await expect(page.get_by_text("hidden")).to_have_count(0)
    await his.close()


async def test_the_host_switches_chat_off_and_nothing_written_is_lost(server, sit):
    mia, ben = await friends(server)
    hers, his = await sit(mia), await sit(ben)
    await open_talk(hers)
    await open_talk(his)
    field = his.part("talk-field")
    await field.fill("Half a sen")
    await hers.page.get_by_role("switch", name="Written chat").uncheck()
    await expect(his.page.get_by_text("Chat is off. Mia can switch it on.")).to_be_visible()
    await expect(hers.part("talk-field")).to_have_count(0)
    await field.press("Enter")
    await expect(his.page.get_by_text("Not sent: chat has been switched off.")).to_be_visible()
    await expect(field).to_have_value("Half a sen")
    await no_findings(his.page, "chat is off")
    # phrases go on, also while the game is paused
    await his.page.keyboard.press("Escape")
    await his.page.keyboard.press("w")
    await his.page.keyboard.press("t")
    await his.page.locator('[data-phrase="moment"]').click()
    await expect(hers.part("talk-list")).to_contain_text("One moment, please")
    await hers.page.get_by_role("switch", name="Written chat").check()
    await expect(his.page.get_by_text("Chat is off. Mia can switch it on.")).to_have_count(0)
    await field.press("Enter")
    await expect(hers.part("talk-list")).to_contain_text("Half a sen")
    await expect(field).to_have_value("")


async def test_too_much_at_once_stays_in_the_field(server, sit):
    mia, _ben = await friends(server)
    table = await sit(mia)
    await open_talk(table)
    field = table.part("talk-field")
    await field.fill("a" * 201)
    await field.press("Enter")
    await expect(table.page.get_by_text("A message has 1 to 200 characters.")).to_be_visible()
    await expect(table.page.get_by_text("1 character too many")).to_be_visible()
    tab = await server.tab(mia)
    answers = [await tab.ask(Say(new_id(), SayKind.REACTION, "wow")) for _ in range(12)]
    assert isinstance(answers[-1], Refused)
    await field.fill("And now this")
    await field.press("Enter")
    await expect(table.page.get_by_text("That was a lot at once.")).to_be_visible()
    await expect(field).to_have_value("And now this")
    await expect(table.page.locator(".toasts p")).to_have_count(0)
    await tab.close()


async def test_who_watches_reads_and_does_not_write(server, person):
    mia, ben = await friends(server)
    hers = await server.tab(mia)
    someone = await person()
    table = TablePage(await someone.page(mia.path))
    await table.settled()
    # who comes late is told so
    await table.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    his = await server.tab(ben)
    await his.ask(Say(new_id(), SayKind.TEXT, "Good evening"))
    await expect(table.part("bubble")).to_have_text("Good evening")
    page = await open_talk(table)
    await expect(table.part("talk-list")).to_contain_text("Good evening")
    await expect(page.get_by_text("You are watching")).to_be_visible()
    assert await page.locator("[data-phrase], [data-reaction], [data-testid=talk-field]").count() == 0
    await no_findings(page, "talk of who watches")
    await his.close()
    await hers.close()
