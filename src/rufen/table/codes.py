"""Codes of tables: short, made of syllables, so that one can say them across a room."""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["clean_code", "make_code"]

# Letters that sound alike or are said differently in German and English are left out.
_CONSONANTS = "bdfgklmnprst"
_VOWELS = "aeiou"
_DIGITS = "23456789"
_FORM = re.compile(f"(?:[{_CONSONANTS}][{_VOWELS}]){{3}}[{_DIGITS}]{{2}}", re.ASCII)


def make_code(below: Callable[[int], int]) -> str:
    """A code such as `lumori47`: one of 13,824,000. `below(n)` is a random number 0 … n − 1."""

    def one_of(letters: str) -> str:
        return letters[below(len(letters))]

    syllables = (one_of(_CONSONANTS) + one_of(_VOWELS) for _ in range(3))
    return "".join(syllables) + one_of(_DIGITS) + one_of(_DIGITS)


def clean_code(text: str) -> str | None:
    """The code that somebody has typed, whatever its case, blanks and hyphens; None when it is none."""
    code = re.sub(r"[\s\-–—_.,]", "", text[:100]).casefold()
    return code if _FORM.fullmatch(code) else None
