"""The reliability table: the chances are those the networks had, and the intervals are those of deals."""

from __future__ import annotations

import json
import re

import pytest

from rufen.arena.calibration import Calibration, _Sums
from rufen.arena.contestants import Cast
from rufen.arena.intervals import Estimate
from rufen.arena.match import Episode, FieldKind, MatchError
from rufen.arena.playing import play_deal
from rufen.arena.run import run
from rufen.arena.summary import summary
from rufen.cli.main import main
from rufen.core.actions import PlaceBid
from rufen.players.advice import Adviser

from .helper import Watched, told


@pytest.mark.parametrize(
    "more",
    [
        {"sizes": "2,9", "seats": 4},
        {"sizes": "1,5", "rules": "bid_disclosure=hidden"},
        {"sizes": "1,4,3", "rules": "bid_restriction=leader,perfect_game_bonus=50", "episode": Episode.GAME},
    ],
    ids=["open", "hidden", "game"],
)
def test_the_chances_are_those_that_the_network_had_when_it_bid(more, monkeypatch):
    """Asked with the views of its own decisions, it says the same."""
    match = told("neural", "counting", deals=3, **more)
    calibration, adviser = Calibration(match), Adviser()
    found: list[float] = []
    monkeypatch.setattr(
        Calibration,
        "_sort",
        lambda _self, table, said, _found: found.extend(
            chance
            for chances in said
            for seat, chance in enumerate(chances)
            if match.players[table.seats[seat]].name == "neural"
        ),
    )
    expected: list[float] = []
    for deal in range(match.deals):
        cast = Watched(match)
        monkeypatch.setattr(cast, "compiled", lambda _: None)
        played = play_deal(match, deal, cast)
        assert played == play_deal(match, deal, Cast(match.players, 1))
        for who, _, view in cast.asked:
            if match.players[who].name == "neural" and isinstance(view.legal[0], PlaceBid):
                judged = adviser.judge(view)
                expected.append(max(judged, key=lambda each: each.score).made)
        calibration.add(played)
    assert sorted(found) == pytest.approx(sorted(expected))
    assert len(found) > 20


def test_with_as_many_bids_a_deal_the_interval_is_students():
    sums = _Sums()
    shares = [(4, 3.1, 2), (4, 2.5, 4), (4, 3.9, 3), (4, 1.0, 0)]
    for each in shares:
        sums.add(*each)
    found = sums.chances(0.1, 0.2)
    made = Estimate.of([each[2] / 4 for each in shares])
    off = Estimate.of([(each[2] - each[1]) / 4 for each in shares])
    assert made is not None
    assert off is not None
    assert found.bids == 16
    assert found.said == pytest.approx(10.5 / 16)
    assert (found.made.mean, found.made.n) == pytest.approx((made.mean, made.n))
    # more than all of them cannot be made
    assert off.high is not None
    assert off.high > 1 - found.said
    told = found.difference.mean, found.difference.low, found.difference.high
    assert told == pytest.approx((off.mean, off.low, 1 - found.said))


def test_the_share_made_has_wilsons_interval():
    sums = _Sums()
    for made in [1] * 40 + [0] * 10:
        sums.add(1, 0.75, made)
    found = sums.chances(0.7, 0.8).made
    # by hand, with t = 2.0096 for 49 degrees of freedom and the 49 bids that the error stands for
    assert (found.mean, found.low, found.high) == pytest.approx((0.8, 0.6644, 0.8899), abs=1e-4)
    sums = _Sums()
    for _ in range(3):
        sums.add(1, 0.9, 1)
    few = sums.chances(0.9, 1.0)
    assert few.made.high == 1
    assert few.made.low is not None
    assert 0.1 < few.made.low < 0.2
    assert few.difference.high == pytest.approx(0.1)


def test_every_measured_bid_is_in_one_bin():
    match = told("neural", "counting", deals=12, sizes="1,6", seats=4)
    calibration = Calibration(match)
    figures = summary(run(match, also=calibration.add), calibration)
    (found,) = figures.calibration
    # one seat of the network in four rotations of each deal
    assert (found.name, found.all.bids) == ("neural", 48)
    assert sum(each.bids for each in found.bins) == 48
    assert all(each.low <= each.said <= each.high for each in found.bins)
    assert found.all.made.mean == pytest.approx(figures.players[0].figures.exact.mean)
    mean = sum(each.bids * abs(each.made.mean - each.said) for each in found.bins) / 48
    assert found.error == pytest.approx(mean)
    own = told("neural", deals=2, field=FieldKind.OWN)
    alone = Calibration(own)
    run(own, also=alone.add)
    assert alone.found()[0].all.bids == 6


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (("counting",), "--calibration: no network plays; name neural, neural:FILE or strong"),
        (("neural", "beginner"), "--calibration: the chances that beginner reckons with are not known"),
    ],
)
def test_where_there_are_no_chances_it_is_said(players, said):
    with pytest.raises(MatchError, match=said):
        Calibration(told(*players, deals=1))


def test_it_is_a_table_and_json_and_works_on_a_file_that_is_there(capsys, tmp_path):
    arguments = ["arena", "--players=neural,counting", "--deals=6", "--hand-sizes=3", "--seats=3"]
    arguments += ["--processes=1", f"--out={tmp_path / 'results.jsonl'}"]
    assert main(arguments) == 0
    assert "Chances that" not in capsys.readouterr().out
    assert main([*arguments, "--calibration"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^Chances that neural gave its bids$", out, re.MULTILINE)
    interval = r"\((?:[+−]?\d+\.\d) … (?:[+−]?\d+\.\d)\)"
    row = rf"^ 0 – 100 +18 +\d+\.\d +\d+\.\d {interval} +[+−]\d+\.\d {interval}$"
    assert re.search(row, out, re.MULTILINE)
    assert main([*arguments, "--calibration", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["calibration"]
    assert list(found) == ["name", "bins", "all", "error"]
    assert list(found["all"]) == ["low", "high", "bids", "said", "made", "difference"]
