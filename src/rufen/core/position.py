"""A position as one line of text: one seat's view, enough to ask any player for its action.

`docs/notation.md` explains the line. What follows from other fields is not written but derived
again: hand sizes, leaders, winners, scores, totals, ranks and what is legal.
"""

from __future__ import annotations

import difflib

import msgspec

from rufen.core.cards import Card, Suit
from rufen.core.contradictions import check_once, check_view, counted
from rufen.core.fields import (
    COMMITMENT,
    format_numbers,
    format_rules,
    parse_card,
    parse_card_list,
    parse_numbers,
    parse_rules,
    parse_suit,
    parse_whole,
    shorten,
)
from rufen.core.house_rules import MAX_SEATS, MIN_SEATS, BidDisclosure, HouseRules, schedule
from rufen.core.rules import follow_suit, led_suit, trick_winner
from rufen.core.scoring import RoundResult, ranks, score_round, totals
from rufen.core.state import Phase, Trick
from rufen.core.version import RULES_VERSION
from rufen.core.view import PlayerView, TrickInProgress, legal_from_view

__all__ = ["POSITION_VERSION", "PositionError", "format_position", "parse_position"]

POSITION_VERSION = 1

_FIRST = f"rufen-position/{POSITION_VERSION}"
_ALWAYS = ("rules-version", "seats", "rules", "seat", "phase")
_IN_A_ROUND = ("round", "dealer", "bids")
_SOMETIMES = ("commitment", "turn-up", "trump", "hand", "tricks", "trick", "results")
_KNOWN = (*_ALWAYS, "seq", *_IN_A_ROUND, *_SOMETIMES)


class PositionError(ValueError):
    """A line that is no position; `reason` says why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def format_position(view: PlayerView) -> str:
    """A view as one line; `parse_position` reads it back."""
    fields: dict[str, object] = {
        "rules-version": RULES_VERSION,
        "seats": view.seats,
        "rules": format_rules(view.rules),
        "seat": "-" if view.seat is None else view.seat,
        "seq": view.seq,
        "phase": view.phase.value,
    }
    if view.dealer is not None:
        fields["round"] = view.round_number
        fields["dealer"] = view.dealer
        fields["commitment"] = view.commitment
        fields["turn-up"] = view.turn_up
        fields["trump"] = view.trump
        fields["hand"] = _cards(view.hand)
        placed = zip(view.bids, view.has_bid, strict=True)
        fields["bids"] = ".".join("-" if not has else "?" if bid is None else str(bid) for bid, has in placed)
        fields["tricks"] = ";".join(_cards(trick.cards) for trick in view.tricks)
        fields["trick"] = _cards(view.trick.cards) if view.trick is not None else None
        fields["results"] = ";".join(
            format_numbers(r.bids, ".") + "/" + format_numbers(r.tricks, ".") for r in view.results
        )
    return " ".join([_FIRST, *(f"{name}={text}" for name, text in fields.items() if text not in (None, ""))])


def _cards(cards: tuple[Card, ...]) -> str:
    return ".".join(map(str, cards))


def parse_position(text: str) -> PlayerView:
    """The view that a line describes. Raises PositionError, and no other error, for anything else."""
    try:
        return _parse(text)
    except PositionError:
        raise
    except ValueError as error:
        raise PositionError(str(error)) from error


def _fields(text: str) -> dict[str, str]:
    """The fields of a line by name."""
    first, *words = text.split() or [""]
    if first != _FIRST:
        raise ValueError(f"a position starts with {_FIRST}, not with {shorten(first)}")
    if len(text.strip().splitlines()) != 1:
        raise ValueError("a position is one line")
    fields: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in _KNOWN:
            near = difflib.get_close_matches(name[:40], _KNOWN, n=1)
            hint = f" (did you mean {near[0]}=…?)" if near else ""
            known = ", ".join(_KNOWN)
            raise ValueError(
                f"{shorten(word)} is no field of a position: expected name=value with {known}{hint}"
            )
        if name in fields:
            raise ValueError(f"{name} is there twice")
        fields[name] = value
    version = fields.get("rules-version", "")
    if version != str(RULES_VERSION):
        raise ValueError(
            f"written under rules version {shorten(version)}, but this program plays version {RULES_VERSION}"
        )
    needed = (*_ALWAYS, *_IN_A_ROUND) if "round" in fields else _ALWAYS
    for name in needed:
        if name not in fields:
            raise ValueError(f"{name} is missing")
    for name in fields:
        if name not in (*_ALWAYS, "seq") and "round" not in fields:
            raise ValueError(f"round is missing: {name} belongs to a round")
    return fields


def _parse(text: str) -> PlayerView:
    fields = _fields(text)
    seats = parse_whole(fields["seats"], "seats", MIN_SEATS, MAX_SEATS)
    rules = parse_rules(fields["rules"], seats)
    seat = None if fields["seat"] == "-" else parse_whole(fields["seat"], "seat", 0, seats - 1)
    phases = {phase.value: phase for phase in Phase}
    if fields["phase"] not in phases:
        raise ValueError(f"phase {shorten(fields['phase'])}: expected one of {', '.join(phases)}")
    view = PlayerView(
        rules=rules,
        seats=seats,
        seat=seat,
        seq=parse_whole(fields.get("seq", "0"), "seq", 0, 999_999_999),
        phase=phases[fields["phase"]],
        schedule=schedule(rules, seats),
        totals=(0,) * seats,
    )
    if "round" in fields:
        return _with_round(view, fields)
    if view.phase not in (Phase.SEATING, Phase.DEALING, Phase.ABORTED):
        raise ValueError(f"round is missing: phase {view.phase.value} is part of a round")
    return view


def _with_round(view: PlayerView, fields: dict[str, str]) -> PlayerView:
    """The view with everything that belongs to a round."""
    seats, rules = view.seats, view.rules
    number = parse_whole(fields["round"], "round", 1, len(view.schedule))
    hand_size = view.schedule[number - 1]
    dealer = parse_whole(fields["dealer"], "dealer", 0, seats - 1)
    commitment = fields.get("commitment")
    if commitment is not None and not COMMITMENT.fullmatch(commitment):
        raise ValueError("commitment: expected 64 hexadecimal digits")
    turn_up = parse_card(fields["turn-up"]) if "turn-up" in fields else None
    trump = parse_suit(fields["trump"]) if "trump" in fields else None
    hand = tuple(sorted(parse_card_list(fields.get("hand", ""))))
    bids, has_bid = _parse_bids(fields["bids"], seats, hand_size)
    cards = parse_card_list(fields.get("trick", ""))
    lists = [parse_card_list(part) for part in fields["tricks"].split(";")] if "tricks" in fields else []
    places = [("the hand", hand), *((f"trick {this}", each) for this, each in enumerate(lists, 1))]
    check_once([*places, ("the trick on the table", cards), ("the turn-up", (turn_up,) if turn_up else ())])
    tricks, leader = _parse_tricks(lists, dealer, trump, seats, rules)
    if len(tricks) > hand_size:
        raise ValueError(f"tricks: there are {len(tricks)}, but round {number} has {hand_size}")
    if len(cards) > seats:
        raise ValueError(f"trick: {len(cards)} cards, but each of the {seats} seats plays one")
    if cards and len(tricks) == hand_size:
        raise ValueError(
            f"trick: {counted(len(cards), 'card')} on the table, but all tricks of round {number} are played"
        )
    results = _parse_results(fields.get("results", ""), number, dealer, view)
    scored = len(results) == number
    won = tuple(sum(trick.winner == other for trick in tricks) for other in range(seats))
    if scored and (results[-1].bids, results[-1].tricks) != (bids, won):
        raise ValueError(f"results: what it has for round {number} is not what bids and tricks here come to")
    complete = len(results) == len(view.schedule)
    ranked = view.phase is Phase.GAME_OVER or (view.phase is Phase.ABORTED and bool(results))
    trick = TrickInProgress(
        leader=leader,
        cards=cards,
        led_suit=led_suit(cards, rules),
        follow=follow_suit(cards, rules),
        winning=trick_winner(cards, trump, rules) if cards else None,
    )
    view = msgspec.structs.replace(
        view,
        round_number=number,
        hand_size=hand_size,
        dealer=dealer,
        commitment=commitment,
        hand=hand,
        hand_counts=tuple(
            hand_size - len(tricks) - ((other - leader) % seats < len(cards)) for other in range(seats)
        ),
        turn_up=turn_up,
        trump=trump,
        bids=bids,
        has_bid=has_bid,
        tricks_won=won,
        trick=None if scored else trick,
        tricks=tricks,
        results=results,
        totals=totals(results, seats=seats, complete=complete, rules=rules),
        ranks=ranks(results, seats=seats, complete=complete, rules=rules) if ranked else None,
    )
    check_view(view)
    view = msgspec.structs.replace(view, to_act=_to_act(view))
    legal, refusals = legal_from_view(view)
    return msgspec.structs.replace(view, legal=legal, refusals=refusals)


def _parse_bids(text: str, seats: int, hand_size: int) -> tuple[tuple[int | None, ...], tuple[bool, ...]]:
    """Bids by seat, and whether each is placed: `-` for one to come, `?` for one not shown."""
    words = text.split(".")
    if len(words) != seats:
        raise ValueError(f"bids: expected {seats}, one a seat, but there are {len(words)}")
    bids = tuple(
        None if word in ("-", "?") else parse_whole(word, f"bids: seat {seat} bid", 0, hand_size)
        for seat, word in enumerate(words)
    )
    return bids, tuple(word != "-" for word in words)


def _parse_tricks(
    lists: list[tuple[Card, ...]], dealer: int, trump: Suit | None, seats: int, rules: HouseRules
) -> tuple[tuple[Trick, ...], int]:
    """The complete tricks, and who leads after them (R4.1)."""
    tricks = []
    leader = (dealer + 1) % seats
    for number, cards in enumerate(lists, 1):
        if len(cards) != seats:
            raise ValueError(
                f"tricks: trick {number} has {counted(len(cards), 'card')}, but each has {seats}"
            )
        winner = (leader + trick_winner(cards, trump, rules)) % seats
        tricks.append(Trick(leader, cards, winner))
        leader = winner
    return tuple(tricks), leader


def _parse_results(text: str, number: int, dealer: int, view: PlayerView) -> tuple[RoundResult, ...]:
    """The scored rounds; their dealers follow from this round's."""
    results: list[RoundResult] = []
    seats, sizes = view.seats, view.schedule
    parts = text.split(";") if text else []
    if len(parts) not in (number - 1, number):
        raise ValueError(
            f"results: there {'is' if len(parts) == 1 else 'are'} {counted(len(parts), 'round')}: "
            f"expected {number - 1}, or {number} once round {number} is scored"
        )
    for part in parts:
        this = len(results) + 1
        bid_text, slash, trick_text = part.partition("/")
        if not slash:
            raise ValueError(f"results: round {this} is {shorten(part)}: expected bids, a slash, and tricks")
        size, deals = sizes[this - 1], (dealer - number + this) % seats
        bids = parse_numbers(bid_text.split("."), f"bids of round {this}", seats, 0, size)
        tricks = parse_numbers(trick_text.split("."), f"tricks of round {this}", seats, 0, size)
        if sum(tricks) != size:
            raise ValueError(
                f"results: the tricks of round {this} add up to {sum(tricks)}, but it had {size}"
            )
        last = this == len(sizes)
        scores = score_round(bids, tricks, hand_size=size, dealer=deals, last_round=last, rules=view.rules)
        results.append(RoundResult(this, size, deals, bids, tricks, scores))
    return tuple(results)


def _to_act(view: PlayerView) -> tuple[int, ...]:
    """The seats that are asked now, as `rufen.core.state.to_act` tells them."""
    seats, trick, dealer = view.seats, view.trick, view.dealer or 0
    if view.phase is Phase.CHOOSING_TRUMP:
        return (dealer,)
    if view.phase is Phase.BIDDING:
        order = ((dealer + step) % seats for step in range(1, seats + 1))
        waiting = tuple(seat for seat in order if not view.has_bid[seat])
        return waiting[:1] if view.rules.bid_disclosure is BidDisclosure.OPEN else waiting
    if view.phase is Phase.PLAYING and trick is not None and len(view.tricks) < view.hand_size:
        return ((trick.leader + len(trick.cards)) % seats,) if len(trick.cards) < seats else ()
    return ()
