"""House rules (R7): every setting with its default and its range, checked on the way in."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec

__all__ = [
    "MAX_SEATS",
    "MIN_SEATS",
    "PRESETS",
    "SETTINGS",
    "STANDARD",
    "BidDisclosure",
    "BidRestriction",
    "HouseRules",
    "JesterLead",
    "LastRoundTrump",
    "RoundMode",
    "Setting",
    "SettingError",
    "TieBreak",
    "WizardLead",
    "ZeroBidScoring",
    "full_game_rounds",
    "parse_house_rules",
    "preset",
    "schedule",
]

MIN_SEATS, MAX_SEATS = 3, 6


class RoundMode(Enum):
    """How many rounds (R2.1–R2.3)."""

    FULL = "full"
    CUSTOM = "custom"
    SCHEDULE = "schedule"


class ZeroBidScoring(Enum):
    """What a made bid of zero scores (R5.3)."""

    FLAT_BONUS = "flat_bonus"
    DOUBLE_BONUS = "double_bonus"
    PER_CARD = "per_card"


class BidRestriction(Enum):
    """When the dealer may not make the bids even (R3.2)."""

    NONE = "none"
    LEADER = "leader"
    LEADER_ZERO_ALLOWED = "leader_zero_allowed"
    DEALER = "dealer"


class BidDisclosure(Enum):
    """When the bids are seen (R3.3)."""

    OPEN = "open"
    HIDDEN = "hidden"
    DELAYED = "delayed"


class TieBreak(Enum):
    """What parts equal totals (R6.2)."""

    SHARE = "share"
    MOST_EXACT = "most_exact"
    HIGHEST_ROUND = "highest_round"


class LastRoundTrump(Enum):
    """Whether a card is turned in the last round (R2.6)."""

    NATURAL = "natural"
    NEVER = "never"


class WizardLead(Enum):
    """What follows a Wizard that fixed "no led suit" (R4.4, R4.6)."""

    FREE = "free"
    NEXT_SETS_SUIT = "next_sets_suit"


class JesterLead(Enum):
    """What a Jester as the first card means for following (R4.2, R4.7)."""

    NEXT_SETS_SUIT = "next_sets_suit"
    FREE = "free"


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The settings of R7. Build it with `parse_house_rules` to have every value checked.

    As JSON only what differs from the standard game is written.
    """

    round_mode: RoundMode = RoundMode.FULL
    custom_round_count: int = 10
    hand_sizes: tuple[int, ...] | None = None
    exact_bonus: int = 20
    points_per_trick: int = 10
    miss_penalty: int = 10
    zero_bid_scoring: ZeroBidScoring = ZeroBidScoring.FLAT_BONUS
    bid_restriction: BidRestriction = BidRestriction.NONE
    round_one_exempt: bool = False
    bid_disclosure: BidDisclosure = BidDisclosure.OPEN
    perfect_game_bonus: int = 0
    last_round_bonus: int = 0
    even_bids_dealer_penalty: int = 0
    tie_break: TieBreak = TieBreak.SHARE
    last_round_trump: LastRoundTrump = LastRoundTrump.NATURAL
    wizard_lead: WizardLead = WizardLead.FREE
    jester_lead: JesterLead = JesterLead.NEXT_SETS_SUIT


STANDARD = HouseRules()


class Setting(msgspec.Struct, frozen=True):
    """What one setting of R7 may be: a choice, a whole number in steps, yes or no, or a list."""

    name: str
    group: str
    """Where it belongs on a settings page: `rounds`, `bids`, `play`, `scores`, `end`."""
    kind: str
    """`choice`, `number`, `flag` or `numbers`."""
    default: Any
    choices: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    step: int = 1

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""
        match self.kind:
            case "choice":
                return ", ".join(self.choices)
            case "flag":
                return "true, false"
            case "numbers":
                return (
                    f"a list of {self.minimum} to {self.maximum} hand sizes, "
                    "each a whole number 1 … 60 ÷ players"
                )
        step = "" if self.step == 1 else f" in steps of {self.step}"
        return f"a whole number {self.minimum} … {self.maximum}{step}"


def _choice(name: str, group: str, choices: type[Enum]) -> Setting:
    default = getattr(STANDARD, name).value
    return Setting(name, group, "choice", default, choices=tuple(c.value for c in choices))


def _number(name: str, group: str, minimum: int, maximum: int, step: int) -> Setting:
    return Setting(
        name, group, "number", getattr(STANDARD, name), minimum=minimum, maximum=maximum, step=step
    )


SETTINGS: Mapping[str, Setting] = {
    s.name: s
    for s in (
        _choice("round_mode", "rounds", RoundMode),
        _number("custom_round_count", "rounds", 1, 20, 1),
        Setting("hand_sizes", "rounds", "numbers", None, minimum=1, maximum=60),
        _number("exact_bonus", "scores", 0, 50, 5),
        _number("points_per_trick", "scores", 0, 20, 5),
        _number("miss_penalty", "scores", 0, 30, 5),
        _choice("zero_bid_scoring", "scores", ZeroBidScoring),
        _choice("bid_restriction", "bids", BidRestriction),
        Setting("round_one_exempt", "bids", "flag", False),
        _choice("bid_disclosure", "bids", BidDisclosure),
        _number("perfect_game_bonus", "end", 0, 100, 10),
        _number("last_round_bonus", "scores", 0, 50, 5),
        _number("even_bids_dealer_penalty", "scores", 0, 50, 5),
        _choice("tie_break", "end", TieBreak),
        _choice("last_round_trump", "play", LastRoundTrump),
        _choice("wizard_lead", "play", WizardLead),
        _choice("jester_lead", "play", JesterLead),
    )
}
"""Every setting of R7 by its name, in the order of the table there."""


class SettingError(ValueError):
    """A setting that is unknown, out of range, off its step, or contradicts another (R7).

    Attributes: `setting` its name, `value` as given, `allowed` in words, `code` for a catalogue of
    messages: `unknown`, `type`, `range`, `step`, `choice`, `rounds_limit`, `hand_sizes_limit`,
    `hand_sizes_missing`, `hand_sizes_unused`, `restriction_needs_open_bids`, `exempt_needs_dealer`,
    `players`; `limit` is the number that the message of `rounds_limit` and `hand_sizes_limit` names.
    """

    def __init__(
        self, setting: str, value: object, allowed: str, code: str, limit: int | None = None
    ) -> None:
        self.setting = setting
        self.value = value
        self.allowed = allowed
        self.code = code
        self.limit = limit
        super().__init__(f"{_shorten(setting)} = {msgspec_text(value)}: allowed: {allowed}")


def _shorten(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"


def msgspec_text(value: object) -> str:
    """A value as JSON where it has a JSON form, text in quotes; never longer than 80 characters."""
    if isinstance(value, str):
        return _shorten(repr(value))
    try:
        return _shorten(msgspec.json.encode(value).decode())
    except (TypeError, ValueError, OverflowError, RecursionError):
        return f"a value of type {type(value).__name__}"


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_value(setting: Setting, value: object) -> object:
    """The value as HouseRules holds it."""
    match setting.kind:
        case "choice":
            if isinstance(value, Enum):
                value = value.value
            if value not in setting.choices:
                raise SettingError(setting.name, value, setting.allowed, "choice")
            return type(getattr(STANDARD, setting.name))(value)
        case "flag":
            if not isinstance(value, bool):
                raise SettingError(setting.name, value, setting.allowed, "type")
            return value
        case "numbers":
            if value is None:
                return None
            if not isinstance(value, list | tuple) or not all(_is_whole(v) for v in value):
                raise SettingError(setting.name, value, setting.allowed, "type")
            if not setting.minimum <= len(value) <= setting.maximum or not all(1 <= v <= 20 for v in value):
                raise SettingError(setting.name, value, setting.allowed, "range")
            return tuple(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise SettingError(setting.name, value, setting.allowed, "type")
    if not setting.minimum <= value <= setting.maximum:
        raise SettingError(setting.name, value, setting.allowed, "range")
    if (value - setting.minimum) % setting.step:
        raise SettingError(setting.name, value, setting.allowed, "step")
    return value


def parse_house_rules(settings: Mapping[str, object] | HouseRules, seats: int | None = None) -> HouseRules:
    """House rules from settings by name; what is not named keeps its default.

    `seats` (3 … 6) also checks what depends on the number of players. Raises SettingError for the
    first setting that is unknown, of the wrong type, out of range, off its step or contradicted.
    """
    if isinstance(settings, HouseRules):
        settings = {name: getattr(settings, name) for name in SETTINGS}
    values: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in SETTINGS:
            near = difflib.get_close_matches(str(name), SETTINGS, n=1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            raise SettingError(str(name), value, "one of " + ", ".join(SETTINGS) + hint, "unknown")
        values[name] = _check_value(SETTINGS[name], value)
    rules = HouseRules(**values)
    _check_together(rules)
    if seats is not None:
        schedule(rules, seats)
    return rules


def _check_together(rules: HouseRules) -> None:
    if rules.bid_restriction is not BidRestriction.NONE and rules.bid_disclosure is not BidDisclosure.OPEN:
        raise SettingError(
            "bid_restriction",
            rules.bid_restriction.value,
            f"none, because with bid_disclosure = {rules.bid_disclosure.value} "
            "nobody can know the total (R3.4)",
            "restriction_needs_open_bids",
        )
    if rules.round_one_exempt and rules.bid_restriction is not BidRestriction.DEALER:
        raise SettingError(
            "round_one_exempt", True, "false, unless bid_restriction = dealer (R3.2)", "exempt_needs_dealer"
        )
    if rules.round_mode is RoundMode.SCHEDULE and rules.hand_sizes is None:
        raise SettingError(
            "hand_sizes",
            None,
            "a list of hand sizes, because round_mode = schedule (R2.3)",
            "hand_sizes_missing",
        )
    if rules.round_mode is not RoundMode.SCHEDULE and rules.hand_sizes is not None:
        raise SettingError(
            "hand_sizes",
            list(rules.hand_sizes),
            "none, unless round_mode = schedule (R2.3)",
            "hand_sizes_unused",
        )


def full_game_rounds(seats: int) -> int:
    """Rounds of a full game (R2.1): 20, 15, 12, 10 for 3, 4, 5, 6 seats."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise SettingError("players", seats, f"a whole number {MIN_SEATS} … {MAX_SEATS} (R1.4)", "players")
    return 60 // seats


def schedule(rules: HouseRules, seats: int) -> tuple[int, ...]:
    """The hand size of every round, first to last (R2.1–R2.3).

    Raises SettingError when the settings ask for more cards than sixty.
    """
    limit = full_game_rounds(seats)
    match rules.round_mode:
        case RoundMode.FULL:
            return tuple(range(1, limit + 1))
        case RoundMode.CUSTOM:
            if rules.custom_round_count > limit:
                raise SettingError(
                    "custom_round_count",
                    rules.custom_round_count,
                    f"at most {limit} rounds with {seats} players (R2.2)",
                    "rounds_limit",
                    limit,
                )
            return tuple(range(1, rules.custom_round_count + 1))
        case RoundMode.SCHEDULE:
            sizes = rules.hand_sizes or ()
            if not sizes:
                _check_together(rules)
            if max(sizes) > limit:
                raise SettingError(
                    "hand_sizes",
                    list(sizes),
                    f"each at most {limit} with {seats} players (R2.3)",
                    "hand_sizes_limit",
                    limit,
                )
            return sizes


_TOURNAMENT: Mapping[int, tuple[int, ...]] = {
    3: tuple(range(2, 21, 2)),
    4: (1, 3, 5, 7, 9, 11, 12, 13, 14, 15),
    5: (2, *range(4, 13)),
    6: tuple(range(1, 11)),
}

PRESETS: tuple[str, ...] = (
    "standard",
    "canadian",
    "leaflet",
    "screw_the_dealer",
    "hidden",
    "delayed",
    "tournament",
    "quick",
)
"""The named presets of R7."""


def preset(name: str, seats: int) -> HouseRules:
    """The house rules of a named preset (R7) for 3 … 6 seats. Raises SettingError for an unknown name."""
    full_game_rounds(seats)
    match name:
        case "standard":
            return STANDARD
        case "canadian":
            return HouseRules(bid_restriction=BidRestriction.LEADER_ZERO_ALLOWED)
        case "leaflet":
            return HouseRules(bid_restriction=BidRestriction.LEADER)
        case "screw_the_dealer":
            return HouseRules(bid_restriction=BidRestriction.DEALER)
        case "hidden":
            return HouseRules(bid_disclosure=BidDisclosure.HIDDEN)
        case "delayed":
            return HouseRules(bid_disclosure=BidDisclosure.DELAYED)
        case "tournament":
            return HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=_TOURNAMENT[seats])
        case "quick":
            return HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=5)
    raise SettingError("preset", name, ", ".join(PRESETS), "choice")
