/** Bidding with the digit keys: one digit where it can only mean one number, two up to twenty. */

export interface Entry {
  /** The number typed so far, null when nothing is. */
  readonly typed: number | null;
  /** The bid that is now certain, null while another digit could still change it. */
  readonly bid: number | null;
}

/** How long a first digit waits for a second one before it counts. */
export const SETTLE_MS = 900;

export const EMPTY: Entry = { typed: null, bid: null };

function certain(number: number, largest: number): boolean {
  return number === 0 || number * 10 > largest;
}

/** The entry after another digit; a number that is too large begins anew with this digit. */
export function type(entry: Entry, digit: number, largest: number): Entry {
  const joined = entry.typed === null ? digit : entry.typed * 10 + digit;
  const number = joined <= largest ? joined : digit;
  if (number > largest) return EMPTY;
  return { typed: number, bid: certain(number, largest) ? number : null };
}

/** What Enter, or waiting, makes of an entry. */
export function settle(entry: Entry): Entry {
  return { typed: entry.typed, bid: entry.typed };
}
