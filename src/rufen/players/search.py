"""The player "search": looks ahead from the network's best cards, for as long as it is given.

Bids and trumps are the network's own: looking ahead brings nothing there (`docs/search.md`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from random import Random
from time import perf_counter

import numpy as np

from rufen.core.actions import ACTIONS, Action, action_index
from rufen.core.view import PlayerView
from rufen.kernel import layout as at
from rufen.kernel.mirror import Rows, rows_of_view
from rufen.kernel.network.judging import PRIDE, decide
from rufen.kernel.network.weights import Weights
from rufen.kernel.search import room as of
from rufen.kernel.search.cards import begin, best, go_on
from rufen.kernel.search.room import Room, Settings, new_room
from rufen.kernel.whole import checked_whole
from rufen.players.advice import Adviser, Judged
from rufen.players.neural import shipped

__all__ = ["MS", "SETTINGS", "SearchBudgetError", "SearchPlayer"]

MS = 100.0
"""Milliseconds for a card, where nothing else is said."""
_MOST_MS = 600_000
_MOST = 1 << 40

SETTINGS = Settings(
    worlds=20_000,
    most=4,
    within=15.0,
    prior=24.0,
    bid_warmth=3.0,
    human=0.01,
    first=16,
    keep=2,
)
"""What was found best by measuring."""

_FIRST_SLICE, _SLICE = 200, 0.002
"""Networks asked before the clock is read for the first time; seconds between two looks at it, then."""


class SearchBudgetError(ValueError):
    """There is no such budget; the message says what is allowed."""


class SearchPlayer:
    """Plays by looking ahead; by its network alone where there is nothing to search for.

    A player serves one thread at a time; `act` blocks, without the GIL, for as long as its budget. It keeps
    no memory: what it answers follows from its seed and the view, and from the clock where that ends it.
    """

    def __init__(
        self,
        weights: Weights | None = None,
        *,
        ms: float | None = None,
        nodes: int | None = None,
        worlds: int | None = None,
        seed: int | Random = 0,
    ) -> None:
        """`ms`: milliseconds for a card; `nodes`: how often it may ask its network instead, or as well.

        With `nodes` alone the same seed and view always give the same action. `worlds`: no more of them than
        this. 0 plays as the network. Without a budget it is MS. Raises SearchBudgetError.
        """
        if ms is None and nodes is None:
            ms = MS
        self.ms = math.inf if ms is None else _checked_ms(ms)
        self.nodes = _MOST if nodes is None else _checked("nodes", nodes, 0)
        most = SETTINGS.worlds if worlds is None else _checked("worlds", worlds, 1)
        self.weights = weights or shipped()
        self.settings = SETTINGS._replace(worlds=most)
        self._seed = np.uint64(
            seed.getrandbits(64) if isinstance(seed, Random) else checked_whole("seed", seed) % (1 << 64)
        )
        self._room: Room = new_room(self.weights)
        self._adviser = Adviser(self.weights)

    @classmethod
    def of_text(cls, text: str, *, weights: Weights | None = None, seed: int | Random = 0) -> SearchPlayer:
        """A player from what stands behind `search:`, as in `ms=200` or `nodes=20000,worlds=64`.

        Raises SearchBudgetError.
        """
        budget: dict[str, float] = {}
        for part in filter(None, text.split(",")):
            name, equals, value = part.partition("=")
            if name not in _READERS or not equals:
                raise SearchBudgetError(f"search: {part!r} is none of {_ALLOWED}")
            if name in budget:
                raise SearchBudgetError(f"search: {name} is given twice")
            try:
                budget[name] = _READERS[name](value)
            except ValueError:
                raise SearchBudgetError(
                    f"search: {part!r}: {name} is a number; allowed are {_ALLOWED}"
                ) from None
        return cls(
            weights,
            ms=budget.get("ms"),
            nodes=int(budget["nodes"]) if "nodes" in budget else None,
            worlds=int(budget["worlds"]) if "worlds" in budget else None,
            seed=seed,
        )

    def act(self, view: PlayerView) -> Action:
        """One of `view.legal`. Raises ValueError when the seat is not asked."""
        if view.seat is None or not view.legal:
            raise ValueError("this view asks for no action")
        if len(view.legal) == 1:
            return view.legal[0]
        rows = rows_of_view(view)
        rule, small, cards, points = rows
        if small[at.PHASE] != at.PLAYING:
            room = self._room
            return ACTIONS[decide(self.weights, rule, small, cards, points, room.judged, room.values)]
        self._search(rows)
        return ACTIONS[int(self._room.action[best(self.settings, self._room)])]

    def judge(self, view: PlayerView) -> tuple[Judged, ...]:
        """What each of `view.legal` is likely to bring, as `rufen.players.advice`, after a search.

        Cards that were not looked at, bids and trumps are judged by the network alone. Raises ValueError when
        the seat is not asked.
        """
        judged = self._adviser.judge(view)
        rows = rows_of_view(view)
        if rows.small[at.PHASE] != at.PLAYING or len(judged) == 1:
            return judged
        self._search(rows)
        bid = int(rows.small[at.BID + int(rows.small[at.TURN])])
        compared = self._room.action[: self._room.state[of.CANDIDATES]].tolist()
        answer = []
        for each in judged:
            index = _told(action_index(each.action))
            places = [place for place, card in enumerate(compared) if _told(card) == index]
            answer.append(self._improved(each, places[0], view.hand_size, bid) if places else each)
        return tuple(answer)

    def cancel(self) -> None:
        """End the search that goes on in another thread, or else the next one; it answers the best so far."""
        self._room.stop[0] = 1

    @property
    def asked(self) -> int:
        """How often the network was asked by the search that goes on, or by the last one."""
        return int(self._room.state[of.EVALUATIONS])

    def _search(self, rows: Rows) -> None:
        ends = perf_counter() + self.ms / 1000
        room, settings, weights = self._room, self.settings, self.weights
        rule, small, cards, points = rows
        try:
            compared = begin(weights, settings, rule, small, cards, points, self._seed, room)
            if compared == 1 or self.ms == 0:
                return
            until = self.nodes if self.ms == math.inf else min(self.nodes, _FIRST_SLICE)
            began, asked = perf_counter(), self.asked
            while not go_on(weights, settings, rule, small, cards, points, until, room):
                now, done = perf_counter(), self.asked
                if now >= ends or done >= self.nodes or room.stop[0]:
                    return
                speed = (done - asked) / max(now - began, 1e-6)
                until = min(self.nodes, done + max(int(speed * min(_SLICE, ends - now)), 16))
        finally:
            room.stop[0] = 0

    def _improved(self, judged: Judged, place: int, size: int, bid: int) -> Judged:
        """The network's judgement of a card that was compared, with what the search has found out."""
        room = self._room
        worlds, prior = float(room.state[of.WORLDS]), self.settings.prior
        before, found = room.before[place, : size + 1], room.chance[place, : size + 1]
        chances = (found + prior * before) / (worlds + prior)
        worth = room.worth[: size + 1].copy()
        worth[bid] -= PRIDE
        score = judged.score + float((chances - before) @ worth)
        tricks = tuple(chances.tolist())
        return Judged(judged.action, score, tricks[bid], tricks)


def _told(index: int) -> int:
    """A card as the search knows it: all Wizards are one, and so are all Jesters."""
    return index - (index - 52) % 4 if 52 <= index < at.FIRST_BID else index


def _checked(name: str, value: object, low: int) -> int:
    try:
        return checked_whole(name, value, low, _MOST)
    except ValueError as error:
        raise SearchBudgetError(f"search: {error}") from None


def _checked_ms(ms: float) -> float:
    if not 0 <= ms <= _MOST_MS:
        raise SearchBudgetError(f"search: ms {ms!r}: allowed is a number of milliseconds 0 … {_MOST_MS}")
    return float(ms)


_READERS: Mapping[str, Callable[[str], float]] = {"ms": float, "nodes": int, "worlds": int}
_ALLOWED = "ms=0 … 600000 (milliseconds for a card), nodes=0 … (networks asked), worlds=1 …"
