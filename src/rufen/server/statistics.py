"""Who did how well in finished games: a pure function over what is kept of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from rufen.core.events import PlayerKind
from rufen.core.scoring import RoundResult
from rufen.core.state import Player
from rufen.protocol.bodies import BidRate, PlayerStatistics, Statistics

__all__ = ["FinishedGame", "statistics"]


class FinishedGame(msgspec.Struct, frozen=True):
    """A game played to its end, and the seat of the one who asks; by seat what has a place for each."""

    you: int
    players: tuple[Player | None, ...]
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


class _Tally:
    """What one player has done so far."""

    def __init__(self, name: str, *, you: bool, level: str | None) -> None:
        self.name = name
        self.you = you
        self.level = level
        self.totals: list[int] = []
        self.ranks: list[int] = []
        self.wins = 0.0
        self.sizes: dict[int, list[bool]] = defaultdict(list)

    def add(self, game: FinishedGame, seat: int) -> None:
        rank = game.ranks[seat]
        self.totals.append(game.totals[seat])
        self.ranks.append(rank)
        if rank == 1:
            self.wins += 1 / game.ranks.count(1)
        for result in game.results:
            self.sizes[result.hand_size].append(result.bids[seat] == result.tricks[seat])

    @property
    def row(self) -> PlayerStatistics:
        games = len(self.totals)
        rates = tuple(BidRate(size, len(made), sum(made)) for size, made in sorted(self.sizes.items()))
        return PlayerStatistics(
            name=self.name,
            you=self.you,
            bot=self.level is not None,
            level=self.level,
            games=games,
            wins=self.wins,
            average_total=sum(self.totals) / games,
            average_rank=sum(self.ranks) / games,
            best_total=max(self.totals),
            rounds=sum(rate.rounds for rate in rates),
            made=sum(rate.made for rate in rates),
            by_hand_size=rates,
        )


def statistics(games: Iterable[FinishedGame]) -> Statistics:
    """Everybody of these games, the newest game first.

    You are one, under whatever name; your name is that of the newest game. Other persons are told apart
    by name, bots by name and level. Persons whose names were taken from the server are left out.
    """
    tallies: dict[tuple[str, str | None] | None, _Tally] = {}
    count = 0
    for game in games:
        count += 1
        for seat, player in enumerate(game.players):
            you = seat == game.you
            if player is None or (player.kind is PlayerKind.PERSON and player.key == "" and not you):
                continue
            who = None if you else (player.name, player.level)
            tally = tallies.setdefault(who, _Tally(player.name, you=you, level=player.level))
            tally.add(game, seat)
    rows = (tally.row for tally in tallies.values())
    return Statistics(count, tuple(sorted(rows, key=lambda row: (not row.you, -row.games, row.name))))
