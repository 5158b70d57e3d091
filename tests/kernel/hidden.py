"""Hidden hands the slow way: every deal that fits, card by card, and positions of random games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from rufen.core.actions import ACTIONS
from rufen.core.cards import nth_bit
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game, apply, apply_deal
from rufen.core.house_rules import HouseRules, JesterLead, RoundMode, WizardLead
from rufen.core.state import GameState, Phase
from rufen.kernel import beliefs

LEADS = tuple(product(WizardLead, JesterLead))
"""Every choice of the options R4.6 and R4.7."""


class Hidden(NamedTuple):
    """What is not known: the unseen cards; by seat the room in its hand and the suits it lacks, as bits."""

    unseen: int
    room: tuple[int, ...]
    voids: tuple[int, ...]


def _owners(hidden: Hidden, card: int) -> list[int]:
    suit = card // 13
    return [seat for seat, void in enumerate(hidden.voids) if card >= 52 or not void >> suit & 1]


def every_deal(hidden: Hidden) -> Iterator[tuple[int, ...]]:
    """Each deal that fits, as hands by seat: every card is tried in every hand, and in the stock."""
    cards = [card for card in range(60) if hidden.unseen >> card & 1]

    def place(first: int, hands: list[int], room: list[int]) -> Iterator[tuple[int, ...]]:
        if sum(room) > len(cards) - first:
            return
        if first == len(cards):
            yield tuple(hands)
            return
        yield from place(first + 1, hands, room)
        for seat in _owners(hidden, cards[first]):
            if room[seat]:
                room[seat] -= 1
                hands[seat] |= 1 << cards[first]
                yield from place(first + 1, hands, room)
                room[seat] += 1
                hands[seat] ^= 1 << cards[first]

    yield from place(0, [0] * len(hidden.room), list(hidden.room))


def slow_count(hidden: Hidden) -> int:
    """The number of deals that fit: card by card, told apart by nothing but the room that is left."""
    cards = [card for card in range(60) if hidden.unseen >> card & 1]

    @cache
    def ways(first: int, room: tuple[int, ...]) -> int:
        if sum(room) > len(cards) - first:
            return 0
        if first == len(cards):
            return 1
        total = ways(first + 1, room)
        for seat in _owners(hidden, cards[first]):
            if room[seat]:
                total += ways(first + 1, (*room[:seat], room[seat] - 1, *room[seat + 1 :]))
        return total

    return ways(0, hidden.room)


def random_hidden(dice: random.Random, cards: int, seats: int, hands: int) -> Hidden:
    """Any unseen cards, rooms and voids, also such as no game brings about, or that nothing fits."""
    unseen = sum(1 << card for card in dice.sample(range(60), cards))
    room = [0] * seats
    for _ in range(hands):
        room[dice.randrange(seats)] += 1
    voids = [dice.choice((0, 0, 1 << dice.randrange(4), dice.randrange(15))) for _ in range(seats)]
    return Hidden(unseen, tuple(room), tuple(voids))


def planned(hidden: Hidden) -> tuple[Any, Any, float]:
    """The plan and table for what is hidden, and the number of deals by them.

    Both are full of rubbish before, as those of a caller that uses them again are.
    """
    plan, table = beliefs.new_plan()
    plan[:] = 12345
    table[:1000] = np.nan
    seats = len(hidden.room)
    plan[beliefs.SEATS] = seats
    plan[beliefs.UNSEEN] = hidden.unseen
    plan[beliefs.HELD : beliefs.HELD + 6] = 0
    plan[beliefs.ROOM : beliefs.ROOM + seats] = hidden.room
    plan[beliefs.VOID : beliefs.VOID + seats] = hidden.voids
    return plan, table, float(beliefs.prepare(plan, table))


def draws(plan: Any, table: Any, number: int, seed: int) -> Any:
    """Draws from a plan, uint64[number, seats]."""
    hands = np.zeros((number, int(plan[beliefs.SEATS])), np.uint64)
    beliefs.sample_many(plan, table, np.array([seed], np.uint64), hands)
    return hands


def fit(counts: Sequence[int]) -> tuple[float, int]:
    """Chi-square of counts that should be equal, and its degrees of freedom."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected, len(counts) - 1


def random_positions(seed: int, rules: HouseRules, seats: int) -> Iterator[GameState]:
    """Every position of a game of random players, from the first deal on."""
    dice = random.Random(seed)
    state = Game.new([f"player {seat}" for seat in range(seats)], rules, first_dealer=0).state
    while state.phase is not Phase.GAME_OVER:
        _, state = apply_deal(state, deck_from_seed(dice.getrandbits(32), 1), "salt")
        yield state
        while state.asked:
            action = ACTIONS[nth_bit(state.legal, dice.randrange(state.legal.bit_count()))]
            _, state = apply(state, dice.choice(state.asked), action)
            yield state


def rules_of(leads: tuple[WizardLead, JesterLead], *sizes: int) -> HouseRules:
    """House rules with a choice of R4.6 and R4.7, and hand sizes."""
    wizard, jester = leads
    return HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=sizes, wizard_lead=wizard, jester_lead=jester)
