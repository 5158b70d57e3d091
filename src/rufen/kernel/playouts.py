"""Playing on by policies: to the end of a round or of the game, from any rows, one game or many.

Rows are changed in place. `policies` has one number of `rufen.kernel.policies` a seat, uint8[6]; `rng` is one
word of chance, uint64[1], of which policies and deals draw; `deck` is scratch, uint8[60]. Give arrays of just
these types: a list, or another type, is compiled for anew.

Where play cannot go on, ValueError is raised, and the rows are as far as it went: nobody can act, because a
hand is empty (those of others in rows of a view) or no round is being played; a bid that was placed is not
known (secret ones in rows of a view); there is no such policy. Nothing else is checked.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.chance import shuffle
from rufen.kernel.jit import Int, jit
from rufen.kernel.play import GAME_ENDED, GOES_ON, ROUND_SCORED, Cards, Points, Rule, Small, deal, step
from rufen.kernel.policies import OUTSIDE, decide
from rufen.kernel.tables import NO_CARD

__all__ = [
    "WAITS",
    "advance",
    "advance_all",
    "deal_by_chance",
    "finish_game",
    "finish_games",
    "finish_round",
    "finish_rounds",
    "finish_worlds",
]

Policies = NDArray[np.uint8]
Rng = NDArray[np.uint64]
Deck = NDArray[np.uint8]

WAITS = 3
"""What `advance` answers beside GOES_ON, ROUND_SCORED and GAME_ENDED: a seat from outside is asked."""


@jit
def _check_bids(small: Small) -> None:
    """Raise ValueError when a bid that was placed is not known."""
    known = np.int64(0)
    for seat in range(np.int64(small[at.SEATS])):
        known += small[at.BID + seat] != NO_CARD
    in_round = small[at.PHASE] == at.BIDDING or small[at.PHASE] == at.PLAYING
    if in_round and known != small[at.PLACED]:
        raise ValueError(
            "a bid that was placed is not known: bids are secret; write a guess to small[BID + seat]"
        )


@jit
def finish_round(rule: Rule, small: Small, cards: Cards, points: Points, policies: Policies, rng: Rng) -> Int:
    """Play the round that has been dealt to its end; ROUND_SCORED or GAME_ENDED."""
    _check_bids(small)
    outcome: Int = GOES_ON
    while outcome == GOES_ON:
        policy = np.int64(policies[np.int64(small[at.TURN])])
        action = decide(policy, rule, small, cards, points, rng)
        outcome = step(rule, small, cards, points, action)
    return outcome


@jit
def finish_game(
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    policies: Policies,
    deck: Deck,
    rng: Rng,
) -> None:
    """Play a game that has begun to its end, dealing from `rng` where a deal is due."""
    if small[at.PHASE] == at.DEALING:
        deal_by_chance(rule, small, cards, deck, rng)
    while small[at.PHASE] != at.GAME_OVER:
        if finish_round(rule, small, cards, points, policies, rng) == ROUND_SCORED:
            deal_by_chance(rule, small, cards, deck, rng)


@jit
def deal_by_chance(rule: Rule, small: Small, cards: Cards, deck: Deck, rng: Rng) -> None:
    """Deal the next round from a deck shuffled as far as it is dealt (R2.4).

    It is put in order first, so that a game depends on its own chance alone.
    """
    for card in range(60):
        deck[card] = card
    size = np.int64(rule[at.SIZES + np.int64(small[at.ROUND])])
    shuffle(deck, np.int64(small[at.SEATS]) * size + 1, rng)
    deal(rule, small, cards, deck)


@jit
def advance(
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    policies: Policies,
    deck: Deck,
    rng: Rng,
    deals: bool,
) -> Int:
    """Play on until a seat with the policy OUTSIDE is asked (WAITS) or the game is over (GAME_ENDED).

    With `deals` False also until a deal is due (ROUND_SCORED).
    """
    _check_bids(small)
    while small[at.PHASE] != at.GAME_OVER:
        if small[at.PHASE] == at.DEALING:
            if not deals:
                return ROUND_SCORED
            deal_by_chance(rule, small, cards, deck, rng)
        policy = np.int64(policies[np.int64(small[at.TURN])])
        if policy == OUTSIDE:
            return WAITS
        step(rule, small, cards, points, decide(policy, rule, small, cards, points, rng))
    return GAME_ENDED


@jit
def advance_all(
    rules: NDArray[np.uint8],
    small: NDArray[np.uint8],
    cards: NDArray[np.uint64],
    points: NDArray[np.int32],
    policies: NDArray[np.uint8],
    deck: Deck,
    rng: NDArray[np.uint64],
    deals: bool,
    out: NDArray[np.uint8],
) -> None:
    """`advance` for many games, one a row of every array; `out` (uint8) is what each came to."""
    for game in range(len(small)):
        out[game] = advance(
            rules[np.int64(small[game, at.RULES])],
            small[game],
            cards[game],
            points[game],
            policies[game],
            deck,
            rng[game],
            deals,
        )


@jit
def finish_rounds(
    rules: NDArray[np.uint8],
    small: NDArray[np.uint8],
    cards: NDArray[np.uint64],
    points: NDArray[np.int32],
    policies: NDArray[np.uint8],
    rng: NDArray[np.uint64],
) -> None:
    """`finish_round` for many games, one a row of every array; those between rounds stay as they are."""
    for game in range(len(small)):
        if small[game, at.PHASE] != at.DEALING and small[game, at.PHASE] != at.GAME_OVER:
            rule = rules[np.int64(small[game, at.RULES])]
            finish_round(rule, small[game], cards[game], points[game], policies[game], rng[game])


@jit
def finish_games(
    rules: NDArray[np.uint8],
    small: NDArray[np.uint8],
    cards: NDArray[np.uint64],
    points: NDArray[np.int32],
    policies: NDArray[np.uint8],
    deck: Deck,
    rng: NDArray[np.uint64],
) -> None:
    """`finish_game` for many games, one a row of every array."""
    for game in range(len(small)):
        rule = rules[np.int64(small[game, at.RULES])]
        finish_game(rule, small[game], cards[game], points[game], policies[game], deck, rng[game])


@jit
def finish_worlds(
    rule: Rule,
    small: Small,
    cards: Cards,
    points: Points,
    hands: NDArray[np.uint64],
    action: Int,
    policies: Policies,
    rng: Rng,
    scores: NDArray[np.int32],
    tricks: NDArray[np.uint8],
) -> None:
    """Play one round out once for each way the hands may lie, the same `action` first (−1: none).

    `hands` is uint64[worlds, 6] or [worlds, seats], the hands now; `scores` (int32) and `tricks` (uint8), of
    the same shapes, are what each seat gets. `action` must be legal. The rows of the game stay as they are.
    """
    _check_bids(small)
    seats = np.int64(small[at.SEATS])
    world_small = np.empty(at.SMALL_WIDTH, np.uint8)
    world_cards = np.empty(at.CARDS_WIDTH, np.uint64)
    world_points = np.empty(at.POINTS_WIDTH, np.int32)
    for world in range(len(hands)):
        for column in range(at.SMALL_WIDTH):
            world_small[column] = small[column]
        for column in range(at.CARDS_WIDTH):
            world_cards[column] = cards[column]
        for column in range(at.POINTS_WIDTH):
            world_points[column] = points[column]
        for seat in range(seats):
            world_cards[at.HAND + seat] = hands[world, seat]
        outcome: Int = GOES_ON
        if action >= 0:
            outcome = step(rule, world_small, world_cards, world_points, action)
        if outcome == GOES_ON:
            finish_round(rule, world_small, world_cards, world_points, policies, rng)
        for seat in range(seats):
            scores[world, seat] = world_points[at.SCORE + seat]
            tricks[world, seat] = world_small[at.WON + seat]
