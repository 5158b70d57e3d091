"""Acting at a table: once only, for the right position, and with the rule's reason when not."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table.helpers import Run, people
from tests.table.test_seating import refused

from rufen.core.actions import IllegalReason, PlaceBid, PlayCard
from rufen.core.cards import DECK
from rufen.core.events import BidPlaced, CardPlayed
from rufen.core.state import Phase
from rufen.protocol.messages import RefusalCode
from rufen.table.commands import BOT, SERVER, Done, Plan


def counted(run: Run, kind: type) -> int:
    return sum(isinstance(envelope.event, kind) for envelope in run.log)


def dealt(**more: Any) -> Run:
    run = people(first_dealer=2, **more)
    run.deal()
    while run.table.state.phase is Phase.CHOOSING_TRUMP:
        run.step()
    return run


def test_the_same_id_is_done_once_also_after_a_restart():
    run = dealt()
    first = run.act(0, PlaceBid(1), id="click-01")
    assert isinstance(first, Plan)
    again = run.act(0, PlaceBid(1), id="click-01")
    assert again == Done(run.table.seq)
    run.restart()
    run.step()
    assert run.act(0, PlaceBid(1), id="click-01") == again
    assert counted(run, BidPlaced) == 2


def test_the_same_id_of_another_seat_is_another_action():
    run = dealt()
    run.act(0, PlaceBid(0), id="click-01")
    assert isinstance(run.act(1, PlaceBid(0), id="click-01"), Plan)


def test_the_same_action_from_a_second_tab_is_one_action():
    run = dealt()
    seen = run.table.seq
    run.act(0, PlaceBid(1), seen=seen)
    assert run.act(0, PlaceBid(1), seen=seen) == Done(seen + 1)
    assert run.act(0, PlaceBid(1), seen=seen - 1) == Done(seen + 1)
    assert counted(run, BidPlaced) == 1


def test_another_action_from_a_second_tab_is_stale():
    run = dealt()
    seen = run.table.seq
    run.act(0, PlaceBid(1), seen=seen)
    refused(RefusalCode.STALE, lambda: run.act(0, PlaceBid(0), seen=seen))
    refused(
        RefusalCode.ILLEGAL,
        lambda: run.act(0, PlaceBid(0), seen=run.table.seq),
        IllegalReason.ALREADY_BID,
    )


def test_an_action_meant_for_the_round_before_is_stale_although_it_would_be_legal():
    run = dealt()
    seen = run.table.seq
    while not run.table.state.results:
        run.step()
    run.deal()
    while run.asked().seat != 0 or run.table.state.phase is not Phase.BIDDING:
        run.step()
    before = next(e.event.bid for e in run.log if isinstance(e.event, BidPlaced) and e.event.seat == 0)
    other = next(bid for bid in (0, 1, 2) if bid != before)
    refused(RefusalCode.STALE, lambda: run.act(0, PlaceBid(other), seen=seen))
    # the same bid, meant for the round before, was done then and is not done again
    count = counted(run, BidPlaced)
    assert isinstance(run.act(0, PlaceBid(before), seen=seen), Done)
    assert counted(run, BidPlaced) == count


def test_a_secret_bid_stands_although_others_bid_meanwhile():
    run = dealt(rules={"bid_disclosure": "hidden"})
    seen = run.table.seq
    run.act(1, PlaceBid(0), seen=seen)
    assert isinstance(run.act(0, PlaceBid(1), seen=seen), Plan)


def test_a_view_from_the_future_is_stale():
    run = dealt()
    refused(RefusalCode.STALE, lambda: run.act(0, PlaceBid(0), seen=run.table.seq + 1))


@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        (None, PlaceBid(0), IllegalReason.NOT_SEATED),
        (1, PlaceBid(0), IllegalReason.NOT_YOUR_TURN),
        (0, PlaceBid(2), IllegalReason.BID_OUT_OF_RANGE),
        (0, PlaceBid(-1), IllegalReason.BID_OUT_OF_RANGE),
        (0, PlayCard(DECK[0]), IllegalReason.NOT_PLAYING),
    ],
)
def test_what_the_rules_refuse_changes_nothing(seat, action, reason):
    run = dealt()
    before = run.table.state
    refused(RefusalCode.ILLEGAL, lambda: run.act(seat, action), reason)
    assert run.table.state is before


def test_bots_are_asked_with_their_view_and_act_in_turn():
    run = Run("you", "bot", "bot", first_dealer=0)
    run.table.connect(0, run.now)
    run.deal()
    turn = run.table.bot_turn(run.now)
    while turn is not None and turn.seat != 0 and run.table.state.phase is not Phase.PLAYING:
        assert turn.view.seat == turn.seat
        assert turn.level == "beginner"
        run.do(run.table.bot_acts(turn, turn.view.legal[0], run.now))
        turn = run.table.bot_turn(run.now)
    assert {e.origin for e in run.log} == {"0/create", SERVER, BOT}


def test_a_card_is_played_once():
    run = dealt()
    while run.table.state.phase is not Phase.PLAYING:
        run.step()
    view = run.asked()
    run.act(0, view.legal[0], seen=view.seq, id="click-01")
    run.act(0, view.legal[0], seen=view.seq, id="click-02")
    run.act(0, view.legal[0], seen=view.seq, id="click-01")
    assert counted(run, CardPlayed) == 1


def test_events_missed_come_back_as_the_seat_may_see_them():
    run = dealt(rules={"bid_disclosure": "hidden"})
    seen = run.table.seq
    run.act(0, PlaceBid(1))
    run.act(1, PlaceBid(0))
    assert [type(e).__name__ for e in run.table.missed(0, seen)] == ["BidPlaced", "BidPlacedFaceDown"]
    assert [type(e).__name__ for e in run.table.missed(1, seen)] == ["BidPlacedFaceDown", "BidPlaced"]
    assert [type(e).__name__ for e in run.table.missed(None, seen)] == ["BidPlacedFaceDown"] * 2
    assert run.table.missed(0, run.table.seq) == ()
    assert run.table.missed(0, run.table.seq + 5) == ()
    assert run.table.missed(0, None) == ()
    for number in range(1, 6):
        while len(run.table.state.results) < number:
            run.step()
        run.deal()
    assert run.table.missed(0, 1) == (), "long gone: only the snapshot"


def test_a_gap_in_the_log_is_refused():
    run = dealt()
    with pytest.raises(ValueError, match="cannot follow"):
        run.table.commit(run.log[-1:])
