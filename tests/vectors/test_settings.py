"""House rules are refused in Python as the cases say that the browser reads, too."""

import json

import pytest
from tests.vectors import settings

from rufen.core.house_rules import SETTINGS, SettingError, parse_house_rules, schedule

CASES = json.loads(settings.TARGET.read_text(encoding="utf-8"))
CODES = {
    "unknown",
    "type",
    "range",
    "step",
    "choice",
    "rounds_limit",
    "hand_sizes_limit",
    "hand_sizes_missing",
    "hand_sizes_unused",
    "restriction_needs_open_bids",
    "exempt_needs_dealer",
    "players",
}


def test_the_file_is_up_to_date():
    text = settings.TARGET.read_text(encoding="utf-8")
    assert text == settings.generate(), "run: python -m tests.vectors.settings"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['case']}, {case['players']} players")
def test_r7_settings_are_refused_as_told(case):
    players, rules, problem = case["players"], case["rules"], case["problem"]
    if problem is None:
        parsed = parse_house_rules(rules, players)
        assert (players and list(schedule(parsed, players))) == case["hand_sizes"]
        return
    with pytest.raises(SettingError) as raised:
        parse_house_rules(rules, players)
    error = raised.value
    assert (error.code, error.setting, error.allowed, error.limit) == (
        problem["error"],
        problem["setting"],
        problem["allowed"],
        problem.get("limit"),
    )
    assert json.dumps(error.value) == json.dumps(problem["value"])


def test_every_setting_is_tried_and_every_code_comes_up():
    problems = [case["problem"] for case in CASES if case["problem"]]
    assert {name for case in CASES for name in case["rules"]} >= set(SETTINGS)
    assert {problem["setting"] for problem in problems} >= set(SETTINGS)
    assert {problem["error"] for problem in problems} == CODES


def test_a_case_that_is_told_wrong_is_an_error():
    with pytest.raises(ValueError, match="step where None is told"):
        settings.case(settings.Told("wrong", 4, {"exact_bonus": 7}, None))
