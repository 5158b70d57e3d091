"""Many games side by side, and the messages to whoever asks for what cannot be."""

from __future__ import annotations

import doctest
import itertools
from typing import Any

import numpy as np
import pytest
from tests.conformance.script import new_state

from rufen.core.actions import ACTIONS
from rufen.core.deal import deck_from_seed
from rufen.core.game import apply, apply_deal
from rufen.core.house_rules import BidRestriction, HouseRules, RoundMode, SettingError, WizardLead
from rufen.core.state import Phase
from rufen.kernel import batch
from rufen.kernel import layout as at
from rufen.kernel.batch import NO_ACTION, Batch, streams
from rufen.kernel.tables import NO_CARD

SHORT = HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=2)
LONGER = HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=3, wizard_lead=WizardLead.NEXT_SETS_SUIT)


def first_legal(games: Batch) -> Any:
    """The first thing that is open in each game, NO_ACTION where nothing is."""
    legal = games.legal()
    return np.where(legal.any(axis=1), legal.argmax(axis=1), NO_ACTION)


def test_games_under_different_rules_go_side_by_side():
    """The same decks in the core: after every step the same totals, at the end the same ranks."""
    rules = [SHORT, LONGER, SHORT]
    games = Batch(3, seats=4, rules=rules, first_dealer=[0, 1, 2])
    states = [new_state(4, each, dealer) for dealer, each in enumerate(rules)]
    for number in range(1, 4):
        decks = [deck_from_seed(place, number) for place in range(3)]
        states = [
            apply_deal(state, deck, "")[1] if state.phase is Phase.DEALING else state
            for state, deck in zip(states, decks, strict=True)
        ]
        games.deal([[card.index for card in deck] for deck in decks])
        while games.legal().any():
            actions = first_legal(games)
            states = [
                state if action == NO_ACTION else apply(state, int(seat), ACTIONS[action])[1]
                for state, seat, action in zip(states, games.turn, actions, strict=True)
            ]
            games.step(actions)
            assert games.totals.tolist() == [list(state.totals) for state in states]
    assert games.over.tolist() == [True, True, True]
    assert games.round.tolist() == [2, 3, 2]
    assert games.ranks().tolist() == [list(state.ranks or ()) for state in states]
    assert games.scores.tolist() == [list(state.results[-1].scores) for state in states]
    assert games.tricks_won.sum(axis=1).tolist() == [2, 3, 2]
    assert len(games.rules) == 2, "the same rules are kept once"


def test_windows_follow_the_play():
    games = Batch(1, seats=3, rules=SHORT)
    bids, phase, hands, trick = games.bids, games.phase, games.hands, games.trick
    games.deal(range(60))
    assert hands.tolist() == [[1 << 2, 1 << 0, 1 << 1]]
    assert (games.turn_up.tolist(), games.trump.tolist()) == ([3], [0])
    assert (games.dealer.tolist(), games.leader.tolist(), games.turn.tolist()) == ([0], [1], [1])
    for action in (61, 60, 60):
        games.step([action])
    assert bids.tolist() == [[0, 1, 0]]
    games.step([0])
    assert (phase.tolist(), trick.tolist()) == ([at.PLAYING], [[NO_CARD, 0, NO_CARD]])
    games.step([1])
    assert games.step([2]).tolist() == [1]
    assert (games.scores.tolist(), games.made.tolist()) == ([[-10, -10, 20]], [[0, 0, 1]])
    assert games.hand_size.tolist() == [1]


def test_the_outcome_of_a_step_tells_rounds_and_ends():
    games = Batch(2, seats=3, rules=SHORT, seed=3)
    outcomes = []
    while not games.over.all():
        games.deal()
        while games.legal().any():
            outcomes.append(games.step(first_legal(games)).tolist())
    for of_game in zip(*outcomes, strict=True):
        assert [outcome for outcome in of_game if outcome] == [1, 2]


def test_the_same_seed_deals_the_same_games_and_every_game_its_own():
    def hands(number: int, seed: int) -> list[list[int]]:
        games = Batch(number, seats=4, rules=HouseRules(round_mode=RoundMode.CUSTOM), seed=seed)
        games.deal()
        return games.hands.tolist()

    assert hands(5, 1) == hands(8, 1)[:5]
    assert hands(5, 1) != hands(5, 2)
    assert len({tuple(each) for each in hands(50, 1)}) > 40


def test_every_card_comes_to_every_place_about_as_often():
    """R2.4, by chi-square over 6,000 deals: 59 degrees of freedom, a false alarm once in 10⁶."""
    rules = HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(19,))
    games = Batch(6_000, seats=3, rules=rules, seed=11)
    games.deal()
    expected = len(games) * 19 / 60
    for seat in range(3):
        found = [int((games.hands[:, seat] >> np.uint64(card) & np.uint64(1)).sum()) for card in range(60)]
        assert sum((n - expected) ** 2 / expected for n in found) < 125
    turned = np.bincount(games.turn_up, minlength=60)
    assert sum((n - 100) ** 2 / 100 for n in turned) < 125


def test_beginning_anew_plays_other_deals():
    games = Batch(1, seats=3, rules=LONGER)
    games.deal()
    before = games.hands.copy()
    games.begin(first_dealer=2)
    assert (games.phase.tolist(), games.totals.tolist()) == ([at.DEALING], [[0, 0, 0]])
    games.deal()
    assert games.dealer.tolist() == [2]
    assert games.hands.tolist() != before.tolist()


def test_words_of_chance_are_all_different():
    words = np.concatenate([streams(0, 5_000), streams(1, 5_000), streams(2**64 - 1, 5_000)])
    assert len(np.unique(words)) == 15_000


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([60, 62], r"game 1: action 62 \(bid 2\) is not open to seat 1: allowed: bid 0, bid 1"),
        ([5, 60], r"game 0: action 5 \(play B6\) is not open to seat 1: allowed: bid 0, bid 1"),
        ([82, 60], r"game 0: action 82 \(trump G\) is not open to seat 1: allowed: bid 0, bid 1"),
        ([60, 85], r"game 1: action 85 is not open to seat 1"),
        ([60, -7], r"game 1: action -7 is not open to seat 1"),
        ([60, NO_ACTION], r"game 1: action -1 is not open to seat 1: allowed: bid 0, bid 1"),
        ([60], r"actions of shape \(1,\) and type int64: allowed are 2 whole numbers, one a game"),
        ([60.0, 61.0], r"type float64: allowed are 2 whole numbers"),
        ([[60, 60]], r"shape \(1, 2\)"),
    ],
)
def test_a_wrong_action_is_named_and_changes_nothing(actions: Any, message: str):
    games = Batch(2, seats=3, rules=SHORT)
    games.deal(range(60))
    before: Any = games.small.copy(), games.cards.copy(), games.points.copy()
    with pytest.raises(ValueError, match=message):
        games.step(actions)
    now: Any = games.small, games.cards, games.points
    assert all((row == then).all() for row, then in zip(now, before, strict=True))


def test_where_nobody_is_asked_only_no_action_is_allowed():
    games = Batch(1, seats=3, rules=SHORT)
    assert not games.legal().any()
    with pytest.raises(
        ValueError, match=r"game 0: action 60, but nobody is asked: allowed is -1 \(NO_ACTION\)"
    ):
        games.step([60])
    assert games.step([NO_ACTION]).tolist() == [0]


@pytest.mark.parametrize(
    ("decks", "message"),
    [
        ([list(range(59))], r"decks of shape \(1, 59\): allowed are \(60,\) and \(2, 60\)"),
        (
            [list(range(60)), [0, *range(59)]],
            "deck 1: a round is dealt from all sixty cards 0 … 59, each once",
        ),
        (range(1, 61), "deck 0: a round is dealt from all sixty"),
    ],
)
def test_what_is_no_deck_is_not_dealt(decks: Any, message: str):
    games = Batch(2, seats=3, rules=SHORT)
    with pytest.raises(ValueError, match=message):
        games.deal(decks)
    assert games.round.tolist() == [0, 0]


def test_a_batch_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="games 0: allowed is a whole number from 1 on"):
        Batch(0, seats=3)
    with pytest.raises(ValueError, match="seats 7: allowed is a whole number 3 … 6"):
        Batch(1, seats=7)
    with pytest.raises(SettingError, match="at most 10 rounds with 6 players"):
        Batch(1, seats=6, rules=HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=11))
    with pytest.raises(ValueError, match="rules for 1 games: allowed are one for all or 2"):
        Batch(2, seats=3, rules=[SHORT])
    with pytest.raises(ValueError, match="first dealer 3: allowed is a seat 0 … 2"):
        Batch(2, seats=3, first_dealer=[0, 3])
    with pytest.raises(ValueError, match="first dealers: allowed are one seat or 2"):
        Batch(2, seats=3, first_dealer=[0, 1, 2])
    with pytest.raises(ValueError, match="seed -1: allowed is a whole number 0 … 2⁶⁴ − 1"):
        Batch(1, seats=3, seed=-1)
    values = itertools.product(range(0, 55, 5), range(6), range(0, 25, 5))
    many = [HouseRules(exact_bonus=a, miss_penalty=b * 5, points_per_trick=c) for a, b, c in values]
    with pytest.raises(ValueError, match="330 different house rules: allowed are 256 in one batch"):
        Batch(len(many), seats=3, rules=many)


def test_the_sample_in_the_documentation_runs():
    assert doctest.testmod(batch).attempted
    assert doctest.testmod(batch).failed == 0


ONE = HouseRules()
SCHEDULE = RoundMode.SCHEDULE


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        *[({"games": odd}, r"games .*: allowed is a whole number from 1 on") for odd in (2.5, True, "3")],
        *[({"seats": odd}, r"seats .*: allowed is a whole number 3 … 6") for odd in (4.0, "4", None, 2)],
        *[({"seed": odd}, r"seed .*: allowed is a whole number 0 … ") for odd in (1.5, "7", None, 1 << 64)],
        *[
            ({"first_dealer": odd}, "first dealers: allowed are one seat or 2, as whole numbers")
            for odd in (1.9, "1", None, [0.5, 1], [[0, 1]], [[0], [0, 1]], True, 2**70, [0])
        ],
        ({"first_dealer": 300}, r"first dealer 300: allowed is a seat 0 … 3"),
        *[
            ({"rules": odd}, "rules: allowed are HouseRules for all games or for each, not ")
            for odd in ("standard", None, [ONE, "x"], [ONE, None], {"a": 1}, 7)
        ],
    ],
)
def test_whatever_else_is_given_is_refused_in_words(changed: Any, message: str):
    with pytest.raises(ValueError, match=message):
        Batch(**{"games": 2, "seats": 4, **changed})


@pytest.mark.parametrize(
    "rules",
    [
        HouseRules(round_mode=SCHEDULE, hand_sizes=(0,)),
        HouseRules(round_mode=SCHEDULE, hand_sizes=(1,) * 61),
        HouseRules(round_mode=SCHEDULE, hand_sizes=(1,) * 90),
        HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=0),
        HouseRules(miss_penalty=99_999),
        HouseRules(miss_penalty=-5),
        HouseRules(bid_disclosure="hidden", bid_restriction=BidRestriction.DEALER),  # type: ignore[arg-type]
    ],
)
def test_rules_that_nobody_has_checked_are(rules: HouseRules):
    """Else a game is stuck, or a number does not fit into its byte."""
    with pytest.raises(SettingError):
        Batch(1, seats=3, rules=rules)
    with pytest.raises(SettingError):
        at.encode_rules(rules, 3)


def test_whole_numbers_of_numpy_will_do():
    numpys: Any = {"games": np.int64(2), "seats": np.uint8(4), "seed": np.uint64(7)}
    numpys["first_dealer"] = np.array([0, 3], np.uint8)
    games = Batch(**numpys)
    assert games.rng.tolist() == Batch(2, seats=4, seed=7).rng.tolist()
    games.deal()
    assert games.dealer.tolist() == [0, 3]
