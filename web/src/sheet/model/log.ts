/** The life of a sheet as a log that only grows: changes, and going back and forth among them. */

import { edit } from "./edit";
import type { Edit, Sheet, Step } from "./types";

/** A change that was made, and the sheet before it. */
export interface Made {
  readonly change: Edit;
  readonly before: Sheet;
}

/** A sheet with what undo takes back (the last one first to go) and what redo brings back (the last one first). */
export interface Life {
  readonly sheet: Sheet;
  readonly done: readonly Made[];
  readonly undone: readonly Edit[];
}

export function begin(sheet: Sheet): Life {
  return { sheet, done: [], undone: [] };
}

/** The life after one more step; a new change clears what could be brought back. Going back with nothing to go
 * back to does nothing. Throws what `edit` throws. */
export function advance(life: Life, step: Step): Life {
  const { sheet, done, undone } = life;
  if (step.kind === "undo") {
    const last = done.at(-1);
    if (!last) return life;
    return { sheet: last.before, done: done.slice(0, -1), undone: [...undone, last.change] };
  }
  const change = step.kind === "redo" ? undone.at(-1) : step;
  if (!change) return life;
  return {
    sheet: edit(sheet, change),
    done: [...done, { change, before: sheet }],
    undone: step.kind === "redo" ? undone.slice(0, -1) : [],
  };
}

/** The life after more steps. One that cannot be made any more, or that nobody can read, is passed over: whatever a
 * log holds, the sheet can be read. */
export function resume(life: Life, steps: readonly Step[]): Life {
  return steps.reduce((now, step) => {
    try {
      return advance(now, step);
    } catch {
      return now;
    }
  }, life);
}

/** The life of a sheet from its beginning. */
export function replay(start: Sheet, steps: readonly Step[]): Life {
  return resume(begin(start), steps);
}
