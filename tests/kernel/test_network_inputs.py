"""What the network is told: what matters, nothing that is hidden, and suits without their names."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.tables import new_games, play_at_random
from tests.core.worlds import another_world

from rufen.core.cards import DECK, parse_cards
from rufen.core.house_rules import parse_house_rules
from rufen.core.state import Phase, fold
from rufen.core.view import view_of
from rufen.kernel import layout as at
from rufen.kernel.mirror import rows_of, rows_of_view
from rufen.kernel.network.shape import INPUTS, MOST_ON, RANGES

from .networks import inputs_of, judged, positions, renamed, renamed_action, rows_of_twin, tiny, told
from .twin import Twin

NETWORK = tiny(1)


def game_of(hands: list[str], turn_up: str, bids: list[int], plays: str = "", **rules: Any) -> Twin:
    """A round in which seat 0 bids and leads first, and the last seat deals."""
    seats, held = len(hands), [parse_cards(hand) for hand in hands]
    size = len(held[0])
    told_rules = {"round_mode": "schedule", "hand_sizes": [size], **rules}
    game = Twin(seats, parse_house_rules(told_rules, seats), seats - 1)
    top = [held[seat][place] for place in range(size) for seat in range(seats)] + list(parse_cards(turn_up))
    game.deal([*top, *(card for card in DECK if card not in top)])
    for action in [at.FIRST_BID + bid for bid in bids] + [card.index for card in parse_cards(plays)]:
        game.act(action)
    return game


def a_trick_to_follow() -> Twin:
    """Green is trump. Seat 2 is asked, with G4 Y13 W3; its Y2 and the R2 of seat 0 have shown: no blue."""
    return game_of(
        ["B1 R2 G9 W1", "B5 J1 R3 W2", "Y2 G4 Y13 W3", "B7 B8 J3 R13"],
        "G12",
        [1, 1, 2, 0],
        "B1 B5 Y2 B7 B8 R2 J1",
        exact_bonus=15,
        points_per_trick=5,
        miss_penalty=20,
        zero_bid_scoring="per_card",
        last_round_bonus=10,
        wizard_lead="next_sets_suit",
        jester_lead="free",
    )


def a_dealer_who_may_not_bid_one() -> Twin:
    """No trump; seat 4, the dealer, alone has the highest total."""
    game = game_of(
        ["W2 B1", "B2 B3", "B4 B5", "G1 G2", "W1 J1"],
        "J2",
        [1, 0, 0, 0],
        hand_sizes=[2, 2],
        bid_restriction="leader_zero_allowed",
        perfect_game_bonus=40,
    )
    game.points[at.TOTAL + 4] = 10
    return game


def a_wizard_and_bids_nobody_shows() -> Twin:
    """Seat 1 is asked after seat 0 has won a trick and led a Wizard."""
    return game_of(["B13 W1", "B3 R6", "B4 J1"], "Y1", [1, 1, 2], "B13 B3 B4 W1", bid_disclosure="delayed")


TOLD = {
    a_trick_to_follow: {
        "phase": [1],
        "seats": [1],
        "hand_size": [3],
        "left": [2],
        "position": [3 + 2],
        "place": [3 + 3],
        # green is trump, yellow is held; of blue and red more of blue was seen
        "own": [4 * 3 + 3, 4 * (13 + 12)],
        "own_wizards": [1],
        "own_jesters": [0],
        "seen": [11, 13 + 1, 26 + 0, 26 + 4, 26 + 6, 26 + 7, 39 + 1],
        "seen_wizards": [0],
        "seen_jesters": [1],
        "trick": [26 + 7, 54 + 39 + 1, 2 * 54 + 53],
        "winning": [1],
        "led": [2],
        "bid": [0, 22 + 1, 44 + 1],
        "need": [4 - 1, 14 + 4 + 1, 28 + 4 + 1],
        "own_bid": [2],
        "own_need": [4 + 2],
        "void": [4 + 2],
        "surplus": [8 + 0],
        "unseen": [11, 14 + 11, 28 + 9, 42 + 12],
        "length": [1, 14 + 1, 28 + 0, 42 + 0],
        "wins": [3, 52],
        "demand": [8 + 1],
        "exact_bonus": [5],
        "points_per_trick": [1],
        "miss_penalty": [4],
        "zero_bid": [2],
        "disclosure": [0],
        "leads": [0, 1],
    },
    a_dealer_who_may_not_bid_one: {
        "phase": [0],
        "seats": [2],
        "hand_size": [1],
        "position": [7 + 4],
        "no_trump": [0],
        "own_wizards": [1],
        "own_jesters": [1],
        "seen_wizards": [0],
        "seen_jesters": [1],
        "bid": [1, 22 + 0, 44 + 0, 66 + 0],
        "surplus": [8 - 1],
        "unseen": [13, 14 + 13, 28 + 13, 42 + 13],
        "length": [0, 14, 28, 42],
        # 20, and 40 for all bids of the game, if the next one is made as well
        "exact_bonus": [(20 + 28) // 5],
        "points_per_trick": [2],
        "miss_penalty": [2],
        "zero_bid": [0],
        "disclosure": [0],
        "restricted": [0, 1],
    },
    a_wizard_and_bids_nobody_shows: {
        "phase": [1],
        "seats": [0],
        "hand_size": [1],
        "left": [0],
        "position": [1],
        "place": [1],
        # yellow is trump, red is held, blue was seen
        "own": [4 * (13 + 5) + 3],
        "own_wizards": [0],
        "own_jesters": [0],
        "seen": [0, 26 + 2, 26 + 3, 26 + 12],
        "seen_wizards": [1],
        "seen_jesters": [0],
        "trick": [54 + 52],
        "winning": [2],
        "led": [5],
        "bid": [21, 22 + 21],
        "won": [0, 10 + 1],
        "own_bid": [1],
        "own_need": [4 + 1],
        "unseen": [12, 14 + 12, 28 + 10, 42 + 13],
        "length": [0, 14 + 1, 28, 42],
        "exact_bonus": [4],
        "points_per_trick": [2],
        "miss_penalty": [2],
        "zero_bid": [0],
        "disclosure": [2],
    },
}


@pytest.mark.parametrize("make", TOLD, ids=lambda make: make.__name__)
def test_every_part_says_what_it_means(make):
    game = make()
    assert told(rows_of_twin(game), game.turn) == TOLD[make]


def test_no_part_is_left_out_above_and_the_parts_leave_no_gap():
    assert {name for parts in TOLD.values() for name in parts} == set(RANGES)
    end = 0
    for part in RANGES.values():
        assert part.start == end
        end = part.stop
    assert end == INPUTS


@pytest.mark.parametrize(
    ("lead", "rules", "led", "winning"),
    [
        ("", {}, 4, 0),
        ("J1", {}, 4, 2),
        ("J1", {"jester_lead": "free"}, 6, 2),
        ("J1 B9", {"jester_lead": "free"}, 7 + 1, 2),
        ("J1 B9", {}, 1, 2),
        ("B9 J1", {}, 1, 1),
        ("R9", {}, 0, 2),
        ("W1 B9", {}, 5, 1),
        ("W1 B9", {"wizard_lead": "next_sets_suit"}, 1, 1),
    ],
)
def test_r4_2_the_led_state_and_who_is_winning(lead, rules, led, winning):
    """Red is trump. Blue is the second suit of all that hold a red card and have seen a blue one."""
    hands = [*lead.split(), "R1", "R2", "R3"][:3]
    game = game_of(hands, "R5", [0, 0, 0], lead, **rules)
    parts = told(rows_of_twin(game), game.turn)
    assert (parts["led"], parts["winning"]) == ([led], [winning])


@pytest.mark.parametrize(
    ("rules", "totals", "number", "restricted"),
    [
        ({}, [0, 0, 0], 2, False),
        ({"bid_restriction": "dealer"}, [0, 0, 0], 1, True),
        ({"bid_restriction": "dealer", "round_one_exempt": True}, [0, 0, 0], 1, False),
        ({"bid_restriction": "dealer", "round_one_exempt": True}, [0, 0, 0], 2, True),
        ({"bid_restriction": "leader"}, [0, 0, 0], 2, False),
        ({"bid_restriction": "leader"}, [5, 0, 10], 2, True),
        ({"bid_restriction": "leader"}, [10, 0, 10], 2, False),
    ],
)
def test_r3_2_everybody_is_told_whether_the_dealer_is_restricted(rules, totals, number, restricted):
    game = game_of(["B1", "B2", "B3"], "R5", [], hand_sizes=[1, 1], **rules)
    game.small[at.ROUND] = number
    game.points[at.TOTAL : at.TOTAL + 3] = totals
    assert ["restricted" in told(rows_of_twin(game), seat) for seat in range(3)] == [restricted] * 3


def most(seats: int, size: int, tricks: int, placed: int) -> int:
    """What can be on at most while a round of `size` cards is played, `tricks` complete, `placed` cards down.

    Cards that are seen or held tell themselves; of the cards held each may win the trick. A seat shows at
    most three voids, for it does so with a suit card. Wizards and Jesters are told by their number.
    """
    left, others = size - tricks, seats - 1
    known = seats * tricks + placed + left + (seats * size < 60)
    cards = min(known, 52) + placed + (left if placed else 0)
    always = (
        4 + 8 + 4 + 5 + 2 + 2 + 2
    )  # round; lengths and unseen; Wizards and Jesters; rules; trick; own bid
    return always + 1 + 2 + 2 + cards + others * (2 + 3)  # no trump; options of leading; surplus and demand


def test_there_is_room_for_the_most_inputs_that_can_be_on():
    rounds = [(seats, size) for seats in range(3, 7) for size in range(1, 60 // seats + 1)]
    bound = max(
        most(seats, size, tricks, placed)
        for seats, size in rounds
        for tricks in range(size)
        for placed in range(seats)
    )
    assert bound == 116 <= MOST_ON
    highest = 0
    for game in positions(64, seed=1):
        for seat in {game.turn, 0}:
            found = len(inputs_of(rows_of_twin(game), seat))
            highest = max(highest, found)
            if game.phase is Phase.PLAYING and seat == game.turn:
                size, left = int(game.small[at.HAND_SIZE]), int(game.small[at.LEFT])
                assert found <= most(game.seats, size, size - left, int(game.small[at.PLACE]))
    assert 80 < highest <= bound


@settings(max_examples=12)
@given(new_games(15), st.integers(0, 9999))
def test_no_hidden_card_and_no_secret_bid_changes_what_is_told_or_said(game, seed):
    """R3.3. What a seat sees as a view gives the same as the state with everything in it."""
    dice = random.Random(seed)
    for _ in play_at_random(game, seed, 60, take_back=0):
        state = game.state
        if not state.asked:
            continue
        seat = dice.randrange(state.setup.seats)
        if state.phase is Phase.CHOOSING_TRUMP:
            seat = state.asked[0]
        other = fold(another_world(game.events, state, seat, dice))
        rows, view_rows, other_rows = rows_of(state), rows_of_view(view_of(state, seat)), rows_of(other)
        if state.phase is not Phase.CHOOSING_TRUMP:
            assert inputs_of(rows, seat) == inputs_of(view_rows, seat) == inputs_of(other_rows, seat)
        said = judged(NETWORK, rows, seat)
        assert said == judged(NETWORK, view_rows, seat) == judged(NETWORK, other_rows, seat)


def tied(game: Twin, seat: int) -> bool:
    """Whether two suits are the same to a seat by their cards, but may differ in who has none of them."""
    suits = [
        (
            suit == game.small[at.TRUMP],
            int(game.cards[at.HAND + seat]) >> 13 * suit & 0x1FFF,
            int(game.cards[at.SEEN]) >> 13 * suit & 0x1FFF,
        )
        for suit in range(4)
    ]
    return any(suits.count(suit) > 1 and any(suit) for suit in suits)


def test_the_names_of_suits_change_nothing():
    names = [list(to) for to in permutations(range(4))]
    asked = compared = 0
    for place, game in enumerate(positions(16, seed=2)):
        if place % 3:
            continue
        to, seat = names[place % 24], game.turn
        asked += 1
        if tied(game, seat):
            continue
        compared += 1
        rows, other = rows_of_twin(game), rows_of_twin(renamed(game, to))
        if game.phase is not Phase.CHOOSING_TRUMP:
            assert set(inputs_of(rows, seat)) == set(inputs_of(other, seat))
        said, again = judged(NETWORK, rows, seat), judged(NETWORK, other, seat)
        assert {renamed_action(action, to) for action in said} == set(again)
        for action, (value, tricks) in said.items():
            # sums are made in another order
            assert again[renamed_action(action, to)][0] == pytest.approx(value, abs=1e-3)
            assert again[renamed_action(action, to)][1] == pytest.approx(tricks, abs=1e-4)
    assert compared > 0.8 * asked
