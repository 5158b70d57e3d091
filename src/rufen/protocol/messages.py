"""Every message of the WebSocket and every body of the HTTP interface, as types.

One source for server, tests and browser: `rufen.protocol.typescript` writes the browser's types from
here, and `docs/protocol.md` describes the exchange.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any

import msgspec

from rufen.core.actions import Action, IllegalReason
from rufen.core.cards import Suit
from rufen.core.events import Event, PlayerKind
from rufen.core.house_rules import HouseRules
from rufen.core.view import PlayerView

__all__ = [
    "MAX_MESSAGE_BYTES",
    "PROTOCOL_VERSION",
    "Ack",
    "Act",
    "AddressInfo",
    "Beat",
    "ClientMessage",
    "CloseCode",
    "CreateTable",
    "ErrorBody",
    "Hello",
    "NextRound",
    "Ping",
    "PresetInfo",
    "RefusalCode",
    "Refused",
    "Resync",
    "RulesCheck",
    "RulesChecked",
    "RulesInfo",
    "SeatInfo",
    "SeatPlan",
    "ServerMessage",
    "SettingInfo",
    "Sit",
    "Snapshot",
    "StandUp",
    "Start",
    "TableCreated",
    "TableInfo",
    "TableNews",
    "TableSummary",
    "Update",
    "WireMessage",
]

PROTOCOL_VERSION = 1
MAX_MESSAGE_BYTES = 4096
"""The longest message a client may send."""

ActionId = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+\Z")]
TableId = Annotated[str, msgspec.Meta(min_length=6, max_length=32, pattern=r"^[a-z0-9]+\Z")]
Token = Annotated[str, msgspec.Meta(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+\Z")]
Name = Annotated[str, msgspec.Meta(max_length=200)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]


class RefusalCode(Enum):
    """Why the server refused a message, beyond the reasons of the rules (`IllegalReason`)."""

    MALFORMED = "malformed"
    """Not JSON, or not a message of this protocol; `detail` says where."""
    TOO_LARGE = "too_large"
    UNSUPPORTED_VERSION = "unsupported_version"
    HELLO_EXPECTED = "hello_expected"
    """The first message of a connection is `hello`."""
    UNKNOWN_TABLE = "unknown_table"
    UNKNOWN_TOKEN = "unknown_token"
    """The secret owns no seat at this table."""
    SEAT_TAKEN = "seat_taken"
    ALREADY_SEATED = "already_seated"
    BAD_NAME = "bad_name"
    NOT_HOST = "not_host"
    """Only the host (the person who opened the table) may do this."""
    STALE = "stale"
    """The action was meant for an earlier position; nothing was done."""
    TOO_FAST = "too_fast"
    SHUTTING_DOWN = "shutting_down"
    STORE_FAILED = "store_failed"
    """The server could not write to its store; nothing was done."""
    ILLEGAL = "illegal"
    """The rules do not allow it; `illegal` says why."""


class CloseCode:
    """WebSocket close codes: the client reconnects after the first three."""

    GOING_AWAY = 1001
    RESYNC = 4000
    """Too slow: messages were dropped; reconnect for a snapshot."""
    SILENT = 4001
    """Nothing heard for too long."""
    REFUSED = 4002
    """The hello was refused; the `refused` message before says why."""
    TOO_LARGE = 1009


# client → server


class WireMessage(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Base of every message; as JSON an object whose `type` is the class's tag."""


class Hello(WireMessage, tag="hello", frozen=True):
    """The first message: which table, the secret of a seat if this browser has one, the last `seq` seen."""

    v: int
    table: TableId
    token: Token | None = None
    seq: int | None = None


class Act(WireMessage, tag="act", frozen=True):
    """An action of this seat, made while looking at the view of `seq`. Resent until acknowledged."""

    id: ActionId
    seq: int
    action: Action


class NextRound(WireMessage, tag="next_round", frozen=True):
    """This seat has seen the result of round `round` and is ready for the next deal."""

    id: ActionId
    round: int


class Sit(WireMessage, tag="sit", frozen=True):
    """Take a seat before the game starts. `token` is a secret the browser made; it will own the seat.

    Bots are seated with `level` by the host.
    """

    id: ActionId
    seat: SeatNumber
    name: Name
    token: Token | None = None
    level: str | None = None


class StandUp(WireMessage, tag="stand_up", frozen=True):
    """Leave a seat before the game starts: one's own, or for the host any."""

    id: ActionId
    seat: SeatNumber


class Start(WireMessage, tag="start", frozen=True):
    """Start the game (host only); every seat must be taken."""

    id: ActionId


class Resync(WireMessage, tag="resync", frozen=True):
    """Something is missing here: send a snapshot."""


class Ping(WireMessage, tag="ping", frozen=True):
    """Still there; answered by `beat`."""


ClientMessage = Hello | Act | NextRound | Sit | StandUp | Start | Resync | Ping

# server → client


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits in a seat, as everybody may see; name empty for an open seat."""

    seat: int
    name: str
    kind: PlayerKind | None
    level: str | None
    connected: bool
    ready: bool
    """Has seen the round's result and waits for the next deal."""


class TableNews(WireMessage, tag="table", frozen=True):
    """Who sits where and who is connected; sent when it changes. Does not advance `seq`."""

    seats: tuple[SeatInfo, ...]
    host: int | None
    """The seat of the person who opened the table."""
    started: bool
    spectators: int


class Snapshot(WireMessage, tag="snapshot", frozen=True):
    """The whole table as this seat may see it: the answer to `hello` and `resync`.

    `missed` are the events after the `seq` of the hello, as this seat may see them, when there are few.
    """

    v: int
    table: str
    view: PlayerView
    news: TableNews
    missed: tuple[Event, ...] = ()


class Update(WireMessage, tag="update", frozen=True):
    """Events `after` + 1 … `view.seq` as this seat may see them, and the view after them.

    A client whose own seq is not `after` has missed something and sends `resync`.
    """

    after: int
    events: tuple[Event, ...]
    view: PlayerView


class Ack(WireMessage, tag="ack", frozen=True):
    """The message `id` has done its work (now or when it came the first time); `seq` is the table's."""

    id: str
    seq: int


class Refused(WireMessage, tag="refused", frozen=True, omit_defaults=True):
    """The message `id` (None: one that could not be read) changed nothing, and why."""

    id: str | None
    reason: RefusalCode
    illegal: IllegalReason | None = None
    suit: Suit | None = None
    detail: str | None = None


class Beat(WireMessage, tag="beat", frozen=True):
    """The server is there; sent at least every 15 s."""

    seq: int


ServerMessage = Snapshot | Update | TableNews | Ack | Refused | Beat

# HTTP bodies


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: `kind` `you`, `bot` (with `level`), or `open` for somebody who comes later."""

    kind: str
    level: str | None = None


class CreateTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables. With no open seat the game starts at once."""

    token: Token
    """A secret the browser made; it will own the seat `you`."""
    name: Name
    seats: tuple[SeatPlan, ...]
    rules: dict[str, Any] = {}
    """Settings of R7 by name; what is missing keeps its default."""
    preset: str | None = None
    """A named preset instead of `rules`."""
    first_dealer: int | None = None


class TableCreated(msgspec.Struct, frozen=True):
    """The answer: the new table and the seat of the one who opened it."""

    table: str
    seat: int


class SettingInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """One setting of R7 as a settings page needs it."""

    name: str
    group: str
    kind: str
    default: Any
    choices: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    step: int = 1


class PresetInfo(msgspec.Struct, frozen=True):
    """A named preset: the settings in which it differs from the standard game, for each number of seats."""

    name: str
    rules: dict[str, dict[str, Any]]
    """By number of seats as text, "3" … "6"."""


class RulesInfo(msgspec.Struct, frozen=True):
    """GET /api/rules: all settings, presets, bot levels and limits."""

    settings: tuple[SettingInfo, ...]
    presets: tuple[PresetInfo, ...]
    levels: tuple[str, ...]
    full_game_rounds: dict[str, int]


class RulesCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rules/check: whether these settings (or a preset) fit together for so many players."""

    players: int
    rules: dict[str, Any] = {}
    preset: str | None = None


class RulesChecked(msgspec.Struct, frozen=True):
    """The answer when they do: the hand size of every round, and every setting. Else an `ErrorBody`."""

    schedule: tuple[int, ...]
    rules: HouseRules


class AddressInfo(msgspec.Struct, frozen=True):
    """GET /api/address: where others in the network find this server; null when they cannot."""

    address: str | None


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """Every HTTP error: a code for the catalogue of messages, and for settings what is wrong and allowed."""

    error: str
    detail: str
    setting: str | None = None
    value: Any = None
    allowed: str | None = None
    limit: int | None = None


class TableInfo(msgspec.Struct, frozen=True):
    """A table this browser asks for, to show under Continue."""

    table: str
    token: Token


class TableSummary(msgspec.Struct, frozen=True):
    """POST /api/tables/mine answers one of these for each table that is known and whose token is right."""

    table: str
    seat: int
    names: tuple[str, ...]
    phase: str
    round_number: int
    round_count: int
    your_turn: bool
    totals: tuple[int, ...]
    updated_at: float
