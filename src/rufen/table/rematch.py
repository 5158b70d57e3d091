"""The next game of the same people: same rules, seats and secrets, the first dealer moved on."""

from __future__ import annotations

from collections.abc import Sequence

from rufen.core.cards import Card
from rufen.core.events import Event, PlayerKind
from rufen.core.seating import create, start, take_seat
from rufen.core.state import GameState, evolve
from rufen.protocol.messages import RefusalCode
from rufen.table.commands import Refusal
from rufen.table.facts import Facts
from rufen.table.table import Table

__all__ = ["next_facts", "next_game"]


def next_game(table: Table, draw_deck: Sequence[Card]) -> tuple[Event, ...]:
    """The first events of the rematch. It starts at once when every person is here and every seat taken.

    The dealer is whoever follows the dealer of the last round; where none was dealt, the cards draw again
    (R1.5). Raises Refusal while the game is not over.
    """
    if not table.over:
        raise Refusal(RefusalCode.NOT_OVER, "the game is not over")
    before = table.state
    setup, last = before.setup, before.round
    dealer = (last.deal.dealer + 1) % setup.seats if last is not None else None
    events: list[Event] = [create(setup.seats, setup.rules, dealer)]
    state = evolve(None, events[0])

    def add(state: GameState, more: Sequence[Event]) -> GameState:
        for event in more:
            events.append(event)
            state = evolve(state, event)
        return state

    for seat, player in enumerate(setup.players):
        # Whoever had their name and secret deleted does not come along.
        if player is not None and (player.kind is PlayerKind.BOT or player.key):
            taken = take_seat(state, seat, player.name, player.kind, level=player.level, key=player.key)
            state = add(state, taken)
    if None not in state.setup.players and table.people == table.people_here:
        state = add(state, start(state, draw_deck))
    return tuple(events)


def next_facts(table: Table) -> Facts:
    """Host and options of the rematch."""
    return Facts(host=table.facts.host, options=table.facts.options)
