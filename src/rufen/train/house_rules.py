"""The house rules that a network is trained under, as a table of rows that are drawn with equal chances."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from rufen.core.house_rules import BidDisclosure as Disclosure
from rufen.core.house_rules import BidRestriction as Restriction
from rufen.core.house_rules import HouseRules, JesterLead, WizardLead, ZeroBidScoring
from rufen.kernel.layout import encode_rules

__all__ = ["rule_table"]

ROWS = 400


def rule_table(kind: str, seed: int) -> NDArray[np.uint8]:
    """Rows of rules, uint8[rows, RULES_WIDTH]; of `all`, some two fifths are the standard game."""
    if kind == "standard":
        return encode_rules(HouseRules(), 3)[None]
    chance = Random(f"rufen training rules {seed}")
    return np.stack([encode_rules(_drawn(chance, row / ROWS), 3) for row in range(ROWS)])


def _drawn(chance: Random, share: float) -> HouseRules:
    """The rules of one row: `share` of them lie before it."""
    if share < 0.40:
        return HouseRules()
    if share < 0.58:
        return HouseRules(bid_disclosure=Disclosure.HIDDEN)
    if share < 0.62:
        return HouseRules(bid_disclosure=Disclosure.DELAYED)
    if share < 0.72:
        return HouseRules(bid_restriction=Restriction.DEALER)
    if share < 0.74:
        return HouseRules(
            bid_restriction=chance.choice((Restriction.LEADER, Restriction.LEADER_ZERO_ALLOWED))
        )
    scoring = chance.random() < 0.8
    disclosure = chance.choices(list(Disclosure), (4, 2, 1))[0]
    restriction = Restriction.NONE
    if disclosure is Disclosure.OPEN:
        restriction = chance.choices(list(Restriction), (5, 1, 1, 3))[0]
    return HouseRules(
        bid_disclosure=disclosure,
        bid_restriction=restriction,
        wizard_lead=chance.choices(list(WizardLead), (3, 1))[0],
        jester_lead=chance.choices(list(JesterLead), (3, 1))[0],
        exact_bonus=chance.choice((0, 5, 10, 15, 20, 20, 25, 30, 40, 50)) if scoring else 20,
        points_per_trick=chance.choice((0, 0, 5, 10, 10, 15, 20)) if scoring else 10,
        miss_penalty=chance.choice((0, 5, 10, 10, 15, 20, 20, 25, 30)) if scoring else 10,
        zero_bid_scoring=chance.choice(list(ZeroBidScoring)) if scoring else ZeroBidScoring.FLAT_BONUS,
        last_round_bonus=chance.choice((0, 0, 10, 20)),
        even_bids_dealer_penalty=chance.choice((0, 0, 0, 10, 20)),
    )
