"""Positions and games as text, and back: see `docs/notation.md`."""

from __future__ import annotations

from rufen.core.position import POSITION_VERSION, PositionError, format_position, parse_position
from rufen.core.record import RECORD_VERSION, Record, RecordError, format_record
from rufen.core.replay import parse_record

__all__ = [
    "POSITION_VERSION",
    "RECORD_VERSION",
    "PositionError",
    "Record",
    "RecordError",
    "format_position",
    "format_record",
    "parse_position",
    "parse_record",
]
