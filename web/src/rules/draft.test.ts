import { beforeEach, describe, expect, it } from "vitest";
import { RULES } from "../lib/generated/rules";
import { differences } from "../lib/rules";
import { OWN, RulesDraft } from "./draft.svelte";

let draft: RulesDraft;
beforeEach(() => {
  draft = new RulesDraft();
});

describe("rules being chosen", () => {
  it("are the standard game to begin with", () => {
    expect(draft.start).toBe("standard");
    expect(draft.rules).toEqual({});
    expect(draft.problem).toBeUndefined();
  });

  it("are only what differs and counts", () => {
    draft.set("round_one_exempt", true);
    draft.set("exact_bonus", 25);
    expect(draft.rules).toEqual({ exact_bonus: 25 });
    draft.set("bid_restriction", "dealer");
    expect(draft.rules).toEqual({ bid_restriction: "dealer", exact_bonus: 25, round_one_exempt: true });
  });

  it("follow the number of players in a preset", () => {
    draft.startFrom("tournament");
    expect(draft.rules.hand_sizes).toEqual([1, 3, 5, 7, 9, 11, 12, 13, 14, 15]);
    draft.players = 6;
    expect(draft.rules.hand_sizes).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("keep one's own settings while a preset is looked at", () => {
    draft.set("bid_disclosure", "hidden");
    expect(draft.start).toBe(OWN);
    draft.startFrom("standard");
    expect(draft.rules).toEqual({});
    draft.startFrom(OWN);
    expect(draft.rules).toEqual({ bid_disclosure: "hidden" });
  });

  it("offer hand sizes to begin with, and keep one's own when they do not count", () => {
    draft.set("round_mode", "schedule");
    expect(draft.rules.hand_sizes).toEqual(draft.tournament);
    draft.set("hand_sizes", [7]);
    draft.set("round_mode", "full");
    expect(draft.rules).toEqual({});
    draft.set("round_mode", "schedule");
    expect(draft.rules.hand_sizes).toEqual([7]);
    expect(draft.roundCount).toBe(1);
  });
});

describe("rules that are there already", () => {
  it("are the standard game when its rounds are chosen one by one", () => {
    const rules = { round_mode: "schedule", hand_sizes: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] };
    expect(new RulesDraft(6, rules).start).toBe("standard");
    expect(differences(RULES, 6, { ...rules })).toEqual([]);
    expect(new RulesDraft(5, rules).start).toBe(OWN);
    expect(differences(RULES, 5, { ...rules }).map(({ name }) => name)).toEqual(["hand_sizes"]);
  });

  it("are taken as they are", () => {
    const rules = { round_mode: "custom", custom_round_count: 8, exact_bonus: 30 };
    draft = new RulesDraft(5, rules);
    expect(draft.start).toBe(OWN);
    expect(draft.rules).toEqual(rules);
    expect(draft.roundCount).toBe(8);
    expect(draft.limit).toBe(12);
  });

  it("are known again as the preset that they are, in whatever order they come", () => {
    draft = new RulesDraft(3, { custom_round_count: 5, round_mode: "custom" });
    expect(draft.start).toBe("quick");
    draft.startFrom("standard");
    draft.startFrom(OWN);
    expect(draft.rules).toEqual({ round_mode: "custom", custom_round_count: 5 });
  });
});

describe("what is wrong with them", () => {
  it("marks both settings that do not go together, until they do", () => {
    draft.set("bid_restriction", "leader");
    draft.set("bid_disclosure", "hidden");
    expect(draft.problem?.error).toBe("restriction_needs_open_bids");
    expect(draft.isBad("bid_restriction")).toBe(true);
    expect(draft.isBad("bid_disclosure")).toBe(true);
    expect(draft.isBad("round_mode")).toBe(false);
    draft.set("bid_disclosure", "open");
    expect(draft.problem).toBeUndefined();
    expect(draft.isBad("bid_disclosure")).toBe(false);
  });

  it("changes with the number of players", () => {
    draft.set("round_mode", "custom");
    draft.set("custom_round_count", 15);
    expect(draft.problem).toBeUndefined();
    draft.players = 6;
    expect(draft.problem).toMatchObject({ error: "rounds_limit", limit: 10 });
    expect(draft.isBad("custom_round_count")).toBe(true);
  });
});
