"""Taking back actions: never across what somebody has seen, because nobody can forget it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rufen.core.actions import IllegalAction, IllegalReason
from rufen.core.events import (
    ActionsTakenBack,
    BidPlaced,
    BidsShown,
    CardPlayed,
    Event,
    GameAborted,
    GameEnded,
    RoundScored,
    RoundStarted,
    TricksClaimed,
    TrumpChosen,
    TurnUpShown,
)

__all__ = ["take_back"]


def take_back(log: Sequence[Event], seat: int | None = None) -> ActionsTakenBack:
    """Take back the last action with all it brought about, or a seat's last one with all that came after.

    Raises IllegalAction: nothing to take back, the game is over, or taking back would reach across a deal,
    across bids that were shown or across a claim, which shows a hand.
    """
    for seq, event in _backwards(log):
        match event:
            case TrumpChosen() | BidPlaced() | CardPlayed():
                if seat is None or event.seat == seat:
                    return ActionsTakenBack(seq - 1)
            case BidsShown() | TricksClaimed():
                raise IllegalAction(IllegalReason.BEYOND_REVEAL)
            case GameAborted():
                raise IllegalAction(IllegalReason.GAME_OVER)
            case RoundScored() | GameEnded():
                raise IllegalAction(IllegalReason.BEYOND_DEAL)
            case TurnUpShown() if seat is None:
                raise IllegalAction(IllegalReason.BEYOND_DEAL)
            case RoundStarted() if event.number > 1:
                # Every seat has bid in the round before.
                raise IllegalAction(IllegalReason.BEYOND_DEAL)
            case RoundStarted():
                break
    raise IllegalAction(IllegalReason.NOTHING_TO_TAKE_BACK)


def _backwards(log: Sequence[Event]) -> Iterator[tuple[int, Event]]:
    """The events that still count with their `seq`, last first; only as much of the log is read as is asked.

    An action that is taken back still counted at that time, so what lies before `to_seq` counts if it did
    then: the events that an earlier taking back undid lie wholly on one side of it.
    """
    seq = len(log)
    while seq:
        event = log[seq - 1]
        if isinstance(event, ActionsTakenBack):
            seq = event.to_seq
        else:
            yield seq, event
            seq -= 1
