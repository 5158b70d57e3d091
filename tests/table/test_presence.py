"""Who is here, who is away, when a bot stands in, and how long a turn may take."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.table.helpers import Run, people
from tests.table.test_seating import refused

from rufen.core.events import BidPlaced, CardPlayed, SeatKeySet
from rufen.core.state import Phase
from rufen.protocol.messages import Presence, RefusalCode, TableOptions
from rufen.table import together
from rufen.table.commands import BOT, STAND_IN, TIMER, Done
from rufen.table.presence import RECONNECT_S


def playing(**more: object) -> Run:
    """Three people in the first round; seat 1 bids first."""
    run = people(3, first_dealer=0, **more)
    run.deal()
    return run


def presence(run: Run, seat: int) -> Presence:
    return run.table.news(run.now).seats[seat].presence


def left(run: Run, seat: int) -> float | None:
    return run.table.news(run.now).seats[seat].left


def bots_act(run: Run) -> list[tuple[int, str]]:
    """Let the bots act until nobody of them is asked; who did, and for whom."""
    acted = []
    while (turn := run.table.bot_turn(run.now)) is not None:
        assert turn.view.seat == turn.seat
        run.do(run.table.bot_acts(turn, turn.view.legal[0], run.now))
        acted.append((turn.seat, turn.origin))
    return acted


def test_a_person_is_reconnecting_then_away_then_stood_in_for():
    run = playing()
    run.table.disconnect(1, run.now)
    assert (presence(run, 1), left(run, 1)) == (Presence.RECONNECTING, 60)
    run.pass_time(RECONNECT_S)
    assert (presence(run, 1), left(run, 1)) == (Presence.AWAY, 55)
    run.pass_time(54)
    assert bots_act(run) == []
    run.pass_time(1)
    assert (presence(run, 1), left(run, 1)) == (Presence.STAND_IN, None)
    assert bots_act(run) == [(1, STAND_IN)]
    assert run.log[-1].origin == STAND_IN


def test_a_drop_of_two_seconds_brings_no_bot_however_short_the_grace():
    run = playing(options=TableOptions(grace=15))
    for _ in range(20):
        run.table.disconnect(1, run.now)
        run.pass_time(2)
        assert presence(run, 1) is Presence.RECONNECTING
        assert bots_act(run) == []
        run.table.connect(1, run.now)
        assert presence(run, 1) is Presence.HERE


def test_the_owner_gets_the_seat_back_at_once_even_while_the_bot_thinks():
    run = playing()
    run.table.disconnect(1, run.now)
    run.pass_time(60)
    turn = run.table.bot_turn(run.now)
    assert turn is not None
    run.table.connect(1, run.now)
    assert presence(run, 1) is Presence.HERE
    before = run.table.seq
    assert isinstance(run.do(run.table.bot_acts(turn, turn.view.legal[0], run.now)), Done)
    assert run.table.seq == before
    run.act(1, run.asked().legal[0])
    assert run.table.seq == before + 1


def test_a_stand_in_is_given_that_seats_view_and_nothing_else():
    run = playing()
    run.table.disconnect(1, run.now)
    run.pass_time(60)
    turn = run.table.bot_turn(run.now)
    assert turn is not None
    assert turn.view == run.table.view(1)


def test_a_second_tab_keeps_the_person_here():
    run = playing()
    run.table.connect(1, run.now)
    run.table.disconnect(1, run.now)
    assert presence(run, 1) is Presence.HERE


def test_no_grace_no_stand_in():
    run = playing(options=TableOptions(grace=0))
    run.table.disconnect(1, run.now)
    run.pass_time(10_000)
    assert (presence(run, 1), left(run, 1)) == (Presence.AWAY, None)
    assert bots_act(run) == []


def test_before_the_game_nobody_is_stood_in_for():
    run = Run("you", "open", "open")
    run.sit(1, "Ben")
    run.table.connect(0, run.now)
    run.pass_time(1000)
    assert (presence(run, 1), left(run, 1)) == (Presence.AWAY, None)


def test_a_table_where_nobody_is_waits():
    run = Run("you", "bot", "bot", first_dealer=0)
    run.table.connect(0, run.now)
    run.deal()
    run.table.disconnect(0, run.now)
    run.pass_time(1000)
    assert bots_act(run) == []
    assert not run.table.deal_is_due(run.now)
    run.table.connect(0, run.now)
    assert (1, BOT) in bots_act(run)


def test_the_first_who_comes_back_waits_a_grace_for_the_others():
    run = playing()
    for seat in range(3):
        run.table.disconnect(seat, run.now)
    run.pass_time(24 * 3600)
    run.table.connect(2, run.now)
    assert (presence(run, 1), left(run, 1)) == (Presence.AWAY, 60)
    run.pass_time(59)
    assert bots_act(run) == []
    run.pass_time(1)
    assert bots_act(run) == [(1, STAND_IN)]


def test_after_a_restart_the_grace_begins_anew():
    run = playing()
    run.pass_time(500)
    run.restart()
    run.table.connect(0, run.now)
    assert left(run, 1) == 60
    assert presence(run, 1) is Presence.RECONNECTING


def test_a_pause_holds_up_every_time():
    run = playing(options=TableOptions(timer=30))
    run.table.disconnect(2, run.now)
    run.pass_time(20)
    assert run.table.news(run.now).turn_left == 10
    run.do(together.pause(run.table, 0, run.new_id(), True))
    news = run.table.news(run.now)
    assert (news.paused_by, news.turn_left, news.seats[2].left) == ("Anna", None, None)
    run.pass_time(1000)
    assert bots_act(run) == []
    refused(RefusalCode.PAUSED, run.step)
    run.restart()
    assert run.table.news(run.now).paused_by == "Anna", "a pause lasts"
    run.table.connect(0, run.now)
    run.table.connect(1, run.now)
    run.do(together.pause(run.table, 1, run.new_id(), False))
    news = run.table.news(run.now)
    assert (news.paused_by, news.turn_left, news.seats[2].left) == (None, 30, 60)
    run.step()


def test_a_pause_goes_on_where_it_began():
    run = playing(options=TableOptions(timer=30))
    run.table.disconnect(2, run.now)
    run.pass_time(20)
    run.do(together.pause(run.table, 0, run.new_id(), True))
    run.pass_time(1000)
    run.do(together.pause(run.table, 1, run.new_id(), False))
    news = run.table.news(run.now)
    assert (news.turn_left, news.seats[2].left) == (10, 40)


def test_who_was_deleted_from_the_server_is_stood_in_for_at_once():
    run = playing(options=TableOptions(grace=0))
    for place, envelope in enumerate(run.log):
        if isinstance(envelope.event, SeatKeySet) and envelope.event.seat == 1:
            run.log[place] = replace(envelope, event=replace(envelope.event, key=""))
    run.restart()
    run.table.connect(0, run.now)
    assert presence(run, 1) is Presence.STAND_IN
    assert bots_act(run) == [(1, STAND_IN)]


def test_when_the_time_is_over_a_bot_plays_this_one_action():
    run = playing(options=TableOptions(timer=15))
    run.pass_time(14)
    assert bots_act(run) == []
    run.pass_time(1)
    assert bots_act(run) == [(1, TIMER)]
    assert run.table.news(run.now).turn_left == 15
    run.act(2, run.asked().legal[0])
    assert run.table.news(run.now).turn_left == 15


def test_a_turn_that_is_taken_in_time_is_not_touched():
    run = playing(options=TableOptions(timer=15))
    run.pass_time(14)
    late = run.table.bot_turn(run.now + 1)
    assert late is not None
    run.act(1, run.asked().legal[0])
    assert isinstance(run.do(run.table.bot_acts(late, late.view.legal[0], run.now + 1)), Done)
    assert [e.origin for e in run.log if isinstance(e.event, BidPlaced)] != [TIMER]


def test_secret_bids_share_one_turn():
    rules = {"bid_disclosure": "hidden"}
    run = playing(options=TableOptions(timer=15), rules=rules)
    run.pass_time(10)
    run.act(2, run.table.view(2).legal[0])
    assert run.table.news(run.now).turn_left == 5
    run.pass_time(5)
    assert sorted(bots_act(run)) == [(0, TIMER), (1, TIMER)]
    assert run.table.state.phase is Phase.PLAYING


@pytest.mark.parametrize("timer", [0, 60])
def test_no_time_runs_while_only_bots_are_asked(timer):
    run = Run("you", "bot", "bot", first_dealer=0, options=TableOptions(timer=timer))
    run.table.connect(0, run.now)
    run.deal()
    assert run.table.news(run.now).turn_left is None
    bots_act(run)
    assert run.table.news(run.now).turn_left == (timer or None)


def test_a_whole_game_is_finished_by_stand_ins_for_the_one_who_stays():
    run = people(3, first_dealer=0, rules={"round_mode": "schedule", "hand_sizes": [2, 1]})
    run.table.disconnect(1, run.now)
    run.table.disconnect(2, run.now)
    run.pass_time(60)
    while not run.table.over:
        if run.table.deal_is_due(run.now):
            run.deal()
        elif not bots_act(run):
            if run.table.state.phase is Phase.DEALING:
                run.do(run.table.next_round(0, len(run.table.state.results), run.now))
            else:
                run.step()
    cards = [e for e in run.log if isinstance(e.event, CardPlayed)]
    assert {(e.event.seat, e.origin == STAND_IN) for e in cards} == {(0, False), (1, True), (2, True)}  # type: ignore[union-attr]
