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
from rufen.core.cards import ALL_CARDS, Card, Suit, bits_of
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
    RulesChanged,
    SeatKeySet,
    SeatLeft,
    SeatsReordered,
    SeatTaken,
    TricksClaimed,
    TrickWon,
    TrumpChosen,
    TurnUpShown,
)
from rufen.core.house_rules import MAX_SEATS, BidDisclosure, BidRestriction, HouseRules, schedule
from rufen.core.rules import follow_suit, legal_bid_bits
from rufen.core.scoring import RoundResult, ranks

__all__ = [
    "Deal",
    "GameState",
    "Phase",
    "Player",
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


NO_DEAL = Deal(number=0, hand_size=0, dealer=0, commitment="")
"""In the place of a deal before the first round."""


class GameState(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A game after `seq` events, with the round that is in progress or was scored last.

    It is one flat value because every card makes a new one, and what a card changes stands first
    because it is found fastest there. `dealt` are the hands as they were dealt, as bit sets, 0 for a hand
    that is not known; `unplayed` are all cards that nobody has played in this round. `follow` is the suit
    that the next card must follow (R4.3, R4.7). `bids` has None for a bid that is not placed
    or not known; `placed` has one bit for each seat that has bid; `bids_shown` says that secret bids
    have turned over (R3.3). `sealed` is a deck for the round about to start; `ranks` are final (R6.2), or
    those of the scored rounds when the game was aborted.

    `asked` are the seats that may act now, and `legal` is what each of them may do: a set of bits
    over the action index, 0 where that is not known. `evolve` keeps both, once an event, because
    everything else asks for them many times.
    """

    seq: int
    unplayed: int = ALL_CARDS
    cards: tuple[Card, ...] = ()
    follow: Suit | None = None
    asked: tuple[int, ...] = ()
    legal: int = 0
    leader: int = 0
    tricks: tuple[Trick, ...] = ()
    tricks_won: tuple[int, ...] = ()
    phase: Phase
    bids: tuple[int | None, ...] = ()
    placed: int = 0
    bids_shown: bool = False
    trump: Suit | None = None
    deal: Deal = NO_DEAL
    dealt: tuple[int, ...] = ()
    sealed: DeckSealed | None = None
    setup: Setup
    results: tuple[RoundResult, ...] = ()
    totals: tuple[int, ...]
    ranks: tuple[int, ...] | None = None

    @property
    def hands(self) -> tuple[int, ...]:
        """The cards that each seat holds, as bit sets, 0 for a hand that is not known."""
        return tuple([hand & self.unplayed for hand in self.dealt])

    @property
    def round(self) -> GameState | None:
        """This state, if a round has begun, else None."""
        return self if self.deal.number else None


# Names for what every action asks: an Enum's members are slow to reach.
_OPEN, _NO_RESTRICTION = BidDisclosure.OPEN, BidRestriction.NONE
_DEALING, _CHOOSING_TRUMP = Phase.DEALING, Phase.CHOOSING_TRUMP
_BIDDING, _PLAYING = Phase.BIDDING, Phase.PLAYING


def _check_round(state: GameState) -> None:
    if not state.deal.number:
        raise ValueError("no round is in progress")


def _replace_player(state: GameState, seat: int, player: Player | None) -> GameState:
    players = list(state.setup.players)
    players[seat] = player
    setup = replace(state.setup, players=tuple(players))
    return replace(state, setup=setup, seq=state.seq + 1)


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    changed = [*values]
    changed[seat] = value
    return (*changed,)


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
        totals=(0,) * event.seats,
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


def _rules_changed(state: GameState, event: RulesChanged) -> GameState:
    seats = state.setup.seats
    setup = replace(state.setup, rules=event.rules, schedule=schedule(event.rules, seats))
    return replace(state, setup=setup, seq=state.seq + 1)


def _seats_reordered(state: GameState, event: SeatsReordered) -> GameState:
    players = tuple([state.setup.players[seat] for seat in event.order])
    return replace(state, setup=replace(state.setup, players=players), seq=state.seq + 1)


def _game_started(state: GameState, event: GameStarted) -> GameState:
    setup = replace(state.setup, first_dealer=event.first_dealer)
    return replace(state, setup=setup, phase=_DEALING, seq=state.seq + 1)


def _deck_sealed(state: GameState, event: DeckSealed) -> GameState:
    return replace(state, sealed=event, seq=state.seq + 1)


def _round_started(state: GameState, event: RoundStarted) -> GameState:
    return _new_round(state, event, state.sealed, state.seq + 1, (0,) * state.setup.seats, None)


def _new_round(
    state: GameState,
    started: RoundStarted,
    sealed: DeckSealed | None,
    seq: int,
    dealt: tuple[int, ...],
    shown: TurnUpShown | None,
) -> GameState:
    """A round after `seq` events with these hands dealt, and with a card turned up or not turned up yet."""
    setup = state.setup
    seats = setup.seats
    deal = Deal(
        started.number,
        started.hand_size,
        started.dealer,
        started.commitment,
        None if shown is None else shown.card,
        None if sealed is None else sealed.deck,
        None if sealed is None else sealed.salt,
    )
    phase, asked, legal = (_DEALING, (), 0) if shown is None else _first_asked(setup, deal)
    return GameState(
        seq=seq,
        asked=asked,
        legal=legal,
        leader=(deal.dealer + 1) % seats,
        tricks_won=(0,) * seats,
        phase=phase,
        bids=(None,) * seats,
        trump=None if shown is None else shown.trump,
        deal=deal,
        dealt=dealt,
        setup=setup,
        results=state.results,
        totals=state.totals,
    )


def _hand_dealt(state: GameState, event: HandDealt) -> GameState:
    _check_round(state)
    return replace(state, seq=state.seq + 1, dealt=_put(state.dealt, event.seat, bits_of(event.cards)))


def round_dealt(
    state: GameState, sealed: DeckSealed, started: RoundStarted, dealt: tuple[int, ...], shown: TurnUpShown
) -> GameState:
    """`evolve` for all the events of a deal in one step; `dealt` are the hands by seat, as bit sets."""
    return _new_round(state, started, sealed, state.seq + state.setup.seats + 3, dealt, shown)


def _advance(state: GameState, _event: Event) -> GameState:
    return replace(state, seq=state.seq + 1)


def _turn_up_shown(state: GameState, event: TurnUpShown) -> GameState:
    _check_round(state)
    deal = replace(state.deal, turn_up=event.card)
    phase, asked, legal = _first_asked(state.setup, deal)
    return replace(
        state, seq=state.seq + 1, deal=deal, trump=event.trump, phase=phase, asked=asked, legal=legal
    )


def _first_asked(setup: Setup, deal: Deal) -> tuple[Phase, tuple[int, ...], int]:
    """What a round begins with once its card is turned: trump after a Wizard, else bids (R2.5, R3.1)."""
    if deal.turn_up is not None and deal.turn_up.is_wizard:
        return _CHOOSING_TRUMP, _ONE_SEAT[deal.dealer], ALL_TRUMPS
    return _BIDDING, *_first_bids(setup, deal)


def _first_bids(setup: Setup, deal: Deal) -> tuple[tuple[int, ...], int]:
    """Who is asked for the first bid, or for all of them where they are secret, and which (R3.1, R3.3)."""
    seats, first = setup.seats, deal.dealer + 1
    if setup.rules.bid_disclosure is _OPEN:
        asked = _ONE_SEAT[first % seats]
    else:
        asked = tuple([(first + step) % seats for step in range(seats)])
    return asked, (2 << deal.hand_size) - 1 << FIRST_BID


def _trump_chosen(state: GameState, event: TrumpChosen) -> GameState:
    _check_round(state)
    asked, legal = _first_bids(state.setup, state.deal)
    return replace(state, seq=state.seq + 1, phase=_BIDDING, trump=event.suit, asked=asked, legal=legal)


def bid_placed(state: GameState, event: BidPlaced | BidPlacedFaceDown) -> GameState:
    """`evolve` for a bid: asks for the next one, or after the last for the first card."""
    _check_round(state)
    setup, seat = state.setup, event.seat
    bids = state.bids if isinstance(event, BidPlacedFaceDown) else _put(state.bids, seat, event.bid)
    placed = state.placed | 1 << seat
    phase, legal = _BIDDING, state.legal
    asked: tuple[int, ...]
    if placed == (1 << setup.seats) - 1:
        phase, asked, legal = _PLAYING, _ONE_SEAT[state.leader], state.dealt[state.leader]
    elif setup.rules.bid_disclosure is _OPEN:
        following = (seat + 1) % setup.seats
        asked = _ONE_SEAT[following]
        if setup.rules.bid_restriction is not _NO_RESTRICTION:
            legal = _restricted_bids(state, following, bids)
    else:
        asked = tuple([other for other in state.asked if other != seat])
    return replace(state, seq=state.seq + 1, phase=phase, bids=bids, placed=placed, asked=asked, legal=legal)


def _restricted_bids(state: GameState, seat: int, bids: tuple[int | None, ...]) -> int:
    """The bids that a restriction leaves a seat, as a set of actions (R3.2)."""
    deal = state.deal
    bits = legal_bid_bits(
        hand_size=deal.hand_size,
        bids=bids,
        seat=seat,
        dealer=deal.dealer,
        totals=state.totals,
        round_number=deal.number,
        rules=state.setup.rules,
    )
    return bits << FIRST_BID


def _bids_shown(state: GameState, event: BidsShown) -> GameState:
    _check_round(state)
    return replace(state, seq=state.seq + 1, bids=event.bids, bids_shown=True)


def _card_played(state: GameState, event: CardPlayed) -> GameState:
    _check_round(state)
    after = card_added(state, event.seat, event.card, (*state.cards, event.card))
    if len(after.cards) < state.setup.seats:
        return after
    # The trick is complete and waits for `TrickWon`.
    return replace(after, asked=(), legal=0)


def card_added(state: GameState, seat: int, card: Card, cards: tuple[Card, ...]) -> GameState:
    """`evolve` for a card that does not complete its trick, which is then `cards`.

    Most events are of this kind, so it is written for speed.
    """
    setup = state.setup
    unplayed = state.unplayed ^ card.bit
    follow = state.follow
    if follow is None:
        # The usual case first: a suit card is led (R4.2).
        follow = cards[0].suit or follow_suit(cards, setup.rules)
    seat = (seat + 1) % setup.seats
    legal = state.dealt[seat] & unplayed
    if follow is not None and legal & follow.bits:
        legal &= follow.open_bits
    return replace(
        state,
        seq=state.seq + 1,
        unplayed=unplayed,
        cards=cards,
        follow=follow,
        asked=_ONE_SEAT[seat],
        legal=legal,
    )


def _trick_won(state: GameState, event: TrickWon) -> GameState:
    _check_round(state)
    return trick_completed(state, state.seq + 1, state.unplayed, state.cards, event.seat)


def trick_completed(
    state: GameState, seq: int, unplayed: int, cards: tuple[Card, ...], winner: int
) -> GameState:
    """The state when a trick of these cards lies with its winner, who leads to the next (R4.1)."""
    won = [*state.tricks_won]
    won[winner] += 1
    tricks = state.tricks + (Trick(state.leader, cards, winner),)  # noqa: RUF005 (twice as fast)
    over = len(tricks) == state.deal.hand_size
    return replace(
        state,
        seq=seq,
        unplayed=unplayed,
        tricks_won=(*won,),
        leader=winner,
        cards=(),
        tricks=tricks,
        follow=None,
        asked=() if over else _ONE_SEAT[winner],
        legal=0 if over else state.dealt[winner] & unplayed,
    )


def _round_scored(state: GameState, event: RoundScored) -> GameState:
    _check_round(state)
    deal = replace(state.deal, deck=event.deck, salt=event.salt)
    result = RoundResult(deal.number, deal.hand_size, deal.dealer, event.bids, event.tricks, event.scores)
    return replace(
        state,
        seq=state.seq + 1,
        phase=_DEALING,
        results=(*state.results, result),
        totals=event.totals,
        deal=deal,
        bids=event.bids,
    )


def _game_ended(state: GameState, event: GameEnded) -> GameState:
    return replace(state, phase=Phase.GAME_OVER, totals=event.totals, ranks=event.ranks, seq=state.seq + 1)


def ranks_so_far(state: GameState) -> tuple[int, ...] | None:
    """Each seat's rank over the scored rounds (R6.2); None before the first is scored."""
    setup, results = state.setup, state.results
    if not results:
        return None
    complete = len(results) == len(setup.schedule)
    return ranks(results, seats=setup.seats, complete=complete, rules=setup.rules)


def _game_aborted(state: GameState, _event: GameAborted) -> GameState:
    # What the event says follows from the scored rounds; in logs of old it does not say it.
    places = ranks_so_far(state)
    return replace(state, phase=Phase.ABORTED, seq=state.seq + 1, asked=(), legal=0, ranks=places)


_EVOLVE: dict[type[Event], Callable[[GameState, Any], GameState]] = {
    SeatTaken: _seat_taken,
    SeatKeySet: _seat_key_set,
    SeatLeft: _seat_left,
    RulesChanged: _rules_changed,
    SeatsReordered: _seats_reordered,
    GameStarted: _game_started,
    DeckSealed: _deck_sealed,
    Hidden: _advance,
    RoundStarted: _round_started,
    HandDealt: _hand_dealt,
    HandDealtFaceDown: _advance,
    TurnUpShown: _turn_up_shown,
    TrumpChosen: _trump_chosen,
    BidPlaced: bid_placed,
    BidPlacedFaceDown: bid_placed,
    BidsShown: _bids_shown,
    CardPlayed: _card_played,
    TrickWon: _trick_won,
    TricksClaimed: _advance,
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
    return state.asked
