"""The state of a game as a fold over its events: `evolve(state, event)` and nothing else.

`evolve` also takes the events as a seat sees them (`rufen.core.events.redact`): what that seat may
not know stays unknown in the state, so the very same fold serves server, seat and spectator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, TypeVar

import msgspec

from rufen.core.cards import Card, Suit, bits_of
from rufen.core.events import (
    ActionsTakenBack,
    BidPlaced,
    BidPlacedFaceDown,
    BidsShown,
    CardPlayed,
    DeckSealed,
    Event,
    GameAborted,
    GameCreated,
    GameEnded,
    GameStarted,
    HandDealt,
    HandDealtFaceDown,
    Hidden,
    PlayerKind,
    RoundScored,
    RoundStarted,
    SeatKeySet,
    SeatLeft,
    SeatTaken,
    TrickWon,
    TrumpChosen,
    TurnUpShown,
)
from rufen.core.house_rules import BidDisclosure, HouseRules, schedule
from rufen.core.scoring import RoundResult

__all__ = [
    "Deal",
    "GameState",
    "Phase",
    "Player",
    "RoundState",
    "Setup",
    "Trick",
    "effective",
    "evolve",
    "fold",
    "new_game",
    "to_act",
]

T = TypeVar("T")


class Phase(Enum):
    """Where a game stands."""

    SEATING = "seating"
    DEALING = "dealing"
    """Waiting for the next deck: before the first round, and after each round is scored."""
    CHOOSING_TRUMP = "choosing_trump"
    BIDDING = "bidding"
    PLAYING = "playing"
    GAME_OVER = "game_over"
    ABORTED = "aborted"


class Trick(msgspec.Struct, frozen=True, gc=False):
    """A complete trick: who led, the cards in the order they were played, and who won it."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


class Player(msgspec.Struct, frozen=True):
    """Who sits in a seat; `key` is the hash of the secret that owns it, known to the server only."""

    name: str
    kind: PlayerKind
    level: str | None = None
    key: str | None = None


class Setup(msgspec.Struct, frozen=True):
    """What is fixed when play begins: seats, rules and schedule, players."""

    seats: int
    rules: HouseRules
    schedule: tuple[int, ...]
    players: tuple[Player | None, ...]
    first_dealer: int | None


class Deal(msgspec.Struct, frozen=True):
    """What is fixed when a round begins. `deck` and `salt` are known to the server only."""

    number: int
    hand_size: int
    dealer: int
    commitment: str
    turn_up: Card | None = None
    deck: tuple[Card, ...] | None = None
    salt: str | None = None


class RoundState(msgspec.Struct, frozen=True, gc=False):
    """A round in progress. `hands` are bit sets, 0 for a hand that is not known.

    `bids` has None for a bid that is not placed or not known; `placed` has one bit for each seat
    that has bid.
    """

    deal: Deal
    hands: tuple[int, ...]
    trump: Suit | None
    bids: tuple[int | None, ...]
    placed: int
    tricks_won: tuple[int, ...]
    leader: int
    cards: tuple[Card, ...]
    tricks: tuple[Trick, ...]


class GameState(msgspec.Struct, frozen=True, gc=False):
    """A game after `seq` events."""

    setup: Setup
    seq: int
    phase: Phase
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    round: RoundState | None
    sealed: DeckSealed | None = None
    """A deck that was sealed for the round about to start."""
    ranks: tuple[int, ...] | None = None
    """Final ranks by seat once the game is over (R6.2)."""


def _round(state: GameState) -> RoundState:
    if state.round is None:
        raise ValueError("no round is in progress")
    return state.round


def _with_round(state: GameState, phase: Phase, current: RoundState) -> GameState:
    return GameState(state.setup, state.seq + 1, phase, state.results, state.totals, current)


def _replace_player(state: GameState, seat: int, player: Player | None) -> GameState:
    players = list(state.setup.players)
    players[seat] = player
    setup = msgspec.structs.replace(state.setup, players=tuple(players))
    return msgspec.structs.replace(state, setup=setup, seq=state.seq + 1)


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def new_game(event: GameCreated) -> GameState:
    """The state after the first event of every game."""
    return GameState(
        setup=Setup(
            seats=event.seats,
            rules=event.rules,
            schedule=schedule(event.rules, event.seats),
            players=(None,) * event.seats,
            first_dealer=event.first_dealer,
        ),
        seq=1,
        phase=Phase.SEATING,
        results=(),
        totals=(0,) * event.seats,
        round=None,
    )


def _seat_taken(state: GameState, event: SeatTaken) -> GameState:
    return _replace_player(state, event.seat, Player(event.name, event.kind, event.level))


def _seat_key_set(state: GameState, event: SeatKeySet) -> GameState:
    player = state.setup.players[event.seat]
    if player is None:
        raise ValueError(f"seat {event.seat} is empty and can have no key")
    return _replace_player(state, event.seat, msgspec.structs.replace(player, key=event.key))


def _seat_left(state: GameState, event: SeatLeft) -> GameState:
    return _replace_player(state, event.seat, None)


def _game_started(state: GameState, event: GameStarted) -> GameState:
    setup = msgspec.structs.replace(state.setup, first_dealer=event.first_dealer)
    return msgspec.structs.replace(state, setup=setup, phase=Phase.DEALING, seq=state.seq + 1)


def _deck_sealed(state: GameState, event: DeckSealed) -> GameState:
    return msgspec.structs.replace(state, sealed=event, seq=state.seq + 1)


def _round_started(state: GameState, event: RoundStarted) -> GameState:
    seats = state.setup.seats
    sealed = state.sealed
    deal = Deal(
        event.number,
        event.hand_size,
        event.dealer,
        event.commitment,
        deck=sealed.deck if sealed else None,
        salt=sealed.salt if sealed else None,
    )
    none = (0,) * seats
    first = (event.dealer + 1) % seats
    current = RoundState(deal, none, None, (None,) * seats, 0, none, first, (), ())
    return _with_round(state, Phase.DEALING, current)


def _hand_dealt(state: GameState, event: HandDealt) -> GameState:
    current = _round(state)
    hands = _put(current.hands, event.seat, bits_of(event.cards))
    return _with_round(state, Phase.DEALING, msgspec.structs.replace(current, hands=hands))


def _advance(state: GameState, _event: Event) -> GameState:
    return msgspec.structs.replace(state, seq=state.seq + 1)


def _turn_up_shown(state: GameState, event: TurnUpShown) -> GameState:
    current = _round(state)
    deal = msgspec.structs.replace(current.deal, turn_up=event.card)
    asks = event.card is not None and event.card.is_wizard
    phase = Phase.CHOOSING_TRUMP if asks else Phase.BIDDING
    return _with_round(state, phase, msgspec.structs.replace(current, deal=deal, trump=event.trump))


def _trump_chosen(state: GameState, event: TrumpChosen) -> GameState:
    return _with_round(state, Phase.BIDDING, msgspec.structs.replace(_round(state), trump=event.suit))


def _placed(state: GameState, current: RoundState, seat: int, bids: tuple[int | None, ...]) -> GameState:
    placed = current.placed | 1 << seat
    phase = Phase.PLAYING if placed == (1 << state.setup.seats) - 1 else Phase.BIDDING
    return _with_round(
        state,
        phase,
        RoundState(
            current.deal,
            current.hands,
            current.trump,
            bids,
            placed,
            current.tricks_won,
            current.leader,
            current.cards,
            current.tricks,
        ),
    )


def _bid_placed(state: GameState, event: BidPlaced) -> GameState:
    current = _round(state)
    return _placed(state, current, event.seat, _put(current.bids, event.seat, event.bid))


def _bid_placed_face_down(state: GameState, event: BidPlacedFaceDown) -> GameState:
    current = _round(state)
    return _placed(state, current, event.seat, current.bids)


def _bids_shown(state: GameState, event: BidsShown) -> GameState:
    return _with_round(state, state.phase, msgspec.structs.replace(_round(state), bids=event.bids))


def _card_played(state: GameState, event: CardPlayed) -> GameState:
    current = _round(state)
    seat = event.seat
    hands = current.hands
    return _with_round(
        state,
        Phase.PLAYING,
        RoundState(
            current.deal,
            (*hands[:seat], hands[seat] & ~event.card.bit, *hands[seat + 1 :]),
            current.trump,
            current.bids,
            current.placed,
            current.tricks_won,
            current.leader,
            (*current.cards, event.card),
            current.tricks,
        ),
    )


def _trick_won(state: GameState, event: TrickWon) -> GameState:
    current = _round(state)
    winner = event.seat
    return _with_round(
        state,
        Phase.PLAYING,
        RoundState(
            current.deal,
            current.hands,
            current.trump,
            current.bids,
            current.placed,
            _put(current.tricks_won, winner, current.tricks_won[winner] + 1),
            winner,
            (),
            (*current.tricks, Trick(current.leader, current.cards, winner)),
        ),
    )


def _round_scored(state: GameState, event: RoundScored) -> GameState:
    current = _round(state)
    deal = msgspec.structs.replace(current.deal, deck=event.deck, salt=event.salt)
    result = RoundResult(
        deal.number, deal.hand_size, deal.dealer, event.bids, event.tricks, event.scores
    )
    return GameState(
        setup=state.setup,
        seq=state.seq + 1,
        phase=Phase.DEALING,
        results=(*state.results, result),
        totals=event.totals,
        round=msgspec.structs.replace(current, deal=deal, bids=event.bids),
    )


def _game_ended(state: GameState, event: GameEnded) -> GameState:
    return msgspec.structs.replace(
        state, phase=Phase.GAME_OVER, totals=event.totals, ranks=event.ranks, seq=state.seq + 1
    )


def _game_aborted(state: GameState, _event: GameAborted) -> GameState:
    return msgspec.structs.replace(state, phase=Phase.ABORTED, seq=state.seq + 1)


_EVOLVE: dict[type[Event], Callable[[GameState, Any], GameState]] = {
    SeatTaken: _seat_taken,
    SeatKeySet: _seat_key_set,
    SeatLeft: _seat_left,
    GameStarted: _game_started,
    DeckSealed: _deck_sealed,
    Hidden: _advance,
    RoundStarted: _round_started,
    HandDealt: _hand_dealt,
    HandDealtFaceDown: _advance,
    TurnUpShown: _turn_up_shown,
    TrumpChosen: _trump_chosen,
    BidPlaced: _bid_placed,
    BidPlacedFaceDown: _bid_placed_face_down,
    BidsShown: _bids_shown,
    CardPlayed: _card_played,
    TrickWon: _trick_won,
    RoundScored: _round_scored,
    GameEnded: _game_ended,
    GameAborted: _game_aborted,
}


def evolve(state: GameState | None, event: Event) -> GameState:
    """The state after an event; `None` is the state before the first one, `GameCreated`.

    Raises ValueError for an event that cannot follow. `ActionsTakenBack` needs the log and not only
    the state: fold the log with `fold`.
    """
    if state is None:
        if isinstance(event, GameCreated):
            return new_game(event)
        raise ValueError(f"a game begins with game_created, not with {type(event).__name__}")
    step = _EVOLVE.get(type(event))
    if step is None:
        raise ValueError(f"{type(event).__name__} cannot follow here")
    return step(state, event)


def effective(events: Iterable[Event]) -> list[tuple[int, Event]]:
    """The events that still count, with their `seq`: without those that were taken back."""
    kept: list[tuple[int, Event]] = []
    for seq, event in enumerate(events, 1):
        if isinstance(event, ActionsTakenBack):
            while kept and kept[-1][0] > event.to_seq:
                kept.pop()
        else:
            kept.append((seq, event))
    return kept


def fold(events: Iterable[Event]) -> GameState:
    """The state after a whole log, taken-back actions undone; `seq` counts every event.

    Raises ValueError for a log that is empty or does not fit together.
    """
    log = list(events)
    state: GameState | None = None
    for _seq, event in effective(log):
        state = evolve(state, event)
    if state is None:
        raise ValueError("an empty log is no game")
    return msgspec.structs.replace(state, seq=len(log))


def to_act(state: GameState) -> tuple[int, ...]:
    """The seats that are asked for an action now; several while bids are secret (R3.3)."""
    current = state.round
    if current is None:
        return ()
    phase = state.phase
    seats = state.setup.seats
    if phase is Phase.PLAYING:
        return ((current.leader + len(current.cards)) % seats,) if len(current.cards) < seats else ()
    if phase is Phase.BIDDING:
        order = [(current.deal.dealer + step) % seats for step in range(1, seats + 1)]
        waiting = tuple(seat for seat in order if not current.placed >> seat & 1)
        if state.setup.rules.bid_disclosure is BidDisclosure.OPEN:
            return waiting[:1]
        return waiting
    if phase is Phase.CHOOSING_TRUMP:
        return (current.deal.dealer,)
    return ()
