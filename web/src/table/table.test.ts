import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prefs } from "$lib/prefs.svelte";
import type { Action } from "$lib/protocol";
import { FakeSocket } from "$lib/testing";
import { played, snapshotOf, updateOf } from "./testing";
import { Table } from "./table.svelte";

let socket: FakeSocket;
let table: Table;
const BLUE: Action = { type: "play_card", card: "B3" };
const MINE = {
  to_act: [0],
  trick: { leader: 1, cards: ["B9", "B12", "R2"], led_suit: "B", follow: "B", winning: 2 },
  legal: [BLUE, { type: "play_card", card: "W1" }],
  refusals: [{ action: { type: "play_card", card: "G7" }, reason: "must_follow_suit", suit: "B" }],
} as const;

beforeEach(() => {
  vi.useFakeTimers();
  prefs.language = "en";
  prefs.speed = "normal";
  table = new Table("aaaaaa", () => (socket = new FakeSocket()));
  table.start();
  socket.open();
});

afterEach(() => {
  table.stop();
  vi.useRealTimers();
});

function acts(): unknown[] {
  return socket.sent.filter((message) => message.type === "act");
}

describe("acting", () => {
  it("sends what is legal, once", () => {
    socket.say(snapshotOf(MINE));
    expect(table.act(BLUE)).toBe(true);
    expect(table.act(BLUE)).toBe(false);
    expect(acts()).toEqual([expect.objectContaining({ seq: 20, action: BLUE })]);
    expect(table.open).toBe(false);
  });

  it("opens again when the server refuses, and says why", () => {
    socket.say(snapshotOf(MINE));
    table.act(BLUE);
    const id = String(socket.sent.at(-1)?.id);
    socket.say({ type: "refused", id, reason: "stale" });
    expect(table.open).toBe(true);
    expect(table.told.noted).toBe("The table had moved on; nothing was done.");
    expect(table.told.toasts).toEqual([]);
  });

  it("waits after the acknowledgement for the position it led to", () => {
    socket.say(snapshotOf(MINE));
    table.act(BLUE);
    socket.say({ type: "ack", id: String(socket.sent.at(-1)?.id), seq: 21 });
    expect(table.open).toBe(false);
    socket.say(updateOf(20, [played(0, "B3")], { ...MINE, to_act: [0] }));
    expect(table.open).toBe(true);
  });

  it("does nothing with what is not legal, and knows why", () => {
    socket.say(snapshotOf(MINE));
    expect(table.act({ type: "play_card", card: "G7" })).toBe(false);
    expect(table.why({ type: "play_card", card: "G7" })).toBe("Must follow blue");
    expect(acts()).toEqual([]);
  });

  it("takes nothing while the line is down", () => {
    socket.say(snapshotOf(MINE));
    socket.drop();
    expect(table.act(BLUE)).toBe(false);
    expect(table.why(BLUE)).toBe("Waiting for the connection");
    expect(acts()).toEqual([]);
  });
});

describe("a gesture", () => {
  it("only shows what waits to be shown, so that nobody plays by skipping", () => {
    socket.say(snapshotOf());
    socket.say(updateOf(20, [played(1, "B9")], { to_act: [2] }));
    socket.say(updateOf(21, [played(2, "B12")], { to_act: [3] }));
    socket.say(updateOf(22, [played(3, "R2")], MINE));
    expect(table.asked).toBe(false);
    table.gesture();
    expect(table.asked).toBe(true);
    expect(table.act(BLUE)).toBe(false);
    table.gestureDone();
    table.gesture();
    expect(table.act(BLUE)).toBe(true);
  });
});

describe("the next round", () => {
  it("is asked for once", () => {
    const results = [1, 2, 3].map((number) => ({ number, hand_size: 3, dealer: 0, bids: [], tricks: [], scores: [] }));
    socket.say(snapshotOf({ phase: "dealing", to_act: [], results, trick: null }));
    table.nextRound();
    table.nextRound();
    expect(socket.sent.filter((message) => message.type === "next_round")).toEqual([
      expect.objectContaining({ round: 3 }),
    ]);
    expect(table.ready).toBe(true);
  });

  it("is asked for again when a server that was started anew has forgotten it", () => {
    const results = [1, 2, 3].map((number) => ({ number, hand_size: 3, dealer: 0, bids: [], tricks: [], scores: [] }));
    const scored = snapshotOf({ phase: "dealing", to_act: [], results, trick: null });
    socket.say(scored);
    table.nextRound();
    socket.say({ type: "ack", id: String(socket.sent.at(-1)?.id), seq: 20 });
    socket.drop();
    vi.advanceTimersByTime(1_000);
    socket.open();
    socket.say(scored);
    expect(socket.sent.filter((message) => message.type === "next_round")).toHaveLength(1);
    expect(table.ready).toBe(true);
  });
});
