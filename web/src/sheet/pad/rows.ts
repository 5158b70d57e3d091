/** The pad as it is drawn: columns, rows and lines. Derived; nothing here changes a sheet. */

import { houseRules } from "../model/house";
import { seatingInForce, seatingOf } from "../model/document";
import type { Cell, Line, Problem, ScoredRound, ScoredSheet, Sheet } from "../model/types";

/** One player. `from`: the first round of somebody who joined; `left`: the last round of somebody who is gone. */
export interface Column {
  readonly player: string;
  readonly name: string;
  readonly from: number | null;
  readonly left: number | null;
  readonly rank: number | null;
  readonly total: number;
}

export interface RoundRow {
  readonly kind: "round";
  readonly round: ScoredRound;
  /** By column; null where the player does not sit in this round. */
  readonly cells: readonly (Cell | null)[];
  readonly problems: readonly Problem[];
  /** Something keeps this round from being scored. */
  readonly wrong: boolean;
  readonly outside: boolean;
}

/** An adjustment (R5.6); it stands above the round from which it counts. */
export interface LineRow {
  readonly kind: "line";
  readonly line: Line;
  readonly outside: boolean;
}

/** The bonus of R5.5, once the match is over: points by column. */
export interface BonusRow {
  readonly kind: "bonus";
  readonly points: readonly (number | null)[];
}

/** Rounds of the game that have not begun. */
export interface RestRow {
  readonly kind: "rest";
  readonly first: number;
  readonly last: number;
}

export type Row = RoundRow | LineRow | BonusRow | RestRow;

export interface Pad {
  readonly columns: readonly Column[];
  /** What counts, in order. */
  readonly rows: readonly Row[];
  /** Beyond the schedule in force: kept, and not counted (R6.1). */
  readonly outside: readonly Row[];
  /** Whether the last rows do not show the totals. */
  readonly needsTotals: boolean;
}

/** `whole`: the rounds to come are rows of their own, as on paper. */
export function padOf(sheet: Sheet, scored: ScoredSheet, whole = false): Pad {
  const columns = columnsOf(sheet, scored);
  const count = scored.schedule.length;
  const begun = Math.max(
    scored.asked?.round ?? 0,
    ...scored.rounds.filter((round) => round.number <= count && round.state !== "empty").map((round) => round.number),
  );
  const inGame = scored.rounds.filter((round) => round.number <= count);
  const shown = whole ? inGame : inGame.filter((round) => round.number <= begun);
  const rows: Row[] = linesOf(sheet, 0, false);
  for (const round of shown) rows.push(...linesOf(sheet, round.number, false), roundRow(round, columns, scored));
  const last = shown.at(-1)?.number ?? 0;
  for (let number = last + 1; number <= count; number++) rows.push(...linesOf(sheet, number, false));
  if (last < count) rows.push({ kind: "rest", first: last + 1, last: count });
  const bonus = bonusRow(sheet, scored, columns);
  if (bonus) rows.push(bonus);
  const outside = outsideOf(sheet, scored, columns);
  return { columns, rows, outside, needsTotals: outside.length > 0 || needsTotals(rows, columns) };
}

function columnsOf(sheet: Sheet, scored: ScoredSheet): readonly Column[] {
  const seated = seatingInForce(sheet).players;
  const rounds = scored.rounds;
  const gone = [
    ...scored.standings.filter((one) => one.rank === null).map((one) => one.player),
    ...rounds.filter((round) => round.state !== "empty").flatMap((round) => round.cells.map((cell) => cell.player)),
  ].filter((player) => !seated.includes(player));
  return [...seated, ...new Set(gone)].map((player) => {
    const standing = scored.standings.find((one) => one.player === player);
    const sat = rounds.filter((round) => seatingOf(sheet, round.number).players.includes(player));
    const first = sat[0]?.number ?? 1;
    return {
      player,
      name: sheet.players.find((one) => one.id === player)?.name ?? player,
      from: first > 1 ? first : null,
      left: seated.includes(player) ? null : (sat.at(-1)?.number ?? 0),
      rank: standing?.rank ?? null,
      total: standing?.total ?? 0,
    };
  });
}

function roundRow(round: ScoredRound, columns: readonly Column[], scored: ScoredSheet): RoundRow {
  const problems = scored.problems.filter((problem) => problem.round === round.number);
  return {
    kind: "round",
    round,
    cells: columns.map(({ player }) => round.cells.find((cell) => cell.player === player) ?? null),
    problems,
    wrong: problems.some((problem) => problem.code !== "bids_even"),
    outside: round.state === "outside",
  };
}

function linesOf(sheet: Sheet, round: number, outside: boolean): LineRow[] {
  return sheet.adjustments
    .filter((line) => line.round === round)
    .map((line) => ({ kind: "line", line, outside }));
}

function outsideOf(sheet: Sheet, scored: ScoredSheet, columns: readonly Column[]): readonly Row[] {
  const count = scored.schedule.length;
  const beyond = scored.rounds.filter((round) => round.number > count);
  const numbers = new Set([
    ...beyond.map((round) => round.number),
    ...sheet.adjustments.filter((line) => line.round > count).map((line) => line.round),
  ]);
  return [...numbers]
    .toSorted((a, b) => a - b)
    .flatMap((number): readonly Row[] => [
      ...linesOf(sheet, number, true),
      ...beyond.filter((round) => round.number === number).map((round) => roundRow(round, columns, scored)),
    ]);
}

function bonusRow(sheet: Sheet, scored: ScoredSheet, columns: readonly Column[]): BonusRow | undefined {
  const { perfect_game_bonus: bonus } = houseRules(sheet.rules);
  const perfect = scored.standings.filter((one) => one.perfect).map((one) => one.player);
  if (bonus === 0 || perfect.length === 0) return undefined;
  return { kind: "bonus", points: columns.map(({ player }) => (perfect.includes(player) ? bonus : null)) };
}

/** Whether the last scored row of the table shows the totals as they are. */
function needsTotals(rows: readonly Row[], columns: readonly Column[]): boolean {
  const last = rows.filter((row) => row.kind === "round").findLast((row) => row.round.state === "scored");
  if (!last) return rows.some((row) => row.kind === "line");
  return columns.some((column, at) => column.total !== last.cells[at]?.total);
}

/* --- one cell --- */

/** Whether a cell may be corrected with tricks first: its bid is there, or its tricks already are. */
export function wantsTricks(round: ScoredRound, cell: Cell): boolean {
  return cell.tricks !== null || (cell.bid !== null && round.cells.every((one) => one.bid !== null));
}

/** What would make the tricks of a round add up, if this cell had it. */
export function addsUp(round: ScoredRound, cell: Cell): number | null {
  const { hand_size: size } = round;
  const others = round.cells.filter((one) => one.player !== cell.player);
  if (size === null || others.some((one) => one.tricks === null)) return null;
  const rest = size - others.reduce((sum, one) => sum + (one.tricks ?? 0), 0);
  return rest >= 0 && rest <= size ? rest : null;
}

/* --- what a change did to the totals --- */

/** The totals that are not what they were: by cell (`4:a`), and those in force by player. */
export interface Changes {
  readonly cells: ReadonlyMap<string, number>;
  readonly totals: ReadonlyMap<string, { readonly old: number; readonly now: number }>;
}

export const NO_CHANGES: Changes = { cells: new Map(), totals: new Map() };

export function cellKey(round: number, player: string): string {
  return `${round}:${player}`;
}

export function changesOf(before: ScoredSheet, after: ScoredSheet): Changes {
  const old = totalsByCell(before);
  const cells = [...totalsByCell(after)].flatMap(([key, total]) => {
    const was = old.get(key);
    return was === undefined || was === total ? [] : [[key, was] as const];
  });
  const totals = after.standings.flatMap(({ player, total }) => {
    const was = before.standings.find((one) => one.player === player)?.total;
    return was === undefined || was === total ? [] : [[player, { old: was, now: total }] as const];
  });
  return { cells: new Map(cells), totals: new Map(totals) };
}

function totalsByCell(scored: ScoredSheet): ReadonlyMap<string, number> {
  return new Map(
    scored.rounds.flatMap((round) =>
      round.cells.flatMap(({ player, total }) =>
        total === null ? [] : [[cellKey(round.number, player), total] as const],
      ),
    ),
  );
}
