import { describe, expect, it } from "vitest";
import { edit } from "../model/edit";
import type { Rules, Sheet } from "../model/types";
import { effects, isQuiet, newlyMarked, totalChanges } from "./effects";
import { enter, example, sheetOf, worked } from "./testing";
import { effectText, roundsText } from "./words";

const FIVE = { round_mode: "custom", custom_round_count: 5 };

/** The reasons in words, as on the page. */
function why(sheet: Sheet, rules: Rules): readonly string[] {
  const before = worked(sheet);
  const now = worked(edit(sheet, { kind: "rules", rules }));
  return effects(before, now).map((effect) => effectText(now.sheet, effect));
}

describe("another rule for made zeros", () => {
  it("gives Ben 180 and Cara 80, and says why", () => {
    const before = worked(example());
    const now = worked(edit(before.sheet, { kind: "rules", rules: { ...FIVE, zero_bid_scoring: "double_bonus" } }));
    expect(totalChanges(before.scored, now.scored)).toEqual([
      { player: "b", before: 140, now: 180, rankBefore: 1, rankNow: 1 },
      { player: "a", before: 90, now: 90, rankBefore: 2, rankNow: 2 },
      { player: "c", before: 40, now: 80, rankBefore: 3, rankNow: 3 },
      { player: "d", before: -60, now: -60, rankBefore: 4, rankNow: 4 },
    ]);
    expect(effects(before, now).map((effect) => effectText(now.sheet, effect))).toEqual([
      "Four made zeros score again: two of Ben’s, two of Cara’s.",
    ]);
  });

  it("per card counts the cards", () => {
    expect(why(example(), { ...FIVE, zero_bid_scoring: "per_card" })).toHaveLength(1);
  });
});

describe("other points", () => {
  it("name made and missed bids", () => {
    expect(why(example(), { ...FIVE, miss_penalty: 5 })).toEqual([
      "Nine missed bids score again: two of Anna’s, two of Cara’s, five of Dan’s.",
    ]);
    expect(why(example(), { ...FIVE, points_per_trick: 5 })[0]).toMatch(/^Seven made bids score again/);
  });

  it("of the last round, of even bids and of a perfect game", () => {
    expect(why(example(), { ...FIVE, last_round_bonus: 20 })).toEqual([
      "In the last round Anna and Ben get an extra 20.",
    ]);
    expect(why(example(), { ...FIVE, even_bids_dealer_penalty: 10 })).toEqual([
      "The bids were even in round 4: 10 off for the dealer each time.",
    ]);
    expect(why(example(), { ...FIVE, perfect_game_bonus: 50 })).toEqual(["Ben made every bid: 50 more."]);
    const open = { round_mode: "custom", custom_round_count: 6 };
    expect(why(sheetOf([], open), { ...open, perfect_game_bonus: 50 })).toEqual([
      "The bonus for bidding right every round comes when the match is over.",
    ]);
    expect(why(example({ perfect_game_bonus: 50 }), FIVE)).toEqual([
      "There is no bonus for bidding right every round any more.",
    ]);
  });

  it("of a tie-break matter only where totals are equal", () => {
    expect(why(example(), { ...FIVE, tie_break: "most_exact" })).toEqual([
      "No totals are equal now, so no tie has to be broken.",
    ]);
  });
});

describe("another number of rounds", () => {
  it("puts rounds outside the game and takes them back", () => {
    const four = { round_mode: "custom", custom_round_count: 3 };
    expect(why(example(), four)).toEqual([
      "The game has 3 rounds now.",
      "Rounds 4 and 5 are outside the game now. They stay on the pad and come back when the game grows.",
    ]);
    expect(why(edit(example(), { kind: "rules", rules: four }), FIVE)).toEqual([
      "The game has 5 rounds now.",
      "Rounds 4 and 5 are part of the game again.",
    ]);
  });

  it("ends the match, or lets it go on", () => {
    const six = { round_mode: "custom", custom_round_count: 6 };
    expect(why(example(), six)).toEqual([
      "The game has 6 rounds now.",
      "The match is not over any more: 1 round is still to be scored.",
    ]);
    expect(why(edit(example(), { kind: "rules", rules: six }), FIVE)).toContain("With this the match is over.");
  });

  it("marks rounds that no longer fit the cards", () => {
    const rules = { round_mode: "schedule", hand_sizes: [1, 2, 4, 4, 5] };
    expect(why(example(), rules)).toEqual([
      "Round 3 no longer fits the cards dealt: it is marked, and not scored until it is right.",
      "The match is not over any more: 1 round is still to be scored.",
    ]);
  });
});

describe("a rule for bids", () => {
  it("names the rounds that could be kept, and changes no total", () => {
    const before = worked(example());
    const now = worked(edit(before.sheet, { kind: "rules", rules: { ...FIVE, bid_restriction: "dealer" } }));
    expect(newlyMarked(before.scored, now.scored)).toEqual([4]);
    expect(newlyMarked(now.scored, now.scored)).toEqual([]);
    expect(isQuiet(before.scored, now.scored)).toBe(true);
    const kept = worked(edit(now.sheet, { kind: "enter", round: 4, kept: true }));
    expect(kept.scored.problems).toEqual([]);
  });

  it("marks what the dealer bid against it", () => {
    expect(why(example(), { ...FIVE, bid_restriction: "dealer" })).toEqual([
      "The dealer’s bid of round 4 is against the rule now.",
    ]);
  });

  it("turns bids face down and up", () => {
    const sheet = edit(sheetOf([], FIVE), { kind: "enter", round: 1, bids: { b: 1 } });
    expect(why(sheet, { ...FIVE, bid_disclosure: "hidden" })).toEqual(["The bids of round 1 turn face down."]);
  });

  it("about cards is for the table only", () => {
    expect(why(example(), { ...FIVE, wizard_lead: "next_sets_suit" })).toEqual([
      "This is for the table: the sheet does not depend on it.",
    ]);
  });
});

it("says rounds briefly", () => {
  expect(roundsText([6])).toBe("round 6");
  expect(roundsText([6, 7, 8])).toBe("rounds 6 to 8");
  expect(roundsText([1, 2, 4, 5, 6, 9])).toBe("rounds 1, 2, 4 to 6 and 9");
});

it("counts ranks that change", () => {
  const sheet = enter(sheetOf([], FIVE), 1, [[0, 0], [1, 1], [0, 0], [0, 0]]);
  const before = worked(sheet);
  const now = worked(edit(sheet, { kind: "rules", rules: { ...FIVE, zero_bid_scoring: "double_bonus" } }));
  expect(totalChanges(before.scored, now.scored)[0]).toEqual({
    player: "a",
    before: 20,
    now: 40,
    rankBefore: 2,
    rankNow: 1,
  });
});
