"""A score sheet as text: the pad, what is wrong with it, the standings, what comes next, the house rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rufen.core.sheet import (
    Cell,
    Problem,
    ProblemCode,
    RoundState,
    ScoredRound,
    ScoredSheet,
    Sheet,
    score,
)

__all__ = ["page"]

_CELL, _GAP = 10, 2
"""A cell of the pad, "3 of 2 −10", and the blanks before it."""


def page(sheet: Sheet, before: Sheet | None = None, *, width: int = 80) -> Iterator[RenderableType]:
    """The parts of the page from top to bottom; `before` is the sheet under its own rules."""
    scored = score(sheet)
    yield _heading(sheet, scored)
    yield from _pad(sheet, scored, width)
    yield from _adjustments(sheet, scored)
    yield from _problems(sheet, scored)
    yield _standings(sheet, scored, before)
    yield Text(_next(sheet, scored), style="bold")
    yield from _rules(sheet, before)


def _heading(sheet: Sheet, scored: ScoredSheet) -> Text:
    done = sum(this.state is RoundState.SCORED for this in scored.rounds)
    heading = Text(sheet.title or "Score sheet", style="bold")
    heading.append(f"  {sheet.created[:10]}, {done} of {len(scored.schedule)} rounds", style="not bold")
    return heading


def points(number: int) -> str:
    """A number of points with its sign."""
    return f"+{number}" if number > 0 else _number(number)


def _number(number: int) -> str:
    return str(number).replace("-", "−")


# --- the pad --------------------------------------------------------------------------------------------


def _pad(sheet: Sheet, scored: ScoredSheet, width: int) -> Iterator[RenderableType]:
    """The rounds begun; where the terminal is too narrow for everybody, some players after the others."""
    shown = [
        this for this in scored.rounds if any(c.bid is not None or c.tricks is not None for c in this.cells)
    ]
    if not shown:
        return
    seated = {cell.player for this in shown for cell in this.cells}
    everybody = [player.id for player in sheet.players if player.id in seated]
    marked = any(_marks(scored, this) for this in shown)
    first = 8 if marked else 5
    blocks = -(-len(everybody) // max(1, (width - first - 2) // (_CELL + _GAP)))
    together = -(-len(everybody) // blocks)
    for start in range(0, len(everybody), together):
        yield _block(sheet, scored, shown, everybody[start : start + together], first)
    if any(this.concealed for this in shown):
        yield Text("• deals   ? bids lie face down", style="dim")
    else:
        yield Text("• deals", style="dim")


def _block(
    sheet: Sheet, scored: ScoredSheet, rounds: Sequence[ScoredRound], players: Sequence[str], first: int
) -> Table:
    """The columns of some players; `first` is the width of the column of rounds."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, _GAP - 1), pad_edge=False)
    table.add_column("Round", justify="right", width=first, overflow="fold")
    for player in players:
        table.add_column(Text(sheet.name_of(player)), justify="right", min_width=_CELL, overflow="fold")
    for this in rounds:
        found = {cell.player: cell for cell in this.cells}
        wrong = [problem for problem in scored.problems if problem.round == this.number]
        cells = [
            _cell(found[player], this, [p for p in wrong if p.player == player]) if player in found else ""
            for player in players
        ]
        number = Group(Text(str(this.number), style="bold"), *_marks(scored, this))
        table.add_row(number, *cells, style="dim" if this.state is RoundState.OUTSIDE else "")
    return table


def _marks(scored: ScoredSheet, this: ScoredRound) -> list[Text]:
    """What is unusual about a round: its hand size, that it lies outside the game, what is wrong with it."""
    marks = []
    if this.hand_size not in (None, this.number):
        marks.append(Text(f"cards {this.hand_size}", style="dim"))
    if this.state is RoundState.OUTSIDE:
        marks.append(Text("outside the game"))
    return marks + [
        Text(_MARKS[problem.code], style="red")
        for problem in scored.problems
        if problem.round == this.number and problem.player is None
    ]


_MARKS = {
    ProblemCode.BID_MISSING: "no bid",
    ProblemCode.TRICKS_MISSING: "no tricks",
    ProblemCode.BID_RANGE: "bid wrong",
    ProblemCode.TRICKS_RANGE: "won wrong",
    ProblemCode.TRICKS_SUM: "bad sum",
    ProblemCode.BIDS_EVEN: "bids even",
    ProblemCode.TOO_MANY_CARDS: "too many cards",
}
"""What stands in the cell, or beside the round; the sentence follows below the pad."""


def _cell(cell: Cell, this: ScoredRound, wrong: Sequence[Problem]) -> RenderableType:
    deals = "• " if cell.player == this.dealer else ""
    lines: list[RenderableType] = []
    if cell.total is not None and cell.score is not None:
        lines.append(Text(deals + _number(cell.total), style="bold"))
        style = "green" if cell.bid == cell.tricks else "red"
        entry = Text(f"{cell.tricks} of {cell.bid} ")
        lines.append(entry.append(points(cell.score), style=style))
    else:
        bid = "" if cell.bid is None else "?" if this.concealed else str(cell.bid)
        won = f"{cell.tricks} of {bid or '–'}" if cell.tricks is not None else bid and f"bid {bid}"
        lines.append(Text(deals + (won or "–")))
    lines += [Text(_MARKS[problem.code], style="red") for problem in wrong]
    return Group(*lines)


def _adjustments(sheet: Sheet, scored: ScoredSheet) -> Iterator[RenderableType]:
    if not sheet.adjustments:
        return
    table = Table(box=None, title="Adjustments", title_justify="left", title_style="bold", show_header=False)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    for line in sheet.adjustments:
        where = f"from round {line.round}" if line.round else "from the beginning"
        outside = line.round > len(scored.schedule)
        if outside:
            where += ", outside the game: counts nothing"
        table.add_row(
            points(line.points),
            Text(sheet.name_of(line.player)),
            Text(f"{line.reason} ({where})"),
            style="dim" if outside else "",
        )
    yield Text()
    yield table


# --- what is wrong --------------------------------------------------------------------------------------


def _sentence(problem: Problem, names: str) -> str:
    """What is wrong, in words; `names` are those whom it concerns."""
    match problem.code:
        case ProblemCode.BID_MISSING:
            return f"no bid of {names}."
        case ProblemCode.TRICKS_MISSING:
            return f"no tricks of {names}."
        case ProblemCode.BID_RANGE:
            return f"{names} bid {problem.found}, but the hand has {problem.expected}."
        case ProblemCode.TRICKS_RANGE:
            return f"{names} took {problem.found}, but the hand has {problem.expected}."
        case ProblemCode.TRICKS_SUM:
            return f"the tricks add up to {problem.found} instead of {problem.expected}."
        case ProblemCode.BIDS_EVEN:
            return f"{names} made the bids even against the rule; scored all the same."
        case ProblemCode.TOO_MANY_CARDS:
            return f"{problem.found} cards each are more than sixty; {problem.expected} at most."


def _problems(sheet: Sheet, scored: ScoredSheet) -> Iterator[RenderableType]:
    if not scored.problems:
        return
    together: dict[Problem, list[str]] = {}
    for problem in scored.problems:
        name = "" if problem.player is None else sheet.name_of(problem.player)
        together.setdefault(msgspec.structs.replace(problem, player=None), []).append(name)
    yield Text()
    yield Text("To be put right", style="bold")
    for problem, names in together.items():
        yield Text(f"  Round {problem.round}: {_sentence(problem, _listed(names))}")


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# --- standings ------------------------------------------------------------------------------------------


def _standings(sheet: Sheet, scored: ScoredSheet, before: Sheet | None) -> Table:
    """Rank, player, bids made, behind the best, total; with other rules the total before, too."""
    old = {one.player: one.total for one in score(before).standings} if before is not None else {}
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1), pad_edge=False)
    table.add_column("Rank", justify="right")
    table.add_column("Player", overflow="fold")
    for name in ("Made", "Behind", *(["Before"] if before is not None else []), "Total"):
        table.add_column(name, justify="right")
    for one in scored.standings:
        player = Text(sheet.name_of(one.player))
        table.add_row(
            "left" if one.rank is None else str(one.rank),
            player,
            f"{one.made} of {one.rounds}",
            _number(one.behind) if one.behind else "",
            *([_number(old.get(one.player, 0)) + " →"] if before is not None else []),
            Text(_number(one.total), style="bold"),
            style="dim" if one.rank is None else "",
        )
    return table


def _next(sheet: Sheet, scored: ScoredSheet) -> str:
    if scored.over:
        first = [sheet.name_of(one.player) for one in scored.standings if one.rank == 1]
        perfect = [sheet.name_of(one.player) for one in scored.standings if one.perfect]
        won = f"{_listed(first)} {'wins' if len(first) == 1 else 'share the win'}"
        return f"Match over: {won}." + (f" Every bid made: {_listed(perfect)}." if perfect else "")
    asked = scored.asked
    if asked is None:
        return "Every round is entered. The match is over when what is wrong has been put right."
    this = scored.rounds[asked.round - 1]
    cards = "1 card" if this.hand_size == 1 else f"{this.hand_size} cards"
    what = "bids" if asked.what == "bid" else "says the tricks"
    text = (
        f"Next: round {asked.round} of {len(scored.schedule)}, {cards}, {sheet.name_of(this.dealer)} deals; "
        f"{sheet.name_of(asked.player)} {what}"
    )
    return f"{text}, but not {asked.forbidden}." if asked.forbidden is not None else f"{text}."


def _rules(sheet: Sheet, before: Sheet | None) -> Iterator[Text]:
    """The house rules that differ, and those that were changed for this print."""
    now = _differences(sheet)
    was = _differences(before) if before is not None else now
    if not now:
        yield Text("House rules: the standard game.")
    else:
        yield Text("House rules that differ from the standard game:")
    for name, value in now.items():
        changed = was.get(name) != value
        yield Text(f"  {name} = {value}" + (" (for this print)" if changed else ""))
    for name, value in was.items():
        if name not in now:
            yield Text(f"  {name} is as usual (for this print), in the file {value}")


def _differences(sheet: Sheet) -> dict[str, str]:
    rules: dict[str, object] = msgspec.json.decode(msgspec.json.encode(sheet.rules))
    return {name: _value(value) for name, value in rules.items()}


def _value(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
