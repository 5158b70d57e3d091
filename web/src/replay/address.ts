/** The address of a moment: `/replay/TABLE/ROUND?step=N&seat=S`, steps from 1, seats from 0, or `open`. */

export interface Moment {
  readonly round: number;
  /** From 0. */
  readonly step: number;
  /** null: all hands open. */
  readonly seat: number | null;
}

const NUMBER = /^[0-9]{1,3}$/;

function whole(text: string | null): number | null {
  return text !== null && NUMBER.test(text) ? Number(text) : null;
}

/** What an address says of the moment within a round; whatever cannot be is the beginning, with open hands. */
export function readMoment(round: number, search: string): Moment {
  const query = new URLSearchParams(search);
  const step = whole(query.get("step"));
  const seat = whole(query.get("seat"));
  return { round, step: Math.max(0, (step ?? 1) - 1), seat: seat !== null && seat < 6 ? seat : null };
}

/** The path of a moment. */
export function momentPath(table: string, { round, step, seat }: Moment): string {
  return `/replay/${table}/${round}?step=${step + 1}&seat=${seat ?? "open"}`;
}
