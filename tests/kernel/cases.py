"""The conformance cases that can be asked of the kernel: the kinds below, each by its own name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from tests.conformance.runner import Case
from tests.conformance.script import action_of, deck_with_top, words_of

from rufen.core.actions import ACTIONS, action_index
from rufen.core.cards import SUIT_BITS, Card, bits_of, cards_of, format_cards
from rufen.core.deal import draw_dealer
from rufen.core.house_rules import HouseRules, parse_house_rules, preset
from rufen.core.state import Phase
from rufen.kernel import layout as at
from rufen.kernel.tables import FOLLOW, NO_CARD, NO_TRUMP

from .tiny_walk import actions_of
from .twin import SOUND, Twin


def runs(case: Case) -> bool:
    """Whether a case is about something that the kernel does."""
    if case["kind"] not in KINDS or "adjustments" in case:
        return False
    script = case.get("script", [])
    return not any(isinstance(line, str) and line.startswith(_APART) for line in script)


_APART = ("take back", "0 takes", "1 takes", "2 takes", "3 takes", "abort")
"""Lines of a script that only a log can do."""


def run_case(case: Case, steps: ModuleType = SOUND) -> None:
    """Check one case. Raises AssertionError, or whatever a faulty kernel raises."""
    told = {name: value for name, value in case.items() if name not in {"rule", "about", "kind"}}
    KINDS[case["kind"]](steps, **told)


def _game(steps: ModuleType, seats: int, rules: Case | None) -> Twin:
    return Twin(seats, parse_house_rules(rules or {}, seats), 0, steps)


# --- tricks --------------------------------------------------------------------------------------------


def _in_play(steps: ModuleType, trick: Sequence[str], trump: str | None, rules: Case | None) -> Twin:
    """A trick with these cards on the table, at a table of six, hands of the same cards still to come."""
    game = _game(steps, 6, rules)
    game.deal(range(60))
    game.small[at.PHASE] = at.PLAYING
    game.small[at.TRUMP] = NO_TRUMP if trump is None else "BGRY".index(trump)
    game.small[at.HAND_SIZE] = game.small[at.LEFT] = 2
    for text in trick:
        card = Card(text)
        game.cards[at.HAND + game.turn] = card.bit
        game.act(card.index)
    return game


def winner(
    steps: ModuleType, trick: list[str], trump: str | None, winner: int, rules: Case | None = None
) -> None:
    game = _in_play(steps, trick, trump, rules)
    assert (int(game.small[at.WINNER]) - 1) % 6 == winner


def led_suit(
    steps: Any, trick: list[str], led: str | None, follow: str | None, rules: Case | None = None
) -> None:
    # The sixth card of six completes the trick, and the state begins anew: so the last is looked up.
    game = _in_play(steps, trick[:5], None, rules)
    state = int(game.small[at.LED])
    for text in trick[5:]:
        state = int(steps.NEXT_LED[game.rule[at.LEADS], state, Card(text).index])
    decides = state if state < 4 else state - 7 if state > 6 else None
    assert decides == (None if led is None else "BGRY".index(led))
    assert FOLLOW[state] == (0 if follow is None else SUIT_BITS["BGRY".index(follow)])


def legal(
    steps: ModuleType, hand: list[str], trick: list[str], legal: list[str], rules: Case | None = None
) -> None:
    game = _in_play(steps, trick, None, rules)
    game.cards[at.HAND + game.turn] = bits_of(map(Card, hand))
    assert cards_of(game.legal) == tuple(sorted(map(Card, legal)))


# --- bids and scores -----------------------------------------------------------------------------------


def legal_bids(
    steps: ModuleType,
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
    game = _game(steps, len(bids), rules)
    small, seats = game.small, game.seats
    small[at.PHASE] = at.BIDDING
    small[[at.HAND_SIZE, at.TURN, at.DEALER, at.ROUND]] = [hand_size, seat, dealer, round]
    small[at.BID : at.BID + seats] = [NO_CARD if bid is None else bid for bid in bids]
    small[at.PLACED] = sum(bid is not None for bid in bids)
    game.points[at.TOTAL : at.TOTAL + seats] = totals
    open_bids = [action - at.FIRST_BID for action in actions_of(game.legal)]
    assert open_bids == legal
    assert not {int(bid) for bid in refused or {}} & set(open_bids)


def round_score(
    steps: Any, bid: int, tricks: int, hand_size: int, score: int, rules: Case | None = None
) -> None:
    rule = at.encode_rules(parse_house_rules(rules or {}), 3)
    assert steps.round_score(rule, bid, tricks, hand_size) == score


def _score(game: Twin, bids: list[int], tricks: list[int], size: int, dealer: int, number: int) -> None:
    """Score a round of which only this is told."""
    small, seats = game.small, game.seats
    small[[at.HAND_SIZE, at.DEALER, at.ROUND]] = [size, dealer, number]
    small[at.BID : at.BID + seats] = bids
    small[at.WON : at.WON + seats] = tricks
    game.steps.score(game.rule, small, game.points)


def round_scores(
    steps: ModuleType,
    bids: list[int],
    tricks: list[int],
    hand_size: int,
    dealer: int,
    last_round: bool,
    rules: Case,
    scores: list[int],
) -> None:
    game = _game(steps, len(bids), rules)
    number = int(game.rule[at.ROUNDS]) - (not last_round)
    _score(game, bids, tricks, hand_size, dealer, number)
    assert list(game.scores) == scores
    assert (game.phase is Phase.GAME_OVER) is last_round


def standings(
    steps: ModuleType,
    seats: int,
    rules: Case,
    rounds: list[Case],
    complete: bool,
    totals: list[int],
    ranks: list[int],
    hand_sizes: list[int] | None = None,
) -> None:
    """The first dealer is seat 0. A last round that is `complete` is the last of the schedule."""
    game = _game(steps, seats, rules)
    sizes = hand_sizes or game.rule[at.SIZES :].tolist()
    if complete:
        game.rule[at.ROUNDS] = len(rounds)
    for place, told in enumerate(rounds):
        _score(game, told["bids"], told["tricks"], sizes[place], place % seats, place + 1)
    assert (list(game.totals), list(game.ranks)) == (totals, ranks)


# --- rounds and games ----------------------------------------------------------------------------------


def _sizes(rules: HouseRules, seats: int) -> list[int]:
    row = at.encode_rules(rules, seats)
    return row[at.SIZES : at.SIZES + int(row[at.ROUNDS])].tolist()


def schedule(_steps: ModuleType, seats: int, rules: Case, hand_sizes: list[int]) -> None:
    assert _sizes(parse_house_rules(rules, seats), seats) == hand_sizes


def named_preset(_steps: ModuleType, name: str, seats: int, rules: Case, hand_sizes: list[int]) -> None:
    assert _sizes(preset(name, seats), seats) == hand_sizes
    assert (at.encode_rules(preset(name, seats), seats) == _game(SOUND, seats, rules).rule).all()


def complete(_steps: ModuleType, seats: int, rounds_scored: int, rules: Case, complete: bool) -> None:
    assert (len(_sizes(parse_house_rules(rules, seats), seats)) == rounds_scored) is complete


def game(
    steps: ModuleType,
    seats: int,
    rules: Case,
    script: list[Any],
    first_dealer: int | None = None,
    draw: str = "",
) -> None:
    if first_dealer is None:
        first_dealer = draw_dealer(deck_with_top(draw), seats)[0]
    twin = Twin(seats, parse_house_rules(rules, seats), first_dealer, steps)
    for line in script:
        if isinstance(line, dict):
            for name in line.keys() & SEEN:
                assert (name, SEEN[name](twin)) == (name, line[name])
            continue
        words, _, reason = line.partition(" -> ")
        assert _may(twin, words) is not bool(reason), line
        if not reason:
            _do(twin, words)


def _may(twin: Twin, words: str) -> bool:
    if words.startswith("deal"):
        return twin.phase is Phase.DEALING
    if words == "play on":
        return True
    seat, action = words.split(maxsplit=1)
    if int(seat) not in twin.asked:
        return False
    twin.small[at.TURN] = int(seat)
    may = action_index(action_of(action)) in actions_of(twin.legal)
    twin.small[at.TURN] = twin.asked[0]
    return may


def _do(twin: Twin, words: str) -> None:
    if words == "play on":
        while twin.asked:
            twin.act(actions_of(twin.legal)[0])
    elif words.startswith("deal"):
        twin.deal(deck_with_top(words.removeprefix("deal")))
    else:
        seat, action = words.split(maxsplit=1)
        twin.small[at.TURN] = int(seat)  # secret bids are told in any order (R3.3)
        twin.act(action_index(action_of(action)))
        if twin.phase is Phase.BIDDING:
            twin.small[at.TURN] = twin.asked[0]


def _card(place: int) -> str | None:
    return None if place == NO_CARD else format_cards(cards_of(1 << place))


SEEN: dict[str, Callable[[Twin], Any]] = {
    "phase": lambda twin: twin.phase.value,
    "to_act": lambda twin: list(twin.asked),
    "round": lambda twin: int(twin.small[at.ROUND]),
    "hand_size": lambda twin: int(twin.small[at.HAND_SIZE]),
    "dealer": lambda twin: int(twin.small[at.DEALER]),
    "turn_up": lambda twin: _card(int(twin.small[at.TURN_UP])),
    "trump": lambda twin: None if twin.trump is None else str(twin.trump),
    "hands": lambda twin: [format_cards(cards_of(hand)) for hand in twin.hands],
    "legal": lambda twin: [words_of(ACTIONS[action]) for action in actions_of(twin.legal)],
    "bids": lambda twin: list(twin.bids),
    "tricks_won": lambda twin: list(twin.tricks_won),
    "scores": lambda twin: list(twin.scores),
    "totals": lambda twin: list(twin.totals),
    "ranks": lambda twin: list(twin.ranks) if twin.phase is Phase.GAME_OVER else None,
}
"""What an object in a script may name; what seats see of secret bids is not the kernel's business."""

KINDS: dict[str, Callable[..., None]] = {
    "complete": complete,
    "game": game,
    "led_suit": led_suit,
    "legal": legal,
    "legal_bids": legal_bids,
    "preset": named_preset,
    "round_score": round_score,
    "round_scores": round_scores,
    "schedule": schedule,
    "standings": standings,
    "winner": winner,
}
