"""Hints for people: what each action is worth, worked out off the event loop from their view alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from rufen.core.actions import Action
from rufen.core.view import PlayerView
from rufen.protocol.messages import HintedAction, RefusalCode
from rufen.table.commands import Refusal

__all__ = ["Advise", "Hints", "Judged"]

log = logging.getLogger("rufen.hints")


class Judged(Protocol):
    """What one legal action is worth: see `messages.HintedAction`."""

    @property
    def action(self) -> Action: ...
    @property
    def score(self) -> float: ...
    @property
    def made(self) -> float: ...
    @property
    def tricks(self) -> tuple[float, ...]: ...
    @property
    def bid(self) -> int | None: ...


Advise = Callable[[PlayerView], Sequence[Judged]]
"""What each of `view.legal` is worth, in that order."""


def _advise(view: PlayerView) -> Sequence[Judged]:
    # Loads the network and what runs it: only where somebody asks.
    from rufen.players.advice import advise

    return advise(view)


class Hints:
    """The advice of a server. One thread gives it: `advise` need not bear more, and takes a millisecond."""

    def __init__(self, advise: Advise | None = None, prepare: Callable[[], None] = lambda: None) -> None:
        """`prepare` begins to make ready what the package's own advice needs."""
        self._advise = advise or _advise
        self._prepare = prepare
        self._own = advise is None
        self._pool = ThreadPoolExecutor(1, "rufen-hint")

    def prepare(self) -> None:
        """Hints may be asked for: what they need is made ready before."""
        if self._own:
            self._prepare()

    async def of(self, view: PlayerView) -> tuple[HintedAction, ...]:
        """What each of `view.legal` is worth, in that order. Raises Refusal when it cannot be worked out."""
        loop = asyncio.get_running_loop()
        try:
            judged = await loop.run_in_executor(self._pool, self._advise, view)
            if tuple(one.action for one in judged) != view.legal:
                raise ValueError("other actions were judged than those that are legal")
        except Exception:
            log.exception("no hint", extra={"seq": view.seq})
            raise Refusal(RefusalCode.NO_HINT, "this hint could not be worked out") from None
        return tuple(HintedAction(one.action, one.score, one.made, one.tricks, one.bid) for one in judged)

    def close(self) -> None:
        """Let go of the thread."""
        self._pool.shutdown(wait=False, cancel_futures=True)
