"""Random games in lock-step: the kernel and `rufen.core` agree at every position (R2–R6)."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from rufen.core.house_rules import SETTINGS, HouseRules
from rufen.kernel import layout as at

from .lockstep import RESTRICTED, check_game, full_game, house_rules, listed_game, short_game

SHORT_GAMES = 60
"""For each number of seats: so many that every value of every setting comes up, in many mixtures."""


def rules_of(seats: int, number: int = SHORT_GAMES) -> list[HouseRules]:
    """The house rules of the short games of a number of seats."""
    settings = itertools.islice(house_rules(seats), number)
    return [
        (listed_game if place % 3 == 2 else short_game)(each, seats) for place, each in enumerate(settings)
    ]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_hand_size_in_lock_step(seats: int) -> None:
    """R2.1: full games, from one card to sixty cards dealt."""
    for seed, settings in enumerate(itertools.islice(house_rules(100 + seats), 4)):
        rules = full_game(settings, seats)
        check_game(rules, seats, seed)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_rule_option_in_lock_step(seats: int) -> None:
    """R3–R6 mixed at random in short games."""
    for seed, rules in enumerate(rules_of(seats)):
        check_game(rules, seats, seed)


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_thousand_games_in_lock_step(seats: int) -> None:
    for seed, rules in enumerate(rules_of(seats, 1_000), 10_000):
        check_game(rules, seats, seed)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_value_of_every_setting_is_played(seats: int) -> None:
    """R7, the values of `custom_round_count` and `hand_sizes` apart, which are the schedule."""
    played = [msgspec.to_builtins(rules) for rules in rules_of(seats)]
    for setting in SETTINGS.values():
        found = {str(rules.get(setting.name, setting.default)) for rules in played}
        match setting.kind:
            case "choice":
                wanted = set(setting.choices) - {"full"}
            case "flag":
                wanted = {"True", "False"}
            case "number" if setting.name != "custom_round_count":
                wanted = {str(n) for n in range(setting.minimum, setting.maximum + 1, setting.step)}
            case _:
                wanted = set()
        assert wanted <= found, setting.name
    for together in RESTRICTED:
        assert any(
            all(rules.get(n, SETTINGS[n].default) == v for n, v in together.items()) for rules in played
        )


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_two_house_rules_have_the_same_row(seats: int) -> None:
    """A setting that changes nothing in a row is one that the kernel does not know."""
    standard = HouseRules()
    rows = {at.encode_rules(standard, seats).tobytes()}
    changed = 1
    for setting in SETTINGS.values():
        for value in other_values(setting.name):
            rules = msgspec.structs.replace(standard, **value)
            rows.add(at.encode_rules(rules, seats).tobytes())
            changed += 1
    assert len(rows) == changed


def other_values(name: str) -> list[dict[str, object]]:
    """Changes of a setting away from the standard game, and of those without which it means nothing."""
    setting = SETTINGS[name]
    choices = type(getattr(HouseRules(), name))
    match setting.kind:
        case "choice" if name != "round_mode":
            return [{name: choices(value)} for value in setting.choices if value != setting.default]
        case "number" if name != "custom_round_count":
            values = range(setting.minimum, setting.maximum + 1, setting.step)
            return [{name: value} for value in values if value != setting.default]
    return []
