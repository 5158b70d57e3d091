/** How much was said while nobody looked. */
import { untrack } from "svelte";
import type { Said } from "$lib/protocol";
import type { Table } from "../table/table.svelte";
import { mutedAt } from "./muted.svelte";
import { isOwn, Mark } from "./said";

/** To be called while a page begins: counts what others say at the table while the talk is not `open`. */
export function unreadAt(table: Table, open: () => boolean): { readonly count: number } {
  const mark = new Mark();
  const muted = mutedAt(table.id);
  let count = $state(0);
  $effect(() => {
    if (table.view === null) return;
    const readable = (said: Said): boolean => !isOwn(table, said) && !muted.has(said.name);
    const fresh = mark.take(table.talk).filter(readable);
    /* A server that was started again has forgotten what was said. */
    const there = table.talk.filter(readable);
    const looks = open();
    untrack(() => {
      count = looks ? 0 : Math.min(count + fresh.length, there.length);
    });
  });
  return {
    get count() {
      return count;
    },
  };
}
