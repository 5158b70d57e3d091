"""A score sheet in a tab, as the person who keeps it meets it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from playwright.async_api import Locator, Page, expect

__all__ = ["WORKED_EXAMPLE", "NewSheetPage", "SheetPage"]

_NAMES = ("Anna", "Ben", "Cara", "Dan")

WORKED_EXAMPLE: Sequence[tuple[Mapping[str, int], Mapping[str, int]]] = [
    (dict(zip(_NAMES, bids, strict=True)), dict(zip(_NAMES, tricks, strict=True)))
    for bids, tricks in [
        ((1, 0, 0, 1), (1, 0, 0, 0)),
        ((1, 1, 0, 2), (0, 1, 1, 0)),
        ((2, 0, 1, 1), (2, 0, 1, 0)),
        ((1, 2, 0, 1), (2, 2, 0, 0)),
        ((2, 1, 3, 0), (2, 1, 1, 1)),
    ]
]
"""Bids and tricks by name, of the five rounds in RULES."""


class NewSheetPage:
    """The page of a new sheet."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def start(self) -> Locator:
        return self.page.get_by_test_id("start")

    @property
    def written(self) -> Locator:
        """Where a new name is written."""
        return self.page.locator(".write input")

    @property
    def seats(self) -> Locator:
        """Those who play, in their order."""
        return self.page.locator("ol li .name")

    def known(self, name: str) -> Locator:
        """The chip of somebody who has played before."""
        return self.page.locator(".chip").filter(has_text=name)

    async def write(self, *names: str) -> None:
        """Write names, one after another."""
        for name in names:
            await self.written.fill(name)
            await self.written.press("Enter")
            await expect(self.seats.filter(has_text=name)).to_have_count(1)

    async def begin(self) -> SheetPage:
        """Start, and wait for the sheet."""
        await self.start.click()
        return await SheetPage(self.page).opened()


class SheetPage:
    """The page of a sheet, whichever of its parts is shown."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @classmethod
    async def new(cls, page: Page, names: Sequence[str] = _NAMES, *, rules: str | None = None) -> SheetPage:
        """A new sheet for these names, with a preset by its English name."""
        await page.goto("/sheet/new")
        form = NewSheetPage(page)
        await form.write(*names)
        if rules is not None:
            await page.get_by_label(rules, exact=True).check()
        return await form.begin()

    # what it shows

    @property
    def root(self) -> Locator:
        return self.page.get_by_test_id("sheet")

    @property
    def title(self) -> Locator:
        return self.page.get_by_test_id("sheet-title")

    @property
    def status(self) -> Locator:
        """The line below the title."""
        return self.page.get_by_test_id("sheet-status")

    @property
    def question(self) -> Locator:
        """What the keys are for."""
        return self.page.get_by_test_id("keys").get_by_role("heading")

    @property
    def panel(self) -> Locator:
        """What lies where the keys do while nothing is to be entered."""
        return self.page.get_by_test_id("panel")

    @property
    def undo(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile("^(Undo|Nothing to undo)"))

    def key(self, n: int) -> Locator:
        return self.page.locator(f'[data-key="{n}"]')

    def row(self, name: str) -> Locator:
        """The row of a player on the Enter tab."""
        return self.page.get_by_test_id("enter").locator("[data-player]").filter(has_text=name)

    def problem(self, number: int) -> Locator:
        """What is said about a round on the Enter tab."""
        return self.page.locator(f'[data-problem="{number}"]')

    def tab(self, tab: str) -> Locator:
        return self.page.locator(f'[data-tab="{tab}"]')

    def cell(self, number: int, player: str) -> Locator:
        """A cell of the pad: round and id of the player."""
        return self.page.locator(f'[data-cell="{number}:{player}"]')

    async def opened(self) -> SheetPage:
        await expect(self.root).to_be_visible()
        return self

    async def saved(self) -> SheetPage:
        """Everything is on disk."""
        await expect(self.root).to_have_attribute("data-saved", "true")
        return self

    async def step(self) -> str:
        """What the Enter tab is at: ask, show, done, over or stuck."""
        step = await self.page.get_by_test_id("enter").get_attribute("data-step")
        assert step is not None
        return step

    async def final(self) -> dict[str, str]:
        """The final totals by name, as they are written, the winner first."""
        rows = self.page.get_by_test_id("final").locator("[data-player]")
        names = await rows.locator("b").all_inner_texts()
        totals = await rows.locator(".val").all_inner_texts()
        return dict(zip(names, totals, strict=True))

    # hands that act on it

    async def go(self, tab: str) -> None:
        """To another part of the sheet."""
        await self.tab(tab).click()
        await expect(self.tab(tab)).to_have_attribute("aria-current", "page")

    async def go_on(self) -> None:
        """Past what is shown when a round is complete, if it is."""
        if await self.step() == "done":
            await self.panel.locator(".primary").click()

    async def tap(self, *numbers: int) -> None:
        """Touch these keys, one after another; on to the next round where one is complete."""
        for n in numbers:
            await self.go_on()
            await self.key(n).click()

    async def asked(self) -> str:
        """The name of whoever is asked."""
        return await self.page.locator("[aria-current=step] .name").inner_text()

    async def enter(self, values: Mapping[str, int]) -> None:
        """Bids or tricks by name, each when it is asked for."""
        for _ in values:
            await self.go_on()
            await self.key(values[await self.asked()]).click()

    async def play(self, rounds: Sequence[tuple[Mapping[str, int], Mapping[str, int]]]) -> None:
        """Whole rounds: bids, then tricks."""
        for bids, tricks in rounds:
            await self.enter(bids)
            await self.enter(tricks)

    async def choose(self, entry: str) -> None:
        """An entry of the menu."""
        await self.page.get_by_role("button", name="More", exact=True).click()
        await self.page.get_by_role("button", name=entry).click()
