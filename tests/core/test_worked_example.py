"""R5, R6: the game that docs/rules.md plays through, as a score sheet and card by card."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from tests.conformance.runner import FOLDER, score_rounds
from tests.conformance.script import deck_with_top
from tests.conformance.test_cases import RULES_PAGE

from rufen.core.actions import PlaceBid, PlayCard
from rufen.core.cards import SUITS, Card
from rufen.core.events import GameEnded, RoundScored
from rufen.core.game import Game
from rufen.core.house_rules import HouseRules, ZeroBidScoring, parse_house_rules
from rufen.core.scoring import standings
from rufen.core.state import Phase
from rufen.core.view import view_of

TOLD = json.loads((FOLDER / "worked_example.json").read_text("utf-8"))
ROUNDS = TOLD["rounds"]
DOUBLE_TOTALS = TOLD["totals_with"]["zero_bid_scoring=double_bonus"]
RULES = parse_house_rules(TOLD["rules"], 4)
DOUBLE = msgspec.structs.replace(RULES, zero_bid_scoring=ZeroBidScoring.DOUBLE_BONUS)
BOTH = pytest.mark.parametrize(("rules", "totals"), [(RULES, TOLD["totals"]), (DOUBLE, DOUBLE_TOTALS)])


@BOTH
def test_r5_the_score_sheet(rules: HouseRules, totals: list[int]) -> None:
    results = score_rounds(4, rules, ROUNDS, [1, 2, 3, 4, 5])
    if rules is RULES:
        assert [list(result.scores) for result in results] == TOLD["scores"]
    places = sorted(standings(results, seats=4, complete=True, rules=rules), key=lambda place: place.seat)
    assert [place.total for place in places] == totals
    if rules is RULES:
        assert [place.rank for place in places] == TOLD["ranks"]


def winners_in_turn(tricks: list[int]) -> list[int]:
    """Which seat takes each trick of a round: seat 0 its tricks, then seat 1, …"""
    return [seat for seat, won in enumerate(tricks) for _ in range(won)]


def play_round(game: Game, bids: list[int], tricks: list[int]) -> None:
    """Deal cards with which these bids and tricks come about, and play them.

    Trick t is of one suit in all four hands, its winner holding the highest; a Jester is turned up.
    """
    winners = winners_in_turn(tricks)
    number = len(winners)
    dealer = (number - 1) % 4
    cards = [
        {seat: Card(f"{SUITS[t % 4]}{4 * (t // 4) + 1 + (seat - winner - 1) % 4}") for seat in range(4)}
        for t, winner in enumerate(winners)
    ]
    order = [(dealer + step) % 4 for step in range(1, 5)]
    game.deal(deck_with_top([*(trick[seat] for trick in cards for seat in order), Card.J1]), "salt")
    for seat in order:
        game.act(seat, PlaceBid(bids[seat]))
    leader = order[0]
    for trick, winner in zip(cards, winners, strict=True):
        for step in range(4):
            seat = (leader + step) % 4
            game.act(seat, PlayCard(trick[seat]))
        leader = winner


@BOTH
def test_r5_r6_the_same_game_card_by_card(rules: HouseRules, totals: list[int]) -> None:
    game = Game.new(TOLD["players"], rules, first_dealer=0)
    for told in ROUNDS:
        assert game.state.phase is Phase.DEALING
        play_round(game, told["bids"], told["tricks"])
    assert game.state.phase is Phase.GAME_OVER
    assert TOLD["match_over"] is True
    scored = [event for event in game.events if isinstance(event, RoundScored)]
    assert [{"bids": list(e.bids), "tricks": list(e.tricks)} for e in scored] == ROUNDS
    if rules is RULES:
        assert [list(event.scores) for event in scored] == TOLD["scores"]
        assert game.state.ranks == tuple(TOLD["ranks"])
    ended = game.events[-1]
    assert isinstance(ended, GameEnded)
    assert list(ended.totals) == list(scored[-1].totals) == totals
    assert view_of(game.state, None).totals == tuple(totals)
    assert Game(game.events).state == game.state


def test_r5_the_page_of_rules_tells_the_same() -> None:
    page = RULES_PAGE.read_text("utf-8").split("## A game played through")[1].replace("−", "-")
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("| ")]
    assert [name.strip() for name in rows[0]] == ["round", *TOLD["players"]]
    for told, scores, row in zip(ROUNDS, TOLD["scores"], rows[1:6], strict=True):
        entries = [re.findall(r"-?\d+", cell) for cell in row[1:]]
        assert [int(entry[0]) for entry in entries] == told["bids"]
        assert [int(entry[1]) for entry in entries] == told["tricks"]
        assert [int(entry[2]) for entry in entries] == scores
    assert [int(cell) for cell in rows[6][1:]] == TOLD["totals"]
    assert re.findall(r"totals are (-?\d+), (-?\d+), (-?\d+) and (-?\d+)", page) == [
        tuple(map(str, DOUBLE_TOTALS))
    ]
