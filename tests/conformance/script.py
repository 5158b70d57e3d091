"""Games told in words: a list of what happens, with what is to be seen in between.

`"deal B1 B2 B3 J1"` deals from the sixty cards with these on top, `"2 bid 1"`, `"0 trump R"` and
`"1 play B9"` are a seat's actions, `"play on"` lets every seat do the first thing it may until the
round is scored, `"take back"`, `"1 takes back"` and `"abort"` do what they say. ` -> reason` after any
of them: it is refused with that reason and nothing changes. An object in the list is what is to be seen
then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rufen.core.actions import Action, ChooseTrump, IllegalAction, PlaceBid, PlayCard
from rufen.core.cards import DECK, Card, Suit, cards_of, format_cards, parse_cards
from rufen.core.events import Event
from rufen.core.game import Game, abort, create, legal_actions, start, take_seat
from rufen.core.house_rules import HouseRules
from rufen.core.state import GameState, Phase, evolve, to_act
from rufen.core.view import view_of

NAMES = ("Anna", "Ben", "Cara", "Dan", "Eva", "Finn")


def named_suit(letter: str | None) -> Suit | None:
    """A suit by its letter; None stays None."""
    return None if letter is None else Suit(letter)


def deck_with_top(top: str | Sequence[Card]) -> tuple[Card, ...]:
    """All sixty cards, these first and the others after them in the canonical order."""
    first = parse_cards(top) if isinstance(top, str) else tuple(top)
    return (*first, *(card for card in DECK if card not in first))


def new_log(
    seats: int, rules: HouseRules, first_dealer: int | None, draw: Sequence[Card] = ()
) -> list[Event]:
    """The events of a game that is about to deal its first round."""
    events: list[Event] = [create(seats, rules, first_dealer)]
    state = evolve(None, events[0])
    for seat in range(seats):
        for event in take_seat(state, seat, NAMES[seat]):
            events.append(event)
            state = evolve(state, event)
    return [*events, *start(state, draw)]


def new_state(
    seats: int, rules: HouseRules, first_dealer: int | None, draw: Sequence[Card] = ()
) -> GameState:
    """The state after `new_log`."""
    return Game(new_log(seats, rules, first_dealer, draw)).state


def action_of(words: str) -> Action:
    """An action from `bid 1`, `trump R` or `play B9`."""
    verb, what = words.split()
    match verb:
        case "bid":
            return PlaceBid(int(what))
        case "trump":
            return ChooseTrump(Suit(what))
        case "play":
            return PlayCard(Card(what))
    raise ValueError(f"{words!r} is no action")


def words_of(action: Action) -> str:
    """An action in words; `action_of` reads it back."""
    match action:
        case PlaceBid(bid=bid):
            return f"bid {bid}"
        case ChooseTrump(suit=suit):
            return f"trump {suit}"
        case PlayCard(card=card):
            return f"play {card}"


def play_on(game: Game) -> None:
    """Every seat does the first thing it may, until the round is scored."""
    while game.state.phase not in (Phase.DEALING, Phase.GAME_OVER):
        seat = to_act(game.state)[0]
        game.act(seat, legal_actions(game.state, seat)[0])


def play_script(start_from: GameState, script: Sequence[str | dict[str, Any]]) -> Game:
    """Play a script from a game about to deal; returns the game. Raises AssertionError."""
    setup = start_from.setup
    game = Game(new_log(setup.seats, setup.rules, setup.first_dealer))
    for line in script:
        if isinstance(line, dict):
            for name, seen in line.items():
                assert (name, SEEN[name](game)) == (name, seen)
            continue
        words, _, reason = line.partition(" -> ")
        if not reason:
            _do(game, words)
            continue
        before = game.events
        with pytest.raises(IllegalAction) as refused:
            _do(game, words)
        assert refused.value.reason.value == reason, f"{line}: {refused.value}"
        assert game.events == before
    return game


def _do(game: Game, words: str) -> None:
    if words == "play on":
        play_on(game)
    elif words == "take back":
        game.take_back()
    elif words.endswith(" takes back"):
        game.take_back(int(words.removesuffix(" takes back")))
    elif words == "abort":
        game.add(*abort(game.state, "the table broke up"))
    elif words.startswith("deal"):
        game.deal(deck_with_top(words.removeprefix("deal")), "salt")
    else:
        seat, action = words.split(maxsplit=1)
        game.act(int(seat), action_of(action))


def _round(game: Game) -> Any:
    assert game.state.round is not None
    return game.state.round


def _text(value: Card | Suit | None) -> str | None:
    return None if value is None else str(value)


def _seen_bids(game: Game) -> dict[str, list[int | None]]:
    """The bids as each seat and a spectator sees them; seats a case does not ask for are left in."""
    who = {str(seat): seat for seat in range(game.state.setup.seats)} | {"spectator": None}
    return {name: list(view_of(game.state, seat).bids) for name, seat in who.items()}


class _Some(dict[str, Any]):
    """Equal to an object when all that the object names is equal."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dict) and all(self[name] == value for name, value in other.items())

    __hash__ = None


SEEN: dict[str, Callable[[Game], Any]] = {
    "phase": lambda game: game.state.phase.value,
    "to_act": lambda game: list(to_act(game.state)),
    "round": lambda game: _round(game).deal.number,
    "hand_size": lambda game: _round(game).deal.hand_size,
    "dealer": lambda game: _round(game).deal.dealer,
    "turn_up": lambda game: _text(_round(game).deal.turn_up),
    "trump": lambda game: _text(_round(game).trump),
    "hands": lambda game: [format_cards(cards_of(hand)) for hand in _round(game).hands],
    "legal": lambda game: [words_of(a) for a in legal_actions(game.state, to_act(game.state)[0])],
    "bids": lambda game: list(_round(game).bids),
    "seen_bids": lambda game: _Some(_seen_bids(game)),
    "tricks_won": lambda game: list(_round(game).tricks_won),
    "scores": lambda game: list(game.state.results[-1].scores),
    "totals": lambda game: list(game.state.totals),
    "ranks": lambda game: None if game.state.ranks is None else list(game.state.ranks),
}
"""What an object in a script may name, and where it is to be seen."""
