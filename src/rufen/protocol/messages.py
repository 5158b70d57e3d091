"""Every message of the WebSocket, as types; the bodies of the HTTP interface are in `bodies`.

One source for server, tests and browser: `rufen.protocol.typescript` writes the browser's types from
here, and `docs/protocol.md` describes the exchange.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any

import msgspec

from rufen.core.actions import Action, IllegalReason
from rufen.core.cards import Suit
from rufen.core.events import Event, PlayerKind
from rufen.core.view import PlayerView

__all__ = [
    "GENEROUS_S",
    "GRACES",
    "MAX_MESSAGE_BYTES",
    "MAX_SAY",
    "MAX_TALK",
    "MAX_TIMER_S",
    "MIN_TIMER_S",
    "PHRASES",
    "PROTOCOL_VERSION",
    "REACTIONS",
    "Ack",
    "Act",
    "Beat",
    "ChangeRules",
    "Claim",
    "ClientMessage",
    "CloseCode",
    "HandOver",
    "Hello",
    "Hint",
    "Hinted",
    "HintedAction",
    "NextRound",
    "Pace",
    "Pause",
    "Ping",
    "Presence",
    "Proposal",
    "ProposalKind",
    "Propose",
    "Ready",
    "RefusalCode",
    "Refused",
    "Rematch",
    "Reorder",
    "Resync",
    "Said",
    "Say",
    "SayKind",
    "SeatInfo",
    "ServerMessage",
    "SetOptions",
    "Sit",
    "Snapshot",
    "StandUp",
    "Start",
    "TableNews",
    "TableOptions",
    "Update",
    "Vote",
    "WireMessage",
]

PROTOCOL_VERSION = 2
MAX_MESSAGE_BYTES = 4096
"""The longest message a client may send."""

ActionId = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+\Z")]
TableId = Annotated[str, msgspec.Meta(min_length=6, max_length=32, pattern=r"^[a-z0-9]+\Z")]
Token = Annotated[str, msgspec.Meta(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+\Z")]
Name = Annotated[str, msgspec.Meta(max_length=200)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
Order = Annotated[tuple[SeatNumber, ...], msgspec.Meta(min_length=3, max_length=6)]

MAX_SAY = 200
"""The longest line of chat, in characters."""
MAX_TALK = 50
"""How many of the last things said a table remembers."""
GRACES = (15, 30, 60, 120, 300, 0)
"""How many seconds a person may be away before a bot stands in; 0: everybody waits."""
GENEROUS_S = 300
"""The turn timer called "generous", in seconds."""
MIN_TIMER_S, MAX_TIMER_S = 15, 120
"""The turn timer's range, in seconds, beside 0 (off) and `GENEROUS_S`."""


class RefusalCode(Enum):
    """Why the server refused a message, beyond the reasons of the rules (`IllegalReason`)."""

    MALFORMED = "malformed"
    """Not JSON, or not a message of this protocol; `detail` says where."""
    TOO_LARGE = "too_large"
    UNSUPPORTED_VERSION = "unsupported_version"
    HELLO_EXPECTED = "hello_expected"
    """The first message of a connection is `hello`."""
    UNKNOWN_TABLE = "unknown_table"
    UNKNOWN_TOKEN = "unknown_token"
    """The secret owns no seat at this table."""
    SEAT_TAKEN = "seat_taken"
    ALREADY_SEATED = "already_seated"
    BAD_NAME = "bad_name"
    NOT_HOST = "not_host"
    """Only the host may do this: the person who opened the table, or who was given that."""
    HOST_HERE = "host_here"
    """The host is here, so nobody else can become host without being asked."""
    NOT_A_PERSON = "not_a_person"
    """Only a person can be host."""
    BAD_SETTING = "bad_setting"
    """House rules or options that cannot be; `detail` names setting, value and what is allowed."""
    NEEDS_VOTE = "needs_vote"
    """During the game this is agreed on: propose it."""
    VOTE_OPEN = "vote_open"
    """Something else is being voted on."""
    NO_VOTE = "no_vote"
    """Nothing of this number is being voted on."""
    PAUSED = "paused"
    NOT_PROVEN = "not_proven"
    """From what the claiming seat can see, the remaining tricks are not certainly its own."""
    SPECTATORS_OFF = "spectators_off"
    CHAT_OFF = "chat_off"
    BAD_TEXT = "bad_text"
    """A line of chat that is empty or too long, or a phrase that is not known."""
    HINTS_OFF = "hints_off"
    """Nobody is given hints at this table."""
    NO_HINT = "no_hint"
    """The hint could not be worked out; nothing is wrong with the table."""
    NOT_OVER = "not_over"
    """This can be done when the game is over."""
    SERVER_FULL = "server_full"
    """Too many tables or sockets, here or from one address."""
    STALE = "stale"
    """The action was meant for an earlier position; nothing was done."""
    TOO_FAST = "too_fast"
    SHUTTING_DOWN = "shutting_down"
    STORE_FAILED = "store_failed"
    """The server could not write to its store; nothing was done."""
    ILLEGAL = "illegal"
    """The rules do not allow it; `illegal` says why."""


class CloseCode:
    """WebSocket close codes: the client reconnects after the first three."""

    GOING_AWAY = 1001
    RESYNC = 4000
    """Too slow: messages were dropped; reconnect for a snapshot."""
    SILENT = 4001
    """Nothing heard for too long."""
    REFUSED = 4002
    """The hello was refused; the `refused` message before says why."""
    TOO_LARGE = 1009


# client → server


class WireMessage(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Base of every message; as JSON an object whose `type` is the class's tag."""


class Hello(WireMessage, tag="hello", frozen=True):
    """The first message: which table, the secret of a seat if this browser has one, the last `seq` seen."""

    v: int
    table: TableId
    token: Token | None = None
    seq: int | None = None


class Act(WireMessage, tag="act", frozen=True):
    """An action of this seat, made while looking at the view of `seq`. Resent until acknowledged."""

    id: ActionId
    seq: int
    action: Action


class NextRound(WireMessage, tag="next_round", frozen=True):
    """This seat has seen the result of round `round` and is ready for the next deal."""

    id: ActionId
    round: int


class Sit(WireMessage, tag="sit", frozen=True):
    """Take a seat before the game starts. `token` is a secret the browser made; it will own the seat.

    Bots are seated with `level` by the host.
    """

    id: ActionId
    seat: SeatNumber
    name: Name
    token: Token | None = None
    level: str | None = None


class StandUp(WireMessage, tag="stand_up", frozen=True):
    """Leave a seat before the game starts: one's own, or for the host any."""

    id: ActionId
    seat: SeatNumber


class Start(WireMessage, tag="start", frozen=True):
    """Start the game (host only); every seat must be taken."""

    id: ActionId


class Reorder(WireMessage, tag="reorder", frozen=True):
    """The host moves the seats before the game starts: at place i sits who sat at `order[i]`.

    A permutation of all seats; `seen` is the `seq` it was made at, so that nobody is moved by mistake.
    """

    id: ActionId
    order: Order
    seen: int


class ChangeRules(WireMessage, tag="change_rules", frozen=True):
    """The host changes the house rules before the game starts: settings of R7 by name, or a preset."""

    id: ActionId
    rules: dict[str, Any] = {}
    preset: str | None = None


class Pace(Enum):
    """How soon bots act, and stand-ins."""

    AT_ONCE = "at_once"
    NATURAL = "natural"
    """After a moment that depends on what is asked, 2 seconds at most."""


class SetOptions(WireMessage, tag="set_options", frozen=True):
    """The host sets what is given of the table's options.

    Once the game has started, `grace` and `timer` are proposed instead (`needs_vote`), and `hints` stay as
    they are where somebody else plays.
    """

    id: ActionId
    chat: bool | None = None
    spectators: bool | None = None
    listed: bool | None = None
    grace: int | None = None
    timer: int | None = None
    hints: bool | None = None
    pace: Pace | None = None


class Ready(WireMessage, tag="ready", frozen=True):
    """Before the game: this seat is ready, or no longer. A change of seats or rules asks anew."""

    id: ActionId
    ready: bool


class HandOver(WireMessage, tag="hand_over", frozen=True):
    """The host makes the person in `seat` host. Anybody seated may take it while the host is away."""

    id: ActionId
    seat: SeatNumber


class Pause(WireMessage, tag="pause", frozen=True):
    """Any seated person stops the game for everybody, or lets it go on."""

    id: ActionId
    paused: bool


class ProposalKind(Enum):
    """What those at the table decide together."""

    UNDO = "undo"
    """Take back the proposing seat's last action with everything after it; all must agree."""
    END = "end"
    """End the game now, with the standings; more than half must agree."""
    TIMER = "timer"
    """Another turn timer; all must agree."""
    GRACE = "grace"
    """Another grace period; all must agree."""


class Propose(WireMessage, tag="propose", frozen=True):
    """A seated person proposes something; they agree to it themselves.

    `value` is in seconds, where one is set.
    """

    id: ActionId
    kind: ProposalKind
    value: int | None = None


class Vote(WireMessage, tag="vote", frozen=True):
    """For or against the proposal of this number; against one's own: it is withdrawn."""

    id: ActionId
    proposal: int
    agree: bool


class Claim(WireMessage, tag="claim", frozen=True):
    """The seat that is to play says that all remaining tricks are its own, at the view of `seq`.

    Where that is certain whatever the others hold, its hand is shown and the round played out.
    """

    id: ActionId
    seq: int


class Rematch(WireMessage, tag="rematch", frozen=True):
    """After the game: the same people and rules at a new table, the first dealer moved on.

    The first who asks makes it; everybody at this table hears of it in `TableNews.next_table`.
    """

    id: ActionId


class SayKind(Enum):
    """Ways to say something."""

    PHRASE = "phrase"
    """One of `PHRASES`, shown in each reader's language."""
    REACTION = "reaction"
    """One of `REACTIONS`, drawn at the seat."""
    TEXT = "text"
    """Anything, while chat is on."""


PHRASES = (
    "hello",
    "good_luck",
    "your_turn",
    "moment",
    "nice",
    "thanks",
    "sorry",
    "unlucky",
    "again",
    "good_game",
)
REACTIONS = ("laugh", "wow", "clap", "sigh", "heart", "think")


class Say(WireMessage, tag="say", frozen=True):
    """A seated person says something; `what` is a phrase, a reaction or a text."""

    id: ActionId
    kind: SayKind
    what: Annotated[str, msgspec.Meta(max_length=2000)]


class Hint(WireMessage, tag="hint", frozen=True):
    """This seat is asked and would like to know what each of its actions is worth; answered by `hinted`."""

    id: ActionId


class Resync(WireMessage, tag="resync", frozen=True):
    """Something is missing here: send a snapshot."""


class Ping(WireMessage, tag="ping", frozen=True):
    """Still there; answered by `beat`."""


ClientMessage = (
    Hello
    | Act
    | NextRound
    | Sit
    | StandUp
    | Start
    | Reorder
    | ChangeRules
    | SetOptions
    | Ready
    | HandOver
    | Pause
    | Propose
    | Vote
    | Claim
    | Rematch
    | Say
    | Hint
    | Resync
    | Ping
)

# server → client


class Presence(Enum):
    """Whether the person of a seat is here. Bots always are."""

    HERE = "here"
    RECONNECTING = "reconnecting"
    """Lost a moment ago; nobody need worry yet."""
    AWAY = "away"
    STAND_IN = "stand_in"
    """A bot plays for them until they are back."""


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits in a seat, as everybody may see; name empty for an open seat.

    `left` is the time in seconds, from when this was sent, until a bot stands in for a person who is
    away; None where no time runs.
    """

    seat: int
    name: str
    kind: PlayerKind | None
    level: str | None
    connected: bool
    presence: Presence
    left: float | None
    ready: bool
    """Ready to start; during the game: has seen the round's result and waits for the next deal."""


class TableOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is run, apart from its house rules. Times in seconds."""

    chat: bool = True
    """Free text may be written. Phrases and reactions are always there."""
    spectators: bool = True
    listed: bool = False
    """Shown on the server's public list while seats are open."""
    grace: int = 60
    """How long a person may be away before a bot stands in: one of `GRACES`."""
    timer: int = 0
    """How long a turn may take: 0 (as long as it likes), `MIN_TIMER_S` … `MAX_TIMER_S`, or `GENEROUS_S`."""
    hints: bool = False
    """Whoever is asked may have a hint."""
    pace: Pace = Pace.AT_ONCE


class Proposal(msgspec.Struct, frozen=True):
    """What is voted on. It falls when one who must agree is against it, or when `left` seconds are over."""

    number: int
    kind: ProposalKind
    value: int | None
    by: int
    agreed: tuple[int, ...]
    waiting: tuple[int, ...]
    """The seats whose vote is still missing: persons who are here."""
    left: float


class TableNews(WireMessage, tag="table", frozen=True):
    """Everything at a table that is no part of the game; sent when it changes. Does not advance `seq`.

    Times are in seconds from when it was sent.
    """

    seats: tuple[SeatInfo, ...]
    host: int | None
    started: bool
    spectators: int
    code: str
    """The table's code, to be read out loud: `lumori47`."""
    options: TableOptions
    paused_by: str | None
    """The name of the person who paused the game; None while it goes on."""
    proposal: Proposal | None
    turn_left: float | None
    """How long those who are asked still have; None without a turn timer, or while it stands still."""
    next_table: str | None
    """The table of the rematch, once there is one: the same secret owns the same seat there."""


class Said(WireMessage, tag="said", frozen=True):
    """Somebody said something. Kept in memory only, never in the game's log or record."""

    number: int
    """Counts up at a table for as long as the server runs."""
    seat: int
    name: str
    kind: SayKind
    what: str
    at: float
    """When, in seconds since 1970, UTC."""


class Snapshot(WireMessage, tag="snapshot", frozen=True):
    """The whole table as this seat may see it: the answer to `hello` and `resync`.

    `missed` are the events after the `seq` of the hello, as this seat may see them, when there are few.
    """

    v: int
    table: str
    view: PlayerView
    news: TableNews
    missed: tuple[Event, ...] = ()
    talk: tuple[Said, ...] = ()
    """The last things said, oldest first."""


class Update(WireMessage, tag="update", frozen=True):
    """Events `after` + 1 … `view.seq` as this seat may see them, and the view after them.

    A client whose own seq is not `after` has missed something and sends `resync`.
    """

    after: int
    events: tuple[Event, ...]
    view: PlayerView


class HintedAction(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a legal action is worth, as far as the seat's view tells."""

    action: Action
    score: float
    """The score of this round that is to be expected, in points."""
    made: float
    """The chance that the bid is made, 0 … 1; where a trump is chosen, with the best bid after it."""
    tricks: tuple[float, ...]
    """The chance to win 0, 1, … of all tricks of the round; together 1."""
    bid: int | None = None
    """Where a trump is chosen: the best bid after it."""


class Hinted(WireMessage, tag="hinted", frozen=True):
    """The answer to the `hint` of this id: one entry for each of `view.legal` at `seq`, in that order.

    Only the socket that asked gets it. When the table is no longer at `seq` it is of no use.
    """

    id: str
    seq: int
    actions: tuple[HintedAction, ...]


class Ack(WireMessage, tag="ack", frozen=True):
    """The message `id` has done its work (now or when it came the first time); `seq` is the table's."""

    id: str
    seq: int


class Refused(WireMessage, tag="refused", frozen=True, omit_defaults=True):
    """The message `id` (None: one that could not be read) changed nothing, and why."""

    id: str | None
    reason: RefusalCode
    illegal: IllegalReason | None = None
    suit: Suit | None = None
    detail: str | None = None


class Beat(WireMessage, tag="beat", frozen=True):
    """The server is there; sent at least every 15 s."""

    seq: int


ServerMessage = Snapshot | Update | TableNews | Said | Hinted | Ack | Refused | Beat
