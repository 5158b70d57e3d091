/** The rules this person has last looked at, so that a change is told also to those who were not here. */

import { readStored, writeStored } from "$lib/storage";
import type { Settings } from "$lib/rules";

const KEY = "rufen.lobby";

interface Noticed {
  readonly table: string;
  readonly rules: Settings;
}

function isNoticed(value: unknown): value is Noticed {
  if (typeof value !== "object" || value === null) return false;
  const { table, rules } = value as Partial<Noticed>;
  return typeof table === "string" && typeof rules === "object" && rules !== null;
}

/** The rules as they were when this browser last looked at them; undefined when it never has. */
export function noticedRules(table: string): Settings | undefined {
  const stored = readStored(KEY);
  return isNoticed(stored) && stored.table === table ? stored.rules : undefined;
}

/** They have been looked at. Kept for one table: the one that somebody waits at. */
export function noticeRules(table: string, rules: Settings): void {
  writeStored(KEY, { table, rules } satisfies Noticed);
}
