"""Coming, going, coming back: seats belong to secrets, not to sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from tests.server.harness import Browser, chooser, first, new_id, new_token, over, running

from rufen.core.events import PlayerKind
from rufen.core.state import Phase
from rufen.core.view import PlayerView
from rufen.protocol.messages import (
    Ack,
    CloseCode,
    NextRound,
    RefusalCode,
    Sit,
    Snapshot,
    StandUp,
    Start,
    Update,
)


def asked(view) -> bool:
    return bool(view.legal)


def reached(seq: int) -> Callable[[PlayerView], bool]:
    return lambda view: view.seq > seq


async def test_a_reload_finds_the_same_seat_and_hand(tmp_path):
    async with running(tmp_path) as server:
        token = new_token()
        table = await server.create(["bot", "you", "bot"], token)
        tab = await Browser.open(server.url, table, token)
        await tab.play(first, lambda view: view.round_number == 3 and view.phase is Phase.PLAYING)
        await tab.until(lambda: tab.view.legal)
        await tab.close()
        again = await Browser.open(server.url, table, token)
        assert again.view == tab.view
        assert again.view.seat == 1
        assert again.view.hand


async def test_two_tabs_are_one_seat_both_live(tmp_path):
    async with running(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, preset="quick")
        left = await Browser.open(server.url, table, token)
        right = await Browser.open(server.url, table, token)
        for tab in (left, right, left, right):
            goal = tab.view.seq + 2
            await tab.until(lambda t=tab: t.view.legal or t.view.results)
            await tab.play(first, reached(goal))
        await left.play(first, over)
        await right.until(lambda: over(right.view))
        assert left.view == right.view
        assert left.news.spectators == 0


async def test_one_click_in_two_tabs_is_one_action(tmp_path):
    async with running(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, first_dealer=2)
        tabs = [await Browser.open(server.url, table, token) for _ in range(2)]
        for tab in tabs:
            await tab.until(lambda t=tab: t.view.legal)
        action, seq = tabs[0].view.legal[0], tabs[0].view.seq
        answers = await asyncio.gather(*(tab.act(action, seq=seq) for tab in tabs))
        assert all(isinstance(answer, Ack) for answer in answers), answers
        log = await server.service.store.read(table)
        assert sum(envelope.origin.startswith("0/test-") for envelope in log) == 1


async def test_a_resent_action_is_acknowledged_and_done_once(tmp_path):
    async with running(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, first_dealer=2)
        tab = await Browser.open(server.url, table, token)
        await tab.until(lambda: tab.view.legal)
        action, seq, the_id = tab.view.legal[0], tab.view.seq, new_id()
        first_answer = await tab.act(action, seq=seq, action_id=the_id)
        await tab.close()
    async with running(tmp_path) as server:
        tab = await Browser.open(server.url, table, token)
        again = await tab.act(action, seq=seq, action_id=the_id)
        assert again == first_answer
        log = await server.service.store.read(table)
        assert sum(envelope.origin == f"0/{the_id}" for envelope in log) == 1


async def test_a_restarted_server_continues_at_the_same_event(tmp_path):
    token = new_token()
    async with running(tmp_path) as server:
        table = await server.create(["you", "bot", "bot", "bot"], token, preset="quick")
        tab = await Browser.open(server.url, table, token)
        await tab.play(chooser(1), lambda view: view.round_number == 2 and asked(view))
        before = tab.view
    assert tab.close_code is not None
    await tab.until(lambda: tab.close_code == CloseCode.GOING_AWAY)
    async with running(tmp_path) as server:
        again = await Browser.open(server.url, table, token, seq=before.seq)
        assert again.view == before
        await again.play(chooser(1), over)


async def test_missed_events_come_with_the_snapshot(tmp_path):
    async with running(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, first_dealer=0)
        tab = await Browser.open(server.url, table, token)
        await tab.until(lambda: tab.view.legal)
        updates = [message for message in tab.messages if isinstance(message, Update)]
        start = updates[0].after
        await tab.close()
        again = await Browser.open(server.url, table, token, seq=start)
        snapshot = again.messages[0]
        assert isinstance(snapshot, Snapshot)
        assert snapshot.missed == tuple(event for update in updates for event in update.events)
        assert len(snapshot.missed) == snapshot.view.seq - start
        later = await Browser.open(server.url, table, token, seq=10_000)
        newest = later.messages[0]
        assert isinstance(newest, Snapshot)
        assert newest.missed == ()


async def test_resync_sends_a_snapshot(tmp_path):
    async with running(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, first_dealer=2)
        tab = await Browser.open(server.url, table, token)
        await tab.until(lambda: tab.view.legal)
        await tab.send_text('{"type":"resync"}')
        await tab.until(lambda: isinstance(tab.messages[-1], Snapshot) and len(tab.messages) > 2)


async def test_friends_sit_down_see_one_another_and_start(tmp_path):
    async with running(tmp_path) as server:
        tokens = [new_token() for _ in range(3)]
        table = await server.create(["you", "open", "open", "open"], tokens[0], name="Anna")
        host = await Browser.open(server.url, table, tokens[0])
        assert host.news.host == 0
        guests: list[Browser] = []
        for seat in (1, 2):
            guest = await Browser.open(server.url, table)
            assert guest.view.seat is None
            answer = await guest.ask(Sit(new_id(), seat, "Anna", tokens[seat]))
            assert isinstance(answer, Ack)
            await guest.until(lambda g=guest: g.view.seat is not None)
            assert guest.view.seat == seat
            guests.append(guest)
        await host.until(lambda: all(info.connected for info in host.news.seats[:3]))
        assert [info.name for info in host.news.seats] == ["Anna", "Anna 2", "Anna 3", ""]
        assert (await guests[0].ask(Start(new_id()))).reason is RefusalCode.NOT_HOST
        assert (await guests[0].ask(Sit(new_id(), 3, "x", level="random"))).reason is RefusalCode.NOT_HOST
        assert isinstance(await host.ask(Sit(new_id(), 3, "", level="random")), Ack)
        await host.until(lambda: host.news.seats[3].kind is PlayerKind.BOT)
        assert isinstance(await host.ask(Start(new_id())), Ack)
        await guests[1].until(lambda: guests[1].view.round_number == 1)
        assert guests[1].news.started


async def test_standing_up_makes_a_watcher(tmp_path):
    async with running(tmp_path) as server:
        mine, yours = new_token(), new_token()
        table = await server.create(["you", "open", "bot"], mine)
        host = await Browser.open(server.url, table, mine)
        guest = await Browser.open(server.url, table)
        await guest.ask(Sit(new_id(), 1, "Ben", yours))
        second_tab = await Browser.open(server.url, table, yours)
        assert (await guest.ask(StandUp(new_id(), 0))).reason is RefusalCode.NOT_HOST
        assert isinstance(await host.ask(StandUp(new_id(), 1)), Ack)
        for tab in (guest, second_tab):
            await tab.until(lambda t=tab: t.view.seat is None)
        assert host.news.spectators == 2
        gone = await Browser.open(server.url, table, yours)
        assert gone.close_code == CloseCode.REFUSED
        assert gone.refused[-1].reason is RefusalCode.UNKNOWN_TOKEN
        assert isinstance(await guest.ask(Sit(new_id(), 1, "Ben", yours)), Ack)


async def test_a_seat_taken_in_the_same_moment_goes_to_one(tmp_path):
    async with running(tmp_path) as server:
        table = await server.create(["you", "open", "bot"], new_token())
        guests = [await Browser.open(server.url, table) for _ in range(5)]
        answers = await asyncio.gather(*(g.ask(Sit(new_id(), 1, "Ben", new_token())) for g in guests))
        assert sum(isinstance(answer, Ack) for answer in answers) == 1
        reasons = {answer.reason for answer in answers if not isinstance(answer, Ack)}
        assert reasons == {RefusalCode.SEAT_TAKEN}


async def test_presence_is_told(tmp_path):
    async with running(tmp_path) as server:
        tokens = [new_token() for _ in range(2)]
        table = await server.create(["you", "open", "bot"], tokens[0])
        host = await Browser.open(server.url, table, tokens[0])
        guest = await Browser.open(server.url, table)
        await host.until(lambda: host.news.spectators == 1)
        await guest.ask(Sit(new_id(), 1, "Ben", tokens[1]))
        await host.until(lambda: host.news.seats[1].connected and host.news.spectators == 0)
        await guest.close()
        await host.until(lambda: not host.news.seats[1].connected)


@pytest.mark.parametrize(
    ("hello", "reason"),
    [
        ('{"type":"hello","v":99,"table":"abcdefgh"}', RefusalCode.UNSUPPORTED_VERSION),
        ('{"type":"hello","v":2,"table":"abcdefgh"}', RefusalCode.UNKNOWN_TABLE),
    ],
)
async def test_a_hello_that_cannot_be_served_is_refused_and_closed(tmp_path, hello, reason):
    async with running(tmp_path) as server:
        tab = await Browser.raw_socket(server.url)
        refused = await tab.refusal(hello)
        assert refused.reason is reason
        await tab.until(lambda: tab.close_code)
        assert tab.close_code == CloseCode.REFUSED


async def test_the_next_round_waits_for_people_and_not_for_bots(tmp_path):
    async with running(tmp_path) as server:
        tokens = [new_token() for _ in range(2)]
        table = await server.create(["you", "open", "bot"], tokens[0], preset="quick")
        tabs = [await Browser.open(server.url, table, tokens[0]), await Browser.open(server.url, table)]
        await tabs[1].ask(Sit(new_id(), 1, "Ben", tokens[1]))
        await tabs[0].ask(Start(new_id()))
        scored = lambda view: len(view.results) == 1  # noqa: E731
        await asyncio.gather(*(tab.play(first, scored) for tab in tabs))
        assert isinstance(await tabs[0].ask(NextRound(new_id(), 1)), Ack)
        await tabs[1].until(lambda: tabs[1].news.seats[0].ready)
        assert tabs[1].view.phase is Phase.DEALING
        assert isinstance(await tabs[1].ask(NextRound(new_id(), 1)), Ack)
        await tabs[0].until(lambda: tabs[0].view.round_number == 2)
        assert not any(info.ready for info in tabs[0].news.seats)
        late = await tabs[0].ask(NextRound(new_id(), 1))
        assert isinstance(late, Ack)
