"""What is left of a table: one's own tables, records, replays, statistics, and being forgotten."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import logging
import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from rufen.core.events import Envelope
from rufen.core.notation import format_record
from rufen.core.state import fold
from rufen.protocol.bodies import ErrorBody, Forget, Forgotten, TableInfo
from rufen.server.answers import Refused, json_answer, read_body, route
from rufen.server.forgetting import NotTheirs, without
from rufen.server.library import ENDED, Library
from rufen.server.replay import NoSuchRound, NoSuchSeat, NotOver, replay_of
from rufen.server.rooms import Rooms
from rufen.server.statistics import statistics
from rufen.server.store.base import OtherRules, StoreFailed
from rufen.table.keys import key_of

__all__ = ["MAX_FOLLOWED", "MAX_MINE", "MAX_STATISTICS", "Afterwards", "Spend"]

log = logging.getLogger("rufen.afterwards")

MAX_MINE = 100
"""How many tables a browser may ask for, or have forgotten, at once."""
MAX_STATISTICS = 300
"""How many tables may go into one statistics."""
MAX_FOLLOWED = 300
"""How many rematches one request to be forgotten may lead to."""

_FORGET: Any = Forget | list[TableInfo]

Spend = Callable[[str, int], float]
"""So many tables are looked up for an address; how long it must wait first, in seconds."""


def _not_over() -> Refused:
    return Refused(409, ErrorBody("not_over", "the game is not over: what was hidden in it stays hidden"))


def _number(text: str) -> int:
    """A number of up to three digits, −1 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 3 else -1


def _bounded(wanted: Sequence[TableInfo], limit: int) -> list[TableInfo]:
    """Each of them once. Raises Refused for too many."""
    if len(wanted) > limit:
        raise Refused(422, ErrorBody("too_many", f"at most {limit} tables at once", limit=limit))
    return list(dict.fromkeys(wanted))


class Afterwards:
    """The end points over games that are stored."""

    def __init__(self, rooms: Rooms, body_bytes: int, spend: Spend) -> None:
        self._rooms = rooms
        self._body_bytes = body_bytes
        self._spend = spend
        self._library = Library(rooms.store)

    @property
    def routes(self) -> list[Route]:
        """Where each end point is."""
        return [
            route("POST", "/api/tables/mine", self.my_tables),
            route("POST", "/api/tables/statistics", self.statistics),
            route("GET", "/api/tables/{table}/record", self.record),
            route("GET", "/api/tables/{table}/replay/{round}", self.replay),
            route("POST", "/api/forget", self.forget),
        ]

    async def _seats(self, request: Request, limit: int) -> list[TableInfo]:
        return _bounded(await read_body(request, list[TableInfo], self._body_bytes), limit)

    def _look_up(self, request: Request, tables: int) -> None:
        """So many tables are looked up. Raises Refused when that is too much for an address."""
        wait = self._spend(request.scope["rufen.address"], tables) if tables else 0.0
        if wait:
            seconds = math.ceil(wait)
            detail = f"too many tables looked up from one address: again in {seconds} s"
            raise Refused(429, ErrorBody("too_fast", detail), retry_after=seconds)

    async def _read(self, table: str) -> list[Envelope]:
        """The log of a table that is there. Raises Refused."""
        try:
            events = await self._rooms.store.read(table)
        except (StoreFailed, OtherRules) as error:
            log.error("table not readable", extra={"table": table, "why": str(error)})
            raise Refused(503, ErrorBody("store_failed", "the server cannot read this table")) from None
        if not events:
            raise Refused(404, ErrorBody("unknown_table", "there is no such table"))
        return events

    async def my_tables(self, request: Request) -> Response:
        """POST /api/tables/mine: those that are known and whose secret is right."""
        wanted = await self._seats(request, MAX_MINE)
        self._look_up(request, self._library.cost(wanted))
        found = [await self._library.summary(info) for info in wanted]
        return json_answer([summary for summary in found if summary is not None])

    async def statistics(self, request: Request) -> Response:
        """POST /api/tables/statistics: over those that are finished."""
        wanted = await self._seats(request, MAX_STATISTICS)
        self._look_up(request, self._library.cost(wanted))
        found = {info.table: game for info in wanted if (game := await self._library.finished(info))}
        return json_answer(statistics(found.values()))

    async def record(self, request: Request) -> Response:
        """GET /api/tables/{table}/record: the game record, once the game is over."""
        events = await self._read(request.path_params["table"])
        if fold(envelope.event for envelope in events).phase not in ENDED:
            raise _not_over()
        day = datetime.fromtimestamp(events[0].at, UTC).date().isoformat()
        return PlainTextResponse(
            format_record(events, date=day),
            headers={"content-disposition": f'attachment; filename="rufen-{events[0].game}.txt"'},
        )

    async def replay(self, request: Request) -> Response:
        """GET /api/tables/{table}/replay/{round}?seat=N: a round step by step, once the game is over."""
        table, asked = request.path_params["table"], request.query_params.get("seat")
        number = _number(request.path_params["round"])
        seat = None if asked is None else _number(asked)
        events = await self._read(table)
        packed = "gzip" in request.headers.get("accept-encoding", "")

        def write() -> bytes:
            body = msgspec.json.encode(replay_of(table, events, number, seat))
            return gzip.compress(body, 5, mtime=0) if packed else body

        try:
            # tens of milliseconds, in which others want to play
            body = await asyncio.to_thread(write)
        except NotOver:
            raise _not_over() from None
        except NoSuchRound as error:
            allowed = f"1 … {error.rounds}" if error.rounds else "none: no round was dealt"
            body_of = ErrorBody("unknown_round", f"there are {error}", allowed=allowed, limit=error.rounds)
            raise Refused(404, body_of) from None
        except NoSuchSeat as error:
            allowed = f"0 … {error.seats - 1}, or no seat for all hands"
            raise Refused(422, ErrorBody("unknown_seat", str(error), allowed=allowed)) from None
        headers = {"cache-control": "no-store", "vary": "accept-encoding"}
        if packed:
            headers["content-encoding"] = "gzip"
        return Response(body, headers=headers, media_type="application/json")

    async def forget(self, request: Request) -> Response:
        """POST /api/forget: take name and secret of these seats from the server, also out of rematches."""
        given = await read_body(request, _FORGET, self._body_bytes)
        wish = given if isinstance(given, Forget) else Forget(tuple(given))
        wanted = _bounded(wish.tables, MAX_MINE)
        self._look_up(request, len(wanted))
        keep, seen = set(wish.keep), set(wanted)
        followed: list[TableInfo] = []
        deleted: list[str] = []
        renamed: list[str] = []
        for info in itertools.chain(wanted, followed):
            # Looked up before the game may be gone.
            follows = await self._library.next_table(info.table)
            try:
                whole = await self._forget(info.table, key_of(info.token))
                (deleted if whole else renamed).append(info.table)
            except NotTheirs:
                pass
            except (StoreFailed, OtherRules) as error:
                log.error("not forgotten", extra={"table": info.table, "why": str(error)})
                failed = ErrorBody("store_failed", "the server cannot write to its store")
                raise Refused(503, failed) from None
            # Also from a table that they were taken out of before: the next one may have failed then.
            if follows is not None and follows not in keep and len(followed) < MAX_FOLLOWED:
                further = TableInfo(follows, info.token)
                if further not in seen:
                    seen.add(further)
                    followed.append(further)
        if followed:
            self._spend(request.scope["rufen.address"], len(followed))
        return json_answer(Forgotten(tuple(deleted), tuple(renamed)))

    async def _forget(self, table: str, key: str) -> bool:
        """Take the person of a key out of a game; whether the whole game is deleted.

        Raises NotTheirs, StoreFailed, OtherRules.
        """
        # A table that is nothing to do with whoever asks is not taken into memory for it.
        if not await self._rooms.store.find_key(table, key):
            raise NotTheirs
        whole = False

        def change(events: list[Envelope]) -> list[Envelope] | None:
            nonlocal whole
            left = without(events, key)
            whole = left is None
            return left

        try:
            if not await self._rooms.forget(table, change):
                raise NotTheirs
        finally:
            self._library.drop(table)
        return whole
