"""The fast games against the engine: the same chance in plain Python, the rules by `rufen.core`."""

from __future__ import annotations

import numpy as np
import pytest

from rufen.bench.signature import RULES
from rufen.core.actions import ACTIONS
from rufen.core.cards import DECK, Card, nth_bit
from rufen.core.game import Game
from rufen.core.house_rules import STANDARD, HouseRules, LastRoundTrump, schedule
from rufen.core.state import Phase, to_act
from rufen.kernel.bits import FAST_SELECT
from rufen.kernel.games import DECISIONS, PLAYS, random_games
from rufen.kernel.layout import encode_rules

WORD = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15


def mixed(state: int) -> int:
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & WORD
    state = (state ^ state >> 27) * 0x94D049BB133111EB & WORD
    return state ^ state >> 31


class Chance:
    """The stream of one game."""

    def __init__(self, seed: int, game: int) -> None:
        self.state = mixed(seed + game * GAMMA & WORD)

    def word(self) -> int:
        self.state = self.state + GAMMA & WORD
        return mixed(self.state)

    def below(self, n: int) -> int:
        return (self.word() >> 32) * n >> 32


def played_by_core(rules: HouseRules, seats: int, seed: int, number: int) -> tuple[list[int], int, int]:
    """The totals of a random game, its decisions and the cards among them."""
    chance = Chance(seed, number)
    game = Game.new([f"player {seat}" for seat in range(seats)], rules, first_dealer=0)
    deck: list[Card] = list(DECK)
    decisions = plays = 0
    sizes = schedule(rules, seats)
    for number_of_round, size in enumerate(sizes, 1):
        dealt = seats * size
        last = number_of_round == len(sizes)
        turned = dealt < 60 and not (last and rules.last_round_trump is LastRoundTrump.NEVER)
        word = 0
        for place in range(dealt + turned):
            # two cards share a word, but the turn-up has its own
            fresh = place % 2 == 0 or place == dealt
            word = chance.word() if fresh else word << 32 & WORD
            other = place + ((word >> 32) * (60 - place) >> 32)
            deck[place], deck[other] = deck[other], deck[place]
        game.deal(deck, "salt")
        while asked := to_act(game.state):
            legal = game.state.legal
            action = ACTIONS[nth_bit(legal, chance.below(legal.bit_count()))]
            plays += game.state.phase is Phase.PLAYING
            decisions += 1
            game.act(asked[0], action)
    assert game.state.phase is Phase.GAME_OVER
    return list(game.state.totals), decisions, plays


def played_fast(
    rules: HouseRules, seats: int, seed: int, games: int, fast: bool = FAST_SELECT
) -> tuple[list[list[int]], int, int]:
    totals = np.zeros((games, 6), np.int32)
    counters = np.zeros(2, np.uint64)
    random_games(encode_rules(rules, seats), seats, games, seed, fast, totals, counters)
    return totals[:, :seats].tolist(), int(counters[DECISIONS]), int(counters[PLAYS])


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("name", RULES)
def test_the_fast_games_are_games_of_the_engine(name, seats):
    rules, games = RULES[name], 4
    told = [played_by_core(rules, seats, 7 * seats, number) for number in range(games)]
    totals, decisions, plays = played_fast(rules, seats, 7 * seats, games)
    assert totals == [one[0] for one in told]
    assert decisions == sum(one[1] for one in told)
    assert plays == sum(one[2] for one in told)


@pytest.mark.skipif(not FAST_SELECT, reason="this processor has no fast select")
@pytest.mark.parametrize("seats", [3, 6])
def test_the_fast_select_changes_nothing(seats):
    for rules in RULES.values():
        assert played_fast(rules, seats, 5, 200, True) == played_fast(rules, seats, 5, 200, False)


def test_games_do_not_depend_on_how_many_are_played():
    assert played_fast(STANDARD, 4, 9, 30)[0][:10] == played_fast(STANDARD, 4, 9, 10)[0]


def test_seeds_make_other_games():
    assert played_fast(STANDARD, 4, 9, 10)[0] != played_fast(STANDARD, 4, 10, 10)[0]
