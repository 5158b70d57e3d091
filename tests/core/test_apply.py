"""`apply` takes short cuts for speed: it is nothing but `evolve` over the events it brings."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.tables import new_games

from rufen.core.actions import ACTIONS, action_index
from rufen.core.cards import cards_of, nth_bit
from rufen.core.deal import deck_from_seed
from rufen.core.events import Event
from rufen.core.game import Game, apply, apply_deal, deal_round, is_legal, legal_actions, legal_set, refusal
from rufen.core.house_rules import HouseRules
from rufen.core.rules import legal_cards
from rufen.core.state import GameState, Phase, evolve, to_act
from rufen.core.view import view_of


def evolve_all(state: GameState, events: Iterable[Event]) -> GameState:
    for event in events:
        state = evolve(state, event)
    return state


@settings(max_examples=30)
@given(new_games(), st.integers(0, 9999))
def test_apply_is_the_fold_of_its_events(game: Game, seed: int) -> None:
    dice = random.Random(seed)
    while game.state.phase is not Phase.GAME_OVER:
        if game.state.phase is Phase.DEALING:
            deck, due = deck_from_seed(dice.getrandbits(32), 1), game.state
            events, after = apply_deal(due, deck, "salt")
            assert events == deal_round(due, deck, "salt")
            assert after == evolve_all(due, events)
            game.deal(deck, "salt")
            assert game.state == after
        before = game.state
        seat = dice.choice(to_act(before))
        action = ACTIONS[
            nth_bit(legal_set(before, seat), dice.randrange(legal_set(before, seat).bit_count()))
        ]
        events, after = apply(before, seat, action)
        assert after == evolve_all(before, events)
        game.act(seat, action)
        assert game.state == after


@settings(max_examples=30)
@given(new_games(), st.integers(0, 9999))
def test_the_legal_set_is_what_the_rules_say_and_all_functions_agree(game: Game, seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(40):
        if game.state.phase is Phase.GAME_OVER:
            return
        if game.state.phase is Phase.DEALING:
            game.deal(deck_from_seed(dice.getrandbits(32), 1), "salt")
        state = game.state
        for seat in (None, *range(state.setup.seats), state.setup.seats, -1):
            legal = legal_actions(state, seat)
            assert legal_set(state, seat) == sum(1 << action_index(action) for action in legal)
            assert bool(legal) is (seat in to_act(state))
            for action in ACTIONS:
                assert is_legal(state, seat, action) is (action in legal)
                assert (refusal(state, seat, action) is None) is (action in legal)
        seat = dice.choice(to_act(state))
        if state.phase is Phase.PLAYING:
            cards = legal_cards(cards_of(state.hands[seat]), state.cards, state.setup.rules)
            assert cards == cards_of(legal_set(state, seat))
        game.act(seat, dice.choice(legal_actions(state, seat)))


def test_nth_bit_counts_from_the_lowest() -> None:
    bits = 0b1011_0000_0000_0000_0000_0000_0000_0000_0000_0000_0000_0000_0000_0001
    assert [nth_bit(bits, n) for n in range(4)] == [0, 52, 53, 55]


def test_a_state_that_was_pickled_or_copied_is_the_same_state():
    state = Game.new(["Anna", "Ben", "Cara"], HouseRules(), first_dealer=0).state
    dealt = apply_deal(state, deck_from_seed(1, 1), "salt")[1]
    for before in (state, dealt):
        for after in (pickle.loads(pickle.dumps(before)), copy.deepcopy(before)):
            assert after == before
            assert (after.round is None) == (before.round is None)
            assert view_of(after, 0) == view_of(before, 0)
