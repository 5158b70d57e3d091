"""Tables whose players all have a twin in the kernel: the same rounds, many times faster."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rufen.arena.house import Twin, network
from rufen.arena.loop import COUNTING, play_round
from rufen.arena.standard import standard_scores
from rufen.core.cards import Card
from rufen.core.house_rules import MAX_SEATS, HouseRules
from rufen.kernel import layout as at
from rufen.kernel.network.judging import decide, judge, new_judgement
from rufen.kernel.network.weights import Weights, random_weights, stacked
from rufen.kernel.play import begin, deal, legal, ranks, score, step
from rufen.kernel.policies import counting

__all__ = ["Compiled", "RoundsPlayed", "deck_row", "rules_row", "widened"]


class RoundsPlayed(NamedTuple):
    """What came of the rounds at one table: `bids`, `tricks` and `scores` by round and seat.

    `totals` and `ranks` are those of a game that ends with these rounds.
    """

    bids: tuple[tuple[int, ...], ...]
    tricks: tuple[tuple[int, ...], ...]
    scores: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


@lru_cache(maxsize=256)
def rules_row(rules: HouseRules, seats: int) -> NDArray[np.uint8]:
    """House rules as the kernel has them; nobody may write to it."""
    return at.encode_rules(rules, seats)


def deck_row(deck: Sequence[Card]) -> NDArray[np.uint8]:
    """A deck as the kernel has it, uint8[60]."""
    return np.array([card.index for card in deck], np.uint8)


def widened(weights: Weights, first: int, second: int) -> Weights:
    """The same network with hidden layers of `first` and `second` units: those that are added say nothing."""
    more_1, more_2 = first - weights.w2.shape[0], second - weights.w2.shape[1]
    return Weights(
        np.pad(weights.w1, ((0, 0), (0, more_1))),
        np.pad(weights.b1, (0, more_1)),
        np.pad(weights.w2, ((0, more_1), (0, more_2))),
        np.pad(weights.b2, (0, more_2)),
        np.pad(weights.w3, ((0, 0), (0, more_2), (0, 0))),
        weights.b3,
    )


class Compiled:
    """The twins of contestants, by their numbers; one thread at a time."""

    def __init__(self, twins: Sequence[Twin | None]) -> None:
        """Those without a twin may not be seated. Raises NetworkError."""
        files = list(dict.fromkeys(twin.file for twin in twins if twin is not None and twin.network))
        networks = [network(file) for file in files] or [random_weights(1, 1, 0)]
        first, second = (max(sizes) for sizes in zip(*(each.w2.shape for each in networks), strict=True))
        self._each = [widened(each, first, second) for each in networks]
        self._networks = stacked(self._each)
        self._who = [
            files.index(twin.file) if twin is not None and twin.network else COUNTING for twin in twins
        ]
        self._standard = [twin is not None and twin.standard for twin in twins]
        self._out = new_judgement(self._networks)
        self._values = np.zeros(4, np.float32)
        self._seats = np.zeros(MAX_SEATS, np.int64)
        self._seen = np.zeros((MAX_SEATS, at.RULES_WIDTH), np.uint8)
        small, cards, points = at.new_games(1)
        self._rows = small[0], cards[0], points[0]

    def _sit_down(self, rules: HouseRules, seating: Sequence[int]) -> NDArray[np.uint8]:
        """Note who sits where, and what each is told of the rules; the rules themselves."""
        seats = len(seating)
        rule = rules_row(rules, seats)
        for seat, contestant in enumerate(seating):
            self._seats[seat] = self._who[contestant]
            standard = self._standard[contestant]
            self._seen[seat] = rules_row(standard_scores(rules), seats) if standard else rule
        return rule

    def play(
        self,
        rules: HouseRules,
        seating: Sequence[int],
        first_dealer: int,
        decks: Sequence[Sequence[Card]],
    ) -> RoundsPlayed:
        """Play a round with each deck, as a game begins; `seating` has a contestant a seat."""
        seats = len(seating)
        rule = self._sit_down(rules, seating)
        small, cards, points = self._rows
        begin(small, cards, points, 0, seats, first_dealer)
        bids, tricks, scores = [], [], []
        for deck in decks:
            deal(rule, small, cards, deck_row(deck))
            play_round(
                self._networks,
                self._seats,
                self._seen,
                rule,
                small,
                cards,
                points,
                self._out,
                self._values,
            )
            bids.append(tuple(small[at.BID : at.BID + seats].tolist()))
            tricks.append(tuple(small[at.WON : at.WON + seats].tolist()))
            scores.append(tuple(points[at.SCORE : at.SCORE + seats].tolist()))
        places = np.zeros(MAX_SEATS, np.uint8)
        ranks(rule, small, points, places)
        totals = tuple(points[at.TOTAL : at.TOTAL + seats].tolist())
        return RoundsPlayed(tuple(bids), tuple(tricks), tuple(scores), totals, tuple(places[:seats].tolist()))

    def chances_of_bids(
        self,
        rules: HouseRules,
        seating: Sequence[int],
        first_dealer: int,
        decks: Sequence[Sequence[Card]],
        bids: Sequence[Sequence[int]],
        tricks: Sequence[Sequence[int]],
    ) -> list[list[float]]:
        """The chance of being made that each seat gave its bid, by round; 0 where no network sits.

        `bids` and `tricks` are those of rounds that these contestants have played.
        """
        seats = len(seating)
        rule = self._sit_down(rules, seating)
        small, cards, points = self._rows
        begin(small, cards, points, 0, seats, first_dealer)
        said = []
        for deck, bid, won in zip(decks, bids, tricks, strict=True):
            deal(rule, small, cards, deck_row(deck))
            chances = [0.0] * seats
            if small[at.PHASE] == at.CHOOSING_TRUMP:
                step(rule, small, cards, points, self._act(rule))
            while small[at.PHASE] == at.BIDDING:
                seat = int(small[at.TURN])
                if self._seats[seat] != COUNTING:
                    chances[seat] = self._chance(seat, bid[seat])
                step(rule, small, cards, points, at.FIRST_BID + bid[seat])
            said.append(chances)
            small[at.WON : at.WON + seats] = won
            score(rule, small, points)
        return said

    def _act(self, rule: NDArray[np.uint8]) -> int:
        small, cards, points = self._rows
        seat = int(small[at.TURN])
        if self._seats[seat] == COUNTING:
            return int(counting(rule, small, cards, *legal(rule, small, cards, points)))
        weights = self._each[self._seats[seat]]
        return int(decide(weights, self._seen[seat], small, cards, points, self._out, self._values))

    def _chance(self, seat: int, bid: int) -> float:
        small, cards, points = self._rows
        weights, none = self._each[self._seats[seat]], np.uint64(0)
        judge(weights, self._seen[seat], small, cards, points, seat, none, np.uint64(1 << bid), self._out)
        return float(self._out.tricks[0, bid])
