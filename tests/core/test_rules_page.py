"""docs/rules.md says what the code does: every setting, range, default and preset of R7."""

from __future__ import annotations

import re

import pytest
from tests.conformance.test_cases import RULES_PAGE

from rufen.core.house_rules import PRESETS, SETTINGS, Setting, parse_house_rules, preset

PAGE = RULES_PAGE.read_text("utf-8")
PARAGRAPHS = {1: 5, 2: 6, 3: 4, 4: 8, 5: 6, 6: 2, 8: 3}
"""How many paragraphs each chapter has; R7 is one."""


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose heading row begins like this."""
    lines = PAGE.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    table = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


def default_in_words(setting: Setting) -> str:
    if setting.default is None:
        return "–"
    if setting.kind == "number":
        return str(setting.default)
    return f"`{str(setting.default).lower()}`"


def allowed_in_words(setting: Setting) -> str:
    match setting.kind:
        case "choice":
            return ", ".join(f"`{choice}`" for choice in setting.choices)
        case "flag":
            return "`false`, `true`"
        case "numbers":
            return f"list of {setting.minimum} to {setting.maximum} sizes, each 1 … 60 ÷ players"
    words = f"{setting.minimum} … {setting.maximum}"
    if setting.step > 1:
        words += f", step {setting.step}"
    return words + (", at most 60 ÷ players" if setting.name == "custom_round_count" else "")


def test_the_numbers_are_those_of_the_rules() -> None:
    found = re.findall(r"^- \*\*R(\d)\.(\d+)\*\* ", PAGE, re.MULTILINE)
    assert found == [
        (str(chapter), str(n)) for chapter, count in PARAGRAPHS.items() for n in range(1, count + 1)
    ]
    assert re.findall(r"^## R(\d) ", PAGE, re.MULTILINE) == list("12345678")


def test_every_setting_is_listed_as_it_is() -> None:
    listed = [row[:3] for row in rows("setting")]
    assert listed == [
        [f"`{name}`", default_in_words(setting), allowed_in_words(setting)]
        for name, setting in SETTINGS.items()
    ]


def test_every_setting_names_paragraphs_that_are_there() -> None:
    for name, _, _, what in rows("setting"):
        named = re.findall(r"R\d\.\d+", what)
        assert named, f"{name} names no paragraph"
        assert all(f"**{number}**" in PAGE for number in named)


def test_every_preset_is_listed_as_it_is() -> None:
    listed = {row[0].strip("`"): row[1] for row in rows("preset")}
    assert tuple(listed) == PRESETS
    for name, words in listed.items():
        if name == "tournament":
            continue
        named = re.findall(r"`(\w+)` = `?(\w+)", words)
        told = {key: int(value) if value.isdigit() else value for key, value in named}
        assert preset(name, 4) == parse_house_rules(told), name


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_tournament_schedules_are_listed_as_they_are(seats: int) -> None:
    sizes = {int(players): tuple(map(int, words.split())) for players, words in rows("players")}
    assert preset("tournament", seats).hand_sizes == sizes[seats]


def test_the_deck_in_the_text() -> None:
    assert "20\n  rounds with three players, 15 with four, 12 with five, 10 with six" in PAGE
