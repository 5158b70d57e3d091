"""The state of a game as a fold over its events: `evolve(state, event)` and nothing else.

`evolve` also takes the events as a seat sees them (`rufen.core.events.redact`): what that seat may
not know stays unknown in the state, so the very same fold serves server, seat and spectator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rufen.core.actions import ALL_TRUMPS, FIRST_BID
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
from rufen.core.house_rules import MAX_SEATS, BidDisclosure, HouseRules, schedule
from rufen.core.rules import follow_suit, legal_bid_bits
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

_ONE_SEAT: tuple[tuple[int, ...], ...] = tuple((seat,) for seat in range(MAX_SEATS))


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
    that has bid; `bids_shown` says that secret bids have turned over (R3.3). `follow` is the suit
    that the next card must follow (R4.3, R4.7).

    `asked` are the seats that may act now, and `legal` is what each of them may do: a set of bits
    over the action index, 0 where that is not known. `evolve` keeps both, once an event, because
    everything else asks for them many times.
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
    follow: Suit | None = None
    asked: tuple[int, ...] = ()
    legal: int = 0
    bids_shown: bool = False


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


# Names for what every action asks: an Enum's members are slow to reach.
_OPEN = BidDisclosure.OPEN
_CHOOSING_TRUMP, _BIDDING, _PLAYING = Phase.CHOOSING_TRUMP, Phase.BIDDING, Phase.PLAYING


_NO_ROUND = "no round is in progress"


def _round(state: GameState) -> RoundState:
    if state.round is None:
        raise ValueError(_NO_ROUND)
    return state.round


def _with_round(state: GameState, phase: Phase, current: RoundState) -> GameState:
    return GameState(state.setup, state.seq + 1, phase, state.results, state.totals, current)


def _replace_player(state: GameState, seat: int, player: Player | None) -> GameState:
    players = list(state.setup.players)
    players[seat] = player
    setup = replace(state.setup, players=tuple(players))
    return replace(state, setup=setup, seq=state.seq + 1)


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


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
    return _replace_player(state, event.seat, replace(player, key=event.key))


def _seat_left(state: GameState, event: SeatLeft) -> GameState:
    return _replace_player(state, event.seat, None)


def _game_started(state: GameState, event: GameStarted) -> GameState:
    setup = replace(state.setup, first_dealer=event.first_dealer)
    return replace(state, setup=setup, phase=Phase.DEALING, seq=state.seq + 1)


def _deck_sealed(state: GameState, event: DeckSealed) -> GameState:
    return replace(state, sealed=event, seq=state.seq + 1)


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
    return replace(state, seq=state.seq + 1, round=replace(current, hands=hands))


def _advance(state: GameState, _event: Event) -> GameState:
    return replace(state, seq=state.seq + 1)


def _turn_up_shown(state: GameState, event: TurnUpShown) -> GameState:
    current = _round(state)
    deal = replace(current.deal, turn_up=event.card)
    if event.card is None or not event.card.is_wizard:
        return _ask_bids(state, replace(current, deal=deal, trump=event.trump))
    asked = _ONE_SEAT[deal.dealer]
    return _with_round(state, _CHOOSING_TRUMP, replace(current, deal=deal, asked=asked, legal=ALL_TRUMPS))


def _trump_chosen(state: GameState, event: TrumpChosen) -> GameState:
    return _ask_bids(state, replace(_round(state), trump=event.suit))


def _ask_bids(state: GameState, current: RoundState) -> GameState:
    """Ask for the next bid, for all that are missing (R3.3), or after the last for the first card."""
    seats, deal = state.setup.seats, current.deal
    placed = current.placed
    first = deal.dealer + 1
    if placed == (1 << seats) - 1:
        leader = first % seats
        after = replace(current, asked=_ONE_SEAT[leader], legal=current.hands[leader])
        return _with_round(state, _PLAYING, after)
    rules = state.setup.rules
    asked: tuple[int, ...]
    if rules.bid_disclosure is _OPEN:
        asked = _ONE_SEAT[(first + placed.bit_count()) % seats]
    else:
        order = [(first + step) % seats for step in range(seats)]
        asked = tuple([seat for seat in order if not placed >> seat & 1])
    bids = legal_bid_bits(
        hand_size=deal.hand_size,
        bids=current.bids,
        seat=asked[0],  # several are asked only where no restriction holds (R3.4)
        dealer=deal.dealer,
        totals=state.totals,
        round_number=deal.number,
        rules=rules,
    )
    return _with_round(state, _BIDDING, replace(current, asked=asked, legal=bids << FIRST_BID))


def _bid_placed(state: GameState, event: BidPlaced) -> GameState:
    current, seat = _round(state), event.seat
    bids = _put(current.bids, seat, event.bid)
    return _ask_bids(state, replace(current, bids=bids, placed=current.placed | 1 << seat))


def _bid_placed_face_down(state: GameState, event: BidPlacedFaceDown) -> GameState:
    current = _round(state)
    return _ask_bids(state, replace(current, placed=current.placed | 1 << event.seat))


def _bids_shown(state: GameState, event: BidsShown) -> GameState:
    return _with_round(state, state.phase, replace(_round(state), bids=event.bids, bids_shown=True))


def _card_played(state: GameState, event: CardPlayed) -> GameState:
    current = _round(state)
    after = card_added(state, current, event)
    if len(current.cards) + 1 < state.setup.seats or after.round is None:
        return after
    # The trick is complete and waits for `TrickWon`.
    return replace(after, round=replace(after.round, asked=(), legal=0))


def card_added(state: GameState, current: RoundState, event: CardPlayed) -> GameState:
    """`evolve` for a card that does not complete its trick: most events are, so it is written for speed."""
    setup, seat, card = state.setup, event.seat, event.card
    hands = [*current.hands]
    if hands[seat]:  # a hand that is not known stays 0
        hands[seat] ^= card.bit
    cards = current.cards + (card,)  # noqa: RUF005 (twice as fast)
    follow = current.follow or follow_suit(cards, setup.rules)
    seat = (seat + 1) % setup.seats
    legal = hands[seat]
    if follow is not None and legal & follow.bits:
        legal &= follow.open_bits
    after = replace(current, hands=(*hands,), cards=cards, follow=follow, asked=_ONE_SEAT[seat], legal=legal)
    return replace(state, seq=state.seq + 1, round=after)


def trick_won(state: GameState, event: TrickWon, last: CardPlayed | None = None) -> GameState:
    """`evolve` for a complete trick; with `last` also for its last card, both in one step."""
    current = state.round
    if current is None:
        raise ValueError(_NO_ROUND)
    hands, cards, seq = current.hands, current.cards, state.seq + 1
    if last is not None:
        changed = [*hands]
        changed[last.seat] ^= last.card.bit
        hands, cards, seq = (*changed,), (*cards, last.card), seq + 1
    winner = event.seat
    won = [*current.tricks_won]
    won[winner] += 1
    tricks = (*current.tricks, Trick(current.leader, cards, winner))
    over = len(tricks) == current.deal.hand_size
    after = replace(
        current,
        hands=hands,
        tricks_won=(*won,),
        leader=winner,
        cards=(),
        tricks=tricks,
        follow=None,
        asked=() if over else _ONE_SEAT[winner],
        legal=0 if over else hands[winner],
    )
    return replace(state, seq=seq, round=after)


def _round_scored(state: GameState, event: RoundScored) -> GameState:
    current = _round(state)
    deal = replace(current.deal, deck=event.deck, salt=event.salt)
    result = RoundResult(deal.number, deal.hand_size, deal.dealer, event.bids, event.tricks, event.scores)
    return GameState(
        setup=state.setup,
        seq=state.seq + 1,
        phase=Phase.DEALING,
        results=(*state.results, result),
        totals=event.totals,
        round=replace(current, deal=deal, bids=event.bids),
    )


def _game_ended(state: GameState, event: GameEnded) -> GameState:
    return replace(state, phase=Phase.GAME_OVER, totals=event.totals, ranks=event.ranks, seq=state.seq + 1)


def _game_aborted(state: GameState, _event: GameAborted) -> GameState:
    current = state.round and replace(state.round, asked=(), legal=0)
    return replace(state, phase=Phase.ABORTED, seq=state.seq + 1, round=current)


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
    TrickWon: trick_won,
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
    return replace(state, seq=len(log))


def to_act(state: GameState) -> tuple[int, ...]:
    """The seats that are asked for an action now; several while bids are secret (R3.3)."""
    return state.round.asked if state.round is not None else ()
