"""Running the server: its socket, its signals, its end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import math
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from rufen.server.addresses import Network
from rufen.server.app import Service
from rufen.server.crowd import Crowd
from rufen.server.intake import Config
from rufen.server.settings import Limits
from rufen.server.store.base import StoreError
from rufen.server.store.sqlite import SqliteStore

__all__ = ["CannotStart", "Server", "address_of", "config_of", "listen", "network_address_of", "serve"]

DEAD_PEER_MS = 60_000
MOST_REQUESTS = 500
"""How many connections there may be that are no sockets of the game."""


class CannotStart(Exception):
    """The server cannot start; the text is one line for the person who starts it."""


def listen(host: str, port: int, *, tries: int = 1) -> socket.socket:
    """A listening socket on the first free port of `tries`, from `port` on; port 0 is any free one.

    Raises CannotStart: busy, not allowed, or no address of this machine.
    """
    last: OSError | None = None
    for candidate in range(port, min(port + max(tries, 1), 65536)):
        try:
            family, kind, proto, _name, address = socket.getaddrinfo(
                host, candidate, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
        except (OSError, UnicodeError) as error:
            raise CannotStart(f"{host!r} is no address of this machine: {error}") from None
        sock = socket.socket(family, kind, proto)
        try:
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                # Peers that take nothing for so long are gone; sockets that are accepted inherit it.
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_PEER_MS)
            sock.bind(address)
            sock.listen(1024)
        except OSError as error:
            sock.close()
            last = error
            if error.errno != errno.EADDRINUSE:
                break
        else:
            sock.setblocking(False)
            return sock
    if last is not None and last.errno == errno.EADDRINUSE:
        which = f"port {port} is" if tries <= 1 else f"ports {port} to {port + tries - 1} are"
        raise CannotStart(f"{which} in use on {host}: name another one with --port (0: any free one)")
    raise CannotStart(f"cannot listen on {host} port {port}: {last.strerror if last else 'no such port'}")


def address_of(sock: socket.socket) -> str:
    """Where a browser on this machine finds the server."""
    host, port = sock.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def network_address_of(sock: socket.socket) -> str | None:
    """Where other machines of the network find a server that listens everywhere; None when none can."""
    host, port = sock.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Only asks for the route: connecting a datagram socket sends nothing.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        own: str = probe.getsockname()[0]
    return None if own.startswith("127.") else f"http://{own}:{port}"


class Server(uvicorn.Server):
    """uvicorn that says when it is ready, and ends in order when a signal comes."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._service = service
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal is the ordinary end, so unlike uvicorn's own it is not raised again afterwards."""
        before = {sig: signal.signal(sig, self.handle_exit) for sig in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._service.stop()
        await super().shutdown(sockets)


def config_of(service: Service, limits: Limits) -> uvicorn.Config:
    """uvicorn as this server uses it."""
    of_one = math.ceil((limits.sockets_per_address + limits.connections_per_address) * limits.per_address)
    # Beyond the sockets that `Guard` counts: requests on their way, and what has not said what it wants.
    return Config(
        service.app,
        Crowd(limits.sockets + MOST_REQUESTS, of_one),
        service.addresses,
        ws_max_size=limits.frame_bytes,
        ws_ping_interval=None,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )


def serve(
    sock: socket.socket,
    data: Path,
    *,
    limits: Limits,
    ready: Callable[[], None],
    public_list: bool = False,
    trusted_proxies: Sequence[Network] = (),
) -> None:
    """Serve until a signal ends it. `ready` is called once requests are answered; see `Service` for the rest.

    Raises CannotStart when the data folder cannot be used.
    """
    _allow_files(limits.sockets + 2 * MOST_REQUESTS)

    async def main() -> None:
        try:
            store = SqliteStore(data)
        except StoreError as error:
            raise CannotStart(str(error)) from None
        service = Service(
            store,
            limits=limits,
            network_address=lambda: network_address_of(sock),
            public_list=public_list,
            trusted_proxies=trusted_proxies,
        )
        server = Server(config_of(service, limits), service, ready)
        await server.serve([sock])

    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(main())


def _allow_files(wanted: int) -> None:
    """Every socket is an open file, and the usual number of those is small."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
