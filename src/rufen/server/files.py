"""The web pages: files as they are, and the one page for every address of the app."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

__all__ = ["STATIC", "Pages", "security_headers"]

STATIC = Path(__file__).resolve().parent / "static"

_MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Rufen</title></head><body>
<h1>Rufen is running, without its web pages</h1>
<p>This installation was made without them. Build them in the source folder with</p>
<pre>python tools/webbuild.py build</pre>
<p>and load this page again.</p>
</body></html>
"""
_NOT_PAGES = ("api", "ws", "healthz")
_HASHED = re.compile(r"^assets/.*-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
#: What this system's own table of file types must not change: browsers insist on these.
_TYPES = {".js": "text/javascript; charset=utf-8", ".webmanifest": "application/manifest+json"}
_HOST = re.compile(r"^[A-Za-z0-9.:\[\]-]{1,255}$")


def security_headers(host: str) -> dict[str, str]:
    """The headers of every answer; `host` is the request's own."""
    # Some browsers do not count WebSockets as 'self'.
    sockets = f" ws://{host} wss://{host}" if _HOST.match(host) else ""
    # Scripts, the service worker and the manifest are covered by the first line: from here only.
    policy = (
        "default-src 'self'; "
        f"connect-src 'self'{sockets}; "
        "img-src 'self' data:; "
        "style-src 'self'; style-src-attr 'unsafe-inline'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    return {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
    }


class Pages(StaticFiles):
    """Serves the built web pages from a folder that may be missing or built later."""

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._folder = folder

    async def check_config(self) -> None:
        """A missing folder is no error: `get_response` answers how to build it."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the app's page for what is no file."""
        path = path.replace("\\", "/")
        parts = path.split("/")
        if parts[0] in _NOT_PAGES or any(part.startswith(".") and part != "." for part in parts):
            raise HTTPException(404, "there is nothing at this address")
        if path not in (".", "index.html"):
            try:
                response = await super().get_response(path, scope)
            except HTTPException as error:
                # What looks like a file and is none, is an error and not the app.
                if error.status_code != 404 or "." in path.rsplit("/", 1)[-1] or path.startswith("assets/"):
                    raise
            else:
                if (kind := _TYPES.get(Path(path).suffix)) is not None:
                    response.headers["content-type"] = kind
                # /sw.js among them: a new version of the app is found by asking for it
                hashed = _HASHED.match(path)
                response.headers["cache-control"] = (
                    "public, max-age=31536000, immutable" if hashed else "no-cache"
                )
                return response
        try:
            response = await super().get_response("index.html", scope)
        except HTTPException as error:
            if error.status_code != 404:
                raise
            response = HTMLResponse(_MISSING, status_code=503)
        response.headers["cache-control"] = "no-cache"
        return response
