"""From `rufen.core` to rows of the kernel: a state with everything, or what one seat's view tells."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rufen.core.cards import bits_of
from rufen.core.house_rules import HouseRules
from rufen.core.state import GameState, Phase
from rufen.core.view import PlayerView, view_of
from rufen.kernel import layout as at
from rufen.kernel import play
from rufen.kernel.tables import NO_CARD

__all__ = ["Rows", "rows_of", "rows_of_view"]


class Rows(NamedTuple):
    """One game in the kernel; see `rufen.kernel.layout`."""

    rule: NDArray[np.uint8]
    small: NDArray[np.uint8]
    cards: NDArray[np.uint64]
    points: NDArray[np.int32]


_PHASES = {
    Phase.DEALING: at.DEALING,
    Phase.CHOOSING_TRUMP: at.CHOOSING_TRUMP,
    Phase.BIDDING: at.BIDDING,
    Phase.PLAYING: at.PLAYING,
    Phase.GAME_OVER: at.GAME_OVER,
}
