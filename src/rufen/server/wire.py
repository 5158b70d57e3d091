"""Messages to text and back."""

from __future__ import annotations

import msgspec

from rufen.protocol.messages import ActionId, ClientMessage, RefusalCode, Refused, ServerMessage
from rufen.table.commands import Refusal

__all__ = ["decode", "encode", "id_of", "refused"]


class _Id(msgspec.Struct):
    id: ActionId


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(ClientMessage)
_ids = msgspec.json.Decoder(_Id)


def encode(message: ServerMessage) -> str:
    """A message as JSON."""
    return _encoder.encode(message).decode()


def decode(text: str) -> ClientMessage:
    """A client's message. Raises Refusal that says where it is wrong."""
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise Refusal(RefusalCode.MALFORMED, str(error)[:200]) from None


def refused(action_id: str | None, refusal: Refusal) -> str:
    """The answer to a message that changed nothing."""
    return encode(Refused(action_id, refusal.reason, refusal.illegal, refusal.suit, refusal.detail))


def id_of(text: str) -> str | None:
    """The id of a message that is wrong otherwise, so that its sender need not send it again."""
    try:
        return _ids.decode(text).id
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
