"""Looking ahead: the worlds, what the others' actions tell of them, and what is played on in them."""

from __future__ import annotations

import numpy as np
import pytest

from rufen.core.house_rules import BidDisclosure, BidRestriction, HouseRules
from rufen.kernel import layout as at
from rufen.kernel.mirror import Rows
from rufen.kernel.network.judging import best_of, choose_trump, decide, judge, new_judgement
from rufen.kernel.network.weights import random_weights
from rufen.kernel.play import begin as begin_game
from rufen.kernel.play import deal, legal, legal_cards, step
from rufen.kernel.search import room as of
from rufen.kernel.search.cards import begin, best, go_on, search
from rufen.kernel.search.match import COUNTS, play_deals
from rufen.kernel.search.room import Settings, new_room
from rufen.kernel.search.worlds import choose, draw
from rufen.kernel.tables import NO_CARD

U = np.uint64
WEIGHTS = random_weights(16, 8, 3)
PLAIN = Settings(
    worlds=1 << 40,
    most=4,
    within=1000.0,
    prior=8.0,
    bid_warmth=3.0,
    human=0.01,
    first=16,
    keep=4,
)
OPEN, HIDDEN, DELAYED = (HouseRules(bid_disclosure=each) for each in BidDisclosure)


def position(seats=4, size=6, plays=9, rules=OPEN, seed=1, deck=None) -> Rows:
    """A game in its first round, after some cards and then with a choice; everybody played by the network."""
    rule = at.encode_rules(rules, seats)
    rule[at.SIZES], rule[at.ROUNDS] = size, 2
    small, cards, points = (rows[0] for rows in at.new_games(1))
    begin_game(small, cards, points, 0, seats, 0)
    if deck is None:
        deck = np.random.default_rng(seed).permutation(60).astype(np.uint8)
    deal(rule, small, cards, deck)
    room, values = new_judgement(WEIGHTS), np.zeros(4, np.float32)
    while True:
        if small[at.PHASE] == at.PLAYING:
            seat = int(small[at.TURN])
            n = judge(WEIGHTS, rule, small, cards, points, seat, plays_of(small, cards), U(0), room)
            if plays <= 0 and n > 1:
                return Rows(rule, small, cards, points)
            plays -= 1
        step(rule, small, cards, points, decide(WEIGHTS, rule, small, cards, points, room, values))


def plays_of(small, cards):
    return U(legal_cards(small, cards))


def copied(rows: Rows) -> Rows:
    return Rows(rows.rule.copy(), rows.small.copy(), rows.cards.copy(), rows.points.copy())


def seen_by(rows: Rows, seat) -> Rows:
    """The same rows as a view has them: without the hands of others and without bids that are secret."""
    rule, small, cards, points = copied(rows)
    for other in range(6):
        if other != seat:
            cards[at.HAND + other] = 0
            if rule[at.DISCLOSURE] == 2:
                small[at.BID + other] = NO_CARD
    return Rows(rule, small, cards, points)


def begun(rows: Rows, settings=PLAIN):
    room = new_room(WEIGHTS)
    compared = begin(WEIGHTS, settings, *rows, U(5), room)
    return room, compared


def drawn(rows: Rows, settings, number=of.POOL):
    room, compared = begun(rows, settings)
    assert compared > 1
    for _ in range(number):
        draw(WEIGHTS, settings, *rows, room)
    return room


@pytest.mark.parametrize("rules", [OPEN, HIDDEN, DELAYED], ids=["open", "hidden", "delayed"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_search_knows_what_its_seat_knows(seats, rules):
    for seed in range(3):
        rows = position(seats, 7, 2 * seats + seed, rules, seed)
        room, other = new_room(WEIGHTS), new_room(WEIGHTS)
        card = search(WEIGHTS, PLAIN, *rows, U(5), 400, room)
        assert U(1) << U(card) & plays_of(rows[1], rows[2])
        assert search(WEIGHTS, PLAIN, *seen_by(rows, int(rows[1][at.TURN])), U(5), 400, other) == card
        assert room.state[of.EVALUATIONS] == other.state[of.EVALUATIONS] >= 400
        np.testing.assert_array_equal(room.total, other.total)


def test_going_on_in_steps_comes_to_the_same():
    rows = position()
    whole, steps = begun(rows)[0], begun(rows)[0]
    assert not go_on(WEIGHTS, PLAIN, *rows, 3000, whole)
    for until in range(100, 3001, 100):
        assert not go_on(WEIGHTS, PLAIN, *rows, until, steps)
    assert whole.state[of.WORLDS] > 20
    for one, other in zip(whole, steps, strict=True):
        if isinstance(one, np.ndarray) and one is not whole.table:
            np.testing.assert_array_equal(one, other)


def test_a_search_ends_after_its_worlds_and_when_it_is_stopped():
    rows = position()
    room, compared = begun(rows, PLAIN._replace(worlds=10))
    assert compared > 1
    room.stop[0] = 1
    assert not go_on(WEIGHTS, PLAIN._replace(worlds=10), *rows, 1 << 40, room)
    assert room.state[of.WORLDS] == 0
    assert room.action[best(PLAIN, room)] == room.action[0]
    room.stop[0] = 0
    assert go_on(WEIGHTS, PLAIN._replace(worlds=10), *rows, 1 << 40, room)
    assert 10 <= room.state[of.WORLDS] < 10 + of.POOL // PLAIN.keep


def test_nothing_is_searched_where_there_is_one_card_or_no_world():
    rows = position()
    assert begun(rows, PLAIN._replace(within=0.0))[1] == 1
    assert begun(rows, PLAIN._replace(most=1))[1] == 1
    seat = int(rows[1][at.TURN])
    for change in ("voids", "hand"):
        rule, small, cards, points = copied(rows)
        if change == "voids":  # all others lack all suits: there are not so many Wizards and Jesters
            small[at.VOID : at.VOID + 4] = 15
        else:
            cards[at.HAND + seat] |= U(1) << U(59)
            cards[at.HAND + seat] |= U(1) << U(55)
        room, compared = begun(Rows(rule, small, cards, points))
        assert compared == 1
        assert best(PLAIN, room) == 0


def test_candidates_are_the_best_of_the_network_in_their_order():
    rule, small, cards, points = position(plays=0)
    room, compared = begun(Rows(rule, small, cards, points), PLAIN._replace(most=3))
    judged = new_judgement(WEIGHTS)
    seat = int(small[at.TURN])
    n = judge(WEIGHTS, rule, small, cards, points, seat, plays_of(small, cards), U(0), judged)
    order = np.argsort(-judged.value[:n], kind="stable")[:3]
    assert compared == 3
    assert room.action[:3].tolist() == judged.action[order].tolist()
    assert room.first[:3].tolist() == judged.value[order].tolist()


def played_on(rows, hands, bids, card):
    """What a card brings in one world, step by step."""
    rule, small, cards, points = copied(rows)
    seat, judged = int(small[at.TURN]), new_judgement(WEIGHTS)
    cards[:6], small[at.BID : at.BID + 6] = hands, bids
    bid, size = int(small[at.BID + seat]), int(small[at.HAND_SIZE])
    step(rule, small, cards, points, card)
    while small[at.PHASE] == at.PLAYING:
        turn = int(small[at.TURN])
        n = judge(WEIGHTS, rule, small, cards, points, turn, plays_of(small, cards), U(0), judged)
        place = best_of(judged, n)
        if turn == seat and n > 1:
            return judged.value[place], judged.tricks[place, : size + 1].tolist()
        step(rule, small, cards, points, judged.action[place])
    won = int(small[at.WON + seat])
    score = 20 + 10 * won + 0.01 if won == bid else -10 * abs(won - bid)
    return score, [float(k == won) for k in range(size + 1)]


@pytest.mark.parametrize("plays", [0, 10, 15, 17])
def test_every_card_is_played_on_until_the_seat_decides_again(plays):
    rows = position(plays=plays)
    settings = PLAIN._replace(keep=1)
    room = drawn(rows, settings, 16)
    room.state[of.SIZE] = 16
    choose(room, 16)
    hands, bids = room.hands.copy(), room.bids.copy()
    times, chosen = room.times.copy(), int(room.state[of.CHOSEN])
    assert times[:chosen].sum() == 16
    while room.state[of.NEXT] < chosen:
        go_on(WEIGHTS, settings, *rows, int(room.state[of.EVALUATIONS]) + 1, room)
    compared = int(room.state[of.CANDIDATES])
    worlds = range(chosen)
    told = [[played_on(rows, hands[w], bids[w], room.action[i]) for w in worlds] for i in range(compared)]
    for i in range(compared):
        score = sum(times[w] * told[i][w][0] for w in worlds)
        assert room.total[i] == pytest.approx(score, abs=1e-3)
        tricks = sum(times[w] * np.array(told[i][w][1]) for w in worlds)
        assert room.chance[i, : len(tricks)] == pytest.approx(tricks, abs=1e-4)
    with_prior = room.total[:compared] + settings.prior * room.first[:compared]
    assert best(settings, room) == int(np.argmax(with_prior))


def test_worlds_fit_what_was_played():
    rows = position(5, 8, 17, seed=4)
    small, cards = rows.small, rows.cards
    seat = int(small[at.TURN])
    room = drawn(rows, PLAIN)
    for hands in room.hands:
        assert hands[seat] == cards[at.HAND + seat]
        together = U(0)
        for other in range(5):
            assert not together & hands[other]
            together |= hands[other]
            assert int(hands[other]).bit_count() == int(cards[at.HAND + other]).bit_count()
        assert not together & cards[at.SEEN]


def test_delayed_bids_are_guessed_from_the_hands():
    rows = position(4, 5, 6, DELAYED, seed=2)
    small, me = rows.small, int(rows.small[at.TURN])
    others = [seat for seat in range(4) if seat != me]
    small[at.BID + np.array(others)] = NO_CARD
    room = drawn(rows, PLAIN)
    assert not room.weight.any()
    assert (room.bids[:, me] == small[at.BID + me]).all()
    assert room.bids[:, others].max() <= 5
    assert (small[at.BID + np.array(others)] == NO_CARD).all()
    # a bid that nobody knows is a matter of the hand alone
    one = others[0]
    dealt = room.hands[:, one] | room.gone[one]
    for hand in np.unique(dealt):
        assert len(set(room.bids[dealt == hand, one].tolist())) == 1


@pytest.mark.parametrize("rules", [OPEN, HIDDEN, HouseRules(bid_restriction=BidRestriction.DEALER)])
def test_the_weight_of_a_world_is_how_likely_the_bids_are_in_it(rules):
    """Worked out anew from the deal on, with a Wizard turned up so that the dealer names the trump."""
    deck = np.random.default_rng(8).permutation(60).astype(np.uint8)
    deck[np.flatnonzero(deck == 52)[0]], deck[20] = deck[20], 52
    rows = position(4, 5, 6, rules, deck=deck)
    rule, small = rows.rule, rows.small
    dealer, me = int(small[at.DEALER]), int(small[at.TURN])
    room = drawn(rows, PLAIN, 6)
    judged, values = new_judgement(WEIGHTS), np.zeros(4, np.float32)

    def chance(values, taken):
        share = np.exp((values - values.max()) / PLAIN.bid_warmth)
        return np.log(0.99 * share[taken] / share.sum() + 0.01 / len(values))

    for place in range(6):
        again, hands, none = (row[0] for row in at.new_games(1))
        begin_game(again, hands, none, 0, 4, dealer)
        deal(rule, again, hands, deck)
        for seat in range(4):
            hands[at.HAND + seat] = room.hands[place, seat] | room.gone[seat]
        choose_trump(WEIGHTS, rule, again, hands, none, dealer, judged, values)
        expected = chance(values.astype(float), int(small[at.TRUMP])) if me != dealer else 0.0
        step(rule, again, hands, none, at.FIRST_TRUMP + int(small[at.TRUMP]))
        while again[at.PHASE] == at.BIDDING:
            seat = int(again[at.TURN])
            bid = int(small[at.BID + seat])
            if seat != me:
                _, bids = legal(rule, again, hands, none)
                n = judge(WEIGHTS, rule, again, hands, none, seat, U(0), U(bids), judged)
                taken = judged.action[:n].tolist().index(at.FIRST_BID + bid)
                expected += chance(judged.value[:n].astype(float), taken)
            step(rule, again, hands, none, at.FIRST_BID + bid)
        assert room.weight[place] == pytest.approx(expected, abs=1e-3)


def test_a_world_is_chosen_as_often_as_its_weight_says():
    room = new_room(WEIGHTS)
    shares = np.array([0.0, 0.5, 0.125, 0.25, 0.125])
    room.weight[:5] = np.log(shares + 1e-30) - 700
    room.hands[:5, 0] = range(5)
    room.state[of.DRAWN] = 5
    choose(room, 8)
    assert room.state[of.CHOSEN] == 4
    assert room.hands[:4, 0].tolist() == [1, 2, 3, 4]
    assert room.times[:4].tolist() == [4, 1, 2, 1]


def test_a_match_counts_its_searches_and_changes_nothing_without_a_budget():
    rule = at.encode_rules(OPEN, 3)
    rule[at.SIZES], rule[at.ROUNDS] = 4, 2
    chance = np.random.default_rng(3)
    decks = np.stack([chance.permutation(60) for _ in range(6)]).astype(np.uint8)
    small, cards, points = (rows[0] for rows in at.new_games(1))

    def play(searcher, until):
        bids, tricks, scores = (np.zeros((6, 6), np.int64) for _ in range(3))
        counts = np.zeros(COUNTS, np.int64)
        dealers, room = np.arange(6) % 3, new_room(WEIGHTS)
        game = (small, cards, points)
        play_deals(
            WEIGHTS,
            PLAIN,
            rule,
            3,
            searcher,
            until,
            decks,
            dealers,
            *game,
            room,
            bids,
            tricks,
            scores,
            counts,
        )
        out = (bids, tricks, scores)
        return out, counts

    alone, none = play(-1, 0)
    assert not none.any()
    for searcher in range(3):
        same, counts = play(searcher, 0)
        assert counts[0] == 0
        for one, other in zip(alone, same, strict=True):
            np.testing.assert_array_equal(one, other)
        found, counts = play(searcher, 300)
        assert counts[0] > 5
        assert counts[2] >= 300 * counts[0]
        assert (found[1].sum(axis=1) == 4).all()
