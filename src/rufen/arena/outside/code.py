"""A class in somebody's file as a player: `my_bot.py:Bot`."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from rufen.players.base import Player

__all__ = ["Code", "CodeError", "load_code"]


class CodeError(ValueError):
    """There is no player at that place; the text says what is wrong and what is expected."""


class Code(msgspec.Struct, frozen=True):
    """A class of players: the file, and the name of the class in it. Called with a seed it makes a player."""

    file: str
    class_name: str

    @property
    def name(self) -> str:
        """What it is called in errors: `my_bot.py:Bot`."""
        return f"{Path(self.file).name}:{self.class_name}"

    def __call__(self, seed: int) -> Player:
        """A player of this class, made with `seed` where it takes one. Raises CodeError."""
        kind, takes_seed = _kind_of(self)
        try:
            player: Player = kind(seed=seed) if takes_seed else kind()
        except Exception as error:
            raise CodeError(f"{self.name} cannot be made: {_told(error, self.file)}") from error
        return player


def load_code(text: str) -> Code:
    """The class that `FILE.py:CLASS` names, once it has been looked at. Raises CodeError."""
    file, colon, class_name = text.rpartition(":")
    if not (file and colon and class_name.isidentifier()):
        raise CodeError(f"{text!r}: expected FILE.py:CLASS, as in my_bot.py:Bot")
    code = Code(str(Path(file).resolve()), class_name)
    _kind_of(code)
    return code


def _kind_of(code: Code) -> tuple[type[Any], bool]:
    """The class, and whether it is made with a seed. Raises CodeError."""
    module = _module_of(Path(code.file))
    kind = vars(module).get(code.class_name)
    if kind is None:
        there = [
            name for name, one in vars(module).items() if _plays(one) and one.__module__ == module.__name__
        ]
        raise CodeError(
            f"{code.name}: no such class; with a method act there are: {', '.join(there) or 'none'}"
        )
    if not isinstance(kind, type):
        raise CodeError(f"{code.name}: a class is expected, not {type(kind).__name__}")
    if not _plays(kind):
        raise CodeError(f"{code.name}: the class needs a method act(self, view)")
    if inspect.iscoroutinefunction(getattr(kind, "act", None)):
        raise CodeError(f"{code.name}: act is async; a plain method is expected")
    try:
        wanted = inspect.signature(kind).parameters
    except ValueError:
        return kind, False
    for name, parameter in wanted.items():
        variable = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        if name != "seed" and parameter.default is parameter.empty and not variable:
            raise CodeError(f"{code.name}: it is made with seed or with nothing, but asks for {name!r}")
    seed = wanted.get("seed")
    return kind, seed is not None and seed.kind is not seed.POSITIONAL_ONLY


def _plays(kind: Any) -> bool:
    return isinstance(kind, type) and callable(getattr(kind, "act", None))


def _module_of(file: Path) -> ModuleType:
    """The file as a module, run once in each process. Raises CodeError."""
    digest = hashlib.sha256(str(file).encode()).hexdigest()
    name = f"rufen_outside_{file.stem}_{digest[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    if not file.is_file():
        raise CodeError(f"{file}: there is no such file")
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise CodeError(f"{file}: a file that ends in .py is expected")
    module = importlib.util.module_from_spec(spec)
    # As for a program: what lies beside the file can be imported.
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise CodeError(f"{file}: cannot be imported: {_told(error, str(file))}") from error
    return module


def _told(error: BaseException, file: str) -> str:
    """An error in one line, with the last line of the file that led to it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    if isinstance(error, SyntaxError) and error.filename == file:
        lines = [error.lineno]
    where = f"line {lines[-1]}: " if lines else ""
    text = " ".join(str(error).split())
    return f"{where}{type(error).__name__}: {text[:300]}"
