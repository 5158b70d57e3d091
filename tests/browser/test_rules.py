"""Every preset and unusual rules, at a table in the browser; what is special about each can be seen."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect
from tests.browser.table_page import TablePage

from rufen.core.actions import IllegalReason
from rufen.core.house_rules import PRESETS, preset
from rufen.core.state import Phase

pytestmark = pytest.mark.browser

UNUSUAL = {
    "six players, a led Wizard lets the next card set the suit": (
        6,
        {"wizard_lead": "next_sets_suit", "round_mode": "schedule", "hand_sizes": [7, 2]},
    ),
    "five players, a led Jester frees the trick": (
        5,
        {"jester_lead": "free", "round_mode": "schedule", "hand_sizes": [8, 2]},
    ),
    "everything at once": (
        4,
        {
            "round_mode": "schedule",
            "hand_sizes": [1, 3],
            "exact_bonus": 50,
            "points_per_trick": 0,
            "miss_penalty": 30,
            "zero_bid_scoring": "per_card",
            "bid_restriction": "dealer",
            "round_one_exempt": True,
            "perfect_game_bonus": 100,
            "last_round_bonus": 50,
            "even_bids_dealer_penalty": 50,
            "tie_break": "highest_round",
            "last_round_trump": "never",
            "wizard_lead": "next_sets_suit",
            "jester_lead": "free",
        },
    ),
}


async def rounds_agree(server, table: TablePage, rounds: int) -> None:
    """Play some rounds; every result the page shows is the one that is stored."""
    names: list[str] = []
    for number in range(1, rounds + 1):
        asked = await table.play_until("next", "final")
        shown = await table.round_end()
        state = server.state(await table.table_id())
        names = ["You" if player.level is None else player.name for player in state.setup.players]
        result = state.results[-1]
        assert result.number == number
        rows = zip(result.tricks, result.bids, result.scores, strict=True)
        assert {name: row[:3] for name, row in shown.items()} == dict(zip(names, rows, strict=True))
        await table.answer(asked)
        if asked.kind == "final":
            assert state.phase is Phase.GAME_OVER
            await expect(table.part("standings")).to_be_visible()
            return


@pytest.mark.parametrize("named", PRESETS)
async def test_every_preset(server, sit, named):
    seated = await server.create(3, preset=named)
    table = await sit(seated, viewport={"width": 1024, "height": 768})
    assert server.state(seated.table).setup.rules == preset(named, 3)
    await rounds_agree(server, table, 2)


@pytest.mark.parametrize("rules", UNUSUAL)
async def test_unusual_rules(server, sit, rules):
    seats, settings = UNUSUAL[rules]
    table = await sit(await server.create(seats, rules=settings), viewport={"width": 800, "height": 1000})
    await rounds_agree(server, table, 2)


async def coins_down(table: TablePage) -> int:
    return await table.page.locator(".coin.down").count()


async def test_hidden_bids_turn_over_before_the_first_card(server, sit):
    rules = {"bid_disclosure": "hidden", "round_mode": "schedule", "hand_sizes": [6]}
    table = await sit(await server.create(4, rules=rules))
    asked = await table.play_until("bid")
    await expect(table.part("balance")).to_have_text("Bids secret")
    await expect(table.page.locator(".plate .coin.down")).to_have_count(3)
    await expect(table.plate(1)).to_have_accessible_name(re.compile("bid face down"))
    await table.answer(asked)
    await table.play_until("play")
    assert await coins_down(table) == 0
    state = server.state(await table.table_id())
    for seat, bid in enumerate(state.round.bids):
        await expect(table.plate(seat)).to_have_accessible_name(re.compile(f"bid {bid}, won 0"))


async def test_delayed_bids_stay_secret_until_the_round_is_over(server, sit):
    rules = {"bid_disclosure": "delayed", "round_mode": "schedule", "hand_sizes": [3]}
    table = await sit(await server.create(4, rules=rules))
    for _ in range(3):
        asked = await table.play_until("play")
        await expect(table.page.locator(".plate .coin.down")).to_have_count(3)
        await expect(table.part("balance")).to_have_text("Bids secret")
        await table.answer(asked)
    await table.play_until("final")
    assert await coins_down(table) == 0
    result = server.state(await table.table_id()).results[-1]
    for seat, bid in enumerate(result.bids):
        label = re.compile(f"bid {bid}, won {result.tricks[seat]}")
        await expect(table.plate(seat)).to_have_accessible_name(label)


async def test_the_even_bid_of_the_dealer_stays_in_its_place_and_says_why(server, sit):
    """Screw the dealer (R3.2): the forbidden number is hatched where it always is, with its reason."""
    rules = {"bid_restriction": "dealer", "round_mode": "schedule", "hand_sizes": [5]}
    seated = await server.create_where(
        lambda view: any(refused.reason is IllegalReason.BIDS_EVEN_DEALER for refused in view.refusals),
        rules=rules,
        first_dealer=0,
    )
    table = await sit(seated)
    view = await server.view(seated)
    forbidden = view.refusals[0].action.bid
    assert forbidden == 5 - sum(bid or 0 for bid in view.bids)
    key = table.bid(forbidden)
    await expect(key).to_have_attribute("aria-disabled", "true")
    assert "repeating-linear-gradient" in await key.evaluate("(key) => getComputedStyle(key).backgroundImage")
    why = table.page.locator("#bid-why")
    reason = "It would make the bids even, and here the dealer may not."
    await expect(why).to_contain_text(f"{forbidden} is not open to you. {reason}")
    keys = "(keys) => keys.map((key) => JSON.stringify(key.getBoundingClientRect()))"
    places = await table.page.locator("[data-bid]").evaluate_all(keys)
    await key.click(force=True)
    assert (await server.view(seated)).seq == view.seq
    assert await table.page.locator("[data-bid]").evaluate_all(keys) == places
    assert str(forbidden) not in (await table.asked()).options
    await table.act()
    assert (await table.play_until("play")).kind == "play"


async def test_bid_keys_stay_where_they_are_while_others_bid(server, sit):
    """Nobody's finger meets another number than the one it aimed at."""
    seated = await server.create(6, rules={"round_mode": "schedule", "hand_sizes": [10]}, first_dealer=0)
    table = await sit(seated, viewport={"width": 360, "height": 640}, speed="fast")
    panel = table.part("bid-panel")
    await expect(panel.or_(table.part("trump-panel"))).to_be_visible()
    if await table.part("trump-panel").count():
        await table.act()
    await expect(panel).to_be_visible()
    places = set()
    keys = "(keys) => JSON.stringify(keys.map((key) => key.getBoundingClientRect()))"
    while not await table.page.locator("[data-bid]:not([aria-disabled])").count():
        places.add(await table.page.locator("[data-bid]").evaluate_all(keys))
    places.add(await table.page.locator("[data-bid]").evaluate_all(keys))
    assert len(places) == 1
    closed = await table.page.locator("[data-testid=table]").get_attribute("data-phase")
    assert closed == "bidding"


async def test_the_dealer_names_the_trump_with_the_hand_in_sight(server, sit):
    """R2.5: a Wizard is turned, the dealer sees their hand and names one of four suits."""
    seated = await server.create_where(
        lambda view: view.phase is Phase.CHOOSING_TRUMP,
        rules={"round_mode": "schedule", "hand_sizes": [8]},
        first_dealer=0,
    )
    table = await sit(seated, viewport={"width": 360, "height": 640})
    view = await server.view(seated)
    asked = await table.asked()
    assert asked.options == ["B", "G", "R", "Y"]
    for card in view.hand:
        box = await table.card(str(card)).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640
    for suit in "BGRY":
        ranks = [card.rank for card in view.hand if card.suit is not None and card.suit.value == suit]
        text = f"{len(ranks)} in hand, best {max(ranks)}" if ranks else "none in hand"
        await expect(table.suit(suit)).to_contain_text(text)
    await table.suit("R").click()
    await expect(table.part("trump")).to_have_attribute("data-trump-suit", "R")
