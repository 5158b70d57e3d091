"""A network as a file: what is written comes back, and every damage is named."""

from __future__ import annotations

import hashlib

import msgspec
import numpy as np
import pytest

from rufen.core.version import RULES_VERSION
from rufen.kernel.network.file import NetworkError, encode_network, read_network, rounded, write_network
from rufen.kernel.network.shape import CLASSES, INPUTS, OUTPUTS

from .networks import tiny

NETWORK = tiny(1, 5, 3)
FILE = encode_network(NETWORK, decisions=1_000, name="a test")
LINE, NUMBERS = FILE.split(b"\n", 1)


def with_line(**changes: object) -> bytes:
    return msgspec.json.encode({**msgspec.json.decode(LINE), **changes}) + b"\n" + NUMBERS


def with_numbers(place: int, value: float) -> bytes:
    """Another number, and the hash made right."""
    values = np.frombuffer(NUMBERS, "<f2").copy()
    values[place] = value
    return (
        msgspec.json.encode(
            {**msgspec.json.decode(LINE), "sha256": hashlib.sha256(values.tobytes()).hexdigest()}
        )
        + b"\n"
        + values.tobytes()
    )


def flipped(bit: int) -> bytes:
    changed = bytearray(FILE)
    changed[len(LINE) + 1 + bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_a_network_comes_back_as_it_was_with_16_bits_a_number(tmp_path):
    path = tmp_path / "one.rufen"
    write_network(path, NETWORK, decisions=1_000, name="a test")
    weights, about = read_network(path)
    assert (about.first, about.second, about.decisions, about.name) == (5, 3, 1_000, "a test")
    for read, kept in zip(weights, rounded(NETWORK), strict=True):
        assert read.dtype == np.float32
        assert read.flags.c_contiguous
        assert read.shape == kept.shape
        np.testing.assert_array_equal(read[..., :CLASSES], kept[..., :CLASSES])
    assert not weights.w3[..., CLASSES:].any()
    assert not weights.b3[..., CLASSES:].any()
    assert encode_network(weights, decisions=1_000, name="a test") == FILE
    assert [each.name for each in tmp_path.iterdir()] == ["one.rufen"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "this is no network: expected a file that begins with a line about it"),
        (b"\x93NUMPY rubbish\n" + NUMBERS, "this is no network"),
        (b"[1]\n" + NUMBERS, "this is no network"),
        (b"\xff\xfe\n" + NUMBERS, "this is no network"),
        (LINE, "this is no network"),
        (b" " * 200_000 + FILE, "this is no network"),
        (with_line(first="many"), "this is no network"),
        (FILE[:-1], f"expected {len(NUMBERS)} bytes of numbers, not {len(NUMBERS) - 1}: is the file whole"),
        (LINE + b"\n", f"expected {len(NUMBERS)} bytes of numbers, not 0"),
        (FILE + b"0", f"not {len(NUMBERS) + 1}: is the file whole"),
        (flipped(0), "the file is damaged: its numbers do not have the hash that it names"),
        (flipped(8 * len(NUMBERS) - 1), "the file is damaged"),
        (with_line(sha256=""), "the file is damaged"),
        (
            with_line(rules_version=RULES_VERSION + 1),
            f"has the rules version {RULES_VERSION + 1}, but this Rufen reads {RULES_VERSION} only",
        ),
        (with_line(format="rufen-network/9"), "has the format rufen-network/9"),
        (with_line(inputs=INPUTS + 1), f"has the number of inputs {INPUTS + 1}"),
        (with_line(outputs=OUTPUTS - 1), f"has the number of outputs {OUTPUTS - 1}"),
        (with_line(classes=5), "has the number of classes 5"),
        (with_line(first=4097), "hidden layers have 1 … 4096 units, not 4097 and 3"),
        (with_line(second=0), "hidden layers have 1 … 4096 units, not 5 and 0"),
        (with_line(first=10**30), "this is no network|hidden layers have 1 … 4096 units"),
        (with_line(first=6), "bytes of numbers"),
        (with_numbers(0, np.nan), "this network has numbers that are none"),
        (with_numbers(-1, np.inf), "this network has numbers that are none"),
    ],
)
def test_every_damage_is_named_with_the_file(tmp_path, content, message):
    path = tmp_path / "net.rufen"
    path.write_bytes(content)
    with pytest.raises(NetworkError, match=message) as error:
        read_network(path)
    assert str(error.value).startswith(f"{path}: ")


def test_a_file_that_is_not_there_or_a_folder_is_named_too(tmp_path):
    with pytest.raises(NetworkError, match=r"missing\.rufen: cannot be read: No such file"):
        read_network(tmp_path / "missing.rufen")
    with pytest.raises(NetworkError, match="cannot be read"):
        read_network(tmp_path)


@pytest.mark.parametrize("number", [np.nan, np.inf, 65_001, -1e9])
def test_numbers_without_a_16_bit_form_are_not_written(tmp_path, number):
    wrong = tiny(1, 5, 3)
    wrong.w2[1, 1] = number
    path = tmp_path / "net.rufen"
    with pytest.raises(NetworkError, match="numbers that are too large, or none at all"):
        write_network(path, wrong)
    assert not path.exists()
