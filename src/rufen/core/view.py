"""What one seat may know: the only thing a bot or a browser is ever given."""

from __future__ import annotations

import msgspec

from rufen.core.actions import BIDS, PLAYS, TRUMPS, Action, IllegalReason, Refusal
from rufen.core.cards import Card, Suit, bits_of, cards_of
from rufen.core.house_rules import BidDisclosure, HouseRules
from rufen.core.rules import bid_refusal, follow_suit, led_suit, legal_bits, trick_winner
from rufen.core.scoring import RoundResult
from rufen.core.state import GameState, Phase, Trick, to_act

__all__ = ["PlayerView", "TrickInProgress", "legal_from_view", "view_of"]


class TrickInProgress(msgspec.Struct, frozen=True):
    """The trick on the table. `follow` is the suit that must be followed now; `winning` the place of
    the card that would win, None while the trick is empty (R4.2–R4.8)."""

    leader: int
    cards: tuple[Card, ...] = ()
    led_suit: Suit | None = None
    follow: Suit | None = None
    winning: int | None = None


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """A game as one seat sees it after `seq` events (`seat` None: a spectator).

    Tuples by seat have `seats` places. `bids` has None for a bid not placed or not shown to this
    seat, `has_bid` tells the two apart. `to_act` names every seat that is asked now. `legal` is what
    this seat may do now, `refusals` what it might try and why it may not; both empty when it is not
    asked. `results` are the scored rounds; `totals` the scores so far. `ranks` once the game is over,
    also when it was aborted after a round was scored.
    """

    rules: HouseRules
    seats: int
    seat: int | None
    seq: int
    phase: Phase
    schedule: tuple[int, ...]
    round_number: int = 0
    hand_size: int = 0
    dealer: int | None = None
    commitment: str | None = None
    to_act: tuple[int, ...] = ()
    hand: tuple[Card, ...] = ()
    hand_counts: tuple[int, ...] = ()
    turn_up: Card | None = None
    trump: Suit | None = None
    bids: tuple[int | None, ...] = ()
    has_bid: tuple[bool, ...] = ()
    tricks_won: tuple[int, ...] = ()
    trick: TrickInProgress | None = None
    tricks: tuple[Trick, ...] = ()
    results: tuple[RoundResult, ...] = ()
    totals: tuple[int, ...] = ()
    ranks: tuple[int, ...] | None = None
    legal: tuple[Action, ...] = ()
    refusals: tuple[Refusal, ...] = ()


def view_of(state: GameState, seat: int | None) -> PlayerView:
    """The view of a seat, or of a spectator (None).

    Works on the whole state and on a state folded from that seat's redacted events alike, with the
    same result.
    """
    setup, current = state.setup, state.round
    if current is None:
        return PlayerView(
            rules=setup.rules,
            seats=setup.seats,
            seat=seat,
            seq=state.seq,
            phase=state.phase,
            schedule=setup.schedule,
            results=state.results,
            totals=state.totals,
            ranks=state.ranks,
        )
    seats, rules, deal = setup.seats, setup.rules, current.deal
    asked = to_act(state)
    scored = len(state.results) == deal.number
    shown = scored or current.bids_shown or rules.bid_disclosure is BidDisclosure.OPEN
    view = PlayerView(
        rules=rules,
        seats=seats,
        seat=seat,
        seq=state.seq,
        phase=state.phase,
        schedule=setup.schedule,
        round_number=deal.number,
        hand_size=deal.hand_size,
        dealer=deal.dealer,
        commitment=deal.commitment,
        to_act=asked,
        hand=cards_of(current.hands[seat]) if seat is not None else (),
        hand_counts=tuple(
            deal.hand_size - len(current.tricks) - ((other - current.leader) % seats < len(current.cards))
            for other in range(seats)
        ),
        turn_up=deal.turn_up,
        trump=current.trump,
        bids=tuple(bid if shown or other == seat else None for other, bid in enumerate(current.bids)),
        has_bid=tuple(bool(current.placed >> other & 1) for other in range(seats)),
        tricks_won=current.tricks_won,
        trick=TrickInProgress(
            leader=current.leader,
            cards=current.cards,
            led_suit=led_suit(current.cards, rules),
            follow=follow_suit(current.cards, rules),
            winning=trick_winner(current.cards, current.trump, rules) if current.cards else None,
        )
        if not scored
        else None,
        tricks=current.tricks,
        results=state.results,
        totals=state.totals,
        ranks=state.ranks,
    )
    legal, refusals = legal_from_view(view)
    return msgspec.structs.replace(view, legal=legal, refusals=refusals)


def legal_from_view(view: PlayerView) -> tuple[tuple[Action, ...], tuple[Refusal, ...]]:
    """What the seat of a view may do now and what it may not, from nothing but the view.

    Both are empty when the seat is not asked.
    """
    seat = view.seat
    if seat is None or seat not in view.to_act:
        return (), ()
    legal: list[Action] = []
    refusals: list[Refusal] = []
    if view.phase is Phase.CHOOSING_TRUMP:
        return TRUMPS, ()
    if view.phase is Phase.BIDDING and view.dealer is not None:
        for action in BIDS[: view.hand_size + 1]:
            reason = bid_refusal(
                action.bid,
                hand_size=view.hand_size,
                bids=view.bids,
                seat=seat,
                dealer=view.dealer,
                totals=view.totals,
                round_number=view.round_number,
                rules=view.rules,
            )
            if reason is None:
                legal.append(action)
            else:
                refusals.append(Refusal(action, reason))
    elif view.phase is Phase.PLAYING and view.trick is not None:
        bits = legal_bits(bits_of(view.hand), view.trick.follow)
        for card in view.hand:
            if bits & card.bit:
                legal.append(PLAYS[card.index])
            else:
                refusals.append(Refusal(PLAYS[card.index], IllegalReason.MUST_FOLLOW_SUIT, view.trick.follow))
    return tuple(legal), tuple(refusals)
