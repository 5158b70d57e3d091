"""Thousands of messages that nobody should send: each is answered, nothing changes, the game goes on."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from tests.server.harness import Browser, first, new_id, new_token, over, running

from rufen.core.cards import DECK
from rufen.protocol.messages import MAX_MESSAGE_BYTES, Ack, RefusalCode, Sit, Start

MESSAGES = 4000
TYPES = ["hello", "act", "next_round", "sit", "stand_up", "start", "resync", "ping", "chat", "", 5, None]
ODD: list[object] = [
    None,
    True,
    -1,
    0,
    1,
    2**31,
    2**63,
    10**30,
    1.5,
    "",
    "x",
    "\u202e",
    "\x00",
    [],
    {},
    [[]],
    "B1",
    "G14",
]


def random_value(chance: random.Random, depth: int = 0) -> object:
    if depth < 3 and chance.random() < 0.2:
        return {chance.choice(["type", "id", "x"]): random_value(chance, depth + 1)}
    if depth < 3 and chance.random() < 0.1:
        return [random_value(chance, depth + 1) for _ in range(chance.randrange(4))]
    return chance.choice(ODD)


def illegal_action(chance: random.Random) -> dict[str, object]:
    return chance.choice(
        [
            {"type": "place_bid", "bid": chance.choice([0, 1, 2, 20, 21, -5, 10**30])},
            {"type": "play_card", "card": str(chance.choice(DECK))},
            {"type": "choose_trump", "suit": chance.choice("BGRY")},
        ]
    )


def well_formed(chance: random.Random, seq: int) -> dict[str, object]:
    """A message of the protocol that may not be done by somebody whose turn it is not."""
    the_id = f"fuzz-{chance.getrandbits(40)}"
    return chance.choice(
        [
            {
                "type": "act",
                "id": the_id,
                "seq": chance.randrange(-2, seq + 3),
                "action": illegal_action(chance),
            },
            {"type": "next_round", "id": the_id, "round": chance.choice([-1, 0, 1, 2, 99])},
            {"type": "sit", "id": the_id, "seat": chance.randrange(6), "name": "Eve", "token": "e" * 24},
            {"type": "sit", "id": the_id, "seat": chance.randrange(6), "name": "Eve", "level": "random"},
            {"type": "stand_up", "id": the_id, "seat": chance.randrange(6)},
            {"type": "start", "id": the_id},
            {"type": "hello", "v": 2, "table": "abcdefgh"},
        ]
    )


def fuzzed(chance: random.Random, seq: int) -> str | bytes:
    kind = chance.randrange(9)
    message = well_formed(chance, seq)
    text = json.dumps(message)
    if kind == 0:
        return text
    if kind == 1:
        message[chance.choice([*message, "extra"])] = random_value(chance)
        return json.dumps(message)
    if kind == 2:
        del message[chance.choice(list(message))]
        return json.dumps(message)
    if kind == 3:
        cut = chance.randrange(len(text))
        return text[:cut] + chance.choice(["", "{", "\u0000", '"', "\\ud800", "é"]) + text[cut + 1 :]
    if kind == 4:
        return chance.randbytes(chance.randrange(60))
    if kind == 5:
        return text.encode()
    if kind == 6:
        size = chance.choice([MAX_MESSAGE_BYTES + 1, 3 * MAX_MESSAGE_BYTES])
        return chance.choice([text + " " * size, '{"a":"' + "é" * size, "[" * size])
    if kind == 7:
        return chance.choice(["[" * 4000, '{"type":' * 500, "null", "[]", "1e999", "", " ", '"act"', "NaN"])
    return json.dumps(
        {"type": chance.choice(TYPES), "id": random_value(chance)} | {"v": random_value(chance)}
    )


@pytest.mark.parametrize("who", ["seat out of turn", "spectator", "before hello"])
async def test_thousands_of_wrong_messages_change_nothing(tmp_path, who):
    async with running(tmp_path) as server:
        mine, theirs = new_token(), new_token()
        table = await server.create(["you", "open", "bot"], mine, first_dealer=2, preset="quick")
        me = await Browser.open(server.url, table, mine)
        them = await Browser.open(server.url, table)
        assert isinstance(await them.ask(Sit(new_id(), 1, "Mallory", theirs)), Ack)
        assert isinstance(await me.ask(Start(new_id())), Ack)
        await me.until(lambda: me.view.legal)
        room = await server.room(table)
        state, log = room.table.state, await server.service.store.read(table)
        news = me.news
        chance = random.Random(who)
        if who == "spectator":
            fuzzer = await Browser.open(server.url, table)
        elif who == "before hello":
            fuzzer = await Browser.raw_socket(server.url)
        else:
            fuzzer = them
        sent, answered = 0, acks(fuzzer)
        for _ in range(MESSAGES // 100):
            before = len(fuzzer.refused)
            batch = [fuzzed(chance, state.seq) for _ in range(100)]
            if who == "before hello":
                batch = [text for text in batch if not greets(text)]
            for text in batch:
                await fuzzer.send_text(text)
            wanted = before + len(batch)
            await fuzzer.until(lambda n=wanted: len(fuzzer.refused) >= n or fuzzer.close_code)
            assert fuzzer.close_code is None
            assert len(fuzzer.refused) == wanted, "each is refused, once"
            assert room.table.state is state
            sent += len(batch)
        assert sent >= MESSAGES // 2
        reasons = {refused.reason for refused in fuzzer.refused}
        assert {RefusalCode.MALFORMED, RefusalCode.TOO_LARGE} <= reasons
        if who == "before hello":
            assert RefusalCode.HELLO_EXPECTED in reasons
        else:
            assert RefusalCode.ILLEGAL in reasons
        assert await server.service.store.read(table) == log
        if who == "seat out of turn":
            assert me.news == news
            assert acks(fuzzer) == answered
        else:
            await fuzzer.close()
        await me.until(lambda: me.news.spectators == 0)
        assert me.view.seq == state.seq
        await play_on(me, them)


def acks(tab: Browser) -> int:
    return sum(isinstance(message, Ack) for message in tab.messages)


async def play_on(*tabs: Browser) -> None:
    await asyncio.gather(*(tab.play(first, over) for tab in tabs))


def greets(text: str | bytes) -> bool:
    """Whether this would be a hello, which closes the socket when it is refused."""
    return isinstance(text, str) and '"hello"' in text


async def test_hellos_of_every_kind_never_break_the_server(tmp_path):
    chance = random.Random(5)
    async with running(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token)
        for _ in range(60):
            hello = {"type": "hello", "v": 2, "table": table, "token": token, "seq": 3}
            for name in chance.sample(sorted(hello), chance.randrange(1, 3)):
                hello[name] = random_value(chance)
            tab = await Browser.raw_socket(server.url)
            await tab.send_text(json.dumps(hello))
            await tab.until(lambda t=tab: t.messages or t.close_code)
            assert tab.messages, hello
            await tab.close()
        tab = await Browser.open(server.url, table, token)
        await tab.until(lambda: tab.view.round_number == 1)


async def test_a_frame_beyond_all_measure_closes_only_its_socket(tmp_path):
    async with running(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, preset="quick")
        tab = await Browser.open(server.url, table, token)
        rude = await Browser.open(server.url, table)
        await rude.send_text("x" * 200_000)
        await rude.until(lambda: rude.close_code)
        assert rude.close_code == 1009
        await tab.play(first, over)


async def test_wrong_utf8_closes_only_its_socket(tmp_path):
    async with running(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "bot", "bot"], token, preset="quick")
        tab = await Browser.open(server.url, table, token)
        rude = await Browser.open(server.url, table)
        await rude.socket.send(b"\xff\xfe", text=True)
        await rude.until(lambda: rude.close_code)
        await tab.play(first, over)
