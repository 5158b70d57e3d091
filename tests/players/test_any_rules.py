"""Whatever the house rules and the number of seats: players answer with a legal action, the same one
for the same seed, and never by a card they cannot see."""

from __future__ import annotations

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.tables import SEATS, house_rules

from rufen.core.cards import DECK, bits_of
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.house_rules import STANDARD
from rufen.core.state import GameState, Phase, to_act
from rufen.core.view import view_of
from rufen.players.base import LEVELS, make_player


@st.composite
def tables(draw):
    """A started game, with a seed for all chance in it."""
    seats = draw(SEATS)
    rules = draw(house_rules(seats, 20))
    dealer = draw(st.integers(0, seats - 1))
    return Game.new([f"seat {seat}" for seat in range(seats)], rules, first_dealer=dealer), draw(
        st.integers(0, 2**32)
    )


def moved_hidden_cards(state: GameState, seat: int, chance: Random) -> GameState:
    """The same state with the cards that a seat cannot see dealt anew to the other hands."""
    current = state.round
    assert current is not None
    open_cards = bits_of(current.cards) | current.hands[seat]
    for trick in current.tricks:
        open_cards |= bits_of(trick.cards)
    if current.deal.turn_up is not None:
        open_cards |= current.deal.turn_up.bit
    hidden = [card for card in DECK if not open_cards & card.bit]
    chance.shuffle(hidden)
    hands = list(current.hands)
    for other, hand in enumerate(hands):
        if other != seat:
            size = hand.bit_count()
            hands[other], hidden = bits_of(hidden[:size]), hidden[size:]
    return msgspec.structs.replace(state, dealt=tuple(hands))


@settings(max_examples=60)
@given(tables())
def test_every_answer_is_legal_repeatable_and_blind_to_hidden_cards(table):
    game, seed = table
    chance = Random(seed)
    player = make_player("beginner", seed)
    while game.state.phase is not Phase.GAME_OVER:
        state = game.state
        if state.phase is Phase.DEALING:
            if len(state.results) == 3:
                return
            game.deal(deck_from_seed(seed, len(state.results) + 1), "salt")
            continue
        for seat in to_act(state):
            view = view_of(state, seat)
            action = player.act(view)
            assert action in view.legal
            assert make_player("random", seed).act(view) in view.legal
            # another copy, another seed, another world: the same answer
            assert make_player("beginner", seed + 1).act(view) == action
            assert player.act(view_of(moved_hidden_cards(state, seat, chance), seat)) == action
        # positions that the beginner itself would never reach are asked about as well
        seat = chance.choice(to_act(state))
        view = view_of(state, seat)
        game.act(seat, player.act(view) if chance.random() < 0.7 else chance.choice(view.legal))


QUICK = [level for level in LEVELS if level != "expert"]
"""The expert takes its time: its search is tried with small budgets, by tests of its own."""


@settings(max_examples=10)
@given(SEATS, st.sampled_from(QUICK), st.integers(0, 2**32))
def test_full_games_end(seats, level, seed):
    game = Game.new([level] * seats, STANDARD, first_dealer=0)
    players = [make_player(level, f"{seed} {seat}") for seat in range(seats)]
    while game.state.phase is not Phase.GAME_OVER:
        if game.state.phase is Phase.DEALING:
            game.deal(deck_from_seed(seed, len(game.state.results) + 1), "salt")
        else:
            seat = to_act(game.state)[0]
            game.act(seat, players[seat].act(view_of(game.state, seat)))
    assert len(game.state.results) == 60 // seats
