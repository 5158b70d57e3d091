"""Rows made from a state or a view of `rufen.core` are those of the same game played in the kernel."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import numpy as np
import pytest
from tests.conformance.script import new_log, new_state

from rufen.core.actions import ACTIONS, action_index
from rufen.core.deal import deck_from_seed
from rufen.core.events import CardPlayed, HandDealt, RoundStarted, TrickWon, redact
from rufen.core.game import Game, abort, apply_deal, deal_round, legal_actions
from rufen.core.house_rules import BidDisclosure, HouseRules, RoundMode
from rufen.core.seating import create
from rufen.core.state import Phase, evolve, fold, to_act
from rufen.core.view import view_of
from rufen.kernel import layout as at
from rufen.kernel.mirror import Rows, rows_of, rows_of_view
from rufen.kernel.tables import NO_CARD

from .lockstep import house_rules, short_game
from .twin import Twin

TWO_ROUNDS = HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=2)


def games(number: int, seed: int) -> Iterator[tuple[Game, Twin]]:
    """Random games under random house rules, at every position, in the core and in the kernel."""
    for place, settings in enumerate(itertools.islice(house_rules(seed), number)):
        dice = random.Random(seed + place)
        seats = 3 + place % 4
        rules = short_game(settings, seats)
        game = Game(new_log(seats, rules, place % seats))
        twin = Twin(seats, rules, place % seats)
        yield game, twin
        while game.state.phase is not Phase.GAME_OVER:
            if game.state.phase is Phase.DEALING:
                deck = deck_from_seed(dice.getrandbits(32), 1)
                game.deal(deck, "salt")
                twin.deal(deck)
            else:
                action = dice.choice(legal_actions(game.state, twin.turn))
                game.act(twin.turn, action)
                twin.act(action_index(action))
            yield game, twin


def same(rows: Rows, twin: Twin) -> None:
    """Every byte is the same."""
    assert rows.rule.tolist() == twin.rule.tolist()
    assert rows.small.tolist() == twin.small.tolist()
    assert rows.cards.tolist() == twin.cards.tolist()
    assert rows.points.tolist() == twin.points.tolist()


def test_a_state_gives_the_rows_of_the_game_played_in_the_kernel():
    for game, twin in games(14, seed=1):
        same(rows_of(game.state), twin)


def test_a_view_gives_the_same_rows_without_what_it_does_not_know():
    """R3.3: bids that are secret stay so."""
    for game, twin in itertools.islice(games(14, seed=2), 0, None, 3):
        for seat in (None, *range(twin.seats)) if game.state.deal.number else ():
            view = view_of(game.state, seat)
            known = Twin(twin.seats, game.state.setup.rules)
            known.become(twin)
            for other in range(twin.seats):
                if other != seat:
                    known.cards[at.HAND + other] = 0
                if view.bids[other] is None:
                    known.small[at.BID + other] = NO_CARD
            if game.state.phase is Phase.BIDDING and seat in view.to_act:
                known.small[at.TURN] = seat
            same(rows_of_view(view), known)


def test_a_state_folded_from_what_a_seat_sees_gives_what_it_knows():
    for game, twin in itertools.islice(games(4, seed=3), 0, None, 5):
        disclosure = game.state.setup.rules.bid_disclosure
        state = fold(redact(event, 1, disclosure) for event in game.events)
        rows = rows_of(state)
        hands = rows.cards[: twin.seats].tolist()
        assert hands == [hand if seat == 1 else 0 for seat, hand in enumerate(twin.hands)]
        assert rows.small[at.VOID :].tolist() == twin.small[at.VOID :].tolist()


def test_secret_bids_may_be_placed_in_any_order():
    """R3.3: the kernel asks them in turn, and goes on from rows where some have come out of turn."""
    rules = HouseRules(bid_disclosure=BidDisclosure.HIDDEN)
    game = Game(new_log(4, rules, 0))
    game.deal(deck_from_seed(5, 1), "salt")
    zero, one = ACTIONS[60], ACTIONS[61]
    game.act(3, one)
    game.act(1, zero)
    rows = rows_of(game.state)
    twin = Twin(4, rules)
    twin.small[:], twin.cards[:], twin.points[:] = rows.small, rows.cards, rows.points
    asked = [twin.asked]
    for action in (60, 61):
        twin.act(action)
        asked.append(twin.asked)
    assert asked == [(2, 0), (0,), (1,)]
    game.act(2, zero)
    game.act(0, one)
    same(rows_of(game.state), twin)


def test_a_view_of_a_seat_that_has_yet_to_bid_in_secret_asks_that_seat():
    game = Game(new_log(3, HouseRules(bid_disclosure=BidDisclosure.DELAYED), 0))
    game.deal(deck_from_seed(5, 1), "salt")
    assert [rows_of_view(view_of(game.state, seat)).small[at.TURN] for seat in (0, 1, 2, None)] == [
        0,
        1,
        2,
        1,
    ]


def test_rows_can_be_written_to():
    """Rows that are read-only would be another type to the compiler, and compiled once more."""
    rows = rows_of(new_state(3, TWO_ROUNDS, 0))
    assert all(row.flags.writeable and row.flags.c_contiguous for row in rows)
    rows.rule[:] = 0
    assert rows_of(new_state(3, TWO_ROUNDS, 0)).rule.any()


def test_a_game_that_has_not_started_or_was_aborted_has_no_rows():
    seating = evolve(None, create(3, TWO_ROUNDS))
    with pytest.raises(ValueError, match="phase seating has no rows"):
        rows_of(seating)
    started = new_state(3, TWO_ROUNDS, 0)
    (aborted,) = abort(started, "tired")
    for rows in (lambda: rows_of(evolve(started, aborted)), lambda: rows_of_view(view_of(seating, 1))):
        with pytest.raises(ValueError, match="it must have started, and not be aborted"):
            rows()


def test_between_the_events_of_a_deal_or_trick_there_are_no_rows():
    state = new_state(3, TWO_ROUNDS, 0)
    for event in deal_round(state, deck_from_seed(5, 1), "salt"):
        state = evolve(state, event)
        if isinstance(event, RoundStarted | HandDealt):
            with pytest.raises(ValueError, match="between the events"):
                rows_of(state)
    game = Game(new_log(3, TWO_ROUNDS, 0))
    game.deal(deck_from_seed(5, 1), "salt")
    while not game.state.results:
        seat = to_act(game.state)[0]
        before = game.state
        for event in game.act(seat, legal_actions(game.state, seat)[0]):
            before = evolve(before, event)
            if (isinstance(event, CardPlayed) and len(before.cards) == 3) or isinstance(event, TrickWon):
                with pytest.raises(ValueError, match="fold all of them"):
                    rows_of(before)


def test_before_the_first_deal_only_a_state_tells_who_deals():
    state = new_state(4, TWO_ROUNDS, 2)
    rows = rows_of(state)
    _, dealt = apply_deal(state, deck_from_seed(5, 1), "salt")
    assert (int(rows.small[at.DEALER]) + 1) % 4 == dealt.deal.dealer == 2
    with pytest.raises(ValueError, match="does not tell who deals"):
        rows_of_view(view_of(state, 1))


def test_the_row_of_rules_is_made_for_the_number_of_seats():
    assert not np.array_equal(
        rows_of(new_state(3, HouseRules(), 0)).rule, rows_of(new_state(4, HouseRules(), 0)).rule
    )
