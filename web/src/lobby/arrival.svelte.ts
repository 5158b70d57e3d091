/** A seat's own link was opened here: its secret leaves the address at once, and waits to be looked at.
 *
 * Until then it lies in the state of the history entry, which a reload keeps and nobody else can read.
 */

import { seatIn, type SeatInLink } from "./link";

let waiting = $state.raw<SeatInLink | null>(null);

function isWaiting(value: unknown): value is { readonly seat: SeatInLink } {
  if (typeof value !== "object" || value === null || !("seat" in value)) return false;
  return typeof (value.seat as Partial<SeatInLink> | null)?.table === "string";
}

/** Take a seat's secret out of the address. Called before anything else, and when the part behind # changes. */
export function takeSeatLink(): void {
  const found = seatIn(location.pathname, location.hash);
  if (found !== null) {
    waiting = found;
    history.replaceState({ seat: found }, "", location.pathname + location.search);
  } else {
    const state: unknown = history.state;
    waiting = isWaiting(state) ? state.seat : null;
  }
}

/** The seat whose link was opened at this table and is not decided on. */
export function arrivalAt(table: string): SeatInLink | null {
  return waiting?.table === table ? waiting : null;
}

/** It is decided. */
export function arrived(): void {
  waiting = null;
  history.replaceState(null, "", location.pathname + location.search);
}
