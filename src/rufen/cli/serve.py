"""`rufen` and `rufen serve`: start the server."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import webbrowser
from collections.abc import Mapping, Sequence
from pathlib import Path

import rufen
from rufen.cli.folders import default_data_folder
from rufen.cli.logs import LOG_FORMATS, LOG_LEVELS, set_up_logs
from rufen.server.addresses import Network, parse_networks
from rufen.server.run import CannotStart, address_of, listen, network_address_of, serve
from rufen.server.settings import Limits

__all__ = ["main"]

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
PORT_TRIES = 20
_LIMITS = Limits()

_ABOUT = """\
Rufen: the card game Wizard in the browser, with friends and bots.
Without a command it serves and opens the browser.
"""
_EXAMPLES = """\
examples:
  rufen                              start on this machine and open the browser
  rufen serve --host 0.0.0.0         serve everyone in this network
  rufen serve --port 9000 --data /srv/rufen --log-format json

Every option can be set by an environment variable instead: RUFEN_PORT=9000 rufen serve.
"""
_OTHERS = {
    "advise": "tell what each action is likely to bring in a position: rufen advise --help",
    "arena": "measure players against one another: rufen arena --players=beginner,random",
    "bench": "measure how fast this machine plays: rufen bench",
    "bot": "seat a bot program at a table of a server: rufen bot --help",
    "sheet": "print an exported score sheet: rufen sheet FILE",
    "train": "train a network: rufen train --help",
    "backup": "write all tables to a file, while the server runs: rufen backup FILE",
    "restore": "make a data folder from a backup: rufen restore FILE",
}


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a whole number 0 … 65535")
    return int(text)


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 1 <= rate <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no rate: messages a second, 1 or more")
    return rate


def _times(text: str) -> float:
    try:
        times = float(text)
    except ValueError:
        times = 0.0
    if not 1 <= times <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of times: 1 or more")
    return times


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number: a whole number, 1 or more")
    return int(text)


def _networks(text: str) -> tuple[Network, ...]:
    try:
        return parse_networks(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rufen",
        usage="rufen [options] [serve [options] | COMMAND …]",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"rufen {rufen.__version__}")
    _add_options(parser, browser=True)
    commands = parser.add_subparsers(title="commands", dest="command", metavar="command", prog="rufen")
    command = commands.add_parser(
        "serve",
        usage="rufen serve [options]",
        help="start the server and leave the browser alone",
        description="Start the server. Ctrl+C ends it; every table continues at the next start.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _add_options(command, browser=False)
    # They have parsers of their own; here they are named among the commands.
    for name, what in _OTHERS.items():
        commands.add_parser(name, help=what, add_help=False)
    return parser


def _add_options(parser: argparse.ArgumentParser, *, browser: bool) -> None:
    # No defaults here: what is not given comes from the environment, or else from the table below.
    absent = argparse.SUPPRESS
    parser.add_argument(
        "--host",
        default=absent,
        metavar="ADDRESS",
        help=f"address to listen on: {DEFAULT_HOST} this machine (default), 0.0.0.0 everyone [RUFEN_HOST]",
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=absent,
        metavar="N",
        help=f"port to listen on, 0 any free one (default: {DEFAULT_PORT} or the next free) [RUFEN_PORT]",
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=absent,
        metavar="FOLDER",
        help="where the tables are kept, made when missing (default: the folder your system has for it) "
        "[RUFEN_DATA]",
    )
    parser.add_argument(
        "--browser",
        action=argparse.BooleanOptionalAction,
        default=absent,
        help=f"open the browser, or not (default: {'open' if browser else 'do not'}) [RUFEN_BROWSER=yes|no]",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=absent,
        metavar="URL",
        help="another origin whose pages may play here, behind a proxy that changes Host; may be repeated "
        "[RUFEN_ORIGIN, separated by blanks]",
    )
    parser.add_argument(
        "--max-rate",
        type=_rate,
        default=absent,
        metavar="N",
        help="messages a second that one browser tab may send for long (default: 20) [RUFEN_MAX_RATE]",
    )
    parser.add_argument(
        "--per-address",
        type=_times,
        default=absent,
        metavar="N",
        help="how many times the usual one address may do and have: 10 for a school behind one address "
        "(default: 1) [RUFEN_PER_ADDRESS]",
    )
    parser.add_argument(
        "--max-tables",
        type=_count,
        default=absent,
        metavar="N",
        help=f"tables that may be played at once (default: {_LIMITS.tables}) [RUFEN_MAX_TABLES]",
    )
    parser.add_argument(
        "--max-sockets",
        type=_count,
        default=absent,
        metavar="N",
        help=f"browser tabs that may be connected at once (default: {_LIMITS.sockets}) [RUFEN_MAX_SOCKETS]",
    )
    parser.add_argument(
        "--trust-proxy",
        type=_networks,
        default=absent,
        metavar="ADDRESS[,…]",
        help="proxies whose X-Forwarded-For is believed: addresses or networks [RUFEN_TRUST_PROXY]",
    )
    parser.add_argument(
        "--public-list",
        action=argparse.BooleanOptionalAction,
        default=absent,
        help="show everybody the tables that their hosts have listed (default: do not) "
        "[RUFEN_PUBLIC_LIST=yes|no]",
    )
    parser.add_argument(
        "--log-level",
        choices=LOG_LEVELS,
        default=absent,
        metavar="LEVEL",
        help=f"how much to log, on standard error: {', '.join(LOG_LEVELS)} (default: info) [RUFEN_LOG_LEVEL]",
    )
    parser.add_argument(
        "--log-format",
        choices=LOG_FORMATS,
        default=absent,
        metavar="FORMAT",
        help="text (key=value) or json (a line each) (default: text) [RUFEN_LOG_FORMAT]",
    )


_VALUES = (
    *("host", "port", "data", "max-rate", "per-address", "max-tables", "max-sockets", "trust-proxy"),
    *("log-level", "log-format"),
)
_YES, _NO = ("yes", "on", "true", "1"), ("no", "off", "false", "0")


def _from_environment(environment: Mapping[str, str]) -> list[str]:
    """The options that environment variables set, as arguments. Raises ValueError for neither yes nor no."""
    arguments: list[str] = []
    for name in _VALUES:
        value = environment.get("RUFEN_" + name.replace("-", "_").upper())
        if value:
            arguments += [f"--{name}={value}"]
    for value in environment.get("RUFEN_ORIGIN", "").split():
        arguments += [f"--origin={value}"]
    for name in ("browser", "public-list"):
        variable = "RUFEN_" + name.replace("-", "_").upper()
        value = environment.get(variable, "").casefold()
        if value in _YES or value in _NO:
            arguments += [f"--{name}" if value in _YES else f"--no-{name}"]
        elif value:
            raise ValueError(f"{variable}={value}: allowed: {', '.join(_YES + _NO)}")
    return arguments


def main(arguments: Sequence[str]) -> int:
    """Start the server; the exit status: 0 after a clean end, 2 when it cannot start."""
    parser = _parser()
    command = [arguments[0]] if arguments and not arguments[0].startswith("-") else []
    rest = list(arguments[len(command) :])
    try:
        from_environment = _from_environment(os.environ)
    except ValueError as error:
        parser.error(str(error))
    options = parser.parse_args([*command, *from_environment, *rest])
    if options.command in _OTHERS:
        parser.error(
            f"{options.command} comes first and has options of its own: rufen {options.command} FILE"
        )
    chosen = vars(options)
    set_up_logs(chosen.get("log_level", "info"), chosen.get("log_format", "text"))
    data = chosen.get("data") or default_data_folder(os.environ, sys.platform, Path.home())
    limits = Limits(
        origins=tuple(chosen.get("origin", ())),
        rate=chosen.get("max_rate", _LIMITS.rate),
        burst=max(_LIMITS.burst, 3 * chosen.get("max_rate", 0)),
        per_address=chosen.get("per_address", _LIMITS.per_address),
        tables=chosen.get("max_tables", _LIMITS.tables),
        sockets=chosen.get("max_sockets", _LIMITS.sockets),
    )
    try:
        tries = 1 if "port" in chosen else PORT_TRIES
        sock = listen(chosen.get("host", DEFAULT_HOST), chosen.get("port", DEFAULT_PORT), tries=tries)
        address = address_of(sock)

        def ready() -> None:
            print(f"Rufen is at {address}", flush=True)
            others = network_address_of(sock)
            if others is not None:
                print(f"Others in your network find it at {others}", flush=True)
            if chosen.get("browser", options.command is None):
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        with sock:
            serve(
                sock,
                data,
                limits=limits,
                ready=ready,
                public_list=chosen.get("public_list", False),
                trusted_proxies=chosen.get("trust_proxy", ()),
            )
    except CannotStart as error:
        print(f"rufen: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    return 0
