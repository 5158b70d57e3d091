"""One game on rows, by the compiled `rufen.kernel.play` or by a copy of its source with a fault planted.

A copy runs as plain Python, so that a fault costs no compiling.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import numpy as np

from rufen.core.cards import SUITS, Card, Suit
from rufen.core.house_rules import HouseRules
from rufen.core.state import Phase
from rufen.kernel import layout as at
from rufen.kernel import play, tables
from rufen.kernel.tables import NO_CARD, NO_TRUMP

SOUND: ModuleType = play
"""The compiled steps."""

PHASES = {
    at.DEALING: Phase.DEALING,
    at.CHOOSING_TRUMP: Phase.CHOOSING_TRUMP,
    at.BIDDING: Phase.BIDDING,
    at.PLAYING: Phase.PLAYING,
    at.GAME_OVER: Phase.GAME_OVER,
}

_POINTS = at.SMALL_WIDTH + 8 * at.CARDS_WIDTH
_BYTES = _POINTS + 4 * at.POINTS_WIDTH


class Twin:
    """A game of the kernel as the tests talk about it: cards, suits and seats instead of columns."""

    def __init__(
        self, seats: int, rules: HouseRules, first_dealer: int = 0, steps: ModuleType = SOUND
    ) -> None:
        self.seats = seats
        self.steps: Any = steps
        self.rule = at.encode_rules(rules, seats)
        self._lay(np.zeros(_BYTES, np.uint8))
        steps.begin(self.small, self.cards, self.points, 0, seats, first_dealer)

    def copy(self) -> Twin:
        """The same game, to be played on by itself."""
        other = Twin.__new__(Twin)
        other.seats, other.steps, other.rule = self.seats, self.steps, self.rule
        other._lay(self._all.copy())
        return other

    def _lay(self, memory: Any) -> None:
        """The three rows in one piece of memory, so that one copy is enough."""
        self._all = memory
        self.small = memory[: at.SMALL_WIDTH]
        self.cards = memory[at.SMALL_WIDTH : _POINTS].view(np.uint64)
        self.points = memory[_POINTS:].view(np.int32)

    def become(self, other: Twin) -> None:
        """Stand where another game of the same seats and rules stands."""
        self._all[:] = other._all

    def deal(self, deck: Any) -> None:
        """Deal from cards, or from card indices."""
        places = [getattr(card, "index", card) if isinstance(card, Card) else card for card in deck]
        self.steps.deal(self.rule, self.small, self.cards, np.array(places, np.uint8))

    def act(self, action: int) -> None:
        """The seat to act does something legal."""
        self.steps.step(self.rule, self.small, self.cards, self.points, action)

    @property
    def legal(self) -> int:
        """What the seat to act may do, as a set of bits over the action index."""
        plays, others = self.steps.legal(self.rule, self.small, self.cards, self.points)
        return int(plays) | int(others) << at.FIRST_BID

    @property
    def phase(self) -> Phase:
        return PHASES[int(self.small[at.PHASE])]

    @property
    def turn(self) -> int:
        return int(self.small[at.TURN])

    @property
    def asked(self) -> tuple[int, ...]:
        """Every seat that is asked: with secret bids all that have not bid (R3.3)."""
        if self.phase in (Phase.DEALING, Phase.GAME_OVER):
            return ()
        if self.phase is not Phase.BIDDING or not self.rule[at.DISCLOSURE]:
            return (self.turn,)
        order = [(int(self.small[at.LEADER]) + step) % self.seats for step in range(self.seats)]
        return tuple(seat for seat in order if self.small[at.BID + seat] == NO_CARD)

    @property
    def trump(self) -> Suit | None:
        trump = int(self.small[at.TRUMP])
        return None if trump == NO_TRUMP else SUITS[trump]

    @property
    def hands(self) -> tuple[int, ...]:
        return tuple(self.cards[at.HAND : at.HAND + self.seats].tolist())

    def by_seat(self, column: int) -> tuple[int, ...]:
        """Columns of `small` by seat."""
        return tuple(self.small[column : column + self.seats].tolist())

    @property
    def bids(self) -> tuple[int | None, ...]:
        return tuple(None if bid == NO_CARD else bid for bid in self.by_seat(at.BID))

    @property
    def tricks_won(self) -> tuple[int, ...]:
        return self.by_seat(at.WON)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.points[at.SCORE : at.SCORE + self.seats].tolist())

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(self.points[at.TOTAL : at.TOTAL + self.seats].tolist())

    @property
    def ranks(self) -> tuple[int, ...]:
        """By the rounds scored so far."""
        out = np.zeros(6, np.uint8)
        self.steps.ranks(self.rule, self.small, self.points, out)
        return tuple(out[: self.seats].tolist())


def planted(file: str, sound: str, faulty: str) -> ModuleType:
    """The steps as plain Python, with one passage of `play.py` or `tables.py` replaced.

    Raises ValueError when the passage is not there exactly once: a fault must be one.
    """
    plain = ModuleType("jit")
    plain.jit = lambda function: function  # type: ignore[attr-defined]
    plain.Int, plain.Word = int, np.uint64  # type: ignore[attr-defined]
    edits = {file: (sound, faulty)}
    with mock.patch.dict(sys.modules, {"rufen.kernel.jit": plain}):
        copied = _run("tables.py", tables, edits)
        sys.modules["rufen.kernel.tables"] = copied
        return _run("play.py", play, edits)


def _run(file: str, module: ModuleType, edits: dict[str, tuple[str, str]]) -> ModuleType:
    assert module.__file__ is not None
    source = Path(module.__file__).read_text("utf-8")
    sound, faulty = edits.get(file, ("", ""))
    if sound:
        if source.count(sound) != 1:
            raise ValueError(f"{sound!r} is {source.count(sound)} times in {file}")
        source = source.replace(sound, faulty)
    copied = ModuleType(module.__name__)
    exec(compile(source, f"{file} with a fault", "exec"), vars(copied))
    return copied
