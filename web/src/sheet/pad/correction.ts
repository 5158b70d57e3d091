/** What can be put into one cell of the pad, and what each number would mean. */

import { MAX_TRICKS } from "../model/document";
import type { Cell, Edit, ScoredRound } from "../model/types";
import type { OpenSheet } from "../store/open.svelte";
import { addsUp } from "./rows";

export type What = "bid" | "tricks";

/** What a correction needs of an open sheet. */
export type Sheetlike = { readonly [K in "sheet" | "scored" | "preview"]: OpenSheet[K] };

export interface Correction {
  readonly round: ScoredRound;
  readonly cell: Cell;
  readonly what: What;
  /** What stands there now. */
  readonly now: number | null;
  /** A bid that nobody may see. */
  readonly down: boolean;
  readonly max: number;
  /** The tricks that make the round right. */
  readonly offer: number | null;
  /** The bid that the restriction forbids, unless it is kept (R3.2). */
  readonly forbidden: number | null;
}

/** A correction of one cell; undefined where there is no such cell (any more). */
export function correctionOf(
  open: Sheetlike,
  number: number,
  player: string,
  what: What,
): Correction | undefined {
  const round = open.scored.rounds.find((one) => one.number === number);
  const cell = round?.cells.find((one) => one.player === player);
  if (!round || !cell) return undefined;
  return {
    round,
    cell,
    what,
    now: what === "bid" ? cell.bid : cell.tricks,
    down: what === "bid" && round.concealed && cell.bid !== null,
    max: round.hand_size ?? MAX_TRICKS,
    offer: what === "tricks" ? addsUp(round, cell) : null,
    forbidden: what === "bid" ? forbiddenBid(open, round, cell) : null,
  };
}

/** The change that puts `n` there, or takes the entry back. */
export function changeTo({ round, cell, what }: Correction, n: number | null, kept = false): Edit {
  const values = { [cell.player]: n };
  return {
    kind: "enter",
    round: round.number,
    ...(what === "bid" ? { bids: values } : { tricks: values }),
    ...(kept ? { kept } : {}),
  };
}

function forbiddenBid(open: Sheetlike, round: ScoredRound, cell: Cell): number | null {
  if (round.dealer !== cell.player || round.hand_size === null) return null;
  const others = round.cells.filter((one) => one.player !== cell.player);
  if (others.some((one) => one.bid === null)) return null;
  const even = round.hand_size - others.reduce((sum, one) => sum + (one.bid ?? 0), 0);
  if (even < 0 || even > round.hand_size || (round.kept && cell.bid === even)) return null;
  const seen = open.preview({ kind: "enter", round: round.number, bids: { [cell.player]: even } });
  if (!("scored" in seen)) return null;
  const marked = seen.scored.problems.some((one) => one.round === round.number && one.code === "bids_even");
  return marked ? even : null;
}
