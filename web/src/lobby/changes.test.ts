import { describe, expect, it } from "vitest";
import { ruleChanges, saidChanges } from "./changes";

function lines(players: number, before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return ruleChanges(players, before, after).map((change) => `${change.label}: ${change.before} > ${change.after}`);
}

describe("what changed in the rules", () => {
  it("is nothing when nothing did, however it is written", () => {
    expect(lines(4, {}, {})).toEqual([]);
    expect(lines(4, {}, { exact_bonus: 20, bid_restriction: "none" })).toEqual([]);
    expect(saidChanges([])).toBe("");
  });

  it("names each setting with its value before and now", () => {
    expect(lines(4, { exact_bonus: 25 }, { bid_disclosure: "hidden" })).toEqual([
      "Bonus for an exact bid: 25 > 20",
      "How bids are made: Openly, in turn > In secret, shown before play",
    ]);
  });

  it("tells the rounds in one line, whichever settings make them", () => {
    expect(lines(4, {}, { round_mode: "custom", custom_round_count: 10 })).toEqual([
      "Number of rounds: 15 rounds > 10 rounds",
    ]);
    expect(lines(5, { round_mode: "custom", custom_round_count: 1 }, { round_mode: "schedule", hand_sizes: [2, 4] })).toEqual(
      ["Cards in each round: 1 > 2, 4"],
    );
    expect(lines(4, {}, { round_mode: "schedule", hand_sizes: [2, 2, 3] })).toEqual([
      "Cards in each round: 1, 2, 3 … 15 > 2, 2, 3",
    ]);
  });

  it("compares what is played, not how it was chosen", () => {
    const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(lines(6, {}, { round_mode: "custom", custom_round_count: 10 })).toEqual([]);
    expect(lines(6, {}, { round_mode: "schedule", hand_sizes: all })).toEqual([]);
    expect(lines(5, {}, { round_mode: "schedule", hand_sizes: all })).toEqual(["Number of rounds: 12 rounds > 10 rounds"]);
  });

  it("leaves out what does not count", () => {
    expect(lines(4, { custom_round_count: 7 }, { custom_round_count: 9 })).toEqual([]);
    expect(lines(4, { bid_restriction: "dealer", round_one_exempt: true }, {})).toEqual([
      "May the dealer make the bids even?: Never > Yes",
      "Except in round 1: yes > no",
    ]);
  });

  it("can be said", () => {
    expect(saidChanges(ruleChanges(4, {}, { exact_bonus: 30 }))).toBe(
      "The rules have changed. Bonus for an exact bid: 20, now 30.",
    );
  });
});
