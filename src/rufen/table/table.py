"""One table: its log's state, who sits and who is here, what each may do, and what is due.

Nothing here waits, draws chance or reads a clock. Commands return a `Plan` of events; whoever runs
the table stores them and only then calls `commit`, so a table never shows what is not durable.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

import msgspec

from rufen.core import game
from rufen.core.actions import Action, ChooseTrump, IllegalAction, IllegalReason, PlaceBid, PlayCard
from rufen.core.cards import Card
from rufen.core.events import (
    ActionsTakenBack,
    BidPlaced,
    CardPlayed,
    Envelope,
    Event,
    PlayerKind,
    RoundStarted,
    SeatLeft,
    SeatTaken,
    TrumpChosen,
    redact,
)
from rufen.core.house_rules import BidDisclosure
from rufen.core.state import GameState, Phase, evolve, to_act
from rufen.core.view import PlayerView, view_of
from rufen.protocol.messages import RefusalCode, SeatInfo, TableNews
from rufen.table.commands import BOT, SERVER, Done, Plan, Refusal, illegal, origin_of
from rufen.table.creation import seat_bot, seat_person
from rufen.table.keys import owns
from rufen.table.names import BadName

__all__ = ["READY_WAIT_S", "RECENT_EVENTS", "BotTurn", "Table"]

READY_WAIT_S = 30.0
"""How long the others may look at a round's result once one of them is ready, in seconds."""
RECENT_EVENTS = 64
"""How many events a table keeps at hand for those who come back."""


class BotTurn(msgspec.Struct, frozen=True):
    """A bot is asked: everything it may know, and the level it plays at."""

    seat: int
    level: str | None
    view: PlayerView


def _action_of(event: Event) -> tuple[int, Action] | None:
    """The action behind an event, and the seat that did it."""
    match event:
        case CardPlayed(seat=seat, card=card):
            return seat, PlayCard(card)
        case BidPlaced(seat=seat, bid=bid):
            return seat, PlaceBid(bid)
        case TrumpChosen(seat=seat, suit=suit):
            return seat, ChooseTrump(suit)
    return None


class Table:
    """A game room. `state` is the fold of everything committed."""

    def __init__(self, table_id: str, log: Sequence[Envelope]) -> None:
        """A table from its log, nobody connected. Raises ValueError for a log that does not fit together."""
        self.id = table_id
        self.updated_at = 0.0
        self.deadline: float | None = None
        """When the next deal no longer waits for those who are not ready; on the clock of `next_round`."""
        self._state: GameState | None = None
        self._recent: deque[Envelope] = deque(maxlen=RECENT_EVENTS)
        self._done: dict[str, int] = {}
        self._actions: dict[int, list[tuple[int, Action]]] = {}
        self._people: list[int] = []
        self._round_began = 0
        self._ready: set[int] = set()
        self._sockets: dict[int | None, int] = {}
        self._views: dict[int | None, PlayerView] = {}
        self.commit(log)
        if self._state is None:
            raise ValueError("an empty log is no table")

    # what it is

    @property
    def state(self) -> GameState:
        """The state after everything committed. Raises ValueError before the first event."""
        if self._state is None:
            raise ValueError("an empty log is no table")
        return self._state

    @property
    def seq(self) -> int:
        """The number of events so far."""
        return self._state.seq if self._state is not None else 0

    @property
    def host(self) -> int | None:
        """The seat of the host: the person who opened the table, or who has sat here longest."""
        return self._people[0] if self._people else None

    @property
    def people_here(self) -> tuple[int, ...]:
        """The seats of persons with a browser connected."""
        return tuple(seat for seat in self._people if self._sockets.get(seat))

    def seat_of(self, token: str) -> int | None:
        """The seat that a secret owns."""
        for seat, player in enumerate(self.state.setup.players):
            if player is not None and owns(player.key, token):
                return seat
        return None

    def view(self, seat: int | None) -> PlayerView:
        """What a seat (None: a spectator) may know now."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = view_of(self.state, seat)
        return view

    def news(self) -> TableNews:
        """Who sits where, who is connected and who is ready."""
        seats = []
        for seat, player in enumerate(self.state.setup.players):
            seats.append(
                SeatInfo(
                    seat=seat,
                    name=player.name if player else "",
                    kind=player.kind if player else None,
                    level=player.level if player else None,
                    connected=player is not None
                    and (player.kind is PlayerKind.BOT or bool(self._sockets.get(seat))),
                    ready=seat in self._ready,
                )
            )
        started = self.state.phase is not Phase.SEATING
        return TableNews(tuple(seats), self.host, started, self._sockets.get(None, 0))

    def redacted(self, envelopes: Iterable[Envelope], seat: int | None) -> tuple[Event, ...]:
        """Events as a seat may see them."""
        disclosure: BidDisclosure = self.state.setup.rules.bid_disclosure
        return tuple(redact(envelope.event, seat, disclosure) for envelope in envelopes)

    def missed(self, seat: int | None, after: int | None) -> tuple[Event, ...]:
        """The events after `after` as a seat may see them; none when they are no longer at hand."""
        if after is None or not self._recent or not self._recent[0].seq - 1 <= after < self.seq:
            return ()
        return self.redacted((envelope for envelope in self._recent if envelope.seq > after), seat)

    # the log

    def commit(self, envelopes: Iterable[Envelope]) -> None:
        """Take in events that are stored. Raises ValueError for a gap in their numbers."""
        for envelope in envelopes:
            if envelope.seq != self.seq + 1:
                raise ValueError(f"event {envelope.seq} cannot follow event {self.seq}")
            event = envelope.event
            if isinstance(event, ActionsTakenBack):
                raise ValueError("a table on the server takes no actions back")
            self._state = evolve(self._state, event)
            self._remember(envelope)
        self._views.clear()

    def _remember(self, envelope: Envelope) -> None:
        event = envelope.event
        self._recent.append(envelope)
        self.updated_at = envelope.at
        if envelope.origin not in (SERVER, BOT):
            self._done[envelope.origin] = envelope.seq
        acted = _action_of(event)
        if acted is not None:
            self._actions.setdefault(acted[0], []).append((envelope.seq, acted[1]))
        elif isinstance(event, RoundStarted):
            self._round_began = envelope.seq
            self._ready.clear()
            self.deadline = None
        elif isinstance(event, SeatTaken) and event.kind is PlayerKind.PERSON:
            self._people.append(event.seat)
        elif isinstance(event, SeatLeft) and event.seat in self._people:
            self._people.remove(event.seat)

    # presence

    def connect(self, seat: int | None) -> None:
        """A browser of this seat (None: a spectator's) is here."""
        self._sockets[seat] = self._sockets.get(seat, 0) + 1

    def disconnect(self, seat: int | None) -> None:
        """A browser of this seat is gone."""
        left = self._sockets.get(seat, 0) - 1
        if left > 0:
            self._sockets[seat] = left
        else:
            self._sockets.pop(seat, None)

    # commands

    def sit(
        self,
        by: int | None,
        action_id: str,
        seat: int,
        name: str,
        *,
        token: str | None,
        level: str | None,
        levels: Sequence[str],
    ) -> Plan | Done:
        """A person takes a seat with a secret of theirs, or the host gives it to a bot of a level.

        `by` is the seat the message came from. Raises Refusal.
        """
        if level is not None:
            return self._sit_bot(by, action_id, seat, level, levels)
        if token is None:
            raise Refusal(RefusalCode.MALFORMED, "a person sits down with a token, a bot with a level")
        owned = self.seat_of(token)
        if owned == seat:
            return Done(self._done.get(origin_of(seat, action_id), self.seq))
        if owned is not None or by is not None:
            raise Refusal(RefusalCode.ALREADY_SEATED, f"you sit in seat {owned if owned is not None else by}")
        self._check_free(seat)
        try:
            events = seat_person(self.state, seat, name, token)
        except BadName as error:
            raise Refusal(RefusalCode.BAD_NAME, str(error)) from None
        except IllegalAction as error:
            raise illegal(error) from None
        return Plan(events, origin_of(seat, action_id))

    def _sit_bot(
        self, by: int | None, action_id: str, seat: int, level: str, levels: Sequence[str]
    ) -> Plan | Done:
        self._check_host(by)
        origin = origin_of(by or 0, action_id)
        if origin in self._done:
            return Done(self._done[origin])
        if level not in levels:
            raise Refusal(RefusalCode.MALFORMED, f"level {level!r}: allowed: {', '.join(levels)}")
        self._check_free(seat)
        try:
            return Plan(seat_bot(self.state, seat, level), origin)
        except IllegalAction as error:
            raise illegal(error) from None

    def _check_host(self, by: int | None) -> None:
        if by is None or by != self.host:
            raise Refusal(RefusalCode.NOT_HOST, "only the host may do this")

    def _check_free(self, seat: int) -> None:
        players = self.state.setup.players
        if self.state.phase is Phase.SEATING and 0 <= seat < len(players) and players[seat] is not None:
            raise Refusal(RefusalCode.SEAT_TAKEN, f"seat {seat} is taken")

    def stand_up(self, by: int | None, action_id: str, seat: int) -> Plan | Done:
        """Leave one's own seat before the game starts, or as the host empty any. Raises Refusal."""
        if by is None:
            raise illegal(IllegalReason.NOT_SEATED)
        origin = origin_of(by, action_id)
        if origin in self._done:
            return Done(self._done[origin])
        if by != seat:
            self._check_host(by)
        try:
            return Plan(game.leave_seat(self.state, seat), origin)
        except IllegalAction as error:
            raise illegal(error) from None

    def start(self, by: int | None, action_id: str, draw_deck: Sequence[Card]) -> Plan | Done:
        """The host starts the game; starting it twice starts it once. Raises Refusal."""
        self._check_host(by)
        if self.state.phase is not Phase.SEATING:
            return Done(self._done.get(origin_of(by or 0, action_id), self.seq))
        try:
            return Plan(game.start(self.state, draw_deck), origin_of(by or 0, action_id))
        except IllegalAction as error:
            raise illegal(error) from None

    def act(self, seat: int | None, action_id: str, seen: int, action: Action) -> Plan | Done:
        """A seat acts while looking at the view of `seen`.

        Done when this id, or this very action from another tab at the same or an older view, was
        done before. Raises Refusal: `stale` when the position it was meant for is gone, else the
        reason of the rules.
        """
        if seat is None:
            raise illegal(IllegalReason.NOT_SEATED)
        origin = origin_of(seat, action_id)
        if origin in self._done:
            return Done(self._done[origin])
        if seen > self.seq:
            raise Refusal(RefusalCode.STALE, f"the table is at {self.seq}, not at {seen}")
        last = self._round_began
        for seq, before in reversed(self._actions.get(seat, ())):
            last = max(last, seq)
            if seq <= seen:
                break
            if before == action:
                return Done(seq)
        if seen < last:
            raise Refusal(RefusalCode.STALE, f"meant for the position at {seen}, the table is at {self.seq}")
        return Plan(self._decide(seat, action), origin)

    def bot_acts(self, seat: int, action: Action) -> Plan:
        """A bot acts. Raises Refusal with the reason of the rules."""
        return Plan(self._decide(seat, action), BOT)

    def _decide(self, seat: int, action: Action) -> tuple[Event, ...]:
        try:
            return game.decide(self.state, seat, action)
        except IllegalAction as error:
            raise illegal(error) from None

    def next_round(self, seat: int | None, number: int, now: float) -> Done:
        """A seat has seen the result of round `number`; `now` is in seconds on any steady clock.

        The first to be ready sets the deadline for the others. Raises Refusal.
        """
        if seat is None:
            raise illegal(IllegalReason.NOT_SEATED)
        state = self.state
        scored = len(state.results)
        if not 1 <= number <= scored:
            raise Refusal(RefusalCode.STALE, f"round {number} is not scored")
        if number < scored or state.phase is not Phase.DEALING:
            if state.phase in (Phase.GAME_OVER, Phase.ABORTED) and number == scored:
                raise illegal(IllegalReason.GAME_OVER)
            return Done(self.seq)
        self._ready.add(seat)
        if self.deadline is None:
            self.deadline = now + READY_WAIT_S
        return Done(self.seq)

    def deal(self, deck: Sequence[Card], salt: str) -> Plan:
        """Deal the next round from a shuffled deck. Raises IllegalAction when no round is due."""
        return Plan(game.deal_round(self.state, deck, salt), SERVER)

    # what is due

    def deal_is_due(self, now: float) -> bool:
        """Whether the next round may be dealt: someone is here, and nobody is waited for any longer."""
        state = self.state
        if state.phase is not Phase.DEALING:
            return False
        here = self.people_here
        if not here:
            return False
        if not state.results or all(seat in self._ready for seat in here):
            return True
        return self.deadline is not None and now >= self.deadline

    def bot_turn(self) -> BotTurn | None:
        """The first bot that is asked for an action now."""
        for seat in to_act(self.state):
            player = self.state.setup.players[seat]
            if player is not None and player.kind is PlayerKind.BOT:
                return BotTurn(seat, player.level, self.view(seat))
        return None
