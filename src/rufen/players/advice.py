"""What each legal action is likely to bring, by the network: for hints, and for whoever studies positions."""

from __future__ import annotations

import threading

import msgspec

from rufen.core.actions import ACTIONS, Action, ChooseTrump, PlayCard, action_index
from rufen.core.scoring import bids_even
from rufen.core.view import PlayerView
from rufen.kernel import layout as at
from rufen.kernel.jit import Word
from rufen.kernel.mirror import Rows, rows_of_view
from rufen.kernel.network.judging import PRIDE, Judgement, best_of, judge, judge_trump, new_judgement
from rufen.kernel.network.weights import Weights
from rufen.kernel.play import legal
from rufen.players.neural import shipped

__all__ = ["Adviser", "Judged", "advise"]


class Judged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is expected of one action.

    `score` is the expected score of the round in points; `made` the chance that the bid is made (for a trump:
    the best bid after it), 0 … 1; `tricks` the chance of winning k tricks in the round in all, k = 0 … hand
    size, which add up to 1. `bid` is the best bid after a trump, and None for any other action.

    The score has the bonus of the last round and what a made bid is worth for the bonus of R5.5. The penalty
    of R5.4 is taken off where the dealer knows that the bids are even.
    """

    action: Action
    score: float
    made: float
    tricks: tuple[float, ...]
    bid: int | None = None


class Adviser:
    """Judges positions with one network, for one thread at a time."""

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or shipped()
        self._room = new_judgement(self._weights)

    def judge(self, view: PlayerView) -> tuple[Judged, ...]:
        """One for each of `view.legal`, in that order. Raises ValueError when the seat is not asked."""
        if view.seat is None or not view.legal:
            raise ValueError("this view asks for no action")
        rows, seat, room = rows_of_view(view), view.seat, self._room
        if isinstance(view.legal[0], ChooseTrump):
            trumps = [action for action in view.legal if isinstance(action, ChooseTrump)]
            return tuple(self._trump(rows, view, seat, action) for action in trumps)
        rule, small, cards, points = rows
        # from Python words come back as whole numbers, for which everything would be compiled once more
        plays, bids = map(Word, legal(rule, small, cards, points))
        n = judge(self._weights, rule, small, cards, points, seat, plays, bids, room)
        known = _penalty(view)
        found: dict[int, Judged] = {}
        for i in range(n):
            index = int(room.action[i])
            bid = index - at.FIRST_BID if index >= at.FIRST_BID else int(small[at.BID + seat])
            found[_told(index)] = _judged(room, i, ACTIONS[index], bid, view.hand_size, known)
        return tuple(
            msgspec.structs.replace(found[_told(action_index(action))], action=action)
            for action in view.legal
        )

    def _trump(self, rows: Rows, view: PlayerView, seat: int, action: ChooseTrump) -> Judged:
        rule, small, cards, points = rows
        room = self._room
        n = judge_trump(self._weights, rule, small, cards, points, seat, action.suit.index, room)
        best = int(best_of(room, n))
        bid = int(room.action[best]) - at.FIRST_BID
        return msgspec.structs.replace(_judged(room, best, action, bid, view.hand_size, 0), bid=bid)


def _told(index: int) -> int:
    """The action that the network is told for this one: the first Wizard for all of them, so with Jesters."""
    return index - (index - 52) % 4 if 52 <= index < at.FIRST_BID else index


def _penalty(view: PlayerView) -> int:
    """What the dealer pays for certain for even bids (R5.4) once all have bid."""
    if view.seat != view.dealer or not isinstance(view.legal[0], PlayCard):
        return 0
    bids = [bid for bid in view.bids if bid is not None]
    even = len(bids) == view.seats and bids_even(bids, view.hand_size)
    return view.rules.even_bids_dealer_penalty if even else 0


def _judged(room: Judgement, i: int, action: Action, bid: int, size: int, penalty: int) -> Judged:
    tricks = tuple(room.tricks[i, : size + 1].tolist())
    return Judged(action, float(room.value[i]) - PRIDE * tricks[bid] - penalty, tricks[bid], tricks)


_own = threading.local()
"""An adviser for each thread."""


def advise(view: PlayerView) -> tuple[Judged, ...]:
    """What each of `view.legal` is likely to bring, in that order, by the shipped network.

    Raises ValueError when the seat is not asked, NetworkError when the network's file is damaged.
    """
    if not hasattr(_own, "adviser"):
        _own.adviser = Adviser()
    adviser: Adviser = _own.adviser
    return adviser.judge(view)
