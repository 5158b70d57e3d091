"""A game as text: a record that a person can read and `parse_record` plays again, checking every line.

`docs/notation.md` explains the lines. A record holds the scored rounds only: what lies hidden in a
running round is never in it. Its last line is a checksum, so no damage goes unseen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

import msgspec

from rufen.core.cards import Card, Suit, format_cards
from rufen.core.events import (
    CardPlayed,
    Envelope,
    Event,
    GameAborted,
    GameCreated,
    GameEnded,
    GameStarted,
    RoundScored,
    RoundStarted,
    RulesChanged,
    SeatLeft,
    SeatsReordered,
    SeatTaken,
    TrickWon,
    TrumpChosen,
)
from rufen.core.fields import format_numbers, format_rules
from rufen.core.house_rules import HouseRules
from rufen.core.state import GameState, effective, fold
from rufen.core.version import RULES_VERSION

__all__ = ["RECORD_VERSION", "Record", "RecordError", "check_line", "format_record", "quote"]

RECORD_VERSION = 1


class RecordError(ValueError):
    """A text that is no record: `line` counts from 1, `reason` says what is wrong there."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}")


class Record(msgspec.Struct, frozen=True):
    """What a record holds: the events of the game as replayed, and what its first lines said."""

    events: tuple[Event, ...]
    game: str | None = None
    """The id of the game, where it had one."""
    date: str | None = None
    """When it was played, as text."""

    @property
    def state(self) -> GameState:
        """The state after the last event."""
        return fold(self.events)

    def __str__(self) -> str:
        return format_record(self.events, game=self.game, date=self.date)


class _Round:
    """What a log tells of a round until it is scored."""

    def __init__(self, started: RoundStarted) -> None:
        self.started = started
        self.trump: Suit | None = None
        self.leads: list[int] = []
        self.tricks: list[list[Card]] = [[]]
        self.winners: list[int] = []

    def lines(self, scored: RoundScored) -> Iterable[str]:
        """The lines of the scored round."""
        started = self.started
        yield f"round {started.number} cards {started.hand_size} dealer {started.dealer}"
        yield f"deck {format_cards(scored.deck)}"
        yield f"salt {quote(scored.salt)}"
        yield f"commitment {started.commitment}"
        if self.trump is not None:
            yield f"trump {self.trump}"
        yield f"bids {format_numbers(scored.bids)}"
        for leader, cards, winner in zip(self.leads, self.tricks, self.winners, strict=False):
            yield f"trick {leader} {format_cards(cards)} won {winner}"
        yield f"scores {format_numbers(scored.scores)}"
        yield f"totals {format_numbers(scored.totals)}"


def quote(text: str) -> str:
    """Any text as one quoted word: JSON, with everything escaped that does not show."""
    escaped = "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text.translate(_ESCAPES))
    return f'"{escaped}"'


_ESCAPES = {ord("\\"): "\\\\", ord('"'): '\\"'}


def check_line(lines: Sequence[str]) -> str:
    """The last line of a record: the first 16 digits of SHA-256 over all lines before it."""
    text = "".join(f"{line}\n" for line in lines)
    return f"check {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def format_record(
    log: Iterable[Event | Envelope], *, game: str | None = None, date: str | None = None
) -> str:
    """The record of a game from its log, or from the log as any one seat sees it.

    What was taken back is not in it, nor is a round that is not scored. The id of the game comes from
    the envelopes unless it is given.
    """
    events: list[Event] = []
    for item in log:
        if isinstance(item, Envelope):
            game = item.game if game is None else game
            events.append(item.event)
        else:
            events.append(item)
    kept = [event for _seq, event in effective(events)]
    lines = [f"rufen-record {RECORD_VERSION}", f"rules-version {RULES_VERSION}"]
    if game is not None:
        lines.append(f"game {quote(game)}")
    if date is not None:
        lines.append(f"date {quote(date)}")
    lines += _table_lines(kept)
    lines += _round_lines(kept)
    return "\n".join([*lines, check_line(lines)]) + "\n"


def _table_lines(events: Sequence[Event]) -> Iterable[str]:
    """Seats, rules, players and the first dealer, as they were in the end."""
    created: GameCreated | None = None
    rules: HouseRules | None = None
    players: dict[int, SeatTaken] = {}
    started: GameStarted | None = None
    for event in events:
        match event:
            case GameCreated():
                created, rules = event, event.rules
            case RulesChanged():
                rules = event.rules
            case SeatTaken():
                players[event.seat] = event
            case SeatLeft():
                del players[event.seat]
            case SeatsReordered():
                players = {seat: players[other] for seat, other in enumerate(event.order) if other in players}
            case GameStarted():
                started = event
    if created is None or rules is None:
        raise ValueError("a game begins with game_created")
    named = "drawn" if created.first_dealer is None else str(created.first_dealer)
    yield f"seats {created.seats}"
    yield f"rules {format_rules(rules)}"
    yield f"first-dealer {named}"
    for seat, player in sorted(players.items()):
        level = "" if player.level is None else f" {quote(player.level)}"
        yield f"player {seat} {player.kind.value} {quote(player.name)}{level}"
    if started is not None:
        for draw in started.draws:
            yield "draw " + " ".join("-" if card is None else str(card) for card in draw)
        yield f"start {started.first_dealer}"


def _round_lines(events: Sequence[Event]) -> Iterable[str]:
    """The scored rounds and the end."""
    current: _Round | None = None
    end = "end unfinished"
    for event in events:
        match event:
            case RoundStarted():
                current = _Round(event)
            case TrumpChosen() if current:
                current.trump = event.suit
            case CardPlayed() if current:
                if not current.tricks[-1]:
                    current.leads.append(event.seat)
                current.tricks[-1].append(event.card)
            case TrickWon() if current:
                current.winners.append(event.seat)
                current.tricks.append([])
            case RoundScored() if current:
                yield from current.lines(event)
                current = None
            case GameEnded():
                yield f"ranks {format_numbers(event.ranks)}"
                end = "end finished"
            case GameAborted():
                end = f"end aborted {quote(event.reason)}"
    yield end
