"""The level "beginner": counts likely tricks, bids them, and plays to make exactly its bid."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from rufen.core.actions import Action, ChooseTrump, PlaceBid, PlayCard
from rufen.core.cards import Card, Suit, bits_of
from rufen.core.rules import trick_winner
from rufen.core.scoring import round_score
from rufen.core.view import PlayerView
from rufen.players.odds import (
    ALL_CARDS,
    BIDDING,
    PLAYING,
    Outlook,
    Unseen,
    card_chances,
    holds_chance,
    worth,
)

__all__ = ["BeginnerPlayer"]

CAUTION = 0.15
"""Tricks taken off every estimate before bidding: a trick too few is easier to find than to lose."""
HEED = 0.25
"""The part of the surplus in the others' bids that is believed: it moves the own estimate."""
MOST_HEEDED = 0.5
"""The most tricks that the others' bids move the own estimate by: wild bidders are not to be believed."""
MOST_WANTED = 0.5
"""The largest surplus or lack of wanted tricks that is reckoned with, per trick left."""
TAKES_WANTED, TAKES_UNKNOWN, TAKES_UNWANTED = 0.85, 0.5, 0.3
"""How likely a seat that can win the trick does: it needs tricks, its bid is secret, it has enough."""


class BeginnerPlayer:
    """The rule-of-thumb player; see `docs/players.md`. It uses no chance and keeps no memory."""

    def act(self, view: PlayerView) -> Action:
        """One of `view.legal`. Raises ValueError when the seat is not asked."""
        if view.seat is None or not view.legal:
            raise ValueError("this view asks for no action")
        if len(view.legal) == 1:
            return view.legal[0]
        first = view.legal[0]
        if isinstance(first, PlayCard):
            return _play(view, view.seat)
        if isinstance(first, PlaceBid):
            return _bid(view, view.seat)
        return _choose_trump(view)


def _unseen(view: PlayerView) -> Unseen:
    seen = bits_of(view.hand)
    if view.turn_up is not None:
        seen |= view.turn_up.bit
    for trick in view.tricks:
        for card in trick.cards:
            seen |= card.bit
    if view.trick is not None:
        for card in view.trick.cards:
            seen |= card.bit
    bits = ALL_CARDS & ~seen
    count = bits.bit_count() or 1
    return Unseen(bits, count, (sum(view.hand_counts) - len(view.hand)) / count, view.seats - 1)


def _likely_tricks(view: PlayerView, trump: Suit | None) -> Outlook:
    """The tricks of a whole hand under a trump, before any card is played."""
    chances = card_chances(view.hand, _unseen(view), trump, BIDDING)
    return Outlook(sum(chances), sqrt(0.1 + 0.5 * sum(p * (1 - p) for p in chances)))


def _choose_trump(view: PlayerView) -> Action:
    """The suit under which the hand is likely to take most tricks (R2.5)."""
    return max(
        (action for action in view.legal if isinstance(action, ChooseTrump)),
        key=lambda action: _likely_tricks(view, action.suit).mean,
    )


def _bid(view: PlayerView, seat: int) -> Action:
    """The legal bid with the highest expected score, by the likely tricks and the bids known (R3)."""
    rules, size = view.rules, view.hand_size
    likely = _likely_tricks(view, view.trump)
    known = [bid for bid in view.bids if bid is not None]
    surplus = sum(known) - len(known) * (size - likely.mean) / (view.seats - 1)
    heeded = min(max(HEED * surplus, -MOST_HEEDED), MOST_HEEDED)
    mean = min(max(likely.mean - heeded - CAUTION, 0.0), float(size))
    outlook = Outlook(mean, likely.spread)
    bonus = rules.last_round_bonus if view.round_number == len(view.schedule) else 0
    last_to_bid = seat == view.dealer and len(known) == view.seats - 1

    def expected(action: Action) -> float:
        bid = action.bid if isinstance(action, PlaceBid) else 0
        # the 1 is for the pride of it, where the rules give nothing for a made bid
        gain = round_score(bid, bid, size, rules) + bonus + 1
        even = last_to_bid and sum(known) + bid == size
        return worth(bid, outlook, gain, rules.miss_penalty) - even * rules.even_bids_dealer_penalty

    return max(view.legal, key=expected)


def _wanted(view: PlayerView, left: int) -> float:
    """How many tricks more the seats want than are left, over those left; 0 while bids are secret."""
    wants = 0
    for bid, won in zip(view.bids, view.tricks_won, strict=True):
        if bid is None:
            return 0.0
        wants += max(0, bid - won)
    return min(max((wants - left) / left, -MOST_WANTED), MOST_WANTED)


def _later_seats(view: PlayerView, seat: int, played: int) -> list[tuple[int, float]]:
    """For each seat that plays after this one: its number of cards, its will to win the trick."""
    later = []
    for step in range(1, view.seats - played):
        other = (seat + step) % view.seats
        bid = view.bids[other]
        if bid is None:
            takes = TAKES_UNKNOWN
        else:
            takes = TAKES_WANTED if bid > view.tricks_won[other] else TAKES_UNWANTED
        later.append((view.hand_counts[other], takes))
    return later


def _play(view: PlayerView, seat: int) -> Action:
    """The legal card with the highest expected score.

    Each card is weighed by its chance to win this trick, and by the likely tricks of the cards that
    stay in the hand. So strong cards are kept while they are needed and thrown off when they are not.
    """
    trick, bid = view.trick, view.bids[seat]
    if trick is None or bid is None:
        raise ValueError("a card can be chosen only during play, after the own bid")
    rules, left = view.rules, len(view.hand)
    unseen = _unseen(view)
    chances = card_chances(view.hand, unseen, view.trump, PLAYING, _wanted(view, left))
    likely = sum(chances)
    variance = sum(p * (1 - p) for p in chances)
    chance_of = dict(zip(view.hand, chances, strict=True))
    later = _later_seats(view, seat, len(trick.cards))
    need = bid - view.tricks_won[seat]
    gain = max(round_score(bid, bid, view.hand_size, rules), 1)
    penalty = max(rules.miss_penalty, 1)

    def rest(need: int, outlook: Outlook) -> float:
        """The expected score from the cards left after this trick."""
        if need < 0 or need >= left:
            return -penalty * abs(need - outlook.mean)
        if left == 1:
            return gain
        return worth(need, outlook, gain, penalty)

    best, best_value = view.legal[0], -1e9
    for action in view.legal:
        if not isinstance(action, PlayCard):
            continue
        card = action.card
        p = chance_of[card]
        # the cards that stay are spent as the play demands: more can happen than chance alone
        outlook = Outlook(likely - p, sqrt(0.12 + 2.5 * max(variance - p * (1 - p), 0.0)))
        wins = _wins(view, trick.cards, trick.led_suit, card, unseen, later)
        value = 0.0
        if wins > 0:
            value += wins * rest(need - 1, outlook)
        if wins < 1:
            value += (1 - wins) * rest(need, outlook)
        if value > best_value + 1e-9:
            best, best_value = action, value
    return best


def _wins(
    view: PlayerView,
    cards: Sequence[Card],
    led: Suit | None,
    card: Card,
    unseen: Unseen,
    later: Sequence[tuple[int, float]],
) -> float:
    """The chance that a card wins the trick in progress."""
    if cards and trick_winner((*cards, card), view.trump, view.rules) != len(cards):
        return 0.0
    return holds_chance(card, led, view.trump, unseen, later)
