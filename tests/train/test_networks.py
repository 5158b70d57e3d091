"""A network that grows stays the same function, and what has grown learns."""

from __future__ import annotations

from functools import partial

import pytest

from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.house_rules import HouseRules, RoundMode
from rufen.core.view import view_of
from rufen.kernel.network.file import NetworkError, read_network, write_network
from rufen.kernel.network.weights import Weights, random_weights
from rufen.players.advice import Adviser
from rufen.players.base import make_player
from rufen.players.neural import shipped
from rufen.train.networks import named, padded, widened

from .small import other, steps


@pytest.fixture(scope="module")
def views():
    """A round as the seats see it, from the first bid to the last card."""
    rules = HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(9,))
    game = Game.new(["Anna", "Ben", "Cara"], rules, first_dealer=0)
    game.deal(deck_from_seed("growing", 1), "")
    player, found = make_player("beginner", 1), []
    while game.state.asked:
        seat = game.state.asked[0]
        found.append(view_of(game.state, seat))
        game.act(seat, player.act(found[-1]))
    return found


def said(weights: Weights, views) -> list:
    """What a network says of every action in these positions."""
    adviser = Adviser(weights)
    return [adviser.judge(view) for view in views]


@pytest.mark.parametrize("grow", [partial(widened, seed=4), padded], ids=["widened", "padded"])
@pytest.mark.parametrize("size", [(16, 8), (24, 8), (16, 16), (40, 24)])
def test_a_larger_network_says_the_same(grow, size, views):
    small = random_weights(16, 8, 1)
    large = grow(small, *size)
    assert large.w2.shape == size
    assert said(large, views) == said(small, views) != said(random_weights(16, 8, 2), views)


def test_new_units_learn(tmp_path):
    write_network(tmp_path / "small.rufen", random_weights(16, 8, 1))
    config = other(first=24, second=16, start=str(tmp_path / "small.rufen"))
    grown = steps(config, 1).learned.learner
    # somebody listens to each of them now, and they have changed what they listen to
    began = widened(read_network(tmp_path / "small.rufen")[0], 24, 16, config.seed)
    assert (began.w2[16:, :8] == 0).all()
    assert (grown.w2[16:, :8] != 0).any(axis=1).all()
    assert (grown.w3[:, 8:] != 0).any(axis=(0, 2)).all()
    assert (grown.w1[:, 16:] != began.w1[:, 16:]).any(axis=0).all()


def test_no_network_shrinks():
    with pytest.raises(NetworkError, match="with 16 and 8 hidden units does not fit into one with 12 and 8"):
        widened(random_weights(16, 8, 1), 12, 8, 1)
    with pytest.raises(NetworkError, match="first must be 16 at least, second 8"):
        padded(random_weights(16, 8, 1), 16, 7)


def test_networks_are_found_by_name(tmp_path):
    assert named("shipped", tmp_path) is shipped()
    with pytest.raises(NetworkError, match=r"no\.rufen: cannot be read"):
        named("no.rufen", tmp_path)
    (tmp_path / "bad.npz").write_bytes(b"?")
    with pytest.raises(NetworkError, match=r"bad\.npz: this is no checkpoint"):
        named("bad.npz", tmp_path)
