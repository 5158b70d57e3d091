"""What network bots and hints need is loaded beside everything else, before one of them is asked."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.server.bot_harness import serving
from tests.server.harness import Browser, Running, first, new_id, new_token, over

from rufen.protocol.messages import SetOptions, Sit
from rufen.server.ahead import Ahead


class Loading:
    """Takes until it is let go; remembers who did it."""

    def __init__(self) -> None:
        self.began = threading.Semaphore(0)
        self.go = threading.Event()
        self.threads: list[int] = []

    def __call__(self) -> None:
        self.threads.append(threading.get_ident())
        self.began.release()
        assert self.go.wait(60)


@pytest.fixture
def loading():
    loading = Loading()
    yield loading
    loading.go.set()


async def waiting(server: Running, *kinds: str, **more: Any) -> Browser:
    """The host's tab at a table that has not begun."""
    token = new_token()
    table = await server.create(["you", *kinds], token, **more)
    return await Browser.open(server.url, table, token)


async def test_a_table_that_needs_nothing_loads_nothing(tmp_path, loading):
    async with serving(tmp_path, ready=loading) as server:
        tab = await waiting(server, "bot", "bot:random", rules={"round_mode": "schedule", "hand_sizes": [2]})
        await tab.play(first, over)
        assert loading.threads == []


@pytest.mark.parametrize("level", ["casual", "strong", "expert"])
async def test_a_bot_of_a_lobby_has_it_loaded_and_nobody_waits(tmp_path, loading, level):
    async with serving(tmp_path, ready=loading) as server:
        tab = await waiting(server, "open", "open")
        assert loading.threads == []
        await tab.ask(Sit(new_id(), 1, "", level=level))
        assert loading.began.acquire(timeout=60)
        assert loading.threads != [threading.get_ident()], "off the event loop"
        answer = await server.http.get("/healthz")
        assert answer.status_code == 200
        await tab.ask(Sit(new_id(), 2, "", level=level))
        assert len(loading.threads) == 1, "once"


async def test_hints_have_it_loaded_when_the_table_is_made_or_they_are_switched_on(tmp_path, loading):
    async with serving(tmp_path, ready=loading) as server:
        tab = await waiting(server, "open", "open")
        assert loading.threads == []
        await tab.ask(SetOptions(new_id(), hints=True))
        assert loading.began.acquire(timeout=60)
    more = Loading()
    more.go.set()
    async with serving(tmp_path / "more", ready=more) as server:
        await waiting(server, "bot", "bot", options={"hints": True})
        assert more.began.acquire(timeout=60)


async def test_advice_from_elsewhere_needs_nothing(tmp_path, loading):
    async with serving(tmp_path, ready=loading, advise=lambda _view: ()) as server:
        await waiting(server, "bot", "bot", options={"hints": True})
        assert loading.threads == []


def test_what_fails_is_told_and_ends_nothing(caplog):
    def broken() -> None:
        raise ValueError("the weights are damaged")

    ahead = Ahead(broken)
    ahead.begin()
    ahead.begin()
    assert ahead._thread is not None
    ahead._thread.join(60)
    assert [record.getMessage() for record in caplog.records] == ["bots and hints are not ready"]


PROGRAM = """
import sys
import rufen.server.app, rufen.server.run
assert not {"numba", "numpy"} & set(sys.modules), "loaded at the start"
from rufen.server.ahead import load
load()
from rufen.kernel.network.judging import decide, judge, judge_trump
from rufen.kernel.search.cards import begin, go_on
from rufen.players.neural import shipped
functions = decide, judge, judge_trump, begin, go_on
before = [list(one.signatures) for one in functions]
assert all(before) and shipped.cache_info().currsize == 1
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.house_rules import HouseRules, RoundMode
from rufen.core.view import view_of
from rufen.players.advice import advise
from rufen.players.base import make_player
rules = HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=3)
game = Game.new(["A", "B", "C"], rules, first_dealer=0)
players = [make_player(level, 1) for level in ("casual", "strong", "expert")]
for _ in range(3):
    game.deal(deck_from_seed("ahead", len(game.state.results)), "")
    while game.state.asked:
        seat = game.state.asked[0]
        view = view_of(game.state, seat)
        advise(view)
        game.act(seat, players[seat].act(view))
assert [list(one.signatures) for one in functions] == before, "compiled or loaded once more"
"""


def test_after_loading_nobody_waits_for_the_compiler_and_the_server_starts_without_it():
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
