"""A program that plays by its first argument: wrongly, late, not at all. It imports nothing of Rufen."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def say(message: object) -> None:
    line(json.dumps(message))


def line(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hello(**more: object) -> None:
    say({"type": "hello", "protocol": "rufen-bot/1", "name": "Rogue", **more})


def answer(ask: dict, **more: object) -> dict:
    return {"type": "action", "id": ask["id"], "index": ask["indices"][-1], **more}


def good(ask: dict) -> None:
    say(answer(ask))


def once(wrong, then=good):
    """Wrong to the first request, then good."""
    asked = []

    def act(ask: dict) -> None:
        asked.append(ask)
        (wrong if len(asked) == 1 else then)(ask)

    return act


def sleeps_once():
    """Silent at the first request; the late answer comes with the second."""
    asked = []

    def act(ask: dict) -> None:
        asked.append(ask)
        if len(asked) > 1:
            for each in asked:
                say(answer(each))
            asked[:] = [{}]

    return act


def dies(ask: dict) -> None:
    sys.stderr.write("Traceback: it was too hard\n\x1b[2Jfor me\n")
    sys.stderr.flush()
    sys.exit(7)


def floods(ask: dict) -> None:
    while True:
        line("x" * 100)


def chatters(ask: dict) -> None:
    sys.stderr.write("chatter " * 20_000 + "\n")
    good(ask)


def twice(ask: dict) -> None:
    good(ask)
    good(ask)


def deaf(ask: dict) -> None:
    """Ends by nothing but a kill, nor does a child, and holds a pipe open as long as it lives."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    pipe = os.open(os.environ["RUFEN_TEST_PIPE"], os.O_WRONLY)
    subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"], pass_fds=[pipe])
    os.write(pipe, b"here\n")
    while True:
        time.sleep(600)


ACTS = {
    "good": good,
    "not-json": once(lambda ask: line("thinking...")),
    "unknown-field": once(lambda ask: say(answer(ask, mood="good"))),
    "wrong-id": once(lambda ask: say(answer(ask, id="99"))),
    "illegal": once(lambda ask: say(answer(ask, index=80))),
    "long-line": once(lambda ask: line(json.dumps(answer(ask)) + " " * 100_000)),
    "hello-again": once(lambda ask: hello()),
    "wrong-then-silent": once(lambda ask: line("thinking..."), then=lambda ask: None),
    "always-illegal": lambda ask: say(answer(ask, index=80)),
    "silent": lambda ask: None,
    "sleeps-once": sleeps_once(),
    "dies": dies,
    "floods": floods,
    "twice": twice,
    "deaf": deaf,
    "nameless-signal": lambda ask: os.kill(os.getpid(), signal.SIGRTMIN + 6),
    "marked": good,
    "chatters": chatters,
    "talks-first": good,
    "stays": good,
    "with-a-child": good,
}

if __name__ == "__main__":
    how = sys.argv[1]
    if how == "no-hello":
        time.sleep(600)
    if how == "ends":
        sys.stderr.write("no module named numpy\n")
        sys.exit(1)
    if how == "prints":
        line("Loading the model")
    if how == "old":
        hello(protocol="rufen-bot/0")
    if how == "with-a-child":
        subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"])
    if how == "marked":
        sys.stdout.buffer.write(b"\xef\xbb\xbf")
    hello()
    if how == "talks-first":
        line("I am ready!")
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(str(os.getpid()))
    for text in sys.stdin:
        message = json.loads(text)
        if message["type"] == "act":
            ACTS[how](message)
    if how == "stays":
        time.sleep(600)
