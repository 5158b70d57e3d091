import { describe, expect, it } from "vitest";
import { newSheet } from "../model/document";
import { edit } from "../model/edit";
import { score } from "../model/score";
import type { Edit, Rules } from "../model/types";
import { changeText } from "../menu/edits";
import type { SheetSummary } from "../store";
import { statusText, summaryName, summaryStatus, whenText } from "./status";

function worked(rules: Rules, ...changes: readonly Edit[]): Parameters<typeof statusText>[0] {
  const sheet = changes.reduce(edit, newSheet(["Anna", "Ben", "Cara"], rules, { id: "s" }));
  return { sheet, scored: score(sheet) };
}

function round(number: number, bids: readonly number[], tricks: readonly number[]): Edit {
  const values = (of: readonly number[]): Record<string, number> =>
    Object.fromEntries(of.map((n, at) => ["abc".charAt(at), n]));
  return { kind: "enter", round: number, bids: values(bids), tricks: values(tricks) };
}

describe("how a match stands", () => {
  const rules = { round_mode: "custom", custom_round_count: 2 };

  it("is said in a line", () => {
    expect(statusText(worked(rules))).toBe("Not begun yet");
    expect(statusText(worked(rules, round(1, [1, 0, 1], [1, 0, 0])))).toBe("Anna leads by 10");
    expect(statusText(worked(rules, round(1, [0, 0, 1], [0, 0, 1])))).toBe("Cara leads by 10");
    expect(statusText(worked(rules, round(1, [0, 0, 0], [0, 0, 1])))).toBe("Anna and Ben lead");
    expect(statusText(worked(rules, round(1, [1, 1, 0], [1, 1, 0])))).toBe("Round 1 needs a look");
  });

  it("ends with who wins", () => {
    const first = round(1, [1, 0, 1], [1, 0, 0]);
    expect(statusText(worked(rules, first, round(2, [1, 0, 1], [1, 0, 1])))).toBe("Match over · Anna wins by 20");
    expect(statusText(worked(rules, first, round(2, [0, 1, 1], [0, 1, 1])))).toBe(
      "Match over · Anna and Ben share the win",
    );
    const broken = worked({ ...rules, tie_break: "highest_round" }, first, round(2, [0, 1, 1], [0, 1, 1]));
    expect(statusText(broken)).toMatch(/^Match over · /);
  });
});

describe("a sheet in the list", () => {
  const summary: SheetSummary = {
    id: "s",
    title: "",
    names: ["Anna", "Ben", "Cara"],
    created: "2026-11-24T19:05:00Z",
    updated: "2026-11-24T19:05:00Z",
    round: 1,
    scored: 0,
    rounds: 15,
    over: false,
    leaders: [],
    best: 0,
    unsaved: false,
  };

  it("has its title, or who plays", () => {
    expect(summaryName(summary)).toBe("Anna, Ben and Cara");
    expect(summaryName({ ...summary, title: "Kitchen" })).toBe("Kitchen");
  });

  it("says when, to the minute", () => {
    expect(whenText("2026-11-24T19:05:00Z")).toMatch(/^24 Nov 2026, \d\d:05$/);
  });

  it("says how far it is", () => {
    expect(summaryStatus(summary)).toBe("15 rounds · not begun yet");
    expect(summaryStatus({ ...summary, round: 4 })).toBe("Round 4 of 15");
    expect(summaryStatus({ ...summary, round: 4, scored: 3, leaders: ["Ben"] })).toBe("Round 4 of 15 · Ben leads");
    expect(summaryStatus({ ...summary, scored: 15, round: 15, over: true, leaders: ["Ben"] })).toBe("Ben won");
    expect(summaryStatus({ ...summary, over: true, leaders: ["Ben", "Cara"] })).toBe("Ben and Cara shared the win");
  });
});

describe("what undo takes back", () => {
  const bid = (n: number): Edit => ({ kind: "enter", round: 1, bids: { b: n } });

  it("is said in words", () => {
    expect(changeText(worked({}, bid(1)), bid(1))).toContain("Ben bid 1");
    expect(changeText(worked({}), { kind: "enter", round: 1, tricks: { b: 1 } })).toContain("Ben took 1");
  });

  it("keeps a bid secret as long as the coins are down", () => {
    const rules = { bid_disclosure: "hidden" };
    expect(changeText(worked(rules, bid(1)), bid(1))).toBe("Ben’s secret bid");
    const three = { kind: "enter", round: 1, bids: { a: 0, b: 1, c: 0 } } as const;
    expect(changeText(worked({ bid_disclosure: "delayed" }, three), three)).toBe("3 secret bids");
    const all = { kind: "enter", round: 1, bids: { a: 0, c: 0 } } as const;
    expect(changeText(worked(rules, bid(1), all), bid(1))).toContain("Ben bid 1");
  });
});
