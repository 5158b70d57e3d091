"""A game as decisions over its state: what a command brings about, or the reason why not.

`refusal` is the one check behind `decide`, `is_legal` and `legal_actions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add, attrgetter

from rufen.core.actions import (
    ACTIONS,
    BIDS,
    FIRST_BID,
    Action,
    IllegalAction,
    IllegalReason,
    PlaceBid,
    PlayCard,
    Refusal,
    action_index,
)
from rufen.core.cards import DECK, Card, bits_of, cards_of, nth_bit
from rufen.core.deal import commitment, deal_cards, is_deck, turns_card
from rufen.core.events import (
    ActionsTakenBack,
    BidPlaced,
    BidsShown,
    CardPlayed,
    DeckSealed,
    Event,
    GameAborted,
    GameEnded,
    HandDealt,
    RoundScored,
    RoundStarted,
    TricksClaimed,
    TrickWon,
    TrumpChosen,
    TurnUpShown,
)
from rufen.core.house_rules import (
    MAX_SEATS,
    BidDisclosure,
    HouseRules,
)
from rufen.core.rules import bid_refusal, trick_winner
from rufen.core.scoring import RoundResult, ranks, score_round, totals
from rufen.core.seating import change_rules, create, leave_seat, reorder_seats, start, take_seat
from rufen.core.state import (
    GameState,
    Phase,
    bid_placed,
    card_added,
    evolve,
    fold,
    ranks_so_far,
    round_dealt,
    to_act,
    trick_completed,
)
from rufen.core.taking_back import take_back

__all__ = [
    "Game",
    "abort",
    "apply",
    "apply_deal",
    "change_rules",
    "create",
    "deal_round",
    "decide",
    "is_legal",
    "leave_seat",
    "legal_actions",
    "legal_set",
    "play_out",
    "refusal",
    "reorder_seats",
    "start",
    "take_back",
    "take_seat",
]


_place = attrgetter("index")  # sorts faster than comparing cards
# Names for what every action asks: an Enum's members are slow to reach.
_HIDDEN, _DELAYED = BidDisclosure.HIDDEN, BidDisclosure.DELAYED
_DEALING, _PLAYING = Phase.DEALING, Phase.PLAYING


# The events of actions are values and few, so each is made once and shared: making them takes longer than
# looking them up, and a log holds thousands. By seat, then by card index or bid.
_CARD_PLAYED = tuple(tuple((CardPlayed(seat, card),) for card in DECK) for seat in range(MAX_SEATS))
_TRICK_WON = tuple(tuple(TrickWon(seat, card) for card in DECK) for seat in range(MAX_SEATS))
_BID_PLACED = tuple(tuple((BidPlaced(seat, each.bid),) for each in BIDS) for seat in range(MAX_SEATS))


def deal_round(state: GameState, deck: Sequence[Card], salt: str) -> tuple[Event, ...]:
    """Start the next round from a shuffled deck (R2.4); `salt` is secret until the round is scored.

    Raises IllegalAction when no round is due, ValueError when this is not a deck.
    """
    return apply_deal(state, deck, salt)[0]


def apply_deal(state: GameState, deck: Sequence[Card], salt: str) -> tuple[tuple[Event, ...], GameState]:
    """`deal_round` and the fold of its events in one: the events and the state after them."""
    if state.phase is not _DEALING or state.setup.first_dealer is None:
        raise IllegalAction(_OUTSIDE_ROUNDS.get(state.phase, IllegalReason.BEYOND_DEAL))
    if not is_deck(deck):
        raise ValueError("a round is dealt from all sixty cards, each once (R1.1)")
    seats, sizes = state.setup.seats, state.setup.schedule
    number = len(state.results) + 1
    hand_size = sizes[number - 1]
    dealer = (state.setup.first_dealer + number - 1) % seats
    turn = turns_card(state.setup.rules, seats, sizes, number)
    dealt = deal_cards(deck, hand_size, dealer, seats, turn=turn)
    sealed = DeckSealed(tuple(deck), salt)
    started = RoundStarted(number, hand_size, dealer, commitment(deck, salt))
    shown = TurnUpShown(dealt.turn_up, dealt.turn_up.suit if dealt.turn_up is not None else None)
    order = [(dealer + step) % seats for step in range(1, seats + 1)]
    hands = [HandDealt(seat, tuple(sorted(dealt.hands[seat], key=_place))) for seat in order]
    after = round_dealt(state, sealed, started, tuple([bits_of(hand) for hand in dealt.hands]), shown)
    return (sealed, started, *hands, shown), after


def abort(state: GameState, reason: str) -> tuple[Event, ...]:
    """End the game before its last round: totals and ranks are those of the rounds that are scored, if any.

    No bonus for a whole game is in them (R5.5). Raises IllegalAction when the game is over already.
    """
    if state.phase in (Phase.GAME_OVER, Phase.ABORTED):
        raise IllegalAction(IllegalReason.GAME_OVER)
    places = ranks_so_far(state)
    return (GameAborted(reason) if places is None else GameAborted(reason, state.totals, places),)


def legal_set(state: GameState, seat: int | None) -> int:
    """Everything a seat may do now as a set of bits over the action index; 0 when it is not asked.

    This is the one check: `legal_actions`, `is_legal`, `refusal`, `decide` and `apply` go by it.
    """
    return state.legal if seat in state.asked else 0


def legal_actions(state: GameState, seat: int | None) -> tuple[Action, ...]:
    """Everything a seat may do now, in the order of the action index; empty when it is not asked."""
    bits = legal_set(state, seat)
    actions = []
    while bits:
        low = bits & -bits
        actions.append(ACTIONS[low.bit_length() - 1])
        bits ^= low
    return tuple(actions)


def is_legal(state: GameState, seat: int | None, action: Action) -> bool:
    """Whether a seat may do this now."""
    if isinstance(action, PlayCard):
        return legal_set(state, seat) & action.card.bit != 0
    if isinstance(action, PlaceBid):
        in_range = 0 <= action.bid < len(BIDS)
        return in_range and legal_set(state, seat) >> FIRST_BID + action.bid & 1 != 0
    return legal_set(state, seat) >> action_index(action) & 1 != 0


def refusal(state: GameState, seat: int | None, action: Action) -> Refusal | None:
    """Why a seat may not do this now, or None when it may. `seat` None is a spectator."""
    if is_legal(state, seat, action):
        return None
    why = _illegal(state, seat, action)
    return Refusal(action, why.reason, why.suit)


_OUTSIDE_ROUNDS = {
    Phase.SEATING: IllegalReason.NOT_STARTED,
    Phase.DEALING: IllegalReason.NO_ROUND,
    Phase.GAME_OVER: IllegalReason.GAME_OVER,
    Phase.ABORTED: IllegalReason.GAME_OVER,
}


def _reason(state: GameState, seat: int | None, action: Action) -> IllegalReason:
    """The reason for an action that `legal_set` does not hold."""
    if seat is None or not 0 <= seat < state.setup.seats:
        return IllegalReason.NOT_SEATED
    if state.phase in _OUTSIDE_ROUNDS:
        return _OUTSIDE_ROUNDS[state.phase]
    if isinstance(action, PlayCard):
        if state.phase is not Phase.PLAYING:
            return IllegalReason.NOT_PLAYING
        if seat not in to_act(state):
            return IllegalReason.NOT_YOUR_TURN
        held = state.hands[seat] & action.card.bit
        return IllegalReason.MUST_FOLLOW_SUIT if held else IllegalReason.CARD_NOT_IN_HAND
    if isinstance(action, PlaceBid):
        if state.phase is not Phase.BIDDING:
            return IllegalReason.NOT_BIDDING
        if state.placed >> seat & 1:
            return IllegalReason.ALREADY_BID
        if seat not in to_act(state):
            return IllegalReason.NOT_YOUR_TURN
        reason = bid_refusal(
            action.bid,
            hand_size=state.deal.hand_size,
            bids=state.bids,
            seat=seat,
            dealer=state.deal.dealer,
            totals=state.totals,
            round_number=state.deal.number,
            rules=state.setup.rules,
        )
        return reason or IllegalReason.BID_OUT_OF_RANGE
    if state.phase is not Phase.CHOOSING_TRUMP:
        return IllegalReason.NOT_CHOOSING_TRUMP
    return IllegalReason.NOT_YOUR_TURN


def decide(state: GameState, seat: int | None, action: Action) -> tuple[Event, ...]:
    """The events that a seat's action brings about. Raises IllegalAction with the reason."""
    return apply(state, seat, action)[0]


def apply(state: GameState, seat: int | None, action: Action) -> tuple[tuple[Event, ...], GameState]:
    """`decide` and the fold of its events in one: the events and the state after them."""
    if isinstance(action, PlayCard):
        card = action.card
        # `legal_set`, spelled out because this is the one line that every simulation waits for
        if seat is None or seat not in state.asked or not state.legal & card.bit:
            raise _illegal(state, seat, action)
        cards = state.cards + (card,)  # noqa: RUF005 (twice as fast)
        if len(cards) < state.setup.seats:
            return _CARD_PLAYED[seat][card.index], card_added(state, seat, card, cards)
        return _complete_trick(state, seat, card, cards)
    if seat is None or not is_legal(state, seat, action):
        raise _illegal(state, seat, action)
    if isinstance(action, PlaceBid):
        placed = _BID_PLACED[seat][action.bid]
        state = bid_placed(state, placed[0])
        if state.phase is _PLAYING and state.setup.rules.bid_disclosure is _HIDDEN:
            shown = BidsShown(_known_bids(state))
            return (*placed, shown), evolve(state, shown)
        return placed, state
    chosen = TrumpChosen(seat, action.suit)
    return (chosen,), evolve(state, chosen)


def _illegal(state: GameState, seat: int | None, action: Action) -> IllegalAction:
    reason = _reason(state, seat, action)
    if reason is IllegalReason.MUST_FOLLOW_SUIT:
        return IllegalAction(reason, state.follow)
    return IllegalAction(reason)


def _known_bids(state: GameState) -> tuple[int, ...]:
    known = tuple([bid for bid in state.bids if bid is not None])
    if len(known) != state.setup.seats:
        raise ValueError("some bids are not known here: decide needs the whole state, not a seat's")
    return known


def _complete_trick(
    state: GameState, seat: int, card: Card, cards: tuple[Card, ...]
) -> tuple[tuple[Event, ...], GameState]:
    place = trick_winner(cards, state.trump, state.setup.rules)
    winner = (state.leader + place) % state.setup.seats
    events = (*_CARD_PLAYED[seat][card.index], _TRICK_WON[winner][cards[place].index])
    state = trick_completed(state, state.seq + 2, state.unplayed ^ card.bit, cards, winner)
    if state.asked:
        return events, state
    return _finish_round(state, *events)


def _finish_round(state: GameState, *before: Event) -> tuple[tuple[Event, ...], GameState]:
    events: list[Event] = [*before]
    if state.setup.rules.bid_disclosure is _DELAYED:
        events.append(BidsShown(_known_bids(state)))
        state = evolve(state, events[-1])
    for event in _score(state):
        events.append(event)
        state = evolve(state, event)
    return tuple(events), state


def _score(state: GameState) -> tuple[Event, ...]:
    setup, deal = state.setup, state.deal
    if deal.deck is None or deal.salt is None:
        raise ValueError("the deck is not known here: decide needs the whole state, not a seat's")
    last = deal.number == len(setup.schedule)
    bids = _known_bids(state)
    scores = score_round(
        bids,
        state.tricks_won,
        hand_size=deal.hand_size,
        dealer=deal.dealer,
        last_round=last,
        rules=setup.rules,
    )
    if not last:
        # Until the end a total is the sum of the scores (R5.5).
        sums = tuple(map(add, state.totals, scores))
        return (RoundScored(bids, state.tricks_won, scores, sums, deal.deck, deal.salt),)
    result = RoundResult(deal.number, deal.hand_size, deal.dealer, bids, state.tricks_won, scores)
    results = (*state.results, result)
    sums = totals(results, seats=setup.seats, complete=True, rules=setup.rules)
    scored = RoundScored(bids, state.tricks_won, scores, sums, deal.deck, deal.salt)
    places = ranks(results, seats=setup.seats, complete=True, rules=setup.rules)
    return (scored, GameEnded(sums, places))


def play_out(state: GameState, seat: int, order: Sequence[Card]) -> tuple[Event, ...]:
    """A seat claims all remaining tricks and plays its cards in this order (`rufen.core.claim`).

    Its hand is shown first; the others play the lowest card they may, to the end of the round. Raises
    IllegalAction when it is not the seat's turn to play, ValueError for an order that does not win.
    """
    if state.phase is not _PLAYING:
        raise IllegalAction(_OUTSIDE_ROUNDS.get(state.phase, IllegalReason.NOT_PLAYING))
    if seat not in state.asked:
        raise IllegalAction(IllegalReason.NOT_YOUR_TURN)
    hand = state.hands[seat]
    if bits_of(order) != hand or len(order) != hand.bit_count():
        raise ValueError("a claim names each card of the hand once")
    events: list[Event] = [TricksClaimed(seat, cards_of(hand))]
    state = evolve(state, events[0])
    claimed = [*order]
    while state.phase is _PLAYING:
        (acting,) = state.asked
        card = claimed.pop(0) if acting == seat else DECK[nth_bit(state.legal, 0)]
        happened, state = apply(state, acting, PlayCard(card))
        events += happened
    if any(isinstance(event, TrickWon) and event.seat != seat for event in events):
        raise ValueError("this order of cards does not win every trick")
    return tuple(events)


class Game:
    """A game with its history: the log is the truth, the state is its fold.

    >>> game = Game.new(["Anna", "Ben", "Cara"], HouseRules(), first_dealer=0)
    >>> game.state.phase
    <Phase.DEALING: 'dealing'>
    """

    def __init__(self, events: Iterable[Event]) -> None:
        """A game from its log. Raises ValueError for a log that does not fit together."""
        self._events: list[Event] = list(events)
        self._state = fold(self._events)

    @classmethod
    def new(
        cls,
        names: Sequence[str],
        rules: HouseRules,
        *,
        first_dealer: int | None = None,
        draw_deck: Sequence[Card] = (),
    ) -> Game:
        """A started game with these players in seat order.

        Name the first dealer, or bring a shuffled deck to draw for it (R1.5).
        """
        game = cls([create(len(names), rules, first_dealer)])
        for seat, name in enumerate(names):
            game.add(*take_seat(game.state, seat, name))
        game.add(*start(game.state, draw_deck))
        return game

    @property
    def events(self) -> tuple[Event, ...]:
        """The log so far; the `seq` of an event is its place in it, counted from 1."""
        return tuple(self._events)

    @property
    def state(self) -> GameState:
        """The state after the whole log."""
        return self._state

    def add(self, *events: Event) -> None:
        """Append decided events."""
        for event in events:
            self._events.append(event)
            if isinstance(event, ActionsTakenBack):
                self._state = fold(self._events)
            else:
                self._state = evolve(self._state, event)

    def deal(self, deck: Sequence[Card], salt: str) -> tuple[Event, ...]:
        """Start the next round from a shuffled deck."""
        events, self._state = apply_deal(self._state, deck, salt)
        self._events.extend(events)
        return events

    def act(self, seat: int, action: Action) -> tuple[Event, ...]:
        """A seat acts. Raises IllegalAction, and then nothing has changed."""
        events, self._state = apply(self._state, seat, action)
        self._events.extend(events)
        return events

    def take_back(self, seat: int | None = None) -> ActionsTakenBack:
        """Take back the last action, or that of a seat. Raises IllegalAction when that is not possible."""
        event = take_back(self._events, seat)
        self.add(event)
        return event
