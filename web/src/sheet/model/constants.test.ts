// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from "vitest";
import sheetsText from "../../../../tests/vectors/sheets.json?raw";
import type { RULES as Rules } from "../../lib/generated/rules";
import type { ScoredSheet, Sheet } from "./types";

const cases = JSON.parse(sheetsText) as readonly { readonly sheet: Sheet; readonly expected: ScoredSheet }[];

/** How many of the cases come out otherwise with the modules as they are mocked now. */
async function failures(): Promise<number> {
  const { score } = await import("./score");
  const same = cases.filter(({ sheet, expected }) => {
    return JSON.stringify(sorted(score(sheet))) === JSON.stringify(sorted(expected));
  });
  return cases.length - same.length;
}

/** With the fields in alphabetical order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

function mockRules(change: (rules: typeof Rules) => typeof Rules): void {
  vi.doMock("../../lib/generated/rules", async (original) => {
    const { RULES } = await original<{ RULES: typeof Rules }>();
    return { RULES: change(RULES) };
  });
}

beforeEach(() => {
  vi.resetModules();
  vi.doUnmock("../../lib/generated/rules");
  vi.doUnmock("./scoring");
});

describe("the cases", () => {
  it("hold as long as no constant is changed", async () => {
    expect(await failures()).toBe(0);
  });

  it.each([
    ["exact_bonus", 25],
    ["points_per_trick", 15],
    ["miss_penalty", 5],
    ["zero_bid_scoring", "per_card"],
    ["tie_break", "most_exact"],
    ["bid_restriction", "dealer"],
    ["bid_disclosure", "hidden"],
    ["perfect_game_bonus", 10],
    ["last_round_bonus", 5],
    ["even_bids_dealer_penalty", 5],
  ])("fail when the standard of %s is %j", async (name, value) => {
    mockRules((rules) => ({
      ...rules,
      settings: rules.settings.map((one) => (one.name === name ? { ...one, default: value } : one)),
    }));
    expect(await failures()).toBeGreaterThan(0);
  });

  it.each(["3", "4", "5", "6"])("fail when a full game of %s has a round less", async (seats) => {
    mockRules((rules) => {
      const rounds = (rules.full_game_rounds[seats] ?? 0) - 1;
      return { ...rules, full_game_rounds: { ...rules.full_game_rounds, [seats]: rounds } };
    });
    expect(await failures()).toBeGreaterThan(0);
  });

  it("fail when missed bids count the other way", async () => {
    vi.doMock("./scoring", async (original) => {
      const real = await original<typeof import("./scoring")>();
      const scoreRound: typeof real.scoreRound = (round, rules) =>
        real.scoreRound(round, { ...rules, miss_penalty: -rules.miss_penalty });
      return { ...real, scoreRound };
    });
    expect(await failures()).toBeGreaterThan(0);
  });
});
