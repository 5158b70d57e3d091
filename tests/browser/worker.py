"""The service worker of a page, and new versions of the pages for it to find."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from playwright.async_api import Page

__all__ = ["KEPT", "UPDATE", "publish_next", "version_of"]

# Resolves when this page is served by the worker: everything is kept then.
KEPT = """async () => {
  const workers = navigator.serviceWorker;
  await workers.ready;
  if (workers.controller === null) {
    await new Promise((resolve) => workers.addEventListener("controllerchange", resolve, { once: true }));
  }
}"""

UPDATE = "async () => { await (await navigator.serviceWorker.ready).update(); }"


def _hash(content: bytes) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()


def publish_next(pages: Path, name: str) -> None:
    """Make a new version of the pages: one line of the page, and the worker that lists it."""
    page, worker = pages / "index.html", pages / "sw.js"
    before = page.read_bytes()
    after = before.replace(b"</head>", f'<meta name="version" content="{name}" /></head>'.encode())
    page.write_bytes(after)
    script = worker.read_text(encoding="utf-8").replace(_hash(before), _hash(after))
    version = hashlib.sha256(after).hexdigest()[:16]
    script, count = re.subn(r"(version:.)[0-9a-f]{16}", rf"\g<1>{version}", script)
    assert count == 1
    worker.write_text(script, encoding="utf-8")


async def version_of(page: Page) -> str | None:
    """The version that a page was made by; None: as it was built."""
    there = await page.locator('meta[name="version"]').all()
    return await there[0].get_attribute("content") if there else None
