"""docs/bots.md: every sample is real, every message has one, the session is what the example says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from rufen.arena.outside import ANSWER_S, START_S
from rufen.cli.bridge import MOST_TROUBLE
from rufen.core.actions import ACTIONS
from rufen.core.notation import parse_position
from rufen.protocol.bot import (
    BOT_PROTOCOL,
    MAX_ANSWER_BYTES,
    Ask,
    BotAction,
    BotAnswer,
    BotMessage,
    WrongAnswer,
    action_of,
    ask,
    encode,
    hello_of,
    read_answer,
)
from rufen.protocol.messages import CloseCode
from rufen.server.bot_silence import MORE_S
from rufen.server.settings import Limits

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```json (\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
SAMPLES = [(name, line) for name, block in BLOCKS for line in block.splitlines()]
SESSION = re.findall(r"^([<>]) (.*)$", TEXT.partition("```session\n")[2].partition("```")[0], re.MULTILINE)
KINDS: dict[str, Any] = {"BotAnswer": BotAnswer, "BotMessage": BotMessage}
ASKS = [json.loads(line) for way, line in SESSION if way == ">" and '"type":"act"' in line]


@pytest.mark.parametrize(("name", "line"), SAMPLES, ids=lambda value: str(value)[:40])
def test_every_sample_is_what_it_says_and_is_written_like_that(name, line):
    message = msgspec.json.decode(line, type=KINDS[name])
    assert encode(message).decode() == line
    if name == "BotAnswer":
        assert read_answer(line) == message


@pytest.mark.parametrize("name", KINDS)
def test_every_message_has_a_sample_and_is_explained(name):
    kinds = {type(msgspec.json.decode(line, type=KINDS[name])) for block, line in SAMPLES if block == name}
    assert kinds == set(get_args(KINDS[name]))
    for kind in kinds:
        assert f"| `{kind.__struct_config__.tag}` |" in TEXT


def test_the_requests_of_the_session_are_those_of_its_positions():
    assert len(ASKS) == 3
    for number, request in enumerate(ASKS, 1):
        view = parse_position(request["position"])
        assert encode(ask(str(number), view, 10.0)) == encode(msgspec.convert(request, Ask))
        assert [ACTIONS[index] for index in request["indices"]] == list(view.legal)


def test_the_example_says_in_the_session_what_the_page_says():
    heard = "".join(f"{line}\n" for way, line in SESSION if way == ">")
    command = [sys.executable, "-I", "-S", str(ROOT / "examples" / "counting_bot.py")]
    done = subprocess.run(command, input=heard, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines() == [line for way, line in SESSION if way == "<"]


def test_the_player_on_the_page_answers_the_session():
    code = TEXT.partition("```python\n")[2].partition("```")[0]
    heard = "".join(f"{line}\n" for way, line in SESSION if way == ">")
    command = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(command, input=heard, capture_output=True, text=True, check=True, timeout=60)
    hello, *answers = [read_answer(line) for line in done.stdout.splitlines()]
    assert hello_of(hello).name == "First"
    for answer, request in zip(answers, ASKS, strict=True):
        view = msgspec.convert(request, Ask).view
        assert action_of(answer, request["id"], view) == view.legal[0]


def test_the_parts_for_programs_of_ones_own_do_what_the_page_says(monkeypatch, capsys):
    code = TEXT.partition("The parts are also there")[2].partition("```python\n")[2].partition("```")[0]
    monkeypatch.chdir(ROOT)
    exec(compile(code.replace("python3 ", f"'{sys.executable}' "), "bots.md", "exec"), {})
    assert capsys.readouterr().out == "Counting\n"


def test_the_numbers_on_the_page_are_the_ones_in_force():
    limits, words = Limits(), " ".join(TEXT.split())
    for text in (
        f"`protocol` is `{BOT_PROTOCOL}`",
        f"more than {MAX_ANSWER_BYTES} bytes",
        f"must come within {START_S:g} seconds",
        f"one deadline**, {ANSWER_S:g} seconds",
        f"open for {limits.bot_s:g} seconds",
        f"no action for {limits.bot_s:g} seconds",
        f"hello comes within {limits.hello_s:g} seconds",
        f"and {MORE_S:g} seconds more",
        f"close code {CloseCode.REFUSED} or {CloseCode.SILENT}",
    ):
        assert text in words, text
    assert MOST_TROUBLE == 5, "five times in all"


VIEW = msgspec.convert(ASKS[1], Ask).view


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (BotAction("2", index=0), "card_not_in_hand: allowed: B11, Y3"),
        (BotAction("2", index=60), "not_bidding: allowed: B11, Y3"),
        (BotAction("2", index=84), "not_choosing_trump: allowed: B11, Y3"),
        (BotAction("2"), "malformed: an answer has either action or index"),
        (BotAction("2", VIEW.legal[0], 10), "malformed: an answer has either action or index"),
        (BotAction("1", index=10), "stale: the request now open is '2'"),
    ],
)
def test_a_wrong_answer_is_told_why_and_what_is_allowed(answer, why):
    with pytest.raises(WrongAnswer, match=f"^{re.escape(why)}$") as wrong:
        action_of(answer, "2", VIEW)
    assert wrong.value.refused.id == answer.id


def test_a_card_that_does_not_follow_is_refused_with_the_suit():
    position = (
        "rufen-position/1 rules-version=1 seats=3 rules=round_mode:schedule,hand_sizes:2 seat=2 seq=15 "
        f"phase=playing round=1 dealer=0 commitment={'0' * 64} turn-up=B8 trump=B hand=B2.Y3 "
        "bids=0.1.0 trick=B11"
    )
    with pytest.raises(WrongAnswer) as wrong:
        action_of(BotAction("2", index=41), "2", parse_position(position))
    assert encode(wrong.value.refused).decode() == (
        '{"type":"refused","id":"2","reason":"illegal","illegal":"must_follow_suit","suit":"B",'
        '"detail":"allowed: B2"}'
    )


@pytest.mark.parametrize(
    ("line", "message_id", "why"),
    [
        (b"", None, "malformed"),
        (b"\xff\xfe", None, "malformed"),
        (b"[" * 4000, None, "malformed"),
        (b'{"type":"action","id":"5","index":-1}', "5", "malformed: Expected `int` >= 0"),
        (b'{"type":"action","id":"5","index":0,"x":1}', "5", "malformed: Object contains unknown field `x`"),
        (b'{"type":"action","id":5,"index":0}', None, "malformed: Expected `str`, got `int`"),
        (b'{"type":"act","id":"5"}', "5", "malformed: Invalid value 'act'"),
        (b'{"type":"action","id":"","index":0}', None, "malformed"),
        (b" " * 4097, None, "too_large: at most 4096 bytes a message"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_line_that_is_no_message_says_where_it_is_wrong(line, message_id, why):
    with pytest.raises(WrongAnswer) as wrong:
        read_answer(line)
    assert str(wrong.value).startswith(why)
    assert wrong.value.refused.id == message_id


def test_another_version_is_refused():
    hello = read_answer('{"type":"hello","protocol":"rufen-bot/2","name":"Robin"}')
    with pytest.raises(WrongAnswer, match="rufen-bot/1 is spoken here, not 'rufen-bot/2'"):
        hello_of(hello)
    assert hello_of(replace(hello, protocol=BOT_PROTOCOL)).name == "Robin"
