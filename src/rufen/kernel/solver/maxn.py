"""max^n: what every seat gets when each plays for its own score, with all hands open.

Of cards that bring a seat the same score, it plays the lowest in the canonical order; so cards are tried in
that order, and a later one counts only if it brings more. That, and who can still get what, prunes:

- a card is skipped that cannot bring its seat more than it has: it loses its trick, say, and few are left;
- a node is left when its own seat is sure of so many tricks that the seat which chose just above cannot get
  more than it has there ("shallow" pruning, the only one that is sound for more than two seats).

Luckhardt and Irani, "An Algorithmic Solution of N-Person Games" (AAAI 1986); Sturtevant and Korf, "On Pruning
Techniques for Multi-Player Games" (AAAI 2000).
"""

from __future__ import annotations

import numpy as np

from rufen.kernel.bits import lowest
from rufen.kernel.jit import Int, jit
from rufen.kernel.solver import order, table
from rufen.kernel.solver import work as at
from rufen.kernel.solver.work import Work
from rufen.kernel.tables import NEXT_LED, NO_CARD, OPEN, POWER

__all__ = ["first_cards", "search"]

U = np.uint64
_PRUNED = -1
_NOTHING = -(1 << 40)
"""Less than any score."""


@jit
def _last_trick(work: Work, leader: Int) -> Int:
    """The seat that wins a trick of last cards (R4.8)."""
    seats, trump, leads = work.now[at.SEATS], work.now[at.TRUMP], work.now[at.LEADS]
    led: Int = OPEN
    best: Int = 0
    winner: Int = leader
    seat: Int = leader
    for _ in range(seats):
        card = np.int64(lowest(work.hands[seat]))
        led = np.int64(NEXT_LED[leads, led, card])
        power = np.int64(POWER[trump, led, card])
        if power > best:
            best = power
            winner = seat
        seat += 1
        if seat == seats:
            seat = 0
    return winner


@jit
def _add_wishes(work: Work, ply: Int, left: Int) -> None:
    """Complete the key of a trick by what each seat wishes for."""
    key = work.keys[ply]
    for seat in range(work.now[at.SEATS]):
        wish = U(work.kind[seat, left, work.won[seat]])
        if seat < 5:
            key[2] |= wish << U(39 + 5 * seat)
        else:
            key[3] |= wish << U(39)


@jit
def _hopeless(work: Work, rival: Int, floor: Int, most: Int) -> bool:
    """Whether a seat cannot get more than it has already, with at most so many tricks to come."""
    won = work.won[rival]
    return work.top[rival, won, won + most] <= floor


@jit
def first_cards(work: Work) -> Int:
    """Write the cards to try in the position itself to `moves[0]`; how many they are."""
    now = work.now
    others = at.held_by_others(work, now[at.TURN], now[at.BEST_CARD])
    return order.candidates(
        work.moves[0],
        work.hands[now[at.TURN]],
        others,
        now[at.LED],
        now[at.BEST],
        now[at.PLACE],
        now[at.SEATS],
        now[at.TRUMP],
        now[at.LEADS],
    )


@jit
def search(work: Work, budget: Int) -> tuple[bool, Int, Int, Int]:
    """Solve the position that was loaded: solved or not, the tricks to come, the card to play, nodes used.

    The tricks to come are packed, 5 bits a seat (`rufen.kernel.solver.work.tricks`). Never uses more than
    `budget` nodes; when that is not enough, nothing else of the answer means anything.
    """
    now, hands, won, frames = work.now, work.hands, work.won, work.frames
    seats, trump, leads = now[at.SEATS], now[at.TRUMP], now[at.LEADS]
    turn, led, best, best_card = now[at.TURN], now[at.LED], now[at.BEST], now[at.BEST_CARD]
    winner, place, left = now[at.WINNER], now[at.PLACE], now[at.LEFT]
    stamp = work.stamp[0]
    ply = np.int64(0)
    nodes = np.int64(0)
    value: Int = np.int64(0)
    frames[0, at.F_RIVAL] = -1
    entering = True
    while True:
        done = False
        if entering:
            entering = False
            if nodes == budget:
                at.unwind(work, ply)
                return False, np.int64(0), np.int64(NO_CARD), nodes
            nodes += 1
            rival = frames[ply, at.F_RIVAL]
            value = np.int64(-1)
            if left == 0:
                value = np.int64(0)
                done = True
            elif place == 0:
                if rival >= 0 and _hopeless(work, rival, frames[ply, at.F_FLOOR], left):
                    value = np.int64(_PRUNED)
                    done = True
                elif left == 1 and ply:
                    value = np.int64(1) << 5 * _last_trick(work, turn)
                    done = True
                else:
                    at.make_key(work, ply, turn)
                    _add_wishes(work, ply, left)
                    if ply:
                        key = work.keys[ply]
                        value = table.find(work.table, stamp, key[0], key[1], key[2], key[3])
                        done = bool(value >= 0)
            if not done:
                frames[ply, at.F_MOVES] = order.candidates(
                    work.moves[ply],
                    hands[turn],
                    at.held_by_others(work, turn, best_card),
                    led,
                    best,
                    place,
                    seats,
                    trump,
                    leads,
                )
                frames[ply, at.F_NEXT] = 0
                frames[ply, at.F_WORTH] = _NOTHING
                frames[ply, at.F_TURN] = turn
                frames[ply, at.F_LED] = led
                frames[ply, at.F_BEST] = best
                frames[ply, at.F_BEST_CARD] = best_card
                frames[ply, at.F_WINNER] = winner
                frames[ply, at.F_PLACE] = place
        else:
            # back from a card, with what it leads to in `value`
            card = frames[ply, at.F_CARD]
            took = frames[ply, at.F_TOOK]
            turn = frames[ply, at.F_TURN]
            led = frames[ply, at.F_LED]
            best = frames[ply, at.F_BEST]
            best_card = frames[ply, at.F_BEST_CARD]
            winner = frames[ply, at.F_WINNER]
            place = frames[ply, at.F_PLACE]
            hands[turn] |= U(1) << U(card)
            if took >= 0:
                won[took] -= 1
                left += 1
            if value < 0:
                # where there is no choice, the node above chooses for this one
                done = frames[ply, at.F_MOVES] == 1
            else:
                if took >= 0:
                    value += np.int64(1) << 5 * took
                worth = work.worth[turn, won[turn] + (value >> 5 * turn & 31)]
                if worth > frames[ply, at.F_WORTH]:
                    frames[ply, at.F_WORTH] = worth
                    frames[ply, at.F_VALUE] = value
                    frames[ply, at.F_CHOICE] = card
                    rival = frames[ply, at.F_RIVAL]
                    if rival >= 0 and rival != turn:
                        least = won[turn]
                        while work.worth[turn, least] < worth:
                            least += 1
                        if _hopeless(work, rival, frames[ply, at.F_FLOOR], left - (least - won[turn])):
                            value = np.int64(_PRUNED)
                            done = True
        if not done:
            # the next card that can bring more than the best so far
            index = frames[ply, at.F_NEXT]
            number = frames[ply, at.F_MOVES]
            have = frames[ply, at.F_WORTH]
            move = np.int64(-1)
            while index < number and move < 0:
                fate = work.moves[ply, index] >> 6
                low = won[turn] + 1 if fate == order.WINS else won[turn]
                high = won[turn] + left - 1 if fate == order.LOSES else won[turn] + left
                if work.top[turn, low, high] > have:
                    move = work.moves[ply, index]
                index += 1
            frames[ply, at.F_NEXT] = index
            if move < 0:
                value = frames[ply, at.F_VALUE]
                if place == 0:
                    key = work.keys[ply]
                    table.keep(work.table, stamp, key[0], key[1], key[2], key[3], left, value)
                done = True
            else:
                frames[ply + 1, at.F_RIVAL] = -1
                if number == 1:
                    frames[ply + 1, at.F_RIVAL] = frames[ply, at.F_RIVAL]
                    frames[ply + 1, at.F_FLOOR] = frames[ply, at.F_FLOOR]
                elif have > _NOTHING:
                    frames[ply + 1, at.F_RIVAL] = turn
                    frames[ply + 1, at.F_FLOOR] = have
                card = move & 63
                frames[ply, at.F_CARD] = card
                frames[ply, at.F_TOOK] = -1
                hands[turn] ^= U(1) << U(card)
                led = np.int64(NEXT_LED[leads, led, card])
                power = np.int64(POWER[trump, led, card])
                if power > best:
                    best = power
                    best_card = card
                    winner = turn
                place += 1
                turn += 1
                if turn == seats:
                    turn = 0
                if place == seats:
                    frames[ply, at.F_TOOK] = winner
                    won[winner] += 1
                    left -= 1
                    turn = winner
                    led = np.int64(OPEN)
                    best = np.int64(0)
                    best_card = np.int64(NO_CARD)
                    place = np.int64(0)
                ply += 1
                entering = True
        if done:
            if ply == 0:
                return True, value, frames[0, at.F_CHOICE], nodes
            ply -= 1
