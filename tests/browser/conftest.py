"""One browser and one server for all browser tests; persons who come and go with their own storage."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from playwright.async_api import Browser, async_playwright, expect
from tests.browser.chromium import Watched, launch
from tests.browser.server import RealServer, Seated
from tests.browser.table_page import TablePage

Person = Callable[..., Awaitable[Watched]]
Sit = Callable[..., Awaitable[TablePage]]

# long enough for a busy machine: what comes, ends the waiting
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        yield browser
        await browser.close()


@pytest.fixture(scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RealServer]:
    server = RealServer(tmp_path_factory.mktemp("rufen") / "data")
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def person(browser: Browser, server: RealServer) -> AsyncIterator[Person]:
    """Makes persons: browser contexts that must end without any complaint."""
    people: list[Watched] = []

    async def come(origin: str = server.url, **how: object) -> Watched:
        people.append(await Watched.open(browser, origin, **how))  # type: ignore[arg-type]
        return people[-1]

    yield come
    for one in people:
        await one.context.close()
    problems = [problem for one in people for problem in one.problems]
    assert not problems, problems


@pytest.fixture
def sit(person: Person) -> Sit:
    """Opens the page of a table in the seat of the person who opened it."""

    async def open_page(seated: Seated, **how: object) -> TablePage:
        one = await person(seats=seated.seats, **how)
        table = TablePage(await one.page(seated.path))
        await table.settled()
        return table

    return open_page
