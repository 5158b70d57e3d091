"""Pictures of the pages for README and docs, made by what the browser tests are made of.

    python tools/screenshots.py                     writes docs/pictures/*.png
    python tools/screenshots.py --all FOLDER        every page in many sizes, to be looked at

Run it with the Python of `.venv`, after tools/test.py.  Decks are chance: a moment is chosen that shows
something (a few cards in the trick, cards that may not be played).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, ViewportSize, async_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import DESKTOP, PHONE, Watched, launch  # noqa: E402
from tests.browser.friends import friends_at  # noqa: E402
from tests.browser.kept_sheet import import_sheet  # noqa: E402
from tests.browser.server import RealServer, Seated  # noqa: E402
from tests.browser.sheet_page import WORKED_EXAMPLE  # noqa: E402
from tests.browser.table_page import TablePage  # noqa: E402

from rufen.core.sheet import Enter, Sheet, edit, new_sheet  # noqa: E402
from rufen.core.state import Phase  # noqa: E402
from rufen.core.view import PlayerView  # noqa: E402
from rufen.players.base import make_player  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
LARGEST = 250_000
SIZES: dict[str, ViewportSize] = {
    "phone": PHONE,
    "tablet": {"width": 800, "height": 1000},
    "laptop": {"width": 1024, "height": 768},
    "desktop": DESKTOP,
}
LOOKS = {"phone": "dark", "tablet": "light", "laptop": "dark", "desktop": "light"}


class Camera:
    """Takes pictures of the pages of one server."""

    def __init__(self, browser: Browser, server: RealServer, folder: Path) -> None:
        self.browser = browser
        self.server = server
        self.folder = folder

    async def shoot(self, name: str, path: str, seated: Seated | None, size: str, theme: str) -> None:
        """One picture of a page as it is when it is opened."""
        person = await Watched.open(
            self.browser,
            self.server.url,
            viewport=SIZES[size],
            seats=seated.seats if seated else None,
            theme=theme,
        )
        page = await person.page(path)
        if seated is not None:
            await TablePage(page).settled()
        await page.get_by_role("heading").first.wait_for(state="attached")
        await page.evaluate("document.fonts.ready")
        await page.evaluate("document.activeElement?.blur()")
        target = self.folder / f"{name}.png"
        await page.screenshot(path=target, full_page=seated is None and size == "phone")
        await person.close()
        print(f"{target.name} {target.stat().st_size // 1000} kB", flush=True)

    async def sheet(self, name: str, sheet: Sheet, tab: str, size: str, theme: str) -> None:
        """One picture of a tab of a score sheet."""
        person = await Watched.open(self.browser, self.server.url, viewport=SIZES[size], theme=theme)
        kept = await import_sheet(await person.page("/sheet"), sheet)
        if tab != "enter":
            await kept.go(tab)
        await kept.page.evaluate("document.fonts.ready")
        await kept.page.evaluate("document.activeElement?.blur()")
        target = self.folder / f"{name}.png"
        await kept.page.screenshot(path=target)
        await person.close()
        print(f"{target.name} {target.stat().st_size // 1000} kB", flush=True)

    async def table(self, seats: int, number: int, phase: Phase, preset: str = "standard") -> Seated:
        """A table in round `number` and this phase, at a moment that shows something."""
        while True:
            seated = await self.server.create(seats, preset=preset)
            player = make_player("beginner", "pictures")
            view = await self.server.play(seated, lambda view: _is_there(view, number, phase), player.act)
            if phase is not Phase.PLAYING or (len(view.legal) > 1 and view.refusals):
                return seated


def _is_there(view: PlayerView, number: int, phase: Phase) -> bool:
    if view.round_number < number or view.phase is Phase.GAME_OVER:
        return view.phase is Phase.GAME_OVER
    if phase is Phase.DEALING:
        return view.phase is Phase.DEALING and len(view.results) == number
    if view.phase is not phase or not view.legal:
        return False
    if phase is not Phase.PLAYING:
        return True
    cards = len(view.trick.cards) if view.trick else 0
    last = len(view.hand) == 1
    return (len(view.tricks) > 1 and cards >= 2 and bool(view.refusals)) or last


def worked_example() -> Sheet:
    """The sheet of the worked example in the rules."""
    sheet = new_sheet(
        ["Anna", "Ben", "Cara", "Dan"],
        {"round_mode": "custom", "custom_round_count": 5},
        title="Kitchen table",
        created="2026-11-24T19:05:00Z",
    )
    ids = {player.name: player.id for player in sheet.players}
    for number, (bids, tricks) in enumerate(WORKED_EXAMPLE, 1):
        sheet = edit(sheet, Enter(number, bids={ids[name]: bid for name, bid in bids.items()}))
        sheet = edit(sheet, Enter(number, tricks={ids[name]: won for name, won in tricks.items()}))
    return sheet


async def pictures(camera: Camera) -> None:
    """The pictures of README and docs."""
    playing = await camera.table(4, 9, Phase.PLAYING)
    await camera.shoot("table", playing.path, playing, "desktop", "light")
    await camera.shoot("table-phone", playing.path, playing, "phone", "dark")
    bidding = await camera.table(4, 8, Phase.BIDDING, preset="screw_the_dealer")
    await camera.shoot("bidding", bidding.path, bidding, "desktop", "light")
    waiting = await camera.server.create(4, name="Mia", open_seats=3)
    friends = await friends_at(camera.server, waiting, "Ben", "Cara")
    await camera.shoot("lobby", waiting.path, waiting, "desktop", "light")
    for friend in friends:
        await friend.go()
    over = await camera.table(4, 99, Phase.GAME_OVER)
    await camera.shoot("replay", f"/replay/{over.table}/9?step=24", None, "desktop", "light")
    await camera.shoot("home", "/", None, "desktop", "light")
    await camera.shoot("how-to", "/how-to", None, "desktop", "light")
    example = worked_example()
    bidding_of_4 = edit(example, Enter(5, bids=dict.fromkeys("abcd"), tricks=dict.fromkeys("abcd")))
    bidding_of_4 = edit(bidding_of_4, Enter(4, bids=dict.fromkeys("bc"), tricks=dict.fromkeys("abcd")))
    await camera.sheet("sheet-enter", bidding_of_4, "enter", "phone", "light")
    await camera.sheet("sheet-pad", example, "pad", "phone", "light")
    await camera.sheet("sheet-standings", example, "standings", "phone", "dark")
    for picture in PICTURES.glob("*.png"):
        if picture.stat().st_size > LARGEST:
            raise SystemExit(f"error: {picture.name} is larger than {LARGEST // 1000} kB")


async def everything(camera: Camera) -> None:
    """Every page and phase, with three to six players, in every size."""
    tables = {}
    for seats in (3, 4, 5, 6):
        middle = {3: 14, 4: 10, 5: 8, 6: 7}[seats]
        tables[f"playing-{seats}"] = await camera.table(seats, middle, Phase.PLAYING)
        tables[f"bidding-{seats}"] = await camera.table(seats, 60 // seats, Phase.BIDDING)
    tables["scored-6"] = await camera.table(6, 5, Phase.DEALING)
    tables["scored-4"] = await camera.table(4, 7, Phase.DEALING)
    tables["over-4"] = await camera.table(4, 99, Phase.GAME_OVER)
    tables["over-6"] = await camera.table(6, 99, Phase.GAME_OVER, preset="tournament")
    tables["secret-4"] = await camera.table(4, 6, Phase.PLAYING, preset="delayed")
    tables["trump-4"] = await camera.server.create_where(
        lambda view: view.phase is Phase.CHOOSING_TRUMP,
        rules={"round_mode": "schedule", "hand_sizes": [9]},
        first_dealer=0,
    )
    tables["waiting-4"] = await camera.server.create(4, open_seats=2)
    for size, first in LOOKS.items():
        other = "light" if first == "dark" else "dark"
        for at, (name, seated) in enumerate(tables.items()):
            theme = first if at % 4 in (0, 3) else other
            await camera.shoot(f"{name}-{size}-{theme}", seated.path, seated, size, theme)
        for path in ("/", "/new", "/how-to"):
            await camera.shoot(f"page-{path[1:] or 'home'}-{size}-{first}", path, None, size, first)


async def main(everything_to: Path | None) -> None:
    folder = everything_to or PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        server = RealServer(Path(data))
        await server.start()
        async with async_playwright() as playwright:
            browser = await launch(playwright)
            camera = Camera(browser, server, folder)
            await (everything(camera) if everything_to else pictures(camera))
            await browser.close()
        await server.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every page in many sizes, into a folder")
    asyncio.run(main(parser.parse_args().all))
