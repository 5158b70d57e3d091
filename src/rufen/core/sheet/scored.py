"""A sheet worked out (R5, R6, R8): scores, totals, ranks, what is wrong, and who is asked next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rufen.core.house_rules import BidDisclosure, HouseRules, full_game_rounds
from rufen.core.rules import bid_refusal
from rufen.core.scoring import round_score, score_round, tie_break_key
from rufen.core.sheet.document import Entries, Sheet, hand_sizes, seating_in_force, seating_of
from rufen.core.sheet.results import (
    Asked,
    Cell,
    Problem,
    ProblemCode,
    RoundState,
    ScoredRound,
    ScoredSheet,
    Standing,
)

__all__ = ["score"]


_NOTHING = Entries()


class _Work:
    """The rounds of one sheet, one after another."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.rules: HouseRules = sheet.rules
        self.seating = seating_in_force(sheet)
        self.schedule = hand_sizes(sheet.rules, len(self.seating.players))
        self.totals: dict[str, int] = {player.id: 0 for player in sheet.players}
        self.scores: dict[str, list[int]] = {player.id: [] for player in sheet.players}
        self.made: dict[str, int] = {player.id: 0 for player in sheet.players}
        self.problems: list[Problem] = []
        self.rounds: list[ScoredRound] = []
        self.forbidden: dict[int, int] = {}
        self.last_begun = max((n for n in _begun(sheet) if n <= len(self.schedule)), default=0)

    def hand_size(self, number: int, seats: int) -> int | None:
        if number <= len(self.schedule):
            return self.schedule[number - 1]
        if self.sheet.rules.hand_sizes is None and number <= full_game_rounds(seats):
            return number
        return None

    def adjust(self, number: int) -> None:
        for line in self.sheet.adjustments:
            if line.round == number:
                self.totals[line.player] += line.points

    def add_round(self, number: int, dealer: str) -> None:
        rounds = self.sheet.rounds
        entries = rounds[number - 1] if number <= len(rounds) else _NOTHING
        seated = seating_of(self.sheet, number).players
        size = self.hand_size(number, len(seated))
        in_game = number <= len(self.schedule)
        bids = [entries.bids.get(player) for player in seated]
        tricks = [entries.tricks.get(player) for player in seated]
        state = self._state(bids, tricks) if in_game else RoundState.OUTSIDE
        scores: Sequence[int | None] = [None] * len(seated)
        if in_game and size is not None:
            self._forbid(number, size, seated, dealer, bids)
            bad = self._problems(number, size, seated, dealer, bids, tricks, entries)
            whole_bids, whole_tricks = _whole(bids), _whole(tricks)
            if whole_bids is not None and whole_tricks is not None:
                state = RoundState.WRONG if bad else RoundState.SCORED
                if not bad:
                    scores = self._score(number, size, seated, dealer, whole_bids, whole_tricks)
        if in_game:
            self.adjust(number)
        scored = state is RoundState.SCORED
        self.rounds.append(
            ScoredRound(
                number=number,
                hand_size=size,
                dealer=dealer,
                cells=tuple(
                    Cell(player, bid, won, points, self.totals[player] if scored else None)
                    for player, bid, won, points in zip(seated, bids, tricks, scores, strict=True)
                ),
                bids=sum(bid or 0 for bid in bids),
                tricks=sum(won or 0 for won in tricks),
                state=state,
                concealed=self._concealed(entries.shown, bids, tricks),
                kept=entries.kept,
            )
        )

    @staticmethod
    def _state(bids: Sequence[int | None], tricks: Sequence[int | None]) -> RoundState:
        """How far the entries are; whether they are right is another question."""
        bid_count = sum(bid is not None for bid in bids)
        won_count = sum(won is not None for won in tricks)
        if won_count:
            both = bid_count == len(bids) and won_count == len(tricks)
            return RoundState.WRONG if both else RoundState.COUNTING
        if bid_count == len(bids):
            return RoundState.PLAYING
        return RoundState.BIDDING if bid_count else RoundState.EMPTY

    def _concealed(self, shown: bool, bids: Sequence[int | None], tricks: Sequence[int | None]) -> bool:
        match self.rules.bid_disclosure:
            case BidDisclosure.OPEN:
                return False
            case BidDisclosure.HIDDEN:
                return not shown and None in bids
            case BidDisclosure.DELAYED:
                return not shown and all(won is None for won in tricks)

    def _forbid(
        self, number: int, size: int, seated: Sequence[str], dealer: str, bids: Sequence[int | None]
    ) -> None:
        """Note the bid that the dealer may not make, once all others have bid (R3.2)."""
        at = seated.index(dealer)
        others = [bid for place, bid in enumerate(bids) if place != at]
        whole = _whole(others)
        if whole is None or not 0 <= size - sum(whole) <= size:
            return
        even = size - sum(whole)
        refused = bid_refusal(
            even,
            hand_size=size,
            bids=[None if place == at else bid for place, bid in enumerate(bids)],
            seat=at,
            dealer=at,
            totals=[self.totals[player] for player in seated],
            round_number=number,
            rules=self.rules,
        )
        if refused is not None:
            self.forbidden[number] = even

    def _problems(
        self,
        number: int,
        size: int,
        seated: Sequence[str],
        dealer: str,
        bids: Sequence[int | None],
        tricks: Sequence[int | None],
        entries: Entries,
    ) -> bool:
        """Note what is wrong; whether anything forbids scoring."""
        found: list[Problem] = []
        limit = full_game_rounds(len(seated))
        if size > limit and not entries.empty:
            found.append(Problem(number, None, ProblemCode.TOO_MANY_CARDS, size, limit))
        passed = number < self.last_begun
        counting = any(won is not None for won in tricks)
        for player, bid, won in zip(seated, bids, tricks, strict=True):
            if bid is None and (counting or passed):
                found.append(Problem(number, player, ProblemCode.BID_MISSING))
            elif bid is not None and bid > size:
                found.append(Problem(number, player, ProblemCode.BID_RANGE, bid, size))
            if won is None and passed:
                found.append(Problem(number, player, ProblemCode.TRICKS_MISSING))
            elif won is not None and won > size:
                found.append(Problem(number, player, ProblemCode.TRICKS_RANGE, won, size))
        total = sum(won or 0 for won in tricks)
        if total > size or (total < size and None not in tricks):
            found.append(Problem(number, None, ProblemCode.TRICKS_SUM, total, size))
        bad = bool(found)
        if not entries.kept and self.forbidden.get(number) == entries.bids.get(dealer, -1):
            found.append(Problem(number, dealer, ProblemCode.BIDS_EVEN, entries.bids[dealer], size))
        self.problems += found
        return bad

    def _score(
        self,
        number: int,
        size: int,
        seated: Sequence[str],
        dealer: str,
        bids: Sequence[int],
        tricks: Sequence[int],
    ) -> tuple[int, ...]:
        scores = score_round(
            bids,
            tricks,
            hand_size=size,
            dealer=seated.index(dealer),
            last_round=number == len(self.schedule),
            rules=self.rules,
        )
        for player, bid, won, points in zip(seated, bids, tricks, scores, strict=True):
            self.totals[player] += points
            self.scores[player].append(points)
            self.made[player] += bid == won
        return scores

    def asked(self) -> Asked | None:
        """The next entry, in the last round begun or the next: bids from the dealer's left, then tricks."""
        for number in (self.last_begun or 1, self.last_begun + 1):
            if number > len(self.schedule):
                return None
            this = self.rounds[number - 1]
            at = next(place for place, cell in enumerate(this.cells) if cell.player == this.dealer) + 1
            turn = this.cells[at:] + this.cells[:at]
            for cell in turn:
                if cell.bid is None:
                    forbidden = self.forbidden.get(number) if cell.player == this.dealer else None
                    return Asked(number, cell.player, "bid", forbidden=forbidden)
            missing = [cell.player for cell in turn if cell.tricks is None]
            if missing:
                rest = (this.hand_size or 0) - this.tricks
                offered = rest if len(missing) == 1 and rest >= 0 else None
                return Asked(number, missing[0], "tricks", offered=offered)
        return None

    def standings(self, over: bool, asked: Asked | None) -> tuple[Standing, ...]:
        rounds = self.rounds[: len(self.schedule)]
        played = {
            player: sum(
                r.state is RoundState.SCORED and any(c.player == player for c in r.cells) for r in rounds
            )
            for player in self.totals
        }
        perfect = {
            player
            for player, made in self.made.items()
            if over and made == played[player] == len(self.schedule)
        }
        for player in perfect:
            self.totals[player] += self.rules.perfect_game_bonus
        seated = self.seating.players
        keys = {
            player: tie_break_key(self.totals[player], self.made[player], self.scores[player], self.rules)
            for player in seated
        }
        best = max(self.totals[player] for player in seated)
        first = sorted(seated, key=lambda player: tuple(-part for part in keys[player]))
        left = [p for p in self.totals if p not in seated and (played[p] or self._entered(p))]
        return tuple(
            Standing(
                player=player,
                rank=1 + sum(other > keys[player] for other in keys.values()) if player in keys else None,
                total=self.totals[player],
                made=self.made[player],
                rounds=played[player],
                perfect=player in perfect,
                behind=best - self.totals[player] if player in keys else 0,
                catch_up=self._catch_up(best - self.totals[player], asked) if player in keys else None,
            )
            for player in (*first, *left)
        )

    def _entered(self, player: str) -> bool:
        return any(
            player in entries.bids or player in entries.tricks for entries in self.sheet.rounds
        ) or any(line.player == player for line in self.sheet.adjustments)

    def _catch_up(self, behind: int, asked: Asked | None) -> int | None:
        if behind <= 0 or asked is None:
            return None
        size = self.schedule[asked.round - 1]
        bonus = self.rules.last_round_bonus if asked.round == len(self.schedule) else 0
        return next(
            (bid for bid in range(size + 1) if round_score(bid, bid, size, self.rules) + bonus >= behind),
            None,
        )


def _begun(sheet: Sheet) -> list[int]:
    """The rounds in which somebody who sat there has an entry."""
    return [
        number
        for number, entries in enumerate(sheet.rounds, 1)
        if any(p in entries.bids or p in entries.tricks for p in seating_of(sheet, number).players)
    ]


def _whole(entries: Sequence[int | None]) -> list[int] | None:
    """The entries when none is missing."""
    found = [entry for entry in entries if entry is not None]
    return found if len(found) == len(entries) else None


def _dealers(sheet: Sheet, count: int) -> list[str]:
    """Who deals each round: the deal passes to the left (R2.4), past those who have left."""
    named: Mapping[int, str] = {dealer.round: dealer.player for dealer in sheet.dealers}
    dealers: list[str] = []
    for number in range(1, count + 1):
        seated = seating_of(sheet, number).players
        dealer = named.get(number)
        if dealer not in seated:
            dealer = (
                _left_of(dealers[-1], seating_of(sheet, number - 1).players, seated) if dealers else seated[0]
            )
        dealers.append(dealer)
    return dealers


def _left_of(dealer: str, before: Sequence[str], now: Sequence[str]) -> str:
    if dealer in now:
        return now[(now.index(dealer) + 1) % len(now)]
    at = before.index(dealer) + 1
    return next((player for player in (*before[at:], *before[:at]) if player in now), now[0])


def score(sheet: Sheet) -> ScoredSheet:
    """Work a sheet out. It never fails: what is wrong is marked, and not scored (R8.2)."""
    work = _Work(sheet)
    count = max(len(work.schedule), len(sheet.rounds))
    work.adjust(0)
    for number, dealer in enumerate(_dealers(sheet, count), 1):
        if number <= len(work.schedule) or not sheet.rounds[number - 1].empty:
            work.add_round(number, dealer)
    over = all(this.state is RoundState.SCORED for this in work.rounds[: len(work.schedule)])
    asked = work.asked()
    return ScoredSheet(
        schedule=work.schedule,
        rounds=tuple(work.rounds),
        standings=work.standings(over, asked),
        problems=tuple(work.problems),
        over=over,
        asked=asked,
    )
