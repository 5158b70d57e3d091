"""Programs as players: deadlines, wrong answers, faults and forfeits as docs/bots.md says."""

from __future__ import annotations

import math
import os
import pickle
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from rufen.arena.outside import BotFault, BotProcess, CannotStart
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.house_rules import preset
from rufen.core.view import PlayerView, view_of

ROGUE = Path(__file__).with_name("rogue.py")


def command(how: str, *more: object) -> str:
    return " ".join(f'"{word}"' for word in (sys.executable, "-S", ROGUE, how, *more))


def a_view() -> PlayerView:
    """Three seats, a round of one card: the bids 0 and 1."""
    game = Game.new(["Anna", "Ben", "Cara"], preset("standard", seats=3), first_dealer=0)
    game.deal(deck_from_seed("outside", 1), salt="salt")
    return view_of(game.state, 1)


VIEW = a_view()
FIRST, LAST = VIEW.legal[0], VIEW.legal[-1]


def test_a_good_program_plays():
    with BotProcess(command("good")) as player:
        assert player.name == "Rogue"
        assert [player.act(VIEW) for _ in range(3)] == [LAST] * 3
        assert player.refusals == 0


@pytest.mark.parametrize(
    "how",
    ["not-json", "unknown-field", "wrong-id", "illegal", "long-line", "hello-again"],
)
def test_one_wrong_answer_is_refused_and_asked_again(how):
    with BotProcess(command(how)) as player:
        assert player.act(VIEW) == LAST
        assert player.refusals == 1
        assert player.act(VIEW) == LAST


def test_output_before_a_request_is_taken_for_its_answer():
    """The answer to the first asking is then late by one, and skipped: the program is in step again."""
    with BotProcess(command("talks-first")) as player:
        assert [player.act(VIEW) for _ in range(4)] == [LAST] * 4
        assert player.refusals == 1


def test_two_wrong_answers_are_a_fault_and_the_program_plays_on():
    with BotProcess(command("always-illegal")) as player:
        for _ in range(2):
            with pytest.raises(BotFault) as fault:
                player.act(VIEW)
            assert fault.value.fault == "illegal"
            assert "was refused twice, at last with bid_out_of_range: allowed: 0, 1" in str(fault.value)
        assert player.refusals == 4


def test_silence_is_a_fault_at_its_deadline_and_a_late_answer_is_skipped():
    with BotProcess(command("sleeps-once"), deadline=0.3) as player:
        with pytest.raises(BotFault, match="gave no answer within") as fault:
            player.act(VIEW)
        assert fault.value.fault == "timeout"
        player.deadline = 60.0
        assert player.act(VIEW) == LAST, "the answers to both requests came now"
        assert player.refusals == 0


def test_a_program_that_ends_says_how_and_what_it_wrote_last():
    with BotProcess(command("dies")) as player:
        for _ in range(2):
            with pytest.raises(BotFault) as fault:
                player.act(VIEW)
            assert fault.value.fault == "closed"
            said = str(fault.value)
            assert said.startswith(
                f"{command('dies')}: ended with exit status 7; last on its standard error: "
            )
            assert said.endswith("Traceback: it was too hard / \ufffd[2Jfor me"), (
                "one line, nothing moves the cursor"
            )


def test_it_may_be_killed_by_a_signal_without_a_name():
    with BotProcess(command("nameless-signal")) as player, pytest.raises(BotFault) as fault:
        player.act(VIEW)
    assert fault.value.fault == "closed"
    assert f"was ended by signal {signal.SIGRTMIN + 6}" in str(fault.value)


def test_the_same_answer_once_more_is_skipped():
    with BotProcess(command("twice")) as player:
        assert [player.act(VIEW) for _ in range(4)] == [LAST] * 4
        assert player.refusals == 0


def test_late_answers_without_end_are_silence(monkeypatch):
    too_late = []

    def hear(deadline: float) -> bytes:
        if time.monotonic() >= deadline:
            too_late.append(deadline)
        assert len(too_late) < 2, "its time is over"
        return b'{"type":"action","id":"0","index":60}'

    with BotProcess(command("good"), deadline=0.01) as player:
        monkeypatch.setattr(player._program, "hear", hear)
        with pytest.raises(BotFault) as fault:
            player.act(VIEW)
        assert fault.value.fault == "timeout"


def test_a_byte_order_mark_is_no_mistake():
    with BotProcess(command("marked")) as player:
        assert player.act(VIEW) == LAST


@pytest.mark.parametrize("seconds", [math.inf, math.nan, 1e300, 0, -1.0])
@pytest.mark.parametrize("which", ["deadline", "start_deadline"])
def test_what_is_no_deadline_is_said(which, seconds):
    with pytest.raises(ValueError, match="seconds are expected, more than 0, at most 86400"):
        BotProcess(command("good"), **{which: seconds})


@pytest.mark.parametrize(
    ("number", "processes", "group"),
    [(signal.SIGTERM, 1, False), (signal.SIGHUP, 2, True), (signal.SIGKILL, 2, False)],
)
def test_the_arena_leaves_no_program_however_it_is_ended(tmp_path, request, number, processes, group):
    """The program and its child ignore all but a kill; the end of the pipe shows that they are gone."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    arena = [sys.executable, "-m", "rufen", "arena", "--players=random", "--bot", command("deaf")]
    arena += ["--deadline=3600", "--seats=3", "--hand-sizes=1", f"--processes={processes}"]
    if number != signal.SIGKILL:
        # under nohup it would be ignored by whoever is started from here
        request.addfinalizer(partial(signal.signal, number, signal.signal(number, signal.SIG_DFL)))
    running = subprocess.Popen(
        arena,
        env={**os.environ, "RUFEN_TEST_PIPE": str(pipe)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        with pipe.open() as opened:
            assert opened.readline() == "here\n"
            for _ in range(3):
                (os.killpg if group else os.kill)(running.pid, number)
            out, err = running.communicate()
            assert opened.read() in ("", "here\n")
    finally:
        running.kill()
        running.wait()
    told = (-signal.SIGKILL, "", "") if number == signal.SIGKILL else (130, "", "rufen arena: interrupted\n")
    assert (running.returncode, out, err) == told


def test_a_program_that_does_not_stop_talking_is_a_fault_and_can_be_ended():
    with BotProcess(command("floods")) as player, pytest.raises(BotFault, match="was refused twice"):
        player.act(VIEW)


def test_any_amount_on_standard_error_is_fine():
    with BotProcess(command("chatters")) as player:
        assert [player.act(VIEW) for _ in range(5)] == [LAST] * 5


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (
            command("ends"),
            "ended with exit status 1 without a hello; last on its standard error: no module named numpy",
        ),
        (command("prints"), "its first line is no hello, but 'Loading the model': malformed: "),
        (command("old"), "unsupported_version: rufen-bot/1 is spoken here, not 'rufen-bot/0'"),
        ("no-such-program-here --fast", "cannot be started: No such file or directory"),
        (str(ROGUE.parent), "cannot be started: Permission denied"),
        ('"unfinished', "cannot be started: No closing quotation"),
        ("  ", "cannot be started: there is nothing to start"),
    ],
)
def test_what_cannot_be_started_says_why(given, why):
    with pytest.raises(CannotStart) as error:
        BotProcess(given)
    assert why in str(error.value)
    assert given.strip() in str(error.value)


def test_a_hello_has_a_deadline():
    with pytest.raises(CannotStart, match=r"said no hello within 0\.3 s \(is every line flushed\?\)"):
        BotProcess(command("no-hello"), start_deadline=0.3)


@pytest.mark.parametrize("how", ["good", "stays", "with-a-child"])
def test_nothing_is_left_of_a_program(how, tmp_path):
    """It is gone when `close` returns, and no zombie: whether it ends by itself, or must be killed."""
    mark = tmp_path / "pid"
    with BotProcess(command(how, mark)) as player:
        player.act(VIEW)
        number = int(mark.read_text())
        os.kill(number, 0)
        player.close()
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
        readers = player._program._threads
        assert not [thread for thread in readers if thread.is_alive()], "somebody still holds its pipes"
        player.close()


def test_a_fault_travels_between_processes():
    fault = pickle.loads(pickle.dumps(BotFault("timeout", "python my_bot.py: gave no answer")))
    assert (fault.fault, str(fault)) == ("timeout", "python my_bot.py: gave no answer")


def test_being_asked_again_gives_no_more_time():
    with BotProcess(command("wrong-then-silent"), deadline=2.0) as player:
        with pytest.raises(BotFault) as fault:
            player.act(VIEW)
        assert fault.value.fault == "timeout"
        assert "gave no answer within 2 s" in str(fault.value)
        assert "after it was refused with malformed: " in str(fault.value)
