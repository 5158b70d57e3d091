"""What run.py, test.py and lint.py share: the environment in .venv, made once and kept up to date."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from webbuild import Web

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
STAMP = VENV / "rufen-installed.json"
#: A change of one of these needs a new install; the Python sources are used from where they are.
INSTALLED_FROM = ("pyproject.toml", "hatch_build.py", "tools/webbuild.py", "tools/_setup.py")

Command = Sequence[str | Path]


def python() -> Path:
    return BIN / ("python.exe" if os.name == "nt" else "python")


def script(name: str) -> Path:
    """A command that an installed package brought."""
    return BIN / (f"{name}.exe" if os.name == "nt" else name)


def run(
    command: Command,
    *,
    show: bool = True,
    environment: dict[str, str] | None = None,
    folder: str | Path = ROOT,
) -> int:
    """Run a command in the checkout, or another folder, with this terminal; its exit status."""
    if show:
        print("+", *command, flush=True)
    return subprocess.run(command, cwd=folder, env=os.environ | (environment or {}), check=False).returncode


def must(command: Command, *, problem: str, environment: dict[str, str] | None = None) -> None:
    if run(command, environment=environment):
        sys.exit(f"error: {problem}")


def environment_works() -> bool:
    """Whether .venv has a Python that starts, is new enough and has pip."""
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    try:
        done = subprocess.run(
            [python(), "-c", probe], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    except OSError:
        return False
    return done.returncode == 0


def make_environment() -> None:
    """Make .venv if it is missing or broken."""
    if environment_works():
        return
    print(f"Making the environment {VENV.relative_to(ROOT)} …", flush=True)
    try:
        # Debian splits these off; venv alone imports fine there and fails later
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        sys.exit(
            "error: this Python cannot make environments: its modules venv and ensurepip are missing.\n"
            f"On Debian and Ubuntu: sudo apt-get install python3.{sys.version_info.minor}-venv"
        )
    try:
        venv.create(VENV, clear=True, with_pip=True, symlinks=os.name != "nt")
    except (OSError, subprocess.CalledProcessError) as error:
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit(f"error: the environment {VENV} could not be made: {error}")
    # it ignores itself, wherever the checkout goes
    (VENV / ".gitignore").write_text("*\n")


def wanted_install() -> dict[str, str]:
    """What an install depends on: one equal to the stamp need not be repeated."""
    digest = hashlib.sha256()
    for name in INSTALLED_FROM:
        digest.update(name.encode() + b"\0" + (ROOT / name).read_bytes())
    # an editable install knows the checkout by its path
    return {"files": digest.hexdigest(), "path": str(ROOT)}


def install(*extras: str) -> None:
    """Install the checkout, editable, with these extras and its web pages, unless that is done already."""
    make_environment()
    wanted = wanted_install()
    if installed(wanted, extras):
        if not Web(ROOT).stale():
            return
        if "test" in extras:
            # Node.js is in .venv already, and the pages are used from where they are built
            must([python(), ROOT / "tools" / "webbuild.py", "build"], problem="no web pages, see above.")
            return
    target = f".[{','.join(extras)}]" if extras else "."
    print("Installing Rufen and what it needs …", flush=True)
    # no stamp while it is half done
    STAMP.unlink(missing_ok=True)
    must(
        [python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", target],
        problem="the install failed; the messages above say why.",
        # whoever tests checks the web sources, too: one npm ci for both
        environment={"RUFEN_WEB_DEV": "1"} if "test" in extras else None,
    )
    STAMP.write_text(json.dumps(wanted | {"extras": list(extras)}))


def installed(wanted: dict[str, str], extras: Sequence[str]) -> bool:
    """Whether the stamp tells of an install like this one, with at least these extras."""
    try:
        stamp = json.loads(STAMP.read_text())
        has = set(stamp.pop("extras"))
    except (OSError, ValueError, KeyError):
        return False
    return stamp == wanted and has.issuperset(extras)
