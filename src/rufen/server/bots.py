"""Bots think here, off the event loop, and are given nothing but their view."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from rufen.core.actions import Action
from rufen.players.base import LEVELS, Player, make_player
from rufen.server.chance import Chance
from rufen.table.table import BotTurn

__all__ = ["Bots"]

log = logging.getLogger("rufen.bots")


class Bots:
    """The thinking of all bots of a server."""

    def __init__(self, chance: Chance, threads: int = 2) -> None:
        self._chance = chance
        self._pool = ThreadPoolExecutor(threads, "rufen-bot")

    def player(self, level: str | None) -> Player:
        """A new player of a level; for one that is no longer known, the strongest there is."""
        if level not in LEVELS:
            log.warning("unknown level", extra={"level": level})
            level = LEVELS[-1]
        return make_player(level, self._chance.seed())

    async def think(self, player: Player, turn: BotTurn) -> Action:
        """The player's action; the first legal one when it fails or wants what it may not do."""
        loop = asyncio.get_running_loop()
        try:
            action = await loop.run_in_executor(self._pool, player.act, turn.view)
        except Exception:
            log.exception("bot failed", extra={"level": turn.level, "seq": turn.view.seq})
            return turn.view.legal[0]
        if action not in turn.view.legal:
            log.error("bot chose what it may not do", extra={"level": turn.level, "seq": turn.view.seq})
            return turn.view.legal[0]
        return action

    def close(self) -> None:
        """Let go of the threads; a bot that still thinks finishes for nobody."""
        self._pool.shutdown(wait=False, cancel_futures=True)
