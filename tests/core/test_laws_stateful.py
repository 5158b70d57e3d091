"""The laws of the core as a machine: people sit down, get up, play, take back, break off, in any order."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.core.tables import SEATS, can_take_back, house_rules, observers
from tests.core.test_laws import check_all_laws, next_state

from rufen.core.actions import ACTIONS, IllegalAction
from rufen.core.claim import claim_holds, proven_order
from rufen.core.deal import deck_from_seed, verify_commitment
from rufen.core.events import (
    BidPlaced,
    BidsShown,
    CardPlayed,
    Event,
    GameAborted,
    PlayerKind,
    RoundScored,
    RoundStarted,
    TrumpChosen,
    redact,
)
from rufen.core.game import (
    Game,
    abort,
    change_rules,
    create,
    leave_seat,
    legal_actions,
    play_out,
    refusal,
    reorder_seats,
    start,
    take_seat,
)
from rufen.core.state import GameState, Phase, fold, to_act
from rufen.core.view import view_of

SEED = st.integers(0, 9999)


class Table(RuleBasedStateMachine):
    """One game at one table, and beside it the state of every seat and a spectator, event by event."""

    @initialize(data=st.data(), seats=SEATS)
    def set_up(self, data: st.DataObject, seats: int) -> None:
        rules = data.draw(house_rules(seats, max_hand=4))
        first_dealer = data.draw(st.none() | st.integers(0, seats - 1))
        self.game = Game([create(seats, rules, first_dealer)])
        self.streams: dict[int | None, list[Event]] = {who: [] for who in observers(self.game)}
        self.states: dict[int | None, GameState | None] = dict.fromkeys(self.streams)
        self.receive()

    def receive(self) -> None:
        """Every observer gets what is new, and its state stays the fold of what it got."""
        disclosure = self.game.state.setup.rules.bid_disclosure
        for who, received in self.streams.items():
            for event in self.game.events[len(received) :]:
                received.append(redact(event, who, disclosure))
                self.states[who] = next_state(self.states[who], received)

    def phase(self) -> Phase:
        return self.game.state.phase

    @precondition(lambda self: self.phase() is Phase.SEATING)
    @rule(data=st.data(), bot=st.booleans())
    def sit_down(self, data: st.DataObject, bot: bool) -> None:
        players = self.game.state.setup.players
        seat = data.draw(st.integers(0, len(players) - 1))
        kind, level = (PlayerKind.BOT, "random") if bot else (PlayerKind.PERSON, None)
        key = None if bot else f"hash {seat}"
        if players[seat] is None:
            self.game.add(*take_seat(self.game.state, seat, "Anna", kind, level=level, key=key))
        else:
            with pytest.raises(IllegalAction, match="seat_taken"):
                take_seat(self.game.state, seat, "Anna", kind, level=level, key=key)

    @precondition(lambda self: self.phase() is Phase.SEATING and any(self.game.state.setup.players))
    @rule(data=st.data())
    def get_up(self, data: st.DataObject) -> None:
        taken = [seat for seat, player in enumerate(self.game.state.setup.players) if player is not None]
        self.game.add(*leave_seat(self.game.state, data.draw(st.sampled_from(taken))))

    @precondition(lambda self: self.phase() is Phase.SEATING)
    @rule(data=st.data())
    def play_by_other_rules(self, data: st.DataObject) -> None:
        rules = data.draw(house_rules(self.game.state.setup.seats, max_hand=4))
        changed = rules != self.game.state.setup.rules
        events = change_rules(self.game.state, rules)
        assert len(events) == changed
        self.game.add(*events)

    @precondition(lambda self: self.phase() is Phase.SEATING)
    @rule(data=st.data())
    def change_places(self, data: st.DataObject) -> None:
        before = self.game.state.setup.players
        order = data.draw(st.permutations(range(len(before))))
        self.game.add(*reorder_seats(self.game.state, order))
        assert self.game.state.setup.players == tuple(before[seat] for seat in order)

    @precondition(lambda self: self.phase() is not Phase.SEATING)
    @rule(data=st.data())
    def change_the_table_too_late(self, data: st.DataObject) -> None:
        seats = self.game.state.setup.seats
        with pytest.raises(IllegalAction, match="already_started"):
            change_rules(self.game.state, data.draw(house_rules(seats, max_hand=4)))
        with pytest.raises(IllegalAction, match="already_started"):
            reorder_seats(self.game.state, data.draw(st.permutations(range(seats))))

    @precondition(lambda self: self.phase() is Phase.SEATING)
    @rule(seed=SEED)
    def fill_up_and_start(self, seed: int) -> None:
        for seat, player in enumerate(self.game.state.setup.players):
            if player is None:
                with pytest.raises(IllegalAction, match="seat_empty"):
                    start(self.game.state, deck_from_seed(seed, 0))
                self.game.add(*take_seat(self.game.state, seat, "Ben"))
        self.game.add(*start(self.game.state, deck_from_seed(seed, 0)))

    @precondition(lambda self: self.phase() is Phase.DEALING)
    @rule(seed=SEED)
    def deal(self, seed: int) -> None:
        self.game.deal(deck_from_seed(seed, 1), f"salt {seed}")

    @precondition(lambda self: bool(to_act(self.game.state)))
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(to_act(self.game.state)))
        self.game.act(seat, data.draw(st.sampled_from(legal_actions(self.game.state, seat))))

    @precondition(lambda self: bool(to_act(self.game.state)))
    @rule(seed=SEED)
    def act_until_the_round_is_scored(self, seed: int) -> None:
        while asked := to_act(self.game.state):
            seat = asked[seed % len(asked)]
            legal = legal_actions(self.game.state, seat)
            self.game.act(seat, legal[seed % len(legal)])

    @rule(seat=st.integers(-1, 6), action=st.sampled_from(ACTIONS))
    def try_anything(self, seat: int, action) -> None:
        before = self.game.events
        if refusal(self.game.state, seat, action) is None:
            return
        with pytest.raises(IllegalAction):
            self.game.act(seat, action)
        assert self.game.events == before

    @precondition(lambda self: can_take_back(self.game))
    @rule()
    def take_back(self) -> None:
        self.game.take_back()

    @rule(seat=st.integers(0, 5))
    def a_seat_takes_back(self, seat: int) -> None:
        before = self.game.events
        try:
            event = self.game.take_back(seat)
        except IllegalAction:
            assert self.game.events == before
        else:
            undone = before[event.to_seq]
            assert isinstance(undone, TrumpChosen | BidPlaced | CardPlayed)
            assert undone.seat == seat
            assert seat in to_act(self.game.state)

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule()
    def claim_the_rest(self) -> None:
        (seat,) = to_act(self.game.state)
        order = proven_order(view_of(self.game.state, seat))
        if order is None:
            return
        won = list(self.game.state.tricks_won)
        won[seat] += len(order)
        self.game.add(*play_out(self.game.state, seat, order))
        assert self.game.state.results[-1].tricks == tuple(won)

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule()
    def play_until_somebody_can_claim(self) -> None:
        """The others throw their high cards off, or hardly any claim would come about."""
        for _ in range(3 * self.game.state.setup.seats):
            if self.phase() is not Phase.PLAYING:
                return
            (seat,) = to_act(self.game.state)
            if claim_holds(view_of(self.game.state, seat)):
                return
            legal = legal_actions(self.game.state, seat)
            self.game.act(seat, legal[0 if seat == self.game.state.leader else -1])

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule(really=st.integers(0, 9))
    def break_off(self, really: int) -> None:
        if really:
            return
        totals = self.game.state.totals
        (event,) = abort(self.game.state, "supper")
        self.game.add(event)
        assert isinstance(event, GameAborted)
        assert event.totals == (totals if self.game.state.results else ())
        assert self.game.state.totals == totals

    @invariant()
    def all_laws_hold(self) -> None:
        if not hasattr(self, "game"):
            return
        self.receive()
        state = self.game.state
        assert state == fold(self.game.events)
        assert state.seq == len(self.game.events)
        for who, mine in self.states.items():
            assert mine is not None
            assert view_of(state, who) == view_of(mine, who)

    @invariant()
    def rounds_are_whole(self) -> None:
        """Opened commitments fit, tricks add up, and secret bids that were shown are those scored."""
        if not hasattr(self, "game"):
            return
        begun = ""
        shown: tuple[int, ...] = ()
        for event in self.game.events:
            match event:
                case RoundStarted(commitment=published):
                    begun = published
                case BidsShown(bids=bids):
                    shown = bids
                case RoundScored():
                    assert verify_commitment(begun, event.deck, event.salt)
                    result = self.game.state.results
                    assert sum(event.tricks) in self.game.state.setup.schedule
                    assert shown in ((), event.bids)
                    assert event.totals == self.game.state.totals or len(result) > 1

    def teardown(self) -> None:
        if hasattr(self, "game"):
            check_all_laws(self.game, 1)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=15, stateful_step_count=40, deadline=None)


class LongTable(Table):
    """The same for longer."""


TestLongTable = pytest.mark.long(LongTable.TestCase)
TestLongTable.settings = settings(max_examples=300, stateful_step_count=80, deadline=None)
