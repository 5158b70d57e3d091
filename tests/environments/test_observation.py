"""An observation tells what the view tells: all of the round, and nothing that is hidden."""

from __future__ import annotations

import contextlib
import random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.tables import new_games, play_at_random
from tests.core.worlds import another_world
from tests.environments.from_view import derived

from rufen.core.actions import PlayCard, action_index
from rufen.core.cards import DECK, Card, parse_cards
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.house_rules import parse_house_rules, preset
from rufen.core.state import fold, to_act
from rufen.core.view import view_of
from rufen.environments import LAYOUT, WIDTH, describe, describe_view, observation_of
from rufen.environments.episode import turn

QUICK = settings(max_examples=20)


def positions(game, seed, steps):
    for _ in play_at_random(game, seed, steps, take_back=0):
        if game.state.dealt:
            yield game.state


def test_the_ranges_leave_no_gap_and_whole_words_begin_where_they_must():
    end = 0
    for name, part in LAYOUT.items():
        assert part.name == name
        assert part.start == end
        end = part.slice.stop
    assert end == WIDTH == 640
    assert all(LAYOUT[name].start % 8 == 0 for name in ("hand", "unseen", "played_in", "played_by", "legal"))


@QUICK
@given(new_games(6), st.integers(0, 9999))
def test_the_text_of_the_view_comes_back_from_the_features(game, seed):
    for state in positions(game, seed, 50):
        for seat in range(state.setup.seats):
            check(state, seat)


def check(state, seat):
    seen, view = observation_of(state, seat), view_of(state, seat)
    assert describe(seen) == describe_view(view)
    for name, expected in derived(view, turn(state)).items():
        told = seen[LAYOUT["led"].slice][:4] if name == "follow" else seen[LAYOUT[name].slice]
        assert told.tolist() == expected, name


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_text_comes_back_over_a_whole_standard_game(seats):
    game = Game.new(["a"] * seats, preset("standard", seats), first_dealer=1)
    dice = random.Random(seats)
    for number, state in enumerate(positions(game, seats, 10**6)):
        if dice.random() < 0.15 or not state.asked:
            check(state, number % seats)
    assert len(game.state.results) == 60 // seats


def test_large_and_negative_totals_are_exact():
    rules = {"round_mode": "schedule", "hand_sizes": [20] * 60, "miss_penalty": 30, "points_per_trick": 20}
    game = Game.new(["a", "b", "c"], parse_house_rules(rules, 3), first_dealer=0)
    game.deal(deck_from_seed(1, 1), "salt")
    for totals in ((-39_000, 30_100, 5), (0, -5, 1275), (1280, -1280, -1275)):
        state = msgspec.structs.replace(game.state, totals=totals)
        for seat in range(3):
            text = describe(observation_of(state, seat))
            assert text.endswith("totals=" + ".".join(map(str, totals)))


@QUICK
@given(new_games(6), st.integers(0, 9999))
def test_what_a_seat_cannot_see_changes_no_byte(game, seed):
    dice = random.Random(seed)
    changed = 0
    for state in positions(game, seed, 50):
        seat = dice.randrange(state.setup.seats)
        log = another_world(game.events, state, seat, dice)
        other = fold(log)
        changed += other.hands != state.hands or other.bids != state.bids
        assert observation_of(state, seat).tobytes() == observation_of(other, seat).tobytes()
    assert changed or not state.asked or state.deal.hand_size * state.setup.seats == 60


@pytest.mark.parametrize("disclosure", ["hidden", "delayed"])
def test_r3_3_a_secret_bid_is_told_to_its_seat_alone_until_it_is_shown(disclosure):
    game = Game.new(["a", "b", "c"], preset(disclosure, 3), first_dealer=2)
    game.deal(deck_from_seed("no wizard", 1), "salt")
    bids = LAYOUT["bids"].slice
    while game.state.phase.value == "bidding":
        seat = to_act(game.state)[0]
        game.act(seat, view_of(game.state, seat).legal[1])
        for other in {0, 1, 2} - {seat}:
            placed, known, bid, *rest = observation_of(game.state, other)[bids][6 * ((seat - other) % 3) :][
                :6
            ]
            shown = disclosure == "hidden" and game.state.phase.value == "playing"
            assert (placed, known, bid) == ((1, 1, 1) if shown else (1, 0, 0))
            assert shown or not any(rest)
    told = [int(observation_of(game.state, seat)[LAYOUT["bids_total"].start]) for seat in range(3)]
    assert told == ([3, 3, 3] if disclosure == "hidden" else [1, 1, 1])
    while game.state.phase.value == "playing":
        seat = to_act(game.state)[0]
        game.act(seat, view_of(game.state, seat).legal[0])
    for seat in range(3):
        assert observation_of(game.state, seat)[LAYOUT["bids_total"].start] == 3


def test_every_feature_says_what_its_range_means():
    """Seat 3 deals; seat 0 leads G9 against a green trump, seat 1 plays a Wizard, seat 2 is asked."""
    hands = ["G9 B1", "W2 R3", "G4 Y13", "G1 J3"]
    held = [DECK.index(card) for hand in hands for card in parse_cards(hand)]
    deck = [parse_cards(hands[seat])[place] for place in range(2) for seat in range(4)]
    deck += [parse_cards("G12")[0]]
    deck += [card for card in DECK if card not in deck]
    game = Game.new(["a"] * 4, preset("quick", 4), first_dealer=2)
    game.deal(deck_from_seed(0, 1), "salt")
    while game.state.phase.value != "dealing":
        seat = to_act(game.state)[0]
        game.act(seat, view_of(game.state, seat).legal[0])
    game.deal(deck, "salt")
    for bid in (1, 0, 2, 0):
        seat = to_act(game.state)[0]
        game.act(seat, view_of(game.state, seat).legal[bid])
    for card in ("G9", "W2"):
        seat = to_act(game.state)[0]
        game.act(seat, PlayCard(Card(card)))
    seen = observation_of(game.state, 2)

    def told(name):
        return [int(n) for n in seen[LAYOUT[name].slice]]

    def ones(name):
        return [place for place, n in enumerate(told(name)) if n]

    index = {str(card): card.index for card in DECK}
    assert ones("hand") == [index["G4"], index["Y13"]]
    assert sum(told("unseen")) == 60 - 2 - 2 - 1
    assert not set(ones("unseen")) & {index[c] for c in ("G4", "Y13", "G9", "W2", "G12")}
    assert ones("turn_up") == [index["G12"]]
    assert told("trump") == [0, 1, 0, 0]
    assert ones("played_in") == ones("played_by") == [index["G9"], index["W2"]]
    assert [told("played_by")[index[c]] for c in ("G9", "W2")] == [3, 4]
    assert ones("legal") == [action_index(a) for a in view_of(game.state, 2).legal] == [index["G4"]]
    trick = np.reshape(told("trick"), (5, 20))
    assert np.flatnonzero(trick[1]).tolist() == [1, 6 + 8]
    assert np.flatnonzero(trick[2]).tolist() == [4, 19]
    assert not trick[[0, 3, 4]].any()
    assert (ones("led"), ones("phase"), ones("seats")) == ([1], [2], [1])
    assert (ones("dealer"), ones("turn"), told("seat")) == ([1], [0], [2])
    assert np.reshape(told("bids"), (6, 6)).tolist() == [
        [1, 1, 2, 2, 0, 0],
        [1, 1, 0, 0, 0, 0],
        [1, 1, 1, 1, 0, 0],
        [1, 1, 0, 0, 0, 0],
        [0] * 6,
        [0] * 6,
    ]
    numbers = [told(name)[0] for name in ("round", "rounds", "hand_size", "tricks_left", "cards_down")]
    assert numbers == [2, 5, 2, 2, 2]
    assert (told("bids_placed"), told("bids_total")) == ([4], [3])
    totals = [game.state.totals[(2 + place) % 4] // 5 for place in range(4)]
    assert told("totals")[:16] == [n for t in totals for n in (0, max(t, 0), 0, max(-t, 0))]
    assert sum(told("made")) == sum(total > 0 for total in totals)
    assert (told("exact_bonus"), told("points_per_trick"), told("miss_penalty")) == ([4], [2], [2])
    assert len(held) == 8


def test_only_observations_are_described():
    with pytest.raises(ValueError, match=r"an observation is uint8\[640\], not float64\[640\]"):
        describe(np.zeros(640))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"not uint8\[2, 640\]"):
        describe(np.zeros((2, 640), np.uint8))
    with pytest.raises(ValueError, match="not a list"):
        describe([0] * 640)  # type: ignore[arg-type]
    dice = np.random.default_rng(1)
    with pytest.raises(ValueError, match="these 640 numbers are no observation of a round"):
        describe(np.zeros(640, np.uint8))
    for most in (1, 2, 7, 255):
        for wrong in dice.integers(0, most, (50, 640), np.uint8, endpoint=True):
            with contextlib.suppress(ValueError):
                assert describe(wrong).startswith("rufen-observation/1 ")
    game = Game.new(["a", "b", "c"], preset("quick", 3), first_dealer=0)
    with pytest.raises(ValueError, match="only a seat's view of a round"):
        describe_view(view_of(game.state, 0))
