"""The WebSocket end point `/live`: sheets that are followed. Nothing of them is written anywhere."""

from __future__ import annotations

import base64
import hashlib
from typing import assert_never

import msgspec

from rufen.protocol.live import (
    LIVE_VERSION,
    MAX_DOCUMENT_MESSAGE_BYTES,
    Bid,
    Claim,
    Follow,
    LiveBeat,
    LiveClientMessage,
    LiveReason,
    LiveRefused,
    LiveServerMessage,
    Own,
    Publish,
    Release,
    Reveal,
    Stop,
    Unclaim,
)
from rufen.protocol.messages import MAX_MESSAGE_BYTES, CloseCode, Ping, RefusalCode
from rufen.server.clock import Clock
from rufen.server.connection import Connection
from rufen.server.endpoint import EndPoint
from rufen.server.live_sheet import LiveRefusal, LiveSheet
from rufen.server.settings import Limits
from rufen.table.commands import Refusal
from rufen.table.keys import key_of

__all__ = ["LiveSheets", "live_id_of"]

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(LiveClientMessage)

_OWNERS = Publish | Reveal | Release | Stop
_PHONES = Claim | Unclaim | Bid


def live_id_of(key: str) -> str:
    """The id of the sheet that a key owns: 80 bits of its SHA-256, as small letters and digits."""
    return base64.b32encode(hashlib.sha256(key.encode()).digest()[:10]).decode().lower()


def _encode(message: LiveServerMessage) -> str:
    return _encoder.encode(message).decode()


_BEAT = _encode(LiveBeat())


class _Followed:
    """A sheet and the sockets at it."""

    def __init__(self, sheet: LiveSheet, now: float) -> None:
        self.sheet = sheet
        self.members: dict[Connection, _Member] = {}
        self.away_since = now
        """When the last socket of the owner went, on the steady clock."""
        self._published: tuple[float, float] | None = None
        """How often it may be published at once after the last time, and when that was."""

    def may_publish(self, now: float, limits: Limits) -> bool:
        """Whether the owner may publish again, or does so too often."""
        left, then = self._published or (limits.live_burst, now)
        left = min(limits.live_burst, left + (now - then) * limits.live_rate)
        self._published = (left - 1 if left >= 1 else left, now)
        return left >= 1

    @property
    def owned(self) -> bool:
        """Whether the phone that holds the sheet is connected."""
        return any(member.owner for member in self.members.values())

    @property
    def followers(self) -> int:
        return sum(not member.owner for member in self.members.values())


class _Member:
    """A socket's place at a sheet. `phone` is the hash of its secret, None for one that only looks on."""

    def __init__(self, followed: _Followed, *, owner: bool, phone: str | None = None) -> None:
        self.followed = followed
        self.owner = owner
        self.phone = phone
        self.sent: msgspec.Raw | None = None
        """The document it was sent last."""


class LiveSheets(EndPoint[_Member]):
    """All sheets that are followed, and their sockets."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        super().__init__(clock, msgspec.structs.replace(limits, queue=limits.live_queue))
        self._sheets: dict[str, _Followed] = {}
        self._closing = False

    @property
    def closing(self) -> bool:
        return self._closing

    async def close(self) -> None:
        """Close every socket with "going away"; what is remembered goes with the process."""
        self._closing = True
        await super().close()

    def tick(self, now: float) -> None:
        """Beat, close the silent, and forget sheets whose owner has been away for long."""
        super().tick(now)
        for followed in list(self._sheets.values()):
            if not followed.owned and now - followed.away_since >= self._limits.live_idle_s:
                self._forget(followed)

    def _longest(self, place: _Member | None) -> int:
        return MAX_DOCUMENT_MESSAGE_BYTES if place is not None and place.owner else MAX_MESSAGE_BYTES

    def _beat(self, place: _Member) -> str:
        return _BEAT

    def _refused(self, message_id: str | None, refusal: Refusal) -> str:
        return _encode(LiveRefused(LiveReason(refusal.reason.value), refusal.detail))

    async def _take(self, connection: Connection, text: str) -> None:
        try:
            message = _decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            raise Refusal(RefusalCode.MALFORMED, str(error)[:200]) from None
        member = self._open[connection]
        if isinstance(message, Own | Follow):
            if member is not None:
                raise Refusal(RefusalCode.MALFORMED, "the first message is said once")
            self._enter(connection, message)
        elif member is None:
            raise Refusal(RefusalCode.HELLO_EXPECTED, "the first message is own or follow")
        elif isinstance(message, Ping):
            connection.beat(self._clock.steady(), _BEAT)
        else:
            try:
                self._do(connection, member, message)
            except LiveRefusal as refusal:
                connection.send(_encode(LiveRefused(refusal.reason, refusal.detail)))

    def _do(self, connection: Connection, member: _Member, message: _OWNERS | _PHONES) -> None:
        if isinstance(message, _OWNERS) != member.owner:
            who = "the phones that follow" if member.owner else "the phone that holds the sheet"
            raise LiveRefusal(LiveReason.WRONG_ROLE, f"for {who}")
        followed, sheet = member.followed, member.followed.sheet
        match message:
            case Publish():
                if not followed.may_publish(self._clock.steady(), self._limits):
                    detail = f"a sheet may be published {self._limits.live_rate:g} times a second"
                    raise LiveRefusal(LiveReason.TOO_FAST, detail)
                sheet.publish(message)
            case Reveal():
                connection.send(_encode(sheet.reveal(message.round)))
                return
            case Release():
                sheet.release(message.player)
            case Stop():
                self._forget(followed)
                return
            case Claim():
                sheet.claim(_phone_of(member), message.player)
            case Unclaim():
                sheet.unclaim(_phone_of(member))
            case Bid():
                sheet.bid(_phone_of(member), message.round, message.value)
            case _:
                assert_never(message)
        self._tell(followed)

    def _enter(self, connection: Connection, hello: Own | Follow) -> None:
        """Give a socket its place, or tell it why not and close."""
        try:
            member = self._place(hello)
        except LiveRefusal as refusal:
            connection.send(_encode(LiveRefused(refusal.reason, refusal.detail)))
            connection.close(CloseCode.REFUSED, refusal.reason.value)
            return
        self._open[connection] = member
        followed = member.followed
        followed.members[connection] = member
        self._tell(followed)
        if member.owner and followed.sheet.revealed is not None:
            connection.send(_encode(followed.sheet.revealed))

    def _place(self, hello: Own | Follow) -> _Member:
        if hello.v != LIVE_VERSION:
            raise LiveRefusal(LiveReason.UNSUPPORTED_VERSION, f"version {LIVE_VERSION} is spoken here")
        if isinstance(hello, Own):
            return _Member(self._of_key(hello.key), owner=True)
        followed = self._sheets.get(hello.sheet)
        if followed is None:
            raise LiveRefusal(LiveReason.UNKNOWN_SHEET, "nobody shows a sheet under this id now")
        if followed.followers >= self._limits.live_followers:
            most = self._limits.live_followers
            raise LiveRefusal(LiveReason.FULL, f"at most {most} phones may follow a sheet")
        return _Member(followed, owner=False, phone=key_of(hello.token) if hello.token is not None else None)

    def _of_key(self, key: str) -> _Followed:
        sheet_id = live_id_of(key)
        followed = self._sheets.get(sheet_id)
        if followed is None:
            self._make_room()
            sheet = LiveSheet(sheet_id, round(self._clock.now() * 1000))
            followed = self._sheets[sheet_id] = _Followed(sheet, self._clock.steady())
        return followed

    def _make_room(self) -> None:
        """A sheet whose owner is away makes way: when the owner comes back, everything is sent again."""
        if len(self._sheets) < self._limits.live_sheets:
            return
        away = [followed for followed in self._sheets.values() if not followed.owned]
        if not away:
            most = self._limits.live_sheets
            raise LiveRefusal(LiveReason.FULL, f"at most {most} sheets may be followed at once")
        self._forget(min(away, key=lambda followed: followed.away_since))

    def _leave(self, connection: Connection, place: _Member) -> None:
        followed = place.followed
        followed.members.pop(connection, None)
        if place.owner and not followed.owned:
            followed.away_since = self._clock.steady()
        if followed.sheet.document is None and not followed.members:
            self._forget(followed)
        else:
            self._tell(followed)

    def _forget(self, followed: _Followed) -> None:
        if self._sheets.get(followed.sheet.id) is followed:
            del self._sheets[followed.sheet.id]
        for connection in followed.members:
            refused = LiveRefused(LiveReason.UNKNOWN_SHEET, "this sheet is not shown any more")
            connection.send(_encode(refused))
            connection.close(CloseCode.REFUSED, refused.reason.value)
        followed.members.clear()

    @staticmethod
    def _tell(followed: _Followed) -> None:
        """Tell every socket how things are, with the document when it has not had it."""
        sheet = followed.sheet
        for connection, member in followed.members.items():
            known = member.owner or member.sent is sheet.document
            state = sheet.state(
                member.phone,
                owner=followed.owned,
                followers=followed.followers,
                document=None if known else sheet.document,
            )
            member.sent = sheet.document
            connection.send(_encode(state))


def _phone_of(member: _Member) -> str:
    if member.phone is None:
        raise LiveRefusal(LiveReason.NOT_CLAIMED, "a phone that bids makes a secret first")
    return member.phone
