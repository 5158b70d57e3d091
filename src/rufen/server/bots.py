"""Bots think here, off the event loop, and are given nothing but their view."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from rufen.core.actions import Action
from rufen.players.base import LEVELS, Player, make_player
from rufen.server.chance import Chance
from rufen.table.table import BotTurn

__all__ = ["BEGINNER", "OFFERED", "STAND_IN", "THINKS_LONG", "Bots"]

log = logging.getLogger("rufen.bots")

THINKS_LONG = frozenset({"expert"})
"""Levels that take a noticeable time for an action; all others answer within a few milliseconds."""
BY_NETWORK = frozenset(LEVELS) - {"random", "beginner"}
"""Levels that play by the network."""
MOST_WAITING = 5
"""How many actions may be thought about or wait for that, a thread: about a second of waiting."""
OFFERED = tuple(level for level in LEVELS if level != "random")
"""The levels that people choose from: chance alone is no opponent."""
BEGINNER = "beginner"
"""A bot whose level nobody has named."""
STAND_IN = next(level for level in reversed(LEVELS) if level not in THINKS_LONG)
"""Who plays for a person that is away: the best that keeps nobody waiting."""


class Bots:
    """The thinking of all bots of a server.

    Those who take long have threads of their own, so that they never hold up the others. Where too many wait
    for these, they play as the stand-in does, at once.
    """

    def __init__(
        self,
        chance: Chance,
        threads: int = 2,
        long_threads: int | None = None,
        prepare: Callable[[], None] = lambda: None,
    ) -> None:
        """`long_threads` are for those who take long; None: half of the machine's cores.

        `prepare` begins to make ready what plays by the network.
        """
        self._chance = chance
        self._prepare = prepare
        self._quick = ThreadPoolExecutor(threads, "rufen-bot")
        cores = os.cpu_count() or 1
        self._thinkers = long_threads or max(1, cores // 2)
        self._long = ThreadPoolExecutor(self._thinkers, "rufen-thinker")
        self._waiting = 0

    def prepare(self, levels: Iterable[str | None]) -> None:
        """Bots of these levels will be asked: what they need is made ready before."""
        if not BY_NETWORK.isdisjoint(levels):
            self._prepare()

    def player(self, level: str | None) -> Player:
        """A new player of a level; for one that is no longer known, the one that stands in for people."""
        if level not in LEVELS:
            log.warning("unknown level", extra={"level": level})
            level = STAND_IN
        return make_player(level, self._chance.seed())

    async def think(self, level: str, player: Player, turn: BotTurn) -> Action:
        """The player's action; the first legal one when it fails or wants what it may not do.

        Cancelled, a player that has not begun never does; one that has, finishes for nobody.
        """
        loop = asyncio.get_running_loop()
        # without a choice too: whoever waits for a thread must not be known by it
        long = level in THINKS_LONG
        if long and self._waiting >= MOST_WAITING * self._thinkers:
            long, player = False, self.player(STAND_IN)
        self._waiting += long
        try:
            action = await loop.run_in_executor(self._long if long else self._quick, player.act, turn.view)
        except Exception:
            log.exception("bot failed", extra={"level": level, "seq": turn.view.seq})
            return turn.view.legal[0]
        finally:
            self._waiting -= long
        if action not in turn.view.legal:
            log.error("bot chose what it may not do", extra={"level": level, "seq": turn.view.seq})
            return turn.view.legal[0]
        return action

    def close(self) -> None:
        """Let go of the threads; a bot that still thinks finishes for nobody."""
        for pool in (self._quick, self._long):
            pool.shutdown(wait=False, cancel_futures=True)
