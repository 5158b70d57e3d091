"""`rufen bot`: seat a program at a table of a server."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn
from urllib.parse import urlsplit

from rufen.cli.terminal import ended_once, plain
from rufen.protocol.bot import BOT_PROTOCOL, BotHello

__all__ = ["main", "table_of"]

DEFAULT_SERVER = "http://127.0.0.1:8000"

_ABOUT = f"""\
Seat a program at a table of a server. It plays there like a person: it is ready, acts when it is asked, comes
back when the connection is lost, and stays for another game.
The program speaks {BOT_PROTOCOL} on its standard input and output, see docs/bots.md.
"""
_EXAMPLES = """\
examples:
  rufen bot --table lumori47 --bot "python examples/counting_bot.py"
  rufen bot --table https://play.example/j/lumori47 --bot ./my_bot --name Robin
"""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}", re.ASCII)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {plain(message)} (rufen bot --help shows how)\n")


def _server(text: str) -> str:
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        # No name of the net has empty parts, or longer ones than 63 letters.
        (parts.hostname or "").encode("idna")
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no address") from None
    if not good or parts.path.strip("/") or parts.query or parts.fragment:
        raise argparse.ArgumentTypeError(f"{text!r} is no server: http:// or https://, a host, and a port")
    return f"{parts.scheme}://{parts.netloc}"


def _seat(text: str) -> int:
    if text not in [str(seat) for seat in range(6)]:
        raise argparse.ArgumentTypeError(f"{text!r} is no seat: 0 … 5")
    return int(text)


def _token(text: str) -> str:
    if not _TOKEN.fullmatch(text):
        raise argparse.ArgumentTypeError("a secret has 20 to 64 characters of A–Z a–z 0–9 _ -")
    return text


def table_of(text: str) -> tuple[str | None, str]:
    """The server, where it is said, and the table's code or id in a code, an id or a link.

    Raises ValueError.
    """
    if "://" not in text:
        if not 0 < len(text.strip()) <= 40:
            raise ValueError(f"{text!r} is no table: its code, its id, or a link to it")
        return None, text.strip()
    parts = urlsplit(text)
    found = re.fullmatch(r"/(?:t|j)/([^/]{1,40})/?", parts.path)
    if found is None:
        raise ValueError(f"{text!r} is no link to a table: expected …/t/ID or …/j/CODE")
    try:
        return _server(f"{parts.scheme}://{parts.netloc}"), found[1]
    except argparse.ArgumentTypeError as error:
        raise ValueError(str(error)) from None


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="rufen bot",
        usage='rufen bot --table TABLE --bot "COMMAND" [options]',
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--table", required=True, help="the table: its code, its id, or a link to it")
    parser.add_argument("--bot", required=True, metavar="COMMAND", help="the command line of the program")
    parser.add_argument(
        "--server",
        type=_server,
        metavar="URL",
        help=f"where the table is; from a link, else {DEFAULT_SERVER}",
    )
    parser.add_argument("--name", default="", help="its name at the table; else the one it gives itself")
    parser.add_argument(
        "--seat", type=_seat, metavar="N", help="the seat it wants, counted from 0; else the first free one"
    )
    parser.add_argument(
        "--token",
        type=_token,
        metavar="SECRET",
        help="the secret of its seat: with it the seat is found again when this command is repeated",
    )
    return parser


def main(arguments: Sequence[str]) -> int:
    """Play; the exit status.

    0 after the game, 1 when it cannot go on, 2 when it cannot begin, 130 after Ctrl-C or when told to end.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        server, table = table_of(options.table)
    except ValueError as error:
        parser.error(f"argument --table: {error}")
    if server and options.server and server != options.server:
        parser.error(f"argument --server: the table is at {server}, not at {options.server}")
    server = server or options.server or DEFAULT_SERVER
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with ended_once():
            return _play(
                options.bot, server, BotHello(BOT_PROTOCOL, options.name, table, options.seat, options.token)
            )
    except KeyboardInterrupt:
        return 130


def _play(command: str, server: str, hello: BotHello) -> int:
    from rufen.arena.outside import CannotStart
    from rufen.cli.bridge import Bridge, CannotGoOn

    try:
        with contextlib.closing(Bridge(command, server, hello, _say)) as bridge:
            bridge.run()
    except CannotStart as error:
        return _refuse(str(error), 2)
    except CannotGoOn as end:
        return _refuse(str(end), end.status)
    return 0


def _say(line: str) -> None:
    # A closed standard output is None, whatever its type says.
    stream: Any = sys.stdout
    try:
        print(plain(line), file=stream, flush=True)
    except OSError:
        # Nobody reads on, but the game goes on; the interpreter would complain about it once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _refuse(why: str, status: int) -> int:
    print(f"rufen bot: {plain(why)}", file=sys.stderr)
    return status
