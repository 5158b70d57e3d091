"""Taking back, ending early, other times, and claims."""

from __future__ import annotations

import pytest
from tests.table.helpers import Run, people
from tests.table.test_seating import refused

from rufen.core.actions import IllegalReason
from rufen.core.cards import cards_of
from rufen.core.deal import deck_from_seed
from rufen.core.events import ActionsTakenBack, GameAborted, TricksClaimed
from rufen.core.state import Phase
from rufen.protocol.messages import Presence, ProposalKind, RefusalCode, TableOptions
from rufen.table import together
from rufen.table.ballot import VOTE_S
from rufen.table.commands import Done, Plan
from rufen.table.table import VOTER_GONE_S

UNDO, END, TIMER, GRACE = ProposalKind.UNDO, ProposalKind.END, ProposalKind.TIMER, ProposalKind.GRACE


def playing(count: int = 3, **more: object) -> Run:
    """People in the first round; seat 1 bids first."""
    run = people(count, first_dealer=0, **more)
    run.deal()
    return run


def propose(
    run: Run, by: int | None, kind: ProposalKind, value: int | None = None, number: int = 1, id: str = ""
):
    return run.do(together.propose(run.table, by, id or run.new_id(), kind, value, run.now))


def vote(run: Run, by: int | None, agree: bool, number: int = 1) -> Plan | Done:
    return run.do(together.vote(run.table, by, number, agree, run.now))


def test_all_must_agree_to_take_back():
    run = playing()
    run.step()
    run.step()
    propose(run, 1, UNDO)
    proposal = run.table.news(run.now).proposal
    assert proposal is not None
    assert (proposal.by, proposal.agreed, proposal.waiting) == (1, (1,), (0, 2))
    vote(run, 0, True)
    assert run.table.view(None).has_bid == (False, True, True)
    vote(run, 2, True)
    assert run.table.view(None).has_bid == (False, False, False)
    assert run.table.news(run.now).proposal is None
    assert isinstance(run.log[-1].event, ActionsTakenBack)
    run.restart()
    assert run.table.view(1).to_act == (1,)


def test_one_who_is_against_is_enough():
    run = playing()
    run.step()
    propose(run, 1, UNDO)
    vote(run, 2, False)
    assert run.table.ballot is None
    assert run.table.view(None).has_bid == (False, True, False)
    refused(RefusalCode.NO_VOTE, lambda: vote(run, 0, True))


def test_who_is_away_is_not_asked_and_may_leave_while_it_is_open():
    run = playing()
    run.step()
    propose(run, 1, UNDO)
    vote(run, 0, True)
    assert not run.table.vote_is_due(run.now)
    run.table.disconnect(2, run.now)
    run.pass_time(VOTER_GONE_S - 1)
    assert not run.table.vote_is_due(run.now), "a phone that is locked has not agreed"
    run.pass_time(1)
    assert run.table.vote_is_due(run.now)
    run.do(together.settle(run.table, run.now))
    assert run.table.view(None).has_bid == (False, False, False)


def test_nobody_ends_a_game_behind_the_others_backs():
    run = playing(3)
    for seat in (1, 2):
        run.table.disconnect(seat, run.now)
    propose(run, 0, END)
    assert not run.table.over
    run.table.connect(1, run.now)
    vote(run, 1, False)
    run.table.connect(2, run.now)
    vote(run, 2, False)
    assert run.table.ballot is None
    assert not run.table.over


def test_who_is_stood_in_for_has_no_vote():
    run = playing(options=TableOptions(grace=15))
    run.step()
    run.table.disconnect(2, run.now)
    run.pass_time(15)
    propose(run, 1, UNDO)
    vote(run, 0, True)
    assert run.table.view(None).has_bid == (False, False, False)


def test_a_vote_neither_wakes_nor_rests_a_stand_in():
    run = playing(options=TableOptions(grace=60, timer=30))
    run.table.disconnect(2, run.now)
    run.pass_time(20)
    run.step()
    run.pass_time(10)
    propose(run, 1, UNDO)
    run.pass_time(15)
    vote(run, 0, False)
    assert run.table.news(run.now).seats[2].left == 30
    assert run.table.news(run.now).turn_left == 20
    run.pass_time(30)
    assert run.table.news(run.now).seats[2].presence is Presence.STAND_IN
    propose(run, 1, UNDO)
    assert run.table.news(run.now).seats[2].presence is Presence.STAND_IN
    vote(run, 0, False, number=2)
    assert run.table.news(run.now).seats[2].presence is Presence.STAND_IN


def test_what_was_done_without_an_event_is_not_done_again_by_the_same_message():
    run = playing()
    run.do(together.pause(run.table, 0, "pause-0001", True))
    run.do(together.pause(run.table, 1, run.new_id(), False))
    assert isinstance(run.do(together.pause(run.table, 0, "pause-0001", True)), Done)
    assert run.table.facts.paused_by is None
    propose(run, 0, TIMER, 60, id="timer-0001")
    for seat in (1, 2):
        vote(run, seat, True)
    assert isinstance(propose(run, 0, TIMER, 60, id="timer-0001"), Done)
    assert run.table.ballot is None


def test_with_bots_only_it_is_done_at_once():
    run = Run("you", "bot", "bot", first_dealer=2)
    run.table.connect(0, run.now)
    run.deal()
    run.step()
    propose(run, 0, UNDO)
    assert run.table.view(0).to_act == (0,)


def test_everybody_waits_while_a_taking_back_is_voted_on():
    run = playing(options=TableOptions(timer=15))
    run.step()
    propose(run, 1, UNDO)
    refused(RefusalCode.VOTE_OPEN, run.step)
    assert run.table.news(run.now).turn_left is None
    vote(run, 1, False)
    run.step()


def test_what_was_meant_for_the_position_before_is_stale_after_it():
    run = playing()
    seen = run.table.seq
    bid = run.asked().legal[0]
    run.act(1, bid)
    propose(run, 1, UNDO)
    vote(run, 0, True)
    vote(run, 2, True)
    refused(RefusalCode.STALE, lambda: run.act(1, bid, seen=seen))
    refused(RefusalCode.STALE, lambda: run.act(1, bid, seen=seen + 1))
    assert isinstance(run.act(1, bid), Plan)


def test_nothing_that_was_seen_is_taken_back():
    run = playing(rules={"bid_disclosure": "hidden"})
    refused(RefusalCode.ILLEGAL, lambda: propose(run, 1, UNDO), IllegalReason.NOTHING_TO_TAKE_BACK)
    for seat in range(3):
        run.act(seat, run.table.view(seat).legal[0])
    refused(RefusalCode.ILLEGAL, lambda: propose(run, 1, UNDO), IllegalReason.BEYOND_REVEAL)
    run.step()
    propose(run, 1, UNDO)
    vote(run, 0, True)
    vote(run, 2, True)
    assert run.table.view(1).trick is not None
    assert run.table.view(1).phase is Phase.PLAYING
    while run.table.state.phase is Phase.PLAYING:
        run.step()
    refused(RefusalCode.ILLEGAL, lambda: propose(run, 1, UNDO), IllegalReason.BEYOND_DEAL)
    run.deal()
    refused(RefusalCode.ILLEGAL, lambda: propose(run, 1, UNDO), IllegalReason.BEYOND_DEAL)


def test_a_proposal_that_is_sent_again_is_not_made_again():
    run = Run("you", "bot", "bot", first_dealer=2)
    run.table.connect(0, run.now)
    run.deal()
    run.step()
    propose(run, 0, UNDO, id="propose-1")
    run.step()
    assert isinstance(propose(run, 0, UNDO, id="propose-1"), Done)
    assert run.table.view(0).has_bid[0]


def test_a_game_is_ended_by_more_than_half():
    run = playing(4)
    propose(run, 0, END)
    vote(run, 1, True)
    assert not run.table.over
    vote(run, 2, False)
    vote(run, 3, True)
    assert run.table.state.phase is Phase.ABORTED
    assert isinstance(run.log[-1].event, GameAborted)


def test_a_paused_game_can_be_ended_and_is_not_paused_any_more():
    run = playing()
    run.do(together.pause(run.table, 0, run.new_id(), True))
    propose(run, 0, END)
    vote(run, 1, True)
    assert run.table.over
    assert run.table.news(run.now).paused_by is None


def test_half_against_is_enough_to_go_on():
    run = playing(4)
    propose(run, 0, END)
    vote(run, 1, False)
    assert run.table.ballot is not None
    vote(run, 2, False)
    assert run.table.ballot is None
    assert not run.table.over


def test_ended_early_it_has_standings_over_the_scored_rounds():
    run = people(3, first_dealer=0)
    run.play_round()
    totals = run.table.view(None).totals
    run.deal()
    propose(run, 0, END)
    vote(run, 1, True)
    view = run.table.view(0)
    assert view.phase is Phase.ABORTED
    assert view.totals == totals
    assert view.ranks is not None
    assert sorted(view.ranks)[0] == 1


def test_times_are_agreed_on():
    run = playing()
    refused(RefusalCode.BAD_SETTING, lambda: propose(run, 0, TIMER, 14))
    refused(RefusalCode.BAD_SETTING, lambda: propose(run, 0, GRACE, 61))
    refused(RefusalCode.BAD_SETTING, lambda: propose(run, 0, GRACE))
    refused(RefusalCode.BAD_SETTING, lambda: propose(run, 0, END, 60))
    propose(run, 0, TIMER, 90)
    for seat in (1, 2):
        vote(run, seat, True)
    assert run.table.news(run.now).turn_left == 90
    propose(run, 2, GRACE, 0)
    for seat in (0, 1):
        vote(run, seat, True, number=2)
    assert run.table.facts.options == TableOptions(grace=0, timer=90)


def test_one_vote_at_a_time_and_it_ends():
    run = playing()
    propose(run, 0, END)
    assert isinstance(propose(run, 0, END), Done), "the same again"
    refused(RefusalCode.VOTE_OPEN, lambda: propose(run, 1, TIMER, 30))
    run.pass_time(VOTE_S)
    assert run.table.ballot is None
    refused(RefusalCode.NO_VOTE, lambda: vote(run, 1, True))


def test_who_may_not_vote():
    run = playing()
    refused(RefusalCode.ILLEGAL, lambda: propose(run, None, END), IllegalReason.NOT_SEATED)
    propose(run, 0, END)
    refused(RefusalCode.ILLEGAL, lambda: vote(run, None, True), IllegalReason.NOT_SEATED)
    vote(run, 1, True)
    refused(RefusalCode.ILLEGAL, lambda: propose(run, 0, END), IllegalReason.GAME_OVER)
    before = Run("you", "open", "open")
    refused(RefusalCode.ILLEGAL, lambda: propose(before, 0, END), IllegalReason.NOT_STARTED)
    refused(
        RefusalCode.ILLEGAL,
        lambda: together.pause(before.table, 0, "p", True),
        IllegalReason.NOT_STARTED,
    )


def claim(run: Run, by: int) -> Plan | Done:
    return together.claim(run.table, by, run.new_id(), run.table.seq)


def claiming() -> Run:
    """Seat 1 is to play its last card, a Wizard, to an empty trick."""
    run = people(3, first_dealer=0, rules={"round_mode": "schedule", "hand_sizes": [1]})
    for number in range(10_000):
        # the second round's deal does not matter: one card each
        deck = deck_from_seed("claim", number)
        if deck[0].is_wizard and not deck[3].is_wizard:
            run.do(run.table.deal(deck, "salt"))
            break
    while run.table.state.phase is not Phase.PLAYING:
        run.step()
    return run


def test_a_claim_is_shown_and_played_out():
    run = claiming()
    assert cards_of(run.table.state.hands[1])[0].is_wizard
    run.do(together.claim(run.table, 1, "claim-00001", run.table.seq))
    claimed = [e.event for e in run.log if isinstance(e.event, TricksClaimed)]
    assert [(event.seat, event.cards[0].is_wizard) for event in claimed] == [(1, True)]
    assert run.table.state.results[-1].tricks == (0, 1, 0)
    assert isinstance(together.claim(run.table, 1, "claim-00001", run.table.seq), Done)


def test_a_claim_for_another_position_is_stale():
    run = claiming()
    refused(RefusalCode.STALE, lambda: together.claim(run.table, 1, "c", run.table.seq - 1))
    refused(RefusalCode.STALE, lambda: together.claim(run.table, 1, "c", -99))


def test_a_claim_that_is_not_proven_changes_nothing():
    run = playing()
    while run.table.state.phase is not Phase.PLAYING:
        run.step()
    refused(
        RefusalCode.ILLEGAL,
        lambda: together.claim(run.table, 2, "c", run.table.seq),
        IllegalReason.NOT_YOUR_TURN,
    )
    assert not run.table.view(1).hand[0].is_wizard
    before = run.table.seq
    refused(RefusalCode.NOT_PROVEN, lambda: claim(run, 1))
    assert run.table.seq == before


@pytest.mark.parametrize("paused", [True, False])
def test_no_claim_while_the_game_stands_still(paused):
    run = claiming()
    if paused:
        run.do(together.pause(run.table, 0, run.new_id(), True))
        refused(RefusalCode.PAUSED, lambda: claim(run, 1))
    else:
        propose(run, 0, UNDO)
        refused(RefusalCode.VOTE_OPEN, lambda: claim(run, 1))
