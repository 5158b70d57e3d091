"""Rufen on this machine, from a fresh checkout:  python3 tools/run.py

Makes .venv, installs Rufen with its web pages and starts it.  A second start finds everything in place and
is instant; a change of the sources is picked up.  Arguments go on to `rufen`, for example --port 9000,
--host 0.0.0.0, --data FOLDER or --no-browser.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  (this line is for older Pythons)
    sys.exit("Rufen needs Python 3.11 or newer; this one is %d.%d." % sys.version_info[:2])  # noqa: UP031

import os

from _setup import install, run, script


def main(arguments: list[str]) -> int:
    install()
    command = [str(script("rufen")), *arguments]
    if os.name != "nt":
        # no process in between: signals and the terminal go straight to the server
        sys.stdout.flush()
        os.execv(command[0], command)
    return run(command, show=False)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
