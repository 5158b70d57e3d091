"""The file of a score sheet: what is written can be read, and damage is refused with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.damage import damaged
from tests.vectors import edits, sheets

from rufen.core.house_rules import HouseRules
from rufen.core.sheet import (
    Entries,
    Line,
    Player,
    Seating,
    Sheet,
    SheetError,
    format_sheet,
    new_sheet,
    parse_sheet,
    score,
    sheet_from,
    sheet_to_builtins,
)
from rufen.core.sheet.document import Dealer, clean_text
from rufen.core.sheet.file import MAX_FILE_BYTES

PAGE = (Path(__file__).parents[2] / "docs" / "sheet.md").read_text("utf-8")
SHEETS = [one.sheet for one in sheets.told()]
FULL = msgspec.structs.replace(
    next(one.sheet for one in sheets.told() if one.about == "somebody joins"),
    title="Freitag, die Ältesten 😀",
)
TEXT = format_sheet(FULL)


def refused(text: str | bytes) -> SheetError:
    with pytest.raises(SheetError) as caught:
        parse_sheet(text)
    assert str(caught.value)
    return caught.value


def read_or_refused(read: Callable[[], Sheet]) -> SheetError | None:
    """A refusal says what is allowed; what is read can be worked out, written and read again."""
    try:
        sheet = read()
    except SheetError as error:
        return error if error.allowed and len(error.place) <= 60 else pytest.fail(str(error))
    score(sheet)
    assert parse_sheet(format_sheet(sheet)) == sheet
    return None


@pytest.mark.parametrize("sheet", SHEETS, ids=[one.about for one in sheets.told()])
def test_what_is_written_is_read(sheet: Sheet) -> None:
    text = format_sheet(sheet)
    assert parse_sheet(text) == sheet
    assert parse_sheet(text.encode()) == sheet
    assert parse_sheet(b"\xef\xbb\xbf" + text.encode()) == sheet
    assert format_sheet(parse_sheet(text)) == text
    assert sheet_from(sheet_to_builtins(sheet)) == sheet
    assert text.endswith("}\n")


def test_cut_off_anywhere_it_is_refused() -> None:
    whole = TEXT.encode().rstrip()
    for length in range(len(whole)):
        error = refused(whole[:length])
        assert error.code == "json"
    assert parse_sheet(whole) == FULL


def test_the_place_in_a_text_that_is_no_json() -> None:
    lines = TEXT.splitlines()
    lines[4] = lines[4].replace(":", "", 1)
    error = refused("\n".join(lines))
    assert error.code == "json"
    assert re.fullmatch(r"line 5, column \d+", error.place)
    assert refused(b"{\xff}").place == "byte 1"


@given(damaged(TEXT.splitlines(), "\n"))
def test_damage_of_any_kind_is_refused_or_read(text: str) -> None:
    """Never another error; and whatever is read can be worked out and written."""
    for form in (text, text.encode("utf-8", "surrogatepass")):
        read_or_refused(partial(parse_sheet, form))


def anything() -> st.SearchStrategy[Any]:
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    return st.recursive(
        leaves,
        lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=5), x, max_size=3),
        max_leaves=5,
    )


def places(value: object, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Where something stands in a document."""
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [here, *(place for key, one in inner for place in places(one, (*here, key)))]


DOCUMENT = sheet_to_builtins(FULL)
PLACES = places(DOCUMENT)[1:]


@given(st.sampled_from(PLACES), anything())
def test_anything_anywhere_is_refused_or_read(place: tuple[str | int, ...], value: object) -> None:
    document: Any = json.loads(TEXT)
    inner = document
    for part in place[:-1]:
        inner = inner[part]
    inner[place[-1]] = value
    read_or_refused(lambda: sheet_from(document))


def test_the_version_written_and_those_that_are_newer() -> None:
    assert (DOCUMENT["format"], DOCUMENT["version"], DOCUMENT["rules_version"]) == ("rufen-sheet", 1, 1)
    for name in ("version", "rules_version"):
        error = refused(json.dumps({**DOCUMENT, name: 2, "new": True}))
        assert (error.code, error.place) == ("newer", name)
        assert "written by a newer Rufen" in str(error)


def test_numbers_that_json_does_not_have() -> None:
    for word in ("NaN", "Infinity", "-Infinity"):
        error = refused(TEXT.replace('"version": 1', f'"version": {word}', 1))
        assert (error.code, error.allowed) == ("json", f"JSON text, which has no {word}")
    assert refused(TEXT.replace('"version": 1', '"version": 1e999', 1)).code == "range"
    assert refused(TEXT.replace('"version": 1', f'"version": {"1" * 5000}', 1)).code == "json"


def test_a_name_twice_in_one_object() -> None:
    error = refused(TEXT.replace('"title":', '"id": "other",\n "title":', 1))
    assert (error.code, error.place, error.allowed) == ("duplicate", "id", "each name once")


def test_a_file_that_is_too_large() -> None:
    room = MAX_FILE_BYTES - len(TEXT.encode())
    assert parse_sheet(TEXT + " " * room) == FULL
    for text in (TEXT + " " * (room + 1), TEXT.encode() + b" " * (room + 1)):
        assert refused(text).code == "too_large"


def test_the_largest_sheet_is_small_enough() -> None:
    ids = [f"{number:016}" for number in range(30)]
    full = dict.fromkeys(ids, 20)
    largest = Sheet(
        id="x" * 16,
        title="😀" * 60,
        created="2026-11-24T19:05:00Z",
        players=tuple(Player(id, f"{at:02}" + "😀" * 22) for at, id in enumerate(ids)),
        seatings=tuple(
            Seating(number, tuple(ids[number % 2 : number % 2 + 3] * 2)[:3]) for number in range(1, 61)
        ),
        rules=HouseRules(),
        dealers=tuple(Dealer(number, ids[0]) for number in range(1, 61)),
        rounds=(Entries(full, full, kept=True, shown=True),) * 60,
        adjustments=tuple(Line(f"{at:016}", 60, ids[0], -1000, "😀" * 120) for at in range(100)),
    )
    assert parse_sheet(format_sheet(largest)) == largest


@given(st.text(max_size=20))
def test_a_text_that_is_clean_stays_as_it_is(text: str) -> None:
    once = clean_text(text, "title", 60, empty_allowed=True)
    assert clean_text(once, "title", 60, empty_allowed=True) == once


@given(st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=8))
def test_new_sheets_are_refused_or_can_be_written(names: list[str]) -> None:
    error = read_or_refused(lambda: new_sheet(names))
    assert error is None or error.code in {"players", "empty_text", "long_text", "name_taken"}


def test_a_new_sheet_is_checked() -> None:
    for dealer in (-1, 3):
        with pytest.raises(SheetError, match=r"^dealers\[0\].player: a place 0 … 2$"):
            new_sheet(["Anna", "Ben", "Cara"], first_dealer=dealer)
    with pytest.raises(SheetError, match=r"^title: at most 60 characters, not 61$"):
        new_sheet(["Anna", "Ben", "Cara"], title="x" * 61)
    with pytest.raises(KeyError):
        edits.THREE.name_of("z")


# --- the page -------------------------------------------------------------------------------------------


def fields_of(document: object) -> set[str]:
    """Every name in a document, those of players aside."""
    found: set[str] = set()
    if isinstance(document, dict):
        for name, value in document.items():
            found |= {name} | (fields_of(value) if name not in {"bids", "tricks", "rules"} else set())
    elif isinstance(document, list):
        for value in document:
            found |= fields_of(value)
    return found


def test_the_page_names_every_field() -> None:
    document = sheet_to_builtins(
        msgspec.structs.replace(
            FULL, dealers=(Dealer(1, "a"),), rounds=(Entries({"a": 0}, {"a": 0}, True, True),)
        )
    )
    section = PAGE.split("## The file")[1].split("\n## ")[0]
    for name in fields_of(document):
        assert re.search(rf"`[^`]*\b{name}\b[^`]*`", section), name
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == set(document)


def test_the_page_says_how_large_a_file_may_be() -> None:
    assert f"at most {MAX_FILE_BYTES:,} bytes" in PAGE
