"""Whole games, from the first page to the final standings: by mouse, and by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect
from tests.browser.table_page import Asked, TablePage

from rufen.core.state import Phase

pytestmark = pytest.mark.browser


def names_of(state):
    return ["You" if player.level is None else player.name for player in state.setup.players]


async def open_standard(page: Page) -> None:
    await page.get_by_role("button", name="Play").click()


async def open_with_fewer_rounds(page: Page) -> None:
    await page.get_by_role("link", name="New table").click()
    await page.get_by_role("radiogroup", name="Number of rounds").get_by_label("Fewer").check()
    for _ in range(2):
        await page.get_by_role("button", name="Rounds to play: less").click()
    await page.get_by_role("button", name="Open the table").click()


@pytest.mark.parametrize(
    ("opens", "rounds"),
    [
        pytest.param(open_with_fewer_rounds, 8, id="8"),
        pytest.param(open_standard, 15, id="15", marks=pytest.mark.long),
    ],
)
async def test_a_whole_game_by_mouse(person, server, opens, rounds):
    """From home through all rounds to the standings, and again; every number is the server's."""
    someone = await person()
    page = await someone.page("/")
    await opens(page)
    table = TablePage(page)
    ends = []
    while (asked := await table.asked()).kind != "over":
        if asked.kind in ("next", "final"):
            ends.append(await table.round_end())
        await table.answer(asked)

    state = server.state(await table.table_id())
    assert state.phase is Phase.GAME_OVER
    assert len(state.results) == rounds
    names = names_of(state)
    totals = [0] * 4
    lines = []
    for result, end in zip(state.results, ends, strict=True):
        totals = [total + score for total, score in zip(totals, result.scores, strict=True)]
        rows = zip(result.tricks, result.bids, result.scores, totals, strict=True)
        assert end == dict(zip(names, rows, strict=True)), f"round {result.number}"
        lines.append(list(zip(totals, result.tricks, result.bids, strict=True)))
    assert tuple(totals) == state.totals
    ranked = zip(state.ranks, state.totals, strict=True)
    assert await table.standings() == dict(zip(names, ranked, strict=True))
    await page.get_by_role("button", name="Score pad").click()
    assert await table.pad() == lines
    await page.keyboard.press("Escape")

    shifts = [
        shift
        for shift in await table.records("shifts")
        if shift["phase"] in ("bidding", "playing") and not shift["input"]
    ]
    assert shifts == []

    first_table = await table.table_id()
    await table.part("play-again").click()
    await expect(page).not_to_have_url(f"{server.url}/t/{first_table}")
    again = TablePage(page)
    assert (await again.asked()).kind in ("bid", "trump")
    assert server.state(await again.table_id()).setup.rules == state.setup.rules


async def focused(page: Page) -> str:
    """What has the focus, in words; the body is nothing."""
    what: str = await page.evaluate(
        """() => {
          const at = document.activeElement;
          if (at === null || at === document.body) return "";
          const label = at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent ?? "";
          return label.replace(/\\s+/g, " ").trim() || at.localName;
        }"""
    )
    return what


async def tab_to(page: Page, wanted: str, *, most: int = 60) -> None:
    for _ in range(most):
        await page.keyboard.press("Tab")
        if await focused(page) == wanted:
            return
    raise AssertionError(f"Tab never reaches {wanted!r}")


async def test_a_whole_game_by_keyboard(person, server):
    """No mouse, and no focus that a key did not move: Tab, arrows, digits, Enter and the shortcuts."""
    someone = await person()
    page = await someone.page("/")
    await tab_to(page, "New table")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="New table")).to_be_focused()
    await tab_to(page, "4")
    await page.keyboard.press("ArrowLeft")
    assert await focused(page) == "3"
    await tab_to(page, "Standard")
    while await focused(page) != "Quick":
        await page.keyboard.press("ArrowRight")
    await tab_to(page, "Open the table")
    await page.keyboard.press("Enter")

    table = TablePage(page)
    await table.asked()
    await page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    await expect(keys).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(keys).to_be_hidden()

    async def by_keys(asked: Asked, option: str) -> None:
        assert await focused(page), f"the focus is lost when asked to {asked.kind}"
        match asked.kind:
            case "trump":
                await page.keyboard.press(str("BGRY".index(option) + 1))
            case "bid":
                await page.keyboard.type(option)
            case "play":
                if not await page.evaluate("document.activeElement.matches('[data-card]')"):
                    await page.keyboard.press("h")
                # the last card first, so that the arrows have something to do
                for _ in range(20):
                    if await page.evaluate("document.activeElement.dataset.card") == option:
                        break
                    await page.keyboard.press("ArrowRight")
                await page.keyboard.press("Enter")
            case "next" | "final":
                await page.keyboard.press("Enter")

    await table.play_until("over", choose=lambda asked: asked.options[-1], do=by_keys)
    assert await focused(page)
    state = server.state(await table.table_id())
    assert state.phase is Phase.GAME_OVER
    assert [result.hand_size for result in state.results] == [1, 2, 3, 4, 5]
    await tab_to(page, "Play again")
    await page.keyboard.press("Enter")
    await expect(page).not_to_have_url(page.url)
