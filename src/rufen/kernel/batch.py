"""Many games side by side, with names for everything: the checked door to the kernel.

>>> from rufen.core.house_rules import HouseRules
>>> games = Batch(2, seats=3, rules=HouseRules(), seed=7)
>>> games.deal()
>>> games.step([60, 61])
array([0, 0], dtype=uint8)
>>> games.bids.tolist()
[[255, 0, 255], [255, 1, 255]]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rufen.core.actions import ACTIONS, Action, ChooseTrump, PlaceBid
from rufen.core.house_rules import MAX_SEATS, MIN_SEATS, HouseRules, parse_house_rules
from rufen.kernel import layout as at
from rufen.kernel import loops
from rufen.kernel.chance import GAMMA, mix
from rufen.kernel.whole import checked_whole, whole

__all__ = ["NO_ACTION", "Batch", "streams"]

NO_ACTION = -1
"""The action of a game in which nobody is asked."""


def streams(seed: int, number: int) -> NDArray[np.uint64]:
    """Words of chance for so many games, uint64[number, 1], from a seed 0 … 2⁶⁴ − 1: no two are alike."""
    chosen = whole(seed)
    if chosen is None or not 0 <= chosen < 1 << 64:
        raise ValueError(f"seed {seed!r}: allowed is a whole number 0 … 2⁶⁴ − 1")
    start = int(mix(np.uint64(chosen))) + int(GAMMA)
    words = [int(mix(np.uint64(start + game & (1 << 64) - 1))) for game in range(number)]
    return np.array(words, np.uint64).reshape(number, 1)


class Batch:
    """Games with the same number of seats, each with its own house rules and its own chance.

    Arrays have one row a game and, where they are by seat, one column a seat. What the properties answer
    are windows on the rows, not copies: they follow the play and are not to be written to. The rows
    themselves are `rules`, `small`, `cards`, `points` (`rufen.kernel.layout`) and `rng`, one word a game.
    """

    def __init__(
        self,
        games: int,
        *,
        seats: int,
        rules: HouseRules | Sequence[HouseRules] = HouseRules(),  # noqa: B008 (frozen)
        seed: int = 0,
        first_dealer: int | Sequence[int] = 0,
    ) -> None:
        """So many games that are about to deal their first round.

        `rules` and `first_dealer` are for all games or one for each. `seed` is that of the decks which
        `deal` shuffles. Raises SettingError for rules that do not fit the seats, ValueError else.
        """
        games = checked_whole("games", games, 1)
        seats = checked_whole("seats", seats, MIN_SEATS, MAX_SEATS)
        every = _every(rules, games)
        parsed = {id(each): each for each in every}
        parsed = {key: parse_house_rules(each, seats) for key, each in parsed.items()}
        places: dict[HouseRules, int] = {}
        numbers = [places.setdefault(parsed[id(each)], len(places)) for each in every]
        if len(places) > _MOST_RULES:
            raise ValueError(f"{len(places)} different house rules: allowed are {_MOST_RULES} in one batch")
        self.seats = seats
        self.rules: NDArray[np.uint8] = np.stack([at.encode_rules(each, seats) for each in places])
        self.small, self.cards, self.points = at.new_games(games)
        self.rng = streams(seed, games)
        self._rule_of = np.array(numbers, np.int64)
        self._legal = np.zeros((games, at.ACTIONS), np.uint8)
        self._outcomes = np.zeros(games, np.uint8)
        self._ranks = np.zeros((games, 6), np.uint8)
        self._deck = np.arange(60, dtype=np.uint8)
        self.begin(first_dealer)

    def __len__(self) -> int:
        """The number of games."""
        return len(self.small)

    def begin(self, first_dealer: int | Sequence[int] = 0) -> None:
        """Begin every game anew; chance goes on where it is. Raises ValueError for what is no seat."""
        try:
            given = np.asarray(first_dealer)
        except ValueError:
            given = np.empty(0)
        if given.dtype.kind not in "iu" or given.shape not in ((), (len(self),)):
            raise ValueError(f"first dealers: allowed are one seat or {len(self)}, as whole numbers")
        wrong = given[(given < 0) | (given >= self.seats)]
        if len(wrong):
            raise ValueError(f"first dealer {wrong[0]}: allowed is a seat 0 … {self.seats - 1}")
        dealers = np.full(len(self), given, np.int64)
        loops.begin_all(self.small, self.cards, self.points, self._rule_of, self.seats, dealers)

    def deal(self, decks: ArrayLike | None = None) -> None:
        """Deal the next round in every game that waits for one (R2).

        `decks` is [games, 60] with card indices in the order of dealing, or one deck for all; without it
        each game shuffles by its own chance. Raises ValueError for what is no deck.
        """
        if decks is None:
            loops.chance_all(self.rules, self.small, self.cards, self._deck, self.rng)
            return
        given = np.asarray(decks)
        if given.shape not in ((60,), (len(self), 60)):
            raise ValueError(f"decks of shape {given.shape}: allowed are (60,) and ({len(self)}, 60)")
        wrong = np.flatnonzero((np.sort(np.atleast_2d(given), axis=1) != np.arange(60)).any(axis=1))
        if len(wrong):
            raise ValueError(f"deck {wrong[0]}: a round is dealt from all sixty cards 0 … 59, each once")
        every = np.empty((len(self), 60), np.uint8)
        every[:] = given
        loops.deal_all(self.rules, self.small, self.cards, every)

    def legal(self) -> NDArray[np.bool_]:
        """What each seat to act may do, [games, 85] by action index; no row has any where nobody is asked.

        The same array is filled anew by every call.
        """
        loops.legal_all(self.rules, self.small, self.cards, self.points, self._legal)
        return self._legal.view(np.bool_)

    def step(self, actions: ArrayLike) -> NDArray[np.uint8]:
        """Carry out one action in each game, NO_ACTION in those where nobody is asked.

        Answers GOES_ON, ROUND_SCORED or GAME_ENDED for each (`rufen.kernel.play`); the same array is filled
        anew by every call. Raises ValueError naming the first game whose action is not legal and what would
        be; then nothing has changed in any game.
        """
        given = np.asarray(actions)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions of shape {given.shape} and type {given.dtype}: "
                f"allowed are {len(self)} whole numbers, one a game"
            )
        wanted = np.ascontiguousarray(given, np.int64)
        wrong = int(loops.first_illegal(self.rules, self.small, self.cards, self.points, wanted))
        if wrong >= 0:
            raise ValueError(self._why(wrong, int(wanted[wrong])))
        loops.step_all(self.rules, self.small, self.cards, self.points, wanted, self._outcomes)
        return self._outcomes

    def _why(self, game: int, action: int) -> str:
        open_now = [_words(ACTIONS[place]) for place in np.flatnonzero(self.legal()[game])]
        if not open_now:
            return f"game {game}: action {action}, but nobody is asked: allowed is {NO_ACTION} (NO_ACTION)"
        named = f" ({_words(ACTIONS[action])})" if 0 <= action < len(ACTIONS) else ""
        allowed = ", ".join(open_now)
        return (
            f"game {game}: action {action}{named} is not open to seat {self.turn[game]}: allowed: {allowed}"
        )

    def ranks(self) -> NDArray[np.uint8]:
        """Each seat's rank by the rounds scored so far (R6.2), [games, seats]; filled anew by every call."""
        loops.ranks_all(self.rules, self.small, self.points, self._ranks)
        return self._ranks[:, : self.seats]

    # --- windows on the rows -------------------------------------------------------------------------------

    def _seats_of(self, column: int) -> NDArray[np.uint8]:
        return self.small[:, column : column + self.seats]

    @property
    def phase(self) -> NDArray[np.uint8]:
        """DEALING, CHOOSING_TRUMP, BIDDING, PLAYING or GAME_OVER of `rufen.kernel.layout`, 0 … 4."""
        return self.small[:, at.PHASE]

    @property
    def asked(self) -> NDArray[np.bool_]:
        """Whether a seat is asked for an action, a new array."""
        return (self.phase != at.DEALING) & (self.phase != at.GAME_OVER)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether the game is over, a new array."""
        return self.phase == at.GAME_OVER

    @property
    def round(self) -> NDArray[np.uint8]:
        """The number of the round from 1, 0 before the first deal."""
        return self.small[:, at.ROUND]

    @property
    def hand_size(self) -> NDArray[np.uint8]:
        """The number of cards dealt to each seat in this round."""
        return self.small[:, at.HAND_SIZE]

    @property
    def dealer(self) -> NDArray[np.uint8]:
        """The dealer of this round."""
        return self.small[:, at.DEALER]

    @property
    def turn(self) -> NDArray[np.uint8]:
        """The seat that is asked. Means nothing where nobody is."""
        return self.small[:, at.TURN]

    @property
    def leader(self) -> NDArray[np.uint8]:
        """The seat that led, or leads, to the trick."""
        return self.small[:, at.LEADER]

    @property
    def turn_up(self) -> NDArray[np.uint8]:
        """The card turned up, or NO_CARD."""
        return self.small[:, at.TURN_UP]

    @property
    def trump(self) -> NDArray[np.uint8]:
        """The trump suit 0 … 3, or NO_TRUMP, also while the dealer chooses."""
        return self.small[:, at.TRUMP]

    @property
    def bids(self) -> NDArray[np.uint8]:
        """The bids by seat, NO_CARD before one is placed. Secret ones too: hide them from players (R3.3)."""
        return self._seats_of(at.BID)

    @property
    def tricks_won(self) -> NDArray[np.uint8]:
        """The tricks won in this round by seat."""
        return self._seats_of(at.WON)

    @property
    def trick(self) -> NDArray[np.uint8]:
        """The card of each seat in the trick, or NO_CARD."""
        return self._seats_of(at.CARD)

    @property
    def hands(self) -> NDArray[np.uint64]:
        """The cards in hand by seat, as sets of bits. All of them: hide them from players."""
        return self.cards[:, at.HAND : at.HAND + self.seats]

    @property
    def made(self) -> NDArray[np.uint8]:
        """The bids made in the game so far by seat."""
        return self._seats_of(at.MADE)

    @property
    def scores(self) -> NDArray[np.int32]:
        """The scores of the last round scored by seat."""
        return self.points[:, at.SCORE : at.SCORE + self.seats]

    @property
    def totals(self) -> NDArray[np.int32]:
        """The totals by seat."""
        return self.points[:, at.TOTAL : at.TOTAL + self.seats]


def _every(rules: object, games: int) -> list[HouseRules]:
    if isinstance(rules, HouseRules):
        return [rules] * games
    every: list[Any] = list(rules) if isinstance(rules, Iterable) else [rules]
    odd = [each for each in every if not isinstance(each, HouseRules)]
    if odd:
        raise ValueError(f"rules: allowed are HouseRules for all games or for each, not {odd[0]!r}")
    if len(every) != games:
        raise ValueError(f"rules for {len(every)} games: allowed are one for all or {games}")
    return every


_MOST_RULES = 256
"""The number of a row of rules is kept in one byte."""


def _words(action: Action) -> str:
    if isinstance(action, PlaceBid):
        return f"bid {action.bid}"
    return f"trump {action.suit}" if isinstance(action, ChooseTrump) else f"play {action.card}"
