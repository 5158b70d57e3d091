"""The words that position lines and game records share: numbers, cards and house rules as text.

Every parser here raises ValueError with a reason fit for a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum

from rufen.core.cards import SUITS, Card, Suit
from rufen.core.house_rules import SETTINGS, STANDARD, HouseRules, parse_house_rules

__all__ = [
    "COMMITMENT",
    "check_distinct",
    "format_numbers",
    "format_rules",
    "parse_card",
    "parse_card_list",
    "parse_numbers",
    "parse_rules",
    "parse_suit",
    "parse_whole",
    "shorten",
]

COMMITMENT = re.compile(r"[0-9a-f]{64}")
"""The text of a commitment: SHA-256 in hex (`rufen.core.deal.commitment`)."""

_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)


def shorten(text: str) -> str:
    """A word from the input as it may stand in a message: quoted, escaped and never long."""
    return ascii(text if len(text) <= 40 else text[:40] + "...")


def parse_whole(text: str, what: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    if not _WHOLE.fullmatch(text) or not low <= int(text) <= high:
        raise ValueError(f"{what} {shorten(text)}: expected a whole number {low} … {high}")
    return int(text)


def parse_numbers(words: Sequence[str], what: str, count: int, low: int, high: int) -> tuple[int, ...]:
    """One whole number a seat."""
    if len(words) != count:
        raise ValueError(f"{what}: expected {count} numbers, one a seat, but there are {len(words)}")
    return tuple(parse_whole(word, what, low, high) for word in words)


def format_numbers(numbers: Iterable[int], separator: str = " ") -> str:
    """Numbers with a separator between them."""
    return separator.join(map(str, numbers))


def parse_card(text: str) -> Card:
    """A card from its text (R1.3)."""
    try:
        return Card(text)
    except ValueError:
        raise ValueError(f"{shorten(text)} is not a card: expected B1 … Y13, W1 … W4 or J1 … J4") from None


def parse_card_list(text: str) -> tuple[Card, ...]:
    """Cards with dots between them: `B7.W1.J2`; no text is no card."""
    return tuple(parse_card(word) for word in text.split(".")) if text else ()


def check_distinct(cards: Iterable[Card]) -> None:
    """Refuse a card that is there twice (R1.1)."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise ValueError(f"{card} is there twice")
        seen.add(card)


def parse_suit(text: str) -> Suit:
    """A suit from its letter (R1.2)."""
    for suit in SUITS:
        if str(suit) == text:
            return suit
    raise ValueError(f"{shorten(text)} is not a suit: expected B, G, R or Y")


def format_rules(rules: HouseRules) -> str:
    """House rules as text without blanks: what differs from the standard game, or `standard`.

    >>> format_rules(HouseRules(exact_bonus=25))
    'exact_bonus:25'
    """
    parts = []
    for name in SETTINGS:
        value = getattr(rules, name)
        if value != getattr(STANDARD, name):
            parts.append(f"{name}:{_format_setting(value)}")
    return ",".join(parts) or "standard"


def _format_setting(value: object) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return format_numbers(value, "/")
    return str(value).lower()


def parse_rules(text: str, seats: int) -> HouseRules:
    """House rules from the text of `format_rules`, checked for this number of seats (R7)."""
    settings: dict[str, object] = {}
    for part in [] if text == "standard" else text.split(","):
        name, colon, value = part.partition(":")
        if not colon:
            raise ValueError(f"rules {shorten(part)}: expected setting:value, or standard")
        if name in settings:
            raise ValueError(f"rules: {name} is there twice")
        settings[name] = _parse_setting(name, value)
    return parse_house_rules(settings, seats)


def _parse_setting(name: str, value: str) -> object:
    kind = SETTINGS[name].kind if name in SETTINGS else ""
    if kind == "number":
        return parse_whole(value, name, -999, 999)
    if kind == "numbers":
        return [parse_whole(word, name, 1, 20) for word in value.split("/")]
    if kind == "flag":
        return {"true": True, "false": False}.get(value, value)
    return value
