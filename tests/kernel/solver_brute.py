"""Open hands solved by trying every card with `rufen.core`, and positions to compare the solver on."""

from __future__ import annotations

from random import Random

from rufen.core.cards import DECK, Card
from rufen.core.game import Game, apply, deal_round, legal_actions
from rufen.core.house_rules import HouseRules, parse_house_rules
from rufen.core.state import GameState, Phase, evolve, to_act
from rufen.kernel.solver import Outcome


def best_play(state: GameState) -> Outcome:
    """The end of the round when every seat plays the first of its cards that brings it the most points."""
    if state.phase is not Phase.PLAYING:
        return Outcome(state.results[-1].tricks, state.results[-1].scores)
    seat = to_act(state)[0]
    ends = [best_play(apply(state, seat, action)[1]) for action in legal_actions(state, seat)]
    return max(ends, key=lambda end: end.scores[seat])


def can_make(state: GameState, hero: int) -> bool:
    """Whether a seat makes its bid whatever the others do."""
    if state.phase is not Phase.PLAYING:
        result = state.results[-1]
        return result.tricks[hero] == result.bids[hero]
    seat = to_act(state)[0]
    ends = (can_make(apply(state, seat, action)[1], hero) for action in legal_actions(state, seat))
    return any(ends) if seat == hero else all(ends)


def rules_at_random(chance: Random, seats: int, size: int) -> HouseRules:
    """Everything of R4 and R5 that play or score of a round depends on, and whether it is the last one."""
    settings = {
        "round_mode": "schedule",
        "hand_sizes": chance.choice([[size], [size, size]]),
        "exact_bonus": chance.choice([0, 5, 20, 50]),
        "points_per_trick": chance.choice([0, 5, 10, 20]),
        "miss_penalty": chance.choice([0, 5, 10, 30]),
        "zero_bid_scoring": chance.choice(["flat_bonus", "double_bonus", "per_card"]),
        "last_round_bonus": chance.choice([0, 50]),
        "even_bids_dealer_penalty": chance.choice([0, 50]),
        "bid_disclosure": chance.choice(["open", "hidden", "delayed"]),
        "wizard_lead": chance.choice(["free", "next_sets_suit"]),
        "jester_lead": chance.choice(["free", "next_sets_suit"]),
    }
    return parse_house_rules(settings, seats)


def plain_rules(seats: int, size: int) -> HouseRules:
    """The standard game, of one round of this hand size."""
    return parse_house_rules({"round_mode": "schedule", "hand_sizes": [size]}, seats)


def dealt(rules: HouseRules, seats: int, deck: tuple[Card, ...], dealer: int = 0) -> GameState:
    """The first round of a game, dealt."""
    state = Game.new([f"seat {seat}" for seat in range(seats)], rules, first_dealer=dealer).state
    for event in deal_round(state, deck, "salt"):
        state = evolve(state, event)
    return state


def shuffled(chance: Random, seats: int, size: int) -> tuple[Card, ...]:
    """A deck; often its first cards are of few kinds, so that tricks are contested."""
    pool = [card for card in DECK if card.suit is None or (card.suit.index < 2 and card.rank <= size + 2)]
    if chance.random() < 0.4 or len(pool) <= seats * size:
        pool = list(DECK)
    chance.shuffle(pool)
    return (*pool, *(card for card in DECK if card not in pool))


def in_play(chance: Random, state: GameState, cards: int = 0) -> GameState:
    """The same round after low bids and so many cards at random, as long as a card is to be played."""
    while state.phase is not Phase.PLAYING:
        seat = to_act(state)[0]
        legal = legal_actions(state, seat)
        if state.phase is Phase.BIDDING and chance.random() < 0.7:
            legal = legal[:2]
        state = apply(state, seat, chance.choice(legal))[1]
    for _ in range(cards):
        seat = to_act(state)[0]
        after = apply(state, seat, chance.choice(legal_actions(state, seat)))[1]
        if after.phase is not Phase.PLAYING:
            break
        state = after
    return state
