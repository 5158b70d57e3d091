"""The ways to a table: code, link and QR code opened cold, the seat's own link, a second tab, coming back."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect
from tests.browser.axe import no_findings
from tests.browser.chromium import PHONE
from tests.browser.lobby_page import LobbyPage, open_way_in
from tests.browser.test_languages import texts, untranslated
from tests.server.harness import new_id

from rufen.protocol.messages import Ack, ProposalKind, Propose

pytestmark = pytest.mark.browser

# A browser inside of a chat app: it keeps nothing and hands nothing on.
_BARE = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("no", "SecurityError"); } });
Object.defineProperty(Navigator.prototype, "clipboard", { get() { return undefined; } });
delete Navigator.prototype.share;
"""


async def invited(page: Page) -> tuple[str, str]:
    """Code and link of the invitation that a page shows."""
    code = await page.get_by_test_id("code").get_attribute("data-code")
    link = await page.get_by_test_id("invite-link").input_value()
    assert code is not None
    return code, link


@pytest.fixture
def lobby(person):
    """Opens the lobby of a table in the seat of the person who opened it."""

    async def come(seated, **how):
        one = await person(seats=seated.seats, **how)
        lobby = LobbyPage(await one.page(seated.path))
        await lobby.here()
        return lobby

    return come


async def test_joining_by_code_and_link(person, server, lobby):
    """By a code typed as it was heard, and by the link: a name, a seat, and one sits. Equal names differ."""
    seated = await server.create(4, open_seats=3, name="Mia")
    host = await lobby(seated)
    code, link = await invited(host.page)
    assert link == f"{server.url}/j/{code}"
    await expect(host.part("invite")).to_contain_text("Only this device reaches the table now.")
    spoken = f"{code[:2]} {code[2:4]} {code[4:6]} {code[6]} {code[7]}"
    await expect(host.part("code").locator(".vh")).to_have_text(spoken)

    first = await person(viewport=PHONE)
    page = await first.page("/")
    await page.get_by_label("Join with a code").fill(spoken.upper().replace(" ", "-", 2))
    await page.get_by_role("button", name="Join", exact=True).click()
    one = await open_way_in(page)
    await expect(page).to_have_url(f"{server.url}{seated.path}")
    await one.page.locator("[data-sit='2']").click()
    await expect(page.get_by_text("Say who you are first.")).to_be_visible()
    await expect(page.get_by_label("Your name")).to_be_focused()
    await no_findings(page, "way in")
    await one.sit("Mia", 2)
    await host.names("Mia", "Open", "Mia 2", "Open")

    second = await person(viewport=PHONE, locale="de-DE")
    page = await second.page(link)
    two = await open_way_in(page)
    await page.get_by_label("Dein Name").fill("Jörg \u202eneb")
    await no_findings(page, "way in, German")
    await page.locator("[data-sit='1']").click()
    await expect(two.part("ready")).to_be_visible()
    await no_findings(page, "lobby, German")
    await host.names("Mia", "Jörg neb", "Mia 2", "Open")

    third = await person(viewport=PHONE)
    three = await open_way_in(await third.page(link))
    await three.page.get_by_label("Your name").fill("Ida")
    await three.page.keyboard.press("Enter")
    await host.names("Mia", "Jörg neb", "Mia 2", "Ida")


async def test_the_address_is_one_that_others_reach(person, server):
    """The page stands at this device's own address; code, link and picture lead to the one in the network."""
    seated = await server.create(3, open_seats=2)
    one = await person(seats=seated.seats, viewport=PHONE)
    await one.context.route(
        "**/api/address",
        lambda route: route.fulfill(json={"address": "http://192.0.2.7:8000", "public_list": False}),
    )
    page = await one.page(seated.path)
    # the first look shows whoever opens a table how others come in
    copy = await page.get_by_role("button", name="Copy the link").bounding_box()
    foot = await page.get_by_test_id("ready").bounding_box()
    assert copy is not None
    assert foot is not None
    assert copy["y"] + copy["height"] < foot["y"]
    await page.get_by_text("Show the QR code").click()
    await expect(page.get_by_test_id("qr")).to_be_visible()
    code, link = await invited(page)
    assert link == f"http://192.0.2.7:8000/j/{code}"
    await expect(page.get_by_text("Only this device reaches the table now.")).to_have_count(0)
    await page.get_by_role("button", name="Show the link").click()
    own = page.get_by_test_id("seat-link")
    await expect(own).to_have_value(f"http://192.0.2.7:8000{seated.path}#seat={seated.token}")


async def test_the_lobby_speaks_both_languages(person, server):
    """The same seat in two browsers: nothing but names, the code and the link reads alike."""
    seated = await server.create(3, open_seats=1)
    found = []
    for locale in ("en-GB", "de-DE"):
        one = await person(seats=seated.seats, locale=locale)
        await one.context.route(
            "**/api/address", lambda route: route.fulfill(json={"address": server.url, "public_list": True})
        )
        page = await one.page(seated.path)
        await expect(page.get_by_test_id("qr")).to_be_visible()
        await expect(page.get_by_test_id("options").locator("dl > div")).to_have_count(7)
        code = await page.get_by_test_id("code").inner_text()
        shown = code.replace("\n", " ").split()
        found.append({text for text in await texts(page) if not set(text.split()) <= set(shown)})
        await no_findings(page, f"lobby of a host, {locale}")
    assert untranslated(*found) == []


async def test_open_tables_on_the_first_page(person, server):
    """Where the server has a list, a table stands there with who sits there, and opens like an invitation."""
    seated = await server.create(3, open_seats=2, rules={"exact_bonus": 30})
    someone = await person(viewport=PHONE)
    waiting = {
        "table": seated.table,
        "names": ["Mia", "<b>Ben</b>"],
        "seats": 4,
        "open": 2,
        "standard": False,
    }
    lists = {"address": None, "public_list": True}
    await someone.context.route("**/api/address", lambda route: route.fulfill(json=lists))
    await someone.context.route("**/api/tables/open", lambda route: route.fulfill(json=[waiting]))
    page = await someone.page("/")
    tables = page.get_by_test_id("open-tables")
    await expect(tables).to_contain_text("Mia and <b>Ben</b>")
    await expect(tables).to_contain_text("2 of 4 seats are free. House rules.")
    await no_findings(page, "open tables")
    await tables.get_by_role("link").click()
    lobby = await open_way_in(page)
    await expect(lobby.part("table-rules")).to_contain_text("Bonus for an exact bid")


async def test_a_code_that_leads_nowhere(person, server):
    """What was typed stays there, with what is wrong and how a code looks."""
    someone = await person()
    someone.allow("404")
    page = await someone.page("/j/lomo")
    field = page.get_by_label("Join with a code")
    await expect(field).to_have_value("lomo")
    await expect(page.get_by_text("That is no code of a table.")).to_be_visible()
    await no_findings(page, "joining by code")
    await field.fill("ba-ba-ba 22")
    await field.press("Enter")
    await expect(page.get_by_text("There is no table with this code.")).to_be_visible()
    await page.goto("/j/bababa22")
    await expect(page.get_by_text("There is no table with this code.")).to_be_visible()
    await page.route(
        "**/api/code/*", lambda route: route.fulfill(status=429, json={"error": "too_fast", "detail": ""})
    )
    someone.allow("429")
    await field.press("Enter")
    await expect(page.get_by_text("That was a lot at once.")).to_be_visible()


async def test_a_browser_that_keeps_nothing(person, server, lobby):
    """In a chat app: one can sit down and play; links are copied by hand, the seat's own one is offered."""
    seated = await server.create(3, open_seats=1)
    host = await lobby(seated)
    _, link = await invited(host.page)
    someone = await person(viewport=PHONE)
    await someone.context.add_init_script(_BARE)
    ben = await open_way_in(await someone.page(link))
    await ben.sit("Ben")
    await host.names("Mia", "Ben", "Anna")
    await expect(ben.page.get_by_text("This browser forgets your seat")).to_be_visible()
    await expect(ben.button("Share the link")).to_have_count(0)
    await ben.button("Copy the link").click()
    await expect(ben.part("invite")).to_contain_text("Select the link and copy it by hand.")
    await host.part("start").click()
    await expect(ben.part("mine")).to_be_visible()


async def test_too_late(person, server, lobby):
    """All seats taken, or the game under way: it says so, and offers what is possible."""
    seated = await server.create(3, open_seats=1)
    host = await lobby(seated)
    someone = await person(viewport=PHONE)
    waits = LobbyPage(await someone.page(seated.path))
    await open_way_in(waits.page)
    await host.page.get_by_label("Who sits in seat 2").select_option("beginner")
    await expect(waits.part("full")).to_contain_text("All seats are taken")
    await no_findings(waits.page, "all seats taken")
    await host.part("start").click()
    # who waited knows; who comes now is told
    await expect(waits.page.get_by_test_id("question")).to_be_visible()
    await expect(waits.part("late")).to_have_count(0)
    other = await person(viewport=PHONE)
    late = await other.page(seated.path)
    dialog = late.get_by_role("dialog", name="The game has started")
    await expect(dialog).to_contain_text("All seats are taken.")
    await no_findings(late, "too late")
    await dialog.get_by_role("button", name="Watch").click()
    await expect(late.get_by_test_id("question")).to_be_visible()
    await late.reload()
    await expect(late.get_by_test_id("question")).to_be_visible()
    await expect(dialog).to_have_count(0)
    # it does not outlast the game
    another = await (await person()).page(seated.path)
    told = another.get_by_test_id("late")
    await expect(told).to_be_visible()
    tab = await server.tab(seated)
    assert isinstance(await tab.ask(Propose(new_id(), ProposalKind.END)), Ack)
    await tab.close()
    await expect(another.get_by_test_id("table")).to_have_attribute("data-phase", "aborted")
    await expect(told).to_have_count(0)


async def test_one_browser_is_one_person(person, server, lobby):
    """A second tab sits where the first does; neither coming back nor standing up makes a second seat."""
    seated = await server.create(4, open_seats=3)
    host = await lobby(seated)
    someone = await person()
    tabs = [await open_way_in(await someone.page(seated.path)) for _ in range(2)]
    await tabs[0].sit("Ben", 1)
    await expect(tabs[1].part("sit-down")).to_have_count(0)
    await expect(tabs[1].seat(1)).to_contain_text("you")
    for tab in tabs:
        await tab.page.close()
    back = LobbyPage(await someone.page("/"))
    await back.page.goto(seated.path)
    await expect(back.seat(1)).to_contain_text("you")
    await back.button("Stand up").click()
    await open_way_in(back.page)
    await expect(back.part("unseated")).to_have_count(0)
    await back.sit("Ben", 3)
    await host.names("Mia", "Open", "Open", "Ben")


async def seat_link(lobby: LobbyPage) -> str:
    """The own link of the seat of whoever looks at this page."""
    await lobby.button("Show the link").click()
    dialog = lobby.page.get_by_role("dialog", name="Go on on another device")
    await expect(dialog).to_contain_text("Whoever has this link is you")
    link = await dialog.get_by_test_id("seat-link").input_value()
    await no_findings(lobby.page, "seat link")
    await lobby.page.keyboard.press("Escape")
    await expect(lobby.part("seat-link")).to_have_count(0)
    return link


async def test_a_seat_goes_along_to_another_browser(person, server, lobby):
    """The secret leaves the address at once, reaches no server, and opens the same seat."""
    seated = await server.create(3, open_seats=1)
    host = await lobby(seated)
    link = await seat_link(host)
    assert link == f"{server.url}{seated.path}#seat={seated.token}"
    phone = await person(viewport=PHONE)
    asked: list[str] = []
    phone.context.on("request", lambda request: asked.append(request.url + str(request.headers)))
    mia = LobbyPage(await phone.page(link))
    await expect(mia.page).to_have_url(f"{server.url}{seated.path}")
    await expect(mia.seat(0)).to_contain_text("you")
    await expect(mia.part("start")).to_be_visible()
    assert not any(seated.token in what for what in asked)
    assert seated.token not in await mia.page.evaluate("JSON.stringify([location.href, history.state])")
    await host.names("Mia", "Open", "Anna")

    # during the game it is the same hand, and the link still works once more
    await host.page.get_by_label("Who sits in seat 2").select_option("beginner")
    await mia.part("start").click()
    hand = host.page.locator("[data-card]")
    await expect(hand).to_have_count(1)
    card = await hand.get_attribute("data-card")
    await expect(mia.page.locator(f"[data-card='{card}']")).to_be_visible()
    tablet = await person()
    third = await tablet.page(link)
    await expect(third.locator(f"[data-card='{card}']")).to_be_visible()


async def test_the_link_of_another_seat_asks_who_one_is(person, server, lobby):
    """Never both: stay, or be the other. A link that opens nothing says so and lets in as a guest."""
    seated = await server.create(4, open_seats=2)
    host = await lobby(seated)
    someone = await person()
    ben = await open_way_in(await someone.page(seated.path))
    await ben.sit("Ben", 1)
    link = await seat_link(host)
    # in the same tab only the part behind # is new: no page is loaded
    await ben.page.evaluate("(link) => { location.href = link; }", link)
    arrival = ben.part("seat-arrival")
    await expect(arrival).to_contain_text(
        "In this browser you are Ben at this table. The link is the seat of Mia."
    )
    await expect(ben.page).to_have_url(f"{server.url}{seated.path}")
    await no_findings(ben.page, "which seat")
    await ben.page.reload()
    await ben.button("Stay Ben").click()
    await expect(ben.seat(1)).to_contain_text("you")
    await ben.page.goto("/")
    await ben.page.goto(link)
    await ben.button("Be Mia here").click()
    await expect(ben.seat(0)).to_contain_text("you")

    stranger = await person()
    for damaged in ("#seat=oops", f"#seat={'x' * 32}"):
        page = await stranger.page(f"{seated.path}{damaged}")
        await expect(page.get_by_role("heading", name="This link opens no seat")).to_be_visible()
        await expect(page).to_have_url(re.compile(rf"{seated.path}$"))
        await page.get_by_role("button", name="To the table as a guest").click()
        await open_way_in(page)
