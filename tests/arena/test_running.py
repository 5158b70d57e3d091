"""The same numbers however a match is run: cut off and gone on with, in one process, in two, on a cluster."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
import pytest

from rufen.arena import cluster
from rufen.arena.cluster import ClusterError
from rufen.arena.contestants import Contestant, contestants
from rufen.arena.match import Episode, FieldKind
from rufen.arena.results import ResultsError, ResultsFile
from rufen.arena.run import run
from rufen.arena.spread import ONE_THREAD, WorkerLost, chunks, environment
from rufen.arena.summary import summary_json

from .helper import SCRIPTED, figures, told

MATCH = told("beginner", "random", deals=24, sizes="1,3", seats=4)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory):
    """The figures and the file of an uninterrupted run in one process."""
    file = tmp_path_factory.mktemp("arena") / "results.jsonl"
    return summary_json(figures(MATCH, out=file)), file.read_bytes()


def test_two_processes_give_the_same_numbers_and_the_same_file(expected, tmp_path):
    file = tmp_path / "results.jsonl"
    assert (summary_json(figures(MATCH, out=file, processes=2)), file.read_bytes()) == expected


def test_a_ray_cluster_gives_the_same_numbers_and_the_same_file(expected, tmp_path, monkeypatch):
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # else it keeps a token in the home folder
    file = tmp_path / "results.jsonl"
    # sockets need a short path
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        monkeypatch.setenv("RAY_TMPDIR", folder)
        found = figures(MATCH, out=file, processes=2, cluster="local")
    assert (summary_json(found), file.read_bytes()) == expected


def test_without_ray_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ClusterError, match=r'--cluster needs Ray, .* -m pip install -e "\.\[cluster\]"$'):
        run(MATCH, cluster="local")
    assert cluster.LOCAL == "local"


def test_chunks_are_every_deal_once_in_order():
    match = msgspec.structs.replace(MATCH, deals=100)
    found = list(chunks(match, 7))
    assert [deal for start, end in found for deal in range(start, end)] == list(range(7, 100))
    assert len(found) > 3


def test_workers_are_told_to_use_one_thread(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("NUMBA_NUM_THREADS", raising=False)
    with environment(ONE_THREAD):
        inside = {name: os.environ[name] for name in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS")}
    assert inside == {"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
    assert os.environ["OMP_NUM_THREADS"] == "7"
    assert "NUMBA_NUM_THREADS" not in os.environ


@pytest.mark.skipif(os.name == "nt", reason="signals that wait")
def test_a_worker_is_born_deaf_to_ctrl_c():
    """Also the first one, with which multiprocessing starts a helper of its own."""
    code = (
        "import multiprocessing, signal\n"
        "from rufen.arena.spread import _no_interrupts\n"
        "with _no_interrupts():\n"
        "    context = multiprocessing.get_context('spawn')\n"
        "    pipe, _other = context.Pipe()\n"
        "    process = context.Process(target=print)\n"
        "    process.start()\n"
        "    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))\n"
        "process.join()\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.stderr, ended.stdout.split()) == ("", ["True"])


def stopping(processes: int, file: Path) -> list[str]:
    """The command of a match with a player that stops where RUFEN_TEST_PIPE names a pipe."""
    command = [sys.executable, "-m", "rufen", "arena", "--players=random", "--code", f"{SCRIPTED}:Stopping"]
    command += ["--deals=126", "--seats=3", "--hand-sizes=1", f"--processes={processes}"]
    return [*command, "--out", str(file), "--json"]


@pytest.mark.skipif(os.name == "nt", reason="named pipes")
def test_ctrl_c_ends_everything_even_a_worker_that_hangs(tmp_path: Path):
    """A terminal tells the whole group: here too, and twice."""
    pipe, file = tmp_path / "pipe", tmp_path / "results.jsonl"
    os.mkfifo(pipe)
    running = subprocess.Popen(
        stopping(2, file),
        env={**os.environ, "RUFEN_TEST_PIPE": str(pipe)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        with pipe.open() as opened:
            assert opened.readline() == "here\n"
            os.killpg(running.pid, signal.SIGINT)
            os.killpg(running.pid, signal.SIGINT)
            out, err = running.communicate()
            assert opened.read() in ("", "here\n")
    finally:
        running.kill()
        running.wait()
    said = f"rufen arena: interrupted; the same command goes on with {file}\n"
    assert (running.returncode, out, err) == (130, "", said)


@pytest.mark.skipif(os.name == "nt", reason="named pipes and SIGKILL")
@pytest.mark.parametrize("processes", [1, 2])
def test_a_match_that_was_killed_goes_on_as_if_nothing_had_been(tmp_path: Path, processes: int):
    """A player stops in the middle of the match, says so, and everything is killed with SIGKILL.

    That the pipe ends then shows that the workers are gone as well. The file gets half a line more, as if
    the last write had been cut off.
    """
    pipe, file = tmp_path / "pipe", tmp_path / "results.jsonl"
    os.mkfifo(pipe)
    command = stopping(processes, file)
    first = subprocess.Popen(
        command,
        env={**os.environ, "RUFEN_TEST_PIPE": str(pipe)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with pipe.open() as opened:
            assert opened.readline() == "here\n"
            first.send_signal(signal.SIGKILL)
            first.wait()
            assert opened.read() in ("", "here\n")
    finally:
        first.kill()
        first.wait()
    lines = file.read_bytes().splitlines()
    # the file began, a chunk of 21 deals is whole or not there
    assert len(lines) in ((22,) if processes == 1 else range(1, 127, 21))
    with file.open("ab") as opened:
        opened.write(lines[-1][:40])
    again = subprocess.run(command, capture_output=True, check=False, text=True)
    assert (again.returncode, again.stderr) == (0, "")
    whole = tmp_path / "whole.jsonl"
    found = figures(told("random", "Stopping", deals=126, seed="arena"), out=whole)
    assert json.loads(again.stdout)["players"][1]["figures"] == summary_json(found)["players"][1]["figures"]
    assert file.read_bytes().splitlines()[1:] == whole.read_bytes().splitlines()[1:]


@pytest.mark.parametrize("cut", [0, 5, 300, 700, 2000, 5000])
def test_a_file_cut_off_anywhere_is_gone_on_with(expected, tmp_path, cut):
    file = tmp_path / "results.jsonl"
    file.write_bytes(expected[1][:cut])
    assert (summary_json(figures(MATCH, out=file)), file.read_bytes()) == expected


def test_a_finished_file_is_read_and_nothing_is_played(expected, tmp_path, monkeypatch):
    file = tmp_path / "results.jsonl"
    file.write_bytes(expected[1])
    monkeypatch.setattr("rufen.arena.run.over_processes", None)
    assert summary_json(figures(MATCH, out=file)) == expected[0]


def test_a_match_that_stops_when_decided_stops_at_the_same_deal_again(tmp_path):
    match = told("counting", "random", deals=300, sizes="1,2", stop_when_decided=True)
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    assert run(match, out=one).deals == run(match, out=two, processes=2).deals == 200
    assert one.read_bytes() == two.read_bytes()
    assert len(one.read_bytes().splitlines()) == 201
    assert run(match, out=one).deals == 200


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"deals": 25}, "deals: 24, now 25"),
        ({"seed": "x"}, 'seed: "told", now "x"'),
        ({"margin": 1.5}, "margin: 0.0, now 1.5"),
        ({"players": MATCH.players[:1] * 2}, "players: beginner (beginner) random (random), now beginner"),
        ({"rules": told("random", deals=1, sizes="1,4").rules}, "rules hand_sizes: [1,3], now [1,4]"),
        ({"rules": told("random", deals=1, sizes=None).rules}, "now the default"),
    ],
)
def test_a_file_of_another_match_is_refused_with_what_differs(expected, tmp_path, other, said):
    file = tmp_path / "results.jsonl"
    file.write_bytes(expected[1])
    with pytest.raises(ResultsError) as refused:
        run(msgspec.structs.replace(MATCH, **other), out=file)
    assert "holds another match; name another file, or the arguments it began with:\n" in str(refused.value)
    assert said in str(refused.value)
    assert file.read_bytes() == expected[1]


def test_another_version_of_a_players_code_is_another_player(tmp_path):
    match = told("Meek", deals=1)
    file = tmp_path / "results.jsonl"
    run(match, out=file)
    changed = msgspec.structs.replace(match.players[0], digest="0" * 64)
    with pytest.raises(ResultsError, match=r"players: Meek \(.*scripted.py:Meek .*\), now Meek .* 00000000"):
        run(msgspec.structs.replace(match, players=(changed,)), out=file)


def test_another_version_of_a_program_is_another_player(tmp_path):
    """Whichever file of its command has changed."""
    program, weights = tmp_path / "program.py", tmp_path / "weights.bin"
    found: list[Contestant] = []
    for code, number in (("1", "1"), ("2", "1"), ("2", "2")):
        program.write_text(code)
        weights.write_text(number)
        found += contestants([], [], [f"python {program} --level 3 {weights}", f"python {program} --level 3"])
    assert [each.name for each in found[:2]] == ["weights", "program"]
    assert len({each.digest for each in found[::2]}) == 3
    assert len({each.digest for each in found[1::2]}) == 2
    assert contestants([], [], ["some-program --level 3"])[0].name == "some-program"


@pytest.mark.parametrize(
    "content", [b"something else", b"something else\n", b'{"a":1}\n', b"[1]\n\n", b"\xff\n"]
)
def test_a_file_that_is_something_else_is_left_alone(tmp_path, content):
    file = tmp_path / "letter.txt"
    file.write_bytes(content)
    with pytest.raises(ResultsError, match="is no results file of an arena; it was left as it is"):
        run(MATCH, out=file)
    assert file.read_bytes() == content


def test_a_damaged_line_is_named(expected, tmp_path):
    file = tmp_path / "results.jsonl"
    lines = expected[1].splitlines(keepends=True)
    for damaged in (b"{}\n", b"\xff\n", lines[2]):
        file.write_bytes(b"".join([*lines[:3], damaged, *lines[4:]]))
        with pytest.raises(ResultsError, match=r"line 4 of .* is damaged: keep the 3 lines before it"):
            run(MATCH, out=file)


EVERYTHING = {
    "bid_restriction": "dealer",
    "round_one_exempt": True,
    "perfect_game_bonus": 30,
    "last_round_bonus": 10,
    "even_bids_dealer_penalty": 5,
    "tie_break": "highest_round",
    "zero_bid_scoring": "per_card",
}


@pytest.mark.parametrize("episode", list(Episode))
@pytest.mark.parametrize(
    ("players", "field"),
    [
        (["beginner"], FieldKind.OWN),
        (["Raising", "counting", "Bold"], FieldKind.MIRRORED),
        (["Raising", "counting", "Bold"], FieldKind.MIXED),
    ],
)
def test_what_was_played_under_any_rules_is_read_again(tmp_path, episode, players, field):
    file, rules = tmp_path / "results.jsonl", json.dumps(EVERYTHING)
    match = told(
        *players, deals=9, rules=rules, sizes="1-3,1", episode=episode, field=field, max_faults=10_000
    )
    assert summary_json(figures(match, out=file)) == summary_json(figures(match, out=file))


def first_table(**changes):
    """Change the first table of a deal: a value, or what makes a new one of the old."""

    def change(deal):
        table = deal["tables"][0]
        table.update({name: new(table[name]) if callable(new) else new for name, new in changes.items()})

    return change


def fault(**changes):
    return lambda deal: deal.update(faults=[{"contestant": 0, "kind": "raised", "text": "no", **changes}])


DAMAGES = {
    "no tables": lambda deal: deal.update(tables=[]),
    "a table is missing": lambda deal: deal["tables"].pop(),
    "a table twice": lambda deal: deal["tables"].append(deal["tables"][0]),
    "a table in place of another": lambda deal: deal["tables"].__setitem__(1, deal["tables"][0]),
    "no such line-up": first_table(line_up=9),
    "a line-up below 0": first_table(line_up=-1),
    "no such rotation": first_table(rotation=9),
    "too few seats": first_table(seats=[0]),
    "other players": first_table(seats=[7, 8, 9, 9]),
    "a total is missing": first_table(totals=lambda old: old[:-1]),
    "no totals": first_table(totals=[]),
    "other totals": first_table(totals=lambda old: [old[0] + 10, *old[1:]]),
    "huge totals": first_table(totals=[10**400] * 4),
    "nobody is first": first_table(ranks=[2, 2, 2, 2]),
    "no bids": first_table(bids=[]),
    "a bid is missing": first_table(bids=[[0, 0, 0]]),
    "a bid below 0": first_table(bids=[[-1, 0, 0, 0]]),
    "too many tricks": first_table(tricks=[[1, 1, 1, 1]]),
    "other scores": first_table(scores=[[0, 0, 0, 0]], totals=[0, 0, 0, 0], ranks=[1, 1, 1, 1]),
    "another hand size": lambda deal: deal.update(hand_sizes=[17]),
    "no hand sizes": lambda deal: deal.update(hand_sizes=[], dealers=[]),
    "another dealer": lambda deal: deal.update(dealers=[3]),
    "no dealer": lambda deal: deal.update(dealers=[]),
    "no such fault": fault(kind="odd"),
    "a fault of nobody": fault(contestant=2),
    "a fault that moves the cursor": fault(text="\x1b[2J"),
    "a huge number": lambda deal: deal.update(deal=10**400),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_deal_that_cannot_have_been_is_damage(expected, tmp_path, damage):
    file, lines = tmp_path / "results.jsonl", expected[1].splitlines(keepends=True)
    deal = json.loads(lines[3])
    damage(deal)
    content = b"".join([*lines[:3], json.dumps(deal).encode() + b"\n", *lines[4:]])
    file.write_bytes(content)
    with pytest.raises(ResultsError, match=r"line 4 of .* is damaged: keep the 3 lines before it"):
        run(MATCH, out=file)
    assert file.read_bytes() == content


def test_a_deal_beyond_the_last_is_damage(expected, tmp_path):
    file, lines = tmp_path / "results.jsonl", expected[1].splitlines(keepends=True)
    file.write_bytes(b"".join([*lines, lines[-1].replace(b'"deal":23', b'"deal":24')]))
    with pytest.raises(ResultsError, match=r"line 26 of .* is damaged: keep the 25 lines"):
        run(MATCH, out=file)


@pytest.mark.parametrize("players", [[{}], "abc", [{"name": 1, "digest": 2}]])
def test_a_first_line_with_odd_players_is_another_match(tmp_path, players):
    file = tmp_path / "results.jsonl"
    file.write_text(json.dumps({"rufen-arena": 1, "match": {"players": players}}) + "\n")
    with pytest.raises(ResultsError, match="holds another match"):
        run(MATCH, out=file)


@pytest.mark.parametrize("deep", [b"[", b'{"rufen-arena":'])
def test_a_file_that_is_nested_without_end_is_something_else(tmp_path, deep):
    file = tmp_path / "results.jsonl"
    file.write_bytes(deep * 50_000 + b"\n")
    with pytest.raises(ResultsError, match="is no results file of an arena"):
        run(MATCH, out=file)


@pytest.mark.skipif(os.name == "nt", reason="devices and named pipes")
@pytest.mark.parametrize("special", ["/dev/full", "/dev/zero", "/dev/null", "pipe"])
def test_what_is_no_ordinary_file_is_not_read(tmp_path, special):
    path = tmp_path / special  # an absolute path stays what it is
    if special == "pipe":
        os.mkfifo(path)
    with pytest.raises(ResultsError, match="it is no ordinary file"):
        run(MATCH, out=path)


@pytest.mark.parametrize(("whole", "said"), [(0, "no results file"), (3, "line 4 of .* is damaged")])
def test_a_line_without_end_is_not_read_into_memory(expected, tmp_path, monkeypatch, whole, said):
    monkeypatch.setattr("rufen.arena.results._LONGEST_DEAL", 10_000)
    file = tmp_path / "results.jsonl"
    with file.open("wb") as opened:
        opened.writelines(expected[1].splitlines(keepends=True)[:whole])
        opened.seek(1 << 40)  # a terabyte that takes no place
        opened.write(b"x")
    with pytest.raises(ResultsError, match=said):
        run(MATCH, out=file)


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted")
def test_a_file_that_is_deleted_meanwhile_is_missed(tmp_path):
    file = tmp_path / "results.jsonl"
    with pytest.raises(ResultsError, match="was deleted while the match was being played"):
        run(MATCH, out=file, progress=lambda tally: file.unlink() if tally.deals == 1 else None)


def test_two_runs_do_not_write_into_one_file(tmp_path):
    file = tmp_path / "results.jsonl"
    with ResultsFile(file, MATCH), pytest.raises(ResultsError, match="is being written by another run"):
        run(MATCH, out=file)


def test_a_worker_that_is_lost_is_said(tmp_path):
    code = tmp_path / "gone.py"
    code.write_text("import os\nclass Gone:\n    def act(self, view):\n        os._exit(3)\n")
    players = told("random", deals=4).players
    gone = msgspec.structs.replace(told("Meek", deals=1).players[0], text=f"{code}:Gone", name="Gone")
    match = told("random", "Meek", deals=4)
    with pytest.raises(WorkerLost, match="a process that was playing has ended"):
        run(msgspec.structs.replace(match, players=(*players, gone)), processes=2)
