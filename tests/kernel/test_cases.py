"""The conformance cases, asked of the kernel."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.conformance.runner import Case, read_cases

from .cases import KINDS, run_case, runs

CASES = [(place, case) for place, case in read_cases() if runs(case)]


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[place for place, _ in CASES])
def test_a_case_holds_in_the_kernel(case: Case) -> None:
    run_case(case)


def test_what_is_left_out_is_known() -> None:
    """Sheets, the text of cards and settings are no business of the kernel; logs and adjustments neither."""
    asked = Counter(case["kind"] for _, case in read_cases() if case["kind"] in KINDS)
    run = Counter(case["kind"] for _, case in CASES)
    assert asked - run == {"game": 1, "standings": 1}
