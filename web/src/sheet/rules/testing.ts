/** Sheets for the tests of this page, without storage. */

import { edit, isRefusal } from "../model/edit";
import { newSheet } from "../model/document";
import { score } from "../model/score";
import type { Edit, Rules, Sheet } from "../model/types";
import type { OpenSheet, Worked } from "../store/open.svelte";

type Row = readonly (readonly [bid: number, tricks: number])[];

/** A round with its bids and tricks in seating order. */
export function enter(sheet: Sheet, round: number, row: Row): Sheet {
  const ids = sheet.players.map((player) => player.id);
  const column = (at: 0 | 1) => Object.fromEntries(row.map((cell, seat) => [ids[seat] ?? "", cell[at]]));
  return edit(sheet, { kind: "enter", round, bids: column(0), tricks: column(1) });
}

/** The worked example of the rules: Anna 90, Ben 140, Cara 40, Dan −60. */
export const EXAMPLE: readonly Row[] = [
  [[1, 1], [0, 0], [0, 0], [1, 0]],
  [[1, 0], [1, 1], [0, 1], [2, 0]],
  [[2, 2], [0, 0], [1, 1], [1, 0]],
  [[1, 2], [2, 2], [0, 0], [1, 0]],
  [[2, 2], [1, 1], [3, 1], [0, 1]],
];

export function sheetOf(rows: readonly Row[], rules: Rules, names = ["Anna", "Ben", "Cara", "Dan"]): Sheet {
  return rows.reduce((sheet, row, at) => enter(sheet, at + 1, row), newSheet(names, rules, { id: "test" }));
}

export function example(rules: Rules = {}): Sheet {
  return sheetOf(EXAMPLE, { round_mode: "custom", custom_round_count: 5, ...rules });
}

export function worked(sheet: Sheet): Worked {
  return { sheet, scored: score(sheet) };
}

/** A sheet that takes changes and is nowhere kept. */
export class Desk implements Pick<OpenSheet, "sheet" | "scored" | "preview" | "apply"> {
  sheet: Sheet;

  constructor(sheet: Sheet) {
    this.sheet = sheet;
  }

  get scored() {
    return score(this.sheet);
  }

  preview(change: Edit) {
    try {
      return worked(edit(this.sheet, change));
    } catch (error) {
      if (isRefusal(error)) return error;
      throw error;
    }
  }

  apply(change: Edit) {
    const result = this.preview(change);
    if (!("scored" in result)) return result;
    this.sheet = result.sheet;
    return undefined;
  }
}
