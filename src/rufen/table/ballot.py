"""A vote that is open at a table."""

from __future__ import annotations

from collections.abc import Collection

from rufen.protocol.messages import Proposal, ProposalKind

__all__ = ["VOTE_S", "Ballot"]

VOTE_S = 60.0
"""How long a proposal stands, in seconds."""


class Ballot:
    """What is proposed and who has agreed. `here` are those who are asked: `Table.voters`."""

    def __init__(
        self, number: int, kind: ProposalKind, value: int | None, by: int, origin: str, now: float
    ) -> None:
        self.number = number
        self.kind = kind
        self.value = value
        self.by = by
        self.origin = origin
        self.deadline = now + VOTE_S
        self._agreed = {by}
        self._against: set[int] = set()

    def vote(self, seat: int, agree: bool) -> None:
        """A seat is for or against; it may change its mind."""
        (self._agreed if agree else self._against).add(seat)
        (self._against if agree else self._agreed).discard(seat)

    def accepted(self, here: Collection[int]) -> bool:
        """Whether enough of those who are here agree: all, or more than half to end the game."""
        agreed = len(self._agreed.intersection(here))
        if self.kind is ProposalKind.END:
            return agreed * 2 > len(here)
        return agreed == len(here) > 0

    def fallen(self, here: Collection[int], now: float) -> bool:
        """Whether it cannot be accepted any more, is withdrawn, or its time is over."""
        if now >= self.deadline or self.by in self._against:
            return True
        against = len(self._against.intersection(here))
        return against * 2 >= len(here) if self.kind is ProposalKind.END else against > 0

    def told(self, here: Collection[int], now: float) -> Proposal:
        """What everybody is told."""
        waiting = tuple(seat for seat in sorted(here) if seat not in self._agreed | self._against)
        agreed = tuple(sorted(self._agreed))
        return Proposal(
            self.number, self.kind, self.value, self.by, agreed, waiting, max(0.0, self.deadline - now)
        )
