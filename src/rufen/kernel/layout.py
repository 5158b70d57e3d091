"""How a game lies in arrays, and how house rules become numbers.

A game is three rows: `small` (uint8, small numbers), `cards` (uint64, sets of cards as in `rufen.core.cards`)
and `points` (int32). Columns with a seat have one place for each of six seats. House rules are a row of
their own (`encode_rules`), so that games under different rules can lie side by side: `small[RULES]` is the
number of the row in a table of rules.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.core.house_rules import (
    BidDisclosure,
    BidRestriction,
    HouseRules,
    JesterLead,
    LastRoundTrump,
    TieBreak,
    WizardLead,
    ZeroBidScoring,
    parse_house_rules,
    schedule,
)

__all__ = [
    "ACTIONS",
    "CARDS_WIDTH",
    "FIRST_BID",
    "FIRST_TRUMP",
    "POINTS_WIDTH",
    "RULES_WIDTH",
    "SMALL_WIDTH",
    "encode_rules",
    "new_games",
]

# --- small: uint8 ------------------------------------------------------------------------------------------
RULES = 0
"""The row of the rules in their table."""
SEATS = 1
PHASE = 2
ROUND = 3
"""Its number from 1; 0 before the first deal."""
HAND_SIZE = 4
DEALER = 5
TURN = 6
"""The seat that is asked; with secret bids the first, from the dealer's left, that has not bid."""
LEADER = 7
LED = 8
"""The led state of the trick, see `rufen.kernel.tables`."""
BEST = 9
"""The power of the card that is winning the trick; 0 in an empty trick."""
WINNER = 10
"""The seat that is winning the trick; its leader in an empty trick."""
PLACE = 11
"""The number of cards in the trick."""
LEFT = 12
"""The number of tricks not yet complete."""
TURN_UP = 13
"""A card, or NO_CARD."""
TRUMP = 14
"""A suit 0 … 3, or NO_TRUMP; NO_TRUMP as well while the dealer chooses."""
PLACED = 15
"""The number of bids placed."""
BID = 16
"""By seat, NO_CARD before it is placed. All of them, secret ones too: an observer must hide those."""
WON = 22
"""By seat, the tricks won."""
CARD = 28
"""By seat, its card in the trick, or NO_CARD."""
VOID = 34
"""By seat, the suits it has shown not to hold, bit 0 … 3."""
MADE = 40
"""By seat, the bids made in the game so far."""
PLAYED_IN = 64
"""By card, the number of the trick it was played in, from 1; 0 while it is not played."""
PLAYED_BY = 128
"""By card, the seat that played it plus 1; 0 while it is not played."""
SMALL_WIDTH = 192

# phases
DEALING, CHOOSING_TRUMP, BIDDING, PLAYING, GAME_OVER = range(5)

# --- cards: uint64 -----------------------------------------------------------------------------------------
HAND = 0
"""By seat."""
SEEN = 6
"""Everything that lies or lay open: the turn-up and all cards played."""
CARDS_WIDTH = 8

# --- points: int32 -----------------------------------------------------------------------------------------
TOTAL = 0
"""By seat, the total of the game."""
SCORE = 6
"""By seat, the score of the last round scored."""
BEST_ROUND = 12
"""By seat, the best score of a round (R6.2)."""
BEST_COUNT = 18
"""By seat, how often it had it."""
POINTS_WIDTH = 24

# --- actions, as in rufen.core.actions ---------------------------------------------------------------------
FIRST_BID, FIRST_TRUMP, ACTIONS = 60, 81, 85

# --- a row of rules: uint8 ---------------------------------------------------------------------------------
EXACT_BONUS = 0
POINTS_PER_TRICK = 1
MISS_PENALTY = 2
ZERO_BID = 3
"""0 flat, 1 double, 2 per card (R5.3)."""
RESTRICTION = 4
"""0 none, 1 leader, 2 leader, zero allowed, 3 dealer (R3.2)."""
ROUND_ONE_EXEMPT = 5
DISCLOSURE = 6
"""0 open, 1 hidden, 2 delayed (R3.3)."""
PERFECT_BONUS = 7
LAST_ROUND_BONUS = 8
EVEN_PENALTY = 9
LEADS = 10
"""The first index of `NEXT_LED`: wizard_lead + 2 · jester_lead (R4.6, R4.7)."""
NO_LAST_TRUMP = 11
TIE_BREAK = 12
"""0 share, 1 most exact, 2 highest round (R6.2)."""
ROUNDS = 13
"""The number of rounds of the schedule."""
SIZES = 16
"""The hand size of each round, up to sixty of them."""
RULES_WIDTH = 80

_ZERO = (ZeroBidScoring.FLAT_BONUS, ZeroBidScoring.DOUBLE_BONUS, ZeroBidScoring.PER_CARD)
_RESTRICTIONS = (
    BidRestriction.NONE,
    BidRestriction.LEADER,
    BidRestriction.LEADER_ZERO_ALLOWED,
    BidRestriction.DEALER,
)
_DISCLOSURES = (BidDisclosure.OPEN, BidDisclosure.HIDDEN, BidDisclosure.DELAYED)
_TIE_BREAKS = (TieBreak.SHARE, TieBreak.MOST_EXACT, TieBreak.HIGHEST_ROUND)


def encode_rules(rules: HouseRules, seats: int) -> NDArray[np.uint8]:
    """The house rules (R7) of a game of 3 … 6 seats as a row, uint8[RULES_WIDTH].

    Raises SettingError for settings that are not allowed, by themselves or with so many seats.
    """
    rules = parse_house_rules(rules, seats)
    sizes = schedule(rules, seats)
    row = np.zeros(RULES_WIDTH, np.uint8)
    row[EXACT_BONUS] = rules.exact_bonus
    row[POINTS_PER_TRICK] = rules.points_per_trick
    row[MISS_PENALTY] = rules.miss_penalty
    row[ZERO_BID] = _ZERO.index(rules.zero_bid_scoring)
    row[RESTRICTION] = _RESTRICTIONS.index(rules.bid_restriction)
    row[ROUND_ONE_EXEMPT] = rules.round_one_exempt
    row[DISCLOSURE] = _DISCLOSURES.index(rules.bid_disclosure)
    row[PERFECT_BONUS] = rules.perfect_game_bonus
    row[LAST_ROUND_BONUS] = rules.last_round_bonus
    row[EVEN_PENALTY] = rules.even_bids_dealer_penalty
    row[LEADS] = (rules.wizard_lead is WizardLead.NEXT_SETS_SUIT) + 2 * (rules.jester_lead is JesterLead.FREE)
    row[NO_LAST_TRUMP] = rules.last_round_trump is LastRoundTrump.NEVER
    row[TIE_BREAK] = _TIE_BREAKS.index(rules.tie_break)
    row[ROUNDS] = len(sizes)
    row[SIZES : SIZES + len(sizes)] = sizes
    return row


def new_games(number: int) -> tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.int32]]:
    """The rows `small`, `cards` and `points` of games that have not begun; see `rufen.kernel.play.begin`."""
    return (
        np.zeros((number, SMALL_WIDTH), np.uint8),
        np.zeros((number, CARDS_WIDTH), np.uint64),
        np.zeros((number, POINTS_WIDTH), np.int32),
    )
