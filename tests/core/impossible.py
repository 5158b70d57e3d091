"""Position lines that cannot be, each with what it is told: one for every kind of contradiction.

Four seats in round 3: seat 1 dealt, seat 2 leads. Seat 0 is to play the third card of the second trick.
"""

from __future__ import annotations

PLAYING = (
    "rufen-position/1 rules-version=1 seats=4 rules=standard seat=0 phase=playing round=3 dealer=1 "
    "turn-up=G11 trump=G hand=B3.Y7 bids=1.3.2.0 tricks=G7.J4.G3.B13 trick=Y2.Y12 "
    "results=0.0.1.1/0.0.0.1;1.2.0.1/1.0.0.1"
)
BIDDING = (
    "rufen-position/1 rules-version=1 seats=4 rules=bid_restriction:dealer seat=1 phase=bidding "
    "round=2 dealer=1 turn-up=R3 trump=R hand=B3.W1 bids=1.-.0.0 results=0.1.1.1/0.0.0.1"
)
SECRET = (
    "rufen-position/1 rules-version=1 seats=4 rules=bid_disclosure:hidden,round_mode:schedule,hand_sizes:2 "
    "seat=1 phase=bidding round=1 dealer=1 turn-up=R3 trump=R hand=B3.W1 bids=?.-.?.-"
)
LAST = (
    "rufen-position/1 rules-version=1 seats=3 rules=round_mode:schedule,hand_sizes:20 seat=1 phase=bidding "
    "round=1 dealer=0 hand=B1.B2.B3.B4.B5.B6.B7.B8.B9.B10.G1.G2.G3.G4.G5.G6.G7.G8.G9.G10 bids=-.-.-"
)
OVER = (
    "rufen-position/1 rules-version=1 seats=3 rules=round_mode:schedule,hand_sizes:1 seat=1 phase=game_over "
    "round=1 dealer=0 turn-up=B1 trump=B bids=0.1.0 tricks=B4.B5.B6 results=0.1.0/1.0.0"
)
SOUND = (PLAYING, BIDDING, SECRET, LAST, OVER)


def edit(line: str, **fields: str) -> str:
    """The line with fields set anew; an empty text leaves a field out."""
    first, *words = line.split(" ")
    values = dict(word.split("=", 1) for word in words)
    values.update({name.replace("_", "-"): text for name, text in fields.items()})
    return " ".join([first, *(f"{name}={text}" for name, text in values.items() if text)])


_DECK = ".".join([*(f"{suit}{rank}" for suit in "BGRY" for rank in range(1, 14)), "W1.W2.W3.W4.J1.J2.J3.J4"])

CASES: dict[str, tuple[str, str]] = {
    # cards
    "sixty-one cards": (
        edit(PLAYING, hand=f"{_DECK}.B1", tricks="", trick="", turn_up=""),
        "61 cards are named, but there are 60 (R1.1)",
    ),
    "too many in the hand": (
        edit(PLAYING, hand="B3.Y7.R1"),
        "hand: 3 cards, but seat 0 holds 2: 3 were dealt to it in round 3, and it has played 1",
    ),
    "too few in the hand": (
        edit(PLAYING, hand="Y7"),
        "hand: 1 card, but seat 0 holds 2: 3 were dealt to it in round 3, and it has played 1",
    ),
    "no hand": (
        edit(PLAYING, hand=""),
        "hand: 0 cards, but seat 0 holds 2: 3 were dealt to it in round 3, and it has played 1",
    ),
    "a hand larger than the hand size": (
        edit(BIDDING, hand="B3.W1.Y4"),
        "hand: 3 cards, but seat 1 holds 2: 2 were dealt to it in round 2, and it has played 0",
    ),
    "a spectator with cards": (
        edit(PLAYING, seat="-"),
        "hand: a spectator has none, so leave it out",
    ),
    "no card": (edit(PLAYING, hand="B14.Y7"), "'B14' is not a card: expected B1 … Y13, W1 … W4 or J1 … J4"),
    "twice in the hand": (
        edit(PLAYING, hand="Y7.Y7"),
        "Y7 is there twice, in the hand: there is one of every card (R1.1)",
    ),
    "in the hand and played": (
        edit(PLAYING, hand="G3.Y7"),
        "G3 is there twice, in the hand and in trick 1: there is one of every card (R1.1)",
    ),
    "played twice": (
        edit(PLAYING, trick="G7.Y12"),
        "G7 is there twice, in trick 1 and in the trick on the table: there is one of every card (R1.1)",
    ),
    "the turn-up in the hand": (
        edit(PLAYING, hand="G11.Y7"),
        "G11 is there twice, in the hand and in the turn-up: there is one of every card (R1.1)",
    ),
    # tricks
    "a void, then a card of it": (
        edit(PLAYING, tricks="G7.R4.G3.B13", trick="Y2.G12"),
        "in trick 1 seat 3 had to follow G and played R4, but it had G12, which it played later (R4.3)",
    ),
    "the seat held the suit": (
        edit(PLAYING, tricks="G7.J4.R3.B13", hand="G5.Y7"),
        "in trick 1 seat 0 had to follow G and played R3, but it had G5, which it holds (R4.3)",
    ),
    "too short a trick": (
        edit(PLAYING, tricks="G7.J4.G3"),
        "tricks: trick 1 has 3 cards, but each has 4",
    ),
    "too many tricks": (
        edit(PLAYING, tricks="G7.J4.G3.B13;Y2.Y12.Y7.Y4;R1.R2.R4.R5;B1.B2.B4.B5", trick="", hand=""),
        "tricks: there are 4, but round 3 has 3",
    ),
    "a trick after the last": (
        edit(PLAYING, tricks="G7.J4.G3.B13;Y2.Y12.Y7.Y4;R1.R2.R4.R5", trick="B1", hand=""),
        "trick: 1 card on the table, but all tricks of round 3 are played",
    ),
    "more cards than seats": (
        edit(PLAYING, trick="Y2.Y12.Y1.Y3.Y4"),
        "trick: 5 cards, but each of the 4 seats plays one",
    ),
    # bids
    "a bid out of range": (
        edit(PLAYING, bids="1.4.2.0"),
        "bids: seat 1 bid '4': expected a whole number 0 … 3",
    ),
    "a bid below zero": (
        edit(PLAYING, bids="-1.3.2.0"),
        "bids: seat 0 bid '-1': expected a whole number 0 … 3",
    ),
    "too few bids": (edit(PLAYING, bids="1.0.1"), "bids: expected 4, one a seat, but there are 3"),
    "a forbidden bid of the dealer": (
        edit(BIDDING, bids="1.1.0.0", phase="playing"),
        "bids: seat 1 deals and may not bid 1, which makes the bids even with bid_restriction dealer; "
        "allowed: 0, 2 (R3.2)",
    ),
    "a forbidden bid of the leader": (
        edit(
            BIDDING,
            rules="bid_restriction:leader",
            bids="1.1.0.0",
            phase="playing",
            results="0.1.1.1/0.1.0.0",
        ),
        "bids: seat 1 deals and may not bid 1, which makes the bids even with bid_restriction leader; "
        "allowed: 0, 2 (R3.2)",
    ),
    "a forbidden bid in a round before": (
        edit(BIDDING, results="0.0.1.0/0.0.0.1"),
        "results: round 1: seat 0 deals and may not bid 0, which makes the bids even with "
        "bid_restriction dealer; allowed: 1 (R3.2)",
    ),
    "out of turn": (
        edit(BIDDING, bids="1.-.-.0"),
        "bids: seat 3 has bid and seat 2 has not, but they bid in turn from the dealer's left, "
        "seat 2 first (R3.1)",
    ),
    "an open bid that is not known": (
        edit(PLAYING, bids="1.?.2.0"),
        "bids: seat 1 bid for all to hear, so its bid is a number and not ? (R3.3)",
    ),
    "one's own bid not known": (
        edit(SECRET, bids="?.?.?.-"),
        "bids: seat 1 knows its own bid, so it is a number and not ?",
    ),
    "a secret bid that is known": (
        edit(SECRET, bids="?.1.0.-"),
        "bids: that of seat 2 is secret until all have bid, so it is ? here (R3.3)",
    ),
    "a delayed bid that is known": (
        edit(
            SECRET,
            rules="bid_disclosure:delayed,round_mode:schedule,hand_sizes:2",
            bids="1.1.0.0",
            phase="playing",
            trick="R4",
        ),
        "bids: that of seat 0 is secret until the last trick is played, so it is ? here (R3.3)",
    ),
    "a hidden bid that must be known": (
        edit(SECRET, bids="?.1.?.?", phase="playing", trick="R4"),
        "bids: all are shown by now, so that of seat 0 is no ? (R3.3)",
    ),
    # turn-up and trump
    "no turn-up": (
        edit(PLAYING, turn_up=""),
        "turn-up is missing: round 3 deals 12 of 60 cards, and the next one is turned up (R2.5)",
    ),
    "a turn-up when all cards are dealt": (
        edit(LAST, turn_up="R1", trump="R"),
        "turn-up: no card is turned up in round 1, because all cards are dealt (R2.6)",
    ),
    "a turn-up in a last round without": (
        edit(SECRET, rules="bid_disclosure:hidden,round_mode:schedule,hand_sizes:2,last_round_trump:never"),
        "turn-up: no card is turned up in round 1, because the last round has no trump by the rules (R2.6)",
    ),
    "trump when all cards are dealt": (
        edit(LAST, trump="R"),
        "trump: there is none in round 1, because all cards are dealt (R2.6)",
    ),
    "another trump than was turned up": (
        edit(PLAYING, trump="R"),
        "trump R: G11 was turned up, so it is G (R2.5)",
    ),
    "no trump after a suit card": (
        edit(PLAYING, trump=""),
        "trump is missing: G11 was turned up, so it is G (R2.5)",
    ),
    "trump after a Jester": (
        edit(PLAYING, turn_up="J1"),
        "trump: J1 was turned up, so there is none: leave trump out (R2.5)",
    ),
    "no trump after a Wizard": (
        edit(PLAYING, turn_up="W1", trump=""),
        "trump is missing: W1 was turned up, so the dealer named B, G, R or Y (R2.5)",
    ),
    "choosing trump without a Wizard": (
        edit(BIDDING, phase="choosing_trump", bids="-.-.-.-", trump=""),
        "phase choosing_trump: R3 was turned up, but trump is chosen only after a Wizard (R2.5)",
    ),
    "no suit": (edit(PLAYING, trump="H"), "'H' is not a suit: expected B, G, R or Y"),
    # phases
    "a round before the game": (
        edit(PLAYING, phase="seating"),
        "phase seating: the game has not begun, so leave out round and all that belongs to it",
    ),
    "a bid before the trump": (
        edit(BIDDING, phase="choosing_trump", turn_up="W2", trump=""),
        "phase choosing_trump: trump is named first of all, so no trump, bid or card can be there (R2.5)",
    ),
    "bidding after all have bid": (
        edit(BIDDING, bids="1.0.0.0"),
        "phase bidding: every seat has bid, so it is playing",
    ),
    "a card before the last bid": (
        edit(BIDDING, trick="R4"),
        "phase bidding: no card is played before all have bid, but seat 1 has not (R3.1)",
    ),
    "playing before all have bid": (
        edit(PLAYING, bids="1.-.2.-"),
        "phase playing: seats 1, 3 have not bid, so it is still bidding",
    ),
    "a bid while the deal is due": (
        edit(BIDDING, phase="dealing"),
        "phase dealing: round 2 is being dealt, so no turn-up, trump, bid or card of it can be there",
    ),
    "playing a round that is scored": (
        edit(OVER, phase="playing"),
        "phase playing: results has round 1 already, so it is over",
    ),
    "over before the last round": (
        edit(PLAYING, phase="game_over"),
        "phase game_over: the last round is round 15, and results does not have it",
    ),
    "ended while cards were played before bids": (
        edit(BIDDING, phase="aborted", trick="R4"),
        "phase aborted: no card is played before all have bid, but seat 1 has not (R3.1)",
    ),
    "no such phase": (
        edit(PLAYING, phase="dreaming"),
        "phase 'dreaming': expected one of seating, dealing, choosing_trump, bidding, ",
    ),
    "a phase of a round without one": (
        "rufen-position/1 rules-version=1 seats=4 rules=standard seat=0 phase=bidding",
        "round is missing: phase bidding is part of a round",
    ),
    "a hand without a round": (
        "rufen-position/1 rules-version=1 seats=4 rules=standard seat=0 phase=bidding hand=B1",
        "round is missing: hand belongs to a round",
    ),
    # results
    "no results": (
        edit(PLAYING, results=""),
        "results: there are 0 rounds: expected 2, or 3 once round 3 is scored",
    ),
    "tricks that do not add up": (
        edit(PLAYING, results="0.0.1.1/0.0.0.1;1.2.0.1/1.0.0.0"),
        "results: the tricks of round 2 add up to 1, but it had 2",
    ),
    "another result than on the table": (
        edit(OVER, results="0.1.0/0.1.0"),
        "results: what it has for round 1 is not what bids and tricks here come to",
    ),
    "results without tricks": (
        edit(PLAYING, results="0.0.1.1;1.2.0.1"),
        "results: round 1 is '0.0.1.1': expected bids, a slash, and tricks",
    ),
    # table and rules
    "seven seats": (edit(PLAYING, seats="7"), "seats '7': expected a whole number 3 … 6"),
    "a seat that there is not": (edit(PLAYING, seat="4"), "seat '4': expected a whole number 0 … 3"),
    "a dealer that there is not": (edit(PLAYING, dealer="4"), "dealer '4': expected a whole number 0 … 3"),
    "a round that there is not": (edit(PLAYING, round="16"), "round '16': expected a whole number 1 … 15"),
    "an unknown setting": (
        edit(PLAYING, rules="exact_bonuss:25"),
        "exact_bonuss = '25': allowed: one of round_mode, ",
    ),
    "a setting off its step": (
        edit(PLAYING, rules="exact_bonus:27"),
        "exact_bonus = 27: allowed: a whole number 0 … 50 in steps of 5",
    ),
    "a hand size for too many seats": (
        edit(LAST, seats="4", bids="-.-.-.-"),
        "hand_sizes = [20]: allowed: each at most 15 with 4 players (R2.3)",
    ),
    # the line
    "no position": ("e2e4", "a position starts with rufen-position/1, not with 'e2e4'"),
    "another version of the rules": (
        edit(PLAYING, rules_version="2"),
        "written under rules version '2', but this program plays version 1",
    ),
    "a misspelt field": (
        edit(PLAYING, turnup="B1"),
        "'turnup=B1' is no field of a position: expected name=value with rules-version, ",
    ),
    "a field twice": (PLAYING + " round=3", "round is there twice"),
    "a field missing": (edit(PLAYING, bids=""), "bids is missing"),
    "no commitment": (edit(PLAYING, commitment="abc"), "commitment: expected 64 hexadecimal digits"),
}
"""Line, and how the reason begins."""
