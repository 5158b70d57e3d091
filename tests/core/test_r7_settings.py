"""R7: house rules, their ranges and their errors."""

from __future__ import annotations

from enum import Enum

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.tables import SEATS, house_rules

from rufen.core.game import create
from rufen.core.house_rules import (
    PRESETS,
    SETTINGS,
    STANDARD,
    BidDisclosure,
    BidRestriction,
    HouseRules,
    RoundMode,
    SettingError,
    parse_house_rules,
    preset,
    schedule,
)

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


def test_r7_every_setting_is_described_and_has_its_default() -> None:
    fields = {field.name: field.default for field in msgspec.structs.fields(HouseRules)}
    assert list(SETTINGS) == list(fields)
    for name, default in fields.items():
        assert SETTINGS[name].default == (default.value if isinstance(default, Enum) else default)
    assert parse_house_rules({}) == STANDARD == HouseRules()


@given(st.data(), SEATS)
def test_r7_house_rules_read_back_from_their_json(data: st.DataObject, seats: int) -> None:
    rules = data.draw(house_rules(seats))
    text = msgspec.json.encode(rules)
    assert msgspec.json.decode(text, type=HouseRules) == rules
    assert parse_house_rules(msgspec.json.decode(text), seats) == rules
    assert parse_house_rules(rules, seats) == rules
    assert create(seats, rules).rules == rules


def test_r7_only_what_differs_from_the_standard_game_is_written() -> None:
    assert msgspec.json.encode(STANDARD) == b"{}"
    assert msgspec.json.encode(preset("quick", 4)) == b'{"round_mode":"custom","custom_round_count":5}'


@given(st.sampled_from(list(SETTINGS)) | st.text(max_size=8), ANYTHING)
def test_r7_any_value_is_taken_or_refused_with_its_name_and_what_is_allowed(name: str, value: object) -> None:
    rules, error = None, None
    try:
        rules = parse_house_rules({name: value})
    except SettingError as refused:
        error = refused
    if error is not None:
        assert error.setting in {name, "hand_sizes"}
        assert error.allowed
        assert str(error).startswith(f"{error.setting} = ")
        assert str(error).endswith(f": allowed: {error.allowed}")
        if name in SETTINGS and error.code in {"type", "range", "step", "choice"}:
            assert error.allowed == SETTINGS[name].allowed
    else:
        assert name in SETTINGS
        assert msgspec.to_builtins(getattr(rules, name)) == value


def test_r7_house_rules_made_by_hand_are_checked_too() -> None:
    with pytest.raises(SettingError, match="exact_bonus = 21: allowed: a whole number 0 … 50 in steps of 5"):
        parse_house_rules(HouseRules(exact_bonus=21))
    with pytest.raises(SettingError, match="custom_round_count = 16: allowed: at most 15 rounds with 4"):
        create(4, HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=16))
    with pytest.raises(SettingError, match="bid_restriction = 'dealer': allowed: none, because"):
        create(4, HouseRules(bid_restriction=BidRestriction.DEALER, bid_disclosure=BidDisclosure.HIDDEN))
    with pytest.raises(SettingError, match="hand_sizes = null: allowed: a list of hand sizes, because"):
        schedule(HouseRules(round_mode=RoundMode.SCHEDULE), 4)


def test_r7_an_error_is_short_however_long_the_value() -> None:
    with pytest.raises(SettingError) as refused:
        parse_house_rules({"hand_sizes": [99] * 10_000})
    assert len(str(refused.value)) < 300
    with pytest.raises(SettingError) as refused:
        parse_house_rules({"tie_break": "x" * 10_000})
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("name", PRESETS)
def test_r7_every_preset_is_playable_by_every_number_of_seats(name: str, seats: int) -> None:
    rules = preset(name, seats)
    assert parse_house_rules(rules, seats) == rules
    sizes = schedule(rules, seats)
    assert all(1 <= size <= 60 // seats for size in sizes)


@pytest.mark.parametrize("seats", [2, 7])
def test_r7_a_preset_asks_for_three_to_six_seats(seats: int) -> None:
    with pytest.raises(SettingError, match=f"players = {seats}"):
        preset("standard", seats)
