"""Between rounds: who is waited for, for how long, and when nothing is dealt."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table.helpers import Run, people
from tests.table.test_seating import refused

from rufen.core.actions import IllegalReason
from rufen.protocol.messages import RefusalCode
from rufen.table import together
from rufen.table.table import READY_WAIT_S


def after_round_one(**more: Any) -> Run:
    run = people(first_dealer=0, **more)
    run.play_round()
    return run


def ready(run: Run) -> list[bool]:
    return [info.ready for info in run.table.news(run.now).seats]


def test_the_first_round_is_dealt_once_somebody_is_there():
    run = Run("you", "bot", "bot")
    assert not run.table.deal_is_due(0)
    run.table.connect(None, run.now)
    assert not run.table.deal_is_due(0), "a spectator is nobody to deal for"
    run.table.connect(0, run.now)
    assert run.table.deal_is_due(0)


def test_the_next_round_waits_for_everybody():
    run = after_round_one()
    for seat in (2, 0):
        run.table.next_round(seat, 1, run.now)
        assert not run.table.deal_is_due(run.now)
    assert ready(run) == [True, False, True]
    run.table.next_round(1, 1, run.now)
    assert run.table.deal_is_due(run.now)
    run.deal()
    assert ready(run) == [False, False, False]


def test_the_next_round_waits_half_a_minute_after_the_first_is_ready():
    run = after_round_one()
    run.pass_time(1_000_000)
    assert not run.table.deal_is_due(run.now)
    run.table.next_round(0, 1, run.now)
    run.pass_time(20)
    run.table.next_round(2, 1, run.now)
    run.pass_time(READY_WAIT_S - 21)
    assert not run.table.deal_is_due(run.now)
    run.pass_time(1)
    assert run.table.deal_is_due(run.now)


def test_a_pause_holds_up_the_half_minute():
    run = after_round_one()
    run.table.next_round(0, 1, run.now)
    run.pass_time(20)
    run.do(together.pause(run.table, 1, run.new_id(), True))
    run.pass_time(40)
    run.do(together.pause(run.table, 1, run.new_id(), False))
    assert not run.table.deal_is_due(run.now)
    run.pass_time(READY_WAIT_S - 20)
    assert run.table.deal_is_due(run.now)


def test_the_first_who_comes_back_has_half_a_minute_for_the_result():
    run = after_round_one()
    run.table.next_round(0, 1, run.now)
    for seat in range(3):
        run.table.disconnect(seat, run.now)
    run.pass_time(3600)
    run.table.connect(1, run.now)
    assert not run.table.deal_is_due(run.now)
    run.pass_time(READY_WAIT_S)
    assert run.table.deal_is_due(run.now)


def test_who_is_gone_is_not_waited_for():
    run = after_round_one()
    run.table.next_round(0, 1, 100)
    run.table.disconnect(1, run.now)
    assert not run.table.deal_is_due(100)
    run.table.disconnect(2, run.now)
    assert run.table.deal_is_due(100)


def test_with_nobody_there_nothing_is_dealt():
    run = after_round_one()
    run.table.next_round(0, 1, 100)
    for seat in range(3):
        run.table.disconnect(seat, run.now)
    run.pass_time(1000)
    assert not run.table.deal_is_due(run.now)
    run.table.connect(0, run.now)
    assert run.table.deal_is_due(run.now), "who is ready need not say it again"


def test_two_tabs_are_one_seat():
    run = after_round_one()
    run.table.connect(1, run.now)
    run.table.disconnect(1, run.now)
    assert 1 in run.table.people_here
    run.table.disconnect(1, run.now)
    assert 1 not in run.table.people_here
    assert not run.table.news(run.now).seats[1].connected


def test_bots_never_wait():
    run = Run("you", "bot", "bot", first_dealer=0)
    run.table.connect(0, run.now)
    run.play_round()
    assert not run.table.deal_is_due(0)
    run.table.next_round(0, 1, 0)
    assert run.table.deal_is_due(0)


def test_being_ready_too_early_too_late_or_as_a_spectator():
    run = after_round_one(preset="quick")
    refused(RefusalCode.ILLEGAL, lambda: run.table.next_round(None, 1, 0), IllegalReason.NOT_SEATED)
    refused(RefusalCode.STALE, lambda: run.table.next_round(0, 2, 0))
    refused(RefusalCode.STALE, lambda: run.table.next_round(0, 0, 0))
    run.deal()
    assert run.table.next_round(0, 1, 0).seq == run.table.seq, "the round is dealt: nothing left to do"
    assert ready(run) == [False, False, False]
    while len(run.table.state.results) < 2:
        run.step()
    for _ in range(3):
        run.play_round()
    refused(RefusalCode.ILLEGAL, lambda: run.table.next_round(0, 5, 0), IllegalReason.GAME_OVER)
    assert not run.table.deal_is_due(10**9)


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_table_is_the_fold_of_its_log(kept):
    run = after_round_one()
    state = run.table.state
    run.restart()
    assert run.table.state == state
    assert run.table.view(kept) == run.table.view(kept)
    assert run.table.people_here == ()
