"""Whole games over real sockets."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.harness import Browser, chooser, first, new_id, new_token, over, running

from rufen.core.state import Phase
from rufen.protocol.messages import Ack, Sit, Start


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("disclosure", ["open", "hidden", "delayed"])
async def test_a_whole_game_with_bots(tmp_path, seats, disclosure):
    async with running(tmp_path) as server:
        token = new_token()
        rules = {"bid_disclosure": disclosure, "round_mode": "custom", "custom_round_count": 3}
        table = await server.create(["you", *["bot"] * (seats - 1)], token, rules=rules)
        me = await Browser.open(server.url, table, token)
        await me.play(chooser(seats), over)
        assert me.view.phase is Phase.GAME_OVER
        assert len(me.view.results) == 3
        assert me.view.ranks is not None
        await me.close()


async def test_the_longest_standard_game_of_six(tmp_path):
    async with running(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", *["bot"] * 5], token)
        me = await Browser.open(server.url, table, token)
        await me.play(first, over)
        assert [result.hand_size for result in me.view.results] == list(range(1, 11))


async def test_a_whole_game_of_three_people(tmp_path):
    async with running(tmp_path) as server:
        tokens = [new_token() for _ in range(3)]
        table = await server.create(["you", "open", "open"], tokens[0], preset="quick")
        people = [await Browser.open(server.url, table, tokens[0])]
        for seat in (1, 2):
            guest = await Browser.open(server.url, table)
            assert isinstance(await guest.ask(Sit(new_id(), seat, f"Guest {seat}", tokens[seat])), Ack)
            people.append(guest)
        assert isinstance(await people[0].ask(Start(new_id())), Ack)
        await asyncio.gather(*(person.play(chooser(n), over) for n, person in enumerate(people)))
        assert len({person.view.ranks for person in people}) == 1
        assert [person.view.seat for person in people] == [0, 1, 2]
