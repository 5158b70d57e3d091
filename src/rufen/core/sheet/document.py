"""What is written on a score sheet (R8.1): who plays, the rules, bids and tricks. Nothing derived."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

import msgspec

from rufen.core.house_rules import (
    MAX_SEATS,
    MIN_SEATS,
    STANDARD,
    HouseRules,
    RoundMode,
    full_game_rounds,
    parse_house_rules,
)

__all__ = [
    "MAX_ADJUSTMENTS",
    "MAX_NAME",
    "MAX_PLAYERS",
    "MAX_POINTS",
    "MAX_REASON",
    "MAX_ROUNDS",
    "MAX_TITLE",
    "MAX_TRICKS",
    "Dealer",
    "Entries",
    "Line",
    "Player",
    "Seating",
    "Sheet",
    "SheetError",
    "clean_text",
    "hand_sizes",
    "new_sheet",
    "seating_in_force",
    "seating_of",
]

MAX_TITLE, MAX_NAME, MAX_REASON = 60, 24, 120
"""The longest texts, in characters."""
MAX_ROUNDS = 60
"""The longest schedule (R2.3)."""
MAX_TRICKS = 20
"""The largest hand of all (R2.1)."""
MAX_PLAYERS = 30
"""How many players may sit down at one sheet in the course of a match."""
MAX_POINTS = 1000
"""The most points that one adjustment line gives or takes."""
MAX_ADJUSTMENTS = 100


class SheetError(ValueError):
    """Something that cannot be on a sheet.

    `code` is a word for a catalogue of messages, `place` where it is, as a path into the JSON form
    (`rounds[3].bids.b`), `allowed` what is allowed, in words.
    """

    def __init__(self, code: str, place: str, allowed: str) -> None:
        self.code = code
        self.place = place
        self.allowed = allowed
        super().__init__(f"{place}: {allowed}" if place else allowed)


class Player(msgspec.Struct, frozen=True):
    """Somebody who plays, or did: `id` stays, the name may change."""

    id: str
    name: str


class Seating(msgspec.Struct, frozen=True):
    """Who sits at the table from a round on, clockwise."""

    round: int
    players: tuple[str, ...]


class Dealer(msgspec.Struct, frozen=True):
    """Who dealt a round, where it is not whose turn it was; the deal passes on from there (R2.4)."""

    round: int
    player: str


class Entries(msgspec.Struct, frozen=True, omit_defaults=True):
    """The two inputs of a round by player (R8.1); a player without an entry is missing.

    `kept`: the table keeps a bid that the restriction forbids (R8.2). `shown`: delayed bids have been
    shown (R3.3).
    """

    bids: Mapping[str, int] = {}
    tricks: Mapping[str, int] = {}
    kept: bool = False
    shown: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing is entered."""
        return not (self.bids or self.tricks)


class Line(msgspec.Struct, frozen=True):
    """A manual adjustment with its reason (R5.6); it counts from `round` on, 0 for the whole game."""

    id: str
    round: int
    player: str
    points: int
    reason: str


class Sheet(msgspec.Struct, frozen=True):
    """A score sheet. Change it with `edit`, work it out with `score`.

    `seatings` are ascending by round and begin with round 1; `rounds[0]` is round 1, and the last one
    is not empty. `created` is UTC, `2026-11-24T19:05:00Z`.
    """

    id: str
    title: str
    created: str
    players: tuple[Player, ...]
    seatings: tuple[Seating, ...]
    rules: HouseRules = STANDARD
    dealers: tuple[Dealer, ...] = ()
    rounds: tuple[Entries, ...] = ()
    adjustments: tuple[Line, ...] = ()

    def name_of(self, player: str) -> str:
        """The name of a player; raises KeyError for one who never sat here."""
        for one in self.players:
            if one.id == player:
                return one.name
        raise KeyError(player)


_JOINERS = "\u200c\u200d"


def clean_text(text: str, place: str, longest: int, *, empty_allowed: bool = False) -> str:
    """A text in NFC without control characters, blanks put together.

    Raises SheetError: `empty_text`, `long_text`.
    """
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    kept = "".join(
        char
        for char in spaced
        if char in _JOINERS or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co")
    )
    # What was parted by something left out may now be one character.
    cleaned = unicodedata.normalize("NFC", " ".join(kept.split()))
    if not cleaned and not empty_allowed:
        raise SheetError("empty_text", place, f"a text of 1 to {longest} characters")
    if len(cleaned) > longest:
        raise SheetError("long_text", place, f"at most {longest} characters, not {len(cleaned)}")
    return cleaned


def new_sheet(
    names: Sequence[str],
    rules: HouseRules | Mapping[str, object] = STANDARD,
    *,
    first_dealer: int = 0,
    title: str = "",
    id: str = "sheet",
    created: str = "1970-01-01T00:00:00Z",
) -> Sheet:
    """An empty sheet for 3–6 players in seating order; `first_dealer` is a place in it.

    Raises SheetError for names, SettingError for rules (R7).
    """
    if not MIN_SEATS <= len(names) <= MAX_SEATS:
        raise SheetError("players", "players", f"{MIN_SEATS} to {MAX_SEATS} players, not {len(names)} (R1.4)")
    players = tuple(
        Player("abcdef"[seat], clean_text(name, f"players[{seat}].name", MAX_NAME))
        for seat, name in enumerate(names)
    )
    check_names(players)
    if not 0 <= first_dealer < len(players):
        raise SheetError("dealer", "dealers[0].player", f"a place 0 … {len(players) - 1}")
    dealer = players[first_dealer].id
    return Sheet(
        id=id,
        title=clean_text(title, "title", MAX_TITLE, empty_allowed=True),
        created=created,
        players=players,
        seatings=(Seating(1, tuple(player.id for player in players)),),
        rules=parse_house_rules(rules, len(players)),
        dealers=(Dealer(1, dealer),) if first_dealer else (),
    )


def check_names(players: Sequence[Player]) -> None:
    """Refuse two players of one name. Raises SheetError `name_taken`."""
    seen: set[str] = set()
    for place, player in enumerate(players):
        folded = player.name.casefold()
        if folded in seen:
            raise SheetError("name_taken", f"players[{place}].name", "names that differ from one another")
        seen.add(folded)


def seating_of(sheet: Sheet, number: int) -> Seating:
    """Who sits at the table in a round."""
    return [seating for seating in sheet.seatings if seating.round <= number or seating.round == 1][-1]


def hand_sizes(rules: HouseRules, seats: int) -> tuple[int, ...]:
    """The schedule (R2.1–R2.3) without its checks: a sheet must be readable whatever is set."""
    limit = full_game_rounds(seats)
    match rules.round_mode:
        case RoundMode.FULL:
            return tuple(range(1, limit + 1))
        case RoundMode.CUSTOM:
            return tuple(range(1, min(rules.custom_round_count, limit) + 1))
        case RoundMode.SCHEDULE:
            return rules.hand_sizes or ()


def seating_in_force(sheet: Sheet) -> Seating:
    """The last seating that begins within the game: its players decide how many rounds there are."""
    for seating in reversed(sheet.seatings):
        if seating.round <= len(hand_sizes(sheet.rules, len(seating.players))):
            return seating
    return sheet.seatings[0]
