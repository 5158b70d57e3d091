"""Games as they are stored: read without a room, so that looking back fills no memory with tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Iterable

import msgspec

from rufen.core.events import Envelope
from rufen.core.scoring import RoundResult
from rufen.core.state import GameState, Phase, Player, fold
from rufen.protocol.bodies import TableInfo, TableSummary
from rufen.server.statistics import FinishedGame
from rufen.server.store.base import EventStore, OtherRules, StoreFailed
from rufen.table.facts import Facts
from rufen.table.keys import key_of, owns

__all__ = ["ENDED", "Library", "StoredGame"]

ENDED = (Phase.GAME_OVER, Phase.ABORTED)
"""The phases after which nothing more happens."""


class StoredGame(msgspec.Struct, frozen=True):
    """What a game's log says about the whole of it; by seat what has a place for each."""

    table: str
    seq: int
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
            seq=log[-1].seq,
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
    """Reads games, one at a time; keeps what it knows of the `keep` asked for last."""

    def __init__(self, store: EventStore, keep: int = 500) -> None:
        self._store = store
        self._keep = keep
        self._known: OrderedDict[str, StoredGame] = OrderedDict()
        self._dropped = 0
        self._reading = asyncio.Lock()

    def cost(self, wanted: Iterable[TableInfo]) -> int:
        """How many of these tables are looked up in the store: all but those known to be over."""
        known = (self._known.get(info.table) for info in wanted)
        return sum(game is None or game.phase not in ENDED for game in known)

    async def find(self, table: str, token: str) -> tuple[StoredGame, int] | None:
        """A game and the seat in it that a secret owns; None when there is none, or none that can be read."""
        known = self._known.get(table)
        if known is None or known.phase not in ENDED:
            try:
                seq = await self._store.find_key(table, key_of(token))
                known = await self._read(table, seq) if seq else None
            except (StoreFailed, OtherRules, ValueError, LookupError, TypeError):
                return None
        if known is None:
            return None
        if table in self._known:
            self._known.move_to_end(table)
        seat = known.seat_of(token)
        return (known, seat) if seat is not None else None

    async def _read(self, table: str, seq: int) -> StoredGame | None:
        """A game as it is after event `seq` or later. Raises what the store and a broken log do."""
        async with self._reading:
            known = self._known.get(table)
            if known is not None and known.seq >= seq:
                return known
            dropped = self._dropped
            log = await self._store.read(table)
            # Milliseconds for each, in which others want to play.
            game = await asyncio.to_thread(StoredGame.of, table, log) if log else None
            # What was read before somebody was taken out must not be kept after it.
            if game is not None and dropped == self._dropped:
                self._known[table] = game
                if len(self._known) > self._keep:
                    self._known.popitem(last=False)
            return game

    def drop(self, table: str) -> None:
        """Read the game again next time: somebody was taken out of it."""
        self._known.pop(table, None)
        self._dropped += 1

    async def next_table(self, table: str) -> str | None:
        """The table of the rematch."""
        with contextlib.suppress(StoreFailed, ValueError):
            row = await self._store.load_room(table)
            return Facts.decode(row.code, row.body).next_table if row is not None else None
        return None

    async def summary(self, info: TableInfo) -> TableSummary | None:
        """How a table stands, for whoever sits there; None for anybody else."""
        found = await self.find(info.table, info.token)
        if found is None:
            return None
        game, seat = found
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
        found = await self.find(info.table, info.token)
        if found is None:
            return None
        game, seat = found
        if game.phase is not Phase.GAME_OVER or game.ranks is None:
            return None
        return FinishedGame(seat, game.players, game.results, game.totals, game.ranks)
