"""A terminal: what may be shown on it, and an end that is asked for once."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator

__all__ = ["ended_once", "plain"]

PATIENCE_S = 10.0
"""How long a command that was told to end may take for it before it is told again, in seconds."""


def plain(text: str, *, lines: bool = False) -> str:
    """A text for a terminal: nothing in it may move the cursor, but for the ends of `lines`."""
    return "".join(char if char.isprintable() or (lines and char == "\n") else "\ufffd" for char in text)


@contextlib.contextmanager
def ended_once() -> Iterator[None]:
    """A request to end, or a terminal that is closed, raises KeyboardInterrupt as Ctrl-C does.

    What follows soon after the first changes nothing: programs are being ended. What is ignored stays so.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = -PATIENCE_S

    def end(_number: int, _frame: object) -> None:
        nonlocal asked
        now = time.monotonic()
        if now - asked >= PATIENCE_S:
            asked = now
            raise KeyboardInterrupt

    before = {}
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
            before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
