"""How soon a person sits at a table with bots: `python benchmarks/seated.py`.

Each run is a new browser profile: the home page is loaded, Play is pressed as soon as it is there, and the
clock stops when the own hand can be seen. See `benchmarks/seated.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.async_api import Browser, async_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.browser.chromium import DESKTOP, PHONE, Watched, launch
from tests.browser.server import RealServer


async def seat(browser: Browser, url: str, *, phone: bool, speed: str) -> tuple[float, float]:
    """Seconds from the call for the page to Play being there, and from there to the hand."""
    person = await Watched.open(browser, url, viewport=PHONE if phone else DESKTOP, speed=speed)
    page = await person.context.new_page()
    began = time.perf_counter()
    await page.goto("/", wait_until="commit")
    play = page.get_by_role("button", name="Play", exact=True)
    await play.wait_for()
    there = time.perf_counter()
    await play.click()
    await page.locator("[data-card]").first.wait_for()
    seated = time.perf_counter()
    await person.close()
    return there - began, seated - there


async def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = RealServer(Path(folder))
        await server.start()
        async with async_playwright() as playwright:
            browser = await launch(playwright)
            print(f"{'':22}{'page there':>16}{'Play to hand':>16}{'together':>16}   (median / longest, s)")
            for phone in (False, True):
                for speed in ("normal", "none"):
                    times = [await seat(browser, server.url, phone=phone, speed=speed) for _ in range(runs)]
                    columns = [*zip(*times, strict=True), [sum(one) for one in times]]
                    cells = [f"{statistics.median(c):.2f} / {max(c):.2f}" for c in columns]
                    name = f"{'phone' if phone else 'desktop'}, motion {speed}"
                    print(f"{name:22}" + "".join(f"{cell:>16}" for cell in cells), flush=True)
            await browser.close()
        await server.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10, metavar="N", help="runs of each kind (default: 10)")
    asyncio.run(main(parser.parse_args().runs))
