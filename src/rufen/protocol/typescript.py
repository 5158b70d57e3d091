"""The browser's types, written from the Python messages.

python -m rufen.protocol.typescript        writes web/src/lib/protocol.ts and web/src/lib/generated/live.ts
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec
import msgspec.inspect as mi

from rufen.core.actions import Action, IllegalReason
from rufen.core.events import Event
from rufen.protocol import bodies, live, messages

__all__ = ["LIVE_TARGET", "TARGET", "generate", "generate_live"]

TARGET = Path(__file__).parents[3] / "web" / "src" / "lib" / "protocol.ts"
LIVE_TARGET = TARGET.parent / "generated" / "live.ts"

_HEADER = "// Written by `python -m rufen.protocol.typescript`; a test fails when it is stale. Do not edit.\n"
_BODIES = (
    bodies.CreateTable,
    bodies.TableCreated,
    bodies.RulesInfo,
    bodies.AddressInfo,
    bodies.ErrorBody,
    bodies.TableInfo,
    bodies.TableSummary,
    bodies.FoundTable,
    bodies.OpenTable,
    bodies.Statistics,
    bodies.Forget,
    bodies.Forgotten,
    bodies.Replay,
)
_CLIENT: frozenset[type] = frozenset(
    (*get_args(messages.ClientMessage), *get_args(live.LiveClientMessage)),
)
_SENT = _CLIENT | {bodies.CreateTable, bodies.SeatPlan, bodies.TableInfo, bodies.Forget}
"""What the browser writes: there a field with a default may be left out."""
_NAMED: dict[frozenset[type], str] = {
    frozenset(get_args(Action)): "Action",
    frozenset(get_args(Event)): "Event",
}
_CONSTANTS = (
    "PROTOCOL_VERSION",
    "MAX_MESSAGE_BYTES",
    "MAX_SAY",
    "MAX_TALK",
    "GENEROUS_S",
    "MIN_TIMER_S",
    "MAX_TIMER_S",
)
_LISTS = ("GRACES", "PHRASES", "REACTIONS")


class _Writer:
    """Collects declarations in the order in which they are first needed."""

    def __init__(self) -> None:
        self.declarations: dict[str, str] = {}

    def text(self, kind: mi.Type) -> str:
        """The TypeScript form of a type. Raises TypeError for one that has none."""
        match kind:
            case mi.Metadata(type=inner):
                return self.text(inner)
            case mi.AnyType():
                return "unknown"
            case mi.NoneType():
                return "null"
            case mi.BoolType():
                return "boolean"
            case mi.IntType() | mi.FloatType():
                return "number"
            case mi.StrType():
                return "string"
            case mi.EnumType(cls=cls):
                return self.declare(cls.__name__, cls, lambda: self.union(json.dumps(m.value) for m in cls))
            case mi.TupleType(item_types=items):
                return f"readonly [{', '.join(self.text(i) for i in items)}]"
            case mi.VarTupleType(item_type=item):
                return f"readonly {self.in_array(item)}[]"
            case mi.DictType(key_type=key, value_type=value):
                return f"Record<{self.text(key)}, {self.text(value)}>"
            case mi.UnionType(types=types):
                parts = [self.text(t) for t in types]
                classes = frozenset(t.cls for t in types if isinstance(t, mi.StructType))
                return _NAMED.get(classes) or self.union(parts)
            case mi.StructType(cls=struct):
                return self.declare(struct.__name__, struct, lambda: self.members(kind))
        raise TypeError(f"no TypeScript form for {kind!r}")

    def in_array(self, item: mi.Type) -> str:
        text = self.text(item)
        return f"({text})" if " " in text else text

    def union(self, parts: Iterable[str]) -> str:
        return " | ".join(dict.fromkeys(parts))

    def members(self, kind: mi.StructType) -> str:
        lines = ["{"]
        if kind.tag_field is not None:
            lines.append(f"  readonly {kind.tag_field}: {json.dumps(kind.tag)};")
        omits = kind.cls.__struct_config__.omit_defaults
        accepts = kind.cls in _SENT
        for field in kind.fields:
            optional = not field.required and (omits or accepts)
            text = self.text(field.type)
            if accepts and isinstance(field.type, mi.StructType) and field.type.cls not in _SENT:
                # What is read elsewhere, too: there it is whole, here what is left out has its default.
                text = f"Partial<{text}>"
            lines.append(f"  readonly {field.encode_name}{'?' if optional else ''}: {text};")
        return "\n".join([*lines, "}"])

    def declare(self, name: str, cls: type, body: Callable[[], str]) -> str:
        if name not in self.declarations:
            self.declarations[name] = ""  # a place in the order, and an end to recursion
            text = body()
            keyword = f"interface {name} {text}" if text.startswith("{") else f"type {name} = {text};"
            self.declarations[name] = f"{_comment(cls)}export {keyword}\n"
        return name

    def alias(self, name: str, kind: Any) -> None:
        text = self.union(self.text(mi.type_info(part)) for part in get_args(kind))
        self.declarations[name] = f"export type {name} = {text};\n"


def _comment(cls: type) -> str:
    doc = inspect.cleandoc(cls.__doc__ or "")
    first = re.sub(r"\s+", " ", doc.split("\n\n")[0])
    return f"/** {first} */\n" if first else ""


def _list(values: Iterable[object]) -> str:
    return "[" + ", ".join(json.dumps(value) for value in values) + "]"


def generate() -> str:
    """The whole file."""
    writer = _Writer()
    writer.alias("ClientMessage", messages.ClientMessage)
    writer.alias("ServerMessage", messages.ServerMessage)
    writer.alias("Event", Event)
    writer.alias("Action", Action)
    for body in _BODIES:
        writer.text(mi.type_info(body))
    reasons = ", ".join(json.dumps(r.value) for r in IllegalReason)
    constants = [f"export const {name} = {getattr(messages, name)};" for name in _CONSTANTS]
    constants += [f"export const {name} = {_list(getattr(messages, name))} as const;" for name in _LISTS]
    codes = {k: v for k, v in vars(messages.CloseCode).items() if isinstance(v, int)}
    constants.append(f"export const CLOSE_CODE = {msgspec.json.encode(codes).decode()} as const;")
    constants.append(f"export const ILLEGAL_REASONS: readonly IllegalReason[] = [{reasons}];")
    return "\n".join([_HEADER, *writer.declarations.values(), *constants, ""])


def generate_live() -> str:
    """The whole file for sheets that are followed."""
    writer = _Writer()
    writer.alias("LiveClientMessage", live.LiveClientMessage)
    writer.alias("LiveServerMessage", live.LiveServerMessage)
    constants = [f"export const LIVE_VERSION = {live.LIVE_VERSION};"]
    constants.append(f"export const MAX_DOCUMENT_MESSAGE_BYTES = {live.MAX_DOCUMENT_MESSAGE_BYTES};")
    return "\n".join([_HEADER, *writer.declarations.values(), *constants, ""])


if __name__ == "__main__":
    TARGET.write_text(generate(), encoding="utf-8")
    LIVE_TARGET.write_text(generate_live(), encoding="utf-8")
