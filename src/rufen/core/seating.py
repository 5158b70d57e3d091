"""Before the first deal: who sits where, by which house rules, and who deals first.

Everything here is open while the seats are (`Phase.SEATING`), and refused once the game has started.
"""

from __future__ import annotations

from collections.abc import Sequence

from rufen.core.actions import IllegalAction, IllegalReason
from rufen.core.cards import Card
from rufen.core.deal import draw_dealer, is_deck
from rufen.core.events import (
    Event,
    GameCreated,
    GameStarted,
    PlayerKind,
    RulesChanged,
    SeatKeySet,
    SeatLeft,
    SeatsReordered,
    SeatTaken,
)
from rufen.core.house_rules import HouseRules, SettingError, parse_house_rules
from rufen.core.state import GameState, Phase

__all__ = ["change_rules", "create", "leave_seat", "reorder_seats", "start", "take_seat"]


def create(seats: int, rules: HouseRules, first_dealer: int | None = None) -> GameCreated:
    """A new game. Raises SettingError for rules that do not fit, or a first dealer that is no seat."""
    checked = parse_house_rules(rules, seats)
    if first_dealer is not None and not 0 <= first_dealer < seats:
        raise SettingError("first_dealer", first_dealer, f"a seat 0 … {seats - 1}, or none to draw", "range")
    return GameCreated(seats, checked, first_dealer)


def _check_seating(state: GameState, seat: int | None = None) -> None:
    if state.phase is not Phase.SEATING:
        raise IllegalAction(IllegalReason.ALREADY_STARTED)
    if seat is not None and not 0 <= seat < state.setup.seats:
        raise IllegalAction(IllegalReason.NO_SUCH_SEAT)


def take_seat(
    state: GameState,
    seat: int,
    name: str,
    kind: PlayerKind = PlayerKind.PERSON,
    *,
    level: str | None = None,
    key: str | None = None,
) -> tuple[Event, ...]:
    """Sit a player down; `level` is a bot's, `key` the hash of the secret that owns the seat."""
    _check_seating(state, seat)
    if state.setup.players[seat] is not None:
        raise IllegalAction(IllegalReason.SEAT_TAKEN)
    taken = SeatTaken(seat, name, kind, level)
    return (taken,) if key is None else (taken, SeatKeySet(seat, key))


def leave_seat(state: GameState, seat: int) -> tuple[Event, ...]:
    """A player gets up before the game starts."""
    _check_seating(state, seat)
    if state.setup.players[seat] is None:
        raise IllegalAction(IllegalReason.SEAT_EMPTY)
    return (SeatLeft(seat),)


def change_rules(state: GameState, rules: HouseRules) -> tuple[Event, ...]:
    """Play by other house rules (R7); no event when they are the same.

    Raises IllegalAction once the game has started, SettingError for rules that do not fit.
    """
    _check_seating(state)
    checked = parse_house_rules(rules, state.setup.seats)
    return () if checked == state.setup.rules else (RulesChanged(checked),)


def reorder_seats(state: GameState, order: Sequence[int]) -> tuple[Event, ...]:
    """Change places: at place i sits who sat at `order[i]`; no event when everybody stays.

    A first dealer that was named is a seat and not a player, so another may sit there now. Raises
    IllegalAction once the game has started, ValueError for anything but each seat once.
    """
    _check_seating(state)
    seats = range(state.setup.seats)
    if sorted(order) != [*seats]:
        raise ValueError(f"the order of the seats names each seat 0 … {seats[-1]} once")
    return () if [*order] == [*seats] else (SeatsReordered(tuple(order)),)


def start(state: GameState, draw_deck: Sequence[Card]) -> tuple[Event, ...]:
    """Close the seats and settle the first dealer, drawn from a shuffled deck unless named (R1.5)."""
    _check_seating(state)
    if None in state.setup.players:
        raise IllegalAction(IllegalReason.SEAT_EMPTY)
    if state.setup.first_dealer is not None:
        return (GameStarted(state.setup.first_dealer),)
    if not is_deck(draw_deck):
        raise ValueError("the draw for the dealer needs all sixty cards, each once (R1.1)")
    dealer, draws = draw_dealer(draw_deck, state.setup.seats)
    return (GameStarted(dealer, draws),)
