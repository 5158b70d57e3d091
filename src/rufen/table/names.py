"""Names at a table: what a name may be, and names that can be told apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

__all__ = ["BOT_NAMES", "MAX_NAME", "BadName", "bot_name", "clean_name", "distinct_name"]

MAX_NAME = 24
"""The longest name, in characters."""

BOT_NAMES: tuple[str, ...] = (
    "Anna",
    "Ben",
    "Cara",
    "Dan",
    "Emil",
    "Frida",
    "Greta",
    "Hugo",
    "Ida",
    "Jonas",
    "Klara",
    "Leo",
    "Mira",
    "Nils",
    "Olga",
    "Paul",
    "Rosa",
    "Sami",
    "Tilda",
    "Vera",
)

# Zero-width joiner and non-joiner: parts of many scripts and of emoji.
_JOINERS = "\u200c\u200d"
# They draw nothing although they are letters: a name of nothing else would be invisible.
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_UNSEEN = _BLANK_LETTERS.union(
    _JOINERS,
    "\u034f\u17b4\u17b5\U0001d159",
    map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
)


class BadName(ValueError):
    """A name that is empty or too long once it is cleaned; the text says what is allowed."""


def _kept(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def _visible(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNPS" and char not in _BLANK_LETTERS


def clean_name(text: str) -> str:
    """The name in NFC, without control characters and direction overrides, blanks put together.

    Raises BadName unless 1 to 24 characters are left and at least one of them can be seen.
    """
    words = unicodedata.normalize("NFC", text).split()
    name = " ".join(kept for word in words if (kept := "".join(c for c in word if _kept(c))))
    if not any(_visible(char) for char in name):
        raise BadName(f"a name has 1 to {MAX_NAME} characters, and one of them at least can be seen")
    if len(name) > MAX_NAME:
        raise BadName(f"a name has 1 to {MAX_NAME} characters, this one has {len(name)}")
    return name


def _looks(name: str) -> str:
    """What is seen of a name: without case, width and everything that draws nothing."""
    return "".join(c for c in unicodedata.normalize("NFKC", name).casefold() if c not in _UNSEEN)


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number after it when somebody at the table has one that looks the same."""
    used = {_looks(other) for other in taken}
    chosen, number = name, 2
    while _looks(chosen) in used:
        tail = f" {number}"
        chosen = name[: MAX_NAME - len(tail)].rstrip() + tail
        number += 1
    return chosen


def bot_name(taken: Iterable[str]) -> str:
    """A first name for a bot that nobody at the table has."""
    used = {other.casefold() for other in taken}
    free = (name for name in BOT_NAMES if name.casefold() not in used)
    return next(free, None) or distinct_name(BOT_NAMES[0], used)
