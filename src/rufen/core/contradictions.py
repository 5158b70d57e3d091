"""What no game can come to: the contradictions of a view that somebody wrote by hand, each with its reason.

Everything here raises ValueError, and only as far as the seat of the view could tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rufen.core.cards import DECK, Card, bits_of, cards_of
from rufen.core.deal import turns_card
from rufen.core.house_rules import BidDisclosure
from rufen.core.rules import bid_refusal, follow_suit, legal_bids
from rufen.core.state import Phase
from rufen.core.view import PlayerView

__all__ = ["check_once", "check_view", "counted"]


def counted(number: int, thing: str) -> str:
    """A number of things: 1 card, 2 cards."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def check_once(places: Iterable[tuple[str, Sequence[Card]]]) -> None:
    """Refuse more cards than there are, and a card in two places (R1.1); places come with their names."""
    seen: dict[Card, str] = {}
    places = list(places)
    number = sum(len(cards) for _, cards in places)
    if number > len(DECK):
        raise ValueError(f"{number} cards are named, but there are {len(DECK)} (R1.1)")
    for where, cards in places:
        for card in cards:
            if card in seen:
                both = f"in {where}" if seen[card] == where else f"in {seen[card]} and in {where}"
                raise ValueError(f"{card} is there twice, {both}: there is one of every card (R1.1)")
            seen[card] = where


def check_view(view: PlayerView) -> None:
    """Refuse a view of a round that no game can come to."""
    _check_phase(view)
    _check_trump(view)
    if view.rules.bid_disclosure is BidDisclosure.OPEN:
        _check_open_bids(view)
        _check_restriction(view)
    else:
        _check_secret_bids(view)
    _check_hand(view)
    _check_following(view)


def _played(view: PlayerView) -> bool:
    return bool(view.tricks) or (view.trick is not None and bool(view.trick.cards))


def _check_phase(view: PlayerView) -> None:
    """The phase, and what of the round is there."""
    phase, number, last = view.phase, view.round_number, len(view.schedule)
    scored, played, some = view.trick is None, _played(view), any(view.has_bid)
    waiting = [seat for seat, placed in enumerate(view.has_bid) if not placed]
    who = ", ".join(map(str, waiting))
    unbid = f"seat {who} has not" if len(waiting) == 1 else f"seats {who} have not"
    early = f"no card is played before all have bid, but {unbid} (R3.1)"
    reason = ""
    match phase:
        case Phase.SEATING:
            reason = "the game has not begun, so leave out round and all that belongs to it"
        case Phase.CHOOSING_TRUMP | Phase.BIDDING | Phase.PLAYING if scored:
            reason = f"results has round {number} already, so it is over"
        case Phase.DEALING if not scored and (some or played or view.turn_up or view.trump):
            reason = f"round {number} is being dealt, so no turn-up, trump, bid or card of it can be there"
        case Phase.CHOOSING_TRUMP if some or played or view.trump:
            reason = "trump is named first of all, so no trump, bid or card can be there (R2.5)"
        case Phase.BIDDING if not waiting:
            reason = "every seat has bid, so it is playing"
        case Phase.BIDDING if played:
            reason = early
        case Phase.PLAYING if waiting:
            reason = f"{unbid} bid, so it is still bidding"
        case Phase.GAME_OVER if not scored or number != last:
            reason = f"the last round is round {last}, and results does not have it"
        case Phase.ABORTED if waiting and played:
            reason = early
    if reason:
        raise ValueError(f"phase {phase.value}: {reason}")


def _check_trump(view: PlayerView) -> None:
    """The turn-up and the trump it makes (R2.5, R2.6)."""
    card, trump, number, phase = view.turn_up, view.trump, view.round_number, view.phase
    undealt = phase in (Phase.DEALING, Phase.ABORTED) and not any(view.has_bid)
    dealt = view.hand_size * view.seats
    if not turns_card(view.rules, view.seats, view.schedule, number):
        why = "all cards are dealt" if dealt == len(DECK) else "the last round has no trump by the rules"
        if card is not None:
            raise ValueError(f"turn-up: no card is turned up in round {number}, because {why} (R2.6)")
        if trump is not None or phase is Phase.CHOOSING_TRUMP:
            raise ValueError(f"trump: there is none in round {number}, because {why} (R2.6)")
    elif card is None:
        if not undealt:
            raise ValueError(
                f"turn-up is missing: round {number} deals {dealt} of {len(DECK)} cards, "
                "and the next one is turned up (R2.5)"
            )
        if trump is not None:
            raise ValueError("trump: no card is turned up that could make it (R2.5)")
    elif card.is_wizard:
        if trump is None and not undealt and phase is not Phase.CHOOSING_TRUMP:
            raise ValueError(
                f"trump is missing: {card} was turned up, so the dealer named B, G, R or Y (R2.5)"
            )
    elif phase is Phase.CHOOSING_TRUMP:
        raise ValueError(
            f"phase choosing_trump: {card} was turned up, but trump is chosen only after a Wizard (R2.5)"
        )
    elif card.suit is None and trump is not None:
        raise ValueError(f"trump: {card} was turned up, so there is none: leave trump out (R2.5)")
    elif trump is not card.suit:
        wrong = "trump is missing" if trump is None else f"trump {trump}"
        raise ValueError(f"{wrong}: {card} was turned up, so it is {card.suit} (R2.5)")


def _check_open_bids(view: PlayerView) -> None:
    """Open bids are placed in turn and heard by all (R3.1, R3.3)."""
    dealer = view.dealer or 0
    waiting = None
    for step in range(1, view.seats + 1):
        seat = (dealer + step) % view.seats
        if not view.has_bid[seat]:
            waiting = seat if waiting is None else waiting
        elif waiting is not None:
            raise ValueError(
                f"bids: seat {seat} has bid and seat {waiting} has not, but they bid in turn from the "
                f"dealer's left, seat {(dealer + 1) % view.seats} first (R3.1)"
            )
        elif view.bids[seat] is None:
            raise ValueError(
                f"bids: seat {seat} bid for all to hear, so its bid is a number and not ? (R3.3)"
            )


def _check_secret_bids(view: PlayerView) -> None:
    """One's own bid is known, and those of the others are shown all at once (R3.3)."""
    if view.seat is not None and view.has_bid[view.seat] and view.bids[view.seat] is None:
        raise ValueError(f"bids: seat {view.seat} knows its own bid, so it is a number and not ?")
    others = [seat for seat, placed in enumerate(view.has_bid) if placed and seat != view.seat]
    shown = [seat for seat in others if view.bids[seat] is not None]
    secret = [seat for seat in others if view.bids[seat] is None]
    scored = view.trick is None
    if view.rules.bid_disclosure is BidDisclosure.HIDDEN:
        may, must, when = all(view.has_bid), _played(view), "all have bid"
    else:
        may, must, when = len(view.tricks) == view.hand_size, False, "the last trick is played"
    if shown and not (scored or may):
        raise ValueError(f"bids: that of seat {shown[0]} is secret until {when}, so it is ? here (R3.3)")
    if secret and (scored or must or shown):
        raise ValueError(f"bids: all are shown by now, so that of seat {secret[0]} is no ? (R3.3)")


def _check_restriction(view: PlayerView) -> None:
    """The dealer's bids, in this round and those before it (R3.2)."""
    rounds: list[tuple[str, int, int, int, Sequence[int | None]]] = [
        (f"results: round {r.number}", r.number, r.dealer, r.hand_size, r.bids) for r in view.results
    ]
    if view.trick is not None:
        rounds.append(("bids", view.round_number, view.dealer or 0, view.hand_size, view.bids))
    totals = [0] * view.seats
    for place, (where, number, dealer, hand_size, bids) in enumerate(rounds):
        bid = bids[dealer]
        before = [None if seat == dealer else other for seat, other in enumerate(bids)]
        if bid is not None and bid_refusal(
            bid, hand_size=hand_size, bids=before, seat=dealer, dealer=dealer, totals=totals,
            round_number=number, rules=view.rules,
        ):  # fmt: skip
            allowed = legal_bids(
                hand_size=hand_size, bids=before, seat=dealer, dealer=dealer, totals=totals,
                round_number=number, rules=view.rules,
            )  # fmt: skip
            raise ValueError(
                f"{where}: seat {dealer} deals and may not bid {bid}, which makes the bids even with "
                f"bid_restriction {view.rules.bid_restriction.value}; allowed: "
                f"{', '.join(map(str, allowed))} (R3.2)"
            )
        if place < len(view.results):
            totals = [sum(pair) for pair in zip(totals, view.results[place].scores, strict=True)]


def _check_hand(view: PlayerView) -> None:
    """The hand has as many cards as are left in it."""
    if view.seat is None:
        if view.hand:
            raise ValueError("hand: a spectator has none, so leave it out")
        return
    count = view.hand_counts[view.seat]
    undealt = view.phase in (Phase.DEALING, Phase.ABORTED) and not any(view.has_bid)
    if len(view.hand) != count and (view.hand or not undealt):
        raise ValueError(
            f"hand: {counted(len(view.hand), 'card')}, but seat {view.seat} holds {count}: "
            f"{view.hand_size} were dealt to it in round {view.round_number}, "
            f"and it has played {view.hand_size - count}"
        )


def _check_following(view: PlayerView) -> None:
    """Nobody failed to follow suit with what they hold or showed later (R4.3)."""
    held = [bits_of(view.hand) if seat == view.seat else 0 for seat in range(view.seats)]
    tricks = [(f"trick {number}", t.leader, t.cards) for number, t in enumerate(view.tricks, 1)]
    if view.trick is not None:
        tricks.append(("the trick on the table", view.trick.leader, view.trick.cards))
    for where, leader, cards in reversed(tricks):
        for place in reversed(range(len(cards))):
            seat, card = (leader + place) % view.seats, cards[place]
            suit = follow_suit(cards[:place], view.rules)
            if suit is not None and held[seat] & suit.bits and not card.bit & suit.open_bits:
                had = cards_of(held[seat] & suit.bits)[0]
                later = "holds" if had in view.hand else "played later"
                raise ValueError(
                    f"in {where} seat {seat} had to follow {suit} and played {card}, "
                    f"but it had {had}, which it {later} (R4.3)"
                )
            held[seat] |= card.bit
