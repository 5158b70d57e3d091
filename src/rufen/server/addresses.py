"""Who is at the other end: the address that a request counts for, also behind a proxy."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

from starlette.types import Scope

__all__ = ["Addresses", "Network", "parse_networks"]

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

log = logging.getLogger("rufen.app")

_LONGEST = 2000
"""How much of the proxies' header is looked at, from its right end."""


def parse_networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks, separated by commas. Raises ValueError that names the wrong one."""
    found: list[Network] = []
    for part in text.split(","):
        try:
            found.append(ip_network(part.strip(), strict=False))
        except ValueError:
            raise ValueError(f"{part.strip()!r} is no address and no network") from None
    return tuple(found)


class Addresses:
    """Tells addresses apart; those of `trusted` proxies are believed whom they speak for."""

    def __init__(self, trusted: Sequence[Network] = ()) -> None:
        self._trusted = tuple(trusted)
        self._warned = False

    def of(self, scope: Scope) -> str:
        """The address of a request, as text. One household is one address: of IPv6 its /64 counts."""
        client = scope.get("client")
        peer = _parsed(client[0]) if client else None
        if peer is None:
            return "unknown"
        forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
        if forwarded and not self._trusts(peer):
            self._warn(peer)
        elif forwarded:
            # Each proxy appends whom it was asked by: the first from the right that is no proxy of ours.
            for found in _from_the_right(forwarded):
                peer = found
                if not self._trusts(found):
                    break
        return _household(peer)

    def of_peer(self, host: str) -> str | None:
        """What a connection counts for; None where it is a trusted proxy's."""
        peer = _parsed(host)
        if peer is None:
            return "unknown"
        return None if self._trusts(peer) else _household(peer)

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._trusted)

    def _warn(self, peer: Address) -> None:
        if not self._warned and not self._trusted:
            self._warned = True
            log.warning(
                "a proxy names its clients, and is not trusted: all of them count as one address; "
                "see --trust-proxy",
                extra={"proxy": str(peer)},
            )


def _from_the_right(header: bytes) -> Iterator[Address]:
    """The addresses of an X-Forwarded-For header, last one first, up to the first that is none."""
    for entry in reversed(header[-_LONGEST:].decode("latin-1").split(",")):
        found = _parsed(entry.strip())
        if found is None:
            return
        yield found


def _parsed(text: str) -> Address | None:
    """An address, perhaps with a port, as proxies and sockets write them; None for anything else."""
    host = text
    if text.startswith("["):
        host = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        host = text.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _household(address: Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((address, 64), strict=False))
