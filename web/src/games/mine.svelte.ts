/** The games of this browser: asked for, sorted, counted, forgotten. */
import { errorText, fetchMyTables, fetchStatistics, forget } from "$lib/api";
import type { Forgotten, PlayerStatistics, Statistics, TableInfo, TableSummary } from "$lib/protocol";
import { forgetTable, myTables } from "$lib/seats";

/** How many tables the server takes at once. */
export const PAGE = 100;
/** How many of them it counts at once. */
export const MOST_COUNTED = 300;

export function isOver(game: Pick<TableSummary, "phase">): boolean {
  return game.phase === "game_over" || game.phase === "aborted";
}

/** A list in pieces of `size`. */
export function pages<T>(all: readonly T[], size: number = PAGE): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

/** Who plays besides you. */
export function othersOf(game: Pick<TableSummary, "names" | "seat">): string[] {
  return game.names.filter((name, seat) => seat !== game.seat && name !== "");
}

/** Seats from the first place to the last. */
export function placesOf(game: Pick<TableSummary, "names" | "totals" | "ranks">): number[] {
  const { ranks, totals } = game;
  const seats = game.names.map((_, seat) => seat);
  return seats.toSorted((a, b) =>
    ranks === null ? (totals[b] ?? 0) - (totals[a] ?? 0) || a - b : (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b,
  );
}

/** What tells players of the statistics apart. */
export function keyOf({ you, name, level }: Pick<PlayerStatistics, "you" | "name" | "level">): string {
  return you ? "you" : `${level ?? "person"} ${name}`;
}

export class MyGames {
  #seats = $state.raw<readonly TableInfo[]>(myTables());
  #games = $state.raw<readonly TableSummary[]>();
  #statistics = $state.raw<Statistics>();
  #failed = $state("");
  #uncounted = $state(false);
  #busy = $state(false);
  #forgotten = $state.raw<Forgotten>();
  #notForgotten = $state("");

  get seats(): readonly TableInfo[] {
    return this.#seats;
  }

  /** undefined: still asked for. */
  get games(): readonly TableSummary[] | undefined {
    return this.#games;
  }

  get statistics(): Statistics | undefined {
    return this.#statistics;
  }

  /** Why the games cannot be shown; empty when they can. */
  get failed(): string {
    return this.#failed;
  }

  /** The statistics cannot be shown. */
  get uncounted(): boolean {
    return this.#uncounted;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** What became of those forgotten last. */
  get forgotten(): Forgotten | undefined {
    return this.#forgotten;
  }

  /** Why not everything could be forgotten. */
  get notForgotten(): string {
    return this.#notForgotten;
  }

  async load(): Promise<void> {
    this.#seats = myTables();
    this.#failed = "";
    this.#uncounted = false;
    try {
      const found: TableSummary[] = [];
      for (const page of pages(this.#seats)) found.push(...(await fetchMyTables(page)));
      this.#games = found.toSorted((a, b) => b.updated_at - a.updated_at);
    } catch (error) {
      this.#failed = errorText(error);
      return;
    }
    try {
      const over = new Set(this.#games.filter((game) => game.phase === "game_over").map(({ table }) => table));
      const counted = this.#seats.filter(({ table }) => over.has(table)).slice(0, MOST_COUNTED);
      this.#statistics = counted.length === 0 ? { games: 0, players: [] } : await fetchStatistics(counted);
    } catch {
      this.#uncounted = true;
    }
  }

  /** Take name and secret of these seats from the server and from this browser. */
  async forget(seats: readonly TableInfo[]): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#forgotten = undefined;
    this.#notForgotten = "";
    const deleted: string[] = [];
    const renamed: string[] = [];
    try {
      // rematches that nobody has followed to from here go along: the name would else stay behind in them
      const going = new Set(seats.map(({ table }) => table));
      const keep = this.#seats.flatMap(({ table }) => (going.has(table) ? [] : [table]));
      for (const page of pages(seats)) {
        const told = await forget(page, keep);
        deleted.push(...told.deleted);
        renamed.push(...told.renamed);
        // what the server does not know has nothing there to be taken away
        for (const { table } of page) forgetTable(table);
      }
      this.#forgotten = { deleted, renamed };
    } catch (error) {
      this.#notForgotten = errorText(error);
    }
    this.#busy = false;
    await this.load();
  }
}
