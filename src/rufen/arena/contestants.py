"""Who plays: contestants by name, as values that every process can make its own players from."""

from __future__ import annotations

import difflib
import hashlib
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from random import Random

import msgspec

from rufen.players.base import LEVELS, Player, make_player
from rufen.players.counting import CountingPlayer

__all__ = ["PLAYERS", "Cast", "Contestant", "ContestantError", "Kind", "contestants", "player_seed"]


def _level(name: str) -> Callable[[int], Player]:
    return lambda seed: make_player(name, Random(seed))


PLAYERS: Mapping[str, Callable[[int], Player]] = {
    **{level: _level(level) for level in LEVELS},
    "counting": lambda _seed: CountingPlayer(),
}
"""The players of the house: a maker, given a seed, by name."""


class Kind(Enum):
    """Where a contestant comes from."""

    HOUSE = "house"
    """One of `PLAYERS`."""
    CODE = "code"
    """A Python class or function in a file: `my_bot.py:Bot`."""
    BOT = "bot"
    """A program of its own that is asked over its standard input and output."""


class Contestant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player as a value: `text` is the name in `PLAYERS`, `FILE:NAME`, or a command line.

    `digest` is the SHA-256 of the file of a player in code, so that a match is not gone on with by
    another one.
    """

    name: str
    kind: Kind
    text: str
    digest: str | None = None


class ContestantError(ValueError):
    """There is no such player, or it cannot be made; the message says why and what there is."""


_NAMED = re.compile(r"([A-Za-z][\w.-]*)=(.+)", re.DOTALL)
"""An outside player with a name of its own: `NAME=my_bot.py:Bot`."""


def contestants(
    names: Sequence[str], code: Sequence[str] = (), bots: Sequence[str] = ()
) -> tuple[Contestant, ...]:
    """The contestants of a match in order: players of the house, in code, and programs.

    Players in code and programs may be written `NAME=…`; else the class, or the last file in the command,
    names them. A second one of a name is called `name#2`. Raises ContestantError.
    """
    found: list[Contestant] = []
    for name in names:
        if name not in PLAYERS:
            near = difflib.get_close_matches(name, PLAYERS, n=1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            raise ContestantError(f"there is no player {name!r}{hint}: there are {', '.join(PLAYERS)}")
        found.append(Contestant(name, Kind.HOUSE, name))
    for given in code:
        own, text = _own_name(given)
        file, _, attribute = text.rpartition(":")
        if not file or not attribute.isidentifier():
            raise ContestantError(f"--code {given}: expected FILE:NAME, as in my_bot.py:Bot")
        try:
            digest = hashlib.sha256(Path(file).read_bytes()).hexdigest()
        except OSError as error:
            raise ContestantError(f"--code {given}: cannot read {file}: {error.strerror or error}") from None
        found.append(Contestant(own or attribute, Kind.CODE, text, digest))
    for given in bots:
        own, text = _own_name(given)
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise ContestantError(f"--bot {given}: {error}") from None
        if not words:
            raise ContestantError('--bot: expected a command line, as in "python my_bot.py"')
        files = [word for word in words if not word.startswith("-")] or words
        found.append(Contestant(own or Path(files[-1]).stem, Kind.BOT, text))
    return _told_apart(found)


def _own_name(given: str) -> tuple[str | None, str]:
    named = _NAMED.fullmatch(given)
    return (named[1], named[2]) if named else (None, given)


def _told_apart(found: Sequence[Contestant]) -> tuple[Contestant, ...]:
    times: dict[str, int] = {}
    apart = []
    for each in found:
        times[each.name] = number = times.get(each.name, 0) + 1
        apart.append(each if number == 1 else msgspec.structs.replace(each, name=f"{each.name}#{number}"))
    return tuple(apart)


def player_seed(seed: str, deal: int, seat: int) -> int:
    """The seed of whoever sits in a seat of a deal: 64 bits, the same in every line-up and process."""
    digest = hashlib.sha256(f"rufen player {seed} {deal} {seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


class Cast:
    """The players of a match in one process. Programs are started once and sit in every seat they get."""

    def __init__(self, players: Sequence[Contestant], deadline: float) -> None:
        """`deadline`: seconds that a program has for an action. Raises ContestantError."""
        self._makers: list[Callable[[int], Player]] = []
        self._programs: list[Callable[[], object]] = []
        try:
            for each in players:
                self._makers.append(self._maker(each, deadline))
        except BaseException:
            self.close()
            raise

    def _maker(self, contestant: Contestant, deadline: float) -> Callable[[int], Player]:
        if contestant.kind is Kind.HOUSE:
            return PLAYERS[contestant.text]
        from rufen.arena import outside

        try:
            if contestant.kind is Kind.CODE:
                return outside.load_code(contestant.text)
            program = outside.BotProcess(contestant.text, deadline=deadline)
        except (ValueError, OSError) as error:
            raise ContestantError(f"--{contestant.kind.value}: {error}") from error
        self._programs.append(program.close)
        return lambda _seed: program

    def player(self, contestant: int, seed: int) -> Player:
        """A player of a contestant for one seat of one deal. What a maker in code raises comes through."""
        return self._makers[contestant](seed)

    def close(self) -> None:
        """End the programs."""
        while self._programs:
            self._programs.pop()()
