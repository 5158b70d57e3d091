"""Playing one deal: every line-up over the same cards, once in each rotation of its seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from rufen.arena.contestants import Cast, player_seed
from rufen.arena.faults import FINAL, Fault, Forfeit, ask, described, in_a_line
from rufen.arena.match import Episode, LineUp, Match, line_ups, round_rules
from rufen.core.cards import Card
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game, apply, apply_deal
from rufen.core.house_rules import HouseRules
from rufen.core.state import GameState, Phase
from rufen.core.view import view_of
from rufen.players.base import Player

if TYPE_CHECKING:
    from rufen.arena.compiled import RoundsPlayed

__all__ = ["DealPlayed", "Setting", "TablePlayed", "places", "play_deal", "setting"]


class TablePlayed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line-up in one rotation. `bids`, `tricks` and `scores` have a row for each round, by seat.

    `seats` has the contestant (its place in the match) in each seat; `totals` and `ranks` are of the whole
    episode, by seat.
    """

    line_up: int
    rotation: int
    seats: tuple[int, ...]
    bids: tuple[tuple[int, ...], ...]
    tricks: tuple[tuple[int, ...], ...]
    scores: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


class DealPlayed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All tables of one deal. `hand_sizes` and `dealers` are by round, the same at every table."""

    deal: int
    hand_sizes: tuple[int, ...]
    dealers: tuple[int, ...]
    tables: tuple[TablePlayed, ...]
    faults: tuple[Fault, ...] = ()


class Setting(msgspec.Struct, frozen=True):
    """What the tables of a deal have in common; `hand_sizes` and `dealers` are by round."""

    rules: HouseRules
    hand_sizes: tuple[int, ...]
    dealers: tuple[int, ...]
    decks: str


def setting(match: Match, deal: int) -> Setting:
    """The setting of a deal of a match, 0 being the first."""
    seats, sizes, decks = match.seats, match.schedule, f"{match.seed} {deal}"
    if match.episode is Episode.GAME:
        dealers = tuple([(deal + step) % seats for step in range(len(sizes))])
        return Setting(match.rules, sizes, dealers, decks)
    turn, number = divmod(deal, match.cycle)
    rules = round_rules(match.rules, seats, number)
    return Setting(rules, (sizes[number],), (turn % seats,), decks)


def places(scores: tuple[int, ...]) -> tuple[int, ...]:
    """The place of each seat in a round played by itself: equal scores share the better one."""
    return tuple([1 + sum(other > own for other in scores) for own in scores])


@lru_cache(maxsize=256)
def _started(rules: HouseRules, seats: int, dealer: int) -> GameState:
    return Game.new([f"seat {seat}" for seat in range(seats)], rules, first_dealer=dealer).state


def play_deal(match: Match, deal: int, cast: Cast) -> DealPlayed:
    """Play a deal of a match, 0 being the first. Raises Forfeit."""
    played = setting(match, deal)
    decks = [deck_from_seed(played.decks, step) for step in range(1, len(played.hand_sizes) + 1)]
    table = _Table(match, deal, played, cast, decks)
    tables = []
    for number, line_up in enumerate(line_ups(match)):
        compiled = cast.compiled(line_up.places)
        for rotation in line_up.rotations:
            if compiled is None:
                tables.append(table.play(number, line_up, rotation))
            else:
                seating = line_up.seating(rotation)
                played_rounds = compiled.play(played.rules, seating, played.dealers[0], decks)
                tables.append(_noted(match, number, rotation, seating, played_rounds))
    return DealPlayed(deal, played.hand_sizes, played.dealers, tuple(tables), tuple(table.faults))


def _noted(
    match: Match, number: int, rotation: int, seating: tuple[int, ...], played: RoundsPlayed
) -> TablePlayed:
    totals, ranks = played.totals, played.ranks
    if match.episode is Episode.ROUND:
        totals = played.scores[0]
        ranks = places(totals)
    return TablePlayed(number, rotation, seating, played.bids, played.tricks, played.scores, totals, ranks)


class _Table:
    """Where the players of one deal sit down, company after company."""

    def __init__(
        self, match: Match, deal: int, setting: Setting, cast: Cast, decks: Sequence[Sequence[Card]]
    ) -> None:
        self._match, self._deal, self._setting, self._cast = match, deal, setting, cast
        self._start = _started(setting.rules, match.seats, setting.dealers[0])
        self._decks = decks
        self._seeds = [player_seed(match.seed, deal, seat) for seat in range(match.seats)]
        self._counts: Counter[int] = Counter()
        self.faults: list[Fault] = []

    def play(self, number: int, line_up: LineUp, rotation: int) -> TablePlayed:
        """One rotation of a line-up. Raises Forfeit."""
        seating = line_up.seating(rotation)
        players = self._sit_down(seating)
        state = self._start
        for deck in self._decks:
            state = apply_deal(state, deck, self._setting.decks)[1]
            while state.asked:
                seat = state.asked[0]
                action, fault = ask(players[seat], view_of(state, seat), seating[seat])
                if fault is not None:
                    self._note(fault)
                state = apply(state, seat, action)[1]
        if self._match.episode is Episode.GAME and state.phase is Phase.GAME_OVER and state.ranks is not None:
            totals, ranks = state.totals, state.ranks
        else:
            totals = state.results[0].scores
            ranks = places(totals)
        return TablePlayed(
            number,
            rotation,
            seating,
            tuple([result.bids for result in state.results]),
            tuple([result.tricks for result in state.results]),
            tuple([result.scores for result in state.results]),
            totals,
            ranks,
        )

    def _sit_down(self, seating: tuple[int, ...]) -> list[Player]:
        players: list[Player] = []
        for seat, contestant in enumerate(seating):
            try:
                players.append(self._cast.player(contestant, self._seeds[seat]))
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # whatever a player raises ends nobody else
                fault = Fault(contestant, "unmade", in_a_line(described(error)))
                raise self._forfeit(fault) from error
        return players

    def _note(self, fault: Fault) -> None:
        self.faults.append(fault)
        self._counts[fault.contestant] += 1
        if fault.kind in FINAL or self._counts[fault.contestant] > self._match.max_faults:
            raise self._forfeit(fault)

    def _forfeit(self, fault: Fault) -> Forfeit:
        name = self._match.players[fault.contestant].name
        return Forfeit(name, self._match.max_faults, fault, self._deal)
