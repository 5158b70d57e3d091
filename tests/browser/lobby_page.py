"""The lobby of a table in a tab: before the game, as a person meets it."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

__all__ = ["LobbyPage", "open_way_in"]


class LobbyPage:
    """A page that shows the lobby, and hands that act on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def part(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def seat(self, seat: int) -> Locator:
        """The row of a seat, counted from 0."""
        return self.page.locator(f"[data-room-seat='{seat}']")

    async def here(self) -> None:
        """Everything is there and the line is up."""
        await expect(self.part("lobby")).to_be_visible()
        await expect(self.part("table")).to_have_attribute("data-state", "live")

    async def names(self, *names: str) -> None:
        """These sit there, in this order; `open` for an open seat."""
        rows = self.page.locator("[data-room-seat]")
        await expect(rows).to_have_count(len(names))
        for seat, name in enumerate(names):
            await expect(self.seat(seat)).to_contain_text(name)

    async def sit(self, name: str, seat: int | None = None) -> None:
        """Type a name and take a seat (the only one, when none is named)."""
        await self.page.get_by_label("Your name").fill(name)
        chosen = "[data-sit]" if seat is None else f"[data-sit='{seat}']"
        await self.page.locator(chosen).click()
        await expect(self.part("sit-down")).to_have_count(0)

    async def heard(self, text: str) -> None:
        """Those who hear the table have heard this."""
        await expect(self.part("heard")).to_contain_text(text)


async def open_way_in(page: Page) -> LobbyPage:
    """A page that was opened by an invitation, once it asks for a name."""
    lobby = LobbyPage(page)
    await expect(lobby.part("sit-down")).to_be_visible()
    return lobby
