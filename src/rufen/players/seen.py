"""What a view tells about the cards that nobody has shown, and how many deals fit it, in whole numbers.

A *deal* here is who holds which cards now. The order of the undealt cards says nothing and is not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations, product
from math import comb
from typing import NamedTuple

from rufen.core.cards import ALL_CARDS, DECK, SUIT_BITS, SUITS, bits_of
from rufen.core.rules import follow_suit
from rufen.core.view import PlayerView

__all__ = ["NoDealFits", "Seen", "count_deals", "seen_by", "suit_cards", "why_none_fits"]


class NoDealFits(ValueError):
    """A view contradicts itself: there are no hands that it could come from. The message says why."""


class Seen(NamedTuple):
    """What is known about every hand. Cards are bit sets; tuples have one place for each seat."""

    unseen: int
    """The cards of which it is not known where they are: in a hand, or undealt."""
    held: tuple[int, ...]
    """The cards known to be in a hand: one's own, and nobody else's."""
    room: tuple[int, ...]
    """How many unseen cards are in a hand."""
    voids: tuple[int, ...]
    """The suits that a seat has shown not to hold, bit 0 … 3 in the canonical order."""
    played: tuple[int, ...]
    """The cards that a seat has played in this round."""


def seen_by(view: PlayerView) -> Seen:
    """What a seat, or a spectator, knows of the hands of a round.

    A seat that does not follow the suit it has to follow, with a card of another suit, holds none of it
    (R4.3). Following, or a Wizard or a Jester instead, tells nothing; nor does any card where nothing must
    be followed (R4.4 – R4.7).

    Raises NoDealFits for cards that cannot all be where the view says, and ValueError without dealt cards.
    """
    seats = view.seats
    if not view.hand_counts:
        raise ValueError("there are no hands before the first deal")
    own, voids, played = bits_of(view.hand), [0] * seats, [0] * seats
    _check_distinct(view)
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick is not None:
        tricks.append((view.trick.leader, view.trick.cards))
    for leader, cards in tricks:
        for place, card in enumerate(cards):
            seat = (leader + place) % seats
            played[seat] |= card.bit
            if card.suit is None:
                continue
            if voids[seat] >> card.suit.index & 1:
                raise NoDealFits(f"seat {seat} showed that it had no {card.suit}, and then it played {card}")
            follow = follow_suit(cards[:place], view.rules)
            if follow is not None and follow is not card.suit:
                voids[seat] |= 1 << follow.index
    held, room = [0] * seats, list(view.hand_counts)
    if view.seat is not None:
        if len(view.hand) != room[view.seat]:
            raise NoDealFits(
                f"seat {view.seat} holds {room[view.seat]} cards, but {len(view.hand)} are known"
            )
        if own & suit_cards(voids[view.seat]):
            raise NoDealFits(
                f"seat {view.seat} failed to follow suit: it holds {_list(own, voids[view.seat])}"
            )
        held[view.seat], room[view.seat] = own, 0
    shown = own | (view.turn_up.bit if view.turn_up is not None else 0)
    for cards_played in played:
        shown |= cards_played
    return Seen(ALL_CARDS & ~shown, tuple(held), tuple(room), tuple(voids), tuple(played))


def _check_distinct(view: PlayerView) -> None:
    cards = [*view.hand, *chain.from_iterable(trick.cards for trick in view.tricks)]
    if view.trick is not None:
        cards += view.trick.cards
    if view.turn_up is not None:
        cards.append(view.turn_up)
    if len(set(cards)) < len(cards):
        card = next(card for card in cards if cards.count(card) > 1)
        raise NoDealFits(f"{card} is in {cards.count(card)} places: there is one of every card")


def suit_cards(suits: int) -> int:
    """The cards of some suits, bit 0 … 3, as a bit set."""
    cards = 0
    for suit, bits in enumerate(SUIT_BITS):
        if suits >> suit & 1:
            cards |= bits
    return cards


def _list(cards: int, suits: int) -> str:
    return " ".join(str(card) for card in DECK if card.bit & cards & suit_cards(suits))


def why_none_fits(seen: Seen) -> str | None:
    """What contradicts itself, told by as few seats as possible; None when some deal fits.

    Source: P. Hall, "On representatives of subsets" (1935): the cards can be dealt just when no set of seats
    needs more cards than there are for it.
    """
    holders = [seat for seat, room in enumerate(seen.room) if room]
    for number in range(1, len(holders) + 1):
        for seats in combinations(holders, number):
            need = sum(seen.room[seat] for seat in seats)
            cards, lacking = 0, []
            for seat in seats:
                cards |= seen.unseen & ~suit_cards(seen.voids[seat])
                lacks = [str(suit) for suit in SUITS if seen.voids[seat] >> suit.index & 1]
                if lacks:
                    lacking.append(f"seat {seat} has no {', '.join(lacks)}")
            if need > cards.bit_count():
                who = f"seat {seats[0]} holds" if number == 1 else f"seats {', '.join(map(str, seats))} hold"
                why = f" ({'; '.join(lacking)})" if lacking else ""
                return f"{who} {need} cards, but only {cards.bit_count()} unseen ones can be there{why}"
    return None


def count_deals(seen: Seen) -> int:
    """How many deals fit, exactly; 0 when there is none.

    Seats that lack the same suits choose as one group, group after group, those that lack nothing last. The
    unseen cards are told apart only by which of the groups to come may not have them.
    """
    groups: dict[int, list[int]] = {}
    for seat, room in enumerate(seen.room):
        if room:
            groups.setdefault(seen.voids[seat], []).append(room)
    rest = groups.pop(0, [])
    kinds = [0] * (1 << len(groups))
    for bits in (*SUIT_BITS, ALL_CARDS ^ sum(SUIT_BITS)):
        barred = 0
        for place, suits in enumerate(groups):
            if bits & suit_cards(suits):
                barred |= 1 << place
        kinds[barred] += (seen.unseen & bits).bit_count()
    needs = [sum(rooms) for rooms in groups.values()]
    deals = _choose(tuple(kinds), needs, {})
    for rooms, cards in zip((*groups.values(), rest), (*needs, sum(kinds) - sum(needs)), strict=True):
        left = cards
        for room in rooms:
            deals *= comb(left, room) if left >= room else 0
            left -= room
    return deals


def _choose(kinds: tuple[int, ...], needs: Sequence[int], known: dict[tuple[int, ...], int]) -> int:
    """In how many ways the groups with these needs can choose their cards.

    `kinds` has the number of cards for each set of groups that may not have them, as bits, the first group
    in bit 0; `known` are results so far (the length of `kinds` tells how many groups are left).
    """
    if not needs:
        return 1
    if kinds not in known:
        # for the groups after this one, a card that it may have and one that it may not are the same kind
        allowed, barred = kinds[0::2], kinds[1::2]
        total = 0
        for taken in product(*(range(min(number, needs[0]) + 1) for number in allowed[1:])):
            others = needs[0] - sum(taken)
            if not 0 <= others <= allowed[0]:
                continue
            ways = comb(allowed[0], others)
            left = [allowed[0] - others + barred[0]]
            for number, own, chosen in zip(allowed[1:], barred[1:], taken, strict=True):
                ways *= comb(number, chosen)
                left.append(number - chosen + own)
            total += ways * _choose(tuple(left), needs[1:], known)
        known[kinds] = total
    return known[kinds]
