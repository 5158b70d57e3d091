/** The lines of the chart: every player's total by round, adjustments and the bonus at the end as steps. */

import { seatingOf } from "../model/document";
import type { ScoredSheet, Sheet } from "../model/types";
import type { Series } from "../../table/chart";

interface Point {
  readonly round: number;
  readonly total: number;
}

/** The last scored round; 0 before the first. */
export function lastScored(scored: ScoredSheet): number {
  return scored.rounds.findLast((round) => round.state === "scored")?.number ?? 0;
}

/** The first round in which somebody sits at the table. */
function joined(sheet: Sheet, player: string): number {
  return sheet.seatings.find((seating) => seating.players.includes(player))?.round ?? 1;
}

/** The adjustments of a player by the round from which they count, as far as it is in the game. */
function adjustments(sheet: Sheet, scored: ScoredSheet, player: string): ReadonlyMap<number, number> {
  const points = new Map<number, number>();
  for (const line of sheet.adjustments) {
    if (line.player !== player || line.round > scored.schedule.length) continue;
    points.set(line.round, (points.get(line.round) ?? 0) + line.points);
  }
  return points;
}

function lineOf(sheet: Sheet, scored: ScoredSheet, player: string, total: number): Series {
  const points: Point[] = [];
  const lines = adjustments(sheet, scored, player);
  const last = lastScored(scored);
  const start = Math.min(joined(sheet, player) - 1, last);
  let running = 0;
  const add = (round: number, now: number): void => {
    running = now;
    points.push({ round, total: now });
  };
  add(start, 0);
  let before = 0;
  for (const [round, n] of lines) if (round <= start) before += n;
  if (before !== 0) add(start, before);
  for (const round of scored.rounds.slice(0, last)) {
    if (round.number <= start) continue;
    const step = lines.get(round.number) ?? 0;
    const after = round.cells.find((cell) => cell.player === player)?.total ?? null;
    if (after !== null) add(round.number, after - step);
    if (step !== 0) {
      if (after === null) add(round.number, running);
      add(round.number, running + step);
    }
  }
  if (total !== running) add(points.at(-1)?.round ?? start, total);
  return points;
}

/** One line for each standing. The last point is the total. */
export function seriesOf(sheet: Sheet, scored: ScoredSheet): readonly Series[] {
  return scored.standings.map(({ player, total }) => lineOf(sheet, scored, player, total));
}

/** How a player's bid in a round went; `away`: not at the table. */
export type Mark =
  | { readonly round: number; readonly kind: "made" | "open" | "away" }
  | { readonly round: number; readonly kind: "missed"; readonly by: number };

/** A mark for each round of the game up to the last one scored. */
export function marksOf(sheet: Sheet, scored: ScoredSheet, player: string): readonly Mark[] {
  return scored.rounds.slice(0, lastScored(scored)).map((round): Mark => {
    if (!seatingOf(sheet, round.number).players.includes(player)) return { round: round.number, kind: "away" };
    const cell = round.cells.find((one) => one.player === player);
    if (round.state !== "scored" || cell?.bid == null || cell.tricks == null) {
      return { round: round.number, kind: "open" };
    }
    const by = cell.tricks - cell.bid;
    return by === 0 ? { round: round.number, kind: "made" } : { round: round.number, kind: "missed", by };
  });
}
