"""Before the game: places, house rules, who is ready, who is host, options."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.table.helpers import TOKENS, Run, people
from tests.table.test_seating import names, refused

from rufen.core.actions import IllegalReason
from rufen.core.events import RulesChanged, SeatKeySet, SeatsReordered
from rufen.core.house_rules import SettingError
from rufen.protocol.messages import RefusalCode, SetOptions, TableOptions
from rufen.table import lobby
from rufen.table.commands import Done, Plan
from rufen.table.presence import RECONNECT_S


def seated() -> Run:
    """Anna, Ben and Cara before the game, all here; Anna is host."""
    run = Run("you", "open", "open")
    run.sit(1, "Ben")
    run.sit(2, "Cara")
    for seat in range(3):
        run.table.connect(seat, run.now)
    return run


def hand_over(run: Run, by: int | None, seat: int) -> Plan | Done:
    return run.do(lobby.hand_over(run.table, by, run.new_id(), seat, run.now))


def reorder(run: Run, by: int | None, *order: int, seen: int | None = None, id: str | None = None):
    seen = run.table.seq if seen is None else seen
    return run.do(lobby.reorder(run.table, by, id or run.new_id(), order, seen))


def change_rules(run: Run, by: int | None, preset: str | None = None, **rules: object):
    return run.do(lobby.change_rules(run.table, by, run.new_id(), rules, preset))


def ready(run: Run, by: int | None, value: bool) -> Plan | Done:
    return run.do(lobby.set_ready(run.table, by, run.new_id(), value))


def options(run: Run, by: int | None, **wish: object) -> Plan | Done:
    return run.do(lobby.set_options(run.table, by, SetOptions(run.new_id(), **wish)))  # type: ignore[arg-type]


def test_the_host_moves_people_and_they_take_their_secrets_along():
    run = seated()
    ready(run, 1, True)
    reorder(run, 0, 2, 0, 1)
    assert names(run) == ["Cara", "Anna", "Ben"]
    assert [run.table.seat_of(token) for token in TOKENS[:3]] == [1, 2, 0]
    assert run.table.host == 1
    assert run.table.people_here == (0, 1, 2)
    assert run.table.ready == set(), "a change of seats asks anew"
    run.restart()
    assert run.table.host == 1
    assert sum(isinstance(e.event, SeatsReordered) for e in run.log) == 1


def test_presence_moves_with_the_person():
    run = seated()
    run.table.disconnect(2, run.now)
    reorder(run, 0, 2, 0, 1)
    assert [info.connected for info in run.table.news(run.now).seats] == [False, True, True]


def test_moving_twice_by_one_message_moves_once():
    run = seated()
    reorder(run, 0, 1, 0, 2, id="reorder-1")
    # Anna sits in seat 1 now, and her browser sends the message again
    assert isinstance(reorder(run, 1, 1, 0, 2, seen=1, id="reorder-1"), Done)
    assert names(run) == ["Ben", "Anna", "Cara"]


def test_an_order_for_an_older_table_or_that_is_none_is_refused():
    run = seated()
    refused(RefusalCode.NOT_HOST, lambda: reorder(run, 1, 1, 0, 2))
    refused(RefusalCode.STALE, lambda: reorder(run, 0, 1, 0, 2, seen=run.table.seq - 1))
    refused(RefusalCode.MALFORMED, lambda: reorder(run, 0, 0, 0, 1))
    refused(RefusalCode.MALFORMED, lambda: reorder(run, 0, 0, 1, 2, 3))
    run.start()
    refused(RefusalCode.ILLEGAL, lambda: reorder(run, 0, 1, 0, 2), IllegalReason.ALREADY_STARTED)


def test_the_host_changes_the_rules_and_all_are_asked_anew():
    run = seated()
    ready(run, 1, True)
    change_rules(run, 0, exact_bonus=30)
    assert run.table.view(1).rules.exact_bonus == 30
    assert run.table.ready == set()
    assert isinstance(change_rules(run, 0, exact_bonus=30), Done), "the same rules are no change"
    change_rules(run, 0, preset="standard")
    assert run.table.view(None).rules.exact_bonus == 20
    assert sum(isinstance(e.event, RulesChanged) for e in run.log) == 2


def test_rules_that_cannot_be_name_the_setting_and_what_is_allowed():
    run = seated()
    refused(RefusalCode.NOT_HOST, lambda: change_rules(run, 2, exact_bonus=30))
    with pytest.raises(Exception, match=r"custom_round_count.*20"):
        change_rules(run, 0, round_mode="custom", custom_round_count=99)
    refused(RefusalCode.BAD_SETTING, lambda: change_rules(run, 0, "standard", exact_bonus=30))
    run.start()
    refused(RefusalCode.ILLEGAL, lambda: change_rules(run, 0, exact_bonus=30), IllegalReason.ALREADY_STARTED)


def test_who_is_ready_is_seen_until_the_game_starts():
    run = seated()
    refused(
        RefusalCode.ILLEGAL,
        lambda: ready(run, None, True),
        IllegalReason.NOT_SEATED,
    )
    ready(run, 1, True)
    ready(run, 2, True)
    ready(run, 2, False)
    assert [info.ready for info in run.table.news(run.now).seats] == [False, True, False]
    run.start()
    assert run.table.ready == set()
    refused(
        RefusalCode.ILLEGAL,
        lambda: ready(run, 1, True),
        IllegalReason.ALREADY_STARTED,
    )


def test_whoever_leaves_is_not_ready_any_more():
    run = seated()
    ready(run, 1, True)
    run.stand_up(1, 1)
    assert run.table.ready == set()


def test_the_host_hands_over_and_it_lasts():
    run = seated()
    refused(RefusalCode.NOT_HOST, lambda: hand_over(run, 1, 2))
    hand_over(run, 0, 2)
    assert run.table.host == 2
    run.restart()
    assert run.table.host == 2
    refused(RefusalCode.NOT_HOST, lambda: run.start(0))
    run.start(2)


def test_only_a_person_can_be_host():
    run = Run("you", "bot", "open")
    refused(RefusalCode.NOT_A_PERSON, lambda: hand_over(run, 0, 1))
    refused(RefusalCode.NOT_A_PERSON, lambda: hand_over(run, 0, 2))
    refused(RefusalCode.NOT_A_PERSON, lambda: hand_over(run, 0, 5))
    refused(RefusalCode.ILLEGAL, lambda: hand_over(run, None, 0), IllegalReason.NOT_SEATED)


def test_somebody_else_starts_when_the_host_is_gone():
    run = seated()
    refused(RefusalCode.HOST_HERE, lambda: hand_over(run, 1, 1))
    run.table.disconnect(0, run.now)
    run.pass_time(RECONNECT_S - 1)
    refused(RefusalCode.HOST_HERE, lambda: hand_over(run, 1, 1))
    run.pass_time(1)
    refused(RefusalCode.NOT_HOST, lambda: hand_over(run, 1, 2))
    hand_over(run, 1, 1)
    assert run.table.host == 1
    run.start(1)


def test_when_the_person_made_host_leaves_the_one_here_longest_is_host():
    run = seated()
    hand_over(run, 0, 2)
    run.stand_up(2, 2)
    assert run.table.host == 0


def test_who_was_forgotten_by_the_server_is_not_host():
    run = seated()
    for place, envelope in enumerate(run.log):
        if isinstance(envelope.event, SeatKeySet) and envelope.event.seat == 0:
            run.log[place] = replace(envelope, event=replace(envelope.event, key=""))
    run.restart()
    assert run.table.host == 1
    assert run.table.seat_of(TOKENS[0]) is None


def test_the_host_sets_options_one_by_one():
    run = seated()
    refused(RefusalCode.NOT_HOST, lambda: options(run, 1, chat=False))
    options(run, 0, chat=False)
    options(run, 0, timer=45)
    assert run.table.news(run.now).options == TableOptions(chat=False, timer=45)
    assert isinstance(options(run, 0, timer=45), Done)
    run.restart()
    assert run.table.facts.options == TableOptions(chat=False, timer=45)


@pytest.mark.parametrize("wish", [{"grace": 14}, {"timer": 14}, {"timer": 121}, {"timer": -1}, {"grace": 61}])
def test_options_that_cannot_be_are_refused(wish):
    run = seated()
    refused(RefusalCode.BAD_SETTING, lambda: options(run, 0, **wish))
    ((name, value),) = wish.items()
    with pytest.raises(SettingError, match=rf"^{name} = {value}: allowed: [^=]*seconds( \(.*\))?$") as error:
        Run("you", "open", "bot", options=TableOptions(**wish))
    assert (error.value.setting, error.value.value) == (name, value)


@pytest.mark.parametrize("timer", [0, 15, 120, 300])
def test_a_timer_is_off_or_short_or_generous(timer):
    run = seated()
    options(run, 0, timer=timer)
    assert run.table.facts.options.timer == timer


def test_during_the_game_grace_and_timer_are_agreed_on():
    run = people()
    refused(RefusalCode.NEEDS_VOTE, lambda: options(run, 0, timer=30))
    refused(RefusalCode.NEEDS_VOTE, lambda: options(run, 0, grace=0))
    options(run, 0, chat=False, spectators=False)
    assert not run.table.may_watch


def test_who_may_come_in_without_a_seat():
    run = Run("you", "open", "open", options=TableOptions(spectators=False))
    assert run.table.may_watch, "there are seats to take"
    run.sit(1, "Ben")
    run.sit(2, "Cara")
    assert not run.table.may_watch
    run.start()
    assert not run.table.may_watch
