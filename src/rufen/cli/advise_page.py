"""The page that `rufen advise` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from rufen.core.actions import Action, ChooseTrump, PlaceBid
from rufen.core.cards import Card
from rufen.core.fields import format_rules
from rufen.core.view import PlayerView
from rufen.players.advice import Judged

__all__ = ["page"]

_GAP = 2
"""Blanks between two columns."""
_LIST = "tricks:%"
_LEAST = 0.005
"""A chance below this is not written as a number."""


_READING = (
    "points: expected score of the round; made %: chance that the bid is made; "
    "the others: chance in % of that many tricks in the round (· below ½)"
)


def page(view: PlayerView, judged: Sequence[Judged], *, width: int) -> Iterator[RenderableType]:
    """What was understood, the best action, and all of them as a table no wider than `width`."""
    kind = _kind(judged[0].action)
    yield Text(f"Seat {view.seat}, {kind}: {_name(judged[0].action)} is best", style="bold")
    for line in _situation(view):
        yield Text(line, style="dim")
    rows = [_figures(each) for each in judged]
    tricks = [str(number) for number in range(view.hand_size + 1)]
    chances = [[_percent(chance) for chance in each.tricks] for each in judged]
    columns = [kind, "points", "made %", *tricks]
    cells = [[*row, *chance] for row, chance in zip(rows, chances, strict=True)]
    widths = [max(map(len, column)) for column in zip(columns, *cells, strict=True)]
    if sum(widths) + _GAP * (len(widths) + 1) <= width:
        yield _table(columns, cells, judged)
    else:
        lists = [
            [*row, " ".join(f"{k}:{chance}" for k, chance in enumerate(each) if chance != "·")]
            for row, each in zip(rows, chances, strict=True)
        ]
        yield _table([kind, "points", "made %", _LIST], lists, judged)
    yield Text(_READING, style="dim")


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], judged: Sequence[Judged]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for name in columns:
        text = name in (columns[0], _LIST)
        table.add_column(name, justify="left" if text else "right", no_wrap=name != _LIST)
    for row, each in zip(rows, judged, strict=True):
        table.add_row(*row, style="bold" if each.action == judged[0].action else None)
    return table


def _figures(each: Judged) -> list[str]:
    points = f"{each.score:+.1f}".replace("-", "−")
    return [_name(each.action), points, f"{100 * each.made:.0f}"]


def _percent(chance: float) -> str:
    return "·" if chance < _LEAST else f"{100 * chance:.0f}"


def _kind(action: Action) -> str:
    if isinstance(action, ChooseTrump):
        return "trump"
    return "bid" if isinstance(action, PlaceBid) else "card"


def _name(action: Action) -> str:
    if isinstance(action, ChooseTrump):
        return str(action.suit)
    return str(action.bid if isinstance(action, PlaceBid) else action.card)


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _situation(view: PlayerView) -> Iterator[str]:
    """The position in words, also what was not written but follows."""
    last, size = len(view.schedule), view.hand_size
    yield (
        f"round {view.round_number} of {last}, {size} {'card' if size == 1 else 'cards'} each, "
        f"seat {view.dealer} of 0–{view.seats - 1} dealt; rules {format_rules(view.rules)}"
    )
    up = "no card turned up" if view.turn_up is None else f"{view.turn_up} turned up"
    trump = view.trump or ("to be named" if view.phase.value == "choosing_trump" else "none")
    yield f"{up}, trump {trump}; hand {_cards(view.hand)}"
    if any(view.has_bid):
        placed = zip(view.bids, view.has_bid, strict=True)
        bids = " ".join("-" if not has else "?" if bid is None else str(bid) for bid, has in placed)
        won = " ".join(map(str, view.tricks_won))
        yield f"by seat: bids {bids}" + (f"; tricks won {won}" if view.phase.value == "playing" else "")
    if view.trick is not None and view.trick.cards:
        suit = view.trick.follow
        yield (
            f"on the table {_cards(view.trick.cards)}, led by seat {view.trick.leader}"
            + (f"; {suit} to follow" if suit is not None else "")
        )
