"""One WebSocket: a bounded queue out, one writer, and what keeps it alive."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rufen.protocol.messages import CloseCode, RefusalCode
from rufen.server.clock import Clock
from rufen.server.settings import Limits
from rufen.table.commands import Refusal

__all__ = ["Connection"]


class Connection:
    """A browser's socket after it was accepted, made in the task that reads it.

    `send` never waits; a writer task does. `refused` writes a refusal in the protocol spoken here.
    """

    def __init__(
        self,
        socket: WebSocket,
        clock: Clock,
        limits: Limits,
        refused: Callable[[str | None, Refusal], str],
    ) -> None:
        self.seat: int | None = None
        self._refused = refused
        self._socket = socket
        self._clock = clock
        self._limits = limits
        self._queue: deque[str] = deque()
        self._wake = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        now = clock.steady()
        self._opened = self._heard = self._beaten = self._filled = self._closed = now
        self._allowance = limits.burst
        self._too_fast = 0
        self.aborted = False
        """Whether the end was not waited for, and the task that reads was cancelled."""
        self.reading = True
        self._reader = asyncio.current_task()
        self._writer = asyncio.create_task(self._write())

    @property
    def address(self) -> str:
        """What its messages count for, see `guard`."""
        return str(self._socket.scope.get("rufen.address", "unknown"))

    @property
    def closing(self) -> bool:
        """Whether it is about to close."""
        return self._closing is not None

    def send(self, text: str) -> None:
        """Queue a message; when too many wait, all are dropped and the socket closes with "resync"."""
        if self._closing is not None:
            return
        if len(self._queue) >= self._limits.queue:
            self._queue.clear()
            self.close(CloseCode.RESYNC, "too slow")
            return
        self._queue.append(text)
        self._wake.set()

    def tell(self, text: str) -> None:
        """Something has happened at the table: what a browser hears of it."""
        self.send(text)

    def refuse(self, action_id: str | None, refusal: Refusal) -> None:
        """Answer that a message changed nothing."""
        self.send(self._refused(action_id, refusal))

    def close(self, code: int, reason: str) -> None:
        """Close after what is queued is sent."""
        if self._closing is None:
            self._closing = (code, reason)
            self._closed = self._clock.steady()
            self._wake.set()

    def heard(self) -> bool:
        """A message came in; whether it may be looked at, or came too fast."""
        now = self._clock.steady()
        limits = self._limits
        self._heard = now
        self._allowance = min(limits.burst, self._allowance + (now - self._filled) * limits.rate)
        self._filled = now
        if self._allowance >= 1:
            self._allowance -= 1
            return True
        return False

    def refuse_too_fast(self, action_id: str | None) -> None:
        """Answer a message that came too fast; the last straw closes."""
        self._too_fast += 1
        detail = f"at most {self._limits.rate:g} messages a second"
        self.refuse(action_id, Refusal(RefusalCode.TOO_FAST, detail))
        if self._too_fast >= self._limits.flood:
            self.close(CloseCode.REFUSED, "too fast")

    def tick(self, now: float, beat: str | None) -> None:
        """Beat when it is time, and close what is silent or never said hello (`beat` None)."""
        limits = self._limits
        if self._closing is not None:
            if now - self._closed >= limits.linger_s:
                # The other end does not even take the close: stop waiting for it.
                self._abort()
        elif beat is None and now - self._opened >= limits.hello_s:
            self.refuse(None, Refusal(RefusalCode.HELLO_EXPECTED, "no hello came"))
            self.close(CloseCode.REFUSED, "no hello")
        elif now - self._heard >= limits.silent_s:
            self.close(CloseCode.SILENT, "silent")
        elif beat is not None and now - self._beaten >= limits.beat_s:
            self.beat(now, beat)

    def beat(self, now: float, beat: str) -> None:
        """Say that the server is there."""
        self._beaten = now
        self.send(beat)

    def _abort(self) -> None:
        if self.aborted:
            return
        self.aborted = True
        self._writer.cancel()
        if self.reading and self._reader is not None:
            self._reader.cancel()

    async def finish(self) -> None:
        """Wait until what is queued and the close are sent; for a socket that is gone, do not wait."""
        if self._closing is None:
            self._writer.cancel()
        await asyncio.wait([self._writer])

    async def _write(self) -> None:
        socket = self._socket
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._queue:
                    await socket.send_text(self._queue.popleft())
                if self._closing is not None:
                    if socket.application_state is WebSocketState.CONNECTED:
                        await socket.close(*self._closing)
                    return
