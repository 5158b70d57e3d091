"""Between a program's pipes and a table of a server: the same messages on both sides, passed on.

What may fail is mended here: a lost connection is opened again, a program that ended is started again.
Requests say everything, so neither loses more than time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from rufen.arena.outside import CannotStart, Ended, Program, Silent, greet
from rufen.protocol.bot import BOT_PROTOCOL, BotHello, Bye, Welcome, encode, id_of
from rufen.protocol.messages import CloseCode, RefusalCode

__all__ = ["Bridge", "CannotGoOn"]

PATIENCE_S = 120.0
"""How long a server that was reached before is looked for, in seconds."""
PAUSES_S = (0.5, 1.0, 2.0, 5.0)
"""The pauses between attempts; the last one again and again."""
MOST_TROUBLE = 5
"""How often a program may end, be silent or answer wrongly before it is given up."""
OPEN_S = 10.0
"""How long the server may take to open a connection, in seconds."""
CLOSE_S = 2.0
"""How long it may take to close one."""
NORMAL = 1000
"""The close code of a session that has come to its end."""
LATER = (RefusalCode.TOO_FAST.value, RefusalCode.SERVER_FULL.value)
"""Why the server may let nobody in for a while."""


class _Message(msgspec.Struct):
    """What matters here of a message of the server; the whole of it goes to the program as it came."""

    type: str
    id: str | None = None
    deadline_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    table: str | None = None
    name: str | None = None
    token: str | None = None
    reason: str = ""
    detail: str | None = None
    totals: tuple[int, ...] = ()


_messages = msgspec.json.Decoder(_Message)


class CannotGoOn(Exception):
    """The end, and why; `status` is the exit status for it."""

    def __init__(self, why: str, status: int = 1) -> None:
        super().__init__(why)
        self.status = status


class Bridge:
    """Seats the program of `command` at a table; `say` is told what happens, a line at a time."""

    def __init__(self, command: str, server: str, hello: BotHello, say: Callable[[str], None]) -> None:
        """`hello` names the table, and seat and secret where there are; without a name the program's counts.

        Raises CannotStart.
        """
        self._command = command
        self._server = server
        self._hello = hello
        self._say = say
        self._trouble = 0
        self._reached = False
        self._seated = False
        self._asked: set[str | None] = set()
        """The ids of all requests so far."""
        self._started_again = False
        """Whether silence to the last request has cost the program its life already."""
        self._waits_since: float | None = None
        """Since when it has tried in vain to be let in."""
        self._program = self._start()

    def _start(self) -> Program:
        program = Program(self._command)
        try:
            told = greet(program)
        except BaseException:
            program.end()
            raise
        program.say(encode(Welcome(BOT_PROTOCOL)))
        self._hello = replace(self._hello, name=self._hello.name or told.name)
        return program

    def run(self) -> None:
        """Play until the game is over, and those that follow it. Raises CannotGoOn."""
        while True:
            with self._connected() as socket:
                bye = self._play(socket)
            if bye is not None and bye.table is None:
                self._say(bye.reason)
                return
            if bye is not None:
                self._hello = replace(self._hello, table=bye.table)

    def close(self) -> None:
        """Let go of the program."""
        self._program.end(encode(Bye("the session is over")))

    def _connected(self) -> ClientConnection:
        since, tries = time.monotonic(), 0
        address = f"{self._server.replace('http', 'ws', 1)}/bot"
        while True:
            try:
                socket = connect(address, open_timeout=OPEN_S, close_timeout=CLOSE_S, compression=None)
            except InvalidStatus as error:
                why = f"it answered with {error.response.status_code}; is it a Rufen server?"
            except (OSError, WebSocketException, EOFError, ValueError) as error:
                why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            else:
                self._reached = True
                return socket
            why = f"cannot reach {self._server}: {why}"
            if not self._reached or time.monotonic() - since > PATIENCE_S:
                raise CannotGoOn(why, 1 if self._reached else 2)
            time.sleep(PAUSES_S[min(tries, len(PAUSES_S) - 1)])
            tries += 1

    def _play(self, socket: ClientConnection) -> _Message | None:
        """One connection: the goodbye that ends the session, None when it is to be opened again."""
        last: _Message | None = None
        code: int | None = None
        try:
            socket.send(encode(self._hello).decode())
            while True:
                text = socket.recv()
                last = self._read(text)
                self._take(socket, last, text.encode() if isinstance(text, str) else text)
        except ConnectionClosed as closed:
            if closed.rcvd is not None:
                code = closed.rcvd.code
        if last is not None and last.type == "bye":
            if code == NORMAL:
                return last
            if code in (CloseCode.REFUSED, CloseCode.SILENT):
                if code == CloseCode.REFUSED or not self._started_again:
                    self._start_again(last.reason)
                self._started_again = False
                return None
        if last is not None and last.type == "refused" and code == CloseCode.REFUSED:
            why = f"{self._server} says: {last.detail or last.reason}"
            if last.reason not in LATER:
                raise CannotGoOn(why, 1 if self._seated else 2)
            self._wait(f"{why}; waiting", PAUSES_S[-1])
        else:
            self._wait("the connection is lost; connecting again", PAUSES_S[0])
        return None

    def _read(self, text: str | bytes) -> _Message:
        try:
            return _messages.decode(text)
        except (msgspec.MsgspecError, RecursionError):
            why = f"{self._server} does not speak {BOT_PROTOCOL}; is it a Rufen server?"
            raise CannotGoOn(why, 1 if self._seated else 2) from None

    def _wait(self, why: str, seconds: float) -> None:
        """Wait before it tries once more to be let in, but not for ever. Raises CannotGoOn."""
        now = time.monotonic()
        if self._waits_since is None:
            self._waits_since = now
            self._say(why)
        elif now - self._waits_since > PATIENCE_S:
            raise CannotGoOn(f"given up after {PATIENCE_S:g} s: {why}", 1 if self._seated else 2)
        time.sleep(seconds)

    def _take(self, socket: ClientConnection, message: _Message, line: bytes) -> None:
        match message.type:
            case "welcome":
                if not self._seated or message.table != self._hello.table:
                    self._say(f"{message.name} sits at table {message.table} of {self._server}")
                self._seated = True
                self._waits_since = None
                self._hello = replace(self._hello, table=message.table, token=message.token)
            case "act":
                self._ask(socket, message, line)
            case "bye" | "beat":
                pass
            case _:
                if message.type == "game_over":
                    self._say(f"totals {' '.join(map(str, message.totals))}")
                self._program.say(line)

    def _ask(self, socket: ClientConnection, request: _Message, line: bytes) -> None:
        """Let the program answer; one that ends is started again, and asked again."""
        until = time.monotonic() + request.deadline_ms / 1000
        self._asked.add(request.id)
        self._started_again = False
        while True:
            self._program.say(line)
            try:
                answer = self._hear(request.id, until)
            except Silent:
                self._start_again("gave no answer in time")
                self._started_again = True
                return
            except Ended as ended:
                self._start_again(str(ended))
                if time.monotonic() >= until:
                    self._started_again = True
                    return
            else:
                socket.send(answer.decode(errors="replace"))
                return

    def _hear(self, request_id: str | None, until: float) -> bytes:
        """The program's next line that answers no earlier request. Raises Silent, Ended."""
        while True:
            line = self._program.hear(until)
            answered = id_of(line)
            if answered is None or answered == request_id or answered not in self._asked:
                return line
            # However many of them come.
            if time.monotonic() >= until:
                raise Silent

    def _start_again(self, why: str) -> None:
        """A program that fails gets another chance, and some more. Raises CannotGoOn."""
        told = self._program.told(why)
        self._program.end(encode(Bye(why)))
        self._trouble += 1
        if self._trouble >= MOST_TROUBLE:
            raise CannotGoOn(f"given up after {MOST_TROUBLE} times: {told}")
        self._say(f"{told}; starting it again")
        try:
            self._program = self._start()
        except CannotStart as error:
            raise CannotGoOn(str(error)) from None
