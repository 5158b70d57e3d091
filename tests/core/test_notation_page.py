"""The samples of `docs/notation.md` are read by the parsers they explain."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rufen.core.notation import format_position, format_record, parse_position, parse_record

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


def samples(kind: str) -> list[str]:
    """The fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


POSITIONS = [line for block in samples("position") for line in block.splitlines()]


@pytest.mark.parametrize("line", POSITIONS)
def test_sample_positions(line: str) -> None:
    assert format_position(parse_position(line)) == line


def test_sample_records() -> None:
    blocks = samples("record")
    assert blocks
    for block in blocks:
        record = parse_record(block)
        assert format_record(record.events, game=record.game, date=record.date) == block


def test_every_kind_of_line_is_explained() -> None:
    words = {line.split()[0] for block in samples("record") for line in block.splitlines()}
    fields = {word.split("=")[0] for line in POSITIONS for word in line.split(" ")}
    for word in words | fields:
        assert f"`{word}" in PAGE, word


def test_sample_code() -> None:
    for block in samples("python"):
        exec(compile(block, "docs/notation.md", "exec"), {})
