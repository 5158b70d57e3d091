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
from rufen.cli.logs import LOG_FORMATS, LOG_LEVELS, set_up_logs
from rufen.server.run import CannotStart, address_of, listen, network_address_of, serve
from rufen.server.settings import Limits

__all__ = ["main"]

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
PORT_TRIES = 20

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


def default_data_folder(environment: Mapping[str, str], platform: str, home: Path) -> Path:
    """Where the platform keeps an application's data."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Rufen"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Rufen"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "rufen"


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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rufen",
        usage="rufen [options] [serve [options] | sheet FILE [options]]",
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
    # It has a parser of its own (rufen.cli.sheet); here it is named among the commands.
    commands.add_parser("sheet", help="print an exported score sheet: rufen sheet FILE", add_help=False)
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


_YES, _NO = ("yes", "on", "true", "1"), ("no", "off", "false", "0")


def _from_environment(environment: Mapping[str, str]) -> list[str]:
    """The options that environment variables set, as arguments. Raises ValueError for neither yes nor no."""
    arguments: list[str] = []
    for name in ("host", "port", "data", "max-rate", "log-level", "log-format"):
        value = environment.get("RUFEN_" + name.replace("-", "_").upper())
        if value:
            arguments += [f"--{name}={value}"]
    for value in environment.get("RUFEN_ORIGIN", "").split():
        arguments += [f"--origin={value}"]
    browser = environment.get("RUFEN_BROWSER", "").casefold()
    if browser in _YES or browser in _NO:
        arguments += ["--browser" if browser in _YES else "--no-browser"]
    elif browser:
        raise ValueError(f"RUFEN_BROWSER={browser}: allowed: {', '.join(_YES + _NO)}")
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
    if options.command == "sheet":
        parser.error("sheet comes first and has options of its own: rufen sheet FILE")
    chosen = vars(options)
    set_up_logs(chosen.get("log_level", "info"), chosen.get("log_format", "text"))
    data = chosen.get("data") or default_data_folder(os.environ, sys.platform, Path.home())
    limits = Limits(origins=tuple(chosen.get("origin", ())))
    if "max_rate" in chosen:
        rate = chosen["max_rate"]
        limits = Limits(origins=limits.origins, rate=rate, burst=max(limits.burst, 3 * rate))
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
            serve(sock, data, limits=limits, ready=ready)
    except CannotStart as error:
        print(f"rufen: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    return 0
