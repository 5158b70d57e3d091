"""House rules as they are asked for on a command line."""

from __future__ import annotations

import re

import msgspec

from rufen.core.fields import parse_rules
from rufen.core.house_rules import PRESETS, HouseRules, RoundMode, SettingError, parse_house_rules, preset

__all__ = ["rules_asked"]

_SIZES = re.compile(r"\d{1,2}(-\d{1,2})?(,\d{1,2}(-\d{1,2})?)*", re.ASCII)


def rules_asked(text: str, sizes: str | None, seats: int) -> HouseRules:
    """House rules from the name of a preset, `setting=value,…` as in positions, or a JSON object.

    `sizes` are hand sizes as in 1-15, 10-1 or 2,4,8, in place of those of the rules. Raises SettingError,
    ValueError.
    """
    rules = _rules(text, seats)
    if sizes is None:
        return rules
    if rules.round_mode is not RoundMode.FULL:
        raise ValueError("--hand-sizes: the rules have hand sizes of their own; leave one of the two out")
    if not _SIZES.fullmatch(sizes):
        raise ValueError(f"--hand-sizes {sizes}: expected numbers and ranges, as in 1-15 or 2,4,8")
    listed: list[int] = []
    for part in sizes.split(","):
        first, last = (int(end) for end in (part.split("-") * 2)[:2])
        step = 1 if first <= last else -1
        listed += range(first, last + step, step)
    form = msgspec.to_builtins(rules) | {"round_mode": "schedule", "hand_sizes": listed}
    try:
        return parse_house_rules(form, seats)
    except SettingError as error:
        raise ValueError(f"--hand-sizes {sizes}: allowed: {error.allowed}") from None


def _rules(text: str, seats: int) -> HouseRules:
    if text in PRESETS:
        return preset(text, seats)
    if text.lstrip().startswith("{"):
        try:
            settings = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise ValueError(f"--rules: this is no JSON object: {error}") from None
        return parse_house_rules(settings, seats)
    if ":" in text or "=" in text:
        return parse_rules(text.replace("=", ":"), seats)
    raise ValueError(
        f"--rules {text}: expected a preset ({', '.join(PRESETS)}), settings as in "
        "bid_restriction=dealer,miss_penalty=20, or a JSON object"
    )
