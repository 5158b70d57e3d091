/** The reasons for a change, in sentences. */

import { isKey, list, t, type Key, type Params } from "../../lib/i18n/index.svelte";
import { nameOf } from "../model/document";
import type { Sheet } from "../model/types";
import type { Count, Effect } from "./effects";

/** A small number as a word: two, zwei. */
export function numberWord(n: number): string {
  const key = `standings.number.${n}`;
  return isKey(key) ? t(key) : String(n);
}

/** Rounds in words, three or more in a row as from … to: "rounds 2, 4 and 6 to 8". */
export function roundsText(rounds: readonly number[]): string {
  const runs: number[][] = [];
  for (const round of rounds) {
    const run = runs.at(-1);
    if (run && run.at(-1) === round - 1) run.push(round);
    else runs.push([round]);
  }
  const parts = runs.flatMap((run) => {
    const [first = 0] = run;
    return run.length > 2 ? [t("standings.rounds.run", { from: first, to: run.at(-1) ?? first })] : run.map(String);
  });
  return t("standings.rounds", { n: rounds.length, which: list(parts) });
}

function roundsSentence(key: Key, rounds: readonly number[]): string {
  return t(key, { n: rounds.length, rounds: roundsText(rounds) });
}

function countsSentence(sheet: Sheet, key: Key, counts: readonly Count[]): string {
  const n = counts.reduce((sum, one) => sum + one.n, 0);
  const whose = counts
    .map((one) => t("standings.why.of", { count: numberWord(one.n), name: nameOf(sheet, one.player) }))
    .join(", ");
  return t(key, { n, count: numberWord(n), whose });
}

function namesSentence(sheet: Sheet, key: Key, players: readonly string[], params: Params): string {
  return t(key, { ...params, n: players.length, names: list(players.map((player) => nameOf(sheet, player))) });
}

/** One reason as a sentence. */
export function effectText(sheet: Sheet, effect: Effect): string {
  switch (effect.kind) {
    case "zeros":
    case "made":
    case "missed":
      return countsSentence(sheet, `standings.why.${effect.kind}`, effect.counts);
    case "outside":
    case "inside":
    case "wrong":
    case "right":
    case "marked":
    case "unmarked":
    case "face_up":
    case "face_down":
      return roundsSentence(`standings.why.${effect.kind}`, effect.rounds);
    case "rounds":
      return t("standings.why.rounds", { n: effect.count });
    case "even_bids":
      if (effect.points === 0) return t("standings.why.even_bids.off");
      return effect.rounds.length === 0
        ? t("standings.why.even_bids.later", { points: effect.points })
        : t("standings.why.even_bids", { rounds: roundsText(effect.rounds), points: effect.points });
    case "last_round":
    case "perfect":
      if (effect.points === 0) return t(`standings.why.${effect.kind}.off`);
      return effect.players.length === 0
        ? t(`standings.why.${effect.kind}.nobody`)
        : namesSentence(sheet, `standings.why.${effect.kind}`, effect.players, { points: effect.points });
    case "perfect_later":
      return t("standings.why.perfect.later");
    case "not_over":
      return t("standings.why.not_over", { n: effect.left });
    case "over":
    case "no_ties":
    case "for_the_table":
      return t(`standings.why.${effect.kind}`);
  }
}
