"""The house rules that the pages know without a server are the ones of the engine."""

import json

from rufen.core.house_rules import PRESETS, SETTINGS, parse_house_rules, preset
from rufen.protocol import rules


def test_the_generated_rules_are_up_to_date() -> None:
    assert rules.TARGET.read_text(encoding="utf-8") == rules.generate(), "run: python -m rufen.protocol.rules"


def test_they_hold_every_setting_and_preset_and_no_bots() -> None:
    text = rules.generate()
    info = json.loads(text[text.index("RULES: Rules = ") + len("RULES: Rules = ") :].rstrip(";\n"))
    assert list(info) == ["settings", "presets", "full_game_rounds"]
    assert [setting["name"] for setting in info["settings"]] == list(SETTINGS)
    assert [known["name"] for known in info["presets"]] == list(PRESETS)
    assert info["full_game_rounds"] == {"3": 20, "4": 15, "5": 12, "6": 10}


def test_r7_what_differs_from_the_standard_game_is_enough_to_know_the_rules() -> None:
    for name in PRESETS:
        for seats in range(3, 7):
            whole = preset(name, seats)
            assert parse_house_rules(rules.differences(whole), seats) == whole
    assert rules.differences(preset("standard", 4)) == {}
