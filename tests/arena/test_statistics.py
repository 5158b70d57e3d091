"""Intervals: worked by hand, against simulation, and over deals rather than seatings."""

from __future__ import annotations

from math import sqrt

import msgspec
import numpy as np
import pytest

from rufen.arena.intervals import Anytime, Estimate, Running, t_95
from rufen.arena.match import Episode
from rufen.arena.playing import DealPlayed, TablePlayed, play_deal
from rufen.arena.ratings import Ratings
from rufen.arena.run import run
from rufen.arena.summary import summary
from rufen.arena.tally import Tally, Verdict

from .helper import Watched, told


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(1, 12.706), (2, 4.303), (4, 2.776), (5, 2.571), (9, 2.262), (30, 2.042), (1000, 1.962)],
)
def test_the_points_of_student(freedom, point):
    assert t_95(freedom) == pytest.approx(point, abs=6e-4)  # as printed in tables


def estimate(values) -> tuple[float, float, float]:
    """Mean, low and high."""
    found = Estimate.of(values)
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    return found.mean, found.low, found.high


def test_an_interval_by_hand():
    """1, 2, 6: mean 3, variance (4 + 1 + 9) / 2 = 7, so 3 ± 4.3027 · √(7 / 3)."""
    half = 4.3026527 * sqrt(7 / 3)
    assert estimate([1, 2, 6]) == pytest.approx((3, 3 - half, 3 + half))
    assert Estimate.of([4.0]) == Estimate(4, None, None, 1)
    assert Estimate.of([]) is None


def table(rotation: int, scores: tuple[int, int, int], line_up: int = 0) -> TablePlayed:
    seats = (0,) * 3
    ranks = tuple(1 + sum(other > own for other in scores) for own in scores)
    bids = tuple(int(score == 30) for score in scores)
    return TablePlayed(line_up, rotation, seats, (bids,), ((1, 0, 0),), (scores,), scores, ranks)


def test_seatings_of_a_deal_are_one_value():
    """Two deals; the three seats of each are averaged before anything is estimated.

    Deal 0 has scores 30, −10, 20: mean 40/3; deal 1 has −10, −10, −10. So points are 5/3 with variance
    (70/3)² / 2, and n is 2 and not 6.
    """
    tally = Tally(told("Meek", deals=2))
    tally.add(DealPlayed(0, (1,), (0,), (table(0, (30, -10, 20)),)))
    tally.add(DealPlayed(1, (1,), (1,), (table(0, (-10, -10, -10)),)))
    found = summary(tally).players[0].figures
    assert found.points.n == 2
    assert found.points.mean == pytest.approx(5 / 3)
    assert found.points.high == pytest.approx(5 / 3 + 12.7062047 * (70 / 3) / 2)
    assert found.edge.mean == pytest.approx(0)
    assert found.wins.mean == pytest.approx(1 / 3)
    # bids 1 0 0 and 0 0 0, tricks 1 0 0: all three made, then two of three
    assert found.exact.mean == pytest.approx((1 + 2 / 3) / 2)


def test_deals_come_in_order():
    tally = Tally(told("Meek", deals=2))
    with pytest.raises(ValueError, match="deal 1 where deal 0 is next"):
        tally.add(DealPlayed(1, (1,), (0,), (table(0, (-10, -10, -10)),)))


@pytest.mark.parametrize("deals", [4, 12, 60])
def test_fixed_intervals_cover_what_they_say(deals):
    """Blocks of four seatings that share the luck of their deal; 95 % of the intervals hold the mean."""
    chance = np.random.default_rng(7)
    times = 2000
    luck = chance.normal(3, 20, (times, deals, 1))
    blocks = (luck + chance.normal(0, 10, (times, deals, 4))).mean(axis=2)
    found = [estimate(row) for row in blocks.tolist()]
    covered = sum(low <= 3 <= high for _, low, high in found) / times
    # 0.95 ± four standard errors
    assert covered == pytest.approx(0.95, abs=0.02)


def false_verdicts(chance, draw, *, times: int, deals: int, alpha: float) -> float:
    """How often 0 is outside of any of the intervals when it is the mean."""
    sequence = Anytime(alpha)
    n = np.arange(1, deals + 1)
    looks = slice(sequence.first - 1, deals)
    radius = []
    for place in n[looks]:
        unit = Running()
        unit.n, unit._squares = int(place), float(place)
        radius.append(sequence.half_width(unit))
    wrong = 0
    for _ in range(times):
        values = draw(chance, deals)
        mean = np.cumsum(values) / n
        deviation = np.sqrt(np.maximum(np.cumsum(values * values) / n - mean * mean, 0))
        wrong += bool((np.abs(mean[looks]) > radius * deviation[looks]).any())
    return wrong / times


DRAWS = {
    "normal": lambda chance, n: chance.normal(0, 20, n),
    "points in tens": lambda chance, n: chance.choice([-35.0, -10, 0, 0, 0, 0, 10, 35], n),
    "lopsided": lambda chance, n: chance.choice([-30.0, 5, 5, 5, 5, 5, 5], n),
    "wild": lambda chance, n: chance.standard_t(3, n),
}


@pytest.mark.parametrize("name", DRAWS)
def test_whoever_looks_after_every_deal_is_misled_no_more_often_than_stated(name):
    """A look after each of 1,500 deals: at most 5 % false verdicts, with two standard errors allowed."""
    wrong = false_verdicts(np.random.default_rng(3), DRAWS[name], times=400, deals=1500, alpha=0.05)
    assert wrong < 0.05 + 2 * sqrt(0.05 * 0.95 / 400)
    assert wrong > 0


@pytest.mark.long
@pytest.mark.parametrize("name", DRAWS)
@pytest.mark.parametrize("alpha", [0.05, 0.05 / 3])
def test_whoever_looks_for_very_long_is_not_misled_either(name, alpha):
    wrong = false_verdicts(np.random.default_rng(5), DRAWS[name], times=6000, deals=20_000, alpha=alpha)
    assert wrong < alpha + 3 * sqrt(alpha * (1 - alpha) / 6000)


def test_a_running_mean_is_the_mean():
    running, values = Running(), [3.0, -1.5, 8.25, 0.0]
    for value in values:
        running.add(value)
    assert [running.mean, running.variance] == pytest.approx([np.mean(values), np.var(values)])


def test_an_anytime_interval_by_hand():
    """The formula of the page at n = 400, variance 1, α = 0.05 and ρ² from t = 500."""
    rho2 = (-2 * np.log(0.05) + np.log(-2 * np.log(0.05)) + 1) / 500
    radius = sqrt(2 * (400 * rho2 + 1) / (400**2 * rho2) * np.log(sqrt(400 * rho2 + 1) / 0.05))
    running = Running()
    for step in range(400):
        running.add(1.0 if step % 2 else -1.0)
    assert Anytime(0.05).interval(running) == pytest.approx((-radius, radius))
    assert radius / (1.96 / sqrt(400)) == pytest.approx(1.5, abs=0.1)
    assert Anytime(0.05).interval(Running()) is None


def test_a_match_stops_when_it_is_decided_and_only_after_whole_turns_of_the_hand_sizes():
    match = told("beginner", "random", deals=3000, sizes="1,2,3", stop_when_decided=True)
    tally = run(match)
    found = summary(tally)
    assert found.stopped
    assert found.differences[0].verdict is Verdict.ONE
    # the first look there is: 200 deals are needed, and 201 are whole turns
    assert (tally.deals, found.differences[0].decided_after) == (201, 201)
    low, high = found.differences[0].anytime or (0, 0)
    assert 0 < low < found.differences[0].difference.mean < high


def test_equal_players_are_equal_within_a_margin_and_never_decided_without_one():
    match = told("random", "random", deals=200)
    level = msgspec.structs.replace(match, margin=0.5, stop_when_decided=True)
    never, decided, cast = Tally(match), Tally(level), Watched(match)
    for deal in range(200):
        played = play_deal(match, deal, cast)
        never.add(played)
        assert not decided.decided
        decided.add(played)
    assert (never.pairs[0].verdict, never.pairs[0].interval) == (Verdict.OPEN, (0, 0))
    assert (decided.pairs[0].verdict, decided.pairs[0].decided) == (Verdict.EQUAL, 200)


def test_pairs_share_the_chance_of_a_false_verdict():
    assert Tally(told("random", "beginner", "counting", deals=1)).sequence.alpha == pytest.approx(0.05 / 3)
    assert Tally(told("random", deals=1, episode=Episode.GAME)).pairs == ()


def test_ratings_by_the_better_points():
    """The first always ahead of the second, and that of the third: the ratings say so, with their n."""
    ratings = Ratings(3)
    for _ in range(12):
        ratings.add({0: 5.0, 1: 1.0, 2: -3.0})
    best, middle, last = ratings.now()
    assert best.mu > 25 > last.mu
    assert best.low > middle.mu > last.high
    assert middle.mu == pytest.approx(25, abs=1.5)
    assert ratings.n == 12
    level = Ratings(2)
    level.add({0: 2.0, 1: 2.0})
    one, other = level.now()
    assert one == other
    assert one.mu == 25
