"""`rufen bench`: everything that is measured is told, and one clear line where something is wrong."""

from __future__ import annotations

import json
import subprocess
import sys

import msgspec
import pytest

from rufen.bench.report import Report
from rufen.cli.bench import PARTS
from rufen.cli.main import main
from rufen.kernel.bits import FAST_SELECT

SELECTS = ["portable", "pdep"] if FAST_SELECT else ["portable"]
QUICK = ["--seats", "4", "--seconds", "0.01"]


def bench(capsys, *arguments: str) -> str:
    assert main(["bench", *arguments]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


EVERYTHING = ["--json", "--seats", "6", "3", "--seconds", "0.01"]

# stands for the first game: one function that is compiled, or read from the cache
SMALL_FIRST_GAME = """\
import time
import numpy as np
from rufen.kernel.bits import select_portable
select_portable(np.uint64(6), np.uint64(1))
print(time.process_time())
"""


def test_everything_as_json(capsys, monkeypatch):
    from rufen.bench import starts

    monkeypatch.setattr(starts, "_FIRST_GAME", SMALL_FIRST_GAME)
    check_everything(bench(capsys, *EVERYTHING))


@pytest.mark.long
def test_everything_as_json_from_the_shell_with_the_whole_kernel_compiled():
    command = [sys.executable, "-m", "rufen", "bench", *EVERYTHING]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    told = check_everything(ended.stdout)
    # half a minute against a second
    assert told.starts is not None
    assert told.starts.cold.cpu_seconds > 2 * told.starts.cached.cpu_seconds


def check_everything(printed: str) -> Report:
    told = msgspec.json.decode(printed, type=Report)
    assert json.loads(printed).keys() == set(Report.__struct_fields__)
    assert told.machine.processor
    assert told.machine.cores >= 1
    assert told.versions.numba[0].isdigit()
    assert told.seconds == 0.01
    assert [(one.seats, one.select) for one in told.random_games] == [
        (s, name) for s in (3, 6) for name in SELECTS
    ]
    for one in told.random_games:
        # 3 seats play 20 rounds with 630 cards and 60 bids, and now and then name a trump
        cards, others = {3: (630, 60), 6: (330, 60)}[one.seats]
        assert one.cards == pytest.approx(one.games * cards)
        assert one.cards + one.games * others < one.decisions < one.cards + one.games * (others + 3)
    assert {(one.seats, one.policy) for one in told.playouts} == {
        (seats, policy) for seats in (3, 6) for policy in ("uniform", "counting")
    }
    assert [one.seats for one in told.environment] == [3, 6]
    assert all(one.playouts > 0 for one in told.playouts)
    assert all(one.steps > 0 for one in told.environment)
    assert told.starts is not None
    assert told.starts.cold.cpu_seconds > 0
    assert told.starts.cached.cpu_seconds > 0
    packages = {one.package for one in told.peers}
    assert packages | set(told.missing_peers) == {"open_spiel", "rlcard", "pettingzoo", "pgx"}
    for peer in told.peers:
        assert peer.version[0].isdigit()
        assert set(peer.ratios) == (set(SELECTS) if peer.package == "open_spiel" else {"environment"})
        assert peer.decisions > 0
        assert all(ratio > 0 for ratio in peer.ratios.values())
    return told


def test_the_tables(capsys):
    page = bench(capsys, *QUICK, "--only", "games", "playouts", "environment")
    for words in (
        ("rufen", "rules version 1", "Python", "NumPy", "Numba"),
        ("signature",),
        ("seats", "select", "games/s", "card plays/s", "decisions/s"),
        *(("4", select) for select in SELECTS),
        ("seats", "policy", "play-outs/s"),
        ("4", "uniform"),
        ("4", "counting"),
        ("seats", "steps/s"),
    ):
        assert any(all(word in line for word in words) for line in page.splitlines()), words
    assert "cache" not in page
    assert "package" not in page


def test_starts_and_peers_have_tables_too(capsys, monkeypatch):
    from rufen.bench import report
    from rufen.bench.starts import Start, Starts

    monkeypatch.setattr(report, "starts", lambda: Starts(Start(9.5, 8.25), Start(1.5, 1.25)))
    page = bench(capsys, *QUICK, "--only", "starts", "peers")
    rows = [line.replace("│", " ").split() for line in page.splitlines()]
    assert ["empty", "9.50", "8.25"] in rows
    assert ["filled", "1.50", "1.25"] in rows
    assert "pgx" in page
    assert "Random games" not in page


def test_a_broken_package_is_a_line(capsys, monkeypatch):
    from rufen.bench import peers

    def broken(name: str) -> None:
        if name == "rlcard":
            raise ModuleNotFoundError("No module named 'rlcard'", name="rlcard")
        raise RuntimeError(f"{name} is\nout of order")

    monkeypatch.setattr(peers, "import_module", broken)
    lines = bench(capsys, *QUICK, "--only", "peers").splitlines()
    assert lines[-4:] == [
        "open_spiel: no number, RuntimeError: pyspiel is out of order",
        "rlcard: no number, rlcard is not installed",
        "pettingzoo: no number, RuntimeError: pettingzoo.classic.texas_holdem_v4 is out of order",
        "pgx: no number, RuntimeError: jax is out of order",
    ]


def test_a_start_that_fails_is_a_line(capsys, monkeypatch):
    from rufen.bench import starts

    monkeypatch.setattr(starts, "_FIRST_GAME", "raise SystemExit('no room')")
    assert main(["bench", *QUICK, "--only", "starts"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "rufen bench: a fresh start of the kernel failed: no room\n"


def test_the_signature_alone(capsys):
    first = bench(capsys, "--signature")
    assert first == bench(capsys, "--signature")
    assert first == f"{json.loads(bench(capsys, *QUICK, '--only', 'games', '--json'))['signature']}\n"


@pytest.mark.parametrize(
    ("arguments", "wrong", "allowed"),
    [
        (["--seats", "2"], "--seats: '2'", "3 to 6"),
        (["--seats", "three"], "--seats: 'three'", "3 to 6"),
        (["--seconds", "0"], "--seconds: '0'", "above 0, up to 600"),
        (["--seconds", "nan"], "--seconds: 'nan'", "above 0, up to 600"),
        (["--seconds", "soon"], "--seconds: 'soon'", "above 0, up to 600"),
        (["--only", "speed"], "--only: invalid choice: 'speed'", "playouts"),
        (["--only"], "--only", "at least one"),
        (["--fast"], "--fast", "rufen bench --help"),
        (["games"], "games", "rufen bench --help"),
        (["--signature", "--json"], "--signature", "no other option"),
        (["--only", "games", "--signature"], "--signature", "no other option"),
    ],
)
def test_what_is_not_understood(capsys, arguments, wrong, allowed):
    with pytest.raises(SystemExit) as ended:
        main(["bench", *arguments])
    told = capsys.readouterr()
    assert ended.value.code == 2
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert wrong in told.err
    assert allowed in told.err


def test_the_help_names_every_part(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["bench", "--help"])
    assert ended.value.code == 0
    assert ", ".join(PARTS) in " ".join(capsys.readouterr().out.split())
