"""Games as they are stored: read without a room, so that looking back fills no memory with tables."""

from __future__ import annotations

import contextlib
from collections import OrderedDict

import msgspec

from rufen.core.events import Envelope
from rufen.core.scoring import RoundResult
from rufen.core.state import GameState, Phase, Player, fold
from rufen.protocol.bodies import TableInfo, TableSummary
from rufen.server.statistics import FinishedGame
from rufen.server.store.base import EventStore, OtherRules, StoreFailed
from rufen.table.facts import Facts
from rufen.table.keys import owns

__all__ = ["ENDED", "Library", "StoredGame"]

ENDED = (Phase.GAME_OVER, Phase.ABORTED)
"""The phases after which nothing more happens."""


class StoredGame(msgspec.Struct, frozen=True):
    """What a game's log says about the whole of it; by seat what has a place for each."""

    table: str
    players: tuple[Player | None, ...]
    phase: Phase
    round_number: int
    round_count: int
    asked: tuple[int, ...]
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...] | None
    created_at: float
    updated_at: float

    @classmethod
    def of(cls, table: str, log: list[Envelope]) -> StoredGame:
        """Of a log with at least one event. Raises ValueError for one that does not fit together."""
        state: GameState = fold(envelope.event for envelope in log)
        return cls(
            table=table,
            players=state.setup.players,
            phase=state.phase,
            round_number=state.deal.number,
            round_count=len(state.setup.schedule),
            asked=state.asked,
            results=state.results,
            totals=state.totals,
            ranks=state.ranks,
            created_at=log[0].at,
            updated_at=log[-1].at,
        )

    def seat_of(self, token: str) -> int | None:
        """The seat that a secret owns."""
        for seat, player in enumerate(self.players):
            if player is not None and owns(player.key, token):
                return seat
        return None


class Library:
    """Reads games; keeps what it knows of those that are over, the `keep` asked for last."""

    def __init__(self, store: EventStore, keep: int = 500) -> None:
        self._store = store
        self._keep = keep
        self._over: OrderedDict[str, StoredGame] = OrderedDict()
        self._dropped = 0

    async def find(self, table: str) -> StoredGame | None:
        """A game; None when there is none, or none that can be read."""
        known = self._over.get(table)
        if known is not None:
            self._over.move_to_end(table)
            return known
        dropped = self._dropped
        try:
            log = await self._store.read(table)
            game = StoredGame.of(table, log) if log else None
        except (StoreFailed, OtherRules, ValueError, LookupError, TypeError):
            return None
        # What was read before somebody was taken out must not be kept after it.
        if game is not None and game.phase in ENDED and dropped == self._dropped:
            self._over[table] = game
            if len(self._over) > self._keep:
                self._over.popitem(last=False)
        return game

    def drop(self, table: str) -> None:
        """Read the game again next time: somebody was taken out of it."""
        self._over.pop(table, None)
        self._dropped += 1

    async def next_table(self, table: str) -> str | None:
        """The table of the rematch."""
        with contextlib.suppress(StoreFailed, ValueError):
            row = await self._store.load_room(table)
            return Facts.decode(row.code, row.body).next_table if row is not None else None
        return None

    async def summary(self, info: TableInfo) -> TableSummary | None:
        """How a table stands, for whoever sits there; None for anybody else."""
        game = await self.find(info.table)
        seat = game.seat_of(info.token) if game is not None else None
        if game is None or seat is None:
            return None
        over = game.phase in ENDED
        return TableSummary(
            table=game.table,
            seat=seat,
            names=tuple(player.name if player else "" for player in game.players),
            phase=game.phase.value,
            round_number=game.round_number,
            round_count=game.round_count,
            your_turn=seat in game.asked,
            totals=game.totals,
            ranks=game.ranks,
            created_at=game.created_at,
            updated_at=game.updated_at,
            next_table=await self.next_table(game.table) if over else None,
        )

    async def finished(self, info: TableInfo) -> FinishedGame | None:
        """A game that was played to its end, for whoever sat there; None for anybody else."""
        game = await self.find(info.table)
        seat = game.seat_of(info.token) if game is not None else None
        if game is None or seat is None or game.phase is not Phase.GAME_OVER or game.ranks is None:
            return None
        return FinishedGame(seat, game.players, game.results, game.totals, game.ranks)
