"""The levels by name, and the level "random"."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.players.told import bidding, playing

from rufen.core.actions import PlayCard
from rufen.core.cards import Card
from rufen.core.view import PlayerView
from rufen.players.base import EXPERT_MS, EXPERT_NODES, LEVELS, UnknownLevel, make_player
from rufen.players.beginner import BeginnerPlayer
from rufen.players.neural import NeuralPlayer
from rufen.players.search import SearchPlayer
from rufen.players.uniform import RandomPlayer


def test_levels_are_named_weakest_first_and_each_can_be_made():
    assert LEVELS == ("random", "beginner", "casual", "strong", "expert")
    assert isinstance(make_player("random", 1), RandomPlayer)
    assert isinstance(make_player("beginner", 1), BeginnerPlayer)


def test_levels_that_play_by_the_network_are_ready_at_once_and_load_it_when_they_are_asked():
    code = (
        "import sys\nfrom rufen.players.base import LEVELS, make_player\n"
        "for level in LEVELS: make_player(level, 1)\n"
        "print(*(name for name in ('numpy', 'numba') if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")


def test_what_stands_behind_the_names(monkeypatch):
    """The strong player is the network, and the expert a search that is told how long it may take."""
    made = {}
    view = bidding("W1 B13 G2 R3", trump="B", turn_up="B9")
    real = SearchPlayer.__init__

    def noted(self, **budget):
        made.update(budget)
        real(self, **budget)

    monkeypatch.setattr(SearchPlayer, "__init__", noted)
    assert (
        make_player("expert", 5).act(view) == make_player("strong", 1).act(view) == NeuralPlayer().act(view)
    )
    assert isinstance(made.pop("seed"), Random)
    assert made == {"nodes": EXPERT_NODES, "ms": EXPERT_MS}


def test_an_unknown_level_names_those_there_are():
    with pytest.raises(
        UnknownLevel, match=r"'grandmaster': expected one of random, beginner, casual, strong, expert$"
    ):
        make_player("grandmaster", 1)


def test_the_random_player_draws_all_legal_actions_equally_often():
    view = bidding("B1 G2 R3 Y4", trump="B", turn_up="B9")
    player = make_player("random", "evenly")
    drawn = Counter(player.act(view) for _ in range(2_000))
    assert set(drawn) == set(view.legal)
    assert all(330 < count < 470 for count in drawn.values())


def test_the_random_player_follows_suit_when_it_must():
    view = playing("R2 G5 Y13", trick="R9", trump="B", bids=(1, 1, 1, 1), won=(0, 0, 0, 0))
    player = make_player("random", 7)
    assert {player.act(view) for _ in range(20)} == {PlayCard(Card.R2)}


def test_a_seed_decides_everything_the_random_player_does():
    view = bidding("B1 G2 R3 Y4", trump="B", turn_up="B9")
    first, again, other = make_player("random", 3), make_player("random", Random(3)), make_player("random", 4)
    drawn = [[player.act(view) for _ in range(20)] for player in (first, again, other)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_the_page_of_the_players_names_every_field_of_a_view():
    page = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
    table = page[page.index("| field |") : page.index("## random")]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(field.name for field in msgspec.structs.fields(PlayerView))
