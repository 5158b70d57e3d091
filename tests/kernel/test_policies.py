"""The players of the kernel: COUNTING is its twin for views, UNIFORM is uniform."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest
from tests.conformance.script import new_state

from rufen.core.actions import ACTIONS, action_index
from rufen.core.cards import bits_of, parse_cards
from rufen.core.deal import deck_from_seed
from rufen.core.game import apply, apply_deal, legal_set
from rufen.core.house_rules import HouseRules
from rufen.core.state import Phase, to_act
from rufen.core.view import view_of
from rufen.kernel import layout as at
from rufen.kernel import play, policies
from rufen.kernel.batch import Batch, streams
from rufen.kernel.mirror import Rows, rows_of_view
from rufen.kernel.playouts import finish_games
from rufen.kernel.policies import COUNTING, UNIFORM
from rufen.players.counting import CountingPlayer

from .lockstep import full_game, house_rules, listed_game, short_game
from .tiny_walk import actions_of

RNG = streams(1, 1)[0]


def decide(policy: int, rows: Rows) -> int:
    return int(policies.decide(policy, rows.rule, rows.small, rows.cards, rows.points, RNG))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_counting_plays_what_its_twin_plays_from_the_same_view(seats: int):
    """Under random rules, in positions that random play and its own lead to; from what its seat may know."""
    player = CountingPlayer()
    positions, sound = 0, False
    games = [full_game, full_game, *[short_game, listed_game] * 6]
    for settings, make, seed in zip(house_rules(seats), games, itertools.count(seats)):
        dice = random.Random(seed)
        state = new_state(seats, make(settings, seats), seed % seats)
        while state.phase is not Phase.GAME_OVER:
            if state.phase is Phase.DEALING:
                state = apply_deal(state, deck_from_seed(dice.getrandbits(32), 1), "")[1]
                sound = dice.random() < 0.5
            seat = dice.choice(to_act(state))
            view = view_of(state, seat)
            action = player.act(view)
            assert decide(COUNTING, rows_of_view(view)) == action_index(action)
            positions += 1
            played = action if sound else ACTIONS[dice.choice(actions_of(legal_set(state, seat)))]
            state = apply(state, seat, played)[1]
    assert positions > 1_200


@pytest.mark.parametrize(("seats", "share"), [(3, 0.39), (4, 0.55), (5, 0.60), (6, 0.63)])
def test_counting_makes_as_many_bids_at_its_own_table_as_it_is_known_for(seats: int, share: float):
    """All hand sizes evenly; 400 games, whose standard error is below half a percent."""
    games = Batch(400, seats=seats, seed=seats)
    table = np.full((400, 6), COUNTING, np.uint8)
    deck = np.zeros(60, np.uint8)
    finish_games(games.rules, games.small, games.cards, games.points, table, deck, games.rng)
    assert games.made.mean() / games.round.mean() == pytest.approx(share, abs=0.02)


def asked(hand: str, trick: str, trump: str | None, bid: int, won: int) -> str:
    """The card that COUNTING plays to a trick at a table of four."""
    rule = at.encode_rules(HouseRules(), 4)
    small, cards, points = (table[0] for table in at.new_games(1))
    rows = Rows(rule, small, cards, points)
    small[at.SEATS], small[at.PHASE], small[at.HAND_SIZE], small[at.LEFT] = 4, at.PLAYING, 9, 9
    small[at.TRUMP] = 4 if trump is None else "BGRY".index(trump)
    small[at.LED] = 4
    for card in parse_cards(trick):
        cards[small[at.TURN]] = card.bit
        play.step(rule, small, cards, points, card.index)
    seat = int(small[at.TURN])
    cards[seat] = bits_of(parse_cards(hand))
    small[at.BID + seat], small[at.WON + seat] = bid, won
    return str(ACTIONS[decide(COUNTING, rows)].card)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("hand", "trick", "needs", "card"),
    [
        ("B2 R13 G3 J1 W1", "", True, "W1"),
        ("B2 R13 G3 J1 W1", "", False, "J1"),
        ("B2 R13 G3", "", True, "B2"),
        ("Y5 G5 R5", "", True, "G5"),
        ("R9 R11 R12 B1", "R10", True, "R11"),
        ("R2 R9 B1 J2", "R10", True, "J2"),
        ("R2 R9 R11", "R10", False, "R9"),
        ("R11 R12 W1", "R10", False, "R11"),
        ("W3 W2", "R10", True, "W2"),
        ("J4 J2", "R10", False, "J2"),
    ],
)
def test_counting_by_the_book(hand: str, trick: str, needs: bool, card: str):
    """Blue is trump: the highest lead or the lowest, the lowest that wins, the highest that does not."""
    assert asked(hand, trick, "B", 1 if needs else 0, 0) == card


def test_uniform_takes_every_legal_action_about_as_often():
    games = Batch(3, seats=3, seed=1)
    games.deal(range(60))
    games.step([60, 60, 60])
    games.step([60, 60, 60])
    games.step([60, 60, 60])
    games.cards[1, 1] = bits_of(parse_cards("B1 B13 R1 G7 Y13 W1 J1 J4"))
    rows = Rows(games.rules[0], games.small[1], games.cards[1], games.points[1])
    found = Counter(decide(UNIFORM, rows) for _ in range(8_000))
    assert set(found) == set(np.flatnonzero(games.legal()[1]).tolist())
    assert sum((n - 1_000) ** 2 / 1_000 for n in found.values()) < 38  # 7 degrees of freedom, p = 3 · 10⁻⁶


def test_uniform_bids_every_legal_bid():
    games = Batch(1, seats=3, rules=HouseRules(), seed=1)
    for _ in range(5):
        games.begin()
        games.small[0, at.ROUND] = 4
        games.deal()
        games.small[0, at.PHASE] = at.BIDDING
        rows = Rows(games.rules[0], games.small[0], games.cards[0], games.points[0])
        assert {decide(UNIFORM, rows) for _ in range(200)} == set(range(60, 66))
