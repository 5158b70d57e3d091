"""What every end point needs: bodies read with a limit, answers as JSON, failures as an `ErrorBody`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Send

from rufen.core.house_rules import SettingError, msgspec_text
from rufen.protocol.bodies import ErrorBody

__all__ = [
    "Endpoint",
    "Refused",
    "error_response",
    "json_answer",
    "read_body",
    "route",
    "send_error",
    "setting_error",
]

T = TypeVar("T")

Endpoint = Callable[[Request], Awaitable[Response]]


class Refused(Exception):
    """A request is refused, and how it is answered; `retry_after` in seconds, where it may come again."""

    def __init__(self, status: int, body: ErrorBody, *, retry_after: int | None = None) -> None:
        self.status = status
        self.body = body
        self.retry_after = retry_after
        super().__init__(body.detail)


def json_answer(value: object, status: int = 200) -> Response:
    """A value as JSON that no cache keeps."""
    content = msgspec.json.encode(value)
    return Response(content, status, {"cache-control": "no-store"}, media_type="application/json")


def error_response(status: int, body: ErrorBody, retry_after: int | None = None) -> Response:
    """An error as JSON; a value that has no JSON form is given as text."""
    try:
        response = json_answer(body, status)
    except (TypeError, ValueError, OverflowError, RecursionError):
        response = json_answer(msgspec.structs.replace(body, value=msgspec_text(body.value)), status)
    if retry_after is not None:
        response.headers["retry-after"] = str(retry_after)
    return response


async def send_error(
    send: Send, status: int, body: ErrorBody, *, retry_after: int | None = None, close: bool = False
) -> None:
    """Answer a request that goes no further; `close` the connection with it."""
    response = error_response(status, body, retry_after)
    if close:
        response.headers["connection"] = "close"
    await send({"type": "http.response.start", "status": status, "headers": response.raw_headers})
    await send({"type": "http.response.body", "body": response.body})


def setting_error(error: SettingError) -> ErrorBody:
    """What is wrong with a setting, and what is allowed."""
    return ErrorBody(error.code, str(error), error.setting, error.value, error.allowed, error.limit)


async def read_body(request: Request, kind: type[T], limit: int) -> T:
    """The body of a request, `limit` bytes at most. Raises Refused."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                raise Refused(413, ErrorBody("too_large", f"at most {limit} bytes", limit=limit))
    except ClientDisconnect:
        raise Refused(400, ErrorBody("malformed", "the request ended early")) from None
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise Refused(422, ErrorBody("malformed", str(error)[:200])) from None


def route(method: str, path: str, endpoint: Endpoint) -> Route:
    """A route for one method; others are answered here, or they would reach the web pages.

    An end point that raises Refused is answered with what it says.
    """

    async def answer(request: Request) -> Response:
        if request.method != method and (request.method, method) != ("HEAD", "GET"):
            raise HTTPException(405, f"{path} is for {method}", headers={"allow": method})
        try:
            return await endpoint(request)
        except Refused as refused:
            return error_response(refused.status, refused.body, refused.retry_after)

    return Route(path, answer, methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
