"""Having what bots and hints need loaded before one of them is asked, beside everything else."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

__all__ = ["Ahead", "load"]

log = logging.getLogger("rufen.ahead")


def load() -> None:
    """Load the network and what runs it, or compile it: a second or two, at the very first time a minute."""
    # Here, so that a server that needs none of it does not load it.
    from rufen.kernel.search.warm import warm_up as warm_up_search
    from rufen.kernel.warm import warm_up
    from rufen.players.neural import shipped

    shipped()
    warm_up()
    warm_up_search()


class Ahead:
    """Loads once, in a thread, when it is first told to."""

    def __init__(self, load: Callable[[], None] = load) -> None:
        self._load = load
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Begin, unless it has begun. To be called by one thread; it never waits."""
        if self._thread is None:
            # a daemon: a server that ends does not wait for a compiler
            self._thread = threading.Thread(target=self._run, name="rufen-ahead", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        try:
            self._load()
        except Exception:
            log.exception("bots and hints are not ready")
