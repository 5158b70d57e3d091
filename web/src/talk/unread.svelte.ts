/** How much was said while nobody looked. */
import { untrack } from "svelte";
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
    const fresh = mark.take(table.talk).filter((said) => !isOwn(table, said) && !muted.has(said.name));
    const looks = open();
    untrack(() => {
      count = looks ? 0 : count + fresh.length;
    });
  });
  return {
    get count() {
      return count;
    },
  };
}
