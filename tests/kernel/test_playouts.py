"""Playing on by policies: one game or many, to the end of a round or game, or until somebody waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.conformance.script import new_state

from rufen.core.actions import PlaceBid
from rufen.core.deal import deck_from_seed
from rufen.core.game import apply, apply_deal
from rufen.core.house_rules import HouseRules, RoundMode, parse_house_rules
from rufen.core.state import GameState
from rufen.core.view import PlayerView, view_of
from rufen.kernel import layout as at
from rufen.kernel import playouts, policies
from rufen.kernel.batch import NO_ACTION, Batch, streams
from rufen.kernel.mirror import Rows, rows_of, rows_of_view
from rufen.kernel.play import GAME_ENDED, ROUND_SCORED
from rufen.kernel.playouts import WAITS
from rufen.kernel.policies import COUNTING, OUTSIDE, UNIFORM
from rufen.players.beliefs import Beliefs
from rufen.players.counting import CountingPlayer

RULES = HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=5)


def table(games: int, policy: int) -> Any:
    """The same policy for every seat of every game."""
    return np.full((games, 6), policy, np.uint8)


def play_round(state: GameState) -> GameState:
    """Every seat a CountingPlayer, until the round is scored."""
    player = CountingPlayer()
    scored = len(state.results) + 1
    while len(state.results) < scored:
        seat = state.asked[0]
        state = apply(state, seat, player.act(view_of(state, seat)))[1]
    return state


def finish_games(games: Batch, seats: Any) -> None:
    deck = np.zeros(60, np.uint8)
    playouts.finish_games(games.rules, games.small, games.cards, games.points, seats, deck, games.rng)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_round_by_counting_ends_as_with_its_twin_in_the_core(seats: int):
    games = Batch(4, seats=seats, rules=RULES)
    states = [new_state(seats, RULES, 0) for _ in range(4)]
    for number in range(1, 6):
        decks = [deck_from_seed(place, number) for place in range(4)]
        states = [apply_deal(state, deck, "")[1] for state, deck in zip(states, decks, strict=True)]
        games.deal([[card.index for card in deck] for deck in decks])
        states = [play_round(state) for state in states]
        playouts.finish_rounds(
            games.rules, games.small, games.cards, games.points, table(4, COUNTING), games.rng
        )
        for place, state in enumerate(states):
            assert games.small[place].tolist() == rows_of(state).small.tolist()
            assert games.points[place].tolist() == rows_of(state).points.tolist()
    assert games.over.all()


def test_games_between_rounds_stay_as_they_are():
    games = Batch(2, seats=3, rules=RULES)
    before = games.small.copy()
    playouts.finish_rounds(games.rules, games.small, games.cards, games.points, table(2, UNIFORM), games.rng)
    assert games.small.tolist() == before.tolist()


def test_a_game_depends_on_its_own_chance_alone():
    """Alone, among others, or some way through: it comes to the same end."""
    many, one, begun = (Batch(number, seats=4, rules=RULES, seed=5) for number in (6, 1, 6))
    finish_games(many, table(6, UNIFORM))
    finish_games(one, table(1, UNIFORM))
    begun.deal()
    finish_games(begun, table(6, UNIFORM))
    assert many.over.all()
    assert many.points[:1].tolist() == one.points.tolist()
    assert begun.points.tolist() == many.points.tolist()
    assert len({tuple(totals) for totals in many.totals.tolist()}) > 1


def test_seats_have_policies_of_their_own():
    """COUNTING beats UNIFORM wherever it sits."""
    games = Batch(400, seats=4, rules=RULES, seed=8)
    seats = table(400, UNIFORM)
    seats[:200, 0] = seats[200:, 2] = COUNTING
    finish_games(games, seats)
    others = games.totals[:, [1, 3]].mean()
    assert games.totals[:200, 0].mean() > others + 30
    assert games.totals[200:, 2].mean() > others + 30


def test_worlds_are_played_out_from_rows_that_stay_as_they_are():
    """With every hand where it is, COUNTING comes to the end of the round that it comes to."""
    games = Batch(1, seats=4, rules=HouseRules(), seed=2)
    games.small[0, at.ROUND] = 6
    games.deal()
    rule, small, cards, points = games.rules[0], games.small[0], games.cards[0], games.points[0]
    seats = table(1, COUNTING)[0]
    while games.phase[0] != at.PLAYING:
        games.step([counting_outside(games, 0)])
    before = small.tolist(), cards.tolist(), points.tolist()
    scores, tricks = np.full((3, 6), 77, np.int32), np.full((3, 6), 77, np.uint8)
    hands = np.zeros((3, 6), np.uint64)
    hands[:, :4] = games.hands[0]
    # In the third world every seat has another hand.
    hands[2, :4] = np.roll(hands[2, :4], 1)
    rng = streams(0, 1)[0]
    playouts.finish_worlds(rule, small, cards, points, hands, -1, seats, rng, scores, tricks)
    assert (small.tolist(), cards.tolist(), points.tolist()) == before
    first = int(games.legal()[0].nonzero()[0][-1])
    forced_scores, forced_tricks = scores.copy(), tricks.copy()
    playouts.finish_worlds(rule, small, cards, points, hands, first, seats, rng, forced_scores, forced_tricks)
    forced = Batch(1, seats=4, rules=HouseRules())
    forced.small[:], forced.cards[:], forced.points[:] = small, cards, points
    forced.step([first])
    for told, told_tricks, end in ((scores, tricks, games), (forced_scores, forced_tricks, forced)):
        playouts.finish_rounds(end.rules, end.small, end.cards, end.points, table(1, COUNTING), end.rng)
        assert told[:2, :4].tolist() == end.scores.tolist() * 2
        assert told_tricks[:2, :4].tolist() == end.tricks_won.tolist() * 2
        assert told_tricks[:, :4].sum(axis=1).tolist() == [7, 7, 7]
        assert (told[:, 4:] == 77).all()
    assert scores[2].tolist() != scores[0].tolist()


def test_the_last_action_of_a_round_may_be_the_only_one_of_a_play_out():
    games = Batch(1, seats=3, rules=RULES)
    games.deal(range(60))
    for action in (60, 60, 60, 0, 1):
        games.step([action])
    rows = games.rules[0], games.small[0], games.cards[0], games.points[0]
    scores, tricks = np.zeros((1, 6), np.int32), np.zeros((1, 6), np.uint8)
    hands = np.zeros((1, 6), np.uint64)
    hands[0, :3] = games.hands[0]
    playouts.finish_worlds(*rows, hands, 2, table(1, UNIFORM)[0], streams(0, 1)[0], scores, tricks)
    assert (scores[0, :3].tolist(), tricks[0, :3].tolist()) == ([-10, 20, 20], [1, 0, 0])


@pytest.mark.parametrize("deals", [True, False])
def test_a_seat_from_outside_is_waited_for(deals: bool):
    """Whoever plays COUNTING from outside comes to the same ends as COUNTING inside."""
    inside, games = Batch(5, seats=4, rules=RULES, seed=3), Batch(5, seats=4, rules=RULES, seed=3)
    finish_games(inside, table(5, COUNTING))
    seats = table(5, COUNTING)
    seats[:, 1] = OUTSIDE
    deck, out = np.zeros(60, np.uint8), np.zeros(5, np.uint8)
    asked, outcomes = 0, set()
    while not games.over.all():
        playouts.advance_all(
            games.rules, games.small, games.cards, games.points, seats, deck, games.rng, deals, out
        )
        outcomes |= set(out.tolist())
        waits = out == WAITS
        assert (games.turn[waits] == 1).all()
        actions = np.full(5, NO_ACTION)
        for place in np.flatnonzero(waits).tolist():
            actions[place] = counting_outside(games, place)
        games.step(actions)
        asked += int(waits.sum())
        if not deals:
            games.deal()
    assert outcomes == ({WAITS, GAME_ENDED} if deals else {WAITS, GAME_ENDED, ROUND_SCORED})
    assert asked >= 5 * (5 + 15)
    assert games.points.tolist() == inside.points.tolist()


def counting_outside(games: Batch, place: int) -> int:
    """What COUNTING does, from rows."""
    return int(
        policies.decide(
            COUNTING,
            games.rules[0],
            games.small[place],
            games.cards[place],
            games.points[place],
            games.rng[place],
        )
    )


def test_a_game_that_is_over_is_not_advanced():
    games = Batch(1, seats=3, rules=RULES)
    finish_games(games, table(1, UNIFORM))
    before, out = games.small.copy(), np.zeros(1, np.uint8)
    rows = games.rules, games.small, games.cards, games.points
    playouts.advance_all(*rows, table(1, OUTSIDE), np.zeros(60, np.uint8), games.rng, True, out)
    assert out.tolist() == [GAME_ENDED]
    assert games.small.tolist() == before.tolist()


def seen(**settings: object) -> tuple[PlayerView, Rows]:
    """A view of seat 1 before its bid, after one other, and the rows of it."""
    rules = parse_house_rules({"round_mode": "schedule", "hand_sizes": [5], **settings})
    state = apply_deal(new_state(4, rules, 3), deck_from_seed("a", 1), "")[1]
    view = view_of(apply(state, 0, PlaceBid(2))[1], 1)
    return view, rows_of_view(view)


POLICY = np.full(6, COUNTING, np.uint8)


def worlds(rows: Rows, hands: Any, policies: Any = POLICY) -> Any:
    scores, tricks = np.zeros((len(hands), 6), np.int32), np.zeros((len(hands), 6), np.uint8)
    playouts.finish_worlds(*rows, hands, -1, policies, streams(0, 1)[0], scores, tricks)
    return scores


def test_rows_of_a_view_need_hands_first():
    """Else they were played for ever: the other hands are no cards."""
    view, rows = seen()
    deck, rng = np.zeros(60, np.uint8), streams(0, 1)[0]
    ways: list[Callable[[Rows], object]] = [
        lambda rows: playouts.finish_round(*rows, POLICY, rng),
        lambda rows: playouts.finish_game(*rows, POLICY, deck, rng),
        lambda rows: playouts.advance(*rows, POLICY, deck, rng, True),
        lambda rows: worlds(rows, np.zeros((2, 6), np.uint64)),
    ]
    for way in ways:
        with pytest.raises(ValueError, match=r"nobody can act: .* draw them first \(rufen.players.beliefs\)"):
            way(rows_of_view(view))
    assert worlds(rows, Beliefs(view).sample(2, 1)).any()


def test_between_rounds_there_is_no_round_to_finish():
    games = Batch(1, seats=3, rules=RULES)
    rows = games.rules[0], games.small[0], games.cards[0], games.points[0]
    with pytest.raises(ValueError, match="nobody can act: no round is being played"):
        playouts.finish_round(*rows, POLICY, games.rng[0])


@pytest.mark.parametrize("disclosure", ["hidden", "delayed"])
def test_secret_bids_have_to_be_filled_in(disclosure: str):
    view, rows = seen(bid_disclosure=disclosure)
    hands = Beliefs(view).sample(4, 1)
    with pytest.raises(ValueError, match=r"a bid that was placed is not known: .* small\[BID \+ seat\]"):
        worlds(rows, hands)
    rows.small[at.BID] = 2
    assert (np.abs(worlds(rows, hands)) < 100).all()


@pytest.mark.parametrize("number", [OUTSIDE, 9])
def test_what_is_no_policy_does_not_play(number: int):
    view, rows = seen()
    with pytest.raises(ValueError, match="no such policy: there are UNIFORM and COUNTING"):
        worlds(rows, Beliefs(view).sample(1, 1), np.full(6, number, np.uint8))
