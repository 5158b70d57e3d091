"""A table run by hand: plans are stored in a list."""

from __future__ import annotations

import itertools
from typing import Any

from rufen.core.actions import Action
from rufen.core.deal import deck_from_seed
from rufen.core.events import Envelope
from rufen.core.view import PlayerView
from rufen.protocol.bodies import CreateTable, SeatPlan
from rufen.table import lobby
from rufen.table.commands import Done, Plan
from rufen.table.creation import open_table
from rufen.table.facts import Facts
from rufen.table.table import Table

LEVELS = ("random", "beginner")
TOKENS = tuple(f"{name}-0123456789abcdefghij" for name in ("anna", "ben", "cara", "dan", "eva", "finn"))


class Run:
    """A table, its log, and a clock in seconds."""

    def __init__(self, *kinds: str, name: str = "Anna", **more: Any) -> None:
        """`kinds` are `you`, `open` and `bot`, with a level after a colon."""
        parts = [kind.partition(":") for kind in kinds]
        wish = CreateTable(
            TOKENS[0], name, tuple(SeatPlan(k, level or None) for k, _, level in parts), **more
        )
        new = open_table(wish, levels=LEVELS, default_level="beginner", draw_deck=deck_from_seed("draw", 0))
        self.log: list[Envelope] = []
        self.now = 0.0
        self._ids = itertools.count()
        self._decks = itertools.count(1)
        self.table = Table("table1", self._store(Plan(new.events, "0/create")), Facts(options=wish.options))

    def _store(self, plan: Plan) -> list[Envelope]:
        more = [
            Envelope("table1", seq, self.now, plan.origin, event)
            for seq, event in enumerate(plan.events, len(self.log) + 1)
        ]
        self.log += more
        return more

    def do(self, outcome: Plan | Done) -> Plan | Done:
        """Store a plan and take it in."""
        if isinstance(outcome, Plan):
            if outcome.facts is not None:
                self.table.facts = outcome.facts
            self.table.commit(self._store(outcome))
            if not outcome.events:
                self.table.keep(outcome.origin)
            if self.table.ballot is not None and self.table.ballot.number == outcome.vote:
                self.table.ballot = None
        self.table.look(self.now)
        return outcome

    def pass_time(self, seconds: float) -> None:
        """Later."""
        self.now += seconds
        self.table.look(self.now)

    def new_id(self) -> str:
        return f"action-{next(self._ids):04d}"

    def sit(self, seat: int, name: str, token: str | None = None) -> Plan | Done:
        token = token or TOKENS[seat]
        return self.do(lobby.sit(self.table, None, self.new_id(), seat, name, token))

    def seat_bot(self, by: int | None, seat: int, level: str = "random") -> Plan | Done:
        return self.do(lobby.sit_bot(self.table, by, self.new_id(), seat, level, LEVELS))

    def start(self, by: int | None = 0) -> Plan | Done:
        return self.do(lobby.start(self.table, by, self.new_id(), deck_from_seed("draw", 0)))

    def stand_up(self, by: int | None, seat: int, id: str | None = None) -> Plan | Done:
        return self.do(lobby.stand_up(self.table, by, id or self.new_id(), seat))

    def deal(self) -> Plan | Done:
        return self.do(self.table.deal(deck_from_seed("table", next(self._decks)), "salt"))

    def act(self, seat: int, action: Action, *, seen: int | None = None, id: str | None = None):
        return self.do(
            self.table.act(seat, id or self.new_id(), self.table.seq if seen is None else seen, action)
        )

    def asked(self) -> PlayerView:
        """The view of the seat that is asked next."""
        view = self.table.view(None)
        return self.table.view(view.to_act[0])

    def step(self) -> None:
        """Whoever is asked does the first thing that is legal."""
        view = self.asked()
        assert view.seat is not None
        self.act(view.seat, view.legal[0])

    def play_round(self) -> None:
        """Deal and play until the round is scored."""
        self.deal()
        scored = len(self.table.state.results)
        while len(self.table.state.results) == scored:
            self.step()

    def restart(self) -> None:
        """The same table from its log and its facts."""
        self.table = Table("table1", self.log, self.table.facts, self.now)


def people(count: int = 3, **more: Any) -> Run:
    """A started game of people only, all connected."""
    run = Run("you", *["open"] * (count - 1), **more)
    for seat in range(1, count):
        run.sit(seat, f"Guest {seat}")
    run.start()
    for seat in range(count):
        run.table.connect(seat, run.now)
    return run
