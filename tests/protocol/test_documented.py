"""docs/protocol.md: every sample parses, every message and event has one, every reason is explained."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from rufen.core.actions import Action, IllegalReason
from rufen.core.events import AUDIENCE, Audience, Event
from rufen.protocol import bodies, live, messages
from rufen.protocol.live import LiveClientMessage, LiveReason, LiveServerMessage
from rufen.protocol.messages import (
    GENEROUS_S,
    MAX_MESSAGE_BYTES,
    MAX_TIMER_S,
    MIN_TIMER_S,
    PROTOCOL_VERSION,
    Act,
    ClientMessage,
    CloseCode,
    RefusalCode,
    ServerMessage,
)
from rufen.server.afterwards import MAX_MINE
from rufen.server.settings import Limits
from rufen.table.ballot import VOTE_S
from rufen.table.presence import RECONNECT_S
from rufen.table.table import KEPT_IDS, READY_WAIT_S, RECENT_EVENTS, VOTER_GONE_S
from rufen.table.talk import SAY_BURST, SAY_RATE

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```json (\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
SAMPLES = [(name, line) for name, block in BLOCKS for line in block.splitlines()]


UNIONS: dict[str, Any] = {
    "ClientMessage": ClientMessage,
    "ServerMessage": ServerMessage,
    "Event": Event,
    "LiveClientMessage": LiveClientMessage,
    "LiveServerMessage": LiveServerMessage,
}


def kind_of(name: str) -> Any:
    return UNIONS.get(name) or getattr(bodies, name)


@pytest.mark.parametrize(("name", "line"), SAMPLES, ids=lambda value: str(value)[:40])
def test_every_sample_is_what_it_says_and_can_be_written_again(name, line):
    kind = kind_of(name)
    message = msgspec.json.decode(line, type=kind)
    written = msgspec.json.encode(message)
    assert msgspec.json.decode(written, type=kind) == message
    assert filled(msgspec.json.decode(written)) == filled(msgspec.json.decode(line))


def filled(value: Any) -> Any:
    """Without what is null or empty, which a sample may leave out."""
    if isinstance(value, dict):
        return {name: filled(one) for name, one in value.items() if one not in (None, [], {})}
    return [filled(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", [name for name in UNIONS if name != "Event"])
def test_every_message_has_a_sample(name):
    kinds = {type(msgspec.json.decode(line, type=kind_of(name))) for block, line in SAMPLES if block == name}
    assert kinds == set(get_args(kind_of(name)))


def test_every_event_that_leaves_the_server_has_a_sample():
    kinds = {type(msgspec.json.decode(line, type=Event)) for name, line in SAMPLES if name == "Event"}
    assert kinds == {kind for kind, audience in AUDIENCE.items() if audience is not Audience.SERVER}


def test_every_action_has_a_sample():
    acts = [
        msgspec.json.decode(line, type=ClientMessage) for name, line in SAMPLES if name == "ClientMessage"
    ]
    assert {type(act.action) for act in acts if isinstance(act, Act)} == set(get_args(Action))


def test_every_body_has_a_sample():
    parts = {"SeatPlan", "SettingInfo", "PresetInfo", "BidRate", "PlayerStatistics", "ReplayStep"}
    # a replay is views and events, which have samples, and a whole one would be long
    assert set(bodies.__all__) - parts - {"Replay"} == {name for name, _ in BLOCKS} - UNIONS.keys()


def test_every_reason_and_close_code_is_explained():
    tables, live_sheets = TEXT.split("\n## Live sheets\n")
    for reason in (*RefusalCode, *IllegalReason):
        assert f"| `{reason.value}` |" in tables
    for live_reason in LiveReason:
        assert f"| `{live_reason.value}` |" in live_sheets
    for name, code in vars(CloseCode).items():
        if name.isupper():
            assert f"| {code} |" in TEXT


def test_the_numbers_on_the_page_are_the_ones_in_force():
    limits = Limits()
    for text in (
        f"protocol version {PROTOCOL_VERSION}",
        f"within {limits.hello_s:g} s",
        f"longer than {MAX_MESSAGE_BYTES} bytes",
        f"when there are {RECENT_EVENTS} or fewer",
        f"or {READY_WAIT_S:g} seconds after the first",
        f"`reconnecting` for {RECONNECT_S:g} seconds",
        f"One proposal at a time, for {VOTE_S:g} seconds",
        f"or were less than {VOTER_GONE_S:g} seconds ago",
        f"the last {KEPT_IDS} of them",
        f"may say {SAY_BURST:g} things at once and {SAY_RATE:g} a second",
        f"The last {messages.MAX_TALK} are in memory",
        f"a line has 1 to {messages.MAX_SAY} characters",
        f"list of `TableInfo`, {MAX_MINE} at most",
        f"`value` 0 (off), {MIN_TIMER_S} to {MAX_TIMER_S}, or {GENEROUS_S} seconds",
        "`value` " + ", ".join(str(grace) for grace in messages.GRACES if grace) + " seconds, or 0",
        "Phrases: " + ", ".join(f"`{word}`" for word in messages.PHRASES),
        "reactions: " + ", ".join(f"`{word}`" for word in messages.REACTIONS),
        f"at least every {limits.beat_s:g} seconds",
        f"after {limits.silent_s:g} seconds of silence",
        f"send {limits.rate:g} messages a second for long, {limits.burst:g} at once",
        f"more than {limits.queue} messages were waiting",
        f"A frame beyond {limits.frame_bytes // 1024} KiB",
        f"Bodies are JSON of {limits.body_bytes // 1024} KiB",
        f"the first message: version {live.LIVE_VERSION}",
        f"bytes, or {live.MAX_DOCUMENT_MESSAGE_BYTES:,} from the owner",
        f"{limits.live_sheets} sheets are shown already",
        f"or {limits.live_followers} phones follow this one",
        f"forgotten {limits.live_idle_s / 3600:g} hours after",
        f"At most {limits.live_queue} messages wait",
    ):
        assert text in " ".join(TEXT.split()), text
    assert (limits.flood, limits.repeat_s) == (100, 5.0), "a hundred, five seconds"
