"""What the bots of one table think: begun when one is asked, and dropped when the table moves on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from rufen.core.actions import Action
from rufen.players.base import Player
from rufen.server.bots import THINKS_LONG, Bots
from rufen.server.chance import Chance
from rufen.table.pace import SEARCH_S, natural_wait
from rufen.table.table import BotTurn

__all__ = ["Thinking", "Thought"]


class Thought(msgspec.Struct, frozen=True):
    """What a bot will do, and how long it is seen to think about it, in seconds.

    `wait` is what people would take, `least` what it takes even where bots act at once.
    """

    action: Action
    wait: float
    least: float


class Thinking:
    """The bots of a table; only the one whose turn it is thinks."""

    def __init__(self, bots: Bots, chance: Chance, stand_in: str, ready: Callable[[], None]) -> None:
        """`stand_in` is the level that plays for persons; `ready` is called whenever a thought is there."""
        self._bots = bots
        self._chance = chance
        self._stand_in = stand_in
        self._ready = ready
        self._players: dict[tuple[int, str], Player] = {}
        self._who: tuple[int, str] | None = None
        self._about: tuple[int, str, int] | None = None
        self._task: asyncio.Task[Action] | None = None
        self._wait = 0.0

    def about(self, turn: BotTurn) -> Thought | None:
        """The thought on this turn, None while it is not there yet; thinking about another turn ends."""
        level = turn.level or self._stand_in
        about = turn.seat, level, turn.view.seq
        if self._about != about or self._task is None:
            self.drop()
            self._about, self._who = about, (turn.seat, level)
            self._wait = natural_wait(turn.view, self._chance.part())
            player = self._players.get(self._who)
            if player is None:
                player = self._players[self._who] = self._bots.player(level)
            self._task = asyncio.create_task(self._bots.think(level, player, turn))
            self._task.add_done_callback(self._done)
        if not self._task.done():
            return None
        return Thought(self._task.result(), self._wait, SEARCH_S if level in THINKS_LONG else 0.0)

    def _done(self, task: asyncio.Task[Action]) -> None:
        if not task.cancelled():
            self._ready()

    def move_on(self, seq: int) -> None:
        """The table is at `seq`: what is thought about an earlier position is of no use."""
        if self._about is not None and self._about[2] != seq:
            self.drop()

    def drop(self) -> None:
        """Nobody waits for what is thought now."""
        if self._task is not None and not self._task.done() and self._who is not None:
            self._task.cancel()
            # It may go on in its thread for a moment: the next turn is for another copy of it.
            cancel = getattr(self._players.pop(self._who, None), "cancel", None)
            if cancel is not None:
                cancel()
        self._task = self._about = self._who = None
