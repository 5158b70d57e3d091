"""The JSON form of a sheet: written by `format_sheet`, read by `parse_sheet` with place and reason.

The format is described in docs/sheet.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from rufen.core.house_rules import MAX_SEATS, MIN_SEATS, SettingError, parse_house_rules
from rufen.core.sheet.document import (
    MAX_ADJUSTMENTS,
    MAX_NAME,
    MAX_PLAYERS,
    MAX_POINTS,
    MAX_REASON,
    MAX_ROUNDS,
    MAX_TITLE,
    MAX_TRICKS,
    Dealer,
    Entries,
    Line,
    Player,
    Seating,
    Sheet,
    SheetError,
    check_names,
    clean_text,
    seating_in_force,
)
from rufen.core.version import RULES_VERSION

__all__ = [
    "FORMAT",
    "MAX_FILE_BYTES",
    "VERSION",
    "format_sheet",
    "parse_sheet",
    "sheet_from",
    "sheet_to_builtins",
]

FORMAT = "rufen-sheet"
BUNDLE_FORMAT = "rufen-sheets"
"""What the browser writes when it exports all sheets; each of them is a file of its own."""
VERSION = 1
MAX_FILE_BYTES = 262_144
"""A sheet is never longer; a longer file is none."""

_ID = re.compile(r"[a-z0-9]{1,16}")
_WHEN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)


def sheet_to_builtins(sheet: Sheet) -> dict[str, Any]:
    """A sheet as its JSON form, in dicts and lists; `sheet_from` reads it."""
    document: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sheet))
    return {"format": FORMAT, "version": VERSION, "rules_version": RULES_VERSION, **document}


def format_sheet(sheet: Sheet) -> str:
    """A sheet as JSON text, indented, one file."""
    return json.dumps(sheet_to_builtins(sheet), ensure_ascii=False, indent=1) + "\n"


def parse_sheet(text: str | bytes) -> Sheet:
    """A sheet from its JSON text. Raises SheetError with the place and what is allowed there."""
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_FILE_BYTES:
        raise SheetError("too_large", "", f"a sheet has at most {MAX_FILE_BYTES} bytes")
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise SheetError("json", f"byte {error.start}", "text in UTF-8") from None
    try:
        document = json.loads(decoded, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        if decoded.lstrip().startswith("#"):
            raise SheetError("json", "line 1", "JSON, but this is CSV: export the sheet as JSON") from None
        place = f"line {error.lineno}, column {error.colno}"
        raise SheetError("json", place, f"JSON text, but here: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        raise error if isinstance(error, SheetError) else SheetError("json", "", "JSON text") from None
    return sheet_from(document)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise SheetError("duplicate", twice[:40], "each name once")
    return found


def _no_number(word: str) -> float:
    raise SheetError("json", "", f"JSON text, which has no {word}")


def sheet_from(document: object) -> Sheet:
    """A sheet from its JSON form. Raises SheetError with the place and what is allowed there."""
    fields = _object(document, "")
    if fields.get("format") != FORMAT:
        several = fields.get("format") == BUNDLE_FORMAT
        what = "this is an export of all sheets" if several else "this is no score sheet"
        raise SheetError("format", "format", f'"{FORMAT}": {what}')
    version = _whole(fields.get("version"), "version", 1, 10**6)
    rules_version = _whole(fields.get("rules_version"), "rules_version", 1, 10**6)
    if version > VERSION or rules_version > RULES_VERSION:
        place = "version" if version > VERSION else "rules_version"
        raise SheetError("newer", place, "at most 1: this sheet was written by a newer Rufen")
    _only(fields, "", ("format", "version", "rules_version", *Sheet.__struct_fields__))
    players = _players(fields.get("players"))
    known = {player.id for player in players}
    settings = {name: _setting(value) for name, value in _object(fields.get("rules", {}), "rules").items()}
    try:
        rules = parse_house_rules(settings)
    except SettingError as error:
        raise SheetError("setting", f"rules.{error.setting}"[:60], error.allowed) from None
    created = _time(fields.get("created"), "created")
    sheet = Sheet(
        id=_id(fields.get("id"), "id"),
        title=_text(fields.get("title", ""), "title", MAX_TITLE, empty_allowed=True),
        created=created,
        players=players,
        seatings=_seatings(fields.get("seatings"), known),
        rules=rules,
    )
    sheet = msgspec.structs.replace(
        sheet,
        dealers=_dealers(fields.get("dealers", []), known),
        rounds=_rounds(fields.get("rounds", []), known),
        adjustments=_adjustments(fields.get("adjustments", []), known),
    )
    try:
        parse_house_rules(rules, len(seating_in_force(sheet).players))
    except SettingError as error:
        raise SheetError("setting", f"rules.{error.setting}", error.allowed) from None
    return sheet


def _players(value: object) -> tuple[Player, ...]:
    players = []
    for place, one in _list(value, "players", MIN_SEATS, MAX_PLAYERS):
        fields = _object(one, place)
        _only(fields, place, ("id", "name"))
        players.append(
            Player(_id(fields.get("id"), f"{place}.id"), _text(fields.get("name"), f"{place}.name", MAX_NAME))
        )
    _distinct([player.id for player in players], "players", "id")
    check_names(players)
    return tuple(players)


def _seatings(value: object, known: set[str]) -> tuple[Seating, ...]:
    seatings: list[Seating] = []
    for place, one in _list(value, "seatings", 1, MAX_ROUNDS):
        fields = _object(one, place)
        _only(fields, place, ("round", "players"))
        first = 1 if not seatings else seatings[-1].round + 1
        number = _whole(fields.get("round"), f"{place}.round", first, MAX_ROUNDS if seatings else 1)
        seated = [
            _member(id, where, known)
            for where, id in _list(fields.get("players"), f"{place}.players", MIN_SEATS, MAX_SEATS)
        ]
        _distinct(seated, f"{place}.players")
        seatings.append(Seating(number, tuple(seated)))
    return tuple(seatings)


def _dealers(value: object, known: set[str]) -> tuple[Dealer, ...]:
    dealers: list[Dealer] = []
    for place, one in _list(value, "dealers", 0, MAX_ROUNDS):
        fields = _object(one, place)
        _only(fields, place, ("round", "player"))
        first = dealers[-1].round + 1 if dealers else 1
        number = _whole(fields.get("round"), f"{place}.round", first, MAX_ROUNDS)
        player = _member(fields.get("player"), f"{place}.player", known)
        dealers.append(Dealer(number, player))
    return tuple(dealers)


def _rounds(value: object, known: set[str]) -> tuple[Entries, ...]:
    rounds = []
    for place, one in _list(value, "rounds", 0, MAX_ROUNDS):
        fields = _object(one, place)
        _only(fields, place, Entries.__struct_fields__)
        rounds.append(
            Entries(
                bids=_values(fields.get("bids", {}), f"{place}.bids", known),
                tricks=_values(fields.get("tricks", {}), f"{place}.tricks", known),
                kept=_flag(fields.get("kept", False), f"{place}.kept"),
                shown=_flag(fields.get("shown", False), f"{place}.shown"),
            )
        )
    while rounds and rounds[-1].empty:
        rounds.pop()
    return tuple(rounds)


def _values(value: object, place: str, known: set[str]) -> Mapping[str, int]:
    values = {}
    for player, entry in _object(value, place).items():
        where = f"{place}.{player}"[:60]
        _member(player, where, known)
        values[player] = _whole(entry, where, 0, MAX_TRICKS)
    return values


def _adjustments(value: object, known: set[str]) -> tuple[Line, ...]:
    lines = []
    for place, one in _list(value, "adjustments", 0, MAX_ADJUSTMENTS):
        fields = _object(one, place)
        _only(fields, place, Line.__struct_fields__)
        points = _whole(fields.get("points"), f"{place}.points", -MAX_POINTS, MAX_POINTS)
        if points == 0:
            raise SheetError(
                "range", f"{place}.points", f"a whole number −{MAX_POINTS} … {MAX_POINTS}, not 0"
            )
        lines.append(
            Line(
                id=_id(fields.get("id"), f"{place}.id"),
                round=_whole(fields.get("round"), f"{place}.round", 0, MAX_ROUNDS),
                player=_member(fields.get("player"), f"{place}.player", known),
                points=points,
                reason=_text(fields.get("reason"), f"{place}.reason", MAX_REASON),
            )
        )
    _distinct([line.id for line in lines], "adjustments", "id")
    return tuple(lines)


# --- values ---------------------------------------------------------------------------------------------


def _object(value: object, place: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise SheetError("type", place, "an object { … }")
    return value


def _only(fields: Mapping[str, Any], place: str, names: Sequence[str]) -> None:
    for name in fields:
        if name not in names:
            where = f"{place}.{name}" if place else name
            raise SheetError("unknown_field", where[:60], "one of " + ", ".join(names))


def _list(value: object, place: str, low: int, high: int) -> list[tuple[str, object]]:
    """The items with their places."""
    if not isinstance(value, list):
        raise SheetError("type", place, "a list [ … ]")
    if not low <= len(value) <= high:
        raise SheetError("length", place, f"{low} to {high} of them, not {len(value)}")
    return [(f"{place}[{at}]", item) for at, item in enumerate(value)]


def _plain(value: object) -> object:
    # 3.0 is 3 in JSON, and the browser cannot tell them apart.
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _setting(value: object) -> object:
    return [_plain(one) for one in value] if isinstance(value, list) else _plain(value)


def _whole(value: object, place: str, low: int, high: int) -> int:
    value = _plain(value)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise SheetError("range", place, f"a whole number {low} … {high}".replace("-", "−"))
    return value


def _flag(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise SheetError("type", place, "true or false")
    return value


def _text(value: object, place: str, longest: int, *, empty_allowed: bool = False) -> str:
    if not isinstance(value, str):
        raise SheetError("type", place, "a text")
    return clean_text(value, place, longest, empty_allowed=empty_allowed)


def _time(value: object, place: str) -> str:
    text = _text(value, place, 20)
    try:
        if not _WHEN.fullmatch(text):
            raise ValueError(text)
        datetime.fromisoformat(text)
    except ValueError:
        raise SheetError("time", place, "a time such as 2026-11-24T19:05:00Z") from None
    return text


def _id(value: object, place: str) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise SheetError("id", place, "1 to 16 small letters and digits")
    return value


def _member(value: object, place: str, known: set[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise SheetError("unknown_player", place, "the id of a player of this sheet")
    return value


def _distinct(values: Sequence[str], place: str, field: str = "") -> None:
    for at, value in enumerate(values):
        if value in values[:at]:
            where = f"{place}[{at}]" + (f".{field}" if field else "")
            raise SheetError("duplicate", where, "each one once")
