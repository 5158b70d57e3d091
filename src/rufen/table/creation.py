"""A new table from what a person asked for."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rufen.core.cards import Card
from rufen.core.events import Event, PlayerKind
from rufen.core.house_rules import MAX_SEATS, MIN_SEATS, HouseRules, SettingError, parse_house_rules, preset
from rufen.core.seating import create, start, take_seat
from rufen.core.state import GameState, evolve
from rufen.protocol.bodies import CreateTable, SeatPlan
from rufen.table.facts import check_options
from rufen.table.keys import key_of
from rufen.table.names import bot_name, clean_name, distinct_name

__all__ = ["NewTable", "chosen_rules", "open_table", "seat_bot", "seat_person"]

_KINDS = ("you", "bot", "open")


class NewTable(msgspec.Struct, frozen=True):
    """The first events of a table and the seat of the person who opened it."""

    events: tuple[Event, ...]
    seat: int


def chosen_rules(seats: int, rules: dict[str, object], named: str | None) -> HouseRules:
    """The house rules of a preset, or of settings by name (R7). Raises SettingError."""
    if named is None:
        return parse_house_rules(rules, seats)
    if rules:
        raise SettingError("preset", named, "a preset or rules, not both", "choice")
    return preset(named, seats)


def _check_plan(seats: Sequence[SeatPlan], levels: Sequence[str]) -> None:
    if not MIN_SEATS <= len(seats) <= MAX_SEATS:
        raise SettingError(
            "players", len(seats), f"a whole number {MIN_SEATS} … {MAX_SEATS} (R1.4)", "players"
        )
    for plan in seats:
        if plan.kind not in _KINDS:
            raise SettingError("seats", plan.kind, ", ".join(_KINDS), "choice")
        if plan.level is not None and plan.kind != "bot":
            raise SettingError("level", plan.level, f"none for a seat that is {plan.kind}", "choice")
        if plan.level is not None and plan.level not in levels:
            raise SettingError("level", plan.level, ", ".join(levels), "choice")
    if [plan.kind for plan in seats].count("you") != 1:
        raise SettingError("seats", [plan.kind for plan in seats], "exactly one seat that is you", "choice")


def open_table(
    wish: CreateTable, *, levels: Sequence[str], default_level: str, draw_deck: Sequence[Card]
) -> NewTable:
    """Create the game and seat its players; with no open seat it starts at once.

    `draw_deck` is a shuffled deck for the draw of the first dealer (R1.5). Raises SettingError for
    what R7 does not allow or a seat that cannot be, BadName for the person's name.
    """
    _check_plan(wish.seats, levels)
    check_options(wish.options)
    name = clean_name(wish.name)
    created = create(
        len(wish.seats), chosen_rules(len(wish.seats), wish.rules, wish.preset), wish.first_dealer
    )
    events: list[Event] = [created]
    state = evolve(None, created)

    def add(state: GameState, more: tuple[Event, ...]) -> GameState:
        for event in more:
            events.append(event)
            state = evolve(state, event)
        return state

    you = next(seat for seat, plan in enumerate(wish.seats) if plan.kind == "you")
    state = add(state, take_seat(state, you, name, key=key_of(wish.token)))
    for seat, plan in enumerate(wish.seats):
        if plan.kind == "bot":
            taken = [player.name for player in state.setup.players if player is not None]
            level = plan.level or default_level
            state = add(state, take_seat(state, seat, bot_name(taken), PlayerKind.BOT, level=level))
    if None not in state.setup.players:
        state = add(state, start(state, draw_deck))
    return NewTable(tuple(events), you)


def seat_person(state: GameState, seat: int, name: str, token: str) -> tuple[Event, ...]:
    """A person sits down under a name nobody else has here. Raises BadName, IllegalAction."""
    taken = [player.name for player in state.setup.players if player is not None]
    return take_seat(state, seat, distinct_name(clean_name(name), taken), key=key_of(token))


def seat_bot(state: GameState, seat: int, level: str) -> tuple[Event, ...]:
    """A bot sits down under a name nobody else has here. Raises IllegalAction."""
    taken = [player.name for player in state.setup.players if player is not None]
    return take_seat(state, seat, bot_name(taken), PlayerKind.BOT, level=level)
