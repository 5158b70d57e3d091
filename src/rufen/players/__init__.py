"""Players: anything that answers a `PlayerView` with an action. They never see more than the view."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rufen.core.view import PlayerView
    from rufen.players.advice import Judged

__all__ = ["advise"]


def advise(view: PlayerView) -> tuple[Judged, ...]:
    """What each of `view.legal` is likely to bring, in that order: see `rufen.players.advice`.

    Raises ValueError, with the reason, when the view contradicts the rules or itself, when its seat is not
    asked, or when no deal fits it.
    """
    # here, so that players without a network do not load NumPy
    from rufen.players.advice import advise
    from rufen.players.asked import check_asked, check_sound

    check_sound(view)
    check_asked(view)
    return advise(view)
