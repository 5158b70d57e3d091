"""One table: its log's state, who sits and who is here, what each may do, and what is due.

Nothing here waits, draws chance or reads a clock. Commands (`act` here, and the modules `lobby` and
`together`) return a `Plan` of what to store; whoever runs the table stores it and only then calls
`commit`, so a table never shows what is not durable. Every `now` is in seconds on one steady clock.
"""

from __future__ import annotations

from collections import OrderedDict, deque
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
    GameStarted,
    PlayerKind,
    RoundStarted,
    RulesChanged,
    SeatLeft,
    SeatsReordered,
    SeatTaken,
    TrumpChosen,
    redact,
)
from rufen.core.house_rules import BidDisclosure
from rufen.core.state import GameState, Phase, evolve, fold, to_act
from rufen.core.view import PlayerView, view_of
from rufen.protocol.messages import Pace, Presence, ProposalKind, RefusalCode, SeatInfo, TableNews
from rufen.table.ballot import Ballot
from rufen.table.commands import BOT, SERVER, STAND_IN, TIMER, Done, Plan, Refusal, illegal, origin_of
from rufen.table.facts import Facts
from rufen.table.keys import owns
from rufen.table.presence import Presences
from rufen.table.running import RunningClock
from rufen.table.talk import Talk

__all__ = ["READY_WAIT_S", "RECENT_EVENTS", "BotTurn", "Table"]

READY_WAIT_S = 30.0
"""How long the others may look at a round's result once one of them is ready, in seconds."""
RECENT_EVENTS = 64
"""How many events a table keeps at hand for those who come back."""
KEPT_IDS = 500
"""How many messages that brought no event about a table remembers."""
VOTER_GONE_S = 30.0
"""How long a person may be gone and is still asked in a vote, in seconds."""

_OVER = (Phase.GAME_OVER, Phase.ABORTED)


class BotTurn(msgspec.Struct, frozen=True):
    """A bot is asked: everything it may know, the level it plays at, and for whom it plays (`origin`).

    `level` is None for a bot that plays in a person's place.
    """

    seat: int
    level: str | None
    view: PlayerView
    origin: str


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

    def __init__(
        self, table_id: str, log: Sequence[Envelope], facts: Facts | None = None, now: float = 0.0
    ) -> None:
        """A table from its log, nobody connected. Raises ValueError for a log that does not fit together."""
        self.id = table_id
        self.facts = facts or Facts()
        self.created_at = log[0].at if log else 0.0
        self.updated_at = 0.0
        self.ready: set[int] = set()
        """Seats that are ready to start, or for the next deal."""
        self.ballot: Ballot | None = None
        self.proposals = 0
        """How many there have been."""
        self.talk = Talk()
        self._state: GameState | None = None
        self._log: list[Event] = []
        self._recent: deque[Envelope] = deque(maxlen=RECENT_EVENTS)
        self._actions: dict[int, list[tuple[int, Action]]] = {}
        self._people: list[int] = []
        self._floor = 0
        self._done: dict[str, int] = {}
        self._kept: OrderedDict[str, None] = OrderedDict()
        self._clock = RunningClock()
        self._presences = Presences(self._clock, now)
        self._turn: object = None
        self._turn_began = 0.0
        self._ready_since: float | None = None
        self._nobody_here = True
        self._views: dict[int | None, PlayerView] = {}
        self.commit(log)
        if self._state is None:
            raise ValueError("an empty log is no table")
        self.look(now)

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
        return len(self._log)

    @property
    def log(self) -> Sequence[Event]:
        """Every event so far."""
        return self._log

    @property
    def over(self) -> bool:
        """Whether the game is finished or was ended."""
        return self.state.phase in _OVER

    @property
    def playing(self) -> bool:
        """Whether the game has started and is not over."""
        return self.state.phase is not Phase.SEATING and not self.over

    @property
    def host(self) -> int | None:
        """The seat of the host: who was made host, else the person who has sat here longest.

        Somebody whose secret was deleted from the server can be neither.
        """
        keys = {seat: self._key(seat) for seat in self._people}
        for seat, key in keys.items():
            if key and key == self.facts.host:
                return seat
        return next((seat for seat, key in keys.items() if key), None)

    def _key(self, seat: int) -> str | None:
        player = self.state.setup.players[seat]
        return player.key if player is not None else None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of persons, in seat order."""
        return tuple(sorted(self._people))

    @property
    def people_here(self) -> tuple[int, ...]:
        """The seats of persons with a browser connected, in seat order."""
        return tuple(seat for seat in self.people if self._presences.here(seat))

    def voters(self, now: float) -> tuple[int, ...]:
        """The persons who are asked in a vote: those who are here, and those who may be back in a moment."""
        return tuple(
            seat
            for seat in self.people
            if self._presences.gone_for(seat, now) < VOTER_GONE_S
            and self.presence(seat, now)[0] is not Presence.STAND_IN
        )

    @property
    def held(self) -> bool:
        """Whether the game stands still for everybody: paused, or somebody wants to take something back."""
        undoing = self.ballot is not None and self.ballot.kind is ProposalKind.UNDO
        return self.playing and (self.facts.paused_by is not None or undoing)

    def seat_of(self, token: str) -> int | None:
        """The seat that a secret owns."""
        for seat, player in enumerate(self.state.setup.players):
            if player is not None and owns(player.key, token):
                return seat
        return None

    def presence(self, seat: int, now: float) -> tuple[Presence, float | None]:
        """Whether the player of a seat is here, and when a bot stands in, where that time runs."""
        if seat not in self._people:
            return Presence.HERE, None
        if self.playing and not self._key(seat):
            # Whose secret was deleted from the server cannot come back.
            return Presence.STAND_IN, None
        return self._presences.of(seat, now, self.facts.options.grace)

    def gone_for(self, seat: int, now: float) -> float:
        """For how long a person has not been here, in seconds."""
        return self._presences.gone_for(seat, now)

    @property
    def may_watch(self) -> bool:
        """Whether somebody without a seat may come in: to sit down, to watch, or to look at the end."""
        open_seat = self.state.phase is Phase.SEATING and None in self.state.setup.players
        return open_seat or self.over or self.facts.options.spectators

    def view(self, seat: int | None) -> PlayerView:
        """What a seat (None: a spectator) may know now."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = view_of(self.state, seat)
        return view

    def news(self, now: float, since: float | None = None) -> TableNews:
        """Everything about the table that is no part of the game.

        Its times count from `since`, or else from `now`: from a fixed moment they are deadlines, and
        such news changes only when there is something to tell.
        """
        since = now if since is None else since
        ballot = self.ballot
        turn = self.turn_deadline
        return TableNews(
            seats=tuple(self._seat_info(seat, now, since) for seat in range(self.state.setup.seats)),
            host=self.host,
            started=self.state.phase is not Phase.SEATING,
            spectators=self._presences.spectators,
            code=self.facts.code,
            options=self.facts.options,
            paused_by=self.facts.paused_by if self.playing else None,
            proposal=ballot.told(self.voters(now), since) if ballot is not None else None,
            turn_left=max(0.0, turn - since) if turn is not None else None,
            next_table=self.facts.next_table,
        )

    def _seat_info(self, seat: int, now: float, since: float) -> SeatInfo:
        player = self.state.setup.players[seat]
        presence, due = self.presence(seat, now)
        return SeatInfo(
            seat=seat,
            name=player.name if player else "",
            kind=player.kind if player else None,
            level=player.level if player else None,
            connected=player is not None and presence is Presence.HERE,
            presence=presence,
            left=None if due is None else max(0.0, due - since),
            ready=seat in self.ready,
        )

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
        more = tuple(envelopes)
        for envelope in more:
            if envelope.seq != self.seq + 1:
                raise ValueError(f"event {envelope.seq} cannot follow event {self.seq}")
            self._log.append(envelope.event)
            self._remember(envelope)
        if any(isinstance(envelope.event, ActionsTakenBack) for envelope in more):
            self._state = fold(self._log)
        else:
            for envelope in more:
                self._state = evolve(self._state, envelope.event)
        self._views.clear()

    def rewrite(self, envelopes: Iterable[Envelope]) -> None:
        """Put events in the place of those of their numbers, of people who sit there no more."""
        new = {envelope.seq: envelope for envelope in envelopes}
        for seq, envelope in new.items():
            before = self._log[seq - 1]
            if isinstance(before, SeatTaken):
                self.talk.drop_of(before.name)
            self._log[seq - 1] = envelope.event
        self._recent = deque((new.get(old.seq, old) for old in self._recent), maxlen=RECENT_EVENTS)

    def done(self, origin: str) -> Done | None:
        """That what a message asks for was done before, if it was."""
        if origin in self._kept:
            return Done(self.seq)
        return Done(self._done[origin]) if origin in self._done else None

    def keep(self, origin: str) -> None:
        """Remember that a message has done its work without an event, while the table is in memory."""
        self._kept[origin] = None
        if len(self._kept) > KEPT_IDS:
            self._kept.popitem(last=False)

    def _remember(self, envelope: Envelope) -> None:
        event = envelope.event
        self._recent.append(envelope)
        self.updated_at = envelope.at
        if envelope.origin not in (SERVER, BOT, STAND_IN, TIMER):
            self._done[envelope.origin] = envelope.seq
        acted = _action_of(event)
        if acted is not None:
            self._actions.setdefault(acted[0], []).append((envelope.seq, acted[1]))
            return
        match event:
            case RoundStarted():
                self._floor = envelope.seq
                self.ready.clear()
                self._ready_since = None
            case ActionsTakenBack(to_seq=kept):
                # What was meant for a position that is gone must not be played at this one.
                self._floor = envelope.seq
                for actions in self._actions.values():
                    actions[:] = [action for action in actions if action[0] <= kept]
            case SeatTaken(seat=seat, kind=PlayerKind.PERSON):
                self._people.append(seat)
            case SeatLeft(seat=seat):
                self.ready.discard(seat)
                if seat in self._people:
                    self._people.remove(seat)
            case SeatsReordered(order=order):
                self._people = [order.index(seat) for seat in self._people]
                self._presences.reorder(order)
                self._reorder_done(order)
                self.ready.clear()
            case RulesChanged() | GameStarted():
                self.ready.clear()

    def _reorder_done(self, order: Sequence[int]) -> None:
        """A message that is sent again comes from where its sender sits now."""
        moved = {}
        for origin, seq in self._done.items():
            seat, _, action_id = origin.partition("/")
            moved[origin_of(order.index(int(seat)), action_id)] = seq
        self._done = moved

    # presence and time

    def connect(self, seat: int | None, now: float) -> None:
        """A browser of this seat (None: a spectator's) is here."""
        self._presences.connect(seat)
        self.look(now)

    def disconnect(self, seat: int | None, now: float) -> None:
        """A browser of this seat is gone."""
        self._presences.disconnect(seat, now)
        self.look(now)

    def look(self, now: float) -> None:
        """See what time it is: a turn that has begun, a game that goes on or stands, a vote that fell."""
        if self.ballot is not None and self.ballot.fallen(self.voters(now), now):
            self.ballot = None
        nobody, self._nobody_here = self._nobody_here, not self.people_here
        anew = nobody and not self._nobody_here
        self._clock.run(self.playing and not self._nobody_here and not self.held, now)
        if anew:
            self._presences.begin_anew(self.people, now)
        turn = self._turn_key()
        if anew or turn != self._turn:
            self._turn_began = self._clock.read(now)
            self._turn = turn
        if anew and self._ready_since is not None:
            self._ready_since = self._clock.read(now)

    def _turn_key(self) -> object:
        """Changes when somebody is asked anew. All secret bids of a round are one turn."""
        state = self.state
        secret = state.setup.rules.bid_disclosure is not BidDisclosure.OPEN
        if state.phase is Phase.BIDDING and secret:
            return self._floor, state.deal.number
        return self.seq

    @property
    def turn_deadline(self) -> float | None:
        """When the time of the persons who are asked is over; None where no time runs."""
        timer = self.facts.options.timer
        if not timer or not any(seat in self._people for seat in to_act(self.state)):
            return None
        return self._clock.due(self._turn_began + timer)

    def bot_due(self, wait: float, least: float = 0.0) -> float | None:
        """When a bot that thinks for `wait` seconds acts, counted from when it was asked; None: at once.

        It takes the `least` in any pace. While the game stands still this time does not run either.
        """
        wait = least if self.facts.options.pace is Pace.AT_ONCE else max(wait, least)
        return self._clock.due(self._turn_began + wait) if wait > 0 else None

    # playing

    def act(self, seat: int | None, action_id: str, seen: int, action: Action) -> Plan | Done:
        """A seat acts while looking at the view of `seen`.

        Done when this id, or this very action from another tab at the same or an older view, was
        done before. Raises Refusal: `stale` when the position it was meant for is gone, `paused` or
        `vote_open` while the game stands still, else the reason of the rules.
        """
        if seat is None:
            raise illegal(IllegalReason.NOT_SEATED)
        origin = origin_of(seat, action_id)
        done = self.done(origin)
        if done is not None:
            return done
        if seen > self.seq:
            raise Refusal(RefusalCode.STALE, f"the table is at {self.seq}, not at {seen}")
        last = self._floor
        for seq, before in reversed(self._actions.get(seat, ())):
            last = max(last, seq)
            if seq <= seen:
                break
            if before == action:
                return Done(seq)
        if seen < last:
            raise Refusal(RefusalCode.STALE, f"meant for the position at {seen}, the table is at {self.seq}")
        self.check_going()
        return Plan(self._decide(seat, action), origin)

    def check_going(self) -> None:
        """Raises Refusal while the game stands still."""
        if self.facts.paused_by is not None:
            raise Refusal(RefusalCode.PAUSED, f"{self.facts.paused_by} has paused the game")
        if self.held:
            raise Refusal(RefusalCode.VOTE_OPEN, "somebody wants to take something back: vote first")

    def bot_acts(self, turn: BotTurn, action: Action, now: float) -> Plan | Done:
        """A bot acts. Done when it is not asked any more: the owner is back, or the game stands still.

        Raises Refusal with the reason of the rules.
        """
        due = self._turn_of(turn.seat, now) if turn.seat in to_act(self.state) else None
        if due is None or due.origin != turn.origin or due.view.seq != turn.view.seq:
            return Done(self.seq)
        return Plan(self._decide(turn.seat, action), turn.origin)

    def _decide(self, seat: int, action: Action) -> tuple[Event, ...]:
        try:
            return game.decide(self.state, seat, action)
        except IllegalAction as error:
            raise illegal(error) from None

    def next_round(self, seat: int | None, number: int, now: float) -> Done:
        """A seat has seen the result of round `number`.

        The first to be ready sets the deadline for the others. Raises Refusal.
        """
        if seat is None:
            raise illegal(IllegalReason.NOT_SEATED)
        state = self.state
        scored = len(state.results)
        if not 1 <= number <= scored:
            raise Refusal(RefusalCode.STALE, f"round {number} is not scored")
        if number < scored or state.phase is not Phase.DEALING:
            if self.over and number == scored:
                raise illegal(IllegalReason.GAME_OVER)
            return Done(self.seq)
        self.ready.add(seat)
        if self._ready_since is None:
            self._ready_since = self._clock.read(now)
        return Done(self.seq)

    def deal(self, deck: Sequence[Card], salt: str) -> Plan:
        """Deal the next round from a shuffled deck. Raises IllegalAction when no round is due."""
        return Plan(game.deal_round(self.state, deck, salt), SERVER)

    # what is due

    def vote_is_due(self, now: float) -> bool:
        """Whether enough of those who are asked have agreed to what is proposed."""
        return self.ballot is not None and self.ballot.accepted(self.voters(now))

    def deal_is_due(self, now: float) -> bool:
        """Whether the next round may be dealt: someone is here, and nobody is waited for any longer."""
        state = self.state
        if state.phase is not Phase.DEALING or self.held:
            return False
        here = self.people_here
        if not here:
            return False
        if not state.results or all(seat in self.ready for seat in here):
            return True
        waited = 0.0 if self._ready_since is None else self._clock.read(now) - self._ready_since
        return waited >= READY_WAIT_S

    def bot_turn(self, now: float) -> BotTurn | None:
        """The first seat that a bot plays for now: its own, an absent person's, or one whose time is over.

        None while no person is here, or the game stands still.
        """
        if self.held or not self.people_here:
            return None
        turns = (self._turn_of(seat, now) for seat in to_act(self.state))
        return next((turn for turn in turns if turn is not None), None)

    def _turn_of(self, seat: int, now: float) -> BotTurn | None:
        player = self.state.setup.players[seat]
        if player is None or self.held or not self.people_here:
            return None
        if player.kind is PlayerKind.BOT:
            return BotTurn(seat, player.level, self.view(seat), BOT)
        if self.presence(seat, now)[0] is Presence.STAND_IN:
            return BotTurn(seat, None, self.view(seat), STAND_IN)
        deadline = self.turn_deadline
        if deadline is not None and now >= deadline:
            return BotTurn(seat, None, self.view(seat), TIMER)
        return None
