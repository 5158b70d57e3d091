"""What a player is, and the levels it may be asked for by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from rufen.core.actions import Action
from rufen.core.view import PlayerView
from rufen.players.beginner import BeginnerPlayer
from rufen.players.uniform import RandomPlayer

__all__ = ["LEVELS", "Player", "UnknownLevel", "make_player"]


class Player(Protocol):
    """Anything that plays: it is asked with a view and answers with one of `view.legal`.

    The view says all there is to know, so a player needs no memory: the same player may sit in
    several seats and tables, and after a restart any copy of it goes on.
    """

    def act(self, view: PlayerView) -> Action:
        """One of `view.legal`. Asked only when that is not empty."""
        ...


_MAKERS: Mapping[str, Callable[[Random], Player]] = {
    "random": RandomPlayer,
    "beginner": lambda _chance: BeginnerPlayer(),
}

LEVELS: tuple[str, ...] = tuple(_MAKERS)
"""The names of the levels, weakest first."""


class UnknownLevel(ValueError):
    """There is no player of this name; the message names those there are."""

    def __init__(self, level: str) -> None:
        self.level = level
        super().__init__(f"unknown player level {level!r}: expected one of {', '.join(LEVELS)}")


def make_player(level: str, seed: int | str | Random) -> Player:
    """A player of a level. All the chance it uses comes from `seed`, a seed or a source of chance.

    Raises UnknownLevel.
    """
    if level not in _MAKERS:
        raise UnknownLevel(level)
    return _MAKERS[level](seed if isinstance(seed, Random) else Random(seed))
