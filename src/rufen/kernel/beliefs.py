"""The deals that fit what somebody has seen: how many there are, and draws from them, all equally likely.

What was seen is written into a *plan*, int64[PLAN_WIDTH], by `observe` or by hand: the unseen cards, and by
seat the cards known to be in its hand, how many others it has room for, and the suits it has shown not to
hold. `prepare` completes the plan and fills a *table*, float64[TABLE_WIDTH]; `sample` draws from the two. The
caller owns plan, table and random words; a plan serves one thread at a time.

The method: seats that lack the same suits are one *group*. The groups that lack any choose their cards one
after the other; seats that lack nothing, and the stock of undealt cards, share whatever is left. For a group
only the *classes* of cards matter that the groups after it tell apart: a suit that none of these lacks is as
good as any, and two suits lacked by the same ones are as one. So the table has, by *level* (the groups that
have chosen) and by how many cards of each class they have taken, the number of ways to go on, and a draw
walks through it from the first group to the last.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rufen.kernel import layout as at
from rufen.kernel.bits import FAST_SELECT, count, select
from rufen.kernel.chance import below, word
from rufen.kernel.jit import Int, Word, jit
from rufen.kernel.tables import FOLLOW, NO_CARD

__all__ = [
    "PLAN_WIDTH",
    "TABLE_WIDTH",
    "fill",
    "new_plan",
    "observe",
    "prepare",
    "sample",
    "sample_many",
]

U = np.uint64

Plan = NDArray[np.int64]
Table = NDArray[np.float64]
Hands = NDArray[np.uint64]

# --- what was seen -----------------------------------------------------------------------------------------
SEATS = 0
UNSEEN = 1
"""The cards of which it is not known where they are, as a set."""
HELD = 2
"""By seat, the cards known to be in its hand, as a set."""
ROOM = 8
"""By seat, how many cards it holds besides those."""
VOID = 14
"""By seat, the suits it is known not to hold, bit 0 … 3."""

# --- what `prepare` makes of it ----------------------------------------------------------------------------
GROUPS = 20
OTHERS = 21
"""The seats that lack nothing, bit 0 … 5."""
MEMBERS = 22
"""By group, its seats, bit 0 … 5."""
LACKS = 28
"""By group, the suits it lacks, bit 0 … 3."""
NEED = 34
"""By group, how many cards it takes."""
TAKEN = 40
"""By level 0 … 6, how many cards all groups before have taken."""
FREE = 47
"""By level, how many unseen cards belong to no class."""
OFFSET = 54
"""By level, where its part of the table begins."""
SIZE = 61
"""By level, how long it is."""
SLOTS = 4
CLASS = 68
"""By level and slot, the cards of a class, as a set; slots are filled from the last to the first."""
WHOLE = 96
"""By level and slot, how many unseen cards the class has."""
BOUND = 124
"""By level and slot, how many of them can be taken at most."""
STRIDE = 152
"""By level and slot, how far apart two entries of the table are that differ by one card taken."""
LATER = 180
"""By level and slot, the slot that the class belongs to at the next level; −1 for none."""
LEFT = 208
"""By slot, a place to work: how many cards of a class the group may choose from."""
CHOSEN = 212
"""By slot, a place to work: how many it takes."""
PLAN_WIDTH = 216

TABLE_WIDTH = 4 * 14**4
"""Enough for every plan: a level has at most 14⁴ entries, and from the fifth on together fewer than that."""

_ALL = U((1 << 60) - 1)
_BINOMIAL: NDArray[np.float64] = np.array(
    [[math.comb(n, k) for k in range(64)] for n in range(64)], np.float64
)


def new_plan() -> tuple[Plan, Table]:
    """Room for a plan and its table. The table takes memory only where it is written."""
    return np.zeros(PLAN_WIDTH, np.int64), np.empty(TABLE_WIDTH, np.float64)


@jit
def observe(small: NDArray[np.uint8], cards: NDArray[np.uint64], seat: Int, plan: Plan) -> None:
    """Write into a plan what a seat has seen of a game, or a spectator (−1), from the game's rows.

    Of the hands only the seat's own is read, so whole rows and those of a view give the same plan.
    """
    seats = np.int64(small[at.SEATS])
    unseen = _ALL & ~cards[at.SEEN]
    plan[SEATS] = seats
    for other in range(6):
        plan[HELD + other] = 0
        plan[ROOM + other] = 0
        plan[VOID + other] = 0
    for other in range(seats):
        if other == seat:
            own = cards[at.HAND + other]
            plan[HELD + other] = np.int64(own)
            unseen &= ~own
        else:
            played = small[at.CARD + other] != NO_CARD
            plan[ROOM + other] = np.int64(small[at.LEFT]) - played
            plan[VOID + other] = np.int64(small[at.VOID + other])
    plan[UNSEEN] = np.int64(unseen)


@jit
def _form_groups(plan: Plan) -> Int:
    """Put the seats into groups; how many cards they hold that nobody knows."""
    present = 0
    for suit in range(4):
        if U(plan[UNSEEN]) & FOLLOW[suit]:
            present |= 1 << suit
    groups = 0
    total = 0
    plan[OTHERS] = 0
    for seat in range(plan[SEATS]):
        room = plan[ROOM + seat]
        if room == 0:
            continue
        total += room
        lacks = plan[VOID + seat] & present
        if lacks == 0:
            plan[OTHERS] |= 1 << seat
            continue
        group = 0
        while group < groups and plan[LACKS + group] != lacks:
            group += 1
        if group == groups:
            groups += 1
            plan[LACKS + group] = lacks
            plan[MEMBERS + group] = 0
            plan[NEED + group] = 0
        plan[MEMBERS + group] |= 1 << seat
        plan[NEED + group] += room
    plan[GROUPS] = groups
    return total


@jit
def _form_classes(plan: Plan, level: Int) -> None:
    """The classes of a level: suits by the set of groups, from this level on, that lack them."""
    first = SLOTS * level
    groups = plan[GROUPS]
    unseen = U(plan[UNSEEN])
    free = unseen
    used = 0
    for slot in range(SLOTS):
        plan[CLASS + first + slot] = 0
        plan[WHOLE + first + slot] = 0
        plan[LATER + first + slot] = -1
    for suit in range(4):
        cards = unseen & FOLLOW[suit]
        if cards == U(0):
            continue
        pattern = 0
        for group in range(level, groups):
            pattern |= (plan[LACKS + group] >> suit & 1) << group
        if pattern == 0:
            continue
        free &= ~cards
        slot = SLOTS - 1
        # LEFT holds the patterns while the classes are formed
        while slot >= SLOTS - used and plan[LEFT + slot] != pattern:
            slot -= 1
        if slot < SLOTS - used:
            used += 1
            plan[LEFT + slot] = pattern
        plan[CLASS + first + slot] |= np.int64(cards)
        plan[WHOLE + first + slot] += np.int64(count(cards))
    plan[FREE + level] = np.int64(count(free))


@jit
def _lay_out(plan: Plan, level: Int) -> None:
    """Where a level's entries lie, once the level before is laid out."""
    first = SLOTS * level
    before = first - SLOTS
    for slot in range(SLOTS):
        plan[BOUND + first + slot] = 0
    if level == 0:
        plan[TAKEN] = 0
        plan[OFFSET] = 0
    else:
        need = plan[NEED + level - 1]
        lacks = plan[LACKS + level - 1]
        plan[TAKEN + level] = plan[TAKEN + level - 1] + need
        plan[OFFSET + level] = plan[OFFSET + level - 1] + plan[SIZE + level - 1]
        for old in range(SLOTS):
            cards = U(plan[CLASS + before + old])
            if cards == U(0):
                continue
            for slot in range(SLOTS):
                if cards & U(plan[CLASS + first + slot]):
                    plan[LATER + before + old] = slot
                    bound = plan[BOUND + before + old]
                    if not cards & _suits(lacks):
                        bound = min(bound + need, plan[WHOLE + before + old])
                    plan[BOUND + first + slot] += bound
    size = 1
    for slot in range(SLOTS - 1, -1, -1):
        plan[STRIDE + first + slot] = size
        size *= plan[BOUND + first + slot] + 1
    plan[SIZE + level] = size


@jit
def _suits(mask: Int) -> Word:
    """The cards of some suits, bit 0 … 3."""
    cards = U(0)
    for suit in range(4):
        if mask >> suit & 1:
            cards |= FOLLOW[suit]
    return cards


@jit
def _ways(plan: Plan, table: Table, level: Int, index: Int, stop: float) -> float:
    """The ways to go on from an entry of a level: the sum over what its group can take.

    As soon as the sum exceeds `stop`, it ends, with what was added last in CHOSEN.
    """
    here = SLOTS * level
    after = here + SLOTS
    need = plan[NEED + level]
    lacked = _suits(plan[LACKS + level])
    start = plan[OFFSET + level + 1]
    free = plan[FREE + level] - plan[TAKEN + level]
    gone = 0
    for slot in range(SLOTS):
        plan[LEFT + slot] = 0
    for slot in range(SLOTS):
        taken = index // plan[STRIDE + here + slot] % (plan[BOUND + here + slot] + 1)
        gone += taken
        later = plan[LATER + here + slot]
        if later >= 0:
            start += taken * plan[STRIDE + after + later]
            if not U(plan[CLASS + here + slot]) & lacked:
                plan[LEFT + later] = plan[WHOLE + here + slot] - taken
    free += gone
    total = 0.0
    if gone > plan[TAKEN + level] or free < 0:
        return total  # no way leads to such an entry
    left0, left1, left2, left3 = plan[LEFT], plan[LEFT + 1], plan[LEFT + 2], plan[LEFT + 3]
    stride0, stride1, stride2 = plan[STRIDE + after], plan[STRIDE + after + 1], plan[STRIDE + after + 2]
    for k0 in range(min(left0, need) + 1):
        need1 = need - k0
        start1 = start + k0 * stride0
        for k1 in range(min(left1, need1) + 1):
            need2 = need1 - k1
            start2 = start1 + k1 * stride1
            weight1 = _BINOMIAL[left0, k0] * _BINOMIAL[left1, k1]
            for k2 in range(min(left2, need2) + 1):
                need3 = need2 - k2
                start3 = start2 + k2 * stride2
                weight2 = weight1 * _BINOMIAL[left2, k2]
                for k3 in range(max(0, need3 - free), min(left3, need3) + 1):
                    weight3 = weight2 * _BINOMIAL[left3, k3] * _BINOMIAL[free, need3 - k3]
                    total += weight3 * table[start3 + k3]
                    if total > stop:
                        plan[CHOSEN] = k0
                        plan[CHOSEN + 1] = k1
                        plan[CHOSEN + 2] = k2
                        plan[CHOSEN + 3] = k3
                        return total
    return total


@jit
def prepare(plan: Plan, table: Table) -> float:
    """Complete a plan and fill its table; the number of deals that fit, 0 when there is none.

    The number is right to 12 digits. A deal is who holds which cards: the undealt cards have no order.
    """
    total = _form_groups(plan)
    unseen = np.int64(count(U(plan[UNSEEN])))
    if total > unseen:
        return 0.0
    groups = plan[GROUPS]
    for level in range(groups + 1):
        _form_classes(plan, level)
        _lay_out(plan, level)
    table[plan[OFFSET + groups]] = 1.0
    for level in range(groups - 1, -1, -1):
        first = plan[OFFSET + level]
        for index in range(plan[SIZE + level]):
            table[first + index] = _ways(plan, table, level, index, np.inf)
    deals = table[0]
    for group in range(groups):
        deals *= _splits(plan, plan[MEMBERS + group], plan[NEED + group])
    return deals * _splits(plan, plan[OTHERS], unseen - plan[TAKEN + groups])


@jit
def _splits(plan: Plan, members: Int, cards: Int) -> float:
    """In how many ways some seats can take their cards from that many."""
    ways = 1.0
    for seat in range(plan[SEATS]):
        if members >> seat & 1:
            room = plan[ROOM + seat]
            ways *= _BINOMIAL[cards, room]
            cards -= room
    return ways


@jit
def _draw(cards: Word, number: Int, rng: NDArray[np.uint64]) -> Word:
    """A random subset of that many cards."""
    size = np.int64(count(cards))
    keep = 2 * number > size
    drawn = U(0)
    rest = cards
    for done in range(size - number if keep else number):
        card = select(rest, below(rng, U(size - done)), FAST_SELECT)
        drawn |= card
        rest ^= card
    return rest if keep else drawn


@jit
def _hand_out(
    plan: Plan, members: Int, cards: Word, rng: NDArray[np.uint64], hands: NDArray[np.uint64]
) -> None:
    """Give each of some seats as many of these cards as it has room for."""
    for seat in range(plan[SEATS]):
        if members >> seat & 1:
            drawn = _draw(cards, plan[ROOM + seat], rng)
            hands[seat] |= drawn
            cards ^= drawn


@jit
def sample(plan: Plan, table: Table, rng: NDArray[np.uint64], hands: NDArray[np.uint64]) -> None:
    """Draw one of the deals that fit a prepared plan, each as likely as any other, to `hands` by seat.

    `rng` is the state of `rufen.kernel.chance`, uint64[1]; `hands` is uint64 with a place for each seat at
    least. Only for plans that some deal fits.
    """
    left = U(plan[UNSEEN])
    groups = plan[GROUPS]
    for seat in range(plan[SEATS]):
        hands[seat] = U(plan[HELD + seat])
    index = np.int64(0)
    for level in range(groups):
        allowed = left & ~_suits(plan[LACKS + level])
        need = plan[NEED + level]
        taken = U(0)
        if level < groups - 1:
            # 52 bits: the product is below the sum, which is added up in the same order, so it is exceeded
            part = np.float64(word(rng) >> U(12)) * 2.0**-52
            _ways(plan, table, level, index, part * table[plan[OFFSET + level] + index])
            after = SLOTS * (level + 1)
            index = np.int64(0)
            for slot in range(SLOTS):
                cards = U(plan[CLASS + after + slot])
                if cards:
                    number = plan[CHOSEN + slot]
                    taken |= _draw(allowed & cards, number, rng)
                    need -= number
                    allowed &= ~cards
                    gone = plan[WHOLE + after + slot] - np.int64(count(cards & left & ~taken))
                    index += gone * plan[STRIDE + after + slot]
        taken |= _draw(allowed, need, rng)
        left ^= taken
        _hand_out(plan, plan[MEMBERS + level], taken, rng, hands)
    _hand_out(plan, plan[OTHERS], left, rng, hands)


@jit
def sample_many(plan: Plan, table: Table, rng: NDArray[np.uint64], hands: NDArray[np.uint64]) -> None:
    """As many draws as `hands` has rows, uint64[n, seats or more]."""
    for place in range(len(hands)):
        sample(plan, table, rng, hands[place])


@jit
def fill(
    small: NDArray[np.uint8],
    cards: NDArray[np.uint64],
    hands: NDArray[np.uint64],
    to_small: NDArray[np.uint8],
    to_cards: NDArray[np.uint64],
) -> None:
    """Copy the rows of a game with the hands of a draw in it, so that it can be played on from there.

    Bids that the observer does not know stay unknown (NO_CARD); where bids are secret, the caller places them
    or does without scores.
    """
    to_small[:] = small
    to_cards[:] = cards
    for seat in range(np.int64(small[at.SEATS])):
        to_cards[at.HAND + seat] = hands[seat]
