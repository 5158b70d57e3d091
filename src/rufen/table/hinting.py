"""Who may have a hint, and of what it is made."""

from __future__ import annotations

from rufen.core.actions import IllegalReason
from rufen.core.state import Phase
from rufen.core.view import PlayerView
from rufen.protocol.messages import RefusalCode
from rufen.table.commands import Refusal, illegal
from rufen.table.table import Table

__all__ = ["hint_view"]


def hint_view(table: Table, by: int | None) -> PlayerView:
    """The view of the seat that asks for a hint: all that the hint may know.

    Raises Refusal unless this seat is to act now and hints are given here.
    """
    if by is None:
        raise illegal(IllegalReason.NOT_SEATED)
    if not table.facts.options.hints:
        raise Refusal(RefusalCode.HINTS_OFF, "no hints are given at this table")
    if table.over:
        raise illegal(IllegalReason.GAME_OVER)
    if not table.playing:
        raise illegal(IllegalReason.NOT_STARTED)
    table.check_going()
    if table.state.phase is Phase.DEALING:
        raise illegal(IllegalReason.NO_ROUND)
    view = table.view(by)
    if not view.legal:
        raise illegal(IllegalReason.NOT_YOUR_TURN)
    return view
