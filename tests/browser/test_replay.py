"""Replay: a finished game step by step, open or as one seat saw it; the address names the moment."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect
from tests.browser.axe import no_findings
from tests.browser.chromium import DESKTOP, PHONE
from tests.browser.server import RealServer, Seated
from tests.server.harness import over

from rufen.core.events import BidPlaced, CardPlayed, HandDealt, RoundStarted

pytestmark = pytest.mark.browser

_HELD = """() => Object.fromEntries([...document.querySelectorAll("[data-hand]")].map((hand) => [
  hand.dataset.hand,
  [...hand.querySelectorAll("[data-held]")].map((card) => card.dataset.held),
]))"""

RULES = {"round_mode": "schedule", "hand_sizes": [2, 4]}


async def played(server: RealServer, seats: int = 3, hand_sizes: tuple[int, ...] = (2, 4)) -> Seated:
    """A finished game of Mia and bots."""
    seated = await server.create(
        seats, first_dealer=1, rules={"round_mode": "schedule", "hand_sizes": list(hand_sizes)}
    )
    await server.play(seated, over)
    return seated


async def at(page: Page, round_: int, step: int) -> None:
    """The page shows a step of a round."""
    replay = page.get_by_test_id("replay")
    await expect(replay).to_have_attribute("data-round", str(round_))
    await expect(replay).to_have_attribute("data-step", str(step))


async def held(page: Page) -> dict[str, list[str]]:
    """The hands on show by seat."""
    hands: dict[str, list[str]] = await page.evaluate(_HELD)
    return hands


def round_of(server: RealServer, seated: Seated, number: int) -> list[object]:
    """The events of a round as they are stored."""
    log = server.log(seated.table)
    starts = [place for place, event in enumerate(log) if isinstance(event, RoundStarted)]
    return list(log[starts[number - 1] : [*starts, len(log)][number]])


async def test_step_by_step_through_a_game(server, person):
    seated = await played(server)
    someone = await person()
    page = await someone.page(f"/replay/{seated.table}")
    words, step = page.get_by_test_id("words"), page.get_by_test_id("step")
    await at(page, 1, 1)
    await expect(words).to_contain_text(re.compile(r"Round 1, 2 cards each\. \w+ deals"))
    await expect(page).to_have_url(re.compile(r"/replay/\w+/1\?step=1&seat=open$"))
    events = round_of(server, seated, 1)
    dealt = {str(e.seat): [str(c) for c in e.cards] for e in events if isinstance(e, HandDealt)}
    assert await held(page) == dealt
    await expect(page.get_by_role("button", name="One step back")).to_have_attribute("aria-disabled", "true")

    bids = [e for e in events if isinstance(e, BidPlaced)]
    cards = [e for e in events if isinstance(e, CardPlayed)]
    before = int((await step.inner_text()).split()[-1]) - len(bids) - len(cards)
    for _ in range(before):
        await page.get_by_role("button", name="One step on").click()
    await expect(words).to_contain_text(f"bids {bids[0].bid}.")
    await page.keyboard.press("ArrowRight")
    await expect(words).to_contain_text(f"bids {bids[1].bid}.")
    await page.keyboard.press("ArrowLeft")
    await expect(words).to_contain_text(f"bids {bids[0].bid}.")
    for _ in range(3):
        await page.keyboard.press("ArrowRight")
    await expect(page.get_by_test_id("trick").locator("[data-played]")).to_have_count(1)
    gone = cards[0]
    assert await held(page) == {
        seat: [card for card in hand if (seat, card) != (str(gone.seat), str(gone.card))]
        for seat, hand in dealt.items()
    }

    # to the end of the round, where the trick still lies there and the result is on show
    await page.keyboard.press("End")
    await expect(page.get_by_test_id("result")).to_be_visible()
    await expect(page.get_by_test_id("trick").locator("[data-played]")).to_have_count(3)
    await page.get_by_role("button", name="Next round").click()
    await at(page, 2, 1)
    await page.keyboard.press("ArrowLeft")
    await at(page, 1, before + len(bids) + len(cards))
    await page.keyboard.press("Home")
    await at(page, 1, 1)
    await page.get_by_test_id("round").select_option("2")
    await at(page, 2, 1)
    await page.keyboard.press("End")
    await page.keyboard.press("End")
    await expect(words).to_contain_text("The game is over.")
    await expect(page.get_by_role("button", name="One step on")).to_have_attribute("aria-disabled", "true")


async def test_a_link_leads_to_the_very_moment(server, person):
    seated = await played(server)
    someone = await person()
    page = await someone.page(f"/replay/{seated.table}/2?step=6&seat=open")
    await at(page, 2, 6)
    words = await page.get_by_test_id("words").inner_text()
    await page.get_by_test_id("slider").focus()
    await page.keyboard.press("ArrowRight")
    await at(page, 2, 7)
    await page.keyboard.press("ArrowLeft")
    await at(page, 2, 6)
    await page.get_by_role("button", name="Link to this moment").click()
    link = await page.get_by_test_id("moment-link").input_value()
    await page.keyboard.press("Escape")
    await page.keyboard.press("ArrowRight")
    await expect(page).to_have_url(re.compile(r"/2\?step=7&seat=open$"))
    await page.reload()
    await at(page, 2, 7)

    friend = await (await person()).page(link.removeprefix(server.url))
    await at(friend, 2, 6)
    await expect(friend.get_by_test_id("words")).to_have_text(words)
    async with friend.expect_download() as download:
        await friend.get_by_test_id("record").click()
    assert (await download.value).suggested_filename == f"rufen-{seated.table}.txt"


async def test_a_seat_sees_only_its_own_hand(server, person):
    seated = await played(server)
    someone = await person(viewport=PHONE)
    page = await someone.page(f"/replay/{seated.table}/2?step=3&seat=2")
    dealt = {
        e.seat: [str(c) for c in e.cards] for e in round_of(server, seated, 2) if isinstance(e, HandDealt)
    }
    await at(page, 2, 3)
    assert await held(page) == {"2": dealt[2]}
    shown = await page.evaluate("document.querySelector('[data-testid=replay]').innerText")
    assert "You" not in shown.split(), "everybody is called by name"
    await page.get_by_test_id("seat").select_option("open")
    await expect(page.locator("[data-hand]")).to_have_count(3)
    await at(page, 2, 3)
    assert await held(page) == {str(seat): hand for seat, hand in dealt.items()}
    await page.get_by_test_id("seat").select_option("View of Mia")
    await expect(page.locator("[data-hand]")).to_have_count(1)
    assert await held(page) == {"0": dealt[0]}
    await expect(page).to_have_url(re.compile(r"step=3&seat=0$"))


async def test_it_plays_by_itself(server, person):
    seated = await played(server, hand_sizes=(1,))
    someone = await person(speed="fast")
    page = await someone.page(f"/replay/{seated.table}")
    await at(page, 1, 1)
    await page.keyboard.press(" ")
    await expect(page.get_by_role("button", name="Stop")).to_be_visible()
    await expect(page.get_by_test_id("words")).to_contain_text("The game is over.")
    await expect(page.get_by_role("button", name="Play by itself")).to_be_visible()
    await page.get_by_role("button", name="Play by itself").click()
    await page.get_by_role("button", name="Stop").click()
    await expect(page.get_by_role("button", name="Play by itself")).to_be_visible()


async def test_what_cannot_be_shown_says_why(server, person):
    running = await server.create(3, rules=RULES)
    seated = await played(server)
    someone = await person()
    someone.allow("40[49]")
    page = await someone.page(f"/replay/{running.table}")
    await expect(page.get_by_role("heading", name="This game is still being played")).to_be_visible()
    await expect(page.get_by_role("link", name="To the table")).to_have_attribute("href", running.path)
    await no_findings(page, "not over")
    await page.goto("/replay/unknown12")
    await expect(page.get_by_role("heading", name="There is no such game")).to_be_visible()
    await page.goto(f"/replay/{seated.table}/7")
    await expect(page.get_by_text("2 rounds of this game were dealt.")).to_be_visible()
    await page.get_by_role("button", name="To the first round").click()
    await at(page, 1, 1)


@pytest.mark.parametrize(
    "look",
    [{"viewport": DESKTOP, "theme": "dark"}, {"viewport": PHONE, "theme": "light", "language": "de"}],
    ids=["desktop, dark", "phone, German"],
)
async def test_axe_finds_nothing_and_nothing_is_cut(server, person, look):
    seated = await played(server, 6, (3,))
    someone = await person(**look)
    page = await someone.page(f"/replay/{seated.table}/1?step=12&seat=open")
    await at(page, 1, 12)
    await no_findings(page, "open")
    # every hand is in sight together with the trick
    foot = await page.locator("footer").bounding_box()
    last = await page.locator("[data-hand]").last.bounding_box()
    assert foot is not None
    assert last is not None
    assert last["y"] + last["height"] <= foot["y"] + 1
    assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    await page.keyboard.press("End")
    await expect(page.get_by_test_id("result")).to_be_visible()
    await no_findings(page, "the result")
    assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
