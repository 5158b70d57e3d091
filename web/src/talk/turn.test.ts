import { beforeEach, describe, expect, it } from "vitest";
import { prefs } from "$lib/prefs.svelte";
import type { PlayerView } from "$lib/protocol";
import { NEWS, viewOf } from "../table/testing";
import { tableOf } from "./testing";
import { Calls, isCalled, turnTitle } from "./turn";

beforeEach(() => {
  prefs.language = "en";
});

describe("the title of the tab", () => {
  it("says it while it is this person's turn", () => {
    const { table, socket } = tableOf({ to_act: [0] });
    expect(turnTitle(table, "Round 3 · Rufen")).toBe("● Your turn · Round 3 · Rufen");
    socket().say({ ...NEWS, paused_by: "Anna" });
    expect(turnTitle(table, "Round 3 · Rufen")).toBe("Round 3 · Rufen");
    table.stop();
  });

  it("says nothing to others and to who watches", () => {
    for (const change of [{ to_act: [1] }, { to_act: [0], seat: null }, { to_act: [] }]) {
      const { table } = tableOf(change);
      expect(isCalled(table)).toBe(false);
      table.stop();
    }
  });
});

describe("a call", () => {
  const trick = (cards: number): PlayerView["trick"] => ({
    leader: 1,
    cards: ["B1", "B2", "B3", "B4"].slice(0, cards) as ("B1" | "B2" | "B3" | "B4")[],
    led_suit: null,
    follow: null,
    winning: null,
  });
  const mine = (cards: number, change: Partial<PlayerView> = {}): PlayerView =>
    viewOf({ to_act: [0], trick: trick(cards), ...change });

  it("comes once a turn, when everything before it has been shown", () => {
    const calls = new Calls();
    expect(calls.take(viewOf({ to_act: [1] }), false)).toBe(false);
    expect(calls.take(mine(3), false)).toBe(false);
    expect(calls.take(mine(3), true)).toBe(true);
    expect(calls.take(mine(3), true)).toBe(false);
  });

  it("comes again with the next turn, even where nobody acted between", () => {
    const calls = new Calls();
    expect(calls.take(mine(3), true)).toBe(true);
    expect(calls.take(mine(0, { tricks: [{ leader: 1, cards: [], winner: 0 }] }), true)).toBe(true);
  });

  it("does not come again while others choose their secret bids, or after a lost connection", () => {
    const calls = new Calls();
    const bidding = { phase: "bidding", trick: null } as const;
    expect(calls.take(viewOf({ ...bidding, to_act: [0, 1, 2] }), true)).toBe(true);
    expect(calls.take(viewOf({ ...bidding, seq: 21, to_act: [0, 2] }), false)).toBe(false);
    expect(calls.take(viewOf({ ...bidding, seq: 21, to_act: [0, 2] }), true)).toBe(false);
  });

  it("comes again when an action was taken back", () => {
    const calls = new Calls();
    expect(calls.take(mine(2), true)).toBe(true);
    expect(calls.take(viewOf({ to_act: [1], trick: trick(3) }), false)).toBe(false);
    expect(calls.take(mine(2, { seq: 24 }), true)).toBe(true);
  });

  it("waits for the end of a pause, and does not repeat itself after it", () => {
    const calls = new Calls();
    expect(calls.take(mine(3), false)).toBe(false);
    expect(calls.take(mine(3), true)).toBe(true);
    expect(calls.take(mine(3), false)).toBe(false);
    expect(calls.take(mine(3), true)).toBe(false);
  });
});
