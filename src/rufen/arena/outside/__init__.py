"""Players from outside: a class in a file (`load_code`), or a program over its pipes (`BotProcess`).

docs/bots.md is about both. What cannot be loaded or started is `CodeError` or `CannotStart`, both ValueErrors
that say what is wrong; a program that has not given an action in time is a `BotFault`.
"""

from rufen.arena.outside.code import Code, CodeError, load_code
from rufen.arena.outside.process import ANSWER_S, START_S, BotFault, BotProcess, greet
from rufen.arena.outside.program import CannotStart, Ended, Program, Silent, kill_programs

__all__ = [
    "ANSWER_S",
    "START_S",
    "BotFault",
    "BotProcess",
    "CannotStart",
    "Code",
    "CodeError",
    "Ended",
    "Program",
    "Silent",
    "greet",
    "kill_programs",
    "load_code",
]
