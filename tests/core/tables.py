"""Games for the tests of the core: random house rules, games played at random, other worlds.

Whatever is random here comes from a seed, so that a failing example can be run again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st
from tests.conformance.script import new_log

from rufen.core.deal import deck_from_seed
from rufen.core.events import Event
from rufen.core.game import Game, legal_actions
from rufen.core.house_rules import SETTINGS, HouseRules, parse_house_rules
from rufen.core.state import Phase, to_act

SEATS = st.integers(3, 6)


@st.composite
def house_rules(draw: st.DrawFn, seats: int, max_hand: int = 20) -> HouseRules:
    """Any house rules of R7 that do not contradict one another.

    Rounds are few and hands at most `max_hand` cards, so that games come to their end.
    """
    settings: dict[str, object] = {}
    for setting in SETTINGS.values():
        match setting.kind:
            case "choice":
                settings[setting.name] = draw(st.sampled_from(setting.choices))
            case "number":
                steps = (setting.maximum - setting.minimum) // setting.step
                settings[setting.name] = setting.minimum + setting.step * draw(st.integers(0, steps))
            case "flag":
                settings[setting.name] = draw(st.booleans())
    if settings["bid_disclosure"] != "open":
        settings["bid_restriction"] = "none"
    if settings["bid_restriction"] != "dealer":
        del settings["round_one_exempt"]
    limit = 60 // seats
    settings["custom_round_count"] = draw(st.integers(1, min(3, limit)))
    if settings["round_mode"] == "full":
        settings["custom_round_count"] = draw(st.integers(1, 20))
    if settings["round_mode"] == "schedule":
        small, all_cards = st.integers(1, min(max_hand, limit)), st.just(limit)
        size = st.one_of(small, all_cards) if max_hand >= limit else small
        settings["hand_sizes"] = draw(st.lists(size, min_size=1, max_size=3))
    return parse_house_rules(settings, seats)


@st.composite
def new_games(draw: st.DrawFn, max_hand: int = 20) -> Game:
    """A game about to deal its first round, its first dealer named or drawn."""
    seats = draw(SEATS)
    rules = draw(house_rules(seats, max_hand))
    named = draw(st.none() | st.integers(0, seats - 1))
    return Game(new_log(seats, rules, named, deck_from_seed(draw(st.integers(0, 9999)), 0)))


@st.composite
def played_games(draw: st.DrawFn, max_hand: int = 20, max_actions: int = 60) -> Game:
    """A game some way through, or over: played at random, now and then an action taken back."""
    game = draw(new_games(max_hand))
    steps = draw(st.integers(0, max_actions))
    for _ in play_at_random(game, draw(st.integers(0, 9999)), steps):
        pass
    return game


def play_at_random(game: Game, seed: int, steps: int, take_back: float = 0.03) -> Iterator[tuple[Event, ...]]:
    """Play on for some actions, dealing where a deal is due; yields the events of each step."""
    dice = random.Random(seed)
    for _ in range(steps):
        before = len(game.events)
        if game.state.phase is Phase.GAME_OVER:
            return
        if game.state.phase is Phase.DEALING:
            game.deal(deck_from_seed(dice.getrandbits(32), 1), f"salt {dice.getrandbits(32)}")
        elif dice.random() < take_back and can_take_back(game):
            game.take_back()
        else:
            seat = dice.choice(to_act(game.state))
            game.act(seat, dice.choice(legal_actions(game.state, seat)))
        yield game.events[before:]


def can_take_back(game: Game) -> bool:
    """Whether there is an action to take back."""
    try:
        Game(game.events).take_back()
    except ValueError:
        return False
    return True


def observers(game: Game) -> list[int | None]:
    """Every seat, and None for a spectator."""
    return [*range(game.state.setup.seats), None]
