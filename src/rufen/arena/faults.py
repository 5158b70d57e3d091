"""Faults: what happens when a player raises, answers what is not legal, or is too slow.

The first legal action is played in its place, the fault is counted and shown, and a player that makes more
than a match allows ends it. Nothing is swallowed.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping

import msgspec

from rufen.core.actions import Action
from rufen.core.view import PlayerView
from rufen.players.base import Player

__all__ = ["FAULTS", "FINAL", "Fault", "Forfeit", "ask", "described", "in_a_line"]

FAULTS: Mapping[str, str] = {
    "raised": "ended with an error instead of an action",
    "illegal": "answered with something that is not legal",
    "timeout": "did not answer in time",
    "closed": "has ended",
    "unmade": "could not be made",
}
"""The kinds of faults, in words."""
FINAL = ("closed", "unmade")
"""After these there is nobody left to ask, and the match ends at once."""

_LONGEST = 300


class Fault(msgspec.Struct, frozen=True):
    """A fault of a contestant; `kind` is one of `FAULTS`, `text` says what was raised or answered."""

    contestant: int
    kind: str
    text: str


class Forfeit(Exception):
    """A player has made more faults than its match allows, or is gone: the match cannot go on."""

    def __init__(self, player: str, allowed: int, fault: Fault, deal: int) -> None:
        super().__init__(player, allowed, fault, deal)
        self.player, self.allowed, self.fault, self.deal = player, allowed, fault, deal

    def __str__(self) -> str:
        happened = f"{FAULTS[self.fault.kind]}: {self.fault.text}"
        if self.fault.kind in FINAL:
            return f"in deal {self.deal} {self.player} {happened}"
        return (
            f"{self.player} made more than {self.allowed} faults; the last one, in deal {self.deal}: "
            f"it {happened}"
        )


def ask(player: Player, view: PlayerView, contestant: int) -> tuple[Action, Fault | None]:
    """The action of a player, one of `view.legal`; with a fault, the first of them in its place.

    An error may say its kind of fault in an attribute `fault`; else it is "raised".
    """
    legal = view.legal  # before the view is out of our hands
    try:
        answer = player.act(view)
        for action in legal:
            # the type as well: what is equal to everything is no action
            if type(answer) is type(action) and answer == action:
                return action, None
        said = repr(answer)
        if inspect.iscoroutine(answer):
            answer.close()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # sys.exit or a cancelled task: whatever a player raises ends nobody else
        kind = _kind_of(error)
        return legal[0], Fault(contestant, kind, in_a_line(described(error, named=kind == "raised")))
    return legal[0], Fault(contestant, "illegal", in_a_line(said))


def _kind_of(error: BaseException) -> str:
    try:
        kind = error.fault  # type: ignore[attr-defined]
    except Exception:
        return "raised"
    return kind if isinstance(kind, str) and kind in FAULTS else "raised"


def described(error: BaseException, *, named: bool = True) -> str:
    """What an error says, with the name of its type, even if it cannot say anything."""
    try:
        text = str(error)
    except Exception:
        text = "(its text cannot be read)"
    return f"{type(error).__name__}: {text}" if named else text


def in_a_line(text: str) -> str:
    """A text as it may stand in a report: one line, nothing that moves a cursor, not long."""
    line = " ".join(text[:_LONGEST].split())
    return "".join(char if char.isprintable() else "\ufffd" for char in line)
