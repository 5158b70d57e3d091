// @vitest-environment node
/** Ids that are names of something else in JavaScript. */

import { describe, expect, it } from "vitest";
import { fromCsv, toCsv } from "./csv";
import { entryOf, freshId, newSheet } from "./document";
import { edit } from "./edit";
import { formatSheet, parseSheet } from "./file";
import { fromLink, toLink } from "./link";
import { replay } from "./log";
import { score } from "./score";
import type { Edit } from "./types";

const CHANGES: readonly Edit[] = [
  {
    kind: "seat",
    round: 1,
    players: [
      { id: "constructor", name: "Cora" },
      { id: "a", name: "Anna" },
      { id: "b", name: "Ben" },
    ],
  },
  { kind: "deal", round: 1, player: "constructor" },
  { kind: "enter", round: 1, bids: { a: 1, b: 0 } },
  { kind: "adjust", id: "constructor", round: 1, player: "constructor", points: -20, reason: "late" },
  { kind: "rename", player: "constructor", name: "Conny" },
];

describe("a player of the id constructor", () => {
  const start = newSheet(["Anna", "Ben", "Cara"], {}, { id: "constructor" });
  const sheet = CHANGES.reduce(edit, start);

  it("has entered nothing before something is", () => {
    const { asked, rounds } = score(sheet);
    expect(asked).toMatchObject({ round: 1, player: "constructor", what: "bid" });
    expect(rounds[0]?.cells[0]).toMatchObject({ player: "constructor", bid: null, tricks: null, score: null });
    expect(entryOf(sheet.rounds[0]?.bids, "constructor")).toBeUndefined();
    const all = edit(sheet, { kind: "enter", round: 1, bids: { constructor: 0 }, tricks: { constructor: 0, a: 1, b: 0 } });
    expect(score(all).rounds[0]?.state).toBe("scored");
    expect(score(all).standings.find((one) => one.player === "constructor")?.total).toBe(0);
    expect(edit(all, { kind: "enter", round: 1, bids: { constructor: null } }).rounds[0]?.bids).toEqual({ a: 1, b: 0 });
  });

  it("comes back from a log, a file, a link and a table", async () => {
    expect(replay(start, CHANGES).sheet).toEqual(sheet);
    const entered = edit(sheet, { kind: "enter", round: 1, bids: { constructor: 1 } });
    for (const one of [sheet, entered]) {
      expect(parseSheet(formatSheet(one))).toEqual(one);
      expect(await fromLink(await toLink(one))).toEqual(one);
      expect(fromCsv(toCsv(one)).players.map((player) => player.name)).toContain("Conny");
    }
  });
});

it("a fresh id is eight small letters and digits, and not one that is taken", () => {
  expect(freshId(["a"])).toMatch(/^[a-z0-9]{8}$/);
  expect(new Set(Array.from({ length: 100 }, () => freshId([]))).size).toBe(100);
});
