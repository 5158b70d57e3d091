"""What is said at a table: kept in memory for those who come in, and nowhere else."""

from __future__ import annotations

import unicodedata
from collections import deque

from rufen.protocol.messages import (
    MAX_SAY,
    MAX_TALK,
    PHRASES,
    REACTIONS,
    RefusalCode,
    Said,
    SayKind,
)
from rufen.table.commands import Refusal

__all__ = ["SAY_BURST", "SAY_RATE", "Talk", "clean_text"]

SAY_RATE = 0.7
"""How many things a second a seat may say for long."""
SAY_BURST = 8.0
"""How many at once."""


def clean_text(text: str) -> str:
    """A line of chat in NFC, without control characters and direction overrides, blanks put together.

    Raises Refusal unless 1 to 200 characters are left and one of them at least can be seen.
    """
    kept = "".join(
        char
        for char in unicodedata.normalize("NFC", text)
        if char.isspace() or char in "\u200c\u200d" or unicodedata.category(char)[0] != "C"
    )
    line = " ".join(kept.split())
    if not any(unicodedata.category(char)[0] in "LNPS" for char in line) or len(line) > MAX_SAY:
        raise Refusal(RefusalCode.BAD_TEXT, f"a line has 1 to {MAX_SAY} characters, this one has {len(line)}")
    return line


class Talk:
    """The last things said. Times: `at` in seconds since 1970, `now` on the steady clock."""

    def __init__(self) -> None:
        self._said: deque[Said] = deque(maxlen=MAX_TALK)
        self._ids: deque[str] = deque(maxlen=4 * MAX_TALK)
        self._count = 0
        self._allowance: dict[int, tuple[float, float]] = {}

    @property
    def said(self) -> tuple[Said, ...]:
        """Oldest first."""
        return tuple(self._said)

    def say(
        self,
        seat: int,
        name: str,
        origin: str,
        kind: SayKind,
        what: str,
        *,
        chat: bool,
        at: float,
        now: float,
    ) -> Said | None:
        """Keep what a seat says; None when that message was heard before. Raises Refusal."""
        if origin in self._ids:
            return None
        if kind is SayKind.TEXT:
            if not chat:
                raise Refusal(RefusalCode.CHAT_OFF, "the host has switched writing off")
            what = clean_text(what)
        elif what not in (PHRASES if kind is SayKind.PHRASE else REACTIONS):
            raise Refusal(RefusalCode.BAD_TEXT, f"{kind.value} {what[:40]!r} is not known")
        self._spend(seat, now)
        self._ids.append(origin)
        self._count += 1
        said = Said(self._count, seat, name, kind, what, at)
        self._said.append(said)
        return said

    def _spend(self, seat: int, now: float) -> None:
        left, since = self._allowance.get(seat, (SAY_BURST, now))
        left = min(SAY_BURST, left + (now - since) * SAY_RATE)
        if left < 1:
            raise Refusal(RefusalCode.TOO_FAST, "a moment, please: that was a lot at once")
        self._allowance[seat] = (left - 1, now)

    def drop_of(self, name: str) -> None:
        """Forget what was said under a name."""
        self._said = deque((one for one in self._said if one.name != name), maxlen=MAX_TALK)

    def drop_texts(self) -> None:
        """Forget what was written, phrases and reactions stay."""
        self._said = deque((one for one in self._said if one.kind is not SayKind.TEXT), maxlen=MAX_TALK)
