"""What a network's chances are worth: the scores of the core, by every setting (R5)."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np
import pytest

from rufen.core.actions import ACTIONS
from rufen.core.house_rules import HouseRules, RoundMode, ZeroBidScoring
from rufen.core.scoring import RoundResult, score_round, totals
from rufen.core.state import Phase
from rufen.kernel import layout as at
from rufen.kernel.network.forward import chances, find_busy, hidden_layers
from rufen.kernel.network.judging import (
    PRIDE,
    best_of,
    choose_trump,
    decide,
    judge,
    judge_trump,
    new_judgement,
)
from rufen.kernel.network.shape import CLASSES, MOST_ON, OUTPUTS, PADDED
from rufen.kernel.network.weights import Weights, random_weights
from rufen.kernel.play import legal

from .networks import inputs_of, judged, positions, rows_of_twin, ruled_positions, tiny
from .twin import Twin

NETWORK = tiny(3)


# --- forward -----------------------------------------------------------------------------------------------


def reference(weights: Weights, on: list[int]) -> tuple[Any, Any]:
    """Both hidden layers, as they are written in a book."""
    w1, b1, w2, b2 = (each.astype(np.float64) for each in weights[:4])
    first = np.maximum(b1 + w1[on].sum(axis=0), 0)
    return first, np.maximum(b2 + first @ w2, 0)


def reference_chances(weights: Weights, second: Any, output: int, classes: int) -> Any:
    logits = weights.b3[output].astype(np.float64) + second @ weights.w3[output].astype(np.float64)
    odds = np.exp(logits[:classes] - logits[:classes].max())
    return odds / odds.sum()


@pytest.mark.parametrize("sizes", [(1, 1), (3, 2), (16, 8), (37, 13), (256, 64)])
def test_the_layers_are_those_of_a_plain_implementation(sizes):
    weights = random_weights(sizes[0], sizes[1], seed=5)
    dice = np.random.default_rng(sizes)
    for number in (0, 1, 2, 3, 4, 5, 46, 116):
        on = dice.choice(len(weights.w1), number, replace=False).astype(np.int16)
        first, second = np.full(sizes[0], 9, np.float32), np.full(sizes[1], 9, np.float32)
        padded = np.concatenate([on, np.full(MOST_ON - number, 7, np.int16)])
        places = np.zeros(max(sizes) + 1, np.int64)
        hidden_layers(weights, padded, number, first, second, places)
        expected = reference(weights, on.tolist())
        np.testing.assert_allclose(first, expected[0], atol=1e-4, rtol=1e-4)
        np.testing.assert_allclose(second, expected[1], atol=1e-4, rtol=1e-4)
        for classes in (1, 2, 8, 9, 16, 17, CLASSES):
            out = np.full(PADDED, 9, np.float32)
            output = int(dice.integers(OUTPUTS))
            chances(weights, output, classes, second, places, find_busy(second, places), out)
            found = reference_chances(weights, expected[1], output, classes)
            np.testing.assert_allclose(out[:classes], found, atol=1e-5)


def test_chances_stay_finite_however_sure_a_network_is():
    weights = tiny(4)
    weights.b3[:] *= 3000
    out = np.zeros(PADDED, np.float32)
    chances(weights, 0, CLASSES, np.zeros(8, np.float32), np.zeros(9, np.int64), 0, out)
    assert out[:CLASSES].max() == 1
    assert out[:CLASSES].sum() == 1


# --- judging -----------------------------------------------------------------------------------------------


def expected_score(game: Twin, rules: HouseRules, seat: int, bid: int, tricks: list[float]) -> float:
    """What a bid brings on average by the core's own scoring, seats without a known bid bidding 0."""
    size, left = int(game.small[at.HAND_SIZE]), int(game.rule[at.ROUNDS] - game.small[at.ROUND])
    bids = [0 if other is None else other for other in game.bids]
    bids[seat] = bid
    others = game.bids[:seat] + game.bids[seat + 1 :]
    if game.phase is not Phase.BIDDING or game.rule[at.DISCLOSURE] or None in others:
        # not known, or nothing can be done about it any more
        rules = msgspec.structs.replace(rules, even_bids_dealer_penalty=0)
    scores = []
    for won in range(size + 1):
        all_won = [0] * game.seats
        all_won[seat], all_won[seat - 1] = won, size - won
        dealer = int(game.small[at.DEALER])
        score: float = score_round(
            bids, all_won, hand_size=size, dealer=dealer, last_round=not left, rules=rules
        )[seat]
        if won == bid:
            score += PRIDE
            if game.small[at.MADE + seat] == game.small[at.ROUND] - 1:
                score += rules.perfect_game_bonus * 0.7**left
        scores.append(score)
    return math.fsum(chance * score for chance, score in zip(tricks, scores, strict=True))


def test_r5_chances_are_chances_and_values_are_what_the_core_scores():
    judgements = 0
    for place, (game, rules) in enumerate(ruled_positions(40, seed=3)):
        if place % 5 or game.phase is Phase.CHOOSING_TRUMP:
            continue
        seat, size = game.turn, int(game.small[at.HAND_SIZE])
        won, left = int(game.small[at.WON + seat]), int(game.small[at.LEFT])
        for action, (value, tricks) in judged(NETWORK, rows_of_twin(game), seat).items():
            judgements += 1
            bid = game.bids[seat] if action < at.FIRST_BID else action - at.FIRST_BID
            assert bid is not None
            possible = range(won, won + left + 1) if game.phase is Phase.PLAYING else range(size + 1)
            assert math.fsum(tricks) == pytest.approx(1, abs=1e-5)
            assert all(chance >= 0 for chance in tricks)
            assert not any(tricks[k] for k in range(size + 1) if k not in possible)
            expected = expected_score(game, rules, seat, bid, tricks)
            assert value == pytest.approx(expected, abs=1e-3)
    assert judgements > 2000


def test_r5_5_in_the_last_round_a_game_without_a_miss_is_worth_its_bonus():
    """What judging adds to a made bid is what the totals of the core add."""
    rules = HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=2, perfect_game_bonus=50)
    game = Twin(3, rules, 0)
    game.small[at.ROUND] = 1
    game.small[at.DEALER] = 2
    game.deal(range(60))
    game.small[at.MADE : at.MADE + 2] = 1, 0
    before = RoundResult(1, 1, 2, (1, 1, 1), (1, 0, 0), (30, -10, -10))
    for seat in (0, 1):
        tricks = judged(NETWORK, rows_of_twin(game), seat)[at.FIRST_BID + 1]
        scores = []
        for won in range(3):
            bids, all_won = [0, 0, 0], [0, 0, 2 - won]
            bids[seat], all_won[seat] = 1, won
            scored = score_round(bids, all_won, hand_size=2, dealer=0, last_round=True, rules=rules)
            result = RoundResult(2, 2, 0, tuple(bids), tuple(all_won), scored)
            whole = totals((before, result), seats=3, complete=True, rules=rules)
            scores.append(whole[seat] - before.scores[seat] + PRIDE * (won == 1))
        assert tricks[0] == pytest.approx(np.dot(tricks[1][:3], scores), abs=1e-3)


def test_r5_4_the_dealer_sees_the_penalty_for_even_bids_coming():
    plain, punished = (
        Twin(3, HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(5,), even_bids_dealer_penalty=n), 2)
        for n in (0, 50)
    )
    for game in (plain, punished):
        game.deal(range(60))
        game.act(at.FIRST_BID + 1)
        game.act(at.FIRST_BID + 2)
    before, after = (judged(NETWORK, rows_of_twin(game), 2) for game in (plain, punished))
    drops = [before[60 + bid][0] - after[60 + bid][0] for bid in range(6)]
    assert drops == pytest.approx([0, 0, 50, 0, 0, 0], abs=1e-3)


@pytest.mark.parametrize("zero", list(ZeroBidScoring))
def test_r5_3_a_bid_of_zero_is_worth_what_the_house_rules_say(zero):
    game = Twin(3, HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(7,), zero_bid_scoring=zero), 2)
    game.deal(range(60))
    value, tricks = judged(NETWORK, rows_of_twin(game), 0)[at.FIRST_BID]
    made = {"flat_bonus": 20, "double_bonus": 40, "per_card": 55}[zero.value] + PRIDE
    missed = sum(10 * won * tricks[won] for won in range(1, 8))
    assert value == pytest.approx(made * tricks[0] - missed, abs=1e-3)


def test_r1_3_all_wizards_are_one_action_and_so_are_all_jesters():
    game = Twin(3, HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(7,)), 2)
    game.deal(range(60))
    for _ in range(3):
        game.act(at.FIRST_BID)
    for hand, actions in (
        ((3, 52, 53, 54, 57, 58, 59), [3, 52, 57]),
        ((53, 54, 55, 56), [53, 56]),
        ((55, 59), [55, 59]),
        ((52, 53, 54, 55), [52]),
    ):
        game.cards[at.HAND] = sum(1 << card for card in hand)
        assert list(judged(NETWORK, rows_of_twin(game), 0)) == actions


def test_the_best_action_is_taken_and_of_equals_the_first():
    out = new_judgement(NETWORK)
    out.value[:4] = 1, 5, 5, 2
    assert best_of(out, 4) == 1
    assert best_of(out, 1) == 0
    values = np.zeros(4, np.float32)
    decided = dict.fromkeys((Phase.CHOOSING_TRUMP, Phase.BIDDING, Phase.PLAYING), 0)
    for game in positions(24, seed=5):
        rows, seat = rows_of_twin(game), game.turn
        decided[game.phase] += 1
        action = int(decide(NETWORK, *rows, out, values))
        assert game.legal >> action & 1, (ACTIONS[action], game.legal)
        if game.phase is Phase.CHOOSING_TRUMP:
            best = []
            for suit in range(4):
                n = judge_trump(NETWORK, *rows, seat, suit, out)
                assert n == game.small[at.HAND_SIZE] + 1
                best.append(float(out.value[:n].max()))
            assert action == at.FIRST_TRUMP + int(np.argmax(best))
            assert choose_trump(NETWORK, *rows, seat, out, values) == int(np.argmax(best))
            assert values.tolist() == best
            assert game.phase is Phase.CHOOSING_TRUMP, "the position stays as it was"
        else:
            plays, bids = map(np.uint64, legal(*rows))
            n = judge(NETWORK, *rows, seat, plays, bids, out)
            assert action == out.action[int(np.argmax(out.value[:n]))]
    assert all(decided.values())


def test_where_the_house_rules_give_nothing_a_made_bid_is_still_better_than_a_missed_one():
    rules = HouseRules(
        round_mode=RoundMode.SCHEDULE, hand_sizes=(4,), exact_bonus=0, points_per_trick=0, miss_penalty=0
    )
    game = Twin(3, rules, 2)
    game.deal(range(60))
    said = judged(NETWORK, rows_of_twin(game), 0)
    for bid in range(5):
        value, tricks = said[at.FIRST_BID + bid]
        assert value == pytest.approx(PRIDE * tricks[bid], abs=1e-6)


def test_inputs_are_found_once_for_all_actions():
    game = next(iter(positions(1, seed=9)))
    out = new_judgement(NETWORK)
    rows = rows_of_twin(game)
    plays, bids = map(np.uint64, legal(*rows))
    judge(NETWORK, *rows, game.turn, plays, bids, out)
    assert out.on[: out.counts[0]].tolist() == inputs_of(rows, game.turn)
    assert out.counts[1] == game.small[at.HAND_SIZE] + 1
