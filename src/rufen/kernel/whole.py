"""Whole numbers from outside, of whatever library they are."""

from __future__ import annotations

import operator
from typing import Any, cast

__all__ = ["checked_whole", "whole"]


def whole(value: object) -> int | None:
    """A whole number of any library as an int; None for everything else, for True and 1.0 as well."""
    try:
        return None if isinstance(value, bool) else operator.index(cast(Any, value))
    except TypeError:
        return None


def checked_whole(name: str, value: object, low: int | None = None, high: int | None = None) -> int:
    """The same within bounds. Raises ValueError for what is none, or out of them."""
    number = whole(value)
    if number is None or (low is not None and number < low) or (high is not None and number > high):
        bounds = "" if low is None else f" from {low} on" if high is None else f" {low} … {high}"
        raise ValueError(f"{name} {value!r}: allowed is a whole number{bounds}")
    return number
