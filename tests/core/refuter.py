"""Claims tried in every world: any unseen cards in the others' hands, and any way to play them.

Cards are text here and the rules are those of `by_the_book`, so nothing is shared with what is tested. Worlds
are not dealt first: a card goes from the unseen cards to a hand when it is played, and a seat that does not
follow a suit has none of it from then on. That comes to the same and is short enough to try everything.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec
from tests.conformance.by_the_book import suit_to_follow, winner

from rufen.core.actions import PlayCard
from rufen.core.cards import DECK, SUITS, Card, Suit
from rufen.core.house_rules import HouseRules, JesterLead, RoundMode, WizardLead
from rufen.core.rules import follow_suit, led_suit, trick_winner
from rufen.core.state import Phase, Trick
from rufen.core.view import PlayerView, TrickInProgress, legal_from_view

Voids = tuple[frozenset[str], ...]

FIVE_CARDS = HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(5,))


class Refuter:
    """One view and one order of cards; `refute` says whether the order can fail."""

    def __init__(self, view: PlayerView, order: Sequence[Card]) -> None:
        assert view.trick is not None
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.order = tuple(map(str, order))
        self.trump = None if view.trump is None else str(view.trump)
        self.options = {
            "wizard_lead": view.rules.wizard_lead.value,
            "jester_lead": view.rules.jester_lead.value,
        }
        self.tried: set[object] = set()
        self.leader = view.trick.leader
        self.table = tuple(map(str, view.trick.cards))
        tricks = [*((t.leader, tuple(map(str, t.cards))) for t in view.tricks), (self.leader, self.table)]
        seen = {*map(str, view.hand), *(card for _, cards in tricks for card in cards)}
        if view.turn_up is not None:
            seen.add(str(view.turn_up))
        self.pool = frozenset(map(str, DECK)) - seen
        voids: list[set[str]] = [set() for _ in range(view.seats)]
        for leader, cards in tricks:
            for place, card in enumerate(cards):
                suit = suit_to_follow(cards[:place], self.options)
                if suit is not None and card[0] not in (suit, "W", "J"):
                    voids[(leader + place) % view.seats].add(suit)
        self.voids: Voids = tuple(map(frozenset, voids))

        self.counts = tuple(0 if seat == self.seat else count for seat, count in enumerate(view.hand_counts))

    def possible(self) -> bool:
        """Whether there is any world at all that fits the view."""
        return _can_be_dealt(self.pool, self.voids, self.counts)

    def refute(self) -> bool:
        """Whether there is a world and a way to play in which the seat loses a trick."""
        return self._try(self.pool, self.voids, self.counts, self.leader, self.table, 0)

    def _try(
        self,
        pool: frozenset[str],
        voids: Voids,
        counts: tuple[int, ...],
        leader: int,
        table: tuple[str, ...],
        played: int,
    ) -> bool:
        key = (pool, voids, counts, table, played)
        if key in self.tried:
            return False
        self.tried.add(key)
        if len(table) == self.view.seats:
            if (leader + winner(table, self.trump)) % self.view.seats != self.seat:
                return _can_be_dealt(pool, voids, counts)
            if played == len(self.order):
                return False
            leader, table = self.seat, ()
        acting = (leader + len(table)) % self.view.seats
        if acting == self.seat:
            return self._try(pool, voids, counts, leader, (*table, self.order[played]), played + 1)
        suit = suit_to_follow(table, self.options)
        left = (*counts[:acting], counts[acting] - 1, *counts[acting + 1 :])
        for card in pool:
            if card[0] in voids[acting]:
                continue
            shown = voids
            if suit is not None and card[0] not in (suit, "W", "J"):
                shown = (*voids[:acting], voids[acting] | {suit}, *voids[acting + 1 :])
            if self._try(pool - {card}, shown, left, leader, (*table, card), played):
                return True
        return False


def _can_be_dealt(pool: frozenset[str], voids: Voids, counts: tuple[int, ...]) -> bool:
    """Whether each seat can still hold as many cards without a suit that it is known to lack (Hall)."""
    holders = [seat for seat, count in enumerate(counts) if count]
    for size in range(1, len(holders) + 1):
        for seats in combinations(holders, size):
            open_to_one = [card for card in pool if any(card[0] not in voids[seat] for seat in seats)]
            if len(open_to_one) < sum(counts[seat] for seat in seats):
                return False
    return True


def legal_orders(view: PlayerView) -> Iterator[tuple[Card, ...]]:
    """Every order of the hand whose first card may be played now."""
    for first in (action.card for action in view.legal if isinstance(action, PlayCard)):
        yield from _orders((first,), [card for card in view.hand if card is not first])


def _orders(before: tuple[Card, ...], cards: list[Card]) -> Iterator[tuple[Card, ...]]:
    if not cards:
        yield before
    for card in cards:
        yield from _orders((*before, card), [other for other in cards if other is not card])


def sharp_position(dice: random.Random) -> PlayerView:
    """A position near the end of a round in which few cards are unseen, so that everything can be tried."""
    seats = dice.choice((3, 3, 3, 4))
    size = dice.choice((1, 2, 2, 3, 3, 3) if seats == 3 else (1, 2, 2))
    on_table = dice.choice((0, 0, *range(seats)))
    stock = dice.choice((0, 0, 0, 1))
    suits = dice.sample(SUITS, dice.choice((1, 2, 2, 3)))
    ranks = dice.choice((range(1, 14), range(9, 14), range(1, 5)))
    special = dice.choice((0.1, 0.5, 1.0))
    cards = [card for card in DECK if card.suit in suits and card.rank in ranks]
    cards += [card for card in DECK if card.suit is None and dice.random() < special]
    dice.shuffle(cards)
    trump = dice.choice((None, dice.choice(suits), dice.choice(SUITS)))
    if dice.random() < 0.8:
        # The claimant gets good cards, else hardly any claim would hold.
        favoured = dice.choice((trump, *suits))
        cards.sort(key=lambda card: (card.suit is None, card.suit is not favoured, -card.rank))
        if dice.random() < 0.3:
            cards.sort(key=lambda card: not card.is_wizard)
        picked = dice.sample(range(min(len(cards), size + dice.randint(0, 2))), size)
        hand = [cards[place] for place in picked]
    else:
        hand = cards[:size]
    rest = [card for card in cards if card not in hand]
    dice.shuffle(rest)
    more = [card for card in DECK if card not in cards]
    dice.shuffle(more)
    if dice.random() < 0.3:
        rest.sort(key=lambda card: not card.is_jester)
    # Who played to the trick already has a card less.
    rest = [*rest, *more][: stock + size * (seats - 1)]
    table, unseen = rest[:on_table], rest[on_table:]
    rules = HouseRules(
        round_mode=RoundMode.SCHEDULE,
        hand_sizes=(5,),
        wizard_lead=dice.choice(list(WizardLead)),
        jester_lead=dice.choice(list(JesterLead)),
    )
    gone = [card for card in DECK if card not in (*hand, *table, *unseen)]
    voids = _shown_void(dice, gone, seats) if dice.random() < 0.4 else ()
    return position(hand, table, unseen, trump=trump, seats=seats, rules=rules, voids=voids)


def position(
    hand: Sequence[Card],
    table: Sequence[Card],
    unseen: Sequence[Card],
    *,
    trump: Suit | None = None,
    seats: int = 3,
    rules: HouseRules = FIVE_CARDS,
    voids: Iterable[Trick] = (),
) -> PlayerView:
    """Seat 0 is to play from a hand to the cards on the table; the others' cards are among the unseen ones.

    All other cards lie in tricks of one card, which tell nothing; tricks of two cards may show that a seat
    has none of a suit. Such tricks happen in no game, but what they tell is all that a claim asks of them.
    """
    on_table = len(table)
    leader = -on_table % seats
    gone = [card for card in DECK if card not in (*hand, *table, *unseen)]
    view = PlayerView(
        rules=rules,
        seats=seats,
        seat=0,
        seq=99,
        phase=Phase.PLAYING,
        schedule=(5,),
        round_number=1,
        hand_size=5,
        dealer=0,
        to_act=(0,),
        hand=tuple(sorted(hand)),
        hand_counts=tuple(len(hand) - ((seat - leader) % seats < on_table) for seat in range(seats)),
        trump=trump,
        trick=TrickInProgress(
            leader=leader,
            cards=tuple(table),
            led_suit=led_suit(table, rules),
            follow=follow_suit(table, rules),
            winning=trick_winner(table, trump, rules) if table else None,
        ),
        tricks=(*(Trick(1, (card,), 1) for card in gone), *voids),
        totals=(0,) * seats,
    )
    legal, refusals = legal_from_view(view)
    return msgspec.structs.replace(view, legal=legal, refusals=refusals)


def _shown_void(dice: random.Random, gone: list[Card], seats: int) -> Iterator[Trick]:
    """A trick of two cards in which the second seat does not follow."""
    led, off = dice.choice(SUITS), dice.choice(SUITS)
    first = [card for card in gone if card.suit is led]
    second = [card for card in gone if card.suit is off]
    if led is not off and first and second:
        leader = dice.randrange(seats - 1)
        yield Trick(leader, (first[0], second[0]), leader)
