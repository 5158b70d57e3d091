"""A thousand score sheets from a fixed seed, with what follows from them.

python -m tests.vectors.random_sheets        writes tests/vectors/random_sheets.json

`expected` holds, of what `rufen.core.sheet.score` says: `schedule`; `over`; `totals` and `ranks` by player,
for everybody with a standing; `scores`, a list a round with one entry a cell in seating order; `problems` as
`[round, player, code]`; `asked` as `[round, player, what, forbidden, offered]`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from rufen.core.house_rules import SETTINGS, SettingError, full_game_rounds
from rufen.core.sheet import (
    Adjust,
    ChangeRules,
    Deal,
    Edit,
    Enter,
    Player,
    Seat,
    Sheet,
    SheetError,
    Show,
    edit,
    new_sheet,
    score,
    sheet_to_builtins,
)
from rufen.core.sheet.document import hand_sizes, seating_of

from .writing import FOLDER, NAMES, json_text

TARGET = FOLDER / "random_sheets.json"
SEED, COUNT = 20261124, 1000
LETTERS = "abcdefgh"


def some_rules(chance: Random, players: int) -> dict[str, Any]:
    """House rules that players of this number may choose; mostly few and short rounds."""
    limit = full_game_rounds(players)
    rules: dict[str, Any] = {}
    for setting in SETTINGS.values():
        if setting.group == "rounds" or chance.random() < 0.6:
            continue
        if setting.kind == "choice":
            rules[setting.name] = chance.choice(setting.choices)
        elif setting.kind == "number":
            rules[setting.name] = chance.randrange(setting.minimum, setting.maximum + 1, setting.step)
    match chance.randrange(8):
        case 0:
            rules["round_mode"] = "full"
        case 1 | 2:
            hands = [chance.randint(1, limit) for _ in range(chance.randint(1, 6))]
            rules |= {"round_mode": "schedule", "hand_sizes": hands}
        case _:
            rules |= {"round_mode": "custom", "custom_round_count": chance.randint(1, min(6, limit))}
    if rules.get("bid_restriction", "none") != "none":
        rules.pop("bid_disclosure", None)
        if rules["bid_restriction"] == "dealer" and chance.random() < 0.5:
            rules["round_one_exempt"] = True
    return rules


def some_round(chance: Random, sheet: Sheet, number: int) -> Enter:
    """A round as it is played, and now and then with a mistake or unfinished."""
    seated = seating_of(sheet, number).players
    sizes = hand_sizes(sheet.rules, len(seated))
    size = sizes[number - 1] if number <= len(sizes) else 1
    tricks = dict.fromkeys(seated, 0)
    for _ in range(size):
        tricks[chance.choice(seated)] += 1
    bids: dict[str, int | None] = {}
    for player in seated:
        near = tricks[player] + chance.choice((-2, -1, -1, 0, 0, 0, 0, 0, 1, 1, 2))
        bids[player] = max(0, min(size, near))
    won: dict[str, int | None] = {**tricks}
    match chance.randrange(30):
        case 0:
            won[chance.choice(seated)] = chance.randint(0, size)
        case 1:
            bids[chance.choice(seated)] = None
        case 2:
            won[chance.choice(seated)] = None
        case 3:
            won = {}
        case 4:
            won = {}
            for player in seated[chance.randint(0, len(seated)) :]:
                bids[player] = None
    return Enter(number, bids, won, kept=chance.random() < 0.2)


def some_change(chance: Random, sheet: Sheet, number: int) -> Edit:
    """Something else that happens at a table after a round."""
    seated = list(seating_of(sheet, number).players)
    match chance.randrange(9):
        case 0 | 7 | 8:
            stays = [player for player in seated if chance.random() < 0.9]
            chance.shuffle(stays)
            here = [Player(letter, f"Player {letter}") for letter in LETTERS if letter not in stays]
            joining = here[: chance.randint(0, 2)]
            players = (*(Player(player, sheet.name_of(player)) for player in stays), *joining)
            return Seat(chance.randint(1, number + 1), players)
        case 1:
            return Deal(chance.randint(1, number + 1), chance.choice(seated))
        case 2 | 3:
            player = chance.choice(sheet.players).id
            points = chance.choice((-50, -10, -5, 5, 10, 25))
            id = f"l{len(sheet.adjustments)}"
            return Adjust(id, chance.randint(0, number + 2), player, points, "agreed")
        case 4:
            return Show(number)
        case 5:
            return Enter(chance.randint(1, number), bids={chance.choice(seated): chance.randint(0, number)})
        case _:
            return ChangeRules(some_rules(chance, len(seated)))


def some_sheet(chance: Random) -> Sheet:
    """A sheet as a table might have it."""
    players = chance.randint(3, 6)
    rules = some_rules(chance, players)
    sheet = new_sheet(NAMES[:players], rules, first_dealer=chance.randrange(players))
    count = len(hand_sizes(sheet.rules, players))
    played = chance.choice((count, count, min(count, chance.randint(0, 8))))
    eventful = chance.random() < 0.5
    for number in range(1, played + 1):
        with suppress(SheetError, SettingError):
            sheet = edit(sheet, some_round(chance, sheet, number))
        if eventful and chance.random() < 0.5:
            with suppress(SheetError, SettingError):
                sheet = edit(sheet, some_change(chance, sheet, number))
    return unfinished(chance, sheet) if chance.random() < 0.4 else sheet


def unfinished(chance: Random, sheet: Sheet) -> Sheet:
    """The sheet before its last round was played: bids are missing, the dealer's at least, or tricks."""
    begun = [this for this in score(sheet).rounds if any(cell.bid is not None for cell in this.cells)]
    if not begun:
        return sheet
    last = begun[-1]
    seated = [cell.player for cell in last.cells]
    at = seated.index(last.dealer) + 1
    in_turn = seated[at:] + seated[:at]
    missing = in_turn[chance.choice((0, 1, -1, -1, -1)) :]
    if chance.random() < 0.4:
        return edit(sheet, Enter(last.number, tricks=dict.fromkeys(missing)))
    return edit(sheet, Enter(last.number, bids=dict.fromkeys(missing), tricks=dict.fromkeys(seated)))


def expected(sheet: Sheet) -> dict[str, Any]:
    """The part of what follows that is written down."""
    scored = score(sheet)
    asked = scored.asked
    return {
        "schedule": list(scored.schedule),
        "over": scored.over,
        "totals": {standing.player: standing.total for standing in scored.standings},
        "ranks": {standing.player: standing.rank for standing in scored.standings},
        "scores": [[cell.score for cell in this.cells] for this in scored.rounds],
        "problems": [[problem.round, problem.player, problem.code.value] for problem in scored.problems],
        "asked": asked and [asked.round, asked.player, asked.what, asked.forbidden, asked.offered],
    }


def cases() -> Iterator[dict[str, Any]]:
    """Every case."""
    chance = Random(SEED)
    for number in range(COUNT):
        sheet = some_sheet(chance)
        yield {
            "about": f"random sheet {number}",
            "sheet": sheet_to_builtins(sheet),
            "expected": expected(sheet),
        }


def generate() -> str:
    """The whole file, a case a line."""
    return json_text(cases(), compact=True)


if __name__ == "__main__":
    TARGET.write_text(generate(), encoding="utf-8")
