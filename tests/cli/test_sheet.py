"""`rufen sheet`: the page and its sessions, one clear line when there is nothing to print, no server."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.vectors import sheets
from tests.vectors.sheets import WORKED
from tests.vectors.writing import custom, sheet

from rufen.cli import pad
from rufen.cli.main import main
from rufen.core.sheet import (
    Asked,
    Cell,
    Problem,
    ProblemCode,
    RoundState,
    ScoredRound,
    ScoredSheet,
    Sheet,
    Standing,
    format_sheet,
    sheet_to_builtins,
)

PAGE_FILE = Path(__file__).parents[2] / "docs" / "sheet.md"
PAGE = PAGE_FILE.read_text("utf-8")
FRIDAY = msgspec.structs.replace(sheet(4, custom(5), *WORKED), title="Friday", created="2026-11-24T19:05:00Z")
MISTAKES = msgspec.structs.replace(
    sheet(
        3,
        custom(4, bid_restriction="dealer"),
        *("0 1 1 / 0 1 0", "0 1 1 / 0 1 1", "1 - 1 / 1 0 1", "2 0 -"),
        lines=[(2, "c", -10)],
    ),
    title="Saturday",
    created="2026-11-28T20:15:00Z",
)
FILES = {"friday.json": FRIDAY, "mistakes.json": MISTAKES}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the page, to run the command in."""
    for name, one in FILES.items():
        (tmp_path / name).write_text(format_sheet(one), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def run(*arguments: str) -> int:
    """The exit status of `rufen sheet`."""
    try:
        return main(["sheet", *arguments])
    except SystemExit as end:
        return int(end.code or 0)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line of a command that prints nothing else."""
    assert run(*arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.endswith("\n")
    assert printed.err.count("\n") == 1
    return printed.err[:-1]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The page, without blanks at the ends of its lines."""
    assert run(*arguments) == 0
    found = capsys.readouterr()
    assert found.err == ""
    return "\n".join(line.rstrip() for line in found.out.splitlines())


def print_sheet(capsys: pytest.CaptureFixture[str], folder: Path, one: Sheet, *arguments: str) -> str:
    (folder / "this.json").write_text(format_sheet(one), encoding="utf-8")
    return printed(capsys, "this.json", *arguments)


# --- the page of the documentation ----------------------------------------------------------------------

SESSION = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def commands(session: str) -> list[tuple[str, str]]:
    """The commands of a session with what they print."""
    found = []
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        found.append((command, output.rstrip("\n")))
    return found


def answer(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    words = command.split()
    assert words[0] == "rufen"
    main(words[1:])
    found = capsys.readouterr()
    return "\n".join(line.rstrip() for line in (found.out or found.err).rstrip().splitlines())


def test_the_sessions_of_the_page_are_what_is_printed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = [one for session in SESSION.findall(PAGE) for one in commands(session)]
    assert len(told) == 4
    for command, output in told:
        found = answer(command, capsys)
        if output.startswith("…\n"):
            assert found.endswith(output[2:]), command
            assert len(output.splitlines()) > 5
        else:
            assert found == output, command


def test_every_option_is_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    text = capsys.readouterr().out
    options = set(re.findall(r"^  .*?(--[a-z-]+)", text, re.MULTILINE)) - {"--help"}
    assert options == {"--set", "--json"}
    for name in options:
        assert re.search(rf"^\| `{name}\b", PAGE, re.MULTILINE), name
    assert max(map(len, text.splitlines())) <= 100


def test_the_command_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "rufen sheet FILE" in capsys.readouterr().out
    with pytest.raises(SystemExit) as end:
        main(["--port", "0", "sheet"])
    assert end.value.code == 2
    assert "sheet comes first and has options of its own" in capsys.readouterr().err


def test_every_field_of_the_json_is_on_the_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    section = PAGE.split("### What `--json` prints")[1].split("\n## ")[0]
    form = json.loads(printed(capsys, "friday.json", "--json", "--set", "tie_break=share"))
    structs = (ScoredSheet, ScoredRound, Cell, Standing, Problem, Asked)
    names = {*form, *(name for struct in structs for name in struct.__struct_fields__)}
    words = {one.value for kind in (RoundState, ProblemCode) for one in kind}
    for name in names | words:
        assert f"`{name}`" in section, name


# --- the page printed -----------------------------------------------------------------------------------


def test_the_worked_example(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "friday.json")
    assert re.findall(r"^ +(\d)  (\w+) +(\d of \d) +(\d+)? +(−?\d+)$", text, re.MULTILINE) == [
        ("1", "Ben", "5 of 5", "", "140"),
        ("2", "Anna", "3 of 5", "50", "90"),
        ("3", "Cara", "3 of 5", "100", "40"),
        ("4", "Dan", "0 of 5", "200", "−60"),
    ]
    assert "Match over: Ben wins. Every bid made: Ben." in text
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 80


def test_other_rules_show_old_and_new_totals_and_leave_the_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "friday.json").read_bytes()
    text = printed(capsys, "friday.json", "--set", "zero_bid_scoring=double_bonus")
    assert re.findall(r"(\w+) +\d of 5 .*?(−?\d+) → +(−?\d+)$", text, re.MULTILINE) == [
        ("Ben", "140", "180"),
        ("Anna", "90", "90"),
        ("Cara", "40", "80"),
        ("Dan", "−60", "−60"),
    ]
    assert "zero_bid_scoring = double_bonus (for this print)" in text
    assert (folder / "friday.json").read_bytes() == before


def test_settings_of_every_kind(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = ("--set", "round_mode=schedule", "--set", "hand_sizes=[1, 2, 3]")
    assert "hand_sizes = 1 2 3 (for this print)" in printed(capsys, "friday.json", *listed)
    flag = ("--set", "bid_restriction=dealer", "--set", "round_one_exempt=true")
    assert "round_one_exempt = true (for this print)" in printed(capsys, "friday.json", *flag)
    usual = printed(capsys, "friday.json", "--set", "round_mode=full")
    assert "round_mode is as usual (for this print), in the file custom" in usual
    assert "Next: round 6 of 15, 6 cards, Ben deals; Cara bids." in usual


def test_a_list_of_hand_sizes_gives_way_to_another_number_of_rounds(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = sheet(3, {"round_mode": "schedule", "hand_sizes": [1]}, "0 1 1 / 0 1 0")
    for arguments in (("--set", "round_mode=full"), ("--set", "round_mode=full", "--set", "hand_sizes=none")):
        text = print_sheet(capsys, folder, listed, *arguments)
        assert "Next: round 2 of 20" in text
        assert "House rules: the standard game." in text


@pytest.mark.parametrize("told", list(sheets.told()), ids=[one.about for one in sheets.told()])
def test_every_told_sheet_is_printed(
    told: sheets.Told, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = print_sheet(capsys, folder, told.sheet)
    assert max(map(len, text.splitlines())) <= 80
    for player, total in zip(told.sheet.players, told.totals.split(), strict=True):
        shown = re.search(rf"^ *(?:\d|left)  {player.name} .* {total.replace('-', '−')}$", text, re.MULTILINE)
        assert shown or total == "-", player
    assert ("Match over" in text) == told.over
    assert ("To be put right" in text) == bool(told.problems)


def test_rounds_outside_the_game_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shrunk = sheet(4, custom(3), *WORKED, lines=[(5, "a", 10)])
    text = print_sheet(capsys, folder, shrunk)
    assert len(re.findall(r"^ +outside", text, re.MULTILINE)) == 2
    assert "+10  Anna  agreed (from round 5, outside the game: counts nothing)" in text


@pytest.mark.parametrize("disclosure", ["hidden", "delayed"])
def test_secret_bids_are_not_printed(
    disclosure: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = sheet(3, custom(3, bid_disclosure=disclosure), "0 1 0 / 0 1 0", "2 1 -")
    text = print_sheet(capsys, folder, secret)
    assert "? bids lie face down" in text
    assert "bid ?" in text
    assert "bid 2" not in text


def test_words_for_every_problem() -> None:
    for code in ProblemCode:
        problem = Problem(1, None, code, 3, 2)
        assert pad._sentence(problem, "Anna").endswith(".")
        assert code in pad._MARKS


def test_who_has_won_and_what_comes_next(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shared = print_sheet(capsys, folder, sheet(3, custom(1), "1 1 1 / 1 0 0", lines=[(0, "b", 40)]))
    assert "Match over: Anna and Ben share the win. Every bid made: Anna." in shared
    forbidden = print_sheet(capsys, folder, sheet(3, custom(1, bid_restriction="dealer"), "- 0 0"))
    assert "Next: round 1 of 1, 1 card, Anna deals; Anna bids, but not 1." in forbidden
    tricks = print_sheet(capsys, folder, sheet(3, custom(1), "1 0 0"))
    assert "Ben says the tricks." in tricks
    wrong = print_sheet(capsys, folder, sheet(3, custom(1), "1 0 0 / 0 0 0"))
    assert "The match is over when what is wrong has been put right." in wrong


@pytest.mark.parametrize("columns", [10, 40, 60, 100, 200])
def test_narrow_and_wide_terminals(
    columns: int, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    rounds = [f"0 0 0 0 0 0 / {size} 0 0 0 0 0" for size in range(1, 11)]
    text = print_sheet(capsys, folder, sheet(6, {}, *rounds))
    assert max(map(len, text.splitlines())) <= max(columns, 40)
    for name in ("Anna", "Ben", "Cara", "Dan", "Eva", "Finn"):
        assert len(re.findall(rf"\b{name}\b", text)) >= 2
    assert "…" not in text


# --- JSON -----------------------------------------------------------------------------------------------


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    form: dict[str, Any] = json.loads(printed(capsys, "friday.json", "--json"))
    assert form["names"] == {"a": "Anna", "b": "Ben", "c": "Cara", "d": "Dan"}
    assert form["title"] == "Friday"
    assert form["rules"] == custom(5)
    assert form["over"] is True
    assert {one["player"]: one["total"] for one in form["standings"]} == {
        "a": 90,
        "b": 140,
        "c": 40,
        "d": -60,
    }
    assert "totals_before" not in form
    form = json.loads(printed(capsys, "friday.json", "--json", "--set", "zero_bid_scoring=double_bonus"))
    assert {one["player"]: one["total"] for one in form["standings"]} == {
        "a": 90,
        "b": 180,
        "c": 80,
        "d": -60,
    }
    assert form["totals_before"] == {"a": 90, "b": 140, "c": 40, "d": -60}
    assert form["rules"]["zero_bid_scoring"] == "double_bonus"


# --- nothing to print -----------------------------------------------------------------------------------


def test_files_that_cannot_be_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "none.json") == "rufen sheet: cannot read none.json: No such file or directory"
    assert refused(capsys, ".") == "rufen sheet: cannot read .: Is a directory"
    assert refused(capsys, "friday.json/x").startswith("rufen sheet: cannot read friday.json/x: ")
    assert (
        refused(capsys, "a\nb\x1b[1m")
        == "rufen sheet: cannot read a\ufffdb\ufffd[1m: No such file or directory"
    )


def test_a_file_without_permission(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(self: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", locked)
    assert refused(capsys, "friday.json") == "rufen sheet: cannot read friday.json: Permission denied"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "line 1, column 1: JSON text, but here: Expecting value"),
        (b"\xff\xfe", "byte 0: text in UTF-8"),
        (b"[1, 2]", "an object { … }"),
        (b"\xef\xbb\xbf# title,x\r\n", "line 1: JSON, but this is CSV: export the sheet as JSON"),
        (b'{"format": "other"}', 'format: "rufen-sheet": this is no score sheet'),
        (
            b'{"format": "rufen-sheets", "version": 1, "sheets": []}',
            'format: "rufen-sheet": this is an export of all sheets',
        ),
        (b" " * 300_000, "a sheet has at most 262144 bytes"),
        (
            b'{"format": "rufen-sheet", "version": 2, "rules_version": 1}',
            "version: at most 1: this sheet was written by a newer Rufen",
        ),
        (
            json.dumps({**sheet_to_builtins(FRIDAY), "a\x1b]0;\ud800": 1}).encode(),
            "a\ufffd]0;\ufffd: one of format, version, rules_version, id, title, created, players, seatings, "
            "rules, dealers, rounds, adjustments",
        ),
    ],
)
def test_files_that_are_no_sheet(
    text: bytes, says: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.json").write_bytes(text)
    assert refused(capsys, "bad.json") == f"rufen sheet: bad.json is no score sheet: {says}"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "the following arguments are required: FILE (rufen sheet --help shows how)"),
        (["friday.json", "x"], "unrecognized arguments: x (rufen sheet --help shows how)"),
        (["friday.json", "--port", "1"], "unrecognized arguments: --port 1 (rufen sheet --help shows how)"),
        (["friday.json", "--set"], "argument --set: expected one argument (rufen sheet --help shows how)"),
        *(
            (
                ["friday.json", "--set", f"exact_bonus={text}"],
                f"--set exact_bonus = '{text}': allowed: a whole number 0 … 50 in steps of 5",
            )
            for text in ("+25", "2_5", "２５")
        ),
        (["friday.json", "--set", "bonus"], "--set bonus: a setting and its value, as in exact_bonus=25"),
        (["friday.json", "--set", "=5"], "--set =5: a setting and its value, as in exact_bonus=25"),
        (
            ["friday.json", "--set", "exact_bonus=27"],
            "--set exact_bonus = 27: allowed: a whole number 0 … 50 in steps of 5",
        ),
        (
            ["friday.json", "--set", "exact_bonus=much"],
            "--set exact_bonus = 'much': allowed: a whole number 0 … 50 in steps of 5",
        ),
        (
            ["friday.json", "--set", "tie_break="],
            "--set tie_break = '': allowed: share, most_exact, highest_round",
        ),
        (
            ["friday.json", "--set", "round_one_exempt=yes"],
            "--set round_one_exempt = 'yes': allowed: true, false",
        ),
        (
            ["friday.json", "--set", "custom_round_count=16"],
            "--set custom_round_count = 16: allowed: at most 15 rounds with 4 players (R2.2)",
        ),
        (
            ["friday.json", "--set", "hand_sizes=2,x"],
            "--set hand_sizes = '2,x': allowed: a list of 1 to 60 hand sizes, "
            "each a whole number 1 … 60 ÷ players",
        ),
        (
            ["friday.json", "--set", "hand_sizes=2"],
            "--set hand_sizes = [2]: allowed: none, unless round_mode = schedule (R2.3)",
        ),
    ],
)
def test_wrong_options_and_settings(
    arguments: list[str], says: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, *arguments) == f"rufen sheet: {says}"


def test_an_unknown_setting_names_a_near_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, "friday.json", "--set", "exact_bnus=25")
    assert line.startswith("rufen sheet: --set exact_bnus = '25': allowed: one of round_mode, ")
    assert line.endswith("(did you mean exact_bonus?)")


# --- as a process ---------------------------------------------------------------------------------------


def process(
    *arguments: str, text: bytes | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    kept = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "NO_COLOR"}}
    return subprocess.run(
        [sys.executable, "-m", "rufen", "sheet", *arguments],
        input=text,
        capture_output=True,
        env=kept | environment,
        check=False,
    )


def test_standard_input_in_a_pipe(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    done = process("-", text=format_sheet(FRIDAY).encode(), PYTHONIOENCODING="utf-8")
    assert (done.returncode, done.stderr) == (0, b"")
    text = "\n".join(line.rstrip() for line in done.stdout.decode().splitlines())
    assert text == printed(capsys, "friday.json")
    bad = process("-", text=b"{")
    assert bad.returncode == 2
    assert bad.stderr.startswith(b"rufen sheet: standard input is no score sheet: line 1, column 2: ")


def test_a_pipe_that_knows_no_minus_sign(folder: Path) -> None:
    done = process("friday.json", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Match over: Ben wins." in done.stdout


def test_a_reader_that_has_enough(folder: Path) -> None:
    for option in ((), ("--json",)):
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(
            [sys.executable, "-m", "rufen", "sheet", "friday.json", *option],
            stdout=write,
            stderr=subprocess.PIPE,
            check=False,
        )
        os.close(write)
        assert done.stderr == b""


def test_a_sheet_is_printed_without_loading_the_server(folder: Path) -> None:
    code = (
        "import sys; from rufen.cli.main import main; status = main(['sheet', 'friday.json']);"
        "print(status, {'starlette', 'uvicorn', 'asyncio', 'sqlite3'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 set()"


def test_standard_input_is_read_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(format_sheet(FRIDAY).encode()))
    monkeypatch.setattr(sys, "stdin", stream)
    assert json.loads(printed(capsys, "-", "--json"))["title"] == "Friday"


@pytest.mark.parametrize(
    ("command", "status", "says"),
    [
        ("friday.json | true", 0, ""),
        ("- <&-", 2, "cannot read standard input: it is closed"),
        ("friday.json >&-", 2, "cannot write: standard output is closed"),
        ("friday.json > /dev/full", 2, "cannot write: No space left on device"),
        ("friday.json --json > /dev/full", 2, "cannot write: No space left on device"),
    ],
)
def test_what_the_shell_closes(command: str, status: int, says: str, folder: Path) -> None:
    shell = f'set -o pipefail; "{sys.executable}" -m rufen sheet {command}'
    done = subprocess.run(["bash", "-c", shell], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, f"rufen sheet: {says}\n" if says else "")
