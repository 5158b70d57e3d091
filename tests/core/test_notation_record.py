"""Game records: any game goes to text and comes back the same, and nothing damaged is ever believed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.damage import damaged
from tests.core.tables import observers, played_games

from rufen.core.cards import format_cards
from rufen.core.events import (
    BidPlaced,
    DeckSealed,
    Envelope,
    Event,
    GameAborted,
    GameEnded,
    PlayerKind,
    RoundScored,
    SeatKeySet,
    SeatLeft,
    SeatTaken,
    redact,
)
from rufen.core.game import Game, abort, create, leave_seat, start, take_seat
from rufen.core.house_rules import HouseRules
from rufen.core.notation import Record, RecordError, format_record, parse_record
from rufen.core.record import check_line
from rufen.core.state import Phase, effective
from rufen.core.version import RULES_VERSION

DATA = Path(__file__).parent / "data"
GOLDEN = {path.name: path.read_text(encoding="utf-8") for path in sorted(DATA.glob("*.rufen"))}
FINISHED = GOLDEN["finished_4.rufen"]
DELAYED = GOLDEN["delayed_3.rufen"]


def content(events: Sequence[Event]) -> list[Event]:
    """What a record holds of a log: no keys, nothing taken back, no running round, bids in turn."""
    kept = [event for _seq, event in effective(events) if not isinstance(event, SeatKeySet)]
    if any(isinstance(event, DeckSealed) for event in kept):
        scored = [place for place, event in enumerate(kept) if isinstance(event, RoundScored)]
        first_deck = next(place for place, event in enumerate(kept) if isinstance(event, DeckSealed))
        running = kept[scored[-1] + 1 :] if scored else kept[first_deck:]
        end = [event for event in running if isinstance(event, GameEnded | GameAborted)]
        kept = [*kept[: len(kept) - len(running)], *end]
    return in_turn(kept)


def in_turn(events: Sequence[Event]) -> list[Event]:
    """Runs of bids, which may come in any order while they are secret, by seat."""
    ordered: list[Event] = []
    bids: list[BidPlaced] = []
    for event in events:
        if isinstance(event, BidPlaced):
            bids.append(event)
        else:
            ordered += [*sorted(bids, key=lambda bid: bid.seat), event]
            bids = []
    return ordered


def check_round_trip(game: Game) -> None:
    text = format_record(game.events)
    record = parse_record(text)
    assert in_turn(list(record.events)) == content(game.events)
    assert str(record) == text
    assert parse_record(str(record)) == record


@settings(max_examples=30)
@given(played_games())
def test_any_game_comes_back_from_its_record(game: Game) -> None:
    check_round_trip(game)
    if game.state.phase is not Phase.GAME_OVER:
        game.add(*abort(game.state, "rain"))
        check_round_trip(game)


@pytest.mark.long
@settings(max_examples=1000)
@given(played_games(max_actions=300))
def test_any_game_comes_back_from_its_record_often(game: Game) -> None:
    check_round_trip(game)


@settings(max_examples=20)
@given(played_games())
def test_every_seat_and_spectator_can_write_the_same_record(game: Game) -> None:
    disclosure = game.state.setup.rules.bid_disclosure
    text = format_record(game.events)
    for seat in observers(game):
        assert format_record(redact(event, seat, disclosure) for event in game.events) == text


@settings(max_examples=30)
@given(played_games())
def test_the_deck_of_a_running_round_is_never_in_a_record(game: Game) -> None:
    text = format_record(game.events)
    scored = [event.deck for event in game.events if isinstance(event, RoundScored)]
    for event in game.events:
        if isinstance(event, DeckSealed) and event.deck not in scored:
            assert format_cards(event.deck) not in text


@settings(max_examples=60)
@given(st.lists(st.text(), min_size=3, max_size=6), st.text(), st.text())
def test_any_name_comes_back(names: list[str], game: str, date: str) -> None:
    events = Game.new(names, HouseRules(), first_dealer=0).events
    text = format_record(events, game=game, date=date)
    assert len(text.splitlines()) == text.count("\n")
    assert parse_record(text) == Record(events, game, date)


def test_envelopes_bring_the_id_of_the_game() -> None:
    events = Game.new(["Anna", "Ben", "Cara"], HouseRules(), first_dealer=0).events
    log = [Envelope("k3w9x2a7", seq, 0.0, "server", event) for seq, event in enumerate(events, 1)]
    assert parse_record(format_record(log)) == Record(events, "k3w9x2a7")


def test_seats_that_were_left_and_secrets_are_not_in_a_record() -> None:
    game = Game([create(3, HouseRules(), None)])
    game.add(*take_seat(game.state, 1, "Ben", key="hash of a secret"))
    game.add(*leave_seat(game.state, 1))
    game.add(*take_seat(game.state, 2, "Cara", PlayerKind.BOT, level="beginner", key="another secret"))
    text = format_record(game.events)
    assert "Ben" not in text
    assert "secret" not in text
    record = parse_record(text)
    assert not any(isinstance(event, SeatLeft | SeatKeySet) for event in record.events)
    assert record.events[1] == SeatTaken(2, "Cara", PlayerKind.BOT, "beginner")
    with pytest.raises(ValueError, match="seat_empty"):
        start(record.state, ())


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_records_stay_readable(name: str) -> None:
    record = parse_record(GOLDEN[name])
    assert str(record) == GOLDEN[name]
    finished = name not in ("odd_names_4.rufen", "aborted_6.rufen")
    assert (record.state.phase is Phase.GAME_OVER) is finished
    assert isinstance(record.events[-1], GameAborted) is (name == "aborted_6.rufen")


def test_remarks_blank_lines_and_other_line_ends_change_nothing() -> None:
    lines = FINISHED.splitlines()
    text = (
        "\ufeff# A quick game.\r\n\r\n" + "\r\n".join(f"  {line} " for line in lines) + "\r\n\r\n# The end."
    )
    assert parse_record(text) == parse_record(FINISHED)


def check_damage(name: str, text: str) -> None:
    """The text is the same record still, or a line of it is named and what is wrong there."""
    try:
        record = parse_record(text)
    except RecordError as error:
        sound = bool(error.reason) and 1 <= error.line <= text.count("\n") + 1
    else:
        sound = record == parse_record(GOLDEN[name])
    assert sound


@settings(max_examples=200)
@given(st.sampled_from(sorted(GOLDEN)), st.data())
def test_a_damaged_record_is_the_same_record_or_says_why_not(name: str, data: st.DataObject) -> None:
    check_damage(name, data.draw(damaged(GOLDEN[name].split("\n"), "\n")))


@pytest.mark.long
@settings(max_examples=10_000)
@given(st.sampled_from(sorted(GOLDEN)), st.data())
def test_a_damaged_record_is_the_same_record_or_says_why_not_often(name: str, data: st.DataObject) -> None:
    check_damage(name, data.draw(damaged(GOLDEN[name].split("\n"), "\n")))


@given(st.text())
def test_any_text_says_why_it_is_no_record(text: str) -> None:
    with pytest.raises(RecordError):
        parse_record(text)


# --- what is wrong is named, with its line ---------------------------------------------------------------


def signed(lines: list[str]) -> str:
    """A record with a check that fits: the work of somebody who means to deceive."""
    return "\n".join([*lines, check_line(lines)]) + "\n"


def edited(text: str, old: str, new: str) -> tuple[str, int]:
    """A record with the first line that matches `old` changed and signed anew, and that line's number."""
    lines = text.splitlines()[:-1]
    number = next(number for number, line in enumerate(lines, 1) if re.match(old, line))
    lines[number - 1] = re.sub(old, new, lines[number - 1])
    return signed([line for line in lines if line]), number


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (r"rufen-record 1", "rufen-record 2", "record version '2', but this program reads version 1"),
        (r"rules-version 1", "rules-version 0", "an older version of the rules, '0'"),
        (r"rules-version 1", "rules-version 2", "a newer version of the rules, '2'"),
        (r"seats 4", "seats 3", "seat '3': expected a whole number 0 … 2"),
        (r"seats 4", "seats 2", "seats '2': expected a whole number 3 … 6"),
        (r"rules .*", "rules exact_bonus:26", "exact_bonus = 26: allowed"),
        (r"player 1", "player 0", "seat_taken"),
        (r"player 0 person .*", "player 0 person Anna", "expected text in double quotes"),
        (r"player 0 person .*", 'player 0 person "Anna', "a quote is not closed"),
        (r"player 0 person", "player 0 robot", "expected player seat person"),
        (r"deck (\S+) (\S+)", r"deck \1 \1", "is there twice"),
        (r"deck (\S+)", r"deck B0", "'B0' is not a card"),
        (r"salt .*", 'salt "another"', "not the commitment to the deck and salt"),
        (r"commitment .*", "commitment " + "0" * 64, "not the commitment to the deck and salt"),
        (r"round 1 cards 1", "round 1 cards 2", "by the rules this is round 1 cards 1 dealer"),
        (r"bids \S+", "bids 2", "may not bid 2: bid_out_of_range"),
        (r"bids (\S+) \S+ ", r"bids \1 ", "expected 4 numbers, one a seat, but there are 3"),
        (r"trick (\S+) \S+", r"trick \1 W9", "'W9' is not a card"),
        (r"trick (\d) (\S+) (\S+)", r"trick \1 \3 \2", "card_not_in_hand"),
        (r"trick \d", "trick 4", "seat '4': expected a whole number 0 … 3"),
        (r"scores \S+", "scores 990", "by the rules the scores are"),
        (r"totals \S+", "totals 990", "by the rules the totals are"),
        (r"ranks \S+", "ranks 4", "by the rules the ranks are"),
        (r"end finished", "end unfinished", "expected end finished"),
    ],
)
def test_a_record_that_lies_is_found_out(old: str, new: str, reason: str) -> None:
    text, number = edited(FINISHED, old, new)
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert reason in caught.value.reason
    assert abs(caught.value.line - number) <= 6  # a salt is found out at the commitment, seats at the players
    assert str(caught.value).startswith(f"line {caught.value.line}: ")


def test_the_check_finds_what_the_rules_cannot() -> None:
    text = FINISHED.replace('"Anna"', '"Hanna"')
    with pytest.raises(RecordError, match="something above was changed") as caught:
        parse_record(text)
    assert caught.value.line == len(text.splitlines())


def test_trump_is_read_where_it_was_chosen() -> None:
    line = next(line for line in DELAYED.splitlines() if line.startswith("trump"))
    assert str(parse_record(DELAYED)) == DELAYED
    with pytest.raises(RecordError, match="expected a line 'trump', found 'bids'"):
        parse_record(DELAYED.replace(line + "\n", ""))
    with pytest.raises(RecordError, match="'P' is not a suit: expected B, G, R or Y"):
        parse_record(DELAYED.replace(line, "trump P"))


def test_a_record_cut_off_says_what_should_follow() -> None:
    lines = FINISHED.splitlines()
    for count in range(len(lines)):
        with pytest.raises(RecordError, match=r"ends here|starts") as caught:
            parse_record("\n".join(lines[:count]))
        assert caught.value.line == max(1, count)


def test_nothing_follows_the_check() -> None:
    with pytest.raises(RecordError, match="nothing follows the check"):
        parse_record(FINISHED + "round 6\n")


def test_the_version_stands_in_the_record() -> None:
    assert FINISHED.splitlines()[:2] == ["rufen-record 1", f"rules-version {RULES_VERSION}"]
