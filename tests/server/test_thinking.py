"""Bots that think long, and bots that take their time: nobody else waits for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from queue import Queue
from typing import Any

import pytest
from tests.server.bot_harness import serving
from tests.server.harness import Browser, FakeClock, Running, first, new_id, new_token, over

from rufen.core.actions import Action
from rufen.core.deal import deck_from_seed
from rufen.core.events import BidPlaced
from rufen.core.game import Game
from rufen.core.house_rules import HouseRules
from rufen.core.view import PlayerView, view_of
from rufen.players.base import LEVELS, Player, make_player
from rufen.protocol.messages import Ack, Pace, Pause, ProposalKind, Propose, SetOptions
from rufen.server import bots
from rufen.server.chance import SystemChance
from rufen.table.pace import LONGEST_S, SEARCH_S
from rufen.table.table import BotTurn

SHORT = {"round_mode": "schedule", "hand_sizes": [2, 1]}
NATURAL = {"pace": "natural"}


class Slow:
    """A player that thinks until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.began = threading.Semaphore(0)
        self.asked: list[PlayerView] = []
        self.cancelled = 0

    def act(self, view: PlayerView) -> Action:
        self.asked.append(view)
        self.began.release()
        assert self.go.wait(60)
        return view.legal[-1]

    def cancel(self) -> None:
        self.cancelled += 1


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """The level "expert" thinks until it is let go; whatever else there is, is as it is."""
    player = Slow()

    def made(level: str, seed: int) -> Player:
        return player if level == "expert" else make_player(level, seed)

    monkeypatch.setattr(bots, "make_player", made)
    monkeypatch.setattr(bots, "LEVELS", (*dict.fromkeys((*LEVELS, "expert")),))
    yield player
    player.go.set()


async def begin(server: Running, *kinds: str, **more: Any) -> Browser:
    """The person's tab at a table where seat 1 is asked first, unless told otherwise."""
    token = new_token()
    table = await server.create([*kinds], token, **{"first_dealer": 0, "rules": SHORT, **more})
    return await Browser.open(server.url, table, token)


def levels(server: Running) -> None:
    """The server takes the level "expert", whether or not this version has it."""
    server.service.rooms.levels = (*dict.fromkeys((*server.service.rooms.levels, "expert")),)


async def thinking(slow: Slow) -> None:
    """It has begun to think about one more question."""
    assert await asyncio.to_thread(slow.began.acquire, timeout=60)


async def test_quick_bots_never_wait_behind_slow_ones(tmp_path, slow):
    async with serving(tmp_path) as server:
        levels(server)
        crowd = [await begin(server, "you", "bot:expert", "bot:expert") for _ in range(4)]
        await thinking(slow)
        tab = await begin(server, "you", "bot:beginner", "bot:beginner")
        await tab.play(first, over)
        assert all(not other.view.has_bid[1] for other in crowd)
        slow.go.set()
        await asyncio.gather(*(other.until(lambda o=other: o.view.legal) for other in crowd))


async def test_where_too_many_wait_experts_play_as_the_stand_in(slow):
    """One thread for those that think long: some wait for it, and then nobody waits any more."""
    game = Game.new(["Anna", "Ben", "Cara"], HouseRules(), first_dealer=2)
    game.deal(deck_from_seed("busy", 1), "")
    turn = BotTurn(0, "expert", view_of(game.state, 0), "")
    crowd = bots.Bots(SystemChance(), threads=1, long_threads=1)
    waiting = [asyncio.create_task(crowd.think("expert", slow, turn)) for _ in range(bots.MOST_WAITING)]
    await thinking(slow)
    assert await crowd.think("expert", slow, turn) in turn.view.legal
    assert len(slow.asked) == 1
    assert not any(task.done() for task in waiting)
    slow.go.set()
    assert await asyncio.gather(*waiting) == [turn.view.legal[-1]] * bots.MOST_WAITING
    crowd.close()


async def test_a_server_that_ends_does_not_wait_for_what_a_bot_thinks(tmp_path, slow):
    async with serving(tmp_path) as server:
        levels(server)
        tab = await begin(server, "you", "bot:expert", "bot:expert")
        await thinking(slow)
        await server.service.stop()
        await tab.until(lambda: tab.close_code is not None)
        assert not slow.go.is_set()
        assert slow.cancelled == 1


async def test_a_pause_keeps_what_was_thought_and_an_undo_makes_it_think_anew(tmp_path, slow):
    """The bot thinks about its bid when the person takes back theirs."""
    async with serving(tmp_path) as server:
        levels(server)
        tab = await begin(server, "you", "bot:expert", "bot:beginner", first_dealer=2)
        (room,) = server.service.rooms._rooms.values()
        await tab.until(lambda: tab.view.legal)
        await tab.act(first(tab.view))
        await thinking(slow)
        assert isinstance(await tab.ask(Pause(new_id(), True)), Ack)
        assert isinstance(await tab.ask(Pause(new_id(), False)), Ack)
        assert isinstance(await tab.ask(Propose(new_id(), ProposalKind.UNDO)), Ack)
        await tab.until(lambda: tab.view.legal)
        assert len(slow.asked) == 1, "nothing was thought twice"
        assert slow.cancelled == 1, "what is thought in vain comes to an end"
        await tab.act(tab.view.legal[-1])
        slow.go.set()
        await tab.play(first, lambda view: view.has_bid[1])
        log = room.table.log
        bids = [event for event in log if isinstance(event, BidPlaced)]
        assert [bid.seat for bid in bids[:3]] == [0, 0, 1]
        assert [view.bids[0] for view in slow.asked[:2]] == [bid.bid for bid in bids[:2]]


class Ready:
    """The level "expert" answers at once with the last that is legal, and tells of how many."""

    def __init__(self, level: str, seed: int) -> None:
        self._player = make_player("beginner", seed)
        self.expert = level == "expert"

    def act(self, view: PlayerView) -> Action:
        action = view.legal[-1] if self.expert else self._player.act(view)
        if self.expert:
            CHOICES.put(len(view.legal))
        return action


CHOICES: Queue[int] = Queue()


async def test_an_expert_takes_the_same_time_at_once_whether_or_not_it_has_a_choice(tmp_path, monkeypatch):
    """Its answers are known at once; none is played before the clock has moved by the same time."""
    monkeypatch.setattr(bots, "make_player", Ready)
    clock = FakeClock()
    choices: list[int] = []
    async with serving(tmp_path, clock=clock, ready=lambda: None) as server:
        tab = await begin(server, "you", "bot:expert", "bot:beginner")
        acting = asyncio.create_task(tab.play(first, over))
        (room,) = server.service.rooms._rooms.values()
        while len(choices) < 5:  # two bids and three cards
            choices.append(await asyncio.to_thread(CHOICES.get, timeout=60))
            at = room.table.seq
            await looked(server, tab)
            clock.time += SEARCH_S - 0.01
            await looked(server, tab)
            assert (room.table.seq, room.table.view(1).to_act) == (at, (1,)), "not yet"
            clock.time += 0.02
            server.service.tick()
        await acting
    assert min(choices) == 1 < max(choices)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Queue[Action]:
    """What bots have come to, whether or not they have said so yet."""
    answers: Queue[Action] = Queue()

    class Noted:
        def __init__(self, level: str, seed: int) -> None:
            self._player = make_player(level, seed)

        def act(self, view: PlayerView) -> Action:
            action = self._player.act(view)
            answers.put(action)
            return action

    monkeypatch.setattr(bots, "make_player", Noted)
    return answers


async def looked(server: Running, tab: Browser) -> None:
    """The table has had every opportunity to do what is due."""
    for _ in range(5):
        server.service.tick()
        before = len(tab.messages)
        await tab.send_text('{"type":"ping"}')
        await tab.until(lambda n=before: len(tab.messages) > n)


async def thought(server: Running, tab: Browser, answers: Queue[Action]) -> None:
    """One more answer is known, and the table could have made something of it."""
    await asyncio.to_thread(answers.get, timeout=60)
    await looked(server, tab)


async def test_bots_take_a_moment_and_the_servers_clock_says_when_it_is_over(tmp_path, answers):
    clock = FakeClock()
    async with serving(tmp_path, clock=clock) as server:
        tab = await begin(server, "you", "bot", "bot", options=NATURAL)
        for seat in (1, 2):
            await thought(server, tab, answers)
            assert tab.view.to_act == (seat,), "not yet"
            clock.time += LONGEST_S
            server.service.tick()
            await tab.until(lambda s=seat: tab.view.has_bid[s])
        assert tab.view.legal


async def test_a_pause_holds_the_moment_up(tmp_path, answers):
    clock = FakeClock()
    async with serving(tmp_path, clock=clock) as server:
        tab = await begin(server, "you", "bot", "bot", options=NATURAL)
        await thought(server, tab, answers)
        await tab.ask(Pause(new_id(), True))
        clock.time += 30
        server.service.tick()
        await tab.ask(Pause(new_id(), False))
        await looked(server, tab)
        assert tab.view.to_act == (1,)
        clock.time += LONGEST_S
        server.service.tick()
        await tab.until(lambda: tab.view.has_bid[1])


async def test_the_host_hurries_the_bots(tmp_path):
    async with serving(tmp_path, clock=FakeClock()) as server:
        tab = await begin(server, "you", "bot", "bot", options=NATURAL)
        await tab.until(lambda: tab.view.to_act == (1,))
        await tab.ask(SetOptions(new_id(), pace=Pace.AT_ONCE))
        await tab.play(first, over)


async def test_on_the_machines_own_clock_the_moment_is_over_by_itself(tmp_path):
    async with serving(tmp_path) as server:
        tab = await begin(server, "you", "bot", "bot", first_dealer=1, options=NATURAL)
        await tab.until(lambda: tab.view.legal)
        assert tab.view.has_bid == (False, False, True)
