"""`rufen bot`: one program, by its pipes, at a table of a server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.server.bot_harness import serving
from tests.server.harness import Browser, chooser, new_id, new_token, over

from rufen.cli.bot import table_of
from rufen.cli.main import main
from rufen.protocol.messages import Ack, Presence, Rematch, Start

ROOT = Path(__file__).resolve().parents[2]
COUNTING = f'"{sys.executable}" "{ROOT / "examples" / "counting_bot.py"}"'
RULES = {"round_mode": "schedule", "hand_sizes": [2, 1]}

FORGETFUL = """
import json, sys
done = 0
print('{"type":"hello","protocol":"rufen-bot/1","name":"Forgetful"}', flush=True)
for line in sys.stdin:
    if '"type":"act"' in line:
        ask = json.loads(line)
        if done == 1:
            sys.stderr.write("I have forgotten everything\\n")
            sys.exit(3)
        done += 1
        print(json.dumps({"type": "action", "id": ask["id"], "index": ask["indices"][0]}), flush=True)
"""


@contextlib.asynccontextmanager
async def bot(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "rufen", "bot", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def test_a_program_that_knows_only_its_pipes_plays_at_a_table_and_in_the_rematch(tmp_path):
    async with serving(tmp_path) as server:
        token = new_token()
        table = await server.create(["you", "open", "bot"], token, rules=RULES)
        host = await Browser.open(server.url, table, token)
        async with bot("--table", f"{server.url}/j/{host.news.code}", "--bot", COUNTING) as process:
            await host.until(lambda: host.news.seats[1].ready)
            assert host.news.seats[1].name == "Counting (bot)"
            assert isinstance(await host.ask(Start(new_id())), Ack)
            await host.play(chooser(1), over)
            assert isinstance(await host.ask(Rematch(new_id())), Ack)
            again = await Browser.open(server.url, str(host.news.next_table), token)
            await host.close()
            await again.play(chooser(2), over)
            await again.close()
            out, err = await process.communicate()
            assert (process.returncode, err) == (0, b"")
            lines = out.decode().splitlines()
            assert re.fullmatch(rf"Counting \(bot\) sits at table {table} of {server.url}", lines[0])
            assert lines[-1] == "the game is over"


async def test_the_connection_breaks_and_the_program_ends_in_the_middle(tmp_path):
    """The same seat comes back, and the program is started again, with nothing lost."""
    script = tmp_path / "forgetful.py"
    script.write_text(FORGETFUL)
    async with serving(tmp_path / "data") as server:
        token = new_token()
        table = await server.create(["you", "open", "bot"], token, rules=RULES)
        host = await Browser.open(server.url, table, token)
        command = f'"{sys.executable}" "{script}"'
        async with bot(
            "--table", table, "--server", server.url, "--bot", command, "--name", "Bot 7"
        ) as process:
            await host.until(lambda: host.news.seats[1].ready)
            for connection in list(server.service.programs._open):
                connection.close(1001, "a broken line")
            await host.until(lambda: host.news.seats[1].presence is Presence.RECONNECTING)
            await host.until(lambda: host.news.seats[1].presence is Presence.HERE)
            assert host.news.seats[1].name == "Bot 7"
            await host.ask(Start(new_id()))
            # An action a life: it ends at the second request, is started again, and asked again.
            await host.play(chooser(1), over)
            await host.close()
            out, err = await process.communicate()
        text = out.decode()
        assert (process.returncode, err) == (0, b"")
        assert "the connection is lost; connecting again" in text
        ended = "ended with exit status 3; last on its standard error: I have forgotten everything"
        assert text.count(ended) == 4
        log = await server.service.store.read(table)
        assert "stand_in" not in {envelope.origin for envelope in log}


async def test_a_program_that_ends_again_and_again_is_given_up(tmp_path):
    script = tmp_path / "forgetful.py"
    script.write_text(FORGETFUL.replace("done == 1", "done == 0"))
    async with serving(tmp_path / "data") as server:
        token = new_token()
        rules = {**RULES, "bid_disclosure": "hidden"}
        table = await server.create(["you", "open", "bot"], token, rules=rules)
        host = await Browser.open(server.url, table, token)
        command = f'"{sys.executable}" "{script}"'
        async with bot("--table", table, "--server", server.url, "--bot", command) as process:
            await host.until(lambda: host.news.seats[1].ready)
            await host.ask(Start(new_id()))
            _out, err = await process.communicate()
        assert process.returncode == 1
        given_up = r"rufen bot: given up after 5 times: .* ended with exit status 3; .*\n"
        assert re.fullmatch(given_up, err.decode())


async def test_ctrl_c_ends_the_program_too(tmp_path):
    mark = tmp_path / "pid"
    script = tmp_path / "sleeper.py"
    script.write_text(
        "import os, pathlib, time\n"
        f"pathlib.Path({str(mark)!r}).write_text(str(os.getpid()))\n"
        'print(\'{"type":"hello","protocol":"rufen-bot/1","name":"Sleeper"}\', flush=True)\n'
        "time.sleep(600)\n"
    )
    async with serving(tmp_path / "data") as server:
        token = new_token()
        table = await server.create(["you", "open", "bot"], token)
        host = await Browser.open(server.url, table, token)
        async with bot(
            "--table", table, "--server", server.url, "--bot", f'"{sys.executable}" {script}'
        ) as process:
            await host.until(lambda: host.news.seats[1].ready)
            process.send_signal(signal.SIGTERM)
            _out, err = await process.communicate()
            assert (process.returncode, err) == (130, b"")
        with pytest.raises(ProcessLookupError):
            os.kill(int(mark.read_text()), 0)


async def test_a_table_that_is_not_there_is_said_in_one_line(tmp_path):
    async with serving(tmp_path) as server:
        async with bot("--server", server.url, "--table", "lumori47", "--bot", COUNTING) as process:
            out, err = await process.communicate()
        assert (process.returncode, out) == (2, b"")
        said = f"rufen bot: {server.url} says: there is no table with this code or id\n"
        assert err.decode() == said


@pytest.mark.parametrize(
    ("command", "server", "wrong"),
    [
        ("no-such-program-here", "http://127.0.0.1:9", "cannot be started: No such file or directory"),
        ('"not closed', "http://127.0.0.1:9", "cannot be started: No closing quotation"),
        (
            f'"{sys.executable}" -Sc "print(1)"',
            "http://127.0.0.1:9",
            "its first line is no hello, but '1': malformed: ",
        ),
        (COUNTING, "http://127.0.0.1:9", "cannot reach http://127.0.0.1:9: Connection refused"),
    ],
)
def test_what_cannot_begin_says_why_in_one_line(command, server, wrong, capsys):
    before = signal.getsignal(signal.SIGTERM)
    assert main(["bot", "--server", server, "--table", "lumori47", "--bot", command]) == 2
    said = capsys.readouterr().err
    assert wrong in said
    assert said.count("\n") == 1
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ([], "the following arguments are required: --table, --bot"),
        (
            ["--table", "https://play.example/new", "--bot", "x"],
            "no link to a table: expected …/t/ID or …/j/CODE",
        ),
        (["--table", " ", "--bot", "x"], "its code, its id, or a link to it"),
        (
            ["--table", "lumori47", "--bot", "x", "--server", "play.example"],
            "is no server: http:// or https://",
        ),
        (["--table", "lumori47", "--bot", "x", "--server", "http://[x"], "is no address"),
        (["--table", "lumori47", "--bot", "x", "--seat", "6"], "'6' is no seat: 0 … 5"),
        (["--table", "lumori47", "--bot", "x", "--token", "short"], "20 to 64 characters"),
        (
            ["--table", "https://a.example/t/abcdef", "--bot", "x", "--server", "https://b.example"],
            "the table is at https://a.example, not at https://b.example",
        ),
    ],
)
def test_wrong_arguments_say_what_is_expected(arguments, wrong, capsys):
    with pytest.raises(SystemExit) as end:
        main(["bot", *arguments])
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert wrong in said
    assert said.count("\n") == 1


def test_a_table_is_named_by_code_id_or_link():
    assert table_of(" LUMO ri47 ") == (None, "LUMO ri47")
    assert table_of("https://play.example/j/lumori47") == ("https://play.example", "lumori47")
    assert table_of("http://192.168.1.20:8000/t/k7m2p9wq4xt3nz/") == (
        "http://192.168.1.20:8000",
        "k7m2p9wq4xt3nz",
    )
