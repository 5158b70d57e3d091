"""Every linter, from a fresh checkout:  python3 tools/lint.py [--fix]

ruff (rules and format), mypy --strict and the import contracts.  --fix lets ruff repair what it can.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  (this line is for older Pythons)
    sys.exit("Rufen needs Python 3.11 or newer; this one is %d.%d." % sys.version_info[:2])  # noqa: UP031

from _setup import install, run, script


def main(arguments: list[str]) -> int:
    fix = arguments == ["--fix"]
    if arguments and not fix:
        print(__doc__, file=sys.stderr)
        return 2
    install("test")
    commands = (
        ["ruff", "check", *(["--fix"] if fix else [])],
        ["ruff", "format", *([] if fix else ["--check"])],
        ["mypy"],
        ["lint-imports"],
    )
    statuses = [run([script(name), *rest]) for name, *rest in commands]
    return max(statuses)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
