"""What a player is, and the levels it may be asked for by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from rufen.core.actions import Action
from rufen.core.view import PlayerView
from rufen.players.beginner import BeginnerPlayer
from rufen.players.uniform import RandomPlayer

__all__ = ["EXPERT_MS", "EXPERT_NODES", "LEVELS", "Player", "UnknownLevel", "make_player"]


class Player(Protocol):
    """Anything that plays: it is asked with a view and answers with one of `view.legal`.

    The view says all there is to know, so a player needs no memory: the same player may sit in
    several seats and tables, and after a restart any copy of it goes on.
    """

    def act(self, view: PlayerView) -> Action:
        """One of `view.legal`. Asked only when that is not empty."""
        ...


class _Late:
    """A player that is made when it is first asked: until then nobody waits for NumPy and the network."""

    def __init__(self, make: Callable[[Random], Player], chance: Random) -> None:
        self._make = make
        self._chance = chance
        self._player: Player | None = None

    def act(self, view: PlayerView) -> Action:
        """What the player answers; raises what it raises, and NetworkError."""
        if self._player is None:
            self._player = self._make(self._chance)
        return self._player.act(view)

    def cancel(self) -> None:
        """End what it thinks about in another thread, where it can: it answers the best so far."""
        cancel = getattr(self._player, "cancel", None)
        if cancel is not None:
            cancel()


def _casual(chance: Random) -> Player:
    from rufen.players.casual import CasualPlayer

    return CasualPlayer(chance)


def _strong(_chance: Random) -> Player:
    from rufen.players.neural import NeuralPlayer

    return NeuralPlayer()


def _expert(chance: Random) -> Player:
    from rufen.players.search import SearchPlayer

    return SearchPlayer(nodes=EXPERT_NODES, ms=EXPERT_MS, seed=chance)


EXPERT_NODES = 20_000
"""How often the expert asks its network about a card: about 0.2 s, and the same everywhere."""
EXPERT_MS = 1_000
"""The longest that it thinks, in milliseconds, on a machine that is slow or busy."""

_MAKERS: Mapping[str, Callable[[Random], Player]] = {
    "random": RandomPlayer,
    "beginner": lambda _chance: BeginnerPlayer(),
    "casual": lambda chance: _Late(_casual, chance),
    "strong": lambda chance: _Late(_strong, chance),
    "expert": lambda chance: _Late(_expert, chance),
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

    It is ready at once; those that play by a network load it when they are first asked, a second or two.
    Raises UnknownLevel.
    """
    if level not in _MAKERS:
        raise UnknownLevel(level)
    return _MAKERS[level](seed if isinstance(seed, Random) else Random(seed))
