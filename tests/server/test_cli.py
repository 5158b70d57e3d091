"""The `rufen` command: help that is good to read, one clear line when it cannot start, a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from tests.server.harness import Browser, new_token

import rufen
from rufen.cli.folders import default_data_folder
from rufen.cli.main import main
from rufen.protocol.messages import CloseCode, RefusalCode
from rufen.server.run import CannotStart, address_of, listen, network_address_of
from rufen.server.store.sqlite import SqliteStore


class Command:
    """A running `rufen`, with what it has printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.url = ""

    async def address(self) -> str:
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        line = (await self.process.stdout.readline()).decode()
        found = re.fullmatch(r"Rufen is at (http://\S+)\n", line)
        assert found, (line, (await self.process.stderr.read()).decode())
        self.url = found[1]
        return self.url

    async def end(self, sig: signal.Signals = signal.SIGTERM) -> tuple[int | None, str, str]:
        """Exit status, the rest of standard output, and standard error."""
        self.process.send_signal(sig)
        out, err = await self.process.communicate()
        return self.process.returncode, out.decode(), err.decode()


@contextlib.asynccontextmanager
async def command(*arguments: str, **environment: str) -> AsyncIterator[Command]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RUFEN_")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "rufen", *arguments),
        env=kept | environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield Command(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def fails(*arguments: str, **environment: str) -> str:
    """The one line of a command that cannot start."""
    async with command(*arguments, **environment) as run:
        out, err = await run.process.communicate()
        assert run.process.returncode == 2
        assert out == b""
        assert err.count(b"\n") == 1, err.decode()
        return err.decode()


@pytest.mark.parametrize("arguments", [["--help"], ["serve", "--help"]])
def test_help_names_every_option_and_its_variable(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 0
    text = capsys.readouterr().out
    for option in ("--host", "--port", "--data", "--browser", "--no-browser", "--log-level", "--log-format"):
        assert option in text
    for variable in (
        *("HOST", "PORT", "DATA", "BROWSER", "ORIGIN", "MAX_RATE", "LOG_LEVEL", "LOG_FORMAT"),
        *("PUBLIC_LIST", "TRUST_PROXY", "MAX_TABLES", "MAX_SOCKETS", "PER_ADDRESS"),
    ):
        assert f"RUFEN_{variable}" in text
    assert "examples:" in text
    assert max(len(line) for line in text.splitlines()) <= 100


def test_every_option_is_in_the_hosting_page(capsys):
    page = (Path(__file__).resolve().parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    options = set(re.findall(r"^  .*?(--[a-z-]+)", capsys.readouterr().out, re.MULTILINE)) - {"--help"}
    assert len(options) >= 8
    for name in options:
        assert f"`{name}`" in page, name
        assert f"`RUFEN_{name[2:].replace('-', '_').upper()}`" in page, name


def test_version(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"rufen {rufen.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--port", "70000"], "'70000' is no port: a whole number 0 … 65535"),
        (["serve", "--port", "x"], "'x' is no port"),
        (["serve", "--max-rate", "0"], "'0' is no rate"),
        (["serve", "--max-tables", "0"], "'0' is no number: a whole number, 1 or more"),
        (["serve", "--max-sockets", "many"], "'many' is no number"),
        (["serve", "--per-address", "0.5"], "'0.5' is no number of times: 1 or more"),
        (["serve", "--trust-proxy", "127.0.0.1,nginx"], "'nginx' is no address and no network"),
        (["--log-level", "loud"], "invalid choice: 'loud'"),
        (["dance"], "invalid choice: 'dance'"),
        (["--no-such-option"], "unrecognized arguments: --no-such-option"),
    ],
)
def test_wrong_arguments_say_what_is_allowed(arguments, says, capsys):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert says in capsys.readouterr().err


def test_where_data_is_kept_by_platform():
    home = Path("/home/anna")
    assert default_data_folder({}, "linux", home) == home / ".local/share/rufen"
    assert default_data_folder({"XDG_DATA_HOME": "/data"}, "linux", home) == Path("/data/rufen")
    assert default_data_folder({}, "darwin", home) == home / "Library/Application Support/Rufen"
    assert default_data_folder({"LOCALAPPDATA": "/local"}, "win32", home) == Path("/local/Rufen")


def test_the_next_free_port_is_taken_only_when_none_was_named():
    with listen("127.0.0.1", 0) as busy:
        port = busy.getsockname()[1]
        with pytest.raises(CannotStart, match=f"port {port} is in use on 127.0.0.1"):
            listen("127.0.0.1", port)
        with listen("127.0.0.1", port, tries=20) as other:
            assert port < other.getsockname()[1] < port + 20
    with pytest.raises(CannotStart, match="no address of this machine"):
        listen("no such host", 0)


def test_the_address_is_one_that_a_browser_here_can_open():
    with listen("127.0.0.1", 0) as sock:
        assert network_address_of(sock) is None
    with listen("0.0.0.0", 0) as sock:
        others = network_address_of(sock)
        assert others is None or re.fullmatch(rf"http://[0-9.]+:{sock.getsockname()[1]}", others)
        assert others is None or not others.startswith("http://127.")
        assert address_of(sock) == f"http://127.0.0.1:{sock.getsockname()[1]}"


async def test_a_named_busy_port_is_one_clear_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        line = await fails("serve", "--port", port, "--data", str(tmp_path))
        assert line.startswith(f"rufen: port {port} is in use on 127.0.0.1: ")
        again = await fails("serve", "--data", str(tmp_path), RUFEN_PORT=port)
        assert again == line


async def test_a_data_folder_that_is_a_file_is_one_clear_line(tmp_path):
    (tmp_path / "file").write_text("")
    line = await fails("serve", "--port", "0", "--data", str(tmp_path / "file"))
    assert line.startswith(f"rufen: cannot write to the data folder {tmp_path / 'file'}: ")


async def test_a_data_folder_in_use_is_one_clear_line(tmp_path):
    store = SqliteStore(tmp_path)
    line = await fails("serve", "--port", "0", "--data", str(tmp_path))
    assert f"in use by another running server (process {os.getpid()})" in line
    await store.close()


async def test_a_server_from_start_to_end(tmp_path):
    """Environment and flags, health, a game, logs as JSON without secrets, sockets told, exit 0."""
    variables = {"RUFEN_DATA": str(tmp_path / "new"), "RUFEN_LOG_FORMAT": "json", "RUFEN_LOG_LEVEL": "error"}
    async with command("serve", "--port", "0", "--log-level", "debug", **variables) as run:
        token = new_token()
        async with httpx.AsyncClient(base_url=await run.address()) as http:
            assert (await http.get("/healthz")).json()["ok"] is True
            seats = [{"kind": "you"}, {"kind": "bot"}, {"kind": "bot"}]
            wish = {"token": token, "name": "Anna", "seats": seats}
            created = await http.post("/api/tables", json=wish)
            table = created.json()["table"]
        tab = await Browser.open(run.url, table, token)
        await tab.until(lambda: tab.view.legal)
        await tab.refusal("{}")
        status, out, err = await run.end(signal.SIGTERM)
        await tab.until(lambda: tab.close_code)
        assert tab.close_code == CloseCode.GOING_AWAY
    assert status == 0
    assert out == ""
    lines = [json.loads(line) for line in err.splitlines()]
    assert any(line["event"] == "table created" and line["table"] == table for line in lines)
    assert {"at", "level", "logger", "event"} <= set(lines[0])
    assert token not in err
    assert (tmp_path / "new" / "rufen.db").is_file()


async def test_ctrl_c_is_a_clean_end_and_text_logs_are_key_value(tmp_path):
    async with command("serve", "--port", "0", "--data", str(tmp_path), "--log-level", "debug") as run:
        await run.address()
        status, _out, err = await run.end(signal.SIGINT)
    assert status == 0
    assert "Traceback" not in err
    assert all(line.startswith("at=") and " level=" in line for line in err.splitlines())
    async with command("--no-browser", "--data", str(tmp_path), "--port", "0") as run:
        await run.address()
        assert (await run.end())[0] == 0


@pytest.mark.parametrize(
    ("arguments", "variables"),
    [
        (["--public-list", "--max-sockets=3", "--trust-proxy=127.0.0.1,10.0.0.0/8"], {}),
        ([], {"PUBLIC_LIST": "yes", "MAX_SOCKETS": "3", "TRUST_PROXY": "127.0.0.1,10.0.0.0/8"}),
        (["--public-list"], {"PUBLIC_LIST": "no", "MAX_SOCKETS": "3", "TRUST_PROXY": "127.0.0.1"}),
    ],
)
async def test_what_a_host_may_set_is_in_force(tmp_path, arguments, variables):
    environment = {f"RUFEN_{name}": value for name, value in variables.items()}
    command_line = ("serve", "--port", "0", "--data", str(tmp_path), *arguments)
    async with command(*command_line, **environment) as run:
        async with httpx.AsyncClient(base_url=await run.address()) as http:
            assert (await http.get("/api/address")).json()["public_list"] is True
            for number in (1, 2):
                client = {"x-forwarded-for": f"198.51.100.{number}"}
                answers = [await http.get("/api/code/lumori47", headers=client) for _ in range(21)]
                assert answers[-1].status_code == 429
                assert {answer.status_code for answer in answers[:20]} == {404}
        tabs = [await Browser.raw_socket(run.url) for _ in range(4)]
        await tabs[-1].until(lambda: tabs[-1].close_code)
        assert tabs[-1].refused[-1].reason is RefusalCode.SERVER_FULL
        assert [tab.close_code for tab in tabs[:3]] == [None] * 3


@pytest.mark.parametrize("variable", ["RUFEN_BROWSER", "RUFEN_PUBLIC_LIST"])
def test_an_environment_that_says_neither_yes_nor_no_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], variable: str
) -> None:
    monkeypatch.setenv(variable, "maybe")
    with pytest.raises(SystemExit) as ended:
        main(["serve"])
    assert ended.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == f"rufen: error: {variable}=maybe: allowed: yes, on, true, 1, no, off, false, 0"
