/** When somebody is called: it has become their turn, and everything before it has been shown. */
import { t } from "$lib/i18n/index.svelte";
import type { PlayerView } from "$lib/protocol";
import type { Table } from "../table/table.svelte";

/** It is this person's turn now, and they may do something about it. */
export function isCalled(table: Table): boolean {
  return table.asked && table.news?.paused_by == null;
}

/** The title of the tab: it says so while it is this person's turn. */
export function turnTitle(table: Table, base: string): string {
  return isCalled(table) ? `● ${t("talk.turn.title")} · ${base}` : base;
}

/** What is asked: while others choose their secret bids it stays the same, though the table moves on. */
function turnOf(view: PlayerView): string {
  return [view.round_number, view.phase, view.tricks.length, view.trick?.cards.length ?? 0].join(":");
}

/** Finds the moments in which it becomes somebody's turn: one for each turn. */
export class Calls {
  #turn: string | null = null;
  #called = false;

  /** Whether to call now. `newest` is the newest view, `called` what `isCalled` says. */
  take(newest: PlayerView, called: boolean): boolean {
    const mine = newest.seat !== null && newest.to_act.includes(newest.seat);
    const turn = mine ? turnOf(newest) : null;
    if (turn !== this.#turn) {
      this.#turn = turn;
      this.#called = false;
    }
    if (turn === null || !called || this.#called) return false;
    this.#called = true;
    return true;
  }
}
