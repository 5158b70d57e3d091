import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prefs } from "$lib/prefs.svelte";
import type { Action, Card, PlayerView } from "$lib/protocol";
import { NEWS, played, updateOf } from "../table/testing";
import { Ahead, FORCED_MS } from "./ahead.svelte";
import { tableOf } from "./testing";

const trick = (cards: readonly Card[]): NonNullable<PlayerView["trick"]> => ({
  leader: 1,
  cards,
  led_suit: "B",
  follow: "B",
  winning: 0,
});
const B3: Action = { type: "play_card", card: "B3" };
const W1: Action = { type: "play_card", card: "W1" };
const WAITING = { to_act: [3], trick: trick(["B9", "B12"]) };
const MINE = { to_act: [0], trick: trick(["B9", "B12", "R2"]), legal: [B3, W1] };
const FORCED = { ...MINE, hand: ["B3", "G7"] as Card[], legal: [B3] };

let ends: (() => void)[] = [];

function handOf(change: Partial<PlayerView>) {
  const { table, socket } = tableOf(change);
  let ahead: Ahead | undefined;
  ends.push(
    $effect.root(() => {
      ahead = new Ahead(table, (card) => table.act({ type: "play_card", card }));
    }),
    () => table.stop(),
  );
  flushSync();
  if (ahead === undefined) throw new Error("no effects ran");
  const acts = (): unknown[] => socket().sent.filter((message) => message.type === "act").map((message) => message.action);
  return { table, socket, ahead, acts };
}

beforeEach(() => {
  vi.useFakeTimers();
  prefs.language = "en";
  prefs.speed = "none";
  prefs.forced = "on";
  prefs.preselect = "on";
});
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
  prefs.forced = "off";
  prefs.preselect = "off";
});

describe("a marked card", () => {
  it("is played at once when it is one's turn", () => {
    const { socket, ahead, acts } = handOf(WAITING);
    expect(ahead.press("B3")).toBe("");
    expect(ahead.marked).toBe("B3");
    socket().say(updateOf(20, [played(3, "R2")], MINE));
    vi.advanceTimersByTime(5_000);
    flushSync();
    expect(acts()).toEqual([B3]);
    expect(ahead.marked).toBeNull();
  });

  it("waits until everything that happened has been shown", () => {
    prefs.speed = "normal";
    const { table, socket, ahead, acts } = handOf({ to_act: [2], trick: trick(["B9"]) });
    ahead.press("B3");
    socket().say(updateOf(20, [played(2, "B12")], WAITING));
    socket().say(updateOf(21, [played(3, "R2")], MINE));
    flushSync();
    expect(table.asked).toBe(false);
    expect(acts()).toEqual([]);
    vi.advanceTimersByTime(5_000);
    flushSync();
    expect(acts()).toEqual([B3]);
  });

  it("can be taken back, or changed for another", () => {
    const { ahead } = handOf(WAITING);
    ahead.press("B3");
    ahead.press("W1");
    expect(ahead.marked).toBe("W1");
    ahead.press("W1");
    expect(ahead.marked).toBeNull();
  });

  it("goes with a pause and says why; the game going on does not bring it back", () => {
    const { table, socket, ahead, acts } = handOf(WAITING);
    ahead.press("B3");
    socket().say({ ...NEWS, paused_by: "Anna" });
    flushSync();
    expect(ahead.marked).toBeNull();
    expect(table.told.toasts.map((toast) => toast.text)).toEqual(["Blue 3 is no longer marked: the game is paused."]);
    socket().say(NEWS);
    socket().say(updateOf(20, [played(3, "R2")], MINE));
    vi.advanceTimersByTime(5_000);
    flushSync();
    expect(acts()).toEqual([]);
  });

  it("goes with the connection", () => {
    const { table, socket, ahead } = handOf(WAITING);
    ahead.press("B3");
    socket().drop();
    flushSync();
    expect(ahead.marked).toBeNull();
    expect(table.told.toasts[0]?.text).toBe("Blue 3 is no longer marked: the connection was lost.");
  });

  it("waits while something is voted on", () => {
    const { socket, ahead, acts } = handOf(WAITING);
    ahead.press("B3");
    const proposal = { number: 1, kind: "undo", value: null, by: 1, agreed: [1], waiting: [0], left: 30 } as const;
    socket().say({ ...NEWS, proposal });
    socket().say(updateOf(20, [played(3, "R2")], MINE));
    vi.advanceTimersByTime(5_000);
    flushSync();
    expect(acts()).toEqual([]);
    expect(ahead.marked).toBe("B3");
    socket().say(NEWS);
    flushSync();
    expect(acts()).toEqual([B3]);
  });

  it("is not there unless it was switched on", () => {
    prefs.preselect = "off";
    const { ahead } = handOf(WAITING);
    expect(ahead.press("B3")).toBeNull();
    expect(ahead.marked).toBeNull();
  });

  it("says why no card can be marked yet", () => {
    const { ahead } = handOf({ to_act: [1] });
    expect(ahead.press("B3")).toBe("Cards can be marked once somebody has led");
  });
});

describe("a forced card", () => {
  it("is played after a while in which it can be stopped", () => {
    const { ahead, acts } = handOf(FORCED);
    expect(ahead.forced).toBe("B3");
    vi.advanceTimersByTime(FORCED_MS - 1);
    expect(acts()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(acts()).toEqual([B3]);
  });

  it("is left alone for this turn once it is stopped", () => {
    const { table, socket, ahead, acts } = handOf(FORCED);
    ahead.stop();
    flushSync();
    socket().say({ ...NEWS, spectators: 1 });
    flushSync();
    vi.advanceTimersByTime(FORCED_MS * 2);
    expect(acts()).toEqual([]);
    expect(ahead.forced).toBeNull();
    expect(table.told.heard.at(-1)?.text).toBe("Stopped. Play it when you like.");
    expect(table.act(B3)).toBe(true);
  });

  it("is not played when the game is paused meanwhile, and gets its whole time after that", () => {
    const { socket, ahead, acts } = handOf(FORCED);
    vi.advanceTimersByTime(FORCED_MS - 100);
    socket().say({ ...NEWS, paused_by: "Anna" });
    flushSync();
    expect(ahead.forced).toBeNull();
    vi.advanceTimersByTime(FORCED_MS);
    socket().say(NEWS);
    flushSync();
    vi.advanceTimersByTime(FORCED_MS - 1);
    expect(acts()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(acts()).toEqual([B3]);
  });

  it("is played once, also when the person plays it first", () => {
    const { table, ahead, acts } = handOf(FORCED);
    table.act(B3);
    flushSync();
    expect(ahead.forced).toBeNull();
    vi.advanceTimersByTime(FORCED_MS);
    expect(acts()).toEqual([B3]);
  });

  it("waits below a dialog, where nobody could stop it", () => {
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.setAttribute("open", "");
    const modal = vi.spyOn(dialog, "matches").mockReturnValue(true);
    const { acts } = handOf(FORCED);
    vi.advanceTimersByTime(FORCED_MS);
    expect(modal).toHaveBeenCalledWith(":modal");
    expect(acts()).toEqual([]);
    dialog.remove();
    vi.advanceTimersByTime(FORCED_MS);
    expect(acts()).toEqual([B3]);
  });

  it("is not played where nobody looks", () => {
    const visible = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const { ahead, acts } = handOf(FORCED);
    vi.advanceTimersByTime(FORCED_MS * 2);
    expect(acts()).toEqual([]);
    visible.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    flushSync();
    expect(ahead.forced).toBe("B3");
  });

  it("is not there unless it was switched on, and goes when it is switched off", () => {
    const { ahead, acts } = handOf(FORCED);
    prefs.forced = "off";
    flushSync();
    expect(ahead.forced).toBeNull();
    vi.advanceTimersByTime(FORCED_MS);
    expect(acts()).toEqual([]);
  });
});
