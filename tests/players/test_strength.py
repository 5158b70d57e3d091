"""How well the players play. The deals are fixed, so these figures never change by chance."""

from __future__ import annotations

import pytest
from benchmarks.players import edge, exact_rate

from rufen.core.house_rules import STANDARD, parse_house_rules


def test_the_beginner_makes_more_than_half_of_its_bids_with_four():
    exact = exact_rate("beginner", 4, 40, "strength", STANDARD)
    assert exact.mean - exact.margin > 0.55


@pytest.mark.parametrize("seats", [3, 5, 6])
def test_the_beginner_makes_half_of_its_bids_with_any_number_of_players(seats):
    assert exact_rate("beginner", seats, 8, "strength", STANDARD).mean > 0.5


@pytest.mark.parametrize(
    "settings",
    [
        {"bid_restriction": "dealer"},
        {"bid_disclosure": "hidden"},
        {"bid_disclosure": "delayed"},
        {"wizard_lead": "next_sets_suit", "jester_lead": "free"},
        {"zero_bid_scoring": "double_bonus"},
    ],
    ids=lambda settings: " ".join(settings.values()),
)
def test_the_beginner_plays_on_under_other_house_rules(settings):
    exact = exact_rate("beginner", 4, 6, "strength", parse_house_rules(settings, 4))
    assert exact.mean > 0.45


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_beginner_is_thirty_points_a_round_ahead_of_random_players(seats):
    points, made = edge("beginner", "random", seats, 5, "strength", STANDARD)
    assert points.mean - points.margin > 30
    assert made.mean > 0.5


def test_a_player_against_itself_is_exactly_level():
    points, _ = edge("beginner", "beginner", 4, 3, "strength", STANDARD)
    assert points.mean == pytest.approx(0)
