"""Everything that decides a training run, from one TOML file."""

from __future__ import annotations

import os
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

__all__ = [
    "FREE",
    "SHAPE",
    "Config",
    "ConfigError",
    "Exploit",
    "Gate",
    "Mix",
    "at_progress",
    "check",
    "differing",
    "read_config",
]

Curve = tuple[tuple[float, float], ...]
"""Values by decisions made: points of a line, the ends going on level."""


class ConfigError(ValueError):
    """The file says nothing that can be trained; the message names what and what is allowed."""


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits with the learner: shares of tables, and of seats for `earlier_selves`."""

    counting_tables: float = 0.12
    """One seat learns, all others are COUNTING."""
    habit_tables: float = 0.10
    """One seat learns, all others bid too high or too low and play by chance among what is good."""
    mixed_tables: float = 0.08
    """Each seat but one is the learner, COUNTING or somebody with habits."""
    frozen_tables: float = 0.0
    """One seat learns, one earlier self has all others."""
    search_tables: float = 0.0
    """One seat looks ahead with the learner's network, all others learn."""
    search_nodes: int = 200
    """How often whoever looks ahead asks the network about a card."""
    earlier_selves: float = 0.12
    """At every other table, of the seats but one."""
    seats: tuple[float, float, float, float] = (0.3, 0.28, 0.21, 0.21)
    """Shares of tables of 3, 4, 5, 6 seats."""


class Gate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When the learner replaces the best network: after a duel that is decided (`rufen.train.gate`)."""

    every: int = 40_000_000
    """After how many decisions there is a duel; 0: never."""
    turns: int = 400
    """The most turns of a duel; in each, every hand size is dealt once for 3, 4, 5 and 6 seats."""
    margin: float = 0.0
    """Networks closer than this, in points a round, are equal, which ends the duel; 0: never."""
    alpha: float = 0.05
    """The chance of a false verdict that is allowed in each duel."""


class Exploit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A best response is trained: one seat learns, a network that stays as it is has all others."""

    against: str
    """A network's file, or `shipped`."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One training run. Numbers of decisions count those with a choice, over all workers."""

    decisions: int
    seed: int = 1
    first: int = 256
    """Units of the first hidden layer, and in `second` of the second."""
    second: int = 64
    batch: int = 512
    trace: float = 0.4
    """The λ of TD(λ): 1 learns from what came of it alone (Monte Carlo)."""
    explore: Curve = ((0, 0.15), (20e6, 0.05), (100e6, 0.02))
    rate: Curve = ((0, 1e-3),)
    workers: int = 2
    """How many play and learn; in a file, 0 is one a core."""
    exchange: int = 40_000
    """After how many decisions of each worker their networks are averaged."""
    snapshot: int = 10_000_000
    """After how many decisions the learner joins the earlier selves."""
    earlier: int = 4
    """How many earlier selves are kept."""
    measure: int = 10_000_000
    """After how many decisions the learner is measured."""
    measure_deals: int = 1_800
    """With how many deals for each number of seats, over all hand sizes."""
    save_seconds: float = 60.0
    """How often the run is saved."""
    mix: Mix = Mix()
    rules: str = "all"
    """The house rules that are trained: `standard`, or `all` that change play or score."""
    start: str = ""
    """Where the weights come from: a network's file, a run's checkpoint, `shipped`; empty: from chance."""
    gate: Gate = Gate()
    exploit: Exploit | None = None


FREE = frozenset({"decisions", "workers", "measure", "measure_deals", "save_seconds", "gate"})
"""What may be another in the middle of a run: it decides when the run ends, how it is spread and watched."""
SHAPE = frozenset({"first", "second", "start", "exploit"})
"""What no run can change."""

_BOUNDS: dict[str, tuple[float, float]] = {
    "decisions": (1, 10**13),
    "seed": (0, 2**63 - 1),
    "first": (8, 4096),
    "second": (8, 4096),
    "batch": (1, 65_536),
    "trace": (0, 1),
    "workers": (1, 1024),
    "exchange": (1, 10**9),
    "snapshot": (1, 10**13),
    "earlier": (2, 64),
    "measure": (1, 10**13),
    "measure_deals": (60, 10**7),
    "save_seconds": (0, 86_400),
    "mix.search_nodes": (1, 10**6),
    "gate.every": (0, 10**13),
    "gate.turns": (1, 10**6),
    "gate.margin": (0, 1000),
    "gate.alpha": (1e-6, 0.5),
}
_PARTS: dict[str, type[msgspec.Struct]] = {"mix": Mix, "gate": Gate, "exploit": Exploit}
_TABLES = ("counting_tables", "habit_tables", "mixed_tables", "frozen_tables", "search_tables")
_SHARES = (*_TABLES, "earlier_selves")


def read_config(path: Path) -> Config:
    """The configuration of a file. Raises ConfigError."""
    try:
        text = path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise ConfigError(f"{path}: cannot be read: {reason}") from None
    try:
        config = msgspec.toml.decode(text, type=Config)
        if config.workers == 0:
            config = replace(config, workers=_cores())
        check(config)
    except RecursionError:
        raise ConfigError(f"{path}: lists lie in lists too deep") from None
    except (msgspec.MsgspecError, ValueError) as error:  # also a number of thousands of digits
        raise ConfigError(f"{path}: {error}{_allowed(str(error))}") from None
    return config


def _allowed(message: str) -> str:
    """What may stand where something unknown stands."""
    if "unknown field" not in message:
        return ""
    part = next((part for part in _PARTS if f"`$.{part}`" in message), "")
    return f"; allowed are {', '.join(_PARTS.get(part, Config).__struct_fields__)}"


def _cores() -> int:
    # those that this process may use, where the system tells
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check(config: Config) -> None:
    """Raises ConfigError for what cannot be trained."""
    for name, (low, high) in _BOUNDS.items():
        value: Any = config
        for part in name.split("."):
            value = getattr(value, part)
        if not low <= value <= high:
            raise ConfigError(f"{name} = {value}: it must be from {low:,} to {high:,}")
    for name in ("explore", "rate"):
        _check_curve(name, getattr(config, name))
    if config.rules not in ("standard", "all"):
        raise ConfigError(f'rules = "{config.rules}": it must be "standard" or "all"')
    shares = {name: getattr(config.mix, name) for name in _SHARES}
    shares |= {f"seats[{number}]": share for number, share in enumerate(config.mix.seats)}
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise ConfigError(f"mix.{name} = {share:g}: it must be a share from 0 to 1")
    if (tables := sum(shares[name] for name in _TABLES)) > 1:
        raise ConfigError(f"the shares of tables in mix add up to {tables:g}: it must be 1 at most")
    if abs(sum(config.mix.seats) - 1) > 1e-6:
        raise ConfigError(f"mix.seats add up to {sum(config.mix.seats):g}: it must be 1")


def _check_curve(name: str, curve: Curve) -> None:
    if not curve:
        raise ConfigError(f"{name} is empty: it must be points [[decisions, value], …]")
    if any(not 0 <= value <= 1 or not isfinite(at) for at, value in curve):
        raise ConfigError(f"{name}: its values must be from 0 to 1")
    if any(one[0] >= next_one[0] for one, next_one in pairwise(curve)):
        raise ConfigError(f"{name}: its points must come in the order of decisions, each at another place")


def differing(one: Config, other: Config) -> dict[str, tuple[Any, Any]]:
    """The settings that decide what is learned and are not the same (as `mix.seats`), with both values."""
    found = {}
    for name in Config.__struct_fields__:
        if name in FREE:
            continue
        a, b = getattr(one, name), getattr(other, name)
        if isinstance(a, Mix):
            for part in Mix.__struct_fields__:
                if getattr(a, part) != getattr(b, part):
                    found[f"{name}.{part}"] = (getattr(a, part), getattr(b, part))
        elif a != b:
            found[name] = (a, b)
    return found


def at_progress(curve: Curve, decisions: float) -> float:
    """The value of a curve after so many decisions."""
    before = curve[0]
    for point in curve[1:]:
        if decisions < point[0]:
            share = max(0.0, decisions - before[0]) / (point[0] - before[0])
            return before[1] + share * (point[1] - before[1])
        before = point
    return before[1]
