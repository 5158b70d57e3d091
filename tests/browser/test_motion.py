"""Motion explains and never blocks: a press finishes it, and who wants none gets none."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect
from tests.browser.server import Seated
from tests.browser.table_page import TablePage

pytestmark = pytest.mark.browser

RULES = {"round_mode": "schedule", "hand_sizes": [6]}


async def kinds(table: TablePage) -> str:
    return " ".join(move["what"] + move["frames"] for move in await table.records("moves"))


async def to_a_trick_that_moves(server, sit, **how) -> tuple[Seated, TablePage]:
    """It is the person's turn to lead, so that everybody else plays after them."""
    seated = await server.create(4, rules=RULES, first_dealer=3)
    table = await sit(seated, **how)
    await table.play_until("play")
    return seated, table


async def test_a_press_finishes_what_moves_and_does_nothing_else(server, sit):
    seated, table = await to_a_trick_that_moves(server, sit, speed="slow")
    asked = await table.asked()
    await table.answer(asked)
    root = table.part("table")
    # all three bots have played; slowly they are shown
    await table.page.wait_for_function("() => document.querySelectorAll('[data-played]').length === 1")
    await expect(root).to_have_attribute("data-settled", "false")
    tab = await server.tab(seated)
    await tab.until(lambda: len(tab.view.tricks) == 1)
    await tab.close()
    cards = await table.hand()
    # the press lands on a card of the hand, and plays nothing
    await table.page.locator("[data-card]").first.click(force=True)
    await expect(root).to_have_attribute("data-settled", "true")
    assert await table.hand() == cards
    trick = (await server.view(seated)).trick
    await expect(table.page.locator("[data-played]")).to_have_count(len(trick.cards))
    assert len(server.cards_played(seated)) == 1


async def test_cards_fly_tricks_go_to_their_winner_and_the_turned_card_turns(server, sit):
    _, table = await to_a_trick_that_moves(server, sit, speed="fast")
    await table.act()
    await table.asked()
    moves = await kinds(table)
    assert "trick .spot .card" in moves, "a card flies to the trick"
    assert "trump .card .inner" in moves, "the turned card turns"
    assert "rotateY(180deg)" in moves
    assert ".coinbox" in moves, "a coin rises when a bid is said"
    frames = {move["frames"] for move in await table.records("moves")}
    allowed = {"transform", "opacity", "offset"}
    for text in frames:
        assert set(re.findall(r'"(\w+)":', text)) <= allowed, text


async def test_secret_coins_turn_over_together(server, sit):
    """Delayed bids (R3.3): after the last trick all coins turn, at once."""
    rules = {"bid_disclosure": "delayed", "round_mode": "schedule", "hand_sizes": [1]}
    table = await sit(await server.create(4, rules=rules), speed="fast")
    await table.play_until("final")
    turned = [
        move
        for move in await table.records("moves")
        if ".coinbox" in move["what"] and "rotateY(-180deg)" in move["frames"]
    ]
    assert len(turned) == 3


async def test_reduced_motion_moves_nothing(server, sit):
    """The device asks for little motion: no animation at all, but time to read the trick remains."""
    _, table = await to_a_trick_that_moves(server, sit, speed="normal", reduced_motion=True)
    await table.act()
    await expect(table.part("table")).to_have_attribute("data-settled", "false")
    await table.asked()
    assert await table.records("moves") == []
    moving = await table.page.evaluate(
        "document.getAnimations().filter((a) => (a.effect.getComputedTiming().duration ?? 0) > 0).length"
    )
    assert moving == 0
