import { beforeEach, describe, expect, it } from "vitest";
import { catalogues } from "../lib/i18n/index.svelte";
import { prefs } from "../lib/prefs.svelte";
import { newSheet, RuleError, SheetError, type SheetErrorCode } from "./model/document";
import { edit } from "./model/edit";
import { score } from "./model/score";
import { rulesText } from "./print/house";
import { damageText, editText, errorText, problemText, sheetTitle } from "./words";

const SHEET = newSheet(["Anna", "Ben", "Cara"], { round_mode: "custom", custom_round_count: 5 }, { title: "Kitchen" });

const CODES: readonly SheetErrorCode[] = [
  "empty_text", "long_text", "name_taken", "players", "dealer", "round", "not_seated", "range", "duplicate", "too_many",
  "id", "unknown_player", "unknown_line", "too_large", "json", "format", "newer", "unknown_field", "setting", "time",
  "type", "length", "csv", "link",
];

beforeEach(() => {
  prefs.language = "en";
});

describe("what is wrong", () => {
  it("is said with its numbers", () => {
    let sheet = edit(SHEET, { kind: "enter", round: 2, bids: { a: 1, b: 0, c: 0 }, tricks: { a: 1, b: 2, c: 0 } });
    sheet = edit(sheet, { kind: "enter", round: 3, bids: { a: 1 } });
    const texts = () => score(sheet).problems.map((problem) => problemText({ sheet, scored: score(sheet) }, problem));
    expect(texts()).toContain("The tricks add up to 3, but only 2 were dealt.");
    expect(texts()).toContain("Cara’s bid is missing.");
    prefs.language = "de";
    expect(texts()).toContain("Die Stiche sind zusammen 3, aber es gab nur 2.");
  });
});

describe("why not", () => {
  it.each(["en", "de"] as const)("has words of its own for every code in %s", (language) => {
    prefs.language = language;
    for (const code of CODES) expect(catalogues[language].has(`pad.error.${code}`), code).toBe(true);
  });

  it("names what is allowed", () => {
    expect(errorText(new SheetError("range", "bids.b", "a whole number 0 … 4 (R8.1)"))).toBe(
      "Allowed: a whole number from 0 to 4.",
    );
    expect(errorText(new SheetError("range", "points", "a whole number −1000 … 1000, not 0"))).toBe(
      "Allowed: a whole number from −1000 to 1000, but not 0.",
    );
    expect(errorText(new SheetError("long_text", "title", "at most 60 characters, not 99"))).toBe(
      "That is too long: 60 characters at most.",
    );
    const rule = new RuleError({ error: "rounds_limit", setting: "custom_round_count", value: 20, allowed: "", limit: 15 });
    expect(errorText(rule)).toContain("15 rounds at most");
  });

  it("names the place in a file in plain words", () => {
    expect(damageText(new SheetError("range", "rounds[3].bids.b", "a whole number 0 … 20"))).toBe(
      "Round 4, bid of b (rounds[3].bids.b): Allowed: a whole number from 0 to 20.",
    );
    const document = { players: [{ id: "a", name: "Anna" }, { id: "b", name: "Ben" }] };
    expect(damageText(new SheetError("range", "rounds[3].bids.b", "a whole number 0 … 20"), document)).toContain(
      "Round 4, bid of Ben (rounds[3].bids.b)",
    );
    expect(
      damageText(new SheetError("range", "sheets[1].rounds[0].tricks.a", "a whole number 0 … 20"), {
        sheets: [null, document],
      }),
    ).toContain("Sheet 2, Round 1, tricks of Anna (sheets[1].rounds[0].tricks.a)");
    expect(damageText(new SheetError("json", "line 3, column 7", "JSON text"))).toBe(
      "Line 3, column 7: The file is damaged: it is no JSON text.",
    );
  });
});

describe("a change in words", () => {
  it("names who and what", () => {
    expect(editText(SHEET, { kind: "enter", round: 4, tricks: { c: 0 } })).toBe("Round 4: Cara took 0");
    expect(editText(SHEET, { kind: "enter", round: 4, bids: { b: null } })).toBe("Round 4: Ben’s bid taken back");
    expect(editText(SHEET, { kind: "rename", player: "a", name: "Ann" })).toBe("A player is called Ann");
  });

  it("says which setting changed, before and after it", () => {
    const rules = { ...SHEET.rules, zero_bid_scoring: "double_bonus" };
    expect(editText(SHEET, { kind: "rules", rules })).toBe("Made bid of zero: Twice the bonus");
    expect(editText(edit(SHEET, { kind: "rules", rules: { zero_bid_scoring: "double_bonus" } }), { kind: "rules", rules: { zero_bid_scoring: "double_bonus" } })).toBe(
      "Made bid of zero: Twice the bonus",
    );
  });

  it("says who came and went", () => {
    const four = [...SHEET.players, { id: "d", name: "Dan" }];
    const joined = { kind: "seat", round: 1, players: four } as const;
    expect(editText(SHEET, { ...joined, round: 2 })).toBe("Dan joined before round 2");
    const more = edit(SHEET, joined);
    expect(editText(more, { kind: "seat", round: 2, players: four.slice(0, 3) })).toBe("Dan left before round 2");
  });
});

describe("the sheet", () => {
  it("is called by its title, or by who plays", () => {
    expect(sheetTitle(SHEET)).toBe("Kitchen");
    expect(sheetTitle({ ...SHEET, title: "" })).toBe("Anna, Ben and Cara");
  });

  it("has its rules in sentences", () => {
    expect(rulesText({})).toBe(
      "Bid made 20, each trick 10, each trick off −10. A made zero scores 20. Bids open, no restriction. Equal totals share the rank.",
    );
    expect(rulesText({ bid_restriction: "dealer", round_one_exempt: true, perfect_game_bonus: 50 })).toContain(
      "the dealer may not make them even. Round 1 is free. Every bid right earns 50.",
    );
  });
});
