"""People at one table over real sockets: places, presence, votes, talk, watching, the rematch."""

from __future__ import annotations

import asyncio
import json

import pytest
from tests.server.harness import (
    Browser,
    FakeClock,
    Running,
    SeededChance,
    chooser,
    first,
    new_id,
    new_token,
    over,
    running,
)

from rufen.core.actions import PlaceBid
from rufen.core.events import CardPlayed, RoundStarted
from rufen.core.state import Phase
from rufen.protocol.messages import (
    PROTOCOL_VERSION,
    Ack,
    ChangeRules,
    Claim,
    CloseCode,
    HandOver,
    Hello,
    NextRound,
    Pause,
    Presence,
    ProposalKind,
    Propose,
    Ready,
    RefusalCode,
    Rematch,
    Reorder,
    Resync,
    Said,
    Say,
    SayKind,
    SetOptions,
    Sit,
    Snapshot,
    StandUp,
    Start,
    Vote,
)
from rufen.table.commands import STAND_IN
from rufen.table.presence import RECONNECT_S

SHORT = {"round_mode": "schedule", "hand_sizes": [2, 1]}


class Table:
    """Some people at a table, each with one tab."""

    def __init__(self, server: Running, table: str, tokens: list[str], tabs: list[Browser]) -> None:
        self.server = server
        self.id = table
        self.tokens = tokens
        self.tabs = tabs

    async def tab(self, seat: int | None) -> Browser:
        """Another tab: of a seat, or of somebody who watches."""
        token = None if seat is None else self.tokens[seat]
        return await Browser.open(self.server.url, self.id, token)

    async def play(self, until) -> None:
        """Everybody plays until their view is as wanted."""
        await asyncio.gather(*(tab.play(first, until) for tab in self.tabs))

    async def log(self):
        return await self.server.service.store.read(self.id)


async def sit(server: Running, count: int = 3, *, start: bool = True, **more: object) -> Table:
    """People in every seat, each connected; Person 0 is host."""
    tokens = [new_token(str(seat)) for seat in range(count)]
    table = await server.create(["you", *["open"] * (count - 1)], tokens[0], "Person 0", **more)
    tabs = [await Browser.open(server.url, table, tokens[0])]
    for seat in range(1, count):
        guest = await Browser.open(server.url, table)
        assert isinstance(await guest.ask(Sit(new_id(), seat, f"Person {seat}", tokens[seat])), Ack)
        tabs.append(guest)
    if start:
        assert isinstance(await tabs[0].ask(Start(new_id())), Ack)
    return Table(server, table, tokens, tabs)


def refusal(answer: object) -> RefusalCode:
    return answer.reason  # type: ignore[attr-defined]


def open_vote(tab: Browser) -> int:
    """The number of what is being voted on."""
    assert tab.news.proposal is not None
    return tab.news.proposal.number


async def test_a_code_is_told_to_everybody_and_lasts(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, start=False)
        code = table.tabs[1].news.code
        assert await server.service.store.find_code(code) == table.id
    async with running(tmp_path) as server:
        again = await Browser.open(server.url, table.id, table.tokens[2])
        assert again.news.code == code


async def test_places_change_and_every_tab_is_its_own_seat_again(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, start=False)
        second = await table.tab(1)
        host = table.tabs[0]
        assert isinstance(await host.ask(Reorder(new_id(), (1, 2, 0), host.view.seq)), Ack)
        for tab, seat in zip((*table.tabs, second), (2, 0, 1, 0), strict=True):
            await tab.until(lambda tab=tab, seat=seat: tab.view.seat == seat)
        assert [seat.name for seat in host.news.seats] == ["Person 1", "Person 2", "Person 0"]
        assert host.news.host == 2
        assert isinstance(await host.ask(Start(new_id())), Ack)
        await table.play(lambda view: bool(view.results))


async def test_whoever_stands_up_while_places_change_leaves_their_own_seat(tmp_path):
    """The messages cross: Person 1 gets up, or stays, but nobody else is sent away."""
    async with running(tmp_path) as server:
        for _ in range(10):
            table = await sit(server, start=False)
            host, one, _two = table.tabs
            moved = Reorder(new_id(), (0, 2, 1), host.view.seq)
            await asyncio.gather(host.ask(moved), one.ask(StandUp(new_id(), 1)))
            room = await server.room(table.id)
            assert room.table.seat_of(table.tokens[2]) is not None
            assert room.table.seat_of(table.tokens[0]) == 0


async def test_nobody_starts_because_places_change(tmp_path):
    async with running(tmp_path) as server:
        for _ in range(10):
            table = await sit(server, start=False)
            host, one, _two = table.tabs
            moved = Reorder(new_id(), (1, 0, 2), host.view.seq)
            _, started = await asyncio.gather(host.ask(moved), one.ask(Start(new_id())))
            assert refusal(started) is RefusalCode.NOT_HOST


async def test_rules_change_before_everybodys_eyes(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, start=False)
        guest = table.tabs[2]
        assert isinstance(await guest.ask(Ready(new_id(), True)), Ack)
        assert isinstance(await table.tabs[0].ask(ChangeRules(new_id(), {"exact_bonus": 30})), Ack)
        await guest.until(lambda: guest.view.rules.exact_bonus == 30)
        await guest.until(lambda: not guest.news.seats[2].ready)
        answer = await table.tabs[0].ask(ChangeRules(new_id(), {"exact_bonus": 33}))
        assert refusal(answer) is RefusalCode.BAD_SETTING
        assert "exact_bonus" in answer.detail


async def test_two_people_of_one_secret_are_one_seat(tmp_path):
    async with running(tmp_path) as server:
        tokens = [new_token("a"), new_token("b")]
        table = await server.create(["you", "open", "open"], tokens[0])
        tabs = [await Browser.open(server.url, table) for _ in range(2)]
        answers = await asyncio.gather(
            *(tab.ask(Sit(new_id(), seat, "Ben", tokens[1])) for seat, tab in enumerate(tabs, 1))
        )
        assert sorted(isinstance(answer, Ack) for answer in answers) == [False, True]
        refused = next(answer for answer in answers if not isinstance(answer, Ack))
        assert refusal(refused) is RefusalCode.ALREADY_SEATED


async def test_a_bot_stands_in_and_gives_the_seat_back(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock, chance=SeededChance(1)) as server:
        table = await sit(server, rules=SHORT, first_dealer=2, options={"grace": 15})
        await table.play(lambda view: view.phase is Phase.BIDDING)
        anna, ben, _cara = table.tabs
        await anna.close()
        await ben.until(lambda: ben.news.seats[0].presence is Presence.RECONNECTING)
        assert ben.news.seats[0].left == 15
        clock.time += RECONNECT_S
        server.service.tick()
        await ben.until(lambda: ben.news.seats[0].presence is Presence.AWAY)
        assert ben.view.to_act == (0,)
        clock.time += 10
        server.service.tick()
        await ben.until(lambda: ben.news.seats[0].presence is Presence.STAND_IN)
        await ben.until(lambda: ben.view.has_bid[0])
        back = table.tabs[0] = await table.tab(0)
        await ben.until(lambda: ben.news.seats[0].presence is Presence.HERE)
        await table.play(lambda view: bool(view.results))
        assert back.view.results
        log = await table.log()
        assert [e.origin for e in log if e.origin == STAND_IN] == [STAND_IN]


async def test_the_host_leaves_in_play_and_another_takes_over(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock, chance=SeededChance(1)) as server:
        table = await sit(server, rules=SHORT, first_dealer=0, options={"grace": 15})
        await table.play(lambda view: view.phase is Phase.BIDDING)
        host, ben, cara = table.tabs
        await host.close()
        await ben.until(lambda: ben.news.seats[0].presence is Presence.RECONNECTING)
        assert refusal(await ben.ask(HandOver(new_id(), 1))) is RefusalCode.HOST_HERE
        clock.time += 15
        server.service.tick()
        assert isinstance(await ben.ask(HandOver(new_id(), 1)), Ack)
        await cara.until(lambda: cara.news.host == 1)
        assert isinstance(await ben.ask(SetOptions(new_id(), chat=False)), Ack)
        table.tabs = [ben, cara]
        await table.play(over)
        # back after the game: the seat is still the old host's, who is host no longer
        host = await table.tab(0)
        assert host.news.host == 1
        assert isinstance(await host.ask(Rematch(new_id())), Ack)


async def test_a_table_that_everybody_has_left_waits_for_them(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock, chance=SeededChance(1)) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, rules=SHORT, first_dealer=0)
        tab = await Browser.open(server.url, table, token)
        await tab.until(lambda: tab.view.to_act == (0,))
        await tab.close()
        room = await server.room(table)
        before = room.table.seq
        for _ in range(3):
            clock.time += 100
            server.service.tick()
        room = await server.room(table)
        assert room.table.seq == before
        tab = await Browser.open(server.url, table, token)
        await tab.play(first, over)


async def test_the_turn_timer_plays_one_action(tmp_path):
    clock = FakeClock()
    async with running(tmp_path, clock=clock, chance=SeededChance(1)) as server:
        table = await sit(server, rules=SHORT, first_dealer=0, options={"timer": 15})
        anna, ben, cara = table.tabs
        await cara.until(lambda: cara.view.to_act == (1,) and cara.news.turn_left == 15)
        clock.time += 15
        server.service.tick()
        await cara.until(lambda: cara.view.to_act == (2,))
        assert ben.view.has_bid == (False, True, False)
        assert anna.view.phase is Phase.BIDDING


async def test_a_pause_is_remembered_by_the_server(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, rules=SHORT, first_dealer=0)
        await table.play(lambda view: view.phase is Phase.BIDDING)
        assert isinstance(await table.tabs[2].ask(Pause(new_id(), True)), Ack)
        ben = table.tabs[1]
        await ben.until(lambda: ben.news.paused_by == "Person 2")
        assert refusal(await ben.act(ben.view.legal[0])) is RefusalCode.PAUSED
    async with running(tmp_path) as server:
        ben = await Browser.open(server.url, table.id, table.tokens[1])
        assert ben.news.paused_by == "Person 2"
        assert isinstance(await ben.ask(Pause(new_id(), False)), Ack)
        assert isinstance(await ben.act(ben.view.legal[0]), Ack)


async def test_an_action_is_taken_back_when_all_agree_also_after_a_restart(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, rules=SHORT, first_dealer=0)
        anna, ben, cara = table.tabs
        await table.play(lambda view: view.phase is Phase.BIDDING)
        await ben.act(ben.view.legal[-1])
        await cara.until(lambda: cara.view.to_act == (2,))
        assert isinstance(await ben.ask(Propose(new_id(), ProposalKind.UNDO)), Ack)
        for tab in (anna, cara):
            await tab.until(lambda tab=tab: tab.news.proposal is not None)
            assert isinstance(await tab.ask(Vote(new_id(), open_vote(tab), True)), Ack)
        for tab in table.tabs:
            await tab.until(lambda tab=tab: tab.view.to_act == (1,) and tab.news.proposal is None)
        before = ben.view
    async with running(tmp_path) as server:
        ben = await Browser.open(server.url, table.id, table.tokens[1])
        assert ben.view == before


async def test_the_game_is_ended_and_the_record_opens(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, rules=SHORT)
        await table.play(lambda view: bool(view.results))
        assert (await server.http.get(f"/api/tables/{table.id}/record")).status_code == 409
        anna, ben, _cara = table.tabs
        assert isinstance(await anna.ask(Propose(new_id(), ProposalKind.END)), Ack)
        await ben.until(lambda: ben.news.proposal is not None)
        assert isinstance(await ben.ask(Vote(new_id(), open_vote(ben), True)), Ack)
        await ben.until(lambda: ben.view.phase is Phase.ABORTED)
        assert ben.view.ranks is not None
        record = await server.http.get(f"/api/tables/{table.id}/record")
        assert "end aborted" in record.text


async def test_everybody_comes_along_to_the_rematch(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, rules=SHORT, first_dealer=0)
        watcher = await table.tab(None)
        await table.play(over)
        assert refusal(await watcher.ask(Rematch(new_id()))) is RefusalCode.ILLEGAL
        answers = await asyncio.gather(*(tab.ask(Rematch(new_id())) for tab in table.tabs * 5))
        assert all(isinstance(answer, Ack) for answer in answers)
        names = set()
        for tab in (*table.tabs, watcher):
            await tab.until(lambda tab=tab: tab.news.next_table)
            names.add(tab.news.next_table or "")
        assert len(names) == 1
        following = names.pop()
        after = [await Browser.open(server.url, following, token) for token in table.tokens]
        assert [tab.view.seat for tab in after] == [0, 1, 2]
        assert after[0].news.started
        # the last round of two was dealt by seat 1
        await after[0].until(lambda: after[0].view.dealer == 2)
        spectator = await Browser.open(server.url, following)
        assert spectator.view.seat is None
        await asyncio.gather(*(tab.play(first, over) for tab in after))
    async with running(tmp_path) as server:
        late = await Browser.open(server.url, table.id, table.tokens[1])
        assert late.news.next_table == following
        assert isinstance(await late.ask(Rematch(new_id())), Ack)
        assert late.news.next_table == following


async def test_what_is_said_is_heard_and_never_stored(tmp_path):
    words = "unmistakable words"
    async with running(tmp_path) as server:
        table = await sit(server, rules=SHORT)
        watcher = await table.tab(None)
        anna = table.tabs[0]
        assert isinstance(await anna.ask(Say(new_id(), SayKind.TEXT, words)), Ack)
        for tab in (*table.tabs, watcher):
            await tab.until(lambda tab=tab: any(isinstance(one, Said) for one in tab.messages))
        late = await table.tab(1)
        snapshot = next(one for one in late.messages if isinstance(one, Snapshot))
        assert [said.what for said in snapshot.talk] == [words]
        assert refusal(await watcher.ask(Say(new_id(), SayKind.PHRASE, "hello"))) is RefusalCode.ILLEGAL
        await table.play(over)
        record = await server.http.get(f"/api/tables/{table.id}/record")
        assert words not in record.text
    for file in tmp_path.rglob("*"):
        assert words.encode() not in file.read_bytes(), file


async def test_the_host_switches_writing_off(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server)
        anna, ben, _cara = table.tabs
        await ben.ask(Say(new_id(), SayKind.TEXT, "hello"))
        assert refusal(await ben.ask(SetOptions(new_id(), chat=False))) is RefusalCode.NOT_HOST
        assert isinstance(await anna.ask(SetOptions(new_id(), chat=False)), Ack)
        assert refusal(await ben.ask(Say(new_id(), SayKind.TEXT, "psst"))) is RefusalCode.CHAT_OFF
        assert isinstance(await ben.ask(Say(new_id(), SayKind.PHRASE, "thanks")), Ack)
        late = await table.tab(1)
        snapshot = next(one for one in late.messages if isinstance(one, Snapshot))
        assert [said.what for said in snapshot.talk] == ["thanks"]


async def test_the_host_sends_spectators_away_and_they_may_come_for_the_end(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, rules=SHORT)
        watcher = await table.tab(None)
        assert isinstance(await table.tabs[0].ask(SetOptions(new_id(), spectators=False)), Ack)
        await watcher.until(lambda: watcher.close_code)
        assert (watcher.refused[-1].reason, watcher.close_code) == (
            RefusalCode.SPECTATORS_OFF,
            CloseCode.REFUSED,
        )
        again = await table.tab(None)
        assert again.refused[-1].reason is RefusalCode.SPECTATORS_OFF
        assert not again.greeted
        await table.tabs[0].until(lambda: table.tabs[0].news.spectators == 0)
        await table.play(over)
        assert (await table.tab(None)).greeted


async def test_watchers_go_when_the_last_seat_is_taken(tmp_path):
    async with running(tmp_path) as server:
        tokens = [new_token(), new_token()]
        table = await server.create(["you", "bot", "open"], tokens[0], options={"spectators": False})
        host = await Browser.open(server.url, table, tokens[0])
        watcher, guest = [await Browser.open(server.url, table) for _ in range(2)]
        assert isinstance(await guest.ask(Sit(new_id(), 2, "Ben", tokens[1])), Ack)
        await watcher.until(lambda: watcher.close_code)
        assert watcher.refused[-1].reason is RefusalCode.SPECTATORS_OFF
        await host.until(lambda: host.news.spectators == 0)


async def test_a_closed_socket_is_no_consent(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, rules=SHORT)
        anna, ben, cara = table.tabs
        await anna.ask(Propose(new_id(), ProposalKind.END))
        await ben.until(lambda: ben.news.proposal is not None)
        await ben.close()
        await cara.close()
        await anna.until(lambda: anna.news.seats[2].presence is Presence.RECONNECTING)
        assert anna.news.proposal is not None
        assert anna.view.phase is not Phase.ABORTED


async def test_a_spectator_gets_no_hand_whatever_is_sent(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, rules={"round_mode": "schedule", "hand_sizes": [5]})
        watcher = await table.tab(None)
        asked = asyncio.create_task(table.play(over))
        tries = [
            Resync(),
            Claim(new_id(), 1),
            Propose(new_id(), ProposalKind.UNDO),
            Vote(new_id(), 1, True),
            Pause(new_id(), True),
            NextRound(new_id(), 1),
            Start(new_id()),
            HandOver(new_id(), 0),
            SetOptions(new_id(), spectators=True),
            StandUp(new_id(), 0),
            Hello(PROTOCOL_VERSION, table.id, new_token()),
        ]
        for message in tries:
            await watcher.send(message)
        await watcher.until(lambda: len(watcher.refused) == len(tries) - 1)
        await asked
        await watcher.until(lambda: over(watcher.view))
        played: set[str] = set()
        for _seq, text in watcher.raw:
            message = json.loads(text)
            if message["type"] not in ("snapshot", "update"):
                continue
            view = message["view"]
            assert view["hand"] == []
            for event in message.get("events", ()):
                assert event["type"] != "hand_dealt"
                if event["type"] == "card_played":
                    played.add(event["card"])
            if not view["results"] and view["turn_up"] is not None:
                told = {*played, view["turn_up"]}
                assert not _cards(text) - told, "a card that nobody has played"


def _cards(text: str) -> set[str]:
    names = [f"{suit}{rank}" for suit in "BGRY" for rank in range(1, 14)]
    names += [f"{sign}{number}" for sign in "WJ" for number in range(1, 5)]
    return {name for name in names if f'"{name}"' in text}


@pytest.mark.parametrize("seat", [1, None])
async def test_nobody_does_anything_for_another_seat(tmp_path, seat):
    async with running(tmp_path) as server:
        table = await sit(server, rules=SHORT, first_dealer=1, start=False)
        other = await table.tab(seat)
        before = len(await table.log())
        for message in (
            StandUp(new_id(), 2),
            Sit(new_id(), 2, "Mallory", new_token()),
            Sit(new_id(), 2, "", None, "beginner"),
            HandOver(new_id(), 2),
            Reorder(new_id(), (2, 1, 0), other.view.seq),
            ChangeRules(new_id(), {"exact_bonus": 10}),
            Start(new_id()),
        ):
            assert not isinstance(await other.ask(message), Ack), message
        assert len(await table.log()) == before
        await table.tabs[0].ask(Start(new_id()))
        await other.until(lambda: other.view.to_act == (2,))
        assert not isinstance(await other.act(PlaceBid(0)), Ack)
        assert not isinstance(await other.ask(Claim(new_id(), other.view.seq)), Ack)


async def test_a_thousand_parallel_confirms_deal_once(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, 4, rules={"round_mode": "schedule", "hand_sizes": [1, 2, 1]})
        await table.play(lambda view: bool(view.results))
        tabs = [*table.tabs, *[await table.tab(seat) for seat in range(4) for _ in range(4)]]
        answers = await asyncio.gather(*(tab.ask(NextRound(new_id(), 1)) for tab in tabs for _ in range(50)))
        assert len(answers) == 1000
        assert all(isinstance(answer, Ack) for answer in answers)
        await table.play(over)
        rounds = [e.event.number for e in await table.log() if isinstance(e.event, RoundStarted)]
        assert rounds == [1, 2, 3]


async def test_a_thousand_parallel_votes_take_back_once(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, 3, rules=SHORT, first_dealer=0)
        _anna, ben, _cara = table.tabs
        await table.play(lambda view: view.phase is Phase.BIDDING)
        await ben.act(ben.view.legal[0])
        await ben.ask(Propose(new_id(), ProposalKind.UNDO))
        number = open_vote(ben)
        tabs = [await table.tab(seat) for seat in (0, 2) for _ in range(10)]
        await asyncio.gather(*(tab.ask(Vote(new_id(), number, True)) for tab in tabs for _ in range(50)))
        await table.play(over)
        log = await table.log()
        assert sum(type(e.event).__name__ == "ActionsTakenBack" for e in log) == 1
        assert sum(isinstance(e.event, CardPlayed) for e in log) == 9


async def test_one_action_from_two_tabs_at_once_is_done_once(tmp_path):
    async with running(tmp_path) as server:
        table = await sit(server, rules=SHORT, first_dealer=0)
        twins = [table.tabs[1], await table.tab(1)]
        while True:
            await asyncio.gather(
                *(tab.play(chooser(1), lambda view: 1 in view.to_act or over(view)) for tab in table.tabs)
            )
            ben = table.tabs[1]
            if over(ben.view):
                break
            await twins[1].until(lambda ben=ben: twins[1].view.seq == ben.view.seq)
            action = ben.view.legal[0]
            answers = await asyncio.gather(*(twin.act(action) for twin in twins))
            assert all(isinstance(answer, Ack) for answer in answers)
            if over(ben.view):
                break
        assert sum(isinstance(e.event, CardPlayed) for e in await table.log()) == 9
