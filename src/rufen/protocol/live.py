"""Every message of the socket `/live`: a score sheet followed on other phones, and their secret bids.

`rufen.protocol.typescript` writes the browser's types from here, `docs/protocol.md` describes the exchange.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any

import msgspec

from rufen.core.sheet.document import MAX_ROUNDS, MAX_TRICKS
from rufen.protocol.messages import Ping, Token, WireMessage

__all__ = [
    "LIVE_VERSION",
    "MAX_DOCUMENT_MESSAGE_BYTES",
    "Asking",
    "Bid",
    "Claim",
    "Follow",
    "LiveBeat",
    "LiveClientMessage",
    "LiveReason",
    "LiveRefused",
    "LiveServerMessage",
    "LiveState",
    "Own",
    "Publish",
    "Release",
    "Reveal",
    "Revealed",
    "Stop",
    "Unclaim",
]

LIVE_VERSION = 1
MAX_DOCUMENT_MESSAGE_BYTES = 65_536
"""The longest message of the sheet's owner; all others keep to `MAX_MESSAGE_BYTES`."""

LiveId = Annotated[str, msgspec.Meta(min_length=16, max_length=16, pattern=r"^[a-z2-7]+\Z")]
PlayerId = Annotated[str, msgspec.Meta(min_length=1, max_length=16, pattern=r"^[a-z0-9]+\Z")]
Round = Annotated[int, msgspec.Meta(ge=1, le=MAX_ROUNDS)]
BidValue = Annotated[int, msgspec.Meta(ge=0, le=MAX_TRICKS)]
Revision = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]


class LiveReason(Enum):
    """Why the server refused a message."""

    MALFORMED = "malformed"
    """Not JSON, or not a message of this protocol; `detail` says where."""
    TOO_LARGE = "too_large"
    UNSUPPORTED_VERSION = "unsupported_version"
    HELLO_EXPECTED = "hello_expected"
    """The first message of a connection is `own` or `follow`."""
    TOO_FAST = "too_fast"
    SHUTTING_DOWN = "shutting_down"
    UNKNOWN_SHEET = "unknown_sheet"
    """Nobody shows a sheet under this id now; that may change."""
    FULL = "full"
    """As many sheets, or as many phones at this one, as the server takes."""
    WRONG_ROLE = "wrong_role"
    """Only the phone that holds the sheet may do this, or only the others."""
    BAD_DOCUMENT = "bad_document"
    """Not a score sheet, or asking for what it does not; `detail` says where and what is allowed there."""
    SECRET_INSIDE = "secret_inside"
    """The document holds bids that are still secret."""
    UNKNOWN_PLAYER = "unknown_player"
    """Nobody of that id sits at this sheet."""
    CLAIMED = "claimed"
    """Another phone bids for this player."""
    NOT_CLAIMED = "not_claimed"
    """This phone bids for nobody."""
    NOT_ASKED = "not_asked"
    """Nobody waits for this bid: another round, shown already, or entered on the sheet."""
    BID_RANGE = "bid_range"
    """More than the hand size."""
    NOT_ALL_CHOSEN = "not_all_chosen"
    """Somebody has not chosen yet; `detail` names them by id."""


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The round whose bids are secret; `players` are those of whom the sheet holds no bid yet."""

    round: Round
    hand_size: BidValue
    players: tuple[PlayerId, ...]


# client → server


class Own(WireMessage, tag="own", frozen=True):
    """The first message of the phone that holds the sheet: its key makes the sheet's id."""

    v: int
    key: Token


class Follow(WireMessage, tag="follow", frozen=True):
    """The first message of any other phone; `token` is a secret it made, under which it can bid."""

    v: int
    sheet: LiveId
    token: Token | None = None


class Publish(WireMessage, tag="publish", frozen=True):
    """The sheet as it is now, without bids that are still secret. An older `revision` is passed over."""

    revision: Revision
    document: dict[str, Any]
    asking: Asking | None = None


class Reveal(WireMessage, tag="reveal", frozen=True):
    """Show the bids of this round: answered by `revealed` when everybody asked has chosen."""

    round: Round


class Release(WireMessage, tag="release", frozen=True):
    """This player is free again for another phone; what was chosen for them is forgotten."""

    player: PlayerId


class Stop(WireMessage, tag="stop", frozen=True):
    """The sheet is not shown any more."""


class Claim(WireMessage, tag="claim", frozen=True):
    """This phone bids for this player, and for no other."""

    player: PlayerId


class Unclaim(WireMessage, tag="unclaim", frozen=True):
    """This phone bids for nobody any more."""


class Bid(WireMessage, tag="bid", frozen=True):
    """The secret bid of the player claimed; may be changed until it is revealed."""

    round: Round
    value: BidValue


LiveClientMessage = Own | Follow | Publish | Reveal | Release | Stop | Claim | Unclaim | Bid | Ping

# server → client


class LiveState(WireMessage, tag="state", frozen=True):
    """How things are; sent after the first message and whenever something changes.

    `document` is null when this socket has been sent it before. `since` tells when the
    server came to know the sheet: a new number means that claims and bids are lost and should be sent again.
    """

    sheet: str
    since: int
    revision: int | None
    document: Any
    owner: bool
    """Whether the phone that holds the sheet is connected."""
    followers: int
    asking: Asking | None
    claimed: tuple[str, ...]
    """The players for whom a phone bids."""
    chosen: tuple[str, ...]
    """Those of `asking.players` whose phone has chosen."""
    claim: str | None
    """The player for whom this phone bids."""
    bid: int | None
    """What this phone has chosen for `asking.round`; nobody else is told."""


class Revealed(WireMessage, tag="revealed", frozen=True):
    """To the owner alone: the bids to enter, sent again after a reconnect until the sheet holds them."""

    round: int
    bids: dict[str, int]


class LiveRefused(WireMessage, tag="refused", frozen=True):
    """The last message changed nothing, and why."""

    reason: LiveReason
    detail: str | None = None


class LiveBeat(WireMessage, tag="beat", frozen=True):
    """The server is there."""


LiveServerMessage = LiveState | Revealed | LiveRefused | LiveBeat
