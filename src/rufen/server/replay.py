"""A round of a game that is over, step by step, as a seat saw it or with all hands open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rufen.core.cards import cards_of
from rufen.core.events import (
    BidPlaced,
    CardPlayed,
    DeckSealed,
    Envelope,
    Event,
    GameAborted,
    Hidden,
    TricksClaimed,
    TrumpChosen,
    redact,
)
from rufen.core.state import GameState, Phase, effective, evolve
from rufen.core.view import view_of
from rufen.protocol.bodies import Replay, ReplayStep

__all__ = ["NoSuchRound", "NoSuchSeat", "NotOver", "replay_of"]

_STEPS = (TrumpChosen, BidPlaced, CardPlayed, TricksClaimed, GameAborted)
"""What begins a step; everything else follows from the step it stands in."""


class NotOver(Exception):
    """The game is still played: what lies hidden in it is not shown."""


class NoSuchRound(Exception):
    """The round was never dealt; those that were are 1 … `rounds`."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        super().__init__(f"rounds 1 … {rounds}" if rounds else "no round was dealt in this game")


class NoSuchSeat(Exception):
    """The game has no such seat; its seats are 0 … `seats` − 1."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        super().__init__(f"a seat 0 … {seats - 1}, or none for all hands")


def _steps(events: Sequence[Event], number: int) -> Iterator[tuple[list[Event], GameState]]:
    """The steps of a round: what happened in each, and the state after it."""
    state: GameState | None = None
    dealt = 0
    step: list[Event] = []
    for event in events:
        if isinstance(event, DeckSealed):
            dealt += 1
        if dealt > number:
            break
        if dealt == number and step and state is not None and isinstance(event, _STEPS):
            yield step, state
            step = []
        state = evolve(state, event)
        if dealt == number:
            step.append(event)
    if step and state is not None:
        yield step, state


def replay_of(table: str, log: Sequence[Envelope], number: int, seat: int | None) -> Replay:
    """Round `number` of a game, as `seat` saw it; None: open.

    An open replay is what a spectator saw, and all hands of each moment. What was taken back is not in it.
    Raises NotOver, NoSuchRound, NoSuchSeat.
    """
    events = [event for _seq, event in effective(envelope.event for envelope in log)]
    last: GameState | None = None
    for event in events:
        last = evolve(last, event)
    if last is None or last.phase not in (Phase.GAME_OVER, Phase.ABORTED):
        raise NotOver
    rounds = sum(isinstance(event, DeckSealed) for event in events)
    if not 1 <= number <= rounds:
        raise NoSuchRound(rounds)
    setup = last.setup
    if seat is not None and not 0 <= seat < setup.seats:
        raise NoSuchSeat(setup.seats)
    steps = []
    for happened, state in _steps(events, number):
        shown = (redact(event, seat, setup.rules.bid_disclosure) for event in happened)
        hands = tuple(cards_of(hand) for hand in state.hands) if seat is None else None
        seen = tuple(event for event in shown if not isinstance(event, Hidden))
        steps.append(ReplayStep(seen, view_of(state, seat), hands))
    players = [player for player in setup.players if player is not None]
    return Replay(
        table=table,
        names=tuple(player.name for player in players),
        kinds=tuple(player.kind for player in players),
        rounds=rounds,
        round=number,
        seat=seat,
        ended_at=log[-1].at,
        steps=tuple(steps),
    )
