"""A program as a player, and what `rufen-bot/1` says of deadlines and wrong answers."""

from __future__ import annotations

import time
from typing import Self

from rufen.arena.outside.program import CannotStart, Ended, Program, Silent
from rufen.core.actions import Action
from rufen.core.view import PlayerView
from rufen.protocol.bot import (
    BOT_PROTOCOL,
    BotAction,
    BotHello,
    Bye,
    Welcome,
    WrongAnswer,
    action_of,
    ask,
    encode,
    hello_of,
    id_of,
    read_answer,
)

__all__ = ["ANSWER_S", "START_S", "BotFault", "BotProcess", "greet"]

START_S = 60.0
"""How long a program may take to say hello, in seconds: some load a lot first."""
ANSWER_S = 10.0
"""How long it may take for an answer unless told otherwise, in seconds."""
LONGEST_S = 86400.0
"""The longest deadline, in seconds."""
SHOWN = 60
"""How much is shown of a line that is no hello, in bytes."""
_FLUSHED = "(is every line flushed?)"


class BotFault(Exception):
    """A program has not given an action. `fault` is how: "illegal", "timeout" or "closed".

    The text names its command, why, and what it wrote last on its standard error.
    """

    def __init__(self, fault: str, text: str) -> None:
        super().__init__(fault, text)
        self.fault = fault
        self.text = text

    def __str__(self) -> str:
        return self.text


def greet(program: Program, seconds: float = START_S) -> BotHello:
    """The hello of a program that has been started. Raises CannotStart."""
    line = b""
    try:
        line = program.hear(time.monotonic() + seconds)
        return hello_of(read_answer(line))
    except Silent:
        why = f"said no hello within {seconds:g} s {_FLUSHED}"
    except Ended as ended:
        why = f"{ended} without a hello"
    except WrongAnswer as wrong:
        why = f"its first line is no hello, but {line[:SHOWN].decode(errors='replace')!r}: {wrong}"
    raise CannotStart(program.told(why))


class BotProcess:
    """A running program as a `Player`; close it, or use it with `with`.

    An answer that is wrong is refused, and the same is asked again within the same time. A second wrong
    answer, or silence, is a fault; the program is asked on. One that has ended is not started again.
    """

    def __init__(self, command: str, deadline: float = ANSWER_S, start_deadline: float = START_S) -> None:
        """Start the program and wait for its hello, with deadlines in seconds.

        Raises CannotStart, and ValueError for what is no deadline.
        """
        for seconds in (deadline, start_deadline):
            if not 0 < seconds <= LONGEST_S:
                raise ValueError(
                    f"a deadline of {seconds!r}: seconds are expected, more than 0, at most {LONGEST_S:g}"
                )
        self.command = command
        self.deadline = deadline
        self.refusals = 0
        """How many answers were refused."""
        self.note: str | None = None
        """What it noted to its last action."""
        self._number = 0
        self._program = Program(command)
        try:
            self.name = greet(self._program, start_deadline).name
        except BaseException:
            self._program.end()
            raise
        self._program.say(encode(Welcome(BOT_PROTOCOL)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def act(self, view: PlayerView) -> Action:
        """The program's action, one of `view.legal`. Raises BotFault."""
        until = time.monotonic() + self.deadline
        wrong: WrongAnswer | None = None
        for _try in range(2):
            left = until - time.monotonic()
            if left <= 0:
                break
            self._number += 1
            request_id = str(self._number)
            self._program.say(encode(ask(request_id, view, left)))
            try:
                return self._answer(request_id, view, until)
            except WrongAnswer as error:
                wrong = error
                self.refusals += 1
                self._program.say(encode(error.refused))
            except Silent:
                break
            except Ended as ended:
                raise BotFault("closed", self._program.told(str(ended))) from None
        else:
            raise BotFault("illegal", self._program.told(f"was refused twice, at last with {wrong}"))
        first = f", after it was refused with {wrong}" if wrong is not None else ""
        why = f"gave no answer within {self.deadline:g} s {_FLUSHED}{first}"
        raise BotFault("timeout", self._program.told(why))

    def _answer(self, request_id: str, view: PlayerView, until: float) -> Action:
        while True:
            line = self._program.hear(until)
            if self._is_late(id_of(line)):
                # However many of them come.
                if time.monotonic() >= until:
                    raise Silent
                continue
            answer = read_answer(line)
            action = action_of(answer, request_id, view)
            self.note = answer.note if isinstance(answer, BotAction) else None
            return action

    def _is_late(self, request_id: str | None) -> bool:
        """Whether an answer is one to an earlier request: it is skipped, or all that follow would be late."""
        return request_id is not None and request_id.isdecimal() and int(request_id) < self._number

    def close(self) -> None:
        """Say goodbye and end the program; it is killed when it does not end by itself in a second."""
        self._program.end(encode(Bye("the match is over")))
