"""The next game of the same people."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.table.helpers import TOKENS, Run, people
from tests.table.test_seating import refused

from rufen.core.deal import deck_from_seed
from rufen.core.events import Envelope
from rufen.core.state import Phase
from rufen.protocol.messages import ProposalKind, RefusalCode, TableOptions
from rufen.table import together
from rufen.table.rematch import next_facts, next_game
from rufen.table.table import Table


def after(run: Run) -> Table:
    """The table of the rematch."""
    events = next_game(run.table, deck_from_seed("rematch", 0))
    log = [Envelope("table2", seq, 0.0, "server", event) for seq, event in enumerate(events, 1)]
    return Table("table2", log, next_facts(run.table))


def finished(**more: object) -> Run:
    """Three people after a game of two rounds that seat 1 dealt first."""
    rules = {"round_mode": "schedule", "hand_sizes": [1, 2], "exact_bonus": 30}
    run = people(3, first_dealer=1, rules=rules, options=TableOptions(timer=60), **more)
    run.play_round()
    run.play_round()
    return run


def test_the_same_people_and_rules_the_dealer_moved_on():
    run = finished()
    run.table.facts = replace(run.table.facts, paused_by="Anna", next_table="x")
    table = after(run)
    assert table.state.phase is Phase.DEALING, "everybody is here: it starts at once"
    assert [player.name for player in table.state.setup.players if player] == ["Anna", "Guest 1", "Guest 2"]
    assert [table.seat_of(token) for token in TOKENS[:3]] == [0, 1, 2]
    assert table.state.setup.rules == run.table.state.setup.rules
    assert run.table.state.deal.dealer == 2
    assert table.state.setup.first_dealer == 0
    assert table.facts.options == TableOptions(timer=60)
    assert table.facts.paused_by is None
    assert table.facts.next_table is None


def test_the_host_stays_host():
    run = finished()
    key = run.table.state.setup.players[2]
    assert key is not None
    run.table.facts = replace(run.table.facts, host=key.key)
    assert after(run).host == 2


def test_when_somebody_is_missing_it_waits_with_the_seats_kept():
    run = finished()
    run.table.disconnect(1, run.now)
    table = after(run)
    assert table.state.phase is Phase.SEATING
    assert table.seat_of(TOKENS[1]) == 1
    assert table.host == 0


def test_bots_come_along():
    run = Run("you", "bot:random", "bot", first_dealer=0, rules={"round_mode": "schedule", "hand_sizes": [1]})
    run.table.connect(0, run.now)
    run.play_round()
    table = after(run)
    assert [player.level for player in table.state.setup.players if player] == [None, "random", "beginner"]
    assert table.state.phase is Phase.DEALING


def test_after_a_game_that_was_ended_before_the_first_deal_the_cards_draw_the_dealer():
    run = people(3)
    run.do(together.propose(run.table, 0, "end-00001", ProposalKind.END, None, run.now))
    run.do(together.vote(run.table, 1, 1, True, run.now))
    assert run.table.state.phase is Phase.ABORTED
    table = after(run)
    assert table.state.phase is Phase.DEALING
    assert table.state.setup.first_dealer in (0, 1, 2)


@pytest.mark.parametrize("rounds", [0, 1])
def test_there_is_none_before_the_game_is_over(rounds):
    run = people(3, first_dealer=0)
    for _ in range(rounds):
        run.play_round()
    refused(RefusalCode.NOT_OVER, lambda: after(run))
