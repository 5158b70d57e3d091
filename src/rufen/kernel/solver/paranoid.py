"""Paranoid search: can a seat, the hero, make its bid when all the others play against it, with open hands?

Two searches. First a looser game, in which after a trick that the hero did not win the others agree which
of them leads: they can do more there, so a yes counts, and because it does not matter which of them wins a
trick it has far fewer positions. Then, if need be, the game itself.

Sturtevant and Korf, "On Pruning Techniques for Multi-Player Games" (AAAI 2000).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rufen.kernel.bits import count
from rufen.kernel.jit import Int, jit
from rufen.kernel.solver import order, table
from rufen.kernel.solver import work as at
from rufen.kernel.solver.work import Work
from rufen.kernel.tables import NEXT_LED, NO_CARD, OPEN, POWER

__all__ = ["search"]

U = np.uint64
_WIZARDS = U(15 << 52)
_JESTERS = U(15 << 56)
_SUITS = U((1 << 39) - 1)


@jit
def search(work: Work, hero: Int, budget: Int) -> tuple[bool, Int, Int, Int]:
    """Whether `hero` makes its bid: solved or not, yes (1) or no (0), a card that does it, nodes used.

    The card is NO_CARD when another seat acts or the answer is no. Never uses more than `budget` nodes.
    """
    solved, makes, card, nodes = _search(work, hero, True, budget * 2 // 5)
    if solved and makes:
        return solved, makes, card, nodes
    solved, makes, card, more = _search(work, hero, False, budget - nodes)
    return solved, makes, card, nodes + more


@jit
def _decided(work: Work, hero: Int, need: Int, left: Int) -> Int:
    """Before a trick: 1 when the hero surely makes its bid, 0 when it surely does not, else -1.

    A Wizard, and a trump above which no other seat holds one, wins its trick unless another seat plays a
    Wizard in it. A Jester wins none while there are fewer of them than seats (R4.8).
    """
    hands, seats, trump = work.hands, work.now[at.SEATS], work.now[at.TRUMP]
    unplayed = U(0)
    for seat in range(seats):
        unplayed |= hands[seat]
    wizards = np.int64(count(unplayed & _WIZARDS))
    least = np.int64(0)
    lost = np.int64(0)
    for seat in range(seats):
        own = np.int64(count(hands[seat] & _WIZARDS))
        sure = own - (wizards - own)
        if trump < 4:
            suit = U(0x1FFF) << U(13 * trump)
            # all that lies below the highest trump of another seat
            below = unplayed & suit & ~hands[seat]
            below |= below >> U(1)
            below |= below >> U(2)
            below |= below >> U(4)
            below |= below >> U(8)
            sure += np.int64(count(hands[seat] & suit & ~below))
        if sure > 0:
            if seat == hero:
                least = sure
            else:
                lost += sure
    if count(unplayed & _JESTERS) < U(seats):
        lost = max(lost, np.int64(count(hands[hero] & _JESTERS)))
    if need < least or need > left - lost:
        return np.int64(0)
    return np.int64(1 if least == left - lost else -1)


@jit
def _forget_order(key: NDArray[np.uint64], hero: Int) -> None:
    """Sort the holders between two cards of the hero: in the looser game only how many each has matters."""
    for suit in range(4):
        word = key[suit] & _SUITS
        ordered = U(0)
        place = U(0)
        counts = U(0)
        while True:
            holder = np.int64(word & U(7))
            word >>= U(3)
            if holder and holder != hero + 1:
                counts += U(1) << U(8 * holder)
                continue
            for other in range(1, 7):
                for _ in range(np.int64(counts >> U(8 * other) & U(15))):
                    ordered |= U(other) << place
                    place += U(3)
            counts = U(0)
            if holder == 0:
                break
            ordered |= U(holder) << place
            place += U(3)
        key[suit] = (key[suit] & ~_SUITS) | ordered


@jit
def _make_key(work: Work, ply: Int, leader: Int, hero: Int, need: Int, loose: bool) -> Int:
    """Write the key of a trick and say which of `keys` it is."""
    at.make_key(work, ply, np.int64(leader == hero) if loose else leader)
    place = ply + 64 if loose else ply
    key = work.keys[place]
    if loose:
        # its own place, for the keys of later tricks are made from the whole one
        for word in range(table.KEY):
            key[word] = work.keys[ply, word]
        _forget_order(key, hero)
        key[3] |= U(1) << U(61)
    key[2] |= U(need) << U(39)
    key[3] |= U(hero) << U(39) | U(1) << U(62)
    return place


@jit
def _cards(
    work: Work, ply: Int, turn: Int, led: Int, best: Int, best_card: Int, place: Int, hero: Int, loose: bool
) -> Int:
    """Write the cards to try to `moves[ply]`: of the seat to act, in the looser game of all that may lead."""
    now, hands = work.now, work.hands
    seats, trump, leads = now[at.SEATS], now[at.TRUMP], now[at.LEADS]
    others = at.held_by_others(work, turn, best_card)
    if loose and turn != hero:
        # only the hero's cards tell those of the others apart
        others = hands[hero]
        if best_card < 52:
            others |= U(1) << U(best_card)
    first, last = turn, turn + 1
    if loose and turn != hero and place == 0:
        first, last = np.int64(0), seats
    number = np.int64(0)
    for seat in range(first, last):
        if seat != hero or turn == hero:
            number += order.candidates(
                work.moves[ply, number:], hands[seat], others, led, best, place, seats, trump, leads
            )
    return number


@jit
def _search(work: Work, hero: Int, loose: bool, budget: Int) -> tuple[bool, Int, Int, Int]:
    """As `search`, in the game itself or the looser one."""
    now, hands, won, frames = work.now, work.hands, work.won, work.frames
    seats, trump, leads = now[at.SEATS], now[at.TRUMP], now[at.LEADS]
    turn, led, best, best_card = now[at.TURN], now[at.LED], now[at.BEST], now[at.BEST_CARD]
    winner, place, left = now[at.WINNER], now[at.PLACE], now[at.LEFT]
    stamp = work.stamp[0]
    need = work.bids[hero] - won[hero]
    ply = np.int64(0)
    nodes = np.int64(0)
    value: Int = np.int64(0)
    entering = True
    while True:
        done = False
        if entering:
            entering = False
            if nodes == budget:
                at.unwind(work, ply)
                return False, np.int64(0), np.int64(NO_CARD), nodes
            nodes += 1
            frames[ply, at.F_NEXT] = 0
            frames[ply, at.F_MOVES] = 0
            frames[ply, at.F_TURN] = turn
            frames[ply, at.F_PLACE] = place
            frames[ply, at.F_CHOICE] = NO_CARD
            value = np.int64(-1)
            if left == 0 or need < 0 or need > left:
                value = np.int64(left == 0 and need == 0)
            elif place == 0:
                if ply:
                    value = _decided(work, hero, need, left)
                if value < 0:
                    at_key = _make_key(work, ply, turn, hero, need, loose)
                    frames[ply, at.F_KEY] = at_key
                    if ply:
                        key = work.keys[at_key]
                        value = table.find(work.table, stamp, key[0], key[1], key[2], key[3])
            elif winner == hero:
                if best == 255 and need == 0:
                    value = np.int64(0)
            elif need == left and (hero - turn + seats) % seats >= seats - place:
                # it has played, and this trick is lost
                value = np.int64(0)
            done = bool(value >= 0)
            if not done:
                frames[ply, at.F_MOVES] = _cards(work, ply, turn, led, best, best_card, place, hero, loose)
                frames[ply, at.F_LED] = led
                frames[ply, at.F_BEST] = best
                frames[ply, at.F_BEST_CARD] = best_card
                frames[ply, at.F_WINNER] = winner
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
                need += np.int64(took == hero)
            if value == (turn == hero):
                frames[ply, at.F_CHOICE] = card
                done = True
        if not done and frames[ply, at.F_NEXT] == frames[ply, at.F_MOVES]:
            value = np.int64(turn != hero)
            done = True
        if done:
            if place == 0 and frames[ply, at.F_MOVES]:
                key = work.keys[frames[ply, at.F_KEY]]
                table.keep(work.table, stamp, key[0], key[1], key[2], key[3], left, value)
            if ply == 0:
                break
            ply -= 1
            continue
        card = work.moves[ply, frames[ply, at.F_NEXT]] & 63
        frames[ply, at.F_NEXT] += 1
        if loose and place == 0 and turn != hero:
            while hands[turn] >> U(card) & U(1) == U(0):
                turn += 1
                if turn == seats:
                    turn = 0
            frames[ply, at.F_TURN] = turn
            winner = turn
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
            need -= np.int64(winner == hero)
            turn = winner
            led = np.int64(OPEN)
            best = np.int64(0)
            best_card = np.int64(NO_CARD)
            place = np.int64(0)
        ply += 1
        entering = True
    choice = np.int64(NO_CARD)
    if value and frames[0, at.F_TURN] == hero:
        choice = frames[0, at.F_CHOICE]
    return True, value, choice, nodes
