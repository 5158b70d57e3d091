"""What comes of a command: events and facts to store, something done before, or a refusal."""

from __future__ import annotations

import msgspec

from rufen.core.actions import IllegalAction, IllegalReason
from rufen.core.cards import Suit
from rufen.core.events import Event
from rufen.protocol.messages import RefusalCode
from rufen.table.facts import Facts

__all__ = ["BOT", "SERVER", "STAND_IN", "TIMER", "Done", "Plan", "Refusal", "illegal", "origin_of"]

SERVER = "server"
"""The origin of what the server does: deals, and what was agreed on."""
BOT = "bot"
"""The origin of a bot's action."""
STAND_IN = "stand_in"
"""The origin of a bot's action for a person who is away."""
TIMER = "timer"
"""The origin of a bot's action for a person whose time was over."""


class Plan(msgspec.Struct, frozen=True):
    """Events to append together after the table's `seq`, or facts to keep; nothing has changed yet."""

    events: tuple[Event, ...] = ()
    origin: str = SERVER
    facts: Facts | None = None
    vote: int | None = None
    """The number of the proposal that this brings about."""


class Done(msgspec.Struct, frozen=True):
    """The command has done its work already; nothing is left to store."""

    seq: int


class Refusal(Exception):
    """A command that changes nothing, and why."""

    def __init__(
        self,
        reason: RefusalCode,
        detail: str | None = None,
        *,
        illegal: IllegalReason | None = None,
        suit: Suit | None = None,
    ) -> None:
        self.reason = reason
        self.detail = detail
        self.illegal = illegal
        self.suit = suit
        super().__init__(detail or (illegal.value if illegal else reason.value))


def illegal(error: IllegalAction | IllegalReason) -> Refusal:
    """The refusal that carries a reason of the rules."""
    if isinstance(error, IllegalReason):
        return Refusal(RefusalCode.ILLEGAL, illegal=error)
    return Refusal(RefusalCode.ILLEGAL, illegal=error.reason, suit=error.suit)


def origin_of(seat: int, action_id: str) -> str:
    """The origin of what a seat brings about: `2/` and the id it gave its message."""
    return f"{seat}/{action_id}"
