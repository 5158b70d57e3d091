"""House rules with what is wrong with them, or their hand sizes: the cases that both languages read.

python -m tests.vectors.settings        writes tests/vectors/settings.json

Which settings are tried, and the code that each is refused with, is told here; the words, the limit and the
hand sizes are what the engine says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rufen.core.house_rules import (
    MAX_SEATS,
    MIN_SEATS,
    PRESETS,
    SETTINGS,
    SettingError,
    full_game_rounds,
    parse_house_rules,
    preset,
    schedule,
)
from rufen.protocol.rules import differences

TARGET = Path(__file__).parent / "settings.json"
SEATS = range(MIN_SEATS, MAX_SEATS + 1)


class Told(NamedTuple):
    """Settings for so many players, and the code they are refused with, None where they are right.

    Without a number of players only what does not depend on it is checked.
    """

    case: str
    players: int | None
    rules: dict[str, Any]
    code: str | None


NEEDS: dict[str, dict[str, Any]] = {
    "custom_round_count": {"round_mode": "custom"},
    "round_one_exempt": {"bid_restriction": "dealer"},
}
"""What a setting needs before it counts."""


def numbers() -> Iterator[Told]:
    """R7: both ends, one beyond each, and between two steps."""
    for s in SETTINGS.values():
        if s.kind != "number":
            continue
        needs = NEEDS.get(s.name, {})
        tries = [
            ("least", s.minimum, None),
            ("a step up", s.minimum + s.step, None),
            ("most", s.maximum, None),
            ("below", s.minimum - 1, "range"),
            ("a step below", s.minimum - s.step, "range"),
            ("above", s.maximum + 1, "range"),
            ("a step above", s.maximum + s.step, "range"),
            ("far beyond", 10**18, "range"),
        ]
        if s.step > 1:
            tries += [
                ("off step, low", s.minimum + 1, "step"),
                ("off step, high", s.maximum - 1, "step"),
            ]
        for what, value, code in tries:
            yield Told(f"{s.name}: {what}", 3, {**needs, s.name: value}, code)


def choices() -> Iterator[Told]:
    """R7: every choice, alone as far as it can stand."""
    for s in SETTINGS.values():
        for choice in s.choices:
            missing = "hand_sizes_missing" if choice == "schedule" else None
            yield Told(f"{s.name}: {choice}", 4, {s.name: choice}, missing)
        if s.kind == "choice":
            for value in ("", s.default.upper(), s.default + " ", "nothing of the kind"):
                yield Told(f"{s.name}: {value!r}", 4, {s.name: value}, "choice")
    for value in (True, False):
        rules = {**NEEDS["round_one_exempt"], "round_one_exempt": value}
        yield Told(f"round_one_exempt: {value}", 4, rules, None)


def types() -> Iterator[Told]:
    """Values that are not of the kind a setting takes."""
    plain: tuple[Any, ...] = (None, True, 1, 7.5, "10", "true", {}, {"a": 1})
    lists: tuple[list[Any], ...] = ([], [1], [1.5], ["1"], [True], [[1]], [None], [1, "2"])
    fits = {"flag": (bool,), "number": (int,), "numbers": (list, type(None))}
    for s in SETTINGS.values():
        for value in (*plain, *lists):
            if s.kind == "choice":
                yield Told(f"{s.name}: {json.dumps(value)}", 4, {s.name: value}, "choice")
            elif type(value) not in fits[s.kind]:
                yield Told(f"{s.name}: {json.dumps(value)}", 4, {s.name: value}, "type")
    for value in lists[2:]:
        rules = {"round_mode": "schedule", "hand_sizes": value}
        yield Told(f"hand_sizes: {json.dumps(value)}", 4, rules, "type")


def unknown() -> Iterator[Told]:
    """Names that no setting has, near to one or not."""
    names = (
        "",
        "exakt_bonus",
        "exact_bonuss",
        "EXACT_BONUS",
        "exact bonus",
        "bonus",
        "points",
        "miss",
        "rounds",
        "round_count",
        "hand_size",
        "handsizes",
        "tie",
        "tiebreak",
        "lead",
        "wizard",
        "jester_leads",
        "last_round",
        "dealer_penalty",
        "perfect_bonus",
        "zero_bid",
        "bid_restrictions",
        "bids_disclosure",
        "dürfen",
        "größe 🂡",
        "players",
        "preset",
        "standard",
        "constructor",
        "toString",
        "hasOwnProperty",
        "x" * 300,
    )
    for name in names:
        yield Told(f"unknown: {name[:20]!r}", 4, {name: 1}, "unknown")
    yield Told("the first of two mistakes, the name", 4, {"exakt": 1, "exact_bonus": 7}, "unknown")
    yield Told("the first of two mistakes, the value", 4, {"exact_bonus": 7, "exakt": 1}, "step")


def contradictions() -> Iterator[Told]:
    """R3.2, R3.4, R2.3: settings that do not go together."""
    rules: dict[str, Any]
    for restriction in SETTINGS["bid_restriction"].choices:
        for disclosure in SETTINGS["bid_disclosure"].choices:
            rules = {"bid_restriction": restriction, "bid_disclosure": disclosure}
            clash = restriction != "none" and disclosure != "open"
            code = "restriction_needs_open_bids" if clash else None
            yield Told(f"{restriction} with {disclosure} bids", 4, rules, code)
        rules = {"round_one_exempt": True, "bid_restriction": restriction}
        code = None if restriction == "dealer" else "exempt_needs_dealer"
        yield Told(f"round 1 exempt from {restriction}", 4, rules, code)
    yield Told("round 1 exempt from nothing", 4, {"round_one_exempt": True}, "exempt_needs_dealer")
    for mode in ("full", "custom"):
        rules = {"round_mode": mode, "hand_sizes": [1, 2]}
        yield Told(f"hand sizes in a {mode} game", 4, rules, "hand_sizes_unused")
    yield Told("hand sizes alone", 4, {"hand_sizes": [1, 2]}, "hand_sizes_unused")
    for rules in ({"round_mode": "schedule"}, {"round_mode": "schedule", "hand_sizes": None}):
        yield Told(f"a schedule of nothing, {len(rules)}", 4, rules, "hand_sizes_missing")
    yield Told("no hand sizes in a full game", 4, {"hand_sizes": None}, None)
    yield Told("a round count in a full game", 6, {"custom_round_count": 20}, None)
    rules = {
        "round_mode": "schedule",
        "round_one_exempt": True,
        "bid_restriction": "leader",
        "bid_disclosure": "hidden",
    }
    yield Told("three contradictions", 4, rules.copy(), "restriction_needs_open_bids")
    del rules["bid_disclosure"]
    yield Told("two contradictions", 4, rules.copy(), "exempt_needs_dealer")


def rounds() -> Iterator[Told]:
    """R2.1–R2.3: as many rounds and cards as sixty allow, and one more."""
    for n in SEATS:
        limit = full_game_rounds(n)
        yield Told("the full game", n, {}, None)
        yield Told("the usual shorter game", n, {"round_mode": "custom"}, None)
        for count in (1, limit - 1, limit):
            rules = {"round_mode": "custom", "custom_round_count": count}
            yield Told(f"{count} rounds", n, rules, None)
        rules = {"round_mode": "custom", "custom_round_count": limit + 1}
        yield Told(f"{limit + 1} rounds", n, rules, "range" if limit == 20 else "rounds_limit")
        lists: tuple[tuple[str, list[int], str | None], ...] = (
            ("one", [1], None),
            ("the largest hand", [limit], None),
            ("the same again", [limit] * 3, None),
            ("down", list(range(limit, 0, -1)), None),
            ("every other", list(range(2, limit + 1, 2)), None),
            ("sixty", [1] * 60, None),
            ("none", [], "range"),
            ("sixty-one", [1] * 61, "range"),
            ("a hand of nothing", [1, 0], "range"),
            ("less than nothing", [-1], "range"),
            ("a card too many", [1, limit + 1, 2], "range" if limit == 20 else "hand_sizes_limit"),
            ("beyond any deck", [21], "range"),
        )
        for what, sizes, code in lists:
            yield Told(f"hand sizes: {what}", n, {"round_mode": "schedule", "hand_sizes": sizes}, code)
    for n in (-1, 0, 2, 7, 60):
        yield Told(f"{n} players", n, {}, "players")
    yield Told("wrong rules for too few", 2, {"exact_bonus": 7}, "step")
    yield Told("a contradiction for too many", 7, {"round_one_exempt": True}, "exempt_needs_dealer")


def any_players() -> Iterator[Told]:
    """R2.2, R2.3: how many cards there are is no question before it is known who plays."""
    for rules in (
        {},
        {"round_mode": "custom", "custom_round_count": 20},
        {"round_mode": "schedule", "hand_sizes": [20]},
    ):
        yield Told(f"nobody yet, {len(rules)} settings", None, rules, None)
    yield Told("nobody yet, a hand too large for all", None, {"hand_sizes": [21]}, "range")
    yield Told("nobody yet, hand sizes alone", None, {"hand_sizes": [2]}, "hand_sizes_unused")


def presets() -> Iterator[Told]:
    """R7: the named presets."""
    for name in PRESETS:
        for n in SEATS:
            yield Told(f"preset {name}", n, differences(preset(name, n)), None)


def told() -> Iterator[Told]:
    """Every case."""
    for part in (numbers, choices, types, unknown, contradictions, rounds, any_players, presets):
        yield from part()


def outcome(players: int | None, rules: dict[str, Any]) -> dict[str, Any]:
    """What the engine says: the problem, or the hand sizes."""
    try:
        parsed = parse_house_rules(rules, players)
        return {"problem": None, "hand_sizes": players and list(schedule(parsed, players))}
    except SettingError as error:
        problem = {
            "error": error.code,
            "setting": error.setting,
            "value": error.value,
            "allowed": error.allowed,
        }
        if error.limit is not None:
            problem["limit"] = error.limit
        return {"problem": problem, "hand_sizes": None}


def case(one: Told) -> dict[str, Any]:
    """A case as it is written. Raises ValueError when the engine does not refuse it as told."""
    found = outcome(one.players, one.rules)
    code = found["problem"] and found["problem"]["error"]
    if code != one.code:
        raise ValueError(f"{one.case}, {one.players} players: {code} where {one.code} is told")
    return {"case": one.case, "players": one.players, "rules": one.rules, **found}


def generate() -> str:
    """The whole file, a case a line."""
    lines = (json.dumps(case(one), ensure_ascii=False) for one in told())
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    TARGET.write_text(generate(), encoding="utf-8")
