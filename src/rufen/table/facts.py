"""What a table is besides its game: host, options, pause, code, rematch. Durable, and no part of the log."""

from __future__ import annotations

import msgspec

from rufen.core.house_rules import SettingError
from rufen.protocol.messages import GENEROUS_S, GRACES, MAX_TIMER_S, MIN_TIMER_S, TableOptions

__all__ = ["Facts", "check_grace", "check_options", "check_timer"]


class Facts(msgspec.Struct, frozen=True):
    """The facts of one table.

    `host` is the key of the host's seat, None for whoever has sat here longest; `paused_by` the name of
    the person who paused the game; `next_table` the table of the rematch.
    """

    code: str = ""
    host: str | None = None
    options: TableOptions = TableOptions()
    paused_by: str | None = None
    next_table: str | None = None

    def encode(self) -> bytes:
        """The form in which a store keeps them."""
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, code: str, body: bytes) -> Facts:
        """The facts that a store has kept. Raises ValueError for what cannot be read."""
        try:
            facts = msgspec.json.decode(body, type=cls)
        except msgspec.MsgspecError as error:
            raise ValueError(f"the facts of a table cannot be read: {error}") from error
        return msgspec.structs.replace(facts, code=code)


def check_grace(seconds: int) -> None:
    """Raises SettingError unless a grace period may last so long."""
    if seconds not in GRACES:
        allowed = f"{', '.join(map(str, GRACES))} seconds (0: no stand-in)"
        raise SettingError("grace", seconds, allowed, "choice")


def check_timer(seconds: int) -> None:
    """Raises SettingError unless a turn may last so long."""
    if seconds not in (0, GENEROUS_S) and not MIN_TIMER_S <= seconds <= MAX_TIMER_S:
        allowed = f"0 (off), {MIN_TIMER_S} … {MAX_TIMER_S}, or {GENEROUS_S} seconds"
        raise SettingError("timer", seconds, allowed, "choice")


def check_options(options: TableOptions) -> None:
    """Raises SettingError for options that cannot be."""
    check_grace(options.grace)
    check_timer(options.timer)
