"""Without the server the application opens; a new version takes over when told to; nothing depends on it."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect
from tests.browser.axe import no_findings
from tests.browser.chromium import GONE, PHONE
from tests.browser.worker import KEPT, UPDATE, publish_next, version_of
from tests.server.harness import Running, new_token, running

from rufen.server.files import STATIC

pytestmark = pytest.mark.browser

# Resolves with how the installation of a first worker ends.
INSTALLED = """async () => {
  const { installing } = await navigator.serviceWorker.register("/sw.js");
  return new Promise((resolve) => {
    const look = () => installing.state === "installing" || resolve(installing.state);
    installing.addEventListener("statechange", look);
    look();
  });
}"""

FULLEST = {"round_mode": "schedule", "hand_sizes": [20]}

FONTS = """async () => {
  await document.fonts.ready;
  const states = new Set([...document.fonts].map((font) => font.status));
  return [...states].filter((state) => state !== "unloaded");
}"""
CACHES = "async () => (await caches.keys()).length"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A copy of the built pages, to be changed."""
    return Path(shutil.copytree(STATIC, tmp_path / "pages"))


@contextlib.asynccontextmanager
async def _gone(_port: int) -> AsyncIterator[None]:
    yield


@contextlib.asynccontextmanager
async def _silent(port: int) -> AsyncIterator[None]:
    """Something listens and never answers, as in a train."""
    writers: list[asyncio.StreamWriter] = []
    server = await asyncio.start_server(lambda _reader, writer: writers.append(writer), "127.0.0.1", port)
    yield
    for writer in writers:
        writer.close()
    server.close()
    await server.wait_closed()


@pytest.mark.parametrize("away", [_gone, _silent])
async def test_it_opens_when_the_server_is_away(person, tmp_path, away):
    async with running(tmp_path / "data") as server:
        someone = await person(server.url, viewport=PHONE, touch=True, offline=True)
        page = await someone.page("/")
        await page.evaluate(KEPT)
        assert await page.evaluate(CACHES) == 1
    someone.allow(GONE)
    async with away(server.port):
        await page.reload()
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        # a page that has never been looked at, by its address
        other = await someone.page("/how-to")
        await expect(other.get_by_role("heading", level=1)).to_be_visible()
        assert await other.evaluate(FONTS) == ["loaded"], "in its own letters"
        deep = await someone.page("/sheet")
        await expect(deep.get_by_role("heading", level=1)).to_be_visible()
        await someone.context.close()


async def test_a_new_version_takes_over_when_told_to(person, tmp_path, pages):
    async with running(tmp_path / "data", static=pages) as server:
        someone = await person(server.url, viewport=PHONE, touch=True, offline=True)
        page = await someone.page("/how-to")
        await page.evaluate(KEPT)
        other = await someone.page("/")
        bar = page.get_by_test_id("update")
        await expect(bar).to_be_empty()

        publish_next(pages, "second")
        await page.evaluate(UPDATE)
        await expect(bar).to_contain_text("A new version is ready")
        assert await version_of(page) is None, "nothing was loaded by itself"
        await no_findings(page, "a new version is ready")
        box = await bar.bounding_box()
        assert box is not None
        assert box["height"] <= 60
        content = await page.locator("h1").bounding_box()
        assert content is not None
        assert content["y"] > box["height"], "it covers nothing"

        # not now: it comes again with the next page, which is still the old version
        await bar.get_by_role("button", name="Not now").tap()
        await expect(bar).to_be_empty()
        await page.reload()
        assert await version_of(page) is None
        await expect(bar).to_contain_text("A new version is ready")

        async with page.expect_event("load"):
            await bar.get_by_role("button", name="Load it").tap()
        assert await version_of(page) == "second"
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert await page.evaluate(CACHES) == 1, "the old version is not kept"
        # the other tab goes on with what it has, and is told
        assert await version_of(other) is None
        await expect(other.get_by_test_id("update")).to_contain_text("A new version is ready")
        async with other.expect_event("load"):
            await other.get_by_test_id("update").get_by_role("button", name="Load it").tap()
        assert await version_of(other) == "second"


async def test_a_new_version_is_there_at_the_next_start(person, tmp_path, pages):
    async with running(tmp_path / "data", static=pages) as server:
        someone = await person(server.url, viewport=PHONE, offline=True, locale="de-DE")
        page = await someone.page("/")
        await page.evaluate(KEPT)
        publish_next(pages, "second")
        await page.evaluate(UPDATE)
        await expect(page.get_by_test_id("update")).to_contain_text("Eine neue Version ist da")
        await page.close()
        page = await someone.page("/")
        await page.evaluate(KEPT)
        assert await version_of(page) == "second"


async def test_the_news_of_it_leave_the_whole_table_on_the_screen(person, tmp_path, pages):
    async with running(tmp_path / "data", static=pages) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, rules=FULLEST, first_dealer=0)
        someone = await person(server.url, viewport=PHONE, touch=True, offline=True, seats={table: token})
        page = await someone.page(f"/t/{table}")
        await page.evaluate(KEPT)
        publish_next(pages, "second")
        await page.evaluate(UPDATE)
        await expect(page.get_by_test_id("update")).to_contain_text("A new version is ready")
        await expect(page.get_by_test_id("hand")).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        await expect(page.get_by_test_id("menu-button")).to_be_in_viewport(ratio=1)
        await expect(page.get_by_test_id("hand")).to_be_in_viewport(ratio=1)


async def _lose_a_file(_page: Page, _server: Running, pages: Path) -> None:
    (pages / "icons" / "512.png").unlink()


async def _fill_the_storage(page: Page, server: Running, _pages: Path) -> None:
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Storage.overrideQuotaForOrigin", {"origin": server.url, "quotaSize": 1000})


async def _mix_two_builds(_page: Page, _server: Running, pages: Path) -> None:
    with (pages / "index.html").open("a", encoding="utf-8") as page:
        page.write("<!-- of another build -->")


@pytest.mark.parametrize("trouble", [_lose_a_file, _fill_the_storage, _mix_two_builds])
async def test_without_the_worker_it_works_as_ever(person, tmp_path, pages, trouble):
    async with running(tmp_path / "data", static=pages) as server:
        someone = await person(server.url, viewport=PHONE, offline=True)
        someone.allow("answer 404: .*/icons/512.png")
        # an address where nothing registers by itself; browsers ask for an icon of it
        shutil.copy(pages / "mark.svg", pages / "favicon.ico")
        page = await someone.page("/mark.svg")
        await trouble(page, server, pages)
        assert await page.evaluate(INSTALLED) == "redundant"
        assert await page.evaluate(CACHES) == 0, "nothing is left half done"
        await page.goto("/")
        await page.get_by_role("button", name="Play", exact=True).click()
        await expect(page.get_by_test_id("table")).to_be_visible()
