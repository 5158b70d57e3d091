"""Before the game starts: other house rules, other places, and what comes of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.tables import SEATS, house_rules

from rufen.core.actions import IllegalAction, PlaceBid
from rufen.core.deal import deck_from_seed
from rufen.core.events import (
    BidPlacedFaceDown,
    GameAborted,
    GameStarted,
    PlayerKind,
    RulesChanged,
    SeatsReordered,
    redact,
)
from rufen.core.game import (
    Game,
    abort,
    change_rules,
    create,
    leave_seat,
    reorder_seats,
    start,
    take_seat,
)
from rufen.core.house_rules import BidDisclosure, HouseRules, RoundMode, SettingError, TieBreak
from rufen.core.notation import format_record, parse_record
from rufen.core.state import GameState, Phase, fold
from rufen.core.view import view_of

STANDARD = HouseRules()


def seated(*names: str | None, first_dealer: int | None = None, rules: HouseRules = STANDARD) -> Game:
    """A game before its start with these people on its seats; each owns the seat by a key."""
    game = Game([create(len(names), rules, first_dealer)])
    for seat, name in enumerate(names):
        if name is not None:
            game.add(*take_seat(game.state, seat, name, key=f"key of {name}"))
    return game


def names(state: GameState) -> list[str | None]:
    """Who sits where."""
    return [None if player is None else player.name for player in state.setup.players]


def test_other_house_rules_bring_their_schedule_and_hold_from_the_start() -> None:
    game = seated("Anna", "Ben", "Cara", first_dealer=0)
    hidden = HouseRules(
        round_mode=RoundMode.CUSTOM, custom_round_count=2, bid_disclosure=BidDisclosure.HIDDEN
    )
    assert change_rules(game.state, hidden) == (RulesChanged(hidden),)
    game.add(*change_rules(game.state, hidden))
    view = view_of(game.state, None)
    assert (view.rules, view.schedule) == (hidden, (1, 2))
    assert names(game.state) == ["Anna", "Ben", "Cara"]
    game.add(*start(game.state, ()))
    game.deal(deck_from_seed("rules", 1), "salt")
    asked = game.state.asked
    assert len(asked) == 3, "secret bids are asked of all"


def test_the_same_rules_are_no_change() -> None:
    game = seated("Anna", None, None)
    assert change_rules(game.state, HouseRules()) == ()


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (HouseRules(round_mode=RoundMode.CUSTOM, custom_round_count=13), "rounds_limit"),
        (HouseRules(round_mode=RoundMode.SCHEDULE), "hand_sizes_missing"),
        (HouseRules(exact_bonus=7), "step"),
    ],
)
def test_rules_that_do_not_fit_these_seats_are_refused(rules: HouseRules, code: str) -> None:
    game = seated("Anna", "Ben", "Cara", "Dan", "Eva")
    with pytest.raises(SettingError) as refused:
        change_rules(game.state, rules)
    assert refused.value.code == code


def test_people_change_places_with_all_that_is_theirs() -> None:
    game = seated("Anna", "Ben", None, "Dan")
    game.add(*take_seat(game.state, 2, "Bot", PlayerKind.BOT, level="beginner"))
    before = game.state.setup.players
    order = (3, 0, 2, 1)
    assert reorder_seats(game.state, order) == (SeatsReordered(order),)
    game.add(*reorder_seats(game.state, order))
    assert names(game.state) == ["Dan", "Anna", "Bot", "Ben"]
    assert game.state.setup.players == tuple(before[seat] for seat in order)


def test_an_empty_seat_moves_too() -> None:
    game = seated("Anna", None, "Cara")
    game.add(*reorder_seats(game.state, [1, 2, 0]))
    assert names(game.state) == [None, "Cara", "Anna"]
    game.add(*leave_seat(game.state, 1), *take_seat(game.state, 0, "Finn"))
    assert names(game.state) == ["Finn", None, "Anna"]


def test_to_stay_as_one_sits_is_no_change() -> None:
    assert reorder_seats(seated("Anna", "Ben", "Cara").state, [0, 1, 2]) == ()


@pytest.mark.parametrize("order", [(), (0, 1), (0, 1, 1), (0, 1, 3), (1, 2, 3), (0, 1, 2, 3), (-1, 0, 1)])
def test_an_order_names_every_seat_once(order: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"each seat 0 … 2 once"):
        reorder_seats(seated("Anna", "Ben", "Cara").state, order)


def test_a_first_dealer_that_was_named_is_a_seat_and_not_a_person() -> None:
    game = seated("Anna", "Ben", "Cara", first_dealer=1)
    game.add(*reorder_seats(game.state, (1, 2, 0)))
    game.add(*start(game.state, ()))
    assert game.events[-1] == GameStarted(1)
    assert names(game.state)[1] == "Cara"


def test_once_the_game_has_started_rules_and_places_stand() -> None:
    game = seated("Anna", "Ben", "Cara", first_dealer=0)
    over = Game([*game.events, *abort(game.state, "rain")])
    game.add(*start(game.state, ()))
    for state in (game.state, over.state):
        with pytest.raises(IllegalAction, match=r"^already_started$"):
            change_rules(state, HouseRules(exact_bonus=10))
        with pytest.raises(IllegalAction, match=r"^already_started$"):
            reorder_seats(state, (1, 0, 2))


def test_bids_are_secret_by_the_rules_in_force() -> None:
    """Not by those the game was opened with."""
    game = seated("Anna", "Ben", "Cara", first_dealer=0)
    game.add(*change_rules(game.state, HouseRules(bid_disclosure=BidDisclosure.DELAYED)))
    game.add(*start(game.state, ()))
    game.deal(deck_from_seed("secret", 1), "salt")
    game.act(1, PlaceBid(1))
    received = fold([redact(event, 0, game.state.setup.rules.bid_disclosure) for event in game.events])
    assert redact(game.events[-1], 0, received.setup.rules.bid_disclosure) == BidPlacedFaceDown(1)
    assert view_of(received, 0).bids == (None, None, None)


@given(st.data(), SEATS)
def test_a_record_tells_rules_and_places_as_they_were_in_the_end(data: st.DataObject, seats: int) -> None:
    """And not how they came about: what is read back was there from the first."""
    game = seated(*("Anna", "Ben", "Cara", "Dan", "Eva", "Finn")[:seats], rules=STANDARD)
    for _ in range(data.draw(st.integers(0, 3))):
        game.add(*change_rules(game.state, data.draw(house_rules(seats, max_hand=3))))
        game.add(*reorder_seats(game.state, data.draw(st.permutations(range(seats)))))
    if data.draw(st.booleans()):
        game.add(*leave_seat(game.state, data.draw(st.integers(0, seats - 1))))
        game.add(*reorder_seats(game.state, data.draw(st.permutations(range(seats)))))
    else:
        game.add(*start(game.state, deck_from_seed("draw", 0)))
    text = format_record(game.events)
    state = parse_record(text).state
    assert names(state) == names(game.state)
    assert (state.setup.rules, state.setup.schedule) == (game.state.setup.rules, game.state.setup.schedule)
    assert format_record(parse_record(text).events) == text


# --- the game breaks off ---------------------------------------------------------------------------------


def broken_off(state: GameState) -> GameAborted:
    """The event of a game that ends here."""
    (event,) = abort(state, "the last train")
    assert isinstance(event, GameAborted)
    return event


def test_a_game_that_breaks_off_has_the_standings_of_its_scored_rounds() -> None:
    rules = HouseRules(
        round_mode=RoundMode.CUSTOM,
        custom_round_count=3,
        perfect_game_bonus=50,
        tie_break=TieBreak.MOST_EXACT,
    )
    game = seated("Anna", "Ben", "Cara", first_dealer=0, rules=rules)
    game.add(*start(game.state, ()))
    for number in (1, 2):
        game.deal(deck_from_seed("standings", number), f"salt {number}")
        while game.state.asked:
            seat = game.state.asked[0]
            game.act(seat, view_of(game.state, seat).legal[0])
    game.deal(deck_from_seed("standings", 3), "salt 3")
    totals = game.state.totals
    event = broken_off(game.state)
    assert event.totals == totals, "no bonus for a game that was not finished"
    assert sorted(zip(event.ranks, totals, strict=True)) == sorted(
        (1 + sum(other > mine for other in totals), mine) for mine in totals
    )
    game.add(event)
    for observer in (0, 1, 2, None):
        view = view_of(game.state, observer)
        assert (view.totals, view.ranks) == (totals, event.ranks)
    assert parse_record(format_record(game.events)).events[-1] == event


def test_a_game_that_breaks_off_before_a_round_is_scored_has_no_standings() -> None:
    game = seated("Anna", "Ben", "Cara", first_dealer=0)
    for _ in range(3):
        event = broken_off(game.state)
        assert (event.totals, event.ranks) == ((), ())
        assert view_of(Game([*game.events, event]).state, 0).ranks is None
        if game.state.phase is Phase.SEATING:
            game.add(*start(game.state, ()))
        elif game.state.phase is Phase.DEALING:
            game.deal(deck_from_seed("rain", 1), "salt")


def test_a_log_of_old_that_broke_off_without_standings_has_them_all_the_same() -> None:
    game = seated("Anna", "Ben", "Cara", first_dealer=0)
    game.add(*start(game.state, ()))
    game.deal(deck_from_seed("old", 1), "salt")
    while game.state.asked:
        seat = game.state.asked[0]
        game.act(seat, view_of(game.state, seat).legal[0])
    event = broken_off(game.state)
    old = GameAborted("the last train")
    assert event != old
    assert Game([*game.events, old]).state == Game([*game.events, event]).state
