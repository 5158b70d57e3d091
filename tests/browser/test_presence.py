"""Friends who come and go: seen by those who stay, and told to those who come back."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect
from tests.browser.axe import no_findings
from tests.browser.chromium import GONE, PHONE
from tests.browser.friends import Line, friends_at, start
from tests.browser.server import Seated
from tests.browser.table_page import TablePage
from tests.server.harness import Browser, FakeClock, Running, new_token, running

from rufen.table.presence import RECONNECT_S

pytestmark = pytest.mark.browser

# no Wizard is turned up, so that nobody has to name a trump first
ONE_ROUND = {"round_mode": "schedule", "hand_sizes": [3], "last_round_trump": "never"}


@pytest.fixture
async def line(server):
    line = await Line.to(server)
    yield line
    await line.close()


async def heard_of(table: TablePage, name: str) -> list[str]:
    """What was told of a person's coming and going, in order."""
    lines = await table.records("heard")
    return [line for line in lines if name in line and re.search("away|plays for|back", line)]


class Timed:
    """A server in this process, whose clock the test moves."""

    def __init__(self, server: Running, clock: FakeClock) -> None:
        self.url = server.url
        self.server = server
        self.clock = clock

    async def tab(self, seated: Seated) -> Browser:
        """Another tab of the seat, without a page."""
        return await Browser.open(self.url, seated.table, seated.token)

    def later(self, seconds: float) -> None:
        """The server's clock goes on."""
        self.clock.time += seconds
        self.server.service.tick()


@pytest.fixture
async def timed(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock) as server:
        yield Timed(server, clock)


async def test_a_bot_stands_in_and_gives_the_seat_back(timed, person):
    """Nora goes while bids are secret. A bot chooses for her until she is back; her name stays."""
    rules = {**ONE_ROUND, "bid_disclosure": "hidden"}
    token = new_token("mia")
    created = await timed.server.create(
        ["you", "open", "bot"], token, "Mia", rules=rules, options={"grace": 15}
    )
    seated = Seated(created, token)
    [nora] = await friends_at(timed, seated, "Nora")
    await start(timed, seated, nora)
    mia = await person(timed.url, seats=seated.seats, viewport=PHONE)
    table = TablePage(await mia.page(seated.path))
    plate = table.plate(1)
    await table.play_until("bid")

    await nora.go()
    await expect(plate.get_by_test_id("presence")).to_have_text("reconnecting")
    assert await heard_of(table, "Nora") == []
    timed.later(RECONNECT_S)
    await expect(plate.get_by_test_id("presence")).to_have_text(re.compile(r"^away · 0:\d\d$"))
    assert await plate.get_attribute("aria-label") is not None
    await expect(plate).to_have_attribute("aria-label", re.compile("away, a bot will stand in"))
    await expect(plate).to_have_attribute("aria-label", re.compile("is choosing"))
    before = await plate.get_by_test_id("presence").inner_text()
    await expect(plate.get_by_test_id("presence")).not_to_have_text(before)
    await no_findings(table.page, "somebody is away")
    assert await plate.locator(".coin").first.evaluate("(coin) => getComputedStyle(coin).opacity") == "1"

    timed.later(15)
    await expect(plate.get_by_test_id("presence")).to_have_text("bot plays")
    await expect(plate).to_have_attribute(
        "aria-label", re.compile("^Nora: .*a bot plays for Nora.*has chosen")
    )
    await expect(table.question).to_contain_text("Choose your bid in secret")
    told = await heard_of(table, "Nora")
    assert len(told) == 2, told
    assert re.fullmatch(r"Nora is away\. A bot stands in in \d+ seconds\.", told[0])
    assert told[1] == "A bot plays for Nora now."

    # the coins turn together when I have chosen, also the one the bot has laid
    await table.answer(await table.asked())
    await expect(plate).to_have_attribute("aria-label", re.compile(r"bid \d, won"))

    await nora.come()
    await expect(plate.get_by_test_id("presence")).to_have_count(0)
    assert (await heard_of(table, "Nora"))[2:] == ["Nora is back."]
    # nobody acts for her now
    await nora.tab.until(lambda: nora.tab.view.legal or nora.tab.view.to_act == (0,))
    assert nora.tab.view.has_bid == (True, True, True)


async def test_a_short_loss_is_not_worth_a_word(server, person, sit, line):
    """Two seconds without a line: seen quietly, never told, and no time runs that others could see."""
    seated = await server.create(3, name="Mia", open_seats=1, rules=ONE_ROUND)
    [nora] = await friends_at(server, seated, "Nora")
    await start(server, seated, nora)
    table = await sit(seated)
    phone = await person(line.url, seats=nora.seated.seats, viewport=PHONE)
    phone.allow(GONE)
    hers = TablePage(await phone.page(seated.path))
    await hers.settled()
    await nora.go()

    line.cut()
    await expect(table.plate(1).get_by_test_id("presence")).to_have_text("reconnecting")
    await expect(hers.question).to_contain_text("No connection")
    line.mend()
    await hers.settled()
    await expect(table.plate(1).get_by_test_id("presence")).to_have_count(0)
    assert await heard_of(table, "Nora") == []
    await expect(hers.part("meanwhile")).to_have_count(0)


async def test_who_comes_back_is_told_what_happened_at_their_seat(server, person, line):
    """Another device of mine has played meanwhile, as a bot that stands in would have."""
    seated = await server.create(3, name="Mia", rules=ONE_ROUND, first_dealer=2)
    phone = await person(line.url, seats=seated.seats, viewport=PHONE)
    phone.allow(GONE)
    table = TablePage(await phone.page(seated.path))
    await table.play_until("bid")
    line.cut()
    await expect(table.part("table")).to_have_attribute("data-state", "lost")
    await server.play(seated, lambda view: len(view.hand) == 2)
    line.mend()
    told = table.part("meanwhile")
    await expect(told).to_contain_text(re.compile(r"Meanwhile, at your seat: bid \d and \w+"))
    await no_findings(table.page, "back again")
    await told.get_by_role("button", name="All right").click()
    await expect(told).to_have_count(0)
    await table.play_until("over")


async def test_a_page_that_is_opened_again_tells_it_too(server, person):
    """Only what was done at the seat while no page was open; nothing after a page that is loaded again."""
    seated = await server.create(3, name="Mia", rules={**ONE_ROUND, "hand_sizes": [3, 3]}, first_dealer=2)
    mine = await person(seats=seated.seats, viewport=PHONE)
    table = TablePage(await mine.page(seated.path))
    await table.act()
    await table.play_until("play")
    await table.page.reload()
    await table.settled()
    await expect(table.part("meanwhile")).to_have_count(0)

    await table.page.close()
    await server.play(seated, lambda view: len(view.hand) == 2)
    table = TablePage(await mine.page(seated.path))
    told = table.part("meanwhile")
    await expect(told).to_contain_text(re.compile(r"Meanwhile, at your seat: \w+"))
    await table.page.reload()
    await table.settled()
    await expect(told).to_have_count(0)
    await table.page.close()
    await server.play(seated, lambda view: view.round_number == 2 and bool(view.legal))
    table = TablePage(await mine.page(seated.path))
    told = table.part("meanwhile")
    await expect(told).to_contain_text("You left in round 1; now it is round 2.")
    await table.act()
    await expect(told).to_have_count(0)


async def test_no_line_at_the_end_of_a_round_moves_nothing(server, person, line):
    """The sentence that says so takes the place of the others."""
    seated = await server.create(3, name="Mia", rules={"round_mode": "schedule", "hand_sizes": [1, 1]})
    phone = await person(line.url, seats=seated.seats, viewport=PHONE)
    phone.allow(GONE)
    table = TablePage(await phone.page(seated.path))
    await table.play_until("next")
    await table.settled()
    panel = table.part("round-end")
    lies = await panel.bounding_box()
    line.cut()
    await expect(table.part("offline")).to_be_visible()
    await expect(table.part("note")).to_be_hidden()
    assert await panel.bounding_box() == lies


async def test_the_table_waits_where_no_bot_may_stand_in(server, sit):
    """Everybody else is away: it says whom the table waits for, and nothing ticks."""
    seated = await server.create(
        3, name="Mia", open_seats=2, rules=ONE_ROUND, first_dealer=0, options={"grace": 0, "timer": 30}
    )
    nora, ben = await friends_at(server, seated, "Nora", "Ben")
    await start(server, seated)
    table = await sit(seated)
    await expect(table.plate(1).get_by_test_id("turn-time")).to_have_text(re.compile(r"^0:\d\d$"))
    await nora.go()
    await ben.go()
    for seat in (1, 2):
        await expect(table.plate(seat).get_by_test_id("presence")).to_have_text("away")
    await expect(table.question).to_contain_text("Nora is away. The table waits.")
    assert sorted(await table.records("heard"))[-2:] == ["Nora is away.", "Ben is away."] or {
        "Nora is away.",
        "Ben is away.",
    } <= set(await table.records("heard"))


async def test_the_turn_timer_is_seen_where_somebody_is_asked(server, sit):
    """It runs down beside the question, says nothing while it does, and stands still in a pause."""
    seated = await server.create(3, name="Mia", rules=ONE_ROUND, first_dealer=2, options={"timer": 60})
    table = await sit(seated)
    await table.play_until("play")
    mine = table.question.get_by_test_id("turn-time")
    await expect(mine).to_have_text(re.compile(r"^0:5\d$|^1:00$"))
    first = await mine.inner_text()
    await expect(mine).not_to_have_text(first)
    await expect(mine).to_have_attribute("aria-hidden", "true")
    shifts = [shift for shift in await table.records("shifts") if shift["phase"] == "playing"]
    assert not [shift for shift in shifts if not shift["input"]], shifts
    await table.page.keyboard.press("w")
    await expect(table.part("pause-panel")).to_be_visible()
    await expect(table.page.get_by_test_id("turn-time")).to_have_count(0)
    await table.page.get_by_role("button", name="Go on").click()
    await expect(mine).to_be_visible()
