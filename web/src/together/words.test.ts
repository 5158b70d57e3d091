import { beforeEach, describe, expect, it } from "vitest";
import { prefs } from "$lib/prefs.svelte";
import type { Card, Event, PlayerView, Proposal, SeatInfo, TableNews } from "$lib/protocol";
import { NAMES, NEWS, played, viewOf } from "../table/testing";
import { agreed, meanwhile, outcome, presenceLabel, presenceTab, proposalWords, takenBackWords, tidings, undoRefused, waitingNote } from "./words";

beforeEach(() => {
  prefs.language = "en";
  prefs.faces = "shapes";
});

function trick(leader: number, ...cards: Card[]): Pick<PlayerView, "trick"> {
  return { trick: { leader, cards, led_suit: "B", follow: "B", winning: 0 } };
}

function seatOf(change: Partial<SeatInfo>): SeatInfo {
  return { ...(NEWS.seats[1] as SeatInfo), ...change };
}

function newsWith(change: Partial<SeatInfo>): TableNews {
  return { ...NEWS, seats: NEWS.seats.map((seat) => (seat.seat === 1 ? seatOf(change) : seat)) };
}

const AWAY = { connected: false, presence: "away", left: 55.2 } as const;

describe("who is here", () => {
  it("is on the plate, with the time until a bot stands in", () => {
    expect(presenceTab(seatOf({}), null)).toBe("");
    expect(presenceTab(seatOf({ presence: "reconnecting", left: 58 }), "0:58")).toBe("reconnecting");
    expect(presenceTab(seatOf(AWAY), "0:55")).toBe("away · 0:55");
    expect(presenceTab(seatOf({ ...AWAY, left: null }), null)).toBe("away");
    expect(presenceTab(seatOf({ presence: "stand_in" }), null)).toBe("bot plays");
  });

  it("is heard without a time that runs, and the name stays", () => {
    expect(presenceLabel(seatOf(AWAY))).toBe("away, a bot will stand in");
    expect(presenceLabel(seatOf({ ...AWAY, left: null }))).toBe("away");
    expect(presenceLabel(seatOf({ presence: "stand_in" }))).toBe("a bot plays for Anna");
  });

  it("is told once, and a short loss not at all", () => {
    const told = (before: Partial<SeatInfo>, now: Partial<SeatInfo>): string[] =>
      tidings(newsWith(before), newsWith(now), 0);
    expect(told({}, { connected: false, presence: "reconnecting", left: 60 })).toEqual([]);
    expect(told({ connected: false, presence: "reconnecting", left: 60 }, {})).toEqual([]);
    expect(told({ presence: "reconnecting", connected: false }, AWAY)).toEqual([
      "Anna is away. A bot stands in in 55 seconds.",
    ]);
    expect(told(AWAY, { ...AWAY, left: 20 })).toEqual([]);
    expect(told(AWAY, { ...AWAY, presence: "stand_in", left: null })).toEqual(["A bot plays for Anna now."]);
    expect(told({ ...AWAY, presence: "stand_in" }, {})).toEqual(["Anna is back."]);
    expect(tidings(newsWith(AWAY), newsWith({}), 1)).toEqual([]);
    expect(tidings(null, newsWith(AWAY), 0)).toEqual([]);
  });

  it("says beside the question why it takes longer", () => {
    expect(waitingNote(seatOf({}))).toBe("");
    expect(waitingNote(seatOf(AWAY))).toBe("Anna is away. A bot stands in soon.");
    expect(waitingNote(seatOf({ ...AWAY, left: null }))).toBe("Anna is away. The table waits.");
  });
});

describe("a vote", () => {
  const UNDO: Proposal = { number: 3, kind: "undo", value: null, by: 1, agreed: [1], waiting: [0, 2], left: 60 };

  it("names the card that is to be taken back, and says that more goes with it", () => {
    expect(proposalWords(UNDO, viewOf(trick(1, "B9")), NAMES)).toBe("Anna would like to take back blue 9.");
    expect(proposalWords(UNDO, viewOf(trick(1, "B9", "B12")), NAMES)).toBe(
      "Anna would like to take back blue 9 and what came after.",
    );
  });

  it("names a card of a trick that is complete", () => {
    const tricks = [{ leader: 1, cards: ["B9", "B12", "R2", "B3"] as Card[], winner: 3 }];
    expect(proposalWords({ ...UNDO, by: 0 }, viewOf({ ...trick(3), tricks }), NAMES)).toBe(
      "You would like to take back blue 3.",
    );
  });

  it("names an open bid, and never a secret one", () => {
    const bidding = { phase: "bidding", to_act: [2], has_bid: [false, true, false, false] } as const;
    const view = viewOf({ ...bidding, bids: [null, 1, null, null] });
    expect(proposalWords(UNDO, view, NAMES)).toBe("Anna would like to take back the bid of 1.");
    const own = viewOf({ ...bidding, seat: 1, rules: { bid_disclosure: "hidden" }, bids: [null, 1, null, null] });
    expect(proposalWords(UNDO, own, NAMES)).toBe("You would like to take back the bid.");
  });

  it("says what else is proposed", () => {
    const words = (kind: Proposal["kind"], value: number | null): string =>
      proposalWords({ ...UNDO, kind, value }, viewOf(), NAMES);
    expect(words("end", null)).toBe("Anna would like to end the game now.");
    expect(words("timer", 45)).toBe("Anna proposes: 45 seconds for each turn.");
    expect(words("timer", 300)).toBe("Anna proposes: plenty of time for each turn (5 minutes).");
    expect(words("timer", 0)).toBe("Anna proposes: no turn timer.");
    expect(words("grace", 120)).toBe("Anna proposes: a bot stands in after 2 minutes.");
    expect(words("grace", 0)).toBe("Anna proposes: no bot stands in, everybody waits.");
  });

  it("that is over says how, where the table does not show it", () => {
    const no = "Not agreed. Everything stays as it is.";
    expect(outcome(UNDO, NEWS, viewOf(), true)).toBe("");
    expect(outcome(UNDO, NEWS, viewOf(), false)).toBe(no);
    expect(outcome({ ...UNDO, kind: "end" }, NEWS, viewOf(), false)).toBe(no);
    expect(outcome({ ...UNDO, kind: "end" }, NEWS, viewOf({ phase: "aborted" }), false)).toBe("");
    expect(outcome({ ...UNDO, kind: "timer", value: 45 }, NEWS, viewOf(), false)).toBe(no);
    const options = { ...NEWS.options, timer: 45 };
    expect(outcome({ ...UNDO, kind: "timer", value: 45 }, { ...NEWS, options }, viewOf(), false)).toBe("");
    expect(agreed(NEWS, { ...NEWS, options })).toEqual(["Agreed: 45 seconds for each turn."]);
    expect(agreed({ ...NEWS, started: false }, { ...NEWS, options })).toEqual([]);
  });

  it("cannot be on what was never done, or on bids that all have seen", () => {
    expect(undoRefused(viewOf(trick(0, "B3")))).toBe("");
    expect(undoRefused(viewOf({ phase: "bidding", has_bid: [false, false, false, false] }))).toContain("nothing");
    const shown = viewOf({ rules: { bid_disclosure: "hidden" }, ...trick(1, "B9") });
    expect(undoRefused(shown)).toContain("nobody can forget");
    expect(undoRefused(viewOf({ seat: null }))).toContain("nothing");
  });
});

describe("what was taken back", () => {
  it("is the first card that is gone", () => {
    const before = viewOf(trick(1, "B9", "B12", "R2"));
    expect(takenBackWords(before, viewOf(trick(1, "B9", "B12")), NAMES)).toBe("Cara took back red 2.");
    expect(takenBackWords(before, viewOf(trick(1, "B9")), NAMES)).toBe(
      "Ben took back blue 12. What came after it is gone too.",
    );
  });

  it("may be a card of a trick that was complete, one's own too", () => {
    const before = viewOf({ ...trick(3), tricks: [{ leader: 1, cards: ["B9", "B12", "R2", "B3"], winner: 3 }] });
    expect(takenBackWords(before, viewOf(trick(1, "B9", "B12", "R2")), NAMES)).toBe("You took back blue 3.");
  });

  it("may be a bid, with the first card after it", () => {
    const after = viewOf({ phase: "bidding", trick: null, to_act: [0], has_bid: [false, true, true, true], bids: [null, 1, 0, 2] });
    expect(takenBackWords(viewOf(trick(1, "B9")), after, NAMES)).toBe(
      "You took back your bid. What came after it is gone too.",
    );
    expect(takenBackWords(viewOf(), { ...after, seat: 2, to_act: [0] }, NAMES)).toBe("Mara took back the bid.");
  });

  it("may be several secret bids: who has to choose again", () => {
    const rules = { bid_disclosure: "hidden" } as const;
    const bidding = { phase: "bidding", rules, trick: null, bids: [null, null, null, null] } as const;
    const before = viewOf({ ...bidding, has_bid: [false, true, true, true] });
    const after = viewOf({ ...bidding, has_bid: [false, false, true, false] });
    expect(takenBackWords(before, after, NAMES)).toBe("Bids to be chosen anew: Anna and Cara.");
  });

  it("may be the trump", () => {
    const before = viewOf({ phase: "bidding", has_bid: [false, false, false, false], turn_up: "W1", dealer: 3 });
    expect(takenBackWords(before, viewOf({ ...before, phase: "choosing_trump" }), NAMES)).toBe("Cara took back the trump.");
  });

  it("is not known to somebody who was not there", () => {
    expect(takenBackWords(null, viewOf(), NAMES)).toBe("The last action was taken back.");
  });
});

describe("what happened at one's seat meanwhile", () => {
  const MISSED: Event[] = [{ type: "bid_placed", seat: 0, bid: 2 }, played(1, "B9"), played(0, "B3")];

  it("is told on coming back", () => {
    expect(meanwhile(MISSED, viewOf(), viewOf(), null)).toBe("Meanwhile, at your seat: bid 2 and blue 3.");
  });

  it("is nothing where only others acted, or oneself just before", () => {
    expect(meanwhile([played(1, "B9")], viewOf(), viewOf(), null)).toBe("");
    expect(meanwhile([played(0, "B3")], viewOf(), viewOf(), { type: "play_card", card: "B3" })).toBe("");
  });

  it("says in which round one is where too much happened to be told", () => {
    expect(meanwhile([], viewOf(), viewOf({ round_number: 5 }), null)).toBe("You left in round 3; now it is round 5.");
  });

  it("is nobody's business while watching", () => {
    expect(meanwhile(MISSED, viewOf({ seat: null }), viewOf({ seat: null }), null)).toBe("");
  });
});
