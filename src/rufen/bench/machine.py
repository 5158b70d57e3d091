"""What a measurement ran on and with."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

import rufen
from rufen.core.version import RULES_VERSION

__all__ = ["Machine", "Versions", "machine", "version_of", "versions"]


class Machine(msgspec.Struct, frozen=True):
    """A machine: its processor by name, how many cores may be used, the system."""

    processor: str
    cores: int
    system: str


class Versions(msgspec.Struct, frozen=True):
    """What ran."""

    rufen: str
    rules: int
    python: str
    numpy: str
    numba: str


def machine() -> Machine:
    """This machine."""
    return Machine(_processor(), _cores(), platform.system())


def versions() -> Versions:
    """What runs here."""
    return Versions(
        rufen.__version__,
        RULES_VERSION,
        platform.python_version(),
        version_of("numpy"),
        version_of("numba"),
    )


def version_of(package: str) -> str:
    """The version of an installed package, or `not installed`."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
