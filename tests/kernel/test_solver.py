"""The solver against trying every card in the core, and what must hold where that would take too long."""

from __future__ import annotations

from random import Random

import pytest
from tests.conformance.script import deck_with_top
from tests.conformance.tiny_decks import THREE, VARIANTS, TinyDeck, deals

from rufen.core.actions import PlayCard
from rufen.core.cards import Card, cards_of
from rufen.core.game import apply, legal_actions
from rufen.core.state import GameState, to_act
from rufen.kernel.solver import NODES, Solver

from . import solver_brute as brute

SMALL = [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3), (5, 1), (5, 2), (6, 1), (6, 2)]
LARGER = [(3, 4), (4, 3), (5, 3), (6, 2)]
SOLVER = Solver(1 << 12)


def compare(state: GameState) -> None:
    """Every card's outcome, the choice, and for every seat whether it can make its bid."""
    seat = to_act(state)[0]
    solution = SOLVER.solve(state)
    after = {a.card: apply(state, seat, a)[1] for a in legal_actions(state, seat) if isinstance(a, PlayCard)}
    outcomes = {card: brute.best_play(child) for card, child in after.items()}
    assert solution.solved
    assert solution.seat == seat
    assert solution.cards == outcomes
    assert solution.card == max(outcomes, key=lambda card: outcomes[card].scores[seat])
    assert solution.outcome == outcomes[solution.card]
    for hero in range(state.setup.seats):
        answer = SOLVER.can_make(state, hero)
        makes = brute.can_make(state, hero)
        assert (answer.solved, answer.makes) == (True, makes)
        assert (answer.card is not None) == (makes and hero == seat)
        if answer.card is not None:
            assert brute.can_make(after[answer.card], hero)


def at_random(number: int, sizes: list[tuple[int, int]]) -> GameState:
    chance = Random(f"solver {number}")
    seats, size = sizes[number % len(sizes)]
    rules = (
        brute.rules_at_random(chance, seats, size)
        if chance.random() < 0.8
        else brute.plain_rules(seats, size)
    )
    state = brute.dealt(rules, seats, brute.shuffled(chance, seats, size), chance.randrange(seats))
    return brute.in_play(chance, state, chance.choice([0, 0, 1, 2, 3, 4, seats, seats + 1]))


def test_small_rounds_under_all_rules_come_out_as_when_every_card_is_tried():
    for number in range(80):
        compare(at_random(number, SMALL))


@pytest.mark.long
def test_many_rounds_come_out_as_when_every_card_is_tried():
    for number in range(2_000):
        compare(at_random(number, SMALL))
    for number in range(100):
        compare(at_random(number, LARGER))


def tiny(deck: TinyDeck, every: int) -> None:
    for number, cards in enumerate(deals(deck)):
        if number % every == 0:
            chance = Random(f"{deck.name} {number}")
            state = brute.dealt(deck.house_rules, deck.seats, deck_with_top(cards))
            compare(brute.in_play(chance, state))


def test_a_tenth_of_the_deals_of_the_tiny_deck_come_out_as_when_every_card_is_tried():
    tiny(THREE, 10)


@pytest.mark.long
@pytest.mark.parametrize("deck", [THREE, *VARIANTS], ids=lambda deck: deck.name)
def test_all_deals_of_a_tiny_deck_come_out_as_when_every_card_is_tried(deck: TinyDeck):
    tiny(deck, 1)


def larger(number: int, seats: int, size: int) -> GameState:
    chance = Random(f"larger {number}")
    state = brute.dealt(brute.plain_rules(seats, size), seats, brute.shuffled(chance, seats, size))
    return brute.in_play(chance, state, chance.randrange(seats))


@pytest.mark.parametrize(("seats", "size"), [(3, 7), (4, 6), (5, 5), (6, 4)])
def test_a_seat_that_makes_its_bid_against_everybody_makes_it_in_the_solution(seats: int, size: int):
    made = 0
    for number in range(8):
        state = larger(number, seats, size)
        outcome = SOLVER.solve(state, every_card=False).outcome
        assert outcome is not None
        for hero in range(seats):
            answer = SOLVER.can_make(state, hero)
            if answer.makes:
                made += 1
                assert outcome.tricks[hero] == state.bids[hero]
    assert made


@pytest.mark.parametrize(("seats", "size"), [(3, 6), (4, 5), (6, 4)])
def test_numbering_the_seats_from_another_one_changes_nothing_else(seats: int, size: int):
    chance = Random("seats")
    deck, rules = brute.shuffled(chance, seats, size), brute.plain_rules(seats, size)
    plain = SOLVER.solve(brute.in_play(Random(1), brute.dealt(rules, seats, deck, 0), 2))
    for turn in range(1, seats):
        turned = SOLVER.solve(brute.in_play(Random(1), brute.dealt(rules, seats, deck, turn), 2))
        assert turned.seat == (plain.seat + turn) % seats
        assert turned.card == plain.card
        assert plain.outcome is not None
        assert turned.outcome is not None
        for seat in range(seats):
            assert turned.outcome.tricks[(seat + turn) % seats] == plain.outcome.tricks[seat]
            assert turned.outcome.scores[(seat + turn) % seats] == plain.outcome.scores[seat]


def test_r1_3_the_numbers_of_wizards_and_jesters_do_not_matter():
    def renumbered(card: Card) -> Card:
        text = str(card)
        return card if card.suit else Card(f"{text[0]}{int(text[1]) % 4 + 1}")

    rules = brute.plain_rules(3, 5)
    deck = brute.shuffled(Random("numbers"), 3, 5)
    one = SOLVER.solve(brute.in_play(Random(2), brute.dealt(rules, 3, deck)))
    other_deck = tuple(renumbered(card) for card in deck)
    other = SOLVER.solve(brute.in_play(Random(2), brute.dealt(rules, 3, other_deck)))
    assert sum(card.suit is None for card in deck[:15]) > 3
    assert other.outcome == one.outcome
    assert sorted(str(renumbered(card)) for card in one.cards) == sorted(str(card) for card in other.cards)


def test_what_is_solved_is_the_same_with_every_larger_budget_and_every_table():
    state = larger(3, 4, 5)
    truth = SOLVER.solve(state)
    makes = [SOLVER.can_make(state, hero).makes for hero in range(4)]
    assert truth.solved
    unsolved = part = 0
    budget = 1
    while budget < 4 * truth.nodes:
        for solver in (Solver(2), Solver(1 << 8), SOLVER):
            solution = solver.solve(state, nodes=budget)
            assert solution.nodes <= budget
            if solution.solved:
                assert (solution.outcome, solution.card) == (truth.outcome, truth.card)
            else:
                unsolved += 1
                assert (solution.outcome, solution.card) == (None, None)
                assert set(solution.cards.values()) == {None}
            part += solution.solved and None in solution.cards.values()
            assert all(end in (None, truth.cards[card]) for card, end in solution.cards.items())
            answer = solver.can_make(state, budget % 4, nodes=budget)
            assert answer.nodes <= budget
            assert answer.makes in (None, makes[budget % 4])
            assert (answer.makes is None) != answer.solved
        budget *= 3
    assert unsolved
    assert part


def test_a_solver_that_was_used_answers_like_a_new_one():
    states = [larger(number, 3, 6) for number in range(3)]
    used = Solver(1 << 10)
    for state in states:
        used.solve(state, nodes=50)
        used.can_make(state, 0, nodes=7)
    for state in states:
        assert used.solve(state) == Solver(1 << 10).solve(state)
        assert used.can_make(state, 1) == Solver(1 << 10).can_make(state, 1)


def test_every_legal_card_is_answered_for_and_no_other():
    state = larger(1, 5, 5)
    solution = SOLVER.solve(state, nodes=NODES)
    assert tuple(solution.cards) == cards_of(state.legal)
