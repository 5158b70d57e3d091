"""The player that looks ahead: under any rules, with any budget, and when it is told nonsense."""

from __future__ import annotations

from random import Random
from threading import Thread

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.tables import SEATS, house_rules
from tests.players.told import bidding, choosing, playing

from rufen.core.actions import PlayCard
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.state import Phase, to_act
from rufen.core.view import view_of
from rufen.kernel.network.weights import random_weights
from rufen.players.advice import Adviser
from rufen.players.neural import NeuralPlayer
from rufen.players.search import MS, SearchBudgetError, SearchPlayer

WEIGHTS = random_weights(16, 8, 3)
"""Of a network that has learned nothing: enough for what must hold whatever it says."""


def told(**changes):
    """Seat 0 has a choice in the middle of a round of four."""
    view = playing("B3 B9 G4 R13 W2", trick="B7", trump="R", bids=(2, 1, 1, 2), won=(0, 0, 1, 0))
    return msgspec.structs.replace(view, **changes)


@st.composite
def tables(draw):
    seats = draw(SEATS)
    rules = draw(house_rules(seats, 8))
    return Game.new([f"seat {seat}" for seat in range(seats)], rules, first_dealer=0), draw(
        st.integers(0, 2**32)
    )


@settings(max_examples=25, deadline=None)
@given(tables())
def test_it_plays_whole_games_under_any_rules_and_repeats_itself(table):
    game, seed = table
    player, again = (SearchPlayer(WEIGHTS, nodes=60, seed=seed) for _ in range(2))
    while game.state.phase is not Phase.GAME_OVER:
        if game.state.phase is Phase.DEALING:
            if len(game.state.results) == 2:
                return
            game.deal(deck_from_seed(seed, len(game.state.results) + 1), "salt")
            continue
        seat = Random(seed).choice(to_act(game.state))
        view = view_of(game.state, seat)
        action = player.act(view)
        assert action in view.legal
        assert again.act(view) == action
        game.act(seat, action)


def test_without_a_budget_it_is_the_network():
    network = NeuralPlayer(WEIGHTS)
    views = (told(), choosing("B1 B2 G3"), bidding("B1 W1 R13", trump="R", bids=(1,)))
    for player in (SearchPlayer(WEIGHTS, ms=0), SearchPlayer(WEIGHTS, nodes=0)):
        for view in views:
            assert player.act(view) == network.act(view)


def test_it_has_the_usual_time_unless_told_otherwise():
    assert SearchPlayer(WEIGHTS).ms == MS
    assert SearchPlayer.of_text("", weights=WEIGHTS).ms == MS
    player = SearchPlayer.of_text("ms=2.5,worlds=64", weights=WEIGHTS)
    assert (player.ms, player.settings.worlds) == (2.5, 64)
    assert SearchPlayer.of_text("nodes=20000", weights=WEIGHTS).nodes == 20_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("200", "'200' is none of ms=0 … 600000"),
        ("speed=3", "'speed=3' is none of"),
        ("ms=fast", "'ms=fast': ms is a number"),
        ("ms=", "'ms=': ms is a number"),
        ("nodes=1.5", "'nodes=1.5': nodes is a number"),
        ("ms=-1", "ms -1.0: allowed is a number of milliseconds 0 … 600000"),
        ("ms=nan", "ms nan: allowed"),
        ("ms=inf", "ms inf: allowed"),
        ("nodes=-1", "nodes -1: allowed is a whole number 0 …"),
        ("worlds=0", "worlds 0: allowed is a whole number 1 …"),
        ("ms=1,ms=2", "ms is given twice"),
    ],
)
def test_a_budget_that_is_none_says_what_is_allowed(text, says):
    with pytest.raises(SearchBudgetError) as error:
        SearchPlayer.of_text(text, weights=WEIGHTS)
    assert says in str(error.value)


def test_budgets_from_python_are_checked_as_well():
    with pytest.raises(SearchBudgetError, match="nodes"):
        SearchPlayer(WEIGHTS, nodes="many")  # type: ignore[arg-type]
    with pytest.raises(SearchBudgetError, match="ms"):
        SearchPlayer(WEIGHTS, ms=-5)


def test_who_is_not_asked_does_not_answer():
    for ask in (SearchPlayer(WEIGHTS, nodes=10).act, SearchPlayer(WEIGHTS, nodes=10).judge):
        with pytest.raises(ValueError, match="asks for no action"):
            ask(told(legal=()))


@pytest.mark.parametrize(
    "changes",
    [
        {"hand_size": 7},
        {"tricks_won": (5, 5, 5, 5)},
        {"hand": told().hand[:2]},
    ],
    ids=["a card too few", "too many tricks", "a hand without its cards"],
)
def test_a_view_that_contradicts_itself_is_played_by_the_network(changes):
    view = told(**changes)
    player = SearchPlayer(WEIGHTS, nodes=500)
    assert player.act(view) == NeuralPlayer(WEIGHTS).act(view)


def test_another_thread_ends_the_search():
    """In the midst of one compiled loop that would go on for hours."""
    player, answers = SearchPlayer(WEIGHTS, nodes=1 << 40, worlds=1 << 40), []
    view = told()
    thread = Thread(target=lambda: answers.append(player.act(view)), daemon=True)
    thread.start()
    while thread.is_alive() and player.asked < 1000:
        thread.join(0.001)
    player.cancel()
    thread.join(60)
    assert answers
    assert answers[0] in view.legal
    # ended before it began: what the network says
    player.cancel()
    assert player.act(view) == NeuralPlayer(WEIGHTS).act(view)
    assert player.asked < 10


def test_judged_cards_come_in_the_order_of_the_view_and_add_up():
    view = playing("B3 B9 W1 W3 J2 J4", trick="B7", trump="R", bids=(2, 1, 1, 2), won=(0, 0, 1, 0))
    player = SearchPlayer(WEIGHTS, nodes=2000, seed=4)
    judged = player.judge(view)
    assert tuple(each.action for each in judged) == view.legal
    for each in judged:
        assert sum(each.tricks) == pytest.approx(1, abs=1e-5)
        assert len(each.tricks) == view.hand_size + 1
        assert each.made == pytest.approx(each.tricks[2])
        points = [20 + 10 * k if k == 2 else -10 * abs(k - 2) for k in range(view.hand_size + 1)]
        expected = sum(chance * score for chance, score in zip(each.tricks, points, strict=True))
        assert each.score == pytest.approx(expected, abs=1e-3)
    by_card = {str(each.action.card): each for each in judged if isinstance(each.action, PlayCard)}
    for one, other in (("W1", "W3"), ("J2", "J4")):
        assert msgspec.structs.replace(by_card[one], action=by_card[other].action) == by_card[other]
    best = max(judged, key=lambda each: each.score)
    assert player.act(view) == best.action
    # the network alone says something else of the cards that were looked at
    alone = Adviser(WEIGHTS).judge(view)
    assert any(one != other for one, other in zip(judged, alone, strict=True))


def test_bids_and_trumps_are_judged_by_the_network():
    player, network = SearchPlayer(WEIGHTS, nodes=100), Adviser(WEIGHTS)
    for view in (choosing("B1 B2 G3"), bidding("B1 W1 R13", trump="R", bids=(1,))):
        assert player.judge(view) == network.judge(view)
