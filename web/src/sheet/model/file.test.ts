// @vitest-environment node
import { describe, expect, it } from "vitest";
import { formatBundle, formatSheet, parseBundle, parseSheet } from "./file";
import { newSheet } from "./document";
import { longGame, WORKED } from "./testing";

describe("the file of a sheet", () => {
  it("is read with a byte order mark, and no longer than any sheet", () => {
    expect(parseSheet(`\ufeff${formatSheet(WORKED)}`)).toEqual(WORKED);
    const long = formatSheet(WORKED) + " ".repeat(300_000);
    expect(() => parseSheet(long)).toThrow(expect.objectContaining({ code: "too_large" }));
  });
});

describe("the file of all sheets", () => {
  const sheets = [WORKED, longGame(6)];

  it("is read back", () => {
    expect(parseBundle(formatBundle(sheets))).toEqual({ sheets, damaged: [] });
    expect(parseBundle(formatBundle([]))).toEqual({ sheets: [], damaged: [] });
  });

  it("may be that of one", () => {
    expect(parseBundle(formatSheet(WORKED))).toEqual({ sheets: [WORKED], damaged: [] });
  });

  it("gives the good ones, and names the damaged with place and reason", () => {
    const text = formatBundle([WORKED, { ...WORKED, rounds: [{ bids: { b: 99 } }] }, longGame(3)]);
    const { sheets: good, damaged } = parseBundle(text);
    expect(good).toEqual([WORKED, longGame(3)]);
    expect(damaged).toEqual([
      { place: "sheets[1]", error: expect.objectContaining({ code: "range", place: "sheets[1].rounds[0].bids.b" }) },
    ]);
  });

  it.each([
    ['{"format": "rufen-sheets", "version": 2, "sheets": []}', "newer", "version"],
    ['{"format": "rufen-sheets", "version": 1, "sheets": {}}', "type", "sheets"],
    ['{"format": "rufen-sheets", "version": 1, "sheets": [], "x": 1}', "unknown_field", "x"],
    ['{"format": "something"}', "format", "format"],
    ["[]", "type", ""],
  ])("%s is refused", (text, code, place) => {
    expect(() => parseBundle(text)).toThrow(expect.objectContaining({ code, place }));
  });
});

describe("a new sheet", () => {
  it("holds only what differs from the standard game", () => {
    const sheet = newSheet(["Anna", "Ben", "Cara"], { exact_bonus: 20, miss_penalty: 5 }, { firstDealer: 2 });
    expect(sheet.rules).toEqual({ miss_penalty: 5 });
    expect(sheet.dealers).toEqual([{ round: 1, player: "c" }]);
    expect(sheet.id).toMatch(/^[a-z0-9]{12}$/);
    expect(parseSheet(formatSheet(sheet))).toEqual(sheet);
  });

  it.each([
    [["Anna", "Ben"], {}, 0, { code: "players" }],
    [["Anna", "Ben", "anna"], {}, 0, { code: "name_taken", place: "players[2].name" }],
    [["Anna", " ", "Cara"], {}, 0, { code: "empty_text", place: "players[1].name" }],
    [["Anna", "Ben", "Cara"], {}, 3, { code: "dealer" }],
    [["Anna", "Ben", "Cara"], { exact_bonus: 7 }, 0, { problem: expect.objectContaining({ error: "step" }) }],
  ])("%j %j is refused", (names, rules, firstDealer, error) => {
    expect(() => newSheet(names, rules, { firstDealer })).toThrow(expect.objectContaining(error));
  });
});
