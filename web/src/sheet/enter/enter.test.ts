import { describe, expect, it } from "vitest";
import { newSheet } from "../model/document";
import { edit, isRefusal } from "../model/edit";
import { score } from "../model/score";
import type { Edit, Rules, ScoredSheet, Sheet } from "../model/types";
import { EntryFlow, type Sheetlike } from "./flow.svelte";
import { columnsOf, isInCharge, takeCharge } from "./keys";
import { leadOf, rowsOf } from "./rows";
import { balance, beamOf, marksOf, noteText, questionText, reasonText } from "./words";

/** An open sheet without a storage. */
class Memory implements Sheetlike {
  sheet: Sheet;

  constructor(rules: Rules = {}, names: readonly string[] = ["Anna", "Ben", "Cara", "Dan"]) {
    this.sheet = newSheet(names, rules, { id: "s" });
  }

  get scored(): ScoredSheet {
    return score(this.sheet);
  }

  apply(change: Edit): ReturnType<Sheetlike["apply"]> {
    const worked = this.preview(change);
    if (isRefusal(worked)) return worked;
    this.sheet = worked.sheet;
    return undefined;
  }

  preview(change: Edit): ReturnType<Sheetlike["preview"]> {
    try {
      const sheet = edit(this.sheet, change);
      return { sheet, scored: score(sheet) };
    } catch (error) {
      if (isRefusal(error)) return error;
      throw error;
    }
  }
}

function flowOver(open: Memory): EntryFlow {
  return new EntryFlow(open);
}

/** Touch these numbers, one after another, going on between rounds. */
function type(flow: EntryFlow, ...numbers: readonly number[]): void {
  for (const n of numbers) {
    if (flow.step.kind === "done") flow.goOn();
    const { step } = flow;
    if (step.kind !== "ask") throw new Error(`nothing is asked: ${step.kind}`);
    flow.enter(step.question, n);
  }
}

function asked(flow: EntryFlow): string {
  const { step } = flow;
  return step.kind === "ask" ? `${step.question.round} ${step.question.player} ${step.question.what}` : step.kind;
}

describe("the flow of entries", () => {
  it("asks for bids from the dealer's left, then for tricks, and rests when the round is complete", () => {
    const flow = flowOver(new Memory());
    const seen: string[] = [];
    for (const n of [0, 1, 0, 0, 0, 1, 0, 0]) {
      seen.push(asked(flow));
      type(flow, n);
    }
    expect(seen).toEqual(["1 b bid", "1 c bid", "1 d bid", "1 a bid", "1 b tricks", "1 c tricks", "1 d tricks", "1 a tricks"]);
    expect(asked(flow)).toBe("done");
    expect(flow.round?.number).toBe(1);
    expect(flow.next?.number).toBe(2);
    flow.goOn();
    expect(asked(flow)).toBe("2 c bid");
  });

  it("rests again when the last trick of a round is entered again", () => {
    const flow = flowOver(new Memory());
    type(flow, 0, 1, 0, 0, 0, 1, 0, 0);
    flow.goOn();
    flow.look(1);
    flow.pick({ round: 1, player: "c", what: "tricks" });
    expect(asked(flow)).toBe("1 c tricks");
    type(flow, 0);
    expect(asked(flow)).toBe("done");
    expect(flow.round?.state).toBe("wrong");
    flow.goOn();
    expect(asked(flow)).toBe("2 c bid");
  });

  it("offers what remains to the last, and what makes a corrected round add up", () => {
    const open = new Memory();
    const flow = flowOver(open);
    type(flow, 0, 1, 0, 0, 0, 0, 0);
    expect(flow.step).toMatchObject({ question: { player: "a", offered: 1 } });
    type(flow, 0);
    flow.pick({ round: 1, player: "c", what: "tricks" });
    expect(flow.step).toMatchObject({ question: { now: 0, offered: 1, picked: true } });
  });

  it("takes an entry out of turn, and goes back to the turn", () => {
    const open = new Memory();
    const flow = flowOver(open);
    flow.pick({ round: 1, player: "d", what: "bid" });
    type(flow, 1);
    expect(open.sheet.rounds[0]?.bids).toEqual({ d: 1 });
    expect(asked(flow)).toBe("1 b bid");
  });

  it("leaves a pick of the number that stands there alone", () => {
    const open = new Memory();
    const flow = flowOver(open);
    type(flow, 1);
    const before = open.sheet;
    flow.pick({ round: 1, player: "b", what: "bid" });
    type(flow, 1);
    expect(open.sheet).toBe(before);
    expect(asked(flow)).toBe("1 c bid");
  });

  it("says why a change is refused, until something else happens", () => {
    const flow = flowOver(new Memory());
    type(flow, 2);
    expect(flow.refusal).toMatchObject({ code: "range" });
    type(flow, 1);
    expect(flow.refusal).toBeUndefined();
  });

  it("is over after the last round, and stuck when one is wrong", () => {
    const open = new Memory({ round_mode: "custom", custom_round_count: 1 });
    const flow = flowOver(open);
    type(flow, 0, 1, 0, 0, 0, 0, 0, 0);
    expect(asked(flow)).toBe("stuck");
    flow.pick({ round: 1, player: "c", what: "tricks" });
    type(flow, 1);
    expect(asked(flow)).toBe("over");
    flow.look(1);
    expect(asked(flow)).toBe("done");
    flow.goOn();
    expect(asked(flow)).toBe("over");
  });
});

describe("an even bid against the restriction (R3.2)", () => {
  const rules = { bid_restriction: "dealer" };

  it("is forbidden to the dealer, and kept when the table says so (R8.2)", () => {
    const open = new Memory(rules);
    const flow = flowOver(open);
    type(flow, 0, 0, 0);
    const { step } = flow;
    expect(step).toMatchObject({ question: { player: "a", forbidden: 1 } });
    if (step.kind === "ask") flow.enter(step.question, 1, true);
    expect(open.scored.problems).toEqual([]);
    expect(open.sheet.rounds[0]).toMatchObject({ kept: true });
  });

  it("is forbidden in a correction, too", () => {
    const open = new Memory(rules);
    const flow = flowOver(open);
    type(flow, 0, 0, 0, 0);
    flow.pick({ round: 1, player: "a", what: "bid" });
    expect(flow.step).toMatchObject({ question: { forbidden: 1, now: 0 } });
    flow.pick({ round: 1, player: "b", what: "bid" });
    expect(flow.step).toMatchObject({ question: { forbidden: null, now: 0 } });
  });

  it("that came about later can be kept", () => {
    const open = new Memory(rules);
    const flow = flowOver(open);
    type(flow, 0, 1, 0, 1);
    flow.pick({ round: 1, player: "c", what: "bid" });
    type(flow, 0);
    expect(open.scored.problems).toMatchObject([{ code: "bids_even", player: "a" }]);
    flow.keep(1);
    expect(open.scored.problems).toEqual([]);
  });
});

describe("secret bids (R3.3)", () => {
  it("are shown together when all are in, if hidden", () => {
    const open = new Memory({ bid_disclosure: "hidden" });
    const flow = flowOver(open);
    type(flow, 1, 0, 1);
    expect(flow.step).toMatchObject({ question: { secret: true } });
    expect(flow.round?.concealed).toBe(true);
    type(flow, 0);
    expect(flow.round?.concealed).toBe(false);
    expect(asked(flow)).toBe("1 b tricks");
  });

  it("stay down until the table shows them, if delayed", () => {
    const open = new Memory({ bid_disclosure: "delayed" });
    const flow = flowOver(open);
    type(flow, 1, 0, 1, 0);
    expect(asked(flow)).toBe("show");
    flow.show(1);
    expect(asked(flow)).toBe("1 b tricks");
  });

  it("are not in the words beside the question", () => {
    const open = new Memory({ bid_disclosure: "hidden" });
    const flow = flowOver(open);
    type(flow, 1);
    const { step, round } = flow;
    if (step.kind !== "ask" || !round) throw new Error("nothing is asked");
    expect(questionText(open.sheet, step.question)).toBe("Cara, choose in secret");
    expect(noteText(round, step.question)).toBe("1 of 4 chosen");
    expect(beamOf(round, step.question)).toEqual([]);
    expect(marksOf(round, step.question)).toEqual({});
    expect(reasonText(open.sheet, round, step.question)).toContain("Nobody else looks");
  });
});

describe("what is written on and around the keys", () => {
  it("is the balance for whoever bids last", () => {
    const open = new Memory({ round_mode: "schedule", hand_sizes: [4] });
    const flow = flowOver(open);
    type(flow, 1, 1, 1);
    const { step, round } = flow;
    if (step.kind !== "ask" || !round) throw new Error("nothing is asked");
    expect(noteText(round, step.question)).toBe("3 of 4 so far · 1 under");
    expect(beamOf(round, step.question)).toEqual([1, 1, 1, 0]);
    expect(Object.values(marksOf(round, step.question)).map((mark) => mark.small)).toEqual([
      "1 under",
      "even",
      "1 over",
      "2 over",
      "3 over",
    ]);
    expect(balance(7, 4)).toBe("3 over");
  });

  it("is what is left for whoever took the last tricks", () => {
    const open = new Memory({ round_mode: "schedule", hand_sizes: [5] });
    const flow = flowOver(open);
    type(flow, 2, 1, 3, 0, 2, 1, 1);
    const { step, round } = flow;
    if (step.kind !== "ask" || !round) throw new Error("nothing is asked");
    expect(noteText(round, step.question)).toBe("4 of 5 given out");
    expect(marksOf(round, step.question)).toEqual({ 1: { small: "left", offer: true } });
    expect(rowsOf(open.sheet, open.scored, round).map((row) => row.worth)).toEqual([40, 30, -20, null]);
  });

  it.each([
    [1, 5],
    [4, 5],
    [5, 6],
    [9, 5],
    [10, 6],
    [11, 6],
    [12, 7],
    [20, 7],
  ])("lies, for %i cards, in %i columns", (cards, columns) => {
    expect(columnsOf(cards)).toBe(columns);
  });

  it("is for the group of keys that came last", () => {
    const first = takeCharge("one");
    const second = takeCharge("two");
    expect(isInCharge("one")).toBe(false);
    second();
    expect(isInCharge("one")).toBe(true);
    first();
    expect(isInCharge("one")).toBe(false);
  });
});

describe("who leads", () => {
  it("is whoever is first, and by how much", () => {
    const open = new Memory();
    const flow = flowOver(open);
    expect(leadOf(open.scored.standings)).toEqual({ players: ["a", "b", "c", "d"], by: 0 });
    type(flow, 0, 1, 0, 0, 0, 1, 0, 0);
    expect(leadOf(open.scored.standings)).toEqual({ players: ["c"], by: 10 });
  });
});
