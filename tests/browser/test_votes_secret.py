"""Secret bids with three people: everyone sees who has chosen, nobody what, and the coins turn together."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import expect
from tests.browser.chromium import PHONE
from tests.browser.friends import friends_at, start
from tests.browser.table_page import TablePage
from tests.server.harness import new_id

from rufen.core.actions import PlaceBid
from rufen.protocol.messages import ProposalKind, Propose

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("how", ["hidden", "delayed"])
async def test_three_choose(server, person, sit, how):
    rules = {"round_mode": "schedule", "hand_sizes": [2], "bid_disclosure": how}
    seated = await server.create(3, name="Mia", open_seats=2, rules=rules, first_dealer=2)
    anna, ben = await friends_at(server, seated, "Anna", "Ben")
    await start(server, seated, anna, ben)
    table = await sit(seated, viewport=PHONE)
    hers = TablePage(await (await person(seats=anna.seated.seats)).page(seated.path))
    await asyncio.gather(table.asked(), hers.asked())
    for page in (table, hers):
        await expect(page.part("bid-panel")).to_contain_text("Choose your bid in secret")

    # Anna chooses 2, changes her mind, and chooses 0: others see only that
    chosen = re.compile("Anna: .*bid face down, has chosen")
    await hers.bid(2).click()
    await expect(table.plate(1)).to_have_attribute("aria-label", chosen)
    assert "2" not in (await table.part("balance").inner_text())
    await anna.ask(Propose(new_id(), ProposalKind.UNDO))
    await expect(table.part("vote")).to_contain_text("Anna would like to take back the bid.")
    await table.part("vote").get_by_role("button", name="Agree").click()
    await ben.vote(agree=True)
    await expect(table.part("noted")).to_have_text("Anna took back the bid.")
    await expect(table.plate(1)).to_have_attribute("aria-label", re.compile("no bid yet, is choosing"))
    await hers.bid(0).click()
    await expect(table.plate(1)).to_have_attribute("aria-label", chosen)
    assert (await server.view(seated)).bids == (None, None, None)

    await table.bid(1).click()
    await expect(table.part("mine")).to_have_attribute("aria-label", re.compile("only you see this coin"))
    await expect(hers.plate(0)).to_have_attribute(
        "aria-label", re.compile("Mia: .*bid face down, has chosen")
    )
    await expect(table.question).to_contain_text("Waiting for Ben")
    answer = await ben.tab.act(PlaceBid(1))
    assert answer is not None
    if how == "hidden":
        await expect(table.plate(1)).to_have_attribute("aria-label", re.compile("bid 0, won 0"))
        await expect(hers.plate(0)).to_have_attribute("aria-label", re.compile("bid 1, won 0"))
        shown = [line for line in await table.records("heard") if "The bids:" in line]
        assert len(shown) == 1, shown
        assert "The bids: You 1, Anna 0 and Ben 1." in shown[0]
    else:
        await expect(table.plate(1)).to_have_attribute("aria-label", re.compile("bid face down, won 0"))
        await expect(hers.plate(0)).to_have_attribute("aria-label", re.compile("bid face down, won 0"))
        await expect(table.part("balance")).to_have_text("Bids secret")
    rest = asyncio.create_task(ben.play())
    for page in (table, hers):
        page._acted_at = -1
    await asyncio.gather(table.play_until("over"), hers.play_until("over"))
    await rest
    result = server.state(seated.table).results[0]
    assert result.bids == (1, 0, 1)
