"""Runs conformance cases: one told situation a line, checked against `rufen.core`.

A case names its rule paragraph, what it is about and its kind; the rest are the arguments of the
function below that is named after the kind. An argument too many or too few is an error.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.vectors.writing import sheet as sheet_of

from rufen.core import rules as trick_rules
from rufen.core import scoring
from rufen.core.actions import IllegalReason
from rufen.core.cards import DECK, SUITS, Card, Suit, format_cards
from rufen.core.deal import draw_dealer
from rufen.core.game import create, deal_round
from rufen.core.house_rules import (
    SETTINGS,
    HouseRules,
    SettingError,
    parse_house_rules,
    preset,
    schedule,
)
from rufen.core.sheet import Edit, Sheet, SheetError, edit, score

from .script import deck_with_top, named_suit, new_state, play_script

FOLDER = Path(__file__).parent
Case = dict[str, Any]


def read_cases(folder: Path = FOLDER) -> Iterator[tuple[str, Case]]:
    """Every case with its place, `file:line`, in the order of the files."""
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield f"{path.name}:{number}", json.loads(line)


def run_case(case: Case) -> None:
    """Check one case. Raises AssertionError, or whatever the engine raises when it should not."""
    told = {name: value for name, value in case.items() if name not in {"rule", "about", "kind"}}
    KINDS[case["kind"]](**told)


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(Card(text) for text in texts)


def _rules(rules: Case | None, seats: int | None = None) -> HouseRules:
    return parse_house_rules(rules or {}, seats)


# --- the deck and the table ----------------------------------------------------------------------------


def deck(cards: str) -> None:
    assert format_cards(DECK) == cards


def no_deck(replace: dict[str, str | None]) -> None:
    cards = [replace.get(str(card), str(card)) for card in DECK]
    state = new_state(3, HouseRules(), 0)
    with pytest.raises(ValueError, match="all sixty cards, each once"):
        deal_round(state, _cards([card for card in cards if card is not None]), "salt")


def suit(letter: str, name: str, place: int) -> None:
    found = Suit(letter)
    assert (found.name.lower(), str(found), found.index, SUITS[place]) == (name, letter, place, found)


def card(text: str, suit: str | None, rank: int, figure: str | None) -> None:
    found = Card(text)
    assert str(found) == text
    assert (found.suit, found.rank) == (named_suit(suit), rank)
    assert (found.is_wizard, found.is_jester) == (figure == "wizard", figure == "jester")


def no_card(text: str) -> None:
    with pytest.raises(ValueError, match="not a valid Card"):
        Card(text)


def dealer_draw(seats: int, deck: str, draws: list[list[str | None]], dealer: int) -> None:
    drawn = draw_dealer(_cards(deck.split()), seats)
    told = tuple(tuple(None if card is None else Card(card) for card in draw) for draw in draws)
    assert drawn == (dealer, told)


# --- rounds and settings -------------------------------------------------------------------------------


def hand_sizes(seats: int, rules: Case, hand_sizes: list[int]) -> None:
    assert list(schedule(_rules(rules, seats), seats)) == hand_sizes


def defaults(defaults: Case) -> None:
    assert list(SETTINGS) == list(defaults)
    assert {name: setting.default for name, setting in SETTINGS.items()} == defaults
    assert _rules(defaults) == HouseRules()


def setting(rules: Case, seats: int | None = None) -> None:
    parsed = _rules(rules, seats)
    kept = {name: msgspec.to_builtins(getattr(parsed, name)) for name in rules}
    assert {name: list(v) if isinstance(v, tuple) else v for name, v in kept.items()} == rules
    assert msgspec.json.decode(msgspec.json.encode(parsed), type=HouseRules) == parsed
    if seats is not None:
        assert create(seats, parsed).rules == parsed


def _same_error(error: SettingError, setting: str, value: object, allowed: str, code: str) -> None:
    assert (error.setting, error.value, error.allowed, error.code) == (setting, value, allowed, code)
    assert type(error.value) is type(value)
    assert str(error).startswith(f"{setting} = ")
    assert str(error).endswith(f": allowed: {allowed}")


def setting_error(
    rules: Case, setting: str, value: object, allowed: str, code: str, seats: int | None = None
) -> None:
    with pytest.raises(SettingError) as caught:
        parse_house_rules(rules, seats)
    _same_error(caught.value, setting, value, allowed, code)


def named_preset(name: str, seats: int, rules: Case, hand_sizes: list[int]) -> None:
    found = preset(name, seats)
    assert found == _rules(rules, seats)
    assert list(schedule(found, seats)) == hand_sizes


def preset_error(name: str, seats: int, setting: str, value: object, allowed: str, code: str) -> None:
    with pytest.raises(SettingError) as caught:
        preset(name, seats)
    _same_error(caught.value, setting, value, allowed, code)


# --- bids and tricks -----------------------------------------------------------------------------------


def legal_bids(
    hand_size: int,
    bids: list[int | None],
    seat: int,
    dealer: int,
    totals: list[int],
    round: int,
    rules: Case,
    legal: list[int],
    refused: dict[str, str] | None = None,
) -> None:
    told: dict[str, Any] = {
        "hand_size": hand_size,
        "bids": bids,
        "seat": seat,
        "dealer": dealer,
        "totals": totals,
        "round_number": round,
        "rules": _rules(rules),
    }
    assert list(trick_rules.legal_bids(**told)) == legal
    for bid in legal:
        assert trick_rules.bid_refusal(bid, **told) is None
    for word, reason in (refused or {}).items():
        assert trick_rules.bid_refusal(int(word), **told) is IllegalReason(reason)


def led_suit(trick: list[str], led: str | None, follow: str | None, rules: Case | None = None) -> None:
    cards = _cards(trick)
    assert trick_rules.led_suit(cards, _rules(rules)) is named_suit(led)
    assert trick_rules.follow_suit(cards, _rules(rules)) is named_suit(follow)


def legal(hand: list[str], trick: list[str], legal: list[str], rules: Case | None = None) -> None:
    open_cards = trick_rules.legal_cards(_cards(hand), _cards(trick), _rules(rules))
    assert open_cards == tuple(sorted(_cards(legal)))


def winner(trick: list[str], trump: str | None, winner: int, rules: Case | None = None) -> None:
    assert trick_rules.trick_winner(_cards(trick), named_suit(trump), _rules(rules)) == winner


# --- scores and the end --------------------------------------------------------------------------------


def round_score(bid: int, tricks: int, hand_size: int, score: int, rules: Case | None = None) -> None:
    assert scoring.round_score(bid, tricks, hand_size, _rules(rules)) == score


def round_scores(
    bids: list[int],
    tricks: list[int],
    hand_size: int,
    dealer: int,
    last_round: bool,
    rules: Case,
    scores: list[int],
) -> None:
    found = scoring.score_round(
        bids, tricks, hand_size=hand_size, dealer=dealer, last_round=last_round, rules=_rules(rules)
    )
    assert list(found) == scores


def no_round_scores(bids: list[int], tricks: list[int], hand_size: int, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        scoring.score_round(bids, tricks, hand_size=hand_size, dealer=0, last_round=False, rules=HouseRules())


def score_rounds(
    seats: int, rules: HouseRules, rounds: list[Case], sizes: list[int]
) -> list[scoring.RoundResult]:
    """The results of told bids and tricks, the first dealer being seat 0."""
    results = []
    for place, told in enumerate(rounds):
        dealer, last = place % seats, place + 1 == len(schedule(rules, seats))
        scores = scoring.score_round(
            told["bids"], told["tricks"], hand_size=sizes[place], dealer=dealer, last_round=last, rules=rules
        )
        results.append(
            scoring.RoundResult(
                place + 1, sizes[place], dealer, tuple(told["bids"]), tuple(told["tricks"]), scores
            )
        )
    return results


def standings(
    seats: int,
    rules: Case,
    rounds: list[Case],
    complete: bool,
    totals: list[int],
    ranks: list[int],
    hand_sizes: list[int] | None = None,
    adjustments: list[Case] | None = None,
) -> None:
    house = _rules(rules, seats)
    results = score_rounds(seats, house, rounds, hand_sizes or list(schedule(house, seats)))
    lines = [scoring.Adjustment(**line) for line in adjustments or []]
    found = scoring.standings(results, seats=seats, complete=complete, rules=house, adjustments=lines)
    assert [place.rank for place in sorted(found, key=lambda place: place.seat)] == ranks
    assert [place.total for place in sorted(found, key=lambda place: place.seat)] == totals
    assert list(found) == sorted(found, key=lambda place: (place.rank, place.seat))
    sums = scoring.totals(results, seats=seats, complete=complete, rules=house, adjustments=lines)
    assert list(sums) == totals


def complete(seats: int, rounds_scored: int, rules: Case, complete: bool) -> None:
    assert (len(schedule(_rules(rules, seats), seats)) == rounds_scored) is complete


def game(seats: int, rules: Case, script: list[Any], first_dealer: int | None = None, draw: str = "") -> None:
    state = new_state(seats, _rules(rules, seats), first_dealer, deck_with_top(draw))
    play_script(state, script)


# --- the score sheet -----------------------------------------------------------------------------------


def _edited(start: Sheet, changes: list[Case]) -> Sheet:
    for change in changes:
        start = edit(start, msgspec.convert(change, type=Edit))
    return start


def score_sheet(
    seats: int,
    rules: Case,
    rounds: list[str],
    totals: list[int],
    ranks: list[int | None],
    over: bool,
    changes: list[Case] | None = None,
    problems: list[list[Any]] | None = None,
) -> None:
    """Rounds are `bids / tricks` in seating order; totals and ranks are in the order of the players."""
    sheet = _edited(sheet_of(seats, rules, *rounds), changes or [])
    scored = score(sheet)
    standings = {standing.player: standing for standing in scored.standings}
    assert [standings[player.id].total for player in sheet.players] == totals
    assert [standings[player.id].rank for player in sheet.players] == ranks
    assert scored.over is over
    found = [[problem.round, problem.player, problem.code.value] for problem in scored.problems]
    assert found == (problems or [])


def no_edit(seats: int, rules: Case, rounds: list[str], change: Case, place: str, allowed: str) -> None:
    with pytest.raises(SheetError) as caught:
        _edited(sheet_of(seats, rules, *rounds), [change])
    assert (caught.value.place, caught.value.allowed) == (place, allowed)


KINDS: dict[str, Callable[..., None]] = {
    "card": card,
    "complete": complete,
    "dealer_draw": dealer_draw,
    "deck": deck,
    "defaults": defaults,
    "game": game,
    "led_suit": led_suit,
    "legal": legal,
    "legal_bids": legal_bids,
    "no_card": no_card,
    "no_deck": no_deck,
    "no_edit": no_edit,
    "no_round_scores": no_round_scores,
    "preset": named_preset,
    "preset_error": preset_error,
    "round_score": round_score,
    "round_scores": round_scores,
    "schedule": hand_sizes,
    "score_sheet": score_sheet,
    "setting": setting,
    "setting_error": setting_error,
    "standings": standings,
    "suit": suit,
    "winner": winner,
}
