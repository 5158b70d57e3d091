/** The chart of totals: lines from the first round to the last, each named at its end. */

/** A line from where somebody began; two points of one round are a step. */
export type Series = readonly { readonly round: number; readonly total: number }[];

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

/** How far apart the numbers of the rounds stand. */
function tickStep(count: number): number {
  if (count <= 8) return 1;
  return count <= 30 ? 5 : 10;
}

/** Room for the names of so many lines, one below the other. */
export function chartHeight(lines: number, least: number): number {
  return Math.max(least, lines * NAME_GAP + TOP + BOTTOM);
}

/** Where the names stand: as near to the ends of their lines as they can without covering one another. */
function namePlaces(ends: readonly number[], height: number): readonly number[] {
  const places = ends.map((y, seat) => ({ seat, y })).toSorted((a, b) => a.y - b.y || a.seat - b.seat);
  const lowest = height - BOTTOM;
  places.forEach((end, place) => {
    const above = places[place - 1];
    if (above !== undefined) end.y = Math.max(end.y, above.y + NAME_GAP);
  });
  places.toReversed().forEach((end, place, list) => {
    const below = list[place - 1];
    end.y = Math.min(end.y, below === undefined ? lowest : below.y - NAME_GAP);
  });
  return ends.map((y, seat) => places.find((end) => end.seat === seat)?.y ?? y);
}

/** Lines over the rounds 0 … `count`, by seat. */
export function chartOfSeries(
  series: readonly Series[],
  count: number,
  width: number,
  height: number,
): Chart {
  const all = [0, ...series.flat().map((point) => point.total)];
  const step = gridStep(Math.max(...all) - Math.min(...all));
  const low = Math.floor(Math.min(...all) / step) * step;
  const high = Math.max(low + step, Math.ceil(Math.max(...all) / step) * step);
  const right = width - RIGHT;
  const x = (round: number): number => LEFT + ((right - LEFT) * round) / Math.max(1, count);
  const y = (value: number): number => TOP + ((height - TOP - BOTTOM) * (high - value)) / (high - low);
  const grid = Array.from({ length: (high - low) / step + 1 }, (_, k) => low + k * step).map((value) => ({
    value,
    y: y(value),
  }));
  const every = tickStep(count);
  const rounds = Array.from({ length: count }, (_, k) => k + 1)
    .filter((round) => round === 1 || round % every === 0)
    .map((round) => ({ round, x: x(round) }));
  const names = namePlaces(
    series.map((points) => y(points.at(-1)?.total ?? 0)),
    height,
  );
  const lines = series.map((points, seat) => ({
    seat,
    path: points
      .map(({ round, total }, k) => `${k === 0 ? "M" : "L"}${x(round).toFixed(1)} ${y(total).toFixed(1)}`)
      .join(""),
    nameY: names[seat] ?? 0,
  }));
  return { width, height, left: LEFT, right, grid, rounds, lines };
}

/** `totals[k][seat]` after round k + 1; everybody begins with nothing. */
export function chartOf(totals: readonly (readonly number[])[], width: number, height: number): Chart {
  const seats = totals[0]?.length ?? 0;
  const series = Array.from({ length: seats }, (_, seat) => [
    { round: 0, total: 0 },
    ...totals.map((row, k) => ({ round: k + 1, total: row[seat] ?? 0 })),
  ]);
  return chartOfSeries(series, totals.length, width, height);
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
