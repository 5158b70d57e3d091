import { describe, expect, it } from "vitest";
import { edit } from "../model/edit";
import type { Sheet } from "../model/types";
import { Desk, enter, EXAMPLE, example, sheetOf, worked } from "../rules/testing";
import { marksOf, seriesOf } from "./series";
import { catchUpText, levelText, standText } from "./words";
import { chartOfSeries } from "../../table/chart";

const FIVE = { round_mode: "custom", custom_round_count: 5 };

function lineOf(sheet: Sheet, player: string): readonly (readonly [number, number])[] {
  const { scored } = worked(sheet);
  const at = scored.standings.findIndex((standing) => standing.player === player);
  return (seriesOf(sheet, scored)[at] ?? []).map(({ round, total }) => [round, total]);
}

describe("lines of totals", () => {
  it("go from nothing to the total", () => {
    expect(lineOf(example(), "b")).toEqual([[0, 0], [1, 20], [2, 50], [3, 70], [4, 110], [5, 140]]);
  });

  it("step where points are adjusted and at the bonus of the end", () => {
    let sheet = edit(example({ perfect_game_bonus: 50 }), {
      kind: "adjust", id: "l1", round: 3, player: "b", points: -20, reason: "late",
    });
    sheet = edit(sheet, { kind: "adjust", id: "l2", round: 0, player: "b", points: 5, reason: "start" });
    expect(lineOf(sheet, "b")).toEqual([
      [0, 0], [0, 5], [1, 25], [2, 55], [3, 75], [3, 55], [4, 95], [5, 125], [5, 175],
    ]);
  });

  it("begin where somebody joins and end where somebody leaves", () => {
    const desk = new Desk(sheetOf(EXAMPLE.slice(0, 1), {}));
    desk.apply({
      kind: "seat", round: 2, players: [...desk.sheet.players.slice(0, 3), { id: "e", name: "Eva" }],
    });
    desk.apply({
      kind: "enter", round: 2, bids: { a: 0, b: 0, c: 0, e: 2 }, tricks: { a: 0, b: 0, c: 0, e: 2 },
    });
    expect(lineOf(desk.sheet, "e")).toEqual([[1, 0], [2, 40]]);
    expect(lineOf(desk.sheet, "d")).toEqual([[0, 0], [1, -10]]);
    expect(marksOf(desk.sheet, desk.scored, "d").map((mark) => mark.kind)).toEqual(["missed", "away"]);
    expect(marksOf(desk.sheet, desk.scored, "e").map((mark) => mark.kind)).toEqual(["away", "made"]);
  });

  it("pass over a round that is not scored", () => {
    const sheet = edit(example(), { kind: "enter", round: 2, tricks: { a: 1 } });
    expect(lineOf(sheet, "b").map(([round]) => round)).toEqual([0, 1, 3, 4, 5]);
    expect(marksOf(sheet, worked(sheet).scored, "b")[1]).toEqual({ round: 2, kind: "open" });
  });

  it("are drawn with one round and with sixty", () => {
    const one = chartOfSeries([[{ round: 0, total: 0 }, { round: 1, total: 20 }]], 1, 340, 230);
    expect(one.lines[0]?.path).toMatch(/^M40\.0 .+L244\.0 /);
    const sixty = chartOfSeries([[{ round: 0, total: 0 }]], 60, 340, 230);
    expect(sixty.rounds.map(({ round }) => round)).toEqual([1, 10, 20, 30, 40, 50, 60]);
  });
});

describe("how it stands", () => {
  it("says who wins, leads, or that nothing has begun", () => {
    expect(standText(worked(example()))).toBe("Match over · Ben wins by 50");
    expect(standText(worked(sheetOf([], FIVE)))).toBe("Not begun yet");
  });

  it("says what is needed to draw level", () => {
    const sheet = enter(sheetOf([], FIVE), 1, [[1, 1], [0, 0], [0, 0], [1, 0]]);
    const { scored } = worked(sheet);
    const text = (player: string): string => {
      const standing = scored.standings.find((one) => one.player === player);
      return standing ? catchUpText(standing) : "";
    };
    expect(text("b")).toBe("bids 0 and makes it");
    expect(text("d")).toBe("bids 2 and makes it");
    const far = edit(sheet, { kind: "adjust", id: "l1", round: 1, player: "d", points: -50, reason: "tea" });
    const dan = worked(far).scored.standings.at(-1);
    expect(dan && catchUpText(dan)).toBe("cannot draw level this round");
    expect(levelText(sheet, scored)).toMatch(/level with Anna at 30, as it stands now/);
  });
});
