"""The level "casual": plays by the network, and errs as people err.

It misjudges what a hand is worth when it bids, and cards of earlier tricks fade from its memory; between
cards that seem nearly as good it does not look closely. It never plays what it takes for a blunder.
"""

from __future__ import annotations

import hashlib
from math import exp, sqrt
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rufen.core.actions import ACTIONS, Action, ChooseTrump, PlayCard
from rufen.core.cards import DECK, Card, Suit
from rufen.core.rules import follow_suit
from rufen.core.scoring import round_score
from rufen.core.view import PlayerView
from rufen.kernel import layout as at
from rufen.kernel.jit import Word
from rufen.kernel.mirror import Rows, rows_of_view
from rufen.kernel.network.inputs import extra_bonus
from rufen.kernel.network.judging import PRIDE, decide, judge, new_judgement
from rufen.kernel.network.weights import Weights
from rufen.kernel.play import legal
from rufen.players.neural import shipped

__all__ = ["CasualPlayer", "Habits"]


class Habits(NamedTuple):
    """How much it errs."""

    misjudged: float = 0.4
    """The spread of its error about a hand of eight cards, in tricks; it grows with the root of the cards."""
    most: float = 2.0
    """The largest error, in spreads."""
    kept: float = 0.8
    """How much of its memory of an ordinary card is left a trick later."""
    kept_high: float = 0.95
    """The same for Wizards, Jesters, trumps, and the highest cards of the other suits."""
    near: float = 2.0
    """Cards this many points below the best seem as good, more or less."""
    softness: float = 1.0
    """Of those, one that is so many points better is taken e times as often."""


class CasualPlayer:
    """The network with habits. It keeps no memory: what it errs in follows from its seed and the round.

    A player serves one thread at a time.
    """

    def __init__(self, chance: Random, weights: Weights | None = None, habits: Habits | None = None) -> None:
        """`chance` is asked once: for the seed of everything that it errs in."""
        self._weights = weights or shipped()
        self._habits = habits or Habits()
        self._salt = chance.getrandbits(64).to_bytes(8, "big")
        self._room = new_judgement(self._weights)
        self._values = np.zeros(4, np.float32)

    def act(self, view: PlayerView) -> Action:
        """One of `view.legal`. Raises ValueError when the seat is not asked."""
        if view.seat is None or not view.legal:
            raise ValueError("this view asks for no action")
        if len(view.legal) == 1:
            return view.legal[0]
        rows = rows_of_view(view)
        if isinstance(view.legal[0], ChooseTrump):
            rule, small, cards, points = rows
            return ACTIONS[decide(self._weights, rule, small, cards, points, self._room, self._values)]
        if isinstance(view.legal[0], PlayCard):
            return self._play(view, view.seat, rows)
        return self._bid(view, view.seat, rows)

    def _judge(self, rows: Rows, seat: int) -> int:
        rule, small, cards, points = rows
        # as in `advice`: whole numbers would have everything compiled once more
        plays, bids = map(Word, legal(rule, small, cards, points))
        return int(judge(self._weights, rule, small, cards, points, seat, plays, bids, self._room))

    def _bid(self, view: PlayerView, seat: int, rows: Rows) -> Action:
        """The bid that would be best if the hand took as many tricks more or less as it believes."""
        error = self._misjudgement(view)
        n = self._judge(rows, seat)
        room, size, rules = self._room, view.hand_size, view.rules
        whole = int(error // 1)
        part = error - whole
        best, best_value = view.legal[0], -np.inf
        made = PRIDE + extra_bonus(rows.rule, rows.small, seat)
        known = [bid for bid in view.bids if bid is not None]
        for place in range(n):
            action = int(room.action[place])
            bid = action - at.FIRST_BID
            tricks = room.tricks[place, : size + 1]
            believed = (1 - part) * _moved(tricks, whole) + part * _moved(tricks, whole + 1)
            value = float(believed[bid]) * made
            for won in range(size + 1):
                value += float(believed[won]) * round_score(bid, won, size, rules)
            if seat == view.dealer and len(known) == view.seats - 1 and sum(known) + bid == size:
                value -= rules.even_bids_dealer_penalty
            if value > best_value:
                best, best_value = ACTIONS[action], value
        return best

    def _misjudgement(self, view: PlayerView) -> float:
        """By how many tricks it takes its hand for better than it is: the same for the same hand."""
        habits = self._habits
        hand = " ".join(map(str, view.hand)) + f"/{view.trump}"
        # twelve numbers 0 … 1 added up are nearly normal, with a variance of 1
        chances = self._numbers(f"hand {view.round_number} {hand}", 12)
        normal = sum(chances) - 6
        normal = min(max(normal, -habits.most), habits.most)
        return normal * habits.misjudged * sqrt(view.hand_size / 8)

    def _play(self, view: PlayerView, seat: int, rows: Rows) -> Action:
        """One of the cards that seem best, by what it remembers."""
        self._forget(view, rows)
        n = self._judge(rows, seat)
        room, habits = self._room, self._habits
        top = max(float(room.value[place]) for place in range(n))
        near = [place for place in range(n) if float(room.value[place]) >= top - habits.near]
        weights = [exp((float(room.value[place]) - top) / habits.softness) for place in near]
        played = sum(len(trick.cards) for trick in view.tricks) + len(view.trick.cards if view.trick else ())
        left = self._numbers(f"card {view.round_number} {played}", 1)[0] * sum(weights)
        for place, weight in zip(near, weights, strict=True):
            left -= weight
            if left < 0:
                return ACTIONS[int(room.action[place])]
        return ACTIONS[int(room.action[near[-1]])]

    def _forget(self, view: PlayerView, rows: Rows) -> None:
        """Take the forgotten cards, and what they showed, out of the rows.

        A card that is forgotten stays forgotten: each has one number for the round, and what is kept of a
        memory gets less with every trick. The turn-up lies there for all to see, and so does this trick.
        """
        memory = self._numbers(f"memory {view.round_number} {view.dealer}", len(DECK))
        habits = self._habits
        _, small, cards, _ = rows
        voids = [0] * view.seats
        forgotten = 0
        for number, trick in enumerate(view.tricks):
            age = len(view.tricks) - number
            for place, card in enumerate(trick.cards):
                seat = (trick.leader + place) % view.seats
                kept = habits.kept_high if _strikes(card, view.trump) else habits.kept
                if seat != view.seat and memory[card.index] > kept**age:
                    forgotten |= card.bit
                elif card.suit is not None:
                    voids[seat] |= _void(trick.cards[:place], card, view)
        if view.trick is not None:
            for place, card in enumerate(view.trick.cards):
                seat = (view.trick.leader + place) % view.seats
                voids[seat] |= _void(view.trick.cards[:place], card, view)
        cards[at.SEEN] &= ~np.uint64(forgotten)
        small[at.VOID : at.VOID + view.seats] = voids

    def _numbers(self, about: str, n: int) -> list[float]:
        """Numbers 0 … 1 that follow from the seed and what they are about."""
        text = self._salt + about.encode()
        whole = np.frombuffer(hashlib.shake_256(text).digest(4 * n), np.dtype("<u4"))
        numbers: list[float] = (whole / 2.0**32).tolist()
        return numbers


def _moved(tricks: NDArray[np.float32], by: int) -> NDArray[np.float64]:
    """Chances of tricks, all of them `by` tricks higher, as far as there are tricks."""
    last = len(tricks) - 1
    moved = np.zeros(last + 1)
    for won, chance in enumerate(tricks):
        moved[min(max(won + by, 0), last)] += chance
    return moved


def _strikes(card: Card, trump: Suit | None) -> bool:
    """Whether a card is one that people remember."""
    return card.suit is None or card.suit is trump or card.rank >= 12


def _void(before: tuple[Card, ...], card: Card, view: PlayerView) -> int:
    """The suit that a seat shows not to hold by a card after others, as a bit."""
    follow = follow_suit(before, view.rules)
    return 1 << follow.index if follow is not None and card.suit not in (None, follow) else 0
