/** What is missing before a game can start. */

import type { SeatInfo } from "$lib/protocol";

export interface Missing {
  /** How many seats nobody sits in; they block the start. */
  readonly open: number;
  /** Persons who have not said that they are ready, the host aside; the host may start without them. */
  readonly unready: readonly string[];
  /** Persons who are not here now. */
  readonly gone: readonly string[];
}

export function missing(seats: readonly SeatInfo[], host: number | null): Missing {
  const persons = seats.filter((seat) => seat.kind === "person" && seat.seat !== host);
  return {
    open: seats.filter((seat) => seat.kind === null).length,
    unready: persons.filter((seat) => !seat.ready).map((seat) => seat.name),
    gone: persons.filter((seat) => seat.presence === "away").map((seat) => seat.name),
  };
}
