"""What comes of a command: events to append, something done before, or a refusal."""

from __future__ import annotations

import msgspec

from rufen.core.actions import IllegalAction, IllegalReason
from rufen.core.cards import Suit
from rufen.core.events import Event
from rufen.protocol.messages import RefusalCode

__all__ = ["BOT", "SERVER", "Done", "Plan", "Refusal", "illegal", "origin_of"]

SERVER = "server"
"""The origin of what the server does: deals."""
BOT = "bot"
"""The origin of a bot's action."""


class Plan(msgspec.Struct, frozen=True):
    """Events to append together after the table's `seq`; nothing has changed yet."""

    events: tuple[Event, ...]
    origin: str


class Done(msgspec.Struct, frozen=True):
    """The command has done its work already; nothing is left to do."""

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
