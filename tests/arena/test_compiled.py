"""Players with a twin in the kernel play there, and nobody could tell from the results."""

from __future__ import annotations

import pytest

from rufen.arena.compiled import widened
from rufen.arena.contestants import Cast
from rufen.arena.match import Episode, FieldKind, Match
from rufen.arena.playing import play_deal
from rufen.arena.report import report
from rufen.cli.output import rendered
from rufen.kernel.network.file import write_network
from rufen.kernel.network.weights import random_weights

from .helper import SCRIPTED, figures, told


@pytest.fixture(scope="module")
def unlearned(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A network that has learned nothing, and is smaller than the one of the house: it does odd things."""
    file = tmp_path_factory.mktemp("networks") / "odd.rufen"
    write_network(file, random_weights(9, 5, 3))
    return f"neural:{file}"


def both_ways(match: Match):
    """The first deals in the kernel, and by asking players with views."""
    kernel, views = (Cast(match.players, 1, compiles=compiles) for compiles in (True, False))
    assert kernel.compiled(range(len(match.players))) is not None
    assert views.compiled(range(len(match.players))) is None
    return [[play_deal(match, deal, cast) for deal in range(match.deals)] for cast in (kernel, views)]


RULES = [
    "standard",
    "bid_disclosure=hidden",
    "bid_disclosure=delayed",
    "bid_restriction=dealer,round_one_exempt=true",
    "zero_bid_scoring=double_bonus,miss_penalty=20",
    "zero_bid_scoring=per_card,points_per_trick=0,even_bids_dealer_penalty=20",
    "wizard_lead=next_sets_suit,jester_lead=free,last_round_trump=never,last_round_bonus=50",
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seats", [3, 6])
def test_the_same_rounds_under_every_rule(rules, seats, unlearned):
    sizes = "1,4,7" if seats == 6 else "2,5,9"
    match = told("neural", "counting", unlearned, deals=3, sizes=sizes, seats=seats, rules=rules)
    compiled, asked = both_ways(match)
    assert compiled == asked


@pytest.mark.parametrize("seats", [4, 5])
def test_the_same_whole_games(seats, unlearned):
    """R3.2, R5.5 and R6.2: who leads, the bonus of a game, and ranks with a tie."""
    match = told(
        "strong",
        "counting",
        unlearned,
        deals=1,
        sizes="1,3,2,5",
        seats=seats,
        rules="bid_restriction=leader,perfect_game_bonus=50,tie_break=highest_round",
        episode=Episode.GAME,
    )
    compiled, asked = both_ways(match)
    assert compiled == asked


def test_the_same_for_a_network_that_believes_in_the_official_scores():
    rules = "zero_bid_scoring=double_bonus,miss_penalty=20,points_per_trick=0"
    match = told(
        "neural", "neural-standard", "strong", deals=6, sizes="2,6", rules=rules, field=FieldKind.MIXED
    )
    compiled, asked = both_ways(match)
    assert compiled == asked
    bids = [table.bids for played in compiled for table in played.tables]
    plain = told("neural", "neural-standard", "strong", deals=6, sizes="2,6", field=FieldKind.MIXED)
    assert [table.bids for played in both_ways(plain)[0] for table in played.tables] != bids


def test_whoever_has_no_twin_is_asked_and_so_are_those_it_meets(unlearned):
    match = told("counting", "neural", unlearned, "random", "casual", "Meek", deals=1)
    cast = Cast(match.players, 1)
    assert cast.compiled((0, 1, 2)) is not None
    assert [cast.compiled((0, other)) for other in (3, 4, 5)] == [None] * 3


def test_the_file_and_the_figures_are_the_same(tmp_path, monkeypatch, unlearned):
    match = told("counting", unlearned, deals=8, sizes="1,6", seats=4)
    kernel = figures(match, out=tmp_path / "kernel.jsonl"), (tmp_path / "kernel.jsonl").read_bytes()
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(kernel[1][: len(kernel[1]) // 2])
    assert (figures(match, out=cut), cut.read_bytes()) == kernel
    monkeypatch.setattr(Cast, "compiled", lambda *_: None)
    views = figures(match, out=tmp_path / "views.jsonl"), (tmp_path / "views.jsonl").read_bytes()
    assert views == kernel
    assert rendered(lambda _: report(views[0]), least=200) == rendered(lambda _: report(kernel[0]), least=200)


def test_units_that_are_added_say_nothing():
    """Networks of several sizes lie in one array, so the smaller ones are made wider."""
    weights = random_weights(3, 2, 1)
    wide = widened(weights, 5, 4)
    assert wide.w1.shape[1] == wide.w2.shape[0] == 5
    assert wide.w2.shape[1] == wide.w3.shape[1] == 4
    for narrow, wider in zip(weights, wide, strict=True):
        assert (wider[tuple(slice(size) for size in narrow.shape)] == narrow).all()
        assert abs(wider).sum() == pytest.approx(abs(narrow).sum())


def test_a_player_in_code_is_asked():
    match = told("counting", "Meek", deals=2)
    assert SCRIPTED in match.players[1].text
    assert figures(match).rounds == 12
