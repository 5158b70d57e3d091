"""Matches whose figures follow from the rules alone; and everybody plays every hand in every seat."""

from __future__ import annotations

import pytest

from rufen.arena.contestants import player_seed
from rufen.arena.match import Episode, FieldKind, MatchError, line_ups, round_rules
from rufen.arena.playing import play_deal
from rufen.core.actions import PlaceBid
from rufen.core.cards import Suit
from rufen.core.deal import deal_cards, deck_from_seed
from rufen.core.house_rules import LastRoundTrump, parse_house_rules
from rufen.core.rules import trick_winner

from .helper import Watched, figures, told


def means(figures):
    return tuple(round(one.mean, 9) for one in (figures.points, figures.edge, figures.exact, figures.wins))


def test_one_card_and_three_seats_by_hand():
    """With one card each the same seat wins whoever sits there; the bids alone decide.

    One Bold (bids 1) among Meek (bid 0): in one of its three seats it wins, 30 against 20 and 20; in the
    other two it loses, −10 against 20 and −10. One Meek among Bold: −10 against −10 and −10, or twice 20
    against 30 and −10 (R5.1, R5.2).
    """
    found = figures(told("Bold", "Meek", deals=7))
    bold, meek = found.players
    assert means(bold.figures) == pytest.approx((10 / 3, (10 - 15 - 15) / 3, 1 / 3, 1 / 3))
    assert means(meek.figures) == pytest.approx((10, (0 + 10 + 10) / 3, 2 / 3, (1 / 3) / 3))
    (difference,) = found.differences
    assert difference.difference.mean == pytest.approx((-20 / 3 - 20 / 3) / 2)
    assert difference.difference.n == 7
    (one_card,) = bold.exact_by_hand_size
    assert one_card.hand_size == 1
    assert one_card.exact.mean == pytest.approx(1 / 3)


def test_one_of_the_first_among_each_of_the_others():
    """Half of the mirrored field: the difference is the edge of the one that sits alone."""
    found = figures(told("Bold", "Meek", "beginner", deals=7, field=FieldKind.ALONE))
    among_meek = (10 / 3, (10 - 15 - 15) / 3, 1 / 3, 1 / 3)
    assert [each.seats for each in found.companies[::2]] == [
        ("Bold", *(name,) * 2) for name in ("Meek", "beginner")
    ]
    assert means(found.companies[0].figures) == pytest.approx(among_meek)
    assert [(each.one, each.other) for each in found.differences] == [("Bold", "Meek"), ("Bold", "beginner")]
    assert found.differences[0].difference.mean == pytest.approx(-20 / 3)
    # the others are shown as they fared around it: 20 and twice (20 − 10) / 2, against what was beside them
    meek = found.players[1].figures
    assert (meek.points.mean, meek.exact.mean) == pytest.approx(((20 + 5 + 5) / 3, 2 / 3))
    level = figures(told("beginner", "beginner", deals=3, sizes="4", seats=4, field=FieldKind.ALONE))
    assert level.differences[0].difference.mean == pytest.approx(0, abs=1e-12)


def test_by_seat_every_position_has_its_own_share():
    """Three Meek players with one card: whoever wins the trick misses, and that is known from the cards."""
    match = told("Meek", deals=12)
    found = figures(match).players[0].exact_by_seat
    made = [0, 0, 0]
    for deal in range(12):
        dealt = deal_cards(deck_from_seed(f"told {deal}", 1), 1, deal % 3, 3, turn=True)
        order = [(deal % 3 + step) % 3 for step in (1, 2, 3)]
        assert dealt.turn_up is not None
        # under a Wizard they name the first suit
        trump = Suit.BLUE if dealt.turn_up.is_wizard else dealt.turn_up.suit
        winner = trick_winner([dealt.hands[seat][0] for seat in order], trump, match.rules)
        for position in range(3):
            made[position] += position != winner
    assert [one.exact.mean for one in found] == pytest.approx([each / 12 for each in made])
    assert [one.position for one in found] == [1, 2, 3]
    assert [one.exact.n for one in found] == [12, 12, 12]


@pytest.mark.parametrize("field", [FieldKind.MIRRORED, FieldKind.MIXED])
def test_everybody_plays_every_hand_in_every_seat(field):
    match = told("random", "beginner", "counting", deals=2, sizes="4", field=field)
    for deal in range(2):
        cast = Watched(match)
        played = play_deal(match, deal, cast)
        bids = [(who, seed, view) for who, seed, view in cast.asked if isinstance(view.legal[0], PlaceBid)]
        hands = {view.seat: view.hand for _, _, view in bids}
        assert len(set(hands.values())) == 3
        # the cards and the chance belong to the seat, in every line-up
        assert {(view.seat, view.hand, seed) for _, seed, view in bids} == {
            (seat, hand, player_seed("told", deal, seat or 0)) for seat, hand in hands.items()
        }
        assert {(who, view.seat) for who, _, view in bids} == {(w, s) for w in range(3) for s in range(3)}
        alone = [(table.line_up, table.seats) for table in played.tables]
        assert len(alone) == len(set(alone)) == 3 * len(line_ups(match))
        assert played.dealers == (deal,)


def test_the_line_ups():
    mirrored = line_ups(told("random", "beginner", "counting", deals=1, seats=4))
    assert [one.places for one in mirrored] == [
        (0, 1, 1, 1), (1, 0, 0, 0), (0, 2, 2, 2), (2, 0, 0, 0), (1, 2, 2, 2), (2, 1, 1, 1),
    ]  # fmt: skip
    assert mirrored[0].seating(0) == (0, 1, 1, 1)
    assert mirrored[0].seating(3) == (1, 1, 1, 0)
    (own,) = line_ups(told("random", deals=1, seats=4))
    assert (own.places, own.measured, own.rotations) == ((0, 0, 0, 0), (0, 1, 2, 3), (0,))


@pytest.mark.parametrize("player", ["random", "beginner", "counting"])
def test_a_player_against_itself_is_exactly_level(player):
    found = figures(told(player, player, deals=4, sizes="1,5", seats=4))
    assert [each.name for each in found.players] == [player, f"{player}#2"]
    assert [each.figures.edge.mean for each in found.players] == pytest.approx([0, 0], abs=1e-12)
    difference = found.differences[0].difference
    assert (difference.mean, difference.low, difference.high) == pytest.approx((0, 0, 0), abs=1e-12)
    assert all(each.figures.wins.mean == pytest.approx(1 / 4) for each in found.players)
    assert found.players[0].rating == found.players[1].rating


def test_hand_sizes_come_evenly_in_turn_and_the_deal_moves_on_with_each_turn():
    match = told("Meek", deals=6, sizes="2-4")
    played = [play_deal(match, deal, Watched(match)) for deal in range(6)]
    assert [each.hand_sizes for each in played] == [(2,), (3,), (4,)] * 2
    assert [each.dealers for each in played] == [(0,)] * 3 + [(1,)] * 3


def test_a_round_by_itself_is_the_first_or_the_last_only_where_the_schedule_says_so():
    """R2.6, R3.2 and R5.4 in rounds that are played one by one."""
    rules = parse_house_rules(
        {
            "bid_restriction": "dealer",
            "round_one_exempt": True,
            "last_round_bonus": 50,
            "last_round_trump": "never",
        },
        4,
    )
    first, middle, last = (round_rules(rules, 4, number) for number in (0, 7, 14))
    assert (first.hand_sizes, first.round_one_exempt) == ((1, 1), True)
    assert (middle.hand_sizes, middle.round_one_exempt) == ((8, 8), False)
    assert (last.hand_sizes, last.round_one_exempt) == ((15,), False)
    assert middle.last_round_trump is LastRoundTrump.NEVER
    bonus = told("Meek", deals=2, sizes="1,2", rules="last_round_bonus=50")
    scores = [{max(play_deal(bonus, deal, Watched(bonus)).tables[0].totals)} for deal in range(2)]
    assert scores == [{20}, {70}]


def test_whole_games_have_totals_and_ranks():
    """R6.2 and R5.5: points are those of the game, its bonus included, over its rounds."""
    match = told(
        "Bold", "Meek", "random", deals=2, sizes="1,2,3", episode=Episode.GAME, field=FieldKind.MIXED
    )
    for deal in range(2):
        played = play_deal(match, deal, Watched(match))
        assert played.hand_sizes == (1, 2, 3)
        assert played.dealers == tuple((deal + step) % 3 for step in range(3))
        for table in played.tables:
            assert table.totals == tuple(map(sum, zip(*table.scores, strict=True)))
            assert min(table.ranks) == 1
    found = figures(match)
    assert found.rounds == 2 * 3 * 3
    assert sum(each.figures.wins.mean for each in found.players) == pytest.approx(1)
    assert sum(each.figures.edge.mean for each in found.players) == pytest.approx(0)
    assert found.players[0].figures.points.n == 2
    one, other = found.differences[0].difference.mean, found.players
    assert one == pytest.approx(other[0].figures.points.mean - other[1].figures.points.mean)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"field": FieldKind.MIXED}, "a mixed field seats every player once: 2 named, but there are 3 seats"),
        ({"field": FieldKind.OWN}, "a player alone plays in its own company, and only alone"),
        ({"players": ()}, "a match needs at least one player"),
        ({"deals": 0}, "a match has at least one deal"),
    ],
)
def test_settings_that_are_no_match(settings, message):
    with pytest.raises(MatchError, match=message):
        told("random", "beginner", **{"deals": 1, **settings})
