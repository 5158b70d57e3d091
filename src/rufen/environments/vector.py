"""Many games side by side, one decision of each a step, millions a second on one thread.

>>> table = VectorEnvironment(games=2, seats=4, seed=1)
>>> table.observations.shape, table.masks.shape, table.rewards.shape
((2, 640), (2, 88), (2, 4))
>>> table.step(table.random_actions())
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rufen.environments.layout import WIDTH
from rufen.environments.loop import (
    MASK_WIDTH,
    Games,
    Shown,
    find_illegal,
    random_actions,
    step_all,
)
from rufen.environments.observation import see
from rufen.environments.picture import actions_text
from rufen.environments.setup import RulesLike, Setup, SetupError
from rufen.kernel import layout as at
from rufen.kernel.chance import GAMMA
from rufen.kernel.jit import COMPILES
from rufen.kernel.mirror import Rows
from rufen.kernel.whole import whole

__all__ = ["NotLegal", "VectorEnvironment"]


class NotLegal(ValueError):
    """An action is not legal, and nothing has changed; `game` is the place of the game."""

    def __init__(self, game: int, action: int, seat: int, legal: Sequence[int]) -> None:
        self.game = game
        self.action = action
        super().__init__(f"game {game}: seat {seat} may not do {action}; legal are {actions_text(legal)}")


class VectorEnvironment:
    """Games in lock-step. After every step the arrays tell what is asked in each and what it brought:

    | array | shape | holds |
    |---|---|---|
    | `observations` | uint8[games, 640] | what the seat to act sees (`LAYOUT`) |
    | `masks` | uint8[games, 88] | 1 for each legal action, by action index; the last three are never legal |
    | `turns` | uint8[games] | the seat to act |
    | `rewards` | float32[games, seats] | what the step brought each seat; 0 but at a round's end |
    | `dones` | uint8[games] | 1 if the step ended an episode |

    They are the same arrays all the time: copy what you keep. A game that is done has begun its next episode:
    its observation is the first of that one. All chance of a game comes from one word of its own, made from
    `seed` and the place of the game, so its deals depend on neither the other games nor how actions are
    chosen.

    `rules` are house rules, or several kinds of them, which the games play in turn: game g the kind g mod
    their number. In round episodes every episode begins with a round of the schedule, all equally likely
    (`hand_sizes` narrows them), with any dealer and totals of zero. In game episodes a reward comes with
    every round, and the dealer of round 1 is drawn.

    A copy (`copy`, `deepcopy`, `pickle`) goes on as the original would, with arrays of its own.
    """

    def __init__(
        self,
        games: int,
        seats: int,
        rules: RulesLike | Sequence[RulesLike] = "standard",
        *,
        episode: str = "round",
        reward: str = "score",
        hand_sizes: Sequence[int] | None = None,
        seed: int = 0,
        checked: bool = True,
        observations: NDArray[np.uint8] | None = None,
        masks: NDArray[np.uint8] | None = None,
        rewards: NDArray[np.float32] | None = None,
        turns: NDArray[np.uint8] | None = None,
        dones: NDArray[np.uint8] | None = None,
    ) -> None:
        """`checked` False skips the check of actions: an illegal one then does harm that nobody notices.

        The arrays may be brought; they must have the shapes above, lie in memory row by row and not overlap.
        Raises SetupError for what cannot be.
        """
        if not COMPILES:
            raise SetupError("NUMBA_DISABLE_JIT is set: the vectorised environment is compiled, so unset it")
        number = whole(games)
        if number is None or number < 1:
            raise SetupError(f"games = {games!r}: expected a whole number from 1")
        games = number
        kinds = rules if isinstance(rules, Sequence) and not isinstance(rules, str) else [rules]
        if not 1 <= len(kinds) <= 256:
            raise SetupError(f"rules: expected 1 to 256 kinds, but there are {len(kinds)}")
        setups = [Setup.of(seats, kind, episode, reward, hand_sizes) for kind in kinds]
        self.setups = tuple(setups)
        self.seats = seats = setups[0].seats
        self.checked = checked
        self._by_round, self._relative = setups[0].is_round, setups[0].is_relative
        starts = np.zeros((len(setups), 60), np.uint8)
        for row, setup in zip(starts, setups, strict=True):
            row[: len(setup.starts)] = setup.starts
        small = np.zeros((games, at.SMALL_WIDTH), np.uint8)
        self._games = Games(
            rules=np.array([at.encode_rules(setup.rules, seats) for setup in setups]),
            starts=starts,
            counts=np.array([len(setup.starts) for setup in setups], np.int64),
            small=small,
            small_words=small.view(np.uint64),
            cards=np.zeros((games, at.CARDS_WIDTH), np.uint64),
            points=np.zeros((games, at.POINTS_WIDTH), np.int32),
            decks=np.zeros((games, 60), np.uint8),
            chance=np.zeros((games, 1), np.uint64),
            legal=np.zeros((games, 2), np.uint64),
        )
        self._dice = np.zeros((games, 1), np.uint64)
        self.observations = _array("observations", observations, (games, WIDTH), np.uint8)
        self.masks = _array("masks", masks, (games, MASK_WIDTH), np.uint8)
        self.rewards = _array("rewards", rewards, (games, seats), np.float32)
        self.turns = _array("turns", turns, (games,), np.uint8)
        self.dones = _array("dones", dones, (games,), np.uint8)
        for one, other in combinations(_SHOWN, 2):
            if np.may_share_memory(getattr(self, one), getattr(self, other)):
                raise SetupError(f"{one} and {other} lie in the same memory: expected arrays of their own")
        self._shown = self._windows()
        self.reset(seed)

    def _windows(self) -> Shown:
        """The arrays as the compiled loop takes them: some are the same memory as whole words."""
        return Shown(
            self.observations,
            self.observations.view(np.uint64),
            self.masks.view(np.uint64),
            self.rewards,
            self.turns,
            self.dones,
        )

    def __getstate__(self) -> dict[str, Any]:
        games = self._games._asdict()
        del games["small_words"]
        return {**self.__dict__, "_games": games, "_shown": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Every array is copied, and what is a window on another is made anew: a copy shares nothing.
        self.__dict__.update(state)
        for name in (*_SHOWN, "_dice"):
            setattr(self, name, state[name].copy())
        games = {name: array.copy() for name, array in state["_games"].items()}
        self._games = Games(**games, small_words=games["small"].view(np.uint64))
        self._shown = self._windows()

    def __len__(self) -> int:
        return len(self._games.small)

    def reset(self, seed: int) -> None:
        """Begin every game anew, as a new environment with this seed would."""
        number = whole(seed)
        if number is None:
            raise SetupError(f"seed = {seed!r}: expected a whole number")
        games = self._games
        places = np.arange(1, len(self) + 1, dtype=np.uint64) * GAMMA
        games.chance[:, 0] = _mixed(_mixed(np.full(1, number % 2**64, np.uint64)) + places)
        self._dice[:, 0] = _mixed(~games.chance[:, 0])
        games.small[:, at.RULES] = np.arange(len(self)) % len(games.rules)
        games.decks[:] = np.arange(60)
        self._run(np.zeros(len(self), np.int64), True)

    def step(self, actions: ArrayLike) -> None:
        """One action index 0 … 84 for each game, by the seat to act. The arrays tell what came of it.

        Raises NotLegal for the first action that is not legal, and TypeError or ValueError for what are no
        actions; nothing has changed then.
        """
        given = np.asarray(actions)
        if given.shape != (len(self),):
            raise ValueError(f"actions: expected {len(self)}, one a game, but the shape is {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions: expected whole numbers, not {given.dtype}")
        chosen = np.ascontiguousarray(given, np.int64)
        if self.checked:
            game = int(find_illegal(self._games, chosen))
            if game >= 0:
                raise NotLegal(game, int(given[game]), int(self.turns[game]), self.legal(game))
        self._run(chosen, False)

    def _run(self, actions: NDArray[np.int64], fresh: bool) -> None:
        step_all(self._games, self._shown, self.seats, actions, fresh, self._by_round, self._relative)

    def legal(self, game: int) -> list[int]:
        """The legal actions of the seat to act in a game, ascending."""
        return [int(action) for action in np.flatnonzero(self.masks[self._game(game)])]

    def random_actions(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A legal action for every game, all equally likely, by chance that deals know nothing of.

        Written to `out`, int64[games], where it is given.
        """
        actions = _array("out", out, (len(self),), np.int64)
        random_actions(self._games, self._dice, actions)
        return actions

    def observation(self, game: int, seat: int) -> NDArray[np.uint8]:
        """What any seat sees of a game, uint8[640]: the others are not asked, but they see the table, too."""
        number = whole(seat)
        if number is None or not 0 <= number < self.seats:
            raise ValueError(f"seat {seat!r}: expected 0 … {self.seats - 1}")
        return see(self.rows(game), number)

    def rows(self, game: int) -> Rows:
        """The rows of a game in the kernel, with everything that is hidden. To be read, and not written."""
        games, game = self._games, self._game(game)
        small = games.small[game]
        return Rows(games.rules[small[at.RULES]], small, games.cards[game], games.points[game])

    def _game(self, game: int) -> int:
        number = whole(game)
        if number is None or not 0 <= number < len(self):
            raise ValueError(f"game {game!r}: expected 0 … {len(self) - 1}")
        return number


_SHOWN = ("observations", "masks", "rewards", "turns", "dones")


def _mixed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """`rufen.kernel.chance.mix` of many words."""
    z = words
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _array(name: str, given: NDArray[Any] | None, shape: tuple[int, ...], dtype: type) -> NDArray[Any]:
    if given is None:
        return np.zeros(shape, dtype)
    what = f"a {type(given).__name__}"
    if isinstance(given, np.ndarray):
        what = f"{given.dtype}{list(given.shape)}"
        in_rows = given.flags.c_contiguous and given.ctypes.data % 8 == 0
        if given.shape == shape and given.dtype == dtype and given.flags.writeable and in_rows:
            return given
    raise SetupError(
        f"{name}: expected a writable {np.dtype(dtype)}{list(shape)}, row by row in memory "
        f"from a multiple of 8 bytes on, not {what}"
    )
