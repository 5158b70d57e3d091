"""The steps of `rufen.kernel.play` for many games at once, one a row of every array.

Nothing is checked; `rufen.kernel.batch` is the door with checks. All arrays belong to the caller: `rules`
uint8[…, RULES_WIDTH], `small`, `cards`, `points` as `layout.new_games` makes them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.jit import Int, jit
from rufen.kernel.play import begin, deal, legal, ranks, step
from rufen.kernel.playouts import deal_by_chance

__all__ = ["begin_all", "chance_all", "deal_all", "first_illegal", "legal_all", "ranks_all", "step_all"]

U = np.uint64

RulesTable = NDArray[np.uint8]
Smalls = NDArray[np.uint8]
Cardses = NDArray[np.uint64]
Pointses = NDArray[np.int32]


@jit
def begin_all(
    small: Smalls,
    cards: Cardses,
    points: Pointses,
    rule_of: NDArray[np.int64],
    seats: Int,
    dealers: NDArray[np.int64],
) -> None:
    """Begin every game: `rule_of` are the rows of their rules, `dealers` the dealers of round 1."""
    for game in range(len(small)):
        begin(small[game], cards[game], points[game], rule_of[game], seats, dealers[game])


@jit
def deal_all(rules: RulesTable, small: Smalls, cards: Cardses, decks: NDArray[np.uint8]) -> None:
    """Deal the next round where one is due; `decks` is uint8[games, 60]."""
    for game in range(len(small)):
        if small[game, at.PHASE] == at.DEALING:
            deal(rules[np.int64(small[game, at.RULES])], small[game], cards[game], decks[game])


@jit
def chance_all(
    rules: RulesTable, small: Smalls, cards: Cardses, deck: NDArray[np.uint8], rng: NDArray[np.uint64]
) -> None:
    """Deal the next round where one is due by the game's own chance, uint64[games, 1]; `deck` is scratch."""
    for game in range(len(small)):
        if small[game, at.PHASE] == at.DEALING:
            deal_by_chance(rules[np.int64(small[game, at.RULES])], small[game], cards[game], deck, rng[game])


@jit
def legal_all(
    rules: RulesTable, small: Smalls, cards: Cardses, points: Pointses, mask: NDArray[np.uint8]
) -> None:
    """Write what each seat to act may do, 1 or 0 by action, to `mask`, uint8[games, ACTIONS]."""
    for game in range(len(small)):
        plays, others = legal(rules[np.int64(small[game, at.RULES])], small[game], cards[game], points[game])
        for action in range(at.FIRST_BID):
            mask[game, action] = plays >> U(action) & U(1)
        for action in range(at.ACTIONS - at.FIRST_BID):
            mask[game, at.FIRST_BID + action] = others >> U(action) & U(1)


@jit
def first_illegal(
    rules: RulesTable, small: Smalls, cards: Cardses, points: Pointses, actions: NDArray[np.int64]
) -> Int:
    """The first game whose action is not open to its seat to act, −1 when all are; −1 is no action."""
    for game in range(len(small)):
        plays, others = legal(rules[np.int64(small[game, at.RULES])], small[game], cards[game], points[game])
        action = actions[game]
        if action == -1:
            if plays or others:
                return game
        elif action < 0 or action >= at.ACTIONS:
            return game
        elif action < at.FIRST_BID:
            if not plays >> U(action) & U(1):
                return game
        elif not others >> U(action - at.FIRST_BID) & U(1):
            return game
    return -1


@jit
def step_all(
    rules: RulesTable,
    small: Smalls,
    cards: Cardses,
    points: Pointses,
    actions: NDArray[np.int64],
    out: NDArray[np.uint8],
) -> None:
    """Carry out a legal action in each game, none where it is −1; `out` (uint8) is what it came to."""
    for game in range(len(small)):
        out[game] = 0
        if actions[game] >= 0:
            out[game] = step(
                rules[np.int64(small[game, at.RULES])], small[game], cards[game], points[game], actions[game]
            )


@jit
def ranks_all(rules: RulesTable, small: Smalls, points: Pointses, out: NDArray[np.uint8]) -> None:
    """Write each seat's rank to `out`, uint8[games, 6]."""
    for game in range(len(small)):
        ranks(rules[np.int64(small[game, at.RULES])], small[game], points[game], out[game])
