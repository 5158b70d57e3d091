"""`rufen arena`: what it prints, and one clear line for everything that cannot be played."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rufen.arena.asked import rules_asked
from rufen.cli.arena import parser
from rufen.cli.main import main

from .helper import SCRIPTED

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8")
SAMPLE = "rufen arena --players=beginner,counting --hand-sizes 2,6,10 --deals 60"


def run(capsys, *arguments: str) -> tuple[object, str, str]:
    try:
        status: object = main(["arena", *arguments])
    except SystemExit as left:
        status = left.code
    printed = capsys.readouterr()
    return status, printed.out, printed.err


SHORT = ("--deals=2", "--hand-sizes=1", "--seats=3", "--processes=1")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", "nobody plays: name --players, --code or --bot"),
        ("--players=beginer", "'beginer' (did you mean beginner?): there are random, beginner, casual"),
        ("--players=random,", "there is no player '': there are random, beginner, casual"),
        ("--players=neural:none.rufen", "neural:none.rufen: cannot read none.rufen: No such file"),
        ("--players=search:soon", "search: 'soon' is none of ms="),
        ("--players=random --calibration", "--calibration: the chances that random reckons with are not"),
        ("--players=random --field=mixed", "a mixed field needs as many players as seats"),
        ("--players=random --field=alone", "--field alone needs somebody to sit among: name two players"),
        ("--players=random,beginner --field=mixed", "2 named, but there are 4 seats"),
        ("--players=random --field=own", "argument --field: invalid choice: 'own'"),
        ("--players=random --stop-when-decided", "there is nothing to decide with one player"),
        ("--players=random --rules=standart", "--rules standart: expected a preset (standard, canadian,"),
        ("--players=random --rules=miss_penalty=7", "miss_penalty = 7: allowed: a whole number 0 … 30"),
        ("--players=random --rules=miss_penalty=x", "miss_penalty 'x': expected a whole number"),
        ("--players=random --rules=mis_penalty:5", "(did you mean miss_penalty?)"),
        ("--players=random --rules={", "--rules: this is no JSON object: "),
        ('--players=random --rules={"bid_restriction":"some"}', "allowed: none, leader, leader_zero_allowed"),
        ("--players=random --hand-sizes=1,x", "--hand-sizes 1,x: expected numbers and ranges, as in 1-15"),
        ("--players=random --hand-sizes=16", "each at most 15 with 4 players (R2.3)"),
        ("--players=random --hand-sizes=1-0", "--hand-sizes 1-0: allowed: a list of 1 to 60 hand sizes"),
        ('--players=random --rules={"miss_penalty":NaN}', "--rules: this is no JSON object: "),
        ('--players=random --rules={"miss_penalty":1e999}', "--rules: this is no JSON object: "),
        ("--players=random --hand-sizes=1 --rules=quick", "the rules have hand sizes of their own"),
        ("--players=random --seats=7", "argument --seats: '7': a whole number from 3 to 6"),
        ("--players=random --deals=0", "argument --deals: '0': a whole number from 1 to 10000000"),
        ("--players=random --deals=many", "argument --deals: 'many': a whole number"),
        ("--players=random --margin=nan", "argument --margin: 'nan': a number from 0 to 1000"),
        ("--players=random --alpha=0", "argument --alpha: '0': a number from 1e-06 to 0.5"),
        ("--players=random --processes=0", "argument --processes: '0': a whole number from 1 to 1024"),
        ("--code=my_bot", "--code my_bot: expected FILE:NAME, as in my_bot.py:Bot"),
        ("--code=my_bot.py:Bot", "--code my_bot.py:Bot: cannot read my_bot.py: No such file or directory"),
        (f"--code={SCRIPTED}:Nobody", "scripted.py:Nobody: no such class"),
        ("--bot=", "--bot: expected a command line"),
        ('--bot="', '--bot ": No closing quotation'),
        ("--bot=/no/such/program", "--bot: /no/such/program: cannot be started: No such file or directory"),
        ("--players=random --out=/no/such/folder/file", "cannot write /no/such/folder/file: No such file"),
        ("--players=random --out=", "argument --out: it is empty"),
        ("--players=random --cluster=", "argument --cluster: it is empty"),
        ("--players=random --seed=\udcff", r"'\udcff': expected text in UTF-8"),
        ("--code=a\udcff.py:B", "cannot read a\ufffd.py: No such file"),
        (f"--code={'a' * 41}=my_bot.py:B", "a name has at most 40 characters"),
        ("--players=random --deal=1", "unrecognized arguments: --deal=1"),
    ],
)
def test_what_cannot_be_played_is_said(capsys, arguments, said):
    status, out, err = run(capsys, *arguments.split())
    assert (status, out) == (2, "")
    assert err.startswith("rufen arena: ")
    assert said in err
    assert err.count("\n") == 1


def test_a_file_of_another_match(capsys, tmp_path):
    out = f"--out={tmp_path / 'results.jsonl'}"
    assert run(capsys, "--players=random", *SHORT, out)[0] == 0
    status, _, err = run(capsys, "--players=beginner", *SHORT, out, "--seed=x")
    assert status == 2
    assert "holds another match; name another file, or the arguments it began with:" in err
    assert '\n  match seed: "arena", now "x"' in err


def test_a_match_that_ends_early(capsys):
    status, out, err = run(capsys, f"--code={SCRIPTED}:Raising", *SHORT, "--max-faults=0")
    assert (status, out) == (1, "")
    assert err == (
        "rufen arena: the match ended: Raising made more than 0 faults; the last one, in deal 0: "
        "it ended with an error instead of an action: RuntimeError: no idea\n"
    )


def test_ctrl_c_before_anything_is_played(capsys, monkeypatch):
    def interrupted(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("rufen.arena.asked.rules_asked", interrupted)
    assert run(capsys, "--players=random", *SHORT) == (130, "", "rufen arena: interrupted\n")


def test_nothing_in_the_tables_moves_the_cursor_or_is_cut(capsys, monkeypatch):
    """A terminal of eighty columns, two dozen players, and a seed that would clear the screen."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    names = [f"--code={'a' * 30}{number}={SCRIPTED}:Meek" for number in range(12)]
    status, out, _ = run(capsys, *names, "--deals=1", *SHORT[1:], "--seed=\x1b[2J")
    assert status == 0
    assert "\x1b[2J" not in out
    assert "…" not in out.replace(" … ", "")
    assert all(name.partition("=")[2].partition("=")[0] in out for name in names)


def test_a_title_is_one_line(capsys):
    out = run(capsys, "--players=random", *SHORT)[1]
    assert {"Bids made % by hand size", "Bids made % by seat"} < set(out.splitlines())


def test_ctrl_c_says_how_to_go_on(capsys, monkeypatch, tmp_path):
    def interrupted(*_arguments, **_more):
        raise KeyboardInterrupt

    monkeypatch.setattr("rufen.arena.run.run", interrupted)
    out = tmp_path / "results.jsonl"
    assert run(capsys, "--players=random", *SHORT)[::2] == (130, "rufen arena: interrupted\n")
    said = f"rufen arena: interrupted; the same command goes on with {out}\n"
    assert run(capsys, "--players=random", *SHORT, f"--out={out}")[::2] == (130, said)


def test_the_sample_of_the_page(capsys, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    status, out, err = run(capsys, *SAMPLE.split()[2:], "--processes=1")
    assert (status, err) == (0, "")
    block = re.search(rf"```\n\$ {re.escape(SAMPLE)}\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    assert out == block[1]


def test_faults_are_shown(capsys):
    status, out, _ = run(capsys, "--players=random", f"--code={SCRIPTED}:Raising", *SHORT)
    assert status == 0
    assert re.search(
        r"Raising ended with an error instead of an action \d+ times; the first legal action was played\n"
        r"  the last time: RuntimeError: no idea\n",
        out,
    )


def keys(form: object, name: str = "") -> set[str]:
    """Every name in a JSON form, with those it lies in."""
    if isinstance(form, dict):
        return set().union(*({f"{name}.{key}"} | keys(value, f"{name}.{key}") for key, value in form.items()))
    if isinstance(form, list):
        return set().union(*(keys(each, name) for each in form)) if form else set()
    return set()


def test_json(capsys):
    """The fields, in the order that the page explains them."""
    status, out, _ = run(capsys, "--players=random,beginner", *SHORT, "--json")
    assert status == 0
    form = json.loads(out)
    fields = "rufen-arena match deals rounds stopped players companies differences compared calibration"
    assert list(form) == fields.split()
    named = {name.rsplit(".", 1)[1] for name in keys({k: v for k, v in form.items() if k != "match"})}
    missing = {name for name in named - {"mean", "low", "high", "n"} if f"`{name}`" not in PAGE}
    assert missing == set()
    assert [each["name"] for each in form["players"]] == ["random", "beginner"]
    assert form["players"][0]["figures"]["points"]["n"] == form["deals"] == 2
    assert form["companies"][0]["seats"] == ["random", "beginner", "beginner"]


def test_one_deal_has_no_interval(capsys):
    status, out, _ = run(capsys, "--players=random", "--deals=1", *SHORT[1:], "--json")
    figures = json.loads(out)["players"][0]["figures"]
    assert status == 0
    assert (figures["points"]["low"], figures["points"]["high"]) == (None, None)


def test_rules_may_be_told_in_three_ways(capsys):
    told = [
        ("--rules=screw_the_dealer", "bid_restriction:dealer"),
        ("--rules=bid_restriction=dealer,miss_penalty=20", "miss_penalty:20,bid_restriction:dealer"),
        ('--rules={"exact_bonus": 30}', "exact_bonus:30"),
    ]
    for given, shown in told:
        status, out, _ = run(capsys, "--players=random", *SHORT, given)
        assert (status, f"rules {shown}, " in out) == (0, True)


@pytest.mark.parametrize(
    ("given", "sizes"),
    [("1-3,3-1", (1, 2, 3, 3, 2, 1)), ("5-3,4", (5, 4, 3, 4)), ("7", (7,)), ("2-2,1", (2, 1))],
)
def test_hand_sizes_count_up_and_down(given, sizes):
    assert rules_asked("standard", given, 4).hand_sizes == sizes


def test_every_option_is_on_the_page():
    options = {
        text for action in parser()._actions for text in action.option_strings if text.startswith("--")
    }
    table = set(re.findall(r"^\| `(--[a-z-]+)", PAGE, re.MULTILINE))
    assert table == options - {"--help"}


def test_the_arena_starts_without_numbers_and_sockets():
    code = (
        "import sys\nfrom rufen.cli.main import main\n"
        "main(['arena', '--players=random', '--deals=1', '--hand-sizes=1', '--processes=1'])\n"
        "heavy = [name for name in ('numpy', 'numba', 'starlette', 'ray') if name in sys.modules]\n"
        "print(*heavy, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "\n")
