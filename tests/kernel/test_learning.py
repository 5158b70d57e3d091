"""Learning from play: gradients and steps against plain ones, targets by hand, and that it learns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rufen.core.house_rules import HouseRules
from rufen.kernel import layout as at
from rufen.kernel.learning.actor import (
    COUNTING_TABLE,
    DECISIONS,
    FROZEN_SEAT,
    FROZEN_TABLE,
    HABIT_TABLE,
    LOSS,
    MIX_WIDTH,
    OWN_MADE,
    OWN_ROUNDS,
    RECORDED,
    RULE_TABLE,
    SEARCH_TABLE,
    SEATS,
    STATS,
    Pace,
    advance,
    new_room,
    seat_company,
)
from rufen.kernel.learning.descent import learn, new_descent
from rufen.kernel.learning.duels import play_deals
from rufen.kernel.learning.records import (
    COUNTING,
    LONGEST,
    SEARCHING,
    UNIFORM,
    Records,
    new_company,
    new_lookahead,
    new_records,
    set_targets,
)
from rufen.kernel.network.judging import new_judgement
from rufen.kernel.network.shape import CLASSES, INPUTS
from rufen.kernel.network.weights import Weights, copy_of, random_weights, stacked
from rufen.kernel.search.room import Settings

from .networks import some_rules, tiny
from .test_compiled import start

RULES = np.stack([at.encode_rules(rules, seats) for seats, rules in some_rules(20, seed=8)])
STANDARD = at.encode_rules(HouseRules(), 3)[None]
SETTINGS = Settings(worlds=64, most=4, within=15.0, prior=4.0, bid_warmth=3.0, human=0.01, first=8, keep=2)


def mix(**shares: float) -> Any:
    """Tables of 3 … 6 seats alike, and who sits at them."""
    row = np.zeros(MIX_WIDTH)
    row[SEATS : SEATS + 4] = 0.25
    places = {
        "counting": COUNTING_TABLE,
        "habits": HABIT_TABLE,
        "rules": RULE_TABLE,
        "frozen": FROZEN_TABLE,
        "earlier": FROZEN_SEAT,
        "search": SEARCH_TABLE,
    }
    for name, share in shares.items():
        row[places[name]] = share
    return row


def recorded(weights: Weights, decisions: int, seed: int = 1) -> Records:
    """Decisions of a network, never learned from, under all kinds of rules."""
    room = new_room(weights, 10 * decisions, SETTINGS, 40)
    pace = Pace(10**9, 0.2, 0.4, 0.001)
    rng = np.array([seed], np.uint64)
    advance(
        stacked([weights]), new_descent(weights), room, mix(), RULES, rng, pace, decisions, np.zeros(STATS)
    )
    assert decisions // 2 < room.records.length[0] < 2 * decisions
    return room.records


# --- the gradient ------------------------------------------------------------------------------------------


class Plain:
    """The loss of a network on records in 64 bits, as it is written in a book: mean cross-entropy."""

    def __init__(self, records: Records) -> None:
        self.rows = rows = int(records.length[0])
        self.on = [records.on[row, : records.number[row]].copy() for row in range(rows)]
        self.output = records.output[:rows].copy()
        self.target = records.target[:rows, :CLASSES].astype(np.float64)
        classes = records.classes[:rows, None]
        self.valid = np.arange(CLASSES) < classes
        self.target = np.where(self.valid, self.target, 0)

    def loss(self, weights: list[Any]) -> float:
        w1, b1, w2, b2, w3, b3 = weights
        first = np.maximum(np.stack([w1[on].sum(axis=0) for on in self.on]) + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        logits = np.einsum("rb,rbk->rk", second, w3[self.output]) + b3[self.output]
        logits = np.where(self.valid, logits[:, :CLASSES] if logits.shape[1] > CLASSES else logits, -np.inf)
        top = logits.max(axis=1, keepdims=True)
        log_sum = top + np.log(np.exp(logits - top).sum(axis=1, keepdims=True))
        log = np.where(self.valid, logits - log_sum, 0)
        return float(-(self.target * log).sum() / self.rows)


def in_64_bits(weights: Weights) -> list[Any]:
    whole = [each.astype(np.float64) for each in weights]
    return [*whole[:4], whole[4][..., :CLASSES].copy(), whole[5][..., :CLASSES].copy()]


def test_the_gradient_is_the_slope_of_the_loss():
    network = tiny(2, 7, 5)
    records = recorded(network, 60)
    plain, whole = Plain(records), in_64_bits(network)
    descent = new_descent(network)
    learn(network, descent, records, 1e-3)
    # after the first step Adam's mean is a tenth of the gradient
    found = in_64_bits(Weights(*(each * 10 for each in descent.mean)))
    dice = np.random.default_rng(1)
    checked = 0
    for part, gradient in zip(whole, found, strict=True):
        busy = np.argwhere(gradient)
        places = [*dice.permutation(busy)[:25], *dice.permutation(np.argwhere(gradient == 0))[:5]]
        for place in map(tuple, places):
            kept, step = part[place], 1e-5
            part[place] = kept + step
            above = plain.loss(whole)
            part[place] = kept - step
            below = plain.loss(whole)
            part[place] = kept
            assert gradient[place] == pytest.approx((above - below) / (2 * step), abs=2e-5, rel=2e-3)
            checked += bool(gradient[place])
    assert checked > 100


def test_the_loss_it_tells_is_the_distance_from_the_targets():
    network = tiny(2, 7, 5)
    records = recorded(network, 150)
    plain = Plain(records)
    entropy = -(plain.target * np.log(np.maximum(plain.target, 1e-300))).sum()
    expected = plain.loss(in_64_bits(network)) * plain.rows - entropy
    assert learn(network, new_descent(network), records, 1e-3) == pytest.approx(expected, rel=1e-4)


def test_steps_are_those_of_adam_and_leave_alone_what_nothing_was_said_about():
    network = tiny(3, 9, 6)
    descent, rate = new_descent(network), 0.01
    plain = in_64_bits(network)
    means, squares = ([np.zeros_like(each) for each in plain] for _ in range(2))
    for number in range(1, 5):
        records = recorded(network, 60, seed=number)
        rows = int(records.length[0])
        before = in_64_bits(descent.mean)
        learn(network, descent, records, rate)
        after = in_64_bits(descent.mean)
        heard = [np.ones(len(each), bool) for each in plain]
        heard[0] = np.isin(
            np.arange(INPUTS), np.concatenate([records.on[r, : records.number[r]] for r in range(rows)])
        )
        heard[4] = heard[5] = np.isin(np.arange(len(plain[4])), records.output[:rows])
        for part in range(6):
            on = heard[part]
            gradient = (after[part] - 0.9 * before[part])[on] * 10
            means[part][on] = 0.9 * means[part][on] + 0.1 * gradient
            squares[part][on] = 0.999 * squares[part][on] + 0.001 * gradient**2
            mean, square = means[part][on] / (1 - 0.9**number), squares[part][on] / (1 - 0.999**number)
            floor = 1e-8 / np.sqrt(1 - 0.999**number)  # the kernel's, in these terms
            plain[part][on] -= rate * mean / (np.sqrt(square) + floor)
            np.testing.assert_array_equal(after[part][~on], before[part][~on])
        assert not heard[0].all()
        for found, expected in zip(in_64_bits(network), plain, strict=True):
            np.testing.assert_allclose(found, expected, atol=rate * 2e-3)
    assert descent.steps[0] == 4


def test_nothing_remains_in_the_room_for_gradients():
    network = tiny(4)
    descent = new_descent(network)
    learn(network, descent, recorded(network, 100), 1e-3)
    assert not any(each.any() for each in descent.gradient)
    assert not descent.inputs.any()
    assert not descent.outputs.any()
    assert (descent.heads == -1).all()


# --- targets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trace", "bid", "first_card", "last_card"),
    [
        # tricks 0, 1, 2 for the bid; 0, 1, 2 for the first card; 1, 2 in all for the last one
        (0.0, [0.1, 0.6, 0.3], [0.0, 0.2, 0.8], [0.0, 1.0]),
        (1.0, [0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.0, 1.0]),
        # 0.6 · [0, .2, .8] + 0.4 · [0, 0, 1], and 0.6 · [.1, .6, .3] + 0.4 · that
        (0.4, [0.06, 0.36 + 0.4 * 0.12, 0.18 + 0.4 * 0.88], [0.0, 0.12, 0.88], [0.0, 1.0]),
    ],
)
def test_targets_by_hand(trace, bid, first_card, last_card):
    """A seat bids, plays two cards and wins both tricks; another one bids meanwhile and wins none."""
    records = new_records(8, 2, 2)
    small = np.zeros(at.SMALL_WIDTH, np.uint8)
    small[at.WON : at.WON + 2] = 2, 0
    # seat, tricks won before, classes, what was expected of the best action by tricks in all
    rows: list[tuple[int, int, int, list[float]]] = [
        (3, 0, 3, [9, 9, 9]),  # another round, which is over
        (0, 0, 3, [7, 7, 7]),
        (1, 0, 3, [5, 5, 5]),
        (0, 0, 3, [0.1, 0.6, 0.3]),
        (0, 1, 2, [0.0, 0.2, 0.8]),
    ]
    for row, (seat, before, classes, best) in enumerate(rows):
        records.seat[row], records.before[row], records.classes[row] = seat, before, classes
        records.best[row, :3] = best
        records.target[row] = -1
    records.length[0] = len(rows)
    set_targets(small, 1, trace, records)
    assert records.target[1, :3].tolist() == pytest.approx(bid)
    assert records.target[3, :3].tolist() == pytest.approx(first_card)
    assert records.target[4, :2].tolist() == pytest.approx(last_card)
    assert records.target[2, :3].tolist() == [1, 0, 0]
    assert (records.target[0] == -1).all()


def test_targets_of_real_rounds_are_chances():
    records = recorded(tiny(5), 400)
    rows = int(records.length[0])
    for row in range(rows):
        assert records.target[row, : records.classes[row]].sum() == pytest.approx(1, abs=1e-4)
        assert records.chances[row, : records.classes[row]].sum() == pytest.approx(1, abs=1e-4)
        assert (records.target[row, : records.classes[row]] >= 0).all()


# --- company -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shares", "networks", "others"),
    [
        ({}, 1, {0}),
        ({}, 3, {0}),
        ({"counting": 1}, 3, {COUNTING}),
        ({"earlier": 1}, 3, {1, 2}),
        ({"earlier": 1}, 1, {0}),
        ({"frozen": 1}, 2, {1}),
        ({"habits": 1}, 2, {0, 1}),
        ({"rules": 1}, 1, {0, COUNTING}),
        ({"search": 1}, 3, {SEARCHING}),
    ],
)
def test_who_sits_with_the_learner(shares, networks, others):
    company, rng = new_company(), np.array([7], np.uint64)
    met = set()
    for seats in (3, 4, 5, 6) * 30:
        own = seat_company(mix(**shares), seats, networks, company, rng)
        learns = company.learns[:seats].astype(bool)
        assert learns.any()
        assert own == learns.all()
        # who learns is the learner, plays its best and bids as it means
        assert not company.who[:seats][learns].any()
        assert not company.warmth[:seats][learns].any()
        assert not company.shift[:seats][learns].any()
        rest = company.who[:seats][~learns].tolist()
        if "frozen" in shares:
            assert len(set(rest)) == 1
            assert len(rest) == seats - 1
        if "search" in shares:
            assert len(rest) == 1
        met |= set(rest) if rest else {0}
        if "habits" in shares:
            assert (company.warmth[:seats][~learns] >= 1.5).all()
            assert set(company.shift[:seats].tolist()) <= {-1, 0, 1}
    assert met == others


# --- playing and learning ----------------------------------------------------------------------------------


EVERYBODY = {"counting": 0.2, "habits": 0.2, "rules": 0.2, "earlier": 0.2, "frozen": 0.1, "search": 0.1}


def trained(seed: int, decisions: int, shares: dict[str, float] | None = None) -> tuple[Weights, Any]:
    network = random_weights(24, 16, seed)
    networks = stacked([network, random_weights(24, 16, seed + 1)])
    descent, room, stats = new_descent(network), new_room(network, 256, SETTINGS, 40), np.zeros(STATS)
    rng = np.array([seed], np.uint64)
    pace = Pace(256, 0.1, 0.4, 0.003)
    advance(networks, descent, room, mix(**shares or {}), STANDARD, rng, pace, decisions, stats)
    return Weights(*(each[0] for each in networks)), stats


def played(weights: Weights, who: list[int], size: int, nodes: int = 0) -> tuple[Any, Any, Any]:
    """Bids, tricks and scores of 500 deals at a table of four."""
    dice = np.random.default_rng(6)
    decks = np.stack([dice.permutation(60) for _ in range(500)]).astype(np.uint8)
    rule = STANDARD[0].copy()
    rule[at.SIZES] = size
    company = new_company()
    company.who[:4] = who
    company.learns[:] = 0
    small, cards, points = (table[0] for table in at.new_games(1))
    bids, tricks, scores = (np.zeros((500, 6), np.int64) for _ in range(3))
    play_deals(
        stacked([weights]),
        company,
        rule,
        4,
        decks,
        np.arange(500) % 4,
        small,
        cards,
        points,
        np.ones(1, np.uint64),
        new_judgement(weights),
        np.zeros(4, np.float32),
        new_records(LONGEST, *weights.w2.shape),
        new_lookahead(weights, SETTINGS, nodes),
        bids,
        tricks,
        scores,
    )
    assert (tricks.sum(axis=1) == size).all()
    return bids, tricks, scores


def exact(weights: Weights, who: int, size: int) -> float:
    """The share of bids made at a table of four, all by this player."""
    bids, tricks, scores = played(weights, [who] * 4, size)
    made = (bids == tricks)[:, :4]
    missed = -10 * abs(bids - tricks)[:, :4]
    assert (scores[:, :4] == np.where(made, 20 + 10 * tricks[:, :4], missed)).all()
    return float(made.mean())


def test_a_tiny_network_learns_to_bid():
    started = random_weights(24, 16, 11)
    learned, stats = trained(11, 150_000)
    for size in (1, 3):
        assert exact(learned, 0, size) > exact(started, 0, size) + 0.15
        assert exact(learned, 0, size) > exact(learned, UNIFORM, size) + 0.15
    assert exact(learned, 0, 1) > exact(learned, COUNTING, 1) - 0.05
    assert 150_000 <= stats[DECISIONS] < 151_000
    assert 100_000 < stats[RECORDED] <= stats[DECISIONS]
    assert 0 < stats[LOSS] / stats[RECORDED] < 1
    assert (stats[OWN_MADE : OWN_MADE + 4] < stats[OWN_ROUNDS : OWN_ROUNDS + 4]).all()


def test_the_same_seed_learns_the_same_and_another_one_does_not():
    one, stats = trained(1, 4_000, EVERYBODY)
    again, again_stats = trained(1, 4_000, EVERYBODY)
    other, _ = trained(2, 4_000, EVERYBODY)
    assert [each.tobytes() for each in one] == [each.tobytes() for each in again]
    assert stats.tolist() == again_stats.tolist()
    assert one.w1.tobytes() != other.w1.tobytes()


def test_who_looks_ahead_plays_its_network_where_it_may_not_ask():
    learned, _ = trained(11, 150_000)
    plain = played(learned, [0, 0, 0, 0], 4)
    for one, other in zip(plain, played(learned, [0, SEARCHING, 0, 0], 4, nodes=0), strict=True):
        np.testing.assert_array_equal(one, other)
    bids, tricks, _ = played(learned, [0, SEARCHING, 0, 0], 4, nodes=200)
    np.testing.assert_array_equal(bids, plain[0])  # it does not look ahead for bids
    assert not np.array_equal(tricks, plain[1])
    made, made_plainly = (np.mean(bids[:, 1] == won[:, 1]) for won in (tricks, plain[1]))
    assert made > made_plainly + 0.03


def test_only_the_learner_moves():
    network = random_weights(24, 16, 5)
    earlier = random_weights(24, 16, 6)
    networks, kept = stacked([network, earlier]), copy_of(earlier)
    pace, rng = Pace(100, 0.1, 0.4, 0.003), np.array([5], np.uint64)
    advance(
        networks,
        new_descent(network),
        new_room(network, 100, SETTINGS, 40),
        mix(**EVERYBODY),
        RULES,
        rng,
        pace,
        2_000,
        np.zeros(STATS),
    )
    for now, then in zip(networks, kept, strict=True):
        np.testing.assert_array_equal(now[1], then)
    assert not np.array_equal(networks.w2[0], network.w2)


CHECKED = """\
import json
from tests.kernel.test_learning import EVERYBODY, recorded, tiny, trained
records = recorded(tiny(1, 7, 5), 2_000)
_, stats = trained(1, 20_000, EVERYBODY)
print(json.dumps([int(records.length[0]), int(stats[0])]))
"""


@pytest.mark.long
def test_no_index_leaves_its_array(tmp_path):
    recorded_rows, decisions = start(tmp_path, "-c", CHECKED, NUMBA_BOUNDSCHECK="1")
    assert recorded_rows > 1_000
    assert decisions >= 20_000
