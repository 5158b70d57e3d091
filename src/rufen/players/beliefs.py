"""Where the unseen cards may be: the deals that fit a view, counted, drawn and weighed.

All deals that fit are equally likely as far as the cards go. What bids and plays tell beyond that is a
judgement about those who made them: it comes in as weights (`reweighted`).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rufen.core.cards import Card, Suit, cards_of
from rufen.core.view import PlayerView
from rufen.kernel import beliefs as kernel
from rufen.kernel.whole import checked_whole
from rufen.players.seen import NoDealFits, Seen, count_deals, seen_by, why_none_fits

__all__ = ["Beliefs", "Deals", "NoDealFits", "Weighted", "hands_of", "reweighted"]

Deals = NDArray[np.uint64]
"""Hands as bit sets of cards, uint64[n, seats]."""


class Beliefs:
    """The deals that fit a view: who may hold which cards, as far as the rules tell.

    Raises NoDealFits when the view contradicts itself, ValueError before the first deal.
    """

    def __init__(self, view: PlayerView) -> None:
        self.seen: Seen = seen_by(view)
        self._plan, self._table = kernel.new_plan()
        plan, seats = self._plan, view.seats
        plan[kernel.SEATS] = seats
        plan[kernel.UNSEEN] = self.seen.unseen
        for first, values in (
            (kernel.HELD, self.seen.held),
            (kernel.ROOM, self.seen.room),
            (kernel.VOID, self.seen.voids),
        ):
            plan[first : first + seats] = values
        if not kernel.prepare(plan, self._table):
            raise NoDealFits(why_none_fits(self.seen))
        self._count: int | None = None
        self._with: dict[tuple[Suit | None, int | None], int] = {}

    def count(self) -> int:
        """How many deals fit, exactly. A deal is who holds which cards; the undealt ones have no order."""
        if self._count is None:
            self._count = count_deals(self.seen)
        return self._count

    def sample(self, n: int, seed: int | Random) -> Deals:
        """`n` draws, every deal that fits as likely as any other; the same seed gives the same draws.

        Raises ValueError for what is no whole number.
        """
        state = seed.getrandbits(64) if isinstance(seed, Random) else checked_whole("seed", seed) % (1 << 64)
        deals = np.zeros((checked_whole("number of draws", n, 0), len(self.seen.room)), np.uint64)
        kernel.sample_many(self._plan, self._table, np.array([state], np.uint64), deals)
        return deals

    def dealt(self, deals: Deals) -> Deals:
        """The hands of draws as they were dealt, before anything was played: what bids were made on."""
        return deals | np.array(self.seen.played, np.uint64)

    def probability(self, card: Card, seat: int | None) -> float:
        """The share of the deals in which a seat holds a card now, or (None) nobody was dealt it: exact.

        A card that was played or turned up is nowhere: 0 for all. Raises ValueError for a seat there is not.
        """
        seen = self.seen
        if seat is not None and not 0 <= seat < len(seen.room):
            raise ValueError(f"seat {seat}: expected 0 … {len(seen.room) - 1}, or None for the undealt cards")
        if not card.bit & seen.unseen:
            return 1.0 if seat is not None and card.bit & seen.held[seat] else 0.0
        if seat is not None:
            lacks = card.suit is not None and seen.voids[seat] >> card.suit.index & 1
            if lacks or not seen.room[seat]:
                return 0.0
        # cards of one suit are all as likely, and so are the Wizards and Jesters
        key = (card.suit, seat)
        if key not in self._with:
            room = tuple(number - (other == seat) for other, number in enumerate(seen.room))
            self._with[key] = count_deals(seen._replace(unseen=seen.unseen & ~card.bit, room=room))
        return self._with[key] / self.count()


def hands_of(deal: NDArray[np.uint64]) -> tuple[tuple[Card, ...], ...]:
    """The cards of one draw, by seat, in the canonical order."""
    return tuple(cards_of(int(hand)) for hand in deal)


class Weighted(NamedTuple):
    """Draws that are not equally likely: weights that add up to 1, one a draw."""

    deals: Deals
    weights: NDArray[np.float64]

    @property
    def effective(self) -> float:
        """How many equally likely draws would tell as much (Kish's effective sample size), 1 … n."""
        return float(1 / np.square(self.weights).sum())

    def probability(self, card: Card, seat: int) -> float:
        """The weight of the draws in which a seat holds a card."""
        return float(self.weights[(self.deals[:, seat] & np.uint64(card.bit)) != 0].sum())

    def resample(self, n: int, seed: int | Random) -> Deals:
        """`n` draws, equally likely again: each comes as often as its weight says, rounded up or down.

        Source: systematic resampling; J. Carpenter, P. Clifford, P. Fearnhead, "Improved particle filter for
        nonlinear problems" (1999).
        """
        chance = seed if isinstance(seed, Random) else Random(checked_whole("seed", seed))
        number = checked_whole("number of draws", n, 0)
        places = np.minimum((np.arange(number) + chance.random()) / number, np.nextafter(1.0, 0.0))
        edges = np.cumsum(self.weights)
        edges /= edges[-1]
        return self.deals[np.searchsorted(edges, places, side="right")]


def reweighted(deals: Deals, likelihood: Callable[[Deals], ArrayLike]) -> Weighted:
    """Weigh draws by how likely what happened would have been with these hands (importance weights).

    `likelihood` is given all draws, uint64[n, seats], and answers a number ≥ 0 for each; only their ratios
    count. Raises ValueError when it answers anything else, or 0 for every draw.
    """
    weights = np.asarray(likelihood(deals), np.float64)
    if weights.shape != (len(deals),):
        raise ValueError(
            f"expected a likelihood for each of {len(deals)} draws, not the shape {weights.shape}"
        )
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise ValueError("a likelihood is a finite number, 0 or more")
    top = weights.max(initial=0.0)
    if top == 0:
        raise ValueError("what happened is impossible in every draw: take more draws, or a milder likelihood")
    weights = weights / top
    return Weighted(deals, weights / weights.sum())
