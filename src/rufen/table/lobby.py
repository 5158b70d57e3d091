"""Before the game: who sits where, the house rules, who is ready, who is host.

Every function is a command (see `table`): it returns what to store and raises Refusal. `by` is the seat
the message came from, None for somebody who has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rufen.core import seating
from rufen.core.actions import IllegalAction, IllegalReason
from rufen.core.cards import Card
from rufen.core.events import PlayerKind
from rufen.core.house_rules import SettingError
from rufen.core.state import Phase
from rufen.protocol.messages import RefusalCode, SetOptions
from rufen.table.commands import Done, Plan, Refusal, illegal, origin_of
from rufen.table.creation import chosen_rules, seat_bot, seat_person
from rufen.table.facts import check_options
from rufen.table.names import BadName
from rufen.table.presence import RECONNECT_S
from rufen.table.table import Table

__all__ = [
    "change_rules",
    "hand_over",
    "reorder",
    "set_options",
    "set_ready",
    "sit",
    "sit_bot",
    "stand_up",
    "start",
]


def _check_host(table: Table, by: int | None) -> int:
    if by is None or by != table.host:
        raise Refusal(RefusalCode.NOT_HOST, "only the host may do this")
    return by


def _check_free(table: Table, seat: int) -> None:
    players = table.state.setup.players
    if table.state.phase is Phase.SEATING and 0 <= seat < len(players) and players[seat] is not None:
        raise Refusal(RefusalCode.SEAT_TAKEN, f"seat {seat} is taken")


def sit(table: Table, by: int | None, action_id: str, seat: int, name: str, token: str | None) -> Plan | Done:
    """A person takes a seat with a secret of theirs."""
    if token is None:
        raise Refusal(RefusalCode.MALFORMED, "a person sits down with a token, a bot with a level")
    owned = table.seat_of(token)
    if owned == seat:
        return table.done(origin_of(seat, action_id)) or Done(table.seq)
    if owned is not None or by is not None:
        raise Refusal(RefusalCode.ALREADY_SEATED, f"you sit in seat {owned if owned is not None else by}")
    _check_free(table, seat)
    try:
        events = seat_person(table.state, seat, name, token)
    except BadName as error:
        raise Refusal(RefusalCode.BAD_NAME, str(error)) from None
    except IllegalAction as error:
        raise illegal(error) from None
    return Plan(events, origin_of(seat, action_id))


def sit_bot(
    table: Table, by: int | None, action_id: str, seat: int, level: str, levels: Sequence[str]
) -> Plan | Done:
    """The host gives a seat to a bot of a level."""
    origin = origin_of(_check_host(table, by), action_id)
    done = table.done(origin)
    if done is not None:
        return done
    if level not in levels:
        raise Refusal(RefusalCode.MALFORMED, f"level {level!r}: allowed: {', '.join(levels)}")
    _check_free(table, seat)
    try:
        return Plan(seat_bot(table.state, seat, level), origin)
    except IllegalAction as error:
        raise illegal(error) from None


def stand_up(table: Table, by: int | None, action_id: str, seat: int) -> Plan | Done:
    """Leave one's own seat before the game starts, or as the host empty any."""
    # Whoever has left their seat sends the message from none.
    origin = origin_of(seat if by is None else by, action_id)
    done = table.done(origin)
    if done is not None:
        return done
    if by is None:
        raise illegal(IllegalReason.NOT_SEATED)
    if by != seat:
        _check_host(table, by)
    try:
        return Plan(seating.leave_seat(table.state, seat), origin)
    except IllegalAction as error:
        raise illegal(error) from None


def start(table: Table, by: int | None, action_id: str, draw_deck: Sequence[Card]) -> Plan | Done:
    """The host starts the game; starting it twice starts it once."""
    origin = origin_of(_check_host(table, by), action_id)
    if table.state.phase is not Phase.SEATING:
        return table.done(origin) or Done(table.seq)
    try:
        return Plan(seating.start(table.state, draw_deck), origin)
    except IllegalAction as error:
        raise illegal(error) from None


def reorder(table: Table, by: int | None, action_id: str, order: Sequence[int], seen: int) -> Plan | Done:
    """The host moves the seats."""
    origin = origin_of(_check_host(table, by), action_id)
    done = table.done(origin)
    if done is not None:
        return done
    if seen != table.seq:
        raise Refusal(RefusalCode.STALE, "somebody has sat down or left meanwhile")
    if sorted(order) != list(range(table.state.setup.seats)):
        raise Refusal(RefusalCode.MALFORMED, f"order: every seat 0 … {table.state.setup.seats - 1} once")
    try:
        events = seating.reorder_seats(table.state, tuple(order))
    except IllegalAction as error:
        raise illegal(error) from None
    return Plan(events, origin) if events else Done(table.seq)


def change_rules(
    table: Table, by: int | None, action_id: str, rules: dict[str, Any], preset: str | None
) -> Plan | Done:
    """The host changes the house rules (R7)."""
    origin = origin_of(_check_host(table, by), action_id)
    done = table.done(origin)
    if done is not None:
        return done
    try:
        wanted = chosen_rules(table.state.setup.seats, rules, preset)
        events = seating.change_rules(table.state, wanted)
    except SettingError as error:
        raise Refusal(RefusalCode.BAD_SETTING, str(error)) from None
    except IllegalAction as error:
        raise illegal(error) from None
    return Plan(events, origin) if events else Done(table.seq)


def set_ready(table: Table, by: int | None, action_id: str, ready: bool) -> Done:
    """A person is ready to start, or no longer."""
    if by is None:
        raise illegal(IllegalReason.NOT_SEATED)
    if table.state.phase is not Phase.SEATING:
        raise illegal(IllegalReason.ALREADY_STARTED)
    origin = origin_of(by, action_id)
    done = table.done(origin)
    if done is not None:
        return done
    (table.ready.add if ready else table.ready.discard)(by)
    table.keep(origin)
    return Done(table.seq)


def hand_over(table: Table, by: int | None, action_id: str, seat: int, now: float) -> Plan | Done:
    """The host makes another person host; while the host is away, any person may take it."""
    if by is None:
        raise illegal(IllegalReason.NOT_SEATED)
    origin = origin_of(by, action_id)
    done = table.done(origin)
    if done is not None:
        return done
    host = table.host
    if by != host:
        if by != seat:
            raise Refusal(RefusalCode.NOT_HOST, "only the host may do this")
        if host is not None and table.gone_for(host, now) < RECONNECT_S:
            raise Refusal(RefusalCode.HOST_HERE, "the host is here: ask them to hand over")
    players = table.state.setup.players
    player = players[seat] if seat < len(players) else None
    if player is None or player.kind is not PlayerKind.PERSON or not player.key:
        raise Refusal(RefusalCode.NOT_A_PERSON, f"no person sits in seat {seat}")
    if seat == host:
        return Done(table.seq)
    return Plan(origin=origin, facts=replace(table.facts, host=player.key))


def set_options(table: Table, by: int | None, wish: SetOptions) -> Plan | Done:
    """The host sets options. During the game grace and timer are voted on; hints are for who plays alone."""
    origin = origin_of(_check_host(table, by), wish.id)
    done = table.done(origin)
    if done is not None:
        return done
    before = table.facts.options
    wanted = {
        name: value
        for name in ("chat", "spectators", "listed", "grace", "timer", "hints", "pace")
        if (value := getattr(wish, name)) is not None
    }
    options = replace(before, **wanted)
    try:
        check_options(options)
    except ValueError as error:
        raise Refusal(RefusalCode.BAD_SETTING, str(error)) from None
    if table.playing and (options.grace, options.timer) != (before.grace, before.timer):
        raise Refusal(RefusalCode.NEEDS_VOTE, "during the game this is agreed on: propose it")
    if table.playing and options.hints != before.hints and len(table.people) > 1:
        raise illegal(IllegalReason.ALREADY_STARTED)
    if options == before:
        return Done(table.seq)
    return Plan(origin=origin, facts=replace(table.facts, options=options))
