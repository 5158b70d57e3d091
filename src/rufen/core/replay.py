"""Reading a record: every line is played through the engine and checked (`rufen.core.record`)."""

from __future__ import annotations

import json
import re

from rufen.core.actions import Action, ChooseTrump, IllegalAction, PlaceBid, PlayCard
from rufen.core.cards import DECK, Card
from rufen.core.events import GameEnded, GameStarted, PlayerKind, RoundScored, RoundStarted
from rufen.core.fields import (
    COMMITMENT,
    check_distinct,
    format_numbers,
    parse_card,
    parse_numbers,
    parse_rules,
    parse_suit,
    parse_whole,
    shorten,
)
from rufen.core.game import Game, abort, create, start, take_seat
from rufen.core.house_rules import MAX_SEATS, MIN_SEATS
from rufen.core.record import RECORD_VERSION, Record, RecordError
from rufen.core.state import Phase, to_act
from rufen.core.version import RULES_VERSION

__all__ = ["parse_record"]

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')


def parse_record(text: str) -> Record:
    """The game that a record tells, replayed and checked.

    Raises RecordError, and no other error, for a text that is not a whole and sound record.
    """
    return _Reader(text).read()


class _Reader:
    """The lines of a record, one after the other, and the game they have come to."""

    def __init__(self, text: str) -> None:
        raw = text.removeprefix("\ufeff").split("\n")
        # Blank lines and remarks may stand anywhere; `lines` keeps the number of each line in the file.
        self.lines = [
            (number, line.strip())
            for number, line in enumerate(raw, 1)
            if line.strip() and not line.lstrip().startswith("#")
        ]
        self.place = 0
        self.game: Game
        self.first_dealer: int | None = None

    @property
    def number(self) -> int:
        """The number of the line that was read last, in the file."""
        return self.lines[self.place - 1][0] if self.place else 1

    def read(self) -> Record:
        """The whole record."""
        try:
            return self._read()
        except RecordError:
            raise
        except IllegalAction as error:
            raise RecordError(self.number, f"not possible here: {error}") from error
        except ValueError as error:
            raise RecordError(self.number, str(error)) from error

    def _read(self) -> Record:
        self._read_versions()
        game = self._optional_text("game")
        date = self._optional_text("date")
        self._read_table()
        while self._next_is("round"):
            self._read_round()
        self._read_end()
        record = Record(self.game.events, game, date)
        self._read_check(record)
        return record

    # --- lines and words ---------------------------------------------------------------------------------

    def _next_is(self, name: str) -> bool:
        """Whether the next line begins with a word."""
        return self.place < len(self.lines) and self.lines[self.place][1].split(None, 1)[0] == name

    def _words(self, name: str) -> list[str]:
        """The words of the next line, which must begin with `name`, without that word."""
        if self.place == len(self.lines):
            raise ValueError(f"the record ends here, but a line {name!r} should follow")
        line = self.lines[self.place][1]
        self.place += 1
        words: list[str] = []
        at = 0
        while at < len(line):
            match = _WORD.match(line, at)
            if match is None or not (match.end() == len(line) or line[match.end()].isspace()):
                raise ValueError(
                    f"cannot be read from {shorten(line[at:])} on: a quote is not closed or alone"
                )
            words.append(match[0])
            at = _next_word(line, match.end())
        if words[0] != name:
            raise ValueError(f"expected a line {name!r}, found {shorten(words[0])}")
        return words[1:]

    def _exactly(self, name: str, count: int, form: str) -> list[str]:
        """The words of the next line, which must be `count` more."""
        words = self._words(name)
        if len(words) != count:
            raise ValueError(f"expected {form}")
        return words

    def _optional_text(self, name: str) -> str | None:
        if not self._next_is(name):
            return None
        return _unquote(self._exactly(name, 1, f'{name} "text"')[0])

    def _numbers(self, name: str, low: int, high: int) -> tuple[int, ...]:
        return parse_numbers(self._words(name), name, self.game.state.setup.seats, low, high)

    # --- the parts of a record ---------------------------------------------------------------------------

    def _read_versions(self) -> None:
        version = " ".join(self._words("rufen-record"))
        if version != str(RECORD_VERSION):
            raise ValueError(
                f"record version {shorten(version)}, but this program reads version {RECORD_VERSION}"
            )
        version = " ".join(self._words("rules-version"))[:9]
        if version != str(RULES_VERSION):
            known = version.isascii() and version.isdecimal()
            age = "another" if not known else "an older" if int(version) < RULES_VERSION else "a newer"
            raise ValueError(
                f"written under {age} version of the rules, {shorten(version)}; "
                f"this program plays version {RULES_VERSION}"
            )

    def _read_table(self) -> None:
        seats = parse_whole(self._exactly("seats", 1, "seats and a number")[0], "seats", MIN_SEATS, MAX_SEATS)
        rules = parse_rules(self._exactly("rules", 1, "rules and one word")[0], seats)
        named = self._exactly("first-dealer", 1, "first-dealer and a seat, or drawn")[0]
        self.first_dealer = None if named == "drawn" else parse_whole(named, "first dealer", 0, seats - 1)
        self.game = Game([create(seats, rules, self.first_dealer)])
        kinds = {kind.value: kind for kind in PlayerKind}
        while self._next_is("player"):
            words = self._words("player")
            if len(words) not in (3, 4) or words[1] not in kinds:
                raise ValueError('expected player seat person "name", or player seat bot "name" "level"')
            seat = parse_whole(words[0], "seat", 0, seats - 1)
            level = _unquote(words[3]) if len(words) == 4 else None
            name, kind = _unquote(words[2]), kinds[words[1]]
            self.game.add(*take_seat(self.game.state, seat, name, kind, level=level))
        if self._next_is("draw") or self._next_is("start"):
            self._read_start(seats)

    def _read_start(self, seats: int) -> None:
        drawn: list[Card] = []
        while self._next_is("draw"):
            words = self._exactly("draw", seats, f"draw and {seats} cards, one a seat, - for none")
            drawn += [parse_card(word) for word in words if word != "-"]
        check_distinct(drawn)
        dealer = parse_whole(self._exactly("start", 1, "start and a seat")[0], "seat", 0, seats - 1)
        deck = [*drawn, *(card for card in DECK if card not in drawn)]
        self.game.add(*start(self.game.state, deck))
        started = self.game.events[-1]
        if not isinstance(started, GameStarted) or started.first_dealer != dealer:
            raise ValueError(f"seat {dealer} does not deal first by the rules and the draw (R1.5)")
        if [card for draw in started.draws for card in draw if card is not None] != drawn:
            raise ValueError("the draw for the dealer does not end with these cards (R1.5)")

    def _read_round(self) -> None:
        form = "round number cards number dealer seat"
        words = self._exactly("round", 5, form)
        if (words[1], words[3]) != ("cards", "dealer"):
            raise ValueError(f"expected {form}")
        said = [parse_whole(word, "number", 0, 60) for word in (words[0], words[2], words[4])]
        round_line = self.number
        deck = [parse_card(word) for word in self._words("deck")]
        check_distinct(deck)
        salt = _unquote(self._exactly("salt", 1, 'salt "text"')[0])
        started = next(event for event in self.game.deal(deck, salt) if isinstance(event, RoundStarted))
        if said != [started.number, started.hand_size, started.dealer]:
            right = f"round {started.number} cards {started.hand_size} dealer {started.dealer}"
            raise RecordError(round_line, f"by the rules this is {right}")
        commitment = self._exactly("commitment", 1, "commitment and one word")[0]
        if not COMMITMENT.fullmatch(commitment) or commitment != started.commitment:
            raise ValueError("this is not the commitment to the deck and salt above")
        if self.game.state.phase is Phase.CHOOSING_TRUMP:
            suit = parse_suit(self._exactly("trump", 1, "trump and a suit")[0])
            self._act(started.dealer, ChooseTrump(suit))
        bids = self._numbers("bids", 0, 99)
        while self.game.state.phase is Phase.BIDDING:
            seat = to_act(self.game.state)[0]
            self._act(seat, PlaceBid(bids[seat]))
        for _ in range(started.hand_size):
            self._read_trick()
        scored = next(event for event in reversed(self.game.events) if isinstance(event, RoundScored))
        for name, numbers in (("scores", scored.scores), ("totals", scored.totals)):
            if self._numbers(name, -99_999, 99_999) != numbers:
                raise ValueError(f"by the rules the {name} are {format_numbers(numbers)}")

    def _read_trick(self) -> None:
        seats = self.game.state.setup.seats
        form = f"trick leader, {seats} cards, won winner"
        words = self._exactly("trick", seats + 3, form)
        if words[-2] != "won":
            raise ValueError(f"expected {form}")
        leader, winner = (parse_whole(words[place], "seat", 0, seats - 1) for place in (0, -1))
        if to_act(self.game.state) != (leader,):
            raise ValueError(f"seat {to_act(self.game.state)[0]} leads, not seat {leader} (R4.1)")
        for word in words[1:-2]:
            self._act(to_act(self.game.state)[0], PlayCard(parse_card(word)))
        current = self.game.state.round
        if current is not None and current.tricks[-1].winner != winner:
            raise ValueError(f"seat {current.tricks[-1].winner} won this trick, not seat {winner} (R4.8)")

    def _read_end(self) -> None:
        last = self.game.events[-1]
        if isinstance(last, GameEnded):
            if self._numbers("ranks", 1, MAX_SEATS) != last.ranks:
                raise ValueError(f"by the rules the ranks are {format_numbers(last.ranks)} (R6.2)")
            if self._words("end") != ["finished"]:
                raise ValueError("expected end finished: the last round of the schedule is there (R6.1)")
            return
        words = self._words("end")
        if len(words) == 2 and words[0] == "aborted":
            self.game.add(*abort(self.game.state, _unquote(words[1])))
        elif words != ["unfinished"]:
            raise ValueError('expected end unfinished, or end aborted "reason": the schedule has more rounds')

    def _read_check(self, record: Record) -> None:
        words = self._exactly("check", 1, "check and one word")
        lines = str(record).splitlines()
        if f"check {words[0]}" != lines[-1]:
            raise ValueError("the check does not fit: something above was changed")
        if self.place < len(self.lines):
            self.place += 1
            raise ValueError("nothing follows the check")

    # --- what the rules say ------------------------------------------------------------------------------

    def _act(self, seat: int, action: Action) -> None:
        try:
            self.game.act(seat, action)
        except IllegalAction as error:
            raise ValueError(f"seat {seat} may not {_said(action)}: {error}") from error


def _next_word(line: str, at: int) -> int:
    """Where the blanks from `at` on end; without a copy of the line, which may be long."""
    while at < len(line) and line[at].isspace():
        at += 1
    return at


def _said(action: Action) -> str:
    match action:
        case ChooseTrump(suit=suit):
            return f"choose {suit}"
        case PlaceBid(bid=bid):
            return f"bid {bid}"
        case PlayCard(card=card):
            return f"play {card}"


def _unquote(word: str) -> str:
    """A quoted text."""
    if len(word) < 2 or word[0] != '"' or word[-1] != '"':
        raise ValueError(f"{shorten(word)}: expected text in double quotes")
    try:
        text = json.loads(word, strict=False)
    except ValueError:
        raise ValueError(f"{shorten(word)} is no text: a backslash stands for a JSON escape") from None
    return str(text)
