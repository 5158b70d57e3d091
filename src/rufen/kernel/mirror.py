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
from rufen.kernel.jit import Int, jit
from rufen.kernel.tables import NO_CARD, NO_TRUMP

__all__ = ["Rows", "rows_of", "rows_of_view"]


class Rows(NamedTuple):
    """One game in the kernel; see `rufen.kernel.layout`."""

    rule: NDArray[np.uint8]
    small: NDArray[np.uint8]
    cards: NDArray[np.uint64]
    points: NDArray[np.int32]


U = np.uint64

_BEFORE_PLAY = (Phase.CHOOSING_TRUMP, Phase.BIDDING)
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
    small, cards, points = (
        np.zeros(at.SMALL_WIDTH, np.uint8),
        np.zeros(at.CARDS_WIDTH, np.uint64),
        np.zeros(at.POINTS_WIDTH, np.int32),
    )
    rows = Rows(rule, small, cards, points)
    if number:
        _round(rows, view, hands, bids)
    else:
        play.begin(small, cards, points, 0, view.seats, first_dealer or 0)
    _history(rows, view.results, view.totals)
    small[at.PHASE] = phase
    return rows


def _round(rows: Rows, view: PlayerView, hands: Sequence[int], bids: Sequence[int | None]) -> None:
    """The round as it is: what was played is played again, from hands in which it lies again."""
    seats, dealer = view.seats, view.dealer
    assert dealer is not None
    turn = (dealer + 1) % seats
    if view.phase in _BEFORE_PLAY:
        turn = view.seat if view.seat in view.to_act else view.to_act[0]
    leaders = [trick.leader for trick in view.tricks]
    played = [card.index for trick in view.tricks for card in trick.cards]
    if view.trick is not None:
        leaders.append(view.trick.leader)
        played += [card.index for card in view.trick.cards]
    told = [
        seats,
        dealer,
        view.round_number,
        NO_CARD if view.turn_up is None else view.turn_up.index,
        NO_TRUMP if view.trump is None else view.trump.index,
        turn,
        sum(view.has_bid),
        *[NO_CARD if bid is None else bid for bid in bids],
        *leaders,
        *played,
    ]
    _replay(*rows, np.array(told, np.uint8), np.array(hands, np.uint64), len(played))


@jit
def _replay(
    rule: play.Rule,
    small: play.Small,
    cards: play.Cards,
    points: play.Points,
    told: NDArray[np.uint8],
    hands: NDArray[np.uint64],
    played: Int,
) -> None:
    """Set the rows of a round and play its first `played` cards.

    `told` has the seats, the dealer, the number of the round, turn-up, trump, the seat that is asked, the
    number of bids placed, the bids, the leaders of the tricks, the cards; `hands` lack what was played.
    """
    seats, dealer = np.int64(told[0]), np.int64(told[1])
    play.begin(small, cards, points, 0, seats, dealer)
    small[at.ROUND] = told[2] - 1
    play.deal(rule, small, cards, _ANY_DECK)
    for column in range(at.CARDS_WIDTH):
        cards[column] = 0
    small[at.TURN_UP] = told[3]
    if told[3] != NO_CARD:
        cards[at.SEEN] = U(1) << U(told[3])
    small[at.TRUMP] = told[4]
    small[at.TURN] = told[5]
    small[at.PLACED] = told[6]
    for seat in range(seats):
        cards[at.HAND + seat] = hands[seat]
        small[at.BID + seat] = told[7 + seat]
    leaders = 7 + seats
    first = len(told) - played
    for place in range(played):
        owner = (np.int64(told[leaders + place // seats]) + place) % seats
        cards[at.HAND + owner] |= U(1) << U(told[first + place])
    for place in range(played):
        play.step(rule, small, cards, points, np.int64(told[first + place]))


def _history(rows: Rows, results: tuple[RoundResult, ...], totals: Sequence[int]) -> None:
    """What the scored rounds have brought (R5, R6), by the core's own figures."""
    latest = _latest[0]
    if latest.results is not results:
        latest = _latest[0] = _sum_up(results)
    rows.points[:] = latest.points
    rows.points[at.TOTAL : at.TOTAL + len(totals)] = totals
    rows.small[at.MADE : at.MADE + 6] = latest.made


class _History(NamedTuple):
    """The figures of some results, but for the totals."""

    results: tuple[RoundResult, ...]
    made: NDArray[np.uint8]
    points: NDArray[np.int32]


def _sum_up(results: tuple[RoundResult, ...]) -> _History:
    made, points = np.zeros(6, np.uint8), np.zeros(at.POINTS_WIDTH, np.int32)
    for seat in range(len(results[0].scores) if results else 0):
        made[seat] = sum(result.bids[seat] == result.tricks[seat] for result in results)
        scores = [result.scores[seat] for result in results]
        points[at.SCORE + seat] = scores[-1]
        points[at.BEST_ROUND + seat] = max(scores)
        points[at.BEST_COUNT + seat] = scores.count(max(scores))
    return _History(results, made, points)


_latest = [_sum_up(())]
"""All views of a round share their results, which are therefore summed up once for all of them."""

_ANY_DECK = np.arange(60, dtype=np.uint8)
"""A round is dealt from it only to have everything else set that a deal sets."""
