/** Whether what is on disk can be read: it may be damaged, or a newer Rufen wrote it. */

import { SheetError } from "../model/document";
import { isRefusal, type Refusal } from "../model/edit";
import { documentOf, sheetFrom } from "../model/file";
import type { Kept } from "./db";

/** A sheet that is there and cannot be read. */
export interface DamagedSheet {
  readonly id: string;
  /** What is wrong, and where. */
  readonly error: Refusal;
  /** The document that was checked. */
  readonly document: unknown;
}

export class DamagedError extends Error {
  readonly damaged: DamagedSheet;

  constructor(damaged: DamagedSheet) {
    super(damaged.error.message);
    this.name = "DamagedError";
    this.damaged = damaged;
  }
}

/** What is wrong with a record, if anything. */
export function damageOf(kept: Kept): DamagedSheet | undefined {
  const { id, start, sheet, steps } = kept;
  if (!Number.isInteger(steps) || steps < 0) {
    return { id, error: new SheetError("range", "steps", "a whole number"), document: kept };
  }
  for (const document of [sheet, start] as readonly unknown[]) {
    const error = errorIn(document, id);
    if (error) return { id, error, document };
  }
  return undefined;
}

function errorIn(document: unknown, id: string): Refusal | undefined {
  try {
    if (typeof document !== "object" || document === null) throw new SheetError("type", "", "a score sheet { … }");
    const fields = documentOf(document as Kept["sheet"]);
    if (sheetFrom({ ...document, ...fields }).id !== id) throw new SheetError("id", "id", id);
    return undefined;
  } catch (error) {
    return isRefusal(error) ? error : new SheetError("type", "", "a score sheet { … }");
  }
}
