"""The tiny decks once more, straight from the text of the rules and without `rufen.core`.

Slow, plain and independent: cards are text, a deal is a dict, nothing is shared with the engine but the
order of the seats. What it counts must be what the engine counts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from .tiny_decks import Counts, TinyDeck, deals


def suit_to_follow(cards: Sequence[str], options: dict[str, str]) -> str | None:
    """R4.2–R4.7: the letter of the suit that must be followed after these cards."""
    if cards and cards[0][0] == "J" and options.get("jester_lead") == "free":
        return None
    letters = [card[0] for card in cards if card[0] != "J"]
    if letters and letters[0] == "W" and options.get("wizard_lead") == "next_sets_suit":
        letters = [letter for letter in letters if letter != "W"]
    return letters[0] if letters and letters[0] != "W" else None


def may_play(hand: Sequence[str], cards: Sequence[str], options: dict[str, str]) -> list[str]:
    """R4.3: the cards of a hand that may be played."""
    suit = suit_to_follow(cards, options)
    if suit is None or not any(card[0] == suit for card in hand):
        return list(hand)
    return [card for card in hand if card[0] in (suit, "W", "J")]


def winner(cards: Sequence[str], trump: str | None) -> int:
    """R4.8: the place of the card that wins."""
    for place, card in enumerate(cards):
        if card[0] == "W":
            return place
    colours = [card for card in cards if card[0] != "J"]
    if not colours:
        return 0
    suit = trump if any(card[0] == trump for card in colours) else colours[0][0]
    best = max((card for card in colours if card[0] == suit), key=lambda card: int(card[1:]))
    return list(cards).index(best)


def biddings(deck: TinyDeck) -> list[tuple[int, ...]]:
    """R3.1, R3.2: every complete bidding, from the dealer's left to the dealer."""
    anything = itertools.product(range(deck.hand_size + 1), repeat=deck.seats)
    if deck.rules.get("bid_restriction") == "dealer":
        return [bids for bids in anything if sum(bids) != deck.hand_size]
    return list(anything)


def plays(
    hands: tuple[tuple[str, ...], ...],
    leader: int,
    cards: tuple[str, ...],
    won: tuple[int, ...],
    trump: str | None,
    options: dict[str, str],
) -> Iterator[tuple[int, tuple[int, ...] | None]]:
    """Every position from here on: how many cards may be played there, and the tricks if it is an end."""
    seats = len(hands)
    if len(cards) == seats:
        taker = (leader + winner(cards, trump)) % seats
        leader, cards = taker, ()
        won = tuple(count + (seat == taker) for seat, count in enumerate(won))
        if not hands[leader]:
            yield 0, won
            return
    seat = (leader + len(cards)) % seats
    legal = may_play(hands[seat], cards, options)
    yield len(legal), None
    for card in legal:
        left = tuple(
            tuple(held for held in hand if (owner, held) != (seat, card)) for owner, hand in enumerate(hands)
        )
        yield from plays(left, leader, (*cards, card), won, trump, options)


def count(deck: TinyDeck, step: int = 1) -> Counts:
    """The counts of a tiny deck, or of every so many of its deals, without a signature. Seat 0 deals."""
    seats = deck.seats
    zeros = [0] * seats
    counts = Counts(made=[*zeros], tricks=[*zeros], points=[*zeros])
    every = biddings(deck)
    begun = [{bids[:said] for bids in every} for said in range(seats + 1)]
    for number, cards in itertools.islice(enumerate(deals(deck)), 0, None, step):
        counts.deals += 1
        *dealt, turn_up = map(str, cards)
        # the first card goes to seat 1, at the dealer's left
        hands = tuple(tuple(dealt[(seat - 1) % seats :: seats]) for seat in range(seats))
        trumps: list[str | None] = [None if turn_up[0] == "J" else turn_up[0]]
        if turn_up[0] == "W":
            trumps = ["B", "G", "R", "Y"]
            counts.positions += 1
            counts.actions += 4
        said = every[number % len(every)]
        bids = [said[(seat - 1) % seats] for seat in range(seats)]
        for trump in trumps:
            counts.positions += sum(map(len, begun[:seats]))
            counts.actions += sum(map(len, begun[1:]))
            for legal, tricks in plays(hands, 1, (), (0,) * seats, trump, deck.rules):
                counts.positions += 1
                counts.actions += legal
                if tricks is not None:
                    _score(counts, bids, tricks)
    return counts


def _score(counts: Counts, bids: Sequence[int], tricks: Sequence[int]) -> None:
    """R5.1, R5.2 with the standard numbers."""
    counts.ends += 1
    for seat, (bid, won) in enumerate(zip(bids, tricks, strict=True)):
        counts.made[seat] += bid == won
        counts.tricks[seat] += won
        counts.points[seat] += 20 + 10 * won if bid == won else -10 * abs(bid - won)
