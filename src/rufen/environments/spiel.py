"""OpenSpiel: the game `rufen_wizard`, registered when this module is imported.

>>> import pyspiel
>>> from rufen.environments import spiel
>>> game = pyspiel.load_game("rufen_wizard(players=3,hand_size=2,rules=hidden)")
>>> game.new_initial_state().is_chance_node()
True

| parameter | default | meaning |
|---|---|---|
| `players` | 4 | seats, 3 … 6 |
| `episode` | `round` | `round` or `game` |
| `reward` | `score` | `score` (general sum) or `relative` (zero sum) |
| `rules` | `standard` | a preset, or settings as in `docs/notation.md` with semicolons in place of commas |
| `hand_size` | 0 | cards a seat in a round episode; 0: each round of the schedule, by a chance node |
| `deck` | all sixty | the only cards that are dealt, with dots between them: games small enough to solve |

Cards are dealt one at a time by chance nodes, in the order of R2.1 and then the card turned up. Seat 0 is the
first to bid in the first round. Secret bids (R3.3) are placed one after another, and nobody knows the others'
before they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rufen.core.actions import ACTIONS
from rufen.core.cards import DECK, Card
from rufen.core.deal import turns_card
from rufen.core.fields import check_distinct, parse_card_list, parse_rules
from rufen.core.house_rules import PRESETS, HouseRules, ZeroBidScoring, preset
from rufen.core.state import GameState, Phase
from rufen.core.view import view_of
from rufen.environments import episode as play
from rufen.environments.description import describe_view
from rufen.environments.extra import not_installed
from rufen.environments.layout import WIDTH
from rufen.environments.observation import observation_of
from rufen.environments.picture import action_text
from rufen.environments.setup import Setup, SetupError

try:
    import pyspiel
except ImportError as error:  # pragma: no cover
    not_installed("OpenSpiel", error)

__all__ = ["NAME", "WizardGame", "WizardObserver", "WizardState"]

NAME = "rufen_wizard"
_DEFAULTS: Mapping[str, Any] = {
    "players": 4,
    "episode": "round",
    "reward": "score",
    "rules": "standard",
    "hand_size": 0,
    "deck": "",
}


def _type(*, zero_sum: bool, terminal: bool) -> Any:
    utility, model = pyspiel.GameType.Utility, pyspiel.GameType.RewardModel
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Rufen Wizard",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=model.TERMINAL if terminal else model.REWARDS,
        max_num_players=6,
        min_num_players=3,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(_DEFAULTS),
    )


class WizardGame(pyspiel.Game):  # type: ignore[misc]
    """The game with its parameters. Raises SetupError (a ValueError) for parameters that cannot be."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        chosen = {**_DEFAULTS, **given}
        seats = Setup.of(chosen["players"]).seats
        sizes = [chosen["hand_size"]] if chosen["hand_size"] else None
        self.setup = Setup.of(
            seats, _rules(chosen["rules"], seats), chosen["episode"], chosen["reward"], sizes
        )
        self.deck = _deck(chosen["deck"], self.setup)
        setup = self.setup
        lowest, highest = _range(setup)
        played = [setup.sizes[number - 1] for number in setup.starts] if setup.is_round else setup.sizes
        decisions = [seats * (size + 1) + 1 for size in played]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(ACTIONS),
            max_chance_outcomes=len(DECK),
            num_players=seats,
            min_utility=lowest - highest if setup.is_relative else lowest,
            max_utility=highest - lowest if setup.is_relative else highest,
            utility_sum=0.0 if setup.is_relative else None,
            max_game_length=max(decisions) if setup.is_round else sum(decisions),
        )
        super().__init__(_type(zero_sum=setup.is_relative, terminal=setup.is_round), info, given)

    def new_initial_state(self) -> WizardState:
        """Before the first card is dealt."""
        return WizardState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> WizardObserver:
        """What a seat sees; with perfect recall also the earlier rounds of the episode."""
        return WizardObserver(self.setup, iig_obs_type, params)


def _rules(text: str, seats: int) -> HouseRules:
    try:
        return preset(text, seats) if text in PRESETS else parse_rules(text.replace(";", ","), seats)
    except ValueError as error:
        raise SetupError(
            f"rules = {text!r}: {error}; expected settings as name:value with semicolons between them and "
            f"slashes in lists (hand_sizes:1/2/1), or a preset: {', '.join(PRESETS)}"
        ) from error


def _deck(text: str, setup: Setup) -> tuple[Card, ...]:
    try:
        deck = parse_card_list(text) or DECK
        check_distinct(deck)
    except ValueError as error:
        raise SetupError(f"deck: {error}") from error
    numbers = setup.starts if setup.is_round else range(1, len(setup.sizes) + 1)
    needed = max(_cards_dealt(setup, number) for number in numbers)
    if len(deck) < needed:
        raise SetupError(f"deck: {needed} cards are dealt, but there are only {len(deck)}")
    return tuple(sorted(deck))


def _cards_dealt(setup: Setup, number: int) -> int:
    """How many cards chance decides in a round: the hands, and the card turned up."""
    turned = turns_card(setup.rules, setup.seats, setup.sizes, number)
    return setup.seats * setup.sizes[number - 1] + turned


def _range(setup: Setup) -> tuple[float, float]:
    """The least and the most points that an episode can bring a seat."""
    rules = setup.rules
    sizes = [setup.sizes[number - 1] for number in setup.starts] if setup.is_round else setup.sizes
    zero = {
        ZeroBidScoring.FLAT_BONUS: rules.exact_bonus,
        ZeroBidScoring.DOUBLE_BONUS: 2 * rules.exact_bonus,
        ZeroBidScoring.PER_CARD: rules.exact_bonus + 5 * max(sizes),
    }[rules.zero_bid_scoring]
    most = [max(zero, rules.exact_bonus + rules.points_per_trick * size) for size in sizes]
    least = [-rules.miss_penalty * size - rules.even_bids_dealer_penalty for size in sizes]
    bonus = rules.last_round_bonus + rules.perfect_game_bonus
    if setup.is_round:
        return float(min(least)), float(max(most) + bonus)
    return float(sum(least)), float(sum(most) + bonus)


@dataclass(frozen=True)
class _Place:
    """Where an episode stands: a value, so that copies of a state may share it."""

    setup: Setup
    deck: tuple[Card, ...]
    core: GameState | None
    """None before the first round is drawn."""
    past: tuple[GameState, ...] = ()
    """The earlier rounds of the episode, each when it was scored."""
    dealt: tuple[Card, ...] = ()
    """The cards of the round about to be dealt."""
    gained: tuple[float, ...] = ()
    """By seat, what the last action of a seat brought; chance nodes after it keep it, for OpenSpiel."""
    total: tuple[float, ...] = ()

    def __deepcopy__(self, _memo: object) -> _Place:
        return self


class WizardState(pyspiel.State):  # type: ignore[misc]
    """A state of the game, for OpenSpiel; made by `WizardGame.new_initial_state`."""

    def __init__(self, game: WizardGame) -> None:
        super().__init__(game)
        nothing = (0.0,) * game.setup.seats
        self._place = _Place(game.setup, game.deck, None, gained=nothing, total=nothing)
        if len(game.setup.starts) == 1:
            self._begin(0)

    def __deepcopy__(self, memo: object) -> WizardState:
        return self.clone()  # type: ignore[no-any-return]

    def _begin(self, start: int) -> None:
        setup = self._place.setup
        core = play.begin(setup, setup.starts[start], setup.seats - 1)
        self._place = replace(self._place, core=core)

    def _deals(self) -> bool:
        """Whether the next thing is chance."""
        core = self._place.core
        return core is None or (core.phase is Phase.DEALING and not play.is_over(self._place.setup, core))

    def current_player(self) -> int:
        """The seat that is asked, or chance, or nobody any more."""
        if self._deals():
            return int(pyspiel.PlayerId.CHANCE)
        core = self._place.core
        asked = None if core is None else play.turn(core)
        return int(pyspiel.PlayerId.TERMINAL) if asked is None else asked

    def is_terminal(self) -> bool:
        """Whether the episode is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        core = self._place.core
        return [] if core is None else play.legal_indices(core, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards left to deal by index, or the rounds to begin with; all equally likely."""
        outcomes = self._outcomes()
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _outcomes(self) -> list[int]:
        if self._place.core is None:
            return list(range(len(self._place.setup.starts)))
        gone = set(self._place.dealt)
        return [card.index for card in self._place.deck if card not in gone]

    def _apply_action(self, action: int) -> None:
        place, setup = self._place, self._place.setup
        if self._deals() and action not in self._outcomes():
            raise ValueError(f"{action} cannot come at this chance node; possible are {self._outcomes()}")
        if place.core is None:
            self._begin(action)
            return
        if self._deals():
            dealt = (*place.dealt, DECK[action])
            core = place.core
            past = place.past
            if len(dealt) == _cards_dealt(setup, len(core.results) + 1):
                if core.dealt:
                    past = (*past, core)
                core = play.deal(core, [*dealt, *(card for card in DECK if card not in dealt)])
                dealt = ()
            self._place = replace(place, core=core, past=past, dealt=dealt)
            return
        core = play.act(place.core, play.action_of(action))
        gained = tuple(play.rewards(setup, place.core, core))
        total = tuple(sum(both) for both in zip(place.total, gained, strict=True))
        self._place = replace(place, core=core, gained=gained, total=total)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return action_text(ACTIONS[play.action_of(action)])
        starts = self._place.setup.starts if self._place.core is None else None
        count = len(DECK if starts is None else starts)
        if not 0 <= action < count:
            raise ValueError(f"outcome = {action}: expected 0 … {count - 1}")
        return f"deal {DECK[action]}" if starts is None else f"round {starts[action]}"

    def rewards(self) -> list[float]:
        """What the last action of a seat brought each seat, also when a deal has followed it."""
        return list(self._place.gained)

    def returns(self) -> list[float]:
        """What the episode has brought each seat so far; only at its end when it is one round."""
        return list(self._place.total)

    def rounds(self) -> tuple[GameState, ...]:
        """The rounds of the episode that have been dealt, the last as it stands now."""
        core = self._place.core
        if core is None or not core.dealt:
            return ()
        return (*self._place.past, core)

    def __str__(self) -> str:
        if not self.rounds():
            return f"dealing {'.'.join(map(str, self._place.dealt))}".rstrip()
        lines = [describe_view(view_of(self.rounds()[-1], seat)) for seat in range(self._place.setup.seats)]
        return "\n".join(
            [*lines, *(["dealing " + ".".join(map(str, self._place.dealt))] if self._deals() else [])]
        )


class WizardObserver:
    """OpenSpiel's observer: `tensor` and its parts by name in `dict`, and the same as text.

    Without perfect recall the part `round` is the observation of the round (640 numbers, `LAYOUT`); with it
    the part `rounds` has a row for each round of the episode, 0 for those to come.
    """

    def __init__(self, setup: Setup, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observation parameters: expected none, but there are {dict(params)}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise ValueError("observations have the public information and that of one seat, nothing else")
        rows = len(setup.sizes) if kind.perfect_recall and not setup.is_round else 1
        self.__setstate__((kind.perfect_recall, np.zeros((rows, WIDTH), np.float32)))

    def __getstate__(self) -> tuple[bool, NDArray[np.float32]]:
        return self._recall, self._rows

    def __setstate__(self, state: tuple[bool, NDArray[np.float32]]) -> None:
        # `tensor` and `dict` are windows on the rows, in a copy on its own.
        self._recall, rows = state
        self._rows = rows.copy()
        self.tensor = self._rows.reshape(-1)
        self.dict = {"rounds": self._rows} if self._recall else {"round": self._rows[0]}

    def set_from(self, state: WizardState, player: int) -> None:
        """Write what a seat sees."""
        self._rows[:] = 0
        for row, core in zip(self._rows, self._seen(state), strict=False):
            row[:] = observation_of(core, player)

    def string_from(self, state: WizardState, player: int) -> str:
        """What a seat sees: a line of text a round (`describe_view`), and "dealing" between rounds."""
        lines = [describe_view(view_of(core, player)) for core in self._seen(state)]
        if state.is_chance_node():
            lines.append("dealing")
        return "\n".join([f"seat {player}", *lines])

    def _seen(self, state: WizardState) -> tuple[GameState, ...]:
        rounds = state.rounds()
        return rounds if self._recall else rounds[-1:]


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(_type(zero_sum=False, terminal=False), WizardGame)
