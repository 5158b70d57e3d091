"""Every conformance case holds, and no paragraph of the rules is without one."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from .runner import KINDS, Case, read_cases, run_case

CASES = dict(read_cases())
RULES_PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=f"{place} {case['rule']} {case['about']}") for place, case in CASES.items()],
)
def test_case(case: Case) -> None:
    run_case(case)


def paragraphs() -> list[str]:
    """The numbers of the paragraphs in docs/rules.md, R7 being one of its own."""
    text = RULES_PAGE.read_text("utf-8")
    return re.findall(r"^(?:- \*\*|## )(R\d\.\d+|R7)\b", text, re.MULTILINE)


def test_every_paragraph_has_a_case() -> None:
    numbered = paragraphs()
    assert len(numbered) == len(set(numbered)) == 35
    assert {case["rule"] for case in CASES.values()} == set(numbered)


def test_every_kind_is_used() -> None:
    assert Counter(case["kind"] for case in CASES.values()).keys() == KINDS.keys()


def test_no_case_is_there_twice() -> None:
    told = Counter(
        str({name: value for name, value in case.items() if name != "about"}) for case in CASES.values()
    )
    assert [text for text, times in told.items() if times > 1] == []
