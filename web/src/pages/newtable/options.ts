/** How a new table is run. */
import { prefs } from "../../lib/prefs.svelte";
import type { CreateTable } from "../../lib/protocol";

/** Whoever plays with bots alone has hints, unless they say otherwise; bots act as this browser has it. */
export function newOptions(alone: boolean, hints: boolean | null = null) {
  return { hints: hints ?? alone, pace: prefs.bots } satisfies CreateTable["options"];
}
