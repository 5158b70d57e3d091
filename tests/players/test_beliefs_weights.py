"""Weights on top of the deals that fit: what bids and plays tell."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from tests.players.told import bidding

from rufen.core.cards import WIZARDS, Card
from rufen.players.beliefs import Beliefs, reweighted

VIEW = bidding("B3 Y2 R4", trump="G", seats=3, seat=0, bids=(0, 2))


def wizards(hands):
    return np.bitwise_count(hands & np.uint64(WIZARDS)).astype(float)


def only_one(place, deals):
    return np.arange(len(deals)) == place


def test_a_seat_that_bid_nothing_is_believed_to_hold_no_wizard():
    """A likelihood of 1 for a hand without Wizards and 0 for others is the same as knowing it."""
    deals = Beliefs(VIEW).sample(40_000, 1)
    weighted = reweighted(deals, lambda all_deals: wizards(all_deals[:, 1]) == 0)
    assert weighted.probability(Card.W1, 1) == 0
    # seat 2 holds 3 of the 53 cards that neither seat 0 nor seat 1 has and that were not turned up
    assert weighted.probability(Card.W1, 2) == pytest.approx(3 / 53, rel=0.1)
    kept = np.count_nonzero(wizards(deals[:, 1]) == 0)
    assert weighted.effective == pytest.approx(kept)


def test_equal_weights_change_nothing():
    deals = Beliefs(VIEW).sample(500, 1)
    weighted = reweighted(deals, lambda all_deals: np.full(len(all_deals), 1e-300))
    assert weighted.effective == pytest.approx(500)
    assert weighted.weights.sum() == pytest.approx(1)
    share = np.count_nonzero(deals[:, 2] & np.uint64(Card.J1.bit)) / 500
    assert weighted.probability(Card.J1, 2) == pytest.approx(share)
    assert (np.sort(weighted.resample(500, 3), axis=0) == np.sort(deals, axis=0)).all()


def test_weights_turn_draws_of_one_belief_into_another_and_resampling_keeps_it():
    """Two Wizards are twice as likely as one, and so on: the mean is that of the tilted distribution."""
    deals = Beliefs(VIEW).sample(60_000, 5)
    counts = wizards(deals[:, 2])
    weighted = reweighted(deals, lambda all_deals: 2.0 ** wizards(all_deals[:, 2]))
    shares = np.array([np.mean(counts == number) for number in range(4)])
    tilted = shares * 2.0 ** np.arange(4)
    expected = float((tilted / tilted.sum()) @ np.arange(4))
    assert float(weighted.weights @ counts) == pytest.approx(expected)
    assert 1 < weighted.effective < 60_000
    again = weighted.resample(60_000, 6)
    assert wizards(again[:, 2]).mean() == pytest.approx(expected, rel=0.01)
    assert (weighted.resample(50, 6) == weighted.resample(50, 6)).all()


def test_a_draw_with_all_the_weight_is_all_that_comes_back():
    deals = Beliefs(VIEW).sample(20, 1)
    for only in (0, 7, 19):
        weighted = reweighted(deals, partial(only_one, only))
        assert weighted.effective == 1
        assert (weighted.resample(33, 2) == deals[only]).all()


@pytest.mark.parametrize(
    ("likelihood", "message"),
    [
        (lambda deals: 1.0, r"a likelihood for each of 20 draws, not the shape \(\)"),
        (lambda deals: np.ones(19), r"for each of 20 draws, not the shape \(19,\)"),
        (lambda deals: -np.ones(20), "0 or more"),
        (lambda deals: np.full(20, np.nan), "a finite number"),
        (lambda deals: np.full(20, np.inf), "a finite number"),
        (lambda deals: np.zeros(20), "impossible in every draw"),
    ],
)
def test_a_likelihood_that_makes_no_sense_is_an_error(likelihood, message):
    deals = Beliefs(VIEW).sample(20, 1)
    with pytest.raises(ValueError, match=message):
        reweighted(deals, likelihood)


def test_no_draws_cannot_be_weighed():
    with pytest.raises(ValueError, match="take more draws"):
        reweighted(Beliefs(VIEW).sample(0, 1), lambda deals: np.ones(len(deals)))
