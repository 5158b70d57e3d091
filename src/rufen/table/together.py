"""What those at a table do together: pauses, votes, claims.

Every function is a command (see `table`): it returns what to store and raises Refusal. `by` is the seat
the message came from, None for somebody who has none.
"""

from __future__ import annotations

from msgspec.structs import replace

from rufen.core import game
from rufen.core.actions import IllegalAction, IllegalReason
from rufen.core.claim import proven_order
from rufen.core.state import to_act
from rufen.core.taking_back import take_back
from rufen.protocol.messages import ProposalKind, RefusalCode
from rufen.table.ballot import Ballot
from rufen.table.commands import Done, Plan, Refusal, illegal, origin_of
from rufen.table.facts import check_grace, check_timer
from rufen.table.table import Table

__all__ = ["ENDED_BY_VOTE", "claim", "pause", "propose", "settle", "vote"]

ENDED_BY_VOTE = "vote"
"""The reason in the log of a game that was ended early."""


def _check_playing(table: Table, by: int | None) -> int:
    if by is None:
        raise illegal(IllegalReason.NOT_SEATED)
    if table.over:
        raise illegal(IllegalReason.GAME_OVER)
    if not table.playing:
        raise illegal(IllegalReason.NOT_STARTED)
    return by


def pause(table: Table, by: int | None, action_id: str, paused: bool) -> Plan | Done:
    """Any person stops the game for everybody, or lets it go on."""
    origin = origin_of(by or 0, action_id)
    done = table.done(origin)
    if done is not None:
        return done
    seat = _check_playing(table, by)
    if paused == (table.facts.paused_by is not None):
        return Done(table.seq)
    player = table.state.setup.players[seat]
    name = player.name if paused and player is not None else None
    return Plan(origin=origin, facts=replace(table.facts, paused_by=name))


def propose(
    table: Table,
    by: int | None,
    action_id: str,
    kind: ProposalKind,
    value: int | None,
    now: float,
) -> Plan | Done:
    """A person proposes something. Where nobody else is here it is done at once."""
    origin = origin_of(by or 0, action_id)
    done = table.done(origin)
    if done is not None:
        return done
    seat = _check_playing(table, by)
    open_one = table.ballot
    if open_one is not None:
        if (open_one.kind, open_one.value, open_one.by) == (kind, value, seat):
            return Done(table.seq)
        raise Refusal(RefusalCode.VOTE_OPEN, "something else is being voted on")
    _check_value(kind, value)
    ballot = Ballot(table.proposals + 1, kind, value, seat, origin, now)
    _outcome(table, ballot)
    table.ballot = ballot
    table.proposals += 1
    table.keep(origin)
    return settle(table, now)


def _check_value(kind: ProposalKind, value: int | None) -> None:
    try:
        if kind is ProposalKind.TIMER and value is not None:
            check_timer(value)
        elif kind is ProposalKind.GRACE and value is not None:
            check_grace(value)
        elif kind in (ProposalKind.TIMER, ProposalKind.GRACE):
            raise ValueError(f"{kind.value}: a value in seconds is missing")
        elif value is not None:
            raise ValueError(f"{kind.value} takes no value")
    except ValueError as error:
        raise Refusal(RefusalCode.BAD_SETTING, str(error)) from None


def vote(table: Table, by: int | None, number: int, agree: bool, now: float) -> Plan | Done:
    """A person is for or against what is proposed."""
    seat = _check_playing(table, by)
    ballot = table.ballot
    if ballot is None or ballot.number != number:
        raise Refusal(RefusalCode.NO_VOTE, f"nothing of number {number} is being voted on")
    ballot.vote(seat, agree)
    if ballot.fallen(table.voters(now), now):
        table.ballot = None
    return settle(table, now)


def settle(table: Table, now: float) -> Plan | Done:
    """Bring about what enough of those who are asked have agreed to, if that is so."""
    ballot = table.ballot
    if ballot is None or not ballot.accepted(table.voters(now)):
        return Done(table.seq)
    try:
        return _outcome(table, ballot)
    except Refusal:
        table.ballot = None
        raise


def _outcome(table: Table, ballot: Ballot) -> Plan:
    """What a proposal brings about. Raises Refusal when it cannot be."""
    options = table.facts.options
    try:
        match ballot.kind:
            case ProposalKind.UNDO:
                return Plan((take_back(table.log, ballot.by),), ballot.origin, vote=ballot.number)
            case ProposalKind.END:
                return Plan(game.abort(table.state, ENDED_BY_VOTE), ballot.origin, vote=ballot.number)
            case ProposalKind.TIMER:
                options = replace(options, timer=ballot.value or 0)
            case ProposalKind.GRACE:
                options = replace(options, grace=ballot.value or 0)
    except IllegalAction as error:
        raise illegal(error) from None
    return Plan((), ballot.origin, replace(table.facts, options=options), ballot.number)


def claim(table: Table, by: int | None, action_id: str, seen: int) -> Plan | Done:
    """A seat says that all remaining tricks are its own.

    The proof uses that seat's view alone, so a refusal tells nothing about what the others hold.
    """
    origin = origin_of(by or 0, action_id)
    done = table.done(origin)
    if done is not None:
        return done
    seat = _check_playing(table, by)
    table.check_going()
    if seat not in to_act(table.state):
        raise illegal(IllegalReason.NOT_YOUR_TURN)
    if seen != table.seq:
        raise Refusal(RefusalCode.STALE, f"meant for the position at {seen}, the table is at {table.seq}")
    order = proven_order(table.view(seat))
    if order is None:
        raise Refusal(RefusalCode.NOT_PROVEN, "your cards do not certainly win whatever the others hold")
    try:
        return Plan(game.play_out(table.state, seat, order), origin)
    except IllegalAction as error:
        raise illegal(error) from None
