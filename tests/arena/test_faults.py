"""Players that raise, leave, or answer nonsense: the first legal action is played, and it is counted."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from rufen.arena.contestants import ContestantError, contestants
from rufen.arena.faults import Fault, Forfeit, ask
from rufen.arena.playing import play_deal
from rufen.arena.run import run
from rufen.arena.summary import summary
from rufen.core.actions import PlaceBid

from .helper import Watched, figures, told


@pytest.mark.parametrize(
    ("player", "kind", "text", "count"),
    [
        ("Raising", "raised", "RuntimeError: no idea", 3 * 2),
        ("Leaving", "raised", "SystemExit: 3", 3 * 2),
        ("Illegal", "illegal", "PlaceBid(bid=20)", 3 * 2 + 3 * 1),
    ],
)
def test_faults_are_counted_and_the_first_legal_action_is_played(player, kind, text, count):
    """One deal of two cards, and each of them alone in three seats, then two of them with another."""
    match = told(player, "Meek", deals=1, sizes="2", max_faults=100)
    found = figures(match)
    faulty, meek = found.players
    expected = count * 3  # once alone, then two at a table
    trumps = sum(fault.text == text for fault in play_deal(match, 0, Watched(match)).faults) - expected
    assert faulty.faults == {kind: expected + trumps}
    assert trumps in (0, 1)
    assert faulty.last_fault == text
    assert (meek.faults, meek.last_fault) == ({}, None)
    # what is played in their place is what Meek plays
    assert found.differences[0].difference.mean == pytest.approx(0)


def test_a_kind_of_fault_comes_with_the_error():
    class Slow(Exception):
        fault = "timeout"

    class Odd(Exception):
        fault = "elsewhere"

    class Player:
        def __init__(self, error):
            self.error = error

        def act(self, view):
            raise self.error

    view = told_view()
    assert ask(Player(Slow("5 s\x1b[2J are over")), view, 1)[1] == Fault(
        1, "timeout", "5 s\ufffd[2J are over"
    )
    odd = ask(Player(Odd("x" * 999)), view, 1)[1]
    assert odd == Fault(1, "raised", "Odd: " + "x" * 295)
    assert ask(Player(Slow()), view, 1)[0] is view.legal[0]


def told_view():
    cast = Watched(match := told("Meek", deals=1))
    play_deal(match, 0, cast)
    return cast.asked[0][2]


def test_too_many_faults_end_the_match():
    match = told("Raising", "Meek", deals=9, max_faults=20)
    with pytest.raises(Forfeit) as ended:
        run(match)
    assert str(ended.value) == (
        "Raising made more than 20 faults; the last one, in deal 2: "
        "it ended with an error instead of an action: RuntimeError: no idea"
    )


def test_too_many_faults_in_one_deal_end_it_at_once():
    match = told("Raising", "Meek", deals=1, max_faults=3)
    cast = Watched(match)
    with pytest.raises(Forfeit):
        play_deal(match, 0, cast)
    assert len(cast.asked) < 30


@pytest.mark.parametrize("processes", [1, 2])
def test_a_player_that_cannot_be_made_ends_the_match(processes):
    with pytest.raises(Forfeit, match=r"in deal 0 Unmakeable could not be made: .* RuntimeError: no chair"):
        run(told("Unmakeable", deals=2), processes=processes)


def test_a_program_that_has_ended_ends_the_match(monkeypatch):
    class Ended(Exception):
        fault = "closed"

    class Gone:
        def act(self, view):
            raise Ended("it ended with exit status 3")

    match = told("Meek", deals=1)
    cast = Watched(match)
    monkeypatch.setattr(cast, "player", lambda *_: Gone())
    with pytest.raises(Forfeit, match="in deal 0 Meek has ended: it ended with exit status 3"):
        play_deal(match, 0, cast)


def test_exactly_as_many_faults_as_allowed_are_no_end():
    match = told("Raising", deals=1, max_faults=3)
    assert summary(run(match)).players[0].faults == {"raised": 3}


class Mute(Exception):
    def __str__(self):
        raise RuntimeError("not even that")


class Unhashable(Exception):
    fault: object = ("raised", [])


class Moody(Exception):
    @property
    def fault(self):
        raise RuntimeError("no")


class Deep(BaseException):
    pass


ERRORS = [
    (asyncio.CancelledError("x"), "CancelledError: x"),
    (GeneratorExit(), "GeneratorExit: "),
    (Deep("a\nb"), "Deep: a b"),
    (SystemExit(4), "SystemExit: 4"),
    (Mute(), "Mute: (its text cannot be read)"),
    (Unhashable("x"), "Unhashable: x"),
    (Moody("x"), "Moody: x"),
]


@pytest.mark.parametrize(("error", "said"), ERRORS, ids=lambda value: value if isinstance(value, str) else "")
def test_whatever_a_player_raises_is_a_fault(error, said, monkeypatch):
    """While it is asked, and while it is made."""

    class Player:
        def act(self, view):
            raise error

    view = told_view()
    assert ask(Player(), view, 1) == (view.legal[0], Fault(1, "raised", said.rstrip()))

    def unmade(*_arguments):
        raise error

    match = told("Meek", deals=1)
    cast = Watched(match)
    monkeypatch.setattr(cast, "player", unmade)
    with pytest.raises(Forfeit) as ended:
        play_deal(match, 0, cast)
    assert str(ended.value) == f"in deal 0 Meek could not be made: {said.rstrip()}"


def test_ctrl_c_is_nobodys_fault():
    class Player:
        def act(self, view):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(Player(), told_view(), 0)


@pytest.mark.parametrize("error", ["sys.exit(4)", "raise BaseException('x')", "raise GeneratorExit('x')"])
@pytest.mark.parametrize("where", ["import", "init"])
def test_a_file_that_raises_anything_is_said(tmp_path, error, where):
    """In the file itself the match does not begin; where a player is made it ends."""
    init, top = (error, "") if where == "init" else ("pass", error)
    file = tmp_path / f"bad_{where}.py"
    file.write_text(
        f"import sys\n{top}\nclass Bad:\n    def __init__(self):\n        {init}\n"
        "    def act(self, view):\n        return view.legal[0]\n"
    )
    match = msgspec.structs.replace(told("Meek", deals=1), players=contestants([], [f"{file}:Bad"]))
    said = "could not be made" if where == "init" else "cannot be imported"
    with pytest.raises((Forfeit, ContestantError), match=said):
        run(match)


def test_what_is_equal_to_everything_is_no_action():
    class Yes:
        def __eq__(self, other):
            return True

        __hash__ = object.__hash__

    class Player:
        def act(self, view):
            return Yes()

    fault = ask(Player(), told_view(), 0)[1]
    assert fault is not None
    assert fault.kind == "illegal"


def test_a_player_that_changes_its_view_gains_nothing():
    class Player:
        def act(self, view):
            msgspec.structs.force_setattr(view, "legal", (PlaceBid(20),))
            return PlaceBid(20)

    view = told_view()
    legal = view.legal
    assert ask(Player(), view, 0) == (legal[0], Fault(0, "illegal", "PlaceBid(bid=20)"))


def test_an_action_that_is_awaited_is_no_action():
    class Player:
        async def act(self, view):
            return view.legal[0]

    player: Any = Player()
    fault = ask(player, told_view(), 0)[1]
    assert fault is not None
    assert (fault.kind, "coroutine" in fault.text) == ("illegal", True)
