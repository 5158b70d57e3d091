"""The pace of bots: a moment that depends on what is asked, and that stands still with the game."""

from __future__ import annotations

import itertools
from typing import Any

from msgspec.structs import replace
from tests.table.helpers import Run, people
from tests.table.test_lobby import options

from rufen.core.actions import PlayCard
from rufen.core.cards import DECK
from rufen.core.state import Phase
from rufen.core.view import PlayerView
from rufen.protocol.messages import Pace, TableOptions
from rufen.table import together
from rufen.table.pace import LONGEST_S, SEARCH_S, natural_wait

NATURAL = TableOptions(pace=Pace.NATURAL)
TOSSES = (0.0, 0.5, 0.99)


def view_in(run: Run, phase: Phase, cards: int) -> PlayerView:
    return replace(run.table.view(0), phase=phase, hand_size=cards, hand=DECK[:cards])


def test_harder_decisions_take_longer_and_none_takes_long():
    run = people(3)
    last, card, many = (view_in(run, Phase.PLAYING, cards) for cards in (1, 3, 20))
    bid, large = (view_in(run, Phase.BIDDING, cards) for cards in (5, 20))
    trump = view_in(run, Phase.CHOOSING_TRUMP, 5)
    for toss in TOSSES:
        waits = [natural_wait(view, toss) for view in (last, card, bid)]
        assert waits == sorted(set(waits))
        assert natural_wait(card, toss) < natural_wait(many, toss)
        assert natural_wait(bid, toss) <= natural_wait(large, toss)
        for view in (last, card, many, bid, large, trump):
            assert 0 < natural_wait(view, toss) <= LONGEST_S
    for view in (last, card, many, bid, trump):
        for less, more in itertools.pairwise(TOSSES):
            assert natural_wait(view, less) < natural_wait(view, more)


def test_the_wait_tells_nothing_of_the_hand():
    """Whether a seat could choose at all is its own business."""
    free = view_in(people(3), Phase.PLAYING, 8)
    free = replace(free, legal=tuple(map(PlayCard, free.hand)))
    forced = replace(free, hand=DECK[20:28], legal=(PlayCard(DECK[20]),))
    assert natural_wait(free, 0.5) == natural_wait(forced, 0.5)


def bots(**more: Any) -> Run:
    """A person who deals, and two bots: seat 1 bids first."""
    run = Run("you", "bot", "bot", first_dealer=0, **more)
    run.table.connect(0, run.now)
    run.deal()
    return run


def test_at_once_there_is_nothing_to_wait_for():
    run = bots()
    assert run.table.bot_turn(run.now) is not None
    assert run.table.bot_due(1.0) is None


def test_a_bot_that_looks_ahead_takes_its_least_in_any_pace():
    run = bots()
    assert run.table.bot_due(1.5, SEARCH_S) == run.now + SEARCH_S
    run.pass_time(0.1)
    assert run.table.bot_due(1.5, SEARCH_S) == run.now + SEARCH_S - 0.1, "counted from when it was asked"
    options(run, 0, pace=Pace.NATURAL)
    assert run.table.bot_due(0.2, SEARCH_S) == run.now + SEARCH_S - 0.1
    assert run.table.bot_due(1.5, SEARCH_S) == run.now + 1.4


def test_the_moment_counts_from_when_the_bot_is_asked():
    run = bots(options=NATURAL)
    assert run.table.bot_due(1.5) == run.now + 1.5
    run.pass_time(0.5)
    assert run.table.bot_due(1.5) == run.now + 1.0
    turn = run.table.bot_turn(run.now)
    assert turn is not None
    run.do(run.table.bot_acts(turn, turn.view.legal[0], run.now))
    assert run.table.bot_due(1.5) == run.now + 1.5, "the next one is asked now"


def test_a_pause_holds_it_up_and_it_goes_on():
    run = bots(options=NATURAL)
    run.pass_time(1.0)
    run.do(together.pause(run.table, 0, run.new_id(), True))
    run.pass_time(100.0)
    assert run.table.bot_turn(run.now) is None
    run.do(together.pause(run.table, 0, run.new_id(), False))
    assert run.table.bot_due(1.5) == run.now + 0.5


def test_secret_bids_are_thought_about_by_all_at_once():
    run = bots(options=NATURAL, rules={"bid_disclosure": "hidden"})
    run.pass_time(1.0)
    turn = run.table.bot_turn(run.now)
    assert turn is not None
    run.do(run.table.bot_acts(turn, turn.view.legal[0], run.now))
    assert run.table.bot_turn(run.now) is not None
    assert run.table.bot_due(1.5) == run.now + 0.5


def test_after_a_restart_it_begins_anew_when_somebody_is_there():
    run = bots(options=NATURAL)
    run.pass_time(1.0)
    run.restart()
    run.pass_time(100.0)
    assert run.table.bot_turn(run.now) is None
    run.table.connect(0, run.now)
    assert run.table.bot_due(1.5) == run.now + 1.5


def test_the_host_may_hurry_the_bots_any_time():
    run = bots(options=NATURAL)
    options(run, 0, pace=Pace.AT_ONCE)
    assert run.table.bot_due(1.5) is None


def test_a_stand_in_takes_its_moment_but_not_on_top_of_the_grace():
    run = people(3, first_dealer=0, options=TableOptions(grace=15, pace=Pace.NATURAL))
    run.deal()
    run.table.disconnect(1, run.now)
    run.pass_time(15)
    due = run.table.bot_due(1.5)
    assert run.table.bot_turn(run.now) is not None
    assert due is not None
    assert due <= run.now
