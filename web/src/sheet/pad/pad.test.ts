import { beforeEach, describe, expect, it } from "vitest";
import { prefs } from "../../lib/prefs.svelte";
import { edit, isRefusal } from "../model/edit";
import { newSheet } from "../model/document";
import { score } from "../model/score";
import type { Edit, Sheet } from "../model/types";
import { changeTo, correctionOf, type Sheetlike } from "./correction";
import { addsUp, cellKey, changesOf, padOf, wantsTricks } from "./rows";

const NAMES = ["Anna", "Ben", "Cara", "Dan"];
/** The worked example of RULES: bid and tricks by round. */
const EXAMPLE = [
  ["1/1", "0/0", "0/0", "1/0"],
  ["1/0", "1/1", "0/1", "2/0"],
  ["2/2", "0/0", "1/1", "1/0"],
  ["1/2", "2/2", "0/0", "1/0"],
  ["2/2", "1/1", "3/1", "0/1"],
];

function example(rounds = EXAMPLE.length, rules: Record<string, unknown> = {}): Sheet {
  let sheet = newSheet(NAMES, { round_mode: "custom", custom_round_count: 5, ...rules });
  for (const [at, cells] of EXAMPLE.slice(0, rounds).entries()) {
    const numbers = (part: number) =>
      Object.fromEntries(cells.map((cell, seat) => ["abcd".charAt(seat), Number(cell.split("/")[part])]));
    sheet = edit(sheet, { kind: "enter", round: at + 1, bids: numbers(0), tricks: numbers(1) });
  }
  return sheet;
}

function openOf(sheet: Sheet): Sheetlike {
  return {
    sheet,
    scored: score(sheet),
    preview(change: Edit) {
      try {
        const after = edit(sheet, change);
        return { sheet: after, scored: score(after) };
      } catch (error) {
        if (isRefusal(error)) return error;
        throw error;
      }
    },
  };
}

beforeEach(() => {
  prefs.language = "en";
});

describe("the rows of the pad", () => {
  it("are the rounds, and the totals stand in the last one", () => {
    const sheet = example();
    const pad = padOf(sheet, score(sheet));
    expect(pad.columns.map(({ name, rank, total }) => [name, rank, total])).toEqual([
      ["Anna", 2, 90],
      ["Ben", 1, 140],
      ["Cara", 3, 40],
      ["Dan", 4, -60],
    ]);
    expect(pad.rows.map((row) => row.kind)).toEqual(Array(5).fill("round"));
    expect(pad.needsTotals).toBe(false);
  });

  it("fold what is to come, but not on paper", () => {
    const sheet = example(2);
    const scored = score(sheet);
    expect(padOf(sheet, scored).rows.map((row) => row.kind)).toEqual(["round", "round", "round", "rest"]);
    expect(padOf(sheet, scored).rows.at(-1)).toMatchObject({ first: 4, last: 5 });
    expect(padOf(sheet, scored, true).rows).toHaveLength(5);
  });

  it("keep rounds outside the game apart (R6.1)", () => {
    const sheet = edit(example(), { kind: "rules", rules: { round_mode: "custom", custom_round_count: 3 } });
    const pad = padOf(sheet, score(sheet));
    expect(pad.rows).toHaveLength(3);
    expect(pad.outside.map((row) => row.kind === "round" && row.round.number)).toEqual([4, 5]);
  });

  it("show an adjustment above its round (R5.6), and the bonus of R5.5 at the end", () => {
    let sheet = edit(example(), { kind: "rules", rules: { round_mode: "custom", custom_round_count: 1, perfect_game_bonus: 50 } });
    sheet = edit(sheet, { kind: "adjust", id: "x", round: 1, player: "b", points: -20, reason: "looked" });
    const pad = padOf(sheet, score(sheet));
    expect(pad.rows.map((row) => row.kind)).toEqual(["line", "round", "bonus"]);
    expect(pad.rows.at(-1)).toMatchObject({ points: [50, 50, 50, null] });
    expect(pad.needsTotals).toBe(true);
  });

  it("keep the column of somebody who left, and say when others came", () => {
    let sheet = example(3);
    const seats = (ids: string) => [...ids].map((id) => ({ id, name: id === "e" ? "Eva" : "" }));
    sheet = edit(sheet, { kind: "seat", round: 4, players: seats("abce") });
    const columns = padOf(sheet, score(sheet)).columns;
    expect(columns.map(({ name, from, left }) => [name, from, left])).toEqual([
      ["Anna", null, null],
      ["Ben", null, null],
      ["Cara", null, null],
      ["Eva", 4, null],
      ["Dan", null, 3],
    ]);
    const row = padOf(sheet, score(sheet)).rows[0];
    expect(row?.kind === "round" && row.cells.map((cell) => cell?.total ?? null)).toEqual([30, 20, 20, null, -10]);
  });
});

describe("a correction", () => {
  it("offers what makes the round add up", () => {
    const sheet = edit(example(), { kind: "enter", round: 4, tricks: { c: 1 } });
    const scored = score(sheet);
    const round = scored.rounds[3];
    const cell = round?.cells[2];
    if (!round || !cell) throw new Error("no round 4");
    expect(round.state).toBe("wrong");
    expect([addsUp(round, cell), wantsTricks(round, cell)]).toEqual([0, true]);
    expect(correctionOf(openOf(sheet), 4, "c", "tricks")).toMatchObject({ now: 1, offer: 0, max: 4, forbidden: null });
  });

  it("knows the even bid that the dealer may not make, unless it is kept (R3.2, R8.2)", () => {
    const sheet = example(4, { bid_restriction: "dealer" });
    const found = correctionOf(openOf(sheet), 4, "d", "bid");
    expect(found).toMatchObject({ now: 1, forbidden: 1 });
    if (!found) throw new Error("no correction");
    const kept = edit(sheet, changeTo(found, 1, true));
    expect(correctionOf(openOf(kept), 4, "d", "bid")).toMatchObject({ now: 1, forbidden: null });
    expect(correctionOf(openOf(sheet), 4, "a", "bid")?.forbidden).toBeNull();
  });

  it("takes an entry back", () => {
    const sheet = example();
    const found = correctionOf(openOf(sheet), 2, "b", "tricks");
    expect(found && edit(sheet, changeTo(found, null)).rounds[1]?.tricks).toEqual({ a: 0, c: 1, d: 0 });
  });

  it("says which totals changed", () => {
    const before = example();
    const after = edit(before, { kind: "enter", round: 3, bids: { d: 0 } });
    const { cells, totals } = changesOf(score(before), score(after));
    expect([...totals]).toEqual([["d", { old: -60, now: -30 }]]);
    expect([...cells.keys()]).toEqual([3, 4, 5].map((round) => cellKey(round, "d")));
    expect(cells.get("4:d")).toBe(-50);
  });
});
