"""Who plays: contestants by name, as values that every process can make its own players from."""

from __future__ import annotations

import contextlib
import hashlib
import re
import shlex
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rufen.arena.faults import described, in_a_line
from rufen.arena.house import HouseError, Twin, house
from rufen.players.base import Player

if TYPE_CHECKING:
    from rufen.arena.compiled import Compiled

__all__ = ["Cast", "Contestant", "ContestantError", "Kind", "contestants", "player_seed"]


class Kind(Enum):
    """Where a contestant comes from."""

    HOUSE = "house"
    """One of `rufen.arena.house`: `beginner`, `neural:best.rufen`."""
    CODE = "code"
    """A Python class in a file: `my_bot.py:Bot`."""
    BOT = "bot"
    """A program of its own that is asked over its standard input and output."""


class Contestant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player as a value: `text` is a name of the house, `FILE:NAME`, or a command line.

    `digest` is the SHA-256 of the network that a player of the house plays by, of the file of a player in
    code, or of the files that a command names, so that a match is not gone on with by another one.
    """

    name: str
    kind: Kind
    text: str
    digest: str | None = None


class ContestantError(ValueError):
    """There is no such player, or it cannot be made; the message says why and what there is."""


_NAMED = re.compile(r"([A-Za-z][\w.-]*)=(.+)", re.DOTALL)
"""A player with a name of its own: `NAME=my_bot.py:Bot`."""

_LONGEST_NAME = 40


def contestants(
    names: Sequence[str], code: Sequence[str] = (), bots: Sequence[str] = ()
) -> tuple[Contestant, ...]:
    """The contestants of a match in order: players of the house, in code, and programs.

    All may be written `NAME=…`. Else the names are those of the house, of the class, or of the last file that
    the command names, and without one of its program. A second one of a name is called `name#2`. Raises
    ContestantError.
    """
    found: list[Contestant] = []
    for given in names:
        own, text = _own_name(given)
        try:
            player = house(text)
        except HouseError as error:
            raise ContestantError(str(error)) from None
        name = own or in_a_line(player.name)[:_LONGEST_NAME]
        found.append(Contestant(name, Kind.HOUSE, text, player.digest))
    for given in code:
        own, text = _own_name(given)
        file, _, attribute = text.rpartition(":")
        if not file or not attribute.isidentifier():
            raise ContestantError(f"--code {given}: expected FILE:NAME, as in my_bot.py:Bot")
        try:
            digest = hashlib.sha256(Path(file).read_bytes()).hexdigest()
        except OSError as error:
            raise ContestantError(f"--code {given}: cannot read {file}: {error.strerror or error}") from None
        found.append(Contestant(own or attribute[:_LONGEST_NAME], Kind.CODE, text, digest))
    for given in bots:
        own, text = _own_name(given)
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise ContestantError(f"--bot {given}: {error}") from None
        if not words:
            raise ContestantError('--bot: expected a command line, as in "python my_bot.py"')
        files = [Path(word) for word in words if _is_file(word)]
        name = own or in_a_line((files or [Path(words[0])])[-1].stem)[:_LONGEST_NAME]
        found.append(Contestant(name, Kind.BOT, text, _digest(files)))
    return _told_apart(found)


def _own_name(given: str) -> tuple[str | None, str]:
    named = _NAMED.fullmatch(given)
    if named is None:
        return None, given
    if len(named[1]) > _LONGEST_NAME:
        raise ContestantError(f"{named[1][:60]}…: a name has at most {_LONGEST_NAME} characters")
    return named[1], named[2]


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # too long, or a byte that no path has
        return False


def _digest(files: Sequence[Path]) -> str | None:
    """One SHA-256 for the files that can be read, in order; a program may be there to be run only."""
    digests = []
    for file in files:
        with contextlib.suppress(OSError), file.open("rb") as opened:
            digests.append(hashlib.file_digest(opened, "sha256"))
    if len(digests) < 2:
        return digests[0].hexdigest() if digests else None
    return hashlib.sha256(b"".join(each.digest() for each in digests)).hexdigest()


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

    def __init__(self, players: Sequence[Contestant], deadline: float, *, compiles: bool = True) -> None:
        """`deadline`: seconds that a program has for an action; `compiles`: whether twins may play.

        Raises ContestantError.
        """
        self._makers: list[Callable[[int], Player]] = []
        self._twins: list[Twin | None] = []
        self._programs: list[Callable[[], object]] = []
        self._compiles = compiles
        try:
            for each in players:
                self._makers.append(self._maker(each, deadline))
        except BaseException:
            self.close()
            raise

    def _maker(self, contestant: Contestant, deadline: float) -> Callable[[int], Player]:
        if contestant.kind is Kind.HOUSE:
            return self._of_house(contestant.text)
        self._twins.append(None)
        from rufen.arena import outside

        try:
            if contestant.kind is Kind.CODE:
                return outside.load_code(contestant.text)
            program = outside.BotProcess(contestant.text, deadline=deadline)
        except (ValueError, OSError) as error:
            raise ContestantError(f"--{contestant.kind.value}: {error}") from error
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever the file of a player raises
            said = in_a_line(described(error))
            raise ContestantError(f"--code {contestant.text}: cannot be imported: {said}") from error
        self._programs.append(program.close)
        return lambda _seed: program

    def _of_house(self, text: str) -> Callable[[int], Player]:
        try:
            player = house(text)
            self._twins.append(player.twin)
            return player.make()
        except ValueError as error:  # no such player, or no network in its file
            raise ContestantError(str(error)) from error

    @cached_property
    def _compiled(self) -> Compiled:
        from rufen.arena.compiled import Compiled

        return Compiled(self._twins)

    def compiled(self, line_up: Sequence[int]) -> Compiled | None:
        """What plays these contestants in the kernel, where all of them have a twin there; else None."""
        if self._compiles and all(self._twins[each] is not None for each in line_up):
            return self._compiled
        return None

    def player(self, contestant: int, seed: int) -> Player:
        """A player of a contestant for one seat of one deal. What a maker in code raises comes through."""
        return self._makers[contestant](seed)

    def close(self) -> None:
        """End the programs."""
        while self._programs:
            self._programs.pop()()
