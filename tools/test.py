"""Every test, from a fresh checkout:  python3 tools/test.py [arguments for pytest]

Makes .venv, installs Rufen with its test tools, sees to a Chromium and an nginx (RUFEN_CHROMIUM and
RUFEN_NGINX name others), checks the web sources, builds the web pages and runs pytest, two tests at a
time (-n 0: one).  --long adds the long property tests.  RUFEN_SKIP_WEB=1 leaves the web out.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  (this line is for older Pythons)
    sys.exit("Rufen needs Python 3.11 or newer; this one is %d.%d." % sys.version_info[:2])  # noqa: UP031

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from _setup import ROOT, VENV, install, must, python, run, script

SIDE_BY_SIDE = ("-n", "2", "--dist", "worksteal")
# the shell is Chromium without windows: a page opens in half the time
SHELL = "chromium-headless-shell"
NGINX = VENV / "nginx" / "usr" / "sbin" / "nginx"
BROWSERS = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def see_to_chromium() -> None:
    if os.environ.get("RUFEN_CHROMIUM") or any(shutil.which(name) for name in BROWSERS):
        return
    if shutil.which("apt-get") and os.name == "posix" and os.geteuid() == 0:
        # dpkg wants the sbin folders, which a bare PATH may lack
        path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin", "/sbin"])
        quiet = {"DEBIAN_FRONTEND": "noninteractive", "PATH": path}
        get = ["apt-get", "install", "--yes", "-qq", "--no-install-recommends"]
        if run(["apt-get", "update", "-qq"], environment=quiet) == 0 and any(
            run([*get, package], environment=quiet) == 0 for package in (SHELL, "chromium")
        ):
            return
    must(
        [script("playwright"), "install", SHELL],
        problem="no Chromium: install one (Debian: apt-get install chromium) or set RUFEN_CHROMIUM=PATH.",
    )


def see_to_nginx() -> None:
    """The test behind nginx wants one: fetched into .venv and not installed, so that none is started here."""
    sbin = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/local/sbin", "/usr/sbin"])
    if os.environ.get("RUFEN_NGINX") or shutil.which("nginx", path=sbin) or NGINX.exists():
        return
    if shutil.which("apt-get") and shutil.which("dpkg-deb"):
        with tempfile.TemporaryDirectory() as folder:
            # as root, apt would rather fetch as another user, who may not write here
            get = ["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", "nginx"]
            got = run(get, folder=folder) == 0
            if not got and os.name == "posix" and os.geteuid() == 0:
                got = run(["apt-get", "update", "-qq"]) == 0 and run(get, folder=folder) == 0
            if got:
                for package in Path(folder).glob("*.deb"):
                    run(["dpkg-deb", "--extract", package, NGINX.parents[2]])
    if not NGINX.exists():
        print("No nginx: the test behind one is skipped (RUFEN_NGINX names one).", flush=True)


def check_web() -> int:
    if os.environ.get("RUFEN_SKIP_WEB") == "1":
        return 0
    return run([python(), ROOT / "tools" / "webbuild.py", "check"])


def main(arguments: list[str]) -> int:
    install("test")
    see_to_chromium()
    see_to_nginx()
    # compiling takes a minute: once, and while others wait for the web
    warming = subprocess.Popen([python(), "-m", "tests.warm"], cwd=ROOT)
    web = check_web()
    if warming.wait():
        print("error: the kernel could not be compiled; the tests will say why.", flush=True)
    if web:
        print("error: the web checks failed; the Python tests run all the same.", flush=True)
    return run([python(), "-m", "pytest", *SIDE_BY_SIDE, *arguments]) or web


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
