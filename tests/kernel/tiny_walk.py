"""The walk of `tests.conformance.tiny_decks`, by the kernel: the same order, the same signature."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from types import ModuleType

from tests.conformance.script import deck_with_top
from tests.conformance.tiny_decks import Counts, TinyDeck, deals

from rufen.core.state import Phase
from rufen.kernel import layout as at

from .twin import PHASES as PHASE_OF
from .twin import SOUND, Twin

_STATE = [at.PHASE, at.TURN, at.TRUMP]
PHASES = [bytes([100 + list(Phase).index(phase)]) for phase in PHASE_OF.values()]
TRUMPS = [b"B", b"G", b"R", b"Y", b"None"]
LEGAL: dict[int, tuple[int, ...]] = {}
"""The actions of a set; a tiny deck has few sets."""


def actions_of(bits: int) -> tuple[int, ...]:
    """The actions of a set, in the order of their index."""
    if bits not in LEGAL:
        LEGAL[bits] = tuple(place for place in range(bits.bit_length()) if bits >> place & 1)
    return LEGAL[bits]


class KernelWalk:
    """One walk through a tiny deck; with `step` only through every so many of its deals."""

    def __init__(self, deck: TinyDeck, step: int = 1, steps: ModuleType = SOUND) -> None:
        self.deck = deck
        self.step = step
        self.steps = steps
        zeros = [0] * deck.seats
        self.counts = Counts(made=[*zeros], tricks=[*zeros], points=[*zeros])
        self._hash = hashlib.sha256()
        self._lines: list[Twin] = []

    def run(self) -> Counts:
        """The counts of the walk."""
        for signature in self.signatures():
            self.counts.signature = signature
        return self.counts

    def signatures(self) -> Iterator[str]:
        """The signature of the walk so far, deal after deal."""
        start = Twin(self.deck.seats, self.deck.house_rules, 0, self.steps)
        for number, cards in itertools.islice(enumerate(deals(self.deck)), 0, None, self.step):
            game = start.copy()
            game.deal(deck_with_top(cards))
            self.counts.deals += 1
            self._deal(game, number)
            yield self._hash.hexdigest()[:16]

    def _deal(self, game: Twin, number: int) -> None:
        if game.phase is Phase.CHOOSING_TRUMP:
            for after in self._branch(game):
                self._deal(after, number)
            return
        biddings = list(self._biddings(game))
        self._play(biddings[number % len(biddings)])

    def _biddings(self, game: Twin) -> Iterator[Twin]:
        for after in self._branch(game):
            if after.phase is Phase.BIDDING:
                yield from self._biddings(after)
            else:
                yield after

    def _play(self, game: Twin, depth: int = 0) -> None:
        """The plays of a round, without making anything anew: there are hundreds of thousands."""
        if game.small[at.PHASE] == at.GAME_OVER:
            self._end(game)
            return
        legal = self._position(game)
        if depth == len(self._lines):
            self._lines.append(game.copy())
        after = self._lines[depth]
        for action in legal:
            after.become(game)
            after.act(action)
            self._play(after, depth + 1)

    def _branch(self, game: Twin) -> Iterator[Twin]:
        for action in self._position(game):
            after = game.copy()
            after.act(action)
            yield after

    def _position(self, game: Twin) -> tuple[int, ...]:
        """Count a position; what may be done there."""
        bits = game.legal
        legal = LEGAL.get(bits) or actions_of(bits)
        self.counts.positions += 1
        self.counts.actions += len(legal)
        phase, turn, trump = game.small[_STATE].tolist()
        asked = bytes((turn,)) if phase == at.PLAYING else bytes(game.asked)
        self._hash.update(PHASES[phase] + TRUMPS[trump] + asked + bytes(legal))
        return legal

    def _end(self, game: Twin) -> None:
        counts, bids, tricks, scores = self.counts, game.bids, game.tricks_won, game.scores
        counts.positions += 1
        counts.ends += 1
        for seat in range(self.deck.seats):
            counts.made[seat] += bids[seat] == tricks[seat]
            counts.tricks[seat] += tricks[seat]
            counts.points[seat] += scores[seat]
        self._hash.update(f"end {bids} {tricks} {scores};".encode())
