"""The casual player errs as people err: about its hand, about cards that are gone, between near cards."""

from __future__ import annotations

from random import Random
from statistics import fmean

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.tables import SEATS, house_rules

from rufen.core.actions import PlaceBid, PlayCard
from rufen.core.cards import DECK, Card, parse_cards
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.house_rules import STANDARD
from rufen.core.rules import trick_winner
from rufen.core.state import Phase, Trick, to_act
from rufen.core.view import PlayerView, view_of
from rufen.players.advice import Adviser
from rufen.players.base import make_player
from rufen.players.casual import CasualPlayer, Habits
from rufen.players.neural import NeuralPlayer

from .told import bidding, choosing, playing

NONE = Habits(misjudged=0, kept=1, kept_high=1, near=0)


def views(seed: int, seats: int, rules=STANDARD, rounds: int = 2) -> list[PlayerView]:
    """Every view that a seat is asked with in the rounds of a game between strong players."""
    game = Game.new(["somebody"] * seats, rules, first_dealer=0)
    player, asked = NeuralPlayer(), []
    while game.state.phase is not Phase.GAME_OVER:
        state = game.state
        if state.phase is Phase.DEALING:
            if len(state.results) == rounds:
                break
            game.deal(deck_from_seed(seed, len(state.results) + 1), "salt")
            continue
        seat = to_act(state)[0]
        asked.append(view_of(state, seat))
        game.act(seat, player.act(asked[-1]))
    return asked


def long_rounds(seed: int, size: int = 9) -> list[PlayerView]:
    rules = msgspec.convert({"round_mode": "schedule", "hand_sizes": [size, size]}, type(STANDARD))
    return views(seed, 4, rules)


def test_without_its_habits_it_is_the_strong_player():
    strong, casual = NeuralPlayer(), CasualPlayer(Random(1), habits=NONE)
    asked = [view for seed in range(3) for view in long_rounds(seed)]
    assert [casual.act(view) for view in asked] == [strong.act(view) for view in asked]


@settings(max_examples=15)
@given(SEATS.flatmap(lambda seats: st.tuples(st.just(seats), house_rules(seats, 12))), st.integers(0, 2**32))
def test_under_any_rules_it_answers_what_is_legal_and_the_same_for_the_same_seed(table, seed):
    seats, rules = table
    game = Game.new(["somebody"] * seats, rules, first_dealer=0)
    player = make_player("casual", seed)
    while game.state.phase is not Phase.GAME_OVER and len(game.state.results) < 3:
        if game.state.phase is Phase.DEALING:
            game.deal(deck_from_seed(seed, len(game.state.results) + 1), "salt")
            continue
        seat = to_act(game.state)[0]
        view = view_of(game.state, seat)
        action = player.act(view)
        assert action in view.legal
        assert make_player("casual", seed).act(view) == action
        game.act(seat, action)


def test_it_misjudges_hands_by_a_bounded_error_and_one_hand_always_the_same():
    hands = [view for seed in range(30) for view in long_rounds(seed) if isinstance(view.legal[0], PlaceBid)]
    strong = NeuralPlayer()
    habits = NONE._replace(misjudged=0.4)
    off = []
    for number, view in enumerate(hands):
        casual = CasualPlayer(Random(number), habits=habits)
        bid, best = casual.act(view), strong.act(view)
        assert isinstance(bid, PlaceBid)
        assert isinstance(best, PlaceBid)
        assert CasualPlayer(Random(number), habits=habits).act(view) == casual.act(view) == bid
        off.append(bid.bid - best.bid)
    # too much about as often as too little, and never by more than a person would
    assert 0.1 < sum(each != 0 for each in off) / len(off) < 0.7
    # an error of 0.85 tricks at most moves a bid further only where many bids are worth about the same
    assert sum(abs(each) > 2 for each in off) <= 0.02 * len(off)
    assert max(map(abs, off)) <= 3
    assert abs(fmean(off)) < 0.25
    assert min(off) < 0 < max(off)


def told_trick(cards: str, leader: int, winner: int) -> Trick:
    return Trick(leader, parse_cards(cards), winner)


@pytest.fixture
def later() -> PlayerView:
    """The third trick of four: seat 0 leads. The first two are known, and could have been others."""
    view = playing("B5 G9", trump="R", bids=(1, 1, 1, 1), won=(1, 1, 0, 0), turn_up="R2")
    tricks = (told_trick("Y1 Y12 Y3 Y4", 0, 1), told_trick("G10 G3 Y6 G11", 1, 0))
    return msgspec.structs.replace(view, round_number=4, tricks=tricks)


def with_others_played(view: PlayerView, chance: Random) -> PlayerView:
    """The same, but in earlier tricks the others played other cards, and the same seats won."""
    assert view.trick is not None
    assert view.turn_up is not None
    own = {*view.hand, *view.trick.cards, view.turn_up}
    own |= {
        card
        for trick in view.tricks
        for place, card in enumerate(trick.cards)
        if (trick.leader + place) % view.seats == view.seat
    }
    while True:
        others = [card for card in DECK if card not in own]
        chance.shuffle(others)
        tricks = []
        for trick in view.tricks:
            cards = tuple(card if card in own else others.pop() for card in trick.cards)
            winner = (trick.leader + trick_winner(cards, view.trump, view.rules)) % view.seats
            tricks.append(Trick(trick.leader, cards, winner))
        if [trick.winner for trick in tricks] == [trick.winner for trick in view.tricks]:
            return msgspec.structs.replace(view, tricks=tuple(tricks))


def test_what_is_forgotten_has_no_part_in_what_it_plays(later):
    """With no memory at all, whatever the others played in earlier tricks, it answers the same."""
    blank = CasualPlayer(Random(1), habits=NONE._replace(kept=0, kept_high=0))
    chance = Random(2)
    answers = {blank.act(with_others_played(later, chance)) for _ in range(40)}
    assert len(answers) == 1
    # and whoever remembers does look at them
    chances = {Adviser().judge(with_others_played(later, chance))[0].tricks for _ in range(5)}
    assert len(chances) == 5


def test_forgetting_changes_what_it_plays_but_not_often():
    asked = [view for seed in range(12) for view in long_rounds(seed) if isinstance(view.legal[0], PlayCard)]
    strong = NeuralPlayer()
    habits = NONE._replace(kept=Habits().kept, kept_high=Habits().kept_high)
    casual = CasualPlayer(Random(3), habits=habits)
    other = sum(casual.act(view) != strong.act(view) for view in asked)
    assert 0 < other < 0.2 * len(asked)
    # in the first trick there is nothing to forget
    first = [view for view in asked if not view.tricks]
    assert [casual.act(view) for view in first] == [strong.act(view) for view in first]


def test_between_cards_it_never_takes_one_that_it_thinks_far_worse():
    asked = [view for seed in range(6) for view in long_rounds(seed) if isinstance(view.legal[0], PlayCard)]
    adviser = Adviser()
    habits = NONE._replace(near=2.0, softness=1.0)
    given = []
    for number, view in enumerate(asked):
        action = CasualPlayer(Random(number), habits=habits).act(view)
        scores = {each.action: each.score for each in adviser.judge(view)}
        given.append(max(scores.values()) - scores[action])
    assert max(given) <= 2.0 + 1e-4
    assert 0.02 < sum(each > 1e-4 for each in given) / len(given) < 0.5


def test_trumps_are_named_as_the_strong_player_does():
    view = choosing("B13 B12 B9 R1 Y2")
    assert make_player("casual", 1).act(view) == NeuralPlayer().act(view)


def test_one_legal_action_is_played_and_a_view_that_asks_for_nothing_is_an_error():
    view = playing("B5 G9", trick="B2", trump="R", bids=(1, 1, 1), won=(0, 0, 0))
    assert make_player("casual", 1).act(view) == PlayCard(Card.B5)
    asleep = msgspec.structs.replace(bidding("B1", trump="R"), legal=())
    with pytest.raises(ValueError, match="asks for no action"):
        make_player("casual", 1).act(asleep)
