"""R6: when a game is over, and who won."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.script import new_log, play_on
from tests.core.tables import SEATS, house_rules

from rufen.core.deal import deck_from_seed
from rufen.core.events import GameEnded, RoundScored
from rufen.core.game import Game
from rufen.core.house_rules import HouseRules, TieBreak
from rufen.core.scoring import RoundResult, standings
from rufen.core.state import Phase
from rufen.core.view import view_of


@given(st.data(), SEATS, st.integers(0, 2))
def test_r6_1_over_after_the_last_round_of_the_schedule_and_not_before(
    data: st.DataObject, seats: int, dealer: int
) -> None:
    rules = data.draw(house_rules(seats, max_hand=4))
    game = Game(new_log(seats, rules, dealer))
    rounds = game.state.setup.schedule[:3]
    for number in range(1, len(rounds) + 1):
        game.deal(deck_from_seed("end", number), "salt")
        play_on(game)
        ended = [event for event in game.events if isinstance(event, GameEnded)]
        assert len(ended) == (number == len(game.state.setup.schedule))
        assert (game.state.phase is Phase.GAME_OVER) is bool(ended)
    scored = [event for event in game.events if isinstance(event, RoundScored)]
    assert scored[-1].totals == game.state.totals
    assert (view_of(game.state, 0).ranks is None) is (game.state.phase is not Phase.GAME_OVER)


def rounds(*scores: tuple[int, ...], made: tuple[tuple[bool, ...], ...] = ()) -> list[RoundResult]:
    """Rounds with these scores; a bid is made where the score is above zero, unless told."""
    results = []
    for place, row in enumerate(scores):
        hits = made[place] if made else tuple(score > 0 for score in row)
        results.append(RoundResult(place + 1, 1, 0, (1,) * len(row), tuple(map(int, hits)), row))
    return results


def ranks(results: list[RoundResult], tie_break: TieBreak) -> list[tuple[int, int]]:
    """Seats with their ranks, from first to last."""
    found = standings(
        results, seats=len(results[0].scores), complete=True, rules=HouseRules(tie_break=tie_break)
    )
    return [(place.seat, place.rank) for place in found]


def test_r6_2_equal_totals_share_a_rank_and_the_next_is_left_out() -> None:
    table = rounds((30, 20, 30, -10, 20))
    assert ranks(table, TieBreak.SHARE) == [(0, 1), (2, 1), (1, 3), (4, 3), (3, 5)]


def test_r6_2_most_exact_counts_made_bids() -> None:
    table = rounds((20, 40, -10), (20, -10, -10), (-10, 0, -10))
    assert ranks(table, TieBreak.SHARE) == [(0, 1), (1, 1), (2, 3)]
    assert ranks(table, TieBreak.MOST_EXACT) == [(0, 1), (1, 2), (2, 3)]


def test_r6_2_highest_round_compares_the_best_and_then_its_count() -> None:
    best = rounds((20, 40, 0), (20, -10, 0), (-10, 0, 0))
    assert ranks(best, TieBreak.HIGHEST_ROUND) == [(1, 1), (0, 2), (2, 3)]
    count = rounds((30, 30, 0), (20, 30, 0), (-10, -20, 0))
    assert ranks(count, TieBreak.HIGHEST_ROUND) == [(1, 1), (0, 2), (2, 3)]
    nothing_parts_them = rounds((30, 20, 0), (20, 30, 0))
    for tie_break in TieBreak:
        assert ranks(nothing_parts_them, tie_break) == [(0, 1), (1, 1), (2, 3)]


def test_r6_2_a_tie_break_never_beats_a_total() -> None:
    table = rounds((20, 50, 0), (20, -10, 0), (10, 0, 0))
    for tie_break in TieBreak:
        assert ranks(table, tie_break)[0] == (0, 1)


@given(
    st.lists(st.tuples(*[st.sampled_from([-20, -10, 0, 20, 30])] * 4), min_size=1, max_size=5),
    st.sampled_from(TieBreak),
)
def test_r6_2_ranks_count_the_seats_ahead(scores: list[tuple[int, ...]], tie_break: TieBreak) -> None:
    table = rounds(*scores)
    places = standings(table, seats=4, complete=True, rules=HouseRules(tie_break=tie_break))
    assert sorted(place.seat for place in places) == [0, 1, 2, 3]
    for place in places:
        ahead = [other for other in places if other.rank < place.rank]
        assert place.rank == len(ahead) + 1
        assert all(other.total >= place.total for other in ahead)
        higher = [other for other in places if other.total > place.total]
        assert all(other.rank < place.rank for other in higher)
