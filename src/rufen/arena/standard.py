"""A player that believes the scores to be the official ones: what knowing the house rules is worth."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from rufen.core.actions import Action
from rufen.core.house_rules import STANDARD, HouseRules
from rufen.core.view import PlayerView
from rufen.players.base import Player

__all__ = ["StandardScores", "standard_scores"]

_SCORES = (
    "exact_bonus",
    "points_per_trick",
    "miss_penalty",
    "zero_bid_scoring",
    "perfect_game_bonus",
    "last_round_bonus",
    "even_bids_dealer_penalty",
)
"""The settings that make scores (R5); what is legal does not depend on them."""


@lru_cache(maxsize=64)
def standard_scores(rules: HouseRules) -> HouseRules:
    """The same rules with the official scores."""
    return msgspec.structs.replace(rules, **{name: getattr(STANDARD, name) for name in _SCORES})


class StandardScores:
    """Plays as another player would if the scores were the official ones."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def act(self, view: PlayerView) -> Action:
        """One of `view.legal`; raises what the player raises."""
        return self._player.act(msgspec.structs.replace(view, rules=standard_scores(view.rules)))
