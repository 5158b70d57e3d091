"""What a player from outside and Rufen say to each other, over pipes and over a WebSocket alike.

One JSON object a line, or a frame. The program speaks first, and after that only when it is asked; every
request says everything, so a program needs no memory. `docs/bots.md` describes the exchange.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from rufen.core.actions import ACTIONS, Action, ChooseTrump, IllegalReason, PlaceBid, PlayCard, action_index
from rufen.core.cards import Suit
from rufen.core.notation import format_position
from rufen.core.scoring import RoundResult
from rufen.core.state import Phase
from rufen.core.view import PlayerView
from rufen.protocol.messages import (
    MAX_MESSAGE_BYTES,
    Beat,
    Name,
    RefusalCode,
    Refused,
    SeatNumber,
    Token,
    WireMessage,
)

__all__ = [
    "BOT_PROTOCOL",
    "MAX_ANSWER_BYTES",
    "Ask",
    "BotAction",
    "BotAnswer",
    "BotHello",
    "BotMessage",
    "Bye",
    "GameOver",
    "RoundScored",
    "Welcome",
    "WrongAnswer",
    "action_of",
    "ask",
    "encode",
    "hello_of",
    "id_of",
    "read_answer",
]

BOT_PROTOCOL = "rufen-bot/1"
MAX_ANSWER_BYTES = MAX_MESSAGE_BYTES
"""The longest line, or frame, that a program may answer with."""

RequestId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
TableName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
ActionIndex = Annotated[int, msgspec.Meta(ge=0, le=len(ACTIONS) - 1)]
Note = Annotated[str, msgspec.Meta(max_length=1000)]

# program → Rufen


class BotHello(WireMessage, tag="hello", frozen=True, omit_defaults=True):
    """The first thing a program says: the protocol it speaks, and its name.

    Over a WebSocket also where it wants to sit: `table` is a table's code or id, `seat` the seat it would
    like, `token` the secret that owns its seat, which it brings back to be that seat again.
    """

    protocol: str
    name: Name
    table: TableName | None = None
    seat: SeatNumber | None = None
    token: Token | None = None


class BotAction(WireMessage, tag="action", frozen=True, omit_defaults=True):
    """The answer to the `act` of this `id`: `action` as an object, or `index` as its number 0 … 84.

    A `note` is for people who read along; it never reaches another player.
    """

    id: RequestId
    action: Action | None = None
    index: ActionIndex | None = None
    note: Note | None = None


BotAnswer = BotHello | BotAction

# Rufen → program


class Welcome(WireMessage, tag="welcome", frozen=True, omit_defaults=True):
    """The hello was good. Over a WebSocket with the table's id, the name there, and the seat's secret."""

    protocol: str
    table: str | None = None
    name: str | None = None
    token: str | None = None


class Ask(WireMessage, tag="act", frozen=True):
    """A seat is to act, with everything that it may know.

    `indices` are the action indices of `view.legal`, place by place; `position` is the view as one line of
    docs/notation.md. `deadline_ms` is how much time is left for the answer.
    """

    id: str
    deadline_ms: int
    indices: tuple[int, ...]
    position: str
    view: PlayerView


class RoundScored(WireMessage, tag="round_scored", frozen=True):
    """At a table: a round is over. For information."""

    result: RoundResult
    totals: tuple[int, ...]


class GameOver(WireMessage, tag="game_over", frozen=True):
    """At a table: the game is over. `ranks` is None when it was ended before a round was scored."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...] | None


class Bye(WireMessage, tag="bye", frozen=True, omit_defaults=True):
    """The session is over; nothing is read any more. `table` is where the same people play on, if they do."""

    reason: str
    table: str | None = None


BotMessage = Welcome | Ask | Refused | RoundScored | GameOver | Beat | Bye

_encoder = msgspec.json.Encoder()
_answers = msgspec.json.Decoder(BotAnswer)


class _Id(msgspec.Struct):
    id: RequestId


_ids = msgspec.json.Decoder(_Id)


class WrongAnswer(ValueError):
    """An answer that does nothing; `refused` is what its sender is told."""

    def __init__(self, refused: Refused) -> None:
        self.refused = refused
        why = refused.illegal.value if refused.illegal is not None else refused.reason.value
        super().__init__(f"{why}: {refused.detail}" if refused.detail else why)


def encode(message: msgspec.Struct) -> bytes:
    """A message as one line of JSON, without the end of the line."""
    return _encoder.encode(message)


def ask(request_id: str, view: PlayerView, seconds: float) -> Ask:
    """The request for a seat that is to act, with `seconds` left for the answer."""
    indices = tuple(action_index(action) for action in view.legal)
    return Ask(request_id, max(1, int(seconds * 1000)), indices, format_position(view), view)


def read_answer(line: str | bytes) -> BotAnswer:
    """What a program said. Raises WrongAnswer."""
    line = _without_mark(line)
    if len(line) > MAX_ANSWER_BYTES:
        detail = f"at most {MAX_ANSWER_BYTES} bytes a message"
        raise WrongAnswer(Refused(None, RefusalCode.TOO_LARGE, detail=detail))
    try:
        return _answers.decode(line)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        # `error` may quote what was sent
        raise WrongAnswer(Refused(id_of(line), RefusalCode.MALFORMED, detail=str(error)[:200])) from None


def id_of(line: str | bytes) -> str | None:
    """The request that a line answers, well or badly; None where it names none."""
    try:
        return _ids.decode(_without_mark(line)).id
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None


def _without_mark(line: str | bytes) -> str | bytes:
    """Some systems begin all they write with a byte order mark."""
    return line.removeprefix("\ufeff") if isinstance(line, str) else line.removeprefix(b"\xef\xbb\xbf")


def hello_of(answer: BotAnswer) -> BotHello:
    """The hello that is expected first. Raises WrongAnswer."""
    if not isinstance(answer, BotHello):
        detail = f'the first message is {{"type":"hello","protocol":"{BOT_PROTOCOL}","name":…}}'
        raise WrongAnswer(Refused(answer.id, RefusalCode.HELLO_EXPECTED, detail=detail))
    if answer.protocol != BOT_PROTOCOL:
        detail = f"{BOT_PROTOCOL} is spoken here, not {answer.protocol[:40]!r}"
        raise WrongAnswer(Refused(None, RefusalCode.UNSUPPORTED_VERSION, detail=detail))
    return answer


def action_of(answer: BotAnswer, request_id: str, view: PlayerView) -> Action:
    """The legal action that answers a request. Raises WrongAnswer."""
    if isinstance(answer, BotHello):
        raise WrongAnswer(Refused(None, RefusalCode.MALFORMED, detail="hello is said once"))
    if answer.id != request_id:
        detail = f"the request now open is {request_id!r}"
        raise WrongAnswer(Refused(answer.id, RefusalCode.STALE, detail=detail))
    if (answer.action is None) == (answer.index is None):
        detail = "an answer has either action or index"
        raise WrongAnswer(Refused(answer.id, RefusalCode.MALFORMED, detail=detail))
    action = ACTIONS[answer.index] if answer.index is not None else answer.action
    if action is None or action not in view.legal:
        reason, suit = _why_not(view, action)
        allowed = f"allowed: {', '.join(map(_short, view.legal))}"
        raise WrongAnswer(Refused(answer.id, RefusalCode.ILLEGAL, reason, suit, allowed))
    return action


def _why_not(view: PlayerView, action: Action | None) -> tuple[IllegalReason, Suit | None]:
    for refusal in view.refusals:
        if refusal.action == action:
            return refusal.reason, refusal.suit
    match action, view.phase:
        case PlayCard(), Phase.PLAYING:
            return IllegalReason.CARD_NOT_IN_HAND, None
        case PlaceBid(), Phase.BIDDING:
            return IllegalReason.BID_OUT_OF_RANGE, None
        case PlayCard(), _:
            return IllegalReason.NOT_PLAYING, None
        case PlaceBid(), _:
            return IllegalReason.NOT_BIDDING, None
    return IllegalReason.NOT_CHOOSING_TRUMP, None


def _short(action: Action) -> str:
    match action:
        case PlayCard(card=card):
            return str(card)
        case PlaceBid(bid=bid):
            return str(bid)
        case ChooseTrump(suit=suit):
            return str(suit)
