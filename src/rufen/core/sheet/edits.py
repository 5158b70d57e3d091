"""Every change that can be made to a sheet, each as a value; `edit` makes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from rufen.core.house_rules import MAX_SEATS, MIN_SEATS, HouseRules, parse_house_rules
from rufen.core.sheet.document import (
    MAX_ADJUSTMENTS,
    MAX_NAME,
    MAX_PLAYERS,
    MAX_POINTS,
    MAX_REASON,
    MAX_TITLE,
    MAX_TRICKS,
    Dealer,
    Entries,
    Line,
    Player,
    Seating,
    Sheet,
    SheetError,
    check_names,
    clean_text,
    hand_sizes,
    seating_in_force,
    seating_of,
)

__all__ = [
    "Adjust",
    "ChangeRules",
    "Deal",
    "Edit",
    "Enter",
    "Rename",
    "Seat",
    "Show",
    "Title",
    "Unadjust",
    "edit",
]


class Enter(msgspec.Struct, frozen=True, tag_field="kind", tag="enter", omit_defaults=True):
    """Bids or tricks of a round by player; None takes an entry back.

    `kept` confirms a bid that the restriction forbids (R8.2). Any other change of a bid of the round
    asks for it again.
    """

    round: int
    bids: Mapping[str, int | None] = {}
    tricks: Mapping[str, int | None] = {}
    kept: bool = False


class Show(msgspec.Struct, frozen=True, tag_field="kind", tag="show"):
    """Delayed bids of a round are shown (R3.3)."""

    round: int


class ChangeRules(msgspec.Struct, frozen=True, tag_field="kind", tag="rules"):
    """Other house rules for the whole match: what differs from the standard game (R7)."""

    rules: Mapping[str, Any]


class Seat(msgspec.Struct, frozen=True, tag_field="kind", tag="seat", omit_defaults=True):
    """From a round on these players sit in this order: somebody joins, leaves or changes places.

    Players of a new id join. Later seatings are replaced. `rules` changes the rules with it, because
    the number of players limits the number of rounds (R2.2).
    """

    round: int
    players: tuple[Player, ...]
    rules: Mapping[str, Any] | None = None


class Rename(msgspec.Struct, frozen=True, tag_field="kind", tag="rename"):
    """A player's name."""

    player: str
    name: str


class Deal(msgspec.Struct, frozen=True, tag_field="kind", tag="deal"):
    """Who deals a round; None: whose turn it is (R2.4)."""

    round: int
    player: str | None


class Adjust(msgspec.Struct, frozen=True, tag_field="kind", tag="adjust"):
    """Add an adjustment line, or correct the one of this id (R5.6)."""

    id: str
    round: int
    player: str
    points: int
    reason: str


class Unadjust(msgspec.Struct, frozen=True, tag_field="kind", tag="unadjust"):
    """Take an adjustment line away."""

    id: str


class Title(msgspec.Struct, frozen=True, tag_field="kind", tag="title"):
    """The title of the sheet; may be empty."""

    title: str


Edit: TypeAlias = Enter | Show | ChangeRules | Seat | Rename | Deal | Adjust | Unadjust | Title


def edit(sheet: Sheet, change: Edit) -> Sheet:
    """The sheet after a change.

    Raises SheetError (places begin with the field of the edit) or SettingError; the sheet is as before.
    """
    match change:
        case Enter():
            return _enter(sheet, change)
        case Show(number):
            entries = _entries(sheet, number)
            return _with_round(sheet, number, msgspec.structs.replace(entries, shown=True))
        case ChangeRules(rules):
            return _with_rules(sheet, rules)
        case Seat():
            return _seat(sheet, change)
        case Rename(player, name):
            _known(sheet, player, "player")
            cleaned = clean_text(name, "name", MAX_NAME)
            players = tuple(Player(p.id, cleaned) if p.id == player else p for p in sheet.players)
            _names(players, "name")
            return msgspec.structs.replace(sheet, players=players)
        case Deal(number, player):
            return _deal(sheet, number, player)
        case Adjust():
            return _adjust(sheet, change)
        case Unadjust(line):
            if all(one.id != line for one in sheet.adjustments):
                raise SheetError("unknown_line", "id", "an adjustment line of this sheet")
            return msgspec.structs.replace(
                sheet, adjustments=tuple(one for one in sheet.adjustments if one.id != line)
            )
        case Title(title):
            return msgspec.structs.replace(
                sheet, title=clean_text(title, "title", MAX_TITLE, empty_allowed=True)
            )


def _count(sheet: Sheet) -> int:
    return len(hand_sizes(sheet.rules, len(seating_in_force(sheet).players)))


def _known(sheet: Sheet, player: str, place: str) -> None:
    if all(one.id != player for one in sheet.players):
        raise SheetError("unknown_player", place, "a player of this sheet")


def _names(players: Sequence[Player], place: str) -> None:
    try:
        check_names(players)
    except SheetError as error:
        raise SheetError(error.code, place, error.allowed) from None


def _entries(sheet: Sheet, number: int) -> Entries:
    """The entries of a round of the game, or of one beyond it that was played."""
    last = max(_count(sheet), len(sheet.rounds))
    if not 1 <= number <= last:
        raise SheetError("round", "round", f"a round 1 … {last}")
    return sheet.rounds[number - 1] if number <= len(sheet.rounds) else Entries()


def _with_round(sheet: Sheet, number: int, entries: Entries) -> Sheet:
    rounds = [*sheet.rounds, *[Entries()] * (number - len(sheet.rounds))]
    rounds[number - 1] = entries
    while rounds and rounds[-1].empty:
        rounds.pop()
    return msgspec.structs.replace(sheet, rounds=tuple(rounds))


def _enter(sheet: Sheet, change: Enter) -> Sheet:
    entries = _entries(sheet, change.round)
    seated = seating_of(sheet, change.round).players
    sizes = hand_sizes(sheet.rules, len(seating_in_force(sheet).players))
    most = sizes[change.round - 1] if change.round <= len(sizes) else MAX_TRICKS

    def changed(kind: str, now: Mapping[str, int], new: Mapping[str, int | None]) -> dict[str, int]:
        after: dict[str, int | None] = {**now}
        for player, value in new.items():
            if player not in seated:
                raise SheetError("not_seated", f"{kind}.{player}", f"a player of round {change.round}")
            if value is not None and not 0 <= value <= most:
                raise SheetError("range", f"{kind}.{player}", f"a whole number 0 … {most} (R8.1)")
            after[player] = value
        return {player: value for player, value in after.items() if value is not None}

    bids = changed("bids", entries.bids, change.bids)
    tricks = changed("tricks", entries.tricks, change.tricks)
    kept = change.kept or (entries.kept and bids == entries.bids)
    return _with_round(sheet, change.round, Entries(bids, tricks, kept, entries.shown))


def _with_rules(sheet: Sheet, settings: Mapping[str, Any]) -> Sheet:
    # What the settings themselves allow comes first; who plays then depends on how many rounds there are.
    changed = msgspec.structs.replace(sheet, rules=parse_house_rules(settings))
    parse_house_rules(settings, len(seating_in_force(changed).players))
    return changed


def _seat(sheet: Sheet, change: Seat) -> Sheet:
    if not MIN_SEATS <= len(change.players) <= MAX_SEATS:
        allowed = f"{MIN_SEATS} to {MAX_SEATS} players, not {len(change.players)} (R1.4)"
        raise SheetError("players", "players", allowed)
    ids = tuple(player.id for player in change.players)
    if len(set(ids)) < len(ids):
        raise SheetError("duplicate", "players", "each player once")
    settings = change.rules if change.rules is not None else _settings(sheet.rules)
    # It begins within the game as it was, and as it will be with so many players (R2.1).
    will_be = len(hand_sizes(parse_house_rules(settings), len(ids)))
    last = min(_count(sheet), len(sheet.rounds) + 1, will_be)
    if not 1 <= change.round <= last:
        raise SheetError("round", "round", f"a round 1 … {last}")
    known = {player.id for player in sheet.players}
    joining = []
    for place, player in enumerate(change.players):
        if player.id not in known:
            _check_id(player.id, f"players[{place}].id")
            joining.append(Player(player.id, clean_text(player.name, f"players[{place}].name", MAX_NAME)))
    players = (*sheet.players, *joining)
    if len(players) > MAX_PLAYERS:
        raise SheetError("too_many", "players", f"at most {MAX_PLAYERS} players in one match")
    _names(players, "players")
    seatings = tuple(seating for seating in sheet.seatings if seating.round < change.round)
    if not seatings or seatings[-1].players != ids:
        seatings = (*seatings, Seating(change.round, ids))
    return _with_rules(msgspec.structs.replace(sheet, players=players, seatings=seatings), settings)


def _settings(rules: HouseRules) -> Mapping[str, Any]:
    settings: dict[str, Any] = msgspec.to_builtins(rules)
    return settings


def _check_id(id: str, place: str) -> None:
    if not (1 <= len(id) <= 16 and id.isascii() and id.isalnum() and id == id.lower()):
        raise SheetError("id", place, "1 to 16 small letters and digits")


def _deal(sheet: Sheet, number: int, player: str | None) -> Sheet:
    _entries(sheet, number)
    if player is not None and player not in seating_of(sheet, number).players:
        raise SheetError("not_seated", "player", f"a player of round {number}")
    dealers = [dealer for dealer in sheet.dealers if dealer.round != number]
    if player is not None:
        dealers.append(Dealer(number, player))
    return msgspec.structs.replace(sheet, dealers=tuple(sorted(dealers, key=lambda dealer: dealer.round)))


def _adjust(sheet: Sheet, change: Adjust) -> Sheet:
    _check_id(change.id, "id")
    _known(sheet, change.player, "player")
    last = max(_count(sheet), len(sheet.rounds))
    if not 0 <= change.round <= last:
        raise SheetError("round", "round", f"a round 0 … {last}")
    if change.points == 0 or abs(change.points) > MAX_POINTS:
        raise SheetError("range", "points", f"a whole number −{MAX_POINTS} … {MAX_POINTS}, not 0")
    reason = clean_text(change.reason, "reason", MAX_REASON)
    line = Line(change.id, change.round, change.player, change.points, reason)
    lines = sheet.adjustments
    if any(one.id == line.id for one in lines):
        lines = tuple(line if one.id == line.id else one for one in lines)
    else:
        lines = (*lines, line)
    if len(lines) > MAX_ADJUSTMENTS:
        raise SheetError("too_many", "id", f"at most {MAX_ADJUSTMENTS} adjustment lines")
    return msgspec.structs.replace(sheet, adjustments=lines)
