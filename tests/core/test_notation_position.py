"""Position lines: any view of any seat goes to text and comes back the same; damaged lines say why."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.damage import damaged
from tests.core.impossible import edit
from tests.core.tables import observers, played_games

from rufen.core.game import Game, abort
from rufen.core.notation import PositionError, format_position, parse_position
from rufen.core.state import GameState, Phase, evolve, fold
from rufen.core.view import view_of

GOLDEN = (Path(__file__).parent / "data" / "positions.txt").read_text(encoding="utf-8").splitlines()
PLAYING = next(line for line in GOLDEN if "phase=playing" in line)


def check_round_trip(state: GameState, seats: list[int | None]) -> None:
    for seat in seats:
        view = view_of(state, seat)
        line = format_position(view)
        assert len(line.splitlines()) == 1
        assert parse_position(line) == view, line


def check_game(game: Game, every: int) -> None:
    """Every view after every `every`-th event, and after an abort there."""
    for count in range(1, len(game.events) + 1, every):
        state = fold(game.events[:count])
        check_round_trip(state, observers(game))
        if state.phase is not Phase.GAME_OVER:
            for event in abort(state, "rain"):
                check_round_trip(evolve(state, event), observers(game))
    check_round_trip(game.state, observers(game))


@settings(max_examples=25)
@given(played_games(max_hand=20), st.integers(1, 5))
def test_any_view_comes_back_from_its_line(game: Game, every: int) -> None:
    check_game(game, every)


@pytest.mark.long
@settings(max_examples=1000)
@given(played_games(max_hand=20, max_actions=200))
def test_any_view_comes_back_from_its_line_often(game: Game) -> None:
    check_game(game, 1)


@pytest.mark.parametrize("line", GOLDEN)
def test_golden_positions_stay_readable(line: str) -> None:
    view = parse_position(line)
    assert format_position(view) == line
    assert bool(view.legal) is (view.seat in view.to_act)


def check_damage(text: str) -> None:
    """The text is some position, or what is wrong with it is said."""
    try:
        view = parse_position(text)
    except PositionError as error:
        sound = bool(error.reason)
    else:
        sound = parse_position(format_position(view)) == view
    assert sound


@settings(max_examples=200)
@given(st.sampled_from(GOLDEN), st.data())
def test_a_damaged_line_is_a_position_or_says_why_not(line: str, data: st.DataObject) -> None:
    check_damage(data.draw(damaged(line.split(" "), " ")))


@pytest.mark.long
@settings(max_examples=10_000)
@given(st.sampled_from(GOLDEN), st.data())
def test_a_damaged_line_is_a_position_or_says_why_not_often(line: str, data: st.DataObject) -> None:
    check_damage(data.draw(damaged(line.split(" "), " ")))


@given(st.text())
def test_any_text_is_a_position_or_says_why_not(text: str) -> None:
    with pytest.raises(PositionError):
        parse_position(text)


def test_fields_may_stand_in_any_order() -> None:
    first, *words = PLAYING.split(" ")
    assert parse_position(" ".join([first, *reversed(words)])) == parse_position(PLAYING)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "starts with rufen-position/1, not with ''"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "starts with rufen-position/1"),
        (edit(PLAYING, rules="exact_bonuss:25"), "did you mean exact_bonus"),
        (edit(PLAYING, rules="bid_restriction:dealer,bid_disclosure:hidden"), "nobody can know the total"),
        (edit(PLAYING, rules="exact_bonus:25,exact_bonus:25"), "exact_bonus is there twice"),
        (edit(PLAYING, turnup="B1"), "did you mean turn-up=…?"),
        (edit(PLAYING, color="red"), "'color=red' is no field of a position"),
        (PLAYING + " seq=3", "seq is there twice"),
        (PLAYING + "\n" + PLAYING, "a position is one line"),
    ],
)
def test_what_is_wrong_is_named(line: str, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse_position(line)
    assert reason in caught.value.reason
