"""Programs at the tables of a server, over real sockets (docs/bots.md)."""

from __future__ import annotations

import asyncio
import random

import pytest
from msgspec.structs import replace
from tests.server.bot_harness import Program, serving
from tests.server.harness import Browser, FakeClock, chooser, new_id, new_token, over
from tests.server.test_leaks import CARD, Knowledge

from rufen.core.events import HandDealt
from rufen.core.notation import parse_position
from rufen.core.state import Phase
from rufen.core.view import PlayerView
from rufen.protocol.bot import BOT_PROTOCOL, Ask, BotHello, Bye, GameOver, RoundScored
from rufen.protocol.messages import (
    Ack,
    CloseCode,
    HandOver,
    Pause,
    Presence,
    ProposalKind,
    Propose,
    Ready,
    RefusalCode,
    Rematch,
    Sit,
    StandUp,
    Start,
    Vote,
)
from rufen.server.settings import Limits

RULES = {"round_mode": "schedule", "hand_sizes": [1, 3, 2]}


async def seated(server, table: str, *names: str) -> list[Program]:
    return [await Program.open(server.url, table, name) for name in names]


async def test_a_whole_game_of_a_person_two_programs_and_a_house_bot(tmp_path):
    async with serving(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "open", "open", "bot"], token, rules=RULES)
        host = await Browser.open(server.url, table, token)
        robin, wren = await seated(server, table, "Robin", "Wren the Bot")
        await host.until(lambda: all(seat.ready for seat in host.news.seats if seat.seat in (1, 2)))
        assert [seat.name for seat in host.news.seats][1:3] == ["Robin (bot)", "Wren the Bot"]
        assert robin.welcome.name == "Robin (bot)"
        assert isinstance(await host.ask(Start(new_id())), Ack)
        chance = random.Random(1)
        await asyncio.gather(host.play(chooser(2), over), robin.play(chance), wren.play(chance))
        for program in (robin, wren):
            assert len(program.of(Ask)) == 3 + 6, "a bid for each round and each card once"
            assert [told.result.number for told in program.of(RoundScored)] == [1, 2, 3]
            assert program.of(GameOver)[0].ranks == host.view.ranks
            assert program.refused == []
            assert not program.of(Bye), "a person may want another game"
        await host.close()
        await robin.until(lambda: robin.close_code)
        assert (robin.bye.reason, robin.close_code) == ("the game is over", 1000)


async def test_every_request_says_everything_and_can_be_read_back(tmp_path):
    async with serving(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "open", "bot"], token, rules=RULES)
        program = await Program.open(server.url, table)
        host = await Browser.open(server.url, table, token)
        await host.ask(Start(new_id()))
        await asyncio.gather(host.play(chooser(1), over), program.play(random.Random(2)))
        for request in program.of(Ask):
            assert parse_position(request.position) == request.view
            assert request.view.legal, "asked only when there is a choice"
            assert len(request.indices) == len(request.view.legal)
            assert 0 < request.deadline_ms <= 30_000


async def test_a_table_of_programs_alone_starts_and_plays_by_itself(tmp_path):
    async with serving(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "open", "bot"], token, name="Ann", rules=RULES)
        host = await Program.open(server.url, table, "Ann", token=token)
        other = await Program.open(server.url, table, "Bob")
        assert host.welcome.name == "Ann", "who comes back keeps the name"
        await asyncio.gather(host.play(random.Random(1)), other.play(random.Random(2)))
        await other.until(lambda: other.close_code)
        assert other.of(GameOver)


async def test_a_program_is_killed_in_the_round_and_comes_back_with_its_secret(tmp_path):
    async with serving(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "open", "bot"], token, rules=RULES)
        host = await Browser.open(server.url, table, token)
        first = await Program.open(server.url, table)
        await host.ask(Start(new_id()))
        playing = asyncio.create_task(host.play(chooser(3), over))
        await first.play(random.Random(1), stop=2)
        request = await first.next_ask(2)
        first.socket.transport.abort()
        await host.until(lambda: host.news.seats[1].presence is Presence.RECONNECTING)
        second = await Program.open(server.url, table, "Somebody else", token=first.welcome.token)
        assert (second.welcome.name, second.welcome.table) == ("Robin (bot)", table)
        again = await second.next_ask(0)
        assert (again.id, again.view) == (request.id, request.view), "the same is asked again"
        await second.play(random.Random(2))
        await playing
        assert host.news.seats[1].presence is Presence.HERE


@pytest.mark.parametrize("disclosure", ["open", "hidden"])
async def test_no_byte_tells_a_program_what_its_seat_may_not_know(tmp_path, disclosure):
    async with serving(tmp_path) as server:
        token = new_token()
        rules = {**RULES, "bid_disclosure": disclosure}
        table = await server.create(["you", "open", "open", "bot"], token, rules=rules)
        host = await Browser.open(server.url, table, token)
        programs = await seated(server, table, "Robin", "Wren")
        await host.ask(Start(new_id()))
        players = [program.play(random.Random(seat)) for seat, program in enumerate(programs)]
        await asyncio.gather(host.play(chooser(2), over), *players)
        log = await server.service.store.read(table)
        dealt = [envelope.event for envelope in log if isinstance(envelope.event, HandDealt)]
        secrets = [token, *(program.welcome.token for program in programs)]
        for seat, program in enumerate(programs, 1):
            known, checked = Knowledge(log, seat), 0
            for message, (_seq, text) in zip(program.messages, program.raw, strict=True):
                if isinstance(message, Ask):
                    view: PlayerView = message.view
                    assert view.seat == seat
                    assert set(CARD.findall(text)) <= known.cards[view.seq]
                    bids = known.bids[view.seq]
                    if disclosure == "hidden" and bids is not None:
                        shown = {at: bid for at, bid in enumerate(view.bids) if bid is not None}
                        assert shown.items() <= bids.items()
                    checked += len(view.hand)
                else:
                    assert not CARD.search(text), "cards are in requests only"
                others = [secret for secret in secrets if secret != program.welcome.token]
                assert not any(str(secret) in text for secret in others)
            own = [card for event in dealt if event.seat == seat for card in event.cards]
            assert checked > len(own), "hands were shown"


WRONG: list[tuple[str | bytes, RefusalCode]] = [
    ("hi there", RefusalCode.MALFORMED),
    ('{"type":"action","id":"ID","index":"61"}', RefusalCode.MALFORMED),
    ('{"type":"action","id":"ID","index":85}', RefusalCode.MALFORMED),
    ('{"type":"action","id":"ID"}', RefusalCode.MALFORMED),
    ('{"type":"action","id":"ID","index":60,"mood":"good"}', RefusalCode.MALFORMED),
    ('{"type":"action","id":"ID","action":{"type":"place_bid","bid":0},"index":60}', RefusalCode.MALFORMED),
    ('{"type":"hello","protocol":"rufen-bot/1","name":"x"}', RefusalCode.MALFORMED),
    ('{"type":"action","id":"9-9","index":60}', RefusalCode.STALE),
    ('{"type":"action","id":"ID","action":{"type":"place_bid","bid":2}}', RefusalCode.ILLEGAL),
    ('{"type":"action","id":"ID","action":{"type":"play_card","card":"W1"}}', RefusalCode.ILLEGAL),
    ('{"type":"action","id":"ID","index":60,"note":"' + "x" * 5000 + '"}', RefusalCode.TOO_LARGE),
    (b"\x00\x01", RefusalCode.MALFORMED),
]


async def test_wrong_answers_are_told_and_asked_once_more(tmp_path):
    """One game with a first round of one card: each wrong answer comes to a new program in that seat."""
    async with serving(tmp_path) as server:
        token = new_token()
        rules = {**RULES, "bid_disclosure": "hidden"}
        table = await server.create(["you", "open", "bot"], token, rules=rules)
        host = await Browser.open(server.url, table, token)
        program = await Program.open(server.url, table)
        secret = program.welcome.token
        await host.ask(Start(new_id()))
        for text, reason in WRONG:
            request = await program.next_ask(0)
            filled = text.replace("ID", request.id) if isinstance(text, str) else text
            refused = await program.refusal(filled)
            assert refused.reason is reason, text
            assert refused.detail, "what is wrong, and what is allowed"
            again = await program.next_ask(1)
            assert again.id != request.id
            assert again.view == request.view
            assert again.deadline_ms <= request.deadline_ms, "the same time"
            # The second wrong answer ends the session; the seat stays, and its secret.
            await program.refusal(filled.replace(request.id, again.id) if isinstance(filled, str) else filled)
            await program.until(lambda program=program: program.close_code)
            assert program.bye.reason == "two wrong answers to one request"
            program = await Program.open(server.url, table, token=secret)
        await program.next_ask(0)
        await program.answer(program.asked, 60, note="I was asked quite often.")
        await host.until(lambda: host.view.has_bid[1])


async def test_an_action_that_is_not_legal_is_answered_with_what_is(tmp_path):
    async with serving(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "open", "bot"], token, rules=RULES)
        host = await Browser.open(server.url, table, token)
        program = await Program.open(server.url, table)
        await host.ask(Start(new_id()))
        playing = asyncio.create_task(host.play(chooser(1), over))
        request = await program.next_ask(0)
        refused = await program.refusal(f'{{"type":"action","id":"{request.id}","index":80}}')
        assert (refused.id, refused.illegal.value) == (request.id, "bid_out_of_range")
        assert refused.detail == "allowed: 0, 1"
        await program.next_ask(1)
        await program.play(random.Random(1))
        await playing


HELLOS = [
    (BotHello("rufen-bot/2", "Robin", "TABLE"), RefusalCode.UNSUPPORTED_VERSION),
    (BotHello(BOT_PROTOCOL, "Robin"), RefusalCode.MALFORMED),
    (BotHello(BOT_PROTOCOL, "Robin", "lumori47"), RefusalCode.UNKNOWN_TABLE),
    (BotHello(BOT_PROTOCOL, "Robin", "nosuchtable"), RefusalCode.UNKNOWN_TABLE),
    (BotHello(BOT_PROTOCOL, "Robin", "../../etc"), RefusalCode.UNKNOWN_TABLE),
    (BotHello(BOT_PROTOCOL, " ", "TABLE"), RefusalCode.BAD_NAME),
    (BotHello(BOT_PROTOCOL, "\u202e\u2066", "TABLE"), RefusalCode.BAD_NAME),
    (BotHello(BOT_PROTOCOL, "x" * 25, "TABLE"), RefusalCode.BAD_NAME),
    (BotHello(BOT_PROTOCOL, "Robin", "TABLE", seat=0), RefusalCode.SEAT_TAKEN),
    (BotHello(BOT_PROTOCOL, "Robin", "TABLE", token="short"), RefusalCode.MALFORMED),
]


async def test_who_is_not_let_in_hears_why(tmp_path):
    async with serving(tmp_path) as server:
        table = await server.create(["you", "open", "bot"], new_token())
        for hello, reason in HELLOS:
            program = await Program.raw_socket(server.url)
            await program.send(hello if hello.table != "TABLE" else replace(hello, table=table))
            await program.until(lambda program=program: program.close_code)
            assert program.refused[0].reason is reason, hello
            assert program.close_code == CloseCode.REFUSED
        early = await Program.raw_socket(server.url)
        assert (
            await early.refusal('{"type":"action","id":"1","index":60}')
        ).reason is RefusalCode.HELLO_EXPECTED
        await early.until(lambda: early.close_code)
        assert (await server.room(table)).table.state.setup.players[1] is None, "nobody sat down"


async def test_a_code_leads_to_its_table_and_a_wish_to_its_seat(tmp_path):
    async with serving(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "open", "open"], token)
        host = await Browser.open(server.url, table, token)
        code = host.news.code
        program = await Program.open(server.url, f" {code[:4].upper()}-{code[4:]}", seat=2)
        assert program.welcome.table == table
        await host.until(lambda: host.news.seats[2].name == "Robin (bot)")
        full = await seated(server, table, "Wren", "Tit")
        assert full[0].welcome.name == "Wren (bot)"
        assert full[1].refused[0].reason is RefusalCode.SEAT_TAKEN


async def test_the_name_says_that_a_program_sits_there_and_fits(tmp_path):
    async with serving(tmp_path) as server:
        table = await server.create(["you", "open", "open", "open", "open"], new_token())
        programs = await seated(server, table, "Robin", "robin", "R2 Bot", "x" * 24)
        names = [program.welcome.name for program in programs]
        assert names == ["Robin (bot)", "robin (bot) 2", "R2 Bot", "x" * 18 + " (bot)"]


async def test_a_name_is_cleaned_then_marked_then_numbered(tmp_path):
    given = [
        "Abbott",
        "Somebody With Long Name",
        "Somebody With Long Name",
        "\uff22\uff2f\uff34",
        "e\u0301" * 22,
    ]
    async with serving(tmp_path) as server:
        table = await server.create(["you", "open", "open", "open", "open", "open"], new_token())
        names = [program.welcome.name for program in await seated(server, table, *given)]
        assert names == [
            "Abbott (bot)",
            "Somebody With Long (bot)",
            "Somebody With Lo (bot) 2",
            "\uff22\uff2f\uff34",
            "\xe9" * 18 + " (bot)",
        ]


async def test_codes_cannot_be_guessed_faster_than_by_hand(tmp_path):
    limits = Limits(code_burst=2)
    async with serving(tmp_path, limits=limits) as server:
        reasons = [(await Program.open(server.url, "lumori47")).refused[0].reason for _ in range(3)]
        assert reasons == [RefusalCode.UNKNOWN_TABLE, RefusalCode.UNKNOWN_TABLE, RefusalCode.TOO_FAST]


async def test_secrets_cannot_be_tried_out_and_the_right_one_always_comes_in(tmp_path):
    async with serving(tmp_path, limits=Limits(wrong_burst=2)) as server:
        table = await server.create(["you", "open", "bot"], new_token())
        program = await Program.open(server.url, table)
        await program.close()
        tried = [await Program.open(server.url, f"wrong{number}") for number in range(3)]
        reasons = [each.refused[0].reason for each in tried]
        assert reasons == [RefusalCode.UNKNOWN_TABLE, RefusalCode.UNKNOWN_TABLE, RefusalCode.TOO_FAST]
        await tried[2].until(lambda: tried[2].close_code == CloseCode.REFUSED)
        assert (await Program.open(server.url, table, token=program.welcome.token)).welcome.table == table


async def test_wrong_secrets_of_a_full_table_count_and_its_owner_comes_in_by_its_code(tmp_path):
    async with serving(tmp_path, limits=Limits(wrong_burst=2, code_burst=1)) as server:
        own = new_token()
        table = await server.create(["you", "bot", "bot"], own)
        code = (await server.room(table)).table.facts.code
        tried = [await Program.open(server.url, table, token=new_token()) for _ in range(3)]
        reasons = [each.refused[0].reason for each in tried]
        assert reasons == [RefusalCode.UNKNOWN_TOKEN, RefusalCode.UNKNOWN_TOKEN, RefusalCode.TOO_FAST]
        for _ in range(3):
            assert (await Program.open(server.url, code, token=own)).welcome.table == table


async def still_here(tab: Browser) -> None:
    """Let the server hear of a browser whose clock was moved on."""
    before = len(tab.messages)
    await tab.send_text('{"type":"ping"}')
    await tab.until(lambda: len(tab.messages) > before)


async def test_a_program_that_does_not_answer_loses_its_socket_and_a_bot_stands_in(tmp_path):
    clock = FakeClock()
    async with serving(tmp_path, clock=clock) as server:
        token = new_token()
        table = await server.create(
            ["you", "open", "bot"], token, rules={**RULES, "bid_disclosure": "hidden"}
        )
        host = await Browser.open(server.url, table, token)
        program = await Program.open(server.url, table)
        await host.ask(Start(new_id()))
        await program.next_ask(0)
        clock.time += 29.0
        await still_here(host)
        server.service.tick()
        assert not program.of(Bye)
        clock.time += 2.0
        server.service.tick()
        await program.until(lambda: program.close_code)
        assert (program.bye.reason, program.close_code) == ("no answer within 30 s", CloseCode.SILENT)
        await host.until(lambda: host.news.seats[1].presence is Presence.RECONNECTING)
        for _ in range(3):
            clock.time += 25.0
            await still_here(host)
            server.service.tick()
        await host.until(lambda: host.view.has_bid[1])
        assert host.news.seats[1].presence is Presence.STAND_IN


async def test_a_program_that_comes_back_and_is_silent_again_stays_away_until_a_bot_has_stood_in(tmp_path):
    clock = FakeClock()
    async with serving(tmp_path, clock=clock) as server:
        token = new_token()
        rules = {**RULES, "bid_disclosure": "hidden"}
        table = await server.create(["you", "open", "bot"], token, rules=rules)
        host = await Browser.open(server.url, table, token)

        async def passes(seconds: float) -> None:
            clock.time += seconds
            await still_here(host)
            server.service.tick()

        program = await Program.open(server.url, table)
        secret = program.welcome.token
        await host.ask(Start(new_id()))
        for _ in range(2):
            await program.next_ask(0)
            await passes(31.0)
            await program.until(lambda program=program: program.close_code)
            await host.until(lambda: host.news.seats[1].presence is Presence.RECONNECTING)
            program = await Program.open(server.url, table, token=secret)
        assert program.refused[0].reason is RefusalCode.TOO_FAST
        assert program.refused[0].detail == "a bot stands in for who does not answer: again in 65 s"
        for _ in range(3):
            await passes(25.0)
        await host.until(lambda: host.view.has_bid[1])
        assert (await Program.open(server.url, table, token=secret)).welcome.table == table


async def test_a_program_that_is_not_asked_may_be_silent(tmp_path):
    clock = FakeClock()
    async with serving(tmp_path, clock=clock) as server:
        table = await server.create(["you", "open", "bot"], new_token())
        program = await Program.open(server.url, table)
        clock.time += 600.0
        server.service.tick()
        await program.until(lambda: len(program.messages) > 1)
        assert program.close_code is None, "a beat, and nothing else"


async def test_the_turn_timer_shortens_the_deadline(tmp_path):
    clock = FakeClock()
    async with serving(tmp_path, clock=clock) as server:
        token = new_token()
        options = {"chat": True, "spectators": True, "listed": False, "grace": 60, "timer": 15}
        rules = {**RULES, "bid_disclosure": "hidden"}
        table = await server.create(["you", "open", "bot"], token, rules=rules, options=options)
        host = await Browser.open(server.url, table, token)
        program = await Program.open(server.url, table)
        await host.ask(Start(new_id()))
        request = await program.next_ask(0)
        assert request.deadline_ms == 15_000
        clock.time += 15.0
        await still_here(host)
        server.service.tick()
        await host.until(lambda: host.view.has_bid[1])
        await program.answer(request, request.indices[0])
        playing = asyncio.create_task(host.play(chooser(1), over))
        assert (await program.next_ask(1)).view.phase is Phase.PLAYING
        assert not program.refused, "an answer that comes too late is not looked at"
        await program.play(random.Random(1))
        await playing


async def test_a_program_agrees_to_take_back_and_hands_over_the_host(tmp_path):
    async with serving(tmp_path) as server:
        token, own = new_token(), new_token()
        rules = {**RULES, "bid_disclosure": "hidden"}
        table = await server.create(["you", "open", "bot"], own, rules=rules)
        program = await Program.open(server.url, table, token=own)
        person = await Browser.open(server.url, table)
        await person.ask(Sit(new_id(), 1, "Guest", token))
        await person.until(lambda: person.news.host == 1)
        assert isinstance(await person.ask(Start(new_id())), Ack)
        request = await program.next_ask(0)
        await person.act(person.view.legal[0])
        assert isinstance(await person.ask(Propose(new_id(), ProposalKind.UNDO)), Ack)
        await person.until(lambda: not person.view.has_bid[1] and person.news.proposal is None)
        again = await program.next_ask(1)
        assert again.id != request.id
        assert again.view.legal == request.view.legal


async def test_programs_vote_as_the_persons_decide(tmp_path):
    async with serving(tmp_path) as server:
        token = new_token()
        rules = {**RULES, "bid_disclosure": "hidden"}
        table = await server.create(["you", "open", "open", "open"], token, rules=rules)
        host, guest = await Browser.open(server.url, table, token), await Browser.open(server.url, table)
        await guest.ask(Sit(new_id(), 1, "Guest", new_token()))
        await seated(server, table, "Robin", "Wren")
        await guest.ask(Ready(new_id(), True))
        await host.until(lambda: all(seat.ready for seat in host.news.seats[1:]))
        assert isinstance(await host.ask(Start(new_id())), Ack)
        for number, agree in ((1, False), (2, True)):
            await guest.ask(Propose(new_id(), ProposalKind.END))
            await host.until(lambda: host.news.proposal is not None)
            assert isinstance(await host.ask(Vote(new_id(), number, agree)), Ack), "it was still open"
            await guest.until(lambda: guest.news.proposal is None)
            await host.until(lambda: host.news.proposal is None)
            assert (host.view.phase is Phase.ABORTED) == agree


async def test_a_program_never_keeps_the_part_of_the_host(tmp_path):
    async with serving(tmp_path) as server:
        token = new_token()
        host = await Browser.open(
            server.url, table := await server.create(["you", "open", "open"], token), token
        )
        await Program.open(server.url, table)
        await host.until(lambda: host.news.seats[1].ready)
        for _ in range(3):
            assert isinstance(await host.ask(HandOver(new_id(), 1)), Ack)
            await host.until(lambda: host.news.host == 0)


async def test_after_a_pause_the_same_is_asked_again(tmp_path):
    async with serving(tmp_path) as server:
        token = new_token()
        table = await server.create(
            ["you", "open", "open"], token, rules={**RULES, "bid_disclosure": "hidden"}
        )
        host = await Browser.open(server.url, table, token)
        program, _other = await seated(server, table, "Robin", "Wren")
        await host.ask(Start(new_id()))
        request = await program.next_ask(0)
        await host.ask(Pause(new_id(), True))
        stale = await program.refusal(f'{{"type":"action","id":"x{request.id}","index":60}}')
        assert (stale.reason, stale.detail) == (RefusalCode.STALE, "nothing is asked now")
        assert len(program.of(Ask)) == 1
        await host.ask(Pause(new_id(), False))
        again = await program.next_ask(1)
        assert (again.id, again.view) == (request.id, request.view)
        await program.answer(again, 60)
        await host.until(lambda: host.view.has_bid[1])


async def test_answers_may_come_as_fast_as_they_are_asked_for_and_nothing_else(tmp_path):
    async with serving(tmp_path, limits=Limits(rate=0.01, burst=3, flood=2)) as server:
        token = new_token()
        table = await server.create(["you", "open", "bot"], token, rules=RULES)
        players = [await Program.open(server.url, table, token=token), await Program.open(server.url, table)]
        await asyncio.gather(*(each.play(random.Random(1)) for each in players))
        assert all(each.of(GameOver) and not each.refused for each in players)
        babbling = await Program.open(server.url, await server.create(["you", "open", "bot"], new_token()))
        for _ in range(6):
            await babbling.send_text('{"type":"action","id":"1","index":60}')
        await babbling.until(lambda: babbling.close_code)
        assert [told.reason.value for told in babbling.refused] == ["stale"] * 2 + ["too_fast"] * 2


async def test_who_is_sent_away_before_the_game_hears_it(tmp_path):
    async with serving(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "open", "bot"], token)
        host = await Browser.open(server.url, table, token)
        program = await Program.open(server.url, table)
        await host.ask(StandUp(new_id(), 1))
        await program.until(lambda: program.close_code)
        assert "seat" in program.bye.reason


async def test_a_program_plays_the_rematch(tmp_path):
    async with serving(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "open", "bot"], token, rules={**RULES, "hand_sizes": [1]})
        host = await Browser.open(server.url, table, token)
        program = await Program.open(server.url, table)
        await host.ask(Start(new_id()))
        await asyncio.gather(host.play(chooser(2), over), program.play(random.Random(1)))
        assert isinstance(await host.ask(Rematch(new_id())), Ack)
        await program.until(lambda: program.close_code)
        assert program.bye.table == host.news.next_table
        again = await Program.open(server.url, str(program.bye.table), token=program.welcome.token)
        assert again.welcome.name == "Robin (bot)"


async def test_the_end_of_the_server_is_told(tmp_path):
    async with serving(tmp_path) as server:
        table = await server.create(["you", "open", "bot"], new_token())
        program = await Program.open(server.url, table)
    await program.until(lambda: program.close_code)
    assert program.close_code == CloseCode.GOING_AWAY
