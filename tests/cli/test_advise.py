"""`rufen advise`: every legal action with its figures, or one clear line about what is wrong."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.core.damage import damaged
from tests.core.impossible import BIDDING, CASES, LAST, OVER, PLAYING, SECRET, edit

from rufen.cli.main import main
from rufen.core.actions import ChooseTrump
from rufen.core.cards import Card, Suit
from rufen.core.notation import parse_position
from rufen.core.state import Trick
from rufen.core.view import TrickInProgress
from rufen.players import advise
from rufen.players.asked import check_sound
from rufen.players.seen import NoDealFits

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
GOLDEN = (Path(__file__).parents[1] / "core" / "data" / "positions.txt").read_text("utf-8").splitlines()
TRUMP = next(line for line in GOLDEN if "phase=choosing_trump" in line)
FREE = edit(BIDDING, rules="standard")

NOT_ASKED = {
    "the game has not begun": (
        "rufen-position/1 rules-version=1 seats=4 rules=standard seat=0 phase=seating",
        "nobody is asked for an action: the game has not begun (phase seating)",
    ),
    "between rounds": (
        "rufen-position/1 rules-version=1 seats=4 rules=standard seat=0 phase=dealing",
        "nobody is asked for an action: the next round is still to be dealt (phase dealing)",
    ),
    "the game is over": (OVER, "nobody is asked for an action: the game is over (phase game_over)"),
    "ended early": (
        edit(PLAYING, phase="aborted"),
        "nobody is asked for an action: the game was ended early (phase aborted)",
    ),
    "a complete trick": (
        edit(PLAYING, trick="Y2.Y12.Y1.Y3"),
        "hand: 2 cards, but seat 0 holds 1: 3 were dealt to it in round 3, and it has played 2",
    ),
    "a complete trick left on the table": (
        edit(PLAYING, trick="Y2.Y12.Y1.Y3", hand="B3"),
        "nobody is asked for an action: the trick on the table is complete, so it goes into tricks",
    ),
    "all tricks are played": (
        edit(PLAYING, tricks="G7.J4.G3.B13;Y2.Y12.Y7.Y4;R1.R2.R4.R5", trick="", hand=""),
        "nobody is asked for an action: all tricks of round 3 are played",
    ),
    "another seat's turn": (
        edit(PLAYING, trick="Y2", hand="B3.Y7"),
        "seat 0 is not asked for an action: it is the turn of seat 3 to play a card",
    ),
    "another seat bids": (
        edit(FREE, bids="-.-.0.0"),
        "seat 1 is not asked for an action: it is the turn of seat 0 to bid",
    ),
    "the dealer names the trump": (
        edit(TRUMP, seat="1"),
        "seat 1 is not asked for an action: it is the turn of seat 0 to name the trump",
    ),
    "several seats bid in secret": (
        edit(SECRET, bids="-.1.?.-"),
        "seat 1 is not asked for an action: it is the turn of seats 3, 0 to bid",
    ),
    "a spectator": (
        edit(PLAYING, seat="-", hand=""),
        "a spectator (seat -) is not asked for an action: it is the turn of seat 0 to play a card",
    ),
    "no deal fits": (
        edit(
            LAST,
            phase="playing",
            bids="5.5.5",
            tricks="B1.R1.R2",
            hand="B2.B3.B4.B5.B6.B7.B8.B9.B10.G1.G2.G3.G4.G5.G6.G7.G8.G9.G10",
        ),
        "no deal fits: seats 0, 2 hold 38 cards, but only 35 unseen ones can be there "
        "(seat 0 has no B; seat 2 has no B)",
    ),
}


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


def run(*arguments: str) -> int:
    """The exit status of `rufen advise`."""
    try:
        return main(["advise", *arguments])
    except SystemExit as end:
        return int(end.code or 0)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line of a command that prints nothing else, without its name."""
    assert run(*arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("rufen advise: ")
    assert printed.err.count("\n") == 1
    return printed.err.removeprefix("rufen advise: ").removesuffix("\n")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(*arguments) == 0
    found = capsys.readouterr()
    assert found.err == ""
    return found.out


def figures(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    form: dict[str, Any] = json.loads(printed(capsys, *arguments, "--json"))
    return form


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Standard input with this in it."""

    def given(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))

    return given


@pytest.mark.parametrize("kind", CASES)
def test_an_impossible_position_is_refused_in_one_line(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    line, reason = CASES[kind]
    assert refused(capsys, line).startswith(reason)


@pytest.mark.parametrize("kind", NOT_ASKED)
def test_where_the_seat_is_not_asked_the_line_says_who_is(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line, reason = NOT_ASKED[kind]
    assert refused(capsys, line) == reason


def test_the_same_is_said_in_python() -> None:
    with pytest.raises(ValueError, match="it is the turn of seat 3"):
        advise(parse_position(NOT_ASKED["another seat's turn"][0]))
    with pytest.raises(NoDealFits, match="seats 0, 2 hold 38 cards"):
        advise(parse_position(NOT_ASKED["no deal fits"][0]))


SPOILT: dict[str, tuple[dict[str, Any], str]] = {
    "another winner": (
        {"tricks": (Trick(2, parse_position(PLAYING).tricks[0].cards, 3),)},
        "tricks of this view is .*winner=3.*, but from the rest follows .*winner=2",
    ),
    "another leader": (
        {"trick": TrickInProgress(3, (Card.Y2, Card.Y12), Suit.YELLOW, Suit.YELLOW, 1)},
        "trick of this view is .*leader=3.*, but from the rest follows .*leader=2",
    ),
    "other tricks won": (
        {"tricks_won": (1, 0, 0, 0)},
        r"tricks_won of this view is \(1, 0, 0, 0\), but from the rest follows \(0, 0, 1, 0\)",
    ),
    "other hand counts": ({"hand_counts": (2, 2, 2, 1)}, "hand_counts of this view is "),
    "another turn": ({"to_act": (1,)}, r"to_act of this view is \(1,\), but from the rest follows \(0,\)"),
    "other legal actions": ({"legal": ()}, "legal of this view is "),
    "another hand size": ({"hand_size": 4}, "hand_size of this view is 4, but from the rest follows 3"),
    "a card too many": ({"hand": (Card.B3, Card.Y7, Card.Y8)}, "hand: 3 cards, but seat 0 holds 2"),
}


@pytest.mark.parametrize("kind", SPOILT)
def test_a_view_made_by_hand_may_not_contradict_itself(kind: str) -> None:
    changes, reason = SPOILT[kind]
    view = parse_position(PLAYING)
    check_sound(view)
    with pytest.raises(ValueError, match=reason):
        advise(msgspec.structs.replace(view, **changes))


@pytest.mark.parametrize("line", [PLAYING, FREE, BIDDING, SECRET, LAST, TRUMP])
def test_each_legal_action_has_its_figures_the_best_first(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    view = parse_position(line)
    form = figures(capsys, line)
    assert list(form) == ["position", "seat", "phase", "actions"]
    assert parse_position(form["position"]) == view
    assert (form["seat"], form["phase"]) == (view.seat, view.phase.value)
    judged = {json.dumps(each["action"]): each for each in form["actions"]}
    assert len(judged) == len(form["actions"]) == len(view.legal)
    scores = [each["score"] for each in form["actions"]]
    assert scores == sorted(scores, reverse=True)
    for each in form["actions"]:
        assert list(each) == ["action", "score", "made", "tricks"]
        assert len(each["tricks"]) == view.hand_size + 1
        assert sum(each["tricks"]) == pytest.approx(1, abs=1e-3)
        assert 0 <= each["made"] <= 1
        if each["action"]["type"] == "place_bid":
            assert each["made"] == each["tricks"][each["action"]["bid"]]


def test_a_trick_that_was_won_stays_won(capsys: pytest.CaptureFixture[str]) -> None:
    """Seat 0 leads to the last trick with one won of two: one or two in all, never none or three."""
    line = edit(PLAYING, tricks="G7.J4.G13.B13;Y7.Y12.Y2.Y3", trick="Y4.Y5.Y6", hand="B3", bids="1.3.2.0")
    (only,) = figures(capsys, line)["actions"]
    assert only["action"] == {"type": "play_card", "card": "B3"}
    assert [chance > 0 for chance in only["tricks"]] == [False, True, True, False]
    assert only["made"] == only["tricks"][1]


def test_python_and_the_command_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    judged = advise(parse_position(TRUMP))
    assert all(isinstance(each.action, ChooseTrump) for each in judged)
    form = figures(capsys, TRUMP)
    assert max(each.score for each in judged) == pytest.approx(form["actions"][0]["score"], abs=1e-5)


def table(text: str) -> tuple[list[str], list[list[str]]]:
    """The words of the heading, and those of each row, of a printed page."""
    lines = text.splitlines()
    rule = next(place for place, line in enumerate(lines) if set(line.strip()) == {"─"})
    end = lines.index("", rule)
    return lines[rule - 1].split(), [line.split() for line in lines[rule + 1 : end]]


def test_the_page_says_what_was_understood_and_has_a_row_for_each_action(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = printed(capsys, PLAYING)
    assert page.splitlines()[:5] == [
        "Seat 0, card: Y7 is best",
        "round 3 of 15, 3 cards each, seat 1 of 0–3 dealt; rules standard",
        "G11 turned up, trump G; hand B3 Y7",
        "by seat: bids 1 3 2 0; tricks won 0 0 1 0",
        "on the table Y2 Y12, led by seat 2; Y to follow",
    ]
    heading, rows = table(page)
    assert heading == ["card", "points", "made", "%", "0", "1", "2", "3"]
    assert [row[0] for row in rows] == ["Y7"]
    bids, trump = table(printed(capsys, FREE)), table(printed(capsys, TRUMP))
    assert (bids[0][0], {row[0] for row in bids[1]}) == ("bid", {"0", "1", "2"})
    assert (trump[0][0], {row[0] for row in trump[1]}) == ("trump", set("BGRY"))


@pytest.mark.parametrize("width", [20, 40, 41, 60, 80, 110, 120])
@pytest.mark.parametrize("line", [FREE, LAST, TRUMP])
def test_no_width_cuts_anything(
    line: str, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    page = printed(capsys, line)
    assert "…" not in page
    assert "\x1b" not in page
    assert max(map(len, page.splitlines())) <= max(width, 40)
    first_words = [words[0] for words in table(page)[1]]
    names = {str(next(iter(each["action"][key] for key in ("bid", "suit") if key in each["action"])))
             for each in figures(capsys, line)["actions"]}  # fmt: skip
    assert names <= set(first_words)


def test_a_position_comes_from_standard_input_too(
    typed: Callable[[bytes], None], capsys: pytest.CaptureFixture[str]
) -> None:
    expected = printed(capsys, PLAYING)
    typed(f"{PLAYING}\n".encode())
    assert printed(capsys, "-") == expected
    # as typed: without quotes, or in quotes over several lines
    assert printed(capsys, *PLAYING.split()) == expected
    assert printed(capsys, PLAYING.replace(" phase", " \n  phase")) == expected


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "a position starts with rufen-position/1, not with ''"),
        (b"\xff\xfe", "standard input is not text in UTF-8"),
        (b"rufen-position/1 " + b"x" * 100_000, "a position has at most 20000 characters"),
        (f"{PLAYING}\n{PLAYING}\n".encode(), "'rufen-position/1' is no field of a position"),
        (b"rufen-position/1 \x1b[31m=\x00", "'\\x1b[31m=\\x00' is no field of a position"),
    ],
)
def test_what_cannot_be_read_says_why(
    content: bytes, reason: str, typed: Callable[[bytes], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed(content)
    assert refused(capsys, "-").startswith(reason)


def test_a_closed_standard_input_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert refused(capsys, "-") == "cannot read standard input: it is closed"


def test_another_network_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing, other = tmp_path / "no.rufen", tmp_path / "other.rufen"
    other.write_text("hello\n")
    assert refused(capsys, PLAYING, "--network", str(missing)).startswith(f"{missing}: cannot be read: ")
    assert refused(capsys, PLAYING, "--network", str(other)).startswith(f"{other}: this is no network")


def test_another_network_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A network that knows nothing gives every number of tricks still open the same chance."""
    import numpy as np

    from rufen.kernel.network.file import write_network
    from rufen.kernel.network.weights import Weights
    from rufen.players.neural import shipped

    blank = Weights(*(np.zeros_like(each) for each in shipped()))
    write_network(tmp_path / "blank.rufen", blank)
    form = figures(capsys, FREE, "--network", str(tmp_path / "blank.rufen"))
    for each in form["actions"]:
        assert each["tricks"] == pytest.approx([1 / 3] * 3, abs=1e-5)


def test_looking_ahead_gives_each_card_its_figures_and_is_repeatable(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = edit(PLAYING, trick="", turn_up="G11", tricks="Y2.Y12.Y13.Y3", hand="B3.G12", bids="1.1.2.0")
    by_network = figures(capsys, line)
    assert len(by_network["actions"]) == 2
    for nothing in (("--nodes", "0"), ("--search", "0")):
        for one, other in zip(figures(capsys, line, *nothing)["actions"], by_network["actions"], strict=True):
            assert one["action"] == other["action"]
            assert one["tricks"] == pytest.approx(other["tricks"], abs=1e-5)
    ahead = figures(capsys, line, "--nodes", "2000")
    assert ahead == figures(capsys, line, "--nodes", "2000", "--search", "600000")
    assert ahead != by_network
    for each in ahead["actions"]:
        assert sum(each["tricks"]) == pytest.approx(1, abs=1e-3)
        # the first trick is won
        assert each["tricks"][0] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            [PLAYING, "--search", "nan"],
            "argument --search: 'nan': a number of milliseconds from 0 to 600000 "
            "(rufen advise --help shows how)",
        ),
        (
            [PLAYING, "--nodes", "-1"],
            "argument --nodes: '-1': a whole number from 0 to 1000000000 (rufen advise --help shows how)",
        ),
        ([], "the following arguments are required: POSITION (rufen advise --help shows how)"),
        ([PLAYING, "--jason"], "unrecognized arguments: --jason (rufen advise --help shows how)"),
    ],
)
def test_wrong_arguments_say_where_help_is(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, *arguments) == reason


def test_an_impossible_position_is_refused_without_loading_the_network() -> None:
    code = (
        "import sys\n"
        "from rufen.cli.main import main\n"
        f"status = main(['advise', {NOT_ASKED['no deal fits'][0]!r}])\n"
        "print(status, *(name for name in ('numpy', 'numba', 'rich') if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2"]


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([*GOLDEN, PLAYING, FREE, BIDDING, SECRET, LAST]), st.data())
def test_a_damaged_position_gets_figures_or_one_line(line: str, data: st.DataObject) -> None:
    text = data.draw(damaged(line.split(" "), " "))
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run("--json", "--", text)
    if status == 0:
        form = json.loads(out.getvalue())
        assert len(form["actions"]) == len(parse_position(form["position"]).legal) > 0
        assert err.getvalue() == ""
    else:
        assert (status, out.getvalue()) == (2, "")
        assert re.fullmatch(r"rufen advise: .+\n", err.getvalue())


SESSIONS = re.findall(r"^```console\n\$ rufen (\w+ '[^']*')\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def form(text: str) -> str:
    """A page without its figures, its rows in alphabetical order: what no network changes."""
    lines = [re.sub(r": \S+ is best", ": … is best", line.rstrip()) for line in text.splitlines()]
    rule = next(place for place, line in enumerate(lines) if set(line.strip()) == {"─"})
    end = lines.index("", rule)
    rows = [line.split()[0] for line in lines[rule + 1 : end]]
    heading = " ".join(lines[rule - 1].split())
    return "\n".join([*lines[: rule - 1], heading, *sorted(rows), *lines[end:]])


def test_the_sessions_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    """Their figures come from a network that changes; their form does not."""
    assert SESSIONS
    for command, output in SESSIONS:
        name, *words = shlex.split(command)
        assert name == "advise"
        assert form(printed(capsys, *words)) == form(output)


def test_every_option_is_explained() -> None:
    for option in ("--json", "--network", "--search", "--nodes"):
        assert f"`{option}" in PAGE
    for field in ("position", "seat", "phase", "actions", "action", "score", "made", "tricks"):
        assert f'"{field}"' in PAGE


def test_the_refusals_of_the_page_are_what_is_said() -> None:
    said = [reason for _, reason in (*CASES.values(), *NOT_ASKED.values())]
    blocks = [part for part in PAGE.split("```")[1::2] if part.startswith("\n") and "line " not in part]
    lines = [line.removeprefix("rufen advise: ") for block in blocks for line in block.split("\n") if line]
    assert len(lines) >= 5
    assert set(lines) <= set(said)
