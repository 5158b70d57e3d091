"""Seats belong to secrets: only their hashes are kept."""

from __future__ import annotations

import hashlib
import hmac

__all__ = ["key_of", "owns"]


def key_of(token: str) -> str:
    """The hash of a seat's secret, as the log keeps it: SHA-256 in hex.

    Tokens are long random strings, so the hash needs neither salt nor slowness.
    """
    return hashlib.sha256(token.encode()).hexdigest()


def owns(key: str | None, token: str) -> bool:
    """Whether the secret belongs to the key."""
    return key is not None and hmac.compare_digest(key, key_of(token))
