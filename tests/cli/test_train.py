"""`rufen train`: a run on the command line, ended in every way, and everything that can be asked wrongly."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import defstruct

from rufen.cli.main import main
from rufen.cli.train import _Lines, parser
from rufen.train.checkpoint import read_checkpoint, write_checkpoint
from rufen.train.config import Config, read_config
from rufen.train.run import CHECKPOINT, go_on

TOML = """
decisions = 1_000_000_000
first = 16
second = 8
batch = 64
exchange = 1_000
snapshot = 4_000
measure = 8_000
measure_deals = 60
save_seconds = 0
rules = "standard"
[gate]
every = 0
"""
SHORT = TOML.replace("1_000_000_000", "8_000")


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text(TOML, encoding="utf-8")
    return path


def train(capsys, *arguments: str | Path) -> tuple[object, str, str]:
    status: object
    try:
        status = main(["train", *map(str, arguments)])
    except SystemExit as ended:
        status = ended.code
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_run_goes_on_after_ctrl_c_and_after_being_killed(config, tmp_path, capsys, monkeypatch):
    folder = tmp_path / "run"
    file = folder / CHECKPOINT
    with monkeypatch.context() as patched:
        patched.setattr(_Lines, "noted", lambda _lines, _entry: signal.raise_signal(signal.SIGINT))
        status, out, err = train(capsys, config, "--folder", folder)
    assert (status, out) == (130, "")
    assert "ending: the run is saved after this exchange; once more ends it at once\n" in err
    assert err.endswith(
        f"rufen train: interrupted; saved in {file}, and the same command goes on from there\n"
    )
    interrupted = read_checkpoint(file)[1]
    assert len(interrupted.history) == 1

    command = [sys.executable, "-m", "rufen", "train", str(config), "--folder", str(folder)]
    going = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert going.stderr is not None
    with going.stderr:
        assert next(line for line in going.stderr if "edge" in line)
        going.kill()
        assert "Traceback" not in going.stderr.read()
    going.wait()
    killed = read_checkpoint(file)[1]
    assert killed.exchanges > interrupted.exchanges

    # what they have come to is what one that nobody stopped comes to, and so is what follows
    class Watching:
        over = False

        def __init__(self, last: int) -> None:
            self.last = last

        def stepped(self, training, stats, seconds) -> None:
            self.over = training.state.exchanges == self.last

        def doing(self, what) -> None: ...

        def noted(self, entry) -> None: ...

    alone = tmp_path / "alone"
    for where in (folder, alone):
        watching = Watching(killed.exchanges + 3)
        go_on(read_config(config), where, watching, partial(getattr, watching, "over"))
    one, other = (read_checkpoint(where / CHECKPOINT)[1] for where in (folder, alone))
    assert one.exchanges == killed.exchanges + 3
    assert (one.decisions, one.chance, one.steps) == (other.decisions, other.chance, other.steps)
    for mine, theirs in zip(one.learned, other.learned, strict=True):
        assert all((a == b).all() for a, b in zip(mine, theirs, strict=True))
    measured = [[entry.decisions for entry in state.history] for state in (one, other)]
    assert measured[0] == measured[1] != []


def test_a_run_to_its_end_and_what_it_shows(config, tmp_path, capsys):
    config.write_text(SHORT, encoding="utf-8")
    folder = tmp_path / "deep" / "run"
    status, out, err = train(capsys, config, "--folder", folder, "--workers", "1")
    assert status == 0
    assert out.endswith(f"trained; {folder} holds everything\n")
    assert "0.01 M of 0.01 M decisions (100%)" in out
    assert "with one worker" in out
    assert "measuring …\n" in err
    assert "edge" in err
    status, shown, err = train(capsys, "--show", folder)
    assert (status, err) == (0, "")
    for part in ("made % ", "edge ", "3 seats", "loss", "time", "hidden layers of 16 and 8 units"):
        assert part in shown
    # it is over: asked again it says so, and nothing changes
    before = (folder / CHECKPOINT).read_bytes()
    assert train(capsys, config, "--folder", folder, "--workers", "1")[0] == 0
    assert len(read_checkpoint(folder / CHECKPOINT)[1].history) == 1
    assert len((folder / CHECKPOINT).read_bytes()) == len(before)
    # anew with another configuration
    config.write_text(SHORT.replace("batch = 64", "batch = 32"), encoding="utf-8")
    status, _, err = train(capsys, config, "--folder", folder)
    assert status == 2
    assert "is of another configuration: batch is 32 in the configuration, but 64 in the run" in err
    assert train(capsys, config, "--folder", folder, "--fresh")[0] == 0
    again = read_checkpoint(folder / CHECKPOINT)
    assert again[0].batch == 32
    assert len(again[1].history) == 1


def test_when_the_minutes_are_over_the_run_is_saved(config, tmp_path, capsys):
    status, out, _ = train(capsys, config, "--folder", tmp_path / "run", "--minutes", "0")
    assert status == 0
    assert out.endswith("and the same command goes on from there\n")
    assert "the minutes are over; saved in" in out
    status, out, _ = train(capsys, "--show", tmp_path / "run")
    assert status == 0
    assert out.endswith("Nothing was measured yet.\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "a configuration and --folder are needed"),
        (["config.toml"], "a configuration and --folder are needed"),
        (["--folder", "run"], "a configuration and --folder are needed"),
        (["--show", "run", "--folder", "other"], "--show takes the folder of a run and nothing else"),
        (["config.toml", "--folder", ""], "argument --folder: it is empty"),
        (["config.toml", "--folder", "run", "--workers", "0"], "a whole number from 1 to 1024"),
        (["config.toml", "--folder", "run", "--minutes", "soon"], "a number from 0 to 1000000"),
        (["config.toml", "--folder", "run", "--minutes", "nan"], "a number from 0 to 1000000"),
        (["config.toml", "--folder", "run", "--quick"], "unrecognized arguments: --quick"),
        (["nothing.toml", "--folder", "run"], "nothing.toml: cannot be read: No such file or directory"),
        (["config.toml", "--folder", "config.toml"], "config.toml: File exists"),
        (["config.toml", "--folder", "/proc/nothing"], "/proc/nothing: No such file or directory"),
        (["--show", "run"], "run/checkpoint.npz: there is no such file"),
        (["bad.toml", "--folder", "run"], "bad.toml: second = 2: it must be from 8 to 4,096"),
        (["start.toml", "--folder", "run"], "start: none.rufen: cannot be read: No such file or directory"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(config, tmp_path, capsys, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.toml").write_text(TOML.replace("second = 8", "second = 2"), encoding="utf-8")
    (tmp_path / "start.toml").write_text('start = "none.rufen"' + TOML, encoding="utf-8")
    status, out, err = train(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("rufen train: ")
    assert said in err
    assert err.count("\n") == 1
    assert not (tmp_path / "run" / CHECKPOINT).exists()


def test_a_run_belongs_to_one_process_at_a_time(config, tmp_path, capsys):
    folder, second = tmp_path / "run", []

    class Asking:
        over = False

        def stepped(self, training, stats, seconds) -> None:
            second.append(train(capsys, config, "--folder", folder))
            self.over = True

        def doing(self, what) -> None: ...

        def noted(self, entry) -> None: ...

    asking = Asking()
    go_on(read_config(config), folder, asking, lambda: asking.over)
    said = f"rufen train: {folder}: another process is going on with this run\n"
    assert second == [(2, "", said)]


def test_a_checkpoint_of_a_later_rufen_is_refused(config, tmp_path, capsys):
    folder = tmp_path / "run"
    assert train(capsys, config, "--folder", folder, "--minutes", "0")[0] == 0
    kept, state = read_checkpoint(folder / CHECKPOINT)

    later_one: Any = defstruct("Later", [("colour", str, "red")], bases=(Config,), frozen=True)
    later = later_one(**{name: getattr(kept, name) for name in kept.__struct_fields__})
    write_checkpoint(folder / CHECKPOINT, later, state)
    status, _, err = train(capsys, config, "--folder", folder)
    assert status == 2
    assert "this checkpoint was written by another Rufen: Object contains unknown field `colour`" in err


def test_every_option_is_on_the_page():
    page = (Path(__file__).parents[2] / "docs" / "strength.md").read_text(encoding="utf-8")
    for name in re.findall(r"^  (--\w+)", parser().format_help(), re.MULTILINE):
        assert f"`{name}" in page, name


def test_without_ray_it_is_said_how_to_get_it(config, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    status, _, err = train(capsys, config, "--folder", tmp_path / "run", "--cluster", "local")
    assert status == 2
    assert "--cluster needs Ray, which is not installed" in err
