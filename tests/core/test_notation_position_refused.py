"""Positions that cannot be are refused with what is wrong and what is allowed; sound ones are read."""

from __future__ import annotations

import pytest
from tests.core.impossible import CASES, PLAYING, SOUND

from rufen.core.notation import PositionError, format_position, parse_position


@pytest.mark.parametrize("line", SOUND)
def test_sound_lines_are_read_without_what_a_hand_need_not_write(line: str) -> None:
    view = parse_position(line)
    assert (view.seq, view.commitment) == (0, None)
    assert parse_position(format_position(view)) == view


@pytest.mark.parametrize("kind", CASES)
def test_what_is_impossible_is_named(kind: str) -> None:
    line, reason = CASES[kind]
    with pytest.raises(PositionError) as caught:
        parse_position(line)
    assert caught.value.reason.startswith(reason)


def test_who_leads_and_who_has_won_is_never_written_and_so_never_wrong() -> None:
    """R4.1: seat 2 leads and wins with G7; it leads again, and seat 0 comes third."""
    view = parse_position(PLAYING)
    assert view.trick is not None
    assert (view.tricks[0].leader, view.tricks[0].winner, view.trick.leader) == (2, 2, 2)
    assert (view.tricks_won, view.hand_counts, view.to_act) == ((0, 0, 1, 0), (2, 2, 1, 1), (0,))
