"""Options that all tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

# a busy machine is no fault of the code: no time limit for a single example
settings.register_profile("short", deadline=None)
settings.register_profile("long", deadline=None, max_examples=2_000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the long property tests")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "short")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    skip = pytest.mark.skip(reason="needs --long")
    for item in items:
        if "long" in item.keywords:
            item.add_marker(skip)
