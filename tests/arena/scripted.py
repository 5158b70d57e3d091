"""Players whose every action is known beforehand, as code that `--code` loads."""

from __future__ import annotations

import os
import sys
import threading

from rufen.core.actions import PlaceBid


class Bold:
    """Bids every trick, then plays the first legal card."""

    def act(self, view):
        return max(view.legal, key=lambda a: a.bid) if isinstance(view.legal[0], PlaceBid) else view.legal[0]


class Meek:
    """Bids nothing, then plays the first legal card."""

    def act(self, view):
        return view.legal[0]


class Raising:
    """Raises when it is asked for a card."""

    def act(self, view):
        if not isinstance(view.legal[0], PlaceBid):
            raise RuntimeError("no\nidea")
        return view.legal[0]


class Leaving:
    """Calls sys.exit when it is asked for a card."""

    def act(self, view):
        if not isinstance(view.legal[0], PlaceBid):
            sys.exit(3)
        return view.legal[0]


class Illegal:
    """Answers with a bid that is never legal, whatever it is asked."""

    def act(self, view):
        return PlaceBid(20)


class Unmakeable:
    """Cannot be made."""

    def __init__(self):
        raise RuntimeError("no chair")

    def act(self, view):
        return view.legal[0]


class Stopping:
    """Meek, until it is asked for the 450th time: then it says so through a pipe and plays no more.

    The pipe stays open as long as its process lives.
    """

    asked = 0

    def act(self, view):
        Stopping.asked += 1
        pipe = os.environ.get("RUFEN_TEST_PIPE")
        if pipe and Stopping.asked == 450:
            self.kept = open(pipe, "w")  # noqa: PTH123, SIM115 (kept open on purpose)
            self.kept.write("here\n")
            self.kept.flush()
            threading.Event().wait()
        return view.legal[0]
