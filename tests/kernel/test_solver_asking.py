"""How the solver is asked: wrong questions, compiled callers, and the samples of `docs/solver.md`."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from rufen.core.game import apply, legal_actions
from rufen.core.state import Phase, to_act
from rufen.core.view import view_of
from rufen.kernel import layout as at
from rufen.kernel.jit import jit
from rufen.kernel.mirror import rows_of, rows_of_view
from rufen.kernel.solver import Solver, can_make, maxn, paranoid, solve, work

from . import solver_brute as brute

PAGE = Path(__file__).parents[2] / "docs" / "solver.md"


def position(seats: int = 3, size: int = 3):
    return brute.in_play(
        Random(5), brute.dealt(brute.plain_rules(seats, size), seats, brute.shuffled(Random(6), seats, size))
    )


def test_a_round_that_is_not_in_play_is_refused():
    state = brute.dealt(brute.plain_rules(3, 3), 3, brute.shuffled(Random(6), 3, 3))
    with pytest.raises(ValueError, match="only a position in which a card is to be played"):
        solve(state)
    state = position()
    while state.phase is Phase.PLAYING:
        seat = to_act(state)[0]
        state = apply(state, seat, legal_actions(state, seat)[0])[1]
    with pytest.raises(ValueError, match="only a position in which a card is to be played"):
        can_make(state, 0)


def test_hands_that_are_not_known_are_refused():
    with pytest.raises(ValueError, match="of seat 1 0 cards are known instead of 3: the solver needs all"):
        solve(rows_of_view(view_of(position(), 0)))


def test_a_secret_bid_that_is_not_known_is_refused():
    rows = rows_of(position())
    rows.small[18] = 255
    with pytest.raises(ValueError, match="the bid of seat 2 is not known"):
        solve(rows)


@pytest.mark.parametrize("nodes", [0, -1, 1 << 61])
def test_a_budget_that_is_none_is_refused(nodes: int):
    with pytest.raises(ValueError, match=f"nodes {nodes}: allowed is a whole number 1 … "):
        solve(position(), nodes=nodes)


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_is_refused(seat: int):
    with pytest.raises(ValueError, match=f"seat {seat}: allowed is a whole number 0 … 2"):
        can_make(position(), seat)


@pytest.mark.parametrize("entries", [0, 1, 3, 1000])
def test_a_table_of_another_size_is_refused(entries: int):
    with pytest.raises(ValueError, match=f"entries {entries}: allowed is a (whole number 2 … |power of two)"):
        Solver(entries)


def test_asking_changes_neither_the_rows_nor_the_state():
    rows = rows_of(position())
    before = [np.copy(part) for part in rows]
    solve(rows)
    can_make(rows, 1)
    for part, copy in zip(rows, before, strict=True):
        np.testing.assert_array_equal(part, copy)


@jit
def ask(room, rule, small, cards, budget, out):
    """What a search may ask: whether the rest is solved, its scores in `out`, who can make it, as bits."""
    work.load(room, rule, small, cards)
    solved, value, _, _ = maxn.search(room, budget)
    bits = np.int64(0)
    for seat in range(3):
        if solved:
            out[seat] = room.worth[seat, work.tricks(room, value, seat)]
        bits |= np.int64(paranoid.search(room, seat, budget)[1]) << seat
    return solved, bits


def test_compiled_code_asks_the_same_questions():
    for number in range(4):
        state = brute.in_play(
            Random(number), brute.dealt(brute.plain_rules(3, 4), 3, brute.shuffled(Random(number), 3, 4)), 4
        )
        rule, small, cards, _ = rows_of(state)
        room = work.new_work(1 << 8)
        out = np.zeros(6, np.int64)
        assert ask(room, rule, small, cards, 1, out) == (False, 0)
        solved, bits = ask(room, rule, small, cards, 1_000_000, out)
        outcome = solve(state).outcome
        assert solved
        assert outcome is not None
        assert tuple(out[:3]) == outcome.scores
        assert [bool(bits >> seat & 1) for seat in range(3)] == [
            can_make(state, seat).makes for seat in range(3)
        ]


def test_the_sample_of_the_page_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]):
    sample, output = re.findall(r"```(?:python)?\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[:2]
    exec(compile(sample, str(PAGE), "exec"), {})
    assert capsys.readouterr().out == output


@pytest.mark.parametrize("number", [1.0, 1e6, True, None, "5"])
def test_what_is_no_whole_number_is_refused(number):
    state = position()
    with pytest.raises(ValueError, match=r"nodes .*: allowed is a whole number 1 … "):
        solve(state, nodes=number)
    with pytest.raises(ValueError, match=r"seat .*: allowed is a whole number 0 … 2"):
        can_make(state, number)
    with pytest.raises(ValueError, match=r"entries .*: allowed is a whole number 2 … "):
        Solver(number)
    same: Any = np.int64(10**6)
    assert solve(state, nodes=same) == solve(state, nodes=10**6)


def test_what_is_no_position_is_refused():
    state = position()
    wrong: Any
    for wrong in (view_of(state, 0), tuple(rows_of(state)), None, "x"):
        with pytest.raises(ValueError, match="a position is a GameState"):
            solve(wrong)


def middle():
    """Seat 0 has led to the second of three tricks, seat 1 is to act."""
    rows = rows_of(brute.in_play(Random(5), position(), 4))
    assert int(rows.small[at.PLACE]) == 1
    return rows


@pytest.mark.parametrize(
    ("column", "value"),
    [
        (at.SEATS, 2),
        (at.SEATS, 9),
        (at.HAND_SIZE, 0),
        (at.HAND_SIZE, 21),
        (at.LEFT, 0),
        (at.LEFT, 200),
        (at.TURN, 3),
        (at.TURN, 50),
        (at.DEALER, 3),
        (at.TRUMP, 5),
        (at.PLACE, 3),
        (at.PLACE, 0),
        (at.PLACE, 2),
        (at.LED, 10),
        (at.BEST, 7),
        (at.WINNER, 5),
        (at.BID, 77),
        (at.WON, 3),
    ],
)
def test_rows_that_contradict_themselves_are_refused(column: int, value: int):
    """The compiled search would read beyond its arrays, or never end."""
    rows = middle()
    rows.small[column] = value
    with pytest.raises(
        ValueError, match=r"small\[|in a trick of|by the cards on|the bid of|tricks are won|are known"
    ):
        solve(rows)


def test_cards_that_cannot_lie_so_are_refused():
    for change, message in (
        (lambda rows: rows.cards.__setitem__(0, rows.cards[1]), "there twice|are known"),
        (
            lambda rows: rows.cards.__setitem__(1, int(rows.cards[1]) & int(rows.cards[1]) - 1 | 1 << 62),
            "beyond 59",
        ),
        (lambda rows: rows.small.__setitem__(at.CARD, 60), "seat 0 has the card 60 in a trick"),
        (lambda rows: rows.rule.__setitem__(at.LEADS, 4), r"rule\[LEADS\] is 4"),
    ):
        for rows in (middle(), rows_of(position())):
            change(rows)
            with pytest.raises(ValueError, match=message):
                solve(rows)
    rows = rows_of(position())
    with pytest.raises(ValueError, match=r"the row cards is no uint64\[8\]"):
        solve(rows._replace(cards=rows.cards.astype(np.int64)))
