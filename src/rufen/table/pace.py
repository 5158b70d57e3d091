"""How long a bot seems to think: longer where there is more to decide, never long.

Only what everybody sees decides it: a wait that hung on what is legal would tell what a hand holds.
"""

from __future__ import annotations

from rufen.core.state import Phase
from rufen.core.view import PlayerView

__all__ = ["LONGEST_S", "SEARCH_S", "natural_wait"]

LONGEST_S = 2.0
"""No bot lets the others wait for longer than this, in seconds."""
SEARCH_S = 0.4
"""A bot that looks ahead takes so long at least, in any pace and whatever it is asked, in seconds.

It is twice its usual search: an answer that came sooner would tell that its hand left it no choice.
"""

_LAST_CARD_S = 0.25
_CARD_S = 0.4
_EACH_CARD_S = 0.05
_BID_S = 0.8
_EACH_TRICK_S = 0.04
_TRUMP_S = 1.3
_LEAST, _MOST = 0.7, 1.3
"""The same decision takes between these parts of its usual time."""


def natural_wait(view: PlayerView, chance: float) -> float:
    """The seconds from when a seat is asked to when it acts; `chance` (0 … 1) makes it shorter or longer.

    The last card takes a moment, a bid longer than a card, and both longer with more cards in the hand.
    """
    return min(LONGEST_S, _usual(view) * (_LEAST + (_MOST - _LEAST) * chance))


def _usual(view: PlayerView) -> float:
    if view.phase is Phase.CHOOSING_TRUMP:
        return _TRUMP_S
    if view.phase is Phase.BIDDING:
        return _BID_S + _EACH_TRICK_S * view.hand_size
    cards = len(view.hand)
    return _LAST_CARD_S if cards == 1 else _CARD_S + _EACH_CARD_S * cards
