"""Who may have a hint: the seat that is asked, where the table gives hints, while the game goes on."""

from __future__ import annotations

import pytest
from tests.table.helpers import Run, people
from tests.table.test_lobby import options, seated
from tests.table.test_seating import refused

from rufen.core.actions import IllegalReason
from rufen.protocol.messages import Pace, ProposalKind, RefusalCode, TableOptions
from rufen.table import together
from rufen.table.facts import Facts
from rufen.table.hinting import hint_view
from rufen.table.rematch import next_facts

HINTS = TableOptions(hints=True)


def playing() -> Run:
    """Three people in the first round of a table with hints; seat 1 bids first."""
    run = people(3, first_dealer=0, options=HINTS)
    run.deal()
    return run


def no_hint(run: Run, by: int | None, reason: RefusalCode, illegal: IllegalReason | None = None) -> None:
    refused(reason, lambda: hint_view(run.table, by), illegal)


def test_the_seat_that_is_asked_gets_a_hint_from_its_own_view():
    run = playing()
    view = hint_view(run.table, 1)
    assert view == run.table.view(1)
    assert view.seat == 1
    assert view.legal
    for other in (0, 2):
        no_hint(run, other, RefusalCode.ILLEGAL, IllegalReason.NOT_YOUR_TURN)
    no_hint(run, None, RefusalCode.ILLEGAL, IllegalReason.NOT_SEATED)


def test_no_hints_unless_the_table_gives_them():
    run = people(3, first_dealer=0)
    run.deal()
    no_hint(run, 1, RefusalCode.HINTS_OFF)


def test_no_hints_before_the_game_between_rounds_and_after_it():
    run = seated()
    options(run, 0, hints=True)
    no_hint(run, 0, RefusalCode.ILLEGAL, IllegalReason.NOT_STARTED)
    run.start()
    no_hint(run, 0, RefusalCode.ILLEGAL, IllegalReason.NO_ROUND)
    run = people(3, options=HINTS, rules={"round_mode": "custom", "custom_round_count": 1})
    run.play_round()
    no_hint(run, 0, RefusalCode.ILLEGAL, IllegalReason.GAME_OVER)


def test_no_hints_while_the_game_stands_still():
    run = playing()
    run.do(together.pause(run.table, 0, run.new_id(), True))
    no_hint(run, 1, RefusalCode.PAUSED)
    run.do(together.pause(run.table, 0, run.new_id(), False))
    assert hint_view(run.table, 1).legal
    run.act(1, run.asked().legal[0])
    run.do(together.propose(run.table, 1, run.new_id(), ProposalKind.UNDO, None, run.now))
    no_hint(run, 2, RefusalCode.VOTE_OPEN)


def test_the_host_switches_hints_before_the_game_and_not_while_others_play():
    run = seated()
    refused(RefusalCode.NOT_HOST, lambda: options(run, 1, hints=True))
    options(run, 0, hints=True)
    assert run.table.news(run.now).options.hints
    run.start()
    refused(RefusalCode.ILLEGAL, lambda: options(run, 0, hints=False), IllegalReason.ALREADY_STARTED)
    options(run, 0, hints=True, chat=False)
    assert run.table.facts.options == TableOptions(hints=True, chat=False)


def test_who_plays_alone_with_bots_may_switch_hints_any_time():
    run = Run("you", "bot", "bot")
    run.table.connect(0, run.now)
    run.deal()
    options(run, 0, hints=True)
    assert run.table.facts.options.hints


def test_hints_and_pace_last_and_go_along_to_the_rematch():
    run = people(3, options=TableOptions(hints=True, pace=Pace.NATURAL))
    again = Facts.decode("lumori47", run.table.facts.encode())
    assert again.options == TableOptions(hints=True, pace=Pace.NATURAL)
    assert next_facts(run.table).options == again.options


@pytest.mark.parametrize(
    "body",
    [
        b'{"code":"","host":null,"options":{"chat":true,"spectators":true,"listed":false,"grace":60,"timer":30}}',
        b'{"options":{"timer":30}}',
    ],
)
def test_what_was_stored_before_there_were_hints_can_be_read(body):
    facts = Facts.decode("lumori47", body)
    assert facts.options == TableOptions(timer=30, hints=False, pace=Pace.AT_ONCE)
