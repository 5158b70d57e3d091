"""Whether a view asks its seat for an action, and whether it is one that a game could come to."""

from __future__ import annotations

from rufen.core.notation import format_position, parse_position
from rufen.core.view import PlayerView
from rufen.players.seen import NoDealFits, seen_by, why_none_fits

__all__ = ["check_asked", "check_sound"]

_NOBODY = {
    "seating": "the game has not begun",
    "dealing": "the next round is still to be dealt",
    "game_over": "the game is over",
    "aborted": "the game was ended early",
}
_TO_DO = {"choosing_trump": "name the trump", "bidding": "bid", "playing": "play a card"}

_DERIVED = ("hand_size", "tricks", "trick", "tricks_won", "hand_counts", "to_act")
"""What most else follows from, looked at first."""


def check_sound(view: PlayerView) -> None:
    """Raises ValueError with the reason for a view, made by hand, that contradicts the rules or itself.

    A view that comes from a game or from a position line is sound.
    """
    follows = parse_position(format_position(view))
    for name in (*_DERIVED, *view.__struct_fields__):
        has, wants = getattr(view, name), getattr(follows, name)
        if has != wants:
            raise ValueError(f"{name} of this view is {has}, but from the rest follows {wants}")


def check_asked(view: PlayerView) -> None:
    """Raises ValueError with the reason when the seat is not asked, NoDealFits when no deal fits the view."""
    if not view.legal:
        raise ValueError(_why_not(view))
    why = why_none_fits(seen_by(view))
    if why is not None:
        raise NoDealFits(f"no deal fits: {why}")


def _why_not(view: PlayerView) -> str:
    phase, trick = view.phase.value, view.trick
    if phase in _NOBODY:
        return f"nobody is asked for an action: {_NOBODY[phase]} (phase {phase})"
    if not view.to_act:
        if trick is not None and len(trick.cards) == view.seats:
            return "nobody is asked for an action: the trick on the table is complete, so it goes into tricks"
        return f"nobody is asked for an action: all tricks of round {view.round_number} are played"
    who = ", ".join(map(str, view.to_act))
    turn = f"it is the turn of seat{'s' if len(view.to_act) > 1 else ''} {who} to {_TO_DO[phase]}"
    if view.seat is None:
        return f"a spectator (seat -) is not asked for an action: {turn}"
    return f"seat {view.seat} is not asked for an action: {turn}"
