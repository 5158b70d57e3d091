"""Score sheets and what follows from them: the cases that both languages read.

python -m tests.vectors.sheets        writes tests/vectors/sheets.json

Every sheet is told with the totals and ranks that it must have, worked out by hand; the rest of `expected`
(cells, problems, who is asked) is what `rufen.core.sheet.score` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from rufen.core.house_rules import SETTINGS
from rufen.core.sheet import Seating, Sheet, score, sheet_to_builtins

from .writing import FOLDER, custom, json_text, sheet, sizes

TARGET = FOLDER / "sheets.json"


class Told(NamedTuple):
    """A sheet with its totals and ranks by player in the order of the sheet's players.

    `-` is the rank of somebody who has left, or the total and rank of somebody without a standing.
    `problems` are `round:player:code`, without a player where the round is meant.
    """

    about: str
    sheet: Sheet
    totals: str
    ranks: str
    over: bool = False
    problems: str = ""


WORKED = (
    "1 0 0 1 / 1 0 0 0",
    "1 1 0 2 / 0 1 1 0",
    "2 0 1 1 / 2 0 1 0",
    "1 2 0 1 / 2 2 0 0",
    "2 1 3 0 / 2 1 1 1",
)
"""The worked example of the rules: Anna, Ben, Cara and Dan."""


def worked_example() -> Iterator[Told]:
    """R5, R6: the game played through, whole, in parts, and by other schedules."""
    flat, double = custom(5), custom(5, zero_bid_scoring="double_bonus")
    yield Told("the worked example", sheet(4, flat, *WORKED), "90 140 40 -60", "2 1 3 4", True)
    yield Told(
        "the worked example, zero counts double", sheet(4, double, *WORKED), "90 180 80 -60", "2 1 3 4", True
    )
    yield Told(
        "the worked example shrunk to three rounds",
        sheet(4, custom(3), *WORKED),
        "60 70 40 -40",
        "2 1 3 4",
        True,
    )
    yield Told(
        "the worked example grown to seven rounds", sheet(4, custom(7), *WORKED), "90 140 40 -60", "2 1 3 4"
    )
    yield Told("the worked example in a full game", sheet(4, {}, *WORKED), "90 140 40 -60", "2 1 3 4")
    bonus = {"last_round_bonus": 50}
    yield Told(
        "the last-round bonus follows a shrunken game",
        sheet(4, custom(3, **bonus), *WORKED),
        "110 120 90 -40",
        "2 1 3 4",
        True,
    )
    yield Told(
        "the last-round bonus waits in a grown game",
        sheet(4, custom(6, **bonus), *WORKED),
        "90 140 40 -60",
        "2 1 3 4",
    )
    yield Told("four rounds of the worked example", sheet(4, flat, *WORKED[:4]), "50 110 60 -50", "3 1 2 4")


SMALL = ("0 1 1 / 0 1 0", "0 1 1 / 0 1 1", "0 2 1 / 0 2 1")
"""Anna and Ben make every bid; the bids of rounds 2 and 3 are even, dealt by Ben and Cara. 60, 100, 50."""

ENDS: dict[str, tuple[tuple[Any, str, str], ...]] = {
    "exact_bonus": ((0, "0 40 10", "3 1 2"), (50, "150 190 110", "2 1 3")),
    "points_per_trick": ((0, "60 60 30", "1 1 3"), (20, "60 140 70", "3 1 2")),
    "miss_penalty": ((0, "60 100 60", "2 1 2"), (30, "60 100 30", "2 1 3")),
    "zero_bid_scoring": (
        ("flat_bonus", "60 100 50", "2 1 3"),
        ("double_bonus", "120 100 50", "1 2 3"),
        ("per_card", "90 100 50", "2 1 3"),
    ),
    "bid_restriction": tuple(
        (choice, "60 100 50", "2 1 3") for choice in ("none", "leader", "leader_zero_allowed", "dealer")
    ),
    "round_one_exempt": ((False, "60 100 50", "2 1 3"), (True, "60 100 50", "2 1 3")),
    "bid_disclosure": tuple((choice, "60 100 50", "2 1 3") for choice in ("open", "hidden", "delayed")),
    "perfect_game_bonus": ((0, "60 100 50", "2 1 3"), (100, "160 200 50", "2 1 3")),
    "last_round_bonus": ((0, "60 100 50", "2 1 3"), (50, "110 150 100", "2 1 3")),
    "even_bids_dealer_penalty": ((0, "60 100 50", "2 1 3"), (50, "60 50 0", "1 2 3")),
    "tie_break": tuple((choice, "60 100 50", "2 1 3") for choice in ("share", "most_exact", "highest_round")),
    "last_round_trump": tuple((choice, "60 100 50", "2 1 3") for choice in ("natural", "never")),
    "wizard_lead": tuple((choice, "60 100 50", "2 1 3") for choice in ("free", "next_sets_suit")),
    "jester_lead": tuple((choice, "60 100 50", "2 1 3") for choice in ("next_sets_suit", "free")),
}
MARKED = {
    "leader": "2:b:bids_even",
    "leader_zero_allowed": "2:b:bids_even",
    "dealer": "2:b:bids_even 3:c:bids_even",
}


def both_ends() -> Iterator[Told]:
    """R7: every setting at both ends of its range."""
    for name, ends in ENDS.items():
        for value, totals, ranks in ends:
            settings = {name: value} | ({"bid_restriction": "dealer"} if value is True else {})
            marked = MARKED.get(settings.get("bid_restriction", ""), "")
            yield Told(
                f"{name} = {value}", sheet(3, custom(3, **settings), *SMALL), totals, ranks, True, marked
            )
    whole, first = "60 100 50", "20 30 -10"
    yield Told("round_mode = full", sheet(3, {}, *SMALL), whole, "2 1 3")
    yield Told("custom_round_count = 1", sheet(3, custom(1), *SMALL), first, "2 1 3", True)
    yield Told("custom_round_count = 20", sheet(3, custom(20), *SMALL), whole, "2 1 3")
    yield Told("hand_sizes of one round", sheet(3, sizes(1), *SMALL), first, "2 1 3", True)
    sums = "2::tricks_sum 3:b:bid_range 3:b:tricks_range 3::tricks_sum"
    yield Told("hand_sizes of sixty rounds", sheet(3, sizes(*[1] * 60), *SMALL), first, "2 1 3", False, sums)
    yield Told("the same hand sizes as a list", sheet(3, sizes(1, 2, 3), *SMALL), whole, "2 1 3", True)
    large = "20 0 0 / 20 0 0"
    yield Told("the largest hand", sheet(3, sizes(20), large), "220 20 20", "1 2 2", True)
    per_card = sizes(20, zero_bid_scoring="per_card")
    yield Told("a bid of zero with the largest hand", sheet(3, per_card, large), "220 120 120", "1 2 2", True)
    everything = custom(
        3, exact_bonus=50, points_per_trick=20, miss_penalty=30, zero_bid_scoring="double_bonus",
        perfect_game_bonus=100, last_round_bonus=50, even_bids_dealer_penalty=50,
    )  # fmt: skip
    # Anna 100 + 100 + 150 + 100, Ben 70 + 70 − 50 + 90 + 50 + 100, Cara −30 + 70 + 70 + 50 − 50
    yield Told("everything at its most", sheet(3, everything, *SMALL), "450 330 110", "1 2 3", True)
    nothing = custom(3, exact_bonus=0, points_per_trick=0, miss_penalty=0)
    yield Told("everything at its least", sheet(3, nothing, *SMALL), "0 0 0", "1 1 1", True)


TIED = ("1 1 1 / 0 0 1", "1 0 0 / 0 0 2", "3 0 0 / 3 0 0")
"""30 for everybody: Anna one bid made (50), Ben two (20, 20), Cara two (30, 20)."""
COUNTED = ("1 1 0 / 1 0 0", "1 1 0 / 1 1 0", "2 0 0 / 0 0 3", "1 1 4 / 0 0 4")
"""30, 30, 70: Anna has two rounds of 30, Ben one; both made two bids."""


def ties() -> Iterator[Told]:
    """R6.2."""
    for tie_break, tied, counted in (
        ("share", "1 1 1", "2 2 1"),
        ("most_exact", "3 1 1", "2 2 1"),
        ("highest_round", "1 3 2", "2 3 1"),
    ):
        yield Told(
            f"three tied, {tie_break}",
            sheet(3, custom(3, tie_break=tie_break), *TIED),
            "30 30 30",
            tied,
            True,
        )
        yield Told(
            f"two tied, {tie_break}",
            sheet(3, custom(4, tie_break=tie_break), *COUNTED),
            "30 30 70",
            counted,
            True,
        )
        empty = sheet(5, {"tie_break": tie_break})
        yield Told(f"nothing played, {tie_break}", empty, "0 0 0 0 0", "1 1 1 1 1")
        lines = [(0, "a", 10), (0, "b", 10)]
        levelled = sheet(3, custom(1, tie_break=tie_break), "0 0 1 / 0 0 1", lines=lines)
        ranks = {"share": "1 1 1", "most_exact": "1 1 1", "highest_round": "2 2 1"}[tie_break]
        yield Told(f"levelled by adjustments, {tie_break}", levelled, "30 30 30", ranks, True)


def few_and_many() -> Iterator[Told]:
    """R2.1, R5.3, R5.6: three to six players, negative totals, zero bids only."""
    yield Told("everybody below zero", sheet(3, custom(1), "1 1 0 / 0 0 1"), "-10 -10 -10", "1 1 1", True)
    deep = sheet(4, sizes(15, miss_penalty=30), "15 15 15 0 / 0 0 0 15")
    yield Told("far below zero", deep, "-450 -450 -450 -450", "1 1 1 1", True)
    zeros = ("0 0 0 0 0 / 1 0 0 0 0", "0 0 0 0 0 / 0 0 0 0 2")
    for choice, totals in (
        ("flat_bonus", "10 40 40 40 0"),
        ("double_bonus", "30 80 80 80 20"),
        ("per_card", "20 55 55 55 5"),
    ):
        zero = sheet(5, custom(2, zero_bid_scoring=choice), *zeros)
        yield Told(f"all bids zero, {choice}", zero, totals, "4 1 1 1 5", True)
    for players, ranks in ((3, "3 1 1"), (4, "4 1 1 1"), (5, "5 1 1 1 1"), (6, "6 1 1 1 1 1")):
        last = 60 // players
        nothing = " ".join("0" * (players - 1))
        texts = [f"0 {nothing} / {size} {nothing}" for size in range(1, last + 1)]
        totals = f"{-10 * last * (last + 1) // 2}" + f" {20 * last}" * (players - 1)
        yield Told(f"a full game of {players}", sheet(players, {}, *texts), totals, ranks, True)
        before = f"{-10 * last * (last - 1) // 2}" + f" {20 * (last - 1)}" * (players - 1)
        yield Told(
            f"a full game of {players} but for the last round", sheet(players, {}, *texts[:-1]), before, ranks
        )


def in_progress() -> Iterator[Told]:
    """R8.1: what is asked next, and when what bonus comes."""
    rules = custom(3, perfect_game_bonus=50, last_round_bonus=20)
    done = SMALL[:2]
    before = "40 60 20"
    for about, text in (
        ("nothing of the last round", ""),
        ("one bid of the last round", "1 - -"),
        ("the dealer's bid alone", "- - 1"),
        ("two bids of the last round", "0 2 -"),
        ("all bids of the last round", "0 2 1"),
        ("one trick count", "0 2 1 / 0 - -"),
        ("what remains is offered", "0 2 1 / 0 2 -"),
        ("nothing remains", "0 2 1 / 3 0 -"),
    ):
        yield Told(about, sheet(3, rules, *done, *([text] if text else [])), before, "2 1 3")
    yield Told("the bonuses at the end", sheet(3, rules, *SMALL), "130 170 70", "2 1 3", True)
    too_many = sheet(3, rules, *done, "0 2 1 / 2 2 -")
    yield Told("more tricks than there are", too_many, before, "2 1 3", False, "3::tricks_sum")
    yield Told("the first bid of all", sheet(4, {}, "- 1 - -"), "0 0 0 0", "1 1 1 1")
    gap = sheet(3, custom(4, perfect_game_bonus=50), SMALL[0], "- - - / - - -", SMALL[2])
    holes = " ".join(f"2:{p}:{what}_missing" for p in "abc" for what in ("bid", "tricks"))
    yield Told("a round left out", gap, "40 70 20", "2 1 3", False, holes)
    # behind 80 with three cards: a made bid of three reaches 50 and with the last-round bonus 80
    behind = sheet(3, custom(3, last_round_bonus=30), "0 1 1 / 0 1 0", "0 2 0 / 0 2 0", lines=[(0, "c", -30)])
    yield Told("what is needed to catch up", behind, "40 70 -20", "2 1 3")
    double = sheet(3, custom(3, zero_bid_scoring="double_bonus"), "0 1 1 / 0 1 0", "1 0 1 / 1 0 1")
    yield Told("a bid of zero catches up", double, "70 70 20", "1 1 3")


def wrong() -> Iterator[Told]:
    """R8.2: marked, not scored, and nothing else blocked."""
    rules = custom(3, perfect_game_bonus=50)
    few = sheet(3, rules, SMALL[0], "0 1 1 / 0 1 0", SMALL[2])
    yield Told("tricks too few", few, "40 70 20", "2 1 3", False, "2::tricks_sum")
    many = sheet(3, rules, SMALL[0], "0 1 1 / 1 1 1", SMALL[2])
    yield Told("tricks too many", many, "40 70 20", "2 1 3", False, "2::tricks_sum")
    last = sheet(3, rules, *SMALL[:2], "0 2 1 / 0 0 0")
    yield Told(
        "the last round is wrong, the game is not over", last, "40 60 20", "2 1 3", False, "3::tricks_sum"
    )
    bid = sheet(3, rules, SMALL[0], "0 - 1 / 0 1 1", SMALL[2])
    yield Told("a bid is missing", bid, "40 70 20", "2 1 3", False, "2:b:bid_missing")
    trick = sheet(3, rules, SMALL[0], "0 1 1 / 0 1 -", SMALL[2])
    yield Told("a trick count is missing", trick, "40 70 20", "2 1 3", False, "2:c:tricks_missing")
    counting = sheet(3, rules, "0 - 1 / 0 - -")
    yield Told(
        "a bid is missing when tricks are entered", counting, "0 0 0", "1 1 1", False, "1:b:bid_missing"
    )
    smaller = sheet(3, sizes(3, 2, 1), *SMALL)
    codes = "1::tricks_sum 3:b:bid_range 3:b:tricks_range 3::tricks_sum"
    yield Told("hand sizes changed below what was entered", smaller, "20 30 30", "3 1 1", False, codes)
    bid_only = sheet(3, sizes(1, 1), "0 1 1 / 0 1 0", "2 0 0 / 1 0 0")
    yield Told("a bid above the hand", bid_only, "20 30 -10", "2 1 3", False, "2:a:bid_range")
    crowded = sheet(6, sizes(12, 2), "2 2 2 2 2 2 / 2 2 2 2 2 2", "0 1 1 / 0 1 1", seatings={2: "abc"})
    yield Told("more cards than sixty", crowded, "20 30 30 0 0 0", "3 1 1 - - -", False, "1::too_many_cards")
    foreign = sheet(3, custom(1), "0 1 0 0 / 0 1 0 0", seatings={1: "abcd"}, joined="d")
    seated = msgspec.structs.replace(foreign, seatings=(Seating(1, ("a", "b", "c")),))
    yield Told("entries of somebody who does not sit there", seated, "20 30 20 0", "2 1 2 -", True)


def restrictions() -> Iterator[Told]:
    """R3.2, R8.2: marked, still scored, and kept when the table wants it."""
    dealer = custom(3, bid_restriction="dealer")
    first = ("0 1 0 / 0 1 0", *SMALL[1:])
    totals, ranks = "60 100 80", "3 1 2"
    marked = "1:a:bids_even 2:b:bids_even 3:c:bids_even"
    yield Told("screw the dealer, every round", sheet(3, dealer, *first), totals, ranks, True, marked)
    exempt = custom(3, bid_restriction="dealer", round_one_exempt=True)
    yield Told("round 1 exempt", sheet(3, exempt, *first), totals, ranks, True, "2:b:bids_even 3:c:bids_even")
    kept = sheet(3, dealer, first[0] + "!", first[1], first[2] + "!")
    yield Told("kept bids", kept, totals, ranks, True, "2:b:bids_even")
    yield Told(
        "the dealer must not bid one", sheet(3, dealer, "1 0 1 / 1 0 0", "0 - 1"), "30 20 -10", "1 2 3"
    )
    yield Told(
        "the dealer may bid anything", sheet(3, dealer, "0 0 0 / 0 0 1", "2 - 1"), "20 20 -10", "1 1 3"
    )
    yield Told("the dealer bid first", sheet(3, dealer, "1 - -"), "0 0 0", "1 1 1")
    leads = "0 1 0 / 0 1 0"
    for choice in ("leader", "leader_zero_allowed"):
        even_zero = sheet(3, custom(3, bid_restriction=choice), leads, "1 0 1 / 1 0 1")
        code = "2:b:bids_even" if choice == "leader" else ""
        yield Told(f"a leading dealer bids zero, {choice}", even_zero, "50 50 50", "1 1 1", False, code)
        asked = sheet(3, custom(3, bid_restriction=choice), leads, "1 - 1")
        yield Told(f"what a leading dealer may not bid, {choice}", asked, "20 30 20", "2 1 2")
    leader = custom(3, bid_restriction="leader")
    together = sheet(3, leader, "0 1 0 / 0 1 0", "0 1 1 / 0 1 1", lines=[(1, "a", 10)])
    yield Told("a dealer who shares the lead is free", together, "50 60 50", "2 1 2")
    before = sheet(3, leader, "0 1 0 / 0 1 0", "0 1 1 / 0 1 1", lines=[(2, "a", 10)])
    yield Told(
        "an adjustment of the same round comes too late", before, "50 60 50", "2 1 2", False, "2:b:bids_even"
    )
    corrected = sheet(3, leader, "0 1 0 / 1 0 0", "0 1 1 / 0 1 1")
    yield Told("who leads follows a correction", corrected, "10 20 50", "3 2 1")
    first_round = sheet(3, leader, "0 1 0", lines=[(0, "a", 10)])
    yield Told(
        "a lead from the beginning binds in round 1", first_round, "10 0 0", "1 2 2", False, "1:a:bids_even"
    )


def secret() -> Iterator[Told]:
    """R3.3: hidden until all are in, delayed until shown or played."""
    for disclosure in ("hidden", "delayed"):
        rules = custom(2, bid_disclosure=disclosure)
        for about, text in (
            ("nothing", ""),
            ("one bid", "0 - -"),
            ("all bids", "0 1 0"),
            ("all bids shown", "0 1 0 *"),
            ("the first trick", "0 1 0 / 0 - -"),
        ):
            yield Told(f"{disclosure}: {about}", sheet(3, rules, *([text] if text else [])), "0 0 0", "1 1 1")
        marked = "1:c:bid_missing"
        one_out = sheet(3, rules, "0 1 - / 0 - -")
        yield Told(f"{disclosure}: a trick before all bids", one_out, "0 0 0", "1 1 1", False, marked)
        yield Told(f"{disclosure}: played", sheet(3, rules, "0 1 0 / 0 1 0"), "20 30 20", "2 1 2")


def people() -> Iterator[Told]:
    """R2.4, R5.5, R5.6: joining, leaving, changing places, other dealers, adjustments."""
    rules = custom(3, perfect_game_bonus=100)
    joined = sheet(
        3, rules, SMALL[0], "0 1 1 0 / 0 1 1 0", "0 2 1 0 / 0 2 1 0",
        seatings={2: "abcd"}, joined="d", lines=[(2, "d", 10)],
    )  # fmt: skip
    yield Told("somebody joins", joined, "160 200 50 50", "2 1 3 3", True)
    left = sheet(4, rules, "0 1 0 0 / 0 1 0 0", "0 1 1 / 0 1 1", "0 2 1 / 0 2 1", seatings={2: "abd"})
    yield Told("somebody leaves", left, "160 200 20 180", "3 1 - 2", True)
    back = sheet(
        4, rules, "0 1 0 0 / 0 1 0 0", "0 1 1 / 0 1 1", "0 2 1 0 / 0 2 1 0", seatings={2: "abd", 3: "abcd"}
    )
    yield Told("somebody comes back", back, "160 200 50 170", "3 1 4 2", True)
    gone = sheet(4, custom(3), "0 1 0 0 / 0 1 0 0", seatings={2: "acd"})
    yield Told("the next dealer has left", gone, "20 30 20 20", "1 - 1 1")
    moved = sheet(3, custom(3), SMALL[0], SMALL[1], seatings={2: "cba"})
    # in the new order round 2 reads Cara 0, Ben 1, Anna 1
    yield Told("places changed", moved, "50 60 10", "2 1 3")
    penalty = custom(3, even_bids_dealer_penalty=50)
    yield Told("the dealer pays for even bids", sheet(3, penalty, *SMALL), "60 50 0", "1 2 3", True)
    named = sheet(3, penalty, *SMALL, dealers={2: "a"})
    # Anna deals round 2 and Ben round 3
    yield Told("another dealer pays", named, "10 50 50", "3 1 1", True)
    first = sheet(3, penalty, *SMALL, dealers={1: "c"})
    yield Told("another first dealer", first, "10 50 50", "3 1 1", True)
    absent = sheet(4, penalty, "0 1 0 0 / 0 1 0 0", "0 1 1 / 0 1 1", dealers={2: "c"}, seatings={2: "abd"})
    # the bids of both rounds are even; Anna deals the first; Cara cannot deal the second, so it is Ben
    yield Told("a named dealer who has left", absent, "-10 10 20 50", "3 2 - 1")
    lines = [(0, "a", -10), (1, "b", 5), (3, "c", -1000), (2, "a", 1)]
    adjusted = sheet(3, custom(3), *SMALL, lines=lines)
    yield Told("adjustments", adjusted, "51 105 -950", "2 1 3", True)
    beyond = sheet(3, custom(2), *SMALL, lines=lines)
    yield Told("an adjustment beyond the game", beyond, "31 65 20", "2 1 3", True)
    only = sheet(4, custom(3), SMALL[0], seatings={1: "abc"}, lines=[(0, "d", 7)])
    yield Told("points for somebody who does not play", only, "20 30 -10 7", "2 1 3 -")
    shorter = sheet(3, {}, SMALL[0], "0 1 1 0 0 / 0 1 1 0 0", seatings={2: "abcde"}, joined="de")
    yield Told("two join a full game: twelve rounds", shorter, "40 60 20 20 20", "2 1 3 3 3")
    shrunk = sheet(3, custom(1), SMALL[0], "0 1 1 0 / 0 1 1 0", seatings={2: "abcd"}, joined="d")
    yield Told("who joins after the end has no rank", shrunk, "20 30 -10 0", "2 1 3 -", True)
    outside = sheet(3, sizes(1), SMALL[0], "0 1 1 / 0 1 1", "- - -", "- 1 -")
    yield Told("rounds beyond a list of hand sizes", outside, "20 30 -10", "2 1 3", True)


def told() -> Iterator[Told]:
    """Every case."""
    parts = (
        worked_example, both_ends, ties, few_and_many, in_progress, wrong, restrictions, secret, people,
    )  # fmt: skip
    for part in parts:
        yield from part()


def expected(sheet: Sheet) -> Any:
    """Everything that follows, in dicts and lists."""
    return msgspec.json.decode(msgspec.json.encode(score(sheet)))


def case(one: Told) -> dict[str, Any]:
    """A case as it is written."""
    return {"about": one.about, "sheet": sheet_to_builtins(one.sheet), "expected": expected(one.sheet)}


def generate() -> str:
    """The whole file, a case a line."""
    return json_text(map(case, told()))


def settings_told() -> dict[str, list[Any]]:
    """The values of each setting that some sheet is told with."""
    found: dict[str, list[Any]] = {name: [] for name in SETTINGS}
    for one in told():
        for name, values in found.items():
            values.append(msgspec.to_builtins(getattr(one.sheet.rules, name)))
    return found


if __name__ == "__main__":
    TARGET.write_text(generate(), encoding="utf-8")
