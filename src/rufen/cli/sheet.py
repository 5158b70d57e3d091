"""`rufen sheet`: print an exported score sheet."""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from rufen.cli.output import rendered, write
from rufen.cli.terminal import plain
from rufen.core.house_rules import SETTINGS, SettingError
from rufen.core.sheet import ChangeRules, Sheet, SheetError, edit, parse_sheet, score
from rufen.core.sheet.file import MAX_FILE_BYTES

__all__ = ["main", "scored_json"]

_ABOUT = """\
Print a score sheet that the browser exported: the pad, the standings, and what is wrong with it.
"""
_EXAMPLES = """\
examples:
  rufen sheet friday.json
  rufen sheet friday.json --set zero_bid_scoring=double_bonus
  rufen sheet friday.json --set round_mode=schedule --set hand_sizes=2,4,6
  rufen sheet - --json < friday.json

The file, the settings and the JSON form are described in docs/sheet.md.
"""


_WHOLE = re.compile(r"-?\d{1,9}", re.ASCII)

_NARROWEST = 40
"""In columns; a terminal still narrower breaks the lines itself."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {plain(message)} (rufen sheet --help shows how)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="rufen sheet",
        usage="rufen sheet FILE [--set NAME=VALUE …] [--json]",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="the exported sheet; - reads standard input")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another house rule for this print, with old and new totals; may be repeated; "
        "the file stays as it is",
    )
    parser.add_argument("--json", action="store_true", help="print what follows from the sheet as JSON")
    return parser


def _read(file: str) -> bytes:
    """The file's bytes, one more than a sheet may have at most. Raises OSError."""
    if file == "-":
        # A closed standard input is None, whatever its type says.
        stream: Any = sys.stdin
        if stream is None:
            raise OSError("it is closed")
        return bytes(stream.buffer.read(MAX_FILE_BYTES + 1))
    with Path(file).open("rb") as opened:
        return opened.read(MAX_FILE_BYTES + 1)


def _value(name: str, text: str) -> object:
    """A setting's value from its text; what is none stays a text, and is refused with what is allowed."""
    kind = SETTINGS[name].kind if name in SETTINGS else "choice"
    try:
        match kind:
            case "number" if _WHOLE.fullmatch(text):
                return int(text)
            case "flag":
                return {"true": True, "false": False}[text]
            case "numbers":
                if text == "none":
                    return None
                parts = [part.strip() for part in text.strip("[]").split(",")]
                if all(map(_WHOLE.fullmatch, parts)):
                    return [int(part) for part in parts]
    except KeyError:
        pass
    return text


def _changed(sheet: Sheet, changes: Sequence[str]) -> Sheet:
    """The sheet under other house rules. Raises ValueError for what is no setting, SettingError."""
    given: dict[str, object] = {}
    for change in changes:
        name, equals, text = (part.strip() for part in change.partition("="))
        if not (name and equals):
            raise ValueError(f"--set {change}: a setting and its value, as in exact_bonus=25")
        given[name] = _value(name, text)
    rules: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sheet.rules))
    if given.get("round_mode", "schedule") != "schedule" and "hand_sizes" not in given:
        rules.pop("hand_sizes", None)
    return edit(sheet, ChangeRules({**rules, **given}))


def scored_json(sheet: Sheet, before: Sheet | None = None) -> dict[str, Any]:
    """What `--json` prints: the names, the rules, everything that follows; and the totals without `--set`."""
    form: dict[str, Any] = {
        "id": sheet.id,
        "title": sheet.title,
        "names": {player.id: player.name for player in sheet.players},
        "rules": sheet.rules,
    }
    scored = score(sheet)
    form |= {name: getattr(scored, name) for name in scored.__struct_fields__}
    if before is not None:
        form["totals_before"] = {one.player: one.total for one in score(before).standings}
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(form))
    return decoded


def main(arguments: Sequence[str]) -> int:
    """Print the sheet; the exit status: 0, also with something wrong on the sheet, or 2 with the reason."""
    options = _parser().parse_args(arguments)
    shown = "standard input" if options.file == "-" else options.file
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        sheet = parse_sheet(_read(options.file))
        changed = _changed(sheet, options.set) if options.set else sheet
    except OSError as error:
        return _refuse(f"cannot read {shown}: {error.strerror or error}")
    except SheetError as error:
        return _refuse(f"{shown} is no score sheet: {error}")
    except SettingError as error:
        return _refuse(f"--set {error}")
    except ValueError as error:
        return _refuse(str(error))
    before = sheet if options.set else None
    if options.json:
        text = json.dumps(scored_json(changed, before), ensure_ascii=False, indent=1) + "\n"
    else:
        from rufen.cli.pad import page

        text = rendered(lambda width: page(changed, before, width=width), least=_NARROWEST)
    return write(text, _refuse)


def _refuse(reason: str) -> int:
    print(f"rufen sheet: {plain(reason)}", file=sys.stderr)
    return 2
