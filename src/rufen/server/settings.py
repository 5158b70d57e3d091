"""What a running server can be set to."""

from __future__ import annotations

import msgspec

__all__ = ["Limits"]


class Limits(msgspec.Struct, frozen=True):
    """Patience and bounds; times in seconds. Tests bring their own."""

    hello_s: float = 10.0
    """How long a socket may stay without its hello."""
    beat_s: float = 15.0
    """How often the server says that it is there."""
    silent_s: float = 45.0
    """How long a browser may say nothing."""
    bot_s: float = 30.0
    """How long a program at a table may take for an answer, where the turn timer does not ask for less."""
    linger_s: float = 10.0
    """How long a socket that is being closed may take to read the rest."""
    queue: int = 256
    """How many messages may wait for a slow reader."""
    rate: float = 20.0
    """How many messages a second a socket may send for long."""
    burst: float = 60.0
    """How many at once."""
    flood: int = 100
    """How many refusals for being too fast close the socket."""
    frame_bytes: int = 65536
    """Frames longer than this close the socket at once."""
    body_bytes: int = 65536
    """The longest body of an HTTP request."""
    body_s: float = 30.0
    """How long it may take to arrive."""
    per_address: float = 1.0
    """How many times the usual share, below, one address gets: many people may be behind it."""
    request_rate: float = 50.0
    """How many HTTP requests and new sockets a second one address may make for long."""
    request_burst: float = 4000.0
    """How many at once: six phones that load every file."""
    read_rate: float = 5.0
    """How many of them may read tables: records, replays, one's own games."""
    read_burst: float = 150.0
    log_rate: float = 5.0
    """How many tables a second these may look up on disk for one address."""
    log_burst: float = 600.0
    """How many at once: everybody of a family opens the page of their games."""
    create_rate: float = 1 / 30
    """How many may create tables; a rematch is a new table, too."""
    create_burst: float = 30.0
    code_rate: float = 0.2
    """How many may look up a code: codes are short."""
    code_burst: float = 20.0
    wrong_rate: float = 0.2
    """How many times a second one address may come to a table with a wrong secret, or to a wrong table."""
    wrong_burst: float = 30.0
    address_rate: float = 200.0
    """How many messages a second all sockets of one address may send; more are read more slowly."""
    address_burst: float = 1000.0
    sockets: int = 2000
    """How many sockets may be open."""
    sockets_per_address: int = 200
    connections_per_address: int = 100
    """How many other connections one address may have open, whatever they wait for."""
    tables: int = 1000
    """How many tables may be in memory: those where somebody is, or was a moment ago."""
    tables_per_address: int = 60
    """How many of them may be created from one address."""
    idle_s: float = 120.0
    """How long a table with nobody connected stays in memory."""
    repeat_s: float = 5.0
    """How long the same wish for a table, sent twice, means the same table."""
    live_sheets: int = 200
    """How many sheets may be followed at once."""
    live_followers: int = 60
    """How many phones may follow one sheet."""
    live_queue: int = 32
    """How many messages may wait for a slow reader that follows a sheet; each may hold a whole sheet."""
    live_rate: float = 5.0
    """How many times a second a sheet may be published for long: each goes to everybody who follows."""
    live_burst: float = 10.0
    """How many times at once."""
    live_idle_s: float = 12 * 3600.0
    """How long a sheet is remembered while the phone that holds it is away."""
    origins: tuple[str, ...] = ()
    """Origins that may open sockets besides the server's own, for example `https://play.example`."""
