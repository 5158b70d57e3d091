"""The house rules as a settings page needs them, for the HTTP interface and for pages without a server.

python -m rufen.protocol.rules        writes web/src/lib/generated/rules.ts
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from rufen.core.house_rules import (
    MAX_SEATS,
    MIN_SEATS,
    PRESETS,
    SETTINGS,
    STANDARD,
    HouseRules,
    full_game_rounds,
    preset,
)
from rufen.protocol.bodies import PresetInfo, RulesInfo, SettingInfo

__all__ = ["TARGET", "differences", "generate", "rules_info"]

TARGET = Path(__file__).parents[3] / "web" / "src" / "lib" / "generated" / "rules.ts"

_HEADER = """\
// Written by `python -m rufen.protocol.rules`; a test fails when it is stale. Do not edit.

import type { RulesInfo } from "../protocol";

/** All settings of R7 in their order, the presets, and the rounds of a full game. */
export type Rules = Omit<RulesInfo, "levels">;

"""


def differences(rules: HouseRules) -> dict[str, Any]:
    """The settings in which these rules differ from the standard game, by name."""
    return {
        name: msgspec.to_builtins(getattr(rules, name))
        for name in SETTINGS
        if getattr(rules, name) != getattr(STANDARD, name)
    }


def rules_info(levels: tuple[str, ...]) -> RulesInfo:
    """All settings, presets, bot levels and limits."""
    seats = range(MIN_SEATS, MAX_SEATS + 1)
    return RulesInfo(
        settings=tuple(
            SettingInfo(s.name, s.group, s.kind, s.default, s.choices, s.minimum, s.maximum, s.step)
            for s in SETTINGS.values()
        ),
        presets=tuple(
            PresetInfo(name, {str(n): differences(preset(name, n)) for n in seats}) for name in PRESETS
        ),
        levels=levels,
        full_game_rounds={str(n): full_game_rounds(n) for n in seats},
    )


def generate() -> str:
    """The whole file."""
    info = msgspec.to_builtins(rules_info(()))
    del info["levels"]
    text = msgspec.json.format(msgspec.json.encode(info)).decode()
    return f"{_HEADER}export const RULES: Rules = {text};\n"


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(generate(), encoding="utf-8")
