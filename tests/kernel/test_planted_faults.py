"""Faults planted into the kernel, one at a time: the nets must notice each.

A net that catches nothing proves nothing. For each fault it is written down which nets catch it for certain:
the conformance *cases*, the walk through a *tiny deck*, random games in *lock-step*.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from tests.conformance.runner import read_cases
from tests.conformance.tiny_decks import DECKS, FOUR, THREE, VARIANTS, TinyDeck

from .cases import run_case, runs
from .lockstep import check_game, house_rules, listed_game, short_game
from .tiny_walk import KernelWalk
from .twin import planted

WIZARD_OPTION, JESTER_OPTION = VARIANTS[:2]
STEP = 7
"""One deal in so many is enough for every fault here."""
CASES = [case for _, case in read_cases() if runs(case)]
GAMES = [
    ((listed_game if place % 4 == 3 else short_game)(settings, seats), seats, seed)
    for seats in (3, 4)
    for place, (seed, settings) in enumerate(enumerate(itertools.islice(house_rules(seats), 45)))
]
PLAY, TABLES = "play.py", "tables.py"
ALL = ("cases", "tiny deck", "lock-step")
CASES_AND_TINY = ("cases", "tiny deck")
CASES_AND_GAMES = ("cases", "lock-step")

FAULTS: dict[str, tuple[str, str, str, TinyDeck, tuple[str, ...]]] = {
    # who wins (R4.8)
    "the last of all Jesters wins": (
        PLAY,
        "    if power > small[at.BEST]:",
        "    if power > small[at.BEST] or (power == 0 and small[at.BEST] == 0):",
        THREE,
        CASES_AND_TINY,
    ),
    "the last Wizard wins": (
        PLAY,
        "    if power > small[at.BEST]:",
        "    if power > small[at.BEST] or power == 255:",
        THREE,
        ALL,
    ),
    "trump beats a Wizard": (
        TABLES,
        "return 255 if card < 56",
        "return 100 if card < 56",
        THREE,
        ALL,
    ),
    "a trump is no better than another suit": (TABLES, "return 101 + rank", "return 51 + rank", THREE, ALL),
    "the lower card wins": (TABLES, "return 51 + rank if", "return 91 - rank if", THREE, ALL),
    "any suit can win": (TABLES, "if suit == decides else 0", "if suit >= 0 else 0", THREE, ALL),
    # what may be played (R4.3 – R4.7)
    "nobody has to follow": (
        PLAY,
        "    return (follow | (hand & SPECIAL)) if follow else hand",
        "    return hand",
        THREE,
        ALL,
    ),
    "who follows may not play a Wizard or a Jester": (
        PLAY,
        "(follow | (hand & SPECIAL)) if follow",
        "follow if follow",
        THREE,
        ALL,
    ),
    "who follows may not play a Jester": (
        TABLES,
        "np.uint64(0xFF << 52)",
        "np.uint64(0xF << 52)",
        THREE,
        ALL,
    ),
    "a led Jester leaves no suit to follow": (
        TABLES,
        "            table[OPEN][card] = suit\n",
        "            table[OPEN][card] = 7 + suit\n",
        THREE,
        ALL,
    ),
    "a suit card binds after a led Wizard": (
        TABLES,
        "            if wizard_sets:\n",
        "            if True:\n",
        THREE,
        ALL,
    ),
    "the wizard option does nothing": (
        TABLES,
        "            if wizard_sets:\n",
        "            if False:\n",
        WIZARD_OPTION,
        ALL,
    ),
    "the jester option does nothing": (
        TABLES,
        "        elif jester_frees:",
        "        elif False:",
        JESTER_OPTION,
        ALL,
    ),
    "a Wizard ends the freedom of a led Jester": (
        TABLES,
        "_FREED if wizard_sets else NO_LED",
        "NO_LED",
        VARIANTS[2],
        ("cases",),
    ),
    # bids (R3)
    "the restriction binds the first to bid": (
        PLAY,
        "small[at.PLACED] != seats - 1",
        "small[at.PLACED] != 0",
        FOUR,
        ALL,
    ),
    "a restricted dealer is free": (PLAY, "    if even < 0:", "    if even < 99:", FOUR, ALL),
    "the leader is bound when tied": (
        PLAY,
        "points[at.TOTAL + seat] >= points[at.TOTAL + dealer]",
        "points[at.TOTAL + seat] > points[at.TOTAL + dealer]",
        FOUR,
        CASES_AND_GAMES,
    ),
    "a leader's zero is refused": (PLAY, "kind == 2 and even == 0", "kind == 9", FOUR, CASES_AND_GAMES),
    "round 1 is never exempt": (
        PLAY,
        "rule[at.ROUND_ONE_EXEMPT] and",
        "False and",
        FOUR,
        CASES_AND_GAMES,
    ),
    # the deal (R2)
    "the dealer is dealt to first": (PLAY, "    to: Int = first\n", "    to: Int = dealer\n", THREE, ALL),
    "the deal does not pass on": (
        PLAY,
        "    dealer: Int = np.int64(small[at.DEALER]) + 1\n",
        "    dealer: Int = np.int64(small[at.DEALER]) + (small[at.ROUND] == 1)\n",
        THREE,
        CASES_AND_GAMES,
    ),
    "a Wizard turned up gives no choice": (
        PLAY,
        "        elif card < 56:\n",
        "        elif False:\n",
        THREE,
        ALL,
    ),
    "a Jester turned up gives a choice": (PLAY, "        elif card < 56:\n", "        else:\n", THREE, ALL),
    "the last round has its trump after all": (
        PLAY,
        "not (last and rule[at.NO_LAST_TRUMP])",
        "True",
        THREE,
        CASES_AND_GAMES,
    ),
    # the course of the play (R4.1)
    "the leader stays the leader": (
        PLAY,
        "    small[at.LEADER] = winner\n    small[at.TURN] = winner\n",
        "    small[at.TURN] = small[at.LEADER]\n",
        THREE,
        ALL,
    ),
    "the void of another suit is noted": (
        PLAY,
        "|= np.uint8(1) << np.uint8(led)",
        "|= np.uint8(1) << np.uint8(SUIT_OF[card])",
        THREE,
        ("lock-step",),
    ),
    "a Jester shows a void": (
        PLAY,
        "led < 4 and card < 52 and",
        "led < 4 and",
        THREE,
        ("lock-step",),
    ),
    "a card is still held after it was played": (
        PLAY,
        "    cards[at.HAND + seat] ^= bit\n",
        "    cards[at.HAND + seat] ^= bit * U(small[at.PLACE] == 0)\n",
        THREE,
        ("tiny deck", "lock-step"),
    ),
    # scores and ranks (R5, R6)
    "a missed bid gains": (PLAY, "* -abs(np.int64(bid - won))", "* abs(np.int64(bid - won))", THREE, ALL),
    "tricks of a missed bid count": (
        PLAY,
        "* -abs(np.int64(bid - won))",
        "* -abs(np.int64(bid - won)) + won",
        THREE,
        ALL,
    ),
    "a double zero is not doubled": (
        PLAY,
        "        return 2 * bonus\n",
        "        return bonus\n",
        THREE,
        CASES_AND_GAMES,
    ),
    "a zero per card counts tricks": (PLAY, "bonus + 5 * size", "bonus + 5 * won", THREE, CASES_AND_GAMES),
    "the next seat pays for even bids": (
        PLAY,
        "points[at.SCORE + np.int64(small[at.DEALER])] -=",
        "points[at.SCORE + (np.int64(small[at.DEALER]) + 1) % seats] -=",
        THREE,
        CASES_AND_GAMES,
    ),
    "the last round's bonus is for all": (
        PLAY,
        "            if last:\n                value += np.int64(rule[at.LAST_ROUND_BONUS])\n",
        "        if last:\n            value += np.int64(rule[at.LAST_ROUND_BONUS])\n",
        THREE,
        CASES_AND_GAMES,
    ),
    "one bid made is a perfect game": (
        PLAY,
        "small[at.MADE + seat] == number",
        "small[at.MADE + seat] > 0",
        THREE,
        CASES_AND_GAMES,
    ),
    "fewer made bids rank first": (
        PLAY,
        "return small[at.MADE + one] > small[at.MADE + other]",
        "return small[at.MADE + one] < small[at.MADE + other]",
        THREE,
        CASES_AND_GAMES,
    ),
    "how often the best round came does not count": (
        PLAY,
        "            points[at.BEST_COUNT + seat] += 1\n",
        "            pass\n",
        THREE,
        ("cases",),
    ),
    "equal totals never share a rank": (
        PLAY,
        "        return difference > 0\n    if rule[at.TIE_BREAK] == 1:",
        "        return difference > 0 or (difference == 0 and other < one)\n    if rule[at.TIE_BREAK] == 1:",
        THREE,
        CASES_AND_GAMES,
    ),
}


def _fails(check: Callable[..., object], *told: Any) -> bool:
    try:
        check(*told)
    except (Exception, RecursionError):
        return True
    return False


def cases_fail(steps: ModuleType, _deck: TinyDeck = THREE) -> bool:
    """Whether some case does not hold."""
    return any(_fails(run_case, case, steps) for case in CASES)


@cache
def sound_signatures(name: str, step: int) -> list[str]:
    """Those of the kernel as it is, which `test_tiny_decks` holds to the record."""
    (deck,) = (deck for deck in DECKS if deck.name == name)
    return list(KernelWalk(deck, step).signatures())


def counts_differ(steps: ModuleType, deck: TinyDeck, step: int = STEP) -> bool:
    """Whether the walk through a tiny deck goes another way in some deal, or breaks down."""
    sound = sound_signatures(deck.name, step)

    def same() -> None:
        for found, told in zip(KernelWalk(deck, step, steps).signatures(), sound, strict=True):
            assert found == told

    return _fails(same)


def games_differ(steps: ModuleType, _deck: TinyDeck = THREE) -> bool:
    """Whether some game in lock-step goes another way."""
    return any(_fails(check_game, *told, steps) for told in GAMES)


CATCHES: dict[str, Callable[[ModuleType, TinyDeck], bool]] = {
    "cases": cases_fail,
    "tiny deck": counts_differ,
    "lock-step": games_differ,
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_caught(name: str) -> None:
    file, sound, faulty, deck, nets = FAULTS[name]
    steps = planted(file, sound, faulty)
    for net in nets:
        assert CATCHES[net](steps, deck), net


def test_without_a_fault_nothing_is_caught() -> None:
    """The same source as plain Python passes every net: what the nets catch is the fault."""
    steps = planted(PLAY, "U = np.uint64\n", "U = np.uint64\n")
    assert not cases_fail(steps)
    assert not any(counts_differ(steps, deck, 8 * STEP) for deck in DECKS)
    assert not games_differ(steps)


def test_a_fault_that_cannot_be_planted_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"'nowhere' is 0 times in play\.py"):
        planted(PLAY, "nowhere", "anywhere")
