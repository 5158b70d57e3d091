import { describe, expect, it } from "vitest";
import { aside, moved, placeAt } from "./order";

describe("moving somebody", () => {
  it.each([
    [4, 2, 1, [0, 2, 1, 3]],
    [4, 0, 1, [1, 0, 2, 3]],
    [4, 0, 3, [1, 2, 3, 0]],
    [5, 4, 0, [4, 0, 1, 2, 3]],
    [3, 1, 1, [0, 1, 2]],
    [3, 0, -1, [0, 1, 2]],
    [3, 2, 3, [0, 1, 2]],
  ])("of %i seats, %i to %i", (seats, from, to, order) => {
    expect(moved(seats, from, to)).toEqual(order);
  });

  it("is always a permutation, and puts that person there", () => {
    for (let seats = 3; seats <= 6; seats += 1) {
      for (let from = 0; from < seats; from += 1) {
        for (let to = 0; to < seats; to += 1) {
          const order = moved(seats, from, to);
          expect([...order].toSorted()).toEqual(Array.from({ length: seats }, (_, seat) => seat));
          expect(order[to]).toBe(from);
        }
      }
    }
  });
});

describe("dragging", () => {
  const rows = [
    { top: 0, bottom: 60 },
    { top: 68, bottom: 168 },
    { top: 176, bottom: 236 },
  ];

  it.each([
    [-500, 0],
    [70, 0],
    [80, 1],
    [160, 1],
    [165, 2],
    [9_000, 2],
  ])("at %i it is held over place %i", (y, place) => {
    expect(placeAt(rows, y)).toBe(place);
  });

  it("those between step aside, and end where the order puts them", () => {
    for (const [from, to] of [[0, 3], [3, 0], [1, 2], [2, 2]] as const) {
      const order = moved(4, from, to);
      for (let at = 0; at < 4; at += 1) {
        if (at !== from) expect(order[at + aside(at, from, to)]).toBe(at);
      }
    }
  });
});
