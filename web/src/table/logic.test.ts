import { describe, expect, it } from "vitest";
import { chartOf, runningTotals } from "./chart";
import { EMPTY, settle, type } from "./digits";
import { cutRows, layOut, place, sortHand } from "./fan";
import { nearestTurn, others, padOrder, spots, turnOf } from "./seating";

describe("seats around the table", () => {
  it("go clockwise from one's own", () => {
    expect(spots(4, 2)).toEqual(["t", "r", "m", "l"]);
    expect(spots(6, 0)).toEqual(["m", "l2", "l1", "t", "r1", "r2"]);
    expect(others(5, 3)).toEqual([4, 0, 1, 2]);
    expect(padOrder(3, 1)).toEqual([1, 2, 0]);
  });

  it("turn the ring the short way round", () => {
    expect(nearestTurn(270, turnOf("m"))).toBe(360);
    expect(nearestTurn(0, turnOf("r"))).toBe(-90);
    expect(nearestTurn(725, 90)).toBe(810);
  });
});

describe("the hand", () => {
  it("is sorted by suit, then Wizards and Jesters", () => {
    expect(sortHand(["J1", "W2", "Y3", "R1", "G12", "B10", "B2"], "suit")).toEqual([
      "B2",
      "B10",
      "G12",
      "R1",
      "Y3",
      "W2",
      "J1",
    ]);
  });

  it("is sorted by rank, Jesters low and Wizards high", () => {
    expect(sortHand(["W1", "B2", "Y2", "J4", "R13"], "rank")).toEqual(["J4", "B2", "Y2", "R13", "W1"]);
  });

  it.each([3, 4, 5, 6].flatMap((seats) => Array.from({ length: 60 / seats }, (_, k) => k + 1)))(
    "of %i cards shows strips of at least 24 px on a phone, at every stage of the round",
    (size) => {
      const room = place(size, 336, false);
      for (let count = size; count > 1; count--) {
        const fan = layOut(count, room, 336);
        const fullest = Math.ceil(count / fan.rows);
        const strip = Math.min(fan.card + 8, (336 - fan.card) / Math.max(1, fullest - 1));
        expect(strip).toBeGreaterThanOrEqual(24);
        expect(fan.height).toBe(room.height);
        expect(fan.card * 1.4).toBeLessThanOrEqual(room.height);
      }
    },
  );

  it("is cut into at most two rows, the fuller first", () => {
    expect(cutRows([1, 2, 3, 4, 5], 2)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    expect(cutRows([1, 2], 1)).toEqual([[1, 2]]);
  });
});

describe("bidding with digits", () => {
  it("is certain at once below ten", () => {
    expect(type(EMPTY, 3, 9).bid).toBe(3);
    expect(type(EMPTY, 0, 20).bid).toBe(0);
  });

  it("waits for a second digit where there may be one", () => {
    const one = type(EMPTY, 1, 15);
    expect(one).toEqual({ typed: 1, bid: null });
    expect(type(one, 2, 15)).toEqual({ typed: 12, bid: 12 });
    expect(settle(one).bid).toBe(1);
    expect(type(EMPTY, 2, 15).bid).toBe(2);
  });

  it("begins anew with a digit that would lead too far", () => {
    expect(type(type(EMPTY, 1, 15), 8, 15)).toEqual({ typed: 8, bid: 8 });
  });

  it("ignores what is larger than the hand", () => {
    expect(type(EMPTY, 7, 5)).toEqual(EMPTY);
  });
});

describe("the chart of totals", () => {
  const totals = runningTotals([{ scores: [30, 20, -10] }, { scores: [-10, 20, -20] }], [20, 50, -30]);

  it("adds up the rounds and ends with what the server says", () => {
    expect(totals).toEqual([
      [30, 20, -10],
      [20, 50, -30],
    ]);
  });

  it("keeps names apart and inside", () => {
    const chart = chartOf([[10, 10, 10, 10, 10, 10]], 320, 240);
    const ys = chart.lines.map((line) => line.nameY).toSorted((a, b) => a - b);
    for (let k = 1; k < ys.length; k++) expect((ys[k] ?? 0) - (ys[k - 1] ?? 0)).toBeGreaterThanOrEqual(17);
    expect(Math.max(...ys)).toBeLessThanOrEqual(240);
  });

  it("has a line at zero and one path a seat", () => {
    const chart = chartOf(totals, 600, 290);
    expect(chart.grid.some((line) => line.value === 0)).toBe(true);
    expect(chart.lines).toHaveLength(3);
  });
});
