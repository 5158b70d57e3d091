/** One round as the Enter tab lists it: in the order of bidding, from the dealer's left (R3.1). */

import { houseRules } from "../model/house";
import { scoreRound } from "../model/scoring";
import type { Cell, ScoredRound, ScoredSheet, Sheet, Standing } from "../model/types";

export interface Row extends Cell {
  readonly dealer: boolean;
  /** What this bid and these tricks are worth; known before the round is complete, null while it cannot be. */
  readonly worth: number | null;
}

/** Who bids first comes first, the dealer last. */
export function inTurn(round: ScoredRound): readonly Cell[] {
  const after = round.cells.findIndex((cell) => cell.player === round.dealer) + 1;
  return [...round.cells.slice(after), ...round.cells.slice(0, after)];
}

/** What each is worth while tricks are still being entered; a round that is complete and wrong is worth nothing. */
function worths(sheet: Sheet, scored: ScoredSheet, round: ScoredRound): ReadonlyMap<string, number> {
  const bids = round.cells.flatMap((cell) => cell.bid ?? []);
  if (round.state !== "counting" || round.hand_size === null || bids.length < round.cells.length) return new Map();
  const points = scoreRound(
    {
      bids,
      tricks: round.cells.map((cell) => cell.tricks ?? 0),
      handSize: round.hand_size,
      dealer: round.cells.findIndex((cell) => cell.player === round.dealer),
      lastRound: round.number === scored.schedule.length,
    },
    houseRules(sheet.rules),
  );
  return new Map(
    round.cells.flatMap((cell, place) => (cell.tricks === null ? [] : [[cell.player, points[place] ?? 0] as const])),
  );
}

export function rowsOf(sheet: Sheet, scored: ScoredSheet, round: ScoredRound): readonly Row[] {
  const worth = worths(sheet, scored, round);
  return inTurn(round).map((cell) => ({
    ...cell,
    dealer: cell.player === round.dealer,
    worth: cell.score ?? worth.get(cell.player) ?? null,
  }));
}

/** Who is first, and by how much; several when they share it, nobody before the first round. */
export interface Lead {
  readonly players: readonly string[];
  readonly by: number;
}

export function leadOf(standings: readonly Standing[]): Lead {
  const ranked = standings.filter((one) => one.rank !== null);
  const players = ranked.filter((one) => one.rank === 1).map((one) => one.player);
  const next = ranked.find((one) => one.rank !== 1);
  return { players, by: next?.behind ?? 0 };
}
