"""The score sheet of a table with real cards (R8): what is written on it, its changes, and what follows.

>>> from rufen.core.sheet import Enter, edit, new_sheet, score
>>> sheet = new_sheet(["Anna", "Ben", "Cara"], {"round_mode": "custom", "custom_round_count": 1})
>>> sheet = edit(sheet, Enter(1, bids={"a": 0, "b": 1, "c": 0}, tricks={"a": 0, "b": 0, "c": 1}))
>>> [(sheet.name_of(s.player), s.rank, s.total) for s in score(sheet).standings]
[('Anna', 1, 20), ('Ben', 2, -10), ('Cara', 2, -10)]
"""

from rufen.core.sheet.document import (
    Dealer,
    Entries,
    Line,
    Player,
    Seating,
    Sheet,
    SheetError,
    new_sheet,
)
from rufen.core.sheet.edits import (
    Adjust,
    ChangeRules,
    Deal,
    Edit,
    Enter,
    Rename,
    Seat,
    Show,
    Title,
    Unadjust,
    edit,
)
from rufen.core.sheet.file import format_sheet, parse_sheet, sheet_from, sheet_to_builtins
from rufen.core.sheet.results import (
    Asked,
    Cell,
    Problem,
    ProblemCode,
    RoundState,
    ScoredRound,
    ScoredSheet,
    Standing,
)
from rufen.core.sheet.scored import score

__all__ = [
    "Adjust",
    "Asked",
    "Cell",
    "ChangeRules",
    "Deal",
    "Dealer",
    "Edit",
    "Enter",
    "Entries",
    "Line",
    "Player",
    "Problem",
    "ProblemCode",
    "Rename",
    "RoundState",
    "ScoredRound",
    "ScoredSheet",
    "Seat",
    "Seating",
    "Sheet",
    "SheetError",
    "Show",
    "Standing",
    "Title",
    "Unadjust",
    "edit",
    "format_sheet",
    "new_sheet",
    "parse_sheet",
    "score",
    "sheet_from",
    "sheet_to_builtins",
]
