"""The vectors of the score sheet are as the core says, and as they were worked out by hand."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from tests.vectors import edits, files, random_sheets, sheets

from rufen.core import scoring
from rufen.core.house_rules import SETTINGS, HouseRules, SettingError
from rufen.core.sheet import Edit, ProblemCode, RoundState, Sheet, SheetError, Title
from rufen.core.sheet.file import sheet_from, sheet_to_builtins

ALL = (sheets, random_sheets, edits, files)
HALF_A_MEGABYTE = 500_000


def read(module: ModuleType) -> list[dict[str, Any]]:
    """The cases as they are on disk."""
    target: Path = module.TARGET
    cases: list[dict[str, Any]] = json.loads(target.read_text(encoding="utf-8"))
    return cases


SHEETS, RANDOM, EDITS, FILES = map(read, ALL)


@pytest.mark.parametrize("module", ALL, ids=lambda module: module.TARGET.name)
def test_the_file_is_up_to_date(module):
    name = module.__name__.rpartition(".")[2]
    assert module.TARGET.read_text(encoding="utf-8") == module.generate(), (
        f"run: python -m tests.vectors.{name}"
    )


def test_the_files_stay_small():
    sizes = {module.TARGET.name: module.TARGET.stat().st_size for module in ALL}
    assert sizes.pop("random_sheets.json") < 3 * HALF_A_MEGABYTE
    assert max(sizes.values()) < HALF_A_MEGABYTE


@pytest.mark.parametrize("cases", [SHEETS, RANDOM, EDITS, FILES], ids=["sheets", "random", "edits", "files"])
def test_every_case_says_something_of_its_own(cases):
    told = Counter(case["about"] for case in cases)
    assert [about for about, times in told.items() if times > 1] == []


# --- sheets ---------------------------------------------------------------------------------------------


def summary(document: dict[str, Any], expected: dict[str, Any]) -> tuple[str, str, bool, str]:
    """Totals and ranks in the order of the players, whether it is over, and the problems."""
    standings = {standing["player"]: standing for standing in expected["standings"]}
    found = [standings.get(player["id"], {"total": "-", "rank": None}) for player in document["players"]]
    problems = (f"{p['round']}:{p['player'] or ''}:{p['code']}" for p in expected["problems"])
    return (
        " ".join(str(standing["total"]) for standing in found),
        " ".join(str(standing["rank"] or "-") for standing in found),
        expected["over"],
        " ".join(problems),
    )


@pytest.mark.parametrize(
    ("case", "told"), list(zip(SHEETS, sheets.told(), strict=True)), ids=[case["about"] for case in SHEETS]
)
def test_the_totals_worked_out_by_hand(case, told):
    assert summary(case["sheet"], case["expected"]) == (told.totals, told.ranks, told.over, told.problems)


@pytest.mark.parametrize("case", SHEETS, ids=lambda case: case["about"])
def test_what_is_written_adds_up(case):
    """Sums worked out once more from the cells, without the core."""
    expected, document = case["expected"], case["sheet"]
    points = Counter[str]()
    inside = expected["rounds"][: len(expected["schedule"])]
    for this in expected["rounds"]:
        for cell in this["cells"]:
            points[cell["player"]] += cell["score"] or 0
        if this["state"] == "scored":
            assert sum(cell["tricks"] for cell in this["cells"]) == this["hand_size"] == this["tricks"]
        else:
            assert all(cell["score"] is cell["total"] is None for cell in this["cells"])
    for line in document["adjustments"]:
        points[line["player"]] += line["points"] if line["round"] <= len(expected["schedule"]) else 0
    for standing in expected["standings"]:
        bonus = document["rules"].get("perfect_game_bonus", 0) if standing["perfect"] else 0
        assert standing["total"] == points[standing["player"]] + bonus
    assert expected["over"] == all(this["state"] == "scored" for this in inside)


def test_every_setting_is_told_at_both_ends():
    told = sheets.settings_told()
    for name, setting in SETTINGS.items():
        match setting.kind:
            case "choice":
                assert set(told[name]) == set(setting.choices)
            case "flag":
                assert set(told[name]) == {False, True}
            case "number":
                assert {setting.minimum, setting.maximum} <= set(told[name])
            case _:
                lengths = {len(value) for value in told[name] if value is not None}
                assert {setting.minimum, setting.maximum} <= lengths


def test_every_state_and_every_problem_comes_up():
    states = {this["state"] for case in SHEETS for this in case["expected"]["rounds"]}
    assert states == {state.value for state in RoundState}
    problems = {problem["code"] for case in SHEETS for problem in case["expected"]["problems"]}
    assert problems == {code.value for code in ProblemCode}
    asked = [case["expected"]["asked"] for case in SHEETS]
    assert {one["what"] for one in asked if one} == {"bid", "tricks"}
    assert {one["forbidden"] for one in asked if one} >= {None, 0, 1}
    assert {one["offered"] for one in asked if one} >= {None, 0, 1}
    assert {this["concealed"] for case in SHEETS for this in case["expected"]["rounds"]} == {False, True}
    assert any(s["catch_up"] for case in SHEETS for s in case["expected"]["standings"])
    assert {len(case["sheet"]["players"]) for case in SHEETS} == {3, 4, 5, 6}


def test_the_random_sheets_are_of_every_kind():
    assert len(RANDOM) == 1000
    expected = [case["expected"] for case in RANDOM]
    assert {len(case["sheet"]["players"]) for case in RANDOM} >= {3, 4, 5, 6}
    assert {code for one in expected for _, _, code in one["problems"]} >= {
        code.value for code in ProblemCode if code is not ProblemCode.TOO_MANY_CARDS
    }
    kinds = {
        "over": sum(one["over"] for one in expected),
        "negative": sum(min(one["totals"].values()) < 0 for one in expected),
        "tied": sum(len(set(one["ranks"].values())) < len(one["ranks"]) for one in expected),
        "left": sum(None in one["ranks"].values() for one in expected),
        "shrunk": sum(len(one["schedule"]) < len(one["scores"]) for one in expected),
        "asked": sum(one["asked"] is not None for one in expected),
        "without problems": sum(not one["problems"] for one in expected),
        "adjusted": sum(bool(case["sheet"]["adjustments"]) for case in RANDOM),
    }
    assert min(kinds.values()) >= 20, kinds


def differing() -> int:
    """How many sheets of both files come out otherwise than written."""
    told = sum(sheets.expected(sheet_from(c["sheet"])) != c["expected"] for c in SHEETS)
    return told + sum(random_sheets.expected(sheet_from(c["sheet"])) != c["expected"] for c in RANDOM)


def five_per_trick_more(bid: int, tricks: int, hand_size: int, rules: HouseRules) -> int:
    more = msgspec.structs.replace(rules, points_per_trick=rules.points_per_trick + 5)
    return ROUND_SCORE(bid, tricks, hand_size, more)


def six_per_card(bid: int, tricks: int, hand_size: int, rules: HouseRules) -> int:
    extra = hand_size if bid == tricks == 0 and rules.zero_bid_scoring.value == "per_card" else 0
    return ROUND_SCORE(bid, tricks, hand_size, rules) + extra


ROUND_SCORE = scoring.round_score


def test_without_a_fault_every_sheet_comes_out_as_written():
    assert differing() == 0


@pytest.mark.parametrize("fault", [five_per_trick_more, six_per_card])
def test_a_changed_constant_is_noticed(fault, monkeypatch):
    monkeypatch.setattr(scoring, "round_score", fault)
    assert differing() > 50


# --- edits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", EDITS, ids=lambda case: case["about"])
def test_edits(case):
    """The changes are read from the file, as the browser reads them; the sheet stays as it was."""
    sheet = sheet_from(case["sheet"])
    changes = [msgspec.convert(change, type=Edit) for change in case["edits"]]
    assert edits.outcome(sheet, tuple(changes)) == case["expected"]
    assert sheet_to_builtins(sheet) == case["sheet"]


def test_every_kind_of_edit_and_every_error_comes_up():
    kinds = {change["kind"] for case in EDITS for change in case["edits"]}
    assert kinds == {"enter", "show", "rules", "seat", "rename", "deal", "adjust", "unadjust", "title"}
    errors = {case["expected"]["error"] for case in EDITS if "error" in case["expected"]}
    assert errors == {
        *(
            "duplicate",
            "empty_text",
            "id",
            "long_text",
            "name_taken",
            "not_seated",
            "players",
            "range",
            "round",
        ),
        *("setting", "too_many", "unknown_line", "unknown_player"),
    }


def test_an_edit_that_is_told_wrong_is_an_error():
    title = edits.Told("wrong", edits.THREE, (Title("x"),), "range points")
    with pytest.raises(ValueError, match="no error where range points is told"):
        edits.case(title)


# --- files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", FILES, ids=lambda case: case["about"])
def test_files(case):
    text = case["text"] if "text" in case else json.dumps(case["document"])
    found = files.outcome(text)
    assert found == {key: case[key] for key in ("sheet", "error") if key in case}


def test_a_sheet_that_is_read_is_written_as_read():
    for case in FILES:
        if "sheet" in case:
            sheet = sheet_from(case["sheet"])
            assert isinstance(sheet, Sheet)
            assert sheet_to_builtins(sheet) == case["sheet"]


def test_every_error_of_a_file_comes_up():
    codes = {case["error"]["code"] for case in FILES if "error" in case}
    assert codes == {
        *(
            "duplicate",
            "empty_text",
            "format",
            "id",
            "json",
            "length",
            "long_text",
            "name_taken",
            "newer",
            "range",
        ),
        *("setting", "time", "type", "unknown_field", "unknown_player"),
    }


def test_a_file_that_is_told_wrong_is_an_error():
    with pytest.raises(ValueError, match="type title where none is told"):
        files.case(files.Told("wrong", ("title",), 7))


def test_errors_are_values_of_their_own():
    error = SheetError("range", "points", "more")
    assert (str(error), error.code, error.place, error.allowed) == ("points: more", "range", "points", "more")
    assert str(SheetError("json", "", "JSON text")) == "JSON text"
    assert not issubclass(SettingError, SheetError)
