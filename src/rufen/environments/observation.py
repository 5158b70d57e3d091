"""What a seat sees, as 640 bytes: everything that its view tells of the round, and nothing else.

The ranges are those of `rufen.environments.layout`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.core.state import GameState
from rufen.environments.layout import LAYOUT, SEAT_WIDTH, TRICK_WIDTH, WIDTH
from rufen.kernel import layout as at
from rufen.kernel.jit import Int, Word, jit
from rufen.kernel.mirror import Rows, rows_of
from rufen.kernel.play import legal
from rufen.kernel.tables import NO_CARD, NO_TRUMP, SUIT_OF

__all__ = ["observation_of", "observe_cards", "observe_rest", "see", "spread_actions"]

U = np.uint64

UNSEEN = LAYOUT["unseen"].start
TURN_UP = LAYOUT["turn_up"].start
PLAYED_IN = LAYOUT["played_in"].start
PLAYED_BY = LAYOUT["played_by"].start
LEGAL = LAYOUT["legal"].start
TRICK = LAYOUT["trick"].start
TRUMP = LAYOUT["trump"].start
LED = LAYOUT["led"].start
PHASE = LAYOUT["phase"].start
SEATS = LAYOUT["seats"].start
SEAT = LAYOUT["seat"].start
DEALER = LAYOUT["dealer"].start
TURN = LAYOUT["turn"].start
BIDS = LAYOUT["bids"].start
VOIDS = LAYOUT["voids"].start
NUMBERS = LAYOUT["round"].start
TOTALS = LAYOUT["totals"].start
MADE = LAYOUT["made"].start
RULES = LAYOUT["exact_bonus"].start

ALL_CARDS = U(2**60 - 1)
_ONES = U(0x0101010101010101)
_HIGH = U(0x8080808080808080)


def _bytes_of_bits() -> NDArray[np.uint64]:
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    return np.ascontiguousarray(bits).view(np.uint64)[:, 0].copy()


_BYTES = _bytes_of_bits()
"""By eight bits, the eight bytes that are 1 where a bit is."""


@jit
def spread(bits: Word, words: NDArray[np.uint64], first: Int, number: Int) -> None:
    """Write 8 · `number` bits as that many bytes 0 or 1, eight a word, from the word `first` on."""
    for word in range(number):
        words[first + word] = _BYTES[np.int64(bits >> U(8 * word)) & 255]


@jit
def spread_actions(plays: Word, others: Word, words: NDArray[np.uint64], first: Int) -> None:
    """Write what is legal as 88 bytes by action index, the last three 0, from the word `first` on."""
    spread(plays | others << U(at.FIRST_BID), words, first, 8)
    spread(others >> U(64 - at.FIRST_BID), words, first + 8, 3)


@jit
def observe_cards(
    small_words: NDArray[np.uint64],
    cards: NDArray[np.uint64],
    seats: Int,
    seat: Int,
    plays: Word,
    others: Word,
    words: NDArray[np.uint64],
) -> None:
    """Write the part of what a seat sees that has a place for every card, and what it may do, as whole words.

    This comes first: `observe_rest` writes what stands between. `small_words` and `words` are the row `small`
    and the observation as words; `plays` and `others` are as `rufen.kernel.play.legal` tells them, 0 for a
    seat not asked.
    """
    hand = cards[at.HAND + seat]
    spread(hand, words, 0, 8)
    spread(ALL_CARDS & ~(hand | cards[at.SEEN]), words, UNSEEN // 8, 8)
    before, all_seats = _ONES * U(seat), U(seats)
    for word in range(8):
        words[PLAYED_IN // 8 + word] = small_words[at.PLAYED_IN // 8 + word]
        # Eight at a time: a seat counts from the observer on, once around the table.
        by = small_words[at.PLAYED_BY // 8 + word]
        played = ((by + (_HIGH - _ONES)) & _HIGH) >> U(7)
        earlier = (((before | _HIGH) - by) & _HIGH) >> U(7)
        words[PLAYED_BY // 8 + word] = by + (earlier & played) * all_seats - played * U(seat)
    spread_actions(plays, others, words, LEGAL // 8)


@jit
def observe_rest(
    rule: NDArray[np.uint8],
    small: NDArray[np.uint8],
    points: NDArray[np.int32],
    seat: Int,
    out: NDArray[np.uint8],
) -> None:
    """Write everything else to `out`, uint8[640].

    Secret bids of others stay out until they are shown (R3.3). While they are placed, one seat is asked after
    another, from the dealer's left.
    """
    seats = np.int64(small[at.SEATS])
    phase = np.int64(small[at.PHASE])
    turn = np.int64(small[at.TURN])
    asked = at.CHOOSING_TRUMP <= phase <= at.PLAYING
    out[TURN_UP:] = 0
    out[SEATS + seats - 3] = 1
    out[NUMBERS] = small[at.ROUND]
    out[NUMBERS + 1] = rule[at.ROUNDS]
    out[NUMBERS + 2] = small[at.HAND_SIZE]
    out[NUMBERS + 3] = small[at.LEFT]
    out[SEAT] = seat
    out[SEAT + 1] = small[at.PLACE]
    out[SEAT + 2] = small[at.PLACED]
    if asked:
        out[PHASE + phase - at.CHOOSING_TRUMP] = 1
    card = np.int64(small[at.TURN_UP])
    if card != NO_CARD:
        out[TURN_UP + card] = 1
    trump = np.int64(small[at.TRUMP])
    if trump != NO_TRUMP:
        out[TRUMP + trump] = 1
    out[LED + np.int64(small[at.LED])] = 1
    secret = rule[at.DISCLOSURE]
    shown = secret == 0 or (secret == 1 and phase == at.PLAYING) or not asked
    _see_seats(small, points, seats, seat, turn if asked else -1, shown, out)
    _see_rules(rule, out)


@jit
def _see_played(small: NDArray[np.uint8], other: Int, base: Int, out: NDArray[np.uint8]) -> None:
    card = np.int64(small[at.CARD + other])
    if card < 52:
        suit = np.int64(SUIT_OF[card])
        out[base + suit] = 1
        out[base + 6 + card - 13 * suit] = 1
    elif card < 56:
        out[base + 4] = 1
    else:
        out[base + 5] = 1
    out[base + 19] = small[at.WINNER] == other


@jit
def _see_seats(
    small: NDArray[np.uint8],
    points: NDArray[np.int32],
    seats: Int,
    seat: Int,
    turn: Int,
    shown: bool,
    out: NDArray[np.uint8],
) -> None:
    """Everything by place; `turn` is -1 when nobody is asked, `shown` says that all bids placed are known."""
    sum_of_bids = np.int64(0)
    for place in range(seats):
        other: Int = seat + place
        if other >= seats:
            other -= seats
        if place and small[at.CARD + other] != NO_CARD:
            _see_played(small, other, TRICK + TRICK_WIDTH * (place - 1), out)
        out[DEALER + place] = other == small[at.DEALER]
        out[TURN + place] = other == turn
        base = BIDS + SEAT_WIDTH * place
        won = np.int64(small[at.WON + other])
        out[base + 5] = won
        bid = np.int64(small[at.BID + other])
        if bid != NO_CARD:
            out[base] = 1
            if shown or place == 0:
                sum_of_bids += bid
                out[base + 1] = 1
                out[base + 2] = bid
                out[base + (3 if bid > won else 4)] = abs(bid - won)
        void = np.int64(small[at.VOID + other])
        base = VOIDS + 4 * place
        for suit in range(4):
            out[base + suit] = (void >> suit) & 1
        base = TOTALS + 4 * place
        total = np.int64(points[at.TOTAL + other])
        if total < 0:
            base += 2
        fives = abs(total) // 5
        out[base] = fives >> 8
        out[base + 1] = fives & 255
        out[MADE + place] = small[at.MADE + other]
    out[SEAT + 3] = sum_of_bids


@jit
def _see_rules(rule: NDArray[np.uint8], out: NDArray[np.uint8]) -> None:
    out[RULES] = rule[at.EXACT_BONUS] // 5
    out[RULES + 1] = rule[at.POINTS_PER_TRICK] // 5
    out[RULES + 2] = rule[at.MISS_PENALTY] // 5
    out[RULES + 3 + np.int64(rule[at.ZERO_BID])] = 1
    out[RULES + 6 + np.int64(rule[at.RESTRICTION])] = 1
    out[RULES + 10] = rule[at.ROUND_ONE_EXEMPT]
    out[RULES + 11 + np.int64(rule[at.DISCLOSURE])] = 1
    out[RULES + 14] = rule[at.PERFECT_BONUS] // 5
    out[RULES + 15] = rule[at.LAST_ROUND_BONUS] // 5
    out[RULES + 16] = rule[at.EVEN_PENALTY] // 5
    out[RULES + 17] = rule[at.LEADS] & 1
    out[RULES + 18] = rule[at.LEADS] >> 1
    out[RULES + 19] = rule[at.NO_LAST_TRUMP]
    out[RULES + 20 + np.int64(rule[at.TIE_BREAK])] = 1


@jit
def _see(
    rule: NDArray[np.uint8],
    small: NDArray[np.uint8],
    cards: NDArray[np.uint64],
    points: NDArray[np.int32],
    seat: Int,
    out: NDArray[np.uint8],
) -> None:
    plays, others = U(0), U(0)
    if seat == small[at.TURN]:
        plays, others = legal(rule, small, cards, points)
    words = out.view(np.uint64)
    observe_cards(small.view(np.uint64), cards, np.int64(small[at.SEATS]), seat, plays, others, words)
    observe_rest(rule, small, points, seat, out)


def see(rows: Rows, seat: int) -> NDArray[np.uint8]:
    """What a seat sees of a game in the kernel whose round has begun, uint8[640]."""
    out = np.zeros(WIDTH, np.uint8)
    _see(*rows, seat, out)
    return out


def observation_of(state: GameState, seat: int) -> NDArray[np.uint8]:
    """What a seat sees of a game in the core whose round has begun, uint8[640]."""
    return see(rows_of(state), seat)
