"""Every body of the HTTP interface, as types; see `messages` for the WebSocket."""

from __future__ import annotations

from typing import Any

import msgspec

from rufen.core.cards import Card
from rufen.core.events import Event, PlayerKind
from rufen.core.house_rules import HouseRules
from rufen.core.view import PlayerView
from rufen.protocol.messages import Name, TableOptions, Token

__all__ = [
    "AddressInfo",
    "BidRate",
    "CreateTable",
    "ErrorBody",
    "Forget",
    "Forgotten",
    "FoundTable",
    "OpenTable",
    "PlayerStatistics",
    "PresetInfo",
    "Replay",
    "ReplayStep",
    "RulesCheck",
    "RulesChecked",
    "RulesInfo",
    "SeatPlan",
    "SettingInfo",
    "Statistics",
    "TableCreated",
    "TableInfo",
    "TableSummary",
]


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
    options: TableOptions = TableOptions()


class TableCreated(msgspec.Struct, frozen=True):
    """The answer: the new table and the seat of the one who opened it."""

    table: str
    seat: int
    code: str


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
    public_list: bool
    """Whether this server shows a list of open tables."""


class FoundTable(msgspec.Struct, frozen=True):
    """GET /api/code/{code}: the table of a code."""

    table: str


class OpenTable(msgspec.Struct, frozen=True):
    """GET /api/tables/open lists these: tables whose host has listed them, with somebody waiting there."""

    table: str
    names: tuple[str, ...]
    """Who sits there already."""
    seats: int
    open: int
    """Seats that are free."""
    standard: bool
    """Played by the standard rules."""


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
    ranks: tuple[int, ...] | None
    """By seat, once the game is over."""
    created_at: float
    updated_at: float
    next_table: str | None
    """The table of the rematch."""


class BidRate(msgspec.Struct, frozen=True):
    """How often somebody made the bid with so many cards."""

    hand_size: int
    rounds: int
    made: int


class PlayerStatistics(msgspec.Struct, frozen=True):
    """What one person has done in finished games; `you` is whoever asked, under any name."""

    name: str
    you: bool
    bot: bool
    level: str | None
    """A bot's level; bots of one name and different levels are different players."""
    games: int
    wins: float
    """A shared win counts as the fraction that falls to each."""
    average_total: float
    average_rank: float
    best_total: int
    rounds: int
    made: int
    by_hand_size: tuple[BidRate, ...]


class Statistics(msgspec.Struct, frozen=True):
    """POST /api/tables/statistics (body: a list of `TableInfo`): over those that are finished."""

    games: int
    players: tuple[PlayerStatistics, ...]
    """You first, then by number of games."""


class Forget(msgspec.Struct, frozen=True):
    """POST /api/forget: seats that are forgotten, and those of the same secrets in the rematches that follow.

    `keep` names tables that are left as they are, with what follows them. A list of `TableInfo` alone keeps
    nothing.
    """

    tables: tuple[TableInfo, ...]
    keep: tuple[str, ...] = ()


class Forgotten(msgspec.Struct, frozen=True):
    """What became of the tables of `Forget`, rematches included.

    A game in which no other person plays is deleted; in the others the name and the secret are.
    """

    deleted: tuple[str, ...]
    renamed: tuple[str, ...]


class ReplayStep(msgspec.Struct, frozen=True):
    """One step of a replay: what happened, as the one who looks may see it, and the view after it.

    `hands` are everybody's cards at that moment, in an open replay; else None.
    """

    events: tuple[Event, ...]
    view: PlayerView
    hands: tuple[tuple[Card, ...], ...] | None


class Replay(msgspec.Struct, frozen=True):
    """GET /api/tables/{table}/replay/{round}?seat=0…5: a round of a finished game step by step.

    Without `seat` it is open: all hands lie on the table. Rounds count from 1. The first step is the deal,
    then every action is one, with all that it brought about.
    """

    table: str
    names: tuple[str, ...]
    kinds: tuple[PlayerKind, ...]
    rounds: int
    """How many rounds can be replayed: those that were dealt."""
    round: int
    seat: int | None
    ended_at: float
    steps: tuple[ReplayStep, ...]
