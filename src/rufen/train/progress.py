"""What is noted of a run as it goes on: measurements, duels of the gate, changes of its configuration."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import msgspec

from rufen.arena.intervals import Estimate

__all__ = ["Changed", "Entry", "Gated", "Measured", "Verdict", "last_of", "read_lines", "written_lines"]


class Measured(msgspec.Struct, frozen=True, tag="measured", tag_field="what"):
    """What the learner was worth after so many decisions, by number of seats.

    `exact` is the share of bids made in its own company, `edge` the points a round above the others with one
    seat among COUNTING, or among the network that is exploited.
    """

    decisions: int
    seconds: float
    """Of the run so far, those of a stopped clock: playing and learning, without measuring."""
    cpu_seconds: float
    """Of all workers together."""
    loss: float
    """A decision, since the last measurement: the cross-entropy less that of the targets."""
    exact: dict[int, Estimate]
    edge: dict[int, Estimate]


class Verdict(Enum):
    """What came of a duel of the learner against the best network."""

    FIRST = "first"
    """There was no best network yet."""
    BETTER = "better"
    WORSE = "worse"
    EQUAL = "equal"
    OPEN = "open"
    """All turns were played and nothing is certain."""


class Gated(msgspec.Struct, frozen=True, tag="gate", tag_field="what"):
    """A duel: the learner replaces the best network when it is better, and only then."""

    decisions: int
    best: int
    """The decisions that the best network had learned from."""
    verdict: Verdict
    turns: int
    low: float | None
    """The difference in points a round lies from here to `high`, however often one has looked."""
    high: float | None
    difference: dict[int, Estimate]
    """By number of seats; a fixed 95 % interval, for information."""


class Changed(msgspec.Struct, frozen=True, tag="changed", tag_field="what"):
    """From here on the run has another configuration: each setting that changed, with its values as JSON."""

    decisions: int
    settings: dict[str, tuple[str, str]]


Entry = Measured | Gated | Changed


def written_lines(entries: Sequence[Entry]) -> bytes:
    """A line of JSON for each."""
    return b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries)


def read_lines(lines: bytes) -> list[Entry]:
    """The entries of lines. Raises msgspec.MsgspecError."""
    return [msgspec.json.decode(line, type=Entry) for line in lines.splitlines() if line]


def last_of(entries: Sequence[Entry], kind: type[Entry]) -> int:
    """The decisions at which there was an entry of this kind for the last time, 0 before the first."""
    return next((entry.decisions for entry in reversed(entries) if isinstance(entry, kind)), 0)
