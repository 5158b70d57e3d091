"""Structured logs on standard error: key=value text, or JSON lines."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

__all__ = ["LOG_FORMATS", "LOG_LEVELS", "set_up_logs"]

LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("text", "json")

_STANDARD = frozenset(logging.makeLogRecord({}).__dict__) | {
    "message",
    "asctime",
    "color_message",
    "taskName",
}


def _fields(record: logging.LogRecord) -> dict[str, object]:
    when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    fields: dict[str, object] = {
        "at": when,
        "level": record.levelname.lower(),
        "logger": record.name,
        "event": record.getMessage(),
    }
    fields.update((name, value) for name, value in record.__dict__.items() if name not in _STANDARD)
    if record.exc_info:
        fields["exception"] = logging.Formatter().formatException(record.exc_info)
    return fields


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(_fields(record), ensure_ascii=False, default=str)


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return " ".join(f"{name}={self._value(value)}" for name, value in _fields(record).items())

    @staticmethod
    def _value(value: object) -> str:
        text = str(value)
        plain = text and all(char.isprintable() and char not in ' ="' for char in text)
        return text if plain else json.dumps(text, ensure_ascii=False)


def set_up_logs(level: str, form: str) -> None:
    """Send every log of the process to standard error in one form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # Their chatter names every request; what matters to us they say as warnings.
    for name in ("uvicorn", "uvicorn.error", "websockets", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
