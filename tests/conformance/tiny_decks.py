"""Two tiny decks whose whole state space is walked through: every deal, trump, bid and play.

A tiny deck is a few cards that lie on top of the sixty, so that the hands and the turn-up of a game
of one round come from them alone. Wizards are equal to one another and so are Jesters (R1.3): deals
that differ in their numbers only are one deal, and the numbers are given out in the order of dealing
(turn-up, then the hands from the dealer's left).

The walk is depth first, actions in the order of their index. In each deal and trump the bids branch
in full, and play goes on from one complete bidding: in deal k from the k-th in the order of the walk,
counted round, so that all biddings and all plays come up, though not every pair of them.

    python -m tests.conformance.tiny_decks          prints the counts, as tiny_decks.json holds them
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from rufen.core.actions import action_index
from rufen.core.cards import SUITS, Card
from rufen.core.game import apply, deal_round, legal_actions
from rufen.core.house_rules import HouseRules, parse_house_rules
from rufen.core.state import GameState, Phase, evolve, to_act

from .script import deck_with_top, new_state

COUNTS_FILE = Path(__file__).with_name("tiny_decks.json")
_PHASES = {phase: bytes([100 + place]) for place, phase in enumerate(Phase)}
_TRUMPS = {suit: str(suit).encode() for suit in (None, *SUITS)}


class TinyDeck(msgspec.Struct, frozen=True):
    """Cards without the numbers of Wizards and Jesters: `W` and `J` as often as there are of them."""

    name: str
    seats: int
    hand_size: int
    cards: str
    rules: dict[str, str] = {}

    @property
    def house_rules(self) -> HouseRules:
        """One round, with the rules of this deck."""
        schedule = {"round_mode": "schedule", "hand_sizes": [self.hand_size]}
        return parse_house_rules({**schedule, **self.rules}, self.seats)


THREE = TinyDeck("three seats", 3, 2, "B1 B2 G1 W W J J J")
FOUR = TinyDeck("four seats, dealer restricted", 4, 2, "B1 B2 G1 W W J J J J", {"bid_restriction": "dealer"})
VARIANTS = tuple(
    TinyDeck(f"{plain.name}: {', '.join(options.values())}", plain.seats, 2, plain.cards, options)
    for plain in (THREE,)
    for options in (
        {"wizard_lead": "next_sets_suit"},
        {"jester_lead": "free"},
        {"wizard_lead": "next_sets_suit", "jester_lead": "free"},
        {"bid_disclosure": "hidden"},
    )
)
DECKS = (THREE, FOUR, *VARIANTS)


class Counts(msgspec.Struct):
    """What there is in the state space of a tiny deck."""

    deals: int = 0
    positions: int = 0
    """Where a seat is asked, and the ends."""
    actions: int = 0
    """Legal actions of all positions together."""
    ends: int = 0
    made: list[int] = []
    """By seat: in how many ends it made its bid."""
    tricks: list[int] = []
    """By seat: tricks won in all ends together."""
    points: list[int] = []
    """By seat: scores of all ends together."""
    signature: str = ""
    """SHA-256 over the walk, its first 16 digits: for a position its phase, trump, seats asked and the
    indices of its legal actions, for an end its bids, tricks and scores."""


def deals(deck: TinyDeck) -> Iterator[tuple[Card, ...]]:
    """Every distinct deal, as the cards from the top of the deck in the order they are dealt."""
    kinds: dict[str, int] = {}
    for kind in deck.cards.split():
        kinds[kind] = kinds.get(kind, 0) + 1
    for turn_up, count in kinds.items():
        left = {**kinds, turn_up: count - 1}
        for hands in _hands(left, deck.seats, deck.hand_size):
            numbers = {"W": itertools.count(1), "J": itertools.count(1)}
            named = [
                [Card(f"{kind}{next(numbers[kind])}" if kind in numbers else kind) for kind in cards]
                for cards in ([turn_up], *hands)
            ]
            yield (*(card for row in zip(*named[1:], strict=True) for card in row), named[0][0])


def _hands(left: Mapping[str, int], seats: int, size: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    if not seats:
        yield ()
        return
    pool = [kind for kind, count in left.items() for _ in range(count)]
    for hand in dict.fromkeys(itertools.combinations(pool, size)):
        rest = dict(left)
        for kind in hand:
            rest[kind] -= 1
        for others in _hands(rest, seats - 1, size):
            yield (hand, *others)


class Walk:
    """One walk through a tiny deck; with `step` only through every so many of its deals."""

    def __init__(self, deck: TinyDeck, step: int = 1) -> None:
        self.deck = deck
        self.step = step
        zeros = [0] * deck.seats
        self.counts = Counts(made=[*zeros], tricks=[*zeros], points=[*zeros])
        self._hash = hashlib.sha256()

    def run(self) -> Counts:
        """The counts of the walk."""
        start = new_state(self.deck.seats, self.deck.house_rules, 0)
        for number, cards in itertools.islice(enumerate(deals(self.deck)), 0, None, self.step):
            state = start
            for event in deal_round(start, deck_with_top(cards), ""):
                state = evolve(state, event)
            self.counts.deals += 1
            self._deal(state, number)
        self.counts.signature = self._hash.hexdigest()[:16]
        return self.counts

    def _deal(self, state: GameState, number: int) -> None:
        if state.phase is Phase.CHOOSING_TRUMP:
            for after in self._branch(state):
                self._deal(after, number)
            return
        biddings = list(self._biddings(state))
        self._play(biddings[number % len(biddings)])

    def _biddings(self, state: GameState) -> Iterator[GameState]:
        for after in self._branch(state):
            if after.phase is Phase.BIDDING:
                yield from self._biddings(after)
            else:
                yield after

    def _play(self, state: GameState) -> None:
        if state.phase is Phase.GAME_OVER:
            self._end(state)
            return
        for after in self._branch(state):
            self._play(after)

    def _branch(self, state: GameState) -> Iterator[GameState]:
        """Count a position, then go through what may be done there by the seat asked first."""
        asked = to_act(state)
        seat = asked[0]
        legal = legal_actions(state, seat)
        trump = state.round.trump if state.round is not None else None
        self.counts.positions += 1
        self.counts.actions += len(legal)
        update = self._hash.update
        update(_PHASES[state.phase] + _TRUMPS[trump] + bytes(asked) + bytes(map(action_index, legal)))
        for action in legal:
            yield apply(state, seat, action)[1]

    def _end(self, state: GameState) -> None:
        result = state.results[-1]
        counts = self.counts
        counts.positions += 1
        counts.ends += 1
        for seat in range(self.deck.seats):
            counts.made[seat] += result.bids[seat] == result.tricks[seat]
            counts.tricks[seat] += result.tricks[seat]
            counts.points[seat] += result.scores[seat]
        self._hash.update(f"end {result.bids} {result.tricks} {result.scores};".encode())


def known_counts() -> dict[str, Counts]:
    """The counts that are on record, by the name of the deck."""
    return msgspec.json.decode(COUNTS_FILE.read_bytes(), type=dict[str, Counts])


def main() -> None:
    """Print the counts of every deck, one line each."""
    found: dict[str, Any] = {deck.name: msgspec.to_builtins(Walk(deck).run()) for deck in DECKS}
    lines = [f" {json.dumps(name)}: {json.dumps(counts)}" for name, counts in found.items()]
    print("{\n" + ",\n".join(lines) + "\n}")


if __name__ == "__main__":
    main()
