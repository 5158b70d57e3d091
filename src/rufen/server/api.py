"""The HTTP interface: rules, tables, and what is left of them. Every failure is a JSON `ErrorBody`."""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import rufen
from rufen.core.house_rules import SettingError, schedule
from rufen.core.version import RULES_VERSION
from rufen.protocol.bodies import (
    AddressInfo,
    CreateTable,
    ErrorBody,
    FoundTable,
    RulesCheck,
    RulesChecked,
)
from rufen.protocol.rules import rules_info
from rufen.server.afterwards import Afterwards, Spend
from rufen.server.answers import Refused, error_response, json_answer, read_body, route, setting_error
from rufen.server.bots import OFFERED
from rufen.server.rooms import Rooms
from rufen.server.store.base import StoreFailed
from rufen.table.codes import clean_code
from rufen.table.creation import chosen_rules
from rufen.table.names import BadName

__all__ = ["Api"]

log = logging.getLogger("rufen.api")


class Api:
    """The end points over the rooms."""

    def __init__(
        self,
        rooms: Rooms,
        body_bytes: int,
        network_address: Callable[[], str | None],
        spend: Spend,
        *,
        public_list: bool = False,
    ) -> None:
        self._rooms = rooms
        self._body_bytes = body_bytes
        self._network_address = network_address
        self._public_list = public_list
        self._afterwards = Afterwards(rooms, body_bytes, spend)
        self._info = msgspec.json.encode(rules_info(OFFERED))

    @property
    def routes(self) -> list[Route]:
        """Where each end point is."""
        return [
            route("GET", "/healthz", self.health),
            route("GET", "/api/address", self.address),
            route("GET", "/api/rules", self.rules),
            route("POST", "/api/rules/check", self.check_rules),
            route("POST", "/api/tables", self.create_table),
            route("GET", "/api/tables/open", self.open_tables),
            route("GET", "/api/code/{code}", self.find_code),
            *self._afterwards.routes,
        ]

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
        return json_answer(body, 200 if writable else 503)

    async def address(self, _request: Request) -> Response:
        """GET /api/address: where other devices of the network find this server."""
        return json_answer(AddressInfo(self._network_address(), self._public_list))

    async def rules(self, _request: Request) -> Response:
        """GET /api/rules."""
        return Response(self._info, headers={"cache-control": "no-cache"}, media_type="application/json")

    async def check_rules(self, request: Request) -> Response:
        """POST /api/rules/check: the rules in full and the hand sizes, or what is wrong."""
        wish = await read_body(request, RulesCheck, self._body_bytes)
        try:
            rules = chosen_rules(wish.players, wish.rules, wish.preset)
            return json_answer(RulesChecked(schedule(rules, wish.players), rules))
        except SettingError as error:
            return error_response(422, setting_error(error))

    async def create_table(self, request: Request) -> Response:
        """POST /api/tables."""
        wish = await read_body(request, CreateTable, self._body_bytes)
        if self._rooms.closing:
            return error_response(503, ErrorBody("shutting_down", "the server is shutting down"))
        try:
            return json_answer(await self._rooms.create(wish), 201)
        except SettingError as error:
            return error_response(422, setting_error(error))
        except BadName as error:
            return error_response(422, ErrorBody("bad_name", str(error)))
        except StoreFailed as error:
            log.error("table not created", extra={"why": str(error)})
            return error_response(503, ErrorBody("store_failed", "the server cannot write to its store"))

    async def open_tables(self, _request: Request) -> Response:
        """GET /api/tables/open: tables that anybody may join, where the server shows them."""
        if not self._public_list:
            raise Refused(404, ErrorBody("not_found", "this server keeps no public list of tables"))
        return json_answer(self._rooms.open_tables())

    async def find_code(self, request: Request) -> Response:
        """GET /api/code/{code}: the table of a code, however it is typed."""
        code = clean_code(request.path_params["code"])
        try:
            table = await self._rooms.store.find_code(code) if code is not None else None
        except StoreFailed as error:
            log.error("code not looked up", extra={"why": str(error)})
            raise Refused(503, ErrorBody("store_failed", "the server cannot read its store")) from None
        if table is None:
            raise Refused(404, ErrorBody("unknown_code", "there is no table with this code"))
        return json_answer(FoundTable(table))
