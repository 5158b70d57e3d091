"""The Chromium that drives the browser tests, and contexts that notice everything that goes wrong."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
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

__all__ = ["DESKTOP", "GONE", "PHONE", "Watched", "launch"]

PHONE: ViewportSize = {"width": 360, "height": 640}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}

# what the console says of a server that is not there: no port, or a connection cut in the middle of an answer
GONE = "WebSocket connection to .* failed|net::ERR_(CONNECTION_[A-Z]+|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)"

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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
        """A new person: `seats` are secrets by table, `prefs` what they chose; no motion unless named.

        `offline`: the browser may keep the application (its service worker), which other tests do without.
        """
        context = await browser.new_context(
            base_url=origin,
            viewport=viewport,
            locale=locale,
            has_touch=touch,
            service_workers="allow" if offline else "block",
            reduced_motion="reduce" if reduced_motion else "no-preference",
        )
        context.set_default_timeout(20_000)
        if not offline:
            # as over plain http; Playwright's own block warns on the console
            await context.add_init_script("delete Navigator.prototype.serviceWorker")
        stored = {
            "rufen.prefs": {"speed": "none", **prefs},
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
