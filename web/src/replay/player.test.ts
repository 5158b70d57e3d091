import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "$lib/api";
import { prefs } from "$lib/prefs.svelte";
import type { Replay, ReplayStep } from "$lib/protocol";
import { played, viewOf } from "../table/testing";
import { momentPath, readMoment } from "./address";
import { Player } from "./player.svelte";
import { drawnOf, motionOf } from "./scene.svelte";

const NAMES = ["Mara", "Anna", "Ben", "Cara"];

function replayOf(round: number, seat: number | null, steps = 4): Replay {
  return {
    table: "game12",
    names: NAMES,
    kinds: ["person", "bot", "person", "person"],
    rounds: 3,
    round,
    seat,
    ended_at: 0,
    steps: Array.from(
      { length: steps },
      (_, n): ReplayStep => ({ events: [played(1, "B3")], view: viewOf({ seq: n, seat }), hands: null }),
    ),
  };
}

describe("the address of a moment", () => {
  it("can be read back", () => {
    for (const seat of [null, 0, 5]) {
      for (const step of [0, 11, 63]) {
        const path = momentPath("game12", { round: 7, step, seat });
        const [where, query] = path.split("?");
        expect(where).toBe("/replay/game12/7");
        expect(readMoment(7, `?${query}`)).toEqual({ round: 7, step, seat });
      }
    }
    expect(momentPath("game12", { round: 1, step: 0, seat: null })).toBe("/replay/game12/1?step=1&seat=open");
  });

  it.each(["", "?step=0", "?step=-3&seat=x", "?step=1e9", "?step=99999&seat=6", "?seat=open", "?step=&seat="])(
    "is the beginning with open hands when it says nothing: %s",
    (search) => expect(readMoment(2, search)).toEqual({ round: 2, step: 0, seat: null }),
  );
});

describe("what is drawn", () => {
  const view = viewOf({
    tricks: [{ leader: 2, cards: ["B3", "B9", "R1", "B2"], winner: 3 }],
    tricks_won: [0, 0, 0, 1],
  });

  it("leaves a complete trick on the table, with its winner", () => {
    const drawn = drawnOf({ events: [played(1, "B2"), { type: "trick_won", seat: 3, card: "B9" }], view });
    expect(drawn.trick).toEqual({ leader: 2, cards: ["B3", "B9", "R1", "B2"], winning: 1, ledSuit: null, won: true });
    expect(drawn.tricksWon).toEqual([0, 0, 0, 1]);
  });

  it("is else the view as it is", () => {
    const drawn = drawnOf({ events: [played(1, "B2")], view });
    expect(drawn.trick?.won).toBe(false);
    expect(drawn.trick?.cards).toEqual([]);
  });

  it("moves what has just happened", () => {
    expect(motionOf([played(1, "B2"), { type: "trick_won", seat: 3, card: "B9" }])).toEqual({
      kind: "fly",
      seat: 1,
      card: "B2",
    });
    expect(motionOf([{ type: "bid_placed", seat: 2, bid: 1 }])).toEqual({ kind: "bid", seat: 2 });
    const shown = { type: "bids_shown", bids: [1, 0, 0, 2] } as const;
    expect(motionOf([{ type: "bid_placed_face_down", seat: 2 }, shown])).toEqual({ kind: "reveal" });
    expect(motionOf([{ type: "game_aborted", reason: "vote", totals: [], ranks: [] }])).toEqual({ kind: "still" });
  });
});

describe("a player", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    prefs.speed = "normal";
  });

  async function opened(round = 1, step = 0): Promise<{ player: Player; asked: string[] }> {
    const asked: string[] = [];
    const player = new Player("game12", (table, number, seat) => {
      asked.push(`${table} ${number} ${seat}`);
      return Promise.resolve(replayOf(number, seat));
    });
    await player.open({ round, step, seat: null });
    return { player, asked };
  }

  it("goes step by step, and from round to round", async () => {
    const { player } = await opened(1, 2);
    player.next();
    expect(player.moment).toEqual({ round: 1, step: 3, seat: null });
    expect(player.atEndOfRound).toBe(true);
    player.next();
    await vi.waitFor(() => expect(player.moment).toEqual({ round: 2, step: 0, seat: null }));
    player.back();
    await vi.waitFor(() => expect(player.moment).toEqual({ round: 1, step: 3, seat: null }));
    player.go(-5);
    expect(player.atStart).toBe(true);
    player.back();
    expect(player.step).toBe(0);
  });

  it("stays at the end of the game", async () => {
    const { player } = await opened(3, 99);
    expect(player.step).toBe(3);
    expect(player.atEnd).toBe(true);
    player.next();
    expect(player.moment).toEqual({ round: 3, step: 3, seat: null });
  });

  it("asks for a round once for each view", async () => {
    const { player, asked } = await opened();
    await player.open({ round: 1, step: 1, seat: 2 });
    await player.open({ round: 1, step: 2, seat: null });
    expect(asked).toEqual(["game12 1 null", "game12 1 2"]);
    expect(player.moment).toEqual({ round: 1, step: 2, seat: null });
  });

  it("shows what was asked for last, whichever answer comes first", async () => {
    const answers = new Map<number, (replay: Replay) => void>();
    const player = new Player("game12", (_table, number) => new Promise((done) => answers.set(number, done)));
    const first = player.open({ round: 1, step: 0, seat: null });
    const second = player.open({ round: 2, step: 0, seat: null });
    answers.get(2)?.(replayOf(2, null));
    answers.get(1)?.(replayOf(1, null));
    await Promise.all([first, second]);
    expect(player.replay?.round).toBe(2);
    expect(player.busy).toBe(false);
  });

  it("plays by itself at the chosen speed, over the end of a round, and stops at the end", async () => {
    const { player } = await opened(2, 2);
    prefs.speed = "fast";
    player.play();
    await vi.advanceTimersByTimeAsync(549);
    expect(player.step).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(player.step).toBe(3);
    await vi.advanceTimersByTimeAsync(3 * 550);
    expect(player.moment).toEqual({ round: 3, step: 0, seat: null });
    await vi.advanceTimersByTimeAsync(3 * 550);
    expect(player.atEnd).toBe(true);
    expect(player.playing).toBe(false);
    player.play();
    expect(player.moment).toEqual({ round: 3, step: 0, seat: null });
    player.pause();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(player.step).toBe(0);
  });

  it("keeps what is shown when the line is lost, and says so", async () => {
    let fail = false;
    const player = new Player("game12", (_table, number, seat) =>
      fail ? Promise.reject(new ApiError(undefined)) : Promise.resolve(replayOf(number, seat)),
    );
    await player.open({ round: 1, step: 3, seat: null });
    fail = true;
    player.next();
    await vi.waitFor(() => expect(player.trouble?.wanted.round).toBe(2));
    expect(player.moment).toEqual({ round: 1, step: 3, seat: null });
    fail = false;
    player.next();
    await vi.waitFor(() => expect(player.replay?.round).toBe(2));
    expect(player.trouble).toBeNull();
  });

  it("opens all hands where a seat does not exist", async () => {
    const player = new Player("game12", (_table, number, seat) =>
      seat === null
        ? Promise.resolve(replayOf(number, seat))
        : Promise.reject(new ApiError({ error: "unknown_seat", detail: "no" })),
    );
    await player.open({ round: 1, step: 1, seat: 5 });
    await vi.waitFor(() => expect(player.moment).toEqual({ round: 1, step: 1, seat: null }));
  });

  it("calls everybody by name and asks nobody", async () => {
    const player = new Player("game12", (_table, number, seat) => Promise.resolve(replayOf(number, seat)));
    await player.open({ round: 1, step: 0, seat: 1 });
    const { table } = player;
    expect(table.names).toEqual(NAMES);
    expect(table.seats[1]?.kind).toBe("bot");
    expect(table.stage.view?.seat).toBeNull();
    expect(table.asked).toBe(false);
    expect(table.open).toBe(false);
  });
});
