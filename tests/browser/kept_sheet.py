"""A score sheet on a page, next to what has to be on it: the same sheet in Python."""

from __future__ import annotations

import re

from playwright.async_api import FilePayload, Page, expect
from tests.browser.sheet_page import SheetPage

from rufen.core.sheet import Asked, Edit, Enter, RoundState, Sheet, edit, format_sheet, parse_sheet, score

__all__ = ["KeptSheet", "as_file", "entry", "exported", "import_sheet"]


def as_file(sheet: Sheet, name: str = "sheet.json") -> FilePayload:
    """The sheet as a file that can be chosen for import."""
    return {"name": name, "mimeType": "application/json", "buffer": format_sheet(sheet).encode()}


async def import_sheet(page: Page, sheet: Sheet) -> KeptSheet:
    """Import a sheet at the list of sheets, which opens it."""
    await page.get_by_test_id("import-file").set_input_files([as_file(sheet)])
    kept = KeptSheet(page, sheet)
    await kept.shows()
    await kept.saved()
    return kept


async def exported(sheet: SheetPage) -> bytes:
    """What *Export* writes."""
    # in a tab behind others every touch takes seconds
    await sheet.page.bring_to_front()
    await sheet.choose("Share and export")
    button = sheet.page.get_by_role("button", name="Export JSON")
    async with sheet.page.expect_download() as coming:
        await button.tap()
    path = await (await coming.value).path()
    await sheet.page.keyboard.press("Escape")
    await expect(button).to_be_hidden()
    return path.read_bytes()


def entry(asked: Asked, number: int) -> Enter:
    """This number where it is asked for."""
    values = {asked.player: number}
    return Enter(asked.round, bids=values) if asked.what == "bid" else Enter(asked.round, tricks=values)


def _number_for(sheet: Sheet, asked: Asked) -> int:
    """Something to enter: bids of all sizes, and tricks that add up."""
    row = score(sheet).rounds[asked.round - 1]
    assert row.hand_size is not None
    if asked.what == "bid":
        place = [cell.player for cell in row.cells].index(asked.player)
        return (2 * asked.round + place) % (row.hand_size + 1)
    if asked.offered is not None:
        return asked.offered
    cell = next(cell for cell in row.cells if cell.player == asked.player)
    return min(cell.bid or 0, row.hand_size - row.tricks)


class KeptSheet(SheetPage):
    """A sheet used by a thumb. `sheet` is what has to be on it."""

    def __init__(self, page: Page, sheet: Sheet) -> None:
        super().__init__(page)
        self.sheet = sheet

    @classmethod
    async def here(cls, page: Page) -> KeptSheet:
        """The sheet that a page shows."""
        kept = cls(page, parse_sheet(await exported(SheetPage(page))))
        await kept.saved()
        return kept

    @property
    def path(self) -> str:
        return f"/sheet/{self.sheet.id}"

    async def touch(self) -> None:
        """Enter what is asked for next, and wait for nothing."""
        asked = score(self.sheet).asked
        assert asked is not None
        await self.page.bring_to_front()
        if self._pauses(asked):
            await self.panel.locator("button").tap()
        number = _number_for(self.sheet, asked)
        await self.key(number).tap()
        self.made(entry(asked, number))

    async def more(self, count: int = 1) -> None:
        """Enter as much as that; everything is shown and saved."""
        for _ in range(count):
            await self.touch()
            await self.shows()
            await self.saved()

    async def finish(self) -> None:
        """Enter everything that is left of the match."""
        while score(self.sheet).asked is not None:
            await self.more()

    def made(self, change: Edit) -> None:
        """A change was made on the page."""
        self.sheet = edit(self.sheet, change)

    async def shows(self) -> None:
        """The part for entering shows where the match stands, and asks whoever is next."""
        asked = score(self.sheet).asked
        enter = self.page.get_by_test_id("enter")
        if asked is None:
            await expect(enter).to_have_attribute("data-step", "over")
        elif self._pauses(asked):
            await expect(enter).to_have_attribute("data-step", "done")
            await expect(enter).to_have_attribute("data-round", str(asked.round - 1))
        else:
            await expect(enter).to_have_attribute("data-round", str(asked.round))
            row = enter.locator('[data-player][aria-current="step"]')
            await expect(row).to_have_attribute("data-player", asked.player)
            what = "bids" if asked.what == "bid" else "took"
            await expect(self.question).to_have_text(f"{self.sheet.name_of(asked.player)} {what}")

    async def holds(self) -> None:
        """What the page exports is the sheet, to the last digit."""
        assert parse_sheet(await exported(self)) == self.sheet

    async def totals(self) -> None:
        """The standings show the right totals."""
        await self.go("standings")
        for standing in score(self.sheet).standings:
            total = self.page.locator(f'[data-total="{standing.player}"]')
            await expect(total).to_have_text(re.compile(f"^[-−]?{abs(standing.total)}$"))
        await self.go("enter")

    def _pauses(self, asked: Asked) -> bool:
        """A round that is complete stays until somebody goes on."""
        return asked.round > 1 and score(self.sheet).rounds[asked.round - 1].state is RoundState.EMPTY
