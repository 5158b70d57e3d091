"""The players of the house by name, and what may follow the name."""

from __future__ import annotations

import hashlib
from importlib import resources

import pytest

from rufen.arena.contestants import Cast, ContestantError, contestants
from rufen.arena.house import names
from rufen.arena.results import ResultsError
from rufen.arena.standard import standard_scores
from rufen.core.house_rules import parse_house_rules
from rufen.kernel.network.file import encode_network, write_network
from rufen.kernel.network.weights import random_weights
from rufen.players.base import LEVELS

from .helper import figures, told


def test_every_level_is_there_and_needs_no_more_than_its_name():
    assert [each.name for each in contestants([*LEVELS, "counting", "neural", "search"])] == [
        *LEVELS,
        "counting",
        "neural",
        "search",
    ]


def test_whoever_plays_by_the_network_is_told_apart_by_its_digest():
    shipped = hashlib.sha256((resources.files("rufen.players") / "network.rufen").read_bytes()).hexdigest()
    found = contestants(["random", "beginner", "counting", "casual", "strong", "expert", "neural", "search"])
    assert [each.digest for each in found] == [None] * 3 + [shipped] * 5


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("neural,counting", ["neural", "counting"]),
        ("search:ms=5,nodes=9,counting", ["search:ms=5,nodes=9", "counting"]),
        ("mine=search:nodes=9, worlds=3,search", ["mine=search:nodes=9,worlds=3", "search"]),
        ("neural,ms=5", ["neural", "ms=5"]),
    ],
)
def test_a_list_with_commas(text, found):
    assert names(text) == found


def test_a_network_of_a_file_is_called_like_the_file_or_as_one_likes(tmp_path):
    for name in ("best.rufen", "older.rufen"):
        write_network(tmp_path / name, random_weights(2, 2, 1))
    best, older = (f"neural:{tmp_path / name}" for name in ("best.rufen", "older.rufen"))
    found = contestants([best, older, best, f"first={best}", best.replace("neural", "neural-standard")])
    assert [each.name for each in found] == ["best", "older", "best#2", "first", "best-standard"]
    assert {each.digest for each in found} == {
        hashlib.sha256((tmp_path / "best.rufen").read_bytes()).hexdigest()
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("neurall", "there is no player 'neurall' (did you mean neural?): there are random, beginner,"),
        ("neural:", "neural:: expected neural:FILE, as in neural:best.rufen, or neural alone"),
        ("neural:no/such.rufen", "neural:no/such.rufen: cannot read no/such.rufen: No such file"),
        ("neural:\0", "cannot read"),
        ("search:", "search:: expected a budget, as in search:ms=50, or search alone"),
        ("beginner:2", "beginner:2: beginner takes nothing after its name"),
        ("a=b", "there is no player 'b'"),
    ],
)
def test_names_that_are_none(text, said):
    with pytest.raises(ContestantError) as refused:
        contestants([text])
    assert said in str(refused.value)


@pytest.mark.parametrize("budget", ["soon", "ms=x", "ms=-1", "nodes=1.5", "ms=5,ms=6", "depth=3"])
def test_a_budget_that_is_none_is_said_before_anything_is_played(budget):
    with pytest.raises(ContestantError, match="search: "):
        Cast(contestants([f"search:{budget}"]), 1)


def test_a_file_that_is_no_network_is_said_before_anything_is_played(tmp_path):
    file = tmp_path / "odd.rufen"
    file.write_bytes(b"{}\n")
    with pytest.raises(ContestantError, match=r"odd\.rufen: this is no network"):
        Cast(contestants([f"neural:{file}"]), 1)
    file.write_bytes(encode_network(random_weights(2, 2, 1))[:-1])
    with pytest.raises(ContestantError, match="is the file whole"):
        Cast(contestants([f"neural:{file}"]), 1)


def test_a_match_is_not_gone_on_with_by_another_network(tmp_path):
    file, out = tmp_path / "best.rufen", tmp_path / "results.jsonl"
    write_network(file, random_weights(2, 2, 1))
    match = told(f"neural:{file}", deals=2)
    figures(match, out=out)
    write_network(file, random_weights(2, 2, 2))
    with pytest.raises(ResultsError, match=r"players: best \(neural:.* [0-9a-f]{8}\), now best"):
        figures(told(f"neural:{file}", deals=2), out=out)


def test_the_official_scores_leave_everything_else_as_it_is():
    told_rules = {"bid_restriction": "dealer", "hand_sizes": [2, 3]}
    rules = parse_house_rules({"round_mode": "schedule", **told_rules})
    scored = parse_house_rules(
        {
            "round_mode": "schedule",
            **told_rules,
            "exact_bonus": 30,
            "points_per_trick": 0,
            "miss_penalty": 20,
            "zero_bid_scoring": "double_bonus",
            "perfect_game_bonus": 50,
            "last_round_bonus": 20,
            "even_bids_dealer_penalty": 10,
        }
    )
    assert standard_scores(scored) == rules
