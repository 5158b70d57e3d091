"""Small networks, what they are told and what they say, for the tests of networks and of learning."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from rufen.core.house_rules import HouseRules
from rufen.core.state import Phase
from rufen.kernel import layout as at
from rufen.kernel.mirror import Rows
from rufen.kernel.network.inputs import find_inputs, suit_order
from rufen.kernel.network.judging import judge, judge_trump, new_judgement
from rufen.kernel.network.shape import MOST_ON, RANGES
from rufen.kernel.network.weights import Weights, random_weights
from rufen.kernel.tables import NO_TRUMP

from .lockstep import house_rules, listed_game, short_game
from .tiny_walk import actions_of
from .twin import Twin


def tiny(seed: int, first: int = 16, second: int = 8) -> Weights:
    """A network that has learned nothing, but has opinions: its chances differ a lot."""
    weights = random_weights(first, second, seed)
    dice = np.random.default_rng(seed)
    return weights._replace(
        b1=dice.standard_normal(first).astype(np.float32),
        b2=dice.standard_normal(second).astype(np.float32),
        w3=weights.w3 * np.float32(8),
        b3=dice.standard_normal(weights.b3.shape).astype(np.float32),
    )


def rows_of_twin(game: Twin) -> Rows:
    return Rows(game.rule, game.small, game.cards, game.points)


def inputs_of(rows: Rows, seat: int) -> list[int]:
    """The inputs that are 1, in the order in which they were found."""
    order, on = np.zeros(5, np.int64), np.zeros(MOST_ON, np.int16)
    suit_order(rows.small, rows.cards, seat, order)
    found = on[: find_inputs(rows.rule, rows.small, rows.cards, rows.points, seat, order, on)].tolist()
    assert len(set(found)) == len(found)
    return found


def told(rows: Rows, seat: int) -> dict[str, list[int]]:
    """By the name of each range with inputs that are 1, their places in it."""
    found = sorted(inputs_of(rows, seat))
    parts = {name: [place - part.start for place in found if place in part] for name, part in RANGES.items()}
    return {name: places for name, places in parts.items() if places}


def asked_for(rows: Rows, seat: int) -> tuple[np.uint64, np.uint64]:
    """Everything that a seat could do, legal or not: the cards it holds, or all bids."""
    if rows.small[at.PHASE] == at.PLAYING:
        return np.uint64(rows.cards[at.HAND + seat]), np.uint64(0)
    return np.uint64(0), np.uint64((2 << int(rows.small[at.HAND_SIZE])) - 1)


def judged(weights: Weights, rows: Rows, seat: int) -> dict[int, tuple[float, list[float]]]:
    """By action, its expected score and the chances of tricks; for trumps, by suit and bid."""
    out, size = new_judgement(weights), int(rows.small[at.HAND_SIZE])
    if rows.small[at.PHASE] == at.CHOOSING_TRUMP:
        found = {}
        for suit in range(4):
            for i in range(judge_trump(weights, *rows, seat, suit, out)):
                found[1000 * suit + int(out.action[i])] = (
                    float(out.value[i]),
                    out.tricks[i, : size + 1].tolist(),
                )
        return found
    n = judge(weights, *rows, seat, *asked_for(rows, seat), out)
    return {int(out.action[i]): (float(out.value[i]), out.tricks[i, : size + 1].tolist()) for i in range(n)}


def some_rules(number: int, seed: int) -> Iterator[tuple[int, HouseRules]]:
    """Seats and house rules: every value of every setting, short games and those of the greatest hands."""
    settings = house_rules(seed)
    for place in range(number):
        make = short_game if place // 4 % 2 else listed_game
        seats = 3 + place % 4
        yield seats, make(next(settings), seats)


def positions(number: int, seed: int) -> Iterator[Twin]:
    """Every position of games at random in which somebody is asked. The game is played on in place."""
    return (game for game, _ in ruled_positions(number, seed))


def ruled_positions(number: int, seed: int) -> Iterator[tuple[Twin, HouseRules]]:
    """The same, with the rules of each game."""
    for place, (seats, rules) in enumerate(some_rules(number, seed)):
        dice = random.Random(1000 * seed + place)
        game = Twin(seats, rules, place % seats)
        while game.phase is not Phase.GAME_OVER:
            if game.phase is Phase.DEALING:
                game.deal(dice.sample(range(60), 60))
                continue
            yield game, rules
            game.act(dice.choice(actions_of(game.legal)))


def renamed(game: Twin, to: list[int]) -> Twin:
    """The same position with other suits: suit s becomes `to[s]`."""
    other = game.copy()
    small, cards = other.small, other.cards
    for column in range(at.CARDS_WIDTH):
        bits = int(cards[column])
        rest = bits >> 52 << 52
        cards[column] = rest | sum((bits >> 13 * suit & 0x1FFF) << 13 * to[suit] for suit in range(4))

    def moved(card: int) -> int:
        return card if card >= 52 else 13 * to[card // 13] + card % 13

    if small[at.TRUMP] != NO_TRUMP:
        small[at.TRUMP] = to[small[at.TRUMP]]
    led = int(small[at.LED])
    small[at.LED] = to[led] if led < 4 else 7 + to[led - 7] if led >= 7 else led
    small[at.TURN_UP] = moved(int(small[at.TURN_UP]))
    for seat in range(game.seats):
        small[at.CARD + seat] = moved(int(small[at.CARD + seat]))
        void = int(game.small[at.VOID + seat])
        small[at.VOID + seat] = sum(1 << to[suit] for suit in range(4) if void >> suit & 1)
    for card in range(60):
        small[at.PLAYED_IN + moved(card)] = game.small[at.PLAYED_IN + card]
        small[at.PLAYED_BY + moved(card)] = game.small[at.PLAYED_BY + card]
    return other


def renamed_action(action: int, to: list[int]) -> int:
    """An action of `judged` in the renamed position."""
    if action >= 1000:
        return 1000 * to[action // 1000] + action % 1000
    return 13 * to[action // 13] + action % 13 if action < 52 else action
