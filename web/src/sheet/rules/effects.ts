/** What another set of rules changes on a sheet: totals and ranks, and the reasons for it. */

import { houseRules, type HouseRules } from "../model/house";
import { roundScore } from "../model/scoring";
import type { ScoredRound, ScoredSheet, Sheet } from "../model/types";
import type { Worked } from "../store/open.svelte";

export interface TotalChange {
  readonly player: string;
  readonly before: number;
  readonly now: number;
  readonly rankBefore: number | null;
  readonly rankNow: number | null;
}

/** Whether nobody's total or rank changes. */
export function isQuiet(before: ScoredSheet, now: ScoredSheet): boolean {
  return totalChanges(before, now).every((one) => one.before === one.now && one.rankBefore === one.rankNow);
}

export interface Count {
  readonly player: string;
  readonly n: number;
}

/** One reason. `rounds` are ascending. */
export type Effect =
  | { readonly kind: "zeros" | "made" | "missed"; readonly counts: readonly Count[] }
  | { readonly kind: "last_round"; readonly players: readonly string[]; readonly points: number }
  | { readonly kind: "even_bids"; readonly rounds: readonly number[]; readonly points: number }
  | { readonly kind: "perfect"; readonly players: readonly string[]; readonly points: number }
  | { readonly kind: "perfect_later"; readonly points: number }
  | { readonly kind: "outside" | "inside" | "wrong" | "right" | "marked" | "unmarked"; readonly rounds: readonly number[] }
  | { readonly kind: "rounds"; readonly count: number }
  | { readonly kind: "over" }
  | { readonly kind: "not_over"; readonly left: number }
  | { readonly kind: "no_ties" }
  | { readonly kind: "face_up" | "face_down"; readonly rounds: readonly number[] }
  | { readonly kind: "for_the_table" };

/** Totals before and now, in the order of the standings now. */
export function totalChanges(before: ScoredSheet, now: ScoredSheet): readonly TotalChange[] {
  return now.standings.map(({ player, total, rank }) => {
    const old = before.standings.find((standing) => standing.player === player);
    return {
      player,
      before: old?.total ?? total,
      now: total,
      rankBefore: old?.rank ?? null,
      rankNow: rank,
    };
  });
}

type Kind = "zeros" | "made" | "missed";

/** The score of a bid alone, without what belongs to the round (R5.4). */
function bare(bid: number, tricks: number, round: ScoredRound, rules: HouseRules): number {
  return roundScore(bid, tricks, round.hand_size ?? 0, rules);
}

/** Bids that score otherwise, by kind and player. */
function scoreEffects(before: Worked, now: Worked): readonly Effect[] {
  const [old, next] = [houseRules(before.sheet.rules), houseRules(now.sheet.rules)];
  const counts: Record<Kind, Map<string, number>> = { zeros: new Map(), made: new Map(), missed: new Map() };
  for (const round of now.scored.rounds) {
    const was = before.scored.rounds.find((one) => one.number === round.number);
    if (round.state !== "scored" || was?.state !== "scored") continue;
    for (const { player, bid, tricks } of round.cells) {
      if (bid === null || tricks === null) continue;
      if (bare(bid, tricks, was, old) === bare(bid, tricks, round, next)) continue;
      const kind: Kind = bid !== tricks ? "missed" : bid === 0 ? "zeros" : "made";
      counts[kind].set(player, (counts[kind].get(player) ?? 0) + 1);
    }
  }
  return (["zeros", "made", "missed"] as const)
    .filter((kind) => counts[kind].size > 0)
    .map((kind) => ({
      kind,
      counts: now.sheet.players.flatMap(({ id }) => {
        const n = counts[kind].get(id);
        return n === undefined ? [] : [{ player: id, n }];
      }),
    }));
}

/** Who gets the extra of the last round, when it is scored. */
function lastRoundWinners({ scored }: Worked): readonly string[] {
  const last = scored.rounds[scored.schedule.length - 1];
  if (last?.state !== "scored") return [];
  return last.cells.filter((cell) => cell.bid === cell.tricks).map((cell) => cell.player);
}

function evenRounds({ scored }: Worked): readonly number[] {
  return numbers(scored.rounds.filter((round) => round.state === "scored" && round.bids === round.hand_size));
}

function numbers(rounds: readonly ScoredRound[]): readonly number[] {
  return rounds.map((round) => round.number);
}

function bonusEffects(before: Worked, now: Worked): readonly Effect[] {
  const [old, next] = [houseRules(before.sheet.rules), houseRules(now.sheet.rules)];
  const effects: Effect[] = [];
  const winners = lastRoundWinners(now);
  const moved = String(winners) !== String(lastRoundWinners(before));
  if (next.last_round_bonus !== old.last_round_bonus || (moved && next.last_round_bonus > 0)) {
    effects.push({ kind: "last_round", players: winners, points: next.last_round_bonus });
  }
  if (next.even_bids_dealer_penalty !== old.even_bids_dealer_penalty) {
    effects.push({ kind: "even_bids", rounds: evenRounds(now), points: next.even_bids_dealer_penalty });
  }
  const overChanged = now.scored.over !== before.scored.over && next.perfect_game_bonus > 0;
  if (next.perfect_game_bonus !== old.perfect_game_bonus || overChanged) {
    const players = now.scored.standings.filter((standing) => standing.perfect).map(({ player }) => player);
    const points = next.perfect_game_bonus;
    effects.push(now.scored.over || points === 0 ? { kind: "perfect", players, points } : { kind: "perfect_later", points });
  }
  return effects;
}

/** The rounds whose state is this now and was not before. */
function turned(before: ScoredSheet, now: ScoredSheet, is: (round: ScoredRound) => boolean): readonly number[] {
  const were = new Set(numbers(before.rounds.filter(is)));
  return numbers(now.rounds.filter((round) => is(round) && !were.has(round.number)));
}

function markedRounds(scored: ScoredSheet): readonly number[] {
  return scored.problems.filter((problem) => problem.code === "bids_even").map((problem) => problem.round);
}

/** The rounds whose dealer's bid is against the restriction now and was not before. */
export function newlyMarked(before: ScoredSheet, now: ScoredSheet): readonly number[] {
  const old = new Set(markedRounds(before));
  return markedRounds(now).filter((number) => !old.has(number));
}

const hasEntries = (round: ScoredRound): boolean =>
  round.cells.some((cell) => cell.bid !== null || cell.tricks !== null);

function roundEffects(before: ScoredSheet, now: ScoredSheet): readonly Effect[] {
  const effects: Effect[] = [];
  const add = (kind: "outside" | "inside" | "wrong" | "right", rounds: readonly number[]): void => {
    if (rounds.length > 0) effects.push({ kind, rounds });
  };
  const outside = (round: ScoredRound): boolean => round.state === "outside";
  const wrong = (round: ScoredRound): boolean => round.state === "wrong";
  if (now.schedule.length !== before.schedule.length) effects.push({ kind: "rounds", count: now.schedule.length });
  add("outside", turned(before, now, outside));
  add(
    "inside",
    turned(now, before, outside).filter((number) => number <= now.schedule.length),
  );
  add("wrong", turned(before, now, wrong));
  add(
    "right",
    turned(now, before, wrong).filter((number) => now.rounds[number - 1]?.state === "scored"),
  );
  if (now.over && !before.over) effects.push({ kind: "over" });
  if (!now.over && before.over) {
    effects.push({ kind: "not_over", left: now.rounds.filter((r) => !outside(r) && r.state !== "scored").length });
  }
  return effects;
}

function bidEffects(before: Worked, now: Worked): readonly Effect[] {
  const effects: Effect[] = [];
  const marked = newlyMarked(before.scored, now.scored);
  const unmarked = newlyMarked(now.scored, before.scored);
  if (marked.length > 0) effects.push({ kind: "marked", rounds: marked });
  if (unmarked.length > 0) effects.push({ kind: "unmarked", rounds: unmarked });
  const down = (round: ScoredRound): boolean => round.concealed && hasEntries(round);
  const hidden = turned(before.scored, now.scored, down);
  const shown = turned(now.scored, before.scored, down);
  if (hidden.length > 0) effects.push({ kind: "face_down", rounds: hidden });
  if (shown.length > 0) effects.push({ kind: "face_up", rounds: shown });
  return effects;
}

/** Settings that the sheet does not depend on: they are for those who play the cards. */
export const FOR_THE_TABLE: readonly string[] = ["last_round_trump", "wizard_lead", "jester_lead"];

function onlyForTheTable(before: Sheet, now: Sheet): boolean {
  const names = new Set([...Object.keys(before.rules), ...Object.keys(now.rules)]);
  return [...names].every(
    (name) =>
      FOR_THE_TABLE.includes(name) || JSON.stringify(before.rules[name]) === JSON.stringify(now.rules[name]),
  );
}

function tieEffects(before: Worked, now: Worked): readonly Effect[] {
  if (houseRules(before.sheet.rules).tie_break === houseRules(now.sheet.rules).tie_break) return [];
  const totals = now.scored.standings.filter(({ rank }) => rank !== null).map(({ total }) => total);
  return new Set(totals).size === totals.length ? [{ kind: "no_ties" }] : [];
}

/** Why totals, ranks and marks are as they are now, in the order in which a person wants to know. */
export function effects(before: Worked, now: Worked): readonly Effect[] {
  if (onlyForTheTable(before.sheet, now.sheet)) return [{ kind: "for_the_table" }];
  return [
    ...scoreEffects(before, now),
    ...roundEffects(before.scored, now.scored),
    ...bonusEffects(before, now),
    ...bidEffects(before, now),
    ...tieEffects(before, now),
  ];
}
