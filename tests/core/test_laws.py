"""The laws of the core, for any house rules, any number of seats, at every single event.

1. The view of a seat is the fold of the events as that seat may see them.
2. Dealing the cards a seat cannot see differently changes neither its view nor a byte of what it gets.
3. What is legal by the view is legal by the state, for every action there is.
4. Every event class says who may see it, and nothing is sent without that.
"""

from __future__ import annotations

import random
import re
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.tables import new_games, observers, play_at_random, played_games
from tests.core.worlds import another_world, hidden_now, running_round, stream

from rufen.core import events
from rufen.core.actions import ACTIONS, PLAYS, IllegalAction, PlaceBid, Refusal
from rufen.core.events import AUDIENCE, ActionsTakenBack, Audience, Event, Hidden, redact
from rufen.core.game import Game, decide, is_legal, legal_actions, refusal
from rufen.core.house_rules import BidDisclosure, HouseRules
from rufen.core.state import GameState, evolve, fold, to_act
from rufen.core.view import legal_from_view, view_of

encode = msgspec.json.encode
QUICK = settings(max_examples=40)
LONG = settings(max_examples=600)


# --- the laws as checks, for one game --------------------------------------------------------------------


def next_state(state: GameState | None, log: list[Event]) -> GameState:
    """The state after the last event of a log, from the state before it."""
    return fold(log) if isinstance(log[-1], ActionsTakenBack) else evolve(state, log[-1])


def check_view_is_fold_of_redacted_events(game: Game) -> None:
    disclosure = game.state.setup.rules.bid_disclosure
    for seat in observers(game):
        whole: GameState | None = None
        mine: GameState | None = None
        log: list[Event] = []
        redacted: list[Event] = []
        for event in game.events:
            log.append(event)
            redacted.append(redact(event, seat, disclosure))
            whole, mine = next_state(whole, log), next_state(mine, redacted)
            assert view_of(whole, seat) == view_of(mine, seat), f"seat {seat} after {event}"
            assert bool(legal_actions(whole, seat)) is (seat in to_act(whole)), f"seat {seat} after {event}"
        assert mine == fold(redacted)


def check_redacted_twice_is_redacted_once(game: Game) -> None:
    disclosure = game.state.setup.rules.bid_disclosure
    for seat in observers(game):
        for event in game.events:
            once = redact(event, seat, disclosure)
            assert redact(once, seat, disclosure) == once


def check_unseen_cards_change_nothing(game: Game, seed: int) -> None:
    rules = game.state.setup.rules
    for seat in observers(game):
        other = another_world(game.events, game.state, seat, random.Random(seed))
        mine, theirs = (stream(log, seat, rules.bid_disclosure) for log in (game.events, other))
        assert encode(mine) == encode(theirs), f"seat {seat}"
        views = [view_of(fold(log), seat) for log in (game.events, other)]
        if running_round(game.events) < len(game.events):
            views = [msgspec.structs.replace(view, commitment="") for view in views]
        assert views[0] == views[1]
        assert encode(views[0]) == encode(views[1])


CARD_TEXT = re.compile(rb'"([BGRY](?:1[0-3]|[1-9])|[WJ][1-4])"')


def check_no_unseen_card_is_named(game: Game) -> None:
    """The plainest form of it: no text a seat gets about the running round has an unseen card in it."""
    rules = game.state.setup.rules
    start = running_round(game.events)
    for seat in observers(game):
        hidden = {str(card).encode() for card in hidden_now(game.events, seat)}
        sent = encode(stream(game.events, seat, rules.bid_disclosure)[start:])
        assert not hidden & set(CARD_TEXT.findall(sent))
        assert not hidden & set(CARD_TEXT.findall(encode(view_of(game.state, seat))))


def check_legal_by_view_is_legal_by_state(game: Game) -> None:
    state = game.state
    for seat in observers(game):
        view = view_of(state, seat)
        assert (view.legal, view.refusals) == legal_from_view(view)
        assert legal_actions(state, seat) == view.legal
        assert bool(view.legal) is (seat in to_act(state))
        refused = {entry.action: entry for entry in view.refusals}
        assert not refused.keys() & set(view.legal)
        for action in ACTIONS:
            expected = action in view.legal
            assert is_legal(state, seat, action) is expected
            why = refusal(state, seat, action)
            assert (why is None) is expected
            if expected:
                assert decide(state, seat, action)
                continue
            with pytest.raises(IllegalAction) as caught:
                decide(state, seat, action)
            assert Refusal(action, caught.value.reason, caught.value.suit) == why
            assert refused.get(action, why) == why
        for bid in (-1, 21, 10**9):
            assert refusal(state, seat, PlaceBid(bid)) is not None
    for nobody in (-1, state.setup.seats, 99):
        assert all(refusal(state, nobody, action) is not None for action in ACTIONS)


def check_all_laws(game: Game, seed: int) -> None:
    check_view_is_fold_of_redacted_events(game)
    check_redacted_twice_is_redacted_once(game)
    check_unseen_cards_change_nothing(game, seed)
    check_no_unseen_card_is_named(game)
    check_legal_by_view_is_legal_by_state(game)


# --- the laws for random games ---------------------------------------------------------------------------

SEED = st.integers(0, 9999)


@QUICK
@given(played_games())
def test_law_1_view_is_the_fold_of_the_redacted_events(game: Game) -> None:
    check_view_is_fold_of_redacted_events(game)
    check_redacted_twice_is_redacted_once(game)


@QUICK
@given(played_games(), SEED)
def test_law_2_unseen_cards_change_nothing(game: Game, seed: int) -> None:
    check_unseen_cards_change_nothing(game, seed)
    check_no_unseen_card_is_named(game)


@QUICK
@given(new_games(max_hand=5), SEED)
def test_law_2_holds_for_games_that_could_really_have_happened(game: Game, seed: int) -> None:
    """The other world is played by the rules, action by action, for as long as they allow it there."""
    for _ in play_at_random(game, seed, 30, take_back=0):
        pass
    start = running_round(game.events)
    if start == len(game.events):
        return
    rules = game.state.setup.rules
    for seat in observers(game):
        other = another_world(game.events, game.state, seat, random.Random(seed))
        sealed = other[start]
        assert isinstance(sealed, events.DeckSealed)
        replayed = Game(other[:start])
        replayed.deal(sealed.deck, sealed.salt)
        for event in other[start:]:
            try:
                match event:
                    case events.TrumpChosen(seat=who, suit=suit):
                        replayed.act(who, ACTIONS[81 + suit.index])
                    case events.BidPlaced(seat=who, bid=bid):
                        replayed.act(who, PlaceBid(bid))
                    case events.CardPlayed(seat=who, card=card):
                        replayed.act(who, ACTIONS[card.index])
            except IllegalAction:
                break
        count = min(len(replayed.events), len(game.events))
        one, two = (log[:count] for log in (game.events, replayed.events))
        if any(isinstance(event, events.RoundScored) for event in two[start:]):
            continue
        assert encode(stream(one, seat, rules.bid_disclosure)) == encode(
            stream(two, seat, rules.bid_disclosure)
        )


@QUICK
@given(played_games())
def test_law_3_legal_by_view_is_legal_by_state(game: Game) -> None:
    check_legal_by_view_is_legal_by_state(game)


@pytest.mark.long
@LONG
@given(played_games(max_actions=300), SEED)
def test_all_laws_in_many_long_games(game: Game, seed: int) -> None:
    check_all_laws(game, seed)


# --- law 4 -----------------------------------------------------------------------------------------------


def test_law_4_every_event_class_declares_its_audience() -> None:
    classes = {
        thing
        for thing in vars(events).values()
        if isinstance(thing, type) and issubclass(thing, events._Event) and thing is not events._Event
    }
    assert set(AUDIENCE) == set(get_args(Event)) == classes
    assert all(isinstance(audience, Audience) for audience in AUDIENCE.values())
    assert {c for c, audience in AUDIENCE.items() if audience is Audience.SERVER} == {
        events.SeatKeySet,
        events.DeckSealed,
    }


def test_law_4_an_event_without_an_audience_is_never_sent() -> None:
    class CardPeeked(events._Event, tag="card_peeked", frozen=True):
        seat: int

    for seat in (0, None):
        with pytest.raises(KeyError):
            redact(CardPeeked(0), seat, BidDisclosure.OPEN)  # type: ignore[arg-type]


@pytest.mark.parametrize("audience", [Audience.SEAT, Audience.SEAT_IF_SECRET])
def test_law_4_an_event_that_has_no_face_down_form_is_never_sent(monkeypatch, audience: Audience) -> None:
    monkeypatch.setitem(AUDIENCE, events.CardPlayed, audience)
    with pytest.raises(TypeError, match="no face-down form for CardPlayed"):
        redact(events.CardPlayed(0, PLAYS[0].card), 1, BidDisclosure.OPEN)


def test_law_4_what_is_for_the_server_only_is_a_bare_number_to_all_others() -> None:
    for event in (events.DeckSealed((), "salt"), events.SeatKeySet(0, "hash")):
        for seat in (0, 1, None):
            assert redact(event, seat, BidDisclosure.HIDDEN) == Hidden()
    assert encode(Hidden()) == b'{"type":"hidden"}'


def test_a_state_folded_from_redacted_events_cannot_decide_what_it_does_not_know() -> None:
    """A seat's own state has no deck: it cannot score a round, and says why."""
    game = Game.new(["Anna", "Ben", "Cara"], HouseRules(), first_dealer=0)
    for _ in play_at_random(game, 1, 6, take_back=0):
        pass
    mine = fold([redact(event, 1, BidDisclosure.OPEN) for event in game.events])
    (seat,) = to_act(game.state)
    played = legal_actions(game.state, seat)
    assert played
    if mine.round is not None:
        assert mine.round.deal.deck is None
        assert mine.round.deal.salt is None
        assert all(hand == 0 for owner, hand in enumerate(mine.round.hands) if owner != 1)
