"""How long a bot seems to think: longer where there is more to decide, never long."""

from __future__ import annotations

from rufen.core.actions import ChooseTrump, PlaceBid
from rufen.core.view import PlayerView

__all__ = ["LONGEST_S", "natural_wait"]

LONGEST_S = 2.0
"""No bot lets the others wait for longer than this, in seconds."""

_FORCED_S = 0.25
_CARD_S = 0.4
_EACH_CARD_S = 0.07
_BID_S = 0.8
_EACH_TRICK_S = 0.04
_TRUMP_S = 1.3
_LEAST, _MOST = 0.7, 1.3
"""The same decision takes between these parts of its usual time."""


def natural_wait(view: PlayerView, chance: float) -> float:
    """The seconds from when a seat is asked to when it acts; `chance` (0 … 1) makes it shorter or longer.

    An action that is the only one takes a moment, a bid longer than a card, and more of them longer.
    """
    return min(LONGEST_S, _usual(view) * (_LEAST + (_MOST - _LEAST) * chance))


def _usual(view: PlayerView) -> float:
    if len(view.legal) <= 1:
        return _FORCED_S
    match view.legal[0]:
        case ChooseTrump():
            return _TRUMP_S
        case PlaceBid():
            return _BID_S + _EACH_TRICK_S * view.hand_size
    return _CARD_S + _EACH_CARD_S * len(view.legal)
