/** A table as a page sees it while others decide something: nobody acts, and what was decided is said. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prefs } from "$lib/prefs.svelte";
import type { Action, Proposal, TableNews } from "$lib/protocol";
import { FakeSocket } from "$lib/testing";
import { NEWS, played, snapshotOf, updateOf } from "../table/testing";
import { Table } from "../table/table.svelte";

let socket: FakeSocket;
let table: Table;
const BLUE: Action = { type: "play_card", card: "B3" };
const MINE = {
  to_act: [0],
  trick: { leader: 1, cards: ["B9", "B12", "R2"], led_suit: "B", follow: "B", winning: 2 },
  legal: [BLUE],
} as const;
const UNDO: Proposal = { number: 4, kind: "undo", value: null, by: 3, agreed: [3], waiting: [0, 1, 2], left: 60 };

function news(change: Partial<TableNews>): void {
  socket.say({ ...NEWS, ...change });
}

function heard(): string[] {
  return table.told.heard.map((line) => line.text);
}

beforeEach(() => {
  vi.useFakeTimers();
  prefs.language = "en";
  prefs.speed = "none";
  table = new Table("aaaaaa", () => (socket = new FakeSocket()));
  table.start();
  socket.open();
  socket.say(snapshotOf(MINE));
});

afterEach(() => {
  table.stop();
  vi.useRealTimers();
});

describe("a pause", () => {
  it("closes every action, with the reason, until it is over", () => {
    news({ paused_by: "Anna" });
    expect(table.act(BLUE)).toBe(false);
    expect(table.why(BLUE)).toBe("The game is paused");
    news({});
    expect(table.why(BLUE)).toBe("");
    expect(table.act(BLUE)).toBe(true);
  });
});

describe("a vote on taking back", () => {
  it("asks once, and nobody acts meanwhile", () => {
    news({ proposal: UNDO });
    news({ proposal: { ...UNDO, agreed: [1, 3], waiting: [0, 2], left: 50 } });
    expect(heard()).toEqual(["Cara would like to take back red 2. Do you agree?"]);
    expect(table.act(BLUE)).toBe(false);
    expect(table.why(BLUE)).toBe("First the vote is decided");
    table.vote(true);
    expect(socket.sent.at(-1)).toMatchObject({ type: "vote", proposal: 4, agree: true });
  });

  it("is silent about an answer that came when it was over", () => {
    news({ proposal: UNDO });
    table.vote(true);
    table.vote(true);
    news({});
    socket.say({ type: "refused", id: String(socket.sent.at(-1)?.id), reason: "no_vote" });
    expect(table.told.toasts).toEqual([]);
  });

  it("that is agreed on says what was taken back, once", () => {
    news({ proposal: UNDO });
    socket.say(
      updateOf(20, [{ type: "actions_taken_back", to_seq: 19 }], {
        to_act: [3],
        trick: { leader: 1, cards: ["B9", "B12"], led_suit: "B", follow: "B", winning: 1 },
      }),
    );
    news({});
    expect(table.told.noted).toBe("Cara took back red 2.");
    expect(heard().slice(1)).toEqual(["Cara took back red 2."]);
    vi.advanceTimersByTime(10_000);
    expect(table.told.noted).toBe("");
  });

  it("that is not agreed on says so", () => {
    news({ proposal: UNDO });
    news({});
    expect(table.told.noted).toBe("Not agreed. Everything stays as it is.");
    news({ proposal: { ...UNDO, number: 5, by: 0, waiting: [1] } });
    table.vote(false);
    news({});
    expect(table.told.noted).toBe("Withdrawn. Everything stays as it is.");
  });
});

describe("coming back after a lost line", () => {
  function back(missed: Parameters<typeof updateOf>[1], change = {}): void {
    socket.drop();
    vi.advanceTimersByTime(60_000);
    socket.open();
    socket.say({ ...snapshotOf({ seq: 20 + missed.length, ...change }), missed });
  }

  it("tells what happened at one's seat, until it is read", () => {
    back([played(0, "B3")], { hand: ["G7", "W1"] });
    expect(table.meanwhile).toBe("Meanwhile, at your seat: blue 3.");
    table.readMeanwhile();
    expect(table.meanwhile).toBe("");
  });

  it("does not tell of what one had done oneself just before", () => {
    table.act(BLUE);
    back([played(0, "B3")], { hand: ["G7", "W1"] });
    expect(table.meanwhile).toBe("");
  });

  it("says what was taken back as far as it is known", () => {
    back([{ type: "actions_taken_back", to_seq: 19 }]);
    expect(table.told.noted).not.toBe("");
  });
});
