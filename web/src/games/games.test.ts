import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prefs } from "$lib/prefs.svelte";
import type { Forget, TableInfo, TableSummary } from "$lib/protocol";
import { myTables, rememberTable } from "$lib/seats";
import { isOver, keyOf, MyGames, othersOf, PAGE, pages, placesOf } from "./mine.svelte";
import { forgottenText, placeText, playerName, standingsText, titleOf, whereText } from "./words";

function gameOf(change: Partial<TableSummary> = {}): TableSummary {
  return {
    table: "game11",
    seat: 1,
    names: ["Ben", "Mia", "Ida"],
    phase: "game_over",
    round_number: 20,
    round_count: 20,
    your_turn: false,
    totals: [120, 90, -10],
    ranks: [1, 2, 3],
    created_at: 1,
    updated_at: 2,
    next_table: null,
    ...change,
  };
}

function seat(table: string): TableInfo {
  return { table, token: `secret-of-${table}-0123456789` };
}

const STATISTICS = {
  name: "Ida",
  you: false,
  bot: true,
  level: "beginner",
  games: 1,
  wins: 0,
  average_total: 0,
  average_rank: 0,
  best_total: 0,
  rounds: 0,
  made: 0,
  by_hand_size: [],
};

describe("words", () => {
  it("say who else plays, and how it ended", () => {
    expect(titleOf(gameOf())).toBe("Ben and Ida");
    expect(titleOf(gameOf({ names: ["", "Mia", ""] }))).toBe("Nobody else yet");
    expect(titleOf(gameOf({ names: ["—", "Mia", "— 2"] }))).toBe("Somebody and somebody 2");
    expect(standingsText(gameOf({ names: ["—", "Mia", "אנה"] }))).toBe("Somebody 120 · You 90 · \u2068אנה\u2069 −10");
    expect(placeText(gameOf())).toBe("Place 2 of 3");
    expect(placeText(gameOf({ ranks: [1, 1, 3] }))).toBe("Shared place 1 of 3");
    expect(placeText(gameOf({ phase: "aborted", round_number: 4 }))).toBe("Ended early in round 4 of 20");
    expect(placeText(gameOf({ phase: "aborted", round_number: 0 }))).toBe("Ended before the first deal");
    expect(standingsText(gameOf())).toBe("Ben 120 · You 90 · Ida −10");
  });

  it("say where a game stands that is still played", () => {
    expect(whereText(gameOf({ phase: "seating" }))).toBe("Waiting for players");
    expect(whereText(gameOf({ phase: "dealing", round_number: 0 }))).toBe("Ready for the first deal");
    expect(whereText(gameOf({ phase: "dealing", round_number: 3 }))).toBe("Round 3 of 20 is played");
    expect(whereText(gameOf({ phase: "bidding", round_number: 3, your_turn: true }))).toBe(
      "Round 3 of 20. Your turn",
    );
  });

  it("tell bots of one name by their level", () => {
    expect(playerName(STATISTICS)).toBe("Ida, bot (beginner)");
    expect(playerName({ ...STATISTICS, level: null, bot: false })).toBe("Ida");
    expect(playerName({ ...STATISTICS, level: "future" })).toBe("Ida, bot (future)");
    expect(playerName({ ...STATISTICS, you: true })).toBe("You");
    const keys = [STATISTICS, { ...STATISTICS, level: "random" }, { ...STATISTICS, level: null }].map(keyOf);
    expect(new Set(keys).size).toBe(3);
  });

  it("say what became of the forgotten ones", () => {
    expect(forgottenText({ deleted: ["a"], renamed: ["b", "c"] })).toBe(
      "1 game is deleted. Your name is gone from 2 games.",
    );
    expect(forgottenText({ deleted: [], renamed: [] })).toBe("The server knew nothing about you.");
  });

  it("are there in German", () => {
    prefs.language = "de";
    expect(placeText(gameOf({ ranks: [1, 1, 3] }))).toBe("Geteilter Rang 1 von 3");
    expect(standingsText(gameOf())).toBe("Ben 120 · Du 90 · Ida −10");
    prefs.language = "auto";
  });
});

describe("a list of games", () => {
  it("is cut into pages", () => {
    expect(pages([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(pages([], 2)).toEqual([]);
  });

  it("knows who plays, who leads and what is over", () => {
    expect(othersOf(gameOf())).toEqual(["Ben", "Ida"]);
    expect(placesOf(gameOf())).toEqual([0, 1, 2]);
    expect(placesOf(gameOf({ ranks: null, totals: [0, 50, 20] }))).toEqual([1, 2, 0]);
    expect(["game_over", "aborted", "playing", "seating"].map((phase) => isOver(gameOf({ phase })))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("my games", () => {
  let asked: { path: string; tables: string[]; keep: readonly string[] | undefined }[];
  let answers: Record<string, (tables: string[]) => unknown>;

  beforeEach(() => {
    localStorage.clear();
    asked = [];
    answers = {
      "/api/tables/mine": (tables) => tables.map((table) => gameOf({ table, updated_at: Number(table.slice(4)) })),
      "/api/tables/statistics": (tables) => ({ games: tables.length, players: [] }),
      "/api/forget": (tables) => ({ deleted: tables, renamed: [] }),
    };
    vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
      const wish = JSON.parse(body) as Forget | TableInfo[];
      const { tables: infos, keep } = Array.isArray(wish) ? { tables: wish, keep: undefined } : wish;
      const tables = infos.map(({ table }) => table);
      asked.push({ path, tables, keep });
      const answer = answers[path]?.(tables);
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve(new Response(JSON.stringify(answer)));
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  function sit(count: number): void {
    for (let n = 1; n <= count; n++) rememberTable(seat(`game${100 + n}`));
  }

  it("are asked for page by page, the newest first", async () => {
    sit(PAGE + 20);
    const mine = new MyGames();
    await mine.load();
    expect(asked.map(({ path, tables }) => [path, tables.length])).toEqual([
      ["/api/tables/mine", 100],
      ["/api/tables/mine", 20],
      ["/api/tables/statistics", 120],
    ]);
    expect(mine.games?.[0]?.table).toBe("game220");
    expect(mine.statistics?.games).toBe(120);
  });

  it("are not counted while they are played", async () => {
    sit(2);
    answers["/api/tables/mine"] = (tables) => tables.map((table) => gameOf({ table, phase: "playing", ranks: null }));
    const mine = new MyGames();
    await mine.load();
    expect(mine.statistics).toEqual({ games: 0, players: [] });
    expect(asked).toHaveLength(1);
  });

  it("say so when the server is not there, and come when it is back", async () => {
    sit(1);
    const mine = new MyGames();
    const there = answers["/api/tables/mine"];
    answers["/api/tables/mine"] = () => new TypeError("gone");
    await mine.load();
    expect(mine.failed).not.toBe("");
    expect(mine.games).toBeUndefined();
    if (there) answers["/api/tables/mine"] = there;
    await mine.load();
    expect(mine.failed).toBe("");
    expect(mine.games).toHaveLength(1);
  });

  it("are there without their statistics", async () => {
    sit(1);
    answers["/api/tables/statistics"] = () => new TypeError("gone");
    const mine = new MyGames();
    await mine.load();
    expect(mine.games).toHaveLength(1);
    expect(mine.uncounted).toBe(true);
  });

  it("are forgotten by the server, then by this browser", async () => {
    sit(3);
    const mine = new MyGames();
    await mine.load();
    answers["/api/tables/mine"] = (tables) => tables.map((table) => gameOf({ table }));
    await mine.forget(mine.seats.filter(({ table }) => table === "game102"));
    expect(asked.find(({ path }) => path === "/api/forget")).toEqual({
      path: "/api/forget",
      tables: ["game102"],
      keep: ["game103", "game101"],
    });
    expect(mine.forgotten).toEqual({ deleted: ["game102"], renamed: [] });
    expect(myTables().map(({ table }) => table)).toEqual(["game103", "game101"]);
    expect(mine.games?.map(({ table }) => table)).toEqual(["game103", "game101"]);
  });

  it("keep their secrets where the server could not forget", async () => {
    sit(PAGE + 1);
    const mine = new MyGames();
    await mine.load();
    let pagesForgotten = 0;
    answers["/api/forget"] = (tables) => {
      pagesForgotten += 1;
      return pagesForgotten === 1 ? { deleted: tables, renamed: [] } : new TypeError("gone");
    };
    await mine.forget(mine.seats);
    expect(asked.filter(({ path }) => path === "/api/forget").map(({ keep }) => keep)).toEqual([[], []]);
    expect(mine.notForgotten).not.toBe("");
    expect(mine.forgotten).toBeUndefined();
    expect(myTables()).toHaveLength(1);
    expect(mine.busy).toBe(false);
  });
});
