"""Whether a seat certainly wins all remaining tricks, from nothing but what it knows.

The proof is an order of its cards in which no card can be beaten, whatever unseen cards the others hold and
however they play. Where the others' limits are hard to tell they are left out, so a claim that is sure may be
refused, but one that is not sure never holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, permutations

import msgspec

from rufen.core.actions import PlayCard
from rufen.core.cards import ALL_CARDS, JESTERS, SUITS, WIZARDS, Card, Suit, bits_of, cards_of
from rufen.core.rules import follow_suit, trick_winner
from rufen.core.state import Phase
from rufen.core.view import PlayerView

__all__ = ["claim_holds", "proven_order"]


class _Other(msgspec.Struct, frozen=True):
    """What another seat may still hold (a bit set), how many cards, and the suits it had to follow since."""

    possible: int
    count: int
    played: int = 0
    followed: tuple[Suit, ...] = ()

    def may_keep(self, card: Card) -> bool:
        """Whether the seat may hold this card and need not have played it yet.

        It had to play it where its suit was led, unless there were other cards of the suit or Jesters for
        each such trick (R4.3).
        """
        if not self.possible & card.bit:
            return False
        if card.suit is None:
            return True
        instead = self.possible & (card.suit.bits | JESTERS) & ~card.bit
        return instead.bit_count() >= self.followed.count(card.suit)

    def may_lack(self, suit: Suit) -> bool:
        """Whether the seat may hold no card of a suit: dealt none, or as many as it has thrown away."""
        return (self.possible & ~suit.bits).bit_count() >= self.count - self.played

    def may_beat(self, card: Card, follow: Suit | None, trump: Suit | None) -> bool:
        """Whether the seat may hold, and play where `follow` must be followed, what beats a card (R4.8)."""
        if card.is_wizard:
            return False
        if self.possible & WIZARDS:
            return True
        if card.suit is None:
            return self.possible & ~JESTERS != 0
        higher = card.suit.bits & ~(2 * card.bit - 1)
        if trump is not None and card.suit is not trump:
            higher |= trump.bits
        return any(
            self.may_keep(better) and (follow is None or better.suit is follow or self.may_lack(follow))
            for better in cards_of(self.possible & higher)
        )

    def plays(self, follow: Suit | None) -> _Other:
        """The seat after it played some card to a trick in which `follow` had to be followed."""
        followed = self.followed if follow is None else (*self.followed, follow)
        return _Other(self.possible, self.count, self.played + 1, followed)


def claim_holds(view: PlayerView) -> bool:
    """Whether the seat of this view, being to act, certainly wins all remaining tricks."""
    return proven_order(view) is not None


def proven_order(view: PlayerView) -> tuple[Card, ...] | None:
    """The cards of the hand in an order that certainly wins all remaining tricks; None if there is none.

    None also where the seat is not asked for a card.
    """
    if view.phase is not Phase.PLAYING or view.trick is None or view.seat is None:
        return None
    if view.seat not in view.to_act:
        return None
    others = _others(view)
    on_table = view.trick.cards
    if not on_table:
        return _leading_order(view.hand, others, view.trump)
    for card in sorted(view.hand, key=_worth):
        cards = (*on_table, card)
        follow = follow_suit(cards, view.rules)
        waiting = others[: view.seats - len(cards)]
        legal = PlayCard(card) in view.legal
        if not legal or trick_winner(cards, view.trump, view.rules) != len(on_table):
            continue
        if any(other.may_beat(card, follow, view.trump) for other in waiting):
            continue
        after = [other.plays(follow) for other in waiting] + others[len(waiting) :]
        rest = tuple([held for held in view.hand if held is not card])
        order = _leading_order(rest, after, view.trump)
        if order is not None:
            return (card, *order)
    return None


def _worth(card: Card) -> int:
    """Low cards first, Wizards last: what wins with least."""
    return 14 if card.is_wizard else card.rank


def _others(view: PlayerView) -> list[_Other]:
    """What the other seats may hold, from the claimant's left on."""
    shown = chain.from_iterable(trick.cards for trick in view.tricks)
    on_table = view.trick.cards if view.trick is not None else ()
    turned = () if view.turn_up is None else (view.turn_up,)
    unseen = ALL_CARDS & ~bits_of(chain(view.hand, shown, on_table, turned))
    possible = [unseen] * view.seats
    leads = [(trick.leader, trick.cards) for trick in view.tricks]
    if view.trick is not None:
        leads.append((view.trick.leader, on_table))
    for leader, cards in leads:
        for place, card in enumerate(cards):
            follow = follow_suit(cards[:place], view.rules)
            if follow is not None and not follow.open_bits & card.bit:
                # The suit was not followed, so the seat had none (R4.3).
                possible[(leader + place) % view.seats] &= ~follow.bits
    left = [((view.seat or 0) + step) % view.seats for step in range(1, view.seats)]
    return [_Other(possible[seat], view.hand_counts[seat]) for seat in left]


def _leading_order(
    hand: Sequence[Card], others: Sequence[_Other], trump: Suit | None
) -> tuple[Card, ...] | None:
    """An order in which to lead these cards so that none can be beaten; None if none is found.

    Within a suit the highest card goes first, because it draws what could beat the others; Wizards draw
    nothing and go last. Which suit goes first is tried: trumps are best drawn early, while a seat that must
    still hold a suit cannot trump it yet.
    """
    suits = [
        sorted((card for card in hand if card.suit is suit), key=_worth, reverse=True)
        for suit in SUITS
        if any(card.suit is suit for card in hand)
    ]
    without_suit = sorted((card for card in hand if card.suit is None), key=_worth, reverse=True)
    for blocks in permutations(suits):
        order = (*chain.from_iterable(blocks), *without_suit)
        if _wins_all(order, others, trump):
            return order
    return None


def _wins_all(order: Sequence[Card], others: Sequence[_Other], trump: Suit | None) -> bool:
    """Whether no card can be beaten when these are led one after the other."""
    for card in order:
        if any(other.may_beat(card, card.suit, trump) for other in others):
            return False
        others = [other.plays(card.suit) for other in others]
    return True
