// @vitest-environment node
import { describe, expect, it } from "vitest";
import sheetsText from "../../../../tests/vectors/sheets.json?raw";
import { fromCsv, toCsv } from "./csv";
import { parseRows } from "./csv-text";
import { newSheet } from "./document";
import { edit, SheetError } from "./edit";
import { sheetFrom } from "./file";
import { score } from "./score";
import { CREATED, told, WORKED } from "./testing";

function refusal(text: string): Pick<SheetError, "code" | "place"> {
  try {
    fromCsv(text);
  } catch (error) {
    if (error instanceof SheetError) return { code: error.code, place: error.place };
    throw error;
  }
  throw new Error("was read");
}

const HEAD = "round,hand_size,dealer,player,bid,tricks,score,total";

describe("a sheet as CSV", () => {
  it("is a row a round and player, with scores and totals", () => {
    const text = toCsv(WORKED, score(WORKED));
    expect(text.startsWith("\ufeff# rufen-sheet,1\r\n# title,\r\n")).toBe(true);
    expect(text.split("\r\n").slice(3, 10)).toEqual([
      "# rules,round_mode=custom,custom_round_count=5",
      "# kept",
      "# shown",
      HEAD,
      "1,1,Anna,Anna,1,1,30,30",
      "1,1,Anna,Ben,0,0,20,20",
      "1,1,Anna,Cara,0,0,20,20",
    ]);
    expect(text.trimEnd().split("\r\n").at(-1)).toBe("5,5,Anna,Dan,0,1,-10,-60");
  });

  it("is read back as it was", () => {
    expect({ ...fromCsv(toCsv(WORKED)), id: "sheet" }).toEqual(WORKED);
    const semicolons = toCsv(WORKED, score(WORKED), ";");
    expect(semicolons).toContain("\r\n1;1;Anna;Anna;1;1;30;30\r\n");
    expect({ ...fromCsv(semicolons), id: "sheet" }).toEqual(WORKED);
  });

  it("keeps names that look like formulas or are quoted from harm", () => {
    const names = ["=1+1", "+49", "-Ben", "@Cara", 'Dan "D", the; 4th', "'=Eva"];
    const sheet = newSheet(names, {}, { id: "sheet", created: CREATED, title: "'Friday, =x" });
    const text = toCsv(sheet);
    expect(text).toContain("1,1,'=1+1,'=1+1,");
    expect(text).not.toMatch(/(^|,)"?[=+@]/m);
    expect({ ...fromCsv(text), id: "sheet" }).toEqual(sheet);
  });

  it("keeps who joined and left, who dealt, what was kept, and adjustments", () => {
    let sheet = told(["Anna", "Ben", "Cara"], { bid_restriction: "dealer" }, ["1 0 0 / 1 0 0", "0 1 1 / 1 1 0"]);
    sheet = edit(sheet, { kind: "enter", round: 1, kept: true });
    const [anna, ben, cara] = sheet.players;
    if (!anna || !ben || !cara) throw new Error("three players");
    sheet = edit(sheet, { kind: "seat", round: 3, players: [cara, anna, { id: "d", name: "Dan" }, ben] });
    sheet = edit(sheet, { kind: "deal", round: 2, player: "c" });
    sheet = edit(sheet, { kind: "adjust", id: "l1", round: 2, player: "d", points: 30, reason: "a start, agreed" });
    expect({ ...fromCsv(toCsv(sheet)), id: "sheet" }).toEqual(sheet);
  });

  it("comes out with the same totals for whatever sheet", () => {
    for (const { sheet } of JSON.parse(sheetsText) as readonly { sheet: unknown }[]) {
      const before = score(sheetFrom(sheet));
      const after = fromCsv(toCsv(sheetFrom(sheet)));
      const named = (standings: typeof before.standings, names: ReadonlyMap<string, string>) =>
        standings
          .filter(({ rounds, rank }) => rank !== null || rounds > 0)
          .map(({ player, total, rank }) => [names.get(player), total, rank]);
      const names = (one: typeof after) => new Map(one.players.map(({ id, name }) => [id, name]));
      expect(named(score(after).standings, names(after))).toEqual(
        named(before.standings, names(sheetFrom(sheet))),
      );
    }
  });

  it("is read from other spreadsheets, too: semicolons, line feeds, padded rows, few columns", () => {
    const text = "# title;Friday;;\nround;player;bid;tricks\n1;Anna;1;1\n1;Ben;0;0\n1;\"Cara\";0;0\n\n";
    expect(fromCsv(text)).toMatchObject({
      title: "Friday",
      rules: { round_mode: "custom", custom_round_count: 1 },
      rounds: [{ bids: { a: 1, b: 0, c: 0 }, tricks: { a: 1, b: 0, c: 0 } }],
    });
  });

  it("is read with its columns in any order, and a title that names them", () => {
    const text = "\ufeff# title;round, player;;\nplayer;tricks;bid;round\nAnna;1;1;1\nBen;0;0;1\nCara;0;0;1\n";
    expect(fromCsv(text)).toMatchObject({ title: "round, player", rounds: [{ bids: { a: 1, b: 0, c: 0 } }] });
  });

  it("tells the rules by the hand sizes when nothing else does", () => {
    const rows = [2, 4].flatMap((size, at) => ["Anna", "Ben", "Cara"].map((name) => `${at + 1},${size},,${name},,`));
    expect(fromCsv([HEAD, ...rows].join("\n")).rules).toEqual({ round_mode: "schedule", hand_sizes: [2, 4] });
  });

  it.each([
    ["", "csv", "line 1"],
    ["hello\nworld", "csv", "line 1"],
    ["round,player,bid", "csv", "line 1"],
    [HEAD, "csv", "line 1"],
    [`${HEAD}\n1,1,,Anna,0,0\n1,1,,Anna,0,0`, "duplicate", "line 3, player"],
    [`${HEAD}\n1,1,,Anna,x,0`, "range", "line 2, bid"],
    [`${HEAD}\n1,1,,Anna,0,21`, "range", "line 2, tricks"],
    [`${HEAD}\n0,1,,Anna,0,0`, "range", "line 2, round"],
    [`${HEAD}\n61,1,,Anna,0,0`, "range", "line 2, round"],
    [`${HEAD}\n1,1,,,0,0`, "empty_text", "line 2, player"],
    [`${HEAD}\n1,1,,"Anna,0,0`, "csv", "line 2"],
    [`${HEAD}\n1,1,,"Anna"x,0,0`, "csv", "line 2"],
    [`${HEAD}\n1,1,,Anna,0,0`, "length", "players"],
    [`# rules,exact_bonus\n${HEAD}\n1,1,,Anna,0,0`, "csv", "line 1, rules"],
    [`# rules,exact_bonus=7\n${HEAD}\n1,,,A,,\n1,,,B,,\n1,,,C,,`, "setting", "rules.exact_bonus"],
    [`# adjustment,0,A,x,why\n${HEAD}\n1,,,A,,\n1,,,B,,\n1,,,C,,`, "range", "line 1, points"],
    [`# created,today\n${HEAD}\n1,,,A,,\n1,,,B,,\n1,,,C,,`, "time", "created"],
  ])("that is damaged is refused with the place: %j", (text, code, place) => {
    expect(refusal(text)).toEqual({ code, place });
  });
});

describe("rows of CSV", () => {
  it("count their lines, also with quotes over several", () => {
    expect(parseRows('round,x\r\n"a ""b""\nc",d\r\n\r\ne,,')).toEqual([
      { line: 1, cells: ["round", "x"] },
      { line: 2, cells: ['a "b"\nc', "d"] },
      { line: 5, cells: ["e"] },
    ]);
  });
});
