"""What each legal action is likely to bring: one answer for each, in order, and figures that fit together."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import msgspec
import pytest
from tests.core.tables import play_at_random

import rufen.players
from rufen.core.actions import ChooseTrump, PlaceBid, PlayCard
from rufen.core.cards import Card, parse_cards
from rufen.core.deal import deck_from_seed
from rufen.core.game import Game
from rufen.core.house_rules import PRESETS, parse_house_rules, preset
from rufen.core.scoring import round_score, score_round
from rufen.core.state import Phase, to_act
from rufen.core.view import PlayerView, view_of
from rufen.players.advice import Adviser, Judged, advise
from rufen.players.neural import NeuralPlayer


def asked(view: PlayerView) -> tuple[Judged, ...]:
    """Advice, checked for what must always hold."""
    advice = advise(view)
    assert tuple(judged.action for judged in advice) == view.legal
    for judged in advice:
        assert len(judged.tricks) == view.hand_size + 1
        assert sum(judged.tricks) == pytest.approx(1, abs=1e-5)
        assert all(0 <= chance <= 1 for chance in judged.tricks)
        assert judged.made in judged.tricks
        bid = judged.action.bid if isinstance(judged.action, PlaceBid) else None
        if isinstance(judged.action, PlayCard):
            bid = view.bids[view.seat or 0]
            won = view.tricks_won[view.seat or 0]
            left = view.hand_size - len(view.tricks)
            assert not any(judged.tricks[:won])
            assert not any(judged.tricks[won + left + 1 :])
        if isinstance(judged.action, ChooseTrump):
            bid = judged.bid
            assert bid is not None
        else:
            assert judged.bid is None
        if bid is not None:
            assert judged.made == judged.tricks[bid]
    return advice


@pytest.mark.parametrize("name", list(PRESETS))
def test_one_answer_for_each_legal_action_in_order(name):
    seats = 3 + list(PRESETS).index(name) % 4
    game = Game.new(["a"] * seats, preset(name, seats), first_dealer=1)
    kinds = set()
    for number, _ in enumerate(play_at_random(game, 12, 160, take_back=0)):
        for seat in game.state.asked if number % 5 == 0 else ():
            kinds.add(type(asked(view_of(game.state, seat))[0].action))
    assert {PlaceBid, PlayCard} <= kinds


def dealt(size: int, turn_up: str, seats: int = 4, seed: int = 1, **rules: Any) -> Game:
    """A round of `size` cards; seat 0 deals, and this card is turned up."""
    told = {"round_mode": "schedule", "hand_sizes": [size], **rules}
    game = Game.new(["a"] * seats, parse_house_rules(told, seats), first_dealer=0)
    (card,) = parse_cards(turn_up)
    rest = [other for other in deck_from_seed(seed, 1) if other is not card]
    game.deal([*rest[: size * seats], card, *rest[size * seats :]], "salt")
    return game


def test_r2_5_a_trump_is_worth_the_best_bid_after_it():
    view = view_of(dealt(5, "W1").state, 0)
    advice = asked(view)
    assert [type(judged.action) for judged in advice] == [ChooseTrump] * 4
    assert max(advice, key=lambda judged: judged.score).action == NeuralPlayer().act(view)
    for judged in advice:
        # the same numbers as for a bid of its own, once the trump is known
        assert judged.bid is not None
        scores = [round_score(judged.bid, won, 5, view.rules) for won in range(6)]
        mean = sum(chance * score for chance, score in zip(judged.tricks, scores, strict=True))
        assert judged.score == pytest.approx(mean, abs=1e-3)


def test_r3_2_a_bid_that_is_not_allowed_is_not_judged():
    game = dealt(3, "B1", bid_restriction="dealer")
    for bid in (1, 1, 0):
        game.act(to_act(game.state)[0], PlaceBid(bid))
    assert [judged.action for judged in asked(view_of(game.state, 0))] == [PlaceBid(n) for n in (0, 2, 3)]


def test_r5_the_score_is_the_mean_of_what_the_core_scores():
    rules: dict[str, Any] = {"exact_bonus": 35, "points_per_trick": 5, "zero_bid_scoring": "double_bonus"}
    game = dealt(6, "B1", miss_penalty=15, **rules)
    view = view_of(game.state, 1)
    for judged in asked(view):
        assert isinstance(judged.action, PlaceBid)
        scores = [round_score(judged.action.bid, won, 6, view.rules) for won in range(7)]
        mean = sum(chance * score for chance, score in zip(judged.tricks, scores, strict=True))
        assert judged.score == pytest.approx(mean, abs=1e-3)


@pytest.mark.parametrize("disclosure", ["open", "hidden", "delayed"])
@pytest.mark.parametrize("last_bid", [2, 3])
def test_r5_4_the_dealer_who_knows_of_even_bids_is_told_their_price(disclosure, last_bid):
    game = dealt(4, "B1", bid_disclosure=disclosure, even_bids_dealer_penalty=30, last_round_bonus=20)
    for seat, bid in ((1, 1), (2, 0), (3, 1), (0, last_bid)):
        game.act(seat, PlaceBid(bid))
    while game.state.asked != (0,):
        game.act(game.state.asked[0], view_of(game.state, game.state.asked[0]).legal[0])
    view = view_of(game.state, 0)
    bids = [last_bid, 1, 0, 1]
    known = disclosure != "delayed"
    rules = view.rules if known else msgspec.structs.replace(view.rules, even_bids_dealer_penalty=0)
    for judged in asked(view):
        mean = 0.0
        for won, chance in enumerate(judged.tricks):
            told = [won, 4 - won, 0, 0]
            mean += chance * score_round(bids, told, hand_size=4, dealer=0, last_round=True, rules=rules)[0]
        assert judged.score == pytest.approx(mean, abs=1e-3)


def test_r1_3_equal_cards_are_worth_the_same():
    top = [Card(text) for text in ("W1", "W3", "J2", "J4", "R5", "W4")]
    rest = [card for card in deck_from_seed(1, 1) if card not in top]
    # seat 1 gets every third card
    deck = [card for place in range(6) for card in (top[place], rest[2 * place], rest[2 * place + 1])]
    game = Game.new(
        ["a"] * 3, parse_house_rules({"round_mode": "schedule", "hand_sizes": [6]}, 3), first_dealer=0
    )
    game.deal([*deck, *rest[12:]], "salt")
    while game.state.phase is not Phase.PLAYING:
        view = view_of(game.state, game.state.asked[0])
        game.act(game.state.asked[0], view.legal[0])
    by_card = {}
    for judged in asked(view_of(game.state, 1)):
        assert isinstance(judged.action, PlayCard)
        by_card[str(judged.action.card)] = (judged.score, judged.made, judged.tricks)
    assert len(by_card) == 6
    assert by_card["W1"] == by_card["W3"] == by_card["W4"]
    assert by_card["J2"] == by_card["J4"]
    assert len(set(by_card.values())) == 3


def test_the_player_takes_what_is_advised():
    game = Game.new(["a"] * 5, preset("screw_the_dealer", 5), first_dealer=1)
    player, dice, compared = NeuralPlayer(), Random(3), 0
    for _ in play_at_random(game, 4, 150, take_back=0):
        for seat in game.state.asked:
            view = view_of(game.state, seat)
            if dice.random() < 0.5 and len(view.legal) > 1:
                compared += 1
                best = max(advise(view), key=lambda judged: judged.score + 0.01 * judged.made)
                found = {judged.action: judged.score for judged in advise(view)}
                assert found[player.act(view)] == pytest.approx(best.score, abs=0.02)
    assert compared > 30


def test_who_is_not_asked_gets_a_message():
    game = dealt(3, "B1")
    for seat in (0, 3, None):
        with pytest.raises(ValueError, match="this view asks for no action"):
            advise(view_of(game.state, seat))


def test_any_thread_may_ask_and_the_package_has_it_at_its_door():
    view = view_of(dealt(8, "B1").state, 1)
    expected = Adviser().judge(view)
    found = []
    threads = [threading.Thread(target=lambda: found.append(rufen.players.advise(view))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_advice_goes_over_a_wire_and_back():
    advice = advise(view_of(dealt(3, "B1").state, 1))
    text = msgspec.json.encode(advice)
    assert msgspec.json.decode(text, type=tuple[Judged, ...]) == advice
