"""The HTTP interface: rules, tables, records. Every failure is a JSON `ErrorBody`."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

import rufen
from rufen.core.house_rules import SettingError, msgspec_text, schedule
from rufen.core.notation import format_record
from rufen.core.state import Phase
from rufen.core.version import RULES_VERSION
from rufen.protocol.messages import (
    AddressInfo,
    CreateTable,
    ErrorBody,
    RulesCheck,
    RulesChecked,
    TableInfo,
    TableSummary,
)
from rufen.protocol.rules import rules_info
from rufen.server.rooms import Rooms
from rufen.server.store.base import OtherRules, StoreFailed
from rufen.table.creation import chosen_rules
from rufen.table.names import BadName

__all__ = ["Api", "error_response"]

T = TypeVar("T")

log = logging.getLogger("rufen.api")

MAX_MINE = 100
"""How many tables a browser may ask for at once."""


class _Refused(Exception):
    def __init__(self, status: int, body: ErrorBody) -> None:
        self.status = status
        self.body = body


def _json(value: object, status: int = 200) -> Response:
    content = msgspec.json.encode(value)
    headers = {"cache-control": "no-store"}
    return Response(content, status, headers, media_type="application/json")


def error_response(status: int, body: ErrorBody) -> Response:
    """An error as JSON; a value that has no JSON form is given as text."""
    try:
        return _json(body, status)
    except (TypeError, ValueError, OverflowError, RecursionError):
        return _json(msgspec.structs.replace(body, value=msgspec_text(body.value)), status)


def setting_error(error: SettingError) -> ErrorBody:
    """What is wrong with a setting, and what is allowed."""
    return ErrorBody(error.code, str(error), error.setting, error.value, error.allowed, error.limit)


def _route(method: str, path: str, endpoint: Callable[[Request], Awaitable[Response]]) -> Route:
    """A route for one method; others are answered here, or they would reach the web pages."""

    async def answer(request: Request) -> Response:
        if request.method != method and (request.method, method) != ("HEAD", "GET"):
            raise HTTPException(405, f"{path} is for {method}", headers={"allow": method})
        return await endpoint(request)

    return Route(path, answer, methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])


class Api:
    """The end points over the rooms."""

    def __init__(self, rooms: Rooms, body_bytes: int, network_address: Callable[[], str | None]) -> None:
        self._rooms = rooms
        self._body_bytes = body_bytes
        self._network_address = network_address
        self._info = msgspec.json.encode(rules_info(tuple(rooms.levels)))

    @property
    def routes(self) -> list[Route]:
        """Where each end point is."""
        return [
            _route("GET", "/healthz", self.health),
            _route("GET", "/api/address", self.address),
            _route("GET", "/api/rules", self.rules),
            _route("POST", "/api/rules/check", self.check_rules),
            _route("POST", "/api/tables", self.create_table),
            _route("POST", "/api/tables/mine", self.my_tables),
            _route("GET", "/api/tables/{table}/record", self.record),
        ]

    async def _body(self, request: Request, kind: type[T]) -> T:
        body = bytearray()
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > self._body_bytes:
                    limit = self._body_bytes
                    raise _Refused(413, ErrorBody("too_large", f"at most {limit} bytes", limit=limit))
        except ClientDisconnect:
            raise _Refused(400, ErrorBody("malformed", "the request ended early")) from None
        try:
            return msgspec.json.decode(bytes(body), type=kind)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            raise _Refused(422, ErrorBody("malformed", str(error)[:200])) from None

    async def health(self, _request: Request) -> Response:
        """GET /healthz: 200 when tables can be played, 503 when the store cannot be written."""
        writable = await self._rooms.store.writable()
        body = {
            "ok": writable,
            "version": rufen.__version__,
            "rules_version": RULES_VERSION,
            "store_writable": writable,
            "tables": len(self._rooms),
        }
        return _json(body, 200 if writable else 503)

    async def address(self, _request: Request) -> Response:
        """GET /api/address: where other devices of the network find this server."""
        return _json(AddressInfo(self._network_address()))

    async def rules(self, _request: Request) -> Response:
        """GET /api/rules."""
        return Response(self._info, headers={"cache-control": "no-cache"}, media_type="application/json")

    async def check_rules(self, request: Request) -> Response:
        """POST /api/rules/check: the rules in full and the hand sizes, or what is wrong."""
        try:
            wish = await self._body(request, RulesCheck)
            rules = chosen_rules(wish.players, wish.rules, wish.preset)
            return _json(RulesChecked(schedule(rules, wish.players), rules))
        except _Refused as refused:
            return error_response(refused.status, refused.body)
        except SettingError as error:
            return error_response(422, setting_error(error))

    async def create_table(self, request: Request) -> Response:
        """POST /api/tables."""
        try:
            wish = await self._body(request, CreateTable)
            if self._rooms.closing:
                return error_response(503, ErrorBody("shutting_down", "the server is shutting down"))
            return _json(await self._rooms.create(wish), 201)
        except _Refused as refused:
            return error_response(refused.status, refused.body)
        except SettingError as error:
            return error_response(422, setting_error(error))
        except BadName as error:
            return error_response(422, ErrorBody("bad_name", str(error)))
        except StoreFailed as error:
            log.error("table not created", extra={"why": str(error)})
            return error_response(503, ErrorBody("store_failed", "the server cannot write to its store"))

    async def my_tables(self, request: Request) -> Response:
        """POST /api/tables/mine: those that are known and whose secret is right."""
        try:
            wanted = await self._body(request, list[TableInfo])
        except _Refused as refused:
            return error_response(refused.status, refused.body)
        if len(wanted) > MAX_MINE:
            return error_response(
                422, ErrorBody("too_many", f"at most {MAX_MINE} tables at once", limit=MAX_MINE)
            )
        found = []
        for info in wanted:
            summary = await self._summary(info)
            if summary is not None:
                found.append(summary)
        return _json(found)

    async def _summary(self, info: TableInfo) -> TableSummary | None:
        try:
            room = await self._rooms.get(info.table)
        except (StoreFailed, OtherRules):
            return None
        seat = room.table.seat_of(info.token) if room is not None else None
        if room is None or seat is None:
            return None
        table = room.table
        state, view = table.state, table.view(seat)
        return TableSummary(
            table=table.id,
            seat=seat,
            names=tuple(player.name if player else "" for player in state.setup.players),
            phase=state.phase.value,
            round_number=view.round_number,
            round_count=len(state.setup.schedule),
            your_turn=seat in view.to_act,
            totals=state.totals,
            updated_at=table.updated_at,
        )

    async def record(self, request: Request) -> Response:
        """GET /api/tables/{table}/record: the game record, once the game is over."""
        table_id = request.path_params["table"]
        try:
            room = await self._rooms.get(table_id)
            if room is None:
                return error_response(404, ErrorBody("unknown_table", "there is no such table"))
            if room.table.state.phase not in (Phase.GAME_OVER, Phase.ABORTED):
                detail = "a record is given out when the game is over"
                return error_response(409, ErrorBody("not_over", detail))
            log_of_game = await self._rooms.store.read(table_id)
        except (StoreFailed, OtherRules) as error:
            log.error("record not readable", extra={"table": table_id, "why": str(error)})
            return error_response(503, ErrorBody("store_failed", "the server cannot read this table"))
        day = datetime.fromtimestamp(log_of_game[0].at, UTC).date().isoformat()
        return PlainTextResponse(
            format_record(log_of_game, date=day),
            headers={"content-disposition": f'attachment; filename="rufen-{room.table.id}.txt"'},
        )
