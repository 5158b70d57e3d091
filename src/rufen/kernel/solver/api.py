"""Asking the solver from Python; see `docs/solver.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rufen.core.cards import DECK, Card, cards_of
from rufen.core.state import GameState
from rufen.kernel import layout as at
from rufen.kernel import play
from rufen.kernel.mirror import Rows
from rufen.kernel.solver import maxn, paranoid
from rufen.kernel.solver.asked import rows_in_play
from rufen.kernel.solver.work import Work, load, new_work, place_in
from rufen.kernel.tables import NO_CARD
from rufen.kernel.whole import checked_whole

__all__ = ["NODES", "Answer", "Outcome", "Solution", "Solver", "can_make", "solve"]

NODES = 2_000_000
"""The usual node budget: less than a second."""
_MOST_NODES = 1 << 60
_MOST_ENTRIES = 1 << 32


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the round ends: the tricks that each seat wins in it, and its score of the round (R5.1 – R5.4)."""

    tricks: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """What best play of everybody for its own score leads to, as far as the budget allowed.

    `seat` is to act. `solved` says that `outcome` and the `card` that leads to it are known; they are None
    otherwise. `cards` has each legal card, with what it leads to or None where the budget was used up.
    `nodes` are the positions that were looked at.
    """

    seat: int
    solved: bool
    outcome: Outcome | None
    card: Card | None
    cards: Mapping[Card, Outcome | None]
    nodes: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a seat makes its bid whatever the others do.

    `makes` is None when the budget was used up before that was known (then `solved` is False). `card` is one
    that does it, when `makes` is True and the seat itself is to act.
    """

    seat: int
    solved: bool
    makes: bool | None
    card: Card | None
    nodes: int


class Solver:
    """The room for solving, allocated once and used for any number of positions, by one thread at a time.

    `entries`: how many tricks it remembers, a power of two; one takes 40 bytes. Raises ValueError.
    """

    def __init__(self, entries: int = 1 << 18) -> None:
        number = checked_whole("entries", entries, 2, _MOST_ENTRIES)
        if number & (number - 1):
            raise ValueError(f"entries {number}: allowed is a power of two")
        self.work: Work = new_work(number)

    def solve(self, position: GameState | Rows, *, nodes: int = NODES, every_card: bool = True) -> Solution:
        """Solve a position in the phase PLAYING, hands and bids known; see `docs/solver.md`.

        `nodes` is the budget for everything together. Without `every_card` only the best card is looked for,
        which is much faster. Raises ValueError when the position cannot be solved at all.
        """
        nodes = checked_whole("nodes", nodes, 1, _MOST_NODES)
        rows = rows_in_play(position)
        rule, small, cards, _ = rows
        load(self.work, rule, small, cards)
        seat = int(small[at.TURN])
        legal = cards_of(int(play.legal_cards(small, cards)))
        known: dict[Card, Outcome | None] = dict.fromkeys(legal)
        solved, value, choice, used = map(int, maxn.search(self.work, nodes))
        if not solved:
            return Solution(seat, False, None, None, known, used)
        best = DECK[choice]
        known[best] = outcome = self._outcome(small, value)
        if every_card:
            used = self._every(rows, known, nodes, used)
        return Solution(seat, True, outcome, best, known, used)

    def can_make(self, position: GameState | Rows, seat: int, *, nodes: int = NODES) -> Answer:
        """Whether a seat makes its bid against everybody; the position is as in `solve`.

        Raises ValueError when the position cannot be solved at all, or has no such seat.
        """
        nodes = checked_whole("nodes", nodes, 1, _MOST_NODES)
        rule, small, cards, _ = rows_in_play(position)
        seat = checked_whole("seat", seat, 0, int(small[at.SEATS]) - 1)
        load(self.work, rule, small, cards)
        solved, makes, choice, used = map(int, paranoid.search(self.work, seat, nodes))
        if not solved:
            return Answer(seat, False, None, None, used)
        return Answer(seat, True, bool(makes), None if choice == NO_CARD else DECK[choice], used)

    def _every(self, rows: Rows, known: dict[Card, Outcome | None], nodes: int, used: int) -> int:
        """Solve what follows each card that is not known yet, and say how many nodes have been used."""
        tried = {int(move) & 63 for move in self.work.moves[0, : maxn.first_cards(self.work)]}
        like: Outcome | None = None
        for card, outcome in known.items():
            if card.index in tried:
                like = outcome
            if like is None:
                small, cards, points = rows.small.copy(), rows.cards.copy(), rows.points.copy()
                play.step(rows.rule, small, cards, points, card.index)
                if small[at.PHASE] != at.PLAYING:
                    like = self._outcome(small, 0)
                elif used < nodes:
                    place_in(self.work, small, cards)
                    solved, value, _, more = map(int, maxn.search(self.work, nodes - used))
                    used += more
                    like = self._outcome(small, value) if solved else None
            # a card that is not tried is equal to the one before it
            known[card] = like
        return used

    def _outcome(self, small: NDArray[np.uint8], value: int) -> Outcome:
        """What the tricks won and those to come add up to."""
        seats = range(int(small[at.SEATS]))
        tricks = tuple([int(small[at.WON + seat]) + (value >> 5 * seat & 31) for seat in seats])
        return Outcome(tricks, tuple([int(self.work.worth[seat, tricks[seat]]) for seat in seats]))


def solve(position: GameState | Rows, *, nodes: int = NODES, every_card: bool = True) -> Solution:
    """Solve a position with a solver of its own; see `Solver.solve`."""
    return Solver().solve(position, nodes=nodes, every_card=every_card)


def can_make(position: GameState | Rows, seat: int, *, nodes: int = NODES) -> Answer:
    """Whether a seat makes its bid against everybody, with a solver of its own; see `Solver.can_make`."""
    return Solver().can_make(position, seat, nodes=nodes)
