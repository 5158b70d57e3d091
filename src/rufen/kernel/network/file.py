"""A network as a file: one line of JSON that says what it is, then its numbers as 16-bit floats.

It is checked when it is read: the format, the rules it was trained for, its shape, and a hash of the numbers.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import numpy as np

from rufen.core.version import RULES_VERSION
from rufen.kernel.network.shape import CLASSES, INPUTS, OUTPUTS, PADDED
from rufen.kernel.network.weights import Floats, Weights

__all__ = ["FORMAT", "About", "NetworkError", "encode_network", "read_network", "rounded", "write_network"]

FORMAT = "rufen-network/1"
"""Anything that changes what an input, output or number means changes this."""
_LONGEST_LINE = 100_000
_LARGEST = 4096
"""The most units of a hidden layer."""


class NetworkError(ValueError):
    """A file holds no network that can be used here; the message says why."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What a network is. `first` and `second` are the units of its hidden layers."""

    format: str = FORMAT
    rules_version: int = RULES_VERSION
    inputs: int = INPUTS
    first: int
    second: int
    outputs: int = OUTPUTS
    classes: int = CLASSES
    sha256: str = ""
    decisions: int = 0
    """The decisions it has learned from."""
    name: str = ""


def _packed(weights: Weights) -> list[Floats]:
    """The numbers that count, without padding."""
    return [*weights[:4], weights.w3[..., :CLASSES], weights.b3[..., :CLASSES]]


def rounded(weights: Weights) -> Weights:
    """The network as it comes back from a file."""
    return Weights(*(each.astype(np.float16).astype(np.float32) for each in weights))


def encode_network(weights: Weights, *, decisions: int = 0, name: str = "") -> bytes:
    """The file of a network. Raises NetworkError for numbers that have no 16-bit form."""
    if not all(np.isfinite(each).all() and np.abs(each).max(initial=0) < 65_000 for each in weights):
        raise NetworkError("this network has numbers that are too large, or none at all")
    numbers = b"".join(each.astype("<f2").tobytes() for each in _packed(weights))
    first, second = weights.w2.shape
    about = About(
        first=first,
        second=second,
        sha256=hashlib.sha256(numbers).hexdigest(),
        decisions=decisions,
        name=name,
    )
    return msgspec.json.encode(about) + b"\n" + numbers


def write_network(path: Path, weights: Weights, *, decisions: int = 0, name: str = "") -> None:
    """Write the file of a network, whole or not at all. Raises NetworkError, OSError."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(encode_network(weights, decisions=decisions, name=name))
    part.replace(path)


def read_network(path: Path) -> tuple[Weights, About]:
    """A network, with its numbers as float32, and what it is. Raises NetworkError."""
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise NetworkError(f"{path}: cannot be read: {reason}") from None
    end = content.find(b"\n", 0, _LONGEST_LINE)
    line, numbers = content[: max(end, 0)], content[end + 1 :]
    try:
        about = msgspec.json.decode(line, type=About)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise NetworkError(
            f"{path}: this is no network: expected a file that begins with a line about it"
        ) from None
    _check(path, about, numbers)
    shapes = (
        (INPUTS, about.first),
        (about.first,),
        (about.first, about.second),
        (about.second,),
        (OUTPUTS, about.second, CLASSES),
        (OUTPUTS, CLASSES),
    )
    arrays, at = [], 0
    values = np.frombuffer(numbers, "<f2").astype(np.float32)
    for shape in shapes:
        size = int(np.prod(shape))
        array = values[at : at + size].reshape(shape)
        at += size
        if shape[0] == OUTPUTS:
            wide = np.zeros((*shape[:-1], PADDED), np.float32)
            wide[..., :CLASSES] = array
            array = wide
        arrays.append(np.ascontiguousarray(array))
    if not all(np.isfinite(each).all() for each in arrays):
        raise NetworkError(f"{path}: this network has numbers that are none")
    return Weights(*arrays), about


def _check(path: Path, about: About, numbers: bytes) -> None:
    for what, has, wants in (
        ("format", about.format, FORMAT),
        ("rules version", about.rules_version, RULES_VERSION),
        ("number of inputs", about.inputs, INPUTS),
        ("number of outputs", about.outputs, OUTPUTS),
        ("number of classes", about.classes, CLASSES),
    ):
        if has != wants:
            raise NetworkError(
                f"{path}: this network has the {what} {has}, but this Rufen reads {wants} only"
            )
    if not (1 <= about.first <= _LARGEST and 1 <= about.second <= _LARGEST):
        raise NetworkError(
            f"{path}: hidden layers have 1 … {_LARGEST} units, not {about.first} and {about.second}"
        )
    first, second = about.first, about.second
    size = 2 * (INPUTS * first + first + first * second + second + OUTPUTS * CLASSES * (second + 1))
    if len(numbers) != size:
        raise NetworkError(
            f"{path}: expected {size} bytes of numbers, not {len(numbers)}: is the file whole?"
        )
    if hashlib.sha256(numbers).hexdigest() != about.sha256:
        raise NetworkError(f"{path}: the file is damaged: its numbers do not have the hash that it names")
