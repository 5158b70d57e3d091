"""The players of the house by name, with what may follow the name: `neural:FILE`, `search:ms=50`."""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec

from rufen.players.base import LEVELS, Player, make_player
from rufen.players.counting import CountingPlayer

if TYPE_CHECKING:
    from rufen.kernel.network.weights import Weights

__all__ = ["NAMES", "House", "HouseError", "Twin", "house", "names", "network"]


class HouseError(ValueError):
    """There is no such player of the house; the message says why and what there is."""


class Twin(msgspec.Struct, frozen=True):
    """What plays exactly like a player in the kernel: `counting`, or a network.

    `file` is that of the network, None for the one that comes with Rufen; with `standard` it believes that
    the scores are the official ones.
    """

    network: bool
    file: str | None = None
    standard: bool = False


class House(msgspec.Struct, frozen=True):
    """A player of the house: `text` is how it was asked for, `name` what it is called in tables."""

    text: str
    name: str
    make: Callable[[], Callable[[int], Player]]
    """Loads what it needs and answers with its maker, given a seed. Raises NetworkError."""
    digest: str | None = None
    """The SHA-256 of the network it plays by."""
    twin: Twin | None = None


_OF_NETWORK = frozenset(LEVELS) - {"random", "beginner"}
"""The levels that play by the network that comes with Rufen."""

NAMES: tuple[str, ...] = (
    *LEVELS,
    "counting",
    "neural",
    "neural:FILE",
    "neural-standard",
    "neural-standard:FILE",
    "search",
    "search:BUDGET",
)
"""What may be asked for."""


def house(text: str) -> House:
    """The player of the house of a name. Raises HouseError."""
    name, colon, rest = text.partition(":")
    if name in ("neural", "neural-standard"):
        return _neural(text, name, rest if colon else None)
    if name == "search":
        if colon and not rest:
            raise HouseError(f"{text}: expected a budget, as in search:ms=50, or search alone")
        return House(text, text, lambda: _searching(rest), _shipped_digest())
    if text == "counting":
        return House(text, text, lambda: lambda _seed: CountingPlayer(), twin=Twin(network=False))
    if text in LEVELS:
        twin = Twin(network=True) if text == "strong" else None
        digest = _shipped_digest() if text in _OF_NETWORK else None
        return House(text, text, lambda: lambda seed: make_player(text, Random(seed)), digest, twin)
    if colon and name in (*LEVELS, "counting"):
        raise HouseError(f"{text}: {name} takes nothing after its name")
    near = difflib.get_close_matches(name, [each for each in NAMES if ":" not in each], n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    raise HouseError(f"there is no player {text!r}{hint}: there are {', '.join(NAMES)}")


def _neural(text: str, name: str, file: str | None) -> House:
    if file == "":
        raise HouseError(f"{text}: expected {name}:FILE, as in {name}:best.rufen, or {name} alone")
    twin = Twin(network=True, file=file, standard=name == "neural-standard")
    if file is None:
        return House(text, name, lambda: _maker(twin), _shipped_digest(), twin)
    try:
        digest = hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise HouseError(f"{text}: cannot read {file}: {reason}") from None
    shown = Path(file).stem + ("-standard" if twin.standard else "")
    return House(text, shown, lambda: _maker(twin), digest, twin)


@cache
def _shipped_digest() -> str:
    return hashlib.sha256((resources.files("rufen.players") / "network.rufen").read_bytes()).hexdigest()


def network(file: str | None) -> Weights:
    """The network of a file, or the one that comes with Rufen (None). Raises NetworkError."""
    # NumPy is loaded where a network plays, and nowhere else
    from rufen.kernel.network.file import read_network

    if file is not None:
        return read_network(Path(file))[0]
    from rufen.players.neural import shipped

    return shipped()


def _maker(twin: Twin) -> Callable[[int], Player]:
    weights = network(twin.file)
    from rufen.arena.standard import StandardScores
    from rufen.players.neural import NeuralPlayer

    player = NeuralPlayer(weights)
    # it keeps no memory: one serves every seat
    wrapped: Player = StandardScores(player) if twin.standard else player
    return lambda _seed: wrapped


def _searching(budget: str) -> Callable[[int], Player]:
    from rufen.players.search import SearchPlayer

    SearchPlayer.of_text(budget)  # what is wrong with it is said before anything is played
    return lambda seed: SearchPlayer.of_text(budget, seed=seed)


_BUDGET = re.compile(r"(ms|nodes|worlds)=.*", re.DOTALL)


def names(text: str) -> list[str]:
    """The players in a list with commas, with those that are part of a name: `search:ms=50,worlds=64`."""
    found: list[str] = []
    for part in text.split(","):
        if found and _BUDGET.fullmatch(part.strip()) and "search:" in found[-1]:
            found[-1] += f",{part.strip()}"
        else:
            found.append(part.strip())
    return found
