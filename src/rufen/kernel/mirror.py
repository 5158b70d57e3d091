"""From `rufen.core` to rows of the kernel: a state with everything, or what one seat's view tells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rufen.core.cards import bits_of
from rufen.core.house_rules import HouseRules
from rufen.core.scoring import RoundResult
from rufen.core.state import GameState, Phase
from rufen.core.view import PlayerView, view_of
from rufen.kernel import layout as at
from rufen.kernel import play
from rufen.kernel.tables import NO_CARD, NO_TRUMP

__all__ = ["Rows", "rows_of", "rows_of_view"]


class Rows(NamedTuple):
    """One game in the kernel; see `rufen.kernel.layout`."""

    rule: NDArray[np.uint8]
    small: NDArray[np.uint8]
    cards: NDArray[np.uint64]
    points: NDArray[np.int32]


_PHASES = {
    Phase.DEALING: at.DEALING,
    Phase.CHOOSING_TRUMP: at.CHOOSING_TRUMP,
    Phase.BIDDING: at.BIDDING,
    Phase.PLAYING: at.PLAYING,
    Phase.GAME_OVER: at.GAME_OVER,
}


def rows_of(state: GameState) -> Rows:
    """The rows of a game with all that its state knows: as if the kernel had played it.

    A hand or bid that the state does not know (one folded from a seat's redacted events) is no cards, and
    NO_CARD. Raises ValueError for a game that has not started or was aborted, and between the events of
    one deal or one trick.
    """
    return _rows(view_of(state, None), state.hands, state.bids, state.setup.first_dealer)


def rows_of_view(view: PlayerView) -> Rows:
    """The rows of a game as a seat or a spectator sees it: other hands are no cards, hidden bids NO_CARD.

    PLACED counts hidden bids, too. While bids are secret, TURN is the seat of the view when it is asked.
    Raises ValueError as `rows_of`, and before the first deal, when no view tells who deals.
    """
    hands = [0] * view.seats
    if view.seat is not None:
        hands[view.seat] = bits_of(view.hand)
    return _rows(view, hands, view.bids, None)


@lru_cache(maxsize=256)
def _rule(rules: HouseRules, seats: int) -> NDArray[np.uint8]:
    return at.encode_rules(rules, seats)


def _rows(
    view: PlayerView, hands: Sequence[int], bids: Sequence[int | None], first_dealer: int | None
) -> Rows:
    phase = _PHASES.get(view.phase)
    if phase is None:
        raise ValueError(
            f"a game in the phase {view.phase.value} has no rows: it must have started, and not be aborted"
        )
    number, scored = view.round_number, len(view.results)
    if (phase == at.DEALING and scored < number) or (phase == at.PLAYING and not view.to_act):
        raise ValueError("the state lies between the events of one deal or trick: fold all of them first")
    if not number and first_dealer is None:
        raise ValueError("before the first deal a view does not tell who deals, so it has no rows")
    # A copy, for it must be writable: rows that are read-only would be another type to the compiler.
    rule = _rule(view.rules, view.seats).copy()
    small, cards, points = (table[0] for table in at.new_games(1))
    rows = Rows(rule, small, cards, points)
    play.begin(small, cards, points, 0, view.seats, first_dealer or 0)
    if number:
        _round(rows, view, hands, bids)
        _cards(rows, view)
    _history(rows, view.results, view.totals)
    small[at.PHASE] = phase
    return rows


def _round(rows: Rows, view: PlayerView, hands: Sequence[int], bids: Sequence[int | None]) -> None:
    """The round as it was when its first card was led, or as it is when none has been."""
    rule, small, cards, _ = rows
    seats, dealer = view.seats, view.dealer
    assert dealer is not None
    first = (dealer + 1) % seats
    small[at.ROUND] = view.round_number - 1
    small[at.DEALER] = (dealer - 1) % seats
    play.deal(rule, small, cards, _ANY_DECK)
    cards[:] = 0
    cards[at.HAND : at.HAND + seats] = hands
    small[at.TURN_UP] = NO_CARD
    if view.turn_up is not None:
        small[at.TURN_UP] = view.turn_up.index
        cards[at.SEEN] = view.turn_up.bit
    small[at.TRUMP] = NO_TRUMP if view.trump is None else view.trump.index
    small[at.BID : at.BID + seats] = [NO_CARD if bid is None else bid for bid in bids]
    small[at.PLACED] = sum(view.has_bid)
    small[at.TURN] = first
    if view.phase in (Phase.CHOOSING_TRUMP, Phase.BIDDING):
        small[at.TURN] = view.seat if view.seat in view.to_act else view.to_act[0]


def _cards(rows: Rows, view: PlayerView) -> None:
    """Play what was played, from hands in which it lies again."""
    rule, small, cards, points = rows
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick is not None:
        tricks.append((view.trick.leader, view.trick.cards))
    played = [
        ((leader + place) % view.seats, card) for leader, trick in tricks for place, card in enumerate(trick)
    ]
    for seat, card in played:
        cards[at.HAND + seat] |= np.uint64(card.bit)
    for _, card in played:
        play.step(rule, small, cards, points, card.index)


def _history(rows: Rows, results: Sequence[RoundResult], totals: Sequence[int]) -> None:
    """What the scored rounds have brought (R5, R6), by the core's own figures."""
    small, points = rows.small, rows.points
    points[:] = 0
    points[at.TOTAL : at.TOTAL + len(totals)] = totals
    for seat in range(len(totals)):
        small[at.MADE + seat] = sum(result.bids[seat] == result.tricks[seat] for result in results)
        scores = [result.scores[seat] for result in results]
        if scores:
            points[at.SCORE + seat] = scores[-1]
            points[at.BEST_ROUND + seat] = max(scores)
            points[at.BEST_COUNT + seat] = scores.count(max(scores))


_ANY_DECK = np.arange(60, dtype=np.uint8)
"""A round is dealt from it only to have everything else set that a deal sets."""
