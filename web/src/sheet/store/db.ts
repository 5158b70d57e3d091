/** Sheets on this device: a document they began with, and the steps since, which are only ever added to. */

import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import { now } from "../model/document";
import type { Sheet, Step } from "../model/types";

const NAME = "rufen";
const VERSION = 1;

/** Why nothing can be kept: storage full, none at all or access denied, closed or deleted under us. */
export type Trouble = "full" | "blocked" | "closed";

export interface Kept {
  readonly id: string;
  /** By chance, from its creation here: a sheet that came in the place of another of the same id is not that one. */
  readonly born: string;
  /** What the sheet was when it was created here. */
  readonly start: Sheet;
  /** What it is after all steps. */
  readonly sheet: Sheet;
  /** How many there are. */
  readonly steps: number;
  /** When it was last written, UTC. */
  readonly updated: string;
}

interface Schema extends DBSchema {
  sheets: { key: string; value: Kept };
  /** Step `n` of a sheet, counted from 0, under `[sheet, n]`. */
  steps: { key: [string, number]; value: Step };
}

type Database = IDBPDatabase<Schema>;
type Work<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, ["sheets", "steps"], Mode>;

/** A write or read that failed, with the reason. */
export class StoreError extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble, cause: unknown) {
    super(trouble, { cause });
    this.name = "StoreError";
    this.trouble = trouble;
  }
}

let connection: Promise<Database> | undefined;

function connect(): Promise<Database> {
  connection ??= openDB<Schema>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore("sheets", { keyPath: "id" });
      db.createObjectStore("steps");
    },
    // A newer Rufen in another tab wants to upgrade, or the person deletes the site's data: out of the way.
    blocking(_current, _wanted, event) {
      (event.target as IDBDatabase).close();
      connection = undefined;
    },
    terminated() {
      connection = undefined;
    },
  });
  connection.catch(() => {
    connection = undefined;
  });
  return connection;
}

/** Let go of the database; the next use opens it again. */
export async function disconnect(): Promise<void> {
  const open = connection;
  connection = undefined;
  (await open?.catch(() => undefined))?.close();
}

function troubleOf(error: unknown): Trouble {
  switch (error instanceof Error || error instanceof DOMException ? error.name : "") {
    case "QuotaExceededError":
      return "full";
    case "InvalidStateError":
    case "AbortError":
    case "VersionError":
      return "closed";
  }
  return "blocked";
}

/** One transaction; everything it wrote is on disk when it is done, or nothing. Throws a StoreError. */
async function transact<Mode extends "readonly" | "readwrite", Result>(
  mode: Mode,
  work: (tx: Work<Mode>) => Promise<Result>,
  again = true,
): Promise<Result> {
  let tx: Work<Mode> | undefined;
  try {
    const db = await connect();
    tx = db.transaction(["sheets", "steps"], mode, { durability: "strict" }) as Work<Mode>;
    const [result] = await Promise.all([work(tx), tx.done]);
    return result;
  } catch (error) {
    // a failed request also fails the transaction, which knows better why
    const cause = tx?.error ?? error;
    const trouble = troubleOf(cause);
    abort(tx);
    if (trouble === "closed") {
      await disconnect();
      if (again) return transact(mode, work, false);
    }
    throw new StoreError(trouble, cause);
  }
}

/** Nothing of a transaction that failed halfway is to stay. */
function abort(tx: { abort(): void } | undefined): void {
  try {
    tx?.abort();
  } catch {
    // it is over already
  }
}

/** The steps from number `from` on, before number `to`. */
function stepsFrom(id: string, from: number, to = Infinity): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, to], false, true);
}

export interface Append {
  readonly id: string;
  readonly born: string;
  /** How many steps there have to be before; undefined: the sheet is not there yet. */
  readonly from: number | undefined;
  readonly start: Sheet;
  readonly steps: readonly Step[];
  /** The sheet after them. */
  readonly sheet: Sheet;
}

/** What another tab wrote meanwhile: there are `count` steps now, always more than before. */
export interface Newer {
  readonly count: number;
  /** Those that can be found. */
  readonly steps: readonly Step[];
}

/** What came of it: written; `gone`, there is no such sheet (any more); or what another tab did that was faster. */
export type Appended = "written" | "gone" | Newer;

/** Add steps when nobody else did since. Throws a StoreError. */
export function append({ id, born, from, start, steps, sheet }: Append): Promise<Appended> {
  return transact("readwrite", async (tx) => {
    const sheets = tx.objectStore("sheets");
    const log = tx.objectStore("steps");
    const kept = await sheets.get(id);
    if (from === undefined ? kept : !isSame(kept, born, from)) return "gone";
    const first = from ?? 0;
    const count = kept?.steps ?? 0;
    if (count > first) return { count, steps: await log.getAll(stepsFrom(id, first, count)) };
    await Promise.all([
      sheets.put({ id, born, start: kept?.start ?? start, sheet, steps: first + steps.length, updated: now() }),
      ...steps.map((step, at) => log.put(step, [id, first + at])),
    ]);
    return "written";
  });
}

/** Whether the sheet that is there is the one of which somebody knows so many steps. */
function isSame(kept: Kept | undefined, born: string, known: number): kept is Kept {
  return kept !== undefined && kept.born === born && kept.steps >= known;
}

/** A sheet with its steps. Throws a StoreError. */
export function load(id: string): Promise<{ kept: Kept; steps: readonly Step[] } | undefined> {
  return transact("readonly", async (tx) => {
    const kept = await tx.objectStore("sheets").get(id);
    return kept && { kept, steps: await tx.objectStore("steps").getAll(stepsFrom(id, 0)) };
  });
}

/** What came after the first `from` steps of a sheet; `gone` as with `append`. Throws a StoreError. */
export function loadNewer(id: string, born: string, from: number): Promise<Newer | "gone"> {
  return transact("readonly", async (tx) => {
    const kept = await tx.objectStore("sheets").get(id);
    if (!isSame(kept, born, from)) return "gone";
    const steps = kept.steps > from ? await tx.objectStore("steps").getAll(stepsFrom(id, from, kept.steps)) : [];
    return { count: kept.steps, steps };
  });
}

/** Put a sheet in the place of the one of its id; the old one stays when that fails. Throws a StoreError. */
export function replace(start: Sheet, born: string): Promise<void> {
  const { id } = start;
  return transact("readwrite", async (tx) => {
    await Promise.all([
      tx.objectStore("sheets").put({ id, born, start, sheet: start, steps: 0, updated: now() }),
      tx.objectStore("steps").delete(stepsFrom(id, 0)),
    ]);
  });
}

/** Every sheet as it is now. Throws a StoreError. */
export function loadAll(): Promise<readonly Kept[]> {
  return transact("readonly", (tx) => tx.objectStore("sheets").getAll());
}

/** Take a sheet away, or all. Throws a StoreError. */
export function remove(id?: string): Promise<void> {
  return transact("readwrite", async (tx) => {
    const [sheets, steps] = [tx.objectStore("sheets"), tx.objectStore("steps")];
    await Promise.all(
      id === undefined ? [sheets.clear(), steps.clear()] : [sheets.delete(id), steps.delete(stepsFrom(id, 0))],
    );
  });
}
