"""The Chromium that drives the browser tests, and contexts that notice everything that goes wrong."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Response,
    ViewportSize,
)
from tests.server.harness import ENDED

__all__ = ["DESKTOP", "GONE", "PHONE", "Installed", "Watched", "launch"]

PHONE: ViewportSize = {"width": 360, "height": 640}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}

# what the console says of a server that is not there: no port, or a connection cut in the middle of an answer
GONE = (
    "WebSocket connection to .* failed"
    "|net::ERR_(CONNECTION_[A-Z]+|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|CONTENT_LENGTH_MISMATCH"
    "|INCOMPLETE_CHUNKED_ENCODING)"
)

# the shell is Chromium without windows: a page opens in half the time
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # no look-ups of anybody's hosts at every start
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_RECORDS = (Path(__file__).parent / "records.js").read_text(encoding="utf-8")


def _executable() -> str | None:
    """RUFEN_CHROMIUM, else one on PATH, else None: Playwright's own."""
    chosen = os.environ.get("RUFEN_CHROMIUM")
    return chosen or next((path for name in _NAMES if (path := shutil.which(name))), None)


async def launch(playwright: Playwright) -> Browser:
    """Start the browser."""
    return await playwright.chromium.launch(executable_path=_executable(), args=_ARGUMENTS)


def _options(
    origin: str, viewport: ViewportSize, locale: str, *, touch: bool, reduced_motion: bool, offline: bool
) -> dict[str, Any]:
    return {
        "base_url": origin,
        "viewport": viewport,
        "locale": locale,
        "has_touch": touch,
        "service_workers": "allow" if offline else "block",
        "reduced_motion": "reduce" if reduced_motion else "no-preference",
    }


class Watched:
    """A browser context, as of one person. Keeps every complaint of its pages and every foreign request."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self.context = context
        self.origin = origin
        self.problems: list[str] = []
        self._allowed: list[re.Pattern[str]] = []
        context.on("console", self._console)
        context.on("weberror", lambda error: self._note(f"error: {error.error}"))
        context.on("request", self._request)
        context.on("response", self._response)

    @classmethod
    async def open(
        cls,
        browser: Browser,
        origin: str,
        *,
        viewport: ViewportSize = DESKTOP,
        locale: str = "en-GB",
        touch: bool = False,
        reduced_motion: bool = False,
        offline: bool = False,
        seats: dict[str, str] | None = None,
        **prefs: str,
    ) -> Watched:
        """A new person: `seats` are secrets by table, `prefs` what they chose.

        Unless that says otherwise, nothing moves and no bot waits.

        `offline`: the browser may keep the application (its service worker), which other tests do without.
        """
        context = await browser.new_context(
            **_options(origin, viewport, locale, touch=touch, reduced_motion=reduced_motion, offline=offline)
        )
        return await cls.of(context, origin, offline=offline, seats=seats, **prefs)

    @classmethod
    async def of(
        cls,
        context: BrowserContext,
        origin: str,
        *,
        offline: bool = False,
        seats: dict[str, str] | None = None,
        **prefs: str,
    ) -> Watched:
        """The person of a context that is there."""
        context.set_default_timeout(20_000)
        if not offline:
            # as over plain http; Playwright's own block warns on the console
            await context.add_init_script("delete Navigator.prototype.serviceWorker")
        stored = {
            "rufen.prefs": {"speed": "none", "bots": "at_once", **prefs},
            "rufen.seats": [{"table": table, "token": token} for table, token in (seats or {}).items()],
        }
        await context.add_init_script(f"globalThis.__stored = {json.dumps(stored)};\n{_RECORDS}")
        return cls(context, origin)

    async def page(self, path: str = "/") -> Page:
        """A new tab."""
        page = await self.context.new_page()
        await page.goto(path)
        return page

    def allow(self, pattern: str) -> None:
        """What this test provokes is no problem."""
        self._allowed.append(re.compile(pattern))

    async def close(self) -> None:
        """Close the context; a problem in any of its pages is a failure."""
        await self.context.close()
        assert not self.problems, self.problems

    def _note(self, problem: str) -> None:
        if self.origin in ENDED and re.search(GONE, problem):
            return  # the test has ended its server before its pages
        if not any(pattern.search(problem) for pattern in self._allowed):
            self.problems.append(problem)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self._note(f"console {message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and f"{parts.scheme}://{parts.netloc}" != self.origin:
            self._note(f"request to another origin: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"answer {response.status}: {response.url}")


class Installed:
    """A browser with a folder of its own, as on a phone: what it stores is there when it is started again."""

    def __init__(self, playwright: Playwright, folder: Path, origin: str, *, offline: bool = False) -> None:
        self._playwright = playwright
        self._folder = folder
        self._origin = origin
        self._offline = offline
        self._group = 0
        self._ended = asyncio.Event()
        self._someone: Watched | None = None

    async def start(self) -> Watched:
        """Start it, on a phone's screen."""
        options = _options(
            self._origin, PHONE, "en-GB", touch=True, reduced_motion=False, offline=self._offline
        )
        context = await self._playwright.chromium.launch_persistent_context(
            self._folder, executable_path=_executable(), args=_ARGUMENTS, **options
        )
        ended = self._ended = asyncio.Event()
        context.on("close", lambda _context: ended.set())
        self._group = os.getpgid(await _process_of(context))
        assert self._group != os.getpgid(0), "a group of processes of its own"
        self._someone = await Watched.of(context, self._origin, offline=self._offline)
        return self._someone

    async def kill(self) -> None:
        """End all its processes at once; none of them is told."""
        os.killpg(self._group, signal.SIGKILL)
        await self._ended.wait()
        self._complaints()

    async def stop(self) -> None:
        """End it in order, if it runs."""
        if self._someone is not None and not self._ended.is_set():
            await self._someone.context.close()
        self._complaints()

    def _complaints(self) -> None:
        """A problem in any of its pages is a failure."""
        someone, self._someone = self._someone, None
        assert someone is None or not someone.problems, someone.problems


async def _process_of(context: BrowserContext) -> int:
    """The process id of the browser of a context."""
    assert context.browser is not None
    devtools = await context.browser.new_browser_cdp_session()
    processes = (await devtools.send("SystemInfo.getProcessInfo"))["processInfo"]
    await devtools.detach()
    return next(int(process["id"]) for process in processes if process["type"] == "browser")
