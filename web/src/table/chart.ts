/** The chart of totals: lines from the first round to the last, each named at its end. */

export interface ChartLine {
  readonly seat: number;
  readonly path: string;
  /** Where the name stands; moved apart so that names do not cover one another. */
  readonly nameY: number;
}

export interface Chart {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly grid: readonly { readonly value: number; readonly y: number }[];
  readonly rounds: readonly { readonly round: number; readonly x: number }[];
  readonly lines: readonly ChartLine[];
}

const LEFT = 40;
const RIGHT = 96;
const TOP = 12;
const BOTTOM = 26;
const NAME_GAP = 17;

function gridStep(range: number): number {
  return [10, 20, 50, 100, 200, 500].find((step) => range / step <= 6) ?? 1000;
}

/** `totals[k][seat]` after round k + 1. */
export function chartOf(totals: readonly (readonly number[])[], width: number, height: number): Chart {
  const all = [0, ...totals.flat()];
  const step = gridStep(Math.max(...all) - Math.min(...all));
  const low = Math.floor(Math.min(...all) / step) * step;
  const high = Math.max(low + step, Math.ceil(Math.max(...all) / step) * step);
  const count = totals.length;
  const right = width - RIGHT;
  const x = (round: number): number => LEFT + ((right - LEFT) * round) / Math.max(1, count);
  const y = (value: number): number => TOP + ((height - TOP - BOTTOM) * (high - value)) / (high - low);
  const grid = Array.from({ length: (high - low) / step + 1 }, (_, k) => low + k * step).map((value) => ({
    value,
    y: y(value),
  }));
  const every = count <= 8 ? 1 : 5;
  const rounds = Array.from({ length: count }, (_, k) => k + 1)
    .filter((round) => round === 1 || round % every === 0)
    .map((round) => ({ round, x: x(round) }));
  const seats = totals[0]?.length ?? 0;
  const ends = Array.from({ length: seats }, (_, seat) => ({ seat, y: y(totals.at(-1)?.[seat] ?? 0) })).toSorted(
    (a, b) => a.y - b.y || a.seat - b.seat,
  );
  const lowest = height - BOTTOM;
  ends.forEach((end, place) => {
    const above = ends[place - 1];
    if (above !== undefined) end.y = Math.max(end.y, above.y + NAME_GAP);
  });
  ends.toReversed().forEach((end, place, list) => {
    const below = list[place - 1];
    end.y = Math.min(end.y, below === undefined ? lowest : below.y - NAME_GAP);
  });
  const lines = Array.from({ length: seats }, (_, seat) => {
    const points = totals.map((row, k) => `L${x(k + 1).toFixed(1)} ${y(row[seat] ?? 0).toFixed(1)}`).join("");
    return {
      seat,
      path: `M${x(0).toFixed(1)} ${y(0).toFixed(1)}${points}`,
      nameY: ends.find((end) => end.seat === seat)?.y ?? 0,
    };
  });
  return { width, height, left: LEFT, right, grid, rounds, lines };
}

/** Totals after every round, from the scores. The last row is what the server says the totals are. */
export function runningTotals(
  results: readonly { readonly scores: readonly number[] }[],
  final: readonly number[],
): number[][] {
  const rows: number[][] = [];
  for (const result of results) {
    const before = rows.at(-1);
    rows.push(result.scores.map((score, seat) => score + (before?.[seat] ?? 0)));
  }
  if (rows.length > 0) rows[rows.length - 1] = [...final];
  return rows;
}
