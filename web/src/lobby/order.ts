/** The order of the seats, as the table takes it: at place i sits who sat at `order[i]`. */

/** Who sits at `from` moves to `to`; those between make room. */
export function moved(seats: number, from: number, to: number): readonly number[] {
  const order = Array.from({ length: seats }, (_, seat) => seat);
  if (from < 0 || from >= seats || to < 0 || to >= seats) return order;
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

/** A row of the list, as it lies on the page. */
export interface Row {
  readonly top: number;
  readonly bottom: number;
}

/** The place over which a dragged row is held: the row whose middle is next to `y`. */
export function placeAt(rows: readonly Row[], y: number): number {
  let best = 0;
  let least = Infinity;
  rows.forEach((row, at) => {
    const away = Math.abs((row.top + row.bottom) / 2 - y);
    if (away < least) [best, least] = [at, away];
  });
  return best;
}

/** How far the row at `at` steps aside, in rows, while the one from `from` is held over `to`. */
export function aside(at: number, from: number, to: number): -1 | 0 | 1 {
  if (from < at && at <= to) return -1;
  if (to <= at && at < from) return 1;
  return 0;
}
