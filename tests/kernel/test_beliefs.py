"""Counting and drawing the deals that fit: against every deal one by one, and in positions of real games."""

from __future__ import annotations

import random
from collections import Counter
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.hidden import (
    LEADS,
    Hidden,
    draws,
    every_deal,
    fit,
    planned,
    random_hidden,
    random_positions,
    rules_of,
    slow_count,
)

from rufen.core.cards import bits_of, parse_cards
from rufen.core.house_rules import STANDARD
from rufen.core.state import Phase
from rufen.core.view import view_of
from rufen.kernel import beliefs, mirror, play
from rufen.kernel import layout as at
from rufen.kernel.tables import FOLLOW

B, G, R, Y = 1, 2, 4, 8


def cards(text: str) -> int:
    return bits_of(parse_cards(text))


TOLD = {
    "nobody lacks anything, nothing is undealt": Hidden(cards("B1 G2 R3 Y4"), (2, 1, 1), (0, 0, 0)),
    "some stay undealt": Hidden(cards("B1 G2 R3 Y4 W1 J1"), (2, 0, 1), (0, 0, 0)),
    "nobody holds anything": Hidden(cards("B1 G2"), (0, 0, 0), (B, 0, 0)),
    "everything is known": Hidden(cards("B1 G2"), (1, 1, 0), (G, B, 0)),
    "one lacks a suit": Hidden(cards("B1 B2 B3 G2 W1 J1"), (0, 3, 2), (0, B, 0)),
    "two lack the same": Hidden(cards("B1 B2 G3 G4 R5 W1"), (2, 2, 1), (B, B, 0)),
    "two lack one each": Hidden(cards("B1 B2 B3 G3 G4 W1 J4"), (2, 3, 0), (B, G, 0)),
    "one lacks a suit, one that and another": Hidden(cards("B1 B2 G3 G4 R5 R6 W1"), (2, 2, 2), (B, B | R, 0)),
    "all three lack what the next one may have": Hidden(cards("B1 B2 G3 G4 R5 R6"), (2, 2, 2), (B, G, R)),
    "Wizards and Jesters only": Hidden(cards("B1 W1 W2 J1 J2"), (1, 2, 1), (B | G | R | Y, B, 0)),
    "a suit of which nothing is left": Hidden(cards("B1 B2 W1 W2"), (1, 2, 0), (Y, G | Y, 0)),
    "four seats, four suits": Hidden(cards("B1 B2 G1 G2 R1 R2 Y1 Y2"), (1, 2, 1, 2), (B, G, R, Y)),
    "six seats, many suits": Hidden(cards("B1 B2 G1 R1 Y1 W1 J1"), (1,) * 6, (B, G, R, B | G, R | Y, 0)),
}


@pytest.mark.parametrize("hidden", TOLD.values(), ids=TOLD.keys())
def test_every_deal_is_counted_and_drawn_equally_often(hidden):
    deals = list(every_deal(hidden))
    plan, table, count = planned(hidden)
    assert count == len(deals) == slow_count(hidden) > 0
    drawn = Counter(map(tuple, draws(plan, table, 60 * len(deals), seed=7).tolist()))
    assert set(drawn) == set(deals)
    if len(deals) > 1:
        square, freedom = fit(list(drawn.values()))
        assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5


def test_random_hidden_hands_are_counted_and_drawn_equally_often():
    """Chi-squares of several dozen positions, with up to six seats, each alone and all together."""
    dice = random.Random(20)
    squares, freedoms, positions = 0.0, 0, 0
    groups: Counter[int] = Counter()
    while positions < 60:
        seats = dice.randint(3, 6)
        hidden = random_hidden(dice, dice.randint(5, 9), seats, dice.randint(2, 6))
        if not 2 <= slow_count(hidden) <= 600:
            continue
        deals = list(every_deal(hidden))
        plan, table, count = planned(hidden)
        assert count == len(deals), hidden
        drawn = Counter(map(tuple, draws(plan, table, 40 * len(deals), seed=positions).tolist()))
        assert drawn.keys() == set(deals), hidden
        square, freedom = fit(list(drawn.values()))
        assert square - freedom < 5 * (2 * freedom) ** 0.5 + 5, hidden
        squares, freedoms, positions = squares + square, freedoms + freedom, positions + 1
        groups[int(plan[beliefs.GROUPS])] += 1
    assert abs(squares - freedoms) < 4 * (2 * freedoms) ** 0.5
    assert set(groups) >= {0, 1, 2, 3}


@pytest.mark.parametrize("leads", LEADS, ids=lambda leads: f"{leads[0].value}-{leads[1].value}")
def test_positions_of_real_games_are_counted_and_drawn_equally_often(leads):
    """R4.3 – R4.7: what a seat or a spectator saw of a game, with every option for the lead."""
    squares, freedoms, positions, shown = 0.0, 0, 0, 0
    dice = random.Random(str(leads))
    for seed in range(8):
        seats = 3 + seed % 4
        for state in random_positions(seed, rules_of(leads, 2, 60 // seats), seats):
            who = dice.choice((*range(seats), None))
            plan, table = seen(view_of(state, who))
            count = beliefs.prepare(plan, table)
            if not 2 <= count <= 300:
                continue
            hidden = hidden_of(plan)
            deals = list(every_deal(hidden))
            assert count == len(deals), hidden
            hands = draws(plan, table, 40 * len(deals), seed=seed)
            if who is not None:
                assert (hands[:, who] == state.hands[who]).all()
                hands[:, who] = 0
            drawn = Counter(map(tuple, hands.tolist()))
            assert drawn.keys() == set(deals), hidden
            square, freedom = fit(list(drawn.values()))
            squares, freedoms, positions = squares + square, freedoms + freedom, positions + 1
            shown += any(hidden.voids)
    assert abs(squares - freedoms) < 4 * (2 * freedoms) ** 0.5
    assert positions >= 12
    assert shown >= 8


@st.composite
def hidden_hands(draw):
    seats = draw(st.integers(3, 6))
    unseen = sum(1 << card for card in draw(st.sets(st.integers(0, 59), max_size=18)))
    room = draw(st.tuples(*[st.integers(0, 3)] * seats))
    return Hidden(unseen, room, draw(st.tuples(*[st.integers(0, 15)] * seats)))


@given(hidden_hands())
def test_the_count_equals_another_one_made_card_by_card(hidden):
    expected = slow_count(hidden)
    assert planned(hidden)[2] == pytest.approx(expected, rel=1e-12, abs=0)


def test_large_counts_equal_the_one_made_card_by_card():
    """Far beyond 2⁶⁴, with groups that overlap in every way."""
    dice = random.Random(4)
    largest = 0
    for _ in range(8):
        hidden = random_hidden(dice, 44, dice.randint(3, 5), 18)
        expected = slow_count(hidden)
        largest = max(largest, expected)
        assert planned(hidden)[2] == pytest.approx(expected, rel=1e-12, abs=0), hidden
    assert largest > 1 << 64


def test_the_first_deal_of_a_round_counts_by_the_book():
    """A spectator, three seats with twenty cards: 60! ÷ (20!)³."""
    plan, table, count = planned(Hidden((1 << 60) - 1, (20, 20, 20), (0, 0, 0)))
    assert count == pytest.approx(comb(60, 20) * comb(40, 20), rel=1e-14)
    assert {int(hand).bit_count() for hand in draws(plan, table, 1, 1)[0]} == {20}


@pytest.mark.parametrize(
    "hidden",
    [
        Hidden(cards("B1 B2 W1"), (2, 2, 0), (0, 0, 0)),
        Hidden(cards("B1 B2 W1"), (2, 0, 0), (B, 0, 0)),
        Hidden(cards("B1 B2 G1 G2"), (1, 2, 1), (B, B, B)),
        Hidden(cards("B1 B2 G1 G2 R1"), (2, 2, 1), (B, B | R, 0)),
        Hidden(0, (0, 1, 0), (0, 0, 0)),
    ],
)
def test_where_no_deal_fits_the_count_is_0(hidden):
    assert list(every_deal(hidden)) == []
    assert planned(hidden)[2] == 0


def test_the_table_is_long_enough_for_any_voids():
    """Six seats that lack something different each, and every card unseen: more than a game can bring."""
    voids = ((1, 2, 4, 8, 3, 12), (4, 3, 1, 10, 5, 6), (1, 2, 5, 12, 3, 6), (7, 11, 13, 14, 1, 8))
    for lacking in voids:
        plan, table, count = planned(Hidden((1 << 60) - 1, (10, 9, 8, 9, 8, 7), lacking))
        assert count > 0
        length = plan[beliefs.OFFSET + plan[beliefs.GROUPS]] + 1
        assert length < beliefs.TABLE_WIDTH
        assert np.isfinite(table[:length]).all() or length < len(table)
        hands = draws(plan, table, 200, 3)
        for seat, lacks in enumerate(lacking):
            barred = np.uint64(sum(int(FOLLOW[suit]) for suit in range(4) if lacks >> suit & 1))
            assert not (hands[:, seat] & barred).any()


# --- from rows -------------------------------------------------------------------------------------------


def seen(view):
    """A plan of what a view tells, as a search has it from the view's rows; not yet prepared."""
    rows = mirror.rows_of_view(view)
    plan, table = beliefs.new_plan()
    beliefs.observe(rows.small, rows.cards, -1 if view.seat is None else view.seat, plan)
    return plan, table


def hidden_of(plan) -> Hidden:
    seats = int(plan[beliefs.SEATS])
    return Hidden(
        int(plan[beliefs.UNSEEN]),
        tuple(plan[beliefs.ROOM : beliefs.ROOM + seats].tolist()),
        tuple(plan[beliefs.VOID : beliefs.VOID + seats].tolist()),
    )


def test_whole_rows_tell_no_more_than_those_of_the_view():
    """`observe` reads no hand but the observer's own."""
    for state in random_positions(5, rules_of(LEADS[1], 3, 12), 5):
        if state.phase in (Phase.DEALING, Phase.GAME_OVER):
            continue
        whole = mirror.rows_of(state)
        for seat in (0, 3, None):
            plan, _ = seen(view_of(state, seat))
            other, _ = beliefs.new_plan()
            beliefs.observe(whole.small, whole.cards, -1 if seat is None else seat, other)
            assert (plan == other).all()


def test_never_a_card_in_a_shown_void_in_a_million_draws():
    """R4.3: from the middle of many games; hands have their sizes, no card is twice or known elsewhere."""
    each, drawn, rounds = 1000, 0, 0
    rng = np.array([99], np.uint64)
    while drawn < 1_000_000:
        seats = 3 + rounds % 4
        rules = rules_of(LEADS[rounds // 4 % 4], 60 // seats - rounds % 3)
        for place, state in enumerate(random_positions(rounds, rules, seats)):
            if state.phase is not Phase.PLAYING or place % 3:
                continue
            whole = mirror.rows_of(state)
            if not whole.small[at.VOID : at.VOID + seats].any():
                continue
            seat = state.asked[0]
            plan, table = beliefs.new_plan()
            beliefs.observe(whole.small, whole.cards, seat, plan)
            beliefs.prepare(plan, table)
            hands = np.zeros((each, seats), np.uint64)
            beliefs.sample_many(plan, table, rng, hands)
            drawn += each
            assert (hands[:, seat] == whole.cards[at.HAND + seat]).all()
            together = np.bitwise_or.reduce(hands, axis=1)
            assert not (together & whole.cards[at.SEEN]).any()
            sizes = np.bitwise_count(hands)
            assert (np.bitwise_count(together) == sizes.sum(axis=1)).all()
            for other in range(seats):
                void = int(whole.small[at.VOID + other])
                barred = np.uint64(sum(int(FOLLOW[suit]) for suit in range(4) if void >> suit & 1))
                assert not (hands[:, other] & barred).any()
                assert (sizes[:, other] == int(whole.cards[at.HAND + other]).bit_count()).all()
        rounds += 1


def test_a_draw_is_played_on_from_copies_of_the_rows():
    views = [view_of(state, 1) for state in random_positions(8, rules_of(LEADS[0], 6), 4)]
    view = next(view for view in views if len(view.tricks) == 2 and view.to_act == (1,))
    rows = mirror.rows_of_view(view)
    plan, table = seen(view)
    beliefs.prepare(plan, table)
    small, points = rows.small.copy(), rows.points.copy()
    own = np.zeros(at.CARDS_WIDTH, np.uint64)
    rng, hands = np.array([5], np.uint64), np.zeros(6, np.uint64)
    before = rows.small.copy(), rows.cards.copy()
    dice, ends = random.Random(1), set()
    for _ in range(50):
        beliefs.sample(plan, table, rng, hands)
        points[:] = rows.points
        beliefs.fill(rows.small, rows.cards, hands, small, own)
        while small[at.PHASE] == at.PLAYING:
            legal = int(play.legal_cards(small, own))
            assert legal
            card = dice.choice([card for card in range(60) if legal >> card & 1])
            play.step(rows.rule, small, own, points, card)
        assert small[at.WON : at.WON + 4].sum() == 6
        assert not own[at.HAND : at.HAND + 4].any()
        ends.add(tuple(points[:4].tolist()))
    assert len(ends) > 5
    assert (rows.small == before[0]).all()
    assert (rows.cards == before[1]).all()


def test_before_the_first_card_nothing_is_known_but_the_own_hand_and_the_turn_up():
    states = list(random_positions(2, STANDARD, 3))
    for phase in (Phase.CHOOSING_TRUMP, Phase.BIDDING):
        state = next(state for state in states if state.phase is phase and state.deal.hand_size == 4)
        plan, table = seen(view_of(state, 2))
        assert hidden_of(plan).room == (4, 4, 0)
        assert hidden_of(plan).voids == (0, 0, 0)
        assert beliefs.prepare(plan, table) == comb(55, 4) * comb(51, 4)


def test_the_last_seat_of_a_round_without_undealt_cards_knows_everything():
    """R2.6: all sixty cards were dealt."""
    states = list(random_positions(3, rules_of(LEADS[0], 20), 3))
    state = states[-2]
    assert state.asked
    plan, table = seen(view_of(state, state.asked[0]))
    assert plan[beliefs.UNSEEN] == 0
    assert beliefs.prepare(plan, table) == 1
    assert (draws(plan, table, 3, 1) == np.array(state.hands, np.uint64)).all()


def test_draws_follow_from_the_word_of_chance_and_move_it_on():
    plan, table, _ = planned(TOLD["two lack one each"])
    assert (draws(plan, table, 50, 1) == draws(plan, table, 50, 1)).all()
    assert (draws(plan, table, 50, 1) != draws(plan, table, 50, 2)).any()
    rng, hands = np.array([1], np.uint64), np.zeros((50, 3), np.uint64)
    for row in hands:
        beliefs.sample(plan, table, rng, row)
    assert (hands == draws(plan, table, 50, 1)).all()
