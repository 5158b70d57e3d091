"""One game played by `rufen.core` and by the kernel, step by step, everything compared at every position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from tests.conformance.script import new_state

from rufen.core.actions import ACTIONS
from rufen.core.deal import deck_from_seed
from rufen.core.game import apply, apply_deal, legal_set
from rufen.core.house_rules import SETTINGS, HouseRules, parse_house_rules
from rufen.core.rules import follow_suit
from rufen.core.scoring import ranks
from rufen.core.state import GameState, Phase, to_act
from rufen.kernel import layout as at
from rufen.kernel.tables import NO_CARD

from .tiny_walk import actions_of
from .twin import SOUND, Twin

RESTRICTED = [
    {"bid_restriction": restriction, "round_one_exempt": exempt, "bid_disclosure": disclosure}
    for restriction, exempt, disclosure in (
        ("none", False, "open"),
        ("dealer", False, "open"),
        ("leader", False, "open"),
        ("leader_zero_allowed", False, "open"),
        ("dealer", True, "open"),
        ("none", False, "hidden"),
        ("none", False, "delayed"),
    )
]
"""What of R3.2 and R3.3 goes together (R3.4)."""


def _values(name: str) -> list[Any]:
    setting = SETTINGS[name]
    if setting.kind == "choice":
        return list(setting.choices)
    return list(range(setting.minimum, setting.maximum + 1, setting.step))


FREE = {name: _values(name) for name in SETTINGS if name not in {*RESTRICTED[0], "round_mode", "hand_sizes"}}
"""Settings that go with any other, by all their values."""


def house_rules(seed: int) -> Iterator[dict[str, Any]]:
    """Settings without end: every value of each comes up as often as the others, mixed at random."""
    dice = random.Random(seed)
    piles: dict[str, list[Any]] = {}

    def next_of(name: str, values: list[Any]) -> Any:
        if not piles.get(name):
            piles[name] = dice.sample(values, len(values))
        return piles[name].pop()

    while True:
        yield {**next_of("together", RESTRICTED), **{name: next_of(name, v) for name, v in FREE.items()}}


def full_game(settings: dict[str, Any], seats: int) -> HouseRules:
    """A game of every hand size there is."""
    return parse_house_rules({**settings, "round_mode": "full"}, seats)


def short_game(settings: dict[str, Any], seats: int) -> HouseRules:
    """A game of one to three rounds, as `custom_round_count` says."""
    count = settings["custom_round_count"] % 3 + 1
    return parse_house_rules({**settings, "round_mode": "custom", "custom_round_count": count}, seats)


def listed_game(settings: dict[str, Any], seats: int) -> HouseRules:
    """A game of two listed hand sizes, the first the greatest there is, so that no card is left over."""
    sizes = [60 // seats, 1 + settings["custom_round_count"] % 4]
    return parse_house_rules({**settings, "round_mode": "schedule", "hand_sizes": sizes}, seats)


def check_game(rules: HouseRules, seats: int, seed: int, steps: ModuleType = SOUND) -> int:
    """Play a game at random in both; the number of positions compared. Raises AssertionError."""
    dice = random.Random(seed)
    state = new_state(seats, rules, seed % seats)
    game = Twin(seats, rules, seed % seats, steps)
    positions = 0
    check_scores(state, game)
    while state.phase is not Phase.GAME_OVER:
        if state.phase is Phase.DEALING:
            deck = deck_from_seed(dice.getrandbits(32), state.deal.number + 1)
            state = apply_deal(state, deck, "")[1]
            game.deal(deck)
            check_deal(state, game)
        check_position(state, game)
        positions += 1
        seat = game.turn
        action = _choose(game, dice)
        state = apply(state, seat, ACTIONS[action])[1]
        game.act(action)
        if state.phase in (Phase.DEALING, Phase.GAME_OVER):
            check_scores(state, game)
    return positions


def _choose(game: Twin, dice: random.Random) -> int:
    """A legal action; bids are rather low, so that some are made and some games have perfect seats."""
    legal = actions_of(game.legal)
    if game.phase is Phase.BIDDING:
        return min(dice.choice(legal), dice.choice(legal), dice.choice(legal))
    return dice.choice(legal)


def check_deal(state: GameState, game: Twin) -> None:
    """What changes with a deal only."""
    deal, small = state.deal, game.small
    dealt = (deal.number, deal.hand_size, deal.dealer)
    assert (small[at.ROUND], small[at.HAND_SIZE], small[at.DEALER]) == dealt
    assert small[at.TURN_UP] == (NO_CARD if deal.turn_up is None else deal.turn_up.index)
    assert not small[at.PLAYED_IN :].any()
    assert game.by_seat(at.VOID) == (0,) * game.seats


def check_position(state: GameState, game: Twin) -> None:
    """Everything that matters where a seat is asked."""
    small = game.small
    assert game.phase is state.phase
    assert game.asked == to_act(state)
    assert game.legal == legal_set(state, game.turn)
    assert game.hands == state.hands
    assert game.trump is state.trump
    assert game.tricks_won == state.tricks_won
    assert game.bids == state.bids
    seats = game.seats
    trick: list[int] = [NO_CARD] * seats
    for place, card in enumerate(state.cards):
        trick[(state.leader + place) % seats] = card.index
    assert list(game.by_seat(at.CARD)) == trick
    if state.phase is not Phase.PLAYING:
        return
    assert (small[at.LEADER], small[at.PLACE]) == (state.leader, len(state.cards))
    assert small[at.LEFT] == state.deal.hand_size - len(state.tricks)
    if state.cards:
        last = state.cards[-1].index
        assert small[at.PLAYED_IN + last] == len(state.tricks) + 1
        assert small[at.PLAYED_BY + last] == (state.leader + len(state.cards) - 1) % seats + 1
    else:
        assert game.by_seat(at.VOID) == shown_voids(state)
    turn_up = 0 if state.deal.turn_up is None else state.deal.turn_up.bit
    played = ((1 << 60) - 1) ^ state.unplayed
    assert int(game.cards[at.SEEN]) == turn_up | played


def shown_voids(state: GameState) -> tuple[int, ...]:
    """R4.3: who plays another suit than the one to follow has shown that it holds none of it."""
    seats, rules = state.setup.seats, state.setup.rules
    voids = [0] * seats
    for leader, cards in [
        *((trick.leader, trick.cards) for trick in state.tricks),
        (state.leader, state.cards),
    ]:
        for place, card in enumerate(cards):
            follow = follow_suit(cards[:place], rules)
            if follow is not None and card.suit not in (None, follow):
                voids[(leader + place) % seats] |= 1 << follow.index
    return tuple(voids)


def check_scores(state: GameState, game: Twin) -> None:
    """What the scored rounds have brought (R5, R6)."""
    assert game.phase is state.phase
    assert game.legal == 0
    assert game.asked == ()
    assert game.totals == state.totals
    results = state.results
    if results:
        assert game.scores == results[-1].scores
        assert game.bids == results[-1].bids
        assert game.tricks_won == results[-1].tricks
        assert game.by_seat(at.VOID) == shown_voids(state)
    made = tuple(sum(r.bids[seat] == r.tricks[seat] for r in results) for seat in range(game.seats))
    assert game.by_seat(at.MADE) == made
    complete = state.phase is Phase.GAME_OVER
    standing = ranks(results, seats=game.seats, complete=complete, rules=state.setup.rules)
    assert game.ranks == standing
    assert state.ranks in (None, standing)
