"""R5: what bids and tricks are worth."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rufen.core.house_rules import HouseRules, ZeroBidScoring
from rufen.core.scoring import Adjustment, RoundResult, bids_even, round_score, score_round, totals

STANDARD = HouseRules()
STEPS = st.integers(0, 10).map(lambda n: 5 * n)
RULES = st.builds(
    HouseRules,
    exact_bonus=STEPS,
    points_per_trick=STEPS,
    miss_penalty=STEPS,
    zero_bid_scoring=st.sampled_from(ZeroBidScoring),
)


@given(RULES, st.integers(1, 20))
def test_r5_1_a_made_bid(rules: HouseRules, hand_size: int) -> None:
    for bid in range(1, hand_size + 1):
        assert round_score(bid, bid, hand_size, rules) == rules.exact_bonus + rules.points_per_trick * bid


@given(RULES, st.integers(1, 20))
def test_r5_2_a_miss_costs_by_distance_and_direction_never_matters(rules: HouseRules, hand_size: int) -> None:
    for bid, tricks in itertools.permutations(range(hand_size + 1), 2):
        score = round_score(bid, tricks, hand_size, rules)
        assert score == round_score(tricks, bid, hand_size, rules) == -rules.miss_penalty * abs(bid - tricks)


@pytest.mark.parametrize("hand_size", range(1, 21))
def test_r5_3_a_made_zero(hand_size: int) -> None:
    worth = {
        ZeroBidScoring.FLAT_BONUS: 20,
        ZeroBidScoring.DOUBLE_BONUS: 40,
        ZeroBidScoring.PER_CARD: 20 + 5 * hand_size,
    }
    for option, score in worth.items():
        assert round_score(0, 0, hand_size, HouseRules(zero_bid_scoring=option)) == score


def test_r5_4_the_last_round_and_even_bids() -> None:
    rules = HouseRules(last_round_bonus=15, even_bids_dealer_penalty=25)
    plain = score_round([1, 1, 0], [1, 0, 1], hand_size=2, dealer=1, last_round=False, rules=STANDARD)
    assert plain == (30, -10, -10)
    assert bids_even([1, 1, 0], 2)
    told: dict[str, Any] = {"bids": [1, 1, 0], "tricks": [1, 0, 1], "hand_size": 2, "rules": rules}
    assert score_round(**told, dealer=1, last_round=False) == (30, -35, -10)
    assert score_round(**told, dealer=0, last_round=False) == (5, -10, -10)
    assert score_round(**told, dealer=1, last_round=True) == (45, -35, -10)
    told["bids"] = [1, 1, 1]
    assert score_round(**told, dealer=1, last_round=True) == (45, -10, 45)


def results_of(*scores: int, made: bool = True) -> list[RoundResult]:
    """Rounds in which seat 0 scored this and the others 0."""
    return [
        RoundResult(number, 1, 0, (1, 0, 0), (1, 0, 0) if made else (0, 1, 0), (score, 0, 0))
        for number, score in enumerate(scores, 1)
    ]


def test_r5_5_a_perfect_game_counts_only_when_complete() -> None:
    rules = HouseRules(perfect_game_bonus=100)
    rounds = results_of(30, 30)
    assert totals(rounds, seats=3, complete=False, rules=rules) == (60, 0, 0)
    assert totals(rounds, seats=3, complete=True, rules=rules) == (160, 100, 100)
    missed = [*rounds, *results_of(-10, made=False)]
    assert totals(missed, seats=3, complete=True, rules=rules) == (50, 0, 100)
    assert totals([], seats=3, complete=True, rules=rules) == (0, 0, 0), "nobody is perfect before a round"


def test_r5_6_totals_are_sums_and_adjustments_lines_of_their_own() -> None:
    rounds = results_of(-10, -20)
    lines = [Adjustment(0, -5, "a card dropped"), Adjustment(2, 10, "agreed"), Adjustment(0, 1, "rounding")]
    assert totals(rounds, seats=3, complete=False, rules=STANDARD) == (-30, 0, 0)
    assert totals(rounds, seats=3, complete=False, rules=STANDARD, adjustments=lines) == (-34, 0, 10)


@pytest.mark.parametrize("tricks", [[0, 0, 1], [2, 0, 1], [0, 0, 0]])
def test_r5_6_a_round_whose_tricks_do_not_add_up_has_no_score(tricks: list[int]) -> None:
    with pytest.raises(ValueError, match=f"the tricks add up to {sum(tricks)}, but 2 were played"):
        score_round([0, 0, 0], tricks, hand_size=2, dealer=0, last_round=False, rules=STANDARD)
