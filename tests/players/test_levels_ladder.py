"""Each level is better than the one below. The deals are fixed, so only a changed player changes this."""

from __future__ import annotations

import pytest

from rufen.arena.contestants import contestants
from rufen.arena.match import Episode, FieldKind, Match
from rufen.arena.run import run
from rufen.arena.summary import summary
from rufen.core.house_rules import STANDARD


def low(better: str, worse: str, deals: int, seats: int = 4, field: FieldKind = FieldKind.MIRRORED) -> float:
    """The lower end of the interval of the difference, in points a round."""
    match = Match(
        players=contestants([better, worse]),
        seats=seats,
        rules=STANDARD,
        episode=Episode.ROUND,
        field=field,
        deals=deals,
        seed="levels",
    )
    (found,) = summary(run(match)).differences
    assert found.difference.low is not None
    return found.difference.low


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_strong_player_is_better_than_the_yardstick(seats):
    assert low("strong", "counting", 240 // seats * 2, seats) > 0


def test_the_casual_player_is_far_better_than_chance():
    assert low("casual", "random", 15) > 15


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize(
    ("better", "worse"), [("beginner", "random"), ("casual", "beginner"), ("strong", "casual")]
)
def test_every_level_beats_the_one_below(better, worse, seats):
    assert low(better, worse, 60 // seats * 30, seats) > 0


@pytest.mark.long
def test_the_expert_beats_the_strong_player_even_with_a_tenth_of_its_budget():
    assert low("search:nodes=2000", "strong", 600, field=FieldKind.ALONE) > 0
