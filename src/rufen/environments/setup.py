"""What every environment is asked for: seats, house rules, what an episode is and what is rewarded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from rufen.core.house_rules import (
    MAX_SEATS,
    MIN_SEATS,
    HouseRules,
    SettingError,
    parse_house_rules,
    preset,
    schedule,
)
from rufen.kernel.whole import whole

__all__ = ["EPISODES", "ILLEGAL_REWARD", "REWARDS", "RulesLike", "Setup", "SetupError"]

EPISODES = ("round", "game")
"""`round`: an episode is one round; `game`: all rounds of the schedule."""
REWARDS = ("score", "relative")
"""`score`: the points a seat gets; `relative`: the same minus the mean of the other seats."""
ILLEGAL_REWARD = -1000.0
"""What an illegal action brings where it ends the episode: no miss costs as much (R5.2, R7)."""

RulesLike: TypeAlias = "HouseRules | str | Mapping[str, object]"
"""House rules, the name of a preset (R7), or settings by name."""


class SetupError(ValueError):
    """An environment was asked for something that it cannot be; the message says what is allowed."""


@dataclass(frozen=True)
class Setup:
    """A checked setup. `starts` are the numbers of the rounds that an episode may begin with."""

    seats: int
    rules: HouseRules
    episode: str
    reward: str
    sizes: tuple[int, ...]
    starts: tuple[int, ...]

    @classmethod
    def of(
        cls,
        seats: int,
        rules: RulesLike = "standard",
        episode: str = "round",
        reward: str = "score",
        hand_sizes: Sequence[int] | None = None,
    ) -> Setup:
        """Check what was asked for.

        `hand_sizes` narrows the rounds that a round episode begins with; None are all of the schedule. Raises
        SetupError, whose message names the argument, its value and what is allowed.
        """
        number = whole(seats)
        if number is None or not MIN_SEATS <= number <= MAX_SEATS:
            raise SetupError(f"seats = {seats!r}: expected a whole number {MIN_SEATS} … {MAX_SEATS}")
        _check_choice("episode", episode, EPISODES)
        _check_choice("reward", reward, REWARDS)
        checked = _rules(rules, number)
        sizes = schedule(checked, number)
        return cls(number, checked, episode, reward, sizes, _starts(episode, hand_sizes, sizes))

    @property
    def is_round(self) -> bool:
        """Whether an episode is one round."""
        return self.episode == "round"

    @property
    def is_relative(self) -> bool:
        """Whether a reward is a score minus the mean of the others."""
        return self.reward == "relative"


def _check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    if value not in choices:
        raise SetupError(f"{name} = {value!r}: expected {' or '.join(choices)}")


def _rules(rules: object, seats: int) -> HouseRules:
    try:
        if isinstance(rules, str):
            return parse_house_rules(preset(rules, seats), seats)
        if isinstance(rules, HouseRules | Mapping):
            return parse_house_rules(rules, seats)
    except SettingError as error:
        raise SetupError(f"rules: {error}") from error
    raise SetupError(f"rules = {rules!r}: expected HouseRules, the name of a preset, or settings by name")


def _starts(episode: str, chosen: object, sizes: tuple[int, ...]) -> tuple[int, ...]:
    if episode == "game":
        if chosen is not None:
            raise SetupError(
                "hand_sizes: a game plays its whole schedule; choose it by the rules (round_mode = schedule)"
            )
        return (1,)
    if chosen is None:
        return tuple(range(1, len(sizes) + 1))
    several = isinstance(chosen, Iterable) and not isinstance(chosen, str) and whole(chosen) is None
    wanted = [whole(size) for size in cast(Any, chosen)] if several else [whole(chosen)]
    if not wanted or not {*wanted} <= {*sizes}:
        known = ", ".join(map(str, sorted(set(sizes))))
        raise SetupError(f"hand_sizes = {chosen!r}: expected some of the hand sizes of the schedule: {known}")
    return tuple(number for number, size in enumerate(sizes, 1) if size in wanted)
