"""What a view tells about the hidden hands (R4.3 – R4.7), and the deals that fit it."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import numpy as np
import pytest
from tests.kernel.hidden import LEADS, Hidden, every_deal, random_positions, rules_of, slow_count
from tests.players.told import bidding, playing

from rufen.core.cards import ALL_CARDS, DECK, Card, bits_of, cards_of, parse_cards
from rufen.core.game import Game, apply_deal
from rufen.core.house_rules import STANDARD, BidDisclosure, HouseRules, JesterLead, WizardLead
from rufen.core.state import Phase, Trick
from rufen.core.view import view_of
from rufen.kernel import beliefs as kernel
from rufen.kernel import mirror
from rufen.players.beliefs import Beliefs, NoDealFits, hands_of, reweighted
from rufen.players.seen import Seen, count_deals, seen_by, suit_cards, why_none_fits

WIZARD_SETS = HouseRules(wizard_lead=WizardLead.NEXT_SETS_SUIT)
JESTER_FREES = HouseRules(jester_lead=JesterLead.FREE)
BOTH = HouseRules(wizard_lead=WizardLead.NEXT_SETS_SUIT, jester_lead=JesterLead.FREE)


def view_after(trick: str, rules: HouseRules = STANDARD, hand: str = "Y1 Y2 Y3"):
    """Six seats; the cards of `trick` were played by the seats before seat 0, which is next."""
    return playing(hand, trick=trick, trump="G", bids=(1,) * 6, won=(0,) * 6, turn_up="G1", rules=rules)


def shown(trick: str, rules: HouseRules = STANDARD) -> str:
    """The suits that each card of a trick shows its seat not to hold, `-` for none."""
    view = view_after(trick, rules)
    voids = seen_by(view).voids
    rows = mirror.rows_of_view(view)
    plan, _ = kernel.new_plan()
    kernel.observe(rows.small, rows.cards, 0, plan)
    assert tuple(plan[kernel.VOID : kernel.VOID + 6].tolist()) == voids
    number = len(trick.split())
    lists = ["".join("BGRY"[suit] for suit in range(4) if void >> suit & 1) or "-" for void in voids]
    assert set(lists[: 6 - number]) <= {"-"}
    return " ".join(lists[6 - number :])


@pytest.mark.parametrize(
    ("paragraph", "rules", "trick", "expected"),
    [
        ("R4.3 following tells nothing", STANDARD, "R5 R2 R13", "- - -"),
        ("R4.3 another suit tells", STANDARD, "R5 B7 R1", "- R -"),
        ("R4.3 trumping tells", STANDARD, "R5 G7", "- R"),
        ("R4.3 not having the trump that was led tells", STANDARD, "G5 R7 G2", "- G -"),
        ("R4.3 a Wizard or a Jester instead tells nothing", STANDARD, "R5 W1 J1 R3", "- - - -"),
        ("R4.3 several seats tell", STANDARD, "R5 B7 Y9 W1 G2", "- R R - R"),
        ("R4.2 Jesters first: the next suit is led", STANDARD, "J1 J2 R5 B7", "- - - R"),
        ("R4.4 a Wizard first: nothing is led", STANDARD, "W1 R5 B7", "- - -"),
        ("R4.4 Jesters only: nothing is led", STANDARD, "J1 J2 J3", "- - -"),
        ("R4.5 a suit, then a Wizard: the duty stays", STANDARD, "R5 W1 B7", "- - R"),
        ("R4.5 a Jester, a Wizard, then a suit: nobody has to follow", STANDARD, "J1 W1 R5 B7", "- - - -"),
        ("R4.6 a led Wizard lets the next card set the suit", WIZARD_SETS, "W1 R5 B7", "- - R"),
        ("R4.6 or the one after a Jester", WIZARD_SETS, "W1 J1 R5 W2 B7", "- - - - R"),
        ("R4.6 or after a Jester and a Wizard", WIZARD_SETS, "J1 W1 R5 B7", "- - - R"),
        ("R4.7 a led Jester frees the trick", JESTER_FREES, "J1 R5 B7 Y9", "- - - -"),
        ("R4.7 a later Jester does not", JESTER_FREES, "R5 J1 B7", "- - R"),
        ("R4.7 a Wizard first is no Jester first", JESTER_FREES, "W1 J1 R5 B7", "- - - -"),
        ("R4.6 with R4.7, Wizard first", BOTH, "W1 J1 R5 B7", "- - - R"),
        ("R4.6 with R4.7, Jester first", BOTH, "J1 W1 R5 B7", "- - - -"),
    ],
)
def test_a_void_is_shown_just_when_the_rules_say_so(paragraph, rules, trick, expected):
    assert shown(trick, rules) == expected, paragraph


def test_r4_3_a_void_is_remembered_for_the_rest_of_the_round():
    """Seat 1 had no R in the first trick, seat 2 no B in the second."""
    tricks = (
        Trick(0, parse_cards("R9 B7 R3"), 0),
        Trick(0, parse_cards("B9 B2 W1"), 2),
        Trick(2, parse_cards("Y2 Y5 Y3"), 0),
    )
    view = playing("R1 R2", trump=None, bids=(1, 1, 1), won=(2, 0, 1))
    assert seen_by(msgspec.structs.replace(view, tricks=tricks)).voids == (0, 4, 0)
    tricks = (*tricks[:1], Trick(0, parse_cards("B9 B2 G1"), 0), tricks[2])
    seen = seen_by(msgspec.structs.replace(view, tricks=tricks))
    assert seen.voids == (0, 4, 1)
    assert seen.played == tuple(bits_of(parse_cards(text)) for text in ("R9 B9 Y5", "B7 B2 Y3", "R3 G1 Y2"))
    assert not seen.unseen & bits_of(parse_cards("R1 R2 R9 B7 R3 B9 B2 G1 Y2 Y5 Y3 J4"))
    assert seen.unseen.bit_count() == 60 - 2 - 9 - 1


def test_the_own_hand_is_known_and_a_spectator_knows_none():
    view = bidding("B1 W2 Y3", trump="G", seat=2)
    seen = seen_by(view)
    assert seen.held == (0, 0, bits_of(view.hand), 0)
    assert seen.room == (3, 3, 0, 3)
    seen = seen_by(msgspec.structs.replace(view, seat=None, hand=()))
    assert (seen.held, seen.room) == ((0,) * 4, (3,) * 4)
    assert seen.unseen.bit_count() == 59


def test_the_true_hands_are_always_among_those_that_fit():
    """Over whole games of every number of seats and every lead: each seat and a spectator, at every position.

    What is deduced here equals what the kernel has in its rows.
    """
    looked = 0
    for number, leads in enumerate(LEADS):
        for seats in (3, 4, 5, 6):
            rules = rules_of(leads, 3, 60 // seats)
            for state in random_positions(number, rules, seats):
                if state.round is None:
                    continue
                for seat in (*range(seats), None):
                    check_fits(seen_by(view_of(state, seat)), seat, state.hands)
                    looked += 1
                if state.phase is Phase.PLAYING:
                    check_plan(view_of(state, state.asked[0]))
    assert looked > 5_000


def check_fits(seen, seat, hands):
    undealt = seen.unseen
    for other, hand in enumerate(hands):
        assert not hand & suit_cards(seen.voids[other])
        if other == seat:
            assert seen.held[other] == hand
        else:
            assert seen.room[other] == hand.bit_count()
            assert not hand & ~seen.unseen
            undealt ^= hand
    assert undealt == seen.unseen & ~sum(hand for other, hand in enumerate(hands) if other != seat)


def check_plan(view):
    rows = mirror.rows_of_view(view)
    plan, table = kernel.new_plan()
    kernel.observe(rows.small, rows.cards, view.seat, plan)
    seen, seats = seen_by(view), view.seats
    assert plan[kernel.UNSEEN] == seen.unseen
    assert tuple(plan[kernel.HELD : kernel.HELD + seats].tolist()) == seen.held
    assert tuple(plan[kernel.ROOM : kernel.ROOM + seats].tolist()) == seen.room
    others = [seat for seat in range(seats) if seat != view.seat]
    assert [plan[kernel.VOID + seat] for seat in others] == [seen.voids[seat] for seat in others]
    count = count_deals(seen)
    assert count >= 1
    assert kernel.prepare(plan, table) == pytest.approx(count, rel=1e-12, abs=0)


def some_views(least: int, most: int, number: int, seed: int = 0):
    """Views from the middle of random games that so many deals fit, with voids shown."""
    dice = random.Random(seed)
    found: list = []
    while len(found) < number:
        seats = dice.randint(3, 6)
        rules = rules_of(dice.choice(LEADS), dice.randint(2, 60 // seats))
        views = [
            view_of(state, dice.choice((*range(seats), None)))
            for state in random_positions(dice.getrandbits(32), rules, seats)
            if state.phase is Phase.PLAYING
        ]
        fitting = [view for view in views if any(seen_by(view).voids)]
        fitting = [view for view in fitting if least <= Beliefs(view).count() <= most]
        found += dice.sample(fitting, min(1, len(fitting)))
    return found


def hidden_of(seen: Seen) -> Hidden:
    return Hidden(seen.unseen, seen.room, seen.voids)


def test_count_is_exact_and_probabilities_are_shares_of_all_deals():
    for view in some_views(2, 2_000, 20):
        beliefs = Beliefs(view)
        deals = list(every_deal(hidden_of(beliefs.seen)))
        assert beliefs.count() == len(deals)
        for card in DECK:
            everywhere = 0.0
            for seat in range(view.seats):
                held = sum(bool((deal[seat] | beliefs.seen.held[seat]) & card.bit) for deal in deals)
                assert beliefs.probability(card, seat) == pytest.approx(held / len(deals), abs=1e-12)
                everywhere += held / len(deals)
            if card.bit & (beliefs.seen.unseen | sum(beliefs.seen.held)):
                assert beliefs.probability(card, None) == pytest.approx(1 - everywhere, abs=1e-12)


def test_large_counts_are_exact():
    """Beyond what 64 bits or a float can hold, equal to the last digit to a count made card by card."""
    for view in some_views(1 << 53, 10**15 * 200, 6, seed=2):
        beliefs = Beliefs(view)
        count = beliefs.count()
        assert isinstance(count, int)
        assert count == slow_count(hidden_of(beliefs.seen))


def test_draws_agree_with_the_exact_probabilities():
    n = 20_000
    for view in some_views(10**6, 10**30, 6, seed=3):
        beliefs = Beliefs(view)
        deals = beliefs.sample(n, 11)
        assert deals.shape == (n, view.seats)
        for seat in range(view.seats):
            for card in DECK:
                p = beliefs.probability(card, seat)
                share = np.count_nonzero(deals[:, seat] & np.uint64(card.bit)) / n
                assert abs(share - p) <= 5 * (p * (1 - p) / n) ** 0.5


def test_draws_are_hands_of_cards_and_follow_from_the_seed():
    view = bidding("B1 W2 Y3", trump="G", seat=2)
    beliefs = Beliefs(view)
    deals = beliefs.sample(5, 1)
    assert (deals == beliefs.sample(5, 1)).all()
    assert (deals == Beliefs(view).sample(5, 1)).all()
    assert (deals != beliefs.sample(5, 2)).any()
    assert (beliefs.sample(5, random.Random(3)) == beliefs.sample(5, random.Random(3))).all()
    hands = hands_of(deals[0])
    assert hands[2] == tuple(sorted(view.hand))
    assert [len(hand) for hand in hands] == [3, 3, 3, 3]
    assert len({card for hand in hands for card in hand} | {Card.G1}) == 13
    assert beliefs.sample(0, 1).shape == (0, 4)


def test_the_hands_as_they_were_dealt_have_their_played_cards_again():
    state = [s for s in random_positions(4, rules_of(LEADS[0], 5), 4) if s.phase is Phase.PLAYING][11]
    view = view_of(state, 2)
    beliefs = Beliefs(view)
    dealt = beliefs.dealt(beliefs.sample(100, 1))
    assert (np.bitwise_count(dealt) == 5).all()
    assert (dealt[:, 2] == np.uint64(bits_of(view.hand) | beliefs.seen.played[2])).all()
    assert view.turn_up is not None
    assert not (np.bitwise_or.reduce(dealt, axis=1) & np.uint64(view.turn_up.bit)).any()


def test_one_wizard_is_as_likely_with_each_seat_and_rarer_in_the_stock_of_a_long_round():
    beliefs = Beliefs(bidding(" ".join(f"B{rank}" for rank in range(1, 14)), trump="G", seats=4, seat=1))
    each = 13 / 46  # three hands of 13 and 60 − 13 − 1 − 39 cards undealt
    assert beliefs.probability(Card.W1, 0) == beliefs.probability(Card.W2, 3) == pytest.approx(each)
    assert beliefs.probability(Card.W1, None) == pytest.approx(7 / 46)
    assert beliefs.probability(Card.B1, 1) == 1
    assert beliefs.probability(Card.B1, 0) == beliefs.probability(Card.G1, None) == 0


def test_a_seat_that_does_not_exist_is_an_error():
    beliefs = Beliefs(bidding("B1", trump="G"))
    with pytest.raises(ValueError, match=r"seat 4: expected 0 … 3, or None"):
        beliefs.probability(Card.W1, 4)
    with pytest.raises(ValueError, match=r"seat -1"):
        beliefs.probability(Card.W1, -1)


def test_secret_bids_and_other_options_change_nothing():
    """R3.3: a bid, shown or not, tells nothing certain."""
    rules = HouseRules(bid_disclosure=BidDisclosure.DELAYED)
    views = [view_of(state, 1) for state in random_positions(3, rules, 4)]
    plain = [view_of(state, 1) for state in random_positions(3, STANDARD, 4)]
    seen = {seen_by(view).unseen.bit_count() for view in views if view.hand_counts}
    assert seen == {seen_by(view).unseen.bit_count() for view in plain if view.hand_counts}


# --- views that contradict themselves --------------------------------------------------------------------


def test_before_the_first_deal_there_are_no_hands():
    state = Game.new(["Anna", "Ben", "Cara"], STANDARD, first_dealer=0).state
    with pytest.raises(ValueError, match="no hands before the first deal"):
        Beliefs(view_of(state, 0))
    _, state = apply_deal(state, DECK, "salt")
    assert Beliefs(view_of(state, 0)).count() == 58 * 57


def test_after_a_round_everything_that_matters_is_known():
    states = list(random_positions(1, rules_of(LEADS[0], 3), 3))
    beliefs = Beliefs(view_of(states[-1], 0))
    assert beliefs.count() == 1
    assert hands_of(beliefs.sample(1, 1)[0]) == ((), (), ())


def changed(view, **fields):
    return msgspec.structs.replace(view, **fields)


def test_a_view_that_contradicts_itself_says_what_does_not_fit():
    view = view_after("R5 B7")  # seats 4 and 5
    all_but_blue = cards_of(ALL_CARDS & ~suit_cards(1) & ~bits_of(parse_cards("R5 G1")))
    trick = view.trick
    assert trick is not None
    cases = [
        (changed(view, hand=parse_cards("Y1 Y2")), "seat 0 holds 3 cards, but 2 are known"),
        (changed(view, hand=parse_cards("Y1 Y2 R5")), "R5 is in 2 places: there is one of every card"),
        (changed(view, turn_up=Card.B7), "B7 is in 2 places"),
        (changed(view, hand_counts=(3, 3, 3, 45, 2, 2)), "seats 1, 2, 3, 4, 5 hold 55 cards, but only 54"),
        (
            changed(view_after("R5 R7"), tricks=(Trick(1, parse_cards("R1 R2 R3 R4 B8 R6"), 0),)),
            "seat 5 showed that it had no R, and then it played R7",
        ),
        (
            changed(
                view, tricks=(Trick(4, parse_cards("R1 R2 B2 R4 B8 R6"), 0),), hand=parse_cards("R8 Y2 Y3")
            ),
            "seat 0 failed to follow suit: it holds R8",
        ),
        (
            changed(
                view,
                hand=tuple(card for card in all_but_blue if card not in parse_cards("Y1 Y2")),
                hand_counts=(43, 0, 0, 2, 0, 3),
                trick=changed(trick, leader=4, cards=parse_cards("B7 R5")),
            ),
            "seat 5 holds 3 cards, but only 2 unseen ones can be there (seat 5 has no B)",
        ),
    ]
    for broken, message in cases:
        with pytest.raises(NoDealFits, match=re.escape(message)):
            Beliefs(broken)


def test_the_fewest_seats_that_do_not_fit_are_named():
    blue = bits_of(parse_cards("B1 B2 B3 G1 G2"))
    seen = Seen(blue, (0,) * 4, (1, 1, 2, 0), (1, 0, 1, 1), (0,) * 4)
    why = "seats 0, 2 hold 3 cards, but only 2 unseen ones can be there (seat 0 has no B; seat 2 has no B)"
    assert why_none_fits(seen) == why
    assert count_deals(seen) == 0
    assert why_none_fits(seen._replace(room=(1, 1, 1, 0))) is None


def test_none_fits_just_when_there_is_a_reason():
    dice = random.Random(6)
    none = 0
    for _ in range(300):
        unseen = sum(card.bit for card in dice.sample(DECK, 8))
        room = tuple(dice.randint(0, 3) for _ in range(4))
        voids = tuple(dice.choice((0, 1, 2, 3, 6, 12, 15)) for _ in range(4))
        seen = Seen(unseen, (0,) * 4, room, voids, (0,) * 4)
        count = count_deals(seen)
        assert count == slow_count(hidden_of(seen))
        assert (count == 0) == (why_none_fits(seen) is not None)
        none += count == 0
    assert 50 < none < 250


@pytest.mark.parametrize("odd", ["x", None, 1.5, True])
def test_seeds_and_numbers_of_draws_are_whole_numbers(odd):
    two: Any = np.int64(2)
    beliefs = Beliefs(bidding("B1 B2 B3", trump="G"))
    weighted = reweighted(beliefs.sample(3, 1), lambda deals: [1] * len(deals))
    for draw in (beliefs.sample, weighted.resample):
        with pytest.raises(ValueError, match=r"seed .*: allowed is a whole number"):
            draw(2, odd)
        with pytest.raises(ValueError, match=r"number of draws .*: allowed is a whole number from 0 on"):
            draw(odd, 1)
        with pytest.raises(ValueError, match=r"number of draws -1"):
            draw(-1, 1)
        assert draw(two, two).tolist() == draw(2, 2).tolist()
        assert len(draw(0, -3)) == 0
