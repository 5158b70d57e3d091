"""Claims played out: the hand is shown, every card is played, and the round is scored as ever."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from tests.conformance.script import new_state, play_script
from tests.core.tables import new_games
from tests.core.test_laws import check_all_laws

from rufen.core.actions import IllegalAction, PlayCard
from rufen.core.cards import Card, cards_of, parse_cards
from rufen.core.claim import claim_holds, proven_order
from rufen.core.deal import deck_from_seed
from rufen.core.events import CardPlayed, GameEnded, RoundScored, TricksClaimed, TrickWon
from rufen.core.game import Game, legal_actions, play_out
from rufen.core.house_rules import BidDisclosure, HouseRules, RoundMode
from rufen.core.notation import format_record, parse_record
from rufen.core.state import Phase, to_act
from rufen.core.view import view_of


def play_strong(game: Game, claimant: int, dice: random.Random) -> None:
    """Deal and play to a point at which a claim holds, or to the end of the round.

    The claimant keeps its high cards and the others play theirs, so that claims come about.
    """
    game.deal(deck_from_seed(dice.getrandbits(32), 1), "salt")
    round_number = game.state.deal.number
    while game.state.phase not in (Phase.DEALING, Phase.GAME_OVER):
        assert game.state.deal.number == round_number
        seat = dice.choice(to_act(game.state))
        legal = legal_actions(game.state, seat)
        cards = sorted([play.card for play in legal if isinstance(play, PlayCard)], key=height)
        if not cards:
            game.act(seat, dice.choice(legal))
        elif seat == claimant and claim_holds(view_of(game.state, seat)):
            return
        else:
            game.act(seat, PlayCard(cards[0 if seat == claimant else -1]))


def height(card: Card) -> int:
    """Wizard > 13 > … > 1 > Jester."""
    return 14 if card.is_wizard else 0 if card.is_jester else card.rank


def claimed_game(game: Game, seed: int) -> int | None:
    """A game played to a claim that holds: the claimant, or None if there came none in a few rounds."""
    dice = random.Random(seed)
    while game.state.phase is Phase.DEALING:
        claimant = dice.randrange(game.state.setup.seats)
        play_strong(game, claimant, dice)
        if claimant in to_act(game.state):
            return claimant
    return None


@settings(max_examples=15)
@given(new_games(max_hand=8), st.integers(0, 9999))
def test_a_claim_played_out_wins_every_trick_and_keeps_all_laws(game: Game, seed: int) -> None:
    seat = claimed_game(game, seed)
    if seat is None:
        reject()
    before = game.state
    order = proven_order(view_of(before, seat))
    assert order is not None
    events = play_out(before, seat, order)
    hand = cards_of(before.hands[seat])
    assert events[0] == TricksClaimed(seat, hand)
    assert tuple(e.card for e in events if isinstance(e, CardPlayed) and e.seat == seat) == order
    won = [e.seat for e in events if isinstance(e, TrickWon)]
    assert won == [seat] * len(hand)
    # The log is what it had been without the claim: every card through the engine, to the round's scores.
    plain = Game(game.events)
    for event in events:
        if isinstance(event, CardPlayed):
            plain.act(event.seat, PlayCard(event.card))
    assert plain.events[len(game.events) :] == events[1:]
    assert any(isinstance(e, RoundScored) for e in events)
    # Whoever looks in between sees a claim and the cards after it, and never more than that.
    check_all_laws(Game([*game.events, *events[: 1 + seed % (len(events) - 1)]]), seed)
    game.add(*events)
    check_all_laws(game, seed)
    assert format_record(game.events) == format_record(plain.events)
    assert parse_record(format_record(game.events)).state.results == game.state.results
    with pytest.raises(IllegalAction, match="beyond_deal"):
        game.take_back(seat)


def test_claims_come_about_in_these_games() -> None:
    """Some with a hand of more than Wizards, some in answer to others' cards, some to the game's end."""
    seen: set[str] = set()
    for seed in range(40):
        rules = HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(4, 15))
        game = Game.new(["Anna", "Ben", "Cara", "Dan"], rules, first_dealer=seed % 4)
        seat = claimed_game(game, seed)
        if seat is None:
            continue
        view = view_of(game.state, seat)
        order = proven_order(view)
        assert order is not None
        if not all(card.is_wizard for card in view.hand):
            seen.add("more than Wizards")
        if view.trick is not None and view.trick.cards:
            seen.add("in answer")
        if isinstance(play_out(game.state, seat, order)[-1], GameEnded):
            seen.add("to the end")
    assert seen == {"more than Wizards", "in answer", "to the end"}


ONE_CARD = new_state(3, HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(1, 2)), 0)


def test_only_whose_turn_it_is_may_claim() -> None:
    game = play_script(ONE_CARD, [])
    for script, reason in (
        ([], "no_round"),
        (["deal W1 B1 G1 R1"], "not_playing"),
        (["deal B1 W1 G1 R1", "1 bid 0", "2 bid 1", "0 bid 0"], "not_your_turn"),
        (["deal", "play on", "deal", "play on"], "game_over"),
    ):
        game = play_script(ONE_CARD, script)
        with pytest.raises(IllegalAction, match=f"^{reason}$"):
            play_out(game.state, 2, (Card("W1"),))
        assert not claim_holds(view_of(game.state, 2))
        assert not claim_holds(view_of(game.state, None))


@pytest.mark.parametrize("order", ["", "B1", "W1 W1", "W1 B1"])
def test_an_order_names_the_hand(order: str) -> None:
    game = play_script(ONE_CARD, ["deal W1 B1 G1 R1", "1 bid 1", "2 bid 0", "0 bid 0"])
    with pytest.raises(ValueError, match="each card of the hand once"):
        play_out(game.state, 1, parse_cards(order))


def test_an_order_that_loses_a_trick_is_never_played_out() -> None:
    game = play_script(ONE_CARD, ["deal B1 B2 G1 R1", "1 bid 1", "2 bid 0", "0 bid 0"])
    assert not claim_holds(view_of(game.state, 1))
    with pytest.raises(ValueError, match="does not win every trick"):
        play_out(game.state, 1, parse_cards("B1"))


def test_delayed_bids_turn_over_after_a_claim() -> None:
    rules = HouseRules(round_mode=RoundMode.SCHEDULE, hand_sizes=(1, 2), bid_disclosure=BidDisclosure.DELAYED)
    game = play_script(new_state(3, rules, 0), ["deal W1 B1 G1 R1", "1 bid 1", "2 bid 0", "0 bid 0"])
    events = play_out(game.state, 1, parse_cards("W1"))
    assert [type(event).__name__ for event in events] == [
        *("TricksClaimed", "CardPlayed", "CardPlayed", "CardPlayed", "TrickWon", "BidsShown", "RoundScored")
    ]
