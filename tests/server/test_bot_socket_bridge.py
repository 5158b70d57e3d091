"""`rufen bot` and a server that sends what a server should not: one line, and the status (docs/bots.md)."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from websockets.sync.server import ServerConnection, serve

from rufen.cli import bridge
from rufen.cli.bridge import Bridge, CannotGoOn
from rufen.cli.main import main
from rufen.cli.terminal import ended_once
from rufen.protocol.bot import BOT_PROTOCOL, BotHello

ROGUE = Path(__file__).parents[1] / "arena" / "rogue.py"
Session = Callable[[ServerConnection], None]


def command(how: str) -> str:
    return f'"{sys.executable}" -S "{ROGUE}" {how}'


@contextlib.contextmanager
def server(*sessions: Session) -> Iterator[str]:
    """A server that does with each connection what is given for it, after the hello."""
    left = list(sessions)

    def handle(socket: ServerConnection) -> None:
        socket.recv()
        left.pop(0)(socket)

    with serve(handle, "127.0.0.1", 0) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.socket.getsockname()[1]}"
        finally:
            running.shutdown()
            thread.join()
    assert not left, "it has connected as often as it should"


def say(socket: ServerConnection, kind: str, **fields: object) -> None:
    socket.send(json.dumps({"type": kind, **fields}))


def welcome(socket: ServerConnection, name: str = "Rogue (bot)") -> None:
    say(socket, "welcome", protocol=BOT_PROTOCOL, table="abcdef", name=name, token="t" * 22)


def act(socket: ServerConnection, number: str, deadline_ms: int = 60_000) -> None:
    say(socket, "act", id=number, deadline_ms=deadline_ms, indices=[60, 61])


def over(socket: ServerConnection, reason: str = "the game is over") -> None:
    say(socket, "bye", reason=reason)
    socket.close(1000)


def done(socket: ServerConnection) -> None:
    welcome(socket)
    over(socket)


def told(url: str, how: str) -> list[str]:
    """Play there with a program that plays like this: the lines that were said."""
    lines: list[str] = []
    with contextlib.closing(
        Bridge(command(how), url, BotHello(BOT_PROTOCOL, "", "abcdef"), lines.append)
    ) as it:
        it.run()
    return lines


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch):
    monkeypatch.setattr(bridge, "PAUSES_S", (0.0,))


def test_a_program_that_answers_twice_is_not_out_of_step():
    answers = []

    def session(socket: ServerConnection) -> None:
        welcome(socket)
        for number in ("5-1", "8-1", "9-1"):
            act(socket, number, 2**53)
            answers.append(json.loads(socket.recv())["id"])
        over(socket)

    with server(session) as url:
        told(url, "twice")
    assert answers == ["5-1", "8-1", "9-1"]


def test_silence_costs_the_program_one_life():
    def session(socket: ServerConnection) -> None:
        welcome(socket)
        act(socket, "5-1", 20)
        say(socket, "bye", reason="no answer within 30 s")
        socket.close(4001)

    with server(session, done) as url:
        lines = told(url, "silent")
    assert [line for line in lines if "starting it again" in line] == [
        f"{command('silent')}: gave no answer in time; starting it again"
    ]


@pytest.mark.parametrize(
    "sent",
    [
        "hello there",
        b"\xff\xfe\x00",
        "[1,2]",
        "[" * 5000,
        '{"type":"act","id":"1","deadline_ms":1' + "0" * 400 + "}",
    ],
)
def test_what_is_no_message_ends_it_in_one_line(sent):
    with server(lambda socket: socket.send(sent)) as url, pytest.raises(CannotGoOn) as end:
        told(url, "good")
    assert (str(end.value), end.value.status) == (
        f"{url} does not speak rufen-bot/1; is it a Rufen server?",
        2,
    )


@pytest.mark.parametrize("reason", ["too_fast", "server_full"])
def test_who_is_let_in_later_comes_again(reason):
    def session(socket: ServerConnection) -> None:
        say(socket, "refused", id=None, reason=reason, detail="again in 5 s")
        socket.close(4002)

    with server(session, session, done) as url:
        lines = told(url, "good")
    assert lines[0] == f"{url} says: again in 5 s; waiting"
    assert len(lines) == 3


def test_a_server_that_lets_nobody_in_is_given_up(monkeypatch):
    monkeypatch.setattr(bridge, "PATIENCE_S", 0.0)
    with server(ServerConnection.close, ServerConnection.close) as url, pytest.raises(CannotGoOn) as end:
        told(url, "good")
    assert str(end.value).startswith("given up after 0 s: the connection is lost")


def test_nothing_from_the_server_moves_the_cursor(capsys):
    def session(socket: ServerConnection) -> None:
        welcome(socket, "evil\x1b]0;owned\x07\n")
        over(socket, "\x1b[2Jgone")

    with server(session) as url:
        assert main(["bot", "--server", url, "--table", "abcdef", "--bot", command("good")]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines == [f"evil\ufffd]0;owned\ufffd\ufffd sits at table abcdef of {url}", "\ufffd[2Jgone", ""]


def test_standard_output_may_know_few_letters(monkeypatch):
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))

    def session(socket: ServerConnection) -> None:
        welcome(socket, "Zo\xeb")
        over(socket)

    with server(session) as url:
        assert main(["bot", "--server", url, "--table", "abcdef", "--bot", command("good")]) == 0
    assert written.getvalue().startswith(b"Zo\\xeb sits at table abcdef")


def test_nobody_has_to_read_standard_output(monkeypatch):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed, server(done) as url:
        monkeypatch.setattr(sys, "stdout", closed)
        assert main(["bot", "--server", url, "--table", "abcdef", "--bot", command("good")]) == 0


@pytest.mark.parametrize("host", ["http://.example", f"http://{'a' * 64}.example"])
def test_an_address_that_can_be_none_is_said(host, capsys):
    with pytest.raises(SystemExit) as end:
        main(["bot", "--server", host, "--table", "abcdef", "--bot", "x"])
    assert end.value.code == 2
    assert "is no address" in capsys.readouterr().err


def test_who_is_told_to_end_hears_it_once(request):
    # under nohup it would be ignored, and stay so
    request.addfinalizer(partial(signal.signal, signal.SIGHUP, signal.signal(signal.SIGHUP, signal.SIG_DFL)))
    before = signal.getsignal(signal.SIGTERM)
    reached = False
    with ended_once():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGHUP)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.raise_signal(number)
        reached = True
    assert reached
    assert signal.getsignal(signal.SIGTERM) is before
