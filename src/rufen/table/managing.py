"""Messages that the table decides by itself, besides playing: each to its command."""

from __future__ import annotations

from typing import assert_never

from rufen.protocol.messages import (
    ChangeRules,
    Claim,
    HandOver,
    Pause,
    Propose,
    Ready,
    Reorder,
    SetOptions,
    Vote,
)
from rufen.table import lobby, together
from rufen.table.commands import Done, Plan
from rufen.table.table import Table

__all__ = ["Managing", "manage"]

Managing = Reorder | ChangeRules | SetOptions | Ready | HandOver | Pause | Propose | Vote | Claim


def manage(table: Table, by: int | None, message: Managing, now: float) -> Plan | Done:
    """What a seat does for the whole table. Raises Refusal."""
    match message:
        case Reorder(id=action, order=order, seen=seen):
            return lobby.reorder(table, by, action, order, seen)
        case ChangeRules(id=action, rules=rules, preset=preset):
            return lobby.change_rules(table, by, action, rules, preset)
        case SetOptions():
            return lobby.set_options(table, by, message)
        case Ready(id=action, ready=ready):
            return lobby.set_ready(table, by, action, ready)
        case HandOver(id=action, seat=seat):
            return lobby.hand_over(table, by, action, seat, now)
        case Pause(id=action, paused=paused):
            return together.pause(table, by, action, paused)
        case Propose(id=action, kind=kind, value=value):
            return together.propose(table, by, action, kind, value, now)
        case Vote(proposal=number, agree=agree):
            return together.vote(table, by, number, agree, now)
        case Claim(id=action, seq=seen):
            return together.claim(table, by, action, seen)
        case _:
            assert_never(message)
