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


Advise = Callable[[PlayerView], Sequence[Judged]]
"""What each of `view.legal` is worth, in that order."""


def _advise(view: PlayerView) -> Sequence[Judged]:
    # Loads the network and what runs it: only where somebody asks.
    from rufen.players.advice import advise

    return advise(view)


class Hints:
    """The advice of a server. One thread gives it: `advise` need not bear more, and takes a millisecond."""

    def __init__(self, advise: Advise | None = None) -> None:
        self._advise = advise or _advise
        self._prepared = advise is not None
        self._pool = ThreadPoolExecutor(1, "rufen-hint")

    def prepare(self, view: PlayerView) -> None:
        """Have everything loaded, or compiled, before the first hint is asked for, by giving one to nobody.

        `view` is any that asks for an action.
        """
        if not self._prepared:
            self._prepared = True
            self._pool.submit(self._try, view)

    def _try(self, view: PlayerView) -> None:
        try:
            self._advise(view)
        except Exception:
            log.exception("hints are not ready", extra={"seq": view.seq})

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
        return tuple(HintedAction(one.action, one.score, one.made, one.tricks) for one in judged)

    def close(self) -> None:
        """Let go of the thread."""
        self._pool.shutdown(wait=False, cancel_futures=True)
