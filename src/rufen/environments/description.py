"""An observation as a line of text, and the same line made from a view: both tell the same.

The line is a position (`rufen.core.position`, `docs/notation.md`) without what is outside the round: `seq`
and `commitment` are left out, `rules` is without the schedule, and instead of `results` it has what they came
to:

| field | meaning |
|---|---|
| `rounds`, `hand-size` | the number of rounds of the schedule, the cards of this one |
| `made` | by seat, the bids made in the scored rounds |
| `totals` | by seat, the totals |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from rufen.core.cards import DECK, SUITS, Card, Suit
from rufen.core.fields import format_numbers, format_rules
from rufen.core.house_rules import (
    STANDARD,
    BidDisclosure,
    BidRestriction,
    HouseRules,
    JesterLead,
    LastRoundTrump,
    TieBreak,
    WizardLead,
    ZeroBidScoring,
)
from rufen.core.rules import trick_winner
from rufen.core.state import Phase
from rufen.core.version import RULES_VERSION
from rufen.core.view import PlayerView
from rufen.environments.layout import LAYOUT, SEAT_WIDTH, WIDTH

__all__ = ["describe", "describe_view"]

_FIRST = "rufen-observation/1"
_PHASES = (Phase.CHOOSING_TRUMP, Phase.BIDDING, Phase.PLAYING)


def describe_view(view: PlayerView) -> str:
    """The line of a view during a round, or after it. Raises ValueError without a round or a seat."""
    if view.dealer is None or view.seat is None:
        raise ValueError("only a seat's view of a round can be described")
    made = [sum(r.bids[seat] == r.tricks[seat] for r in view.results) for seat in range(view.seats)]
    rules = msgspec.structs.replace(
        view.rules,
        round_mode=STANDARD.round_mode,
        custom_round_count=STANDARD.custom_round_count,
        hand_sizes=None,
    )
    placed = zip(view.bids, view.has_bid, strict=True)
    return _line(
        seats=view.seats,
        rules=rules,
        seat=view.seat,
        phase=view.phase,
        rounds=len(view.schedule),
        number=view.round_number,
        hand_size=view.hand_size,
        dealer=view.dealer,
        turn_up=view.turn_up,
        trump=view.trump,
        hand=view.hand,
        bids=["-" if not has else "?" if bid is None else str(bid) for bid, has in placed],
        tricks=[trick.cards for trick in view.tricks],
        trick=view.trick.cards if view.trick is not None else (),
        made=made,
        totals=view.totals,
    )


def describe(observation: NDArray[np.uint8]) -> str:
    """The line of an observation. Raises ValueError for what is none."""
    given: object = observation
    if not isinstance(given, np.ndarray):
        raise ValueError(f"an observation is uint8[{WIDTH}], not a {type(given).__name__}")
    if observation.shape != (WIDTH,) or observation.dtype != np.uint8:
        raise ValueError(
            f"an observation is uint8[{WIDTH}], "
            f"not {observation.dtype}[{', '.join(map(str, observation.shape))}]"
        )
    try:
        return _Reader(observation).line()
    except (ValueError, IndexError) as error:
        raise ValueError(f"these {WIDTH} numbers are no observation of a round") from error


def _line(
    *,
    seats: int,
    rules: HouseRules,
    seat: int,
    phase: Phase,
    rounds: int,
    number: int,
    hand_size: int,
    dealer: int,
    turn_up: Card | None,
    trump: Suit | None,
    hand: Sequence[Card],
    bids: Sequence[str],
    tricks: Sequence[Sequence[Card]],
    trick: Sequence[Card],
    made: Sequence[int],
    totals: Sequence[int],
) -> str:
    fields: dict[str, object] = {
        "rules-version": RULES_VERSION,
        "seats": seats,
        "rules": format_rules(rules),
        "seat": seat,
        "phase": phase.value,
        "rounds": rounds,
        "round": number,
        "hand-size": hand_size,
        "dealer": dealer,
        "turn-up": turn_up,
        "trump": trump,
        "hand": _cards(hand),
        "bids": ".".join(bids),
        "tricks": ";".join(_cards(cards) for cards in tricks),
        "trick": _cards(trick),
        "made": format_numbers(made, "."),
        "totals": format_numbers(totals, "."),
    }
    return " ".join([_FIRST, *(f"{name}={text}" for name, text in fields.items() if text not in (None, ""))])


def _cards(cards: Sequence[Card]) -> str:
    return ".".join(map(str, cards))


@dataclass(frozen=True)
class _Reader:
    """The features of an observation, read back by name."""

    observation: NDArray[np.uint8]

    def numbers(self, name: str) -> list[int]:
        return [int(n) for n in self.observation[LAYOUT[name].slice]]

    def number(self, name: str) -> int:
        return self.numbers(name)[0]

    def which(self, name: str) -> int:
        """The place of the only 1; ValueError when there is none."""
        return self.numbers(name).index(1)

    def phase(self) -> Phase:
        if any(self.numbers("phase")):
            return _PHASES[self.which("phase")]
        return Phase.GAME_OVER if self.number("round") == self.number("rounds") else Phase.DEALING

    def cards(self, name: str) -> list[Card]:
        return [card for card, there in zip(DECK, self.numbers(name), strict=True) if there]

    def by_seat(self, name: str, width: int) -> list[list[int]]:
        """The features of each seat, from seat 0 on."""
        numbers, seats, seat = self.numbers(name), self.which("seats") + 3, self.number("seat")
        places = [numbers[width * place : width * (place + 1)] for place in range(seats)]
        return [places[(other - seat) % seats] for other in range(seats)]

    def line(self) -> str:
        seats, seat = self.which("seats") + 3, self.number("seat")
        turn_up, trump = self.cards("turn_up"), self.numbers("trump")
        dealer = (self.which("dealer") + seat) % seats
        suit = SUITS[trump.index(1)] if any(trump) else None
        tricks, trick = self.tricks(dealer, suit)
        bids = self.by_seat("bids", SEAT_WIDTH)
        return _line(
            seats=seats,
            rules=self.rules(),
            seat=seat,
            phase=self.phase(),
            rounds=self.number("rounds"),
            number=self.number("round"),
            hand_size=self.number("hand_size"),
            dealer=dealer,
            turn_up=turn_up[0] if turn_up else None,
            trump=suit,
            hand=self.cards("hand"),
            bids=["-" if not placed else str(bid) if known else "?" for placed, known, bid, *_ in bids],
            tricks=tricks,
            trick=trick,
            made=[made for (made,) in self.by_seat("made", 1)],
            totals=[
                5 * (256 * above + one - 256 * below - under)
                for above, one, below, under in self.by_seat("totals", 4)
            ],
        )

    def tricks(self, dealer: int, trump: Suit | None) -> tuple[list[list[Card]], list[Card]]:
        """The complete tricks and the one on the table, each in the order of play (R4.1)."""
        seats, seat = self.which("seats") + 3, self.number("seat")
        played: dict[int, dict[int, Card]] = {}
        for card, number, by in zip(DECK, self.numbers("played_in"), self.numbers("played_by"), strict=True):
            if number:
                played.setdefault(number, {})[(by - 1 + seat) % seats] = card
        leader = (dealer + 1) % seats
        tricks: list[list[Card]] = []
        for number in sorted(played):
            cards = [
                played[number][other]
                for other in ((leader + step) % seats for step in range(seats))
                if other in played[number]
            ]
            if len(cards) < seats:
                return tricks, cards
            tricks.append(cards)
            leader = (leader + trick_winner(cards, trump, self.rules())) % seats
        return tricks, []

    def rules(self) -> HouseRules:
        return HouseRules(
            exact_bonus=5 * self.number("exact_bonus"),
            points_per_trick=5 * self.number("points_per_trick"),
            miss_penalty=5 * self.number("miss_penalty"),
            zero_bid_scoring=list(ZeroBidScoring)[self.which("zero_bid")],
            bid_restriction=list(BidRestriction)[self.which("restriction")],
            round_one_exempt=bool(self.number("round_one_exempt")),
            bid_disclosure=list(BidDisclosure)[self.which("disclosure")],
            perfect_game_bonus=5 * self.number("perfect_bonus"),
            last_round_bonus=5 * self.number("last_round_bonus"),
            even_bids_dealer_penalty=5 * self.number("even_penalty"),
            tie_break=list(TieBreak)[self.which("tie_break")],
            last_round_trump=list(LastRoundTrump)[self.number("no_last_trump")],
            wizard_lead=list(WizardLead)[self.number("wizard_lead")],
            jester_lead=list(JesterLead)[self.number("jester_lead")],
        )
