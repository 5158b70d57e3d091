"""Games as a store holds them, played in a moment without a server."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from rufen.core.actions import Action
from rufen.core.deal import deck_from_seed
from rufen.core.events import Envelope, PlayerKind
from rufen.core.game import Game, create, legal_actions, start, take_seat
from rufen.core.house_rules import HouseRules, parse_house_rules
from rufen.core.state import GameState, Phase, to_act
from rufen.table.keys import key_of

Choose = Callable[[GameState, int], Action]

BEGAN = 1_800_000_000.0


def token_of(name: str) -> str:
    """The secret of a person of these games."""
    return f"token-of-{name.lower()}-0123456789"


def rules_of(seats: int, *hand_sizes: int, **more: object) -> HouseRules:
    """Rounds of these hand sizes."""
    return parse_house_rules({"round_mode": "schedule", "hand_sizes": hand_sizes, **more}, seats)


def at_random(seed: int) -> Choose:
    """Any legal action."""
    dice = random.Random(seed)
    return lambda state, seat: dice.choice(legal_actions(state, seat))


def seated(people: Sequence[str], rules: HouseRules, first_dealer: int = 0) -> Game:
    """A game about to deal; a name with a colon is a bot's, `Ida:beginner`."""
    game = Game([create(len(people), rules, first_dealer)])
    for seat, person in enumerate(people):
        name, _, level = person.partition(":")
        if level:
            game.add(*take_seat(game.state, seat, name, PlayerKind.BOT, level=level))
        else:
            game.add(*take_seat(game.state, seat, name, key=key_of(token_of(name))))
    game.add(*start(game.state, ()))
    return game


def play(game: Game, choose: Choose, until: Callable[[GameState], bool] = lambda _state: False) -> Game:
    """Play on, until the game is over or as wanted."""
    while game.state.phase not in (Phase.GAME_OVER, Phase.ABORTED) and not until(game.state):
        if game.state.phase is Phase.DEALING:
            number = len(game.state.results)
            game.deal(deck_from_seed(len(game.events), number), f"salt{number:032x}")
        else:
            seat = to_act(game.state)[0]
            game.act(seat, choose(game.state, seat))
    return game


def stored(game: Game, table: str) -> list[Envelope]:
    """Its log as a store keeps it, an event a second."""
    return [Envelope(table, seq, BEGAN + seq, "server", event) for seq, event in enumerate(game.events, 1)]
