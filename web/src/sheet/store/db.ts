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

function stepsFrom(id: string, from: number): IDBKeyRange {
  return IDBKeyRange.bound([id, from], [id, Infinity]);
}

export interface Append {
  readonly id: string;
  /** How many steps there have to be before; undefined: the sheet is not there yet. */
  readonly from: number | undefined;
  readonly start: Sheet;
  readonly steps: readonly Step[];
  /** The sheet after them. */
  readonly sheet: Sheet;
}

/** What came of it: written; `gone`, there is no such sheet (any more); or the steps of another tab that was faster. */
export type Appended = "written" | "gone" | readonly Step[];

/** Add steps when nobody else did since. Throws a StoreError. */
export function append({ id, from, start, steps, sheet }: Append): Promise<Appended> {
  return transact("readwrite", async (tx) => {
    const sheets = tx.objectStore("sheets");
    const log = tx.objectStore("steps");
    const kept = await sheets.get(id);
    if (from === undefined ? kept : !kept) return "gone";
    if (kept && kept.steps !== from) return log.getAll(stepsFrom(id, from ?? 0));
    const first = from ?? 0;
    await Promise.all([
      sheets.put({ id, start, sheet, steps: first + steps.length, updated: now() }),
      ...steps.map((step, at) => log.add(step, [id, first + at])),
    ]);
    return "written";
  });
}

/** A sheet with the steps from number `from` on. Throws a StoreError. */
export function load(id: string, from = 0): Promise<{ kept: Kept; steps: readonly Step[] } | undefined> {
  return transact("readonly", async (tx) => {
    const [kept, steps] = await Promise.all([
      tx.objectStore("sheets").get(id),
      tx.objectStore("steps").getAll(stepsFrom(id, from)),
    ]);
    return kept && { kept, steps };
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
