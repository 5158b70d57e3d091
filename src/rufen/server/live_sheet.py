"""One sheet that is followed: what its phone last told, who bids from where, and the bids kept secret."""

from __future__ import annotations

from typing import Any

import msgspec

from rufen.core.house_rules import BidDisclosure
from rufen.core.sheet import ScoredRound, ScoredSheet, Sheet, SheetError, score, sheet_from, sheet_to_builtins
from rufen.core.sheet.document import seating_in_force
from rufen.protocol.live import Asking, LiveReason, LiveState, Publish, Revealed

__all__ = ["LiveRefusal", "LiveSheet"]


class LiveRefusal(Exception):
    """A message that changes nothing, and why."""

    def __init__(self, reason: LiveReason, detail: str | None = None) -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(detail or reason.value)


class LiveSheet:
    """The sheet without sockets; a phone is named by the hash of its secret.

    A bid leaves it in two ways only: `revealed`, once everybody asked has chosen, and `state` for the
    phone that chose it.
    """

    def __init__(self, sheet_id: str, since: int) -> None:
        self.id = sheet_id
        self.since = since
        self.revision: int | None = None
        self.document: msgspec.Raw | None = None
        self.revealed: Revealed | None = None
        """Bids that the owner has been given and the sheet does not hold yet.

        Until everybody's bid of that round has been published, nobody may be asked anew who was not asked
        then: no bid is looked at before the others are fixed without everybody seeing it.
        """
        self._asking: Asking | None = None
        self._seated: frozenset[str] = frozenset()
        self._phones: dict[str, str] = {}
        """The phone that bids for a player."""
        self._round = 0
        self._bids: dict[str, int] = {}
        """What was chosen for `_round`, by player."""

    def publish(self, message: Publish) -> None:
        """Take over what the owner says. Raises LiveRefusal: `bad_document`, `secret_inside`, `not_asked`."""
        try:
            sheet = sheet_from(message.document)
        except SheetError as error:
            raise LiveRefusal(LiveReason.BAD_DOCUMENT, str(error)) from None
        scored = score(sheet)
        _check_secrecy(sheet, scored)
        if message.asking is not None:
            _check_asking(message.asking, sheet, scored)
        if self.revision is not None and message.revision < self.revision:
            return
        given = self.revealed
        if given is not None and _all_bids_told(given.round, sheet, scored):
            given = None
        if given is not None and message.asking is not None and message.asking.round == given.round:
            _check_asked_before(message.asking, given)
        if given is not self.revealed:
            self.revealed = None
            self._bids.clear()
        self.revision = message.revision
        document = msgspec.json.encode(sheet_to_builtins(sheet))
        if self.document is None or document != bytes(self.document):
            self.document = msgspec.Raw(document)
        self._asking = message.asking
        self._seated = frozenset(seating_in_force(sheet).players)
        if message.asking is not None:
            self._seated |= frozenset(message.asking.players)
        self._settle()

    def _settle(self) -> None:
        """Forget what the newest sheet makes pointless."""
        asking = self._asking
        if asking is None:
            return
        if asking.round != self._round:
            self._round = asking.round
            self._bids.clear()
        self._bids = {
            player: bid
            for player, bid in self._bids.items()
            if player in asking.players and bid <= asking.hand_size
        }

    def claim(self, phone: str, player: str) -> None:
        """This phone bids for this player. Raises LiveRefusal: `unknown_player`, `claimed`."""
        if player not in self._seated:
            raise LiveRefusal(LiveReason.UNKNOWN_PLAYER, "nobody of that id sits here")
        if self._phones.get(player, phone) != phone:
            raise LiveRefusal(LiveReason.CLAIMED, "another phone bids for this player")
        if self.claim_of(phone) != player:
            self.unclaim(phone)
            self._phones[player] = phone

    def unclaim(self, phone: str) -> None:
        """This phone bids for nobody any more."""
        player = self.claim_of(phone)
        if player is not None:
            self.release(player)

    def release(self, player: str) -> None:
        """Nobody bids for this player any more."""
        self._phones.pop(player, None)
        self._bids.pop(player, None)

    def claim_of(self, phone: str | None) -> str | None:
        """The player for whom a phone bids."""
        return next((player for player, other in self._phones.items() if other == phone), None)

    def bid(self, phone: str, number: int, value: int) -> None:
        """Choose, or choose anew. Raises LiveRefusal: `not_claimed`, `not_asked`, `bid_range`."""
        player = self.claim_of(phone)
        if player is None:
            raise LiveRefusal(LiveReason.NOT_CLAIMED, "say first for whom this phone bids")
        asking = self._asking
        if asking is None or asking.round != number or player not in asking.players:
            raise LiveRefusal(LiveReason.NOT_ASKED, f"no bid of round {number} is waited for here")
        if self.revealed is not None and self.revealed.round == number:
            raise LiveRefusal(LiveReason.NOT_ASKED, f"the bids of round {number} are being shown")
        if value > asking.hand_size:
            raise LiveRefusal(LiveReason.BID_RANGE, f"a whole number 0 … {asking.hand_size}")
        self._bids[player] = value

    def reveal(self, number: int) -> Revealed:
        """The bids of the round, for the owner. Raises LiveRefusal: `not_asked`, `not_all_chosen`."""
        given = self.revealed
        if given is not None and given.round == number:
            return given
        if given is not None:
            raise LiveRefusal(LiveReason.NOT_ASKED, f"the bids of round {given.round} are being shown")
        asking = self._asking
        if asking is None or asking.round != number:
            raise LiveRefusal(LiveReason.NOT_ASKED, f"the bids of round {number} are not secret")
        missing = [player for player in asking.players if player not in self._bids]
        if missing:
            raise LiveRefusal(LiveReason.NOT_ALL_CHOSEN, " ".join(missing))
        revealed = Revealed(number, {player: self._bids[player] for player in asking.players})
        self.revealed = revealed if revealed.bids else None
        return revealed

    def state(self, phone: str | None, *, owner: bool, followers: int, document: Any) -> LiveState:
        """How things are, as this phone may know it."""
        claim = self.claim_of(phone) if phone is not None else None
        asking = self._asking
        return LiveState(
            sheet=self.id,
            since=self.since,
            revision=self.revision,
            document=document,
            owner=owner,
            followers=followers,
            asking=asking,
            claimed=tuple(self._phones),
            chosen=tuple(p for p in asking.players if p in self._bids) if asking is not None else (),
            claim=claim,
            bid=self._bids.get(claim) if claim is not None and asking is not None else None,
        )


def _check_secrecy(sheet: Sheet, scored: ScoredSheet) -> None:
    for this in scored.rounds:
        at = this.number - 1
        if this.concealed and at < len(sheet.rounds) and sheet.rounds[at].bids:
            raise LiveRefusal(LiveReason.SECRET_INSIDE, f"rounds[{at}].bids: none while they are secret")


def _check_asking(asking: Asking, sheet: Sheet, scored: ScoredSheet) -> None:
    """A document holds no bid of a concealed round, though the sheet may: there, fewer may be asked."""
    this = _round(asking.round, scored)
    without = () if this is None else tuple(cell.player for cell in this.cells if cell.bid is None)
    asked = set(asking.players)
    if (
        this is None
        or sheet.rules.bid_disclosure is BidDisclosure.OPEN
        or this.hand_size != asking.hand_size
        or len(asked) != len(asking.players)
        or not (asked <= set(without) if this.concealed else asked == set(without))
    ):
        detail = "asking: a round whose bids are secret, its hand size, and the players who have not bid"
        raise LiveRefusal(LiveReason.BAD_DOCUMENT, detail)


def _check_asked_before(asking: Asking, given: Revealed) -> None:
    anew = [player for player in asking.players if player not in given.bids]
    if anew:
        detail = f"round {given.round} is being shown, and the sheet had the bids of {' '.join(anew)}"
        raise LiveRefusal(LiveReason.NOT_ASKED, detail)


def _all_bids_told(number: int, sheet: Sheet, scored: ScoredSheet) -> bool:
    """Whether everybody can see the bids of a round, or none of it are secret any more."""
    this = _round(number, scored)
    if this is None or sheet.rules.bid_disclosure is BidDisclosure.OPEN:
        return True
    return all(cell.bid is not None for cell in this.cells)


def _round(number: int, scored: ScoredSheet) -> ScoredRound | None:
    return next((this for this in scored.rounds if this.number == number), None)
